"""The three-Gaussian problem in closed form: every risk by routes that share no code, and the source's numbers."""

import math

import numpy as np
import pytest
from gaussian_problems import TOY, linear_scores, log_posteriors, random_classifier, random_problem
from scipy.integrate import dblquad, quad
from scipy.special import chndtr
from scipy.stats import multivariate_normal, norm
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.risk.gaussians import GaussianProblem, affine, bayes, bivariate_normal, quadratic, wilson
from svmlab.risk.gaussians.cells import scorer

# --- the numbers of the source -----------------------------------------------------------


def test_the_toy_problem_is_that_of_the_data_sets():
    data = datasets.three_gaussians(20_000, random_state=0)
    for k in range(3):
        points = data.X[data.y == k]
        assert np.allclose(points.mean(axis=0), TOY.means[k], atol=5 * math.sqrt(TOY.variances[k] / 20_000))
        assert np.allclose(points.var(axis=0), TOY.variances[k], rtol=0.05)


def test_the_bayes_risk_is_5_26_percent_and_the_source_estimates_5_27():
    assert TOY.bayes_risk == pytest.approx(0.052637, abs=1e-6)


def test_the_best_linear_risk_is_5_84_percent_and_the_source_estimates_5_85():
    assert TOY.best_linear[2] == pytest.approx(0.0583973, abs=1e-7)


def test_both_printed_estimates_are_compatible_with_a_monte_carlo_of_moderate_size():
    for printed, exact in ((0.0527, TOY.bayes_risk), (0.0585, TOY.best_linear[2])):
        assert abs(printed - exact) < 2 * math.sqrt(exact * (1 - exact) / 1_000_000)


# --- the Bayes classifier ----------------------------------------------------------------


def disc_mass(problem, circle, k):
    """Mass of class k in a disc: a noncentral chi-square probability."""
    (centre, radius), s = circle, problem.variances[k]
    return chndtr(radius**2 / s, 2, ((centre - problem.means[k]) ** 2).sum() / s)


def test_the_bayes_risk_is_that_of_two_separate_discs():
    first, second = TOY.bayes_circle(0, 2), TOY.bayes_circle(1, 2)
    assert np.linalg.norm(first[0] - second[0]) > first[1] + second[1]
    wrong = [1 - disc_mass(TOY, first, 0), 1 - disc_mass(TOY, second, 1)]
    wrong += [disc_mass(TOY, first, 2) + disc_mass(TOY, second, 2)]
    assert TOY.bayes_risk == pytest.approx(np.mean(wrong), abs=1e-7)


@pytest.mark.parametrize(("k", "l"), [(0, 1), (0, 2), (1, 2)])
def test_on_a_bayes_circle_the_two_posteriors_are_equal(k, l):
    centre, radius = TOY.bayes_circle(k, l)
    angle = np.linspace(0, 2 * np.pi, 50)
    points = centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    densities = [multivariate_normal(TOY.means[c], TOY.variances[c]).pdf(points) for c in (k, l)]
    assert np.allclose(*densities, rtol=1e-9)


def test_the_bayes_boundary_of_the_toy_problem_is_the_two_circles_of_the_source():
    pieces = TOY.bayes_boundary()
    assert [(k, l) for k, l, _ in pieces] == [(0, 2), (1, 2)]
    assert all(np.isfinite(points).all() for _, _, points in pieces)


@pytest.mark.parametrize("seed", range(4))
def test_on_the_bayes_boundary_two_classes_tie_and_beat_all_others(seed):
    problem = random_problem(seed, Q=4)
    for k, l, points in problem.bayes_boundary():
        points = points[np.isfinite(points).all(axis=1)]
        values = log_posteriors(problem)(points)
        assert np.allclose(values[:, k], values[:, l], atol=1e-6 * np.abs(values).max())
        assert (values[:, [k]] >= values - 1e-6 * np.abs(values).max()).all()


def test_equal_variances_have_a_line_for_bayes_boundary():
    problem = GaussianProblem([[-1, 0], [1, 0]], [1, 1])
    [(_, _, points)] = problem.bayes_boundary(reach=10)
    assert np.allclose(points[:, 0], 0)
    assert np.ptp(points[:, 1]) == pytest.approx(20)
    with pytest.raises(ValueError, match=r"classes 0 and 1 have equal variances: .* a line, not a circle"):
        problem.bayes_circle(0, 1)


