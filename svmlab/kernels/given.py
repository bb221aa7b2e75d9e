"""Kernels that somebody else computes: a matrix, or a function of one's own."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.kernels.kernel import MATRIX, Kernel, table


@dataclass(frozen=True)
class Precomputed(Kernel):
    """The matrix itself takes the place of X: (m, m) to train, (n, m) for new points against the m old ones."""

    takes = MATRIX
    name = "precomputed"
    positive_semidefinite = False

    def __call__(self, X, Z=None):
        return table(X)

    def _without(self, X, Z, centre):
        return X

    def roundings(self, d):
        return 0

    def diag(self, X):
        return np.diagonal(np.asarray(X, dtype=float)).copy()


@dataclass(frozen=True)
class Callable(Kernel):
    """A function f(X, Z) that returns the (n, p) matrix, as scikit-learn's SVC takes it."""

    function: object
    positive_semidefinite = False

    def _matrix(self, X, Z):
        values = self.function(X.astype(float), Z.astype(float))
        return np.array(validation.kernel_values(values, (len(X), len(Z))))  # the function may keep its own
