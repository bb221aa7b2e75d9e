"""The leave-one-out errors for every C: an exact step function.

Where the intercept is unique a point errs wherever the machine with all points errs on it (two classes: leaving it out
cannot raise its margin), and does not err where its multipliers are zero. A first sweep along C finds the stretches
between; on them, and there only, the machine without the point is followed. See ``loo`` and ``path``.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine import active_set
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import loo, path
from svmlab.exact import validation as checks
from svmlab.exact.loose import margins_along
from svmlab.exact.straight import linear_pieces

UNKNOWN = -1
ONE_PLACE = 1e-9  # relative distance of two changes that count as one: rounding may part what happens together


@dataclass(frozen=True)
class ErrorCurve:
    """Who errs when left out, for every C between C_min and C_max: constant between breakpoints.

    C : (P + 1,) breakpoints, the ends included, C_max may be inf; counts : (P,) errors between them
    points : P - 1 tuples, the points that begin or cease to err at C[1] ... C[P - 1]
    initial : (m,) bool, who errs at C_min; undefined, weighs : (m,) bool, as those of ``LeaveOneOut``
    refits : points that were trained anew after all
    residual : the largest violation of an optimality condition of a machine that was followed to its end, of all points
    and of those without one; certified : whether it is at most 1e-8
    """

    C: np.ndarray
    counts: np.ndarray
    points: tuple = field(repr=False)
    initial: np.ndarray = field(repr=False)
    undefined: np.ndarray = field(repr=False)
    weighs: np.ndarray = field(repr=False)
    refits: int
    residual: float

    @property
    def C_min(self):
        return float(self.C[0])

    @property
    def C_max(self):
        return float(self.C[-1])

    @property
    def certified(self):
        """Whether every machine that was followed is certified."""
        return bool(self.residual <= CERTIFIED)

    @property
    def n_errors(self):
        """The fewest errors."""
        return int(self.counts.min())

    @property
    def error_rates(self):
        """(P,) counts, as a share of the points for which leaving out is defined."""
        return self.counts / int((self.weighs & ~self.undefined).sum() or 1)

    @property
    def best(self):
        """The intervals (C, C) with the fewest errors; the ends are where a point changes."""
        least = np.concatenate([[False], self.counts == self.counts.min(), [False]])
        ends = np.flatnonzero(least[1:] != least[:-1])
        return tuple((float(self.C[i]), float(self.C[j])) for i, j in ends.reshape(-1, 2))

    def count_at(self, C):
        """How many points err at C; on a breakpoint, what holds from there on."""
        return int(self.counts[self._interval(C)])

    def errors_at(self, C):
        """(m,) bool: who errs at C; on a breakpoint, what holds from there on."""
        errors = self.initial.copy()
        for points in self.points[: self._interval(C)]:
            errors[list(points)] ^= True
        return errors

    def _interval(self, C):
        C = validation.real("C", C)
        if not self.C_min <= C <= self.C_max:
            raise checks.outside("C", C, self.C_min, self.C_max, "a longer curve")
        return int(np.searchsorted(self.C[1:-1], C, side="right"))

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        if self.certified:
            return f"certified: largest violation {self.residual:.1e}"
        advice = "standardise the features, or ask for a smaller C_max"
        return f"not certified: largest violation {self.residual:.1e}; {advice}"

    def __repr__(self):
        best = " and ".join(f"from {low:.4g} to {high:.4g}" for low, high in self.best)
        text = (
            f"leave-one-out errors, C from {self.C_min:.4g} to {self.C_max:.4g}, {len(self.points)} breakpoints; "
            f"the fewest are {self.n_errors} of {int(self.weighs.sum())} points, for C {best}"
        )
        return text if self.certified else f"{text}; {self.status}"


def along_path(svm, C_min=0.01, C_max=100.0, *, progress=None):
    """Return the exact ErrorCurve of a trained machine: its leave-one-out errors at every C between C_min and C_max.

    Between breakpoints nobody begins or ceases to err: h_{y_p}(x_p) = max_k≠y_p h_k(x_p) of the machine without p only
    there. The machine gives points, labels, weights and kernel; its own C plays no part. ``C_max = inf`` goes on to the
    hard margin. ``progress(done, total)`` is told how many stretches are followed; what it raises, such as
    KeyboardInterrupt, ends it. Ties go to the class that stands first, as in ``leave_one_out``.

    There are about m (Q-1) breakpoints of the path of each machine without a point, and about half of all these paths
    is followed. Raises NotFittedError for a machine that is not trained, ValueError unless 0 < C_min < C_max, for
    C_max = inf where the classes cannot be separated, and for a loss that has no path. Two classes and the machine of
    Weston and Watkins alike; svmlab's extension of the path of Hastie, Rosset, Tibshirani and Zhu 2004.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_min, C_max = validation.positive("C_min", C_min), validation.positive("C_max", C_max, finite=False)
    validation.increasing("C_min", C_min, "C_max", C_max)
    program = svm.solution_.program.with_weights(svm.sample_weight_)
    record = _Record(svm, loo.sole_of_class(svm))
    reached = C_min
    try:
        stretches, known = _stretches(program, C_min, C_max, record.undefined)
        record.begin(known)
        total = sum(len(opened) for opened in stretches.values())
        done = 0
        for piece, (scaling, active, _, C) in enumerate(path.along(program, C_min, C_max)):
            reached = C
            for stretch in stretches.get(piece, ()):
                _follow(program, scaling, active, C, stretch, record)
                done += 1
                if progress is not None:
                    progress(done, total)
        record.residual = max(record.residual, active.copy().violation())
    except active_set.Unbounded:
        raise validation.not_separable() from None
    except active_set.Stalled:
        raise checks.path_ends(reached) from None
    return record.finished(C_min, C_max)


