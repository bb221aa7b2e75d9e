"""Both estimators follow scikit-learn's contract and work with its tools."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from svmlab import BiclassSVM, MulticlassSVM
from svmlab.kernels import Gaussian, Linear, Polynomial

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


@BOTH
def test_decision_function_has_scikit_learns_shape(machine):
    X, y = iris(machine)
    assert machine().fit(X, y).decision_function(X).shape == ((len(y),) if machine is BiclassSVM else (len(y), 3))
