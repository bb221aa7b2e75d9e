"""The kernel of local alignments of two strings, and the score of Smith and Waterman as its limit."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.kernels.kernel import STRINGS, Kernel
from svmlab.kernels.of_strings import EMPTY, letters

LARGEST = 700.0  # log of what a double can be, nearly
ROOM = 1_000_000  # doubles in a row of the tables of all pairs that are computed at once


class Numbers(NamedTuple):
    """In what the sums are written: what adds, what multiplies, 0, 1, and what stands for exp(s)."""

    plus: np.ufunc
    times: np.ufunc
    zero: float
    one: float
    of: object


PLAIN = Numbers(np.add, np.multiply, 0.0, 1.0, math.exp)
LOGARITHMIC = Numbers(np.logaddexp, np.add, -math.inf, 0.0, float)  # no sum is too large
BEST = Numbers(np.maximum, np.add, -math.inf, 0.0, float)  # β = inf


@dataclass(frozen=True)
class LocalAlignment(Kernel):
    """κ(x, z) = (1/β) log Σ_π exp(β s(π)), over all local alignments π of x and z: a soft maximum of their scores.

    π pairs letters of x with letters of z, in order; s(π) is the sum of ``match`` for each pair of equal letters and
    ``mismatch`` for each other one, less ``gap_open`` + ``gap_extend`` (n - 1) for each n letters left out between two
    pairs, in x or in z. The empty alignment scores 0. For β = inf it is the score of Smith and Waterman 1981.

    **Not positive semi-definite**: a maximum is no scalar product, and neither is a logarithm of one. The sum itself,
    ``logarithm=False``, is; but its diagonal is so much larger than the rest that a machine learns little from it.
    Saigo, Vert, Ueda and Akutsu 2004 correct the logarithm by its eigenvalues on the training points; of the machines
    ``indefinite="clip"`` does so. Time: len(x) · len(z) steps a pair, about 0.02 μs each, 0.15 μs for long strings.
    """

    takes = STRINGS
    beta: float = 1.0
    match: float = 1.0
    mismatch: float = -1.0
    gap_open: float = 2.0
    gap_extend: float = 0.5
    logarithm: bool = True

    def __post_init__(self):
        validation.positive("beta", self.beta, finite=self.logarithm is False)
        validation.positive("match", self.match)
        validation.finite("mismatch", self.mismatch)
        validation.increasing("mismatch", self.mismatch, "match", self.match)
        validation.nonnegative("gap_open", self.gap_open)
        validation.nonnegative("gap_extend", self.gap_extend)

    @property
    def positive_semidefinite(self):
        return not self.logarithm

    def _matrix(self, X, Z):
        validation.long_enough(self, 1, np.concatenate([X, Z]))
        n, p = len(X), len(Z)
        rows, columns = np.triu_indices(n) if Z is X else np.indices((n, p)).reshape(2, -1)
        values = self._values(letters(X), letters(Z), rows, columns)
        K = np.empty((n, p))
        K[rows, columns] = values
        if Z is X:
            K[columns, rows] = values
        return K

    def _diagonal(self, X):
        codes, each = letters(validation.long_enough(self, 1, X)), np.arange(len(X))
        return self._values(codes, codes, each, each)

    def _values(self, X, Z, rows, columns):
        """(pairs,) values κ for codes X (n, L) and Z (p, L'), as many pairs at once as there is room for."""
        size = max(1, ROOM // Z.shape[1])
        blocks = [slice(i, i + size) for i in range(0, len(rows), size)]
        return np.concatenate([self._block(X[rows[block]], Z[columns[block]]) for block in blocks])

    def _block(self, x, z):
        """(pairs,) values κ for codes x (pairs, L) and z (pairs, L')."""
        if np.isinf(self.beta):
            return self._sums(BEST, 1.0, x.T, z.T)
        if self._largest(x.shape[1], z.shape[1]) < LARGEST:
            sums = self._sums(PLAIN, self.beta, x.T, z.T)
            return np.log(sums) / self.beta if self.logarithm else sums
        logarithms = self._sums(LOGARITHMIC, self.beta, x.T, z.T)
        return logarithms / self.beta if self.logarithm else np.exp(logarithms)

    def _largest(self, L, other):
        """What the log of the sum is at most: that of the number of alignments, and the best score."""
        return math.log(math.comb(L + other, L)) + self.beta * self.match * min(L, other)

    def _sums(self, numbers, beta, x, z):
        """(pairs,) sums over all alignments of codes x (L, pairs) and z (L', pairs), row by row of their table.

        paired : of those that end with this pair; below : or with letters of x left out behind it; beside : with
        letters of z left out behind either; left_out : with letters of x left out
        """
        plus, times, zero, one, of = numbers
        equal, unequal, opening, going_on = (
            of(beta * score) for score in (self.match, self.mismatch, -self.gap_open, -self.gap_extend)
        )
        paired = left_out = below = beside = np.full((len(z) + 1, x.shape[1]), zero)
        total = np.full(x.shape[1], one)
        for letter in x:
            ending = plus(one, plus(below[:-1], beside[:-1]))
            left_out = plus(times(paired, opening), times(left_out, going_on))
            factor = np.where(letter == z, equal, unequal)
            factor[(letter == EMPTY) | (z == EMPTY)] = zero
            paired = np.vstack([paired[:1], times(factor, ending)])
            below = plus(paired, left_out)
            beside = np.full_like(paired, zero)
            for j in range(1, len(z)):
                beside[j + 1] = plus(times(below[j], opening), times(beside[j], going_on))
            total = plus(total, plus.reduce(paired, axis=0))
        return total

    def roundings(self, d):
        steps = 12 * d
        return steps if self.logarithm else steps * (1 + int(self.beta * self.match * d) + 2 * d)
