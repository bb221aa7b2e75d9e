"""The exact solution for every C: the regularisation path, for two classes and for Weston and Watkins' machine.

Between two breakpoints the multipliers of the free support vectors are linear in C and those of the bounded ones
equal C times their weight. For two classes: Hastie, Rosset, Tibshirani and Zhu 2004; for many it is the extension
that Guermeur, Maumy and Sur 2005 ask for at the end of their section 4.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, identical_points, scaled_program, solver, starts
from svmlab.engine.certificate import CERTIFIED, certify_all
from svmlab.exact import validation as checks

BEYOND = 1e-9  # relative change of C after which a path that stalled is taken up anew
SHORTEST = 1e-14  # relative length below which a piece of the path is rounding
HOPELESS = 3  # trainings in a row that do not find the optimum where the path stalled, after which it ends there
FARTHER = 1e3  # times C_min that a path goes at least before a hard margin is given up
STAGE = 200  # breakpoints after which what rounding did is taken back
CHECKED = 8  # places along the path where it is compared with the optimality conditions, from scratch


@dataclass(frozen=True)
class Segment:
    """One straight piece of the path, from C on: α_F = alpha + slope (c - C), b = b + b_slope (c - C)."""

    C: float
    free: np.ndarray
    alpha: np.ndarray
    slope: np.ndarray
    b: np.ndarray
    b_slope: np.ndarray
    side: np.ndarray  # (k,) where α_F lies on this piece: 0 between its bounds, 1 at zero, -1 at the upper bound
    entered: tuple  # variables outside F that became bounded at its beginning
    left: tuple  # variables that ceased to be

    @property
    def tied(self):
        """Whether b is unique here; where it is not, ``b`` is one optimal intercept among others."""
        return not self.side.any()


@dataclass(frozen=True)
class RegularizationPath:
    """The solution for every C between C_min and C_max.

    C : (P + 1,) breakpoints, the ends included; segments : the P straight pieces between them
    n_free, n_bounded : (P,) dual variables of each kind on each piece
    residual : the largest KKT residual, or relative gap, found where the path was checked
    """

    segments: list
    C: np.ndarray
    machine: object = field(repr=False)
    program: object = field(repr=False)
    residual: float = float("nan")

    @property
    def C_min(self):
        return float(self.C[0])

    @property
    def C_max(self):
        return float(self.C[-1])

    @cached_property
    def n_free(self):
        return np.array([np.count_nonzero(s.side == 0) for s in self.segments])

    @cached_property
    def n_bounded(self):
        outside = np.cumsum([len(s.entered) - len(s.left) for s in self.segments])
        return outside + [np.count_nonzero(s.side == -1) for s in self.segments]

    @cached_property
    def _bounded(self):
        """Bounded variables outside F at the beginning of every 64th piece."""
        marks, bounded = [], set()
        for i, segment in enumerate(self.segments):
            bounded = (bounded - set(segment.left)) | set(segment.entered)
            if i % 64 == 0:
                marks.append(frozenset(bounded))
        return marks

    def _bounded_on(self, i):
        """Bounded variables outside F on piece i."""
        bounded = set(self._bounded[i // 64])
        for other in self.segments[64 * (i // 64) + 1 : i + 1]:
            bounded = (bounded - set(other.left)) | set(other.entered)
        return bounded

    def dual_at(self, C):
        """(n,) dual variables of the program at C."""
        i = self.piece(C)
        segment, bounded = self.segments[i], self._bounded_on(i)
        alpha = np.zeros(len(self.program.example))
        at_bound = np.fromiter(bounded, dtype=int, count=len(bounded))
        alpha[at_bound] = C * self.program.upper[at_bound]
        ahead = C - segment.C if np.isfinite(C) else 0.0  # on the way to infinity nothing moves any more
        alpha[segment.free] = segment.alpha + segment.slope * ahead
        return scaled_program.at_bounds(alpha, _upper(self.program, C), scaled_program.ON_A_BOUND)

    def alpha_at(self, C):
        """α at C, in the shape of the machine's alpha_: (m,) or (m, Q)."""
        return self.model_at(C).alpha_

    def intercept_at(self, C):
        """b at C, by the rule of the intercept where it is not unique: a number, or (Q,)."""
        b = self.model_at(C).intercept_
        return b if len(b) > 1 else float(b[0])

    def model_at(self, C):
        """A trained, certified machine at C, without training."""
        return machine_at(self.machine, self.program, C, self.dual_at(C))

    def next_event(self, C):
        """(breakpoint after C, what happens there in words), or None at the end of the path."""
        i = self.piece(C)
        if i + 1 >= len(self.segments):
            return None
        return float(self.C[i + 1]), self.event(i + 1)

    def event(self, i):
        """What happens at the beginning of piece i, in words."""
        i = validation.index("piece", i, self.segments)
        if i == 0:
            return "the path begins"
        return in_words(self.machine, self.program, self._sets(i - 1), self._sets(i))

    def _sets(self, i):
        """(free, bounded) variables on piece i."""
        segment = self.segments[i]
        return set(segment.free[segment.side == 0]), self._bounded_on(i) | set(segment.free[segment.side == -1])

    def piece(self, C):
        """Index of the piece that holds at C."""
        C = validation.real("C", C)
        if not self.C_min <= C <= self.C_max:
            raise checks.outside("C", C, self.C_min, self.C_max)
        return int(np.clip(np.searchsorted(self.C, C, side="right") - 1, 0, len(self.segments) - 1))


