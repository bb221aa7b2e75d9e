"""Optima on faces by conjugate gradients, against the linear system that they solve."""

from dataclasses import replace

import numpy as np
import pytest

from svmlab import MulticlassSVM
from svmlab.engine import faces, scaled_program, solver, splitting
from svmlab.engine.crammer_singer import JointSlackProgram
from svmlab.engine.program import DualProgram
from svmlab.engine.sum_to_zero import SumToZeroProgram
from svmlab.engine.working_set import Stalled
from svmlab.kernels import Gaussian

PROGRAMS = DualProgram, SumToZeroProgram, JointSlackProgram


def program_of(kind, m=40, Q=5, sigma=0.8, C=0.7):
    rng = np.random.default_rng(2)
    y = np.arange(m) % Q
    X = rng.normal(size=(m, 3)) + y[:, None]
    return kind.multiclass(Gaussian(sigma=sigma)(X), y, Q, np.full(m, C))


def by_the_system(program, free, full, a):
    """α of the face by one dense system: free margins are 1, but for b, or for the slack of ``full``."""
    n, F = len(a), np.flatnonzero(free)
    if program.boxed:
        ties = program.E[:, : program.ties]
        data = np.zeros(program.ties)
    else:
        ties = (program.example[:, None] == np.flatnonzero(full)).astype(float)
        data = program.capacity[full]
    H, T = program.hessian(), ties[F]
    matrix = np.block([[H[np.ix_(F, F)], T], [T.T, np.zeros((T.shape[1],) * 2)]])
    fixed = np.where(free, 0.0, a)
    right = np.concatenate([1.0 - (H @ fixed)[F], data - ties.T @ fixed])
    solved = np.zeros(n) + fixed
    solved[F] = np.linalg.lstsq(matrix, right, rcond=None)[0][: len(F)]
    return solved


@pytest.mark.parametrize("kind", PROGRAMS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_a_face_has_the_optimum_of_its_linear_system(kind, share):
    program = program_of(kind)
    rng = np.random.default_rng(5)
    n = len(program.example)
    free = rng.uniform(size=n) < share
    a = np.where(free, 0.0, rng.choice([0.0, 0.05], n))
    full = None if program.boxed else (rng.uniform(size=len(program.K)) < 0.4) & (program.totals(free * 1.0) > 0)
    found, b, g = faces.Face(program, free, full).optimum(a, np.zeros(program.ties if program.boxed else 0))
    expected = by_the_system(program, free, full, a)
    assert np.allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    assert (found[~free] == a[~free]).all()
    if program.boxed:
        assert np.allclose(g[free], 0.0, atol=1e-12)
        assert np.allclose(g, program.product(found) - 1.0 + program.E[:, : program.ties] @ b, atol=1e-12)


def test_settled_exchanges_until_every_condition_holds():
    program = scaled_program.ScaledProgram(program_of(DualProgram)).scaled
    *_, near = splitting.nearer(program, 12)
    settled = faces.settled(program, *near)
    a, g = settled.a, program.product(settled.a) - 1.0 + program.E[:, : program.ties] @ settled.b
    assert settled.events > 0
    assert (settled.side == 1).any()
    assert (settled.side == 0).any()
    assert (a >= 0).all()
    assert (a <= program.upper).all()
    assert np.abs(program.E.T @ a).max() < 1e-12
    assert np.abs(g[settled.side == 0]).max() < 1e-12
    assert g[settled.side == 1].min() > -1e-12
    assert g[settled.side == -1].max(initial=0.0) < 1e-12


def test_long_doubles_find_the_same_optimum_and_lose_nothing():
    program = scaled_program.ScaledProgram(program_of(DualProgram, sigma=0.4)).scaled
    settled = faces.settled(program, np.full(len(program.upper), 1e-3), np.zeros(program.ties))
    longer = settled.refined(replace(program, K=program.K.astype(np.longdouble)))
    assert np.allclose(longer, settled.a, rtol=0, atol=1e-11)


def test_a_singular_kernel_matrix_is_left_to_the_other_routes():
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = np.arange(30) % 4
    program = DualProgram.multiclass(X @ X.T, y, 4, np.ones(30))
    assert not faces.regular(scaled_program.ScaledProgram(program).scaled)
    assert faces.regular(scaled_program.ScaledProgram(program_of(DualProgram)).scaled)


def test_points_that_are_there_twice_count_once():
    X = np.random.default_rng(0).normal(size=(20, 2))
    X = np.concatenate([X, X[:5]])
    place = np.concatenate([np.arange(20), np.arange(5)])
    program = DualProgram.multiclass(Gaussian(sigma=0.3)(X), np.arange(25) % 5, 5, np.ones(25))
    assert not faces.regular(scaled_program.ScaledProgram(program).scaled)
    assert faces.regular(scaled_program.ScaledProgram(replace(program, place=place)).scaled)


def test_a_face_on_which_the_sums_cannot_be_zero_is_refused():
    program = scaled_program.ScaledProgram(program_of(DualProgram, m=23)).scaled  # classes of unlike sizes, all bounded
    with pytest.raises(Stalled):
        faces.settled(program, program.upper.copy(), np.zeros(program.ties))


def test_conjugate_gradients_that_take_too_long_say_so(monkeypatch):
    monkeypatch.setattr(faces, "STEPS", 1)
    monkeypatch.setattr(faces, "SHARE", 0.0)
    program = program_of(DualProgram)
    with pytest.raises(faces.Slow):
        faces.Face(program, np.full(len(program.upper), True)).optimum(np.zeros(len(program.upper)), np.zeros(4))


@pytest.mark.parametrize("machine", ["weston-watkins", "crammer-singer", "lee-lin-wahba", "msvm2"])
def test_without_faces_the_fit_is_certified_too(machine, monkeypatch):
    def slow(*given, **more):
        raise faces.Slow("said by the test")

    monkeypatch.setattr(faces.Face, "optimum", slow)
    monkeypatch.setattr(solver, "MANY_OF_MANY", 0)
    X = np.random.default_rng(1).normal(size=(40, 3))
    assert MulticlassSVM(1.0, Gaussian(sigma=0.8), machine=machine).fit(X, np.arange(40) % 5).solution_.certified


def test_a_machine_refitted_by_faces_is_the_one_fitted_afresh(monkeypatch):
    monkeypatch.setattr(faces, "MANY_FREE", 1)
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 5
    svm = MulticlassSVM(1.0, Gaussian(sigma=0.5)).fit(X, y)
    solved = []
    settled = faces.settled
    monkeypatch.setattr(faces, "settled", lambda *given: solved.append(1) or settled(*given))
    X = X + 0.01 * rng.normal(size=X.shape)
    again, afresh = svm.refit(X, y), MulticlassSVM(1.0, Gaussian(sigma=0.5)).fit(X, y)
    assert solved
    assert again.solution_.certified
    assert np.allclose(again.alpha_, afresh.alpha_, rtol=0, atol=1e-9)
