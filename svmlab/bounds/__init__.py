"""Bounds on the leave-one-out errors of a trained machine, and on its risk, each with its hypotheses tested.

``report(svm)`` holds them all, beside the exact leave-one-out; ``along_path(path)`` follows them over C. Both serve a
MulticlassSVM too, with the bounds of ``weston_watkins``; those of two classes are here. Each is a function of the
machine that returns a ``Bound``. Most give every point a *term* with one meaning: **at a
leave-one-out error it is at least 1**, so that a point whose term is smaller is safe.

Three arguments carry the proofs; p is a point with α_p > 0, and with α_p = t imposed let J(t) be the best value of the
dual, m_p(t) = y_p f(x_p) the margin of its point p.

*The path* (ξα, span). J' = 1 - m_p, and J'' ≥ -‖Φ(x_p) - Φ(x_f)‖² for any free support vector f ≠ p, since α_p and
α_f can be moved together. If all weights are equal and 0 < t < C, one of the others is free: were all 0 or C, Σ y_i α_i
could not vanish. So between the whole machine and the one without p, m_p falls by at most α_p max_j ‖Φ(x_p) - Φ(x_j)‖².

*Strong convexity* (radius-margin). Let v = w⁰ - w^p, h = f⁰ - f^p and y_p = 1. If no point has slack, the λ half of
the source gives ‖v‖ ≤ α_p D. Suppose p is an error and t = α_p D² < 1. Then u = ‖v‖ D ≤ t < 1 ≤ h(x_p), so that
h ≥ h(x_p) - u > 0 at all support vectors: the others of p's class have slack in the machine without p, hence α^p = C;
those of the other class lie beyond their margin, hence α^p = 0. In ‖v‖² = Σ (α⁰_i - α^p_i) y_i h(x_i) the terms of
points that are no support vectors are ≤ 0. What is left is u² + G (1 - u) ≤ t u, where G / D² is the sum of C over the
other support vectors of p's class, at least Σα/2 - α_p. By (7), D² Σα ≥ 4, so that G ≥ 2 - t > t and u² - 2tu + t < 0,
which no t < 1 allows. (If p is the only one of its class, α_p D² ≥ 2.) So Lemma 1 and Theorem 1 of the source are true
for a finite C too, where the machine without p may have slack.

*Support vectors*. A machine without a point of α = 0 is the same one, if a free support vector still fixes b.

Where b is not unique without p, the first argument speaks of errors that *every* optimal b makes, while the exact
count follows the midpoint rule; ``report`` looks for points at which that matters and says so.
"""

from dataclasses import replace
from functools import cached_property
from math import ceil, inf, isfinite, log, sqrt

import numpy as np

from svmlab import validation
from svmlab.bounds import sum_to_zero, weston_watkins
from svmlab.bounds.reports import ROUNDING, Bound, Report, count, curves_of, described, number
from svmlab.engine import solver
from svmlab.engine.program import CERTIFIED, interval
from svmlab.exact.loo import leave_one_out
from svmlab.machines.losses import CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2, WESTON_WATKINS
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.theory import ball, spans

GRID = 60  # values of C along a path, where none are given
BEYOND = 3.0  # where the grid ends, in units of the last breakpoint of a path to the hard margin

DG = "Darcy and Guermeur 2005"
VC = "Vapnik and Chapelle 2000"
SLIDES = "Vitay, Support-Vector Machines (slides)"


