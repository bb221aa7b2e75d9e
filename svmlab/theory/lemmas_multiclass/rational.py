"""A linear machine in fractions: from its active constraints, every multiplier, margin and score exactly."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np


@dataclass(frozen=True)
class ExactMachine:
    """A linear M-SVM whose active constraints are known, in fractions.

    alpha, margins : {(i, k): Fraction} of every constraint; W : Q lists; b : Q Fractions of sum 0
    left_out : the point whose constraints do not count, or None
    """

    alpha: dict
    margins: dict
    W: list
    b: list
    left_out: int | None

    @property
    def optimal(self):
        """Whether every Karush-Kuhn-Tucker condition is true, exactly."""
        for (i, k), margin in self.margins.items():
            alpha = self.alpha[i, k]
            if i != self.left_out and (alpha < 0 or margin < 1 or (alpha > 0 and margin != 1)):
                return False
        return True

    def scores(self, x):
        """The Q scores of a point."""
        return [sum(w * Fraction(v) for w, v in zip(row, x, strict=True)) + b for row, b in zip(self.W, self.b)]  # noqa: B905


def exact_machine(X, codes, active, *, without=None):
    """Return the ExactMachine of points X (m, d) of classes codes (m,) whose active constraints (m, Q) bool are given.

    Solves, in fractions, margin = 1 on the active ones, (26) and Σ b = 0. Raises ValueError where the system has not
    full rank, so that the multipliers are not unique.
    """
    X = [[Fraction(float(v)) for v in row] for row in np.asarray(X, dtype=float)]
    codes, (m, Q) = [int(c) for c in codes], active.shape
    dot = [[sum(a * b for a, b in zip(u, v, strict=True)) for v in X] for u in X]
    every = [(i, k) for i in range(m) for k in range(Q) if k != codes[i]]
    arcs = [(i, k) for i, k in every if active[i, k] and i != without]

    def flow(i, k):
        return [(c == codes[i]) - (c == k) for c in range(Q)]

    def coupling(i, k, j, o):
        return dot[i][j] * sum(a * b for a, b in zip(flow(i, k), flow(j, o), strict=True))

    rows = [[coupling(*a, *c) for c in arcs] + flow(*a) + [1] for a in arcs]
    rows += [[flow(*a)[c] for a in arcs] + [0] * (Q + 1) for c in range(Q - 1)]
    rows.append([0] * len(arcs) + [1] * Q + [0])
    x = _solve_exactly([[Fraction(v) for v in row] for row in rows])
    found, b = dict(zip(arcs, x, strict=False)), x[len(arcs) :]
    alpha = {a: found.get(a, Fraction(0)) for a in every}
    W = [[sum(v * flow(*a)[c] * X[a[0]][f] for a, v in found.items()) for f in range(len(X[0]))] for c in range(Q)]
    machine = ExactMachine(alpha, {}, W, b, without)
    for i, k in every:
        h = machine.scores(X[i])
        machine.margins[i, k] = h[codes[i]] - h[k]
    return machine


def _solve_exactly(rows):
    """The solution of n equations (n rows of n + 1 Fractions) by elimination."""
    n = len(rows)
    for c in range(n):
        pivot = next((r for r in range(c, n) if rows[r][c] != 0), None)
        if pivot is None:
            raise ValueError("the active constraints have not full rank, so the multipliers are not unique")
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [v / rows[c][c] for v in rows[c]]
        for r in range(n):
            if r != c and rows[r][c] != 0:
                factor = rows[r][c]
                rows[r] = [v - factor * w for v, w in zip(rows[r], rows[c], strict=True)]
    return [row[-1] for row in rows]
