"""Kernels without a name: each against a route of its own, what it refuses, and machines that are trained with it."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.gaussian_process import kernels as of_processes
from sklearn.metrics import pairwise

from svmlab import BiclassSVM, bounds, datasets, leave_one_out
from svmlab.kernels import (
    ANOVA,
    AllSubsets,
    Callable,
    Gaussian,
    HistogramIntersection,
    Laplace,
    Linear,
    Matern,
    Normalised,
    Polynomial,
    Precomputed,
    RationalQuadratic,
)

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(9, 4)), rng.normal(size=(6, 4))
COUNTS, OTHERS = rng.integers(0, 7, size=(9, 4)), rng.integers(0, 7, size=(6, 4))


@pytest.mark.parametrize("nu", [0.5, 1.5, 2.5, 3.5, 6.5])
def test_matern_is_that_of_scikit_learn(nu):
    expected = of_processes.Matern(length_scale=1.3, nu=nu)(X, Z)
    np.testing.assert_allclose(Matern(sigma=1.3, nu=nu)(X, Z), expected, rtol=1e-10)


@pytest.mark.parametrize("alpha", [0.1, 1.0, 30.0])
def test_rational_quadratic_is_that_of_scikit_learn(alpha):
    expected = of_processes.RationalQuadratic(length_scale=1.3, alpha=alpha)(X, Z)
    np.testing.assert_allclose(RationalQuadratic(sigma=1.3, alpha=alpha)(X, Z), expected, rtol=1e-12)


def test_matern_begins_at_the_laplace_kernel_and_ends_at_the_gaussian():
    np.testing.assert_allclose(Matern(2.0, nu=0.5)(X, Z), Laplace(2.0)(X, Z), rtol=1e-13)
    np.testing.assert_allclose(Matern(2.0, nu=60.5)(X, Z), Gaussian(2.0)(X, Z), atol=0.02)
    np.testing.assert_allclose(RationalQuadratic(2.0, alpha=1e6)(X, Z), Gaussian(2.0)(X, Z), rtol=1e-4)


def test_matern_of_points_far_apart_is_zero_and_of_equal_ones_is_one():
    with np.errstate(over="ignore"):
        K = Matern(sigma=1e-200, nu=2.5)([[0.0], [0.0], [1e200]])
    np.testing.assert_array_equal(K, [[1, 1, 0], [1, 1, 0], [0, 0, 1]])


def strokes(X, most=7):
    """Each count written in strokes: 3 is 1110000."""
    return (np.arange(most) < X[:, :, None]).reshape(len(X), -1).astype(float)


def test_histogram_intersection_of_counts_is_the_scalar_product_of_strokes():
    expected = strokes(COUNTS) @ strokes(OTHERS).T
    np.testing.assert_array_equal(HistogramIntersection()(COUNTS, OTHERS), expected)
    np.testing.assert_array_equal(HistogramIntersection().diag(COUNTS), COUNTS.sum(axis=1))


def test_what_a_relative_histogram_intersection_leaves_out_depends_on_one_of_both_points():
    kernel, centre = HistogramIntersection(), COUNTS.mean(axis=0)
    left_out = kernel(COUNTS, OTHERS) - kernel.relative(COUNTS, OTHERS, centre) - kernel.absorbed(OTHERS, centre)
    np.testing.assert_allclose(left_out, np.repeat(left_out[:, :1], len(OTHERS), axis=1), atol=1e-12)


def products(X, degree):
    """(n, binomial(d, degree)) products of different coordinates, one by one."""
    return np.array([[math.prod(chosen) for chosen in itertools.combinations(x, degree)] for x in X])


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_anova_is_the_scalar_product_of_the_products_of_different_coordinates(degree):
    kernel = ANOVA(degree)
    np.testing.assert_allclose(kernel(X, Z), products(X, degree) @ products(Z, degree).T, rtol=1e-11, atol=1e-14)
    assert kernel.feature_dimension(4) == products(X, degree).shape[1]


def test_all_subsets_are_the_anova_kernels_of_all_degrees_and_the_empty_set():
    expected = 1.0 + sum(ANOVA(degree)(X, Z) for degree in (1, 2, 3, 4))
    np.testing.assert_allclose(AllSubsets()(X, Z), expected, rtol=1e-12, atol=1e-14)
    assert AllSubsets().feature_dimension(4) == 1 + sum(ANOVA(s).feature_dimension(4) for s in (1, 2, 3, 4))


def test_normalised_linear_is_the_cosine():
    np.testing.assert_allclose(Normalised(Linear())(X, Z), pairwise.cosine_similarity(X, Z), rtol=1e-13)


def test_a_normalised_kernel_that_has_length_one_already_stays_as_it_is():
    np.testing.assert_array_equal(Normalised(Gaussian(0.7))(X, Z), Gaussian(0.7)(X, Z))


KERNELS = [
    RationalQuadratic(0.5, 0.3),
    Matern(0.5, 0.5),
    Matern(2.0, 2.5),
    AllSubsets(),
    ANOVA(3),
    Normalised(Linear()),
    Normalised(AllSubsets() + Matern()),
    HistogramIntersection(),
    Normalised(HistogramIntersection()),
]


@given(st.sampled_from(KERNELS), st.integers(0, 2**16), st.sampled_from([1e-3, 1.0, 30.0]))
def test_gram_matrices_are_positive_semidefinite_within_rounding(kernel, seed, scale):
    points = np.abs(np.random.default_rng(seed).normal(size=(12, 3))) * scale
    assert kernel.positive_semidefinite
    values = np.linalg.eigvalsh(kernel(points))
    assert values[0] >= -1e-12 * max(values[-1], 1e-300) * len(points)


@pytest.mark.parametrize("kernel", [*KERNELS, 2.0 * Normalised(Polynomial(2)) + Matern()], ids=str)
def test_an_entry_is_within_the_roundings_that_a_kernel_owns_up_to(kernel):
    points = np.abs(rng.normal(size=(40, 3)))
    exact = kernel(points.astype(np.longdouble))
    assert exact.dtype == np.longdouble
    lengths = np.sqrt(kernel.diag(points))
    allowed = kernel.roundings(3) * np.finfo(float).eps * np.multiply.outer(lengths, lengths)
    assert (np.abs(kernel(points) - exact) <= allowed).all()


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_machines_are_certified_left_out_and_bounded(kernel):
    data = datasets.overlapping(30, random_state=3)
    points = np.column_stack([data.X, data.X.sum(axis=1) ** 2])
    points = points - points.min(axis=0) + 0.5
    svm = BiclassSVM(C=2.0, kernel=kernel).fit(points, data.y)
    assert svm.solution_.certified
    p = int(svm.support_[0])
    kept = np.arange(30) != p
    again = BiclassSVM(C=2.0, kernel=kernel).fit(points[kept], data.y[kept])
    left_out = leave_one_out(svm)
    np.testing.assert_allclose(left_out.scores[p], again.decision_function(points[[p]])[0], atol=1e-6)
    assert bounds.report(svm)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Matern(nu=1.0), "nu must be 0.5, 1.5, 2.5 or another half of an odd number, got 1.0$"),
        (lambda: Matern(nu=np.inf), "the limit is Gaussian"),
        (lambda: Matern(sigma=0.0), "sigma must be positive and finite"),
        (lambda: RationalQuadratic(alpha=-1.0), "alpha must be positive and finite"),
        (lambda: ANOVA(degree=0), "degree must be at least 1"),
        (lambda: ANOVA(degree=5)(X), "multiplies 5 different coordinates, but points have 4; use a lower degree"),
        (lambda: HistogramIntersection()([[1.0, 2.0], [3.0, -0.5]]), r"got -0.5 in row 1, column 1; subtract"),
        (lambda: Normalised(Linear())([[1.0], [0.0]]), r"κ\(x, x\) = 0 for point 1; leave it out"),
        (lambda: Normalised(Precomputed()), "a precomputed matrix has no κ"),
        (lambda: Normalised(2.0 * Precomputed()), "a precomputed matrix has no κ"),
    ],
)
def test_what_cannot_be_is_refused_in_words(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_one_doubtful_part_makes_a_normalised_kernel_doubtful():
    assert not Normalised(Callable(pairwise.linear_kernel)).positive_semidefinite
    assert Normalised(Linear()).positive_semidefinite
