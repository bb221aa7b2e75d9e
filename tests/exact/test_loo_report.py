"""Leave-one-out: what its report holds, one point step by step, and long runs."""

import joblib
import numpy as np
import pytest
from cases import FIVE_POINTS
from hypothesis import given
from hypothesis import strategies as st
from leaving_out import compare, machine_of, without
from oracle import audit_machine, problems
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out
from svmlab.exact.loo import withdraw

# --- what the report holds ---------------------------------------------------------------


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


# --- one point, step by step -------------------------------------------------------------


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


# --- long runs ---------------------------------------------------------------------------


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
def test_a_dask_cluster_takes_the_points_and_what_scikit_learn_spreads(crowd):
    X, y = crowd.X_fit_[:80], crowd.y_fit_[:80]
    choices = {"C": [0.1, 1.0], "kernel": [kernels.Gaussian(0.5), kernels.Gaussian(2.0)]}
    grid = GridSearchCV(BiclassSVM(), choices, cv=3)
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config("dask"),
    ):
        loo = leave_one_out(crowd)
        spread = clone(grid).fit(X, y).cv_results_["mean_test_score"]
        scores = cross_val_score(crowd, X, y, cv=3)
    same(loo, leave_one_out(crowd))
    np.testing.assert_allclose(spread, grid.fit(X, y).cv_results_["mean_test_score"])
    np.testing.assert_allclose(scores, cross_val_score(crowd, X, y, cv=3))
