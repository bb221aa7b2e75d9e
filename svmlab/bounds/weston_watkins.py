"""Bounds on the leave-one-out errors of an M-SVM, each a ``Bound`` with its kind and hypotheses: see ``bounds.report``.

Errors are those that every optimal intercept makes (``lemmas_multiclass.sure_errors``). P_p is the cost of withdrawing
point p between classes (``flows.withdrawal``), D the diameter of the smallest ball of the support vectors. The bounds
of Wang, Xue and Chan are not here: no source at hand states them, and nothing could be verified.
"""

from functools import cached_property

import numpy as np

from svmlab import validation
from svmlab.bounds.facts import UNTESTABLE, Trained, expected_slack, roles_stay
from svmlab.bounds.reports import ROUNDING, Bound, count, number
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import influence
from svmlab.theory import ball, flows
from svmlab.theory.distances import polygons
from svmlab.theory.held import held_points
from svmlab.theory.lemma_audit import REPORT
from svmlab.theory.lemmas_multiclass import errs_surely, rivals, sure_errors
from svmlab.theory.spans_of_many import squared_spans

SQRT2 = 2.0**0.5


class Facts(Trained):
    """What the bounds of one machine share."""

    def __init__(self, svm, loo=None):
        super().__init__(svm, loo)
        validation.multiclass_machine("a multi-class bound", svm)

    @cached_property
    def errors(self):
        """(m,) bool, errors that every optimal b makes."""
        return sure_errors(self.svm, self.loo)

    def disputed(self, terms):
        """Number of errors with a term below 1 that not every optimal b makes."""
        below = np.flatnonzero(self.loo.errors & (terms < 1.0 - ROUNDING))
        return sum(not self._errs_surely(int(p)) for p in below)

    @cached_property
    def _known(self):
        return {}

    def _errs_surely(self, p):
        if p not in self._known:
            self._known[p] = errs_surely(self.svm, p)
        return self._known[p]

    @cached_property
    def slacks(self):
        """(m, Q - 1) ξ_pk, k ≠ y_p; zero save where a multiplier is at its bound."""
        program = self.svm.solution_.program
        bounded = (self.svm.solution_.alpha >= program.upper) & (program.upper > 0)
        slack = np.where(bounded, np.maximum(0.0, 1.0 - self.svm.solution_.margins), 0.0)
        return slack.reshape(self.m, -1)

    @property
    def slack(self):
        """(m,) the largest slack max_k ξ_pk of each point."""
        return self.slacks.max(axis=1)

    @cached_property
    def polygons(self):
        """(m,) z_p of closed polygons of up to Q points, one of them p, see ``theory.distances``."""
        return polygons(self.svm.solution_.program.centred[1], self.Q)

    @cached_property
    def held(self):
        """(m,) bool: the points that the others hold, see ``theory.held``."""
        return held_points(self.svm)

    @cached_property
    def spans(self):
        """(m,) U_p², see ``theory.spans_of_many``."""
        return squared_spans(self.svm)

    @cached_property
    def D2(self):
        return ball.of_support_vectors(self.svm).diameter ** 2

    @cached_property
    def withdrawals(self):
        return {int(p): flows.withdrawal(self.svm.alpha_, self.svm.codes_, p) for p in self.svm.support_}

    @cached_property
    def K(self):
        """The constant K, (42): K_λ = P_p/α_pk² for the smallest α_pk of each support vector, and K_μ = 2."""
        alpha = self.svm.alpha_
        return max((2.0 * w.cost) ** 0.5 / alpha[p][alpha[p] > 0].min() for p, w in self.withdrawals.items())

    def terms(self, value):
        """(m,) value(p, Withdrawal) at support vectors, 0 elsewhere."""
        found = np.zeros(self.m)
        for p, withdrawal in self.withdrawals.items():
            found[p] = value(p, withdrawal)
        return found

    @cached_property
    def roots(self):
        """(m,) D² √P_p."""
        return self.terms(lambda p, w: self.D2 * w.cost**0.5)

    @cached_property
    def constants(self):
        """(m,) c_p for which D⁴ c_p P_p ≥ 1 is proved at an error; nan where nothing is."""
        return self.terms(lambda p, w: rivals(self.svm.alpha_, self.svm.codes_, p).constant)

    @cached_property
    def proved_terms(self):
        """(m,) D² √(c_p P_p); 1, a possible error, where nothing is proved."""
        return np.where(np.isnan(self.constants), 1.0, self.roots * np.sqrt(np.nan_to_num(self.constants)))


