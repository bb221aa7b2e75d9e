"""The machines of two and of many classes: weights, symmetries, attributes, warm refits and kernel matrices."""

import pickle

import numpy as np
import pytest
from both_machines import BOTH, overlapping
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import audit_machine, problems

from svmlab import BiclassSVM, MulticlassSVM, kernels
from svmlab.kernels import Gaussian, Linear, Polynomial

# --- weights -----------------------------------------------------------------------------


@BOTH
def test_a_point_of_weight_zero_does_not_count(machine):
    X, y = overlapping(40, Q=2 if machine is BiclassSVM else 3)
    weight = np.ones(40)
    weight[::5] = 0.0
    svm = machine(1.0, Gaussian()).fit(X, y, sample_weight=weight)
    kept = machine(1.0, Gaussian()).fit(X[weight > 0], y[weight > 0])
    np.testing.assert_allclose(svm.scores(X), kept.scores(X), atol=1e-9)
    np.testing.assert_array_equal(svm.alpha_[weight == 0], 0.0)
    hard = machine(np.inf, Gaussian(sigma=0.3)).fit(X, y, sample_weight=weight)
    assert hard.solution_.certified


@BOTH
def test_a_weight_of_two_is_the_point_twice(machine):
    X, y = overlapping(40, Q=2 if machine is BiclassSVM else 3)
    weight = np.where(np.arange(40) % 3 == 0, 2.0, 1.0)
    twice = np.concatenate([np.arange(40), np.flatnonzero(weight == 2.0)])
    weighted = machine(0.5, Gaussian()).fit(X, y, sample_weight=weight)
    repeated = machine(0.5, Gaussian()).fit(X[twice], y[twice])
    np.testing.assert_allclose(weighted.scores(X), repeated.scores(X), atol=1e-9)


@BOTH
@given(seed=st.integers(0, 2**16), decades=st.sampled_from([1, 3]))
@settings(max_examples=20)
def test_very_unequal_weights(machine, seed, decades):
    X, y = overlapping(30, Q=2 if machine is BiclassSVM else 3, seed=seed)
    weight = 10.0 ** np.random.default_rng(seed).uniform(-decades, decades, 30)
    svm = machine(1.0, Gaussian()).fit(X, y, sample_weight=weight)
    np.testing.assert_allclose(svm.sample_weight_, weight)
    assert (svm.alpha_.reshape(30, -1).max(axis=1) <= weight).all()
    assert audit_machine(svm).passes()


def test_balanced_weights_give_each_class_the_same_total():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 2)), (np.arange(40) < 5).astype(int)
    svm = BiclassSVM(class_weight="balanced").fit(X, y)
    assert svm.sample_weight_[y == 0].sum() == pytest.approx(svm.sample_weight_[y == 1].sum())


# --- symmetries --------------------------------------------------------------------------


