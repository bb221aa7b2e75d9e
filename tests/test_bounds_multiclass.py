"""Bounds for many classes: those proved, where they claim to hold, are never below the exact leave-one-out count."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svmlab import MulticlassSVM, bounds_multiclass, datasets, kernels, lemmas_multiclass


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from((3, 4, 5)))
def test_no_proved_bound_is_below_the_errors_that_every_intercept_makes(seed, Q):
    svm = lemmas_multiclass._machine(seed, Q)
    assume(svm is not None)
    assume(svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    facts = bounds_multiclass.Facts(svm)
    for bound in bounds_multiclass.report(svm, loo=facts.loo):
        if bound.kind == "proved":
            assert bound.value >= facts.errors.sum() - 1e-9, bound
            assert (bound.per_point[facts.errors] >= 1 - 1e-8).all(), bound
        if bound.kind == "proved" and bound.holds:
            assert bound.value >= facts.loo.n_errors - 1e-9


def test_iris():
    data = datasets.iris()
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    report = bounds_multiclass.report(MulticlassSVM(C=np.inf, kernel=kernels.Gaussian(sigma=0.5)).fit(X, data.y))
    assert report.loo.n_errors == 9
    found = {bound.name: round(bound.value) for bound in report}
    assert (found["support_vectors"], found["withdrawal_observed"], found["twice_sum"]) == (64, 52, 348)
    assert found["withdrawal_count"] == 52
    assert report["theorem_2"].kind == "gap"
    assert report["theorem_2"].vacuous


def test_the_midpoint_rule_is_told_apart_and_a_finite_C_is_not_claimed():
    report = bounds_multiclass.report(lemmas_multiclass.UNTIED.machine)
    assert not report["withdrawal_count"].holds
    assert "midpoint rule only" in report["withdrawal_count"].why
    data = datasets.blobs(30)
    soft = bounds_multiclass.report(MulticlassSVM(C=1.0).fit(data.X, data.y))
    assert not soft["withdrawal_count"].holds
    assert soft["support_vectors"].holds
