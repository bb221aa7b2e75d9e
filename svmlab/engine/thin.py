"""Programs whose kernel matrix has small rank, as those of linear and low-degree polynomial kernels have.

With K = F Fᵀ, F (m, r), the primal problem has (Q - 1)(r + 1) variables whatever m is; ``primal`` comes near its
optimum, with about as many variables left between their bounds as a vertex can have. The active set makes these exact.
"""

from dataclasses import dataclass, fields

import numpy as np

from svmlab.engine import primal, starts
from svmlab.engine.program import EPS, DualProgram

LARGEST_RANK = 60  # of a kernel matrix that counts as thin
EXACT = 1e-13  # of the largest diagonal entry: what a factor may leave of K
CENTRED = 4.0 * EPS  # of the largest entry before it was centred: what that leaves of far points


@dataclass(frozen=True)
class ThinProgram(DualProgram):
    """A dual program that knows F (m, r) with K = F Fᵀ, and multiplies by it."""

    factor: np.ndarray = None

    def scores(self, alpha):
        """(m, q) scores K B without intercept."""
        return self.factor @ (self.factor.T @ self.coefficients(alpha))

    def _times_K(self, rows):
        return (rows @ self.factor) @ self.factor.T


def thin(program):
    """The ThinProgram of a scaled program, or None where its kernel matrix is not thin."""
    if type(program) is not DualProgram:
        return None
    F = factor(program.K, CENTRED * float(program.sizes[0].max(initial=0.0)) ** 2)
    if F is None:
        return None
    return ThinProgram(**{field.name: getattr(program, field.name) for field in fields(DualProgram)}, factor=F)


def near(problem, program, v):
    """(primal solution, the working set near it, not settled) of a ThinProgram with finite bounds, from the ``Primal``
    of one that differs in these only, and its solution v."""
    v, a, b = problem.minimise(program.upper, v)
    return v, starts.start(program, a, b)


def begin(program):
    """(its Primal, where that begins)."""
    problem = primal.Primal(program, program.factor)
    return problem, np.zeros(problem.Z.shape[1])


def factor(K, noise=0.0):
    """F (m, r) with K = F Fᵀ, up to ``noise``, by Cholesky's method with pivots; None where r would be large or 0."""
    left = K.diagonal().copy()
    columns = []
    tiny = max(EXACT * float(left.max(initial=0.0)), noise)
    while left.max(initial=0.0) > tiny:
        if len(columns) == LARGEST_RANK:
            return None
        pivot = int(left.argmax())
        column = K[:, pivot] - sum(other * other[pivot] for other in columns)
        column = column / np.sqrt(left[pivot])
        columns.append(column)
        left = np.maximum(0.0, left - column**2)
        left[pivot] = 0.0
    return np.array(columns).T if columns else None
