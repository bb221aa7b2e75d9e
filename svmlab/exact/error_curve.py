"""The leave-one-out errors for every C: an exact step function.

Where the intercept is unique a point errs wherever the machine with all points errs on it (two classes: leaving it out
cannot raise its margin), and does not err where its multipliers are zero. A first sweep along C finds the stretches
between; on them, and there only, the machine without the point is followed. See ``loo`` and ``path``.
"""

from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, solver, starts
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.flock import Flock, joined, leaving, refined, violations
from svmlab.engine.scaled_program import ON_A_BOUND
from svmlab.exact import loo, path
from svmlab.exact import validation as checks
from svmlab.exact.loose import margins_along

UNKNOWN = -1
CHUNK = 128  # machines without a point that go in step at the most
CALM = 1  # steps on which the intercept is unique, after which a machine that goes alone goes in step again
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
        followers = _Followers(program, stretches, record, progress)
        for piece, (scaling, active, _, C) in enumerate(path.along(program, C_min, C_max)):
            reached = C
            followers.begin(scaling, active, C, stretches.get(piece, ()))
        followers.finish()
        record.residual = max(record.residual, active.copy().violation())
    except active_set.Unbounded:
        raise validation.not_separable() from None
    except active_set.Stalled:
        raise checks.path_ends(reached) from None
    return record.finished(known, C_min, C_max)


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


# --- what the machines without a point tell ------------------------------------------------------------------------


class _Followers:
    """The machines without a point, each over its _Stretch: most of them in step, some of them alone."""

    def __init__(self, program, stretches, record, progress):
        self.program, self.record, self.progress = program, record, progress
        self.done, self.total = 0, sum(len(opened) for opened in stretches.values())
        self.waiting, self.scaling, self.flock = [], None, None

    def begin(self, scaling, active, C, stretches):
        """Begin with these stretches at C, from the machine with all points."""
        if not stretches:
            return
        self.scaling = scaling
        self.flock = self.flock or _Flock(scaling, self.program, self.record)
        index = self.record.open(stretches)
        groups = np.array([self._own(stretch.p) for stretch in stretches])
        if active.shaken:
            for i in index:
                self._alone(i, active.copy(), C, 1.0)
            return
        self.waiting.append(leaving(active, groups, index, C / scaling.unit))
        while sum(len(rows) for rows in self.waiting) + len(self.flock) > CHUNK:
            self._step()

    def finish(self):
        """Follow all of them to their ends."""
        while self.waiting or (self.flock and len(self.flock)):
            self._step()

    def _own(self, p):
        each = self.program.ties
        return np.arange(p * each, (p + 1) * each)

    def _step(self):
        if self.waiting and len(self.flock) < CHUNK // 2:
            rows = self.flock.add(joined(self.waiting))
            self.waiting = []
            self._take(rows, np.zeros(len(rows), dtype=bool))
            return
        for rows, done in self.flock.step():
            self._take(rows, done)

    def _take(self, rows, done):
        """What the flock gives back: certify what has come to its end, and go on alone with the rest."""
        if done.any():
            arrived = rows.among(done)
            for index, violation in zip(arrived.index.tolist(), self.flock.violations(arrived), strict=True):
                self._end(index, violation)
        for r in np.flatnonzero(~done):
            active = self._active(rows, r)
            index, C = int(rows.index[r]), float(rows.C[r]) * self.scaling.unit
            if rows.growth[r]:
                self._go_on(index, active, C)
            else:
                self._alone(index, active, C, float(rows.left[r]))

    def _active(self, rows, r):
        """The ActiveSet of a row."""
        upper = rows.C[r] * self.flock.weight[:-1]
        if rows.growth[r]:
            upper[rows.own[r]] = 0.0
        scaled = self.scaling.scaled.with_upper(upper)
        return active_set.ActiveSet(scaled, rows.a[r, :-1], rows.b[r], rows.side[r], rows.free(r))

    def _alone(self, index, active, C, left):
        """Lead a point out, and follow the machine without it."""
        own = self._own(self.record.stretches[index].p)
        if not loo.led_out(active, own, left if active.a[own].any() else 0.0) <= CERTIFIED:
            active = _trained_without(active, own)
            self.record.refits += 1
        active.upper[own] = 0.0
        self._go_on(index, active, C)

    def _go_on(self, index, active, C):
        """Follow the machine without a point alone, until it can go on in step again."""
        stretch = self.record.stretches[index]
        own = self._own(stretch.p)
        watch = _Watch(self.program, own, index, self.record)
        others, calm = self.program.without(own), 0
        now = active
        for scaling, now, step, at in path.along(others, C, stretch.end, (self.scaling, active)):
            if step.length * scaling.unit <= path.SHORTEST * at:
                continue
            place = path.places(now, step, at / scaling.unit)
            calm = 0 if place.any() or now.shaken else calm + 1
            if calm > CALM and np.isfinite(stretch.end):
                self.waiting.append(self._row(index, now, at / scaling.unit, own, stretch))
                return
            watch.look(scaling.unit, now, step, at, place)
        self._end(index, now.violation())

    def _row(self, index, active, C, own, stretch):
        """An ActiveSet at C, of a machine without a point, as a row."""
        rows = leaving(active, own[None], [index], C)
        return self.flock.turned(rows)

    def _end(self, index, violation):
        stretch = self.record.stretches[index]
        if stretch.known != UNKNOWN:
            self.record.tell(index, stretch.end, stretch.known)
        self.record.residual = max(self.record.residual, violation)
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total)


