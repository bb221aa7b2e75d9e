"""The two machines: exact, certified, and the same as every independent definition of them."""

import numpy as np
import pytest
from both_machines import BOTH, overlapping
from cases import CLASS_WEIGHTS, FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from cases import DOUBLED_ROWS as DOUBLED
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import audit, audit_machine, best_dual, intercept_limits, problems, separable, training_sets
from sklearn.datasets import make_blobs
from sklearn.svm import SVC

from svmlab import BiclassSVM, MulticlassSVM
from svmlab.kernels import Gaussian, Laplace, Linear, Polynomial

# --- problems with known answers ---------------------------------------------------------


def test_the_counterexample_to_lemma_2_is_solved_exactly():
    case = LEMMA_2_COUNTEREXAMPLE
    svm = MulticlassSVM(C=case.C).fit(case.X, case.y)
    np.testing.assert_allclose(svm.coef_, case.known["W"], atol=1e-10)
    np.testing.assert_allclose(svm.intercept_, case.known["b"], atol=1e-10)
    assert svm.alpha_.sum() == pytest.approx(case.known["sum_alpha"])
    assert svm.solution_.certified


def test_without_its_last_point_the_winner_has_no_multiplier():
    case = LEMMA_2_COUNTEREXAMPLE
    p = case.known["leave_out"]
    full = MulticlassSVM(C=case.C).fit(case.X, case.y)
    svm = MulticlassSVM(C=case.C).fit(np.delete(case.X, p, 0), np.delete(case.y, p))
    np.testing.assert_allclose(svm.coef_, case.known["W_without"], atol=1e-10)
    np.testing.assert_allclose(svm.intercept_, case.known["b_without"], atol=1e-10)
    scores = svm.scores(case.X[[p]])[0]
    np.testing.assert_allclose(scores, case.known["scores_without"], atol=1e-10)
    assert scores.argmax() == 1
    assert full.alpha_[p, 1] == 0.0


@pytest.mark.parametrize("factor", [1.0001, 10.0, 1e6])
def test_above_the_largest_multiplier_C_no_longer_matters(factor):
    case = LEMMA_2_COUNTEREXAMPLE
    svm = MulticlassSVM(C=case.known["enough_C"] * factor).fit(case.X, case.y)
    np.testing.assert_allclose(svm.coef_, case.known["W"], atol=1e-8)
    assert (svm.alpha_ < svm.C).all()


@pytest.mark.parametrize("C", FIVE_POINTS.known["enough_C"])
def test_a_far_point_changes_nothing(C):
    case = FIVE_POINTS
    svm = MulticlassSVM(C=C).fit(case.X, case.y)
    np.testing.assert_allclose(svm.coef_, case.known["W"], atol=1e-10)
    np.testing.assert_allclose(svm.intercept_, case.known["b"], atol=1e-10)
    assert svm.solution_.primal == pytest.approx(case.known["objective"])
    assert svm.solution_.dual == pytest.approx(case.known["objective"])
    assert 4 not in svm.support_


def test_class_weights_are_two_values_of_C():
    case = CLASS_WEIGHTS
    svm = BiclassSVM(C=case.C, class_weight=case.class_weight).fit(case.X, case.y)
    np.testing.assert_allclose(svm.alpha_, case.known["alpha"], atol=1e-10)
    assert svm.alpha_[1] == 50.0
    np.testing.assert_allclose(svm.w_, case.known["w"], atol=1e-12)
    assert svm.b_ == pytest.approx(case.known["b"])


def test_without_a_free_support_vector_the_intercept_is_an_interval():
    case = NO_FREE_SUPPORT_VECTOR
    svm = BiclassSVM(C=case.C).fit(case.X, case.y)
    np.testing.assert_array_equal(svm.alpha_, case.known["alpha"])
    np.testing.assert_allclose(svm.intercept_interval_, case.known["interval"], atol=1e-12)
    assert svm.b_ == pytest.approx(case.known["b"])
    for b in (*svm.intercept_interval_, svm.intercept_):
        assert audit(svm.K_, np.array([0, 1, 1]), svm.upper_, svm.alpha_, b).passes()
    assert audit(svm.K_, np.array([0, 1, 1]), svm.upper_, svm.alpha_, 0.81).violation > 0.009


