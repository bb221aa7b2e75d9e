"""Bounds of two classes: machines without b, the risk, limits, and where b is not unique."""

from math import inf, sqrt

import numpy as np
import pytest
from biclass_machines import every_b_errs, machine, proved, separated

from svmlab import BiclassSVM, bounds, datasets, kernels, leave_one_out
from svmlab.theory import spans

# --- machines without b ------------------------------------------------------------------


def without_b(K, y, C, left_out=()):
    """α of the machine without b, by coordinate descent to 1e-13."""
    alpha = np.zeros(len(y))
    H = K * np.outer(y, y)
    usable = [i for i in range(len(y)) if i not in left_out]
    for _ in range(20000):
        change = 0.0
        for i in usable:
            new = min(C, max(0.0, alpha[i] + (1.0 - H[i] @ alpha) / H[i, i]))
            change, alpha[i] = max(change, abs(new - alpha[i])), new
        if change < 1e-13:
            return alpha
    raise AssertionError("no convergence")


@pytest.mark.parametrize("C", [0.3, 2.0, 30.0])
def test_jaakkola_haussler_is_a_bound_without_b_and_opper_winther_exact_where_no_role_changes(C):
    data = datasets.overlapping(24, random_state=3)
    K, y = kernels.Gaussian(sigma=0.7)(data.X), data.y.astype(float)
    alpha = without_b(K, y, C)
    margin = y * (K @ (alpha * y))
    slack = np.where(alpha >= C, np.maximum(0.0, 1.0 - margin), 0.0)
    free = (alpha > 0) & (alpha < C)
    exact = 0
    for p in np.flatnonzero(alpha > 0):
        other = without_b(K, y, C, left_out=[p])
        loss = 1.0 - y[p] * (K[p] @ (other * y))
        assert loss <= alpha[p] * K[p, p] + slack[p] + 1e-9
        rest = np.arange(24) != p
        if np.array_equal(free[rest], ((other > 0) & (other < C))[rest]) and ((other >= C) == (alpha >= C))[rest].all():
            span = spans._projected(K, np.flatnonzero(free & rest), p, False)
            assert loss == pytest.approx(alpha[p] * span + slack[p], abs=1e-8)
            exact += 1
    assert exact > 0


def test_with_b_the_jaakkola_haussler_count_can_fall_below_the_exact_one_and_never_claims_to_hold():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=10.0).fit(data.X, data.y)
    p = np.flatnonzero(leave_one_out(svm).errors & (svm.solution_.margins > 0))
    assert len(p)
    moved = BiclassSVM(C=10.0).fit(data.X - data.X[p[0]], data.y)  # the origin is put on an error
    bound = bounds.jaakkola_haussler(moved)
    assert bound.per_point[p[0]] < 1.0
    assert leave_one_out(moved).errors[p[0]]
    assert not bound.holds
    assert "without b" in bound.why


def test_opper_winther_takes_the_span_where_there_is_no_b():
    svm = machine(C=3.0)
    free = np.flatnonzero((svm.alpha_ > 0) & (svm.alpha_ < svm.upper_))
    expected = svm.alpha_[free] / np.linalg.inv(svm.K_[np.ix_(free, free)]).diagonal()
    np.testing.assert_allclose(bounds.opper_winther(svm).per_point[free], expected, rtol=1e-6)


# --- limits ------------------------------------------------------------------------------


def test_as_C_goes_to_zero_all_points_support_and_no_bound_says_more_than_m():
    svm = machine(40, C=1e-6)
    report = bounds.report(svm)
    assert report.loo.n_errors == 40  # without one of its points a class is in the minority
    assert report["support_vectors"].value == report["span_bound"].value == report["span_count"].value == 40
    assert not any(bound.vacuous for bound in report if bound.target == "loo")
    assert report["compression"].value == inf
    assert report["radius_margin"].value == pytest.approx(0.0, abs=1e-3)  # tiny, and it does not apply
    assert proved(report) == []


def test_at_hard_margin_the_span_bound_has_D_alone():
    svm = separated()
    facts = bounds.Ingredients(svm)
    S = sqrt(np.nanmax(facts.box_spans))
    expected = S * facts.ball_of_points.diameter * svm.alpha_.sum()
    assert bounds.span_bound(svm).value == pytest.approx(expected)
    assert bounds.span_bound(separated(C=1e4)).value == pytest.approx(expected, rel=1e-9)


def test_with_a_narrow_kernel_all_points_support_and_the_sums_are_vacuous():
    svm = machine(30, C=inf, kernel=kernels.Gaussian(sigma=0.02))
    report = bounds.report(svm)
    assert report["support_vectors"].value == 30
    assert report["support_vectors"].rate == 1.0
    assert not report["support_vectors"].vacuous
    assert report["radius_margin"].vacuous
    assert report["span_rule"].value == report.loo.n_errors == 30


def test_points_in_one_place_are_no_trouble():
    svm = BiclassSVM(C=1.0).fit(np.ones((5, 2)), [0, 0, 0, 1, 1])
    report = bounds.report(svm)
    assert report["radius_margin"].value == 0
    assert not report["radius_margin"].holds
    assert np.isfinite([b.value for b in report if b.name != "compression"]).all()


def test_a_class_of_one_point_is_no_trouble():
    svm = BiclassSVM(C=inf).fit([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 0.5]], [0, 1, 1, 1])
    report = bounds.report(svm)
    assert report.loo.undefined.sum() == 1
    for bound in proved(report):
        assert bound.value >= report.loo.n_errors


# --- where b is not unique ---------------------------------------------------------------


def disputed():
    """A small machine that has a free support vector, and without some point none."""
    for seed in range(200):
        data = datasets.overlapping(11, random_state=seed)
        svm = BiclassSVM(C=0.1).fit(data.X, data.y)
        alone, loo = bounds.xi_alpha(svm), leave_one_out(svm)
        if alone.holds and (loo.errors & (alone.per_point < 1)).any():
            return svm
    raise AssertionError("no such machine was found")


def test_the_report_says_where_the_midpoint_rule_counts_what_another_intercept_does_not():
    svm = disputed()
    report = bounds.report(svm)
    bound = report["xi_alpha"]
    assert not bound.holds
    assert "b is not unique" in bound.why
    counted = np.flatnonzero(report.loo.errors & (bound.per_point < 1))
    assert len(counted)
    assert not any(every_b_errs(svm, p) for p in counted)
