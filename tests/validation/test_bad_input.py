"""Bad input: the message names the rule, the offending value and the remedy, and no machine comes out."""

import warnings

import numpy as np
import pytest
import scipy.sparse
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, kernels
from svmlab.exact.loo import withdraw
from svmlab.kernels import Gaussian, Laplace, Linear, Polynomial, Sigmoid

BOTH = pytest.mark.parametrize("machine", [BiclassSVM, MulticlassSVM])
X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 3.0]])
y = np.array([0, 0, 1, 1])


def with_entry(value):
    spoilt = X.copy()
    spoilt[1, 1] = value
    return spoilt


# ---------------------------------------------------------------- points and labels


@BOTH
@pytest.mark.parametrize(
    ("points", "labels", "message"),
    [
        (with_entry(np.nan), y, "Input X contains NaN"),
        (with_entry(np.inf), y, "Input X contains infinity"),
        (X, [0.0, 0.0, np.nan, 1.0], "Input y contains NaN"),
        (X, [1, 1, 1, 1], "at least two classes, got 1 class: 1; add points of another"),
        (X, ["a", "a", "a", "a"], "at least two classes, got 1 class: 'a'; add points of another"),
        (X, [0.1, 0.2, 1.5, 2.7], "Unknown label type: continuous"),
        (X, y[:3], r"inconsistent numbers of samples: \[4, 3\]"),
        (X, np.ones((4, 2)), r"y should be a 1d array, got an array of shape \(4, 2\)"),
        (X[:, 0], y, "Expected 2D array, got 1D array"),
        (X[:0], y[:0], r"0 sample\(s\).*minimum of 2"),
        (X[:1], y[:1], r"1 sample\(s\).*minimum of 2"),
        (X[:, :0], y, r"0 feature\(s\)"),
        ([["a", "b"]] * 4, y, "could not convert string to float: 'a'"),
        (X * 1e200, y, "kernel matrix must be finite, got NaN or infinity; scale the data or the kernel"),
    ],
)
def test_points_and_labels(machine, points, labels, message):
    with pytest.raises(ValueError, match=message):
        machine().fit(points, labels)


def test_overflow_in_a_kernel_is_said_in_words_not_in_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="kernel matrix must be finite"):
            BiclassSVM(kernel=Polynomial(degree=9)).fit(X * 1e100, y)


def test_sparse_points_are_refused():
    with pytest.raises(TypeError, match="dense data is required"):
        BiclassSVM().fit(scipy.sparse.csr_matrix(X), y)


def test_a_third_class_needs_the_other_machine():
    with pytest.raises(ValueError, match="got 3 classes; use MulticlassSVM"):
        BiclassSVM().fit(X, [0, 1, 2, 1])


@BOTH
def test_points_to_predict(machine):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        machine().predict(X)
    svm = machine().fit(X, y)
    with pytest.raises(ValueError, match=r"X has 1 features, but .* is expecting 2"):
        svm.predict(X[:, :1])
    with pytest.raises(ValueError, match="contains NaN"):
        svm.decision_function(with_entry(np.nan))


# ---------------------------------------------------------------- parameters


@BOTH
@pytest.mark.parametrize(
    ("C", "error", "message"),
    [
        (-1.0, ValueError, "C must be positive, got -1.0; use C=inf for the hard margin"),
        (0, ValueError, "C must be positive, got 0; use C=inf for the hard margin"),
        (-np.inf, ValueError, "C must be positive, got -inf"),
        (np.nan, ValueError, "C must be a number, got NaN"),
        ("1", TypeError, "C must be a number, got '1'"),
        (None, TypeError, "C must be a number, got None"),
        (True, TypeError, "C must be a number, got True"),
        (np.array([1.0, 2.0]), TypeError, "C must be a number, got array"),
    ],
)
def test_C(machine, C, error, message):
    with pytest.raises(error, match=message):
        machine(C=C).fit(X, y)


