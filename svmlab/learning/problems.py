"""What a procedure is asked: the dual program of a machine on some points, with the intercept or without it."""

from dataclasses import replace
from functools import cached_property

import numpy as np
from sklearn.base import clone

from svmlab import kernels, validation
from svmlab.learning import validation as checks

ON_A_BOUND = 1e-13  # distance from a bound, of its bound, or from zero, of the largest, that is rounding


class Problem:
    """min ½ αᵀHα - 1ᵀα over 0 ≤ α ≤ u, and Eᵀα = 0 where the machine has an intercept b.

    Darcy and Guermeur 2005, Problem 2, for two classes, Problem 4 for many; without Eᵀα = 0 it is the dual of the
    machine through the origin, b = 0. n multipliers on m points, n = m for two classes and m (Q-1) for many.

    program : the ``engine.program.DualProgram``, with K of the points as they are; E (n, q), upper (n,), K (m, m)
    codes (m,) : 0 to Q-1; signs (n,) : y_i of two classes; linear : whether w lives in the plane of the points
    """

    def __init__(self, what, svm, X, y, *, intercept=True, two_classes=False):
        machine = clone(svm)
        validation.weston_watkins(what, machine)
        self.machine, self.intercept = machine.at_zero(X, y), intercept
        program = self.machine.solution_.program
        self.program = replace(program, K=self.machine.K_, absorbed=None, exact=None, points=None)
        checks.finite_bounds(what, self.program.upper)
        if two_classes:
            checks.two_classes(what, self.program.one_variable_per_point)
        self.K, self.E, self.upper = self.program.K, self.program.E, self.program.upper
        self.m, self.n, self.Q = len(self.K), len(self.upper), self.program.n_classes
        self.codes, self.signs = self.machine.codes_, self.E[:, 0]
        self.linear = isinstance(self.machine.kernel_, kernels.Linear)

    @cached_property
    def with_intercept(self):
        """The same problem with Eᵀα = 0, that of the machine with b."""
        other = object.__new__(Problem)
        other.__dict__.update(self.__dict__, intercept=True)
        return other

    def table(self, values):
        """(n,) values of the multipliers in the shape of ``svm.alpha_``: (m,), or (m, Q) with 0 for the own class."""
        if self.program.one_variable_per_point:
            return values
        table = np.zeros((self.m, self.Q))
        table[self.program.example, self.program.tail] = values
        return table

    def points(self, variables):
        """The points that multipliers belong to, each once, in order."""
        return tuple(int(i) for i in dict.fromkeys(self.program.example[np.asarray(variables, dtype=int)]))

    def terms(self, a):
        """How many kernel evaluations one score costs: one inner product with w where there is w, else one for each
        support vector."""
        if self.linear:
            return 1
        sizes = np.abs(self.program.coefficients(a)).max(axis=1)
        return int((sizes > ON_A_BOUND * sizes.max()).sum())

    def boxed(self, a):
        """a (n,) between its bounds, and at a bound that it misses by rounding only."""
        near = ON_A_BOUND * self.upper
        return np.select([a <= near, a >= self.upper - near], [0.0, self.upper], a)

    def unbalanced(self, a):
        """The largest entry of |Eᵀα|, 0 where nothing has to balance."""
        return float(np.abs(self.E.T @ a).max()) if self.intercept else 0.0

    def feasible(self, a):
        """Whether α is in the box, and balanced, up to rounding; only then is its dual value a lower bound."""
        near = 1e-9 * float(np.abs(a).max(initial=0.0))
        inside = (a >= -near) & (a <= self.upper + near)
        return bool(inside.all()) and self.unbalanced(a) <= near * np.sqrt(self.n)

    def nearest(self, a):
        """(n,) the feasible multipliers nearest to a (n,), of two classes or without b: a projection.

        α_i = min(max(a_i - y_i β, 0), u_i), with the β for which Σ y_i α_i = 0: that sum falls with β in straight
        pieces, between two neighbours of y_i a_i and y_i (a_i - u_i).
        """
        if not self.intercept:
            return self.boxed(a)
        y, u = self.signs, self.upper

        def clipped(beta):
            return np.clip(a - y * beta, 0.0, u)

        kinks = np.sort(np.concatenate([y * a, y * (a - u)]))
        low, high = 0, len(kinks) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if y @ clipped(kinks[middle]) > 0 else (low, middle)
        above, below = y @ clipped(kinks[low]), y @ clipped(kinks[high])
        share = above / (above - below) if above > below else 0.0
        return self.boxed(clipped(kinks[low] + share * (kinks[high] - kinks[low])))
