"""Bounds against the exact leave-one-out, against their definitions written out, and at their limits."""

import re
from math import comb, inf, log, sqrt

import numpy as np
import pytest
from biclass_machines import EASY, GAUSSIAN, every_b_errs, machine, of_case, proved, separated, without
from cases import CLASS_WEIGHTS, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import problems
from scipy.optimize import minimize

from svmlab import BiclassSVM, bounds, datasets, kernels, leave_one_out
from svmlab.theory import spans

# --- what a bound is for -----------------------------------------------------------------


@given(problems(classes=(2,)))
def test_what_is_proved_and_holds_is_never_below_the_exact_count(problem):
    svm = BiclassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    report = bounds.report(svm)
    for bound in proved(report):
        assert bound.value >= report.loo.n_errors, bound
        assert (bound.per_point[report.loo.errors] >= 1 - 1e-6).all(), bound


@given(problems(classes=(2,), kinds=EASY, scales=(1.0,)))
def test_no_point_is_called_safe_that_every_intercept_misclassifies(problem):
    svm = BiclassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    facts = bounds.Ingredients(svm)
    for bound in (bounds.BICLASS[name][1](svm, facts) for name in bounds.names("loo")):
        if bound.kind == "proved" and bound.holds:
            for p in np.flatnonzero(facts.loo.errors & (bound.per_point < 1 - 1e-6)):
                assert not every_b_errs(svm, p), bound


