"""Margins along C where the intercept is not unique: its limits on a straight piece of the way, and its rule."""

import numpy as np

from svmlab.engine.intercepts import intercept, tightened
from svmlab.exact.straight import linear_pieces


def margins_along(program, active, step, place, variables):
    """[(start, value (c,), slope (c,))] of the margins of ``variables``, by the rule of the intercept: straight pieces.

    ``step`` is the Step that ``active`` is about to take in units of ``program``, a scaled one; ``place`` (k,) where
    each variable of F lies on it, 1 at zero, -1 at its bound, 0 between. Held variables limit no intercept.
    """
    needed = active.b @ active.E - active.g  # 1 - Hα
    rate = step.d_b @ active.E - step.d_gradient
    limits = _lasting(*_limits(program, active, step, place, needed, rate), step.length, program.n_classes)
    own, rise, E = 1.0 - needed[variables], -rate[variables], program.E[variables]
    if program.one_variable_per_point:
        return _middles(*limits, own, rise, E[:, 0])

    def margins(ahead):
        return own + ahead[:, None] * rise + _rule(program, *limits, ahead) @ E.T

    return linear_pieces(margins, 0.0, step.length)


def _middles(pairs, values, rates, own, rise, sign):
    """The pieces for two classes: b is the middle between the lowest line above it and the highest below."""
    above, below = ([*zip(values[pairs == pair], rates[pairs == pair], strict=True)] for pair in (2, 1))
    ends = _envelope(above), _envelope(below)  # of b, and of -b
    pieces = []
    for start in sorted({t for envelope in ends for t, *_ in envelope}):
        (high, up), (low, down) = (_at(envelope, start) for envelope in ends)
        pieces.append((start, own + start * rise + 0.5 * sign * (high - low), rise + 0.5 * sign * (up - down)))
    return pieces


def _envelope(lines):
    """[(start, value, slope)] of the smallest of the lines (value at 0, slope), from 0 on."""
    value, slope = min(lines)
    pieces, start = [(0.0, value, slope)], 0.0
    while True:
        meets = [((v - value) / (slope - r), r, v) for v, r in lines if r < slope]
        if not meets:
            return pieces
        at, slope, value = min(meets)
        start = max(start, at)
        pieces.append((start, value + start * slope, slope))


def _at(envelope, t):
    """(value, slope) of an envelope at t, of the piece that begins there."""
    start, value, slope = next(piece for piece in reversed(envelope) if piece[0] <= t)
    return value + (t - start) * slope, slope


def _limits(program, active, step, place, needed, rate):
    """(pairs, values, rates): limits of b_k - b_l, at k Q + l, each by one variable, at the beginning and per unit."""
    everywhere, free = active.side.copy(), np.zeros(len(active.g), dtype=bool)
    everywhere[step.free], free[step.free] = place, place == 0
    counts = active.upper > 0
    below, above = counts & ((everywhere == 1) | free), counts & ((everywhere == -1) | free)
    head, tail, Q = program.head, program.tail, program.n_classes
    pairs = np.concatenate([tail[below] * Q + head[below], head[above] * Q + tail[above]])
    return pairs, np.append(-needed[below], needed[above]), np.append(-rate[below], rate[above])


def _lasting(pairs, values, rates, length, Q):
    """Those that are the smallest of their pair of classes somewhere within ``length``."""
    ends = values, values + length * rates
    lowest = np.full(Q * Q, np.inf)
    np.minimum.at(lowest, pairs, np.maximum(*ends))
    kept = np.minimum(*ends) <= lowest[pairs]
    return pairs[kept], values[kept], rates[kept]


def _rule(program, pairs, values, rates, ahead):
    """(T, q) the intercept of the rule at T places."""
    order = np.argsort(pairs, kind="stable")
    found, first = np.unique(pairs[order], return_index=True)
    limits = np.full((len(ahead), program.n_classes**2), np.inf)
    limits[:, found] = np.minimum.reduceat((values + ahead[:, None] * rates)[:, order], first, axis=1)
    return intercept(program, tightened(limits.reshape(len(ahead), program.n_classes, program.n_classes)))
