"""The primal problem of a dual program whose kernel matrix has small rank, as those of linear kernels have.

With K = F Fᵀ, F (m, r), it has (Q - 1)(r + 1) variables whatever m is, V in the coordinates of F and b::

    minimise ½ ‖V‖² + Σ_v u_v h(1 - ⟨z_v, (V, b)⟩),      h the hinge, one term per dual variable v

Newton's method on a hinge that is rounded over a width μ, with μ lowered step by step, decides about thousands of
variables at once, where ``active_set`` exchanges them one by one. Where the columns of the points have very different
scales, K has lost the digits of the smaller ones before anything is computed. The primal problem has not: each column
is measured in units of its own, and ‖V‖² keeps its metric.
"""

from dataclasses import dataclass

import numpy as np
from scipy import linalg

from svmlab.engine import certificate
from svmlab.engine.scaled_program import ON_A_BOUND, at_bounds

WIDTHS = 10.0 ** -np.arange(0.5, 6.1, 0.5)  # μ, in units of the margin
FROM_NEAR = WIDTHS[3:]  # where the solution of a similar program is known
NEWTON, SEARCH = 50, 60  # steps at one width, and halvings of one step
FLAT = 1e-10  # relative size of a gradient that counts as zero
RIDGE = 1e-8  # relative curvature added so that a step exists where no variable lies in the rounded part
EXCHANGES = 50  # corrections of the sets of free and bounded variables
DEPENDENT = 1e-14  # relative size of a singular value of equations that follow from others
SINGULAR = 1e3  # times as large as the nearly optimal one, a vertex is none: its equations depend on each other
SOLVED = 1e-11  # by how much a margin or a multiplier may be on the wrong side
UNLIKE = 1e3  # ratio of the scales of two columns from which on K has lost too many digits of one


@dataclass(frozen=True)
class Points:
    """What a linear kernel is of: X (m, d), and the centre (d,) that K of the program is relative to."""

    X: np.ndarray
    centre: np.ndarray

    @property
    def scales(self):
        """(d,) the largest distance from the mean in each column; that of the others where a column is constant."""
        scales = np.abs(self.X - self.X.mean(axis=0)).max(axis=0)
        return np.where(scales > 0, scales, scales.max() or 1.0)

    @property
    def unlike(self):
        """Whether columns have so different scales that K is not to be trusted."""
        return bool(self.scales.max() > UNLIKE * self.scales.min())


def solve(program):
    """The Solution of a program that knows its points, by the primal problem in scaled columns; None if it fails."""
    if not np.isfinite(program.upper).all():
        return None
    problem, scales = scaled(program)
    with np.errstate(all="ignore"):
        found = problem.optimum(program.upper)
    if found is None or not all(np.isfinite(part).all() for part in found):
        return None
    v, alpha = found
    alpha = at_bounds(alpha, program.upper, ON_A_BOUND)
    return certificate.certify(program, alpha, w=problem.vectors(v)[0] / scales[:, None])


def scaled(program):
    """(the Primal of a program that knows its points in scaled columns about their mean, the scales (d,))."""
    scales = program.points.scales
    F = (program.points.X - program.points.X.mean(axis=0)) / scales
    return Primal(program, F, 1.0 / scales**2), scales


def approach(program):
    """Yield Solutions, nearer and nearer, of a program that knows its points and has finite bounds: one at each width,
    the exact one as soon as it is found; the others have no limits of b."""
    problem, scales = scaled(program)
    for v, a, few in problem.nearer(program.upper, np.zeros(problem.Z.shape[1])):
        found = problem.exact(program.upper, a, v) if few else None
        w, b = problem.vectors(v if found is None else found[0])
        alpha = at_bounds(a if found is None else found[1], program.upper, ON_A_BOUND)
        yield certificate.certify(program, alpha, w=w / scales[:, None], b=b if found is None else None)
        if found is not None:
            return