@given(problems(classes=(3, 4), costs=[0.3, 1.0, 7.0], scales=(1.0,)), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_names_of_classes_and_order_of_points_do_not_matter(problem, random):
    m, Q = len(problem.y), int(problem.y.max()) + 1
    names = np.array(random.sample(range(Q), Q))
    order = np.array(random.sample(range(m), m))
    svm = MulticlassSVM(problem.C, problem.kernel).fit(problem.X, problem.y)
    other = MulticlassSVM(problem.C, problem.kernel).fit(problem.X[order], names[problem.y[order]])
    scores = svm.scores(problem.X)
    tolerance = 1e-7 * max(1.0, np.abs(scores).max())
    np.testing.assert_allclose(other.scores(problem.X)[:, names], scores, atol=tolerance)
    np.testing.assert_allclose(other.intercept_[names], svm.intercept_, atol=tolerance)


def test_swapping_the_two_classes_changes_the_sign():
    X, y = overlapping(40)
    svm, swapped = BiclassSVM().fit(X, y), BiclassSVM().fit(X, 1 - y)
    np.testing.assert_allclose(swapped.decision_function(X), -svm.decision_function(X), atol=1e-10)


# --- attributes --------------------------------------------------------------------------


@BOTH
def test_fitted_attributes_fit_together(machine):
    X, y = overlapping(40, Q=2 if machine is BiclassSVM else 3)
    svm = machine(1.0, Gaussian()).fit(X, y)
    assert svm.alpha_.shape == svm.upper_.shape == ((40,) if machine is BiclassSVM else (40, 3))
    np.testing.assert_array_equal(svm.support_, np.flatnonzero(svm.alpha_.reshape(40, -1).sum(axis=1)))
    np.testing.assert_array_equal(svm.X_fit_, X)
    np.testing.assert_array_equal(svm.y_fit_, y)
    np.testing.assert_allclose(svm.K_, Gaussian()(X))
    f = svm.decision_function(X)
    raw = Gaussian()(X) @ svm.coefficients_ + svm.intercept_
    np.testing.assert_allclose(f, raw[:, 0] if machine is BiclassSVM else raw, atol=1e-12)
    np.testing.assert_allclose(svm.scores(X).sum(axis=1), 0.0, atol=1e-12)
    np.testing.assert_array_equal(svm.predict(X), svm.classes_[svm.scores(X).argmax(axis=1)])
    assert svm.solution_.duality_gap == pytest.approx(0.0, abs=1e-8)


def test_a_multiclass_point_has_no_multiplier_against_its_own_class():
    X, y = overlapping(30, Q=3)
    svm = MulticlassSVM().fit(X, y)
    np.testing.assert_array_equal(svm.alpha_[np.arange(30), y], 0.0)
    np.testing.assert_array_equal(svm.upper_[np.arange(30), y], 0.0)
    np.testing.assert_allclose(svm.coef_.sum(axis=0), 0.0, atol=1e-12)
    assert svm.intercept_.sum() == pytest.approx(0.0, abs=1e-12)


def test_the_margin_is_the_distance_from_boundary_to_margin_line():
    svm = BiclassSVM(C=np.inf).fit([[0.0, 0.0], [3.0, 4.0]], [0, 1])
    assert svm.margin_ == pytest.approx(2.5)


def test_coef_is_for_the_linear_kernel_only():
    X, y = overlapping(20)
    two = BiclassSVM().fit(X, y)
    assert two.w_.shape == (2,)
    assert two.coef_.shape == (1, 2)
    with pytest.raises(AttributeError, match="linear kernel only"):
        _ = BiclassSVM(kernel=Gaussian()).fit(X, y).coef_


def test_a_free_support_vector_makes_the_interval_a_point():
    X, y = overlapping(40)
    svm = BiclassSVM(1.0, Gaussian()).fit(X, y)
    low, high = svm.intercept_interval_
    assert low == pytest.approx(high, abs=1e-12)
    assert low <= svm.b_ <= high


# --- warm refit --------------------------------------------------------------------------


@pytest.mark.parametrize("Q", [2, 3])
@pytest.mark.parametrize(
    "change", ["move", "add", "remove", "relabel", "C", "kernel", "nothing", "new class", "all new"]
)
def test_a_warm_refit_is_the_same_machine(Q, change):
    rng = np.random.default_rng(4)
    X, y = overlapping(40, Q=Q)
    make = BiclassSVM if Q == 2 else MulticlassSVM
    svm = make(1.0, Gaussian()).fit(X, y)
    C, kernel = 1.0, Gaussian()
    if change == "move":
        X = X.copy()
        X[3] += 0.5
    elif change == "add":
        X, y = np.vstack([X, rng.normal(size=(1, 2))]), np.append(y, 1)
    elif change == "remove":
        X, y = np.delete(X, 5, 0), np.delete(y, 5)
    elif change == "relabel":
        y = np.where(np.arange(40) == 7, (y + 1) % Q, y)
    elif change == "C":
        C = 3.0
    elif change == "kernel":
        kernel = Gaussian(sigma=1.2)
    elif change == "new class":
        y = y + 1
    elif change == "all new":
        X, y = rng.normal(size=(17, 3)), np.arange(17) % Q
    svm.set_params(C=C, kernel=kernel).refit(X, y)
    cold = make(C, kernel).fit(X, y)
    assert svm.solution_.certified
    assert audit_machine(svm).passes()
    np.testing.assert_allclose(svm.alpha_, cold.alpha_, atol=1e-8)
    np.testing.assert_allclose(svm.intercept_, cold.intercept_, atol=1e-8)


def test_a_refit_needs_no_fit_before():
    X, y = overlapping(20)
    np.testing.assert_array_equal(BiclassSVM().refit(X, y).alpha_, BiclassSVM().fit(X, y).alpha_)


@given(problems(classes=(2, 3), costs=[0.3, 1.0, 7.0], scales=(1.0,)), st.integers(0, 2**16))
def test_a_refit_after_any_move_is_optimal(problem, seed):
    rng = np.random.default_rng(seed)
    machine = BiclassSVM if problem.y.max() == 1 else MulticlassSVM
    svm = machine(problem.C, problem.kernel).fit(problem.X, problem.y)
    X = problem.X.copy()
    X[rng.integers(len(X))] += rng.normal(size=X.shape[1])
    assert audit_machine(svm.refit(X, problem.y)).passes()


def test_a_failed_refit_leaves_the_machine_as_it_was():
    X, y = overlapping(20)
    svm = BiclassSVM(1.0, Gaussian()).fit(X, y)
    before = pickle.dumps(svm.alpha_)
    with pytest.raises(ValueError, match="NaN"):
        svm.refit(np.full((20, 2), np.nan), y)
    assert pickle.dumps(svm.alpha_) == before
    assert svm.predict(X).shape == (20,)


# --- kernel matrices ---------------------------------------------------------------------


@BOTH
def test_a_precomputed_kernel_is_the_same_machine(machine):
    X, y = overlapping(40, Q=2 if machine is BiclassSVM else 3)
    Z = np.random.default_rng(9).normal(size=(6, 2))
    by_value = machine(1.0, Gaussian()).fit(X, y)
    by_matrix = machine(1.0, "precomputed").fit(Gaussian()(X), y)
    by_function = machine(1.0, lambda A, B: Gaussian()(A, B)).fit(X, y)
    np.testing.assert_allclose(by_matrix.alpha_, by_value.alpha_, atol=1e-10)
    np.testing.assert_allclose(by_function.alpha_, by_value.alpha_, atol=1e-10)
    np.testing.assert_allclose(by_matrix.scores(Gaussian()(Z, X)), by_value.scores(Z), atol=1e-10)


@BOTH
def test_clipping_trains_on_the_nearest_positive_semidefinite_matrix(machine):
    X, y = overlapping(30, Q=2 if machine is BiclassSVM else 3)
    kernel = kernels.Sigmoid(gamma=0.5, coef0=-1.0)
    values, vectors = np.linalg.eigh(kernel(X))
    assert values[0] < -0.01
    nearest = (vectors * np.maximum(values, 0.0)) @ vectors.T
    svm = machine(1.0, kernel, indefinite="clip").fit(X, y)
    np.testing.assert_allclose(svm.K_, nearest, atol=1e-10)
    assert audit_machine(svm, K=nearest).passes()
    peer = machine(1.0, "precomputed").fit(nearest, y)
    np.testing.assert_allclose(svm.scores(X), peer.scores(nearest), atol=1e-7)


def test_a_sum_of_kernels_is_a_machine_on_the_sum_of_their_matrices():
    X, y = overlapping(30)
    kernel = 0.5 * Gaussian(sigma=2.0) + Linear() * Polynomial(degree=2)
    svm = BiclassSVM(1.0, kernel).fit(X, y)
    peer = BiclassSVM(1.0, "precomputed").fit(0.5 * Gaussian(sigma=2.0)(X) + Linear()(X) * Polynomial(degree=2)(X), y)
    assert svm.solution_.dual == pytest.approx(peer.solution_.dual, rel=1e-9)


@BOTH
def test_a_machine_with_another_solution_leaves_the_first_as_it_was(machine):
    X, y = overlapping(30)
    first, other = (machine(C=C, kernel=Gaussian(sigma=1.0)).fit(X, y) for C in (1.0, 20.0))
    before = first.decision_function(X)
    derived = first.with_solution(other.solution_, C=20.0)
    assert (derived.C, derived.C_, derived.solution_) == (20.0, 20.0, other.solution_)
    np.testing.assert_array_equal(derived.decision_function(X), other.decision_function(X))
    assert (first.C, first.C_) == (1.0, 1.0)
    np.testing.assert_array_equal(first.decision_function(X), before)
