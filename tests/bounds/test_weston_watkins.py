"""Bounds for many classes: those proved, where they claim to hold, are never below the exact leave-one-out count."""

import json

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import problems

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, flows, kernels, leave_one_out, lemmas_multiclass
from svmlab.exact.path import regularization_path


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from((3, 4, 5)))
def test_no_proved_bound_is_below_the_errors_that_every_intercept_makes(seed, Q):
    svm = lemmas_multiclass.random_machine(seed, Q)
    assume(svm is not None)
    assume(svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    facts = bounds.ingredients(svm)
    for bound in bounds.report(svm, facts=facts):
        if bound.kind == "proved":
            assert bound.value >= facts.errors.sum() - 1e-9, bound
            assert (bound.per_point[facts.errors] >= 1 - 1e-8).all(), bound
        if bound.kind == "proved" and bound.holds:
            assert bound.value >= facts.loo.n_errors - 1e-9


def test_iris():
    data = datasets.iris()
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    report = bounds.report(MulticlassSVM(C=np.inf, kernel=kernels.Gaussian(sigma=0.5)).fit(X, data.y))
    assert report.loo.n_errors == 9
    found = {bound.name: round(bound.value) for bound in report}
    assert (found["support_vectors"], found["withdrawal_observed"], found["twice_sum"]) == (64, 52, 348)
    assert (found["withdrawal_count"], found["xi_alpha_many"], found["span_many"]) == (52, 51, 27)
    assert report["nine_quarters_sum"].value == pytest.approx(report["twice_sum"].value * 9 / 8)
    assert (report["nine_quarters_sum"].kind, report["nine_quarters_sum"].holds) == ("proved", True)
    assert report["theorem_2"].kind == "gap"
    assert report["theorem_2"].vacuous


def test_the_midpoint_rule_is_told_apart_and_a_finite_C_is_not_claimed():
    report = bounds.report(lemmas_multiclass.UNTIED.machine)
    assert not report["withdrawal_count"].holds
    assert "midpoint rule only" in report["withdrawal_count"].why
    assert "there are 4 classes, and it is proved for three" in report["nine_quarters_sum"].why
    data = datasets.blobs(30)
    soft = bounds.report(MulticlassSVM(C=1.0).fit(data.X, data.y))
    assert not soft["withdrawal_count"].holds
    assert soft["support_vectors"].holds


def test_one_report_serves_both_machines():
    data = datasets.separable(20)
    two, many = (kind(C=np.inf).fit(data.X, data.y) for kind in (BiclassSVM, MulticlassSVM))
    bi, multi = bounds.report(two), bounds.report(many)
    assert bi.loo.n_errors == multi.loo.n_errors
    assert bi["support_vectors"].value == multi["support_vectors"].value
    assert np.isclose(bi["radius_margin"].value, multi["theorem_2"].value)  # K = 2: Theorem 2 is Theorem 1
    assert np.isclose(multi["theorem_2"].value, multi["twice_sum"].value)
    assert [bound.name for bound in multi] == list(bounds.names("loo", many))
    assert bounds.names("risk", many) == ()
    with pytest.raises(ValueError, match="a bound's name must be one of"):
        bounds.report(many, "span_bound")
    with pytest.raises(ValueError, match="a bound's name must be one of"):
        bounds.report(two, "theorem_2")


def test_the_constant_of_the_report_is_K():
    svm = lemmas_multiclass.COUNTEREXAMPLE.machine
    assert np.isclose(bounds.ingredients(svm).K, flows.constant_K(svm, "qp").value)


def test_bounds_of_many_classes_along_the_path_are_those_of_the_machines_on_it():
    data = datasets.iris()
    path = regularization_path(MulticlassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y), 0.01, 100.0)
    grid, seen = [0.01, 1.0, 100.0], []
    curves = bounds.along_path(path, C=grid, progress=lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    for i, C in enumerate(grid):
        svm = path.model_at(C)
        report = bounds.report(svm)
        assert curves.n_errors[i] == report.loo.n_errors == leave_one_out(svm).n_errors
        for bound in report:
            assert np.isclose(curves[bound.name].value[i], bound.value)
            assert curves[bound.name].holds[i] == bound.holds
    table = json.loads(json.dumps(curves.as_dict()))
    assert set(table) == {"C", "m", "n_errors", "error_rate", "curves"}
    keys = {"name", "label", "target", "value", "kind", "holds", "vacuous"}
    assert all(set(curve) == keys for curve in table["curves"])
    assert curves.chosen("support_vectors") in range(3)


@settings(max_examples=40)
@given(problems(classes=(3, 4), kinds=("blobs", "noise", "integer grid", "duplicates"), scales=(1.0,)), st.booleans())
def test_a_proved_bound_that_claims_to_hold_is_never_below_the_exact_count(problem, hard):
    """Duplicates, a finite C, and a kernel as it comes."""
    try:
        svm = MulticlassSVM(C=np.inf if hard else problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError:
        assume(False)
    assume(svm.solution_.certified)
    report = bounds.report(svm)
    for bound in report:
        if bound.target == "loo" and bound.kind == "proved" and bound.holds:
            assert bound.value >= report.loo.n_errors - 1e-6, bound
            assert (bound.per_point[report.loo.errors] >= 1 - 1e-6).all(), bound


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from((0.1, 1.0, 10.0, np.inf)))
def test_weighted_points_are_bounded_too(seed, C):
    rng = np.random.default_rng(seed)
    data = datasets.blobs(18, n_classes=3, distance=4.0, random_state=seed)
    svm = MulticlassSVM(C=C, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y, rng.uniform(0.2, 3.0, 18))
    report = bounds.report(svm)
    for bound in report:
        if bound.kind == "proved" and bound.holds:
            assert bound.value >= report.loo.n_errors - 1e-6, bound
    assert report["withdrawal_count"].holds == np.isinf(C)


def test_a_point_of_weight_0_is_no_training_point_and_the_report_says_so():
    data = datasets.blobs(18, n_classes=3, distance=8.0)
    svm = MulticlassSVM(C=np.inf).fit(data.X, data.y, np.r_[0.0, np.ones(17)])
    assert not any(bound.holds for bound in bounds.report(svm))
    assert "weight 0" in bounds.report(svm)["support_vectors"].why


# --- estimates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("C", [0.05, 1.0, 50.0])
def test_for_two_classes_both_estimates_are_those_of_the_machine_of_two(C):
    data = datasets.overlapping(40, random_state=1)
    two = bounds.report(BiclassSVM(C=C, kernel="gaussian").fit(data.X, data.y))
    many = bounds.report(MulticlassSVM(C=C / 2, kernel="gaussian").fit(data.X, data.y))
    for name in ("span_rule", "gacv"):
        assert many[f"{name}_many"].per_point == pytest.approx(two[name].per_point, abs=1e-9)
        assert many[f"{name}_many"].value == pytest.approx(two[name].value)


@pytest.mark.parametrize(("name", "sigma"), [("iris", 1.0), ("wine", 3.0)])
def test_the_span_rule_is_near_the_exact_count(name, sigma):
    data = getattr(datasets, name)()
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    for C in (0.03, 0.1, 1.0, 10.0, 100.0):
        svm = MulticlassSVM(C=C, kernel=kernels.Gaussian(sigma=sigma)).fit(X, data.y)
        report = bounds.report(svm, "span_rule_many")
        rule = report["span_rule_many"]
        assert abs(rule.value - report.loo.n_errors) <= 2, C
        assert ((rule.per_point >= 1) != report.loo.errors).sum() <= 2, C


def test_gacv_adds_what_each_lead_loses_when_nothing_else_moves():
    data = datasets.overlapping(30, n_classes=3, random_state=1)
    svm = MulticlassSVM(C=2.0, kernel="polynomial").fit(data.X, data.y)
    expected = 0.0
    for p, own in enumerate(svm.codes_):
        before = svm.scores(data.X[[p]])[0]
        alone = before - svm.K_[p, p] * svm.coefficients_[p]
        for k in np.flatnonzero(svm.alpha_[p]):
            lead, without = before[own] - before[k], alone[own] - alone[k]
            expected += max(0.0, 1.0 - lead) + (2.0 if lead < -1.0 else 1.0) * (lead - without)
    assert bounds.report(svm, "gacv_many")["gacv_many"].value == pytest.approx(expected)
