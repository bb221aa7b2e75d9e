"""Conformal p-values are those of machines trained from nothing, and the sets hold the true label as promised."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leaving_out import machine_of
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, conformal_prediction, datasets, kernels
from svmlab.machines.losses import LOSSES

few = settings(max_examples=15)
SURE = 1e-6  # of a lead, relatively


def leads(svm):
    scores, own = svm.scores(svm.X_fit_), svm.codes_[:, None] == np.arange(len(svm.classes_))
    return scores[own] - np.where(own, -np.inf, scores).max(axis=1)


@few
@given(Q=st.sampled_from([2, 3]), seed=st.integers(0, 10**6), C=st.sampled_from([0.1, 1.0, 30.0]))
def test_p_values_are_those_of_machines_trained_from_nothing(Q, seed, C):
    data = datasets.overlapping(24, random_state=seed, n_classes=Q)
    svm = machine_of(Q)(C, kernels.Gaussian(1.0)).fit(data.X[:-2], data.y[:-2])
    found = conformal_prediction(svm, data.X[-2:])
    assert found.certified
    for z, row in zip(data.X[-2:], found.p_values, strict=True):
        for label, p in zip(svm.classes_, row, strict=True):
            lead = leads(clone(svm).fit(np.vstack([svm.X_fit_, z]), np.append(svm.y_fit_, label)))
            tie = SURE * max(1.0, abs(lead[-1]))
            assert (lead <= lead[-1] - tie).mean() - 1e-12 <= p <= (lead <= lead[-1] + tie).mean() + 1e-12


MACHINES = {"two classes": (2, BiclassSVM), **{name: (3, partial(MulticlassSVM, machine=name)) for name in LOSSES}}


@pytest.mark.parametrize("name", MACHINES)
def test_of_points_each_new_in_turn_no_more_than_a_part_eps_has_a_p_value_of_eps(name):
    Q, machine = MACHINES[name]
    data = datasets.overlapping(31, random_state=5, n_classes=Q)
    p = []
    for i, (x, label) in enumerate(zip(data.X, data.y, strict=True)):
        svm = machine(C=1.0, kernel=kernels.Gaussian(1.0)).fit(np.delete(data.X, i, 0), np.delete(data.y, i))
        p.append(conformal_prediction(svm, [x]).p_values[0, svm.classes_.tolist().index(label)])
    for eps in np.unique(p):
        assert (np.array(p) <= eps).mean() <= eps + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("name", MACHINES)
def test_the_sets_hold_the_labels_of_held_out_points_as_often_as_promised(name):
    (Q, machine), held, draws = MACHINES[name], [], 60
    for seed in range(draws):
        data = datasets.overlapping(21, random_state=seed, n_classes=Q)
        order = np.random.default_rng(seed).permutation(21)
        train, new = order[:19], order[19:]
        svm = machine(C=1.0, kernel=kernels.Gaussian(1.0)).fit(data.X[train], data.y[train])
        found = conformal_prediction(svm, data.X[new])
        assert found.certified
        held += found.contains(0.2)[np.arange(2), np.searchsorted(svm.classes_, data.y[new])].tolist()
    assert np.mean(held) >= 0.8 - 3 * np.sqrt(0.8 * 0.2 / draws)  # as few as the draws, those of a machine go together
    assert np.mean(held) < 1.0, "a set that holds all labels promises nothing"


def test_a_level_below_one_part_takes_all_labels():
    data = datasets.overlapping(20, random_state=0)
    svm = BiclassSVM().fit(data.X, data.y)
    (labels,) = conformal_prediction(svm, [[50.0, 50.0]]).label_sets(0.04)
    np.testing.assert_array_equal(labels, svm.classes_)


def test_what_breaks_the_promise_is_refused():
    data = datasets.separable(20)
    for options, weight, message in (
        ({"C": np.inf}, None, "C must be positive and finite"),
        ({"class_weight": "balanced"}, None, "pass a dict"),
        ({}, np.arange(1.0, 21.0), "train without sample_weight"),
    ):
        svm = BiclassSVM(**options).fit(data.X, data.y, weight)
        with pytest.raises(ValueError, match=message):
            conformal_prediction(svm, data.X)
    svm = BiclassSVM(kernel="precomputed").fit(data.X @ data.X.T, data.y)
    with pytest.raises(ValueError, match="pass the kernel itself"):
        conformal_prediction(svm, data.X @ data.X.T)
