"""Influences of points: against machines trained without them, and against a small part of the way out."""

import numpy as np
import pytest
from leaving_out import machine_of, without
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    datasets,
    first_order_influences,
    holders,
    kernels,
    leave_one_out,
    leave_one_out_influences,
    point_values,
)
from svmlab.exact.influence import predicted_leads
from svmlab.machines.losses import LOSSES


def data_of(Q):
    return datasets.overlapping(24, random_state=2, n_classes=Q)


def machine(Q, **options):
    data = data_of(Q)
    return machine_of(Q)(1.0, kernels.Gaussian(1.0), **options).fit(data.X, data.y)


MACHINES = {"two classes": (2, {}), **{name: (3, {"machine": name}) for name in LOSSES}}


@pytest.fixture(scope="module", params=MACHINES)
def svm(request):
    Q, options = MACHINES[request.param]
    return machine(Q, **options)


def own_leads(svm, X, codes):
    """By how much the own class of points leads, by the scores that new points get."""
    scores, own = svm.scores(X), codes[:, None] == np.arange(len(svm.classes_))
    return scores[own] - np.where(own, -np.inf, scores).max(axis=1)


def test_exact_influences_are_those_of_machines_trained_without_the_point(svm):
    found, program = leave_one_out_influences(svm), svm.solution_.program
    margins = program.along(svm._raw_scores(svm.X_fit_))
    for p in range(0, 24, 5):
        raw = without(svm, p)[0]._raw_scores(svm.X_fit_)
        np.testing.assert_allclose(found[p], program.along(raw) - margins, atol=1e-6)


def test_on_its_own_margin_the_influence_is_what_leave_one_out_says():
    svm = machine(2)
    own = svm.solution_.margins + np.diagonal(leave_one_out_influences(svm))
    np.testing.assert_allclose(own, leave_one_out(svm).margin, atol=1e-7)


@pytest.mark.parametrize("name", [name for name in MACHINES if name != "crammer-singer"])
def test_first_order_is_the_slope_where_a_point_begins_to_weigh_less(name):
    Q, options = MACHINES[name]
    svm = machine(Q, **options)
    found, program = first_order_influences(svm), svm.solution_.program
    alpha, upper = svm.alpha_.reshape(24, -1), svm.upper_.reshape(24, -1)
    follows = ((alpha == 0) | (alpha >= upper)).all(axis=1) | ((alpha > 0).sum(axis=1) == 1) & np.isinf(upper).any()
    chosen = np.flatnonzero(follows & alpha.any(axis=1))  # by whose weight all of its multipliers are led
    assert len(chosen)
    for p in chosen[:4]:
        weight = np.ones(24)
        weight[p] -= 1e-6
        lighter = machine_of(Q)(1.0, svm.kernel_, **options).fit(svm.X_fit_, svm.y_fit_, weight)
        moved = program.along(lighter._raw_scores(svm.X_fit_) - svm._raw_scores(svm.X_fit_))
        part = 1.0 - lighter.alpha_[p].sum() / svm.alpha_[p].sum()
        np.testing.assert_allclose(found[p], moved / part, atol=2e-3)
    assert (found[alpha.sum(axis=1) == 0] == 0).all()


def test_a_lead_that_is_predicted_exactly_is_what_leave_one_out_says():
    exact = 0
    for seed in range(8):
        for C in (0.1, 1.0, 10.0):
            data = datasets.overlapping(24, random_state=seed, n_classes=3)
            machine = MulticlassSVM(C=C, kernel="gaussian").fit(data.X, data.y)
            found = predicted_leads(machine)
            alike = np.abs(found.leads - leave_one_out(machine).margin) < 1e-7
            assert alike[found.exact].all()
            exact += int((found.exact & machine.alpha_.any(axis=1)).sum())
    assert exact > 10


def test_no_lead_is_predicted_where_no_multiplier_is_free():
    found = predicted_leads(BiclassSVM(C=0.1, kernel="linear").fit([[0.0], [1.0]], [0, 1]))
    assert (found.leads == -np.inf).all()
    assert not found.exact.any()


def test_each_point_is_held_by_the_one_whose_absence_costs_it_most(svm):
    found = holders(svm)
    before = own_leads(svm, svm.X_fit_, svm.codes_)
    lost = np.array([before - own_leads(without(svm, p)[0], svm.X_fit_, svm.codes_) for p in range(24)])
    np.fill_diagonal(lost, 0.0)
    np.testing.assert_allclose(found.loss, np.maximum(0.0, lost.max(axis=0)), atol=1e-6)
    for v in np.flatnonzero(found.by >= 0):
        assert lost[found.by[v], v] == pytest.approx(found.loss[v], abs=1e-6)
        assert svm.alpha_.reshape(24, -1)[found.by[v]].any(), "who holds is a support vector"
    assert (found.loss[found.by < 0] == 0).all()


def test_values_are_those_of_machines_trained_without_the_point(svm):
    test = datasets.overlapping(200, random_state=9, n_classes=len(svm.classes_))
    found = point_values(svm, test.X, test.y)
    assert found.errors == (svm.predict(test.X) != test.y).sum()
    K = svm.kernel_(svm.X_fit_)
    for p in range(0, 24, 4):
        other, _ = without(svm, p)
        assert found.without[p] == (other.predict(test.X) != test.y).sum()
        moved = svm.coefficients_ - np.insert(other.coefficients_, p, 0.0, axis=0)
        assert found.change[p] ** 2 == pytest.approx(np.trace(moved.T @ K @ moved), abs=1e-8)
    useless = ~svm.alpha_.reshape(24, -1).any(axis=1)
    np.testing.assert_allclose(found.change[useless], 0.0, atol=1e-7)
    assert repr(found).startswith(f"{found.errors} of 200 test points wrong")


def test_the_only_point_of_a_class_has_no_value():
    svm = BiclassSVM(kernel="linear").fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    found = point_values(svm, [[0.4], [3.0]], [0, 1])
    np.testing.assert_array_equal(np.isnan(found.values), [True, False, False])
    assert np.isfinite(holders(svm).loss).all()


def test_what_cannot_be_is_refused_in_words():
    svm, data = machine(2), data_of(2)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        point_values(svm, data.X, data.y[:-1])
    with pytest.raises(ValueError, match="the value of points"):
        point_values(make_pipeline(StandardScaler(), BiclassSVM()).fit(data.X, data.y), data.X, data.y)
    with pytest.raises(ValueError, match="first_order_influences follows programs"):
        first_order_influences(MulticlassSVM(machine="crammer-singer").fit(data.X, data.y))
    with pytest.raises(ValueError, match="predicted_leads follows programs"):
        predicted_leads(MulticlassSVM(machine="crammer-singer").fit(data.X, data.y))