def in_words(machine, program, before, now):
    """What becomes of the variables where the sets (free, bounded) before become those of now."""
    (was_free, was_bounded), (free, bounded) = before, now

    def name(v):
        point = f"point {program.example[v]}"
        return point if program.one_variable_per_point else f"{point} against class {machine.classes_[program.tail[v]]}"

    was, carries = was_free | was_bounded, free | bounded
    words = [f"{name(v)} becomes bounded" for v in sorted(bounded - was_bounded)]
    words += [f"{name(v)} becomes free" for v in sorted(free & was_bounded)]
    words += [f"{name(v)} becomes a support vector" for v in sorted(carries - was)]
    words += [f"{name(v)} ceases to be a support vector" for v in sorted(was - carries)]
    return ", ".join(words) or "an exchange without change"


def regularization_path(svm, C_min=0.01, C_max=100.0, *, progress=None):
    """Follow the exact solution of a trained machine from C_min to C_max and return the RegularizationPath.

    The machine gives points, labels, weights and kernel; its own C plays no part. ``C_max = inf`` goes on to the
    hard margin. ``progress(C)`` is called at every breakpoint, and what it raises, such as KeyboardInterrupt, ends it.
    There are a few breakpoints for each multiplier, m (Q-1); each takes time m (Q-1) times the number of free ones, and
    keeps these. Raises ValueError unless 0 < C_min < C_max, and for
    C_max = inf where the classes cannot be separated. For a loss that has no path, too.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_min, C_max = checks.range_of_C(C_min, C_max)
    program = svm.solution_.program
    program = program.with_weights(svm.sample_weight_)
    segments = []
    try:
        for segment in _segments(program, C_min, C_max):
            segments.append(segment)
            if progress is not None:
                progress(segment.C)
    except exchanges.Unbounded:
        raise validation.not_separable() from None
    except active_set.Stalled:
        raise checks.path_ends(segments[-1].C if segments else C_min) from None
    path = RegularizationPath(segments, np.array([s.C for s in segments] + [C_max]), svm, program)
    return replace(path, residual=_largest_residual(path))


def solutions_along(svm, C_grid):
    """Yield a trained, certified machine for each C of an increasing grid, each reached from the last exactly.

    The same machines as ``regularization_path(...).model_at(C)``, without keeping the pieces between them.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    program = svm.solution_.program
    program = program.with_weights(svm.sample_weight_)
    C = C_grid[0]
    scaling, active = _solved(program, C)
    for target in C_grid:
        try:
            for _ in active.follow((target - C) / scaling.unit, upper=program.upper):
                pass
            active.upper = target * program.upper / scaling.unit
            lost = active.tidy() > CERTIFIED
        except (active_set.Stalled, exchanges.Unbounded):
            lost = True
        if lost:
            scaling, active = _solved(program, target)
        C = target
        at_C = scaling.at(program.with_upper(C * program.upper))
        yield machine_at(svm, program, C, at_C.alpha(active, scaled_program.ON_A_BOUND))


