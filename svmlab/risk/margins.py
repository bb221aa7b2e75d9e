"""Margins of a classifier of many classes, and the fraction of points with less: Definitions 2 to 4.

Guermeur, Maumy and Sur 2005.
"""

import numpy as np


def delta(scores):
    """(n, Q) values Δh_k(x) = ½ (h_k(x) - max_{l≠k} h_l(x)) from scores (n, Q): Definition 2."""
    scores = np.asarray(scores, dtype=float)
    best = scores.argmax(axis=1)[:, None]
    others = scores.copy()
    np.put_along_axis(others, best, -np.inf, axis=1)
    strongest = np.repeat(np.take_along_axis(scores, best, axis=1), scores.shape[1], axis=1)
    np.put_along_axis(strongest, best, others.max(axis=1)[:, None], axis=1)
    return 0.5 * (scores - strongest)


def squash(values, gamma):
    """π_γ: values cut off at ±γ, Definition 4."""
    return np.clip(values, -gamma, gamma)


def own_delta(scores, codes):
    """(n,) Δh_{C(x_i)}(x_i), half the margin of each point against its strongest rival; codes (n,) in 0..Q-1."""
    return delta(scores)[np.arange(len(codes)), codes]


def margin_risk(scores, codes, gamma):
    """R_γ: the fraction of points with Δh_{C(x_i)}(x_i) < γ, Definition 3."""
    return float((own_delta(scores, codes) < gamma).mean())