@pytest.mark.filterwarnings("ignore:not certified")
@given(problems(classes=(2,), kinds=["blobs", "noise"], scales=(1.0,)))
def test_hard_margin_bounds_are_never_below_the_exact_count(problem):
    try:
        svm = BiclassSVM(C=inf, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError:
        assume(False)
    assume(svm.solution_.certified)  # wide kernels can put a hard margin beyond double precision
    report = bounds.report(svm)
    assert {b.name for b in proved(report)} == set(bounds.names("loo")) - {
        "jaakkola_haussler",
        "opper_winther",
        "span_rule",
        "gacv",
    }
    for bound in proved(report):
        assert bound.value >= report.loo.n_errors, bound


@pytest.mark.filterwarnings("ignore:not certified")
@given(
    problems(classes=(2,), kinds=["blobs", "noise"], scales=(1.0,)),
    st.sampled_from([1.0001, 1.01, 1.1, 1.5, 3.0]),
)
def test_lemma_1_holds_for_a_finite_C_above_all_multipliers(problem, factor):
    """Without a point the machine may have slack then: the proof in ``bounds`` allows for it, the printed one not."""
    try:
        hard = BiclassSVM(C=inf, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError:
        assume(False)
    assume(hard.solution_.certified)
    svm = BiclassSVM(C=factor * hard.alpha_.max(), kernel=problem.kernel).fit(problem.X, problem.y)
    bound = bounds.radius_margin(svm)
    assume(bound.holds)
    wrong = leave_one_out(svm).errors
    assert (bound.per_point[wrong] >= 1 - 1e-6).all()
    assert bound.per_point.sum() == pytest.approx(bound.value, rel=1e-6)  # (7)


def test_counting_never_does_worse_than_adding_up():
    for svm in (machine(C=0.3), machine(C=10.0), separated(), separated(C=0.2)):
        report = bounds.report(svm)
        for name in ("radius_margin", "span_bound"):
            counted = report[name.replace("bound", "count") if name == "span_bound" else f"{name}_count"]
            assert counted.value <= report[name].per_point.sum() + 1e-9
        assert report["span_bound"].per_point.sum() <= report["span_bound"].value + 1e-9
        assert report["xi_alpha_distance"].value <= report["xi_alpha"].value <= report["support_vectors"].value
        assert report["radius_margin"].value <= report["radius_margin_all"].value * (1 + 1e-12)


# --- problems with known answers ---------------------------------------------------------


def test_a_case_where_the_number_of_support_vectors_is_tight_and_radius_margin_says_25():
    case = LOO_EQUALS_SUPPORT_VECTORS
    report = bounds.report(of_case(case))
    assert report.loo.n_errors == case.known["loo_errors"] == report["support_vectors"].value
    assert report["radius_margin"].value == pytest.approx(case.known["radius_margin"])
    assert report["radius_margin"].rate == pytest.approx(5.0)
    assert report["radius_margin"].vacuous
    assert report["radius_margin"].holds
    np.testing.assert_allclose(report["radius_margin"].per_point, case.known["alpha"] * case.known["D_squared"])
    assert not report["support_vectors"].vacuous
    assert report["radius_margin_count"].value == 3


def test_without_a_free_support_vector_nothing_that_needs_b_claims_to_hold():
    report = bounds.report(of_case(NO_FREE_SUPPORT_VECTOR))
    for name in ("support_vectors", "span_bound", "span_count", "span_rule", "xi_alpha", "compression"):
        assert not report[name].holds
        assert "b may be anything from 0.6 to 0.8" in report[name].why
    assert report["span_bound"].value == 2


def test_unequal_weights_are_an_unmet_hypothesis_where_the_proof_needs_one_C():
    report = bounds.report(of_case(CLASS_WEIGHTS))
    for name in ("span_bound", "span_count", "xi_alpha", "xi_alpha_distance"):
        assert "the weights differ" in report[name].why
        assert not report[name].holds
    assert report["support_vectors"].holds
    assert report["compression"].holds  # the weights follow from the class


def test_points_of_weight_zero_are_named():
    data = datasets.overlapping(30, random_state=0)
    weight = np.ones(30)
    weight[[3, 4]] = 0.0
    svm = BiclassSVM(kernel=GAUSSIAN).fit(data.X, data.y, sample_weight=weight)
    bound = bounds.support_vectors(svm)
    assert not bound.holds
    assert "2 points have weight 0" in bound.why


# --- against definitions written out -----------------------------------------------------


def features(svm):
    """(m, r) coordinates of the points in feature space, about their mean."""
    K = svm.K_ - svm.K_.mean(axis=0) - svm.K_.mean(axis=0)[:, None] + svm.K_.mean()
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-13 * values.max()
    return vectors[:, kept] * np.sqrt(values[kept])


def hull_distance(Z, p, others):
    """Squared distance of row p to the affine hull of other rows, by least squares on coordinates."""
    A = (Z[others[1:]] - Z[others[0]]).T
    b = Z[p] - Z[others[0]]
    return float(np.sum((A @ np.linalg.lstsq(A, b, rcond=None)[0] - b) ** 2)) if A.size else float(b @ b)


@pytest.mark.parametrize("svm", [machine(C=0.5), machine(C=20.0), machine(60, C=3.0, kernel=kernels.Linear())])
def test_spans_are_distances_to_affine_hulls(svm):
    Z, found = features(svm), spans.affine(svm)
    free = (svm.alpha_ > 0) & (svm.alpha_ < svm.upper_)
    assert np.isnan(found.squared[svm.alpha_ == 0]).all()
    for p in svm.support_:
        others = np.flatnonzero(free & (np.arange(len(free)) != p))
        assert found.squared[p] == pytest.approx(hull_distance(Z, p, others), rel=1e-6, abs=1e-9)


def box_distance(svm, Z, p, others):
    """Squared distance of row p to the points of the definition, by another solver (scipy's SLSQP)."""
    y, alpha = 2.0 * svm.codes_ - 1.0, svm.alpha_
    ends = np.sort([-alpha[others] / alpha[p], (svm.C - alpha[others]) / alpha[p]] * (y[others] * y[p]), axis=0)
    start = np.clip(np.full(len(others), 1 / len(others)), *ends)
    A = Z[others]
    answer = minimize(
        lambda lam: (np.sum((lam @ A - Z[p]) ** 2), 2 * A @ (lam @ A - Z[p])),
        start,
        jac=True,
        method="SLSQP",
        bounds=list(zip(*np.where(np.isfinite(ends), ends, None), strict=True)),
        constraints={"type": "eq", "fun": lambda lam: lam.sum() - 1, "jac": np.ones_like},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert answer.success
    return answer.fun


@pytest.mark.parametrize("svm", [machine(C=0.5), machine(C=20.0), separated(C=1.0), separated()])
def test_spans_of_the_bound_keep_the_box(svm):
    Z, affine = features(svm), spans.affine(svm)
    boxed = spans.boxed(svm, affine)
    free = np.flatnonzero((svm.alpha_ > 0) & (svm.alpha_ < svm.upper_))
    assert np.isnan(np.delete(boxed, free)).all()
    assert (boxed[free] >= affine.squared[free] - 1e-9).all()
    for p in free:
        assert boxed[p] == pytest.approx(box_distance(svm, Z, p, free[free != p]), rel=1e-5, abs=1e-7)


def test_spans_by_following_and_by_the_quadratic_program_agree():
    svm = machine(C=20.0)
    free = np.flatnonzero((svm.alpha_ > 0) & (svm.alpha_ < svm.upper_))
    program = spans.DualProgram.biclass(svm.K_[np.ix_(free, free)], svm.codes_[free], svm.upper_[free])
    everywhere = range(len(free))
    followed = spans._led_to_zero(program, svm.alpha_[free], everywhere)
    defined = [spans._by_definition(program, svm.alpha_[free], p) for p in everywhere]
    np.testing.assert_allclose(followed, defined, rtol=1e-7, atol=1e-10)


def test_dependent_free_support_vectors_have_spans_by_projection():
    rng = np.random.default_rng(0)
    K = (lambda Z: Z @ Z.T)(rng.normal(size=(7, 2)))
    others = np.arange(6)
    assert spans._projected(K, others, 6, True) == 0.0  # six points of a plane span it
    assert spans._projected(K, others, 6, False) == 0.0
    assert spans._projected(K, np.arange(0), 6, False) == pytest.approx(K[6, 6])
    assert spans._projected(K, np.arange(0), 6, True) == inf
    line = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.5, 3.0]])
    assert spans._projected(line @ line.T, np.arange(3), 3, True) == pytest.approx(9.0)
    assert spans._inverse(np.ones((2, 2))) is None


