"""Leaving points out of a solution: by following the optimum to the one without them, or by training anew."""

from dataclasses import replace
from operator import itemgetter

import numpy as np

from svmlab.engine import active_set, batch, certificate, exchanges, scaled_program, solver, starts
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.rows import refined, violations

CHUNK = 128  # points that go in step at the most, so that ``progress`` is called now and then
TOGETHER = 600_000  # entries of the matrices R of points that are left out in step: what fits in a cache
FEW = 4  # points in step, below which each goes alone
ENOUGH = 1e-2 * CERTIFIED  # a certificate this good is not tried to be bettered
FAR = 1e4  # a bound, in units of the largest multiplier, that stands for none
TIE = 1e-9  # scores that differ by less, relative to the larger of them and 1, are called equal


class Refitting:
    """Leaving points out of a solution that the engine does not follow: by training without them."""

    def __init__(self, solution):
        self.program, self.alpha = solution.program, solution.alpha
        self._width = float((solution.limits + solution.limits.T).max())

    @property
    def intercept_is_tied(self):
        """Whether b is unique, so that a point without multipliers changes nothing; also where there is none."""
        return self._width <= TIE

    def largest_of(self, variables):
        """The largest of these multipliers."""
        return self.alpha[variables].max(initial=0.0)

    def leave_out_all(self, work):
        """Yield lists of (point, margins of its variables, exchanges, whether it was refitted, ``Solution.worst``)."""
        for p, variables, _ in work:
            yield [(p, *self.refitted(variables))]

    def refitted(self, variables, exchanges=0):
        """The way that always works: train without the point."""
        program = self.program.without(variables)
        start = None if program.boxed else (np.where(program.upper > 0, self.alpha, 0.0), None)
        try:
            solution = solver.solve(program, start)
        except ValueError:  # a hard margin that double precision does not find, though it is there: as near as it gets
            solution = solver.solve(program.with_upper(np.minimum(program.upper, FAR * self.alpha.max())))
        return solution.margins[variables], exchanges, True, _worst(solution, variables)


