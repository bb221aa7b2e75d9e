"""The bi-class key lemma: every number of its proofs, where the printed one fails, and that the lemma is true."""

from fractions import Fraction

import numpy as np
import pytest
from cases import LOO_EQUALS_SUPPORT_VECTORS
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.base import clone

from svmlab import BiclassSVM, ball, datasets, leave_one_out, lemmas

ANGLES = st.integers(0, 10**6)


def machine(seed):
    """The hard margin machine of a random problem whose margin is not at the limit of double precision."""
    svm = lemmas.random_machine(seed)
    assume(svm is not None and svm.solution_.kkt_residual < 1e-11 and svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    return svm


def tightened(svm, factor):
    """The same machine at a finite C, a little above its largest multiplier."""
    return clone(svm).set_params(C=float(svm.alpha_.max() * factor)).fit(svm.X_fit_, svm.y_fit_)


def errors(svm):
    return np.flatnonzero(leave_one_out(svm).errors)


# --- what is true ------------------------------------------------------------------------


@given(ANGLES)
def test_at_every_leave_one_out_error_the_lemma_is_true(seed):
    svm = machine(seed)
    D2 = ball.of_support_vectors(svm).diameter ** 2
    for p in errors(svm):
        assert svm.alpha_[p] * D2 >= 1 - 1e-8


@given(ANGLES)
def test_every_step_of_the_shorter_proof_holds_at_every_error(seed):
    svm = machine(seed)
    for p in errors(svm):
        audit = lemmas.audit(svm, p)
        if audit.applies:
            assert audit.shorter.holds, audit.shorter
            assert audit.conclusion.holds


@given(ANGLES, st.floats(1e-4, 1.0))
def test_it_holds_for_finite_C_too(seed, excess):
    """The machine without p may then have slack and bounded multipliers; nothing of the proof minds."""
    svm = tightened(machine(seed), 1.0 + excess)
    for p in errors(svm):
        audit = lemmas.audit(svm, p)
        if audit.applies:
            assert audit.shorter.holds, audit.shorter
            assert audit.conclusion.holds


@given(ANGLES, st.sampled_from(["proportional", "nearest"]), st.sampled_from(["proportional", "nearest"]))
def test_all_that_the_printed_proof_says_before_the_gap_holds(seed, lam, mu):
    svm = machine(seed)
    sound = {"slope along μ", "gain of μ", "both", "with c* put in", "without ξ_p"}
    for p in errors(svm):
        audit = lemmas.audit(svm, p, lam=lam, mu=mu)
        if audit.applies:
            assert set(audit.printed.failed) <= sound, audit.printed
            assert audit.printed.holds or len(audit.beyond)


@given(ANGLES)
def test_the_gap_is_exactly_the_part_of_mu_outside_the_margin(seed):
    svm = machine(seed)
    for p in errors(svm):
        audit = lemmas.audit(svm, p)
        slope = audit.printed["slope along μ"]
        assert slope.right - slope.left == pytest.approx(audit.missing, abs=1e-8 * max(1.0, abs(slope.right)))
        assert (len(audit.beyond) > 0) == (not slope.holds)


@given(ANGLES)
def test_with_mu_on_the_support_vectors_without_p_the_slope_is_as_printed(seed):
    svm = machine(seed)
    for p in errors(svm):
        audit = lemmas.audit(svm, p)
        if audit.applies:
            assert set(audit.repaired.failed) <= {"μ in the ball"}, audit.repaired
            assert ("μ in the ball" in audit.repaired.failed) == (audit.mu_active_norm > audit.D * (1 + 1e-8))


# --- independent routes ------------------------------------------------------------------


@given(ANGLES, st.sampled_from([np.inf, 1.5, 1.01]))
def test_the_machine_without_p_is_that_of_a_refit(seed, factor):
    svm = machine(seed)
    svm = svm if np.isinf(factor) else tightened(svm, factor)
    for p in svm.support_:
        rest = np.arange(len(svm.X_fit_)) != p
        if len(set(svm.y_fit_[rest])) == 2:
            audit = lemmas.audit(svm, p)
            refit = clone(svm).fit(svm.X_fit_[rest], svm.y_fit_[rest])
            assert audit.solutionp.certified
            size = max(1.0, float(np.abs(audit.marginsp).max()))
            signs = 2.0 * svm.codes_ - 1.0
            np.testing.assert_allclose(audit.marginsp, signs * refit.decision_function(svm.X_fit_), atol=1e-6 * size)
            assert audit.wp**2 == pytest.approx(refit.solution_.squared_norm, rel=1e-7)
            np.testing.assert_allclose(
                audit.machinep.decision_function(svm.X_fit_), signs * audit.marginsp, atol=1e-8 * size
            )
            assert audit.refitted().squared_norm == pytest.approx(refit.solution_.squared_norm, rel=1e-7)


@given(ANGLES)
def test_the_margins_are_those_of_leave_one_out(seed):
    svm = machine(seed)
    loo = leave_one_out(svm)
    for p in np.flatnonzero(loo.errors):
        audit = lemmas.audit(svm, p)
        assert audit.marginsp[p] == pytest.approx(loo.margin[p], abs=1e-7 * max(1.0, np.abs(audit.marginsp).max()))


def test_each_length_is_that_of_the_vectors_of_the_plane():
    data = datasets.separable(25, margin=0.1, random_state=3)
    svm = BiclassSVM(C=np.inf).fit(data.X, data.y)
    p = int(svm.support_[0])
    audit = lemmas.audit(svm, p)
    signed = data.y[:, None] * data.X
    assert audit.w0 == pytest.approx(np.linalg.norm(audit.alpha0 @ signed))
    assert audit.wp == pytest.approx(np.linalg.norm(audit.alphap @ signed))
    assert audit.v == pytest.approx(np.linalg.norm((audit.alpha0 - audit.alphap) @ signed))
    assert audit.lam_norm == pytest.approx(np.linalg.norm(audit.lam @ signed))
    assert audit.mu_active_norm == pytest.approx(np.linalg.norm(audit.mu_active @ signed))
    assert audit.c == pytest.approx(audit.xi / audit.mu_norm**2)
    assert audit.D == pytest.approx(ball.smallest((data.X @ data.X.T)[np.ix_(svm.support_, svm.support_)]).diameter)


@given(ANGLES)
def test_the_nearest_lambda_is_no_longer_than_the_proportional_one(seed):
    svm = machine(seed)
    for p in errors(svm):
        near, plain = lemmas.audit(svm, p, lam="nearest", mu="nearest"), lemmas.audit(svm, p)
        assert near.lam_norm <= plain.lam_norm * (1 + 1e-9)
        assert near.mu_norm <= near.lam_norm * (1 + 1e-9)
        assert near.printed["λ possible"].holds
        assert near.printed["λ balanced"].holds


# --- worked by hand ----------------------------------------------------------------------


def test_the_gap_example_in_rational_arithmetic():
    """(19) of the printed proof is false: both machines' KKT conditions and both sides, in fractions."""
    F = Fraction
    X, y = [[F(0), F(1)], [F(10), F(2)], [F(0), F(-1)], [F(8), F(-2)]], [1, 1, -1, -1]

    def inner(a, b):
        return a[0] * b[0] + a[1] * b[1]

    def vector(alpha):
        return [sum(a * s * x[k] for a, s, x in zip(alpha, y, X, strict=True)) for k in (0, 1)]

    def optimal(alpha, b, points):
        w = vector(alpha)
        margins = [s * (inner(w, x) + b) for x, s in zip(X, y, strict=True)]
        assert sum(a * s for a, s in zip(alpha, y, strict=True)) == 0
        assert all(alpha[i] >= 0 and margins[i] >= 1 and alpha[i] * (margins[i] - 1) == 0 for i in points)
        return w, margins

    alpha0, alphap = [F(1, 2), F(0), F(1, 2), F(0)], [F(0), F(1, 10), F(0), F(1, 10)]
    optimal(alpha0, F(0), range(4))
    _, margins = optimal(alphap, F(-9, 5), [1, 2, 3])
    xi = 1 - margins[0]
    assert xi == F(12, 5)  # an error: y f(x_p) = -7/5
    squared = inner([X[0][k] - X[2][k] for k in (0, 1)], [X[0][k] - X[2][k] for k in (0, 1)])
    assert squared == 4  # λ = μ = 1 at the only support vector of the other class
    c = xi / squared
    left, right = alpha0[0] ** 2 * squared / 2, c * xi - c**2 * squared / 2
    assert (left, right) == (F(1, 2), F(18, 25))
    assert left < right  # (19) claims ≥
    assert alpha0[0] * 4 == 2  # yet α_p D² = 2

    audit = lemmas.GAP.audit()
    assert audit.applies
    assert (audit.printed["both"].left, audit.printed["both"].right) == pytest.approx((0.5, 0.72))
    assert audit.printed.failed == ["slope along μ", "gain of μ", "both", "with c* put in"]
    assert audit.beyond.tolist() == [2]
    assert audit.missing == pytest.approx(1.2)
    assert audit.repaired["μ in the ball"].left == pytest.approx(73)
    assert audit.repaired.failed == ["μ in the ball"]
    assert audit.shorter.holds
    assert audit.alpha_D2 == pytest.approx(2)


@pytest.mark.parametrize("epsilon", [0.3, 0.1, 0.01, 1e-3, 1e-4])
def test_no_constant_above_one_can_stand_in_the_lemma(epsilon):
    """Three points: α_p = 1 + ε by hand, and D² that of the circle through them, which tends to 1."""
    audit = lemmas.sharp(epsilon).audit()
    assert audit.applies
    assert audit.alpha0[0] == pytest.approx(1 + epsilon)
    assert audit.marginsp[0] == pytest.approx(-epsilon, rel=1e-4)
    assert audit.alpha_D2 == pytest.approx((1 + epsilon) * ((1 - epsilon**2 + epsilon**4) ** 2 + 4 * epsilon**2))
    assert audit.shorter.holds


def test_the_last_step_for_finite_C_is_needed_and_holds():
    audit = lemmas.BOUNDED.audit()
    assert audit.applies
    assert audit.companion is None
    assert audit.partner == 1
    assert audit.alphap[1] == audit.svm.C
    assert audit.marginsp[1] < 1
    assert (audit.alphap[[2, 3]] == 0).all()
    assert audit.shorter.holds
    assert "t is lowest" in [step.name for step in audit.shorter]


def test_the_last_step_holds_around_that_example():
    rng, crossed = np.random.default_rng(0), 0
    base = lemmas.BOUNDED.data
    for _ in range(60):
        X = base.X * [10.0 ** rng.uniform(-1, 0.3), 1, 1]
        X[:4, [0, 2]] += 0.3 * rng.normal(size=(4, 2))
        hard = BiclassSVM(C=np.inf).fit(X, base.y)
        audit = lemmas.audit(tightened(hard, 1.01), 0)
        if audit.applies and audit.companion is None and audit.partner is not None:
            crossed += 1
            assert audit.shorter.holds, audit.shorter
    assert crossed >= 5


def test_a_point_alone_in_its_class_carries_half_the_norm():
    case = LOO_EQUALS_SUPPORT_VECTORS
    audit = lemmas.audit(BiclassSVM(C=np.inf).fit(case.X, case.y), 4)
    assert audit.partner is None
    assert audit.alpha0[4] == pytest.approx(audit.w0**2 / 2)
    assert audit.shorter["second half"].right == pytest.approx(2 / audit.D**2)
    assert audit.shorter.holds
