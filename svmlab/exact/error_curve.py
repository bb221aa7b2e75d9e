"""The errors for every C, of leave-one-out or of cross-validation: an exact step function, and how it is put together.

Machines without a point, or without a fold, are followed along C; each tells in straight lines what it says of the
points that it does not know, and a record of all of it becomes the ErrorCurve. See ``loo_curve`` and ``fold_curve``.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import validation as checks

ONE_PLACE = 1e-9  # relative distance of two changes that count as one: rounding may part what happens together
UNKNOWN = -1  # whether a point errs


class Steps:
    """Who errs, as a step function of ``parameter``, constant between its breakpoints ``places``; see ErrorCurve."""

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
        """The intervals (value, value) with the fewest errors; the ends are where a point changes."""
        least = np.concatenate([[False], self.counts == self.counts.min(), [False]])
        ends = np.flatnonzero(least[1:] != least[:-1])
        return tuple((float(self.places[i]), float(self.places[j])) for i, j in ends.reshape(-1, 2))

    def count_at(self, value):
        """How many points err at a value; on a breakpoint, what holds from there on."""
        return int(self.counts[self._interval(value)])

    def errors_at(self, value):
        """(m,) bool: who errs at a value; on a breakpoint, what holds from there on."""
        errors = self.initial.copy()
        for points in self.points[: self._interval(value)]:
            errors[list(points)] ^= True
        return errors

    def _interval(self, value):
        low, high = float(self.places[0]), float(self.places[-1])
        value = validation.real(self.parameter, value)
        if not low <= value <= high:
            raise checks.outside(self.parameter, value, low, high, "a longer curve")
        return int(np.searchsorted(self.places[1:-1], value, side="right"))

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        if self.certified:
            return f"certified: largest violation {self.residual:.1e}"
        advice = f"standardise the features, or ask for a smaller {self.upper_end}"
        return f"not certified: largest violation {self.residual:.1e}; {advice}"

    def __repr__(self):
        best = " and ".join(f"from {low:.4g} to {high:.4g}" for low, high in self.best)
        text = (
            f"{self.what} errors, {self.parameter} from {self.places[0]:.4g} to {self.places[-1]:.4g}, "
            f"{len(self.points)} breakpoints; {self.fewest} are {self.n_errors} of {int(self.weighs.sum())} points, "
            f"for {self.parameter} {best}"
        )
        return text if self.certified else f"{text}; {self.status}"


@dataclass(frozen=True, repr=False)
class ErrorCurve(Steps):
    """Who errs when left out, alone or with its fold, for every C from C_min to C_max: constant between breakpoints.

    C : (P + 1,) breakpoints, the ends included, C_max may be inf; counts : (P,) errors between them
    points : P - 1 tuples, the points that begin or cease to err at C[1] ... C[P - 1]
    initial : (m,) bool, who errs at C_min; undefined, weighs : (m,) bool, as those of ``LeaveOneOut``
    refits : points that were trained anew after all
    residual : the largest violation of an optimality condition of a machine that was followed to its end, of all points
    and of those without some; certified : whether it is at most 1e-8
    what : whose errors, in words
    """

    C: np.ndarray
    counts: np.ndarray
    points: tuple = field(repr=False)
    initial: np.ndarray = field(repr=False)
    undefined: np.ndarray = field(repr=False)
    weighs: np.ndarray = field(repr=False)
    refits: int
    residual: float
    what: str

    parameter, upper_end, fewest = "C", "C_max", "the fewest"

    @property
    def C_min(self):
        return float(self.C[0])

    @property
    def C_max(self):
        return float(self.C[-1])

    @property
    def places(self):
        return self.C


# --- what all of them tell together -------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """What a machine without point p says of it is asked up to the C ``end``; ``known``: does p err there, if known."""

    p: int
    end: float
    known: int


class Record:
    """Who errs at C_min, and what is told of each Stretch, whichever comes first; see ``ErrorCurve``."""

    def __init__(self, weighs, undefined, what):
        self.weighs, self.undefined, self.what = weighs, undefined, what
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
        masks = initial, self.undefined, self.weighs
        told = {"refits": self.refits, "residual": float(self.residual), "what": self.what}
        return ErrorCurve(*steps(initial, changes, C_min, C_max), *masks, **told)


def steps(initial, changes, low, high):
    """(places (P + 1,), counts (P,), P - 1 tuples of who changes), from who errs first and changes (place, p)."""
    places, counts, changed, errors = [low], [int(initial.sum())], [], initial.copy()
    for at, points in _places(changes):
        errors[points] ^= True
        places.append(at)
        changed.append(tuple(points))
        counts.append(int(errors.sum()))
    return np.array([*places, high]), np.array(counts), tuple(changed)


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
