"""Leave-one-out says of each point exactly what a machine trained without it says."""

import numpy as np
import pytest
from cases import FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from hypothesis import given
from hypothesis import strategies as st
from leaving_out import LOOKED_AT, TOLERANCE, compare, hard_margin_of, machine_of, own_scores, scale_of, without
from oracle import problems

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out
from svmlab.engine import certificate, scaled_program, solver
from svmlab.engine.certificate import CERTIFIED, certify

# --- drawn problems ----------------------------------------------------------------------


@given(problems(classes=(2,)))
def test_two_classes_scores_are_those_of_machines_trained_without_the_point(problem):
    compare(BiclassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))


@given(problems(classes=(2, 3, 4, 5)))
def test_many_classes_scores_are_those_of_machines_trained_without_the_point(problem):
    compare(MulticlassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))


@pytest.mark.filterwarnings("ignore:not certified")
@given(problems(classes=(2, 3)), st.booleans())
def test_hard_margins_scores_are_those_of_machines_trained_without_the_point(problem, multiclass):
    svm = hard_margin_of(problem, MulticlassSVM if multiclass else machine_of(problem.y.max() + 1))
    if svm is not None and svm.solution_.certified:
        compare(svm)


@given(problems(classes=(2, 3), costs=[0.3, 7.0]), st.integers(0, 2**16))
def test_weights_are_kept_and_points_without_weight_change_nothing(problem, seed):
    rng = np.random.default_rng(seed)
    weight = rng.choice([0.0, 0.5, 1.0, 3.0], len(problem.y))
    weight[np.unique(problem.y, return_index=True)[1]] = 1.0
    machine = machine_of(problem.y.max() + 1)(C=problem.C, kernel=problem.kernel)
    svm = machine.set_params(class_weight={0: 2.0, 1: 0.5}).fit(problem.X, problem.y, weight)
    loo = compare(svm)
    weightless, scores = weight == 0, own_scores(svm, problem.X)
    np.testing.assert_allclose(loo.scores[weightless], scores[weightless], rtol=0, atol=1e-8 * scale_of(scores))
    assert not loo.undefined[weightless].any()


