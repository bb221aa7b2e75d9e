"""Parametric active set: the exact optimum of a dual program, followed while its data move linearly.

The program is ``min ½ αᵀHα + fᵀα, Eᵀα = r, 0 ≤ α ≤ u`` (see ``program``). Its optimum is piecewise linear in
whatever moves: u for "leave point p out" and for "change C", f and r for "the kernel changed a little". The
free variables F (0 < α < u) and the intercept b solve

    [ 0    E_Fᵀ ] [ b   ]
    [ E_F  H_FF ] [ α_F ]  =  data,          R = the inverse of that matrix, kept by rank-one updates.

A step runs to the first event: a free variable meets a bound, or the multiplier of a bounded one reaches
zero; then the two sets exchange a variable (see ``exchanges``).
Cauwenberghs and Poggio 2001 (two classes, one point at a time), Hastie et al. 2004 (two classes, path in C) and
Ferreau, Bock and Diehl 2008 (general parametric programs) are the ancestors of this engine.
"""

import copy
from typing import NamedTuple

import numpy as np

from svmlab.engine.exchanges import Exchanges, earliest
from svmlab.engine.listening import exchanged
from svmlab.engine.scaled_program import near_a_bound
from svmlab.engine.working_set import FRESH, Stalled

ROUNDING = 1e-11  # violation of an optimality condition above which what rounding did is taken back
REFINEMENTS = 3  # of a direction that R gives inexactly
LONG_REFINEMENTS = 4  # of multipliers that doubles leave inexact
POOR = 1e-9  # relative error of a direction from which on R is made anew
PATIENCE = 12  # events in a row without progress before the program is shaken
CALM = 1e-6  # how far the data move, relatively, before a shaken program is settled again
SHAKE = 1e-11  # by how much at first, relative to margins of one and to the largest multiplier


class Step(NamedTuple):
    """One straight piece: from parameter ``t`` on, over ``length``, α_F, b and g move at these rates."""

    t: float
    length: float
    free: np.ndarray
    d_alpha: np.ndarray
    d_b: np.ndarray
    d_gradient: np.ndarray
    event: tuple | None