class Ingredients:
    """What several bounds of one machine share, each computed once, when asked for.

    ``like`` are the ingredients of a machine on the same points with the same kernel, such as another C on a path.
    """

    def __init__(self, svm, *, loo=None, like=None):
        validation.fitted(svm)
        if svm.alpha_.ndim != 1:
            raise TypeError(
                f"this bound is for two classes: it needs a BiclassSVM, got {type(svm).__name__}; "
                "report(svm) has those for many classes"
            )
        self.svm = svm
        self.alpha, self.upper = svm.alpha_, svm.upper_
        self.m = len(self.alpha)
        self.y = 2.0 * svm.codes_ - 1.0
        if loo is not None:
            self.loo = loo
        if like is not None:
            for name in ("distances", "ball_of_points", "width"):
                self.__dict__[name] = getattr(like, name)

    @cached_property
    def loo(self):
        """The exact leave-one-out."""
        return leave_one_out(self.svm)

    @property
    def K(self):
        return self.svm.K_

    @cached_property
    def centred(self):
        """(m, m) kernel matrix about the mean of the points: where b is free, only distances count."""
        return self.svm.solution_.program.centred[1]

    @cached_property
    def support(self):
        """(m,) bool, α > 0."""
        return self.alpha > 0

    @cached_property
    def free(self):
        """(m,) bool, 0 < α < C."""
        return self.support & (self.alpha < self.upper)

    @cached_property
    def bounded(self):
        """(m,) bool, α = C."""
        return self.support & ~self.free

    @cached_property
    def slack(self):
        """(m,) ξ_i = max(0, 1 - y_i f(x_i)); zero save at bounded support vectors."""
        return np.where(self.bounded, np.maximum(0.0, 1.0 - self.svm.solution_.margins), 0.0)

    @cached_property
    def slacking(self):
        """Number of points whose slack is more than rounding."""
        return int((self.slack > CERTIFIED).sum())

    @property
    def equal_weights(self):
        return bool(np.ptp(self.upper) == 0) if np.isfinite(self.upper).all() else bool((self.upper > 0).all())

    @cached_property
    def squared_norm(self):
        """‖w‖² = 1/γ²."""
        return float(self.svm.solution_.squared_norm)

    @cached_property
    def distances(self):
        """(m, m) squared distances ‖Φ(x_i) - Φ(x_j)‖²."""
        diagonal = self.centred.diagonal()
        return np.maximum(0.0, diagonal[:, None] + diagonal[None, :] - 2.0 * self.centred)

    @cached_property
    def width(self):
        """R_Δ², the largest minus the smallest κ(x_i, x_j)."""
        return float(np.ptp(self.K))

    @cached_property
    def ball_of_support_vectors(self):
        return ball.of_support_vectors(self.svm)

    @cached_property
    def ball_of_points(self):
        return ball.of_points(self.svm)

    @cached_property
    def spans(self):
        return spans.affine(self.svm)

    @cached_property
    def box_spans(self):
        """(m,) S_p² of free support vectors with the box kept, nan elsewhere; see ``span_bound``."""
        return spans.boxed(self.svm, self.spans)

    @cached_property
    def ambiguous(self):
        """A dict that remembers for which points b is not unique without them; see ``_some_b_is_right``."""
        return {}


# --- leave-one-out errors: proved for this machine -------------------------------------------------------------------


def support_vectors(svm, facts=None):
    """Number of support vectors: #{p : α_p > 0}.

    With slack too: a point with α = 0 is on its right side, and stays there when it is left out, if b is fixed by a
    free support vector. Source: Luntz and Brailovsky 1969, Vapnik 1998.
    """
    facts = _facts(svm, facts)
    terms = facts.support.astype(float)
    n, outside = int(terms.sum()), facts.m - int(terms.sum())
    says = f"{n} of {facts.m} points have α > 0; leaving out one of the other {outside} changes nothing"
    says = says if outside else f"all {n} points have α > 0"
    source = "Luntz and Brailovsky 1969; Vapnik 1998, chapter 10"
    return _bound(facts, "support_vectors", n, terms, "proved", source, says, *_trained(facts), _fixed_b(facts))


def radius_margin(svm, facts=None):
    """Radius-margin bound: L_m ≤ D²/γ², D the diameter of the smallest ball of the support vectors.

    γ = 1/‖w‖. Terms α_p D², at least 1 at an error by Lemma 1; without slack they add up to the bound, by (7). The
    printed proof has a gap (its equation (6) holds for active constraints only); the proof above does without it.
    Source: Darcy and Guermeur 2005, Theorem 1, equation (22). Hypotheses: no point has slack, every α_i < C.
    """
    facts = _facts(svm, facts)
    return _radius_margin(facts, "radius_margin", facts.ball_of_support_vectors, "the ball of the support vectors")