def _trained_without(active, own):
    """The working set of the machine without the variables ``own``, trained anew at the C of ``active``."""
    program = active.program.with_upper(active.upper).without(own)
    solution = solver.solve(program)
    return starts.start(program, solution.alpha, program.against_last(solution.b))


class _Flock(Flock):
    """Machines without a point in step: they lead it out, and follow C to the ends of their stretches."""

    def __init__(self, scaling, program, record):
        super().__init__(scaling.scaled, program.upper)
        self.unit, self.record = scaling.unit, record
        self.rounds = 50 * len(program.upper) + 1000
        self.thresholds = thresholds(program, slice(None))

    def turned(self, rows):
        """Rows that have led their point out, on the way in C."""
        ends = np.array([self.record.stretches[i].end for i in rows.index])
        np.put_along_axis(rows.a, rows.own, 0.0, axis=1)
        np.put_along_axis(rows.side, rows.own, 0.0, axis=1)
        rows.growth[:], rows.left[:] = 1.0, ends / self.unit - rows.C
        rows.moved[:] = self.weight[:-1] * (rows.side == -1.0)
        rows.pull[:, :-1] = self.program.products(rows.moved)
        rows.imbalance[:] = rows.moved @ self.E_ties.T
        return rows

    def violations(self, rows):
        """(r,) largest violation of an optimality condition of each row, once what rounding did is taken back."""
        return violations(self.program, rows.C[:, None] * self.weight[:-1], refined(self.program, rows))

    def _ended(self, done):
        """Rows whose point is out turn to the way in C, but for those to infinity, which go alone."""
        rows = self.rows
        turning = done & (rows.growth == 0.0)
        if turning.any():
            some = self.turned(rows.among(turning))
            for each in fields(rows):
                getattr(rows, each.name)[turning] = getattr(some, each.name)
        return done & ~turning

    def _stays(self, step, d_b, d_free, d_g):
        """Record the changes of this step; rows that end nowhere stay."""
        rows, n = self.rows, len(self.weight) - 1
        weight, empty = self.weight[rows.members], rows.members == n
        ahead = 0.5 * np.minimum(step, rows.C)[:, None]
        a = np.take_along_axis(rows.a, rows.members, axis=1) + ahead * d_free
        rounding = ON_A_BOUND * rows.a.max(axis=1)[:, None]
        inside = (a > rounding) & ((rows.C[:, None] + ahead) * weight - a > rounding)
        grows = rows.growth > 0
        tied = (inside | empty).all(axis=1)
        looked = grows & np.isfinite(rows.left) & (step > path.SHORTEST * rows.C)
        if (looked & tied).any():
            self._look(np.flatnonzero(looked & tied), step, d_g)
        places = np.where(a <= rounding, 1, np.where(inside, 0, -1))
        for r in np.flatnonzero(looked & ~tied):
            self._look_loosely(r, step[r], d_b[r], d_g[r], places[r, ~empty[r]])
        return grows & ~np.isfinite(rows.left)

    def _look(self, which, step, d_g):
        rows = self.rows
        own, length = rows.own[which], step[which]
        values, slopes = rows.g[which[:, None], own] + 1.0, d_g[which[:, None], own]
        thresholds = self.thresholds[own]
        errs = (values + 0.5 * length[:, None] * slopes < thresholds).any(axis=1)
        ends = values + length[:, None] * slopes
        crosses = ((values < thresholds) != (ends < thresholds)).any(axis=1)
        for r in np.flatnonzero(crosses | (errs != self.record.now(rows.index[which]))):
            at = rows.C[which[r]] * self.unit
            line = values[r].tolist(), (slopes[r] / self.unit).tolist(), thresholds[r].tolist()
            _tell(self.record, int(rows.index[which[r]]), at, length[r] * self.unit, *line)

    def _look_loosely(self, r, length, d_b, d_g, place):
        """The same of one row, by the rule of the intercept."""
        rows, own = self.rows, self.rows.own[r]
        upper = rows.C[r] * self.weight[:-1]
        upper[own] = 0.0
        here = _Place(rows.b[r], self.E_ties, rows.g[r], rows.side[r], upper)
        step = active_set.Step(0.0, length, rows.free(r), None, d_b, d_g, None)
        pieces = margins_along(self.program, here, step, place, own)
        _tell_pieces(
            self.record, int(rows.index[r]), pieces, rows.C[r] * self.unit, length, self.unit, self.thresholds[own]
        )


