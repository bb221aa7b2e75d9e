"""Which multipliers SMO moves: each way to choose is called with (problem, a, g, worst, tol) -> (variables, signs).

With F_i = y_i (1 - Hα)_i, two classes gain by α_i moving so that y_i α_i rises and y_j α_j falls, where F_i > F_j, i
may rise and j may fall; the slope is F_i - F_j and the optimum has none above zero. ``worst`` is the most violating
cycle.
"""

import numpy as np

from svmlab.learning import cycles

FLAT = 1e-12  # curvature that stands for none


def _sides(problem, a, g):
    """(F (m,), whether y α may rise (m,), may fall (m,))."""
    below, above = cycles.candidates(problem, a)
    positive = problem.signs > 0
    return problem.signs * g, np.where(positive, below, above), np.where(positive, above, below)


def _tie(F):
    return cycles.TIE * np.abs(F).max(initial=1.0)


def _pair(problem, i, j):
    """y_i α_i rises, y_j α_j falls by as much."""
    return np.array([i, j]), np.array([problem.signs[i], -problem.signs[j]])


def most_violating(problem, a, g, worst, tol):
    """The pair of largest slope (Keerthi et al. 2001; libsvm before 2.8), for many classes the cycle."""
    return worst


def second_order(problem, a, g, worst, tol):
    """i of largest F, then the j with which Q(α) would gain most if no bound were in the way.

    That is (F_i - F_j)² / (κ_ii + κ_jj - 2 κ_ij), over 2 (Fan, Chen and Lin 2005; libsvm from 2.8 on). For many
    classes so for each two of them; the best of these pairs, or the most violating cycle if that would gain more.
    """
    if problem.Q > 2:
        return _second_order_of_many(problem, a, g, worst)
    F, rise, fall = _sides(problem, a, g)
    i = cycles.first_highest(np.where(rise, F, -np.inf), _tie(F))
    curvature = problem.K[i, i] + problem.K.diagonal() - 2.0 * problem.K[i]
    gain = np.maximum(F[i] - F, 0.0) ** 2 / np.maximum(curvature, FLAT)
    gain = np.where(fall, gain, -1.0)
    return _pair(problem, i, cycles.first_highest(gain, cycles.TIE * gain.max()))


def _second_order_of_many(problem, a, g, worst):
    diagonal = problem.program.diagonal
    best, chosen = _gain_of(problem, g, *worst), worst
    for k, l in cycles.roads(problem):
        (there, sign, slope), (back, signs, slopes) = (cycles.ways(problem, a, g, *way) for way in ((k, l), (l, k)))
        if not len(there) or not len(back):
            continue
        i = cycles.first_highest(slope, _tie(g))
        curvature = diagonal[there[i]] + diagonal[back] + 2.0 * sign[i] * signs * problem.program.column(there[i])[back]
        gains = np.maximum(slope[i] + slopes, 0.0) ** 2 / np.maximum(curvature, FLAT)
        j = cycles.first_highest(gains, cycles.TIE * gains.max())
        if gains[j] > best:
            best, chosen = gains[j], (np.array([there[i], back[j]]), np.array([sign[i], signs[j]]))
    return chosen


def _gain_of(problem, g, variables, signs):
    """Twice what Q(α) would gain along a cycle, if no bound were in the way."""
    along = sum(sign * problem.program.column(v)[variables] for v, sign in zip(variables, signs, strict=True))
    return float(signs @ g[variables]) ** 2 / max(float(signs @ along), FLAT)


class AtRandom:
    """Any i that violates its condition against some j by more than tol, then any such j.

    For many classes first any two of them between which there is such a pair, or the most violating cycle, which may
    be longer: pairs alone come near the optimum of more than three classes in very many steps.
    """

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, problem, a, g, worst, tol):
        if problem.Q > 2:
            return self._of_many(problem, a, g, worst, tol)
        F, rise, fall = _sides(problem, a, g)
        i = self.rng.choice(np.flatnonzero(rise & (F - F[fall].min() > tol)))
        return _pair(problem, i, self.rng.choice(np.flatnonzero(fall & (F[i] - F > tol))))

    def _of_many(self, problem, a, g, worst, tol):
        pairs = []
        for k, l in cycles.roads(problem):
            there, back = cycles.ways(problem, a, g, k, l), cycles.ways(problem, a, g, l, k)
            if k < l and len(there[0]) and len(back[0]) and there[2].max() + back[2].max() > tol:
                pairs.append((there, back))
        chosen = self.rng.below(len(pairs) + 1)
        if chosen == len(pairs):
            return worst
        (there, sign, slope), (back, signs, slopes) = pairs[chosen]
        i = self.rng.choice(np.flatnonzero(slope + slopes.max() > tol))
        j = self.rng.choice(np.flatnonzero(slope[i] + slopes > tol))
        return np.array([there[i], back[j]]), np.array([sign[i], signs[j]])


class Platt:
    """Platt 1999: i from sweeps, over all points and then over the free ones until those have no violator left; j the
    free point of largest |E_i - E_j| = |F_i - F_j|, else free points, else all, from a random place on.

    A violator is one whose condition is missed by more than tol at the middle of the best b (Keerthi et al. 2001):
    with Platt's own b, which follows the last pair, he may stop before the optimum.
    """

    def __init__(self, rng):
        self.rng, self.sweep, self.over_all, self.changed = rng, iter(()), False, False

    def __call__(self, problem, a, g, worst, tol):
        F, rise, fall = _sides(problem, a, g)
        middle = 0.5 * (F[rise].max() + F[fall].min())
        free = np.flatnonzero((a > 0) & (a < problem.upper))
        while True:
            for i in self.sweep:
                j = self._partner(i, F, rise, fall, free, middle, tol)
                if j is not None:
                    self.changed = True
                    return _pair(problem, i, j) if F[i] > F[j] else _pair(problem, j, i)
            self.over_all = not (self.over_all or self.changed)
            self.changed = False
            self.sweep = iter(range(problem.m) if self.over_all else free.tolist())

    def _partner(self, i, F, rise, fall, free, middle, tol):
        """The j of point i, or None where its condition holds."""
        if not (rise[i] and F[i] - middle > tol) and not (fall[i] and middle - F[i] > tol):
            return None
        useful = (rise[i] & fall & (F[i] - F > tol)) | (fall[i] & rise & (F - F[i] > tol))
        if len(free):
            furthest = free[cycles.first_highest(np.abs(F[i] - F[free]), _tie(F))]
            if useful[furthest]:
                return int(furthest)
        for some in (free, np.arange(len(F))):
            start = self.rng.below(len(some)) if len(some) else 0
            for j in np.roll(some, -start):
                if useful[j]:
                    return int(j)
        return None


CHOICES = {  # each from a Chance
    "violating": lambda rng: most_violating,
    "second order": lambda rng: second_order,
    "platt": Platt,
    "random": AtRandom,
}
FOR_MANY = "violating", "second order", "random"  # those that know of cycles of classes
