"""Leave-one-out says of each point exactly what a machine trained without it says."""

import joblib
import numpy as np
import pytest
from cases import FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from hypothesis import given
from hypothesis import strategies as st
from oracle import audit_machine, problems
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out
from svmlab.engine import certificate, scaled_program, solver
from svmlab.engine.certificate import CERTIFIED, certify
from svmlab.exact.loo import withdraw
from svmlab.kernels import Precomputed

TOLERANCE = 1e-6  # of a score, relative to max(1, the largest)
LOOKED_AT = 5  # points of a drawn problem that are compared


def machine_of(Q):
    """The machine for Q classes; for two of them either."""
    return BiclassSVM if Q == 2 else MulticlassSVM


def own_scores(svm, Z):
    """What leave-one-out calls scores: f(z), or h_k(z) for all classes, also where these are two."""
    return svm.decision_function(Z) if svm.alpha_.ndim == 1 else svm.scores(Z)


def without(svm, p):
    """(machine trained from nothing without point p, point p as that machine wants it)."""
    rest = np.delete(np.arange(len(svm.y_fit_)), p)
    X, point = svm.X_fit_[rest], svm.X_fit_[[p]]
    if isinstance(svm.kernel_, Precomputed):
        X, point = X[:, rest], point[:, rest]
    other = clone(svm).set_params(class_weight=None)
    return other.fit(X, svm.y_fit_[rest], svm.sample_weight_[rest]), point


def scale_of(scores):
    """max(1, the largest score), whatever is undefined."""
    return max(1.0, np.abs(np.nan_to_num(scores)).max())


def compare(svm, loo=None, looked_at=LOOKED_AT):
    """Assert that the scores are those of machines trained without the point, all of them certified."""
    loo = leave_one_out(svm) if loo is None else loo
    assert loo.residual <= CERTIFIED
    defined = np.flatnonzero(~loo.undefined)
    for p in np.random.default_rng(0).permutation(defined)[:looked_at]:
        other, point = without(svm, p)
        assert other.solution_.certified
        expected = own_scores(other, point)[0]
        np.testing.assert_allclose(
            loo.scores[p], expected, rtol=0, atol=TOLERANCE * scale_of(expected), err_msg=f"point {p}"
        )
        if not loo.ties[p]:
            assert loo.predictions[p] == other.predict(point)[0]
    return loo