def radius_margin_all(svm, facts=None):
    """Radius-margin bound with the ball of all points, which is no smaller; as ``radius_margin``.

    Source: Vapnik 1998, chapter 10; it follows from Darcy and Guermeur 2005, equation (22).
    """
    facts = _facts(svm, facts)
    return _radius_margin(facts, "radius_margin_all", facts.ball_of_points, "the ball of all points")


def _radius_margin(facts, name, ball, which):
    D2 = ball.diameter**2
    says = f"D² = {number(D2)} for {which}, 1/γ² = ‖w‖² = {number(facts.squared_norm)}"
    source = f"{DG}, Theorem 1, equation (22)" + ("; Vapnik 1998, chapter 10" if name == "radius_margin_all" else "")
    checks = _no_slack(facts, ball)
    return _bound(facts, name, D2 * facts.squared_norm, D2 * facts.alpha, "proved", source, says, *checks)


def radius_margin_count(svm, facts=None):
    """Number of points with α_p D² ≥ 1: what Lemma 1 says before Theorem 1 adds up.

    Source: Darcy and Guermeur 2005, Lemma 1, equation (10). Hypotheses as for ``radius_margin``.
    """
    facts = _facts(svm, facts)
    ball = facts.ball_of_support_vectors
    terms = ball.diameter**2 * facts.alpha
    says = f"D² = {number(ball.diameter**2)}, largest α = {number(facts.alpha.max())}"
    source, checks = f"{DG}, Lemma 1, equation (10)", _no_slack(facts, ball)
    return _bound(facts, "radius_margin_count", count(terms), terms, "proved", source, says, *checks)


def span_bound(svm, facts=None):
    """Span bound: L_m ≤ S max(D, 1/√C) Σ* α_p + number of bounded support vectors; Σ* over the free ones.

    S_p is the distance of Φ(x_p) to the points Σ λ_i Φ(x_i) of the other free support vectors, Σ λ_i = 1, such that
    α_i + y_i y_p α_p λ_i stays within 0 and C; S = max S_p; D is the diameter of the ball of all points.
    Terms α_p S_p max(D, 1/√C); 1 for bounded support vectors. D alone would do in place of the maximum: from the
    whole machine to the one without p, 1 - m_p(t) rises at a rate of at most D² and ∫ (1 - m_p) dt ≤ α_p² S_p²/2, so
    that it cannot reach 1 unless α_p S_p D ≥ 1.
    Source: Vapnik and Chapelle 2000. Hypothesis: one C for all points.
    """
    facts = _facts(svm, facts)
    terms, lever = _span_terms(facts)
    n_bounded = int(facts.bounded.sum())
    S = sqrt(np.nanmax(facts.box_spans, initial=0.0))
    value = S * lever * float(facts.alpha[facts.free].sum()) + n_bounded
    says = (
        f"span S = {number(S)}, max(D, 1/√C) = {number(lever)}, Σα = {number(facts.alpha[facts.free].sum())} over "
        f"{int(facts.free.sum())} free support vectors, plus {n_bounded} bounded"
    )
    source = f"{VC}, span bound with slack"
    return _bound(facts, "span_bound", value, terms, "proved", source, says, *_one_C(facts))


def span_count(svm, facts=None):
    """Number of points with α_p S_p max(D, 1/√C) ≥ 1, all bounded support vectors among them; see ``span_bound``.

    Source: Vapnik and Chapelle 2000, the lemma behind the span bound.
    """
    facts = _facts(svm, facts)
    terms, lever = _span_terms(facts)
    n_bounded = int(facts.bounded.sum())
    value = count(terms)
    says = (
        f"{value - n_bounded} of {int(facts.free.sum())} free support vectors have α_p S_p × {number(lever)} ≥ 1; "
        f"{n_bounded} bounded ones all count"
    )
    source = f"{VC}, lemma of the span bound"
    return _bound(facts, "span_count", value, terms, "proved", source, says, *_one_C(facts))


