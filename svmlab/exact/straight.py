"""Functions that are linear but for bends: what b and the margins are of C where the intercept is not unique."""

import numpy as np

STRAIGHT = 1e-9  # by how much a function that counts as linear may bend, relative to its size
DEPTH = 10  # of the splitting of one piece into pieces on which it is linear


def linear_pieces(f, low, high, depth=DEPTH):
    """[(start, value, slope)] of the straight pieces of a piecewise linear f between low and high.

    f (T,) -> (T, c) is asked inside only: at the ends it may jump.
    """
    at = low + (high - low) * np.array([0.01, 0.26, 0.5, 0.77, 0.99])
    values = f(at)
    slope = (values[-1] - values[0]) / (at[-1] - at[0])
    chord = values[0] + (at - at[0])[:, None] * slope
    if depth == 0 or np.abs(values - chord).max() <= STRAIGHT * max(1.0, np.abs(values).max()):
        return [(low, values[0] + (low - at[0]) * slope, slope)]
    kink = _kink(f, at, values)
    return linear_pieces(f, low, kink, depth - 1) + linear_pieces(f, kink, high, depth - 1)


def _kink(f, at, values):
    """Where the lines at both ends meet, if they meet between; else the middle."""
    near = 1e-3 * (at[-1] - at[0])
    beside = f(np.array([at[0] + near, at[-1] - near]))
    first, last = (beside[0] - values[0]) / near, (values[-1] - beside[1]) / near
    which = np.abs(first - last).argmax()
    rise = values[-1, which] - values[0, which] - last[which] * (at[-1] - at[0])
    bend = first[which] - last[which]
    kink = at[0] + rise / bend if bend else at[2]
    return kink if at[0] < kink < at[-1] else at[2]