@BOTH
@pytest.mark.parametrize(
    ("kernel", "error", "message"),
    [
        ("rbf", ValueError, "kernel must be one of 'linear', .*, got 'rbf'; did you mean 'gaussian'"),
        ("gausian", ValueError, "got 'gausian'; did you mean 'gaussian'"),
        ("wavelet", ValueError, "kernel must be one of .* got 'wavelet'$"),
        (None, TypeError, r"a kernel, a name or a function f\(X, Z\), got None"),
        (Gaussian, TypeError, r"got the class Gaussian; write Gaussian\(\)"),
        (lambda A, B: np.ones(3), ValueError, r"matrix of shape \(4, 4\) for these points, got \(3,\)"),
        (lambda A, B: None, ValueError, r"matrix of shape \(4, 4\)"),
        (lambda A, B: "x", ValueError, "array of numbers, got 'x'"),
        (lambda A, B: np.full((len(A), len(B)), np.nan), ValueError, "finite numbers, got NaN or infinity"),
        (
            lambda A, B: A[:, :1] + 0 * B[:, 0],
            ValueError,
            r"symmetric, got .* differ by 3 .*\(K \+ K.T\) / 2",
        ),
    ],
)
def test_kernel(machine, kernel, error, message):
    with pytest.raises(error, match=message):
        machine(kernel=kernel).fit(X, y)


@BOTH
def test_a_kernel_that_goes_wrong_later_is_caught_later(machine):
    svm = machine(kernel=lambda A, B: A @ B.T if len(A) == 4 else np.ones(2)).fit(X, y)
    with pytest.raises(ValueError, match=r"shape \(2, 4\) for these points, got \(2,\)"):
        svm.predict(X[:2])


@BOTH
@pytest.mark.parametrize(
    ("K", "message"),
    [
        (X, r"precomputed kernel must be square to train on: .*, got shape \(4, 2\)"),
        (np.arange(16.0).reshape(4, 4), r"symmetric, got entries that differ by 9"),
        (-np.eye(4), r"positive semi-definite, its smallest eigenvalue is -1 .*indefinite='clip'"),
    ],
)
def test_precomputed(machine, K, message):
    with pytest.raises(ValueError, match=message):
        machine(kernel="precomputed").fit(K, y)


@BOTH
def test_an_indefinite_kernel_names_its_most_negative_eigenvalue(machine):
    kernel = Sigmoid(gamma=1.0, coef0=-1.0)
    smallest = np.linalg.eigvalsh(kernel(X))[0]
    with pytest.raises(ValueError, match=f"its smallest eigenvalue is {smallest:.4g}"):
        machine(kernel=kernel).fit(X, y)
    assert machine(kernel=kernel, indefinite="clip").fit(X, y).solution_.certified
    with pytest.raises(ValueError, match="indefinite must be one of 'refuse', 'clip', got 'flip'"):
        machine(indefinite="flip").fit(X, y)


@BOTH
@pytest.mark.parametrize("labels", [[0, 1, 1, 0], [1, 0, 0, 1]])
def test_a_hard_margin_that_does_not_exist(machine, labels):
    square = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    with pytest.raises(ValueError, match=r"C=inf asks for a hard margin, but .* cannot be separated.*use a finite C"):
        machine(C=np.inf).fit(square, labels)
    svm = machine(C=np.inf, kernel=Gaussian()).fit(square, labels)
    assert svm.predict(square).tolist() == labels


@BOTH
def test_equal_points_of_two_classes_have_no_hard_margin_with_any_kernel(machine):
    for kernel in (Linear(), Gaussian(sigma=0.01), Laplace(), Polynomial()):
        with pytest.raises(ValueError, match="cannot be separated"):
            machine(C=np.inf, kernel=kernel).fit(np.vstack([X, X[:1]]), [0, 0, 1, 1, 1])


# ---------------------------------------------------------------- weights


@BOTH
@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 1, -1, 1], "finite and not negative, got -1 for point 2; use 0 for a point that shall not count"),
        ([1, 1, np.nan, 1], "finite and not negative, got nan for point 2"),
        ([1, np.inf, 1, 1], "finite and not negative, got inf for point 1"),
        ([1, 1], r"one weight per point, 4, got shape \(2,\)"),
        (np.ones((4, 1)), r"one weight per point, 4, got shape \(4, 1\)"),
        (["a"] * 4, "sample_weight must be an array of numbers"),
        ([1, 1, 0, 0], "each class needs a point of positive weight, class 1 has none; drop the class or its zeros"),
    ],
)
def test_sample_weight(machine, weight, message):
    with pytest.raises(ValueError, match=message):
        machine().fit(X, y, sample_weight=weight)


