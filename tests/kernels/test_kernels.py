"""Kernels are immutable values: the right numbers, arithmetic that keeps them positive semi-definite, clear names."""

import dataclasses
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import pairwise

from svmlab import kernels
from svmlab.kernels import (
    ANOVA,
    AllSubsets,
    Callable,
    Formula,
    Gaussian,
    Laplace,
    Linear,
    Matern,
    Normalised,
    Polynomial,
    Precomputed,
    RationalQuadratic,
    Sigmoid,
)

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(7, 3)), rng.normal(size=(5, 3))


def matern(t, linear, square):
    return (1.0 + linear * t + square * t**2) * np.exp(-t)


def subsets(d):
    return [A for size in range(d + 1) for A in itertools.combinations(range(d), size)]


# name -> (kernel, its formula for two vectors)
FORMULAS = {
    "linear": (Linear(), lambda x, z: x @ z),
    "inhomogeneous polynomial": (Polynomial(degree=3, gamma=0.5, coef0=2.0), lambda x, z: (0.5 * (x @ z) + 2.0) ** 3),
    "homogeneous polynomial": (Polynomial(degree=2, coef0=0.0), lambda x, z: (x @ z) ** 2),
    "gaussian": (Gaussian(sigma=1.5), lambda x, z: np.exp(-((x - z) @ (x - z)) / (2 * 1.5**2))),
    "laplace": (Laplace(sigma=1.5), lambda x, z: np.exp(-np.sqrt((x - z) @ (x - z)) / 1.5)),
    "sigmoid": (Sigmoid(gamma=0.5, coef0=-1.0), lambda x, z: np.tanh(0.5 * (x @ z) - 1.0)),
    "rational quadratic": (
        RationalQuadratic(sigma=1.5, alpha=0.7),
        lambda x, z: (1 + (x - z) @ (x - z) / (2 * 0.7 * 1.5**2)) ** -0.7,
    ),
    "matern 1/2": (Matern(sigma=1.5, nu=0.5), lambda x, z: np.exp(-np.linalg.norm(x - z) / 1.5)),
    "matern 3/2": (Matern(sigma=1.5), lambda x, z: matern(np.sqrt(3) * np.linalg.norm(x - z) / 1.5, 1.0, 0.0)),
    "matern 5/2": (
        Matern(sigma=1.5, nu=2.5),
        lambda x, z: matern(np.sqrt(5) * np.linalg.norm(x - z) / 1.5, 1.0, 1 / 3),
    ),
    "all subsets": (AllSubsets(), lambda x, z: sum(np.prod(x[list(A)] * z[list(A)]) for A in subsets(len(x)))),
    "anova": (
        ANOVA(degree=2),
        lambda x, z: sum(np.prod(x[list(A)] * z[list(A)]) for A in itertools.combinations(range(len(x)), 2)),
    ),
    "normalised": (
        Normalised(Polynomial(degree=2)),
        lambda x, z: ((1 + x @ z) / np.sqrt((1 + x @ x) * (1 + z @ z))) ** 2,
    ),
    "sum": (Linear() + Gaussian(), lambda x, z: x @ z + np.exp(-((x - z) @ (x - z)) / 2)),
    "product": (Linear() * Gaussian(), lambda x, z: (x @ z) * np.exp(-((x - z) @ (x - z)) / 2)),
    "multiple": (0.5 * Linear() * 3.0, lambda x, z: 1.5 * (x @ z)),
    "formula": (Formula("exp(-norm(x - z)) + x1*z1"), lambda x, z: np.exp(-np.linalg.norm(x - z)) + x[0] * z[0]),
    "callable": (Callable(pairwise.linear_kernel), lambda x, z: x @ z),
}
ALL = pytest.mark.parametrize("name", FORMULAS)


@ALL
def test_matrix_has_the_values_of_the_formula(name):
    kernel, formula = FORMULAS[name]
    expected = np.array([[formula(x, z) for z in Z] for x in X])
    np.testing.assert_allclose(kernel(X, Z), expected, rtol=1e-12, atol=1e-14)


@ALL
def test_diagonal_is_that_of_the_matrix(name):
    kernel, _ = FORMULAS[name]
    np.testing.assert_allclose(kernel.diag(X), np.diag(kernel(X)), rtol=1e-12, atol=1e-14)


@ALL
def test_one_argument_means_the_points_with_themselves(name):
    kernel, _ = FORMULAS[name]
    np.testing.assert_array_equal(kernel(X), kernel(X, X))
    np.testing.assert_allclose(kernel(X), kernel(X).T, rtol=1e-12, atol=1e-14)


@ALL
def test_one_point_may_be_a_plain_vector(name):
    kernel, formula = FORMULAS[name]
    assert kernel(X[0], Z[0]) == pytest.approx(np.array([[formula(X[0], Z[0])]]))


@given(
    st.sampled_from([name for name, (kernel, _) in FORMULAS.items() if kernel.positive_semidefinite]),
    st.integers(0, 2**16),
    st.sampled_from([1e-3, 1.0, 30.0]),
)
def test_a_kernel_that_says_so_is_positive_semidefinite(name, seed, scale):
    points = np.random.default_rng(seed).normal(size=(12, 2)) * scale
    values = np.linalg.eigvalsh(FORMULAS[name][0](points))
    assert values[0] >= -1e-12 * max(values[-1], 1e-300) * len(points)


