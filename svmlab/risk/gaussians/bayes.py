"""The Bayes classifier of Gaussian classes: its scores, its circles and lines, what it predicts."""

import numpy as np

from svmlab.risk import validation as checks
from svmlab.risk.gaussians.linear import pairs
from svmlab.risk.gaussians.rays import directions


def log_posteriors(problem):
    """ln π_k p_k(x) = curvature_k ‖x‖² + ⟨slope_k, x⟩ + constant_k."""
    s = problem.variances
    constant = np.log(problem.priors) - np.log(s) - 0.5 * (problem.means**2).sum(axis=1) / s
    return -0.5 / s, problem.means / s[:, None], constant


def scores(problem):
    """(Q, 6) coefficients of ln π_k p_k(x), up to a constant that the classes share."""
    curvature, slope, constant = log_posteriors(problem)
    return np.column_stack([constant, slope, curvature, np.zeros(problem.n_classes), curvature])


def circle(problem, k, l):
    """(centre (2,), radius) where classes k and l are equally likely; see ``GaussianProblem.bayes_circle``."""
    curvature, slope, constant = log_posteriors(problem)
    a, v, c = curvature[k] - curvature[l], slope[k] - slope[l], constant[k] - constant[l]
    if a == 0:
        raise checks.equal_variances(k, l)
    centre = -0.5 * v / a
    square = centre @ centre - c / a
    return centre, float(np.sqrt(square)) if square >= 0 else float("nan")


def boundary(problem, n, reach):
    """[(k, l, points (n, 2))], parts of the pairwise boundaries; see ``GaussianProblem.bayes_boundary``."""
    curvature, slope, constant = log_posteriors(problem)
    pieces = []
    for k, l in pairs(problem.n_classes):
        if curvature[k] != curvature[l]:
            centre, radius = circle(problem, k, l)
            points = centre + radius * directions(n, closed=True)
        else:
            points = _line_points(slope[k] - slope[l], constant[k] - constant[l], reach, n)
        others = [c for c in range(problem.n_classes) if c not in (k, l)]
        with np.errstate(invalid="ignore"):
            posterior = (points**2).sum(axis=1)[:, None] * curvature + points @ slope.T + constant
            seen = (posterior[:, [k]] >= posterior[:, others]).all(axis=1) & np.isfinite(points).all(axis=1)
        if seen.any():
            pieces.append((k, l, np.where(seen[:, None], points, np.nan)))
    return pieces


def predict(problem, X):
    """(n,) classes of largest posterior probability."""
    curvature, slope, constant = log_posteriors(problem)
    X = np.asarray(X, dtype=float)
    return ((X**2).sum(axis=1)[:, None] * curvature + X @ slope.T + constant).argmax(axis=1)


def _line_points(normal, constant, reach, n):
    """n points on ⟨normal, x⟩ + constant = 0, symmetric about the one nearest to the origin; nan without a normal."""
    length = np.linalg.norm(normal)
    if length == 0:
        return np.full((n, 2), np.nan)
    direction = np.array([-normal[1], normal[0]]) / length
    return -constant / length * (normal / length) + np.linspace(-reach, reach, n)[:, None] * direction