@given(problems(classes=(2, 3), costs=[1e-4, 1e-3]))
def test_where_no_support_vector_is_free_the_intercept_follows_its_rule(problem):
    svm = machine_of(problem.y.max() + 1)(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    compare(svm, looked_at=None)


def intercept_width(svm):
    return np.ptp(np.reshape(svm.intercept_interval_, (-1, 2)), axis=1).max()


@given(problems(classes=(2, 3, 4), costs=[0.3, 7.0, 100.0]))
def test_leaving_out_a_non_support_vector_changes_nothing_where_the_intercept_is_unique(problem):
    svm = machine_of(problem.y.max() + 1)(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    loo, scores = leave_one_out(svm), own_scores(svm, problem.X)
    outside = np.setdiff1d(np.arange(len(problem.y)), svm.support_)
    for p in outside[~loo.undefined[outside]][:LOOKED_AT]:
        if intercept_width(without(svm, p)[0]) == 0:  # the point itself may be what makes it unique
            np.testing.assert_allclose(loo.scores[p], scores[p], rtol=0, atol=1e-8 * scale_of(scores))


@given(problems(classes=(2, 3), costs=[1.0, 100.0]))
def test_a_precomputed_kernel_matrix_gives_the_same(problem):
    machine = machine_of(problem.y.max() + 1)
    svm = machine(C=problem.C, kernel="precomputed", indefinite="clip").fit(problem.K, problem.y)
    loo = compare(svm) if svm._projector is None else leave_one_out(svm)
    direct = leave_one_out(machine(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))
    np.testing.assert_allclose(loo.scores, direct.scores, rtol=0, atol=TOLERANCE * scale_of(direct.scores))


@given(problems(classes=(2, 3)), st.integers(0, 2**16))
def test_the_order_of_the_points_does_not_matter(problem, seed):
    order = np.random.default_rng(seed).permutation(len(problem.y))
    machine = machine_of(problem.y.max() + 1)(C=problem.C, kernel=problem.kernel)
    first = leave_one_out(machine.fit(problem.X, problem.y))
    second = leave_one_out(machine.fit(problem.X[order], problem.y[order]))
    np.testing.assert_allclose(second.scores, first.scores[order], rtol=0, atol=TOLERANCE * scale_of(first.scores))


@given(problems(classes=(2,)))
def test_with_two_classes_both_machines_say_the_same(problem):
    two = leave_one_out(BiclassSVM(C=2 * problem.C, kernel=problem.kernel).fit(problem.X, problem.y))
    many = leave_one_out(MulticlassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))
    difference = many.scores[:, 1] - many.scores[:, 0]
    np.testing.assert_allclose(difference, two.scores, rtol=0, atol=TOLERANCE * scale_of(two.scores))
    np.testing.assert_array_equal(many.undefined, two.undefined)


# --- known answers -----------------------------------------------------------------------


def test_points_of_tiny_weight_decide_about_the_intercept_where_nothing_else_does():
    """Two heavy points leave b open, and light ones take 1e-12 of their α to say b = -1: as near a bound as that."""
    X, y, weight = [[0.0], [1.0], [3.0], [2.0]], [0, 1, 0, 0], [1e6, 1e6, 1e-6, 1e-6]
    svm = BiclassSVM(1e-9, "linear").fit(X, y, weight)
    np.testing.assert_array_equal(svm.alpha_ == svm.upper_, [False, True, True, True])
    loo = leave_one_out(svm)
    assert loo.certified
    np.testing.assert_allclose(loo.scores[2:], -1.0 + 1e-3 * np.array([3.0, 2.0]), rtol=0, atol=1e-12)
    other, point = without(svm, 0)
    np.testing.assert_allclose(loo.scores[0], other.decision_function(point)[0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("C", [1e-6, 1e-3, 1.0])
def test_tiny_weights_beside_huge_ones_leave_every_score_a_number(seed, C):
    """Margins were no numbers at points that are not undefined, and certified."""
    rng = np.random.default_rng(seed)
    y = np.arange(12) % 3
    X = rng.normal(size=(12, 2)) + 2.0 * np.eye(3)[y][:, :2]
    svm = MulticlassSVM(C, kernels.Gaussian(1.0)).fit(X, y, rng.choice([1e-6, 1e6], 12))
    loo = compare(svm)
    assert np.isfinite(loo.margin[~loo.undefined]).all()
    assert loo.certified


def test_leave_one_out_is_certified_by_the_standard_of_a_training():
    """``worst_without`` of the optimum without a point is what its own certificate says, and as strict."""
    data = datasets.overlapping(30, random_state=1, n_classes=3)
    svm = MulticlassSVM(10.0, kernels.Gaussian(1.0)).fit(data.X, data.y)
    program = svm.solution_.program
    p = svm.support_[0]
    left_out = np.flatnonzero(program.example == p)
    solution = solver.solve(program.without(left_out))
    scaling = scaled_program.ScaledProgram(program)

    def worst(alpha):
        found = certify(program.without(left_out), alpha)
        a, b = scaling.optimum(found)
        rows = (value[None] for value in (a, b, found.margins, left_out))
        return found.worst, certificate.worst_without(scaling.scaled, *rows)[0]

    measured, together = worst(solution.alpha)
    assert measured <= together <= 10 * measured
    free = np.flatnonzero((solution.alpha > 0) & (solution.alpha < solution.program.upper))[0]
    wrong = solution.alpha.copy()
    wrong[free] *= 1.0 + 1e-6
    measured, together = worst(wrong)
    assert measured > CERTIFIED
    assert together == pytest.approx(measured, rel=0.1)


def test_there_can_be_as_many_errors_as_support_vectors():
    case = LOO_EQUALS_SUPPORT_VECTORS
    loo = leave_one_out(BiclassSVM(C=case.C).fit(case.X, case.y))
    np.testing.assert_allclose(loo.margin, case.known["loo_margins"], atol=1e-12)
    np.testing.assert_allclose(loo.scores, case.y * case.known["loo_margins"], atol=1e-12)
    assert loo.n_errors == case.known["loo_errors"]
    np.testing.assert_array_equal(loo.errors, case.known["loo_margins"] < 0)


@pytest.mark.parametrize("C", [10.0, 1000.0, np.inf])
def test_the_counterexample_to_lemma_2_is_misclassified_by_a_class_of_multiplier_zero(C):
    case, p = LEMMA_2_COUNTEREXAMPLE, LEMMA_2_COUNTEREXAMPLE.known["leave_out"]
    svm = MulticlassSVM(C=C).fit(case.X, case.y)
    loo = leave_one_out(svm)
    np.testing.assert_allclose(loo.scores[p], case.known["scores_without"], atol=1e-12)
    assert loo.errors[p]
    assert loo.predictions[p] == 1
    assert svm.alpha_[p, 1] == 0


@pytest.mark.parametrize("C", FIVE_POINTS.known["enough_C"])
def test_a_class_that_would_be_lost_is_undefined(C):
    case = FIVE_POINTS
    svm = MulticlassSVM(C=C).fit(case.X, case.y)
    loo = compare(svm, looked_at=None)
    np.testing.assert_array_equal(loo.undefined, [True, True, False, False, False])
    assert np.isnan(loo.scores[:2]).all()
    assert np.isnan(loo.margin[:2]).all()
    assert not loo.errors[:2].any()
    assert not loo.ties[:2].any()
    np.testing.assert_array_equal(loo.predictions[:2], case.y[:2])
    assert loo.error_rate == loo.n_errors / 3
    assert "2 undefined" in repr(loo)


def test_of_two_points_every_one_is_undefined():
    loo = leave_one_out(BiclassSVM().fit([[0.0], [1.0]], ["a", "b"]))
    assert loo.undefined.all()
    assert np.isnan(loo.error_rate)
    assert loo.n_errors == 0
    assert loo.predictions.tolist() == ["a", "b"]


def test_a_point_is_undefined_when_the_others_of_its_class_weigh_nothing():
    svm = BiclassSVM(C=1.0).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], [1.0, 1.0, 1.0, 0.0])
    np.testing.assert_array_equal(leave_one_out(svm).undefined, [False, False, True, False])


def test_the_score_without_a_point_uses_the_middle_of_its_interval_of_intercepts():
    case = NO_FREE_SUPPORT_VECTOR
    svm = BiclassSVM(C=case.C).fit(case.X, case.y)
    loo = compare(svm, looked_at=None)
    # without the third point w = 0.2 as before, and f(-1) <= ... leave b anywhere in [-0.8, 0.8]
    np.testing.assert_allclose(loo.scores[2], 0.2 * 2.0, atol=1e-12)


def four_classes():
    """DESIGN, section 7, item 7: the fourth class is tied to the others by no positive multiplier."""
    X, y = [], []
    for k, angle in enumerate(np.radians([60.0, 180.0, 300.0])):
        u = np.array([np.cos(angle), np.sin(angle)])
        t = np.array([-u[1], u[0]])
        X += [20 * u - 0.5 * t, 20 * u + 0.5 * t]
        y += [k, (k + 1) % 3]
    return np.array([*X, [0.0, 0.0], [3.0, 0.0]]), np.array([*y, 3, 0])


def test_leaving_out_a_non_support_vector_can_widen_the_range_of_the_intercept():
    X, y = four_classes()
    svm = MulticlassSVM(C=np.inf).fit(X, y)
    p = 7
    assert (svm.alpha_[p] == 0).all()
    other, point = without(svm, p)
    np.testing.assert_allclose(svm.coef_, other.coef_, atol=1e-9)
    for machine, highest in ((svm, 2.46), (other, 11.05)):
        # the limits of b_3 where the other three are tied to each other and sum to zero
        low, high = machine.intercept_interval_[3, 0]
        assert low == pytest.approx(1.0, abs=1e-9)
        assert high == pytest.approx(highest, abs=0.005)
    loo = compare(svm, looked_at=None)
    assert not np.allclose(loo.scores[p], svm.scores(X[[p]])[0])
    np.testing.assert_allclose(loo.scores[p], other.scores(point)[0], atol=1e-9)


def test_ties_are_reported_and_resolved_as_predict_does():
    X, y = np.array([[-1.0], [0.0], [1.0]]), np.array(["left", "right", "right"])
    svm = BiclassSVM(C=np.inf).fit(X, y)
    loo = leave_one_out(svm)
    np.testing.assert_array_equal(loo.ties, [False, True, False])  # without 0.0 the boundary runs through it
    assert loo.scores[1] == 0
    other, point = without(svm, 1)
    assert loo.predictions[1] == other.predict(point)[0] == "left"
    assert loo.errors[1]
    assert "1 tied" in repr(loo)


def test_a_non_support_vector_can_be_what_makes_the_intercept_unique():
    svm = BiclassSVM(C=0.3).fit(np.ones((3, 1)), [0, 1, 1])  # f = b everywhere, and the majority says b = 1
    assert (svm.intercept_, intercept_width(svm)) == (1.0, 0.0)
    (p,) = np.setdiff1d(np.arange(3), svm.support_)
    other, _ = without(svm, p)
    assert (other.intercept_, intercept_width(other)) == (0.0, 2.0)  # one against one: any b in [-1, 1]
    assert compare(svm, looked_at=None).scores[p] == 0


def test_ties_of_many_classes():
    angles = np.radians([90.0, 210.0, 330.0])
    X = np.vstack([np.column_stack([np.cos(angles), np.sin(angles)]), [[0.0, 0.0], [0.0, 1.1]]])
    svm = MulticlassSVM(C=1.0).fit(X, [0, 1, 2, 0, 0])
    loo = leave_one_out(MulticlassSVM(C=np.inf).fit(X[:4], [0, 1, 2, 0]))
    np.testing.assert_array_equal(loo.ties, [False, False, False, True])
    np.testing.assert_allclose(loo.scores[3], 0.0, atol=1e-12)
    assert loo.predictions[3] == 0
    compare(svm, looked_at=None)
