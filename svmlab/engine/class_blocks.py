"""Newton's systems of the dual program of Lee, Lin and Wahba, class by class: nothing of the size of H is formed.

With the variables of one class k together, H = c (δ_kl - 1/Q) K[S_k, S_l] with S_k the points of other classes. What an
interior-point method adds is a diagonal, so that for w > 0

    H + diag(w) = B - (c/Q) N K Nᵀ,    B = diag_k(c K[S_k, S_k] + diag(w_k)),    N (n, m) the point of each variable,
    (H + diag(w))⁻¹ = B⁻¹ + B⁻¹ N K T⁻¹ Nᵀ B⁻¹,    T = (Q/c) 1 - Nᵀ B⁻¹ N K.

Q inverses of at most m rows and one more stand for one of n = m (Q - 1): a Q-th of Q² of its work. The second line is
the formula of Sherman, Morrison and Woodbury, written so that K need not be invertible.
"""

import numpy as np
from scipy.linalg import lapack
from scipy.sparse.linalg import LinearOperator

REFINEMENTS = 2  # of a solution


class ClassBlocks:
    """H of a SumToZeroProgram times ``unit``, among the variables ``usable`` (n,) of it, under Eᵀα = 0.

    ``hessian`` is it as a linear operator, ``newton`` what ``interior_point.by`` asks for.
    """

    def __init__(self, program, usable, unit):
        self.K, self.point, self.tail = program.K, program.example[usable], program.tail[usable]
        self.c, self.Q = unit * program.unit**2, program.n_classes
        self.ties = program.E[usable][:, : program.ties]
        self.columns = [np.flatnonzero(self.tail == k) for k in range(self.Q)]
        self.blocks = [self.c * self.K[np.ix_(self.point[at], self.point[at])] for at in self.columns]
        self.hessian = LinearOperator((len(usable),) * 2, matvec=self._times, dtype=float)

    def _times(self, x):
        """H x (n,)."""
        table = np.zeros((len(self.K), self.Q))
        table[self.point, self.tail] = x.ravel()
        return self.c * (self.K @ (table - table.mean(axis=1, keepdims=True)))[self.point, self.tail]

    def newton(self, weights):
        """(first (n,), second (ties,)) -> (x, y) with (H + w) x + E y = first, Eᵀx = second; w is the sum of the
        ``weights`` (2n,) of both bounds. None where that is singular."""
        w = weights.reshape(2, -1).sum(axis=0)
        inverted = self._inverse(w)
        if inverted is None:
            return None
        through = inverted(self.ties)
        schur, pivots, singular = lapack.dgetrf(self.ties.T @ through)
        if singular:
            return None

        def once(first, second):
            x = inverted(first[:, None])[:, 0]
            y = lapack.dgetrs(schur, pivots, self.ties.T @ x - second)[0]
            return x - through @ y, y

        def solve(first, second):
            x, y = once(first, second)
            for _ in range(REFINEMENTS):
                dx, dy = once(first - self._times(x) - w * x - self.ties @ y, second - self.ties.T @ x)
                x, y = x + dx, y + dy
            return x, y

        return solve

    def _inverse(self, w):
        """The function that multiplies (n, r) by (H + w)⁻¹; None where that is singular."""
        inverses = [_inverse(block, w[at]) for block, at in zip(self.blocks, self.columns, strict=True)]
        if any(inverse is None for inverse in inverses):
            return None
        total = np.zeros_like(self.K)
        for inverse, at in zip(inverses, self.columns, strict=True):
            total[np.ix_(self.point[at], self.point[at])] += inverse
        T, pivots, singular = lapack.dgetrf(self.Q / self.c * np.eye(len(self.K)) - total @ self.K)
        if singular or not np.isfinite(T).all():
            return None

        def by_blocks(table):
            found = np.empty_like(table)
            for inverse, at in zip(inverses, self.columns, strict=True):
                found[at] = inverse @ table[at]
            return found

        def inverted(table):
            within = by_blocks(table)
            sums = np.zeros((len(self.K), table.shape[1]))
            np.add.at(sums, self.point, within)
            return within + by_blocks((self.K @ lapack.dgetrs(T, pivots, sums)[0])[self.point])

        return inverted


def _inverse(block, w):
    """(k, k) inverse of a positive definite block + diag(w); None where it is not that."""
    matrix = block.copy()
    matrix[np.diag_indices_from(matrix)] += w
    factor, failed = lapack.dpotrf(matrix, lower=1, clean=0)
    if failed or not np.isfinite(factor).all():
        return None
    lower, _ = lapack.dpotri(factor, lower=1)
    return np.tril(lower) + np.tril(lower, -1).T