def machine_at(machine, program, C, alpha):
    """Return a trained machine like ``machine`` at another C, from the multipliers (n,) of its program."""
    return machines_at(machine, program, [C], [alpha])[0]


def machines_at(machine, program, Cs, alphas):
    """Return the machines at several values of C; see ``machine_at`` and ``certify_all``."""
    programs = [program.with_upper(_upper(program, C)) for C in Cs]
    solutions = certify_all(programs, alphas, note="from the regularisation path")
    return [machine.with_solution(solution, C=C) for solution, C in zip(solutions, Cs, strict=True)]


def _upper(program, C):
    """(n,) upper bounds at C of a program whose own are weights; also at C = inf."""
    return np.where(program.upper > 0, C * np.maximum(program.upper, np.finfo(float).tiny), 0.0)


def _segments(program, C_min, C_max):
    """Yield the Segments of positive length from C_min to C_max; ``program.upper`` holds the weights."""
    bounded = np.zeros(len(program.upper), dtype=bool)
    for scaling, active, step, C in along(program, C_min, C_max):
        if step.length * scaling.unit > SHORTEST * C:
            for piece in _pieces(program, scaling, active, step, C):
                yield piece.segment(bounded)
                bounded = piece.bounded


def along(program, C, C_max, begun=None):
    """Follow C to C_max; yield (scaling, active, step, C) of each step before it is taken.

    ``program.upper`` holds the weights; ``begun`` is (scaling, active) at C, else found; another takes its place where
    it stalls. C_max = inf ends at the first step on which nothing is bounded. Raises Unbounded where there is none,
    Stalled where nothing leads on.
    """
    scaling, active = begun or _solved(program, C)
    hopeless = 0
    for _stage in range(10 + len(program.upper)):
        began = C
        end = C_max if np.isfinite(C_max) else max(solver.HARD_MARGIN_END * scaling.unit, FARTHER * C)
        try:
            for done, step in enumerate(active.follow((end - began) / scaling.unit, upper=program.upper)):
                C = began + step.t * scaling.unit
                if done == STAGE:
                    break
                yield scaling, active, step, C
                if np.isinf(C_max) and not (active.side == -1).any():
                    return
            else:
                if np.isinf(C_max):
                    raise exchanges.Unbounded
                return
            active.settle()
            lost = active.violation() > CERTIFIED
        except active_set.Stalled:
            lost = True
            C *= 1.0 + BEYOND
        if lost:
            scaling, active = _solved(program, C)
            hopeless = hopeless + 1 if active.violation() > CERTIFIED else 0
        if hopeless >= HOPELESS:
            break
    raise active_set.Stalled


def _solved(program, C):
    """The scaled program and the working set of its optimum at C."""
    at_C = program.with_upper(C * program.upper)
    solution = solver.solve(at_C)
    scaling = scaled_program.ScaledProgram(at_C)
    return scaling, starts.optimum(scaling.scaled, *scaling.optimum(solution))


class _Piece(NamedTuple):
    """What a Segment is made from, with α (n,) and its slope in full, and what is bounded outside F (n,)."""

    C: float
    free: np.ndarray
    alpha: np.ndarray
    slope: np.ndarray
    b: np.ndarray
    b_slope: np.ndarray
    side: np.ndarray
    bounded: np.ndarray

    def segment(self, before):
        """The Segment, after a piece on which ``before`` (n,) was bounded."""
        entered, left = self.bounded & ~before, before & ~self.bounded
        alpha, slope = self.alpha[self.free], self.slope[self.free]
        sets = tuple(entered.nonzero()[0]), tuple(left.nonzero()[0])
        return Segment(self.C, self.free, alpha, slope, self.b, self.b_slope, self.side, *sets)


