"""The active set: it follows the exact optimum while data move, from any start, through every degeneracy."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import audit, problems

from svmlab.engine import scaled_program, solver, starts
from svmlab.engine.active_set import ActiveSet, Stalled
from svmlab.engine.certificate import certify
from svmlab.engine.exchanges import Unbounded
from svmlab.engine.program import DualProgram
from svmlab.engine.scaled_program import ScaledProgram


def program_of(problem, multiclass=True):
    if not multiclass:
        return DualProgram.biclass(problem.K, problem.y, problem.upper)
    return DualProgram.multiclass(problem.K, problem.y, problem.y.max() + 1, problem.upper)


def overlapping(Q=3, m=30, C=1.0, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(m) % Q
    X = rng.normal(size=(m, 2)) + np.column_stack([np.cos(2.1 * y), np.sin(2.1 * y)])
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    upper = np.full(m, C)
    return DualProgram.biclass(K, y, upper) if Q == 2 else DualProgram.multiclass(K, y, Q, upper)


@given(problems(classes=(2, 3, 5), costs=[1e-2, 0.3, 1.0, 7.0, 100.0]), st.booleans())
def test_both_routes_lead_to_the_same_optimum(problem, multiclass):
    assume(multiclass or problem.y.max() == 1)
    program = program_of(problem, multiclass)
    scaling = ScaledProgram(program)
    solutions = []
    for route in (solver._interior_point_route, solver._cold_route):
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                solutions.append(certify(program, scaling.alpha(route(scaling.scaled), 1e-11)))
        except (Stalled, np.linalg.LinAlgError, FloatingPointError):
            continue  # one of the two may give up; that both do, no problem here leads to
    assert solutions
    assert solutions[0].certified
    for solution in solutions[1:]:
        assert solution.dual == pytest.approx(solutions[0].dual, rel=1e-9)
        scale = max(1.0, np.abs(solution.margins).max())
        np.testing.assert_allclose(solution.margins, solutions[0].margins, atol=1e-7 * scale)


@pytest.mark.parametrize("Q", [2, 3, 4])
@pytest.mark.parametrize("C", [1e-6, 0.1, 1.0, 1e4])
def test_the_active_set_needs_no_solver(Q, C):
    scaling = ScaledProgram(overlapping(Q, C=C))
    active = starts.cold_start(scaling.scaled)
    active.settle()
    solution = certify(scaling.original, scaling.alpha(active))
    assert solution.certified
    assert solution.dual == pytest.approx(solver.solve(scaling.original).dual, rel=1e-10)


@pytest.mark.parametrize("Q", [2, 3, 4])
def test_every_point_of_a_path_in_C_is_the_machine_of_that_C(Q):
    program = overlapping(Q, C=0.05)
    active = starts.cold_start(program)
    active.settle()
    lengths = []
    for step in active.follow(4.0, upper=np.ones(len(program.example))):
        C = 0.05 + step.t + 0.5 * step.length
        lengths.append(step.length)
        if len(lengths) % 7 == 1 and step.length > 1e-9:
            halfway = active.a.copy()
            halfway[active.side == -1] += 0.5 * step.length
            halfway[step.free] += 0.5 * step.length * step.d_alpha
            fresh = solver.solve(replace(program, upper=np.full(len(program.example), C)))
            np.testing.assert_allclose(halfway, fresh.alpha, atol=1e-9)
    assert sum(lengths) == pytest.approx(4.0)
    assert min(lengths) >= 0
    assert len(lengths) > 20


@pytest.mark.parametrize("Q", [2, 3])
def test_following_there_and_back_returns_to_the_start(Q):
    program = overlapping(Q)
    active = starts.cold_start(program)
    active.settle()
    before = active.a.copy()
    change = np.random.default_rng(1).normal(size=len(before))
    for direction in (change, -change):
        for _ in active.follow(1.0, linear=direction):
            pass
    np.testing.assert_allclose(active.a, before, atol=1e-10)


@pytest.mark.parametrize("Q", [2, 3])
def test_held_variables_take_the_values_imposed(Q):
    program = overlapping(Q)
    active = starts.cold_start(program)
    active.settle()
    point = np.flatnonzero(program.example == program.example[np.argmax(active.a)])
    for v in point:
        active.hold(v)
    start = active.a[point].copy()
    for _ in active.follow(1.0, held=(point, -start)):
        pass
    assert np.abs(active.a[point]).max() < 1e-12
    kept = replace(program, upper=np.where(np.isin(np.arange(len(active.a)), point), 0.0, program.upper))
    np.testing.assert_allclose(active.a, solver.solve(kept).alpha, atol=1e-9)


def test_a_start_near_the_optimum_settles_in_a_few_exchanges():
    scaling = ScaledProgram(overlapping(3))
    solution = solver.solve(scaling.original)
    noise = np.random.default_rng(0).normal(scale=1e-6, size=len(solution.alpha))
    a, b = scaling.inside(np.clip(solution.alpha + noise, 0.0, 1.0), solution.b)
    active = starts.start(scaling.scaled, a, b)
    active.settle()
    np.testing.assert_allclose(scaling.alpha(active), solution.alpha, atol=1e-10)
    assert active.events <= 10


@pytest.mark.parametrize("start", ["zero", "random", "all at the bound"])
def test_any_start_settles_on_the_optimum(start):
    scaling = ScaledProgram(overlapping(3))
    n = len(scaling.scaled.example)
    a = {"zero": np.zeros(n), "random": np.random.default_rng(0).uniform(size=n), "all at the bound": np.ones(n)}[start]
    active = starts.start(scaling.scaled, a * scaling.scaled.upper, np.zeros(2))
    active.settle()
    assert certify(scaling.original, scaling.alpha(active)).certified


@pytest.mark.parametrize("Q", [2, 3])
def test_a_copy_goes_its_own_way(Q):
    program = overlapping(Q)
    active = starts.cold_start(program)
    active.settle()
    before = active.a.copy()
    other = active.copy()
    for _ in other.follow(1.0, upper=np.ones(len(before))):
        pass
    np.testing.assert_array_equal(active.a, before)
    np.testing.assert_array_equal(active.upper, program.upper)
    assert np.abs(other.a - before).max() > 0.1
    active.settle()
    np.testing.assert_allclose(active.a, before, atol=1e-12)


@pytest.mark.parametrize("Q", [2, 3])
def test_the_inverse_is_kept_up_to_date(Q):
    program = overlapping(Q, m=40)
    active = starts.cold_start(program)
    for _ in active.follow(3.0, upper=np.ones(len(program.example))):
        assert isinstance(active, ActiveSet)
    np.testing.assert_allclose(active._R @ active._matrix(), np.eye(len(active._R)), atol=1e-8)
    np.testing.assert_allclose(active.g, active.gradient(), atol=1e-9)
    assert active.violation() < 1e-9


def test_bounds_that_grow_for_ever_find_that_nothing_separates():
    K = np.array([[1.0, 1.0], [1.0, 1.0]])  # the same point in both classes
    program = DualProgram.biclass(K, np.array([0, 1]), np.full(2, np.inf))
    for route in (solver._interior_point_route, solver._cold_route):
        with pytest.raises(Unbounded):
            route(program)


def test_too_few_exchanges_are_said_to_be_so():
    program = overlapping(3)
    active = starts.cold_start(program)
    with pytest.raises(Stalled, match="no end after 3 exchanges"):
        for _ in active.follow(10.0, upper=np.ones(len(program.example)), limit=3):
            pass


def test_multipliers_beside_a_bound_are_put_on_it():
    upper = np.array([1.0, 1.0, 1.0, np.inf, 0.0])
    alpha = np.array([1e-16, 1.0 - 1e-16, 0.5, 1.0, 0.0])
    np.testing.assert_array_equal(scaled_program.at_bounds(alpha, upper), [0.0, 1.0, 0.5, 1.0, 0.0])
    np.testing.assert_array_equal(scaled_program.at_bounds(np.array([2e-12, 1.0]), np.ones(2), 1e-11), [0.0, 1.0])
    # beside a huge multiplier a small bound is still a bound, and what lies well inside it stays
    np.testing.assert_array_equal(scaled_program.at_bounds(np.array([1e9, 5e-6]), np.array([1e9, 1e-5])), [1e9, 5e-6])


def test_ties_are_broken_without_going_round_in_circles():
    """A grid with hundreds of ties in every step: each event moves on, or the draw decides."""
    X = np.array([[i, j] for i in range(6) for j in range(6)], dtype=float)
    y = ((X[:, 0] + X[:, 1]) % 2).astype(int)
    K = (X @ X.T + 1.0) ** 2
    program = DualProgram.biclass(K, y, np.full(36, 0.01))
    solution = solver.solve(program)
    assert audit(K, y, program.upper, solution.alpha, solution.b).passes()
