"""The start by splitting: the same machine as without it, whatever the data and the scale."""

import numpy as np
import pytest

from svmlab import MulticlassSVM
from svmlab.engine import solver, splitting
from svmlab.kernels import Gaussian


def points(kind):
    """(X, y) of eight classes: overlapping, some of them twice and with other labels, or on a lattice of ties."""
    rng = np.random.default_rng(3)
    y = np.arange(48) % 8
    X = rng.normal(size=(8, 2))[y] * 2.0 + rng.normal(size=(48, 2))
    if kind == "duplicates":
        X[24:36] = X[:12]
        y[30:36] = (y[30:36] + 3) % 8
    if kind == "ties":
        X = np.round(X)
    return X, y


def objective_and_scores(X, y, C, monkeypatch, split):
    monkeypatch.setattr(solver, "MANY_OF_MANY", 0 if split else np.inf)
    svm = MulticlassSVM(C, Gaussian(sigma=1.5)).fit(X, y)
    assert svm.solution_.certified
    K, B = svm.K_, svm.coefficients_
    return svm.alpha_.sum() - 0.5 * np.sum(B * (K @ B)), K @ B


@pytest.mark.parametrize("kind", ["plain", "duplicates", "ties"])
@pytest.mark.parametrize("C", [1e-6, 0.1, 1.0, 1e4])
def test_the_machine_is_the_one_of_the_other_routes(kind, C, monkeypatch):
    X, y = points(kind)
    value, scores = objective_and_scores(X, y, C, monkeypatch, split=True)
    other, other_scores = objective_and_scores(X, y, C, monkeypatch, split=False)
    assert value == pytest.approx(other, rel=1e-8)
    assert np.allclose(scores, other_scores, rtol=0, atol=1e-5 * np.abs(other_scores).max())


def test_a_hard_margin_goes_another_way(monkeypatch):
    X, y = points("plain")
    value, _ = objective_and_scores(X, y, np.inf, monkeypatch, split=True)
    other, _ = objective_and_scores(X, y, np.inf, monkeypatch, split=False)
    assert value == pytest.approx(other, rel=1e-8)


def test_the_start_is_near_the_optimum():
    X, y = points("plain")
    program = MulticlassSVM(1.0, Gaussian(sigma=1.5)).fit(X, y).solution_
    alpha, _ = splitting.near_optimum(program.program)
    assert np.abs(alpha - program.alpha).max() < 1e-3


def test_sums_of_clipped_values_are_roots():
    rng = np.random.default_rng(0)
    c, upper = 3.0 * rng.normal(size=(50, 9)), rng.uniform(0.0, 2.0, (50, 9))
    s = splitting.sum_of_clipped(c, upper, np.zeros(50))
    assert np.allclose(np.clip(c - s[:, None], 0.0, upper).sum(axis=1), s, atol=1e-9)
