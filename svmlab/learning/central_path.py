"""A short interior point method: Newton's method on conditions that are loosened by μ, and μ led to zero."""

from itertools import count

import numpy as np

from svmlab import validation
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary

SHORTER = 0.995  # of the way to the nearest bound
MOST = 200  # steps, beyond which rounding has the say


def interior_point(svm, X, y, *, tol=1e-8):
    """Yield the State after each step of a primal-dual interior point method (Mehrotra 1992; Ferris and Munson 2003).

    With multipliers z of α ≥ 0 and s of α ≤ u, b of Eᵀα = 0:

        Hα - 1 + E b - z + s = 0,   Eᵀα = 0,   α_v z_v = μ,   (u_v - α_v) s_v = μ .

    Each step solves (H + z/α + s/(u - α)) dα + E db = r for what one Newton step with μ = 0 asks for, and again with
    the μ and the second-order terms that it suggests. It begins feasible and stays so: Σ α z + (u - α) s is a duality
    gap. A textbook one of our own, n³ for each step; for programs of any form see ``engine.interior_point``.
    Ends when the duality gap is at most ``tol`` of the primal objective.
    """
    problem = Problem("interior_point", svm, X, y)
    diary, tol, u = Diary(problem), validation.positive("tol", tol), problem.upper
    H, E = problem.program.hessian(), problem.E[:, : problem.program.ties]
    a, b = _inside(problem), np.zeros(E.shape[1])
    short = H @ a - 1.0
    z, s = np.maximum(short, 0.0) + 1.0, np.maximum(-short, 0.0) + 1.0
    what, cost = "every α between 0 and C, balanced", problem.m**2
    for step in count():
        state = diary.state(a, what, range(problem.m) if step else (), cost, own_intercept=_all_classes(problem, b))
        yield state
        if state.relative_gap <= tol or step == MOST:
            told = f"the gap is below {tol:g} of the objective: done" if step < MOST else "rounding stops it"
            done = step < MOST
            yield diary.state(a, told, own_intercept=_all_classes(problem, b), done=done)
            return
        now = a, z, s
        mu = (a @ z + (u - a) @ s) / (2 * problem.n)
        affine = _newton(H, E, u, now, b, 0.0, 0.0, 0.0)
        length = _longest(u, now, affine)
        nearer = sum(
            (p + length * dp) @ (q + length * dq)
            for p, dp, q, dq in ((a, affine[0], z, affine[2]), (u - a, -affine[0], s, affine[3]))
        ) / (2 * problem.n)
        centre = (nearer / mu) ** 3 * mu
        da, db, dz, ds = _newton(H, E, u, now, b, centre, affine[0] * affine[2], -affine[0] * affine[3])
        length = SHORTER * _longest(u, now, (da, db, dz, ds))
        a, b, z, s = a + length * da, b + length * db, z + length * dz, s + length * ds
        what, cost = f"{length:.2g} of a Newton step, μ from {mu:.1e} towards {centre:.1e}", 0


def _newton(H, E, u, now, b, mu, bent_below, bent_above):
    """(dα, db, dz, ds) of one Newton step, the products of the second order taken from the right-hand side."""
    a, z, s = now
    above, ties = u - a, E.shape[1]
    push_below, push_above = (mu - bent_below) / a - z, (mu - bent_above) / above - s
    matrix = np.block([[H + np.diag(z / a + s / above), E], [E.T, np.zeros((ties, ties))]])
    lacks = -(H @ a - 1.0 + E @ b - z + s)
    found = np.linalg.solve(matrix, np.concatenate([lacks + push_below - push_above, -E.T @ a]))
    da, db = found[: len(a)], found[len(a) :]
    return da, db, push_below - z / a * da, push_above + s / above * da


def _longest(u, now, step):
    """How much of a step, at most 1, keeps everything positive."""
    pairs = ((now[0], step[0]), (u - now[0], -step[0]), (now[1], step[2]), (now[2], step[3]))
    falls = [(value[rate < 0] / -rate[rate < 0]).min(initial=np.inf) for value, rate in pairs]
    return min(1.0, *falls)


def _inside(problem):
    """(n,) balanced multipliers between their bounds: from each class to each other flows the same."""
    program, u = problem.program, problem.upper
    kind = program.head * problem.Q + program.tail
    room = np.bincount(kind, weights=u, minlength=problem.Q**2)
    return 0.5 * room[room > 0].min() * u / room[kind]


def _all_classes(problem, b):
    """(q,) from b against the last class."""
    if problem.program.one_variable_per_point:
        return b
    b = np.append(b, 0.0)
    return b - b.mean()