class _Place(NamedTuple):
    """What ``margins_along`` asks of an ActiveSet."""

    b: np.ndarray
    E: np.ndarray
    g: np.ndarray
    side: np.ndarray
    upper: np.ndarray


class _Watch:
    """What the machine without a point says of it, step by step."""

    def __init__(self, program, own, index, record):
        self.own, self.index, self.record = own, index, record
        self.thresholds = thresholds(program, own)

    def look(self, unit, active, step, C, place):
        """Tell the changes on the step that ``active`` is about to take at C; ``unit`` is that of its program."""
        if place.any():
            pieces = margins_along(active.program, active, step, place, self.own)
        else:
            pieces = [(0.0, active.g[self.own] + 1.0, step.d_gradient[self.own])]
        _tell_pieces(self.record, self.index, pieces, C, step.length, unit, self.thresholds)


def _tell_pieces(record, index, pieces, C, length, unit, thresholds):
    """Tell of straight pieces (start, values, slopes) of margins from C on, over a length in units of a program."""
    ends = [start for start, *_ in pieces[1:]] + [length]
    for (begin, values, slopes), end in zip(pieces, ends, strict=True):
        line = values.tolist(), (slopes / unit).tolist(), thresholds.tolist()
        _tell(record, index, C + begin * unit, (end - begin) * unit, *line)


def _tell(record, index, C, length, values, slopes, thresholds):
    """Margins of a point that go on in straight lines from C: an error while one of them is below its threshold."""
    lines = list(zip(values, slopes, thresholds, strict=True))
    times = [(threshold - value) / slope for value, slope, threshold in lines if slope]
    ends = [0.0, *sorted(t for t in times if 0.0 < t < length), length]
    for begin, end in pairwise(ends):
        middle = 0.5 * (begin + end)
        errs = any(value + middle * slope < threshold for value, slope, threshold in lines)
        record.tell(index, C + begin, int(errs))


class _Record:
    """Who errs at C_min, and what is told of each _Stretch, whichever comes first; see ``ErrorCurve``."""

    def __init__(self, svm, undefined):
        self.undefined, self.weighs = undefined, svm.sample_weight_ > 0
        self.stretches, self.told, self.residual, self.refits = [], [], 0.0, 0

    def open(self, stretches):
        """Take stretches, in the order in which they begin; returns their numbers."""
        first = len(self.stretches)
        self.stretches.extend(stretches)
        self.told.extend([] for _ in stretches)
        return np.arange(first, len(self.stretches))

    def now(self, index):
        """(r,) whether the points of these stretches err, as far as they are followed, or UNKNOWN."""
        return np.array([self.told[i][-1][1] if self.told[i] else UNKNOWN for i in index])

    def tell(self, index, C, error):
        """From C on, the point of a stretch errs or does not."""
        told = self.told[index]
        if not told or told[-1][1] != error:
            told.append((C, error))

    def _changes(self, now):
        """((m,) who errs first, sorted (C, p) at which a point begins or ceases to) from what is known at first."""
        first, changes = now.copy(), []
        for stretch, told in zip(self.stretches, self.told, strict=True):
            for C, error in told:
                if first[stretch.p] == UNKNOWN:
                    first[stretch.p] = error
                elif now[stretch.p] != error:
                    changes.append((C, stretch.p))
                now[stretch.p] = error
        return first, sorted(changes)

    def finished(self, known, C_min, C_max):
        """The ErrorCurve; changes at one place are one breakpoint, where who changes twice does not change."""
        first, changes = self._changes(known)
        initial = (first == 1) & self.weighs & ~self.undefined
        C, counts, changed, errors = [C_min], [int(initial.sum())], [], initial.copy()
        for at, points in _places(changes):
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
