"""Gaussian classes: risks of linear classifiers."""

import math

import numpy as np
import pytest
from gaussian_problems import TOY, linear_scores, random_classifier, random_problem
from scipy.stats import norm

from svmlab.risk.gaussians import GaussianProblem, edges, straight


@pytest.mark.parametrize("seed", range(20))
def test_polygons_wedges_and_rays_agree(seed):
    problem, (W, b) = random_problem(seed), random_classifier(seed + 100)
    assert problem.linear_risk(W, b) == pytest.approx(problem.wedge_risk(W, b), abs=1e-13)
    assert problem.linear_risk(W, b) == pytest.approx(problem.quadratic_risk(straight(W, b)), abs=1e-6)


@pytest.mark.parametrize("Q", [4, 6])
def test_polygons_of_many_classes_agree_with_rays(Q):
    problem, (W, b) = random_problem(Q, Q), random_classifier(Q, Q)
    assert problem.linear_risk(W, b) == pytest.approx(problem.quadratic_risk(straight(W, b)), abs=1e-6)


@pytest.mark.parametrize("angle", [0.5, 1.0, 2.0, 3.0])
def test_a_mean_at_the_corner_of_its_wedge_keeps_the_share_of_the_angle(angle):
    problem = GaussianProblem([[0, 0], [9, 9], [-9, 9]], [1, 1, 1], [1 - 2e-8, 1e-8, 1e-8])
    W = -np.array([[0, 0], [math.sin(angle), -math.cos(angle)], [0, 1]])  # class 0 where 0 < φ < angle
    W[0] = 0
    assert 1 - problem.linear_risk(W, np.zeros(3)) == pytest.approx(angle / (2 * np.pi), abs=1e-7)


def test_a_mean_on_an_edge_keeps_half():
    problem = GaussianProblem([[0, 3], [5, 0]], [1, 1], [0.5, 0.5])
    assert problem.linear_risk([[-1, 0], [1, 0]], [0, 0]) == pytest.approx(0.5 * 0.5 + 0.5 * norm.sf(5), abs=1e-10)


@pytest.mark.parametrize("scale", [1e-200, 1e-8, 1e8, 1e200])
def test_the_scale_of_a_classifier_changes_nothing(scale):
    W, b = random_classifier(3)
    assert TOY.wedge_risk(scale * W, scale * b) == pytest.approx(TOY.wedge_risk(W, b), abs=1e-14)
    assert TOY.linear_risk(scale * W, scale * b) == pytest.approx(TOY.linear_risk(W, b), abs=1e-14)


@pytest.mark.parametrize(
    ("W", "b"),
    [
        ([[1, 0], [0, 0], [-1, 0]], [0, 1, 0]),  # parallel boundaries: a strip
        ([[1, 0], [0, 0], [-1, 0]], [0, -1, 0]),  # a class that wins nowhere
        ([[1, 0], [1e-9, 1], [-1, 1e-9]], [0, -50, 0]),  # a wedge far out
        ([[1, 0], [1 + 1e-7, 1e-7], [-1, 0]], [0, 0, 0]),  # nearly the same function twice
        ([[1, 1], [1, 1], [-1, 0]], [0, 1, 0]),  # the same direction, one always ahead
        ([[0, 0], [0, 0], [0, 0]], [1, 0, 0]),  # constant
    ],
)
def test_degenerate_wedges_agree_with_polygons_and_rays(W, b):
    W, b = np.array(W, dtype=float), np.array(b, dtype=float)
    assert TOY.wedge_risk(W, b) == pytest.approx(TOY.linear_risk(W, b), abs=1e-9)
    assert TOY.quadratic_risk(straight(W, b)) == pytest.approx(TOY.linear_risk(W, b), abs=1e-7)


def test_parallel_boundaries_give_differences_of_normal_probabilities():
    problem = GaussianProblem([[2, 0], [0, 5], [-2, -7]], [1, 4, 9])
    right = norm.sf(1 - 2), norm.cdf(1 / 2) - norm.cdf(-1 / 2), norm.cdf((-1 + 2) / 3)
    assert problem.wedge_risk([[1, 0], [0, 0], [-1, 0]], [0, 1, 0]) == pytest.approx(1 - np.mean(right), abs=1e-13)