class Following(Refitting):
    """Leaving points out by following the optimum, each certified as a training is, or trained anew after all."""

    def __init__(self, solution):
        super().__init__(solution)
        self.scaling = scaled_program.ScaledProgram(solution.program)
        self.active = starts.optimum(self.scaling.scaled, *self.scaling.optimum(solution))
        self.hopeless = not solution.certified  # whatever is trained anew, the result is not certified

    @property
    def intercept_is_tied(self):
        return self.active.intercept_is_tied

    def largest_of(self, variables):
        """The largest of these multipliers, by size: what holds Eᵀα = 0 may be a rounding below zero."""
        return max(super().largest_of(variables), np.abs(self.active.a[variables]).max(initial=0.0))

    def leave_out_all(self, work):
        """As for Refitting."""
        constrain = [(p, variables) for p, variables, constrains in work if constrains]
        for p, variables, constrains in work:
            if not constrains:
                yield [(p, *self.leave_out(variables, False))]
        together = min(CHUNK, TOGETHER // self.active.inverse.size)
        if together < FEW:
            for p, variables in constrain:
                yield [(p, *self.leave_out(variables))]
            return
        way = batch.quickest(self.active, len(constrain))
        for i in range(0, len(constrain), together):
            yield from self._together(way, constrain[i : i + together])

    def _together(self, way, constrain):
        """The results of support vectors [(point, variables)] by a way of ``batch``; the irregular go on alone."""
        active, alone = self.active, []
        groups = np.array([variables for _, variables in constrain])
        rows = way(active, groups)
        arrived, margins, worst = self._arrived(rows, groups[rows.index])
        results = []
        for r, index in enumerate(rows.index):
            if arrived[r]:
                results.append((constrain[index][0], margins[r], rows.exchanges[r], False, worst[r]))
            else:
                alone.append((r, *constrain[index]))
        if results:
            yield results
        for r, point, variables in alone:
            try:
                without = active.resumed(rows.a[r, :-1], rows.b[r], rows.g[r], rows.side[r], rows.free(r))
            except active_set.Stalled:  # what it has come to cannot be inverted: alone, from the beginning
                yield [(point, *self.leave_out(variables))]
                continue
            without.events = rows.exchanges[r]
            yield [(point, *self._finish(without, variables, rows.left[r]))]

    def _arrived(self, rows, groups):
        """Which rows are certified optima with a unique intercept; margins of their left-out points; their worst."""
        active, without = self.active, rows.a.copy()
        np.put_along_axis(without, groups, 0.0, axis=1)
        g = active.program.products(without[:, :-1]) - 1.0 + rows.b @ active.E
        rows = replace(rows, a=without, g=g)
        settled = _settled(active, rows)
        poor = (rows.left <= 0.0) & ~settled
        if poor.any():
            better = refined(active.program, rows.among(poor))
            settled[poor] = _settled(active, better)
            without[poor], rows.b[poor], g[poor] = better.a, better.b, better.g
        worst = certificate.worst_without(active.program, without[:, :-1], rows.b, g + 1.0, groups)
        arrived = settled & (rows.left <= 0.0) & (worst <= CERTIFIED)
        return arrived, np.take_along_axis(g, groups, axis=1) + 1.0, worst

    def leave_out(self, variables, constrains=True):
        """Lead the multipliers of ``variables`` (one point's) to zero in a copy of the active set.

        Returns (margins of those variables without the point, exchanges, whether it was refitted, worst).
        """
        return self._finish(self.active.copy(), variables, 1.0 if constrains else 0.0)

    def _finish(self, without, variables, left):
        """Go on with one point from where it is, ``left`` before the end; certify, or refit."""
        limit = len(without.a) + 100  # exchanges, beyond which a training takes no longer
        if not np.isfinite(led_out(without, variables, left, limit)):
            return self.refitted(variables, without.events)
        if without.intercept_is_tied:
            rows = (value[None] for value in (without.a, without.b, without.g + 1.0, variables))
            worst = float(certificate.worst_without(without.program, *rows)[0])
            if worst <= CERTIFIED:
                return without.g[variables] + 1.0, without.events, False, worst
        nearest = np.inf, None
        for solution in solver.certificates(self.program.without(variables), self.scaling, without):
            nearest = min(nearest, (_worst(solution, variables), solution), key=itemgetter(0))
            if nearest[0] <= ENOUGH:
                break
        worst, solution = nearest
        if worst <= CERTIFIED or (self.hopeless and solution is not None):
            return solution.margins[variables], without.events, False, worst
        return self.refitted(variables, without.events)


def led_out(without, variables, left, limit=None):
    """Lead the multipliers of ``variables`` to zero, ``left`` before they are; its violation, inf if it stalls."""
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise"):
            for v in variables:
                without.hold(v)
            if left > 0:
                for _ in without.follow(left, held=(variables, -without.a[variables] / left), limit=limit):
                    pass
            without.a[variables] = 0.0
            return without.tidy(limit)
    except (active_set.Stalled, exchanges.Unbounded, FloatingPointError):
        return np.inf


def _settled(active, rows):
    """Which rows have a unique intercept and no more than rounding left of ``ActiveSet.violation``."""
    a, upper = rows.a[:, :-1], active.upper
    near = scaled_program.near_a_bound(a, upper)
    tied = (~rows.is_free | ((a > near) & (upper - a > near))).all(axis=1)
    return tied & (violations(active.program, upper, rows) <= active_set.ROUNDING)


def _worst(solution, variables):
    """``Solution.worst``, and what rounding may do to the margins of the left-out variables, relative to 1 or these."""
    doubt = solution.unsure[variables] / np.maximum(1.0, np.abs(solution.margins[variables]))
    worst = max(solution.worst, doubt.max(initial=0.0))
    return float(worst) if worst == worst else np.inf