loo.leave_one_out.along_path = along_path  # the same question of every C


# --- what the machine with all points tells ------------------------------------------------------------------------


class _Stretch(NamedTuple):
    """The machine without point p must be followed to ``end``; ``known``: whether p errs there, as is known then."""

    p: int
    end: float
    known: int


def _stretches(program, C_min, C_max, sole):
    """({piece: [_Stretch that begins there]}, (m,) who errs at C_min, UNKNOWN where the first stretches tell)."""
    each = program.ties
    absent = sole | ~(program.upper.reshape(-1, each) > 0).any(axis=1)
    opened = np.full(len(absent), -1)
    stretches, known = {}, None
    for piece, (scaling, active, step, C) in enumerate(path.along(program, C_min, C_max)):
        if step.length * scaling.unit <= path.SHORTEST * C:
            continue
        sure = _certainties(program, active, step, C / scaling.unit)
        for p in np.flatnonzero((sure != UNKNOWN) & (opened >= 0)):
            stretches.setdefault(int(opened[p]), []).append(_Stretch(int(p), C, int(sure[p])))
            opened[p] = -1
        opened[(sure == UNKNOWN) & (opened < 0) & ~absent] = piece
        known = sure if known is None else known
    for p in np.flatnonzero(opened >= 0):
        stretches.setdefault(int(opened[p]), []).append(_Stretch(int(p), C_max, UNKNOWN))
    return stretches, known


def _certainties(program, active, step, C):
    """(m,) 1 where a point errs on all of this step from C on, 0 where it does not, else UNKNOWN."""
    sure = np.full(len(program.K), UNKNOWN)
    if path.places(active, step, C).any():
        return sure
    sure[(active.side == 1.0).reshape(len(sure), -1).all(axis=1)] = 0
    if program.one_variable_per_point:
        limit = thresholds(program, slice(None)) - 1.0
        begin, end = active.g, active.g + step.length * step.d_gradient
        sure[(begin < limit) & (end < limit)] = 1
    return sure


def thresholds(program, variables):
    """The margins below which these variables make their point an error: a tie goes to the class that stands first."""
    return np.where(program.tail[variables] > program.head[variables], -loo.TIE, loo.TIE)


# --- what a machine without a point tells --------------------------------------------------------------------------