def xi_alpha(svm, facts=None):
    """ξα bound: #{p : 2 α_p R_Δ² + ξ_p ≥ 1}, R_Δ² the range of the kernel: c ≤ κ(x, x') ≤ c + R_Δ² for some c.

    For R_Δ² the range on the training points is enough (1 at most for a Gaussian kernel): two of them are never
    farther apart than √2 R_Δ, which is all that the proof needs. (An upper limit of κ(x, x) alone, as it is often
    used, needs κ ≥ 0 as well.) Joachims found that ρ = 1 in place of the factor 2 estimates better, but proves 2.
    Source: Joachims 2000. Hypotheses: one C for all points, a free support vector ("stable").
    """
    facts = _facts(svm, facts)
    terms = np.where(facts.support, 2.0 * facts.alpha * facts.width + facts.slack, 0.0)
    says = f"R_Δ² = {number(facts.width)} (largest minus smallest κ); {_sure_errors(facts)}"
    source = "Joachims 2000, ξα-estimator with ρ = 2"
    return _bound(facts, "xi_alpha", count(terms), terms, "proved", source, says, *_one_C(facts))


def xi_alpha_distance(svm, facts=None):
    """ξα with distances: #{p : α_p max_j ‖Φ(x_p) - Φ(x_j)‖² + ξ_p ≥ 1}.

    What is left of the Jaakkola-Haussler bound if there is a b (distances take the place of lengths), and never
    above ``xi_alpha`` (‖Φ(x_p) - Φ(x_j)‖² ≤ 2 R_Δ²). Source: svmlab, by the path argument. Hypotheses as there.
    """
    facts = _facts(svm, facts)
    reach = facts.distances.max(axis=1)
    terms = np.where(facts.support, facts.alpha * reach + facts.slack, 0.0)
    most = float(reach[facts.support].max(initial=0.0))
    says = f"no support vector is farther than {number(sqrt(most))} from another point; {_sure_errors(facts)}"
    source = "svmlab: the Jaakkola-Haussler argument with b"
    return _bound(facts, "xi_alpha_distance", count(terms), terms, "proved", source, says, *_one_C(facts))


# --- leave-one-out errors: proved for a machine without b, and estimates ---------------------------------------------


def jaakkola_haussler(svm, facts=None):
    """Jaakkola-Haussler bound: #{p : α_p κ(x_p, x_p) + ξ_p ≥ 1}; proved for machines without b.

    Such a machine loses at most α_p κ(x_p, x_p) of the margin of a point that is left out (the path argument, with
    lengths for distances). With b that is no theorem: distances do not see the origin of the feature space, and
    κ(x_p, x_p) is zero if the origin is put there. ``xi_alpha_distance`` is what can be proved.
    Source: Jaakkola and Haussler 1999, in the form of Chapelle, Vapnik, Bousquet and Mukherjee 2002, with slack.
    """
    facts = _facts(svm, facts)
    lengths = facts.K.diagonal()
    terms = np.where(facts.support, facts.alpha * lengths + facts.slack, 0.0)
    says = f"κ(x, x) is at most {number(float(lengths.max()))}; {_sure_errors(facts)}"
    source = "Jaakkola and Haussler 1999, for machines without b"
    return _bound(facts, "jaakkola_haussler", count(terms), terms, "proved", source, says, _no_b(facts))


def opper_winther(svm, facts=None):
    """Opper-Winther estimate: #{p : α_p / (K_F⁻¹)_pp + ξ_p ≥ 1}, K_F the kernel matrix of the free support vectors.

    1 / (K_F⁻¹)_pp is the squared distance of Φ(x_p) to the span of the others. Exact for a machine without b whose
    sets of free and bounded support vectors stay as they are when p is left out; with b that is ``span_rule``.
    For bounded support vectors: the squared distance to the span of the free ones (κ(x_p, x_p) if there are none).
    Source: Opper and Winther 2000.
    """
    facts = _facts(svm, facts)
    squared = spans.affine(facts.svm, with_b=False).squared
    terms = _predicted_loss(facts, squared)
    says = f"squared distances to the span of the other free support vectors, {_range(squared[facts.support])}"
    source = "Opper and Winther 2000, for machines without b"
    return _bound(facts, "opper_winther", count(terms), terms, "estimate", source, says, _no_b(facts))