def test_leaving_out_any_support_vector_of_this_set_is_an_error():
    case = LOO_EQUALS_SUPPORT_VECTORS
    svm = BiclassSVM(C=case.C).fit(case.X, case.y)
    np.testing.assert_allclose(svm.alpha_, case.known["alpha"], atol=1e-10)
    np.testing.assert_allclose(svm.w_, case.known["w"], atol=1e-10)
    assert svm.b_ == pytest.approx(case.known["b"])
    margins = []
    for p in range(len(case.y)):
        without = BiclassSVM(C=case.C).fit(np.delete(case.X, p, 0), np.delete(case.y, p))
        margins.append(case.y[p] * without.decision_function(case.X[[p]])[0])
    np.testing.assert_allclose(margins, case.known["loo_margins"], atol=1e-9)
    assert np.sum(np.array(margins) < 0) == case.known["loo_errors"] == len(svm.support_)


def test_doubling_every_row_halves_C():
    X, y = make_blobs(centers=2, random_state=0)
    once = BiclassSVM(C=1.0).fit(X, y)
    twice = BiclassSVM(C=0.5).fit(np.vstack([X, X]), np.concatenate([y, y]))
    for svm in (once, twice):
        np.testing.assert_allclose(svm.w_, DOUBLED["w"], atol=1e-6)
        assert svm.b_ == pytest.approx(DOUBLED["b"], abs=1e-6)
    np.testing.assert_allclose(twice.decision_function(X), once.decision_function(X), atol=1e-10)


@BOTH
@pytest.mark.parametrize("C", [1e-3, 0.1, np.inf])
def test_two_points_are_solved_by_hand(machine, C):
    X = np.array([[0.0, 1.0], [3.0, 5.0]])  # distance 5, so α = 2/25 where C allows
    svm = machine(C=C if machine is BiclassSVM else C / 2).fit(X, [0, 1])
    alpha = min(C, 2 / 25)
    f = svm.decision_function(X)
    np.testing.assert_allclose(f, np.array([-12.5, 12.5]) * alpha, atol=1e-12)
    assert svm.predict(X).tolist() == [0, 1]


@BOTH
def test_points_in_one_place_get_the_label_of_the_majority(machine):
    svm = machine(C=1.0).fit(np.full((5, 2), 7.0), [0, 0, 1, 1, 1])
    assert svm.predict([[7.0, 7.0]]) == [1]
    assert svm.predict([[-3.0, 2.0]]) == [1]
    assert svm.solution_.squared_norm == pytest.approx(0.0, abs=1e-15)
    assert svm.solution_.primal == pytest.approx(4.0)  # two points with slack 2
    assert svm.solution_.certified


# --- optimal, on anything ----------------------------------------------------------------


@given(problems(classes=(2, 3, 4, 6)), st.booleans())
@settings(max_examples=150)
def test_every_machine_is_optimal_by_the_definition(problem, multiclass):
    assume(multiclass or problem.y.max() == 1)
    machine = MulticlassSVM if multiclass else BiclassSVM
    svm = machine(problem.C, problem.kernel).fit(problem.X, problem.y)
    assert audit_machine(svm).passes()
    assert svm.solution_.certified
    assert svm.solution_.status.startswith("certified")


@given(problems(classes=(2, 3), costs=[1e-4, 1e-2, 0.3, 1.0, 7.0, 100.0]), st.booleans())
def test_no_other_solver_finds_a_better_objective(problem, multiclass):
    assume(multiclass or problem.y.max() == 1)
    machine = MulticlassSVM if multiclass else BiclassSVM
    svm = machine(problem.C, problem.kernel).fit(problem.X, problem.y)
    K = problem.K
    centred = K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean()  # the same program, kinder to cvxopt
    best = best_dual(centred, problem.y, problem.upper, multiclass)
    assert svm.solution_.dual == pytest.approx(best, rel=1e-6)


