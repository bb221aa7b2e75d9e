"""Many points left out of one machine: as rows of a ``flock``, or one after the other in a compiled ``loop``."""

import importlib.util
import sys
from dataclasses import replace

import numpy as np

from svmlab.engine.flock import Flock
from svmlab.engine.rows import joined, leaving

WORTH = 2e7  # points times variables times members of F, from which on it pays to load numba
ROOM = 64  # members that F can have in the loop beyond those that it has at the beginning


def quickest(active, points):
    """The quickest way, ``in_step`` or ``in_a_loop``, to leave that many points out of ``active``.

    It is the loop where numba is there, and loaded by now or worth loading: that takes 0.3 s of processor time, once
    it has compiled the loop, which takes 9 s and is kept on disk.
    """
    work = points * len(active.a) * len(active.inverse)
    if "numba" not in sys.modules and (work < WORTH or importlib.util.find_spec("numba") is None):
        return in_step
    from svmlab.engine import loop

    return in_a_loop if loop.COMPILES else in_step


def in_step(active, groups):
    """Lead the variables of each group (P, c), one point's each, to zero; returns all groups as Rows, in any order.

    All start from the optimum ``active``, which is left as it is; ``left`` is 0 where a row has arrived.
    """
    flock = Flock(active.program, active.upper)
    parts = [flock.add(leaving(active, groups))]
    while len(flock):
        parts.extend(rows for rows, _ in flock.step())
    return joined(parts)


def in_a_loop(active, groups):
    """As ``in_step``, one after the other; R of these Rows stays that of the beginning."""
    from svmlab.engine import loop

    program, n, start = active.program, len(active.a), active.free.astype(np.int64)
    members = np.full((len(groups), len(start) + ROOM), n)
    rows, count = replace(leaving(active, groups), members=members), np.zeros(len(groups), dtype=np.int64)
    K, E, upper, R = (np.require(part, float, "CW") for part in (program.K, program.E, active.upper, active.inverse))
    example, own = (np.require(part, np.int64, "CW") for part in (program.example, groups))
    state = rows.a, rows.b, rows.g, rows.side, members, count, rows.left, rows.exchanges
    loop.lead_out(K, E, example, upper, start, R, own, state, rows.pull, rows.imbalance)
    members[np.arange(members.shape[1]) >= count[:, None]] = n
    return rows
