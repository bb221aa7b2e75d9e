"""ε-nets cover what they should, and the nested family on the line is what its formulas say."""

import itertools
import math

import numpy as np
import pytest

from svmlab import capacity
from svmlab.risk.capacity import StepProblem, StepRule, best_step_rules, net

SAMPLE = np.random.default_rng(0).normal(size=(6, 2))


def random_functions(n, weight, seed=0):
    random = np.random.default_rng(seed)
    direction = random.normal(size=(n, 2))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    return weight * np.sqrt(random.uniform(size=(n, 1))) * direction


@pytest.mark.parametrize("weight", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("epsilon", [0.3, 1.0])
def test_every_function_is_within_epsilon_of_the_net_and_the_net_is_of_the_set(weight, epsilon):
    found = net(SAMPLE, epsilon, weight)
    assert (np.linalg.norm(found, axis=1) <= weight + 1e-12).all()
    functions = random_functions(2000, weight)
    nearest = np.min([capacity.sample_distance(functions, w, SAMPLE) for w in found], axis=0)
    assert nearest.max() <= epsilon


def test_two_functions_of_a_net_are_about_epsilon_apart():
    found = net(SAMPLE, 0.5)
    apart = min(capacity.sample_distance(a[None], b, SAMPLE)[0] for a, b in itertools.combinations(found, 2))
    assert apart > 0.5 * (1 - 2 * math.sqrt(2) / capacity.FINE)


def test_a_sample_that_tells_nothing_apart_needs_one_function():
    assert len(net(np.zeros((3, 2)), 0.1)) == 1
    assert len(net(SAMPLE, 10.0)) == 1


def test_proposition_5_bounds_what_a_net_achieves():
    norm = capacity.operator_norm(SAMPLE)
    for epsilon in (0.1, 0.3, 1.0):
        n = len(net(SAMPLE, epsilon))
        assert n <= (4 * norm / (epsilon / 2)) ** 2
        assert capacity.entropy_bound(norm, n, 2) >= epsilon / 2


def test_the_operator_norm_is_the_largest_value_of_a_function_of_norm_one():
    values = np.abs(random_functions(4000, 1.0) @ SAMPLE.T).max()
    assert values <= capacity.operator_norm(SAMPLE)
    assert values > 0.95 * capacity.operator_norm(SAMPLE)


def fewest_errors(x, y, changes):
    """By trying every set of cuts."""
    order = np.argsort(x)
    y = y[order]
    best = len(y)
    for k in range(changes + 1):
        for cuts in itertools.combinations(range(1, len(y)), k):
            rule = np.searchsorted(cuts, np.arange(len(y)), side="right") % 2
            best = min(best, np.sum(rule != y), np.sum(rule == y))
    return best


@pytest.mark.parametrize("seed", range(5))
def test_dynamic_programming_finds_what_trying_everything_finds(seed):
    random = np.random.default_rng(seed)
    x, y = random.uniform(size=11), random.integers(0, 2, 11)
    for k, rule in enumerate(best_step_rules(x, y, 5)):
        assert rule.errors == fewest_errors(x, y, k)
        assert np.sum(rule.predict(x) != y) == rule.errors
        assert len(rule.cuts) <= k


def test_equal_points_get_equal_classes():
    x, y = np.array([0.1, 0.5, 0.5, 0.5, 0.9]), np.array([0, 1, 1, 0, 0])
    assert [rule.errors for rule in best_step_rules(x, y, 4)] == [2, 2, 1, 1, 1]


def test_the_empirical_risk_falls_along_the_family():
    x, y = StepProblem().sample(200, 0)
    errors = [rule.errors for rule in best_step_rules(x, y, 30)]
    assert (np.diff(errors) <= 0).all()
    assert errors[-1] < errors[4] < errors[0]


@pytest.mark.parametrize("changes", [0, 1, 3])
@pytest.mark.parametrize("m", [1, 3, 7])
def test_the_growth_function_counts_labellings(m, changes):
    labellings = {tuple(y) for y in itertools.product((0, 1), repeat=m) if np.abs(np.diff(y)).sum() <= changes}
    assert math.exp(capacity.log_growth(m, changes)) == pytest.approx(len(labellings))


def test_the_dimension_is_the_number_of_changes_plus_one():
    for changes in range(5):
        assert capacity.log_growth(changes + 1, changes) == pytest.approx((changes + 1) * math.log(2))
        assert capacity.log_growth(changes + 2, changes) < (changes + 2) * math.log(2) - 1e-9


def test_the_exact_risk_is_what_a_large_sample_shows():
    problem = StepProblem()
    rule = StepRule(np.array([0.25, 0.5]), 1, 0)
    x, y = problem.sample(200_000, 0)
    assert np.mean(rule.predict(x) != y) == pytest.approx(problem.risk(rule), abs=0.005)
    assert problem.risk(StepRule(np.array(problem.cuts), 0, 0)) == pytest.approx(problem.noise)
    assert problem.risk(StepRule(np.array([]), 0, 0)) == pytest.approx(0.15 + 0.7 * (0.15 + 0.2))


def test_the_interval_holds_for_the_rule_of_least_empirical_risk():
    problem = StepProblem()
    for seed in range(20):
        x, y = problem.sample(300, seed)
        for k, rule in enumerate(best_step_rules(x, y, 12)):
            assert problem.risk(rule) <= rule.errors / 300 + capacity.vapnik_interval(300, k)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: net(SAMPLE, 0.0), "epsilon must be positive"),
        (lambda: best_step_rules([0.1, 0.2], [0, 2], 1), "classes 0 and 1"),
        (lambda: best_step_rules([0.1], [0, 1], 1), "same length"),
        (lambda: best_step_rules([0.1, np.nan], [0, 1], 1), "must be finite"),
        (lambda: best_step_rules([0.1, 0.2], [0, 1], -1), "most must be at least 0"),
        (lambda: capacity.vapnik_interval(10, 1, 2.0), "delta must lie strictly"),
    ],
)
def test_errors_name_the_rule_the_value_and_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()