def span_rule(svm, facts=None):
    """Span rule: #{p : α_p S_p² + ξ_p ≥ 1}, S_p² = 1 / (K̃⁻¹)_pp with K̃ = [K_F 1; 1ᵀ 0] for the free ones.

    S_p is the distance of Φ(x_p) to the affine hull of the other free support vectors. If no point changes its role
    (α = 0, free, bounded) when p is left out, y_p f(x_p) falls by α_p S_p² exactly. Whether that is so can be told
    without leaving p out: ``spans.affine`` looks at the conditions of optimality of what the rule predicts.
    Source: Vapnik and Chapelle 2000; bounded support vectors as in Chapelle, Vapnik, Bousquet and Mukherjee 2002.
    """
    facts = _facts(svm, facts)
    squared, unchanged = facts.spans.squared, facts.spans.unchanged
    terms = _predicted_loss(facts, squared)
    n, unchanged = int(facts.support.sum()), int(unchanged[facts.support].sum())
    says = f"S² {_range(squared[facts.support])}; for {unchanged} of {n} support vectors the rule is exact"
    changed = unchanged == n, f"leaving out one of the other {n - unchanged} changes the roles of other points"
    source = f"{VC}, span rule"
    checks = (*_trained(facts), _fixed_b(facts), changed)
    return _bound(facts, "span_rule", count(terms), terms, "estimate", source, says, *checks)


def gacv(svm, facts=None):
    """GACV: Σ ξ_p + 2 Σ α_p κ(x_p, x_p) over margins below -1 + Σ α_p κ(x_p, x_p) over margins from -1 to 1.

    An approximation of the leave-one-out sum of slacks, Σ max(0, 1 - y_p f^p(x_p)), which is at least the number of
    errors; not a bound on either. The rate is Wahba's GACV(λ) with C = 1 / (2mλ).
    Source: Wahba, Lin and Zhang 2000.
    """
    facts = _facts(svm, facts)
    margins = facts.svm.solution_.margins
    gain = facts.alpha * facts.K.diagonal()
    terms = np.where(facts.support, facts.slack + np.where(margins < -1.0, 2.0, 1.0) * gain, 0.0)
    says = (
        f"slack {number(float(facts.slack.sum()))} in training, and {number(float((terms - facts.slack).sum()))} "
        "more expected when each point is left out; of slack, not of errors"
    )
    source = "Wahba, Lin and Zhang 2000, GACV"
    untestable = False, "it rests on approximations that no single machine can confirm"
    return _bound(facts, "gacv", float(terms.sum()), terms, "estimate", source, says, untestable)


# --- the risk --------------------------------------------------------------------------------------------------------


def compression(svm, facts=None, *, delta=0.05):
    """Compression bound: with probability 1 - δ the risk is at most (n (1 - log(n/m)) + log(m/δ)) / (m - n).

    n of m points are support vectors. They alone give the machine back, and it is right on all others; that, not a
    wide margin, is all that the proof asks for, so that it holds with slack too.
    Source: slides, "Maximal margin classifier: generalization" (N_SV/N, printed below it as the expected error, only
    bounds it); Littlestone and Warmuth 1986; Cristianini and Shawe-Taylor 2000.
    """
    facts = _facts(svm, facts)
    delta = _probability(delta)
    m, n = facts.m, int(facts.support.sum())
    value = (n * (1.0 - log(n / m)) + log(m / delta)) / (m - n) if n < m else inf
    says = (
        f"{n} support vectors of {m} points, δ = {number(delta)}; for independent points and a C and a kernel that "
        "were fixed beforehand"
    )
    source = f"{SLIDES}, maximal margin classifier; Littlestone and Warmuth 1986"
    checks = (*_trained(facts), _fixed_b(facts), _weights_by_class(facts))
    return _bound(facts, "compression", value, None, "proved", source, says, *checks, target="risk")


