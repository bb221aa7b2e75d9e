"""What a procedure hands over after each step: its iterate, how good that is, and what it just did."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from svmlab.learning import vertices
from svmlab.learning.problems import Problem
from svmlab.machines.machine import owned


@dataclass(frozen=True, eq=False)
class Move:
    """Some multipliers (k,) on a straight line: where they were, where Q(α) is largest on it, and where they stayed
    because one of them met its bound."""

    variables: np.ndarray
    before: np.ndarray
    unclipped: np.ndarray
    after: np.ndarray

    @property
    def clipped(self):
        return not np.allclose(self.unclipped, self.after, rtol=1e-12, atol=0.0)


@dataclass(frozen=True, eq=False)
class State:
    """One iterate of a procedure. Everything is measured when it is asked for, so that thousands cost little.

    step, what : its number, and what the procedure did to come here, in words; done : whether its criterion is met
    looked_at : the points that it looked at for that; looks, evaluations : how many points, and how many values
        κ(x, z) or ⟨w, x⟩, it has looked at and computed since it began; none is kept from one step to the next
    dual_numbers : (n,) what the procedure has for α, such as the counts of a perceptron
    multipliers : (n,) those of the dual program, by which it is measured: the dual numbers; of a procedure on w the
        feasible ones nearest to them
    own_coefficients : (m, q) of the φ(x_i) in w, where they are not those of the multipliers
    own_intercept : (q,) b, where the procedure has one
    known_product : (n,) Hα, where the procedure keeps it
    move : the Move of an SMO step
    """

    problem: Problem
    step: int
    what: str
    dual_numbers: np.ndarray
    looked_at: tuple = ()
    looks: int = 0
    evaluations: int = 0
    done: bool = False
    own_coefficients: np.ndarray | None = None
    own_intercept: np.ndarray | None = None
    known_product: np.ndarray | None = field(default=None, repr=False)
    move: Move | None = None

    def __post_init__(self):
        for name in ("dual_numbers", "own_coefficients", "own_intercept", "known_product"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, owned(getattr(self, name)))

    def __repr__(self):
        return f"State({self.step}: {self.what})"

    @property
    def passes(self):
        """How often it has gone through the points: ``looks`` over m."""
        return self.looks / self.problem.m

    @cached_property
    def multipliers(self):
        return self.dual_numbers if self.own_coefficients is None else owned(self.problem.nearest(self.dual_numbers))

    @property
    def alpha(self):
        """(m,) α_i, or (m, Q) α_ik, as ``svm.alpha_``."""
        return self.problem.table(self.multipliers)

    @property
    def support(self):
        """The points with a multiplier above zero."""
        return self.problem.points(np.flatnonzero(self.multipliers > 0))

    @property
    def coefficients(self):
        """(m, q) coefficients of the φ(x_i) in w, or in each w_k."""
        own = self.own_coefficients
        return self.problem.program.coefficients(self.multipliers) if own is None else own

    @property
    def w(self):
        """(d,) w of the linear kernel, (Q, d) of many classes."""
        w = self.coefficients.T @ self.problem.machine.X_fit_
        return w[0] if len(w) == 1 else w

    @cached_property
    def _product(self):
        """(n,) Hα."""
        return self.problem.program.product(self.multipliers) if self.known_product is None else self.known_product

    @cached_property
    def _along(self):
        """(n,) margins without b: y_i ⟨w, φ(x_i)⟩."""
        if self.own_coefficients is None:
            return self._product
        return self.problem.program.along(self.problem.K @ self.own_coefficients)

    @cached_property
    def b(self):
        """b, or (Q,) b_k: the procedure's own, or that of the smallest primal objective; 0 without an intercept."""
        b = vertices.best(self.problem, 1.0 - self._along)[1] if self.own_intercept is None else self.own_intercept
        return float(b[0]) if len(b) == 1 else b

    @cached_property
    def margins(self):
        """(n,) y_i f(x_i), or h_y(x_i) - h_k(x_i) for each multiplier."""
        return self._along + self.problem.E @ np.atleast_1d(self.b)

    @cached_property
    def squared_norm(self):
        """‖w‖², for many classes Σ_k ‖w_k‖²."""
        if self.own_coefficients is None:
            return float(self.multipliers @ self._product)
        return float((self.own_coefficients * (self.problem.K @ self.own_coefficients)).sum())

    @property
    def dual(self):
        """Q(α) = Σ α - ½ αᵀHα: a lower bound of the optimum where α is ``feasible``."""
        return float(self.multipliers.sum() - 0.5 * self.multipliers @ self._product)

    @property
    def primal(self):
        """½ ‖w‖² + C Σ max(0, 1 - margin): an upper bound of the optimum."""
        return 0.5 * self.squared_norm + float(self.problem.upper @ np.maximum(0.0, 1.0 - self.margins))

    @property
    def feasible(self):
        """Whether 0 ≤ α ≤ C, and Σ y α = 0 where there is b."""
        return self.problem.feasible(self.multipliers)

    @property
    def unbalanced(self):
        """|Σ y α|, or the largest imbalance of a class; 0 without an intercept."""
        return self.problem.unbalanced(self.multipliers)

    @property
    def gap(self):
        """primal - dual, by which the objective may be off at the most; NaN where α is not feasible."""
        return self.primal - self.dual if self.feasible else float("nan")

    @property
    def relative_gap(self):
        """The gap over the primal objective."""
        return self.gap / self.primal

    @property
    def violation(self):
        """By how much a Karush-Kuhn-Tucker condition on the margins is violated, at b, at the most.

        1 - margin where it is positive and α below C, margin - 1 where it is positive and α above 0; but no more than
        H_vv times the way from α to its bound, for an α that is nearly there violates nearly nothing.
        """
        a, short, diagonal = self.multipliers, 1.0 - self.margins, self.problem.program.diagonal
        above, below = np.maximum(self.problem.upper - a, 0.0) * diagonal, np.maximum(a, 0.0) * diagonal
        return float(np.maximum(np.minimum(short, above), np.minimum(-short, below)).max(initial=0.0))

    @property
    def with_intercept(self):
        """The same α, judged as a solution of the machine with b: primal and b are the best there are for its w."""
        state = object.__new__(State)
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        state.__dict__.update(fields, problem=self.problem.with_intercept, own_intercept=None)
        return state

    def scores(self, Z):
        """(k,) f(z) of the (k, d) points Z, or (k, Q)."""
        machine = self.problem.machine
        scores = machine.kernel_(Z, machine.X_fit_) @ self.coefficients + self.b
        return scores[:, 0] if scores.shape[1] == 1 else scores


class Diary:
    """Counts steps, looks and kernel evaluations of a procedure, and writes its states."""

    def __init__(self, problem):
        self.problem, self.step, self.looks, self.evaluations = problem, -1, 0, 0

    def state(self, a, what, looked_at=(), evaluations=0, *, times=1, **more):
        """The next State: dual numbers a (n,), the points just looked at, how many times, and what that cost."""
        self.step, self.looks = self.step + 1, self.looks + times * len(looked_at)
        self.evaluations += int(evaluations)
        return State(self.problem, self.step, what, a, tuple(looked_at), self.looks, self.evaluations, **more)
