"""Where something ceases to hold along t, between two places at most ``WIDTH`` apart."""

import numpy as np

WIDTH = 1e-8  # of the bracket, in the logarithm of a parameter
PATIENCE = 3  # looks by false position before the bracket is halved once


def bracketed(at, low, high, holds, share):
    """(last, beyond): places at most WIDTH apart, ``holds`` is true of the first and false of the second.

    low, high : places with a ``t``, of which that is so; at(t) : the place at t; share(low, high) : at which part of
    the way from low to high something is guessed to cross, from 0 to 1. Where guesses bring little, it is halved.
    """
    looks = 0
    while high.t - low.t > WIDTH:
        width = high.t - low.t
        aside = 0.4 * WIDTH * (1 if looks % 2 else -1)  # once on this side, once on the other
        guess = np.clip(share(low, high) * width + aside, 0.01 * width, 0.99 * width)
        place = at(low.t + (0.5 * width if looks > PATIENCE else guess))
        low, high = (place, high) if holds(place) else (low, place)
        looks = 0 if looks > PATIENCE else looks + 1
    return low, high
