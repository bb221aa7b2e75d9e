"""Exchanges of the working set: a variable enters F, or leaves it, and the matrix of F stays regular.

Two of them keep it so where it would not be (symbols: see ``active_set``):

- a variable enters whose column depends on those of F (duplicate points, rank-deficient kernels): α moves
  along the null direction, at no cost, until another free variable meets a bound and leaves for it;
- the last variable that ties b leaves (no free support vector): b moves, at constant α, until the multiplier
  of another variable reaches zero, and that one enters.

So some members of F may sit at a bound; they are the "basis" that keeps b determined.
"""

import numpy as np

from svmlab.engine.working_set import UNTIED, Stalled, WorkingSet

SINGULAR = 1e-12  # curvature along a null direction of length one, relative to the largest diagonal entry of H


class Unbounded(Exception):
    """The objective falls without limit: with infinite bounds, the training set cannot be separated."""


class Exchanges(WorkingSet):
    """A working set with the point at which it exchanges variables.

    a (n,): multipliers, in units of the scaled program; b (ties,): intercept against the last class;
    g (n,) = Ha + f + Eb, which is margin - 1 when f = -1, set by ``ActiveSet``;
    side (n,): +1 at zero, -1 at the upper bound, 0 free (in F) or held (its value imposed, its multiplier of any
    sign); free (k,): the variables of F, as in R.
    """

    def __init__(self, program, a, b, side, free):
        super().__init__(program, free)
        self.a, self.b, self.side, self.upper = a, b, side, program.upper.copy()

    def insert(self, v):
        """Add to F a variable between its bounds; where it depends on F, slide until one meets a bound instead."""
        direction, curvature = self._null_direction(v)
        along = direction[self.ties :]
        if curvature > 1e-9 * (1.0 + along @ along):
            self._border(v, direction, curvature)
        else:
            self._slide(v, 1.0 if np.isfinite(self.upper[v]) else -1.0, direction)

    def hold(self, v):
        """Take v out of the working set: from now on its value is imposed and its multiplier may have any sign."""
        position = (self.free == v).nonzero()[0]
        if len(position):
            row = self.ties + position[0]
            if self._R[row, row] > UNTIED:
                self._drop(position[0])
            else:
                self._replace(position[0], self._tie_elsewhere(self._R[: self.ties, row], v))
        self.side[v] = 0.0

    def _tie_elsewhere(self, d_b, leaving):
        """Move b, one way or the other, until another variable ties it; returns that variable."""
        try:
            entering = self._move_intercept(d_b, leaving)
        except Stalled:
            entering = self._move_intercept(-d_b, leaving)
        self.side[entering] = 0.0
        return entering

    def _exchange(self, kind, which, side):
        return self._leave(which, side) if kind == "leave" else self._enter(which)

    def _leave(self, position, side):
        """A free variable stays at the bound it met; returns (variable, side before, side now) of all changed."""
        v = self._members[position]
        self.a[v] = 0.0 if side == 1 else self.upper[v]
        row = self.ties + position
        if self._R[row, row] > UNTIED:
            self._drop(position)
            self.side[v] = side
            return ((v, 0, side),)
        entering = self._move_intercept(side * self._R[: self.ties, row], v)
        before = self.side[entering]
        self._replace(position, entering)
        self.side[v], self.side[entering] = side, 0
        return (v, 0, side), (entering, before, 0)

    def _move_intercept(self, d_b, leaving):
        """Move b until the multiplier of a bounded variable vanishes; returns that variable."""
        rates = self.side * (d_b @ self.E)
        moving = (rates < -UNTIED).nonzero()[0]
        moving = moving[moving != leaving]
        if not len(moving):
            raise Stalled("nothing bounds the intercept")
        times = np.maximum(0.0, self.side[moving] * self.g[moving]) / -rates[moving]
        best = times.argmin()
        self.b += times[best] * d_b
        self.g += times[best] * (d_b @ self.E)
        return moving[best]

    def _enter(self, v):
        """A bounded variable, whose multiplier vanished, becomes free."""
        side = self.side[v]
        direction, curvature = self._null_direction(v)
        along = direction[self.ties :]
        if curvature > SINGULAR * (1.0 + along @ along):
            self._border(v, direction, curvature)
            self.side[v] = 0
            return ((v, side, 0),)
        return self._slide(v, side, direction)

    def _slide(self, v, sign, direction):
        """Move α along a null direction, v at rate ``sign``, until a variable meets a bound and leaves for v."""
        before = self.side[v]
        rates = -sign * direction[self.ties :]
        step = self.upper[v] - self.a[v] if sign > 0 else self.a[v]
        position, side = None, -1 if sign > 0 else 1
        a = self.a[self.free]
        tiny = 1e-10 * float(np.abs(rates).max(initial=0.0))
        for bound, speeds, room in ((1, -rates, a), (-1, rates, self.upper[self.free] - a)):
            moving = (speeds > tiny).nonzero()[0]
            if len(moving):
                times = np.maximum(0.0, room[moving]) / speeds[moving]
                best = earliest(times, speeds[moving])
                if times[best] <= step:
                    step, position, side = times[best], moving[best], bound
        if not np.isfinite(step):
            raise Unbounded
        self.a[v] += sign * step
        self.a[self.free] += step * rates
        self.g += sign * step * (self.program.column(v) - direction @ self._rows[: self._size])
        if position is None:
            self.a[v] = self.upper[v] if side == -1 else 0.0
            self.side[v] = side
            return ((v, before, side),)
        leaving = self._members[position]
        self.a[leaving] = 0.0 if side == 1 else self.upper[leaving]
        self._replace(position, v)
        self.side[leaving], self.side[v] = side, 0
        return (leaving, 0, side), (v, before, 0)


def earliest(times, rates):
    """Index of the earliest time; among equal ones that of the largest rate."""
    tied = (times <= times.min() + 1e-15).nonzero()[0]
    return tied[np.abs(rates[tied]).argmax()]
