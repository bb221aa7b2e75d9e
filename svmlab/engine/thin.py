"""Programs whose kernel matrix has small rank, as those of linear and low-degree polynomial kernels have, or nearly so.

With K = F Fᵀ, F (m, r), the primal problem has (Q - 1)(r + 1) variables whatever m is; ``primal`` comes near its
optimum, with about as many variables left between their bounds as a vertex can have. The active set makes these exact,
on K itself, also where F is only the largest part of K.
"""

from dataclasses import dataclass, fields

import numpy as np

from svmlab.engine import primal, starts
from svmlab.engine.program import EPS, DualProgram

LARGEST_RANK = 60  # of a kernel matrix that counts as thin, and of the part of others that a start is made from
EXACT = 1e-13  # of the largest diagonal entry: what a factor may leave of K
NARROWER = 1  # width more where the factor leaves something: a few Newton steps instead of many exchanges
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
    found = factored(program)
    return found[0] if found and not found[2] else None


def factored(program):
    """(the same program, F (m, r), what F Fᵀ leaves of the diagonal of K, at most) of a scaled program.

    A ThinProgram where nothing is left; None where the primal problem is not that of ``primal``, or K is zero.
    """
    if type(program) is not DualProgram or program.ridge is not None:
        return None
    F, left = factor(program.K, CENTRED * float(program.sizes[0].max(initial=0.0)) ** 2)
    if not F.size:
        return None
    if not left:
        values = {field.name: getattr(program, field.name) for field in fields(DualProgram)}
        program = ThinProgram(**values, factor=F)
    return program, F, left


def near(problem, program, v):
    """(primal solution, the working set near it, not settled) of a program with finite bounds, from the ``Primal``
    of one that differs in these only, and its solution v."""
    v, a, b = problem.minimise(program.upper, v, 0 if isinstance(program, ThinProgram) else NARROWER)
    return v, starts.start(program, a, b)


def begin(program, factor):
    """(its Primal in the coordinates of a factor of its kernel matrix, where that begins)."""
    problem = primal.Primal(program, factor)
    return problem, np.zeros(problem.Z.shape[1])


def factor(K, noise=0.0):
    """(F (m, r), the largest diagonal entry of K - F Fᵀ, 0 where it is ``noise``), by Cholesky's method with pivots,
    which ends at LARGEST_RANK columns."""
    left = K.diagonal().copy()
    F = np.empty((len(K), LARGEST_RANK))
    tiny = max(EXACT * float(left.max(initial=0.0)), noise)
    for rank in range(LARGEST_RANK):
        pivot = int(left.argmax())
        if left[pivot] <= tiny:
            return F[:, :rank], 0.0
        F[:, rank] = (K[:, pivot] - F[:, :rank] @ F[pivot, :rank]) / np.sqrt(left[pivot])
        left = np.maximum(0.0, left - F[:, rank] ** 2)
        left[pivot] = 0.0
    return F, float(left.max()) if left.max() > tiny else 0.0
