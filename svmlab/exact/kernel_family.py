"""The machines of one training set for every value of one parameter of the kernel, and their optima on fixed sets.

While the same variables F are free and the same ones U at their bounds, α and b solve a linear system whose matrix
depends smoothly on the parameter::

    [ 0    E_Fᵀ ] [ b   ]   [ -E_Uᵀ u_U    ]
    [ E_F  H_FF ] [ α_F ] = [ 1 - H_FU u_U ]

and they are the optimum as long as 0 ≤ α_F ≤ u, and no margin at a bound is on the wrong side of 1.
"""

import copy
from dataclasses import dataclass

import numpy as np

from svmlab.engine import solver
from svmlab.engine.certificate import certify
from svmlab.engine.scaled_program import ON_A_BOUND, at_bounds

HOLDS = 1e-9  # by how much a condition may be missed: margins relative to 1, multipliers to the largest
NOTE = "from the path in the kernel's parameter"


class Family:
    """The machines of a trained machine's points, C and weights, for each value of ``parameter`` from low to high."""

    def __init__(self, svm, parameter, low, high):
        self.svm, self.parameter, self.left_out = _as_trained(svm), parameter, ()
        self.own = svm.solution_.program  # for what does not depend on the kernel: E, upper, example
        self.X = svm.X_fit_
        near = any(self.program(value).absorbed is not None for value in (low, high))
        self._centre = self.X.mean(axis=0) if near else None

    def without(self, variables):
        """The same machines with these variables held at zero: a point left out."""
        other = copy.copy(self)
        other.left_out, other.own = variables, self.own.without(variables)
        return other

    def kernel(self, value):
        return self.svm.kernel_.with_params(**{self.parameter: float(value)})

    def program(self, value):
        """The DualProgram at a value, the same as a training's."""
        program = self.svm.program_of(self.kernel(value))
        return program.without(self.left_out) if len(self.left_out) else program

    def model(self, value, solve=solver.solve):
        """A trained machine at a value, by the Solution ``solve(program)``."""
        return self.svm.with_kernel(self.kernel(value), solve)

    def sets(self, roles):
        """The FixedSets of these roles."""
        return FixedSets(self, roles)

    def columns(self, value, points):
        """(m, p) values of the kernel between all points and some, but for what the intercept takes up: relative to a
        centre where a training would have it so at one of the ends."""
        kernel, Z = self.kernel(value), self.X[points]
        return kernel(self.X, Z) if self._centre is None else kernel.relative(self.X, Z, self._centre)


def _as_trained(svm):
    """The machine without what was set since it was trained: the loss is that of its solution."""
    machine = getattr(svm, "machine_", None)
    return svm if machine is None or machine == svm.machine else copy.copy(svm).set_params(machine=machine)


@dataclass(frozen=True, eq=False)
class Place:
    """The optimum on fixed sets at one value t of the logarithm of the parameter.

    alpha, margins (n,); kept (n,): by how much each variable keeps its condition, negative where it does not, inf where
    it has none: margins are compared with 1, multipliers with their bounds, relative to the largest.
    """

    t: float
    alpha: np.ndarray
    margins: np.ndarray
    kept: np.ndarray

    @property
    def holds(self):
        return bool((self.kept >= -HOLDS).all())


class FixedSets:
    """Which variables are free and which are at their bounds; ``at(t)`` is what would be optimal then.

    roles (n,): 1 at zero, -1 at the bound, 0 free, as ``side`` of the engine's working sets.
    """

    def __init__(self, family, roles):
        self.family, self.roles = family, roles
        own = family.own
        self.free, self.bounded = np.flatnonzero(roles == 0), np.flatnonzero(roles == -1)
        self.points = np.unique(own.example[roles != 1])
        self._fixed = np.where(roles == -1, own.upper, 0.0)
        self._place = np.searchsorted(self.points, own.example[self.free])
        self._E = own.E[self.free]
        spanning = own.spanning(np.where(roles == 0, 0.0, -np.inf))
        self.tied = len(self.free) > 0 and len(spanning) == own.ties

    def at(self, t):
        """The Place at t; raises numpy's LinAlgError where the system is singular."""
        own, alpha = self.family.own, self._fixed.copy()
        K = self.family.columns(np.exp(t), self.points)
        b = None
        if len(self.free):
            b, alpha[self.free] = self._solved(K, 1.0 - self._product(K, alpha)[self.free])
        H_alpha = self._product(K, alpha)
        if self.tied:
            margins = H_alpha + own.E[:, : own.ties] @ b
        else:
            inside = np.minimum(0.5 * own.upper, 1.0)
            stands = np.select([self.roles == 1, self.roles == -1], [0.0, own.upper], inside)
            margins = H_alpha + own.E @ own.intercepts(stands, H_alpha)[1]
        return Place(t, alpha, margins, self._kept(alpha, margins))

    def _product(self, K, alpha):
        """(n,) Hα from the columns of K (m, p) at the points that carry."""
        own = self.family.own
        B = own.coefficients(alpha)
        scores = K @ B[self.points]
        if own.ridge is not None:
            scores += own.ridge[:, None] * B
        return own.along(scores)

    def _solved(self, K, wanted):
        """(b (ties,), α_F) from the right-hand side of the free margins."""
        own, k = self.family.own, len(self.free)
        E, example = self._E[:, : own.ties], own.example[self.free]
        K_F = K[example][:, self._place]
        if own.ridge is not None:
            K_F = K_F + own.ridge[example] * (example[:, None] == example)
        matrix = np.zeros((own.ties + k,) * 2)
        matrix[: own.ties, own.ties :], matrix[own.ties :, : own.ties] = E.T, E
        matrix[own.ties :, own.ties :] = K_F * (self._E @ self._E.T)
        data = np.concatenate([-(own.E[:, : own.ties].T @ self._fixed), wanted])
        z = np.linalg.solve(matrix, data) if self.tied else np.linalg.lstsq(matrix, data)[0]
        return z[: own.ties], z[own.ties :]

    def _kept(self, alpha, margins):
        upper = self.family.own.upper
        inside = np.minimum(alpha, upper - alpha) / (np.abs(alpha).max(initial=0.0) or 1.0)
        kept = np.where(self.roles == 0, inside, self.roles * (margins - 1.0))
        missed = np.abs(margins - 1.0)[self.free]
        if missed.max(initial=0.0) > HOLDS:  # no intercept suits them all, or the system is nearly singular
            kept[self.free] = np.minimum(kept[self.free], -missed)
        return np.where(upper > 0, np.where(np.isfinite(kept), kept, -np.inf), np.inf)

    def measured(self, t, program=None):
        """The Solution at t by these sets, measured by the whole program there."""
        return self.certified(self.at(t), program)

    def certified(self, place, program=None):
        """The Solution at a Place, measured by the whole program there."""
        upper = self.family.own.upper
        alpha = at_bounds(np.clip(place.alpha, 0.0, upper), upper, ON_A_BOUND)
        return certify(program or self.family.program(np.exp(place.t)), alpha, note=NOTE)


def roles_of(solution):
    """(n,) the roles of the variables of a Solution; see FixedSets."""
    return _roles(solution.alpha, solution.program.upper)


def roles_at(sets, place):
    """(n,) the roles at a Place by where each variable stands, those of identical points in their order."""
    own = sets.family.own
    alpha = own.canonical(np.clip(place.alpha, 0.0, own.upper))
    return _roles(at_bounds(alpha, own.upper, ON_A_BOUND), own.upper)


def _roles(alpha, upper):
    return np.select([alpha <= 0, alpha >= upper], [1, -1], 0)
