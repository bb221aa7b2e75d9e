"""Frank and Wolfe: go towards the corner of the feasible set that the gradient points at."""

from itertools import count

import numpy as np

from svmlab import validation
from svmlab.learning import vertices
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def frank_wolfe(svm, X, y, *, intercept=True, away=True, tol=1e-3):
    """Yield the State after each step of Frank and Wolfe 1956 on the dual, as MSVMpack trains (Lauer and Guermeur
    2011).

    s maximises gᵀs over the feasible set, g = 1 - Hα: in closed form for two classes or without b, by a small linear
    program for many classes; see ``vertices``. Then α ← α + t (s - α), t in [0, 1] with Q(α) largest. gᵀ(s - α) is the
    duality gap, for nothing, and b is the multiplier of that linear program.
    away=True : where moving away from the worst of the corners that α is made of promises more, do that; with it the
    gap falls geometrically, without it Q* - Q(α) ≤ 2 λ ‖u‖² / (t + 2) (Jaggi 2013, Theorem 1), λ the largest eigenvalue
    of H.
    Ends when the gap is at most ``tol`` of the primal objective. Q(α) never falls.
    """
    problem = Problem("frank_wolfe", svm, X, y, intercept=intercept)
    diary, tol, program = Diary(problem), validation.positive("tol", tol), problem.program
    a, product, corners, shares = np.zeros(problem.n), np.zeros(problem.n), [np.zeros(problem.n)], [1.0]
    what, cost = "every α is 0", 0
    for _ in count():
        g = 1.0 - product
        s, b = vertices.best(problem, g)
        looked_at = range(problem.m) if cost else ()
        state = diary.state(a, what, looked_at, cost, own_intercept=b, known_product=product)
        yield state
        if state.relative_gap <= tol:
            yield diary.state(
                a, f"the gap is below {tol:g} of the objective: done", own_intercept=b, known_product=product, done=True
            )
            return
        direction, longest, worst = s - a, 1.0, None
        if away:
            worst = int(np.argmin([corner @ g for corner in corners]))
            if g @ (a - corners[worst]) > g @ direction and shares[worst] < 1.0:
                direction, longest = a - corners[worst], shares[worst] / (1.0 - shares[worst])
            else:
                worst = None
        along = program.product(direction)
        curvature = direction @ along
        t = longest if curvature <= 0 else min(longest, float(g @ direction) / curvature)
        cost = problem.m * problem.terms(direction)
        a, product = problem.boxed(a + t * direction), product + t * along
        if away:
            corners, shares = _shared(corners, shares, s, worst, t, t == longest)
        what = f"{t:.2g} of the way to a corner" if worst is None else f"away from a corner, {t:.2g} of its distance"
        what += ", which drops out" if worst is not None and t == longest else ""


def _shared(corners, shares, s, worst, t, whole):
    """(corners, shares) of which α is made after a step t towards s, or away from corner ``worst``."""
    shares = [(1.0 + t if worst is not None else 1.0 - t) * share for share in shares]
    corners = list(corners)
    if worst is not None:
        shares[worst] -= t
        if whole:
            del corners[worst], shares[worst]
        return corners, shares
    if whole:
        return [s], [1.0]
    same = next((k for k, corner in enumerate(corners) if np.array_equal(corner, s)), None)
    if same is None:
        return [*corners, s], [*shares, t]
    shares[same] += t
    return corners, shares