def support_vectors(facts):
    """Number of support vectors: (W⁰, b⁰) stays optimal without a point of α_p = 0."""
    terms = facts.svm.alpha_.any(axis=1).astype(float)
    says = f"{int(terms.sum())} of {facts.m} points have a positive multiplier"
    return _bound(
        facts, "support_vectors", "support vectors", terms.sum(), terms, "proved", "Vapnik 1998", says, facts.trained
    )


def xi_alpha_many(facts):
    """Number of support vectors p that the others may not hold, or with z_p s_p + max_k ξ_pk ≥ 1; at any C.

    s_p = Σ_k α_pk, and z_p = 2 max_r ‖Φ(x_p) - Φ(x_r)‖² + (Q-2) max_r,r' ‖Φ(x_r) - Φ(x_r')‖² is no smaller than the
    squared sides of any closed polygon of up to Q points with a corner at p. S1 and S2 of notebooks/THEOREMS.md;
    for two classes it is the ξα bound of Joachims 2000. Where no support vector is free, as he asks for, each counts as
    an error.
    """
    terms = facts.polygons * facts.svm.alpha_.sum(axis=1)
    return _held(facts, "xi_alpha_many", "ξα", terms, "svmlab, S1 and S2 of THEOREMS.md; Joachims 2000 for two classes")


def span_many(facts):
    """Number of support vectors p that the others may not hold, or with √z_p U_p + max_k ξ_pk ≥ 1; at any C.

    U_p² is the least that the free multipliers must move to make up for p (``theory.spans_of_many``), z_p as for
    ``xi_alpha_many``. S7 of notebooks/THEOREMS.md; sharper than ``xi_alpha_many`` on most machines, not on all.
    """
    apart = facts.polygons > 0
    change = np.sqrt(np.multiply(facts.polygons, facts.spans, out=np.zeros(facts.m), where=apart))
    return _held(facts, "span_many", "span", change, "svmlab, S7 of THEOREMS.md")


def _held(facts, name, label, change, source):
    """The bound by change + max_k ξ_pk ≥ 1 at an error that the others hold; 1 or more at those that they may not."""
    support = facts.svm.alpha_.any(axis=1)
    terms = np.where(support, change + facts.slack, 0.0)
    terms = np.where(support & ~facts.held, np.maximum(1.0, terms), terms)
    n = int((support & ~facts.held).sum())
    says = f"{n} points that the others may not hold count as errors" if n else "the others hold every support vector"
    return _bound(facts, name, label, count(terms), terms, "proved", source, says, facts.trained)


def theorem_2(facts):
    """K D² Σα, (50); the proof of its Lemma 2 divides by zero, and the lemma as printed is false."""
    terms = facts.K * facts.D2 * facts.svm.alpha_.sum(axis=1)
    says = f"K = {number(facts.K)}, D² = {number(facts.D2)}; its Lemma 2 is false as printed"
    source = f"{REPORT}, Theorem 2, equation (50)"
    return _bound(facts, "theorem_2", "Theorem 2 with K", terms.sum(), terms, "gap", source, says, _no_slack(facts))


def withdrawal_count(facts):
    """Number of p with D² √(c_p P_p) ≥ 1; √c_p ≤ 3/2 for three classes. See lemmas_multiclass."""
    terms, n = facts.proved_terms, int(np.isnan(facts.constants).sum())
    says = f"{n} points have a rival that nothing reaches without them; they count as errors" if n else "without K"
    return _bound(
        facts, "withdrawal_count", "withdrawals, counted", count(terms), terms, "proved", "svmlab", says, facts.hard
    )


def withdrawal_sum(facts):
    """Σ D² √(c_p P_p), at most (3/2) D² Σ √P_p for three classes."""
    terms = facts.proved_terms
    return _bound(
        facts, "withdrawal_sum", "withdrawals, summed", terms.sum(), terms, "proved", "svmlab", "without K", facts.hard
    )


def nine_quarters_sum(facts):
    """(9/4) D² Σα, Theorem 2 with 9/4 for K: S8 of notebooks/THEOREMS.md for three classes; two would do with 2."""
    terms = 2.25 * facts.D2 * facts.svm.alpha_.sum(axis=1)
    checks = *facts.hard, (facts.Q <= 3, f"there are {facts.Q} classes, and it is proved for three")
    source = "svmlab, S8 of THEOREMS.md"
    return _bound(
        facts, "nine_quarters_sum", "(9/4) D² Σα", terms.sum(), terms, "proved", source, "K replaced by 9/4", checks
    )


def withdrawal_observed(facts):
    """Number of p with D² √(2 P_p) ≥ 1: of three classes no counterexample is known, eight points of four refute it."""
    terms = SQRT2 * facts.roots
    says = "constant √2, the product form of Lemma 2"
    checks = *facts.hard, _not_refuted(facts)
    return _bound(
        facts, "withdrawal_observed", "withdrawals, √2", count(terms), terms, "observed", "svmlab", says, checks
    )


