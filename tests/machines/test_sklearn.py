"""Both estimators follow scikit-learn's contract and work with its tools."""

import copy
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from svmlab import BiclassSVM, MulticlassSVM, datasets, kkt, leave_one_out, regularization_path
from svmlab.kernels import Gaussian, Linear, Polynomial
from svmlab.machines.multiclass import MACHINES

BOTH = pytest.mark.parametrize("machine", [BiclassSVM, MulticlassSVM])
ALLOWED_SKIPS = {"check_array_api_input"}  # asks for SCIPY_ARRAY_API in the environment


def iris(machine):
    X, y = load_iris(return_X_y=True)
    keep = y > 0 if machine is BiclassSVM else slice(None, None, 2)
    return X[keep], y[keep]


@BOTH
def test_check_estimator_passes(machine):
    results = check_estimator(machine(), on_skip=None, on_fail=None)
    assert [r["check_name"] for r in results if r["status"] not in ("passed", "skipped")] == []
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= ALLOWED_SKIPS
    assert sum(r["status"] == "passed" for r in results) > 50


@BOTH
def test_a_clone_has_the_parameters_and_nothing_learnt(machine):
    X, y = iris(machine)
    svm = machine(C=3.0, kernel=Gaussian(sigma=2.0), class_weight="balanced", indefinite="clip").fit(X, y)
    copy = clone(svm)
    assert copy.get_params() == svm.get_params()
    assert not hasattr(copy, "solution_")


@BOTH
def test_grid_search_over_C_and_kernels(machine):
    X, y = iris(machine)
    grid = {"C": [0.01, 1.0], "kernel": [Linear(), Gaussian(sigma=1.0), Polynomial(degree=2)]}
    search = GridSearchCV(machine(), grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    assert search.best_estimator_.solution_.certified
    assert len(search.cv_results_["params"]) == 6


@BOTH
def test_in_a_pipeline_with_cross_validation(machine):
    X, y = iris(machine)
    scores = cross_val_score(make_pipeline(StandardScaler(), machine(kernel=Gaussian(sigma=2.0))), X, y, cv=4)
    assert scores.shape == (4,)
    assert scores.mean() > 0.9


@BOTH
def test_cross_validation_slices_a_precomputed_kernel_both_ways(machine):
    X, y = iris(machine)
    kernel = Gaussian(sigma=2.0)
    by_matrix = cross_val_score(machine(kernel="precomputed"), kernel(X), y, cv=4)
    np.testing.assert_allclose(by_matrix, cross_val_score(machine(kernel=kernel), X, y, cv=4))


@BOTH
def test_pickling_keeps_everything(machine):
    X, y = iris(machine)
    svm = machine(kernel=0.5 * Gaussian() + Linear()).fit(X, y)
    back = pickle.loads(pickle.dumps(svm))
    np.testing.assert_allclose(back.scores(X), svm.scores(X), atol=1e-11)
    np.testing.assert_array_equal(back.alpha_, svm.alpha_)
    assert back.kernel == svm.kernel
    assert back.solution_.status == svm.solution_.status
    assert back.refit(X, y).solution_.certified


MANY = datasets.overlapping(2000, random_state=0)
ALL = [BiclassSVM(), *(MulticlassSVM(machine=name) for name in MACHINES)]


@pytest.mark.parametrize("kernel", ["linear", Gaussian()])
def test_a_pickle_holds_no_kernel_matrix(kernel):
    svm = BiclassSVM(C=0.1, kernel=kernel).fit(MANY.X, MANY.y)
    data = pickle.dumps(svm)
    assert len(data) < 2e6  # one kernel matrix would take 32 MB
    back = pickle.loads(data)
    np.testing.assert_array_equal(back.decision_function(MANY.X[:9]), svm.decision_function(MANY.X[:9]))
    assert not [name for name, value in vars(back).items() if np.size(value) > 1e6]  # and prediction needs none


@pytest.mark.parametrize("machine", ALL, ids=lambda svm: getattr(svm, "machine", "two"))
@pytest.mark.parametrize("kernel", ["linear", Gaussian(), "precomputed", np.tanh], ids=str)
def test_what_was_saved_is_the_same_machine(machine, kernel, tmp_path):
    X, y = iris(type(machine))
    X, y, weight = X[::4], y[::4], np.append(0.0, np.linspace(0.5, 2.0, len(y[::4]) - 1))
    if kernel is np.tanh:  # indefinite, so that it is clipped
        kernel, X = clipped, X - X.mean(axis=0)
    if kernel == "precomputed":
        X = X @ X.T
    svm = clone(machine).set_params(C=2.0, kernel=kernel, indefinite="clip").fit(X, y, weight)
    joblib.dump(svm, tmp_path / "svm.joblib")
    svm.set_params(C=50.0, kernel="laplace", indefinite="refuse")  # say nothing of what was trained
    for back in (joblib.load(tmp_path / "svm.joblib"), copy.copy(svm), copy.deepcopy(svm), twice(svm)):
        near(back.scores(X), svm.scores(X))
        for name in ("alpha_", "intercept_", "intercept_interval_", "coefficients_", "upper_"):
            np.testing.assert_array_equal(getattr(back, name), getattr(svm, name))
        ours, theirs = back.solution_, svm.solution_
        assert (ours.primal, ours.dual, ours.residuals, ours.status) == (
            theirs.primal, theirs.dual, theirs.residuals, theirs.status,
        )  # fmt: skip
        near(back.K_, svm.K_)
        near(ours.program.K, theirs.program.K)
        near(leave_one_out(back).scores, leave_one_out(svm).scores)


def near(new, old):
    """Equal up to how BLAS rounds products of arrays that lie elsewhere in memory."""
    np.testing.assert_allclose(new, old, rtol=1e-9, atol=1e-9 * max(1.0, np.nanmax(np.abs(old))))


def clipped(X, Z):
    return np.tanh(X @ Z.T - 1.0)


def twice(svm):
    return pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(svm))))


