"""The full subgradient of the hinge loss: descent on w and b, with all points at once."""

from itertools import count

import numpy as np

from svmlab import validation
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def subgradient(svm, X, y, *, intercept=False, printed=False, tol=1e-3):
    """Yield the State after each step of subgradient descent on P(w, b) = ½ ‖w‖² + C Σ max(0, 1 - y_i f(x_i)).

    w ← w - (w - C Σ y_i φ(x_i)) / t, the sum over the points with y_i f(x_i) < 1, and b ← b + (C Σ y_i) / t with an
    intercept; step 1/t, since ½ ‖w‖² is 1-strongly convex. A kernel will do: w = Σ c_i φ(x_i).
    Without an intercept c_i y_i is an average of values 0 and C, so it is a feasible α, and the procedure is
    Frank-Wolfe on the dual with the steps 1/t (Bach 2015). Then the smallest P among t
    of its iterates is within ``subgradient_bound`` of the optimum. With an intercept no rate is claimed.
    printed=True : the points with f(x_i) < 1, as the slides print the condition (part 6), without y_i: a point of the
    class -1 then pushes for ever, and what it comes to is not the optimum.
    Ends when the duality gap is at most ``tol`` of P, with an intercept and as printed perhaps never.
    """
    problem = Problem("subgradient", svm, X, y, intercept=intercept, two_classes=True)
    diary, tol, y, u = Diary(problem), validation.positive("tol", tol), problem.signs, problem.upper
    c, b = np.zeros(problem.m), 0.0
    state = _state(diary, c, b, "w = 0", 0)
    yield state
    for t in count(1):
        if not state.relative_gap > tol:
            yield _state(diary, c, b, f"the gap is below {tol:g} of the objective: done", 0, done=True)
            return
        cost, f = problem.m * problem.terms(c * y), problem.K @ c + b
        short = (f if printed else y * f) < 1
        c = (1.0 - 1.0 / t) * c + np.where(short, u * y, 0.0) / t
        b += intercept * float((u * y)[short].sum()) / t
        state = _state(diary, c, b, f"{short.sum()} points are short of the margin 1: a step of 1/{t}", cost)
        yield state


def subgradient_bound(svm, t):
    """G² (1 + ln t) / (2t), G = 2 C Σ ‖φ(x_i)‖: how far the best of t steps without b may be from the optimum.

    svm : trained, for C and the points. Shalev-Shwartz et al. 2011, Lemma 1, for one function in each step.
    """
    svm = validation.fitted(svm)
    G = 2.0 * float(svm.upper_ @ np.sqrt(svm.K_.diagonal()))
    return G**2 * (1.0 + np.log(t)) / (2.0 * t)


def _state(diary, c, b, what, cost, done=False):
    looked_at = range(diary.problem.m) if cost else ()
    return diary.state(
        c * diary.problem.signs,
        what,
        looked_at,
        cost,
        done=done,
        own_coefficients=c[:, None],
        own_intercept=np.array([b]),
    )
