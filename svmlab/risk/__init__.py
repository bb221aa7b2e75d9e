"""Guaranteed risk: Theorems 1 to 3 of Guermeur, Maumy and Sur 2005, each factor in sight, and model selection by it.

Theorem 1, with probability at least 1 - δ, for every γ in (0, 1]::

    R(h) ≤ R_γ(h) + √( (2/m) (ln(2 N(γ/4, Δ_γ H, 2m)) + ln(2/(γδ))) ) + 1/m

The covering number N is bounded by Theorem 3 in a feature space of finite dimension, by Theorem 2 in any. Both
need constants fixed before the data are seen: ‖w‖ ≤ Λ_w, |b_k| ≤ β, ‖Φ(x)‖ ≤ Λ_Φ. Values read off a trained
machine make the rule a heuristic that the theorem inspires; ``GuaranteedRisk.why`` says so. A union bound over the
powers of two repairs it for Λ_w and β at little cost (``constants="union"``). All in logarithms.
"""

import math
from dataclasses import dataclass, field, replace
from time import process_time

import numpy as np
from sklearn.base import clone

from svmlab import kernels, validation
from svmlab.exact import low_rank
from svmlab.exact.loo import leave_one_out

MAUREY_CARL = 103.0  # the constant c of (11) in Williamson, Smola and Schölkopf 2000; the source leaves it open
LEMMA_1 = "lemma 1"  # Theorem 2 without its last step
THEOREMS = (2, 3, LEMMA_1)
EQUAL = 1e-9  # margins that differ by less count as equal, so that free support vectors lie on Δh = ½
LARGEST_M = 10**30  # sample sizes beyond it are called infinite

# --- margins ----------------------------------------------------------------------------------------------------


def delta(scores):
    """(n, Q) values Δh_k(x) = ½ (h_k(x) - max_{l≠k} h_l(x)) from scores (n, Q): Definition 2."""
    scores = np.asarray(scores, dtype=float)
    best = scores.argmax(axis=1)[:, None]
    others = scores.copy()
    np.put_along_axis(others, best, -np.inf, axis=1)
    strongest = np.repeat(np.take_along_axis(scores, best, axis=1), scores.shape[1], axis=1)
    np.put_along_axis(strongest, best, others.max(axis=1)[:, None], axis=1)
    return 0.5 * (scores - strongest)


def squash(values, gamma):
    """π_γ: values cut off at ±γ, Definition 4."""
    return np.clip(values, -gamma, gamma)


def own_delta(scores, codes):
    """(n,) Δh_{C(x_i)}(x_i), half the margin of each point against its strongest rival; codes (n,) in 0..Q-1."""
    return delta(scores)[np.arange(len(codes)), codes]


def margin_risk(scores, codes, gamma):
    """R_γ: the fraction of points with Δh_{C(x_i)}(x_i) < γ, Definition 3."""
    return float((own_delta(scores, codes) < gamma).mean())


