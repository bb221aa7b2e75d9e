"""Multipliers as flows between classes: Problems 5 and 6 as printed and between classes, and the constant K."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svmlab import BiclassSVM, MulticlassSVM, ball, datasets, flows, kernels, leave_one_out

CLASSES = (2, 3, 4, 5)


def machine(seed, Q, most=9):
    """A hard margin machine of random points of the plane, at least one of each class."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.concatenate([np.arange(Q), rng.integers(0, Q, rng.integers(1, most - Q + 1))]))
    kernel = kernels.Gaussian(sigma=float(np.exp(rng.uniform(-1.0, 0.5))))
    return MulticlassSVM(C=np.inf, kernel=kernel).fit(rng.normal(size=(len(y), 2)), y)


def standardised(data, sigma):
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    return MulticlassSVM(C=np.inf, kernel=kernels.Gaussian(sigma=sigma)).fit(X, data.y)


def withdrawals(svm):
    return {int(p): flows.withdrawal(svm.alpha_, svm.codes_, p) for p in svm.support_}


# --- the circulation --------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(CLASSES))
def test_what_flows_out_of_a_class_flows_into_it(seed, Q):
    svm = machine(seed, Q)
    F = flows.class_flows(svm.alpha_, svm.codes_)
    assert np.allclose(F.sum(axis=0), F.sum(axis=1), atol=1e-9 * F.max())
    assert (F.diagonal() == 0).all()
    assert np.isclose(F.sum(), svm.solution_.squared_norm)  # Proposition 2


def test_the_flows_without_a_point_lack_its_row():
    svm = machine(0, 3)
    p = svm.support_[0]
    missing = flows.class_flows(svm.alpha_, svm.codes_) - flows.class_flows(svm.alpha_, svm.codes_, without=p)
    assert np.allclose(missing[svm.codes_[p]], svm.alpha_[p])
    assert np.allclose(np.delete(missing, svm.codes_[p], axis=0), 0)


@given(st.integers(0, 10**6), st.sampled_from((3, 4, 5)))
def test_reachable_counts_the_arcs_of_shortest_paths(seed, Q):
    svm = machine(seed, Q)
    p = int(svm.support_[0])
    steps = flows.reachable(svm.alpha_, svm.codes_, p)
    arcs = flows.class_flows(svm.alpha_, svm.codes_, without=p) > 0
    walks, expected = np.eye(Q)[svm.codes_[p]], np.full(Q, np.inf)
    for length in range(Q):
        expected[(walks > 0) & np.isinf(expected)] = length
        walks = walks @ arcs
    assert (steps == expected).all()


# --- withdrawing a point ----------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(CLASSES))
def test_a_withdrawal_is_a_circulation_within_the_flows_of_the_others(seed, Q):
    svm = machine(seed, Q)
    for p, found in withdrawals(svm).items():
        capacity = flows.class_flows(svm.alpha_, svm.codes_, without=p)
        size = found.own.max()
        assert (found.flows >= 0).all()
        assert (found.flows <= capacity * (1 + 1e-9)).all()
        total = found.flows.copy()
        total[svm.codes_[p]] += found.own
        assert np.allclose(total.sum(axis=0), total.sum(axis=1), atol=1e-7 * size)
        assert np.isclose(found.cost, (total.sum(axis=0) ** 2).sum())


@given(st.integers(0, 10**6), st.sampled_from(CLASSES))
def test_the_closed_form_is_a_lower_limit_attained_only_with_direct_returns(seed, Q):
    """P_p ≥ s² + Σ α_pl², equal exactly if each class l returns α_pl straight to the class of p."""
    svm = machine(seed, Q)
    for p, found in withdrawals(svm).items():
        s = svm.alpha_[p].sum()
        assert np.isclose(found.closed_form, s**2 + (svm.alpha_[p] ** 2).sum())
        assert found.cost >= found.closed_form * (1 - 1e-9)
        short = flows.class_flows(svm.alpha_, svm.codes_, without=p)[:, svm.codes_[p]] < svm.alpha_[p]
        assert found.direct == (not short.any())
        if found.direct:
            assert found.cost == found.closed_form
        assert found.cost <= Q * s**2 * (1 + 1e-9)


def test_without_a_direct_return_the_cost_is_above_the_closed_form():
    """Class 1 returns nothing to class 0 but by way of class 2: all three inflows are 1."""
    alpha = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], dtype=float)
    found = flows.withdrawal(alpha, np.arange(3), 0)
    assert (found.closed_form, found.direct) == (2.0, False)
    assert np.isclose(found.cost, 3.0, rtol=1e-9)


def test_a_long_return_is_taken_only_as_far_as_it_must():
    """Half of the flow returns directly and half by way of class 2: inflows 1, 1 and 1/2."""
    alpha = np.array([[0, 1, 0], [0.5, 0, 0.5], [0.5, 0, 0]])
    assert np.isclose(flows.withdrawal(alpha, np.arange(3), 0).cost, 2.25, rtol=1e-9)


