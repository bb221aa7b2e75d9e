"""Influences of points: against machines trained without them, and against a small part of the way out."""

import numpy as np
import pytest
from leaving_out import machine_of, without

from svmlab import datasets, first_order_influences, kernels, leave_one_out, leave_one_out_influences


def machine(Q):
    data = datasets.overlapping(24, random_state=2, n_classes=Q)
    return machine_of(Q)(1.0, kernels.Gaussian(1.0)).fit(data.X, data.y)


@pytest.mark.parametrize("Q", [2, 3])
def test_exact_influences_are_those_of_machines_trained_without_the_point(Q):
    svm = machine(Q)
    found, program = leave_one_out_influences(svm), svm.solution_.program
    for p in range(0, 24, 5):
        raw = without(svm, p)[0]._raw_scores(svm.X_fit_)
        np.testing.assert_allclose(found[p], program.along(raw) - svm.solution_.margins, atol=1e-6)


def test_on_its_own_margin_the_influence_is_what_leave_one_out_says():
    svm = machine(2)
    own = svm.solution_.margins + np.diagonal(leave_one_out_influences(svm))
    np.testing.assert_allclose(own, leave_one_out(svm).margin, atol=1e-7)


@pytest.mark.parametrize("Q", [2, 3])
def test_first_order_is_the_slope_where_a_point_begins_to_weigh_less(Q):
    svm, part = machine(Q), 1e-6
    found = first_order_influences(svm)
    alpha = svm.alpha_.reshape(24, -1)
    bounded = np.flatnonzero(((alpha == 0) | (alpha == svm.C)).all(axis=1) & alpha.any(axis=1))
    assert len(bounded)
    for p in bounded[:4]:
        weight = np.ones(24)
        weight[p] -= part
        lighter = machine_of(Q)(1.0, svm.kernel_).fit(svm.X_fit_, svm.y_fit_, weight)
        slope = (lighter.solution_.margins - svm.solution_.margins) / part
        np.testing.assert_allclose(found[p], slope, atol=1e-3)
    assert (found[alpha.sum(axis=1) == 0] == 0).all()
