"""A dual program in units of its own: K centred in feature space, its largest diagonal entry about one."""

import copy
from dataclasses import replace

import numpy as np

from svmlab.engine.program import lever_of

ON_A_BOUND = 1e-11  # distance from a bound, relative to the largest multiplier, that counts as none
NOISE = 1e-14  # of a multiplier, relative to the largest


def near_a_bound(alpha, upper, rounding=ON_A_BOUND):
    """(..., n) distance from a bound that counts as none: ``rounding``, relative to the largest multiplier.

    Less than the smallest bound, since what a multiplier is short of its bound may be all that another one has, but
    not less than what rounding leaves of the largest; and never more than a small part of its own bound.
    """
    smallest = np.where(upper > 0, upper, np.inf).min(axis=-1, keepdims=True, initial=np.inf)
    largest = alpha.max(axis=-1, keepdims=True, initial=0.0)
    near = np.maximum(np.minimum(rounding * largest, 1e-3 * smallest), NOISE * largest)
    return np.minimum(near, 1e-3 * upper)


def at_bounds(alpha, upper, rounding=1e-14):
    """alpha (n,) with what is near 0 or ``upper`` put there exactly; see ``near_a_bound``."""
    near = near_a_bound(alpha, upper, rounding)
    return np.select([alpha <= near, alpha >= upper - near], [0.0, upper], alpha)


class ScaledProgram:
    """A dual program with K centred in feature space and scaled to a largest diagonal entry of one, within √2.

    Centring changes nothing but b (each column of B sums to zero) and makes data far from the origin harmless;
    α is measured in units of ``unit``, a power of two: nothing is rounded, and where it is one nothing is copied.
    """

    def __init__(self, program):
        K = program.centred[1]
        self._lever = program.lever[program.example, None] * program.E
        largest = float(K.diagonal().max(initial=0.0))
        self.unit = float(np.exp2(-np.rint(np.log2(largest)))) if largest > 0 else 1.0
        self.original = program
        ridge = None if program.ridge is None else program.ridge * self.unit
        self.scaled = replace(
            program,
            K=K if self.unit == 1.0 else K * self.unit,
            upper=program.upper / self.unit,
            absorbed=None,
            ridge=ridge,
            exact=None,
            points=None,
            row_sizes=tuple(size * np.sqrt(self.unit) for size in program.sizes),
        )

    def at(self, program):
        """The same scaling for a program that differs in its upper bounds only."""
        other = copy.copy(self)
        other.original = program
        other.scaled = self.scaled.with_upper(program.upper / self.unit)
        return other

    def alpha(self, active, rounding=1e-14):
        """(n,) multipliers of the original program, exact at their bounds; see ``at_bounds``."""
        return self.unscaled(active.a, active.side, rounding)

    def unscaled(self, a, side, rounding=1e-14):
        """The same from a (n,), in units of the scaled program, and side (n,)."""
        alpha = at_bounds(a * self.unit, self.original.upper, rounding)
        return np.where(side == -1, self.original.upper, alpha)

    def intercept(self, b, alpha):
        """(q,) intercept of the original program, summing to zero, from b (ties,) and the original alpha (n,)."""
        full = self.original.of_last(b) - alpha @ self._lever
        return full if self.original.one_variable_per_point else full - full.mean()

    def optimum(self, solution):
        """(a, b) of the scaled program for a Solution of the original one, by the intercept that has all its digits."""
        b = solution.b_relative + lever_of(self.original.centred[0]) @ self.original.coefficients(solution.alpha)
        return solution.alpha / self.unit, self.original.against_last(b)

    def inside(self, alpha, b):
        """(a, b) of the scaled program for (alpha, b) of the original one; b against the last class."""
        return alpha / self.unit, self.original.against_last(b + alpha @ self._lever)
