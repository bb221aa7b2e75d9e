"""Kernels of strings by the words in them: X is a list or an array of strings, and a feature is a word.

A word of k letters is what stands in a window of k places. ``kernel.words(X)`` gives the features themselves, so that
Σ_i coefficient_i φ_u(x_i) is the weight that a machine gives to the word u.
"""

from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from scipy import sparse

from svmlab import validation
from svmlab.kernels.kernel import STRINGS, Kernel

EMPTY = 0  # the code of no letter


class Words(NamedTuple):
    """Features of n strings: words (N,) in alphabetical order, and φ_u(x_i), a sparse matrix (n, N)."""

    words: np.ndarray
    counts: sparse.csr_array


def letters(X):
    """(n, L) codes of the letters of strings (n,); EMPTY beyond the end of a string."""
    width = X.dtype.itemsize // np.dtype("U1").itemsize
    return np.ascontiguousarray(X).view(np.uint32).reshape(len(X), width)


def _counted(X, k):
    """The Words of k letters in X (n,), each counted."""
    windows = np.lib.stride_tricks.sliding_window_view(letters(X), k, axis=1)
    inside = windows[:, :, -1] != EMPTY
    found = np.ascontiguousarray(windows[inside]).view(f"U{k}")[:, 0]
    words, column = np.unique(found, return_inverse=True)
    entries = np.ones(len(found)), (np.nonzero(inside)[0], column)
    return Words(words, sparse.csr_array(entries, shape=(len(X), len(words))))


class WordKernel(Kernel):
    """κ(x, z) = Σ_u φ_u(x) φ_u(z), over words u of k letters."""

    takes = STRINGS

    def words(self, X):
        """Return the Words of strings X: a list or an array of n strings."""
        return self._words(self.taken(X))

    def _matrix(self, X, Z):
        if Z is X:
            counts = self._words(X).counts
            return (counts @ counts.T).toarray()
        counts = self._words(np.concatenate([X, Z])).counts
        return (counts[: len(X)] @ counts[len(X) :].T).toarray()

    def roundings(self, d):
        return 0  # whole numbers

    def _diagonal(self, X):
        return np.asarray(self._words(X).counts.power(2).sum(axis=1), dtype=float)


@dataclass(frozen=True)
class Spectrum(WordKernel):
    """κ(x, z) = Σ_u φ_u(x) φ_u(z), with φ_u(x) how often the word u of ``k`` letters stands in x.

    k = 1 is the composition. Words may overlap, and where they stand does not count. Leslie, Eskin and Noble 2002.
    """

    k: int = 3

    def __post_init__(self):
        validation.integer("k", self.k, at_least=1)

    def _words(self, X):
        return _counted(validation.long_enough(self, self.k, X), self.k)


@dataclass(frozen=True)
class Mismatch(WordKernel):
    """κ(x, z) = Σ_u φ_u(x) φ_u(z), with φ_u(x) how many words of ``k`` letters in x differ from u in ≤ ``m`` places.

    u is any word over the alphabet, which therefore has to be known; with m = 0 this is ``Spectrum(k)``. Each word of x
    counts for Σ_{j≤m} binomial(k, j) (A - 1)^j words of A letters, and that many numbers are stored.
    Leslie, Eskin, Cohen, Weston and Noble 2004.
    """

    k: int = 3
    m: int = 1
    alphabet: str = "acgt"

    def __post_init__(self):
        validation.integer("k", self.k, at_least=1)
        validation.integer("m", self.m, at_least=0)
        validation.at_most("m", self.m, self.k, "letters of a word")
        validation.alphabet("alphabet", self.alphabet)
        validation.words_can_be_numbered(self, len(self.alphabet), self.k)

    def feature_dimension(self, d):
        return len(self.alphabet) ** self.k

    def _words(self, X):
        validation.letters_of(self, self.alphabet, X)
        found, counts = _counted(validation.long_enough(self, self.k, X), self.k)
        near = self._near(self._numbers(found))
        numbers, column = np.unique(near, return_inverse=True)
        row = np.repeat(np.arange(len(near)), near.shape[1])
        belongs = sparse.csr_array((np.ones(near.size), (row, column.ravel())), shape=(len(near), len(numbers)))
        return self._alphabetical(numbers, (counts @ belongs).tocsr())

    @property
    def _places(self):
        """(k,) what a letter at each place adds to the number of a word, for each position in the alphabet."""
        return len(self.alphabet) ** np.arange(self.k - 1, -1, -1, dtype=np.int64)

    def _numbers(self, words):
        """(N,) the number of each word: its letters as digits."""
        order = np.argsort(self._codes)
        return order[np.searchsorted(self._codes, letters(words), sorter=order)] @ self._places

    @property
    def _codes(self):
        return letters(np.array([self.alphabet]))[0]

    def _near(self, numbers):
        """(N, B) numbers of all words that differ from each in at most m places, each once."""
        A, columns = len(self.alphabet), [numbers]
        for j in range(1, self.m + 1):
            for places in combinations(self._places, j):
                digits = [numbers // place % A for place in places]
                for steps in product(range(1, A), repeat=j):
                    changed = [((d + s) % A - d) * place for d, s, place in zip(digits, steps, places, strict=True)]
                    columns.append(numbers + sum(changed))
        return np.stack(columns, axis=1)

    def _alphabetical(self, numbers, counts):
        digits = numbers[:, None] // self._places % len(self.alphabet)
        words = np.ascontiguousarray(self._codes[digits]).view(f"U{self.k}")[:, 0]
        order = np.argsort(words)
        return Words(words[order], counts[:, order])


@dataclass(frozen=True)
class WeightedDegree(Kernel):
    """κ(x, z) = Σ_k β_k Σ_l [x and z have the same word of k letters at place l], β_k = 2 (D - k + 1) / (D (D + 1)).

    k = 1, ..., D = ``degree``, and l = 1, ..., L - k + 1: strings have one length L. Words count where they stand;
    D = 1 is the scalar product of one-hot strings. Rätsch and Sonnenburg 2004.

    Computed in L steps: where r letters in a row agree, words of 1, ..., r letters end.
    """

    takes = STRINGS
    degree: int = 3

    def __post_init__(self):
        validation.integer("degree", self.degree, at_least=1)

    @property
    def _ending(self):
        """(D + 1,) D (D + 1) / 2 times what the words add that end where r = 0, ..., D letters in a row agree."""
        return np.append(0, np.cumsum(np.arange(self.degree, 0, -1)))

    @property
    def _unit(self):
        return 0.5 * self.degree * (self.degree + 1)

    def _matrix(self, X, Z):
        validation.one_length(self, np.concatenate([X, Z]))
        run = np.zeros((len(X), len(Z)), dtype=int)
        total = np.zeros((len(X), len(Z)), dtype=int)
        for x, z in zip(letters(X).T, letters(Z).T, strict=True):
            run = np.minimum(run + 1, self.degree) * np.equal.outer(x, z)
            total += self._ending[run]
        return total / self._unit

    def roundings(self, d):
        return 1

    def _diagonal(self, X):
        validation.one_length(self, X)
        L, D = letters(X).shape[1], self.degree
        return np.full(len(X), sum(max(0, L - k + 1) * (D - k + 1) for k in range(1, D + 1)) / self._unit)