def test_a_machine_without_a_matrix_is_as_good_as_trained():
    X, y = iris(BiclassSVM)
    back = pickle.loads(pickle.dumps(BiclassSVM().fit(X, y)))
    assert kkt.cases(back).point.shape == y.shape
    assert copy.copy(back).K_ is back.K_  # a shallow copy shares it
    back = pickle.loads(pickle.dumps(BiclassSVM().fit(X, y)))
    assert (
        back.with_solution(back.solution_, C=2.0).C_ == copy.copy(back).with_solution(back.solution_, C=2.0).C_ == 2.0
    )
    back = pickle.loads(pickle.dumps(BiclassSVM().fit(X, y)))
    assert back.refit(X[1:], y[1:]).solution_.certified
    np.testing.assert_array_equal(twice(back).alpha_, back.alpha_)
    assert regularization_path(twice(back)).model_at(2.0).solution_.certified
    with pytest.raises(AttributeError, match="no attribute 'solution_'"):
        _ = pickle.loads(pickle.dumps(BiclassSVM())).solution_
    with pytest.raises(AttributeError, match="linear kernel only"):
        _ = twice(BiclassSVM(kernel=Gaussian()).fit(X, y)).coef_


@BOTH
def test_labels_may_be_words(machine):
    X, y = iris(machine)
    words = np.array(["setosa", "versicolor", "virginica"])[y]
    svm = machine().fit(X, words)
    np.testing.assert_array_equal(svm.classes_, np.unique(words))
    np.testing.assert_array_equal(
        svm.predict(X), np.array(["setosa", "versicolor", "virginica"])[machine().fit(X, y).predict(X)]
    )
    assert svm.score(X, words) > 0.9


@pytest.mark.parametrize("labels", [[-1, 1], [0, 1], [1, 2], [True, False], ["no", "yes"], [0.0, 5.0]])
def test_any_two_labels_will_do(labels):
    X, y = iris(BiclassSVM)
    named = np.array(labels)[y - 1]
    svm = BiclassSVM().fit(X, named)
    assert set(svm.predict(X)) == set(labels)
    positive = svm.decision_function(X) > 0
    np.testing.assert_array_equal(svm.predict(X), np.where(positive, svm.classes_[1], svm.classes_[0]))