# --- capacity ---------------------------------------------------------------------------------------------------


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
        squared = max(0.0, svm.solution_.squared_norm)
        two = svm.alpha_.ndim == 1  # w_1 = -w_2 = w/2
        b = np.atleast_1d(svm.solution_.b) * (0.5 if two else 1.0)
        d = svm.kernel_.feature_dimension(svm.X_fit_.shape[1])
        return cls(
            m=len(svm.y_fit_),
            Q=len(svm.classes_),
            weight=math.sqrt(0.5 * squared if two else squared),
            point=math.sqrt(max(0.0, float(svm.K_.diagonal().max()))),
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
    validation.known_dimension(k.dimension)
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
    return _interval(constants.m, log_covering(constants, gamma, theorem, c), _log_confidence(gamma, delta))


def _log_confidence(gamma, delta):
    return math.log(2.0) - np.log(np.asarray(gamma, dtype=float)) - math.log(delta)


def _interval(m, covering, confidence):
    return np.sqrt(2.0 / m * (math.log(2.0) + covering + confidence))


# --- the guaranteed risk ----------------------------------------------------------------------------------------


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
    Δh_{C(x_i)}(x_i), or at 1. All points count alike in the margin risk, whatever their weights in training.
    """
    validation.fitted(svm)
    validation.weston_watkins("risk.guaranteed_risk", svm)
    validation.probability("delta", delta)
    constants, price, holds, why = _justified(svm, constants, point, theorem)
    if theorem is None:
        theorem = 2 if constants.dimension is None else 3
    values = np.sort(0.5 * svm.solution_.margins.reshape(len(svm.codes_), -1).min(axis=1))  # Δh_{C(x_i)}(x_i)
    candidates = _candidates(values) if gamma is None else np.array([validation.margin(gamma)])
    risks = np.searchsorted(values, candidates - EQUAL, side="left") / len(values)
    covering = log_covering(constants, candidates, theorem, c)
    confidence = _log_confidence(candidates, delta) + price
    interval = _interval(constants.m, covering, confidence)
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
    validation.same_sample(constants.m, constants.Q, found.m, found.Q)
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


def sample_size_needed(constants, theorem=3, delta=0.05, gamma=1.0, below=1.0, c=MAUREY_CARL):
    """The smallest m from which on interval + 1/m stays below ``below``, all other constants unchanged; or inf.

    Where the margin risk is r, the bound says something from ``below=1 - r`` on.
    """
    validation.probability("delta", delta)
    gamma, below = validation.margin(gamma), validation.positive("below", below)
    validation.one_of("theorem", theorem, THEOREMS)

    def excess(m, rounded=True):
        k = constants.at(m)
        if rounded or theorem == 3:
            covering = log_covering(k, gamma, theorem, c)
        else:  # an index that is not rounded, and not lowered by one, grows smoothly and is larger
            index = (_index_printed if theorem == 2 else _index_lemma)(k, gamma, validation.positive("c", c))
            covering = log_intercepts(k, gamma) + math.log(2.0) * index
        return float(_interval(m, covering, _log_confidence(gamma, delta))) + 1.0 / m - below

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


# --- model selection --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tuning:
    """The line search of section 4: the bound at each C, and the C that minimises it."""

    C: np.ndarray
    risks: tuple
    machines: tuple = field(repr=False)
    complete: bool = True

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

    def __str__(self):
        stopped = "" if self.complete else ", interrupted"
        return (
            f"{len(self.C)} values of C from {self.C[0]:.3g} to {self.C[-1]:.3g}{stopped}; the least guaranteed risk "
            f"is at C = {self.best_C:.3g}: {self.risks[self.best]}"
        )


def tune_C(svm, C_grid, delta=0.05, *, progress=None, **options):
    """Evaluate the guaranteed risk along increasing C and return the Tuning, the algorithm of section 4.

    Each machine starts from the last one (``low_rank``, ``path``). ``progress(done, total)`` is called after each;
    ``options`` go to ``guaranteed_risk``. An interruption (KeyboardInterrupt) ends the search with what is there.
    Raises ValueError unless C_grid increases.
    """
    validation.fitted(svm)
    validation.weston_watkins("risk.tune_C", svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    machines, risks = [], []
    try:
        for model in low_rank.solutions_along(svm, C_grid):
            risks.append(guaranteed_risk(model, delta, **options))
            machines.append(model)
            if progress is not None:
                progress(len(risks), len(C_grid))
    except KeyboardInterrupt:
        if not machines:
            raise
    n = len(machines)
    return Tuning(C_grid[:n], tuple(risks[:n]), tuple(machines), n == len(C_grid))


def cross_validation(svm, C_grid, n_folds=5, random_state=0, *, warm=True, progress=None):
    """(n,) error rates of n-fold cross-validation at each C of an increasing grid.

    In each fold each machine starts from the last one; ``warm=False`` trains it anew at each C. Folds hold the
    classes in equal parts; weights stay as they were. ``progress(done, total)`` counts machines.
    """
    validation.fitted(svm)
    validation.weston_watkins("risk.cross_validation", svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    fold = _folds(svm.codes_, validation.integer("n_folds", n_folds, at_least=2), random_state)
    validation.enough_for_folds(n_folds, int(np.bincount(svm.codes_).min()))
    wrong, done = np.zeros(len(C_grid)), 0
    for left_out in range(n_folds):
        kept = fold != left_out
        Z, labels = _rows(svm, ~kept, kept), svm.y_fit_[~kept]
        for i, model in enumerate(_machines(svm, kept, C_grid, warm)):
            wrong[i] += np.count_nonzero(model.predict(Z) != labels)
            done += 1
            if progress is not None:
                progress(done, n_folds * len(C_grid))
    return wrong / len(fold)


def _machines(svm, kept, C_grid, warm):
    """Yield machines like ``svm`` for each C, trained on the points ``kept`` (m,)."""

    def trained(C):
        model = clone(svm).set_params(C=float(C), class_weight=None)  # sample_weight_ holds the class weights
        return model.fit(_rows(svm, kept, kept), svm.y_fit_[kept], svm.sample_weight_[kept])

    if warm:
        yield from low_rank.solutions_along(trained(C_grid[0]), C_grid)
    else:
        yield from map(trained, C_grid)


def _rows(svm, rows, columns):
    """Points of a machine as its ``fit`` and ``predict`` want them."""
    X = svm.X_fit_[rows]
    return X[:, columns] if isinstance(svm.kernel_, kernels.Precomputed) else X


def _folds(codes, n_folds, random_state):
    """(m,) fold of each point: each class is shuffled and dealt round."""
    random = validation.random_generator(random_state)
    order = random.permutation(len(codes))
    order = order[np.argsort(codes[order], kind="stable")]
    fold = np.empty(len(codes), dtype=int)
    fold[order] = np.arange(len(codes)) % n_folds
    return fold


@dataclass(frozen=True)
class Rule:
    """One way to choose C: its value at each C of the grid, and the processor time it took."""

    name: str
    values: np.ndarray
    seconds: float

    @property
    def best(self):
        """Index of the smallest value; among equal ones that of the smallest C."""
        return int(self.values.argmin())


@dataclass(frozen=True)
class Comparison:
    """Rules at the same values of C; true_risks (n,) of the machines trained on all points, or None."""

    C: np.ndarray
    rules: tuple
    true_risks: np.ndarray | None = None

    def __getitem__(self, name):
        """The Rule of that name."""
        names = [rule.name for rule in self.rules]
        return self.rules[names.index(validation.one_of("rule", name, names))]

    def __str__(self):
        head = f"{'rule':<32}{'C':>10}{'its value':>11}"
        head += f"{'true risk':>11}" if self.true_risks is not None else ""
        lines = [head + f"{'time (s)':>10}"]
        for rule in self.rules:
            line = f"{rule.name:<32}{self.C[rule.best]:>10.3g}{rule.values[rule.best]:>11.4f}"
            line += f"{self.true_risks[rule.best]:>11.4f}" if self.true_risks is not None else ""
            lines.append(line + f"{rule.seconds:>10.2f}")
        if self.true_risks is not None:
            i = int(self.true_risks.argmin())
            lines.append(f"{'(the true risk itself)':<32}{self.C[i]:>10.3g}{'':>11}{self.true_risks[i]:>11.4f}")
        return "\n".join(lines)


def compare_rules(svm, C_grid, *, delta=0.05, n_folds=5, random_state=0, refit=False, true_risk=None, progress=None):
    """Return the Comparison of three rules at the same C: guaranteed risk, cross-validation, exact leave-one-out.

    true_risk : function from a trained machine to its expected risk, where that is known
    refit : whether to run the cross-validation also with a new training for every fold and C, for its time
    progress : called with (name of the rule, done, total) after each machine

    Leave-one-out starts from the machines of the guaranteed risk, which its time does not include. An interruption
    (KeyboardInterrupt) leaves out the rules that are not done.
    """
    validation.fitted(svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)

    def report(name):
        return None if progress is None else lambda done, total: progress(name, done, total)

    tuning, seconds = _timed(tune_C, svm, C_grid, delta, progress=report("guaranteed risk"))
    rules = [Rule("guaranteed risk", tuning.values, seconds)]
    try:
        for warm in (True, False) if refit else (True,):
            name = f"{n_folds}-fold cross-validation" + ("" if warm else ", refitted")
            options = {"warm": warm, "progress": report(name)}
            rules.append(Rule(name, *_timed(cross_validation, svm, tuning.C, n_folds, random_state, **options)))
        rules.append(Rule("leave-one-out", *_timed(_leave_one_out_rates, tuning.machines, report("leave-one-out"))))
    except KeyboardInterrupt:
        pass
    risks = None if true_risk is None else np.array([true_risk(machine) for machine in tuning.machines])
    return Comparison(tuning.C, tuple(rules), risks)


def _leave_one_out_rates(machines, progress):
    rates = []
    for machine in machines:
        rates.append(leave_one_out(machine).error_rate)
        if progress is not None:
            progress(len(rates), len(machines))
    return np.array(rates)


def _timed(function, *arguments, **options):
    begin = process_time()
    return function(*arguments, **options), process_time() - begin


@dataclass(frozen=True)
class Selected:
    """What the guaranteed risk chose on each of several training sets: C, its guaranteed risk, its true risk."""

    C: np.ndarray
    guaranteed: np.ndarray
    true: np.ndarray

    def rank(self, risk):
        """The fraction of training sets whose selected machine has a true risk of at most ``risk``."""
        return float((self.true <= risk).mean())

    def __str__(self):
        low, middle, high = np.quantile(self.true, [0.05, 0.5, 0.95])
        return (
            f"{len(self.C)} training sets: true risk of the selected machine {100 * middle:.2f} % in the median, "
            f"{100 * self.true.min():.2f} to {100 * self.true.max():.2f} %, nine in ten between {100 * low:.2f} and "
            f"{100 * high:.2f} %; C from {self.C.min():.2g} to {self.C.max():.2g}"
        )


def selected_risks(draw, true_risk, C_grid, n_samples=50, *, machine, delta=0.05, random_state=0, progress=None):
    """Tune C on ``n_samples`` training sets and return the Selected.

    draw : function from a numpy Generator to a training set (X, y); true_risk : from a trained machine to its risk
    machine : an untrained machine, for its kernel and class

    Training set i has a Generator of its own, the same whatever ``n_samples`` is. ``progress(done, total)`` is called
    after each; an interruption (KeyboardInterrupt) ends with what is there.
    """
    n_samples = validation.integer("n_samples", n_samples, at_least=1)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    rows = []
    try:
        for i in range(n_samples):
            X, y = draw(np.random.default_rng([validation.integer("random_state", random_state, at_least=0), i]))
            tuning = tune_C(low_rank.begin(clone(machine), X, y), C_grid, delta)
            if not tuning.complete:
                break
            rows.append((tuning.best_C, tuning.values.min(), true_risk(tuning.best_machine)))
            if progress is not None:
                progress(len(rows), n_samples)
    except KeyboardInterrupt:
        pass
    if not rows:
        raise KeyboardInterrupt("interrupted before the first training set was done")
    return Selected(*np.array(rows).T)
