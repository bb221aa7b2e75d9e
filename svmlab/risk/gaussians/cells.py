"""Any classifier: its risk by square cells that are divided where a boundary runs, and the scores of a machine."""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from svmlab import kernels, validation

CELLS, LEVELS = 128, 5  # cells along a side at first, and how often those on a boundary are divided
SHARES = 8  # places along a side at which the scores in a cell that is not divided again are interpolated
REACH = 8.5  # deviations after which nothing is left of a Gaussian: exp(-8.5²/2) = 2e-16
BLOCK = 2_000_000  # numbers of one kernel block


class RiskEstimate(NamedTuple):
    """A risk by quadrature and how far the last refinement moved it."""

    value: float
    error: float


def cell_risk(problem, scores, cells, levels):
    """RiskEstimate of any scores; see ``GaussianProblem.score_risk``."""
    validation.integer("cells", cells, at_least=1)
    validation.integer("levels", levels, at_least=1)
    deviations = np.sqrt(problem.variances)[:, None]
    low = (problem.means - REACH * deviations).min(axis=0)
    h = float(((problem.means + REACH * deviations).max(axis=0) - low).max()) / cells
    steps = h * np.arange(cells + 1)
    nodes = np.stack(np.meshgrid(low[0] + steps, low[1] + steps, indexing="ij"), axis=-1)
    at_nodes = scores(nodes.reshape(-1, 2)).reshape(cells + 1, cells + 1, -1)
    corner = nodes[:-1, :-1].reshape(-1, 2)
    at_corners = np.lib.stride_tricks.sliding_window_view(at_nodes, (2, 2), axis=(0, 1))
    at_corners = np.moveaxis(at_corners, 2, -1).reshape(cells * cells, 2, 2, -1)
    winner, mixed = _winners(at_corners)
    mixed = _with_neighbours(mixed.reshape(cells, cells)).ravel()
    right, estimates = 0.0, []
    for level in range(levels + 1):
        right += _mass(problem, corner[~mixed], h, winner[~mixed])
        corner, at_corners = corner[mixed], at_corners[mixed]
        estimates.append(1.0 - right - _interpolated(problem, corner, h, at_corners))
        if level == levels or not len(corner):
            break
        corner, at_corners = _quarters(corner, h, at_corners, scores)
        h = 0.5 * h
        winner, mixed = _winners(at_corners)
    return RiskEstimate(float(estimates[-1]), float(abs(estimates[-1] - estimates[-2:][0])))


def _mass(problem, corner, h, winner):
    """Σ_k π_k p_k over square cells of side h where class ``winner`` (n,) wins."""
    total = 0.0
    for k in range(problem.n_classes):
        z = (corner[winner == k] - problem.means[k]) / math.sqrt(problem.variances[k])
        sides = ndtr(z + h / math.sqrt(problem.variances[k])) - ndtr(z)
        total += problem.priors[k] * float(sides.prod(axis=1).sum())
    return total


def _interpolated(problem, corner, h, at_corners):
    """The same over cells through which boundaries run, from scores that are bilinear between the corners."""
    t = (np.arange(SHARES) + 0.5) / SHARES
    weights = np.stack([1.0 - t, t], axis=1)
    inside = np.kron(weights, weights) @ at_corners.reshape(-1, 4, at_corners.shape[-1])  # (n, SHARES², Q)
    winner, _ = _winners(inside.reshape(-1, 1, 1, inside.shape[-1]))
    winner = winner.reshape(len(corner), SHARES, SHARES)
    edges = corner[:, :, None] + h / SHARES * np.arange(SHARES + 1)
    total = 0.0
    for k in range(problem.n_classes):
        z = (edges - problem.means[k][:, None]) / math.sqrt(problem.variances[k])
        width, height = np.moveaxis(np.diff(ndtr(z), axis=2), 1, 0)
        total += problem.priors[k] * float(np.einsum("ni,nij,nj->", width, winner == k, height, optimize=True))
    return total


def _winners(at_corners):
    """(n,) class that wins at the corners (n, a, b, Q) of a cell, -1 for a tie; (n,) whether they disagree."""
    flat = at_corners.reshape(-1, at_corners.shape[-1])
    winner = flat.argmax(axis=1)
    best = flat[np.arange(len(flat)), winner]
    winner = np.where((flat == best[:, None]).sum(axis=1) > 1, -1, winner)
    winner = winner.reshape(len(at_corners), math.prod(at_corners.shape[1:-1]))
    return winner[:, 0], (winner != winner[:, [0]]).any(axis=1)


def _with_neighbours(mask):
    """A mask (n, n) with the eight neighbours of each cell in it."""
    wide = np.pad(mask, 1)
    n, p = mask.shape
    return np.any([wide[i : i + n, j : j + p] for i in range(3) for j in range(3)], axis=0)


def _quarters(corner, h, at_corners, scores):
    """The four quarters of each cell of side h: their corners (4n, 2) and the scores at them."""
    n, half = len(corner), 0.5 * h
    at = np.empty((n, 3, 3, at_corners.shape[-1]))
    at[:, ::2, ::2] = at_corners
    new = np.array([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)])
    at[:, new[:, 0], new[:, 1]] = scores((corner[:, None] + half * new).reshape(-1, 2)).reshape(n, len(new), -1)
    parts = [(i, j) for i in range(2) for j in range(2)]
    return (
        np.concatenate([corner + half * np.array(part) for part in parts]),
        np.concatenate([at[:, i : i + 2, j : j + 2] for i, j in parts]),
    )


def scorer(svm):
    """A function from points (n, d) to the scores (n, Q) of a machine, from its support vectors, in blocks."""
    if svm._projector is not None or isinstance(svm.kernel_, kernels.Precomputed):
        return svm.scores
    if isinstance(svm.kernel_, kernels.Polynomial):
        return _polynomial_scorer(svm)
    used = svm.support_
    points, coefficients = svm.X_fit_[used], svm.coefficients_[used]

    def scores(Z):
        blocks = np.array_split(Z, 1 + len(Z) * max(1, len(points)) // BLOCK)
        raw = np.concatenate([svm.kernel_(block, points) @ coefficients for block in blocks]) + svm.solution_.b
        return svm._scores_of(raw)

    return scores


def _polynomial_scorer(svm):
    """The same for (γ⟨x, z⟩ + r)^p, multiplied out: a polynomial in z₁ and z₂, whatever the support vectors are."""
    kernel, p = svm.kernel_, svm.kernel_.degree
    powers = [(i, j) for i in range(p + 1) for j in range(p + 1 - i)]
    factors = [
        math.comb(p, i + j) * math.comb(i + j, i) * kernel.gamma ** (i + j) * kernel.coef0 ** (p - i - j)
        for i, j in powers
    ]

    def monomials(Z):
        return np.stack([Z[:, 0] ** i * Z[:, 1] ** j for i, j in powers], axis=1)

    coefficients = np.array(factors)[:, None] * (monomials(svm.X_fit_).T @ svm.coefficients_)
    return lambda Z: svm._scores_of(monomials(Z) @ coefficients + svm.solution_.b)
