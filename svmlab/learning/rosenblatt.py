"""The perceptron: it stops at the first line that separates, one of many."""

import numpy as np

from svmlab import validation
from svmlab.learning import validation as checks
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary

MOST_ROUNDS = 1000


def perceptron(svm, X, y, *, intercept=True, order=None):
    """Yield the State of Rosenblatt's perceptron at each mistake: w, and b with an intercept.

    Round by round, where y_i (⟨w, x_i⟩ + b) ≤ 0:  w ← w + y_i x_i,  b ← b + y_i   (Vitay, part 1).

    svm : whose kernel, the linear one, and labels; its C does not matter here. order (m,) : in which the points come.
    Ends with a round without a mistake, which comes after at most ``novikoff`` updates where the classes can be
    separated, and never where they cannot. ``dual_numbers`` count how often each point was a mistake, w = Σ α_i y_i
    x_i; they know no C, so that the objectives judge a machine that was not asked for them.
    """
    problem = Problem("perceptron", svm, X, y, intercept=intercept, two_classes=True)
    checks.linear("perceptron", problem.linear, problem.machine.kernel_)
    diary, counts = Diary(problem), np.zeros(problem.m)
    points, order = problem.machine.X_fit_, np.arange(problem.m) if order is None else np.asarray(order)
    yield diary.state(counts, "w = 0", own_intercept=np.zeros(1))
    for i, looked_at, _, b in updates(points, problem.signs, order, intercept):
        what = f"point {i} is wrong: add it to w" if i is not None else "a round without a mistake: done"
        if i is not None:
            counts[i] += 1
        yield diary.state(
            counts, what, looked_at, len(looked_at), done=i is None, own_intercept=np.array([b]),
        )  # fmt: skip


def updates(X, y, order, intercept=True):
    """Yield (i, points looked at since the last mistake, w (d,), b) at each mistake i, and with i = None at the end."""
    w, b, looked_at, since = np.zeros(X.shape[1]), 0.0, [], 0
    while since < len(order):
        for i in order:
            looked_at.append(int(i))
            since += 1
            if y[i] * (w @ X[i] + b) <= 0:
                w, b, since = w + y[i] * X[i], b + intercept * y[i], 0
                yield int(i), looked_at, w, float(b)
                looked_at = []
            elif since == len(order):
                break
    yield None, looked_at, w, float(b)


def novikoff(svm, *, intercept=True):
    """The number of updates that no perceptron exceeds, in whatever order, by a machine that separates: R² ‖(w, b)‖².

    R² = max κ(x_i, x_i) + 1 and ‖w‖² + b², for the perceptron with b is one without in a space with one coordinate
    more; without an intercept R² = max κ(x_i, x_i) and ‖w‖², of a machine with b = 0. Any w and b with all margins at
    least 1 will do; those of the hard margin machine are near the best. Novikoff 1962.
    """
    svm = validation.fitted(svm)
    signs = 2.0 * svm.codes_ - 1.0
    f = svm.K_ @ svm.coefficients_[:, 0] + intercept * svm.intercept_[0]
    checks.separates(signs * f)
    radius, length = float(svm.K_.diagonal().max()), svm.solution_.squared_norm
    return (radius + intercept) * (length + intercept * float(svm.intercept_[0]) ** 2)


def train(X, y, order):
    """Return (w (d,), b) of Rosenblatt's perceptron, which goes through the points in ``order`` round by round.

    Where y_i (w · x_i + b) ≤ 0: w ← w + y_i x_i, b ← b + y_i. X (m, d), y (m,) of -1 and 1; it stops at a round without
    a mistake. Raises ValueError after a thousand rounds.
    """
    looks = 0
    for i, looked_at, w, b in updates(X, y, order):
        looks += len(looked_at)
        if i is None:
            return w, b
        if looks > MOST_ROUNDS * len(order):
            raise checks.still_wrong(MOST_ROUNDS)


def separating_lines(X, y, n=5, random_state=0):
    """Return n rows (w, b) of unit length in w, each of a perceptron that took the points in another order.

    All separate the classes -1 and 1 without an error: y_i (w · x_i + b) > 0 for every point.
    """
    draw = validation.random_generator(random_state)
    lines = []
    for _ in range(validation.integer("n", n, at_least=1)):
        w, b = train(np.asarray(X, dtype=float), np.asarray(y), draw.permutation(len(y)))
        lines.append([*w, b] / np.linalg.norm(w))
    return np.array(lines)
