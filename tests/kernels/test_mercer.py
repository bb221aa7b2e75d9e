"""Mercer's condition on points: the spectrum, the witness, and a verdict that claims no more than it knows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmlab.kernels import (
    Formula,
    Gaussian,
    Laplace,
    Linear,
    LocalAlignment,
    Polynomial,
    Sigmoid,
    Spectrum,
    mercer_test,
)

rng = np.random.default_rng(0)
X = rng.normal(size=(12, 2))


@pytest.mark.parametrize(
    ("kernel", "rank"),
    [(Linear(), 2), (Polynomial(degree=2), 6), (Polynomial(degree=2, coef0=0.0), 3), (Gaussian(), 12), (Laplace(), 12)],
)
def test_the_spectrum_of_a_kernel_has_no_negative_part_and_its_rank(kernel, rank):
    test = mercer_test(kernel, X)
    np.testing.assert_allclose(test.eigenvalues, np.sort(np.linalg.eigvalsh(kernel(X)))[::-1], atol=1e-12)
    assert (test.n_negative, test.rank, test.witness, test.value) == (0, rank, None, None)
    assert test.verdict == "a kernel: theory guarantees that no points have a negative eigenvalue"


def test_of_a_formula_no_points_say_that_it_is_a_kernel():
    test = mercer_test(Formula("exp(-norm(x - z))"), X)
    assert test.n_negative == 0
    assert test.verdict == "no negative eigenvalue on these 12 points, which says nothing of others"


def test_the_same_function_may_pass_on_some_points_and_fail_on_others():
    far = X / np.linalg.norm(X, axis=1, keepdims=True) * 0.1 + [3, 3]
    assert mercer_test(Sigmoid(coef0=-1.0), far).witness is None
    broken = mercer_test(Sigmoid(coef0=-1.0), np.vstack([far, [0.1, 0.0]]))
    assert np.flatnonzero(broken.witness).tolist() == [12]
    assert broken.verdict.startswith("not a kernel: cᵀKc = -0.757 < 0 for c = 1 at point 12")


@pytest.mark.parametrize(("text", "points"), [("-dot(x, z)", 1), ("-norm(x - z)**2", 2)])
def test_a_witness_has_one_or_two_points_where_these_suffice(text, points):
    test = mercer_test(Formula(text), X)
    assert test.value < 0
    assert np.count_nonzero(test.witness) == points


def test_the_hat_is_a_kernel_of_the_line_and_none_of_the_plane():
    hat = Formula("max(1 - norm(x - z), 0)")
    places = np.arange(25) * 0.3
    assert mercer_test(hat, np.stack([places, 0 * places], axis=1)).witness is None
    lattice = np.stack(np.meshgrid(np.arange(5), np.arange(5)), axis=-1).reshape(-1, 2) * 0.7
    test = mercer_test(hat, lattice)
    assert np.count_nonzero(test.witness) > 2
    assert test.verdict.startswith("not a kernel: cᵀKc = ")
    assert "for a c on" in test.verdict


@given(st.integers(0, 2**16), st.integers(2, 12), st.sampled_from(["tanh(dot(x,z)-1)", "cos(2*norm(x-z))", "x1*z1-1"]))
def test_there_is_a_witness_exactly_where_there_is_a_negative_eigenvalue(seed, m, text):
    points = np.random.default_rng(seed).normal(size=(m, 2))
    test = mercer_test(Formula(text), points)
    assert (test.witness is None) == (test.n_negative == 0)
    if test.witness is not None:
        c, K = test.witness, Formula(text)(points)
        assert c @ K @ c == pytest.approx(test.value)
        assert test.value < 0
        assert np.abs(c).max() == c.max() == 1
        assert test.eigenvalues[-1] * (c @ c) <= test.value + 1e-12


def test_what_is_not_symmetric_is_no_kernel():
    test = mercer_test(Formula("x1*z2"), X)
    assert not test.symmetric
    assert test.verdict.startswith("not a kernel: it is not symmetric, κ(x6, x10) = -3.18 and κ(x10, x6) = 0.0281")
    assert len(test.eigenvalues) == 0


def test_an_eigenvalue_within_rounding_is_none():
    same = np.repeat(X[:3], 4, axis=0)
    test = mercer_test(Gaussian(), same)
    assert (test.rank, test.n_negative) == (3, 0)


def test_without_points_there_is_nothing_to_test():
    with pytest.raises(ValueError, match="at least one point"):
        mercer_test(Linear(), np.zeros((0, 2)))


def test_strings_refute_the_score_of_alignments_and_not_the_spectrum():
    words = ["baa", "a", "bbbb", "abba", "bb"]
    refuted = mercer_test(LocalAlignment(), words)
    assert refuted.value < 0
    assert refuted.witness.shape == (5,)
    assert mercer_test(Spectrum(1), words).verdict.startswith("a kernel")


def test_a_kernel_may_be_a_name_or_a_function():
    assert mercer_test("linear", X).rank == 2
    assert mercer_test(lambda X, Z: -X @ Z.T, X).n_negative == 2
    with pytest.raises(ValueError, match=r"kernel must be one of .* did you mean 'gaussian'"):
        mercer_test("gausian", X)