def vc_dimension(svm, facts=None, *, delta=0.05):
    """VC bound: training error + √((h (1 + log(2m/h)) - log(δ/4)) / m), h = min(⌈diam²/2γ²⌉, d) + 1.

    d is the dimension of the feature space, diam the largest distance between two support vectors (the slides print
    γ for γ²; diam²/2 is at least the squared radius of their ball, by Jung's theorem). If h = d + 1, this is a theorem
    on hyperplanes. If the margin decides, it is not: γ and the ball are read off the data that the class should be
    fixed before; structural risk minimisation, with other constants, is what would be needed. And the ball should
    hold all points that can occur.
    Source: slides, "Support-vector machines" and "Maximal margin classifier: generalization"; Vapnik 1998.
    """
    facts = _facts(svm, facts)
    delta = _probability(delta)
    m, d = facts.m, facts.svm.kernel_.feature_dimension(facts.svm.n_features_in_)
    chosen = np.flatnonzero(facts.support)
    diameter2 = float(facts.distances[np.ix_(chosen, chosen)].max(initial=0.0))
    by_margin = ceil(0.5 * diameter2 * facts.squared_norm * (1.0 - ROUNDING))
    h = min(by_margin, d) + 1
    effective = min(h, 2 * m)  # more than 2m points are never labelled
    errors = int((facts.svm.solution_.margins <= 0).sum())
    value = errors / m + sqrt((effective * (1.0 + log(2 * m / effective)) - log(delta / 4.0)) / m)
    says = (
        f"VC dimension h = {h} from {'the margin' if by_margin < d else f'the {d} dimensions'}, {errors} training "
        f"errors, δ = {number(delta)}"
    )
    fixed = by_margin >= d, "γ and the ball were read off the data: the class was not fixed before seeing them"
    enough = facts.slacking == 0 or by_margin >= d, f"{facts.slacking} points have slack, so γ is not their margin"
    kind = "proved" if by_margin >= d else "gap"
    source = f"{SLIDES}, with γ² for γ; Vapnik 1998"
    return _bound(facts, "vc_dimension", value, None, kind, source, says, fixed, enough, target="risk")


# --- which bounds there are ------------------------------------------------------------------------------------------

BICLASS = {
    "support_vectors": ("support vectors", support_vectors),
    "radius_margin": ("radius-margin", radius_margin),
    "radius_margin_all": ("radius-margin, all points", radius_margin_all),
    "radius_margin_count": ("radius-margin, counted", radius_margin_count),
    "span_bound": ("span bound", span_bound),
    "span_count": ("span bound, counted", span_count),
    "xi_alpha": ("ξα", xi_alpha),
    "xi_alpha_distance": ("ξα with distances", xi_alpha_distance),
    "jaakkola_haussler": ("Jaakkola-Haussler", jaakkola_haussler),
    "opper_winther": ("Opper-Winther", opper_winther),
    "span_rule": ("span rule", span_rule),
    "gacv": ("GACV", gacv),
    "compression": ("compression", compression),
    "vc_dimension": ("VC dimension", vc_dimension),
}
RISK = ("compression", "vc_dimension")


def names(target=None, svm=None):
    """Return the names of the bounds on ``target``, "loo" or "risk"; of both by default.

    svm : whose, a machine of either kind; by default a BiclassSVM's
    """
    table = _table(svm)
    if target is None:
        return tuple(table)
    validation.one_of("target", target, ("loo", "risk"))
    return tuple(name for name in table if (name in RISK) == (target == "risk"))


FAMILIES = {  # of each loss for many classes what its bounds share, and its bounds; of another nothing is proved
    WESTON_WATKINS: (weston_watkins.Facts, weston_watkins.MULTICLASS),
    CRAMMER_SINGER: (sum_to_zero.Facts, sum_to_zero.SUPPORT_VECTORS),
    LEE_LIN_WAHBA: (sum_to_zero.Facts, sum_to_zero.SUM_TO_ZERO),
    MSVM2: (sum_to_zero.Facts, sum_to_zero.SUM_TO_ZERO),
}


def _family(svm):
    return FAMILIES.get(svm.loss.name, (weston_watkins.Trained, {}))


def _table(svm):
    return _family(svm)[1] if isinstance(svm, MulticlassSVM) else BICLASS


def _no_bound(svm):
    return f"no bound is proved for machine={svm.loss.name!r}"


def _chosen(svm, which):
    known = names(svm=svm)
    which = known if which is None else (which,) if isinstance(which, str) else tuple(which)
    if which and not known:
        raise ValueError(f"{_no_bound(svm)}, got {which[0]!r}; leave_one_out counts its errors")
    return tuple(validation.one_of("a bound's name", name, known) for name in which)


