"""The bounds for two classes, each a function of the machine that returns a ``Bound``, and the proofs that carry them.

Most give every point a *term* with one meaning: **at a leave-one-out error it is at least 1**, so that a point whose
term is smaller is safe. To add one: a function here, and its line in ``BICLASS``; ``bounds.<name>``, ``report``, the
explorer, plots and most tests follow; one on the risk takes ``delta`` and has its name in ``RISK``, too. Hypotheses
are tested in ``facts``, once for all bounds.

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
from math import ceil, inf, log, sqrt

import numpy as np

from svmlab import kernels
from svmlab.bounds.facts import UNTESTABLE, Ingredients, expected_slack, roles_stay
from svmlab.bounds.reports import ROUNDING, Bound, count, number
from svmlab.bounds.validation import probability
from svmlab.engine.certificate import CERTIFIED
from svmlab.theory import spans

DG = "Darcy and Guermeur 2005"
VC = "Vapnik and Chapelle 2000"
SLIDES = "Vitay, Support-Vector Machines (slides)"


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
    return _bound(facts, "support_vectors", n, terms, "proved", source, says, *facts.trained, facts.fixed_b)


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
    checks = facts.no_slack(ball)
    return _bound(facts, name, D2 * facts.squared_norm, D2 * facts.alpha, "proved", source, says, *checks)


def radius_margin_count(svm, facts=None):
    """Number of points with α_p D² ≥ 1: what Lemma 1 says before Theorem 1 adds up.

    Source: Darcy and Guermeur 2005, Lemma 1, equation (10). Hypotheses as for ``radius_margin``.
    """
    facts = _facts(svm, facts)
    ball = facts.ball_of_support_vectors
    terms = ball.diameter**2 * facts.alpha
    says = f"D² = {number(ball.diameter**2)}, largest α = {number(facts.alpha.max())}"
    source, checks = f"{DG}, Lemma 1, equation (10)", facts.no_slack(ball)
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
    return _bound(facts, "span_bound", value, terms, "proved", source, says, *facts.one_C)


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
    return _bound(facts, "span_count", value, terms, "proved", source, says, *facts.one_C)


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
    return _bound(facts, "xi_alpha", count(terms), terms, "proved", source, says, *facts.one_C)


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
    return _bound(facts, "xi_alpha_distance", count(terms), terms, "proved", source, says, *facts.one_C)


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
    return _bound(facts, "jaakkola_haussler", count(terms), terms, "proved", source, says, facts.no_b)


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
    return _bound(facts, "opper_winther", count(terms), terms, "estimate", source, says, facts.no_b)


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
    source = f"{VC}, span rule"
    checks = (*facts.trained, facts.fixed_b, roles_stay(n, unchanged))
    return _bound(facts, "span_rule", count(terms), terms, "estimate", source, says, *checks)


def gacv(svm, facts=None):
    """GACV: Σ ξ_p + 2 Σ α_p κ(x_p, x_p) over margins below -1 + Σ α_p κ(x_p, x_p) over margins from -1 to 1.

    An approximation of the leave-one-out sum of slacks, Σ max(0, 1 - y_p f^p(x_p)), which is at least the number of
    errors; not a bound on either. The rate is Wahba's GACV(λ) with C = 1 / (2mλ). Where κ(x, x) is not a constant it
    depends on the origin, which the machine does not: moved points can make it as large as one likes.
    Source: Wahba, Lin and Zhang 2000.
    """
    facts = _facts(svm, facts)
    margins = facts.svm.solution_.margins
    gain = facts.alpha * facts.K.diagonal()
    terms = np.where(facts.support, facts.slack + np.where(margins < -1.0 - CERTIFIED, 2.0, 1.0) * gain, 0.0)
    says = expected_slack(facts.slack, terms)
    source = "Wahba, Lin and Zhang 2000, GACV"
    return _bound(facts, "gacv", float(terms.sum()), terms, "estimate", source, says, UNTESTABLE)


# --- the risk --------------------------------------------------------------------------------------------------------


def compression(svm, facts=None, *, delta=0.05):
    """Compression bound: with probability 1 - δ the risk is at most (n (1 - log(n/m)) + log(m/δ)) / (m - n).

    n of m points are support vectors. They alone give the machine back, and it is right on all others; that, not a
    wide margin, is all that the proof asks for, so that it holds with slack too.
    Source: slides, "Maximal margin classifier: generalization" (N_SV/N, printed below it as the expected error, only
    bounds it); Littlestone and Warmuth 1986; Cristianini and Shawe-Taylor 2000.
    """
    facts = _facts(svm, facts)
    delta = probability(delta)
    m, n = facts.m, int(facts.support.sum())
    value = (n * (1.0 - log(n / m)) + log(m / delta)) / (m - n) if n < m else inf
    says = (
        f"{n} support vectors of {m} points, δ = {number(delta)}; for independent points and a C and a kernel that "
        "were fixed beforehand"
    )
    source = f"{SLIDES}, maximal margin classifier; Littlestone and Warmuth 1986"
    checks = (*facts.trained, facts.fixed_b, facts.weights_by_class)
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
    delta = probability(delta)
    m, d = facts.m, facts.svm.kernel_.feature_dimension(kernels.width(facts.svm.X_fit_))
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


def told(name, facts, delta):
    """The Bound of that name; δ goes to those on the risk. What depends on the choice of b is not said to hold."""
    keywords = {"delta": delta} if name in RISK else {}
    return _against_the_midpoint_rule(BICLASS[name][1](facts.svm, facts, **keywords), facts)


def _facts(svm, facts):
    return Ingredients(svm) if facts is None else facts


def _bound(facts, name, value, terms, kind, source, says, *checks, target="loo"):
    """Complete a Bound; checks are pairs (is it so, what to say if it is not)."""
    if terms is not None:
        terms = np.asarray(terms, dtype=float)
        terms.flags.writeable = False
    return Bound.checked(name, BICLASS[name][0], value, facts.m, terms, kind, source, says, checks, target)


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
    if not len(disputed) or not all(facts.some_b_is_right(p) for p in disputed):
        return bound
    which = f"point {disputed[0]}" if len(disputed) == 1 else f"any of {len(disputed)} points"
    text = f"without {which} b is not unique, and an error by the midpoint rule is none for another optimal b"
    return replace(bound, holds=False, why=f"{bound.why}. But: {text}")


def _range(values):
    values = values[np.isfinite(values)]
    return f"from {number(values.min())} to {number(values.max())}" if len(values) else "undefined"