class Primal:
    """The primal problem of a dual program in coordinates F (m, r).

    v holds (Q - 1) rows (V_k, b_k) in the plane of the classes; ``metric`` (r,) is what ‖w‖² counts a unit of each
    coordinate, 1 where K = F Fᵀ.
    """

    def __init__(self, program, F, metric=1.0):
        Q = program.E.shape[1]
        # w_1 + ... + w_Q = 0 and b_1 + ... + b_Q = 0: an orthonormal basis of that plane
        self.basis = np.eye(1) if Q == 1 else np.linalg.svd(np.eye(Q) - 1.0 / Q)[0][:, : Q - 1]
        points = np.column_stack([F, np.ones(len(F))])
        signs = program.E @ self.basis
        self.Z = (signs[:, :, None] * points[program.example][:, None, :]).reshape(len(signs), -1)
        self.curvature = np.tile(np.append(np.broadcast_to(metric, F.shape[1]), 0.0), self.basis.shape[1])

    def vectors(self, v):
        """(w (r, q), b (q,)) of v: one column for each class, or the only one."""
        table = v.reshape(self.basis.shape[1], -1).T @ self.basis.T
        return table[:-1], table[-1]

    def minimise(self, upper, v, narrower=0):
        """(v, a (n,), b (ties,)): nearly optimal, with a exact at its bounds except for about one vertex.

        ``v`` is zero or the solution of a similar program; from there narrow widths are tried before all of them.
        ``narrower``: how many widths more are gone through than leave about one vertex.
        """
        a, narrow = np.zeros(len(upper)), 0
        for widths in (FROM_NEAR, WIDTHS) if v.any() else (WIDTHS,):
            for near in self.nearer(upper, v, widths):
                v, a, few = near
                narrow += few
                if narrow > narrower:
                    break
            if narrow:
                break
        b = self.vectors(v)[1]
        return v, a, b if len(b) == 1 else b[:-1] - b[-1]

    def optimum(self, upper):
        """(v, a (n,)) made exact from the largest width at which that succeeds, or None."""
        v = a = None
        for near in self.nearer(upper, np.zeros(self.Z.shape[1])):
            v, a, few = near
            found = self.exact(upper, a, v) if few else None
            if found is not None:
                return found
        return None if a is None else self.exact(upper, a, v)

    def exact(self, upper, a, v):
        """(v, a (n,)) made exact: on the sets of free and bounded variables of a, both solve

            metric · V = Σ a z over all variables,   ⟨z, (V, b)⟩ = 1 for free ones,

        until all others' margins and all free multipliers are on the right side. None where that does not end.
        """
        free, bounded = (a > 0) & (a < upper), (a >= upper) & (upper > 0)
        for _ in range(EXCHANGES):
            try:
                v, between = self._vertex(upper[bounded] @ self.Z[bounded], self.Z[free], v, a[free])
            except np.linalg.LinAlgError:
                return None
            margins = self.Z @ v
            if not np.abs(margins[free] - 1.0).max(initial=0.0) <= SOLVED:
                return None
            a = np.where(bounded, upper, 0.0)
            a[free] = np.clip(between, 0.0, upper[free])
            wrong = np.where(bounded, margins - 1.0, 1.0 - margins)
            wrong[upper <= 0] = 0.0
            wrong[free] = np.maximum(-between, between - upper[free]) / np.minimum(upper[free], np.abs(a).max() or 1.0)
            wrong[wrong <= SOLVED] = 0.0
            if not wrong.any():
                return v, a
            low = free & (a <= 0) & (wrong > 0)
            high = free & (a >= upper) & (wrong > 0)
            back = ~free & (wrong > 0)
            free, bounded = (free & ~low & ~high) | back, (bounded & ~back) | high
        return None

    def nearer(self, upper, v, widths=WIDTHS):
        """Yield (v, a (n,), whether no more are between their bounds than a vertex can have), width after width."""
        for width in widths:
            v, a, between, flat = self._newton(upper, width, v)
            if not flat:
                return
            yield v, a, between <= len(v)

    def _vertex(self, pull, Z, v, between):
        """(v, multipliers) that solve metric · V - Zᵀ a = pull, Z v = 1.

        Nearest to the given ones where there are many, as in a degenerate vertex or of identical points.
        """
        matrix = np.block([[np.diag(self.curvature), -Z.T], [Z, np.zeros((len(Z), len(Z)))]])
        size = np.abs(matrix).max(axis=1, initial=0.0, keepdims=True)
        matrix, data = matrix / size, np.concatenate([pull, np.ones(len(Z))]) / size[:, 0]
        x, many = np.concatenate([v, between]), len(Z) > len(v)
        found = None if many else _solved(matrix, data, x)
        if found is None or not np.abs(found).max() <= SINGULAR * np.abs(x).max():
            found = _twice(_least_squares, matrix, data, x)
        return found[: len(v)], found[len(v) :]

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
        share, rate, pull = t / width, along / width, upper * along  # of each bound that is reached, at 0 and per step

        def derivative(s):
            return slope + s * curvature - np.clip(share - s * rate, 0.0, 1.0) @ pull

        if derivative(1.0) <= 0:
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(SEARCH):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if derivative(middle) < 0 else (low, middle)
            if low > 0 and high - low < 0.05 * low:
                break
        return low or high


def _solved(matrix, data, x):
    """The solution of a linear system from x; None where it is singular."""
    try:
        return _twice(np.linalg.solve, matrix, data, x)
    except np.linalg.LinAlgError:
        return None


def _least_squares(matrix, data):
    if not (np.isfinite(matrix).all() and np.isfinite(data).all()):
        raise np.linalg.LinAlgError("the equations are not finite")
    return linalg.lstsq(matrix, data, cond=DEPENDENT, lapack_driver="gelsy")[0]


def _twice(solve, matrix, data, x):
    """The solution of a linear system from x, and a second time for what rounding left."""
    for _ in range(2):
        x = x + solve(matrix, data - matrix @ x)
    return x