@given(problems(classes=(2, 3, 4), scales=(1.0,)), st.booleans())
def test_the_intercept_interval_is_that_of_linear_programs(problem, multiclass):
    assume(multiclass or problem.y.max() == 1)
    machine = MulticlassSVM if multiclass else BiclassSVM
    svm = machine(problem.C, problem.kernel).fit(problem.X, problem.y)
    limits = intercept_limits(problem.K, problem.y, problem.upper, svm.alpha_)
    scale = max(1.0, np.abs(limits).max(), np.abs(svm.solution_.margins).max(), problem.C)
    found = svm.intercept_interval_
    np.testing.assert_allclose(found, limits if multiclass else limits[1, 0], atol=1e-8 * scale)


@given(problems(classes=(2,), costs=[0.01, 0.3, 1.0, 7.0, 100.0]))
def test_for_two_classes_the_multiclass_machine_has_half_the_C(problem):
    multi = MulticlassSVM(problem.C, problem.kernel).fit(problem.X, problem.y)
    bi = BiclassSVM(2 * problem.C, problem.kernel).fit(problem.X, problem.y)
    f = bi.decision_function(problem.X)
    tolerance = 1e-8 * max(1.0, np.abs(f).max()) + 8 * audit_machine(bi).rounding
    np.testing.assert_allclose(multi.decision_function(problem.X), f, atol=tolerance)
    np.testing.assert_allclose(multi.scores(problem.X), bi.scores(problem.X), atol=tolerance)
    np.testing.assert_allclose(multi.intercept_interval_[1, 0], bi.intercept_interval_, atol=tolerance)
    assert multi.solution_.dual == pytest.approx(bi.solution_.dual / 2, rel=1e-8)
    if np.linalg.matrix_rank(problem.K) == len(problem.y):  # only then is α unique
        np.testing.assert_allclose(multi.alpha_.sum(axis=1), bi.alpha_ / 2, atol=1e-6 * bi.alpha_.max())


@given(training_sets(classes=(2, 3, 4)))
@settings(max_examples=80)
def test_a_hard_margin_exists_where_a_linear_program_finds_one(drawn):
    _, X, y = drawn
    machine = BiclassSVM if y.max() == 1 else MulticlassSVM
    if not separable(X, y):
        with pytest.raises(ValueError, match="cannot be separated"):
            machine(C=np.inf).fit(X, y)
        return
    svm = machine(C=np.inf).fit(X, y)
    assert audit_machine(svm).passes()
    assert svm.solution_.certified
    large = machine(C=2 * svm.alpha_.max()).fit(X, y)
    assert large.solution_.dual == pytest.approx(svm.solution_.dual, rel=1e-8)
    tolerance = 1e-7 * max(1.0, np.abs(svm.scores(X)).max())
    np.testing.assert_allclose(large.scores(X), svm.scores(X), atol=tolerance)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_scikit_learns_SVC_is_the_same_machine(C, kernel):
    X, y = overlapping(80)
    ours = {"linear": Linear(), "rbf": Gaussian(sigma=1.0), "poly": Polynomial(degree=2)}[kernel]
    svm = BiclassSVM(C, ours).fit(X, y)
    peer = SVC(C=C, kernel=kernel, gamma=0.5 if kernel == "rbf" else 1.0, degree=2, coef0=1.0, tol=1e-10).fit(X, y)
    tolerance = 1e-6 * max(1.0, C * svm.K_.max())  # libsvm keeps its kernel matrix in single precision
    np.testing.assert_allclose(svm.decision_function(X), peer.decision_function(X), atol=tolerance)
    assert svm.b_ == pytest.approx(peer.intercept_[0], abs=tolerance)
    np.testing.assert_array_equal(svm.predict(X), peer.predict(X))
    alpha = np.zeros(80)
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    found = audit(svm.K_, y, svm.upper_, alpha, peer.intercept_[0]).dual
    assert found <= svm.solution_.dual * (1 + 1e-12)
    assert svm.solution_.dual == pytest.approx(found, rel=1e-7)


@pytest.mark.parametrize("seed", range(4))
def test_scikit_learns_SVC_agrees_with_weights(seed):
    X, y = overlapping(50, seed=seed)
    weight = np.random.default_rng(seed).uniform(0.1, 3.0, 50)
    svm = BiclassSVM(1.0, Gaussian(sigma=1.0), class_weight={0: 2.0, 1: 0.5}).fit(X, y, sample_weight=weight)
    peer = SVC(C=1.0, gamma=0.5, class_weight={0: 2.0, 1: 0.5}, tol=1e-10).fit(X, y, sample_weight=weight)
    np.testing.assert_allclose(svm.decision_function(X), peer.decision_function(X), atol=1e-6)


