"""Samples in the plane are what they say they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from sklearn.svm import SVC
from wording import raises

from svmlab import datasets

NAMES = list(datasets.catalogue())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_draws_the_same_sample(name):
    entry = datasets.catalogue()[name]
    first, again, other = entry.sample(40), entry.sample(40), entry.sample(40, random_state=1)
    np.testing.assert_array_equal(first.X, again.X)
    assert not np.array_equal(first.X, other.X)


@pytest.mark.parametrize("name", NAMES)
def test_a_generator_serves_as_random_state_and_moves_on(name):
    entry, rng = datasets.catalogue()[name], np.random.default_rng(0)
    first, second = entry.sample(40, random_state=rng), entry.sample(40, random_state=rng)
    np.testing.assert_array_equal(first.X, entry.sample(40).X)
    assert not np.array_equal(first.X, second.X)


@pytest.mark.parametrize("name", NAMES)
def test_a_larger_sample_begins_with_the_smaller_one(name):
    entry = datasets.catalogue()[name]
    small, large = entry.sample(31), entry.sample(100)
    np.testing.assert_array_equal(small.X, large.X[:31])
    np.testing.assert_array_equal(small.y, large.y[:31])


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_balanced_planar_and_labelled_by_convention(name):
    data = datasets.catalogue()[name].sample(61)
    counts = [np.count_nonzero(data.y == label) for label in data.classes]
    assert data.X.shape == (61, 2)
    assert data.names == ("x1", "x2")
    assert data.classes.tolist() == ([-1, 1] if len(counts) == 2 else list(range(len(counts))))
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("name", [n for n, e in datasets.catalogue().items() if "noise" in e.parameters])
def test_noise_moves_points_in_proportion(name):
    sample = datasets.catalogue()[name].sample
    still, little, much = (sample(30, noise=noise).X for noise in (0, 0.1, 0.2))
    np.testing.assert_allclose(much - still, 2 * (little - still), atol=1e-14)
    assert np.abs(little - still).max() > 0


def test_the_catalogue_tells_which_parameters_apply():
    parameters = {name: set(entry.parameters) for name, entry in datasets.catalogue().items()}
    assert parameters["separable"] == {"m", "margin"}
    assert parameters["moons"] == {"m", "noise"}
    assert parameters["three_gaussians"] == {"n_per_class"}
    assert datasets.catalogue()["circles"].parameters["m"] == 200


@given(m=st.integers(2, 60), margin=st.floats(0.01, 3), seed=st.integers(0, 10**6))
def test_a_line_separates_the_separable_classes_with_the_promised_margin(m, margin, seed):
    """Minimise 0 subject to y_i ⟨u, x_i⟩ ≥ margin over the square -1 ≤ u ≤ 1: the drawn unit normal is feasible."""
    data = datasets.separable(m, margin, seed)
    feasible = linprog([0, 0], -data.y[:, None] * data.X, np.full(m, -margin * (1 - 1e-6)), bounds=[(-1, 1)] * 2)
    assert feasible.status == 0


@pytest.mark.parametrize("seed", range(5))
def test_the_widest_margin_is_at_least_the_promised_one_and_close_to_it(seed):
    data = datasets.separable(400, margin=0.5, random_state=seed)
    machine = SVC(kernel="linear", C=1e6).fit(data.X, data.y)
    assert machine.score(data.X, data.y) == 1
    assert 0.5 - 1e-3 < 1 / np.linalg.norm(machine.coef_) < 0.6


@pytest.mark.parametrize("m", [50, 100, 200, 500, 1000])
def test_about_half_of_the_overlapping_points_are_support_vectors(m):
    data = datasets.overlapping(m, random_state=0)
    machine = SVC(kernel="rbf", gamma=0.5, C=1.0).fit(data.X, data.y)
    assert 0.4 < machine.n_support_.sum() / m < 0.62


def test_the_overlapping_classes_have_the_stated_bayes_error():
    data = datasets.overlapping(100_000)
    assert np.mean(np.sign(data.X[:, 0]) != data.y) == pytest.approx(0.196, abs=0.004)


def test_overlapping_comes_with_three_classes_for_the_benchmarks():
    data = datasets.overlapping(150, n_classes=3, random_state=0)
    assert np.bincount(data.y).tolist() == [50, 50, 50]


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_blobs_have_means_on_a_circle_with_neighbours_at_the_given_distance(Q):
    data = datasets.blobs(Q, Q, distance=3.0, noise=0)
    np.testing.assert_allclose(np.linalg.norm(data.X - np.roll(data.X, 1, axis=0), axis=1), 3.0)
    assert np.ptp(np.linalg.norm(data.X, axis=1)) < 1e-12


def test_circles_without_noise_have_radius_2_and_1():
    data = datasets.circles(noise=0)
    np.testing.assert_allclose(np.linalg.norm(data.X, axis=1), np.where(data.y < 0, 2, 1))


def test_moons_without_noise_are_scikit_learns_centred_and_enlarged():
    data = datasets.moons(noise=0)
    x, y = (data.X / 1.5 + [0.5, 0.25]).T
    outer = data.y < 0
    np.testing.assert_allclose(np.hypot(x, y)[outer], 1)
    np.testing.assert_allclose(np.hypot(x - 1, y - 0.5)[~outer], 1)
    assert y[outer].min() >= 0
    assert y[~outer].max() <= 0.5


def test_four_points_without_noise_are_the_xor_problem():
    data = datasets.xor(4, noise=0)
    np.testing.assert_array_equal(data.y, -np.prod(data.X, axis=1))
    assert len(np.unique(data.X, axis=0)) == 4


def test_spirals_without_noise_follow_their_formula():
    data = datasets.spirals(noise=0, turns=2)
    r = np.linalg.norm(data.X, axis=1)
    angle = 2 * np.pi * 2 * r / 3
    np.testing.assert_allclose(data.X, (data.y * r)[:, None] * np.c_[np.cos(angle), np.sin(angle)])
    assert 0.4 <= r.min() <= r.max() <= 3


@pytest.mark.parametrize("name", ["circles", "moons", "xor", "spirals"])
def test_a_gaussian_kernel_of_width_1_suits_the_curved_samples(name):
    data = datasets.catalogue()[name].sample(200)
    assert SVC(gamma=0.5, C=10).fit(data.X, data.y).score(data.X, data.y) > 0.97


def test_the_three_gaussians_have_the_means_and_variances_of_the_paper():
    n = 20_000
    data = datasets.three_gaussians(n)
    for label, mean, variance in zip(range(3), datasets.THREE_MEANS, datasets.THREE_VARIANCES, strict=True):
        X = data.X[data.y == label]
        assert len(X) == n
        np.testing.assert_allclose(X.mean(axis=0), mean, atol=4 * np.sqrt(variance / n))
        np.testing.assert_allclose(np.cov(X.T), variance * np.eye(2), atol=5 * variance * np.sqrt(2 / n))
    np.testing.assert_allclose(np.linalg.norm(datasets.THREE_MEANS, axis=1), 5)
    assert len(datasets.three_gaussians()) == 3000


@pytest.mark.parametrize(
    ("call", "error", "parts"),
    [
        (lambda: datasets.moons(1), ValueError, ["m must be at least 2, got 1"]),
        (lambda: datasets.moons(10.0), TypeError, ["m must be an integer, got 10.0"]),
        (lambda: datasets.blobs(2, 3), ValueError, ["m must be at least 3, got 2"]),
        (lambda: datasets.blobs(n_classes=1), ValueError, ["n_classes must be at least 2"]),
        (lambda: datasets.blobs(distance=-1), ValueError, ["distance must be zero or positive"]),
        (lambda: datasets.xor(noise=-0.1), ValueError, ["noise must be zero or positive", "-0.1"]),
        (lambda: datasets.xor(noise=np.inf), ValueError, ["noise must be zero or positive and finite"]),
        (lambda: datasets.separable(margin=0), ValueError, ["margin must be positive"]),
        (lambda: datasets.spirals(turns=0), ValueError, ["turns must be positive"]),
        (lambda: datasets.three_gaussians(0), ValueError, ["n_per_class must be at least 1"]),
        (lambda: datasets.circles(random_state=-1), ValueError, ["random_state must be at least 0, got -1"]),
        (lambda: datasets.circles(random_state=None), TypeError, ["integer seed", "None", "default_rng()"]),
    ],
)
def test_a_sample_that_makes_no_sense_is_refused(call, error, parts):
    with raises(error, *parts):
        call()
