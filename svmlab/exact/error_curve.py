"""The leave-one-out errors for every C: an exact step function.

Where the intercept is unique a point errs wherever the machine with all points errs on it (two classes: leaving it out
cannot raise its margin), and does not err where its multipliers are zero. A first sweep along C finds the stretches
between; on them, and there only, the machine without the point is followed. See ``loo`` and ``path``.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import loo, path
from svmlab.exact import validation as checks
from svmlab.exact.followers import UNKNOWN, Followers, thresholds

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
        followers = Followers(program, stretches, record, progress)
        for piece, (scaling, active, _, C) in enumerate(path.along(program, C_min, C_max)):
            reached = C
            followers.begin(scaling, active, C, stretches.get(piece, ()))
        followers.finish()
        record.residual = max(record.residual, active.copy().violation())
    except exchanges.Unbounded:
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


# --- what all of them tell together -------------------------------------------------------------------------------


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
