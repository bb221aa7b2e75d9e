"""The leave-one-out errors over a parameter of the kernel, and over the plane of C and that parameter.

Along C they are an exact step function (``loo_curve``). Along σ scores are smooth but not linear between breakpoints:
they are exact at chosen values, and where a point errs at one of two neighbours and not at the other, the place at
which its score crosses is bracketed to 1e-8 of the logarithm.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from svmlab import validation
from svmlab.engine import solver
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import loo
from svmlab.exact import validation as checks
from svmlab.exact.bracket import bracketed
from svmlab.exact.error_curve import Steps, steps
from svmlab.exact.kernel_family import roles_of
from svmlab.exact.kernel_path import family_of
from svmlab.exact.loo_curve import along_path

SAMPLES = 41  # values at which every point is left out


@dataclass(frozen=True, repr=False)
class KernelErrorCurve(Steps):
    """Who errs when left out, for every value of a parameter of the kernel, as far as samples tell.

    values : (P + 1,) breakpoints, the ends included, each within 1e-8, relatively, of where a score crosses
    counts : (P,) errors between them; points : P - 1 tuples, the points that begin or cease to err at the inner ones
    samples : (n,) values at which every point was left out: the counts there are exact. Between two neighbours, a point
    that changes twice, or any even number of times, is not seen; ``n_errors`` is the fewest that were found
    initial, undefined, weighs, refits, residual, certified, what : see ErrorCurve
    """

    parameter: str
    values: np.ndarray
    counts: np.ndarray
    points: tuple = field(repr=False)
    samples: np.ndarray = field(repr=False)
    initial: np.ndarray = field(repr=False)
    undefined: np.ndarray = field(repr=False)
    weighs: np.ndarray = field(repr=False)
    refits: int
    residual: float
    what: str = "leave-one-out"

    upper_end, fewest = "interval", "the fewest found"

    @property
    def places(self):
        return self.values

    def __repr__(self):
        return f"{super().__repr__()}; every point was left out at {len(self.samples)} values"


def along_kernel(svm, low, high, parameter="sigma", *, samples=SAMPLES, progress=None):
    """Return the KernelErrorCurve of a trained machine: its leave-one-out errors from low to high of a parameter.

    ``samples``: a number of values, equally far apart in the logarithm, or increasing values from low to high, at which
    ``leave_one_out`` is exact. Where a point p errs at one of two neighbours only, the place between is found at which
    h_{y_p}(x_p) - max_k≠y_p h_k(x_p) of the machine without p, or y_p f(x_p), crosses zero. A score that crosses zero
    twice between two samples is not seen: more samples see more. ``parameter``: see ``kernel_path``.
    ``progress(done, total)`` is told of each sample; what it raises, such as KeyboardInterrupt, ends it.

    Each sample costs a leave-one-out, each change about eight linear systems and some trainings without a point. Raises
    what ``kernel_path`` raises, and ValueError for samples that do not go from low to high.
    """
    svm = validation.fitted(svm)
    low, high = checks.range_of_parameter(low, high)
    family = family_of("along_kernel", svm, low, high, parameter)
    samples = _samples(samples, low, high)
    curves = _Sampled(family)
    for done, value in enumerate(samples, 1):
        curves.add(value)
        if progress is not None:
            progress(done, len(samples))
    return curves.curve(samples)


def _samples(samples, low, high):
    if np.ndim(samples) == 0:
        count = validation.integer("samples", samples, at_least=2)
        samples = np.geomspace(low, high, count)
        samples[0], samples[-1] = low, high
        return samples
    samples = validation.increasing_grid("samples", samples)
    if len(samples) < 2 or samples[0] != low or samples[-1] != high:
        raise ValueError(f"samples must go from low={low:g} to high={high:g}, got {samples}; pass a number of samples")
    return samples


class _Sampled:
    """Leave-one-outs at some values, and where points change between neighbours."""

    def __init__(self, family):
        self.family = family
        self.found, self.changes = [], []
        self.residual, self.refits = 0.0, 0

    def add(self, value):
        now = loo.leave_one_out(self.family.model(value))
        self.residual, self.refits = max(self.residual, now.residual), self.refits + now.refits
        if self.found:
            before, then = self.found[-1]
            for p in np.flatnonzero(now.errors != then.errors):
                self.changes.append((self._change(int(p), before, then, value, now), int(p)))
        self.found.append((value, now))

    def _change(self, p, before, then, value, now):
        """Where between two samples point p begins or ceases to err."""
        ends = (before, then), (value, now)
        low, high = (_Told(np.log(at), found.margin[p], bool(found.errors[p])) for at, found in ends)
        without = _Without(self.family, p)
        first, last = bracketed(without.at, low, high, lambda told: told.errs == low.errs, _share)
        self.residual = max(self.residual, without.residual(first.t), without.residual(last.t))
        return float(np.exp(last.t))

    def curve(self, samples):
        first = self.found[0][1]
        found = steps(first.errors, sorted(self.changes), samples[0], samples[-1])
        masks = first.errors, first.undefined, first.weighs
        return KernelErrorCurve(self.family.parameter, *found, samples, *masks, self.refits, float(self.residual))


@dataclass(frozen=True)
class _Told:
    """What the machine without a point says of it at t: by how much its class leads, and whether it errs."""

    t: float
    lead: float
    errs: bool


def _share(low, high):
    """Where the lead is zero on the line through two places."""
    fall = low.lead - high.lead
    return float(np.clip(low.lead / fall, 0.0, 1.0)) if fall else 0.5


class _Without:
    """The machine without point p at each t: of the sets that held last, or trained where they do not."""

    def __init__(self, family, p):
        self.code = family.svm.codes_[[p]]
        self.own = np.flatnonzero(family.own.example == p)
        self.family, self.p, self.sets = family.without(self.own), p, None

    def at(self, t):
        try:
            place = None if self.sets is None else self.sets.at(t)
        except np.linalg.LinAlgError:
            place = None
        if place is None or not place.holds:
            place = solver.solve(self.family.program(np.exp(t)))
            self.sets = self.family.sets(roles_of(place))
        scores = self.family.own.scores_of_margins(place.margins)[[self.p]]
        lead = loo.smallest_lead(scores, self.code)[0]
        return _Told(t, lead, bool(loo.winners(scores)[0][0] != self.code[0]))

    def residual(self, t):
        """The largest KKT residual or relative gap of the machine without p at t."""
        if self.sets is not None:
            worst = self.sets.measured(t).worst
            if worst <= CERTIFIED:
                return worst
        return solver.solve(self.family.program(np.exp(t))).worst


# --- over the plane ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErrorPlane:
    """The leave-one-out errors over C and a parameter of the kernel: exact in C, sampled in the parameter.

    values : (n,) of the parameter; curves : the n ErrorCurves over C, exact at every C
    """

    parameter: str
    values: np.ndarray
    curves: tuple = field(repr=False)

    @property
    def n_errors(self):
        """The fewest errors at any of the values and any C."""
        return min(curve.n_errors for curve in self.curves)

    @property
    def best(self):
        """((value, (C, C)), ...): the values and intervals of C with the fewest errors."""
        least = self.n_errors
        return tuple((float(value), interval) for value, curve in zip(self.values, self.curves, strict=True)
                     if curve.n_errors == least for interval in curve.best)  # fmt: skip

    @property
    def edges(self):
        """(n + 1,) ends of the band that each value stands for: geometric means of neighbours, and the ends."""
        inner = [np.sqrt(a * b) for a, b in pairwise(self.values)]
        return np.array([self.values[0], *inner, self.values[-1]])

    @property
    def rectangles(self):
        """((low, high), (C, C)) of ``best``, each value as its band: exact in C, what stands between samples in the
        parameter is taken to be as at the nearest."""
        edges = self.edges
        bands = {float(value): (float(a), float(b)) for value, (a, b) in zip(self.values, pairwise(edges), strict=True)}
        return tuple((bands[value], interval) for value, interval in self.best)

    @property
    def residual(self):
        return max(curve.residual for curve in self.curves)

    @property
    def certified(self):
        """Whether every machine that was followed is certified."""
        return all(curve.certified for curve in self.curves)

    def count_at(self, value, C):
        """How many points err at C and the sampled value nearest to this one, in the logarithm."""
        low, high = self.values[0], self.values[-1]
        value = validation.real(self.parameter, value)
        if not low <= value <= high:
            raise ValueError(f"{self.parameter} must lie between {low:g} and {high:g}, got {value!r}; take more values")
        return self.curves[int(np.abs(np.log(self.values / value)).argmin())].count_at(C)

    def __repr__(self):
        best = " and ".join(f"{self.parameter} = {value:.4g}, C from {low:.4g} to {high:.4g}"
                            for value, (low, high) in self.best)  # fmt: skip
        return (
            f"leave-one-out errors, {len(self.values)} values of {self.parameter} from {self.values[0]:.4g} to "
            f"{self.values[-1]:.4g}, every C from {self.curves[0].C_min:.4g} to {self.curves[0].C_max:.4g}; the fewest "
            f"are {self.n_errors} of {int(self.curves[0].weighs.sum())} points, for {best}"
        )


def over_plane(svm, values, C_min=0.01, C_max=100.0, parameter="sigma", *, progress=None):
    """Return the ErrorPlane of a trained machine: its leave-one-out errors at every C, for each value of a parameter.

    The machine gives points, labels, weights and kernel; its own C and value play no part. ``values``: two or more;
    ``parameter``: see ``kernel_path``; C_min, C_max: see ``leave_one_out.along_path``, which is called for each value
    and costs most of the time. ``progress(done, total)`` counts values. The choice of both by the same points is
    optimistic, see ``BiclassSVMCV``. Raises what ``kernel_path`` and ``leave_one_out.along_path`` raise.
    """
    svm = validation.fitted(svm)
    values = checks.several_values(validation.increasing_grid("values", values))
    family = family_of("over_plane", svm, values[0], values[-1], parameter)
    curves = []
    for done, value in enumerate(values, 1):
        curves.append(along_path(family.model(value), C_min, C_max))
        if progress is not None:
            progress(done, len(values))
    return ErrorPlane(parameter, values, tuple(curves))


loo.leave_one_out.along_kernel = along_kernel
loo.leave_one_out.over_plane = over_plane
