"""A machine owns what it was trained on, a point of weight 0 is as if absent, and matrices are read with the digits
they came with."""

from fractions import Fraction

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from svmlab import BiclassSVM, MulticlassSVM, kernels, leave_one_out, regularization_path

LINE = np.arange(5.0)[:, None]
LABELS = np.array([0, 1, 0, 1, 1])


# --- ownership ------------------------------------------------------------------------------------------------------


def test_changing_the_array_afterwards_changes_nothing():
    X, y = np.array([[-1.0], [1.0]]), np.array([0, 1])
    svm = BiclassSVM().fit(X, y)
    X *= -1
    y[:] = 0
    assert svm.predict([[-1.0], [1.0]]).tolist() == [0, 1]
    assert svm.y_fit_.tolist() == [0, 1]


def test_changing_a_precomputed_matrix_a_frame_or_what_a_function_returned_changes_nothing():
    K = np.eye(4) + 1.0
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(4, 2)))
    own = np.eye(4)
    for kernel, X in (("precomputed", K), ("linear", frame), (lambda A, B: own[: len(A), : len(B)], np.eye(4))):
        svm = BiclassSVM(kernel=kernel).fit(X, [0, 1, 0, 1])
        before, gram = svm.decision_function(svm.X_fit_), svm.K_.copy()
        if isinstance(X, pd.DataFrame):
            X.loc[:, :] = 7.0
        else:
            X *= 100
        assert np.array_equal(svm.K_, gram)
        assert np.array_equal(svm.decision_function(svm.X_fit_), before)
        assert regularization_path(svm).model_at(1.0).K_ is svm.K_
        own[:] = np.eye(4)


@pytest.mark.parametrize("name", ["X_fit_", "y_fit_", "K_", "sample_weight_", "coef_"])
def test_what_it_was_trained_on_cannot_be_written_to(name):
    svm = BiclassSVM().fit(LINE, LABELS)
    with pytest.raises(ValueError, match="read-only"):
        getattr(svm, name)[:] = 0


# --- weights --------------------------------------------------------------------------------------------------------


def test_balanced_weights_count_a_point_of_weight_0_as_absent_and_weight_2_as_two_copies():
    first = np.array([1.0, 1, 1, 1, 0])
    without = BiclassSVM(0.1, class_weight="balanced").fit(LINE[:4], LABELS[:4])
    svm = BiclassSVM(0.1, class_weight="balanced").fit(LINE, LABELS, sample_weight=first)
    assert svm.predict(LINE).tolist() == without.predict(LINE).tolist() == [0, 0, 1, 1, 1]
    assert np.array_equal(svm.upper_[:4], without.upper_)
    peer = LogisticRegression(class_weight="balanced")
    assert np.allclose(
        peer.fit(LINE, LABELS, sample_weight=first).coef_, peer.fit(LINE[:4], LABELS[:4]).coef_, atol=1e-4
    )
    twice = BiclassSVM(0.1, class_weight="balanced").fit(LINE, LABELS, sample_weight=[1, 1, 1, 1, 2])
    copied = BiclassSVM(0.1, class_weight="balanced").fit(np.vstack([LINE, LINE[4:]]), np.append(LABELS, 1))
    assert np.allclose(twice.decision_function(LINE), copied.decision_function(LINE), atol=1e-9)


def test_a_point_of_weight_0_does_not_say_what_is_clipped():
    K = np.array([[1, 0.9, 0.2, 0.9], [0.9, 1, 0.9, 0.1], [0.2, 0.9, 1, -0.3], [0.9, 0.1, -0.3, 1]])
    svm = BiclassSVM(kernel="precomputed", indefinite="clip").fit(K, [0, 0, 1, 1], sample_weight=[1, 1, 1, 0])
    without = BiclassSVM(kernel="precomputed", indefinite="clip").fit(K[:3, :3], [0, 0, 1])
    assert np.allclose(svm.decision_function(K), without.decision_function(K[:, :3]), atol=1e-12)
    assert svm.decision_function(K)[:3] == pytest.approx([-1.170, -0.830, -0.370], abs=1e-3)
    assert np.linalg.eigvalsh(svm.K_)[0] > -1e-12


