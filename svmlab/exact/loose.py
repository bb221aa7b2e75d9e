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
    sides, free = active.side.copy(), np.zeros(len(active.g), dtype=bool)
    sides[step.free], free[step.free] = place, place == 0
    below, above = limiting(active.upper > 0, sides, free)
    own, rise, E = 1.0 - needed[variables], -rate[variables], program.E[variables]
    if program.one_variable_per_point:
        sign = E[:, 0]
        found = middles(program, needed[None], rate[None], below[None], above[None], np.array([step.length]))
        return [(start[0], own + start * rise + sign * b, rise + sign * slope) for _, start, _, b, slope in found]
    limits = _lasting(*_limits(program, needed, rate, below, above), step.length, program.n_classes)

    def margins(ahead):
        return own + ahead[:, None] * rise + _rule(program, *limits, ahead) @ E.T

    return linear_pieces(margins, 0.0, step.length)


def limiting(counts, sides, free):
    """(below, above) bool: the variables v that keep (Eᵀb)_v from below, or from above, at what is needed."""
    return counts & ((sides == 1) | free), counts & ((sides == -1) | free)


def middles(program, needed, rates, below, above, length):
    """Yield (rows (k,), start, end, b, slope), the straight pieces of the intercepts of r machines, for two classes.

    b is the middle between the lowest line above it and the highest below it. needed, rates (r, n): 1 - Hα and its
    rate; below, above (r, n) as of ``limiting``; length (r,) of the way. The pieces of a row come in their order.
    """
    sign = program.E[:, 0]
    highest, lowest = np.where(sign > 0, above, below), np.where(sign > 0, below, above)
    values = np.stack([np.where(highest, sign * needed, np.inf), np.where(lowest, -sign * needed, np.inf)])
    slopes = np.stack([sign * rates, -sign * rates])  # of b, and of -b: both envelopes are of smallest lines
    rows, start = np.arange(len(length)), np.zeros(len(length))
    at = _first(values, slopes)
    while len(rows):
        value, slope = (np.take_along_axis(lines, at, axis=2) for lines in (values, slopes))
        meets = np.full(values.shape, np.inf)
        np.divide(values - value, slope - slopes, out=meets, where=(slopes < slope) & np.isfinite(values))
        turns = meets.min(axis=2)
        end = np.minimum(np.maximum(start, turns.min(axis=0)), length[rows])
        (high, low), (up, down) = value[:, :, 0] + start * slope[:, :, 0], slope[:, :, 0]
        yield rows, start, end, 0.5 * (high - low), 0.5 * (up - down)
        at = np.where((turns <= end)[:, :, None], _first(meets, slopes), at)
        on = end < length[rows]
        rows, start, at, values, slopes = rows[on], end[on], at[:, on], values[:, on], slopes[:, on]


def _first(times, slopes):
    """(2, r, 1) index of the smallest of ``times`` (2, r, n), of equal ones that with the smallest slope."""
    return np.where(times == times.min(axis=2, keepdims=True), slopes, np.inf).argmin(axis=2)[:, :, None]


def _limits(program, needed, rate, below, above):
    """(pairs, values, rates): limits of b_k - b_l, at k Q + l, each by one variable, at the beginning and per unit."""
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