def test_sigmoid_and_negative_offset_do_not_claim_to_be_positive_semidefinite():
    for kernel in (Sigmoid(), Polynomial(coef0=-1.0), Callable(max), Precomputed()):
        assert not kernel.positive_semidefinite
    points = np.array([[1.0], [2.0]])
    for kernel in (Sigmoid(gamma=1.0, coef0=-1.0), Polynomial(degree=2, coef0=-1.0)):
        assert np.linalg.eigvalsh(kernel(points))[0] < 0


def test_one_doubtful_part_makes_a_sum_or_product_doubtful():
    assert (Linear() + Gaussian()).positive_semidefinite
    assert not (Linear() + Sigmoid()).positive_semidefinite
    assert not (Sigmoid() * Gaussian()).positive_semidefinite
    assert not (2.0 * Sigmoid()).positive_semidefinite


@pytest.mark.parametrize(
    "kernel",
    [
        Gaussian(sigma=0.3),
        Laplace(),
        1.0 * Gaussian(),
        0.3 * Gaussian() + 2.0 * Laplace(),
        (0.3 * Gaussian() + Laplace()) * (3.0 * Gaussian()),
        RationalQuadratic(),
        Matern(nu=3.5),
    ],
)
def test_the_largest_diagonal_is_the_one_that_every_point_has(kernel):
    np.testing.assert_array_equal(np.diag(kernel(X)), kernel.largest_diagonal)


@pytest.mark.parametrize(
    "kernel",
    [
        Linear(),
        Polynomial(),
        Sigmoid(),
        Precomputed(),
        Callable(pairwise.linear_kernel),
        Gaussian() + Linear(),
        Gaussian() * Linear(),
        AllSubsets(),
        ANOVA(),
    ],
)
def test_a_diagonal_that_varies_or_is_not_known_has_no_limit(kernel):
    assert kernel.largest_diagonal == np.inf


def test_gaussian_agrees_with_scikit_learn_through_gamma():
    kernel = Gaussian(sigma=0.7)
    assert kernel.gamma == pytest.approx(1 / (2 * 0.7**2))
    np.testing.assert_allclose(kernel(X, Z), pairwise.rbf_kernel(X, Z, gamma=kernel.gamma), rtol=1e-12)


def test_gaussian_of_far_and_equal_points_has_no_rounding():
    far = 1e6 + np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    K = Gaussian(sigma=1.0)(far)
    assert K[0, 1] == 1.0
    assert K[0, 2] == pytest.approx(np.exp(-0.5), rel=1e-12)


def test_laplace_is_not_the_gaussian():
    assert Laplace(sigma=1.0)([[0.0]], [[2.0]])[0, 0] == pytest.approx(np.exp(-2.0))
    assert Gaussian(sigma=1.0)([[0.0]], [[2.0]])[0, 0] == pytest.approx(np.exp(-2.0))
    assert Laplace(sigma=1.0)([[0.0]], [[1.0]]) != Gaussian(sigma=1.0)([[0.0]], [[1.0]])


def test_precomputed_hands_the_matrix_on():
    K = X @ X.T
    np.testing.assert_array_equal(Precomputed()(K), K)
    np.testing.assert_array_equal(Precomputed()(Z @ X.T, K), Z @ X.T)
    np.testing.assert_array_equal(Precomputed().diag(K), np.diag(K))


def test_kernels_are_values():
    assert Gaussian(sigma=2.0) == Gaussian(sigma=2.0) != Gaussian(sigma=1.0)
    assert Linear() + Gaussian() == Linear() + Gaussian()
    assert len({Gaussian(), Gaussian(), 2.0 * Linear(), 2.0 * Linear()}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        Gaussian().sigma = 2.0
    kernel = 0.5 * Gaussian(sigma=2.0) + Linear() * Polynomial(degree=2)
    assert pickle.loads(pickle.dumps(kernel)) == kernel
    assert eval(repr(kernel), vars(kernels)) == kernel


def test_every_kernel_that_menus_offer_has_its_formula_here_and_its_parameters_a_slider():
    assert {type(kernel) for kernel, _ in FORMULAS.values()} >= set(kernels.OF_POINTS)
    assert {name for kind in kernels.OF_POINTS for name in kernels.parameters(kind())} == set(kernels.PARAMETERS)
    assert all(kind.title for kind in kernels.OF_POINTS)


@pytest.mark.parametrize("name", kernels.NAMED)
def test_every_name_means_a_kernel(name):
    assert isinstance(kernels.as_kernel(name), kernels.NAMED[name])


def test_a_kernel_is_taken_as_it_is_and_a_function_is_wrapped():
    kernel = Gaussian(sigma=3.0)
    assert kernels.as_kernel(kernel) is kernel
    assert kernels.as_kernel(pairwise.linear_kernel) == Callable(pairwise.linear_kernel)


def test_parameters_go_by_name():
    assert kernels.parameters(Polynomial(degree=2)) == {"degree": 2, "gamma": 1.0, "coef0": 1.0}
    assert kernels.parameters(Linear()) == {}


@ALL
def test_what_a_relative_kernel_leaves_out_depends_on_one_of_both_points(name):
    kernel, _ = FORMULAS[name]
    centre = X.mean(axis=0)
    p = kernel(X, Z) - kernel.relative(X, Z, centre) - kernel.absorbed(Z, centre)
    np.testing.assert_allclose(p, np.repeat(p[:, :1], len(Z), axis=1), atol=1e-12)


@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplace(2.0), 3.0 * Gaussian(2.0) + 0.5 * Laplace()], ids=str)
def test_the_constant_that_a_relative_kernel_leaves_out_is_absorbed(kernel):
    expected = kernel.relative(X, Z, X[0]) + kernel.absorbed(Z, X[0])
    np.testing.assert_allclose(kernel(X, Z), expected, atol=1e-12)