def test_where_every_point_is_a_support_vector_nothing_is_said_of_the_others():
    data = datasets.overlapping(20, random_state=0)
    says = [bounds.support_vectors(BiclassSVM(C=C, kernel="linear").fit(data.X, data.y)).why for C in (1e-4, 10.0)]
    assert says[0].startswith("all 20 points have α > 0. But: no support vector is free")
    assert re.search(r"(\d+) of 20 points have α > 0; leaving out one of the other \d+ changes nothing", says[1])


@pytest.mark.filterwarnings("ignore:not certified")
@given(problems(classes=(2,), kinds=["blobs", "noise"], scales=(1.0,)))
def test_the_span_rule_is_exact_where_no_point_changes_its_role(problem):
    svm = BiclassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    rule, loo = bounds.span_rule(svm), leave_one_out(svm)
    exact = spans.affine(svm).unchanged & ~loo.undefined
    scale = max(1.0, np.abs(svm.solution_.margins).max())
    np.testing.assert_allclose(1.0 - rule.per_point[exact], loo.margin[exact], atol=1e-6 * scale)
    if rule.holds and not loo.ties.any():
        assert rule.value == loo.n_errors


@pytest.mark.parametrize("svm", [machine(C=0.5), machine(C=20.0), separated(60)])
def test_which_points_change_no_role_is_what_training_without_them_says(svm):
    roles = lambda alpha, upper: (alpha > 0) * 1 + (alpha >= upper)  # noqa: E731
    before = roles(svm.alpha_, svm.upper_)
    found = spans.affine(svm).unchanged
    for p in svm.support_:
        other = without(svm, p)
        assert found[p] == np.array_equal(roles(other.alpha_, other.upper_), np.delete(before, p))
    assert not found[svm.alpha_ == 0].any()


def test_the_span_rule_is_exact_and_says_so_on_a_machine_of_many_free_support_vectors():
    data = datasets.circles(20, noise=0.15, random_state=0)
    svm = BiclassSVM(C=100.0, kernel=kernels.Gaussian(sigma=0.2)).fit(data.X, data.y)
    rule, loo = bounds.span_rule(svm), leave_one_out(svm)
    assert rule.holds
    assert rule.verdict == "estimate, its assumption is met"
    assert rule.value == loo.n_errors == 10


def test_xi_alpha_is_its_definition_by_two_loops():
    svm = machine(C=2.0)
    Z, f = features(svm), svm.decision_function(svm.X_fit_)
    y = 2.0 * svm.codes_ - 1.0
    R2 = svm.K_.max() - svm.K_.min()
    plain = sum(2 * a * R2 + max(0.0, 1 - y[i] * f[i]) >= 1 for i, a in enumerate(svm.alpha_) if a > 0)
    reach = [max(np.sum((Z[i] - z) ** 2) for z in Z) for i in range(len(Z))]
    apart = [a * reach[i] + max(0.0, 1 - y[i] * f[i]) if a > 0 else 0.0 for i, a in enumerate(svm.alpha_)]
    assert bounds.xi_alpha(svm).value == plain
    np.testing.assert_allclose(bounds.xi_alpha_distance(svm).per_point, apart, atol=1e-8)