@BOTH
@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ({0: -1.0, 1: 1.0}, ValueError, "class_weight of class 0 must be positive and finite, got -1.0"),
        ({0: 0.0, 1: 1.0}, ValueError, "class_weight of class 0 must be positive and finite, got 0.0"),
        ({0: np.nan, 1: 1.0}, ValueError, "class_weight of class 0 must be a number, got NaN"),
        ({0: np.inf, 1: 1.0}, ValueError, "class_weight of class 0 must be positive and finite, got inf"),
        ({0: "a", 1: 1.0}, TypeError, "class_weight of class 0 must be a number, got 'a'"),
        ({0: 1.0, 7: 1.0}, ValueError, "class_weight must name classes of y, got 7; the classes are 0, 1"),
        ("balance", ValueError, "None, 'balanced' or a dict label -> weight, got 'balance'"),
        ([1.0, 2.0], ValueError, r"None, 'balanced' or a dict label -> weight, got \[1.0, 2.0\]"),
    ],
)
def test_class_weight(machine, weights, error, message):
    with pytest.raises(error, match=message):
        machine(class_weight=weights).fit(X, y)


@BOTH
def test_class_weights_of_absent_classes_are_no_error_where_all_present_ones_have_one(machine):
    """As in a fold of a cross-validation that lacks a class."""
    assert machine(class_weight={0: 1.0, 1: 2.0, 2: 3.0}).fit(X, y).solution_.certified


# ---------------------------------------------------------------- kernel values


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Gaussian(sigma=0), ValueError, "sigma must be positive and finite, got 0"),
        (lambda: Gaussian(sigma=np.inf), ValueError, "sigma must be positive and finite, got inf"),
        (lambda: Gaussian(sigma="1"), TypeError, "sigma must be a number, got '1'"),
        (lambda: Laplace(sigma=-1.0), ValueError, "sigma must be positive and finite, got -1.0"),
        (lambda: Polynomial(degree=2.5), TypeError, "degree must be an integer, got 2.5"),
        (lambda: Polynomial(degree=0), ValueError, "degree must be at least 1, got 0"),
        (lambda: Polynomial(gamma=0.0), ValueError, "gamma must be positive and finite, got 0.0"),
        (lambda: Polynomial(coef0=np.nan), ValueError, "coef0 must be a number, got NaN"),
        (lambda: Polynomial(coef0=np.inf), ValueError, "coef0 must be finite, got inf"),
        (lambda: Sigmoid(gamma=-1.0), ValueError, "gamma must be positive and finite, got -1.0"),
        (lambda: Sigmoid(coef0=-np.inf), ValueError, "coef0 must be finite, got -inf"),
        (lambda: -1.0 * Linear(), ValueError, "factor of a kernel must be positive and finite, got -1.0"),
        (lambda: Linear() * "a", TypeError, "factor of a kernel must be a number, got 'a'"),
        (lambda: Linear() + 1, TypeError, "unsupported operand"),
        (lambda: kernels.as_kernel(3), TypeError, r"a name or a function f\(X, Z\), got 3"),
    ],
)
def test_kernel_parameters(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize(
    ("machine", "found"),
    [
        (["crammer-singer"], r"got \['crammer-singer'\]; did you mean 'crammer-singer'\?"),
        (np.array(["msvm2"]), "got array.*; did you mean 'msvm2'"),
        (np.array(["msvm2", "msvm2"]), "got array"),
        ({"msvm2": 1}, "got {'msvm2': 1}"),
        (None, "got None$"),
    ],
)
def test_a_machine_that_is_no_name(machine, found):
    with pytest.raises(ValueError, match=f"machine must be one of 'weston-watkins', .*, {found}"):
        MulticlassSVM(machine=machine).fit(X, y)


def test_a_point_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ValueError, match=r"a point index must be 0 to 3, got 99$"):
        list(withdraw(MulticlassSVM().fit(X, y), 99))
