"""The exact solution for every value of one parameter of the kernel, at fixed C: the path in σ, in γ, in a weight.

It is not piecewise linear. Between two breakpoints the same variables are free and the same ones at their bounds, and
α and b are a smooth function of the parameter, see ``kernel_family``. A step is predicted from the last places, the
place at its end is corrected by solving the system there, and it is accepted when the certificate holds. Breakpoints
are bracketed to 1e-8 of the logarithm of the parameter. Wang, Yeung and Lochovsky 2007 call it the kernel path.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine import solver
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import validation as checks
from svmlab.exact.bracket import bracketed
from svmlab.exact.kernel_family import HOLDS, Family, roles_at, roles_of
from svmlab.exact.path import in_words

LONGEST = 0.05  # step, in the logarithm of the parameter
AHEAD = 1e-6, 3e-8  # where new sets are looked at first; the second where the next breakpoint is nearer
BEYOND = 1e-7, 1e-6, 1e-5, 1e-4  # past a breakpoint, where a machine is trained if exchanging by hand leads nowhere
FARTHER = 1.1  # times the way to the first breakpoint that is predicted
LOOKS = 4  # inside a step, where a parabola falls below what holds


class Piece(NamedTuple):
    """What holds between two breakpoints: (n,) ``roles`` of the variables, 1 at zero, -1 at the bound, 0 free.

    followed : False where nothing could be followed, roles are None, and each solution is trained for
    """

    roles: np.ndarray | None
    followed: bool = True


@dataclass(frozen=True)
class KernelPath:
    """The solution for every value of ``parameter`` between ``low`` and ``high``.

    values : (P + 1,) breakpoints, the ends included; each lies at most 1e-8, relatively, after where the sets change,
    except at the ends of intervals that were not followed
    pieces : the P Pieces between them
    checked : (A,) values at which steps were accepted; residuals : (A,) the largest KKT residual or relative gap there
    """

    parameter: str
    values: np.ndarray
    pieces: list = field(repr=False)
    checked: np.ndarray = field(repr=False)
    residuals: np.ndarray = field(repr=False)
    family: Family = field(repr=False)

    @property
    def machine(self):
        """The machine whose points, C and weights these are."""
        return self.family.svm

    @property
    def low(self):
        return float(self.values[0])

    @property
    def high(self):
        return float(self.values[-1])

    @property
    def residual(self):
        """The largest KKT residual, or relative gap, at any accepted step."""
        return float(self.residuals.max())

    @property
    def not_followed(self):
        """The intervals (value, value) in which nothing was followed: solutions there are trained for, one by one."""
        return tuple((float(a), float(b)) for (a, b), p in zip(pairwise(self.values), self.pieces, strict=True)
                     if not p.followed)  # fmt: skip

    @property
    def certified(self):
        """Whether every accepted step is certified, and all of the way was followed."""
        return bool(self.residual <= CERTIFIED) and not self.not_followed

    @property
    def status(self):
        """In words: certified or not, and where not."""
        text = f"largest violation {self.residual:.1e} at {len(self.checked)} accepted steps"
        if self.not_followed:
            places = ", ".join(f"{a:.10g} to {b:.10g}" for a, b in self.not_followed)
            text += f"; not followed, trained for when asked: {self.parameter} from {places}"
        return ("certified: " if self.certified else "not certified: ") + text

    @cached_property
    def n_free(self):
        """(P,) free variables on each piece; -1 where it was not followed."""
        return self._numbers(0)

    @cached_property
    def n_bounded(self):
        """(P,) variables at their upper bounds on each piece; -1 where it was not followed."""
        return self._numbers(-1)

    def _numbers(self, role):
        counts = self.family.own.upper > 0
        return np.array([np.count_nonzero(p.roles[counts] == role) if p.followed else -1 for p in self.pieces])

    def solution(self, value):
        """The Solution at a value, with its own certificate: of the sets that hold there, or trained for where not."""
        return self._solve(value)(self.family.program(value))

    def model_at(self, value):
        """A trained, certified machine at a value."""
        return self.family.model(validation.real(self.parameter, value), self._solve(value))

    def alpha_at(self, value):
        """α at a value, in the shape of the machine's alpha_: (m,) or (m, Q)."""
        return self.model_at(value).alpha_

    def intercept_at(self, value):
        """b at a value, by the rule of the intercept where it is not unique: a number, or (Q,)."""
        b = self.model_at(value).intercept_
        return b if len(b) > 1 else float(b[0])

    def _solve(self, value):
        piece = self.pieces[self.piece(value)]

        def solve(program):
            try:
                found = self.family.sets(piece.roles).measured(np.log(value), program) if piece.followed else None
            except np.linalg.LinAlgError:
                found = None
            return found if found is not None and found.certified else solver.solve(program)

        return solve

    def piece(self, value):
        """Index of the piece that holds at a value."""
        value = validation.real(self.parameter, value)
        if not self.low <= value <= self.high:
            raise checks.outside(self.parameter, value, self.low, self.high)
        return int(np.clip(np.searchsorted(self.values, value, side="right") - 1, 0, len(self.pieces) - 1))

    def next_event(self, value):
        """(breakpoint after a value, what happens there in words), or None at the end of the path."""
        i = self.piece(value)
        return None if i + 1 >= len(self.pieces) else (float(self.values[i + 1]), self.event(i + 1))

    def event(self, i):
        """What happens at the beginning of piece i, in words."""
        i = validation.index("piece", i, self.pieces)
        before, now = self.pieces[max(0, i - 1)], self.pieces[i]
        if i == 0:
            return "the path begins"
        if not (before.followed and now.followed):
            return "from here on nothing could be followed" if before.followed else "it is followed again"
        sets = [[set(np.flatnonzero(p.roles == role)) for role in (0, -1)] for p in (before, now)]
        return in_words(self.machine, self.family.own, *sets)


