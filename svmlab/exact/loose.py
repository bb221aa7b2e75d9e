"""Margins along C where the intercept is not unique: its limits on a straight piece of the way, and its rule."""

import numpy as np

from svmlab.engine.intercepts import intercept, tightened


def margins_along(program, active, step, place, variables):
    """How the margins (c,) of ``variables`` go on by the rule of the intercept: a function of how far one has gone.

    ``step`` is the Step that ``active`` is about to take in units of ``program``, a scaled one; ``place`` (k,) where
    each variable of F lies on it, 1 at zero, -1 at its bound, 0 between. Held variables limit no intercept.
    """
    needed = active.b @ active.E - active.g  # 1 - Hα
    rate = step.d_b @ active.E - step.d_gradient
    limits = _lasting(*_limits(program, active, step, place, needed, rate), step.length, program.n_classes)
    own, rise, E = 1.0 - needed[variables], -rate[variables], program.E[variables]
    return lambda ahead: own + ahead * rise + E @ _rule(program, *limits, ahead)


def _limits(program, active, step, place, needed, rate):
    """(pairs, values, rates): limits of b_k - b_l, at k Q + l, each by one variable, at the beginning and per unit."""
    everywhere, free = active.side.copy(), np.zeros(len(active.a), dtype=bool)
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
    limits = np.full((program.n_classes, program.n_classes), np.inf)
    np.minimum.at(limits.ravel(), pairs, values + ahead * rates)
    return intercept(program, tightened(limits))
