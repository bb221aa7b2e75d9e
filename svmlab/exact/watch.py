"""What a machine says along C of points that it does not know: in straight lines, and where they cross a threshold."""

from itertools import pairwise

import numpy as np

from svmlab.exact import loo
from svmlab.exact.loose import margins_along


def thresholds(program, variables):
    """The margins below which these variables make their point an error: a tie goes to the class that stands first."""
    return np.where(program.tail[variables] > program.head[variables], -loo.TIE, loo.TIE)


def tell_lines(record, index, C, length, values, slopes, thresholds):
    """Tell the changes of r points whose margins (r, c) go on in straight lines from C (r,) on, over length (r,).

    Only those are looked at whose line crosses a threshold, or that are not as they were.
    """
    errs = (values + 0.5 * length[:, None] * slopes < thresholds).any(axis=1)
    ends = values + length[:, None] * slopes
    crosses = ((values < thresholds) != (ends < thresholds)).any(axis=1)
    for r in np.flatnonzero(crosses | (errs != record.now(index))):
        line = values[r].tolist(), slopes[r].tolist(), thresholds[r].tolist()
        _tell(record, int(index[r]), float(C[r]), float(length[r]), *line)


def tell_pieces(record, index, C, length, unit, pieces, thresholds):
    """The same of straight pieces (start, values (r c,), slopes) from C on, starts and slopes in units of a program."""
    ends = [start * unit for start, *_ in pieces[1:]] + [length]
    for (start, values, slopes), end in zip(pieces, ends, strict=True):
        everyone = np.full(len(index), C + start * unit), np.full(len(index), end - start * unit)
        lines = values.reshape(thresholds.shape), slopes.reshape(thresholds.shape) / unit
        tell_lines(record, index, *everyone, *lines, thresholds)


def _tell(record, index, C, length, values, slopes, thresholds):
    """Margins of a point that go on in straight lines from C: an error while one of them is below its threshold."""
    lines = list(zip(values, slopes, thresholds, strict=True))
    times = [(threshold - value) / slope for value, slope, threshold in lines if slope]
    ends = [0.0, *sorted(t for t in times if 0.0 < t < length), length]
    for begin, end in pairwise(ends):
        middle = 0.5 * (begin + end)
        errs = any(value + middle * slope < threshold for value, slope, threshold in lines)
        record.tell(index, C + begin, int(errs))


class Watch:
    """Points left out of a machine, by their variables ``own`` (r, c); ``index`` (r,) numbers them in the record."""

    def __init__(self, program, own, index, record):
        self.own, self.index, self.record = own, index, record
        self.thresholds = thresholds(program, own)

    def look(self, unit, active, step, C, place):
        """Tell the changes on the step that ``active`` is about to take at C; ``unit`` is that of its program.

        place (k,): where each free variable lies on the step, see ``path.places``.
        """
        own = self.own.ravel()
        if place.any():
            pieces = margins_along(active.program, active, step, place, own)
        else:
            pieces = [(0.0, active.g[own] + 1.0, step.d_gradient[own])]
        tell_pieces(self.record, self.index, C, step.length * unit, unit, pieces, self.thresholds)
