"""Identical training points: one answer where the optimum leaves open which of them carries the multipliers.

Variables of one location with the same row of E differ in nothing but their bounds, so that only their total S is
determined, and rounding would choose among the rest. The rule: the points are filled in their order. The first carries
min(u, S), the next what is left, and so on; w, b, Σα and the objective stay as they are, and at most one of the
variables is strictly between its bounds. Where the rivals of a point share one bound (Crammer and Singer), its whole
row is filled up to that, rival by rival: the north-west corner rule of transportation problems.

Not settled: identical points of different classes where there are four classes or more (but for Lee, Lin and Wahba),
points on the margin whose φ(x) depend linearly without being equal rows (a grid and a linear kernel), rows that are
equal up to rounding only.
"""

import numpy as np

SAME = 1e-11  # of the total: what is left over, or missing at a bound, that counts as rounding


def places(X):
    """(m,) index of the first of X that equals each."""
    first = {}
    return np.array([first.setdefault(key, i) for i, key in enumerate(keys(X))])


def keys(X):
    """For each point (m, d), or string (m,), what tells whether two are equal."""
    return X.tolist() if X.dtype.kind == "U" else [row.tobytes() for row in X + 0.0]  # -0 is 0


def filled(totals, capacity):
    """(k, c) table with column sums ``totals`` (c,) and row sums at most ``capacity`` (k,), filled row by row.

    Exact where a row is full or empty.
    """
    amount, room = (np.append(0.0, np.cumsum(values)) for values in (totals, capacity))
    nearest = room[np.abs(room[:, None] - amount).argmin(axis=0)]
    amount = np.where(np.abs(amount - nearest) <= SAME * amount[-1], nearest, amount)
    begin, end = room[:-1, None], room[1:, None]
    low, high = np.maximum(amount[:-1], begin), np.minimum(amount[1:], end)
    return np.where((low == begin) & (high == end), capacity[:, None], np.maximum(0.0, high - low))


def bends(groups, alpha, slope, upper, growth, length, scale=None):
    """Sorted times in (0, length) at which filled multipliers bend though ``alpha`` (n,) at rates ``slope`` and
    ``upper`` at rates ``growth`` are straight: a total passes what some of its points can carry together.

    What is nearer to the ends than rounding, of ``scale``, by default the length, is none.
    """
    times = [0.0, length]
    for group in groups:
        v = group[:, 0]
        if (upper[v] == upper[v[0]]).all():
            continue  # with at most one of them between its bounds, these change places at events only
        room, rate = np.cumsum(upper[v]) - alpha[v].sum(), slope[v].sum() - np.cumsum(growth[v])
        with np.errstate(divide="ignore", invalid="ignore"):
            times.extend(room / rate)
    times = np.array(times)
    near = SAME * (length if scale is None else scale)
    inside = (times > near) & (times < length - near)
    return np.unique(times[inside])
