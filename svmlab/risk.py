"""Guaranteed risk: Theorems 1 to 3 of Guermeur, Maumy and Sur 2005, each factor in sight, and model selection by it.

Theorem 1, with probability at least 1 - δ, for every γ in (0, 1]::

    R(h) ≤ R_γ(h) + √( (2/m) (ln(2 N(γ/4, Δ_γ H, 2m)) + ln(2/(γδ))) ) + 1/m

The covering number N is bounded by Theorem 3 in a feature space of finite dimension, by Theorem 2 in any. Both
need constants fixed before the data are seen: ‖w‖ ≤ Λ_w, |b_k| ≤ β, ‖Φ(x)‖ ≤ Λ_Φ. Values read off a trained
machine make the rule a heuristic that the theorem inspires; ``GuaranteedRisk.why`` says so. All in logarithms.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from svmlab import kernels, validation
from svmlab.path import solutions_along

MAUREY_CARL = 103.0  # the constant c of (11) in Williamson, Smola and Schölkopf 2000; the source leaves it open


def delta(scores):
    """(n, Q) values Δh_k(x) = ½ (h_k(x) - max_{l≠k} h_l(x)) from scores (n, Q): Definition 2."""
    scores = np.asarray(scores, dtype=float)
    order = np.sort(scores, axis=1)
    best, second = order[:, [-1]], order[:, [-2]]
    return 0.5 * (scores - np.where(scores == best, np.where(best == second, best, second), best))


def squash(values, gamma):
    """π_γ: values cut off at ±γ, Definition 4."""
    return np.clip(values, -gamma, gamma)


def own_delta(scores, codes):
    """(n,) Δh_{C(x_i)}(x_i), half the margin of each point against its strongest rival."""
    return delta(scores)[np.arange(len(codes)), codes]


def margin_risk(scores, codes, gamma):
    """R_γ: the fraction of points with Δh_{C(x_i)}(x_i) < γ, Definition 3."""
    return float((own_delta(scores, codes) < gamma).mean())


@dataclass(frozen=True)
class Constants:
    """What the theorems need: m points, Q classes, Λ_w, Λ_Φ, β, and d (None: no finite dimension is used)."""

    m: int
    Q: int
    weight: float
    point: float
    intercept: float
    dimension: int | None = None

    @classmethod
    def of(cls, svm):
        """Read off a trained machine: Λ_w = ‖w‖, β = max |b_k|, Λ_Φ = max √κ(x_i, x_i)."""
        squared = svm.solution_.squared_norm
        two = svm.alpha_.ndim == 1  # w_1 = -w_2 = w/2
        b = np.atleast_1d(svm.solution_.b) * (0.5 if two else 1.0)
        return cls(
            m=len(svm.y_fit_),
            Q=len(svm.classes_),
            weight=math.sqrt(0.5 * squared if two else squared),
            point=math.sqrt(float(svm.K_.diagonal().max())),
            intercept=float(np.abs(b).max()),
            dimension=feature_dimension(svm.kernel_, svm.X_fit_.shape[1]),
        )


def feature_dimension(kernel, d):
    """Dimension of the feature space of a kernel on R^d; None where it is infinite or not known.

    Linear: d; polynomial of degree p: binomial(d + p, p), homogeneous binomial(d + p - 1, p).
    """
    if isinstance(kernel, kernels.Linear):
        return d
    if isinstance(kernel, kernels.Polynomial):
        p = kernel.degree
        return math.comb(d + p, p) if kernel.coef0 != 0 else math.comb(d + p - 1, p)
    if isinstance(kernel, kernels.Scaled):
        return feature_dimension(kernel.kernel, d)
    return None


def log_intercepts(constants, gamma):
    """Q ln(2⌈4β/γ⌉ + 1): what the intercepts cost, Proposition 2 at ε = γ/4."""
    return constants.Q * np.log(2.0 * np.ceil(4.0 * constants.intercept / np.asarray(gamma, dtype=float)) + 1.0)


def log_covering_any(constants, gamma, c=MAUREY_CARL):
    """ln of (12): Theorem 2, for every kernel.

    The exponent 8cΛ_wΛ_Φ/γ · √(2Qm/ln 2) is an index n of an entropy number and rounded up, N ≤ 2^(n-1).
    """
    gamma = np.asarray(gamma, dtype=float)
    k = constants
    n = 8.0 * c * k.weight * k.point / gamma * math.sqrt(2.0 * k.Q * k.m / math.log(2.0))
    return log_intercepts(k, gamma) + math.log(2.0) * (np.maximum(1.0, np.ceil(n)) - 1.0)


def log_covering_finite(constants, gamma):
    """ln of (14): Theorem 3, for a feature space of dimension d; the covering number is rounded up."""
    gamma = np.asarray(gamma, dtype=float)
    k = constants
    validation.known_dimension(k.dimension)
    log_n = k.Q * k.dimension * np.log(np.maximum(1.0, 32.0 * k.weight * k.point / gamma))
    rounded = np.where(log_n < 30.0, np.log(np.ceil(np.exp(np.minimum(log_n, 30.0)) - 1e-9)), log_n)
    return log_intercepts(k, gamma) + rounded


@dataclass(frozen=True)
class GuaranteedRisk:
    """A value of the bound of Theorem 1 and its terms: value = margin_risk + interval + 1/m.

    log_covering: ln N; log_confidence: ln(2/(γδ)); interval = √(2/m (ln 2 + log_covering + log_confidence)).
    """

    value: float
    gamma: float
    margin_risk: float
    log_covering: float
    log_confidence: float
    interval: float
    m: int
    theorem: int
    holds: bool
    why: str = field(repr=False)

    @property
    def vacuous(self):
        """Whether it says less than what is known of every risk, R ≤ 1."""
        return self.value >= 1.0

    @property
    def source(self):
        return f"Guermeur, Maumy and Sur 2005, Theorems 1 (5) and {self.theorem} ({12 if self.theorem == 2 else 14})"

    def __str__(self):
        said = ", says nothing" if self.vacuous else ""
        return (
            f"guaranteed risk {self.value:.3g}{said}: margin risk {self.margin_risk:.3g} at γ = {self.gamma:.3g}, "
            f"interval {self.interval:.3g} (ln N = {self.log_covering:.4g}), 1/m = {1 / self.m:.2g}; {self.source}"
        )


def guaranteed_risk(svm, delta=0.05, gamma=None, *, constants=None, theorem=None, c=MAUREY_CARL):
    """Return the GuaranteedRisk of a trained machine, Theorem 1; minimised over γ in (0, 1] when none is given.

    constants : Constants fixed in advance; by default read off the machine, and the bound is then a heuristic
    theorem : 2 or 3; by default 3 where the feature space has a known finite dimension
    c : the constant of Theorem 2

    The margin risk is a step function of γ and the rest falls with γ, so that the minimum lies where γ equals a
    Δh_{C(x_i)}(x_i), or at 1.
    """
    validation.fitted(svm)
    validation.probability("delta", delta)
    fixed = constants is not None
    constants = constants if fixed else Constants.of(svm)
    if theorem is None:
        theorem = 2 if constants.dimension is None else 3
    validation.one_of("theorem", theorem, (2, 3))
    values = np.sort(0.5 * svm.solution_.margins.reshape(len(svm.codes_), -1).min(axis=1))  # Δh_{C(x_i)}(x_i)
    candidates = np.array([validation.margin(gamma)]) if gamma is not None else _candidates(values)
    risks = np.searchsorted(values, candidates, side="left") / len(values)
    covering = (
        log_covering_finite(constants, candidates) if theorem == 3 else log_covering_any(constants, candidates, c)
    )
    confidence = np.log(2.0 / (candidates * delta))
    interval = np.sqrt(2.0 / constants.m * (math.log(2.0) + covering + confidence))
    i = int(np.argmin(risks + interval))
    why = (
        "the constants were given: they must have been fixed before the data were seen"
        if fixed
        else "Λ_w, β and Λ_Φ were read off the trained machine, so that the theorem does not apply; a heuristic"
    )
    return GuaranteedRisk(
        float(risks[i] + interval[i] + 1.0 / constants.m), float(candidates[i]), float(risks[i]), float(covering[i]),
        float(confidence[i]), float(interval[i]), constants.m, theorem, fixed and _respected(svm, constants), why,
    )  # fmt: skip


def _candidates(values):
    inside = values[(values > 0) & (values < 1)]
    return np.append(np.unique(inside), 1.0)


def _respected(svm, constants):
    found = Constants.of(svm)
    return (
        found.weight <= constants.weight and found.point <= constants.point and found.intercept <= constants.intercept
    )


def sample_size_needed(constants, theorem, delta=0.05, gamma=1.0, below=1.0, c=MAUREY_CARL):
    """The smallest m at which interval + 1/m falls below ``below``, everything else unchanged; by bisection on ln m."""

    def excess(log_m):
        m = math.exp(log_m)
        k = Constants(m, constants.Q, constants.weight, constants.point, constants.intercept, constants.dimension)
        covering = log_covering_finite(k, gamma) if theorem == 3 else log_covering_any(k, gamma, c)
        return (
            math.sqrt(2.0 / m * (math.log(2.0) + float(covering) + math.log(2.0 / (gamma * delta)))) + 1.0 / m - below
        )

    low, high = 0.0, math.log(1e30)
    if excess(high) > 0:
        return math.inf
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return math.ceil(math.exp(high))


@dataclass(frozen=True)
class Tuning:
    """The line search of section 4: the bound at each C, and the C that minimises it."""

    C: np.ndarray
    risks: tuple
    machines: tuple = field(repr=False)

    @property
    def values(self):
        return np.array([risk.value for risk in self.risks])

    @property
    def best(self):
        return int(self.values.argmin())

    @property
    def best_C(self):
        return float(self.C[self.best])

    @property
    def best_machine(self):
        return self.machines[self.best]


def tune_C(svm, C_grid, delta=0.05, *, progress=None, **options):
    """Evaluate the guaranteed risk along increasing C and return the Tuning, the algorithm of section 4.

    Each machine is reached from the last one by the exact path. ``progress(done, total)`` after each; ``options``
    go to ``guaranteed_risk``. Raises ValueError unless C_grid increases.
    """
    C_grid = validation.increasing_grid("C_grid", C_grid)
    machines, risks = [], []
    for model in solutions_along(svm, C_grid):
        machines.append(model)
        risks.append(guaranteed_risk(model, delta, **options))
        if progress is not None:
            progress(len(risks), len(C_grid))
    return Tuning(C_grid, tuple(risks), tuple(machines))
