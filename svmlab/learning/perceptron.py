"""The perceptron: it stops at the first line that separates, one of many."""

import numpy as np

from svmlab import validation
from svmlab.learning import validation as checks

MOST_ROUNDS = 1000


def train(X, y, order):
    """Return (w (d,), b) of Rosenblatt's perceptron, which goes through the points in ``order`` round by round.

    Where y_i (w · x_i + b) ≤ 0: w ← w + y_i x_i, b ← b + y_i. X (m, d), y (m,) of -1 and 1; it stops at a round without
    a mistake. Raises ValueError after a thousand rounds.
    """
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(MOST_ROUNDS):
        mistakes = 0
        for i in order:
            if y[i] * (w @ X[i] + b) <= 0:
                w, b, mistakes = w + y[i] * X[i], b + y[i], mistakes + 1
        if not mistakes:
            return w, float(b)
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
