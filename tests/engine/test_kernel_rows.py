"""A kernel matrix by its rows: products, a cache of bounded size, cycles of arcs and good intercepts."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svmlab import kernels
from svmlab.engine import kernel_rows
from svmlab.engine.intercepts import best_intercept
from svmlab.engine.kernel_rows import KernelRows, RowCache
from svmlab.engine.program import DualProgram
from svmlab.engine.violating_cycle import least_mean_cycle

POINTS = np.random.default_rng(0).normal(size=(40, 3)) + 5.0
KERNELS = [kernels.Linear(), kernels.Gaussian(0.7), kernels.Polynomial(2), kernels.Laplace(2.0), 2.0 * kernels.Linear()]
EACH = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)


def rows_of(kernel):
    return KernelRows(kernel, POINTS, POINTS.mean(axis=0))


@EACH
@pytest.mark.parametrize("used", [0, 1, 13, 40])
def test_the_product_is_that_of_the_matrix(kernel, used, monkeypatch):
    monkeypatch.setattr(kernel_rows, "BATCH", 150)
    rng = np.random.default_rng(used)
    B = np.zeros((40, 2))
    B[rng.permutation(40)[:used]] = rng.normal(size=(used, 2))
    K = kernel.relative(POINTS, POINTS, POINTS.mean(axis=0))
    product, largest = rows_of(kernel).times(B)
    assert product == pytest.approx(K @ B, rel=1e-12, abs=1e-12)
    assert largest[B.any(axis=1)] == pytest.approx(np.abs(K).max(axis=1)[B.any(axis=1)])


@EACH
def test_single_precision_has_its_digits(kernel, monkeypatch):
    monkeypatch.setattr(kernel_rows, "IN_DOUBLE", 0)
    some, others = np.array([3, 1, 30]), np.arange(5, 40)
    exact = kernel.relative(POINTS[some], POINTS[others], POINTS.mean(axis=0))
    found = rows_of(kernel).rows(some, others)
    assert found.dtype == np.float32
    assert found == pytest.approx(exact, rel=1e-5, abs=1e-5)


def test_a_narrow_gaussian_keeps_its_digits_in_single_precision():
    X = np.array([[0.0], [1e-3], [10.0], [10.001]])
    kernel = kernels.Gaussian(1e-3)
    found = kernel.single(X, X.mean(axis=0))(np.arange(4), np.arange(4))
    assert found == pytest.approx(kernel(X) - 1.0, abs=1e-6)


@EACH
def test_the_diagonal_is_the_distance_from_a_mean(kernel):
    K = kernel(POINTS)
    about_the_mean = K.diagonal() - 2.0 * K.mean(axis=0) + K.mean()
    assert rows_of(kernel).diagonal() == pytest.approx(about_the_mean, rel=1e-4, abs=1e-4 * K.max())


@given(seed=st.integers(0, 2**16), places=st.integers(1, 30))
@settings(max_examples=50, deadline=None)
def test_a_cache_returns_the_rows_whatever_it_has_forgotten(seed, places):
    rng, rows = np.random.default_rng(seed), rows_of(kernels.Gaussian(1.0))
    K, columns = rows.rows(np.arange(40), np.arange(40)), np.arange(40)
    cache = RowCache(rows, 8 * 40 * places)
    for step in range(12):
        points = rng.permutation(40)[: rng.integers(1, 12)]
        assert np.array_equal(cache.of(points), K[np.ix_(points, columns)])
        assert len(cache._room) <= 40 * places
        if step % 4 == 3:
            kept = rng.random(len(columns)) < 0.8
            kept[0] = True
            columns = columns[kept]
            cache.narrow(kept)
    cache.clear()
    assert np.array_equal(cache.of(np.array([7, 2])), K[[7, 2]])


def test_a_row_that_is_there_is_not_computed_again():
    rows = rows_of(kernels.Linear())
    cache, asked = RowCache(rows, 8 * 40 * 10), []
    whole = rows.rows
    rows.rows = lambda some, others: asked.append(list(some)) or whole(some, others)
    cache.of(np.array([1, 2, 3]))
    cache.of(np.array([3, 4]))
    cache.narrow(np.arange(40) < 20)
    cache.of(np.array([1, 4]))
    assert asked == [[1, 2, 3], [4]]


@given(seed=st.integers(0, 2**16), Q=st.integers(2, 5))
@settings(max_examples=60, deadline=None)
def test_the_cycle_has_the_least_mean_cost(seed, Q):
    rng = np.random.default_rng(seed)
    costs = np.where(rng.random((Q, Q)) < 0.7, rng.normal(size=(Q, Q)), np.inf)
    np.fill_diagonal(costs, np.inf)
    nodes, mean = least_mean_cycle(costs)
    found = simple_cycles(costs)
    assert (nodes == []) == (found == [])
    if found:
        assert mean == pytest.approx(min(found))
        assert nodes[0] == nodes[-1]
        assert np.mean([costs[k, l] for k, l in pairwise(nodes)]) == pytest.approx(mean)


def simple_cycles(costs):
    """Mean costs of all cycles without a node twice, by search."""
    means = []

    def extend(walk, cost):
        for node, step in enumerate(costs[walk[-1]]):
            if np.isfinite(step) and node == walk[0]:
                means.append((cost + step) / len(walk))
            elif np.isfinite(step) and node > walk[0] and node not in walk:
                extend([*walk, node], cost + step)

    for first in range(len(costs)):
        extend([first], 0.0)
    return means


@pytest.mark.parametrize("Q", [2, 3])
def test_no_shift_of_one_class_makes_a_good_intercept_better(Q):
    rng = np.random.default_rng(Q)
    y = np.arange(30) % Q
    K = np.eye(30)
    program = DualProgram.biclass(K, y, rng.random(30)) if Q == 2 else DualProgram.multiclass(K, y, 3, rng.random(30))
    H_alpha = rng.normal(size=len(program.upper))

    def loss(b):
        return program.upper @ np.maximum(0.0, 1.0 - H_alpha - program.E @ b)

    b = best_intercept(program, H_alpha, np.zeros(program.E.shape[1]))
    for k in range(len(b)):
        for shift in np.linspace(-1.0, 1.0, 101):
            assert loss(b + shift * (np.arange(len(b)) == k)) >= loss(b) - 1e-9