def kernel_path(svm, low, high, parameter="sigma", *, progress=None):
    """Follow the exact solution of a trained machine while a parameter of its kernel goes from low to high.

    ``parameter`` is a positive one by the names of ``kernel.get_params()``: "sigma" of a Gaussian, "gamma", or
    "left__factor", the weight of the first kernel of ``0.5 * Gaussian() + Linear()``. C, weights and the other
    parameters stay. ``progress(value)`` is called at every accepted step; what it raises, such as KeyboardInterrupt,
    ends it. Returns the KernelPath.

    Each accepted step is certified as a training is, gap and KKT residual at most 1e-8; ``status`` says where not, and
    what was not followed. Between two accepted steps the sets are known to hold at both ends, and a parabola through
    the last places says that they do between; a variable that comes and goes within one step (0.05 in the logarithm)
    could be missed. ``solution(value)`` certifies each value it is asked for, and trains anew where that fails.

    There are about m (Q-1) breakpoints for two decades of σ; each takes about eight linear systems of the free
    multipliers and as many times the kernel of the support vectors. Raises NotFittedError for a machine that is not
    trained; ValueError unless 0 < low < high, for a parameter that the kernel does not have or a kernel that is not
    positive semi-definite, for C = inf where classes cannot be separated, and for the machine of Crammer and Singer.
    """
    svm = validation.fitted(svm)
    low, high = checks.range_of_parameter(low, high)
    family = family_of("kernel_path", svm, low, high, parameter)
    return _Follower(family, low, high, progress).path()


def family_of(what, svm, low, high, parameter):
    """The Family of what asks for a parameter from low to high; raises as ``kernel_path`` says."""
    checks.followed(what, svm)
    checks.parameter_of(svm.kernel_, parameter, low, high)
    return Family(svm, parameter, low, high)


# --- how it is followed ---------------------------------------------------------------------------------------------