# --- extremes ----------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("C", [1e-6, 1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(sigma=1.0), Gaussian(sigma=0.01), Laplace(sigma=1.0)])
def test_C_may_be_tiny_or_huge(machine, C, kernel):
    X, y = overlapping(24, Q=2 if machine is BiclassSVM else 3)
    svm = machine(C, kernel).fit(X, y)
    assert svm.solution_.certified
    assert audit_machine(svm).passes()


@BOTH
@pytest.mark.parametrize("width", [10.0, 30.0, 100.0])
@pytest.mark.parametrize("C", [1.0, 1000.0])
def test_a_gaussian_may_be_far_wider_than_the_data(machine, width, C):
    X, y = overlapping(30, Q=2 if machine is BiclassSVM else 3)
    svm = machine(C, Gaussian(sigma=width)).fit(X, y)
    assert svm.solution_.certified
    assert audit_machine(svm).passes()


@BOTH
@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e3, 1e6])
def test_the_unit_of_the_data_is_no_matter(machine, scale):
    X, y = overlapping(30, Q=2 if machine is BiclassSVM else 3)
    here = machine(C=1.0).fit(X, y)
    there = machine(C=1.0 / scale**2).fit(scale * X, y)
    assert there.solution_.certified
    np.testing.assert_allclose(there.scores(scale * X), here.scores(X), atol=1e-8)
    wide = machine(C=1.0, kernel=Gaussian(sigma=scale)).fit(scale * X, y)
    np.testing.assert_allclose(wide.alpha_, machine(C=1.0, kernel=Gaussian()).fit(X, y).alpha_, atol=1e-8)


@BOTH
@pytest.mark.parametrize("offset", [10.0, 1e3, 1e6])
def test_the_origin_of_the_data_is_no_matter(machine, offset):
    X, y = overlapping(30, Q=2 if machine is BiclassSVM else 3)
    X = np.round(X, 3)
    here, there = machine(C=1.0).fit(X, y), machine(C=1.0).fit(X + offset, y)
    assert there.solution_.certified
    lost = 1e-14 * offset**2  # digits that the products ⟨x, z⟩ themselves have lost
    np.testing.assert_allclose(there.scores(X + offset), here.scores(X), atol=1e-8 + 10 * lost)
    np.testing.assert_allclose(there.coef_, here.coef_, atol=1e-8 + 10 * lost)
    moved = machine(C=1.0, kernel=Gaussian()).fit(X + offset, y)
    np.testing.assert_allclose(
        moved.scores(X + offset), machine(C=1.0, kernel=Gaussian()).fit(X, y).scores(X), atol=1e-7
    )


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(sigma=1.0)])
def test_one_point_against_199(kernel):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)), np.zeros(200, dtype=int)
    y[0] = 1
    for svm in (BiclassSVM(1.0, kernel), MulticlassSVM(1.0, kernel), BiclassSVM(1.0, kernel, class_weight="balanced")):
        svm.fit(X, y)
        assert svm.solution_.certified
        assert audit_machine(svm).passes()


def test_opposite_duplicates_cancel():
    X, y = overlapping(30)
    point = np.array([[0.3, 0.2], [0.3, 0.2]])
    with_pair = BiclassSVM(1.0, Gaussian()).fit(np.vstack([X, point]), np.append(y, [0, 1]))
    assert (with_pair.alpha_[-2:] > 0).any()
    assert audit_machine(with_pair).passes()


@pytest.mark.parametrize("Q", [2, 3, 4, 5, 6])
def test_as_many_classes_as_points(Q):
    X = np.column_stack([np.cos(np.arange(Q)), np.sin(np.arange(Q))])
    for C in (0.01, 1.0, 1e4):
        svm = MulticlassSVM(C, Gaussian()).fit(X, np.arange(Q))
        assert audit_machine(svm).passes()
    assert svm.predict(X).tolist() == list(range(Q))
