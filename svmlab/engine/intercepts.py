"""The rule for the intercept: its tight limits over all optimal values, and the one of them that is taken; and a good
intercept for what is not optimal."""

import numpy as np

SWEEPS = 10  # through the classes, of the search for a good intercept
FLAT = 1e-14  # relative gain of a sweep that ends it


def intercept_limits(program, alpha, H_alpha):
    """(Q, Q) tight upper limits of b_k - b_l over all optimal intercepts.

    A variable at 0 asks for b_head - b_tail ≥ 1 - (Hα)_v, one at its upper bound for ≤, a free one for both:
    difference constraints, made tight.
    """
    Q = program.n_classes
    needed = 1.0 - H_alpha
    active = program.upper > 0
    below, above = active & (alpha < program.upper), active & (alpha > 0)
    limits = np.full((Q, Q), np.inf)
    np.minimum.at(limits, (program.tail[below], program.head[below]), -needed[below])
    np.minimum.at(limits, (program.head[above], program.tail[above]), needed[above])
    return tightened(limits)


def tightened(limits):
    """The tight limits (..., Q, Q) of differences, from those asked for: shortest paths (Floyd and Warshall)."""
    limits = limits.copy()
    nodes = np.arange(limits.shape[-1])
    limits[..., nodes, nodes] = 0.0
    for k in nodes:
        np.minimum(limits, limits[..., :, k, None] + limits[..., None, k, :], out=limits)
    limits[..., nodes, nodes] = 0.0
    return limits


def intercept(program, limits):
    """One optimal intercept (..., q) by a rule that is feasible, symmetric in the classes and sums to zero.

    The mean, over all classes c, of the highest and of the lowest b with b_c = 0; the midpoint for two classes.
    limits (..., Q, Q): tight ones.
    """
    if not np.isfinite(limits).all():
        return np.full((*limits.shape[:-2], program.E.shape[1]), np.nan)
    highest, lowest = limits, -np.swapaxes(limits, -1, -2)
    if program.one_variable_per_point:
        return 0.5 * (highest[..., 1, :1] + lowest[..., 1, :1])
    potentials = np.concatenate([highest, lowest], axis=-1)
    b = (potentials - potentials.mean(axis=-2, keepdims=True)).mean(axis=-1)
    return b - b.mean(axis=-1, keepdims=True)


def interval(limits):
    """(Q, Q, 2) lower and upper limits of b_k - b_l; the two coincide where the intercept is unique."""
    lower, upper = -limits.T, limits
    crossed = lower > upper  # by rounding only
    middle = 0.5 * (lower + upper)
    return np.stack([np.where(crossed, middle, lower), np.where(crossed, middle, upper)], axis=-1)


def best_intercept(program, H_alpha, b):
    """(q,) b that makes Σ_v u_v max(0, 1 - (Hα)_v - E_v b) small: least along each class in turn, from a given one."""
    q, best = len(b), np.inf
    for _ in range(SWEEPS):
        for k in range(q):
            rates = program.E[:, k]
            t = _least(program.upper, 1.0 - H_alpha - program.E @ b, rates)
            b = b + t * (np.arange(q) == k)
        loss = float(program.upper @ np.maximum(0.0, 1.0 - H_alpha - program.E @ b))
        if q == 1 or not loss < best * (1.0 - FLAT):
            break
        best = loss
    return b if q == 1 else b - b.mean()


def _least(upper, short, rates):
    """A t at which Σ u max(0, short - t · rate) is least, for rates in {-1, 0, 1}: where its slope changes sign."""
    counts = (rates != 0) & (upper > 0)
    upper, rates = upper[counts], rates[counts]
    places = short[counts] * rates
    order = np.argsort(places)
    slope = np.cumsum(upper[order]) - upper[rates > 0].sum()
    return _middle(places[order], slope)


def _middle(places, slope):
    """The middle of where the slope behind each of the sorted places is zero, or where it becomes positive."""
    rounding = 1e-13 * max(abs(slope[0]), abs(slope[-1]))
    first = int(np.argmax(slope >= -rounding))
    if slope[first] > rounding or first + 1 == len(places):
        return places[first]
    return 0.5 * (places[first] + places[first + 1])