def _follow(program, scaling, active, C, stretch, record):
    """Follow the machine without a point from ``active``, the one with all of them at C, and record what it tells."""
    own = np.flatnonzero(program.example == stretch.p)
    left = 1.0 if active.a[own].any() else 0.0
    without, refitted, _ = loo.led_out(active, active.copy(), own, left)
    without.upper[own] = 0.0
    watch = _Watch(program, own, stretch.p, record)
    active = without
    for scaled, active, step, at in path.along(program.without(own), C, stretch.end, (scaling, without)):
        if step.length * scaled.unit > path.SHORTEST * at:
            watch.look(scaled.unit, active, step, at)
    if stretch.known != UNKNOWN:
        record.tell(stretch.p, stretch.end, stretch.known)
    record.residual = max(record.residual, active.copy().violation())
    record.refits += refitted


class _Watch:
    """What the machine without a point says of it, step by step."""

    def __init__(self, program, own, p, record):
        self.own, self.p, self.record = own, p, record
        self.thresholds = thresholds(program, own).tolist()

    def look(self, unit, active, step, C):
        """Tell the changes on the step that ``active`` is about to take at C; ``unit`` is that of its program."""
        place = path.places(active, step, C / unit)
        if place.any():
            margins = margins_along(active.program, active, step, place, self.own)
            pieces = linear_pieces(margins, 0.0, step.length)
        else:
            pieces = [(0.0, active.g[self.own] + 1.0, step.d_gradient[self.own])]
        ends = [start for start, *_ in pieces[1:]] + [step.length]
        for (begin, values, slopes), end in zip(pieces, ends, strict=True):
            self._tell(C + begin * unit, (end - begin) * unit, values.tolist(), (slopes / unit).tolist())

    def _tell(self, C, length, values, slopes):
        """Margins that go on in straight lines from C: an error while one of them is below its threshold."""
        lines = list(zip(values, slopes, self.thresholds, strict=True))
        times = [(threshold - value) / slope for value, slope, threshold in lines if slope]
        ends = [0.0, *sorted(t for t in times if 0.0 < t < length), length]
        for begin, end in pairwise(ends):
            middle = 0.5 * (begin + end)
            errs = any(value + middle * slope < threshold for value, slope, threshold in lines)
            self.record.tell(self.p, C + begin, int(errs))


class _Record:
    """Who errs at C_min, and every change; see ``ErrorCurve``."""

    def __init__(self, svm, undefined):
        self.undefined, self.weighs = undefined, svm.sample_weight_ > 0
        self.changes, self.residual, self.refits = [], 0.0, 0

    def begin(self, known):
        self.initial, self.now = known.copy(), known.copy()

    def tell(self, p, C, error):
        """From C on, p errs or does not."""
        if self.initial[p] == UNKNOWN:
            self.initial[p] = error
        elif self.now[p] != error:
            self.changes.append((C, p))
        self.now[p] = error

    def finished(self, C_min, C_max):
        """The ErrorCurve; changes at one place are one breakpoint, where who changes twice does not change."""
        initial = (self.initial == 1) & self.weighs & ~self.undefined
        C, counts, changed, errors = [C_min], [int(initial.sum())], [], initial.copy()
        for at, points in _places(sorted(self.changes)):
            errors[points] ^= True
            C.append(at)
            changed.append(tuple(points))
            counts.append(int(errors.sum()))
        C, counts = np.array([*C, C_max]), np.array(counts)
        masks = initial, self.undefined, self.weighs
        return ErrorCurve(C, counts, tuple(changed), *masks, refits=self.refits, residual=float(self.residual))


def _places(changes):
    """Yield (C, points that change there) of sorted changes (C, p)."""
    for here in _near(changes):
        points = [p for _, p in here]
        changed = sorted(p for p in set(points) if points.count(p) % 2)
        if changed:
            yield here[0][0], changed


def _near(changes):
    """Sorted changes (C, p) in lists of those that happen together."""
    lists = []
    for change in changes:
        if lists and change[0] <= lists[-1][0][0] * (1.0 + ONE_PLACE):
            lists[-1].append(change)
        else:
            lists.append([change])
    return lists