def report(svm, which=None, *, loo=None, delta=0.05, facts=None):
    """Return the Report of a trained machine: its bounds, all or those named, against the exact leave-one-out.

    Of a loss without an entry in ``FAMILIES`` it has no bound, and one asked for by name is refused.
    loo: the machine's LeaveOneOut, where it is known already; delta: of the bounds on the risk (two classes).
    """
    chosen, delta = _chosen(svm, which), _probability(delta)
    facts = ingredients(svm, loo=loo) if facts is None else facts
    if isinstance(svm, MulticlassSVM):
        found = [_table(svm)[name](facts) for name in chosen]
    else:
        keywords = {name: {"delta": delta} for name in RISK}
        found = [BICLASS[name][1](svm, facts, **keywords.get(name, {})) for name in chosen]
        found = [_against_the_midpoint_rule(bound, facts) for bound in found]
    machine = described(svm) if _table(svm) else f"{described(svm)}; {_no_bound(svm)}"
    return Report(tuple(found), facts.loo, machine, facts.m)


def ingredients(svm, *, loo=None, like=None):
    """Return what the bounds of a trained machine share: the Ingredients of two classes, or the Facts of many."""
    if isinstance(svm, MulticlassSVM):
        return _family(svm)[0](svm, loo)
    return Ingredients(svm, loo=loo, like=like)


# --- along the path --------------------------------------------------------------------------------------------------


def steps(path, which=None, C=None, *, delta=0.05, coarse_first=False):
    """Yield (C, Report) for each C of a grid, in increasing order; stop iterating to interrupt.

    path: a RegularizationPath; C: the grid, by default 60 values from its beginning to its end (a little
    beyond its last breakpoint, if it goes on to the hard margin); coarse_first: both ends, every 8th, every 4th and
    so on, so that whoever draws them as they come has a whole curve early.
    """
    which, grid, like = _chosen(path.machine, which), _grid(path, C), None
    for c in grid[_coarse_first(len(grid))] if coarse_first else grid:
        svm = path.model_at(c)
        facts = ingredients(svm, like=like)
        like = like or facts
        yield float(c), report(svm, which, delta=delta, facts=facts)


def along_path(path, names=None, C=None, progress=None, *, delta=0.05):
    """Return the Curves of the bounds (all, or those in ``names``) and of the exact leave-one-out along a path.

    ``progress(done, total)`` is called after each C; if it returns False, or raises KeyboardInterrupt, the curves
    end there. Parameters otherwise as in ``steps``.
    """
    total = len(_grid(path, C))
    done = []
    try:
        for c, at_C in steps(path, names, C, delta=delta):
            done.append((c, at_C))
            if progress is not None and progress(len(done), total) is False:
                break
    except KeyboardInterrupt:
        if not done:
            raise
    return curves_of(done, len(path.program.K))


def _coarse_first(n):
    """0 to n - 1, both ends first, then every 8th, 4th, 2nd."""
    order = [0, n - 1, *(i for stride in (8, 4, 2, 1) for i in range(0, n, stride))]
    return list(dict.fromkeys(order))


def _grid(path, C):
    if C is None:
        end = path.C_max if isfinite(path.C_max) else BEYOND * float(path.C[-2])
        C = np.clip(np.geomspace(path.C_min, end, GRID), path.C_min, end) if end > path.C_min else [path.C_min]
    return np.sort(np.atleast_1d(np.asarray(C, dtype=float)))


# --- hypotheses, in words --------------------------------------------------------------------------------------------


def _facts(svm, facts):
    return Ingredients(svm) if facts is None else facts


def _bound(facts, name, value, terms, kind, source, says, *checks, target="loo"):
    """Complete a Bound; checks are pairs (is it so, what to say if it is not)."""
    if terms is not None:
        terms = np.asarray(terms, dtype=float)
        terms.flags.writeable = False
    return Bound.checked(name, BICLASS[name][0], value, facts.m, terms, kind, source, says, checks, target)