def hard_margin_of(problem, machine):
    """The hard-margin machine, or None where there is none."""
    try:
        return machine(C=np.inf, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError as error:
        if "cannot be separated" not in str(error):
            raise
        return None


# ---------------------------------------------------------------- drawn problems


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


# ---------------------------------------------------------------- known answers


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


# ---------------------------------------------------------------- what the report holds


@pytest.mark.parametrize("Q", [2, 3])
@pytest.mark.parametrize("C", [1.0, 100.0])
def test_the_benchmark_sample_point_by_point(Q, C):
    data = datasets.overlapping(60, random_state=0, n_classes=Q)
    svm = machine_of(Q)(C=C, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    assert audit_machine(svm).passes()
    loo = compare(svm, looked_at=None)
    assert loo.refits == 0
    assert loo.n_errors == (loo.predictions != data.y).sum() > 0
    assert loo.error_rate == loo.n_errors / 60
    np.testing.assert_array_equal(loo.labels, data.y)
    if Q == 2:
        np.testing.assert_array_equal(loo.margin, data.y * loo.scores)
    else:
        own = loo.scores[np.arange(60), data.y]
        rivals = np.where(np.arange(Q) == data.y[:, None], -np.inf, loo.scores)
        np.testing.assert_allclose(loo.margin, own - rivals.max(axis=1), atol=1e-12)
        np.testing.assert_allclose(loo.scores.sum(axis=1), 0.0, atol=1e-12)


def test_the_machine_stays_as_it_was():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    alpha, b, solution = svm.alpha_.copy(), svm.intercept_, svm.solution_
    leave_one_out(svm)
    np.testing.assert_array_equal(svm.alpha_, alpha)
    assert svm.intercept_ == b
    assert svm.solution_ is solution


def test_a_clipped_kernel_matrix_stays_as_it_was_clipped():
    data = datasets.overlapping(30, random_state=0)
    svm = BiclassSVM(C=1.0, kernel=kernels.Sigmoid(gamma=1.0, coef0=-1.0), indefinite="clip").fit(data.X, data.y)
    assert svm._projector is not None
    loo = leave_one_out(svm)
    rest = np.delete(np.arange(30), 4)
    other = BiclassSVM(C=1.0, kernel="precomputed", indefinite="clip").fit(svm.K_[np.ix_(rest, rest)], data.y[rest])
    np.testing.assert_allclose(loo.scores[4], other.decision_function(svm.K_[[4]][:, rest])[0], atol=1e-9)


def test_an_untrained_machine_is_refused():
    with pytest.raises(NotFittedError):
        leave_one_out(BiclassSVM())


# ---------------------------------------------------------------- one point, step by step


@given(problems(classes=(2, 3), costs=[0.3, 7.0]), st.integers(0, 2**16))
def test_while_a_point_is_withdrawn_the_others_stay_optimal(problem, seed):
    svm = machine_of(problem.y.max() + 1)(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    crowded = np.flatnonzero(np.bincount(problem.y)[problem.y] > 1)
    if not len(crowded):
        return
    p = np.random.default_rng(seed).choice(crowded)
    program = svm.solution_.program
    own = program.example == p
    steps = list(withdraw(svm, p))
    t = np.array([step[0] for step in steps])
    assert (t[0], t[-1]) == (0.0, 1.0)
    assert (np.diff(t) >= 0).all()
    np.testing.assert_array_equal(steps[0][1], svm.solution_.alpha)
    for t, alpha, b in steps:
        # each piece of α withdrawn in proportion; the optimality conditions of all others
        np.testing.assert_allclose(alpha[own], (1 - t) * steps[0][1][own], rtol=0, atol=1e-9 * alpha.max())
        scores = program.K @ program.coefficients(alpha) + b
        slack = 1.0 - program.along(scores)
        tolerance = 1e-7 * max(1.0, np.abs(scores).max())
        assert (slack[~own & (alpha < program.upper)] <= tolerance).all()
        assert (slack[~own & (alpha > 0)] >= -tolerance).all()
        assert np.abs(program.E.T @ alpha).max() <= 1e-9 * max(alpha.max(), problem.C)
    other, point = without(svm, p)
    np.testing.assert_allclose((scores)[p], np.ravel(other._raw_scores(point)), rtol=0, atol=10 * tolerance)


def test_the_only_point_of_a_class_cannot_be_withdrawn():
    svm = MulticlassSVM(C=1.0).fit(FIVE_POINTS.X, FIVE_POINTS.y)
    with pytest.raises(ValueError, match="only one of class 0"):
        list(withdraw(svm, 0))


# ---------------------------------------------------------------- long runs


@pytest.fixture(scope="module")
def crowd():
    data = datasets.overlapping(400, random_state=0)
    return BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)


def test_progress_is_told_up_to_the_end(crowd):
    told = []
    leave_one_out(crowd, progress=lambda done, total: told.append((done, total)))
    done, totals = np.array(told).T
    assert (np.diff(done) > 0).all()
    assert set(totals) == {done[-1]} == {len(crowd.support_)}
    assert len(told) > 1


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_run_can_be_interrupted(crowd, n_jobs):
    calls = []

    def interrupt(done, total):
        calls.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), joblib.parallel_config("threading", n_jobs=n_jobs):
        leave_one_out(crowd, progress=interrupt)
    assert len(calls) == 1
    assert leave_one_out(crowd).n_errors > 0  # and it can be started again


def same(first, second):
    np.testing.assert_allclose(first.scores, second.scores, rtol=0, atol=1e-9)
    np.testing.assert_array_equal(first.errors, second.errors)
    assert first.n_errors == second.n_errors


@pytest.mark.parametrize("backend", [pytest.param("loky", marks=pytest.mark.slow), "threading"])
def test_two_jobs_find_the_same(crowd, backend):
    told = []
    with joblib.parallel_config(backend):
        loo = leave_one_out(crowd, n_jobs=2, progress=lambda *where: told.append(where))
    same(loo, leave_one_out(crowd))
    assert told[-1] == (len(crowd.support_), len(crowd.support_))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of distributed's own making: ports that are taken, loops that are closed
def test_a_dask_cluster_takes_the_points(crowd):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config("dask"),
    ):
        loo = leave_one_out(crowd)
    same(loo, leave_one_out(crowd))
