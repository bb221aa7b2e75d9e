"""Spans: how far each support vector is from what the other free ones can make, the S_p of the span bound and rule.

``affine``: the distance of Φ(x_p) to the affine hull of the other free support vectors; with K̃ = [K_F 1; 1ᵀ 0] all of
them are read off one inverse, S_p² = 1 / (K̃⁻¹)_pp, and with them what a machine without p would be if no point changed
its role. ``boxed``: the S_p of the bound, to those points Σ λ_i Φ(x_i) only for which α_i + y_i y_p α_p λ_i stays
within 0 and C. Vapnik and Chapelle 2000.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, scaled_program, small_programs
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.program import DualProgram

REGULAR = 1e-11  # reciprocal condition number below which the free support vectors count as dependent
FLAT = 1e-10  # squared distance, relative to the largest κ(x, x), that is rounding where they are dependent


@dataclass(frozen=True, eq=False)
class Spans:
    """The distance of each support vector to the affine hull (without b: the span) of the other free ones.

    squared : (m,) S_p², nan where α = 0, inf where there are no others
    unchanged : (m,) bool, no point changes its role when p is left out, so that y_p f(x_p) falls by α_p S_p²
    weights : (k, k), column p: the λ of the nearest point for free support vector p, -1 at p itself; None where the
        free support vectors are dependent, and their matrix has no inverse
    """

    squared: np.ndarray
    unchanged: np.ndarray
    weights: np.ndarray | None


def affine(svm, *, with_b=True):
    """Return the Spans of a machine's support vectors; without b, as if it had none: to the span, not the hull."""
    svm = validation.fitted(svm)
    K = svm.solution_.program.centred[1] if with_b else svm.K_
    scale = float(np.abs(K.diagonal()).max(initial=0.0)) or 1.0
    free, bounded = _roles(svm)
    points, k, m = np.concatenate([free, bounded]), len(free), len(K)
    squared, unchanged = np.full(m, np.nan), np.zeros(m, dtype=bool)
    inverse = _inverse(_bordered(K[np.ix_(free, free)] / scale, with_b))
    if inverse is None:
        squared[points] = [_projected(K, free[free != p], p, with_b) for p in points]
        return Spans(squared, unchanged, None)
    own = inverse.diagonal()[:k].copy()
    alone = own <= REGULAR  # nothing else ties b
    own[alone] = 1.0
    response = np.hstack([-inverse[:, :k] / own, inverse @ _with_ones(K[np.ix_(free, bounded)] / scale, with_b)])
    change = -_with_ones(K[free] / scale, with_b).T @ response  # κ(x_j, x_p) - Σ λ_i κ(x_j, x_i) - β for all j
    change[:, k:] += K[:, bounded] / scale
    squared[free] = np.where(alone, inf, scale / own)
    squared[bounded] = scale * np.maximum(0.0, change[bounded, np.arange(k, len(points))]) if k or not with_b else inf
    if k:
        unchanged[points] = _unchanged(svm, points, free, response[:k], scale * change)
        unchanged[free[alone]] = False
    return Spans(squared, unchanged, response[:k, :k])


def boxed(svm, spans):
    """Return (m,) the S_p² of the span bound for the free support vectors, nan elsewhere, given the affine ones.

    Where the affine one keeps the box it is the same; elsewhere α_p is led to zero while the others make up for it.
    """
    squared = np.full(len(svm.alpha_), np.nan)
    free, _ = _roles(svm)
    alpha, upper = svm.alpha_[free], svm.upper_[free]
    pending = np.ones(len(free), dtype=bool)
    if spans.weights is not None and len(free):
        signed = (2.0 * svm.codes_[free] - 1.0) * alpha
        moved = alpha[:, None] + (2.0 * svm.codes_[free] - 1.0)[:, None] * spans.weights * signed
        np.fill_diagonal(moved, 0.0)
        tiny = scaled_program.ON_A_BOUND * alpha.max()
        outside = (moved < -tiny) | (moved > upper[:, None] + tiny)
        pending = outside.any(axis=0) | ~np.isfinite(spans.squared[free])
        squared[free[~pending]] = spans.squared[free[~pending]]
    if pending.any():
        K = svm.solution_.program.centred[1][np.ix_(free, free)]
        squared[free[pending]] = _led_to_zero(
            DualProgram.biclass(K, svm.codes_[free], upper), alpha, pending.nonzero()[0]
        )
    return squared


def _roles(svm):
    """Indices of the free and of the bounded support vectors."""
    below = svm.alpha_ < svm.upper_
    return np.flatnonzero((svm.alpha_ > 0) & below), np.flatnonzero((svm.alpha_ > 0) & ~below)