def test_xi_alpha_does_not_see_a_constant_added_to_the_kernel():
    data = datasets.overlapping(40, random_state=0)
    far = BiclassSVM(C=1.0, kernel=lambda X, Z: GAUSSIAN(X, Z) + 5.0).fit(data.X, data.y)
    near = BiclassSVM(C=1.0, kernel=GAUSSIAN).fit(data.X, data.y)
    for name in ("xi_alpha", "xi_alpha_distance", "span_bound", "span_rule", "radius_margin"):
        assert bounds.report(far)[name].value == pytest.approx(bounds.report(near)[name].value, rel=1e-6)
    assert bounds.jaakkola_haussler(far).per_point.sum() > 2 * bounds.jaakkola_haussler(near).per_point.sum()


def test_gacv_is_its_definition_and_near_the_slack_of_leave_one_out():
    svm = machine(100, C=0.5)
    f, y = svm.decision_function(svm.X_fit_), 2.0 * svm.codes_ - 1.0
    margin = y * f
    gain = svm.alpha_ * svm.K_.diagonal()
    by_hand = np.maximum(0, 1 - margin).sum() + 2 * gain[margin < -1].sum() + gain[np.abs(margin) <= 1 + 1e-9].sum()
    bound = bounds.gacv(svm)
    assert bound.value == pytest.approx(by_hand)
    slack_left_out = np.maximum(0.0, 1.0 - leave_one_out(svm).margin).sum()
    assert bound.value == pytest.approx(slack_left_out, rel=0.6)
    assert bound.kind == "estimate"


# --- the risk ----------------------------------------------------------------------------


def test_the_compression_bound_is_the_slides():
    svm = machine(100, C=1.0)
    N, N_SV, delta = 100, len(svm.support_), 0.1
    by_hand = (N_SV * (1 - log(N_SV / N)) + log(N / delta)) / (N - N_SV)
    bound = bounds.compression(svm, delta=delta)
    assert bound.value == bound.rate == pytest.approx(by_hand)
    assert bound.target == "risk"
    assert bound.per_point is None
    assert bound.count is None
    assert (comb(N, N_SV) * (1 - min(1, bound.value)) ** (N - N_SV)) <= delta / N  # what its proof needs


def test_a_small_compression_bound_covers_all_choices_of_support_vectors():
    svm = separated(200)
    N, n = 200, len(svm.support_)
    bound = bounds.compression(svm)
    assert bound.value < 1
    assert comb(N, n) * (1 - bound.value) ** (N - n) <= 0.05 / N


def test_the_vc_bound_has_the_squared_margin_and_is_proved_only_by_the_dimension():
    svm = separated(60)
    bound = bounds.vc_dimension(svm)
    assert (bound.kind, bound.holds) == ("proved", True)
    h, m = 3, 60
    assert bound.value == pytest.approx(sqrt((h * (1 + log(2 * m / h)) - log(0.05 / 4)) / m))
    gaussian = bounds.vc_dimension(machine(60, C=1.0))
    assert (gaussian.kind, gaussian.holds) == ("gap", False)
    assert "not fixed before" in gaussian.why
    assert "slack" in gaussian.why


def test_the_vc_dimension_by_the_margin_is_that_of_the_largest_distance():
    data = datasets.separable(40, margin=1.0, random_state=1)
    svm = BiclassSVM(C=inf, kernel=kernels.Gaussian(sigma=20.0)).fit(data.X, data.y)
    Z = features(svm)[svm.support_]
    far = max(np.sum((a - b) ** 2) for a in Z for b in Z)
    h = int(np.ceil(far / (2 * svm.margin_**2) - 1e-6)) + 1
    assert f"VC dimension h = {h} from the margin" in bounds.vc_dimension(svm).why


def test_dimensions_of_feature_spaces():
    assert kernels.Linear().feature_dimension(4) == 4
    assert kernels.Polynomial(degree=2).feature_dimension(3) == 10
    assert kernels.Polynomial(degree=2, coef0=0.0).feature_dimension(3) == 6
    assert (2.0 * kernels.Linear() + kernels.Polynomial(degree=2, coef0=0.0)).feature_dimension(3) == 9
    assert (kernels.Linear() * kernels.Linear()).feature_dimension(3) == 9
    assert GAUSSIAN.feature_dimension(3) == inf
    assert np.linalg.matrix_rank(kernels.Polynomial(degree=2)(np.random.default_rng(0).normal(size=(30, 3)))) == 10


@pytest.mark.parametrize("delta", [0.0, 1.0, -0.1])
def test_delta_must_be_a_probability(delta):
    with pytest.raises(ValueError, match="delta must be"):
        bounds.compression(machine(), delta=delta)
