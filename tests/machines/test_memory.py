"""What a machine, its file and its scores of many points take of memory."""

import pickle
import tracemalloc

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets
from svmlab.kernels import Gaussian
from svmlab.machines import machine

MANY = 100_000
MEGABYTE = 2**20


def trained(n_classes, m=300):
    data = datasets.overlapping(m, random_state=0, n_classes=n_classes)
    return (BiclassSVM if n_classes == 2 else MulticlassSVM)(1.0, Gaussian(sigma=1.0)).fit(data.X, data.y)


def peak_of(run):
    """Megabytes that a run had at most beside what there was."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / MEGABYTE


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("method", ["predict", "decision_function"])
def test_a_hundred_thousand_points_take_no_kernel_matrix(n_classes, method):
    svm = trained(n_classes)
    Z = np.random.default_rng(0).normal(size=(MANY, 2))
    whole = MANY * len(svm.X_fit_) * 8 / MEGABYTE
    assert peak_of(lambda: getattr(svm, method)(Z)) < whole / 4


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_do_not_depend_on_how_many_are_computed_at_once(n_classes, monkeypatch):
    svm = trained(n_classes, m=60)
    Z = np.random.default_rng(0).normal(size=(101, 2))
    together = svm.decision_function(Z)
    monkeypatch.setattr(machine, "AT_ONCE", 7 * 60)
    assert np.allclose(svm.decision_function(Z), together, rtol=1e-13, atol=1e-13)


def test_the_file_of_a_machine_has_no_matrix_of_points_times_points():
    svm = trained(2, m=600)
    assert len(pickle.dumps(svm)) < 600 * 600 * 8 / 4
