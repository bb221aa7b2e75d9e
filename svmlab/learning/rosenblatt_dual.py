"""The perceptron in its dual form: how often each point was a mistake, and the kernel matrix."""

import numpy as np

from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def dual_perceptron(svm, X, y, *, intercept=True, printed=False):
    """Yield the State of the dual perceptron at each mistake: α_i ← α_i + 1 where y_i f(x_i) ≤ 0.

    f(x_i) = Σ_j α_j y_j κ(x_j, x_i), plus b = Σ_j α_j y_j with an intercept (Vitay, part 3, has none). Any kernel; with
    the linear one the mistakes are those of ``perceptron``, point by point.

    printed=True : as the slides print it, with y_i f(x_i) < 0 and "while the smallest margin is below 0". At α = 0
    every margin is 0, so it ends before it begins, with f = 0.
    Ends with a round without a mistake, never where the kernel does not separate the classes.
    """
    problem = Problem("dual_perceptron", svm, X, y, intercept=intercept, two_classes=True)
    diary, m, y = Diary(problem), problem.m, problem.signs
    counts, margins, looked_at, since = np.zeros(m), np.zeros(m), [], 0
    yield diary.state(counts, "every α is 0", own_intercept=np.zeros(1))
    while since < m:
        for i in range(m):
            looked_at.append(i)
            since += 1
            if margins[i] < 0 or (margins[i] == 0 and not printed):
                counts[i] += 1
                margins += y * y[i] * (problem.K[i] + intercept)
                yield _told(diary, counts, f"point {i} is wrong: add 1 to its α", looked_at)
                looked_at, since = [], 0
            elif since == m:
                break
    what = (
        "no margin is below 0, since all are 0: it never begins"
        if not counts.any()
        else "a round without a mistake: done"
    )
    yield _told(diary, counts, what, looked_at, done=bool(counts.any()))


def _told(diary, counts, what, looked_at, done=False):
    b = np.array([counts @ diary.problem.signs]) if diary.problem.intercept else np.zeros(1)
    cost = len(looked_at) * int((counts > 0).sum())
    return diary.state(counts, what, looked_at, cost, done=done, own_intercept=b)