class ActiveSet(Exchanges):
    """An optimum with its working set; ``follow`` moves the data, and the optimum with them.

    State: see ``Exchanges``; f is ``linear`` (n,), r ``balance`` (ties,).
    """

    def __init__(self, program, a, b, side, free):
        super().__init__(program, a, b, side, free)
        self.linear, self.balance = np.full(len(a), -1.0), np.zeros(self.ties)
        self.events, self.shaken = 0, False
        self.g = self.gradient()

    def copy(self):
        """An independent copy that shares the program."""
        other = copy.copy(self)
        for name in ("a", "b", "g", "side", "upper", "linear", "balance", "_R", "_members"):
            setattr(other, name, getattr(self, name).copy())
        other._rows = np.empty((self._size + 16, len(self.a)))
        other._rows[: self._size] = self._rows[: self._size]
        other.events, other.shaken = 0, False
        return other

    def resumed(self, a, b, g, side, free):
        """An active set of the same program in another state."""
        other = self.copy()
        other.a, other.b, other.g, other.side = a, b, g, side
        other._count = 0
        for v in free:
            other._append(v)
        other._refactor()
        return other

    def gradient(self):
        """(n,) g from scratch, free of accumulated rounding."""
        return self.program.product(self.a) + self.linear + self.b @ self.E

    def violation(self):
        """Largest violation of an optimality condition, with g computed anew (and kept).

        Multipliers relative to max(1, largest |g|), the constraints on α relative to the largest multiplier.
        """
        self.g = g = self.gradient()
        wrong = np.maximum(0.0, -self.side * g)
        wrong[self.free] = np.abs(g[self.free])
        outside = max(0.0, float(-self.a.min()), float((self.a - self.upper).max()))
        unbalanced = float(np.abs(self.E @ self.a - self.balance).max())
        return max(
            float(wrong.max()) / max(1.0, float(np.abs(g).max())),
            max(outside, unbalanced) / (float(self.a.max()) or 1.0),
        )

    def tidy(self, limit=None):
        """Take back what rounding, or a shake, has done where it shows; returns the violation that is left."""
        violation = self.violation()
        if self.shaken or violation > ROUNDING:
            self.settle(limit=limit)
            violation = self.violation()
        return violation

    def refined(self, exact):
        """(n,) multipliers with the error of those of F made smaller; ``exact`` is the program in long doubles."""
        a, b = self.a.astype(np.longdouble), self.b.astype(np.longdouble)
        bounded = self.side == -1
        a[bounded] = self.upper[bounded]
        free = self.free
        for _ in range(LONG_REFINEMENTS):
            g = exact.product(a) - 1.0 + b @ self.E
            z = self._R @ np.concatenate([self.E @ a, g[free]]).astype(float)
            b, a[free] = b - z[: self.ties], a[free] - z[self.ties :]
        return a.astype(float)

    @property
    def intercept_is_tied(self):
        """Whether every variable of F lies strictly between its bounds, so that b is unique."""
        a, upper = self.a[self.free], self.upper[self.free]
        near = near_a_bound(self.a, self.upper)[self.free]
        return bool((a > near).all() and (upper - a > near).all())

    def settle(self, rounds=4, goal=-1.0, limit=None, balance=0.0):
        """Lead f to its goal and r to ``balance`` from wherever they are; take back what rounding has done meanwhile.

        The present point is made optimal by shifting f and r, and the shift is then followed back to nothing, in at
        most ``limit`` events.
        """
        last = self._last_event(limit)
        for _ in range(rounds):
            free = self.free
            self.a[free] = np.clip(self.a[free], 0.0, self.upper[free])
            g = self.program.product(self.a) + goal + self.b @ self.E
            error = self.side * np.minimum(0.0, self.side * g)
            error[free] = g[free]
            excess = self.E @ self.a - balance
            self.g, self.linear, self.balance = g - error, goal - error, excess + balance
            self.shaken = False
            scale = max(1.0, float(np.abs(g).max(initial=0.0)))
            if np.abs(error).max(initial=0.0) < 1e-13 * scale and np.abs(excess).max() < 1e-14 * self.a.max():
                return
            for _ in self.follow(1.0, linear=error, balance=-excess, limit=last - self.events):
                pass

    # ---------------------------------------------------------------- following

    def follow(self, length, *, linear=None, balance=None, upper=None, held=None, limit=None):
        """Move the data at constant rates over ``length`` and yield each Step before it is taken.

        linear (n,), balance (ties,), upper (n,): rates of f, r and u; held: (variables, rates) whose values are
        imposed. Raises Unbounded, or Stalled after ``limit`` events, those of settling on the way included.
        """
        pull, imbalance = self._rates(linear, balance, upper, held)
        last, begun = self._last_event(limit), self.events
        t, idle, changes, calm = 0.0, 0, 0, np.inf
        shake, chance = SHAKE, np.random.default_rng(0)
        while self.events < last:
            z, d_gradient = self._direction(pull, imbalance)
            largest = float(np.abs(z).max())
            if not largest < 1e100:
                raise Stalled("the working set lost its precision")
            noise = 1e-15 * (1.0 + largest)
            d_b, d_alpha = z[: self.ties], z[self.ties :]
            step, event = self._first_event(min(length, calm) - t, d_alpha, d_gradient, upper, noise)
            yield Step(t, step, self.free, d_alpha, d_b, d_gradient, event)
            self._advance(step, d_alpha, d_b, d_gradient, linear, balance, upper, held)
            t += step
            self.events += 1
            exchanged()
            if event is None and calm >= length:
                return
            if event is None:
                self.settle(limit=last - self.events)
                pull, imbalance = self._rates(linear, balance, upper, held)
                calm, shake = np.inf, SHAKE
                continue
            idle = idle + 1 if step <= 1e-14 * length else 0
            for v, before, now in self._exchange(*event):
                if upper is not None and (before == -1) != (now == -1):
                    rate = upper[v] if now == -1 else -upper[v]
                    pull += rate * self.program.column(v)
                    imbalance += rate * self.E[:, v]
                    changes += 1
            if changes and (changes % FRESH == 0 or not (self.side == -1).any()):
                pull, imbalance = self._rates(linear, balance, upper, held)
                changes = 0
            if idle > PATIENCE:
                self._shake(shake * chance.uniform(0.5, 1.5, len(self.a)))
                idle, shake = 0, min(10.0 * shake, 1e-6)
                if linear is None and balance is None:
                    calm = t + CALM * self._scale(length, upper)
        raise Stalled(f"no end after {last - begun} exchanges")

    def _last_event(self, limit):
        """How many events there are when ``limit`` more have happened: by default so many that each variable has come
        and gone several times, as it does nowhere but in a circle."""
        return self.events + (10 * len(self.a) + 200 if limit is None else limit)

    def _direction(self, pull, imbalance):
        """Rates z of (b, α_F), and those of g; refined where R gives them inexactly, R made anew where it is poor."""
        rows, data = self._rows[: self._size], np.concatenate([imbalance, pull[self.free]])
        z = self._R @ -data
        d_gradient = pull + z @ rows
        for _ in range(REFINEMENTS):
            remains = np.concatenate([imbalance + self.E[:, self.free] @ z[self.ties :], d_gradient[self.free]])
            size, largest = np.abs(remains).max(), 1.0 + np.abs(z).max()
            if size <= 1e-14 * largest:
                break
            if size > POOR * largest and self._updates:
                self._refactor()
                z = self._R @ -data
            else:
                z -= self._R @ remains
            d_gradient = pull + z @ rows
        return z, d_gradient

    def _scale(self, length, d_upper):
        """How far the data move before they are others."""
        if d_upper is None:
            return length
        grows = d_upper > 0
        return min(length, float((self.upper[grows] / d_upper[grows]).min(initial=np.inf)))

    def _shake(self, size):
        """Part what is tied at this place, at random: f and r shift by a little, so that the present optimum, or one
        beside it, is not degenerate; ``settle`` takes the shift back."""
        free = self.free
        part = self.side * np.maximum(0.0, size - np.maximum(0.0, self.side * self.g))
        self.g += part
        self.linear += part
        inside = np.minimum(size * self.a.max(), 0.25 * self.upper)[free]
        a = np.clip(self.a[free], inside, self.upper[free] - inside)
        moved = np.zeros(len(self.a))
        moved[free] = a - self.a[free]
        self.a[free] = a
        self.linear -= self.program.product(moved)
        self.balance += self.E @ moved
        self.shaken = True

    def _rates(self, linear, balance, upper, held):
        pull = np.zeros(len(self.a)) if linear is None else linear.copy()
        imbalance = np.zeros(self.ties) if balance is None else -balance
        moved = np.zeros(len(self.a))
        if upper is not None:
            moved[self.side == -1] = upper[self.side == -1]
        if held is not None:
            moved[held[0]] = held[1]
        if moved.any():
            pull += self.program.product(moved)
            imbalance += self.E @ moved
        return pull, imbalance

    def _first_event(self, left, d_alpha, d_gradient, d_upper, noise):
        """The first of: a free variable meets a bound (position, side), a bounded one's multiplier vanishes."""
        free = self.free
        a = self.a[free]
        still = 1e-15 * (min(1.0, self.a.max()) + np.abs(d_alpha).max(initial=0.0))
        rising = d_alpha if d_upper is None else d_alpha - d_upper[free]
        step, event = left, None
        for side, rates, room in ((1, -d_alpha, a), (-1, rising, self.upper[free] - a)):
            moving = (rates > still).nonzero()[0]
            if len(moving):
                times = room[moving] / rates[moving]
                best = earliest(times, rates[moving])
                if times[best] < step:
                    step, event = max(0.0, times[best]), ("leave", moving[best], side)
        rates = self.side * d_gradient
        moving = (rates < -10.0 * noise).nonzero()[0]  # sums of many terms; below it, duplicates part by rounding
        if len(moving):
            times = self.side[moving] * self.g[moving] / -rates[moving]
            best = earliest(times, rates[moving])
            if times[best] < step:
                step, event = max(0.0, times[best]), ("enter", moving[best], 0)
        return step, event

    def _advance(self, step, d_alpha, d_b, d_gradient, linear, balance, upper, held):
        self.a[self.free] += step * d_alpha
        self.b += step * d_b
        self.g += step * d_gradient
        if linear is not None:
            self.linear += step * linear
        if balance is not None:
            self.balance += step * balance
        if upper is not None:
            self.upper += step * upper
            bounded = self.side == -1
            self.a[bounded] = self.upper[bounded]
        if held is not None:
            self.a[held[0]] += step * held[1]