def test_leave_one_out_does_not_count_a_point_of_weight_0():
    weight = np.array([1.0, 1, 1, 1, 0])
    loo = leave_one_out(BiclassSVM().fit(LINE, LABELS[[0, 1, 0, 1, 0]], sample_weight=weight))
    without = leave_one_out(BiclassSVM().fit(LINE[:4], LABELS[:4]))
    assert (loo.n_errors, loo.error_rate) == (without.n_errors, without.error_rate)
    assert not loo.errors[4]
    assert "of 4 points" in repr(loo)


def test_a_dict_of_weights_may_have_labels_that_look_like_numbers():
    assert BiclassSVM(class_weight={"1": 5.0, "2": 1.0}).fit([[0.0], [1.0]], ["1", "2"]).upper_.tolist() == [5, 1]


# --- digits ---------------------------------------------------------------------------------------------------------


def test_a_kernel_matrix_of_single_precision_is_taken_with_its_digits():
    Z = np.array([[0.1], [0.3], [0.7]], np.float32)
    svm = BiclassSVM(kernel="precomputed").fit(Z @ Z.T, [0, 0, 1])
    peer = SVC(kernel="precomputed", tol=1e-8).fit(Z @ Z.T, [0, 0, 1])
    assert svm.decision_function(Z @ Z.T) == pytest.approx(peer.decision_function(Z @ Z.T), abs=1e-5)
    rng = np.random.default_rng(0)
    Z, G = rng.normal(size=(30, 5)).astype(np.float32), rng.normal(size=(5, 5)).astype(np.float32)
    MulticlassSVM(kernel="precomputed").fit(Z @ (G @ G.T) @ Z.T, np.arange(30) % 3)


def test_a_rounded_kernel_matrix_is_taken_and_an_indefinite_one_still_refused():
    X = np.random.default_rng(0).normal(size=(30, 2))
    K = X @ X.T
    assert BiclassSVM(kernel="precomputed").fit(np.round(K, 6), np.arange(30) % 2).solution_.certified
    for wrong in (K - 1e-3 * np.eye(30), np.round(K - 0.5 * np.eye(30), 1)):
        with pytest.raises(ValueError, match="positive semi-definite"):
            BiclassSVM(kernel="precomputed").fit(wrong, np.arange(30) % 2)


def test_a_prediction_beyond_doubles_is_right_or_refused():
    svm = BiclassSVM(kernel=kernels.Polynomial(3)).fit([[1.0], [3.0]], [1, 2])
    assert svm.predict([[1e200]]).tolist() == [2]
    with pytest.raises(ValueError, match="larger than a double can be"):
        BiclassSVM(kernel=kernels.Polynomial(300)).fit([[0.1], [0.3]], [1, 2]).predict([[1e300]])


@pytest.mark.parametrize("sigma", [1e-200, 1e-155, 1e155, 1e200])
def test_a_width_whose_square_is_no_double_can_be_trained(sigma):
    X = sigma * np.array([[0.0], [1.0], [2.0], [3.0]])
    if sigma > 1e154:
        X = np.array([[0.0], [1.0], [2.0], [3.0]])
    K = kernels.Gaussian(sigma)(X)
    expected = np.exp(-0.5 * ((X - X.T) / sigma) ** 2)
    assert np.allclose(K, expected, rtol=1e-14)
    BiclassSVM(1e-3, kernels.Gaussian(sigma)).fit(X, [0, 0, 1, 1])


def test_C_may_be_any_real_number_that_a_double_holds():
    assert BiclassSVM(Fraction(1, 3)).fit(LINE, LABELS).C_ == 1 / 3
    with pytest.raises(ValueError, match=r"C must be at most 1.8e308"):
        BiclassSVM(10**400).fit(LINE, LABELS)


def test_leave_one_out_runs_on_a_backend_that_yields_nothing_early():
    svm = BiclassSVM().fit(np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2)
    with joblib.parallel_config(backend="multiprocessing", n_jobs=2):
        assert np.array_equal(leave_one_out(svm).errors, leave_one_out(svm, n_jobs=1).errors)
