"""S2 and S7, any number of classes at any C: every step of the proof, on drawn machines and on known ones."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from test_held import drawn

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, point_values
from svmlab import lemmas_multiclass as lemmas
from svmlab.theory.distances import squared_distances
from svmlab.theory.held import held_points
from svmlab.theory.lemma_audit import without
from svmlab.theory.spans_of_many import by_definition, squared_spans

SUPPOSE_AN_ERROR = ("an error", "no small change", "S2", "S7")


def left_out(svm):
    """The points whose class has another one."""
    return np.flatnonzero(np.bincount(svm.codes_)[svm.codes_] > 1)


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_every_step_holds_at_every_point_of_a_drawn_machine(seed):
    svm = drawn(seed)
    assume(svm is not None)
    held = held_points(svm)
    for p in left_out(svm):
        proof = lemmas.held_proof(svm, p)
        assert proof.holds, (p, proof.failed)
        names = [step.name for step in proof]
        assert ("arcs" in names) == held[p]
        supposed = held[p] and lemmas.errs_surely(svm, p)
        assert all((name in names) == supposed for name in SUPPOSE_AN_ERROR)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(3, 5))
def test_at_a_hard_margin_it_is_the_proof_of_s1(seed, Q):
    svm = lemmas.random_machine(seed, Q)
    assume(svm is not None)
    assume(svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    for p in left_out(svm):
        any_C, hard = lemmas.held_proof(svm, p), lemmas.polygon_proof(svm, p)
        assert any_C.holds, (p, any_C.failed)
        if lemmas.errs_surely(svm, p):
            assert any_C["S2"].left == pytest.approx(hard["S1"].left)
            assert any_C["S7"].left >= 1.0


def test_its_last_line_is_the_term_of_the_bound():
    seen = 0
    for svm in filter(None, map(drawn, range(8))):
        report, held = bounds.report(svm), held_points(svm)
        for p in left_out(svm):
            if held[p] and lemmas.errs_surely(svm, p):
                proof = lemmas.held_proof(svm, p)
                assert proof["S2"].left == pytest.approx(report["xi_alpha_many"].per_point[p])
                assert proof["S7"].left == pytest.approx(report["span_many"].per_point[p])
                seen += 1
    assert seen > 10


def test_a_point_that_the_others_do_not_hold_has_no_arcs_and_the_title_says_so():
    X, y = np.array([[0.0], [5.0], [5.0], [0.0], [4.0]]), np.array([0, 1, 2, 0, 1])
    proof = lemmas.held_proof(MulticlassSVM(C=0.01).fit(X, y), 1)
    assert "the others do not hold it" in proof.title
    assert proof.holds
    assert "arcs" not in [step.name for step in proof]


def test_without_the_condition_the_arcs_are_what_fails(monkeypatch):
    """The five points that refute S2 without its condition: no arc leads from the classes that run away."""
    monkeypatch.setattr(
        "svmlab.theory.lemmas_multiclass.proof_of_s2.held_points", lambda svm: np.ones(len(svm.codes_), dtype=bool)
    )
    X, y = np.array([[0.0], [5.0], [5.0], [0.0], [4.0]]), np.array([0, 1, 2, 0, 1])
    failed = lemmas.held_proof(MulticlassSVM(C=0.01).fit(X, y), 1).failed
    assert {"arcs", "S2"} <= set(failed)
    assert not {"pairs fall", "change", "span", "an optimal b", "complementary"} & set(failed)


def least_moved(svm, p):
    """U_p² by another method, sequential quadratic programming on δ, in units of the largest multiplier and entry."""
    program, alpha = svm.solution_.program, svm.solution_.alpha / svm.solution_.alpha.max()
    upper, H = program.upper / svm.solution_.alpha.max(), program.hessian()
    H, E = H / max(1.0, np.abs(H).max()), program.E[:, :-1]
    own = program.example == p
    free = (alpha > 0) & (alpha < upper) & ~own

    def change(part):
        delta = np.where(own, alpha, 0.0)
        delta[free] = part
        return delta

    return minimize(
        lambda part: change(part) @ H @ change(part), np.zeros(free.sum()), jac=lambda part: 2 * H[free] @ change(part),
        bounds=list(zip((alpha - upper)[free], alpha[free], strict=True)), method="SLSQP",
        constraints=[{"type": "eq", "fun": lambda part: E.T @ change(part)}], options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip


@pytest.mark.parametrize("seed", [0, 1, 4, 7, 12, 30])
def test_the_span_is_the_least_that_any_allowed_change_moves(seed):
    svm = drawn(seed)
    unit = svm.solution_.alpha.max() ** 2 * max(1.0, np.abs(svm.solution_.program.hessian()).max())
    found, program = squared_spans(svm), svm.solution_.program
    assert (found[~svm.alpha_.any(axis=1)] == 0).all()
    for p in np.flatnonzero(svm.alpha_.any(axis=1)):
        by_program = by_definition(program, svm.solution_.alpha, np.flatnonzero(program.example == p))
        assert found[p] == by_program or found[p] / unit == pytest.approx(by_program / unit, rel=1e-6, abs=1e-9)
    for p in np.flatnonzero(np.isfinite(found) & (found > 0))[:4]:
        other = least_moved(svm, p)
        assert other.success
        assert found[p] / unit == pytest.approx(other.fun, rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("seed", [0, 1, 4, 7, 12, 30])
def test_what_is_left_is_allowed_without_p_and_costs_its_slack_and_half_of_what_moves(seed):
    """S7, steps 1 and 2, for the δ of the other method."""
    svm = drawn(seed)
    program, alpha, H = svm.solution_.program, svm.solution_.alpha, svm.solution_.program.hessian()
    spans = squared_spans(svm)

    def J(multipliers):
        return multipliers.sum() - 0.5 * multipliers @ H @ multipliers

    unit = max(1.0, abs(J(alpha)))
    for p in np.flatnonzero(np.isfinite(spans) & (spans > 0))[:3]:
        own = program.example == p
        delta = np.where(own, alpha, 0.0)
        delta[(alpha > 0) & (alpha < program.upper) & ~own] = least_moved(svm, p).x * alpha.max()
        slack = program.upper[own] @ np.maximum(0.0, 1.0 - svm.solution_.margins[own])
        assert J(alpha) - J(alpha - delta) == pytest.approx(slack + 0.5 * delta @ H @ delta, abs=1e-6 * unit)
        assert J(alpha - delta) <= J(without(svm, p).alpha) + 1e-6 * unit


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_two_classes_w_moves_by_no_more_than_the_multiplier_times_the_farthest_point(seed):
    """Stability with an intercept: S9."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(14, 2)), rng.permutation([0, 1] * 7)
    kernel = (kernels.Linear(), kernels.Gaussian(0.7), kernels.Polynomial(2))[rng.integers(3)]
    svm = BiclassSVM(10.0 ** rng.uniform(-2.5, 2.5), kernel).fit(X, y)
    assume(svm.solution_.certified)
    farthest = np.sqrt(squared_distances(svm.K_).max(axis=1))
    change = point_values(svm, X, y).change
    assert (change <= svm.alpha_ * farthest * (1 + 1e-6) + 1e-6 * np.abs(svm.alpha_).max() ** 0.5).all()


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_two_classes_each_point_is_held_at_an_optimal_b_and_differences_of_scores_are_stable(seed):
    """S9, steps 3 and 4."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(14, 2)), rng.permutation([-1, 1] * 7)
    svm = BiclassSVM(10.0 ** rng.uniform(-2.5, 2.5), kernels.Gaussian(0.7)).fit(X, y)
    assume(svm.solution_.certified)
    scores, ends = svm.decision_function(X) - svm.intercept_, svm.intercept_interval_
    distances = np.sqrt(squared_distances(svm.K_))
    for p in range(14):
        of_y = y == y[p]
        margins = y * (scores + ends[0 if y[p] > 0 else 1])
        others = of_y & (np.arange(14) != p)
        assert (margins[others] <= 1 + 1e-7).sum() >= (margins[~of_y] < 1 - 1e-7).sum()
        weight = np.where(np.arange(14) == p, 0.0, 1.0)
        change = scores - BiclassSVM(svm.C_, kernels.Gaussian(0.7)).fit(X, y, weight).decision_function(X)
        allowed = svm.alpha_[p] * distances[p].max() * distances
        assert (np.abs(change[:, None] - change) <= allowed + 1e-6 * max(1.0, np.abs(scores).max())).all()


def test_on_the_points_of_notebook_04_w_moves_by_two_thirds_of_what_is_allowed():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    change, allowed = (
        point_values(svm, data.X, data.y).change,
        svm.alpha_ * np.sqrt(squared_distances(svm.K_).max(axis=1)),
    )
    assert (round(change.max(), 2), round(allowed.max(), 2)) == (0.81, 1.41)
    assert (change[allowed > 0] / allowed[allowed > 0]).max() == pytest.approx(2 / 3, abs=0.005)


def without_intercept(H, upper):
    """Multipliers of the machine without b: max Σα - ½ αᵀHα over the box."""
    found = minimize(
        lambda a: 0.5 * a @ H @ a - a.sum(), np.zeros(len(H)), jac=lambda a: H @ a - 1.0, method="L-BFGS-B",
        bounds=list(zip(np.zeros(len(H)), upper, strict=True)), options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 5000},
    )  # fmt: skip
    return found.x


@pytest.mark.parametrize("seed", range(6))
def test_without_an_intercept_scores_move_by_no_more_than_the_multiplier_times_the_largest_kernel_value(seed):
    """Bousquet and Elisseeff 2002, with α_p in the place of its bound C."""
    rng = np.random.default_rng(seed)
    X, y, C = rng.normal(size=(12, 2)), rng.choice([-1.0, 1.0], 12), 10.0 ** rng.uniform(-1, 1)
    everywhere = rng.normal(scale=3.0, size=(200, 2))
    kernel = kernels.Gaussian(0.8)
    H, k = np.outer(y, y) * kernel(X), kernel(everywhere, X)
    alpha = without_intercept(H, np.full(12, C))
    for p in range(12):
        other = without_intercept(H, np.where(np.arange(12) == p, 0.0, C))
        assert np.abs(k @ (y * (alpha - other))).max() <= alpha[p] + 1e-5


def test_what_it_is_not_about_is_refused():
    X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    with pytest.raises(TypeError, match="S2 needs a MulticlassSVM, got BiclassSVM"):
        lemmas.held_proof(BiclassSVM(C=1.0).fit(X, y), 0)
    with pytest.raises(ValueError, match="point 2 is the only one of its class"):
        lemmas.held_proof(MulticlassSVM(C=1.0).fit(X[:3], y[:3]), 2)
