"""The smallest enclosing ball against geometry in the plane, against another solver, and by its own conditions."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import problems
from scipy.optimize import nnls
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, ball, datasets, kernels
from svmlab.engine import active_set


def smallest_disc(X):
    """(squared radius, centre) of the smallest disc around points of the plane, over all points, pairs and triples.

    The smallest disc has a single point, the ends of a diameter, or three points of its circle as its support.
    """
    candidates = list(X) + [(a + b) / 2 for a, b in itertools.combinations(X, 2)]
    for a, b, c in itertools.combinations(X, 3):
        M = 2.0 * np.array([b - a, c - a])
        if abs(np.linalg.det(M)) > 1e-9 * np.abs(M).max() ** 2:
            candidates.append(a + np.linalg.solve(M, [(b - a) @ (b - a), (c - a) @ (c - a)]))
    radii = [((X - centre) ** 2).sum(axis=1).max() for centre in candidates]
    best = int(np.argmin(radii))
    return radii[best], candidates[best]


def best_dual(K):
    """The optimum of max β·diag K - βᵀKβ on the simplex, by cvxopt itself at a tight tolerance."""
    cvxopt = pytest.importorskip("cvxopt")
    matrix, solvers = cvxopt.matrix, cvxopt.solvers

    n, unit = len(K), float(np.abs(K).max())
    answer = solvers.qp(
        matrix(2.0 * K / unit),
        matrix(-K.diagonal() / unit),
        matrix(-np.eye(n)),
        matrix(np.zeros(n)),
        matrix(np.ones((1, n))),
        matrix(1.0),
        options={"show_progress": False, "abstol": 1e-12, "reltol": 1e-12, "feastol": 1e-12},
    )
    return -unit * answer["primal objective"]


@st.composite
def planar_points(draw):
    """Points of the plane: random, on a grid (many on one circle), repeated, on a line; all scales, also far away."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    n = draw(st.integers(1, 9))
    kind = draw(st.sampled_from(["normal", "grid", "repeated", "line", "circle"]))
    X = rng.normal(size=(n, 2))
    if kind == "grid":
        X = rng.integers(-2, 3, (n, 2)).astype(float)
    elif kind == "repeated":
        X = X[rng.integers(0, max(1, n // 2), n)]
    elif kind == "line":
        X = np.outer(rng.integers(-4, 5, n), [1.0, 2.0])
    elif kind == "circle":
        angles = 2 * np.pi * rng.integers(0, 12, n) / 12
        X = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return (X + draw(st.sampled_from([0.0, 20.0]))) * draw(st.sampled_from([1e-3, 1.0, 1e3]))


@given(planar_points())
def test_in_the_plane_it_is_the_disc_of_geometry(X):
    found, (squared_radius, centre) = ball.smallest(X @ X.T), smallest_disc(X)
    unit = float(np.abs(X).max())  # a kernel matrix knows distances to this rounding only
    assert found.certified
    assert found.squared_radius == pytest.approx(squared_radius, abs=1e-12 * unit**2)
    assert found.centre(X) == pytest.approx(centre, abs=1e-6 * unit)


@given(problems())
def test_every_ball_is_certified_and_its_beta_exact(problem):
    found = ball.smallest(problem.K)
    assert found.certified, found.status
    assert (found.beta >= 0).all()
    assert found.beta.sum() == pytest.approx(1.0, abs=1e-14)
    assert found.beta[found.beta > 0].min() > 1e-14
    K = problem.K
    squared = K.diagonal() - 2 * K @ found.beta + found.beta @ K @ found.beta
    unit = float(np.abs(K).max())
    np.testing.assert_allclose(found.squared_distances, squared, atol=1e-11 * unit)
    assert squared.max() <= found.squared_radius + 1e-11 * unit


@given(problems())
def test_another_solver_finds_no_smaller_ball(problem):
    found = ball.smallest(problem.K)
    assert found.squared_radius == pytest.approx(best_dual(problem.K), abs=1e-8 * float(np.abs(problem.K).max()))


@given(problems(scales=(1.0,)))
def test_the_centre_is_a_convex_combination_of_points_on_the_sphere(problem):
    """The condition that makes a ball smallest, checked without any multiplier of ours: non-negative least squares."""
    found = ball.smallest(problem.K)
    values, vectors = np.linalg.eigh(problem.K)
    Phi = vectors * np.sqrt(np.maximum(values, 0.0))
    sphere = np.flatnonzero(found.squared_distances >= found.squared_radius * (1 - 1e-8))
    centre = found.beta @ Phi
    rows = np.vstack([Phi[sphere].T, np.ones(len(sphere))])
    _, distance = nnls(rows, np.append(centre, 1.0))
    assert distance <= 1e-6 * max(1.0, float(np.abs(Phi).max()))


def test_one_point_is_a_ball_of_radius_zero():
    found = ball.smallest([[7.0]])
    assert (found.radius, found.diameter, found.gap) == (0.0, 0.0, 0.0)
    assert found.support.tolist() == [0]
    assert found.certified


def test_equal_points_are_one_point():
    found = ball.smallest(np.full((5, 5), 3.0))
    assert found.radius == 0.0
    assert found.beta.sum() == 1.0


def test_two_points_are_a_diameter():
    found = ball.smallest(kernels.Linear()([[0.0, 3.0], [4.0, 0.0]]))
    assert found.diameter == pytest.approx(5.0, rel=1e-15)
    assert found.beta.tolist() == [0.5, 0.5]


def test_an_obtuse_triangle_has_its_longest_side_as_diameter():
    found = ball.smallest(kernels.Linear()([[0.0, 0.0], [4.0, 0.0], [1.0, 1.0]]))
    assert found.diameter == pytest.approx(4.0)
    assert found.support.tolist() == [0, 1]


def test_an_equilateral_triangle_has_the_ball_of_jung():
    """Points at distance 1 of each other: R² = (n - 1)/2n, in feature space (Laplace far apart) as in the plane."""
    for n in (2, 3, 10):
        found = ball.smallest(0.5 * np.eye(n))
        assert found.squared_radius == pytest.approx(0.5 * (n - 1) / n)
        assert found.beta == pytest.approx(np.full(n, 1 / n))


def test_the_radius_follows_the_scale_of_the_kernel():
    K = kernels.Gaussian(1.0)(datasets.overlapping(30, random_state=1).X)
    base = ball.smallest(K)
    for scale in (1e-6, 1e6):
        assert ball.smallest(scale * K).squared_radius == pytest.approx(scale * base.squared_radius, rel=1e-12)


def test_moving_the_origin_changes_nothing():
    X = datasets.overlapping(20, random_state=2).X
    near, far = ball.smallest(X @ X.T), ball.smallest((X + 1e4) @ (X + 1e4).T)
    assert far.radius == pytest.approx(near.radius, rel=1e-6)
    assert far.certified


def test_without_the_engine_the_interior_point_method_finds_the_same_ball(monkeypatch):
    K = kernels.Gaussian(1.0)(datasets.overlapping(40, random_state=3).X)
    expected = ball.smallest(K)

    def stalled(*_, **__):
        raise active_set.Stalled("asked to")

    monkeypatch.setattr(active_set, "ActiveSet", stalled)
    found = ball.smallest(K)
    assert found.certified
    assert found.squared_radius == pytest.approx(expected.squared_radius, rel=1e-12)
    assert found.beta == pytest.approx(expected.beta, abs=1e-9)


@pytest.mark.parametrize("machine", [BiclassSVM, MulticlassSVM])
def test_the_ball_of_the_support_vectors_is_inside_that_of_all_points(machine):
    data = datasets.overlapping(60, random_state=0)
    svm = machine(C=1.0, kernel=kernels.Gaussian(1.0)).fit(data.X, data.y)
    small, large = ball.of_support_vectors(svm), ball.of_points(svm)
    assert small.points.tolist() == svm.support_.tolist()
    assert set(small.support) <= set(svm.support_)
    assert small.radius <= large.radius
    assert small.squared_radius == ball.smallest(svm.K_[np.ix_(svm.support_, svm.support_)]).squared_radius


def test_a_point_without_weight_is_not_in_the_ball_of_points():
    X, y = np.array([[0.0], [1.0], [50.0]]), np.array([-1, 1, 1])
    svm = BiclassSVM(C=1.0).fit(X, y, sample_weight=[1, 1, 0])
    assert ball.of_points(svm).diameter == pytest.approx(1.0)


def test_a_machine_that_is_not_trained_is_refused():
    with pytest.raises(NotFittedError):
        ball.of_support_vectors(BiclassSVM())


def test_no_point_at_all_is_refused():
    with pytest.raises(ValueError, match="at least one point"):
        ball.smallest(np.zeros((0, 0)))


def test_the_text_says_radius_and_certificate():
    text = repr(ball.smallest(np.eye(3)))
    assert text.startswith("ball of 3 points: radius 0.816497, diameter 1.63299")
    assert "certified" in text