@BOTH
def test_class_weight_balanced_is_the_dict_it_stands_for(machine):
    X, y = iris(machine)
    X, y = X[:-15], y[:-15]
    classes, counts = np.unique(y, return_counts=True)
    weights = dict(zip(classes.tolist(), len(y) / (len(classes) * counts), strict=True))
    balanced = machine(class_weight="balanced").fit(X, y)
    np.testing.assert_allclose(balanced.alpha_, machine(class_weight=weights).fit(X, y).alpha_, atol=1e-9)


@BOTH
def test_a_data_frame_gives_its_column_names(machine):
    X, y = iris(machine)
    frame = pd.DataFrame(X, columns=["sl", "sw", "pl", "pw"])
    svm = machine().fit(frame, pd.Series(y))
    assert svm.feature_names_in_.tolist() == ["sl", "sw", "pl", "pw"]
    assert svm.n_features_in_ == 4
    np.testing.assert_array_equal(svm.predict(frame), machine().fit(X, y).predict(X))
    with pytest.raises(ValueError, match="feature names should match"):
        svm.predict(frame.rename(columns={"sl": "length"}))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        svm.predict(X)


@BOTH
def test_parameters_change_by_name(machine):
    svm = machine().set_params(C=2.0, kernel="gaussian")
    set_or_default = {"C": 2.0, "kernel": "gaussian", "class_weight": None, "indefinite": "refuse"}
    assert set_or_default.items() <= svm.get_params().items()
    assert "C=2.0" in repr(svm)


@BOTH
def test_fitting_leaves_the_data_and_the_parameters_alone(machine):
    X, y = iris(machine)
    X_before, y_before, weight = X.copy(), y.copy(), np.ones(len(y))
    weights = dict.fromkeys(np.unique(y).tolist(), 1.5)
    svm = machine(class_weight=weights).fit(X, y, sample_weight=weight)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
    np.testing.assert_array_equal(weight, 1.0)
    assert svm.class_weight is weights


def margin_plot(clf, X, y):
    """The numbers that the margin plots of the handbooks draw: the line, its margins, rings, points by class."""
    across = np.linspace(X[:, 0].min(), X[:, 0].max(), 5)
    slope, offset = -clf.coef_[0][0] / clf.coef_[0][1], clf.intercept_[0] / clf.coef_[0][1]
    line = slope * across - offset
    half = 1 / np.sqrt(np.sum(clf.coef_**2))
    lifted = np.sqrt(1 + slope**2) * half
    rings = np.sort(clf.support_vectors_[:, 0]), np.sort(clf.support_vectors_[:, 1])
    w = clf.dual_coef_ @ X[clf.support_]
    return {
        "line": line, "up": line + lifted, "down": line - lifted, "coef": clf.coef_, "intercept": clf.intercept_,
        "w": w, "rings": rings, "counts": clf.n_support_, "support": np.sort(clf.support_),
        "by class": [np.sum(y[clf.support_] == label) for label in clf.classes_],
    }  # fmt: skip


@pytest.mark.parametrize("labels", [[0, 1], ["versicolor", "virginica"]])
def test_the_margin_plot_of_the_handbooks_draws_the_same_for_SVC_and_for_ours(labels):
    X, y = iris(BiclassSVM)
    X, y = X[:, :2] + 0.01 * np.random.default_rng(0).normal(size=(len(X), 2)), np.array(labels)[y - 1]  # no equal rows
    ours, theirs = (
        margin_plot(BiclassSVM(C=1.0).fit(X, y), X, y),
        margin_plot(SVC(kernel="linear", tol=1e-10).fit(X, y), X, y),
    )
    for name, value in theirs.items():
        assert np.shape(ours[name]) == np.shape(value), name
        np.testing.assert_allclose(ours[name], value, rtol=1e-4, atol=1e-4, err_msg=name)


