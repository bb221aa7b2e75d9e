"""Bounds on the leave-one-out errors of the machines whose scores sum to zero: Lee, Lin and Wahba, and the M-SVM².

Guermeur and Monfrini 2011 extend the radius-margin bound to them; the constants here are derived below, and not
compared with those of the paper. Hard margin, in the feature space of K for "lee-lin-wahba" with C = inf and of
K + I/(2C) for "msvm2"; κ = 1/(Q-1); D the diameter of the smallest ball of the support vectors; A_p = max_k α_pk;
V = W⁰ - Wᵖ, g = h⁰ - hᵖ from the machines with and without p. At every error, whichever optimal b are chosen,
A_p ≥ 2κ/(√(Q-1) D²):

1. A² Q D²/4 ≥ ‖V‖². Take α_p away, and from others what brings every column sum of what is taken to A = A_p; each
   column has it, for Σ_i α_ik is the same for all k. What is taken makes Q convex combinations c_k of support vectors;
   the dual falls by ½ A² Σ_k ‖c_k - c̄‖² ≤ ½ A² Q D²/4; and by no less than ½ ‖V‖², Wᵖ being the projection of the
   origin on a convex set that contains W⁰.
2. An error has hᵖ_n(x_p) ≥ 0 for an n ≠ y_p, since all scores of rivals below zero would leave its own above them. So
   g_n(x_p) ≤ -κ. Where another support vector r has α_rn > 0, g_n(x_r) ≥ 0; subtract: κ ≤ ‖v_n‖ D. From Σ_k v_k = 0,
   ‖V‖² ≥ ‖v_n‖² Q/(Q-1), and with 1, A ≥ 2κ/(√(Q-1) D²).
3. Where p alone has α_pn > 0, A is the column sum, κ Q A = ‖W⁰‖² = A² Σ_k ‖c_k - c̄‖² ≤ A² Q D²/4, so A ≥ 4κ/D².

For two classes this is Lemma 1 of Darcy and Guermeur 2005, with the same constant.
"""

from functools import cached_property

import numpy as np

from svmlab.bounds.facts import Trained
from svmlab.bounds.reports import Bound, count, number
from svmlab.theory import ball

SOURCE = "after Guermeur and Monfrini 2011; constant of svmlab"


class Facts(Trained):
    """What the bounds of one machine share."""

    @property
    def is_hard(self):
        """The M-SVM² always is, in the space of K + I/(2C)."""
        return super().is_hard or self.svm.loss.ridge

    @cached_property
    def D2(self):
        points = self.svm.support_
        return ball.smallest(self.svm.solution_.program.K[np.ix_(points, points)], points).diameter ** 2

    @cached_property
    def factor(self):
        """(Q-1)^(3/2) D²/2, one over the smallest A_p of an error."""
        return 0.5 * (self.Q - 1.0) ** 1.5 * self.D2

    @cached_property
    def largest(self):
        """(m,) A_p = max_k α_pk."""
        return self.svm.alpha_.max(axis=1)


def support_vectors(facts):
    """Number of support vectors: (W⁰, b⁰) stays optimal without a point of α_p = 0."""
    terms = facts.svm.alpha_.any(axis=1).astype(float)
    says = f"{int(terms.sum())} of {facts.m} points have a positive multiplier"
    other = int((facts.loo.errors & (terms == 0)).sum())
    checks = [(not other, f"{other} errors are errors by the rule of the intercept only"), *facts.trained]
    return _bound(facts, "support_vectors", "support vectors", terms.sum(), terms, says, checks, "Vapnik 1998")


def largest_count(facts):
    """Number of p with (Q-1)^(3/2) D² max_k α_pk / 2 ≥ 1."""
    terms = facts.factor * facts.largest
    return _bound(facts, "largest_count", "largest multipliers, counted", count(terms), terms, _says(facts), facts.hard)


def largest_sum(facts):
    """(Q-1)^(3/2)/2 · D² Σ_p max_k α_pk."""
    terms = facts.factor * facts.largest
    return _bound(facts, "largest_sum", "largest multipliers", terms.sum(), terms, _says(facts), facts.hard)


def radius_margin(facts):
    """(Q-1)^(5/2)/2 · D² Σ_k ‖w_k‖², since Σ_ik α_ik = (Q-1) Σ_k ‖w_k‖²; D²/γ² for two classes."""
    terms = facts.factor * facts.svm.alpha_.sum(axis=1)
    return _bound(facts, "radius_margin", "radius-margin", terms.sum(), terms, _says(facts), facts.hard)


SUPPORT_VECTORS = {"support_vectors": support_vectors}
SUM_TO_ZERO = {f.__name__: f for f in (support_vectors, largest_count, largest_sum, radius_margin)}


def _says(facts):
    return f"D² = {number(facts.D2)}, Σα = {number(float(facts.svm.alpha_.sum()))}"


def _bound(facts, name, label, value, terms, says, checks, source=SOURCE):
    return Bound.checked(name, label, value, facts.m, terms, "proved", source, says, checks)
