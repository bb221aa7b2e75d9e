"""The hinge with a rounded corner, and a quasi-Newton method: the well-behaved peer of the subgradient."""

import numpy as np

from svmlab import validation
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary

RANK = 1e-12  # of an eigenvalue of K, relative to the largest, that counts
NARROWER = 0.1  # the next width of the corner


def smoothed_hinge(svm, X, y, *, intercept=True, tol=1e-3):
    """Yield the State at each iterate of scipy's L-BFGS on the primal problem with a rounded hinge (Chapelle 2007).

    h_μ(t) = t²/(2μ) for 0 ≤ t ≤ μ and t - μ/2 beyond, of t = 1 - y_i f(x_i), in place of max(0, t), which is at most
    μ/2 above it. So P_μ ≤ P ≤ P_μ + (μ/2) Σ u_i; μ = 1, 0.1, ... until that error is at most half of ``tol`` of P.
    w is sought in coordinates in which K = F Fᵀ, so that any kernel will do. Its slope is C times α_i = h'_μ, of which
    the nearest feasible ones give the dual objective and a certified gap.
    Ends after the last width.
    """
    problem = Problem("smoothed_hinge", svm, X, y, intercept=intercept, two_classes=True)
    diary, tol = Diary(problem), validation.positive("tol", tol)
    F, back = _coordinates(problem.K)
    v = np.zeros(F.shape[1] + 1)
    state = _state(diary, F, back, v, 1.0, "w = 0", 0 if problem.linear else problem.m**2)
    yield state
    width = 1.0
    while True:
        for found, values in _iterates(problem, F, v, width):
            v = found
            cost = problem.m * values if problem.linear else 0
            state = _state(
                diary, F, back, v, width, f"an L-BFGS step on the hinge rounded over {width:g}", cost, values
            )
            yield state
        if width * problem.upper.sum() <= tol * state.primal:
            break
        width *= NARROWER
    yield _state(diary, F, back, v, width, f"rounding costs at most {tol / 2:g} of the objective: done", 0, done=True)


def _coordinates(K):
    """(F (m, r), back (m, r)): K = F Fᵀ, and w = F-coordinates v is Σ c_i φ(x_i) with c = back v."""
    values, vectors = np.linalg.eigh(K)
    kept = values > RANK * values[-1]
    root = np.sqrt(values[kept])
    return vectors[:, kept] * root, vectors[:, kept] / root


def _iterates(problem, F, v, width):
    """[(v, function values computed for it)] of L-BFGS from v (r + 1,), the last entry b."""
    from scipy.optimize import minimize

    found, values = [], 0

    def of(v):
        nonlocal values
        values += 1
        margins = problem.signs * (F @ v[:-1] + v[-1] * problem.intercept)
        slope = np.clip((1.0 - margins) / width, 0.0, 1.0)
        height = width * (0.5 * slope**2 + np.maximum(0.0, (1.0 - margins) / width - 1.0))
        pull = problem.upper * slope * problem.signs
        gradient = np.append(v[:-1] - pull @ F, -pull.sum() * problem.intercept)
        return 0.5 * v[:-1] @ v[:-1] + problem.upper @ height, gradient

    def told(v):
        nonlocal values
        found.append((v.copy(), values))
        values = 0

    options = {"maxiter": 2000, "maxfun": 20000, "ftol": 1e-14, "gtol": 1e-9, "maxcor": 30}
    minimize(of, v, jac=True, method="L-BFGS-B", callback=told, options=options)
    return found


def _state(diary, F, back, v, width, what, cost, values=0, done=False):
    problem = diary.problem
    margins = problem.signs * (F @ v[:-1] + v[-1] * problem.intercept)
    a = problem.upper * np.clip((1.0 - margins) / width, 0.0, 1.0)
    looked_at = range(problem.m) if values else ()
    coefficients, b = (back @ v[:-1])[:, None], np.array([v[-1] * problem.intercept])
    return diary.state(
        a, what, looked_at, cost, times=values, done=done, own_coefficients=coefficients, own_intercept=b
    )
