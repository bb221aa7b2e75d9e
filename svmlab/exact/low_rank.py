"""Machines along C where the kernel matrix has small rank, as those of linear and low-degree polynomial kernels have.

With K = F Fᵀ, F (m, r), the primal problem has (Q - 1)(r + 1) variables whatever m is::

    minimise ½ ‖V‖² + Σ_v u_v h(1 - ⟨z_v, (V, b)⟩),      h the hinge, one term per dual variable v

Newton's method on a hinge that is rounded over a width μ, with μ lowered step by step, decides about thousands of
variables at once, where ``active_set`` exchanges them one by one. It stops when about as many
variables are left between their bounds as a vertex can have; the active set makes these exact, and ``certify`` measures
the result with the whole kernel matrix. Each C starts from the primal solution of the last.
"""

from dataclasses import dataclass, fields

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, scaled_program, solver, starts
from svmlab.engine.program import DualProgram
from svmlab.exact import path
from svmlab.exact import validation as checks

LARGEST_RANK = 60  # of a kernel matrix that counts as thin
EXACT = 1e-13  # of the largest diagonal entry: what a factor may leave of K
SHORT = 200  # points below which the path is as fast
WIDTHS = 10.0 ** -np.arange(0.0, 6.1, 0.5)  # μ, in units of the margin
NEWTON, SEARCH = 50, 60  # steps at one width, and halvings of one step
FLAT = 1e-10  # relative size of a gradient that counts as zero
RIDGE = 1e-8  # relative curvature added so that a step exists where no variable lies in the rounded part


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
    primal = _Primal(scaling.scaled)
    v = np.zeros(primal.Z.shape[1])
    for C in C_grid:
        at_C = scaling.at(program.with_upper(C * program.upper))
        v, alpha = _solve(primal, at_C, v)
        model = None if alpha is None else path.machine_at(svm, program, C, alpha)
        if model is None or not model.solution_.certified:
            model = path.machine_at(svm, program, C, solver.solve(at_C.original).alpha)
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


def _solve(primal, scaling, v):
    """(primal solution, multipliers (n,) of the original program or None) from the primal of a similar program."""
    v, a, b = primal.minimise(scaling.scaled.upper, v)
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


class _Primal:
    """The primal problem in coordinates of the span of F; v holds (Q - 1) rows (V_k, b_k) in the classes' plane."""

    def __init__(self, program):
        self.program = program
        Q = program.E.shape[1]
        # w_1 + ... + w_Q = 0 and b_1 + ... + b_Q = 0: an orthonormal basis of that plane
        self.basis = np.eye(1) if Q == 1 else np.linalg.svd(np.eye(Q) - 1.0 / Q)[0][:, : Q - 1]
        points = np.column_stack([program.factor, np.ones(len(program.K))])
        signs = program.E @ self.basis
        self.Z = (signs[:, :, None] * points[program.example][:, None, :]).reshape(len(signs), -1)
        self.curvature = np.tile(np.append(np.ones(points.shape[1] - 1), 0.0), self.basis.shape[1])

    def minimise(self, upper, v):
        """(v, a (n,), b (ties,)): nearly optimal, with a exact at its bounds except for about one vertex."""
        best = v, np.zeros(len(upper))
        for width in WIDTHS:
            v, a, between, flat = self._newton(upper, width, best[0])
            if not flat:
                break
            best = v, a
            if between <= len(v):
                break
        v, a = best
        b = self.basis @ v.reshape(self.basis.shape[1], -1)[:, -1]
        return v, a, b if len(b) == 1 else b[:-1] - b[-1]

    def _newton(self, upper, width, v):
        """Newton's method with exact line search.

        Returns (v, multipliers, how many are between their bounds, whether the gradient vanished).
        """
        Z, slope = self.Z, upper / width
        t = 1.0 - Z @ v
        for _ in range(NEWTON):
            a = np.clip(t * slope, 0.0, upper)
            gradient = self.curvature * v - a @ Z
            between = np.flatnonzero((t > 0) & (t < width) & (upper > 0))
            if np.abs(gradient).max() <= FLAT * max(1e-300, a.sum()):
                return v, a, len(between), True
            rows = Z[between]
            H = (rows * slope[between, None]).T @ rows + np.diag(self.curvature)
            H[np.diag_indices(len(v))] += RIDGE * max(1.0, float(slope.max()))
            step = -np.linalg.solve(H, gradient)
            along = Z @ step
            s = self._line_search(upper, width, t, along, self.curvature * v @ step, self.curvature * step @ step)
            v, t = v + s * step, t - s * along
        return v, a, len(between), False

    def _line_search(self, upper, width, t, along, slope, curvature):
        """A step in (0, 1] at which the derivative along the direction vanishes, or 1 where it is negative still."""

        def derivative(s):
            return slope + s * curvature - np.clip((t - s * along) / width, 0.0, 1.0) @ (upper * along)

        if derivative(1.0) <= 0:
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(SEARCH):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if derivative(middle) < 0 else (low, middle)
            if low > 0 and high - low < 0.05 * low:
                break
        return low or high