def test_a_point_without_multipliers_cannot_be_withdrawn():
    svm = machine(3, 3)
    idle = np.flatnonzero(~svm.alpha_.any(axis=1))
    alpha = np.vstack([svm.alpha_, np.zeros(3)])
    p = idle[0] if len(idle) else len(svm.alpha_)
    with pytest.raises(ValueError, match="no positive multiplier"):
        flows.withdrawal(alpha, np.append(svm.codes_, 0), p)


# --- Problems 5 and 6, and K ------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from(CLASSES))
def test_problem_5_as_printed_is_the_withdrawal_over_the_square_of_the_multiplier(seed, Q):
    svm = machine(seed, Q, most=8)
    for p, found in withdrawals(svm).items():
        k = svm.alpha_[p].argmax()
        printed = flows.problem_5(svm.alpha_, svm.codes_, p, k)
        assert np.isclose(printed, found.cost / svm.alpha_[p, k] ** 2, rtol=1e-6)


@pytest.mark.parametrize("Q", CLASSES)
def test_problem_6_is_2(Q):
    """There and straight back: the cycle C(i) → k → C(i) with unit flow, whatever the points are."""
    codes = np.arange(2 * Q) % Q
    for k in range(1, Q):
        assert np.isclose(flows.problem_6(codes, Q, 0, k), 2.0, rtol=1e-9)


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from(CLASSES))
def test_K_by_flows_is_K_as_printed(seed, Q):
    svm = machine(seed, Q, most=7)
    by_flow, printed = (flows.constant_K(svm, method) for method in ("flow", "qp"))
    assert np.isclose(by_flow.value, printed.value, rtol=1e-6)
    assert by_flow.programs <= len(svm.support_) < printed.programs


@given(st.integers(0, 10**6))
def test_with_two_classes_K_is_2(seed):
    """So that Theorem 2 is then Theorem 1, and not sharper: 2 D² Σα, and Σα is half that of the bi-class machine."""
    svm = machine(seed, 2)
    assert np.isclose(float(flows.constant_K(svm)), 2.0, rtol=1e-9)
    two = BiclassSVM(C=np.inf, kernel=svm.kernel).fit(svm.X_fit_, svm.y_fit_)
    assert np.isclose(2.0 * svm.alpha_.sum(), two.alpha_.sum())


@given(st.integers(0, 10**6), st.sampled_from((3, 4, 5)))
def test_K_is_at_least_2_and_at_least_the_root_of_twice_each_withdrawal_over_its_multipliers(seed, Q):
    svm = machine(seed, Q)
    K = flows.constant_K(svm).value
    assert K >= 2.0 - 1e-9
    for p, found in withdrawals(svm).items():
        positive = svm.alpha_[p][svm.alpha_[p] > 0]
        assert K >= np.sqrt(2.0 * found.cost) / positive.min() * (1 - 1e-9)


def test_cutting_small_multipliers_lowers_K():
    svm = standardised(datasets.iris(), 0.5)
    found = [flows.constant_K(svm, positive=cut) for cut in (0.0, 1e-3, 1e-2, 1e-1)]
    assert [K.value for K in found] == sorted((K.value for K in found), reverse=True)
    assert found[0].value > 10 * found[-1].value
    assert all(a.smallest < b.smallest for a, b in itertools.pairwise(found))


def test_K_is_for_multiclass_machines_and_known_methods():
    data = datasets.separable(10)
    with pytest.raises(TypeError, match="needs a MulticlassSVM"):
        flows.constant_K(BiclassSVM().fit(data.X, data.y))
    with pytest.raises(ValueError, match="method"):
        flows.constant_K(machine(0, 3), method="guess")


# --- known values -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sigma", "K", "theorem_2", "supports", "errors", "count", "sum_alpha"),
    [(datasets.iris(), 0.5, 620, 108e3, 64, 9, 52, 348), (datasets.wine(), 3.0, 167, 20e3, 46, 5, 36, 240)],
    ids=["iris", "wine"],
)
def test_on_real_data_K_is_useless_and_the_counts_are_not(
    data, sigma, K, theorem_2, supports, errors, count, sum_alpha
):
    """Two equal flowers of iris could share their multipliers in many ways; by rule the first carries all."""
    svm = standardised(data, sigma)
    D2 = ball.of_support_vectors(svm).diameter ** 2
    found = flows.constant_K(svm)
    P = np.array([w.cost for w in withdrawals(svm).values()])
    assert round(found.value) == K
    assert np.isclose(found.value * D2 * svm.alpha_.sum(), theorem_2, rtol=0.01)
    assert (len(svm.support_), leave_one_out(svm).n_errors) == (supports, errors)
    assert (D2 * np.sqrt(2.0 * P) >= 1).sum() == count
    assert round(2.0 * D2 * svm.alpha_.sum()) == sum_alpha