def _trained(facts):
    """Conditions of all theorems: a certified machine, and no point that does not count."""
    idle = int((facts.upper <= 0).sum())
    return (
        (facts.svm.solution_.certified, "the machine is not certified"),
        (idle == 0, f"{idle} points have weight 0 and are not training points; leave them away"),
    )


def _fixed_b(facts):
    low, high = facts.svm.intercept_interval_
    text = f"no support vector is free, so b may be anything from {number(low)} to {number(high)}"
    return bool(facts.free.any()), text


def _one_C(facts):
    weights = facts.equal_weights, "the weights differ, so C does"
    return (*_trained(facts), weights, _fixed_b(facts))


def _no_slack(facts, ball):
    n, bounded = facts.slacking, int(facts.bounded.sum())
    return (
        *_trained(facts),
        (ball.certified, "the ball is not certified"),
        (n == 0, f"{n} point{'s' * (n != 1)} {'have' if n != 1 else 'has'} slack"),
        (n > 0 or bounded == 0, f"{bounded} multipliers equal C"),
    )


def _no_b(facts):
    return False, f"it is for machines without b; this one has b = {number(facts.svm.intercept_)}"


def _weights_by_class(facts):
    by_class = [np.ptp(facts.svm.sample_weight_[facts.svm.codes_ == k]) == 0 for k in (0, 1)]
    return all(by_class), "the weights are not those of a rule that was fixed beforehand"


def _sure_errors(facts):
    sure = int((facts.slack > 1.0 + CERTIFIED).sum())
    return f"{sure} error{'s' * (sure != 1)} in training, which stay{'s' * (sure == 1)} when left out"


def _predicted_loss(facts, squared):
    """(m,) α_p S_p² + ξ_p, the slack expected of a support vector that is left out."""
    with np.errstate(invalid="ignore"):
        return np.where(facts.support, facts.alpha * np.where(facts.support, squared, 0.0) + facts.slack, 0.0)


def _span_terms(facts):
    """(m,) α_p S_p max(D, 1/√C) of free support vectors, 1 for bounded ones; and the maximum."""
    C = float(facts.upper.max())
    lever = max(facts.ball_of_points.diameter, 0.0 if np.isinf(C) else C**-0.5)
    terms = np.where(facts.bounded, 1.0, 0.0)
    terms[facts.free] = facts.alpha[facts.free] * np.sqrt(facts.box_spans[facts.free]) * lever
    return terms, lever


def _against_the_midpoint_rule(bound, facts):
    """The same bound, which no longer claims to hold where the count depends on the choice of b at its safe points."""
    if bound.target != "loo" or bound.kind != "proved" or not bound.holds:
        return bound
    disputed = np.flatnonzero(facts.loo.errors & (bound.per_point < 1.0 - ROUNDING))
    if not len(disputed) or not all(_some_b_is_right(facts, p) for p in disputed):
        return bound
    which = f"point {disputed[0]}" if len(disputed) == 1 else f"any of {len(disputed)} points"
    text = f"without {which} b is not unique, and an error by the midpoint rule is none for another optimal b"
    return replace(bound, holds=False, why=f"{bound.why}. But: {text}")


def _some_b_is_right(facts, p):
    """Whether b is not unique without point p, and one of its optimal values classifies p right."""
    if p not in facts.ambiguous:
        program = facts.svm.solution_.program
        upper = program.upper.copy()
        upper[p] = 0.0
        without = solver.solve(program.with_upper(upper))
        low, high = interval(without.limits)[1, 0]
        f = float(program.K[p] @ without.program.coefficients(without.alpha)[:, 0])
        margins = facts.y[p] * (f + np.array([low, high]))
        facts.ambiguous[p] = bool(margins.max() > 0 and high - low > CERTIFIED * max(1.0, abs(low), abs(high)))
    return facts.ambiguous[p]


# --- small things ----------------------------------------------------------------------------------------------------


def _probability(delta):
    delta = validation.positive("delta", delta)
    if not delta < 1.0:
        raise ValueError(f"delta must be a probability below 1, got {delta!r}")
    return delta


def _range(values):
    values = values[np.isfinite(values)]
    return f"from {number(values.min())} to {number(values.max())}" if len(values) else "undefined"
