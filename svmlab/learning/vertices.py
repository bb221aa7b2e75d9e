"""The linear program inside: which corner of the feasible set goes furthest along a gradient, and the b that says so.

max gᵀs over 0 ≤ s ≤ u, Eᵀs = 0, has the dual min_b Σ_v u_v max(0, g_v - ⟨E_v, b⟩). With g = 1 - Hα that is the slack of
w(α) at its best b; so gᵀ(s - α) is the duality gap, and whoever looks for the corner has it for nothing.
"""

import numpy as np


def best(problem, g):
    """(s (n,), b (q,)) of the linear program for g (n,)."""
    if not problem.intercept:
        return np.where(g > 0, problem.upper, 0.0), np.zeros(problem.E.shape[1])
    return _of_two_classes(problem, g) if problem.program.one_variable_per_point else _of_many(problem, g)


def _of_two_classes(problem, g):
    """In closed form: as b grows past y_i g_i, a positive point leaves the slack and a negative one comes into it.

    b stands where u of the positive points in it meets u of the negative ones; at the point i where they cross, s_i
    makes them equal. The middle of two such places, where the slack does not change from one to the next.
    """
    y, u = problem.signs, problem.upper
    place = y * g
    order = np.argsort(place, kind="stable")
    slope = np.cumsum(u[order]) - u[y > 0].sum()
    level = 1e-12 * u.sum()
    first = int(np.argmax(slope >= -level))
    passed = np.zeros(len(u), dtype=bool)
    passed[order[:first]] = True
    s, pivot = np.where(passed == (y < 0), u, 0.0), order[first]
    s[pivot] = 0.0
    rest = -y[pivot] * (y @ s)
    s[pivot] = 0.0 if rest <= level else u[pivot] if rest >= u[pivot] - level else rest
    flat = slope[first] <= level and first + 1 < len(order)
    b = 0.5 * (place[pivot] + place[order[first + 1]]) if flat else place[pivot]
    return s, np.array([b])


def _of_many(problem, g):
    """A small linear program, by scipy's HiGHS; b is what its balances cost."""
    from scipy.optimize import linprog

    ties = problem.program.ties
    bounds = np.column_stack([np.zeros(problem.n), problem.upper])
    found = linprog(-g, A_eq=problem.E[:, :ties].T, b_eq=np.zeros(ties), bounds=bounds, method="highs")
    b = np.append(-found.eqlin.marginals, 0.0)
    return np.clip(found.x, 0.0, problem.upper), b - b.mean()