def test_a_class_that_is_nowhere_the_likelier_has_no_circle():
    problem = GaussianProblem([[0, 0], [0.1, 0]], [1, 2], [0.02, 0.98])
    assert math.isnan(problem.bayes_circle(0, 1)[1])
    assert problem.bayes_boundary() == []
    assert problem.bayes_risk == pytest.approx(0.02, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_bayes_risk_by_rays_equals_an_integral_over_the_plane(seed):
    problem = random_problem(seed, Q=2)

    def largest(y, x):
        point = np.array([x, y])
        distance = ((point - problem.means) ** 2).sum(axis=1)
        return (problem.priors * np.exp(-0.5 * distance / problem.variances) / (2 * np.pi * problem.variances)).max()

    reach = 8 * math.sqrt(problem.variances.max())
    low, high = problem.means.min(axis=0) - reach, problem.means.max(axis=0) + reach
    mass, _ = dblquad(largest, low[0], high[0], low[1], high[1], epsabs=1e-6, epsrel=1e-6)
    assert problem.bayes_risk == pytest.approx(1 - mass, abs=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_no_linear_classifier_is_better_than_bayes(seed):
    problem = random_problem(seed)
    assert problem.bayes_risk <= problem.best_linear[2] + 1e-9
    assert problem.best_linear[2] <= problem.wedge_risk(*random_classifier(seed))


# --- any classifier ----------------------------------------------------------------------


def test_cells_agree_with_wedges_and_their_error_estimate_is_honest():
    W, b, exact = TOY.best_linear
    found = TOY.score_risk(linear_scores(W, b))
    assert abs(found.value - exact) <= found.error < 1e-6


def test_cells_agree_with_the_bayes_risk_and_their_error_estimate_is_honest():
    exact = TOY.bayes_risk
    for levels in (1, 3, 5):
        found = TOY.score_risk(log_posteriors(TOY), levels=levels)
        assert abs(found.value - exact) <= found.error + 1e-7
    assert found.error < 1e-7


def test_cells_find_constant_and_undecided_classifiers():
    assert TOY.score_risk(lambda X: np.zeros((len(X), 3))).value == pytest.approx(1.0)
    assert TOY.score_risk(lambda X: np.tile([1.0, 0, 0], (len(X), 1))).value == pytest.approx(2 / 3)


def test_cells_find_a_small_disc():
    problem = GaussianProblem([[0, 0], [3, 0]], [1, 1])
    disc = disc_mass(problem, (np.zeros(2), 0.5), 0), disc_mass(problem, (np.zeros(2), 0.5), 1)
    found = problem.score_risk(lambda X: np.column_stack([0.25 - (X**2).sum(axis=1), np.zeros(len(X))]))
    assert found.value == pytest.approx(0.5 * (1 - disc[0]) + 0.5 * disc[1], abs=1e-6)


@pytest.fixture(scope="module")
def sample():
    return TOY.sample(300, 0, exact_priors=True)


def test_the_risk_of_a_linear_machine_is_that_of_its_wedges(sample):
    svm = MulticlassSVM(C=0.01).fit(*sample)
    W, b = affine(svm)
    points = np.random.default_rng(0).normal(size=(20, 2))
    assert np.allclose(svm.scores(points), points @ W.T + b)
    assert TOY.machine_risk(svm) == pytest.approx(TOY.wedge_risk(W, b), abs=1e-13)


def test_the_risk_of_a_biclass_machine_is_one_normal_probability_each():
    problem = GaussianProblem([[-1, 0], [1, 1]], [1, 2])
    svm = BiclassSVM(C=0.1).fit(*problem.sample(60, 0))
    w, b = svm.w_, svm.b_
    signs = np.array([-1, 1])
    margins = signs * (problem.means @ w + b) / (np.linalg.norm(w) * np.sqrt(problem.variances))
    assert problem.machine_risk(svm) == pytest.approx(1 - norm.cdf(margins).mean(), abs=1e-12)


@pytest.mark.parametrize("kernel", [kernels.Polynomial(2, gamma=0.05), kernels.Gaussian(3.0)])
def test_the_risk_of_a_curved_machine_lies_in_a_monte_carlo_interval(sample, kernel):
    svm = MulticlassSVM(C=0.1, kernel=kernel).fit(*sample)
    _, low, high = TOY.monte_carlo(svm.predict, 40_000, 1, confidence=0.9999)
    assert low <= TOY.machine_risk(svm) <= high


@pytest.mark.parametrize("kernel", [kernels.Polynomial(3, gamma=0.05), kernels.Polynomial(4, gamma=0.02, coef0=0.0)])
def test_a_polynomial_multiplied_out_gives_the_same_scores(sample, kernel):
    svm = MulticlassSVM(C=0.1, kernel=kernel).fit(*sample)
    points = np.random.default_rng(0).normal(0, 6, (50, 2))
    assert np.allclose(scorer(svm)(points), svm.scores(points), rtol=1e-9, atol=1e-9)
    two = BiclassSVM(C=0.1, kernel=kernel).fit(sample[0], sample[1] == 0)
    assert np.allclose(scorer(two)(points), two.scores(points), rtol=1e-9, atol=1e-9)


def test_a_linear_kernel_by_another_name_has_the_same_risk(sample):
    linear = MulticlassSVM(C=0.01).fit(*sample)
    other = MulticlassSVM(C=0.01, kernel=kernels.Polynomial(1, coef0=0.0)).fit(*sample)
    assert TOY.machine_risk(other) == pytest.approx(TOY.machine_risk(linear), abs=1e-6)


@pytest.mark.parametrize("coef0", [0.0, 1.0, 2.0])
def test_a_machine_of_degree_two_has_the_same_risk_by_rays_and_by_cells(sample, coef0):
    svm = MulticlassSVM(C=0.1, kernel=kernels.Polynomial(2, gamma=0.04, coef0=coef0)).fit(*sample)
    points = np.random.default_rng(0).normal(0, 6, (50, 2))
    x, y = points.T
    features = np.column_stack([np.ones(50), x, y, x**2, x * y, y**2])
    assert np.allclose(features @ quadratic(svm).T, svm.scores(points), rtol=1e-9, atol=1e-9)
    assert TOY.quadratic_risk(quadratic(svm)) == pytest.approx(TOY.machine_risk(svm), abs=2e-6)


def test_a_linear_machine_has_the_same_risk_by_rays(sample):
    svm = MulticlassSVM(C=0.01).fit(*sample)
    assert TOY.quadratic_risk(quadratic(svm)) == pytest.approx(TOY.machine_risk(svm), abs=1e-6)
    two = BiclassSVM(C=0.01).fit(sample[0], sample[1] == 0)
    x = sample[0][:5]
    assert np.allclose(np.column_stack([np.ones(5), x]) @ quadratic(two)[:, :3].T, two.scores(x))


def test_bayes_degree_two_is_a_polynomial_of_degree_two(sample):
    """The log posteriors are polynomials of degree 2, so that a machine of degree 2 can come as near as it likes."""
    curvature, slope, constant = bayes.log_posteriors(TOY)
    points = sample[0]
    features = np.column_stack([(points**2).sum(axis=1), points, np.ones(len(points))])
    table = np.vstack([curvature, slope.T, constant])
    assert np.array_equal((features @ table).argmax(axis=1), TOY.bayes_predict(points))


# --- pieces ------------------------------------------------------------------------------


@pytest.mark.parametrize("rho", [-1, -0.999, -0.5, 0, 0.3, 0.9999, 1])
@pytest.mark.parametrize(("h", "k"), [(0, 0), (0, 1), (-1, 0), (0.5, -0.7), (2, 3), (-3, 1), (40, -1), (-40, 2)])
def test_the_bivariate_normal_is_that_of_scipy(h, k, rho):
    covariance = [[1, rho], [rho, 1]]
    expected = multivariate_normal([0, 0], covariance, allow_singular=True).cdf([h, k])
    if abs(rho) == 1:  # scipy integrates a singular one by chance
        expected = norm.cdf(min(h, k)) if rho == 1 else max(0.0, norm.cdf(h) + norm.cdf(k) - 1)
    assert bivariate_normal(h, k, rho) == pytest.approx(expected, abs=2e-9)


@pytest.mark.parametrize("rho", [-0.9, 0.0, 0.7])
@pytest.mark.parametrize("h", [1e-300, -1e-300, 5e-324])
@pytest.mark.parametrize("k", [-2.0, 0.0, 1e-30, -1e-30, 1e10])
def test_the_bivariate_normal_is_continuous_at_zero(h, k, rho):
    assert bivariate_normal(h, k, rho) == pytest.approx(bivariate_normal(0.0, k, rho), abs=1e-12)


def test_the_bivariate_normal_by_a_single_integral():
    h, k, rho = 0.4, -1.1, 0.6
    root = math.sqrt(1 - rho**2)
    expected, _ = quad(lambda u: norm.pdf(u) * norm.cdf((k - rho * u) / root), -12, h, epsabs=1e-13)
    assert bivariate_normal(h, k, rho) == pytest.approx(expected, abs=1e-12)


def test_wilson_intervals_are_the_roots_of_their_equation_and_stay_in_the_unit_interval():
    for errors, n in ((0, 10), (3, 10), (10, 10), (527, 10_000)):
        p, low, high = wilson(errors, n)
        z = norm.ppf(0.975)
        for bound in (low, high):
            assert abs(p - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / n), rel=1e-9)
        assert 0 <= low <= p <= high <= 1


@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_wilson_intervals_cover_as_often_as_they_say(confidence):
    random = np.random.default_rng(0)
    errors = random.binomial(400, 0.0584, size=2000)
    covered = [wilson(int(e), 400, confidence)[1] <= 0.0584 <= wilson(int(e), 400, confidence)[2] for e in errors]
    assert np.mean(covered) == pytest.approx(confidence, abs=0.06)


def test_samples_follow_the_priors_or_hold_them_exactly():
    problem = GaussianProblem(TOY.means, TOY.variances, [0.2, 0.3, 0.5])
    assert np.bincount(problem.sample(1000, 0, exact_priors=True)[1]).tolist() == [200, 300, 500]
    assert np.bincount(TOY.sample(100, 0, exact_priors=True)[1]).sum() == 100
    drawn = np.bincount(problem.sample(100_000, 0)[1]) / 100_000
    assert np.allclose(drawn, problem.priors, atol=0.01)
    assert np.array_equal(problem.sample(50, 3)[0], problem.sample(50, np.random.default_rng(3))[0])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: GaussianProblem([[0, 0]], [1]), ValueError, "needs Q ≥ 2 means"),
        (lambda: GaussianProblem([[0, 0], [1, 1]], [1]), ValueError, "got shapes"),
        (lambda: GaussianProblem([[0, 0], [1, 1]], [1, 0]), ValueError, "variances must be positive"),
        (lambda: GaussianProblem([[0, np.nan], [1, 1]], [1, 1]), ValueError, "means must be finite, got"),
        (lambda: GaussianProblem([[0, "a"], [1, 1]], [1, 1]), ValueError, "means must be an array of numbers"),
        (lambda: GaussianProblem(3, 1), ValueError, "needs Q ≥ 2 means in the plane"),
        (lambda: GaussianProblem([[0, 0], [1, 1]], [1, 1], [0.5, 0.6]), ValueError, "priors must be positive and sum"),
        (lambda: TOY.linear_risk(np.zeros((2, 2)), np.zeros(3)), ValueError, "needs W of shape"),
        (lambda: TOY.wedge_risk(np.full((3, 2), np.nan), np.zeros(3)), ValueError, "must be finite"),
        (lambda: random_problem(0, 4).wedge_risk(*random_classifier(0, 4)), ValueError, "two or three classes, got 4"),
        (lambda: TOY.machine_risk(MulticlassSVM()), NotFittedError, "not fitted"),
        (
            lambda: TOY.machine_risk(MulticlassSVM().fit([[0, 0], [1, 1]], [0, 1])),
            ValueError,
            "all classes of the problem, got 2 of 3",
        ),
        (lambda: TOY.sample(0), ValueError, "m must be at least 1"),
        (lambda: TOY.score_risk(log_posteriors(TOY), cells=0), ValueError, "cells must be at least 1"),
        (lambda: TOY.quadratic_risk(np.zeros((3, 3))), ValueError, "for each of 3 classes, got shape \\(3, 3\\)"),
        (
            lambda: quadratic(MulticlassSVM(kernel="gaussian").fit([[0, 0], [1, 1]], [0, 1])),
            ValueError,
            "must be linear or a polynomial of degree 2, got Gaussian",
        ),
        (lambda: wilson(1, 0), ValueError, "n must be at least 1"),
        (lambda: wilson(1, 10, 1.0), ValueError, "confidence must lie strictly between 0 and 1"),
    ],
)
def test_errors_name_the_rule_the_value_and_the_remedy(call, error, message):
    with pytest.raises(error, match=message):
        call()
