"""Where the active set begins: near a given point, at an optimum, or from nothing."""

import numpy as np

from svmlab.engine import active_set, exchanges


def start(program, a, b, goal=-1.0):
    """The working set of an approximate solution (a, b) of a scaled program, made regular; see ``settle``.

    A variable is at a bound where a says so exactly, or where its multiplier outweighs its distance to the bound.
    """
    g = program.product(a) + goal + b @ program.E.T[: len(b)]
    above = program.upper - a
    side = np.select([a <= 0, above <= 0, g > a, -g > above], [1.0, -1.0, 1.0, -1.0], 0.0)
    side[program.upper <= 0] = 0.0
    a = np.select([program.upper <= 0, side == 1, side == -1], [0.0, 0.0, program.upper], a)
    depth = np.where(side == 0, np.minimum(a, program.upper - a), -np.abs(g) - 1e-300)
    depth[program.upper <= 0] = -np.inf
    basis = program.spanning(depth)
    rest = np.setdiff1d(np.flatnonzero((side == 0) & (program.upper > 0)), basis)
    side[basis] = 0.0
    together = np.concatenate([basis, rest]).astype(np.intp)
    try:
        active = active_set.ActiveSet(program, a.copy(), b.copy(), side.copy(), together)
        if active.condition() < 1e9:
            return active
        active = active.resumed(a, b, active.g, side, basis)
    except active_set.Stalled:
        active = active_set.ActiveSet(program, a, b, side, basis)
    try:
        for v in rest[np.argsort(-depth[rest])]:
            active.insert(v)
    except active_set.Stalled:  # begin with all but the basis at a bound; settle leads home from anywhere
        a[rest] = np.where(2.0 * a[rest] < program.upper[rest], 0.0, program.upper[rest])
        side[:] = np.select([program.upper <= 0, a <= 0, a >= program.upper], [0.0, 1.0, -1.0], 1.0)
        a[side == 1.0] = 0.0
        side[basis] = 0.0
        active = active_set.ActiveSet(program, a, b, side, basis)
    return active


def optimum(program, a, b):
    """The working set of an optimum (a, b), settled; where rounding forbids that, as near as it is."""
    active = start(program, a, b)
    settled = active.copy()
    try:
        settled.settle()
    except (active_set.Stalled, exchanges.Unbounded):
        return active
    return settled


def cold_start(program):
    """The working set of a = 0, optimal when f is positive, led to f = -1 without any solver."""
    *_, active = cold_steps(program)
    return active


def cold_steps(program):
    """Yield the one working set of ``cold_start`` on its way: before each exchange, and at the end."""
    n = len(program.example)
    usable = program.upper > 0
    basis = program.spanning(np.where(usable, 0.0, -np.inf))
    side = np.where(usable, 1.0, 0.0)
    side[basis] = 0.0
    active = active_set.ActiveSet(program, np.zeros(n), np.zeros(program.ties), side, basis)
    height = 0.5 + np.arange(n) * 0.618034 % 1.0  # no two alike, as in the page
    height[basis] = 0.0
    active.linear, active.g = height, height.copy()
    for _ in active.follow(1.0, linear=-1.0 - height):
        yield active
    yield active
