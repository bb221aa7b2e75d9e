"""Many points left out of one machine at once, as rows of a ``flock``."""

import numpy as np

from svmlab.engine.flock import Flock
from svmlab.engine.rows import joined, leaving


def leave_out(active, groups):
    """Lead the variables of each group (P, c), one point's each, to zero; returns all groups as Rows, in any order.

    All start from the optimum ``active``, which is left as it is; ``left`` is 0 where a row has arrived.
    """
    flock = Flock(active.program, active.upper)
    parts = [flock.add(leaving(active, np.asarray(groups)))]
    while len(flock):
        parts.extend(rows for rows, _ in flock.step())
    return joined(parts)
