"""The guaranteed risk of a trained machine, Theorem 1 of Guermeur, Maumy and Sur 2005, and whether it applies."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from svmlab import validation
from svmlab.risk import validation as checks
from svmlab.risk.covering import LEMMA_1, MAUREY_CARL, Constants, interval_of, log_confidence, log_covering

EQUAL = 1e-9  # margins that differ by less count as equal, so that free support vectors lie on Δh = ½


@dataclass(frozen=True)
class GuaranteedRisk:
    """A value of the bound of Theorem 1 and its terms: value = margin_risk + interval + 1/m.

    log_covering: ln N; log_confidence: ln(2/(γδ)), with what a union bound adds to it; interval =
    √(2/m (ln 2 + log_covering + log_confidence)); holds: whether the theorem applies, and ``why`` it does or not.
    """

    value: float
    gamma: float
    margin_risk: float
    log_covering: float
    log_confidence: float
    interval: float
    constants: Constants
    theorem: int | str
    holds: bool
    why: str = field(repr=False)

    @property
    def m(self):
        return self.constants.m

    @property
    def vacuous(self):
        """Whether it says less than what is known of every risk, R ≤ 1."""
        return self.value >= 1.0

    @property
    def source(self):
        shape = {2: "Theorems 1 (5) and 2 (12)", 3: "Theorems 1 (5) and 3 (14)", LEMMA_1: "Theorem 1 (5) and Lemma 1"}
        return f"Guermeur, Maumy and Sur 2005, {shape[self.theorem]}"

    def __str__(self):
        said = ", says nothing" if self.vacuous else ""
        return (
            f"guaranteed risk {self.value:.3g}{said}: margin risk {self.margin_risk:.3g} at γ = {self.gamma:.3g}, "
            f"interval {self.interval:.3g} (ln N = {self.log_covering:.4g}), 1/m = {1 / self.m:.2g}; {self.source}"
        )


def guaranteed_risk(svm, delta=0.05, gamma=None, *, constants=None, point=None, theorem=None, c=MAUREY_CARL):
    """Return the GuaranteedRisk of a trained machine, Theorem 1; minimised over γ in (0, 1] when none is given.

    constants : Constants fixed in advance; None reads them off the machine, and the bound is then a heuristic;
        "union" rounds Λ_w and β up to powers of two and pays for having looked, by a union bound over all of them
    point : Λ_Φ fixed in advance, for "union"; not needed where κ(x, x) is the same for all x
    theorem : 2, 3 or "lemma 1" (see ``log_covering_lemma``); by default 3 where a finite dimension is known, else 2
    c : the constant of Theorem 2

    The margin risk is a step function of γ and the rest falls with γ, so that the minimum lies where γ equals a
    Δh_{C(x_i)}(x_i), or at 1. All points count alike in the margin risk, whatever their weights in training. The
    theorem asks for no optimum: a machine trained to a tolerance will do.
    """
    svm = validation.fitted(svm, exact=False)
    validation.weston_watkins("risk.guaranteed_risk", svm)
    validation.probability("delta", delta)
    constants, price, holds, why = _justified(svm, constants, point, theorem)
    if theorem is None:
        theorem = 2 if constants.dimension is None else 3
    values = np.sort(0.5 * svm.solution_.margins.reshape(len(svm.codes_), -1).min(axis=1))  # Δh_{C(x_i)}(x_i)
    candidates = _candidates(values) if gamma is None else np.array([checks.margin(gamma)])
    risks = np.searchsorted(values, candidates - EQUAL, side="left") / len(values)
    covering = log_covering(constants, candidates, theorem, c)
    confidence = log_confidence(candidates, delta) + price
    interval = interval_of(constants.m, covering, confidence)
    i = int(np.argmin(risks + interval))
    terms = (array[i].item() for array in (candidates, risks, covering, confidence, interval))
    value = float(risks[i] + interval[i] + 1.0 / constants.m)
    return GuaranteedRisk(value, *terms, constants, theorem, holds, why)


def _candidates(values):
    """Values of γ among which the best is: each Δh in (0, 1), the larger of those that are equal, and 1."""
    inside = values[(values > EQUAL) & (values < 1.0)]
    return np.append(inside[np.diff(inside, append=2.0) > EQUAL], 1.0)


def _justified(svm, constants, point, theorem):
    """(Constants, price to add to ln(2/(γδ)), whether the theorem holds with them, why)."""
    found = Constants.of(svm)
    if constants is None:
        return found, 0.0, False, (
            "Λ_w, β and Λ_Φ were read off the trained machine, so that the theorem does not apply: a heuristic that it "
            "inspires"
        )  # fmt: skip
    if isinstance(constants, str):
        validation.one_of("constants", constants, ("union",))
        return _union(svm, found, point)
    checks.same_sample(constants.m, constants.Q, found.m, found.Q)
    exceeded = [
        f"{symbol} = {has:.3g} > {limit:.3g}"
        for symbol, has, limit in (
            ("‖w‖", found.weight, constants.weight),
            ("max ‖Φ(x_i)‖", found.point, constants.point),
            ("max |b_k|", found.intercept, constants.intercept),
        )
        if has > limit
    ]
    d = constants.dimension
    if theorem in (None, 3) and d is not None and (found.dimension is None or found.dimension > d):
        exceeded.append(f"the dimension of the feature space is {found.dimension or 'not known'}, not {d}")
    if exceeded:
        return constants, 0.0, False, "the machine is outside the class of functions: " + "; ".join(exceeded)
    return constants, 0.0, True, (
        "the constants were given: it holds if they were fixed before the data were seen, and if ‖Φ(x)‖ ≤ Λ_Φ for all "
        "x that can occur"
    )  # fmt: skip


def _union(svm, found, point):
    """Λ_w and β rounded up to 2^i and 2^j, each pair with its share δ 2^-|i| 2^-|j| / 9 of the confidence."""
    i, j = (_power_of_two_above(max(value, 2.0**-60)) for value in (found.weight, found.intercept))
    price = math.log(9.0) + (abs(i) + abs(j)) * math.log(2.0)
    largest = svm.kernel_.largest_diagonal
    always = math.isfinite(largest)
    of_kernel = math.sqrt(largest) if always else found.point
    radius = of_kernel if point is None else validation.positive("point", point)
    constants = replace(found, weight=2.0**i, intercept=2.0**j, point=radius)
    if found.point > radius:
        return (
            constants,
            price,
            False,
            f"a training point lies outside the ball: {found.point:.3g} > Λ_Φ = {radius:.3g}",
        )
    if point is None and not always:
        return constants, price, False, (
            "Λ_w and β are paid for by a union bound, but Λ_Φ was read off the training points: give point=, fixed "
            "before the data were seen"
        )  # fmt: skip
    known = f"κ(x, x) = {largest:.3g} for all x" if always else "if ‖Φ(x)‖ ≤ Λ_Φ for all x that can occur"
    return constants, price, True, f"Λ_w and β are paid for by a union bound over powers of two; {known}"


def _power_of_two_above(value):
    """The smallest i with 2^i ≥ value."""
    fraction, i = math.frexp(value)
    return i - 1 if fraction == 0.5 else i
