"""Machines along C where the kernel matrix has small rank, as those of linear and low-degree polynomial kernels have.

With K = F Fᵀ, F (m, r), the primal problem has (Q - 1)(r + 1) variables whatever m is; ``engine.primal`` comes near its
optimum, with about as many variables left between their bounds as a vertex can have. The active set makes these exact,
and ``certify`` measures the result with the whole kernel matrix. Each C starts from the primal solution of the last.
"""

from dataclasses import dataclass, fields

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, primal, scaled_program, solver, starts
from svmlab.engine.program import DualProgram
from svmlab.exact import path
from svmlab.exact import validation as checks

LARGEST_RANK = 60  # of a kernel matrix that counts as thin
EXACT = 1e-13  # of the largest diagonal entry: what a factor may leave of K
TOGETHER = 5  # values of C whose machines are certified together
SHORT = 200  # points below which the path is as fast


@dataclass(frozen=True)
class ThinProgram(DualProgram):
    """A dual program that knows F (m, r) with K = F Fᵀ, and multiplies by it."""

    factor: np.ndarray = None

    def scores(self, alpha):
        """(m, q) scores K B without intercept."""
        return self.factor @ (self.factor.T @ self.coefficients(alpha))

    def _times_K(self, rows):
        return (rows @ self.factor) @ self.factor.T


def solutions_along(svm, C_grid):
    """Yield a trained, certified machine for each C of an increasing grid.

    The machines of ``path.solutions_along``, which is called where the kernel matrix is not thin.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    program = svm.solution_.program
    program = program.with_weights(svm.sample_weight_)
    served = type(program) is DualProgram and len(program.K) >= SHORT
    scaling = scaled_program.ScaledProgram(program) if served else None
    noise = 4.0 * np.finfo(float).eps * float(program.K.diagonal().max())  # what centring leaves of far points
    factor = None if scaling is None else _factor(scaling.scaled.K, noise * scaling.unit)
    if factor is None:
        yield from path.solutions_along(svm, C_grid)
        return
    scaling.scaled = _thin(scaling.scaled, factor)
    problem = primal.Primal(scaling.scaled, factor)
    v = np.zeros(problem.Z.shape[1])
    for i in range(0, len(C_grid), TOGETHER):
        some, alphas = C_grid[i : i + TOGETHER], []
        for C in some:
            v, alpha = _solve(problem, scaling.at(program.with_upper(C * program.upper)), v)
            alphas.append(np.zeros(len(program.upper)) if alpha is None else alpha)  # which is not certified
        for model in path.machines_at(svm, program, some, alphas):
            if not model.solution_.certified:
                alpha = solver.solve(program.with_upper(model.C * program.upper)).alpha
                model = path.machine_at(svm, program, model.C, alpha)
            yield model


def begin(machine, X, y):
    """Return ``machine`` on X, y with every multiplier at zero, not trained: where ``solutions_along`` may begin.

    The machines along C are the same as from a trained one. For thousands of points and a thin kernel matrix this
    saves a training from nothing, which takes longer than dozens of values of C do.
    """
    return machine.at_zero(X, y)


def _thin(program, factor):
    """The program with a factor of its kernel matrix."""
    return ThinProgram(**{field.name: getattr(program, field.name) for field in fields(DualProgram)}, factor=factor)


def _solve(problem, scaling, v):
    """(primal solution, multipliers (n,) of the original program or None) from the primal of a similar program."""
    v, a, b = problem.minimise(scaling.scaled.upper, v)
    try:
        active = starts.start(scaling.scaled, a, b)
        active.settle()
    except (active_set.Stalled, active_set.Unbounded, np.linalg.LinAlgError):
        return v, None
    return v, scaling.alpha(active, scaled_program.ON_A_BOUND)


def _factor(K, noise=0.0):
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
