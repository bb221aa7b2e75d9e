"""What holds at every state: box, equality and circulation, what never falls, and the bounds that are proved."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from learners import MANY, WITH_B, WITHOUT_B, overlapping, problems, separable
from scipy.optimize import linprog

from svmlab import BiclassSVM, learning
from svmlab.learning import cycles, vertices
from svmlab.learning.problems import Problem
from svmlab.learning.projected import largest_eigenvalue
from svmlab.learning.rosenblatt import separating_lines

FEW = settings(max_examples=5)


@pytest.mark.parametrize(("name", "Q"), [*((name, 2) for name in WITH_B), *((name, 3) for name in MANY)])
def test_every_state_is_feasible_and_bounds_the_optimum(name, Q):
    svm, X, y = overlapping(24, Q)
    procedure, optimum = (WITH_B if Q == 2 else MANY)[name], svm.solution_.dual
    for state in islice(procedure(svm, X, y), 400):
        assert (state.multipliers >= 0).all()
        assert (state.multipliers <= state.problem.upper).all()
        assert state.unbalanced <= 1e-11
        assert state.feasible
        assert state.dual <= optimum * (1 + 1e-9)
        assert state.primal >= optimum * (1 - 1e-9)
        assert state.alpha.shape == svm.alpha_.shape
        if Q > 2:
            out = np.array([state.alpha[y == k].sum() for k in range(Q)])
            np.testing.assert_allclose(out, state.alpha.sum(axis=0), atol=1e-10)  # a circulation


@pytest.mark.parametrize("name", WITHOUT_B)
def test_every_state_without_b_is_in_the_box(name):
    svm, X, y = overlapping(24)
    for state in islice(WITHOUT_B[name](svm, X, y), 300):
        assert (state.multipliers >= 0).all()
        assert (state.multipliers <= 1.0).all()
        assert state.dual <= state.primal + 1e-9
        assert state.b == 0


@pytest.mark.parametrize(
    "name", ["projected ascent", *(name for name in WITH_B if name.startswith("SMO")), "chunking", "Frank-Wolfe"]
)
def test_the_dual_objective_never_falls(name):
    svm, X, y = overlapping(30, C=10.0)
    duals = [state.dual for state in islice(WITH_B[name](svm, X, y), 600)]
    assert (np.diff(duals) >= -1e-10 * duals[-1]).all()


@pytest.mark.parametrize("order", ["descending", "given", "random"])
def test_the_naive_ascent_climbs_with_every_point(order):
    svm, X, y = overlapping(30, C=10.0)
    duals = [state.dual for state in islice(learning.naive_ascent(svm, X, y, order=order), 2000)]
    assert (np.diff(duals) >= -1e-10 * duals[-1]).all()


def test_many_classes_climb_too():
    svm, X, y = overlapping(30, 4)
    for name in ("SMO, violating", "Frank-Wolfe"):
        duals = [state.dual for state in islice(MANY[name](svm, X, y), 300)]
        assert (np.diff(duals) >= -1e-10 * duals[-1]).all()


# --- SMO -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["violating", "second order", "platt", "random"])
def test_an_smo_step_goes_to_the_top_of_its_segment_in_the_square(choice):
    svm, X, y = overlapping(30, C=10.0)
    H = np.outer(2.0 * svm.codes_ - 1, 2.0 * svm.codes_ - 1) * svm.K_
    states = list(learning.smo(svm, X, y, choice=choice, random_state=3))
    clipped = 0
    for before, after in pairwise(states[:-1]):
        move = after.move
        assert len(move.variables) == len(after.looked_at) == 2
        moved = np.flatnonzero(before.multipliers != after.multipliers)
        assert set(moved) <= set(move.variables)
        np.testing.assert_array_equal(after.multipliers[move.variables], move.after)
        step, whole = move.after - move.before, move.unclipped - move.before
        assert (step * whole >= 0).all()
        assert np.abs(step[0] * whole[1] - step[1] * whole[0]) <= 1e-9 * np.abs(whole).max() ** 2
        free = before.multipliers.copy()
        free[move.variables] = move.unclipped
        assert abs(whole @ (1.0 - H @ free)[move.variables]) <= 1e-8 * np.abs(whole).max()  # the top of the parabola
        clipped += move.clipped
        if move.clipped:
            assert np.isin(move.after, [0.0, 10.0]).any()
    assert clipped > 0


def test_one_multiplier_alone_cannot_move():
    svm, X, y = overlapping(30)
    for state in islice(learning.smo(svm, X, y), 20):
        for i in range(len(y)):
            alone = state.multipliers.copy()
            alone[i] += 0.1
            assert not state.problem.feasible(alone)


def test_three_classes_need_a_cycle_of_three_now_and_then():
    svm, X, y = overlapping(36, 3)
    lengths = {len(state.move.variables) for state in learning.smo(svm, X, y) if state.move}
    assert lengths == {2, 3}


@FEW
@given(problem=problems(Q=4))
def test_the_most_violating_cycle_is_the_dual_of_the_best_intercept(problem):
    svm, X, y = problem
    states = list(islice(learning.smo(svm, X, y), 60))
    for state in (states[1], states[len(states) // 2], states[-1]):
        asked, a, g = state.problem, state.multipliers, 1.0 - state.problem.program.product(state.multipliers)
        violation, (variables, signs) = cycles.most_violating(asked, a, g)
        below, above = a < asked.upper, a > 0
        rows = np.vstack([-asked.E[below], asked.E[above]])  # g - E b ≤ ε below, E b - g ≤ ε above
        A = np.column_stack([rows, -np.ones(len(rows))])
        cost = np.append(np.zeros(asked.Q), 1.0)
        least = linprog(cost, A, np.concatenate([-g[below], g[above]]), bounds=(None, None), method="highs")
        assert violation == pytest.approx(max(0.0, least.fun), abs=1e-7)
        assert np.abs(signs @ asked.E[variables]).max(initial=0.0) == 0  # it changes no balance


# --- the linear program and the projection ---------------------------------------------------------------------------


@FEW
@given(problem=problems())
def test_the_corner_in_closed_form_is_that_of_a_linear_program(problem):
    svm, X, y = problem
    asked = Problem("frank_wolfe", svm, X, y)
    for g in np.random.default_rng(len(y)).normal(size=(5, len(y))).round(1):  # with ties
        s, b = vertices.best(asked, g)
        other, c = vertices._of_many(asked, g)
        slack = asked.upper @ np.maximum(0.0, g - asked.signs * b)
        assert asked.feasible(s)
        assert g @ s == pytest.approx(g @ other, abs=1e-9)
        assert g @ s == pytest.approx(slack, abs=1e-9)  # strong duality: b is optimal
        assert asked.upper @ np.maximum(0.0, g - asked.E @ c[:1]) >= slack - 1e-9


@FEW
@given(problem=problems())
def test_the_gap_of_frank_and_wolfe_is_the_duality_gap(problem):
    svm, X, y = problem
    for state in islice(learning.frank_wolfe(svm, X, y), 30):
        g = 1.0 - state.problem.program.product(state.multipliers)
        s, _ = vertices.best(state.problem, g)
        assert state.gap == pytest.approx(g @ (s - state.multipliers), rel=1e-9, abs=1e-9)


@FEW
@given(problem=problems())
def test_the_projection_is_the_nearest_feasible_point(problem):
    svm, X, y = problem
    asked = Problem("projected_ascent", svm, X, y)
    rng = np.random.default_rng(len(y))
    for a in rng.normal(size=(5, len(y))) * asked.upper * 2:
        near = asked.nearest(a)
        assert asked.feasible(near)
        for g in rng.normal(size=(5, len(y))):  # ⟨a - P(a), s - P(a)⟩ ≤ 0 for every feasible s
            s, _ = vertices.best(asked, g)
            assert (a - near) @ (s - near) <= 1e-9 * np.abs(a).max() ** 2
        s, _ = vertices.best(asked, a - near)
        assert (a - near) @ (s - near) <= 1e-9 * np.abs(a).max() ** 2  # the worst of them


# --- bounds that are proved ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("intercept", [True, False])
def test_no_perceptron_makes_more_updates_than_novikoff_allows(intercept):
    hard, X, y = separable()
    if not intercept:
        X = X - hard.b_ * -hard.w_ / (hard.w_ @ hard.w_)  # the line goes through the origin now
        hard = BiclassSVM(C=np.inf).fit(X, y)
    most = learning.novikoff(hard, intercept=intercept)
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(y))
        *_, state = learning.perceptron(hard.set_params(C=1.0), X, y, order=order, intercept=intercept)
        assert state.done
        assert state.dual_numbers.sum() == state.step - 1 <= most
        assert (state.margins > 0).all()


def test_novikoff_wants_a_machine_that_separates():
    svm, _, _ = overlapping()
    with pytest.raises(ValueError, match="needs a machine that separates"):
        learning.novikoff(svm)


@pytest.mark.parametrize("seed", range(5))
def test_pegasos_keeps_the_bound_on_its_mean_at_every_step(seed):
    _, X, y = overlapping(30)
    svm = BiclassSVM(C=0.1).fit(X, y)
    best = list(learning.naive_ascent(svm, X, y, tol=1e-9))[-1]
    states = list(islice(learning.pegasos(svm, X, y, random_state=seed), 1500))
    signs, m, mean = states[0].problem.signs, len(y), 0.0
    for t in range(1, len(states)):
        (i,) = states[t].looked_at
        regret = [
            0.5 * s.squared_norm + m * 0.1 * max(0.0, 1.0 - signs[i] * (s.problem.K[i] @ s.coefficients[:, 0]))
            for s in (states[t - 1], best)
        ]
        mean += (regret[0] - regret[1] - mean) / t
        assert mean <= learning.pegasos_bound(svm, t)
        assert states[t].squared_norm <= 0.1 * m * (1 + 1e-9)  # the ball
    assert learning.pegasos_bound(svm, 1e9) < 1e-3


def test_the_subgradient_keeps_its_bound_at_every_step_and_is_frank_wolfe():
    _, X, y = overlapping(30)
    svm = BiclassSVM(C=0.1).fit(X, y)
    best = list(learning.naive_ascent(svm, X, y, tol=1e-9))[-1]
    states = list(islice(learning.subgradient(svm, X, y, tol=1e-9), 800))
    primal = np.array([state.primal for state in states])
    steps = np.arange(1, len(states) + 1)
    assert (np.minimum.accumulate(primal) - best.dual <= learning.subgradient_bound(svm, steps)).all()
    for t in (1, 2, 10, 500):  # towards the corner of the box, 1/t of the way
        before, after = states[t - 1], states[t]
        s, _ = vertices.best(before.problem, 1.0 - before.problem.program.product(before.multipliers))
        np.testing.assert_allclose(after.multipliers, before.multipliers + (s - before.multipliers) / t, atol=1e-12)


@pytest.mark.parametrize("Q", [2, 3])
def test_frank_wolfe_without_away_steps_keeps_its_bound(Q):
    svm, X, y = overlapping(18, Q)
    states = list(islice(learning.frank_wolfe(svm, X, y, away=False, tol=1e-6), 150))
    problem = states[0].problem
    curvature = float(np.linalg.eigvalsh(problem.program.hessian())[-1]) * float(problem.upper @ problem.upper)
    missing = svm.solution_.dual - np.array([state.dual for state in states])
    assert (missing[1:] <= 2.0 * curvature / (np.arange(1, len(states)) + 2.0)).all()


def test_the_projected_ascent_keeps_its_bound():
    svm, X, y = overlapping(30)
    states = list(learning.projected_ascent(svm, X, y, tol=1e-4))
    missing = svm.solution_.dual - np.array([state.dual for state in states[1:]])
    steps = np.arange(1, len(states))
    assert (missing <= largest_eigenvalue(states[0].problem) * svm.alpha_ @ svm.alpha_ / (2 * steps) + 1e-12).all()


def test_away_steps_make_frank_wolfe_fast():
    svm, X, y = overlapping(30)
    plain = list(islice(learning.frank_wolfe(svm, X, y, away=False, tol=1e-5), 2000))
    fast = list(islice(learning.frank_wolfe(svm, X, y, tol=1e-5), 2000))
    assert fast[-1].done
    assert fast[-1].step < 0.5 * plain[-1].step


# --- what is printed, and fails --------------------------------------------------------------------------------------


def test_the_dual_perceptron_makes_the_mistakes_of_the_primal_one():
    _, X, y = separable()
    svm = BiclassSVM(C=1.0)
    for intercept in (True, False):
        primal = list(islice(learning.perceptron(svm, X, y, intercept=intercept), 200))
        dual = list(islice(learning.dual_perceptron(svm, X, y, intercept=intercept), 200))
        assert len(primal) == len(dual)
        for one, other in zip(primal, dual, strict=True):
            np.testing.assert_array_equal(one.dual_numbers, other.dual_numbers)
            assert one.looked_at == other.looked_at
            np.testing.assert_allclose(one.w, other.w)
            assert one.b == other.b
    assert primal[-1].done or not intercept


def test_the_printed_dual_perceptron_never_updates():
    _, X, y = separable()
    *_, state = learning.dual_perceptron(BiclassSVM(), X, y, printed=True)
    assert not state.done
    assert not state.dual_numbers.any()
    assert "never begins" in state.what
    assert (state.margins == 0).all()


def test_the_perceptron_stops_at_a_narrower_margin_than_the_widest():
    hard, X, y = separable()
    *_, state = learning.perceptron(BiclassSVM(), X, y)
    assert 0 < state.margins.min() / np.linalg.norm(state.w) < hard.margin_
    assert separating_lines(X, y, 3).shape == (3, 3)


def test_the_naive_ascent_misses_the_machine_with_b_and_finds_the_one_without():
    svm, X, y = overlapping(40, kernel="linear")
    X = X + np.array([3.0, 0.0])  # the origin matters to a machine without b
    svm = svm.fit(X, y)
    *_, state = learning.naive_ascent(svm, X, y, tol=1e-8)
    assert state.relative_gap < 1e-6  # optimal, without b
    with_b = state.with_intercept
    assert with_b.unbalanced > 0.01
    assert not with_b.feasible
    assert np.isnan(with_b.gap)
    assert with_b.primal > 1.01 * svm.solution_.primal  # the best b there is does not help
    costs = [
        0.5 * state.squared_norm + state.problem.upper @ np.maximum(0, 1 - state.margins - state.problem.signs * b)
        for b in np.linspace(-5, 5, 2001)
    ]
    assert with_b.primal <= min(costs) + 1e-9


def test_the_printed_condition_of_the_hinge_is_no_subgradient():
    _, X, y = overlapping(40)
    svm = BiclassSVM(C=0.1).fit(X, y)
    right, wrong = (
        list(islice(learning.subgradient(svm, X, y, printed=printed), 2000))[-1] for printed in (False, True)
    )
    assert right.done
    assert not wrong.done
    assert wrong.primal > 1.1 * right.primal


# --- what cannot be asked --------------------------------------------------------------------------------------------


def test_what_a_procedure_cannot_do_is_refused():
    svm, X, y = overlapping(12)
    with pytest.raises(ValueError, match="needs a finite C"):
        next(learning.smo(BiclassSVM(C=np.inf), X, y))
    with pytest.raises(ValueError, match="keeps w itself"):
        next(learning.perceptron(svm, X, y))
    with pytest.raises(ValueError, match="choice must be one of"):
        next(learning.smo(svm, X, y, choice="first order"))
    with pytest.raises(ValueError, match="order must be one of"):
        next(learning.naive_ascent(svm, X, y, order="ascending"))
    for name in ("naive_ascent", "projected_ascent", "subgradient", "pegasos", "smoothed_hinge", "dual_perceptron"):
        many, Z, z = overlapping(12, 3)
        with pytest.raises(ValueError, match=f"{name} is written for two classes"):
            next(getattr(learning, name)(many, Z, z))
    with pytest.raises(ValueError, match="chooses pairs"):
        next(learning.smo(many, Z, z, choice="platt"))
    with pytest.raises(ValueError, match="tol must be positive"):
        next(learning.frank_wolfe(svm, X, y, tol=0))