class _Follower:
    """On the way from low to high, in the logarithm t of the parameter."""

    def __init__(self, family, low, high, progress):
        self.family, self.progress = family, progress
        self.begin, self.end = np.log(low), np.log(high)
        self.ends = low, high
        self.starts, self.pieces = [], []
        self.checked, self.residuals = [], []

    def path(self):
        t = self.begin
        sets, places = self._begun(self._trained(t), t)
        while t < self.end:
            try:
                t, sets, places = self._jump(t) if places is None else self._stretch(sets, places)
            except np.linalg.LinAlgError:
                t, sets, places = self._jump(max(t, self.checked[-1]))
        inner = np.exp(self.starts[1:])
        values = np.array([self.ends[0], *inner, self.ends[1]])
        accepted = np.clip(np.exp(self.checked), *self.ends)
        return KernelPath(self.family.parameter, values, self.pieces, accepted, np.array(self.residuals), self.family)

    def _open(self, t, piece):
        """From t on, this piece; the last one goes on where it is the same, and is gone where it has no length."""
        if self.starts and t - self.starts[-1] <= 0.0:
            self.starts.pop(), self.pieces.pop()
        if self.pieces:
            last = self.pieces[-1]
            if last.followed == piece.followed and (not piece.followed or (last.roles == piece.roles).all()):
                return
        self.starts.append(t)
        self.pieces.append(piece)

    def _trained(self, t):
        """The roles of the machine that is trained at t, which is accepted as it is."""
        solution = solver.solve(self.family.program(np.exp(t)))
        self._accept(t, solution)
        return roles_of(solution)

    def _accept(self, t, solution):
        self.checked.append(t)
        self.residuals.append(solution.worst)
        if self.progress is not None:
            self.progress(float(np.exp(t)))

    def _begun(self, roles, t):
        """(sets of these roles, their Places at t and a little ahead), None for these where the sets do not hold.

        Who is free, but stands at a bound at both, is put there where that holds as well; and identical points are put
        in their order.
        """
        sets = self.family.sets(roles)
        places = self._two(sets, t)
        if places is None:
            return sets, None
        settled = roles_at(sets, places[1])
        if (settled != roles).any() and (settled == roles_at(sets, places[0])).all():
            other, better = self._begun(settled, t)
            sets, places = (other, better) if better else (sets, places)
        return sets, places

    def _two(self, sets, t):
        """The Places at t and a little ahead, None where the sets do not hold."""
        try:
            here = sets.at(t)
            nearby = (sets.at(min(t + ahead, 0.5 * (t + self.end))) for ahead in AHEAD if here.holds)
            return next(([here, ahead] for ahead in nearby if ahead.holds), None)
        except np.linalg.LinAlgError:
            return None

    def _stretch(self, sets, places):
        """Follow sets from where they have begun to where they end; returns (where, the next sets, their Places)."""
        sure = places[0].t  # up to where they are certified
        self._open(sure, Piece(sets.roles))
        while places[-1].t < self.end:
            here = places[-1]
            ahead = sets.at(min(here.t + _length(places), self.end))
            bad = ahead if not ahead.holds else _dip(sets, places, ahead)
            if bad is not None:
                last, beyond = _bracketed(sets, here, bad)
                if not self._certify(sets, last):
                    return self._jump(sure, last.t)
                return self._exchanged(sets, last, beyond)
            if not self._certify(sets, ahead):
                return self._jump(sure, ahead.t)
            places, sure = [*places[-2:], ahead], ahead.t
        return self.end, sets, places

    def _certify(self, sets, place):
        """Whether the Solution at a place is certified, and accepted."""
        solution = sets.certified(place)
        if solution.certified:
            self._accept(place.t, solution)
        return solution.certified

    def _exchanged(self, sets, last, beyond):
        """As ``_stretch``, at the breakpoint between two places: those that fail exchange, or a machine is trained."""
        t = beyond.t
        for roles in self._candidates(sets, last, beyond):
            other, places = self._begun(roles, t)
            if places is not None:
                return t, other, places
        return self._jump(t)

    def _candidates(self, sets, last, beyond):
        """Yield roles that may hold from a breakpoint on."""
        fails = beyond.kept < np.minimum(0.0, last.kept)
        upper = self.family.own.upper
        nearer = np.where(beyond.alpha < upper - beyond.alpha, 1, -1)
        yield np.where(fails, np.where(sets.roles == 0, nearer, 0), sets.roles)
        for step in BEYOND:
            solution = solver.solve(self.family.program(np.exp(min(beyond.t + step, self.end))))
            if solution.certified:
                yield roles_of(solution)

    def _jump(self, t, beyond=None):
        """As ``_stretch``, where nothing leads on from t, or from there to ``beyond``: a machine is trained farther."""
        lost = bool(self.pieces) and not self.pieces[-1].followed
        self._open(t, Piece(None, followed=False))
        for step in (LONGEST,) if lost else (*BEYOND, 1e-3, 1e-2, LONGEST):
            farther = min((t if beyond is None else beyond) + step, self.end)
            sets, places = self._begun(self._trained(farther), farther)
            if farther == self.end or (self.residuals[-1] <= CERTIFIED and places is not None):
                break
        return farther, sets, places


def _parabola(places):
    """(kept, slope, curvature) (n,) at the last of two or three places: κ + s τ + c τ² through them."""
    *_, before, here = places
    slope = (here.kept - before.kept) / (here.t - before.t)
    if len(places) < 3:
        return here.kept, slope, np.zeros(len(slope))
    first = places[-3]
    earlier = (before.kept - first.kept) / (before.t - first.t)
    bend = (slope - earlier) / (here.t - first.t)
    return here.kept, slope + bend * (here.t - before.t), bend


def _length(places):
    """How far to go from the last place: past the first breakpoint that the last places predict, not too far."""
    with np.errstate(invalid="ignore", divide="ignore"):
        kept, slope, bend = _parabola(places)
        root = np.sqrt(np.maximum(0.0, slope**2 - 4.0 * bend * kept))
        times = 2.0 * kept / (-slope + root)  # the smaller root, where the parabola comes down to zero
        times = times[(kept > HOLDS) & (times > 0) & (slope**2 >= 4.0 * bend * kept)]
    return float(np.clip(FARTHER * times.min(initial=np.inf), AHEAD[0], LONGEST))


def _dip(sets, places, ahead):
    """A place before ``ahead``, which holds, where the sets do not: where a parabola falls below zero between."""
    here = places[-1]
    with np.errstate(invalid="ignore", divide="ignore"):
        kept, slope, bend = _parabola([*places[-2:], ahead])
        lowest = -0.5 * slope / bend
        below = (bend > 0) & (kept - 0.25 * slope**2 / bend < -HOLDS) & (lowest < 0) & (lowest > here.t - ahead.t)
    for v in np.flatnonzero(below)[np.argsort(lowest[below])][:LOOKS]:
        place = sets.at(ahead.t + lowest[v])
        if not place.holds:
            return place
    return None


def _bracketed(sets, low, high):
    """(last, beyond): the sets hold at the first Place, not at the second, see ``bracketed``.

    What misses its condition at ``high`` must keep it at the first up to rounding.
    """
    watched = (high.kept < -HOLDS) & (low.kept > 0)

    def holds(place):
        return place.holds and not (place.kept[watched] < 0).any()

    def share(low, high):
        down = (high.kept < -HOLDS) | (watched & (high.kept < 0))
        kept, beyond = low.kept[down], high.kept[down]
        return np.clip(kept / (kept - beyond), 0.0, 1.0).min(initial=1.0)

    return bracketed(sets.at, low, high, holds, share)
