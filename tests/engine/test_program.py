"""The dual program, its certificate and the rule for the intercept, against the definitions."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import intercept_limits, problems, variables

from svmlab.engine import solver
from svmlab.engine.certificate import certify
from svmlab.engine.intercepts import intercept, interval
from svmlab.engine.program import DualProgram, centred


def random_program(seed, Q, m=9):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, Q, m)
    y[:Q] = np.arange(Q)
    X = rng.normal(size=(m, 2))
    K = X @ X.T + 1.0
    upper = rng.uniform(0.5, 2.0, m)
    program = DualProgram.biclass(K, y, upper) if Q == 2 else DualProgram.multiclass(K, y, Q, upper)
    return program, y, rng


SIZES = pytest.mark.parametrize("Q", [2, 3, 5])


@SIZES
def test_a_row_of_E_is_the_own_class_minus_the_rival(Q):
    program, y, _ = random_program(1, Q)
    if Q == 2:
        np.testing.assert_array_equal(program.E[:, 0], 2 * y - 1)
        return
    points, heads, tails = variables(y, Q)
    np.testing.assert_array_equal([program.example, program.head, program.tail], [points, heads, tails])
    for v in range(len(points)):
        assert np.flatnonzero(program.E[v] == 1) == heads[v]
        assert np.flatnonzero(program.E[v] == -1) == tails[v]
        assert np.count_nonzero(program.E[v]) == 2


@SIZES
def test_no_shortcut_differs_from_the_matrix_H(Q):
    program, _, rng = random_program(2, Q)
    H = program.hessian()
    expected = program.K[np.ix_(program.example, program.example)] * (program.E @ program.E.T)
    alpha = rng.normal(size=len(H))
    np.testing.assert_allclose(H, expected)
    np.testing.assert_allclose(program.product(alpha), H @ alpha)
    np.testing.assert_allclose(program.diagonal, np.diag(H))
    for v in range(len(H)):
        np.testing.assert_allclose(program.column(v), H[:, v])


@SIZES
def test_coefficients_carry_alpha_to_the_points(Q):
    program, _, rng = random_program(3, Q)
    alpha = rng.uniform(size=len(program.example))
    expected = np.zeros((len(program.K), program.E.shape[1]))
    for v, i in enumerate(program.example):
        expected[i] += alpha[v] * program.E[v]
    np.testing.assert_allclose(program.coefficients(alpha), expected)
    assert alpha @ program.product(alpha) == pytest.approx(np.sum(expected * (program.K @ expected)))


@SIZES
def test_centring_changes_nothing_but_the_intercept(Q):
    program, _, _ = random_program(4, Q)
    moved = replace(program, K=program.K + 3.0 + np.add.outer(np.arange(9.0), np.arange(9.0)))
    here, there = solver.solve(program), solver.solve(moved)
    np.testing.assert_allclose(there.alpha, here.alpha, atol=1e-9)
    np.testing.assert_allclose(there.margins, here.margins, atol=1e-9)
    assert there.dual == pytest.approx(here.dual)
    offset, K_c = centred(moved.K)
    np.testing.assert_allclose(K_c + offset[:, None] + offset[None, :], moved.K, atol=1e-12)
    np.testing.assert_allclose(K_c.sum(axis=0), 0.0, atol=1e-12)


def test_equal_points_centre_to_exactly_nothing():
    points = np.full((20, 3), 1000.1)
    K = (points @ points.T + 1.0) ** 3
    assert np.count_nonzero(centred(K)[1]) == 0


# ---------------------------------------------------------------- the certificate


@given(problems(scales=(1.0,)))
def test_the_certificate_says_what_its_definition_says(problem):
    Q = problem.y.max() + 1
    program = DualProgram.multiclass(problem.K, problem.y, Q, problem.upper)
    alpha = 0.5 * solver.solve(program).alpha  # feasible, not optimal
    solution = certify(program, alpha)
    H = program.hessian()
    rounding = 1e-12 * np.abs(H).max() * alpha.sum() ** 2
    assert solution.squared_norm == pytest.approx(alpha @ H @ alpha, rel=1e-9, abs=rounding)
    if np.isfinite(solution.b).all():
        slack = np.maximum(0.0, 1.0 - solution.margins)
        assert solution.primal == pytest.approx(solution.squared_norm / 2 + problem.C * slack.sum())
    assert solution.dual == pytest.approx(alpha.sum() - solution.squared_norm / 2)
    assert solution.duality_gap == solution.primal - solution.dual


def solved(Q=3):
    program, _, _ = random_program(5, Q)
    return program, solver.solve(program)


@SIZES
@pytest.mark.parametrize("change", ["one larger", "one smaller", "all smaller", "zero", "all at the bound"])
def test_another_alpha_is_not_certified(Q, change):
    program, solution = solved(Q)
    alpha = solution.alpha.copy()
    free = np.flatnonzero((alpha > 0) & (alpha < program.upper))[0]
    if change == "one larger":
        alpha[free] += 1e-5
    elif change == "one smaller":
        alpha[free] -= 1e-5
    elif change == "all smaller":
        alpha *= 1 - 1e-5
    elif change == "zero":
        alpha[:] = 0.0
    else:
        alpha[:] = program.upper
    worse = certify(program, alpha)
    assert not worse.certified
    assert worse.status.startswith("not certified")
    assert "try" in worse.status


@pytest.mark.parametrize(
    ("condition", "spoil"),
    [
        ("Eᵀα = 0", lambda alpha, upper: alpha + 1e-3 * (alpha == alpha.max())),
        ("0 ≤ α ≤ C", lambda alpha, upper: np.where(alpha == 0, -1e-3, alpha)),
        ("0 ≤ α ≤ C", lambda alpha, upper: np.where(alpha == upper, upper + 1e-3, alpha)),
    ],
)
def test_each_residual_sees_its_own_condition(condition, spoil):
    program, solution = solved()
    assert solution.residuals[condition] < 1e-10
    assert certify(program, spoil(solution.alpha, program.upper)).residuals[condition] > 1e-5


@pytest.mark.parametrize(
    ("alpha", "condition", "residual"),
    [
        (0.0, "α = 0 needs margin ≥ 1", 1.0),
        (1.0, "0 < α < C needs margin = 1", 1.0),
        (2.0, "α = C needs margin ≤ 1", 3.0),
    ],
)
def test_each_residual_of_a_margin_is_as_worked_by_hand(alpha, condition, residual):
    """Points -1 and 1, C = 2: both margins are 2α, the optimum is α = 1/2; relative to 1, rounding included."""
    program = DualProgram.biclass(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([0, 1]), np.full(2, 2.0))
    solution = certify(program, np.full(2, alpha))
    assert solution.residuals[condition] == pytest.approx(residual)
    assert solution.kkt_residual == pytest.approx(residual)
    assert certify(program, np.full(2, 0.5)).kkt_residual < 1e-13


def test_a_gap_alone_spoils_the_certificate():
    _, solution = solved()
    assert solution.certified
    assert not replace(solution, primal=solution.dual + 1e-6 * max(1.0, solution.dual)).certified
    assert not replace(solution, residuals={**solution.residuals, "Eᵀα = 0": 1e-6}).certified


def test_a_wrong_margin_is_named_in_the_status():
    program, solution = solved()
    alpha = np.where(solution.alpha == program.upper, program.upper * 0.999, solution.alpha)
    assert "0 < α < C needs margin = 1" in certify(program, alpha).status


def test_a_certified_status_gives_both_numbers():
    _, solution = solved()
    assert solution.status.startswith("certified: relative duality gap ")
    assert "KKT residual" in solution.status
    assert solution.kkt_residual == max(solution.residuals.values()) < 1e-8


# ---------------------------------------------------------------- the intercept


@given(problems(scales=(1.0,), costs=[1e-3, 0.1, 1.0, 10.0]))
def test_the_limits_are_those_of_linear_programs(problem):
    Q = problem.y.max() + 1
    program = DualProgram.multiclass(problem.K, problem.y, Q, problem.upper)
    solution = solver.solve(program)
    alpha = np.zeros((len(problem.y), Q))
    alpha[program.example, program.tail] = solution.alpha
    expected = intercept_limits(problem.K, problem.y, problem.upper, alpha)
    scale = max(1.0, np.abs(expected).max(), np.abs(solution.margins).max())
    np.testing.assert_allclose(interval(solution.limits), expected, atol=1e-8 * scale)
    difference = solution.b[:, None] - solution.b[None, :]
    assert (difference >= expected[..., 0] - 1e-8 * scale).all()
    assert (difference <= expected[..., 1] + 1e-8 * scale).all()


@given(st.integers(0, 2**16), st.integers(3, 6))
def test_the_intercept_does_not_depend_on_the_order_of_the_classes(seed, Q):
    rng = np.random.default_rng(seed)
    upper = rng.uniform(0.0, 2.0, (Q, Q))
    program, _, _ = random_program(0, Q)
    limits = upper.copy()
    np.fill_diagonal(limits, 0.0)
    for k in range(Q):
        limits = np.minimum(limits, limits[:, [k]] + limits[[k]])
    b = intercept(program, limits)
    order = rng.permutation(Q)
    np.testing.assert_allclose(intercept(program, limits[np.ix_(order, order)]), b[order], atol=1e-12)
    np.testing.assert_allclose(intercept(program, limits.T), -b, atol=1e-12)  # all differences the other way round
    assert b.sum() == pytest.approx(0.0, abs=1e-12)
    assert (b[:, None] - b[None, :] <= limits + 1e-12).all()


def test_for_two_classes_the_intercept_is_the_midpoint():
    program, _, _ = random_program(0, 2)
    limits = np.array([[0.0, -0.6], [0.8, 0.0]])  # 0.6 <= b <= 0.8
    assert intercept(program, limits) == pytest.approx([0.7])
    np.testing.assert_allclose(interval(limits)[1, 0], [0.6, 0.8])
    multi = DualProgram.multiclass(np.eye(4), np.array([0, 0, 1, 1]), 2, np.ones(4))
    np.testing.assert_allclose(intercept(multi, limits), [-0.35, 0.35])


def test_limits_that_cross_by_rounding_become_one_number():
    limits = np.array([[0.0, -0.5], [0.5 - 1e-16, 0.0]])
    lower, upper = interval(limits)[1, 0]
    assert lower <= upper
    assert lower == pytest.approx(0.5)


def test_without_all_classes_connected_the_intercept_is_not_a_number():
    program, _, _ = random_program(0, 3)
    assert np.isnan(intercept(program, np.full((3, 3), np.inf))).all()
