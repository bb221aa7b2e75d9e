"""Guaranteed risk: each formula against its definition, each minimum against brute force."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, risk
from svmlab.risk import Constants, guaranteed, guaranteed_risk, sample_size_needed
from svmlab.risk.gaussians import GaussianProblem

TOY = GaussianProblem()
SOME = Constants(m=3000, Q=3, weight=0.5, point=20.0, intercept=0.7, dimension=2)


@pytest.fixture(scope="module")
def toy():
    return MulticlassSVM(C=0.002).fit(*TOY.sample(300, 0, exact_priors=True))


@pytest.fixture(scope="module")
def curved():
    data = datasets.overlapping(90, random_state=1, n_classes=3)
    return MulticlassSVM(C=1.0, kernel=kernels.Gaussian(1.0)).fit(data.X, data.y)


@pytest.fixture(scope="module")
def two():
    data = datasets.overlapping(80, random_state=2)
    return BiclassSVM(C=0.5).fit(data.X, data.y)


# --- margins --------------------------------------------------------------------------------------------------------


def test_delta_by_hand():
    scores = [[3.0, 1.0, 0.0], [2.0, 2.0, 0.0], [-1.0, -1.0, -1.0]]
    assert risk.delta(scores).tolist() == [[1.0, -1.0, -1.5], [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_delta_is_its_definition(Q):
    scores = np.random.default_rng(Q).integers(-3, 4, (50, Q)).astype(float)
    for row, found in zip(scores, risk.delta(scores), strict=True):
        for k in range(Q):
            assert found[k] == 0.5 * (row[k] - max(row[l] for l in range(Q) if l != k))


def test_at_most_one_delta_is_positive_and_it_belongs_to_the_winner():
    scores = np.random.default_rng(0).normal(size=(100, 4))
    values = risk.delta(scores)
    assert ((values > 0).sum(axis=1) == 1).all()
    assert np.array_equal(values.argmax(axis=1), scores.argmax(axis=1))


def test_squashing_keeps_what_is_inside_and_the_sign_of_what_is_not():
    values = np.array([-2.0, -0.5, -0.1, 0.0, 0.3, 0.5, 7.0, np.inf])
    expected = [0.5 * np.sign(v) if abs(v) >= 0.5 else v for v in values]
    assert risk.squash(values, 0.5).tolist() == expected


def test_squashing_changes_no_margin_risk(toy):
    scores = toy.scores(toy.X_fit_)
    own = risk.own_delta(scores, toy.codes_)
    for gamma in (0.1, 0.5, 1.0):
        assert (risk.squash(own, gamma) < gamma).mean() == risk.margin_risk(scores, toy.codes_, gamma)


def test_margin_risk_counts_strictly():
    scores = np.array([[2.0, 0.0], [1.0, 0.0], [0.0, 0.5]])
    assert risk.margin_risk(scores, np.zeros(3, dtype=int), 0.5) == pytest.approx(1 / 3)
    assert risk.margin_risk(scores, np.zeros(3, dtype=int), 0.51) == pytest.approx(2 / 3)


# --- constants ------------------------------------------------------------------------------------------------------


def test_constants_of_a_linear_machine_are_its_norms(toy):
    found = Constants.of(toy)
    assert found.weight == pytest.approx(np.linalg.norm(toy.coef_), rel=1e-9)
    assert found.point == pytest.approx(np.linalg.norm(toy.X_fit_, axis=1).max())
    assert found.intercept == np.abs(toy.intercept_).max()
    assert (found.m, found.Q, found.dimension) == (300, 3, 2)


def test_constants_of_two_classes_are_the_same_for_both_machines(two):
    multi = MulticlassSVM(C=0.25).fit(two.X_fit_, two.y_fit_)
    one, other = Constants.of(two), Constants.of(multi)
    assert one.weight == pytest.approx(other.weight, rel=1e-9)
    assert one.intercept == pytest.approx(other.intercept, rel=1e-9)
    assert one.weight == pytest.approx(np.linalg.norm(two.coef_) / math.sqrt(2), rel=1e-9)
    assert guaranteed_risk(two).value == pytest.approx(guaranteed_risk(multi).value, rel=1e-9)


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.Linear(),
        0.3 * kernels.Linear(),
        kernels.Polynomial(2),
        kernels.Polynomial(3, gamma=0.5, coef0=2.0),
        kernels.Polynomial(4, coef0=0.0),
    ],
)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_dimension_is_the_rank_of_a_large_kernel_matrix(kernel, d):
    X = np.random.default_rng(0).uniform(-1, 1, (60, d))
    values = np.linalg.eigvalsh(kernel(X))
    assert (values > 1e-11 * values[-1]).sum() == kernel.feature_dimension(d)


@pytest.mark.parametrize(
    "kernel", [kernels.Linear() + kernels.Polynomial(2), kernels.Linear() * kernels.Polynomial(2, coef0=0.0)]
)
def test_the_dimension_of_sums_and_products_is_a_bound(kernel):
    X = np.random.default_rng(0).uniform(-1, 1, (60, 2))
    values = np.linalg.eigvalsh(kernel(X))
    assert (values > 1e-11 * values[-1]).sum() <= kernel.feature_dimension(2)


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.Gaussian(),
        kernels.Laplace(),
        kernels.Precomputed(),
        kernels.Linear() + kernels.Gaussian(),
        kernels.Polynomial(2, coef0=-1.0),
    ],
)
def test_other_kernels_have_no_known_dimension(kernel):
    assert kernel.feature_dimension(2) == math.inf


# --- covering numbers -----------------------------------------------------------------------------------------------


def intercepts_by_hand(k, gamma):
    steps = math.ceil(Fraction(4) * Fraction(k.intercept) / Fraction(gamma))
    return (2 * steps + 1) ** k.Q


@pytest.mark.parametrize("gamma", [1.0, 0.5, 0.125, 1 / 64])
@pytest.mark.parametrize("dimension", [1, 2, 6])
def test_theorem_3_in_whole_numbers(gamma, dimension):
    k = Constants(m=100, Q=3, weight=0.75, point=2.5, intercept=0.6, dimension=dimension)
    base = 32 * Fraction(k.weight) * Fraction(k.point) / Fraction(gamma)
    exact = intercepts_by_hand(k, gamma) * math.ceil(base ** (k.Q * dimension))
    assert float(risk.log_covering_finite(k, gamma)) == pytest.approx(math.log(exact), rel=1e-13)


@pytest.mark.parametrize("gamma", [1.0, 0.5, 0.25])
def test_theorem_2_in_whole_numbers(gamma):
    k = Constants(m=50, Q=3, weight=0.3, point=0.5, intercept=0.6)
    n = math.ceil(8 * 2.0 * k.weight * k.point / gamma * math.sqrt(2 * k.Q * k.m / math.log(2)))
    exact = intercepts_by_hand(k, gamma) * 2 ** (n - 1)
    assert float(risk.log_covering_any(k, gamma, c=2.0)) == pytest.approx(math.log(exact), rel=1e-13)


@pytest.mark.parametrize("gamma", [1.0, 0.3, 0.05])
@pytest.mark.parametrize("c", [0.01, 1.0, 20.0])
def test_lemma_1_gives_the_smallest_index_that_its_inequality_allows(gamma, c):
    k = Constants(m=200, Q=3, weight=0.3, point=0.5, intercept=0.0)

    def fine(n):
        return c * k.point * math.sqrt(math.log2(1 + 2 * k.Q * k.m / n) / n) <= gamma / (8 * k.weight)

    n = round(float(risk.log_covering_lemma(k, gamma, c)) / math.log(2)) + 1
    assert fine(n)
    assert n == 1 or not fine(n - 1)
    assert risk.log_covering_lemma(k, gamma, c) <= risk.log_covering_any(k, gamma, c)


def test_the_last_step_to_theorem_2_costs_a_power_of_m():
    small, large = SOME.at(10**8), SOME.at(10**12)
    assert float(risk.log_covering_any(large, 1.0) / risk.log_covering_any(small, 1.0)) == pytest.approx(100, rel=0.01)
    assert float(risk.log_covering_lemma(large, 1.0) / risk.log_covering_lemma(small, 1.0)) < 10


def test_covering_numbers_fall_with_the_margin():
    gamma = np.geomspace(1e-6, 1, 400)
    for theorem in risk.THEOREMS:
        assert (np.diff(risk.log_covering(SOME, gamma, theorem)) <= 0).all()


@pytest.mark.parametrize("gamma", [1e-300, 1.0])
@pytest.mark.parametrize("size", [0.0, 1e-300, 1e300])
@pytest.mark.parametrize("theorem", risk.THEOREMS)
def test_nothing_overflows_and_no_number_is_missing(gamma, size, theorem):
    k = Constants(m=10**15, Q=100, weight=size, point=size, intercept=size, dimension=1000)
    value = float(risk.log_covering(k, gamma, theorem))
    assert value >= 0
    assert not math.isnan(value)
    if theorem == 3 or size < 1:
        assert math.isfinite(value)
    assert float(risk.confidence_interval(k, gamma, 1e-300, theorem)) > 0


def test_theorem_3_at_extreme_values_is_linear_in_the_logarithms():
    k = Constants(m=10, Q=3, weight=1e300, point=1e300, intercept=1e300, dimension=2)
    intercepts = 3 * math.log(10) * 600 + 3 * math.log(8)
    functions = 6 * (math.log(32) + 900 * math.log(10))
    assert float(risk.log_covering_finite(k, 1e-300)) == pytest.approx(intercepts + functions, rel=1e-12)


# --- the guaranteed risk --------------------------------------------------------------------------------------------


def bound_at(svm, gamma, theorem, delta=0.05):
    """Theorem 1 (5), term by term, from the scores."""
    k = Constants.of(svm)
    covering = risk.log_covering(k, gamma, theorem)
    inside = math.log(2) + float(covering) + math.log(2 / (gamma * delta))
    own = risk.own_delta(svm.scores(svm.X_fit_), svm.codes_)
    return (own < gamma - 1e-9).mean() + math.sqrt(2 / k.m * inside) + 1 / k.m


@pytest.mark.parametrize("machine", ["toy", "curved", "two"])
@pytest.mark.parametrize("gamma", [0.01, 0.3, 0.5, 1.0])
def test_a_given_gamma_gives_theorem_1_term_by_term(machine, gamma, request):
    svm = request.getfixturevalue(machine)
    for theorem in (2, 3) if machine != "curved" else (2,):
        found = guaranteed_risk(svm, gamma=gamma, theorem=theorem)
        assert found.value == pytest.approx(bound_at(svm, gamma, theorem), rel=1e-9)
        assert found.value == pytest.approx(found.margin_risk + found.interval + 1 / found.m, rel=1e-14)
        inside = math.log(2) + found.log_covering + found.log_confidence
        assert found.interval == pytest.approx(math.sqrt(2 / found.m * inside), rel=1e-12)


@pytest.mark.parametrize("machine", ["toy", "curved", "two"])
def test_the_best_gamma_beats_a_fine_grid(machine, request):
    svm = request.getfixturevalue(machine)
    best = guaranteed_risk(svm)
    grid = [guaranteed_risk(svm, gamma=gamma).value for gamma in np.linspace(1e-3, 1, 1500)]
    assert best.value <= min(grid) + 1e-12
    assert best.value == pytest.approx(min(grid), abs=0.02)
    assert best.value == pytest.approx(guaranteed_risk(svm, gamma=best.gamma).value, rel=1e-12)


def test_free_support_vectors_lie_on_a_margin_of_one_half(toy):
    """Δh = ½ there, and Definition 3 is strict, so that γ = ½ does not count them whatever rounding does."""
    free = (toy.solution_.program.upper > toy.solution_.alpha) & (toy.solution_.alpha > 0)
    assert free.any()
    own = risk.own_delta(toy.scores(toy.X_fit_), toy.codes_)
    assert guaranteed_risk(toy, gamma=0.5).margin_risk == (own < 0.5 - 1e-7).mean()
    assert guaranteed_risk(toy, gamma=0.5 + 1e-6).margin_risk > guaranteed_risk(toy, gamma=0.5).margin_risk


def test_the_theorem_is_chosen_by_the_kernel(toy, curved):
    assert guaranteed_risk(toy).theorem == 3
    assert guaranteed_risk(curved).theorem == 2
    assert guaranteed_risk(curved).vacuous
    assert "says nothing" in str(guaranteed_risk(curved))
    assert "Theorems 1 (5) and 3 (14)" in str(guaranteed_risk(toy))
    assert guaranteed_risk(curved, c=1e-3).value < guaranteed_risk(curved).value


def test_constants_read_off_the_machine_make_it_a_heuristic(toy):
    found = guaranteed_risk(toy)
    assert not found.holds
    assert "read off the trained machine" in found.why


def test_constants_fixed_in_advance_make_it_hold_where_the_machine_respects_them(toy):
    roomy = Constants(300, 3, weight=2.0, point=30.0, intercept=2.0, dimension=2)
    found = guaranteed_risk(toy, constants=roomy)
    assert found.holds
    assert "fixed before the data" in found.why
    assert found.value > guaranteed_risk(toy).value
    for name, symbol in (("weight", "‖w‖"), ("point", "‖Φ"), ("intercept", "b_k")):
        tight = Constants(**{**roomy.__dict__, name: 1e-6})
        assert not guaranteed_risk(toy, constants=tight).holds
        assert symbol in guaranteed_risk(toy, constants=tight).why


def test_a_gaussian_machine_has_no_finite_dimension_whatever_is_claimed(curved):
    claimed = Constants(90, 3, weight=1e3, point=1.0, intercept=1e3, dimension=5)
    assert not guaranteed_risk(curved, constants=claimed).holds
    assert "dimension" in guaranteed_risk(curved, constants=claimed).why
    assert guaranteed_risk(curved, constants=claimed, theorem=2).holds


def test_the_union_bound_holds_where_the_ball_is_known(toy, curved):
    assert not guaranteed_risk(toy, constants="union").holds
    assert "give point=" in guaranteed_risk(toy, constants="union").why
    assert guaranteed_risk(toy, constants="union", point=30.0).holds
    assert not guaranteed_risk(toy, constants="union", point=1.0).holds
    assert guaranteed_risk(curved, constants="union").holds  # κ(x, x) = 1 for every x
    assert "κ(x, x) = 1" in guaranteed_risk(curved, constants="union").why


@pytest.mark.parametrize(
    ("kernel", "largest"),
    [(1.0 * kernels.Gaussian(), 1.0), (2.0 * kernels.Gaussian() + 3.0 * kernels.Laplace() * kernels.Gaussian(), 5.0)],
)
def test_the_ball_of_a_composed_kernel_is_known_where_its_parts_are(curved, kernel, largest):
    found = guaranteed_risk(MulticlassSVM(kernel=kernel).fit(curved.X_fit_, curved.y_fit_), constants="union")
    assert found.holds
    assert found.constants.point == math.sqrt(largest)
    assert f"κ(x, x) = {largest:.0f} for all x" in found.why


def test_the_union_bound_rounds_up_and_pays_little(toy):
    plain, paid = guaranteed_risk(toy, gamma=0.5), guaranteed_risk(toy, gamma=0.5, constants="union", point=30.0)
    k = Constants.of(toy)
    assert k.weight <= paid.constants.weight < 2 * k.weight
    assert k.intercept <= paid.constants.intercept < 2 * k.intercept
    exponents = [abs(math.log2(v)) for v in (paid.constants.weight, paid.constants.intercept)]
    assert paid.log_confidence - plain.log_confidence == pytest.approx(math.log(9) + sum(exponents) * math.log(2))
    assert plain.value < paid.value < plain.value + 0.1


def test_the_shares_of_the_union_bound_sum_to_one():
    shares = [2.0 ** -(abs(i) + abs(j)) / 9 for i, j in itertools.product(range(-60, 61), repeat=2)]
    assert sum(shares) == pytest.approx(1.0)
    for value in (0.3, 0.5, 1.0, 1.0 + 1e-15, 5.0, 8.0):
        i = guaranteed._power_of_two_above(value)
        assert 2.0 ** (i - 1) < value <= 2.0**i


def test_it_bounds_the_true_risk_on_the_toy_problem(toy):
    assert guaranteed_risk(toy).value > TOY.machine_risk(toy)


def test_weights_do_not_enter_the_margin_risk():
    X, y = TOY.sample(90, 1)
    svm = MulticlassSVM(C=0.01).fit(X, y, sample_weight=np.where(np.arange(90) < 80, 1.0, 0.0))
    own = risk.own_delta(svm.scores(X), svm.codes_)
    assert guaranteed_risk(svm, gamma=0.3).margin_risk == pytest.approx((own < 0.3).mean())


# --- how many points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theorem", [3, 2, risk.LEMMA_1])
@pytest.mark.parametrize("below", [0.03, 0.5, 0.9, 1.0])
def test_the_sample_size_needed_is_the_last_crossing(theorem, below):
    k = Constants(m=1, Q=3, weight=0.05, point=1.0, intercept=0.1, dimension=2)
    c = 0.5

    def bound(m):
        return float(risk.confidence_interval(k.at(m), 1.0, 0.05, theorem, c)) + 1 / m

    m = sample_size_needed(k, theorem, below=below, c=c)
    assert bound(m - 1) >= below
    assert max(bound(later) for later in range(m, m + 200)) < below
    assert max(bound(m * factor) for factor in range(1, 50)) < below


def test_theorem_2_needs_eleven_million_points_at_a_ratio_of_one():
    """Its capacity alone falls below 1 at m = (16 c A)² 2Q ln 2, A = Λ_w Λ_Φ / γ."""
    k = Constants(m=1, Q=3, weight=1.0, point=1.0, intercept=0.0)
    expected = (16 * 103) ** 2 * 6 * math.log(2)
    assert sample_size_needed(k, 2) == pytest.approx(expected, rel=1e-3)
    assert expected == pytest.approx(1.13e7, rel=1e-2)
    assert 3.5 < expected / sample_size_needed(k, risk.LEMMA_1) < 4


def test_what_no_sample_can_reach_is_infinite():
    k = Constants(m=1, Q=3, weight=1e12, point=1e6, intercept=1.0)
    assert sample_size_needed(k, 2) == math.inf


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda svm: guaranteed_risk(MulticlassSVM()), NotFittedError, "not fitted"),
        (lambda svm: guaranteed_risk(svm, 0.0), ValueError, r"delta must lie strictly between 0 and 1, got 0.0"),
        (lambda svm: guaranteed_risk(svm, gamma=1.5), ValueError, r"gamma must lie in \(0, 1\], got 1.5; use None"),
        (lambda svm: guaranteed_risk(svm, theorem=4), ValueError, "theorem must be one of 2, 3, 'lemma 1', got 4"),
        (lambda svm: guaranteed_risk(svm, theorem=2, c=0), ValueError, "c must be positive"),
        (lambda svm: guaranteed_risk(svm, constants="fixed"), ValueError, "constants must be one of 'union'"),
        (lambda svm: guaranteed_risk(svm, constants=SOME), ValueError, "300 points of 3 classes, got m=3000"),
        (lambda svm: risk.log_covering_finite(Constants(9, 3, 1, 1, 1), 1.0), ValueError, "known finite dimension"),
        (lambda svm: Constants(0, 3, 1, 1, 1), ValueError, "m must be at least 1, got 0"),
        (lambda svm: Constants(10, 3, -1, 1, 1), ValueError, r"weight \(Λ_w\) must be zero or positive"),
        (
            lambda svm: Constants(10, 3, 1, math.inf, 1),
            ValueError,
            r"point \(Λ_Φ\) must be zero or positive and finite",
        ),
        (lambda svm: sample_size_needed(SOME, below=0.0), ValueError, "below must be positive"),
    ],
)
def test_errors_name_the_rule_the_value_and_the_remedy(toy, call, error, message):
    with pytest.raises(error, match=message):
        call(toy)