def test_two_classes_are_told_apart_by_one_normal_probability():
    problem = GaussianProblem([[-1, 0], [2, 0]], [1, 4], [0.3, 0.7])
    expected = 0.3 * norm.sf(0.5 + 1) + 0.7 * norm.cdf((0.5 - 2) / 2)
    W, b = [[-1, 0], [1, 0]], [0.5, -0.5]
    assert problem.wedge_risk(W, b) == pytest.approx(expected, abs=1e-13)
    assert problem.linear_risk(W, b) == pytest.approx(expected, abs=1e-13)


def test_ties_count_as_errors():
    """Definition 1 with the dummy category of the source."""
    assert TOY.linear_risk(np.zeros((3, 2)), np.zeros(3)) == 1.0
    assert TOY.wedge_risk([[1, 0], [1, 0], [0, 0]], [0, 0, -1e6]) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(3))
def test_monte_carlo_agrees_within_its_interval(seed):
    problem, (W, b) = random_problem(seed), random_classifier(seed)
    estimate, low, high = problem.monte_carlo(
        lambda X: linear_scores(W, b)(X).argmax(axis=1), 200_000, seed, confidence=0.9999
    )
    assert low <= problem.wedge_risk(W, b) <= high
    assert low < estimate < high


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_the_gradient_is_that_of_finite_differences(Q):
    problem, (W, b), (D, d) = random_problem(7, Q), random_classifier(8, Q), random_classifier(9, Q)
    step = 1e-5
    risk = problem.linear_risk
    numeric = (risk(W + step * D, b + step * d) - risk(W - step * D, b - step * d)) / (2 * step)
    of_W, of_b = problem.risk_gradient(W, b)
    assert (of_W * D).sum() + of_b @ d == pytest.approx(numeric, rel=1e-7)


def test_at_the_best_linear_classifier_the_gradient_vanishes_and_no_other_start_does_better():
    W, b, risk = TOY.best_linear
    assert risk == pytest.approx(TOY.wedge_risk(W, b), abs=1e-13)
    assert np.abs(np.concatenate([part.ravel() for part in TOY.risk_gradient(W, b)])).max() < 1e-8
    random = np.random.default_rng(0)
    nearby = [TOY.wedge_risk(W + 0.01 * random.normal(size=(3, 2)), b) for _ in range(20)]
    anywhere = [TOY.wedge_risk(*random_classifier(seed)) for seed in range(200)]
    assert risk < min(nearby + anywhere)


def test_the_best_linear_classifier_of_two_classes_is_the_best_of_a_scan_over_lines():
    problem = GaussianProblem([[-1, 0], [1, 0]], [1, 3], [0.4, 0.6])
    scan = [problem.wedge_risk([[-1, 0], [1, 0]], [t, -t]) for t in np.linspace(-3, 3, 2001)]
    assert problem.best_linear[2] == pytest.approx(min(scan), abs=1e-6)
    assert problem.best_linear[2] <= min(scan) + 1e-12


def test_four_classes_have_a_best_linear_classifier_too():
    problem = GaussianProblem([[0, 4], [4, 0], [0, -4], [-4, 0]], [1, 1, 1, 1])
    assert problem.best_linear[2] == pytest.approx(problem.bayes_risk, abs=1e-7)  # equal variances: Bayes is linear


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_on_an_edge_two_classes_tie_and_beat_all_others(Q):
    W, b = random_classifier(Q, Q)
    found = edges(W, b)
    assert found
    for edge in found:
        t = np.linspace(max(edge.low, -50), min(edge.high, 50), 20)
        values = linear_scores(W, b)(edge.start + t[:, None] * edge.direction)
        assert np.allclose(values[:, edge.k], values[:, edge.l])
        assert (values.max(axis=1) <= values[:, edge.k] + 1e-9).all()


def test_three_edges_of_three_classes_end_in_one_point():
    W, b, _ = TOY.best_linear
    ends = []
    for edge in edges(W, b):
        assert np.isfinite(edge.low) != np.isfinite(edge.high)
        ends.append(edge.start + (edge.low if np.isfinite(edge.low) else edge.high) * edge.direction)
    assert len(ends) == 3
    assert np.ptp(ends, axis=0).max() < 1e-9
