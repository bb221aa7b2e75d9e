"""The machines without a point along C, followed to tell who errs: most of them in step, some of them alone.

``error_curve`` says over which stretches, and puts together what they tell.
"""

from typing import NamedTuple

import numpy as np

from svmlab.engine import active_set, solver, starts
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.flock import Flock
from svmlab.engine.rows import joined, leaving, refined, violations
from svmlab.engine.scaled_program import ON_A_BOUND
from svmlab.exact import leaving_out, path
from svmlab.exact.error_curve import UNKNOWN
from svmlab.exact.loose import limiting, margins_along, middles
from svmlab.exact.watch import Watch, tell_lines, tell_pieces, thresholds

CHUNK = 128  # machines without a point that go in step at the most
CALM = 1  # steps on which the intercept is unique, after which a machine that goes alone goes in step again


class Followers:
    """The machines without a point, each over its Stretch: most of them in step, some of them alone."""

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
        if not leaving_out.led_out(active, own, left if active.a[own].any() else 0.0) <= CERTIFIED:
            active = _trained_without(active, own)
            self.record.refits += 1
        active.upper[own] = 0.0
        self._go_on(index, active, C)

    def _go_on(self, index, active, C):
        """Follow the machine without a point alone, until it can go on in step again."""
        stretch = self.record.stretches[index]
        own = self._own(stretch.p)
        watch = Watch(self.program, own[None], np.array([index]), self.record)
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
            for name, values in vars(some).items():
                getattr(rows, name)[turning] = values
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
        if (looked & ~tied).any():
            places = np.where(a <= rounding, 1, np.where(inside, 0, -1))
            self._look_by_rule(np.flatnonzero(looked & ~tied), step, d_b, d_g, places)
        return grows & ~np.isfinite(rows.left)

    def _look(self, which, step, d_g):
        rows = self.rows
        own, length = rows.own[which], step[which]
        values, slopes = rows.g[which[:, None], own] + 1.0, d_g[which[:, None], own]
        at = rows.C[which] * self.unit, length * self.unit
        tell_lines(self.record, rows.index[which], *at, values, slopes / self.unit, self.thresholds[own])

    def _look_by_rule(self, which, step, d_b, d_g, places):
        """The same of rows whose intercept is not unique, by its rule."""
        if self.program.one_variable_per_point:
            self._look_at_middles(which, step, d_b, d_g, places)
            return
        for r in which:
            self._look_at_one(r, step[r], d_b[r], d_g[r], places[r, self.rows.members[r] < self.program.E.shape[0]])

    def _look_at_middles(self, which, step, d_b, d_g, places):
        """The same of two classes, all rows at once."""
        rows, places, length = self.rows.among(which), places[which], step[which]
        sides, free = np.pad(rows.side, ((0, 0), (0, 1))), np.zeros(rows.a.shape, dtype=bool)
        np.put_along_axis(sides, rows.members, places, axis=1)
        np.put_along_axis(free, rows.members, places == 0, axis=1)
        counts = np.tile(self.weight[:-1] > 0, (len(rows), 1))
        np.put_along_axis(counts, rows.own, False, axis=1)
        limits = limiting(counts, sides[:, :-1], free[:, :-1])
        lines = rows.b @ self.E_ties - rows.g, d_b[which] @ self.E_ties - d_g[which]  # 1 - Hα and its rate
        needed, rates = (np.take_along_axis(line, rows.own, axis=1) for line in lines)
        sign = self.program.E[rows.own, 0]
        for some, start, end, b, slope in middles(self.program, *lines, *limits, length):
            start, end, b, slope = (values[:, None] for values in (start, end, b, slope))
            margins = 1.0 - needed[some] - start * rates[some] + sign[some] * b
            rising = (sign[some] * slope - rates[some]) / self.unit
            at = (rows.C[some] + start[:, 0]) * self.unit, (end - start)[:, 0] * self.unit
            tell_lines(self.record, rows.index[some], *at, margins, rising, self.thresholds[rows.own[some]])

    def _look_at_one(self, r, length, d_b, d_g, place):
        """The same of one row of many classes."""
        rows, own = self.rows, self.rows.own[r]
        upper = rows.C[r] * self.weight[:-1]
        upper[own] = 0.0
        here = _Place(rows.b[r], self.E_ties, rows.g[r], rows.side[r], upper)
        step = active_set.Step(0.0, length, rows.free(r), None, d_b, d_g, None)
        pieces = margins_along(self.program, here, step, place, own)
        at = float(rows.C[r]) * self.unit, float(length) * self.unit
        tell_pieces(self.record, rows.index[[r]], *at, self.unit, pieces, self.thresholds[own[None]])


class _Place(NamedTuple):
    """What ``margins_along`` asks of an ActiveSet."""

    b: np.ndarray
    E: np.ndarray
    g: np.ndarray
    side: np.ndarray
    upper: np.ndarray
