"""Newton's systems of Lee, Lin and Wahba's program by class: the answers of the whole matrix, by both methods."""

import numpy as np
import pytest

from svmlab.engine import class_blocks, interior_point, solver
from svmlab.engine.program import centred
from svmlab.engine.sum_to_zero import SumToZeroProgram


def blobs(classes, m, seed, sigma):
    """(program, usable (n,)) with some bounds that are zero, and points that are there twice."""
    rng = np.random.default_rng(seed)
    y = np.arange(m) % classes
    X = rng.normal(size=(classes, 2))[y] + rng.normal(size=(m, 2))
    X[: m // 4] = X[-(m // 4) :]
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(axis=2) / sigma**2)
    upper = rng.choice([0.0, 0.5, 2.0], m, p=[0.1, 0.45, 0.45])
    program = SumToZeroProgram.multiclass(centred(K)[1], y, classes, upper)
    return program, np.flatnonzero(program.upper > 0)


@pytest.mark.parametrize(("classes", "m", "sigma"), [(2, 12, 1.0), (3, 30, 0.3), (5, 40, 1.0), (9, 45, 3.0)])
@pytest.mark.parametrize("spread", [0.0, 6.0])
def test_a_system_has_the_solution_of_the_whole_matrix(classes, m, sigma, spread):
    program, usable = blobs(classes, m, 0, sigma)
    n, unit, rng = len(usable), 0.5, np.random.default_rng(1)
    weights = 10.0 ** rng.uniform(-spread, spread, 2 * n)
    H, E = unit * program.hessian()[np.ix_(usable, usable)], program.E[usable][:, : program.ties]
    blocks = class_blocks.ClassBlocks(program, usable, unit)
    assert np.allclose(blocks.hessian @ np.eye(n), H, rtol=0, atol=1e-12 * np.abs(H).max())
    first, second = rng.normal(size=n), rng.normal(size=E.shape[1])
    x, y = blocks.newton(weights)(first, second)
    w = weights[:n] + weights[n:]
    largest = max(np.abs(w * x).max(), np.abs(H @ x).max(), 1.0)
    assert np.abs(H @ x + w * x + E @ y - first).max() <= 1e-9 * largest
    assert np.abs(E.T @ x - second).max() <= 1e-9 * max(1.0, np.abs(x).max())


@pytest.mark.parametrize("method", interior_point.SOLVERS)
def test_either_method_comes_as_near_as_with_the_whole_matrix(method, monkeypatch):
    if method == "cvxopt":
        pytest.importorskip("cvxopt")
    program, _ = blobs(5, 40, 2, 0.4)
    found = {}
    for blocks in (True, False):
        monkeypatch.setattr(solver, "MANY_OF_MANY", 0 if blocks else np.inf)
        found[blocks] = solver.near_optimum(program, method)
    (a, b), (dense_a, dense_b) = found[True], found[False]
    assert np.allclose(a, dense_a, rtol=0, atol=1e-6)
    assert np.allclose(b, dense_b, rtol=0, atol=1e-6)
    assert (a[program.upper == 0] == 0).all()


def test_a_singular_system_is_no_solution():
    program, usable = blobs(3, 12, 0, 0.4)
    blocks = class_blocks.ClassBlocks(program, usable, 1.0)
    assert blocks.newton(np.full(2 * len(usable), -10.0)) is None
