"""Small convex programs, solved and audited: every condition measured, and the one that fails named."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from svmlab import kkt
from svmlab.engine import small_programs
from svmlab.theory.kkt import EXAMPLES, Checklist, Problem


@st.composite
def programs(draw, strictly_convex=False):
    """Convex programs with a feasible point: random or whole numbers, rank-deficient P, repeated constraints."""
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    n, k = draw(st.integers(1, 5)), draw(st.integers(0, 7))
    ties = draw(st.integers(0, n - 1))
    whole = draw(st.booleans())

    def numbers(*shape):
        return rng.integers(-2, 3, shape).astype(float) if whole else rng.normal(size=shape)

    B = numbers(n, draw(st.integers(0, n)))
    P = B @ B.T + (np.eye(n) if strictly_convex else 0.0)
    x0, G, A = numbers(n), numbers(k, n), numbers(ties, n)
    h, b = G @ x0 + np.abs(numbers(k)), A @ x0
    if draw(st.booleans()):
        G, h = np.vstack([G, G[:2]]), np.concatenate([h, h[:2]])
    scale = draw(st.sampled_from([1e-3, 1.0, 1e3]))
    return Problem(scale * P, scale * numbers(n), G, h, A, b)


def has_minimum(problem):
    """No direction leads down for ever, by a linear program."""
    n, size = len(problem.q), np.abs(problem.P).max() or 1.0
    rows = np.vstack([problem.A, problem.P / size])
    unit = np.abs(problem.q).max() or 1.0
    where = {"A_eq": rows, "b_eq": np.zeros(len(rows)), "bounds": [(-1, 1)] * n}
    if len(problem.h):
        where |= {"A_ub": problem.G, "b_ub": np.zeros(len(problem.h))}
    return linprog(problem.q / unit, **where).fun > -1e-9


@given(programs())
def test_every_program_that_has_a_minimum_is_solved_to_rounding(problem):
    assume(has_minimum(problem))
    audit = kkt.audit(problem)
    assert audit.holds, audit
    size = np.abs(problem.q).max() + np.abs(problem.P).max() * max(1.0, np.abs(audit.x).max() ** 2)
    assert abs(audit.gap) <= 1e-8 * size
    solution = small_programs.quadratic_program(problem.P, problem.q, problem.G, problem.h, problem.A, problem.b)
    assert solution.certified
    assert solution.kkt_residual < 1e-9
    assert set(np.flatnonzero(solution.alpha > 1e-9 * (solution.alpha.max(initial=0.0) or 1.0))) <= set(solution.active)


@given(programs(strictly_convex=True))
def test_another_solver_finds_nothing_lower(problem):
    rules = [{"type": "ineq", "fun": lambda x: -problem.inequalities(x), "jac": lambda x: -problem.G}]
    rules += [{"type": "eq", "fun": problem.equalities, "jac": lambda x: problem.A}]
    unit = np.abs(problem.P).max()
    rules = [rule for rule in rules if len(rule["fun"](np.zeros(len(problem.q))))]
    audit = kkt.audit(problem)
    other = minimize(
        lambda x: problem.objective(x) / unit,
        np.zeros(len(problem.q)),
        jac=lambda x: problem.gradient(x) / unit,
        constraints=rules,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    size = max(1.0, np.abs(audit.x).max())
    assume(all(rule["fun"](other.x).min() > -1e-9 * size for rule in rules if rule["type"] == "ineq"))
    assume(all(np.abs(rule["fun"](other.x)).max() < 1e-9 * size for rule in rules if rule["type"] == "eq"))
    assert audit.objective / unit <= other.fun + 1e-6 * size**2


@given(programs())
def test_a_program_without_a_minimum_is_refused_in_words(problem):
    if not has_minimum(problem):
        with pytest.raises(ValueError, match="falls without limit"):
            kkt.audit(problem)


@given(programs(strictly_convex=True), st.integers(0, 2**16))
def test_the_solution_is_a_saddle_point_of_the_lagrangian(problem, seed):
    """L(x*, α) ≤ L(x*, α*) ≤ L(x, α*) for every α ≥ 0 and every x (Vert 2001, 7.4)."""
    rng = np.random.default_rng(seed)
    audit = kkt.audit(problem)
    best = audit.lagrangian
    size = 1e-8 * max(abs(best), abs(audit.x @ problem.P @ audit.x), abs(problem.q @ audit.x), 1e-12)
    for _ in range(10):
        alpha = rng.exponential(size=len(problem.h)) * (1.0 + audit.alpha)
        lam = audit.lam + rng.normal(size=len(problem.b))
        x = audit.x + rng.normal(size=len(audit.x))
        room = size * (1.0 + np.abs(alpha).sum() + np.abs(lam).sum())
        assert problem.lagrangian(audit.x, alpha, lam) <= best + room
        assert best <= problem.lagrangian(x, audit.alpha, audit.lam) + room
        assert problem.dual(alpha, lam) <= audit.objective + room


def test_constraints_that_contradict_each_other_are_refused():
    with pytest.raises(ValueError, match="contradict each other"):
        kkt.audit(Problem([[1.0]], [0.0], G=[[1.0], [-1.0]], h=[0.0, -1.0]))
    with pytest.raises(ValueError, match="contradict each other"):
        kkt.audit(Problem([[1.0]], [0.0], A=[[1.0], [1.0]], b=[0.0, 1.0]))


# --- the sources' examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "x", "multipliers", "value"),
    [
        ("slides 1", (0, 0), (), 0),
        ("slides 2", (-1 / 5, -2 / 5), (2 / 5,), 1 / 5),
        ("slides 3", (-1 / 5, -2 / 5), (2 / 5,), 1 / 5),
        ("slides 4", (0, 0), (0,), 0),
        ("Vert 7.1", (1, 0), (), -1),
        ("Vert 7.2", (1, 0), (0,), -1),
        ("Vert 7.3", (2, 1), (0,), 0),
        ("Vert 7.4", (2 / 3, 1 / 3), (4 / 3,), 4 / 3),
        ("Vert 7.5", (1 / 2, 1 / 2), (1, 1 / 4, 0), 11 / 8),
        ("Vert 7.6", (1,), (2,), 1),
    ],
)
def test_each_example_has_the_solution_worked_by_hand(name, x, multipliers, value):
    audit = kkt.audit(EXAMPLES[name])
    assert audit.holds
    assert audit.x == pytest.approx(x, abs=1e-14)
    assert np.concatenate([audit.alpha, audit.lam]) == pytest.approx(multipliers, abs=1e-14)
    assert audit.objective == pytest.approx(value, abs=1e-14)
    assert audit.dual == pytest.approx(value, abs=1e-14)


def test_the_printed_stationarity_of_example_4_is_that_of_example_3():
    """The slide prints 2x + α = 0, 2y + 2α = 0; with α = -2/5, the case it rejects, the point is not stationary."""
    problem = EXAMPLES["slides 4"]
    x, alpha = np.array([-1 / 5, -2 / 5]), -2 / 5
    assert problem.gradient(x) + alpha * np.array([1, 2]) != pytest.approx([0, 0])  # as printed
    assert problem.gradient(x) + alpha * problem.G[0] == pytest.approx([0, 0])  # as meant, and as its last slide has it
    assert kkt.audit(problem, x, [alpha]).failed == ["signs"]


def test_active_does_not_imply_a_positive_multiplier():
    """Vert 2001, 3.6 says so; the border through the free minimum is active with multiplier 0."""
    audit = kkt.audit(Problem.half_spaces([[2, 0], [0, 2]], [0, 0], [([1, 1], 0)]))
    assert audit.holds
    assert audit.active.tolist() == [0]
    assert audit.alpha == pytest.approx([0.0])
    assert audit.cases == ["on the border, yet multiplier 0"]


def test_the_lagrangian_of_the_slides_has_a_saddle_and_no_minimum():
    """Part 2 says "search for its minimum" over x and λ; L is linear in λ and unbounded below."""
    problem = EXAMPLES["slides 2"]
    curvature = np.linalg.eigvalsh([[2, 0, 1], [0, 2, 2], [1, 2, 0]])
    assert curvature[0] < 0 < curvature[-1]
    assert problem.lagrangian([-1.0, -1.0], lam=[1e6]) < -1e6


# --- a candidate ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "alpha", "failed"),
    [
        ((-0.2, -0.4), [0.4], []),
        ((0, 0), [0], ["feasibility"]),
        ((-1, 0), [0], ["stationarity"]),
        ((-0.2, -0.4), [-0.4], ["stationarity", "signs"]),
        ((-1, -2), [2], ["complementary slackness"]),
        ((0, 0), [1], ["stationarity", "feasibility", "complementary slackness"]),
    ],
)
def test_a_candidate_is_told_which_condition_fails(x, alpha, failed):
    audit = kkt.audit(EXAMPLES["slides 3"], x, alpha)
    assert audit.failed == failed
    assert audit.holds == (not failed)


def test_with_x_alone_the_multipliers_are_found():
    problem = EXAMPLES["Vert 7.5"]
    audit = kkt.audit(problem, [0.5, 0.5])
    assert audit.holds
    assert audit.alpha == pytest.approx([1.0, 0.25, 0.0])
    assert kkt.audit(problem, [0.5, 0.0]).failed == ["stationarity"]


def test_with_the_multipliers_alone_x_minimises_the_lagrangian():
    audit = kkt.audit(EXAMPLES["slides 3"], alpha=[0.4])
    assert audit.x == pytest.approx([-0.2, -0.4])
    assert audit.holds
    assert kkt.audit(EXAMPLES["slides 3"], alpha=[0.2]).failed == ["feasibility", "complementary slackness"]
    with pytest.raises(ValueError, match="falls without limit"):
        kkt.audit(Problem([[0.0]], [1.0], G=[[-1.0]], h=[0.0]), alpha=[0.5])


def test_the_gap_bounds_how_far_a_feasible_candidate_is_from_the_minimum():
    problem = EXAMPLES["slides 3"]
    audit = kkt.audit(problem, (-1, 0), [0.5])
    assert audit.objective - 0.2 <= audit.gap
    assert audit.dual == pytest.approx(0.5 - 5 * 0.5**2 / 4)


def test_the_dual_of_example_3_is_the_parabola_worked_by_hand():
    """x = -α/2, y = -α, so W(α) = α - 5α²/4, largest at 2/5."""
    problem = EXAMPLES["slides 3"]
    for alpha in (0.0, 0.1, 0.4, 1.0):
        assert problem.dual([alpha]) == pytest.approx(alpha - 1.25 * alpha**2)


# --- text -------------------------------------------------------------------------------------------------------


def test_a_problem_prints_as_it_is_written():
    assert repr(EXAMPLES["slides 4"]).startswith("minimise x² + y² subject to −x − 2y − 1 ≤ 0")
    assert EXAMPLES["Vert 7.4"].constraints == ["−x₁ − x₂ + 1 ≥ 0"]
    cross = Problem([[2, 1], [1, 4]], [0, -3], A=[[1, 0.5]], b=[2], constant=1)
    assert repr(cross) == "minimise x₁² + x₁x₂ + 2x₂² − 3x₂ + 1 subject to x₁ + 0.5x₂ − 2 = 0"


def test_an_audit_reads_well_in_a_terminal_and_in_a_notebook():
    audit = kkt.audit(EXAMPLES["slides 3"], (-1, -2), [2])
    text = repr(audit)
    assert "x = (−1, −2), α = (2): not the minimum with these multipliers: complementary slackness" in text
    assert "FAILS" in text
    html = audit._repr_html_()
    assert html.count("<table>") == 2
    assert "<b>FAILS</b>" in html
    assert "≤" in html
    assert "<script" not in Checklist("<script>", ())._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[1, 0], [0, -1]], [0, 0]), "positive semi-definite"),
        (([[1, 2], [0, 1]], [0, 0]), "symmetric"),
        (([[1]], [0, 0]), r"P must have shape \(2, 2\)"),
        (([[1]], [np.nan]), "finite"),
        (([[1]], [0], [[1, 2]], [1]), "G must have shape"),
    ],
)
def test_an_error_names_what_does_not_fit(arguments, words):
    with pytest.raises(ValueError, match=words):
        kkt.audit(Problem(*arguments))
