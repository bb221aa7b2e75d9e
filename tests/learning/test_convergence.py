"""Every procedure that claims an optimum comes to the certified one, of the machine that it trains."""

from itertools import islice, pairwise

import numpy as np
import pytest
from engine_programs import draw
from hypothesis import given, settings
from learners import MANY, WITH_B, WITHOUT_B, overlapping, problems, separable

from svmlab import BiclassSVM, MulticlassSVM, kernels, learning
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary

NEARLY = 1e-3  # of the objective, the loosest tolerance among the procedures with b
FEW = settings(max_examples=5)


def by_name(procedures):
    return pytest.mark.parametrize("procedure", procedures.values(), ids=list(procedures))


def last(states, most=20000):
    *_, state = islice(states, most)
    return state


@by_name(WITH_B)
@FEW
@given(problem=problems())
def test_it_reaches_the_optimum_of_fit(procedure, problem):
    svm, X, y = problem
    state = last(procedure(svm, X, y))
    assert state.done
    assert_optimal(state, svm.fit(X, y))


@by_name(MANY)
@FEW
@given(problem=problems(Q=3))
def test_it_reaches_the_optimum_of_fit_of_three_classes(procedure, problem):
    svm, X, y = problem
    state = last(procedure(svm, X, y))
    assert state.done
    assert_optimal(state, svm.fit(X, y))


def assert_optimal(state, svm):
    optimum = svm.solution_.dual
    assert svm.solution_.certified
    assert state.feasible
    assert optimum * (1 - NEARLY) <= state.dual <= optimum * (1 + 1e-8)
    assert optimum * (1 - 1e-8) <= state.primal <= optimum * (1 + 2 * NEARLY)


@pytest.mark.parametrize("name", ["SMO, violating", "SMO, second order", "chunking", "interior point", "active set"])
def test_the_exact_ones_give_the_machine_itself(name):
    svm, X, y = overlapping()
    state = last(WITH_B[name](svm, X, y))
    np.testing.assert_allclose(state.alpha, svm.alpha_, atol=1e-4)
    np.testing.assert_allclose(state.scores(X), svm.decision_function(X), atol=1e-4)
    assert state.violation < 1e-4


@pytest.mark.parametrize("choice", ["violating", "second order", "random"])
@pytest.mark.parametrize("Q", [2, 3, 4, 5])
def test_smo_trains_any_number_of_classes(Q, choice):
    _, X, y = overlapping(8 * Q, Q)
    *_, state = learning.smo(MulticlassSVM(C=1.0, kernel=kernels.Gaussian(1.0)), X, y, choice=choice, tol=1e-6)
    many = MulticlassSVM(C=1.0, kernel=kernels.Gaussian(1.0)).fit(X, y)
    assert state.dual == pytest.approx(many.solution_.dual, rel=1e-6)
    np.testing.assert_allclose(state.scores(X), many.scores(X), atol=1e-3)


@by_name(WITHOUT_B)
@FEW
@given(problem=problems())
def test_without_b_it_reaches_the_optimum_of_the_machine_without_b(procedure, problem):
    svm, X, y = problem
    state, peer = last(procedure(svm, X, y)), last(learning.frank_wolfe(svm, X, y, intercept=False, tol=1e-7))
    assert state.done
    assert state.b == 0
    assert 0 <= state.gap + 1e-9 * state.primal <= 0.02 * state.primal  # a certificate of its own
    assert peer.dual * (1 - 1e-6) <= state.primal <= peer.primal * 1.02
    assert peer.dual * 0.98 <= state.dual <= peer.primal * (1 + 1e-6)


def test_class_weights_are_bounds_of_their_own():
    _, X, y = overlapping()
    svm = BiclassSVM(C=1.0, class_weight={np.unique(y)[0]: 3.0})
    for name in ("SMO, violating", "Frank-Wolfe", "interior point", "chunking", "smoothed hinge"):
        assert_optimal(last(WITH_B[name](svm, X, y)), svm.fit(X, y))


def test_a_separable_problem_with_a_large_C_is_the_hard_margin():
    hard, X, y = separable()
    state = last(learning.smo(BiclassSVM(C=1e3), X, y, choice="second order", tol=1e-8))
    np.testing.assert_allclose(state.w, hard.w_, rtol=1e-5)
    assert state.b == pytest.approx(hard.b_, abs=1e-5)


def test_the_fewest_steps_are_those_of_the_second_order():
    svm, X, y = overlapping(40, C=10.0)
    steps = {choice: last(learning.smo(svm, X, y, choice=choice)).step for choice in ("second order", "random")}
    assert steps["second order"] < 0.5 * steps["random"]
    svm, X, y = overlapping(30, 3, C=10.0)
    steps = {choice: last(learning.smo(svm, X, y, choice=choice)).step for choice in ("second order", "random")}
    assert steps["second order"] < 0.5 * steps["random"]


def test_chunking_never_takes_most_points_beyond_the_margin():
    _, X, y = separable(200)
    svm = BiclassSVM(C=1.0, kernel="linear").fit(X, y)
    states = list(learning.vapnik_chunking(svm, X, y, M=10, begin=20))
    seen = set().union(*(state.looked_at for state in states))
    assert len(seen) < 0.3 * len(y)
    assert set(svm.support_) <= seen
    sizes = [len(state.looked_at) for state in states]
    assert any(after < before + 10 for before, after in pairwise(sizes))  # some were left out


@pytest.mark.parametrize("number", [405, 428, 438, 449])
def test_chunking_ends_where_b_is_not_unique(number):
    svm, X, y, _ = draw(number)
    states = list(islice(learning.vapnik_chunking(svm, X, y, M=3, begin=4), 100))
    assert states[-1].done
    assert states[-1].dual == pytest.approx(svm.fit(X, y).solution_.dual, rel=1e-8)


def test_a_state_cannot_be_changed_and_keeps_what_it_was():
    svm, X, y = overlapping()
    states = list(learning.smo(svm, X, y))
    before = states[3].alpha.copy()
    for state in states:
        with pytest.raises(ValueError, match="read-only"):
            state.multipliers[0] = 1.0
        with pytest.raises(AttributeError):
            state.step = 7
    np.testing.assert_array_equal(states[3].alpha, before)
    assert [state.step for state in states] == list(range(len(states)))
    assert (np.diff([state.evaluations for state in states]) >= 0).all()
    assert states[-1].done
    assert not any(state.done for state in states[:-1])


def test_what_a_state_says_of_alpha_is_what_a_fitted_machine_says():
    svm, X, y = overlapping(n_classes=3)
    state = Diary(Problem("smo", svm, X, y)).state(svm.solution_.alpha, "the optimum")
    assert state.dual == pytest.approx(svm.solution_.dual)
    assert state.primal == pytest.approx(svm.solution_.primal)
    assert state.violation < 1e-9
    np.testing.assert_array_equal(state.support, svm.support_)
    np.testing.assert_allclose(state.scores(X), svm.scores(X), atol=1e-8)
