"""The start by splitting, and the faces after it: the same machine as without them, whatever the data and the scale."""

import numpy as np
import pytest

from svmlab import MulticlassSVM
from svmlab.engine import faces, joint_slack, solver, splitting
from svmlab.kernels import Gaussian
from svmlab.machines.multiclass import MACHINES


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


def trained(X, y, C, monkeypatch, split, machine="weston-watkins", sigma=1.5, weight=None):
    monkeypatch.setattr(solver, "MANY_OF_MANY", 0 if split else np.inf)
    monkeypatch.setattr(joint_slack, "MANY", 0 if split else np.inf)
    monkeypatch.setattr(faces, "MANY_FREE", 0 if split else np.inf)
    svm = MulticlassSVM(C, Gaussian(sigma=sigma), machine=machine).fit(X, y, sample_weight=weight)
    assert svm.solution_.certified
    return svm


def scores(svm):
    return svm.K_ @ svm.coefficients_


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kind", ["plain", "duplicates", "ties"])
@pytest.mark.parametrize("C", [1e-6, 0.1, 1.0, 1e4])
def test_the_machine_is_the_one_of_the_other_routes(machine, kind, C, monkeypatch):
    X, y = points(kind)
    one, other = (trained(X, y, C, monkeypatch, split, machine) for split in (True, False))
    assert one.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-8)
    assert np.allclose(scores(one), scores(other), rtol=0, atol=1e-5 * np.abs(scores(other)).max())


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("sigma", [0.05, 0.5, 1.0])
def test_faces_give_the_multipliers_of_the_other_routes_where_these_are_unique(machine, sigma, monkeypatch):
    X, y = points("plain")
    weight = np.random.default_rng(0).choice([0.5, 1.0, 3.0], len(y))
    solved = []
    found = faces.Face.optimum
    monkeypatch.setattr(faces.Face, "optimum", lambda *given, **more: solved.append(1) or found(*given, **more))
    one = trained(X, y, 2.0, monkeypatch, True, machine, sigma, weight)
    assert solved
    solved.clear()
    other = trained(X, y, 2.0, monkeypatch, False, machine, sigma, weight)
    assert not solved
    assert np.allclose(one.alpha_, other.alpha_, rtol=0, atol=1e-8 * other.alpha_.max())


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("sigma", [0.5, 1.5])
def test_a_hard_margin_is_that_of_the_other_routes(machine, sigma, monkeypatch):
    X, y = points("plain")
    one, other = (trained(X, y, np.inf, monkeypatch, split, machine, sigma) for split in (True, False))
    assert one.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-8)
    assert np.allclose(scores(one), scores(other), rtol=0, atol=1e-5 * np.abs(scores(other)).max())


def test_without_a_hard_margin_splitting_says_so(monkeypatch):
    X, y = points("duplicates")
    with pytest.raises(ValueError, match="separat"):
        trained(X, y, np.inf, monkeypatch, True)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_start_comes_nearer_to_the_optimum(machine):
    X, y = points("plain")
    solution = MulticlassSVM(1.0, Gaussian(sigma=0.3), machine=machine).fit(X, y).solution_
    far = [np.abs(alpha - solution.alpha).max() for alpha, _ in splitting.nearer(solution.program, 400)]
    assert far[-1] < 1e-3 * solution.alpha.max()
    assert far[-1] <= far[0]


def test_a_joint_bound_is_kept_and_no_sum_is_above_it():
    rng = np.random.default_rng(1)
    c, capacity = 3.0 * rng.normal(size=(200, 6)), rng.uniform(0.0, 4.0, 200)
    shift = splitting._shift(c, capacity)
    total = np.maximum(0.0, c - shift[:, None]).sum(axis=1)
    assert np.allclose(total, np.minimum(np.maximum(shift, 0.0), capacity), atol=1e-12)
    assert (total > 0.99 * capacity).any()
    assert (total < 0.99 * capacity).any()


def test_sums_of_clipped_values_are_roots():
    rng = np.random.default_rng(0)
    c, upper = 3.0 * rng.normal(size=(50, 9)), rng.uniform(0.0, 2.0, (50, 9))
    for tau in (1.0, 0.0, -1.0 / 10.0):
        s = splitting.sum_of_clipped(c, upper, np.zeros(50), tau)
        assert np.allclose(np.clip(c - tau * s[:, None], 0.0, upper).sum(axis=1), s, atol=1e-9)
