"""A warm refit is the machine that training from nothing finds, for a fraction of the exchanges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import problems
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.engine import scaled_program, starts

TOLERANCE = 1e-8  # of a score, relative to max(1, the largest)


def machine_of(Q):
    return BiclassSVM if Q == 2 else MulticlassSVM


def own_scores(svm, Z):
    return svm.decision_function(Z) if svm.alpha_.ndim == 1 else svm.scores(Z)


def cold(svm):
    """The same machine, trained from nothing on the same points."""
    return clone(svm).set_params(class_weight=None).fit(svm.X_fit_, svm.y_fit_, svm.sample_weight_)


def exchanges_from_nothing(svm):
    """How many exchanges the same engine needs from α = 0."""
    active = starts.cold_start(scaled_program.ScaledProgram(svm.solution_.program).scaled)
    active.settle()
    return active.events


def assert_same_as_cold(svm, tolerance=TOLERANCE):
    other = cold(svm)
    assert svm.solution_.certified
    assert other.solution_.certified
    scores = own_scores(other, svm.X_fit_)
    atol = tolerance * max(1.0, np.abs(scores).max())
    np.testing.assert_allclose(own_scores(svm, svm.X_fit_), scores, rtol=0, atol=atol)


def changed(kind, X, y, weight, svm, rng):
    """X, y, weight after a change of one kind; the kernel and C are set on the machine."""
    i = rng.integers(len(y))
    if kind == "moved":
        X = X.copy()
        X[i] += 0.1 * X.std() * rng.normal(size=X.shape[1])
    elif kind == "added":
        X, y, weight = np.vstack([X, X[i] + 0.3 * X.std()]), np.append(y, y[i]), np.append(weight, 1.0)
    elif kind == "added a copy":
        X, y, weight = np.vstack([X, X[i]]), np.append(y, y[i]), np.append(weight, 1.0)
    elif kind == "removed":
        crowded = np.flatnonzero(np.bincount(y)[y] > 1)
        if len(crowded):
            i = rng.choice(crowded)
            X, y, weight = np.delete(X, i, axis=0), np.delete(y, i), np.delete(weight, i)
    elif kind == "relabelled":
        crowded = np.flatnonzero(np.bincount(y)[y] > 1)
        if len(crowded):
            i = rng.choice(crowded)
            y = np.where(np.arange(len(y)) == i, (y + 1) % (y.max() + 1), y)
    elif kind == "permuted":
        order = rng.permutation(len(y))
        X, y, weight = X[order], y[order], weight[order]
    elif kind == "weighted":
        weight = weight * np.where(np.arange(len(y)) == i, 3.0, 1.0)
    elif kind == "more C":
        svm.set_params(C=1.5 * svm.C)
    elif kind == "less C":
        svm.set_params(C=0.7 * svm.C)
    elif kind == "wider kernel" and isinstance(svm.kernel, (kernels.Gaussian, kernels.Laplace)):
        svm.set_params(kernel=type(svm.kernel)(1.1 * svm.kernel.sigma))
    return X, y, weight


CHANGES = [
    "moved", "added", "added a copy", "removed", "relabelled",
    "permuted", "weighted", "more C", "less C", "wider kernel",
]  # fmt: skip


@given(
    problems(classes=(2, 3, 4), costs=[1e-2, 1.0, 30.0]),
    st.lists(st.sampled_from(CHANGES), min_size=1, max_size=3),
    st.integers(0, 2**16),
)
def test_after_any_few_changes_a_refit_is_the_machine_that_training_finds(problem, changes, seed):
    rng = np.random.default_rng(seed)
    X, y, weight = problem.X, problem.y, np.ones(len(problem.y))
    svm = machine_of(y.max() + 1)(C=problem.C, kernel=problem.kernel).fit(X, y)
    for kind in changes:
        X, y, weight = changed(kind, X, y, weight, svm, rng)
        svm.refit(X, y, weight)
        np.testing.assert_array_equal(svm.X_fit_, X)
        np.testing.assert_array_equal(svm.sample_weight_, weight)
    assert_same_as_cold(svm, tolerance=1e-6)


@pytest.mark.parametrize("Q", [2, 3])
@pytest.mark.parametrize("C", [1.0, 100.0])
@pytest.mark.parametrize("kind", CHANGES)
def test_on_the_benchmark_sample_a_change_costs_a_fraction_of_a_cold_fit(kind, C, Q):
    data = datasets.overlapping(80, random_state=0, n_classes=Q)
    codes = np.searchsorted(data.classes, data.y)
    svm = machine_of(Q)(C=C, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, codes)
    X, y, weight = changed(kind, data.X, codes, np.ones(80), svm, np.random.default_rng(3))
    svm.refit(X, y, weight)
    assert_same_as_cold(svm)
    assert svm.solution_.exchanges < exchanges_from_nothing(svm) / 2


@pytest.mark.parametrize("Q", [2, 3])
def test_a_point_is_dragged_across_the_picture_without_drift(Q):
    data = datasets.overlapping(60, random_state=2, n_classes=Q)
    svm = machine_of(Q)(C=10.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    X, spent = data.X.copy(), 0
    for step in np.linspace(0, 1, 40):
        X[5] = (1 - step) * np.array([-3.0, -2.0]) + step * np.array([3.0, 2.0])
        spent += svm.refit(X, data.y).solution_.exchanges
        assert svm.solution_.certified
    assert_same_as_cold(svm)
    assert spent / 40 < exchanges_from_nothing(svm) / 4


def test_with_nothing_changed_nothing_is_exchanged():
    data = datasets.overlapping(80, random_state=0)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    before = svm.alpha_
    svm.refit(data.X, data.y)
    assert svm.solution_.exchanges <= 1
    np.testing.assert_allclose(svm.alpha_, before, rtol=0, atol=1e-12)


@pytest.mark.parametrize("Q", [2, 3])
def test_a_hard_margin_is_refitted(Q):
    data = datasets.blobs(30, Q, distance=6.0, noise=0.5, random_state=0)
    svm = machine_of(Q)(C=np.inf).fit(data.X, data.y)
    X = data.X.copy()
    X[svm.support_[0]] *= 0.9
    svm.refit(X, data.y)
    assert_same_as_cold(svm)


def test_a_hard_margin_that_ends_is_refused_and_the_machine_stays():
    data = datasets.separable(30, margin=0.5, random_state=0)
    svm = BiclassSVM(C=np.inf).fit(data.X, data.y)
    alpha = svm.alpha_.copy()
    X = data.X.copy()
    X[0] = X[np.flatnonzero(data.y != data.y[0])].mean(axis=0)
    with pytest.raises(ValueError, match="cannot be separated"):
        svm.refit(X, data.y)
    np.testing.assert_array_equal(svm.alpha_, alpha)
    assert_same_as_cold(svm)


def test_from_a_soft_to_a_hard_margin_and_back():
    data = datasets.separable(30, margin=0.3, random_state=1)
    svm = BiclassSVM(C=0.1).fit(data.X, data.y)
    assert_same_as_cold(svm.set_params(C=np.inf).refit(data.X, data.y))
    assert_same_as_cold(svm.set_params(C=0.05).refit(data.X, data.y))
