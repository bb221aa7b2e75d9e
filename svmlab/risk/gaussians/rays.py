"""Scores that are polynomials of degree 2, and their exact risk by rays from the mean of each Gaussian class."""

import numpy as np

from svmlab import kernels
from svmlab.risk import validation as checks
from svmlab.risk.gaussians.linear import affine, straight

ANGLES = 20_000  # directions of the rays; another number changes a Bayes risk by 1e-7


def quadratic(svm):
    """(Q, 6) coefficients of 1, x₁, x₂, x₁², x₁x₂, x₂² in the scores of a machine of the plane.

    The kernel is linear or (γ⟨x, z⟩ + r)², which is multiplied out.
    """
    kernel = svm.kernel_
    if isinstance(kernel, kernels.Linear):
        return straight(*affine(svm))
    checks.quadratic_kernel(kernel, isinstance(kernel, kernels.Polynomial) and kernel.degree == 2)
    g, r = kernel.gamma, kernel.coef0
    factors = np.array([r * r, 2 * g * r, 2 * g * r, g * g, 2 * g * g, g * g])
    raw = factors[:, None] * (monomials(svm.X_fit_).T @ svm.coefficients_)
    raw[0] += svm.solution_.b
    return svm._scores_of(raw).T


def ray_risk(problem, scores, angles):
    """Expected risk of scores (Q, 6) of degree 2; see ``GaussianProblem.quadratic_risk``."""
    scores = checks.quadratic_scores(scores, problem.n_classes)
    right = [_right(problem, k, scores, angles) for k in range(problem.n_classes)]
    return float(1.0 - problem.priors @ right)


def _right(problem, k, scores, angles):
    """Probability that a point of class k is recognised: rays from its mean, intervals where it wins."""
    mean, ways = problem.means[k], directions(angles)
    lead = scores[k] - np.delete(scores, k, axis=0)
    level = lead @ monomials(mean[None])[0]
    slope = lead[:, 1:3] + np.stack([lead[:, 3:5] @ (mean * [2, 1]), lead[:, 4:6] @ (mean * [1, 2])], axis=1)
    linear = ways @ slope.T
    a = monomials(ways)[:, 3:] @ lead[:, 3:].T
    ends = np.sort(np.concatenate([np.zeros((angles, 1)), _roots(a, linear, level)], axis=1), axis=1)
    ends = np.append(ends, np.full((angles, 1), np.inf), axis=1)
    r = np.where(np.isinf(ends[:, 1:]), ends[:, :-1] + 1.0, 0.5 * (ends[:, :-1] + ends[:, 1:]))
    r, real = np.where(np.isfinite(r), r, 0.0)[:, :, None], np.isfinite(r)
    wins = (a[:, None, :] * r**2 + linear[:, None, :] * r + level > 0).all(axis=2) & real
    survival = np.exp(-0.5 * ends**2 / problem.variances[k])
    return float((wins * (survival[:, :-1] - survival[:, 1:])).sum(axis=1).mean())


def _roots(a, linear, level):
    """Positive roots r of a r² + linear r + level = 0 for each ray and rival; inf where there is none."""
    a, level = np.broadcast_to(a, linear.shape), np.broadcast_to(level, linear.shape)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        root = np.sqrt(linear**2 - 4.0 * a * level)
        q = -0.5 * (linear + np.copysign(root, linear))
        roots = np.concatenate([q / a, level / q], axis=1)
    return np.where(np.isfinite(roots) & (roots > 0), roots, np.inf)


def monomials(X):
    """(n, 6) values of 1, x₁, x₂, x₁², x₁x₂, x₂² at points (n, 2)."""
    x, y = np.asarray(X, dtype=float).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def directions(n, *, closed=False):
    """n unit vectors at equal angles, (n, 2); ``closed``: the last is the first again."""
    theta = np.linspace(0.0, 2.0 * np.pi, n) if closed else 2.0 * np.pi * (np.arange(n) + 0.5) / n
    return np.stack([np.cos(theta), np.sin(theta)], axis=1)
