"""Pegasos: the subgradient of one point at a time, with a step that falls like 1/t."""

from itertools import count

import numpy as np

from svmlab import validation
from svmlab.learning.chance import Chance
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def pegasos(svm, X, y, *, intercept=False, project=True, random_state=0):
    """Yield the State after each step of Pegasos (Shalev-Shwartz, Singer, Srebro and Cotter 2011), for any kernel.

    With λ = 1/(C m), a point i drawn at random and η = 1/(λt):  w ← (1 - 1/t) w, and where y_i f(x_i) < 1
    w ← w + η y_i φ(x_i), that is C m y_i φ(x_i) / t. Then, with ``project``, back into the ball ‖w‖² ≤ C m = 1/λ, in
    which the optimum lies. P = ½ ‖w‖² + C Σ max(0, 1 - y_i f(x_i)) is C m times their objective.
    Without an intercept the mean over T steps of P, each with the loss of its own point alone, is within
    ``pegasos_bound`` of that of the optimum. With one, b ← b + C m y_i / t, and no rate is claimed, for P is not
    strongly convex in b.
    Never ends: a subgradient does not vanish at the optimum. Take as many as you like with itertools.islice.
    """
    problem = Problem("pegasos", svm, X, y, intercept=intercept, two_classes=True)
    rng, diary = Chance(random_state), Diary(problem)
    y, u, m = problem.signs, problem.upper, problem.m
    c, f, b, squared, ball = np.zeros(m), np.zeros(m), 0.0, 0.0, float(u.sum())
    yield _state(diary, c, b, "w = 0", (), 0)
    for t in count(1):
        i = rng.below(m)
        cost, margin = problem.terms(c), y[i] * (f[i] + b) + 0.0  # no zero with a sign
        c, f, squared = (1.0 - 1.0 / t) * c, (1.0 - 1.0 / t) * f, (1.0 - 1.0 / t) ** 2 * squared
        what = f"point {i} has the margin {margin:.3g}: w shrinks"
        if margin < 1:
            push = m * u[i] * y[i] / t
            squared += 2.0 * push * f[i] + push**2 * problem.K[i, i]
            c[i] += push
            f += push * problem.K[i]
            b += intercept * push
            what += f", and point {i} is added"
        if project and squared > ball:
            shorter = np.sqrt(ball / squared)
            c, f, squared = shorter * c, shorter * f, ball
            what += ", back into the ball"
        yield _state(diary, c, b, what, (i,), cost)


def pegasos_bound(svm, T):
    """G² (1 + ln T) / (2T), G = √(Cm) + C m R, R² = max κ(x_i, x_i): how far the mean of T steps of Pegasos with its
    projection and without b may be from the optimum, both with the losses of the points that were drawn.

    svm : trained, for C and the points. Shalev-Shwartz et al. 2011, Theorem 1, times C m.
    """
    svm = validation.fitted(svm)
    u = svm.upper_
    G = np.sqrt(u.sum()) + len(u) * float((u * np.sqrt(svm.K_.diagonal())).max())
    return G**2 * (1.0 + np.log(T)) / (2.0 * T)


def _state(diary, c, b, what, looked_at, cost):
    signs = diary.problem.signs
    return diary.state(c * signs, what, looked_at, cost, own_coefficients=c[:, None], own_intercept=np.array([b]))