def closed_form(facts):
    """Number of p with D² √(2 (s_p² + Σ_l α_pl²)) ≥ 1; known and refuted as ``withdrawal_observed``."""
    terms = facts.terms(lambda p, w: SQRT2 * facts.D2 * w.closed_form**0.5)
    says = "s_p² + Σ_l α_pl² in place of P_p, which is no smaller"
    checks = *facts.hard, _not_refuted(facts)
    return _bound(facts, "closed_form", "closed form, √2", count(terms), terms, "observed", "svmlab", says, checks)


def twice_sum(facts):
    """2 D² Σα = (2 D²/Q) Σ_{k<l} (1 + δ_kl)²/γ_kl²: the closed form with direct returns, P_p ≤ 2 s_p², and √2."""
    terms = 2.0 * facts.D2 * facts.svm.alpha_.sum(axis=1)
    return _bound(
        facts, "twice_sum", "2 D² Σα", terms.sum(), terms, "observed", "svmlab", "K replaced by 2", facts.hard
    )


def span_rule_many(facts):
    """Span rule: number of points whose lead is at most 0 without them, if no other point changes its role.

    The lead falls by what the free multipliers cannot make up for, the Q - 1 balances kept: for two classes by
    α_p S_p², as in ``biclass.span_rule``. How many are exact can be told without leaving a point out.
    Source: Vapnik and Chapelle 2000 for two classes; ``influence.predicted_leads``.
    """
    support, predicted = facts.svm.alpha_.any(axis=1), influence.predicted_leads(facts.svm)
    terms = np.where(support, np.maximum(0.0, 1.0 - predicted.leads), 0.0)
    n, exact = int(support.sum()), int(predicted.exact[support].sum())
    says = f"for {exact} of {n} support vectors the rule is exact"
    source = "svmlab; Vapnik and Chapelle 2000 for two classes"
    checks = *facts.trained, roles_stay(n, exact)
    return _bound(facts, "span_rule_many", "span rule", count(terms), terms, "estimate", source, says, checks)


def gacv_many(facts):
    """GACV: Σ ξ_pk + 2 Σ (s_p + α_pk) κ(x_p, x_p) over leads below -1, once over those from -1 to 1; α_pk > 0, k ≠ y_p.

    By (s_p + α_pk) κ(x_p, x_p), s_p = Σ_k α_pk, the lead over class k falls when p is left out and nothing else moves.
    An approximation of the leave-one-out sum of slacks over points and classes, which is at least the number of errors;
    not a bound on either. For two classes it is Wahba's; the origin matters where κ(x, x) is not a constant.
    Source: after Wahba, Lin and Zhang 2000.
    """
    solution, of_each_rival = facts.svm.solution_, facts.slacks.shape
    alpha, margins = solution.alpha.reshape(of_each_rival), solution.margins.reshape(of_each_rival)
    gain = (alpha.sum(axis=1, keepdims=True) + alpha) * facts.svm.K_.diagonal()[:, None]
    of_each = facts.slacks + np.where(margins < -1.0 - CERTIFIED, 2.0, 1.0) * gain
    terms = np.where(alpha > 0, of_each, 0.0).sum(axis=1)
    says = expected_slack(facts.slacks, terms)
    source = "svmlab, after Wahba, Lin and Zhang 2000"
    return _bound(facts, "gacv_many", "GACV", terms.sum(), terms, "estimate", source, says, (UNTESTABLE,))


MULTICLASS = {
    f.__name__: f
    for f in (
        support_vectors, xi_alpha_many, span_many, theorem_2, withdrawal_count, withdrawal_sum, nine_quarters_sum,
        withdrawal_observed, closed_form, twice_sum, span_rule_many, gacv_many,
    )
}  # fmt: skip


def _not_refuted(facts):
    return facts.Q <= 3, "eight points of four classes refute it (notebook 08)"


def _no_slack(facts):
    solution = facts.svm.solution_
    slack = bool((solution.margins[solution.program.upper > 0] < 1.0 - CERTIFIED).any())
    bounded = bool((facts.svm.alpha_ >= facts.svm.upper_)[facts.svm.alpha_ > 0].any())
    return (not slack, "points have slack"), (not bounded, "multipliers equal C"), *facts.trained


def _bound(facts, name, label, value, terms, kind, source, says, checks):
    disputed = facts.disputed(terms) if kind == "proved" and all(true for true, _ in checks) else 0
    text = f"{disputed} errors are errors by the midpoint rule only, b not being unique without the point"
    return Bound.checked(name, label, value, facts.m, terms, kind, source, says, (*checks, (not disputed, text)))