def test_shapes_are_those_of_SVC_for_kernels_too():
    X, y = iris(BiclassSVM)
    for kernel, theirs in ((Gaussian(), "rbf"), ("precomputed", "precomputed")):
        Z = X if theirs == "rbf" else X @ X.T
        ours, peer = BiclassSVM(kernel=kernel).fit(Z, y), SVC(kernel=theirs, gamma=0.5).fit(Z, y)
        for name in ("support_vectors_", "n_support_", "dual_coef_", "intercept_"):
            assert getattr(ours, name).ndim == getattr(peer, name).ndim, name
        assert ours.n_support_.dtype == peer.n_support_.dtype
        assert ours.dual_coef_.shape == (1, ours.n_support_.sum())
        assert ours.support_vectors_.shape == ((0, 0) if theirs == "precomputed" else (len(ours.support_), 4))


def test_the_shapes_of_several_classes():
    X, y = iris(MulticlassSVM)
    svm = MulticlassSVM().fit(X, y)
    assert svm.coef_.shape == (3, 4)
    assert svm.intercept_.shape == svm.n_support_.shape == (3,)
    assert svm.dual_coef_.shape == (3, len(svm.support_vectors_))
    assert svm.coefficients_.shape == (len(X), 3)
    np.testing.assert_allclose(svm.dual_coef_ @ svm.support_vectors_, svm.coef_)
    assert svm.n_support_.sum() == len(svm.support_)


def test_w_and_b_are_a_vector_and_a_number():
    X, y = iris(BiclassSVM)
    svm = BiclassSVM().fit(X, y)
    assert svm.w_.shape == (4,)
    assert isinstance(svm.b_, float)
    np.testing.assert_allclose(X @ svm.w_ + svm.b_, svm.decision_function(X))


@BOTH
def test_decision_function_has_scikit_learns_shape(machine):
    X, y = iris(machine)
    assert machine().fit(X, y).decision_function(X).shape == ((len(y),) if machine is BiclassSVM else (len(y), 3))


@BOTH
def test_the_parameters_of_a_kernel_are_in_a_grid(machine):
    X, y = iris(machine)
    search = GridSearchCV(machine(kernel=Gaussian()), {"kernel__sigma": [0.05, 1.0, 20.0], "C": [1.0]}, cv=3).fit(X, y)
    assert search.best_params_ == {"C": 1.0, "kernel__sigma": 1.0}
    assert search.best_estimator_.kernel_ == Gaussian(1.0)
    assert search.estimator.kernel == Gaussian()  # what was given stays as it was
    pipe = make_pipeline(StandardScaler(), machine(kernel="gaussian"))
    step = f"{machine.__name__.lower()}__kernel__sigma"
    assert GridSearchCV(pipe, {step: [0.01, 1.0]}, cv=3).fit(X, y).best_params_ == {step: 1.0}


def test_set_params_replaces_the_kernel_and_leaves_the_old_one():
    kernel = 0.5 * Gaussian(2.0) + Linear() * Polynomial(degree=2)
    svm = BiclassSVM(kernel=kernel)
    assert {"kernel__left__kernel__sigma": 2.0, "kernel__left__factor": 0.5}.items() <= svm.get_params().items()
    other = clone(svm).set_params(kernel__left__kernel__sigma=3.0, kernel__right__right__degree=4, C=7.0)
    assert other.kernel == 0.5 * Gaussian(3.0) + Linear() * Polynomial(degree=4)
    assert other.C == 7.0
    assert svm.kernel == kernel == 0.5 * Gaussian(2.0) + Linear() * Polynomial(degree=2)
    assert BiclassSVM().set_params(kernel=Gaussian(), kernel__sigma=4.0).kernel == Gaussian(4.0)
    assert clone(kernel) is kernel


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"kernel__gamma": 1.0}, r"'gamma' is no parameter of the kernel Gaussian\(sigma=1.0\); it has sigma"),
        ({"kernel__sigma__x": 1.0}, "'sigma__x' is no parameter"),
        ({"kernel__sigma": -1.0}, "sigma must be positive"),
        ({"kernal__sigma": 1.0}, "Invalid parameter 'kernal'"),
    ],
)
def test_a_parameter_that_a_kernel_does_not_have_is_refused(params, words):
    with pytest.raises(ValueError, match=words):
        BiclassSVM(kernel="gaussian").set_params(**params)