def _pieces(program, scaling, active, step, C):
    """Yield the _Pieces of a step: one, unless identical points of different weights are among the support vectors."""
    alpha, slope = np.zeros(len(active.a)), np.zeros(len(active.a))
    bounded = active.side == -1
    alpha[bounded], slope[bounded] = C * program.upper[bounded], program.upper[bounded]
    alpha[step.free], slope[step.free] = active.a[step.free] * scaling.unit, step.d_alpha
    b, b_slope = scaling.intercept(active.b, alpha), scaling.intercept(step.d_b / scaling.unit, slope)
    piece = _Piece(C, step.free.copy(), alpha, slope, b, b_slope, places(active, step, C / scaling.unit), bounded)
    length = step.length * scaling.unit
    room, growth = C * program.upper, program.upper
    bends = identical_points.bends(program.identical, alpha, slope, room, growth, length, min(length, C))
    for begin, end in pairwise([0.0, *bends, length]):
        shifted = piece._replace(C=C + begin, alpha=alpha + begin * slope, b=b + begin * b_slope)
        yield _canonical(program, shifted, min(end - begin, C))


def _canonical(program, piece, length):
    """The piece with identical points in their order: who is bounded, and who takes the place in F."""
    free, side = list(piece.free), list(piece.side)
    alpha, slope, bounded = piece.alpha.copy(), piece.slope.copy(), piece.bounded.copy()
    middle = piece.C + 0.5 * length
    for group in program.identical:
        v = group[program.upper[group[:, 0]] > 0, 0]
        inside = np.isin(piece.free, v).nonzero()[0]
        total, rise = alpha[v].sum(), slope[v].sum()
        if not len(inside) and not bounded[v].any():
            continue
        upper = middle * program.upper[v]
        filled = identical_points.filled([total + 0.5 * length * rise], upper)[:, 0]
        full = filled >= upper
        partial = ~full & (filled > 0)
        bounded[v], alpha[v], slope[v] = full, 0.0, 0.0
        alpha[v[full]], slope[v[full]] = piece.C * program.upper[v[full]], program.upper[v[full]]
        if partial.any():
            carrier, lies = v[partial][0], 0
            alpha[carrier], slope[carrier] = total - alpha[v].sum(), rise - slope[v].sum()
        elif len(inside):  # at a bound in F
            carrier, lies = (v[~full][0], 1) if not full.all() else (v[-1], -1)
            bounded[carrier] = False
        else:
            continue
        if len(inside):
            free[inside[0]], side[inside[0]] = carrier, lies
        else:
            free.append(carrier)
            side.append(lies)
    return piece._replace(free=np.array(free, int), alpha=alpha, slope=slope, side=np.array(side), bounded=bounded)


def places(active, step, C):
    """(k,) where α_F lies inside the segment; at its beginning (C, scaled) what just entered is at a bound."""
    ahead = 0.5 * min(step.length, C)
    a = active.a[step.free] + ahead * step.d_alpha
    upper = active.upper[step.free] * (1.0 + ahead / C)
    rounding = scaled_program.near_a_bound(active.a, active.upper)[step.free]
    return np.select([a <= rounding, upper - a <= rounding], [1, -1], 0)


def _largest_residual(path):
    """The largest KKT residual, or relative gap, at a few places from C_min to C_max, each measured from scratch."""
    last = path.C_max if np.isfinite(path.C_max) else 10.0 * path.segments[-1].C
    places = np.clip(np.geomspace(path.C_min, last, CHECKED), path.C_min, last)
    programs = [path.program.with_upper(C * path.program.upper) for C in places]
    found = certify_all(programs, [path.dual_at(C) for C in places])
    return float(np.max([max(solution.kkt_residual, solution.relative_gap) for solution in found]))
