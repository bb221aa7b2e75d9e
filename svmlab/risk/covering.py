"""Covering numbers of a class of functions by Theorems 2 and 3 and Lemma 1, and the interval they give: logarithms all.

Guermeur, Maumy and Sur 2005. ``Constants`` are what the theorems need to know.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from svmlab import kernels, validation
from svmlab.risk import validation as checks

MAUREY_CARL = 103.0  # the constant c of (11) in Williamson, Smola and Schölkopf 2000; the source leaves it open
LEMMA_1 = "lemma 1"  # Theorem 2 without its last step
THEOREMS = (2, 3, LEMMA_1)
LARGEST_M = 10**30  # sample sizes beyond it are called infinite


@dataclass(frozen=True)
class Constants:
    """What the theorems need: m points, Q classes, Λ_w, Λ_Φ, β, and d (None: no finite dimension is used)."""

    m: int
    Q: int
    weight: float
    point: float
    intercept: float
    dimension: int | None = None

    def __post_init__(self):
        validation.integer("m", self.m, at_least=1)
        validation.integer("Q", self.Q, at_least=2)
        validation.nonnegative("weight (Λ_w)", self.weight)
        validation.nonnegative("point (Λ_Φ)", self.point)
        validation.nonnegative("intercept (β)", self.intercept)
        if self.dimension is not None:
            validation.integer("dimension", self.dimension, at_least=1)

    @classmethod
    def of(cls, svm):
        """Read off a trained machine: Λ_w = ‖w‖, β = max |b_k|, Λ_Φ = max √κ(x_i, x_i)."""
        svm = validation.fitted(svm, exact=False)
        diagonal = svm.kernel_.diag(svm.X_fit_) if svm.tol_ else svm.K_.diagonal()
        squared = max(0.0, svm.solution_.squared_norm)
        two = svm.alpha_.ndim == 1  # w_1 = -w_2 = w/2
        b = np.atleast_1d(svm.solution_.b) * (0.5 if two else 1.0)
        d = svm.kernel_.feature_dimension(kernels.width(svm.X_fit_))
        return cls(
            m=len(svm.y_fit_),
            Q=len(svm.classes_),
            weight=math.sqrt(0.5 * squared if two else squared),
            point=math.sqrt(max(0.0, float(diagonal.max()))),
            intercept=float(np.abs(b).max()),
            dimension=d if math.isfinite(d) else None,
        )

    def at(self, m):
        """The same constants for another number of points."""
        return replace(self, m=m)


def log_intercepts(constants, gamma):
    """Q ln(2⌈4β/γ⌉ + 1): what the intercepts cost, Proposition 2 at ε = γ/4."""
    gamma = np.asarray(gamma, dtype=float)
    with np.errstate(over="ignore", divide="ignore"):
        steps = 4.0 * constants.intercept / gamma
        large = math.log(2.0) + math.log(4.0) + np.log(constants.intercept) - np.log(gamma)
    return constants.Q * np.where(steps < 1e15, np.log(2.0 * np.ceil(np.minimum(steps, 1e15)) + 1.0), large)


def log_covering_any(constants, gamma, c=MAUREY_CARL):
    """ln of (12): Theorem 2, for every kernel.

    The exponent 8cΛ_wΛ_Φ/γ · √(2Qm/ln 2) is the index n of an entropy number, N ≤ 2^(n-1), and is rounded up.
    """
    return log_intercepts(constants, gamma) + _log_power(_index_printed(constants, gamma, c))


def log_covering_lemma(constants, gamma, c=MAUREY_CARL):
    """ln of the covering number by Lemma 1 itself: (12) without the step log₂(1 + x) ≤ x/ln 2 that gives it its form.

    n is the smallest index with c Λ_Φ √(log₂(1 + 2Qm/n)/n) ≤ γ/(8Λ_w). It grows with ln m, that of (12) with √m.
    """
    return log_intercepts(constants, gamma) + _log_power(_index_lemma(constants, gamma, c))


def log_covering_finite(constants, gamma):
    """ln of (14): Theorem 3, for a feature space of dimension d; the covering number is rounded up."""
    k = constants
    checks.known_dimension(k.dimension)
    log_n = k.Q * k.dimension * np.maximum(0.0, math.log(32.0) + _log_reach(k, gamma))
    exact = np.log(np.ceil(np.exp(np.minimum(log_n, 30.0)) * (1.0 - 1e-12)))
    return log_intercepts(k, gamma) + np.where(log_n < 30.0, exact, log_n)


def _log_reach(k, gamma):
    """ln(Λ_w Λ_Φ / γ)."""
    with np.errstate(divide="ignore"):
        return np.log(k.weight) + np.log(k.point) - np.log(np.asarray(gamma, dtype=float))


def _index_printed(k, gamma, c):
    with np.errstate(over="ignore"):
        return np.exp(math.log(8.0 * c) + _log_reach(k, gamma) + 0.5 * math.log(2.0 * k.Q * k.m / math.log(2.0)))


def _index_lemma(k, gamma, c):
    """The root n of n = (8cΛ_wΛ_Φ/γ)² log₂(1 + 2Qm/n), between 0 and the printed index, by bisection on ln n."""
    log_square, points = 2.0 * (math.log(8.0 * c) + _log_reach(k, gamma)), 2.0 * k.Q * k.m
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        high = np.log(_index_printed(k, gamma, c))
        low = np.minimum(high, -math.log(points)) - 1.0
        for _ in range(80):
            middle = 0.5 * (low + high)
            short = middle < log_square + np.log(np.log2(1.0 + points * np.exp(-middle)))
            low, high = np.where(short, middle, low), np.where(short, high, middle)
        return np.where(np.isneginf(log_square), 0.0, np.exp(high))


def _log_power(n):
    """ln 2^(⌈n⌉ - 1), at least 0."""
    return math.log(2.0) * (np.maximum(1.0, np.ceil(n)) - 1.0)


def log_covering(constants, gamma, theorem, c=MAUREY_CARL):
    """ln of the covering number by theorem 2, 3 or "lemma 1"."""
    validation.one_of("theorem", theorem, THEOREMS)
    if theorem == 3:
        return log_covering_finite(constants, gamma)
    c = validation.positive("c", c)
    return (log_covering_any if theorem == 2 else log_covering_lemma)(constants, gamma, c)


def confidence_interval(constants, gamma, delta=0.05, theorem=3, c=MAUREY_CARL):
    """√( (2/m) (ln 2 + ln N + ln(2/(γδ))) ), the second term of (5)."""
    return interval_of(constants.m, log_covering(constants, gamma, theorem, c), log_confidence(gamma, delta))


def log_confidence(gamma, delta):
    """ln(2/(γδ))."""
    return math.log(2.0) - np.log(np.asarray(gamma, dtype=float)) - math.log(delta)


def interval_of(m, covering, confidence):
    """√( (2/m) (ln 2 + ln N + confidence) ) from ln N and ln(2/(γδ))."""
    return np.sqrt(2.0 / m * (math.log(2.0) + covering + confidence))


def sample_size_needed(constants, theorem=3, delta=0.05, gamma=1.0, below=1.0, c=MAUREY_CARL):
    """The smallest m from which on interval + 1/m stays below ``below``, all other constants unchanged; or inf.

    Where the margin risk is r, the bound says something from ``below=1 - r`` on.
    """
    validation.probability("delta", delta)
    gamma, below = checks.margin(gamma), validation.positive("below", below)
    validation.one_of("theorem", theorem, THEOREMS)

    def excess(m, rounded=True):
        k = constants.at(m)
        if rounded or theorem == 3:
            covering = log_covering(k, gamma, theorem, c)
        else:  # an index that is not rounded, and not lowered by one, grows smoothly and is larger
            index = (_index_printed if theorem == 2 else _index_lemma)(k, gamma, validation.positive("c", c))
            covering = log_intercepts(k, gamma) + math.log(2.0) * index
        return float(interval_of(m, covering, log_confidence(gamma, delta))) + 1.0 / m - below

    low, high = 0, 1
    while excess(high, rounded=False) >= 0:
        low, high = high, 2 * high
        if high > LARGEST_M:
            return math.inf
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if excess(middle, rounded=False) >= 0 else (low, middle)
    for _ in range(int(3.0 / below**2) + 3):  # what rounding can shift the answer by
        if high == 1 or excess(high - 1) >= 0:
            break
        high -= 1
    return high