def _bordered(K, with_b):
    """[K 1; 1ᵀ 0], or K."""
    return np.block([[K, np.ones((len(K), 1))], [np.ones((1, len(K))), np.zeros((1, 1))]]) if with_b else K


def _with_ones(rows, with_b):
    return np.vstack([rows, np.ones((int(with_b), rows.shape[1]))])


def _inverse(matrix):
    """The inverse, or None where the matrix is singular to working precision; zeros where it has no K."""
    if not matrix.any():
        return np.zeros_like(matrix) if len(matrix) <= 1 else None
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return None
    condition = np.abs(matrix).sum(axis=1).max() * np.abs(inverse).sum(axis=1).max()
    return inverse if condition * REGULAR < 1.0 else None


def _projected(K, others, p, with_b):
    """Squared distance of point p to the others' hull or span by least squares, dependent as they may be."""
    if with_b and not len(others):
        return inf
    G, g, own = K[np.ix_(others, others)], K[others, p], K[p, p]
    if with_b:  # about the first of the others
        o, row = others[0], K[others, others[0]]
        G, g, own = G - row[:, None] - row + K[o, o], g - row - K[o, p] + K[o, o], own - 2.0 * K[o, p] + K[o, o]
    near = np.linalg.pinv(G, rcond=FLAT, hermitian=True) @ g if len(others) else g
    rest = float(own - 2.0 * near @ g + near @ G @ near)
    return rest if rest > FLAT * np.abs(K.diagonal()).max() else 0.0


def _unchanged(svm, points, free, weights, change):
    """(points,) bool: the machine that is predicted without a point is optimal, every other point in its old role."""
    y, columns = 2.0 * svm.codes_ - 1.0, np.arange(len(points))
    signed = (y * svm.alpha_)[points]
    moved = svm.alpha_[free, None] + y[free, None] * weights * signed  # α_i + y_i y_p α_p λ_i
    moved[columns[: len(free)], columns[: len(free)]] = svm.alpha_[free]  # p itself is gone, and in no one's way
    tiny = scaled_program.ON_A_BOUND * svm.alpha_.max()
    inside = ((moved > tiny) & (moved < svm.upper_[free, None] - tiny)).all(axis=0)
    margins = svm.solution_.margins[:, None] - y[:, None] * change * signed
    at_upper = (svm.alpha_ >= svm.upper_)[:, None]
    right = np.where(at_upper, margins <= 1.0 + CERTIFIED, margins >= 1.0 - CERTIFIED)
    right[points, columns] = right[free] = True
    return inside & right.all(axis=0)


def _led_to_zero(program, alpha, pending):
    """S_p² within the box for some variables p of the program of the free support vectors alone.

    They all have margin 1; what the objective loses while α_p is led to zero is α_p² S_p² / 2.
    """
    scaling = scaled_program.ScaledProgram(program)
    a, k = alpha / scaling.unit, len(alpha)
    try:
        active = active_set.ActiveSet(scaling.scaled, a, np.zeros(1), np.zeros(k), np.arange(k))
    except np.linalg.LinAlgError:
        return [_by_definition(program, alpha, p) for p in pending]
    active.linear, active.g, active.balance = active.linear - active.g, np.zeros(k), active.E @ a
    return [_one_led_to_zero(program, alpha, p, active) for p in pending]


def _one_led_to_zero(program, alpha, p, active):
    held = np.array([p])
    without = active.copy()
    try:
        without.hold(p)
        for _ in without.follow(1.0, held=(held, -active.a[held])):
            pass
    except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError):
        return _by_definition(program, alpha, p)
    change = (without.a - active.a) / active.a[p]
    change[p] = -1.0
    return max(0.0, float(change @ program.product(change)))


def _by_definition(program, alpha, p):
    """The same as a small quadratic program in λ; inf where no λ keeps the box."""
    K, y, others = program.K, program.E[:, 0], np.delete(np.arange(len(alpha)), p)
    low, high = -alpha[others] / alpha[p], (program.upper[others] - alpha[others]) / alpha[p]
    agree = y[others] == y[p]
    low, high = np.where(agree, low, -high), np.where(agree, high, -low)
    rows, limits = np.vstack([np.eye(len(others)), -np.eye(len(others))]), np.concatenate([high, -low])
    finite, scale = np.isfinite(limits), float(K.diagonal().max()) or 1.0
    P, q = K[np.ix_(others, others)] / scale, -K[others, p] / scale
    try:
        found = small_programs.quadratic_program(P, q, rows[finite], limits[finite], np.ones((1, len(others))), [1.0])
    except ValueError:
        return inf
    return max(0.0, 2.0 * scale * found.objective + float(K[p, p]))
