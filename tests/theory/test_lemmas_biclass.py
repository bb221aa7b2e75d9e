"""The bi-class key lemma: every number of its proofs, where the printed one fails, and that the lemma is true."""

from fractions import Fraction

import matplotlib.colors
import matplotlib.pyplot as plt
import numpy as np
import pytest
from cases import LOO_EQUALS_SUPPORT_VECTORS
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, ball, datasets, kernels, leave_one_out, lemmas, plotting, style
from svmlab.engine import active_set, solver

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


# --- what is true -----------------------------------------------------------------------------------------------


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


# --- independent routes -----------------------------------------------------------------------------------------


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


# --- worked by hand ---------------------------------------------------------------------------------------------


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


# --- where the lemma claims nothing -----------------------------------------------------------------------------


def test_a_point_that_is_no_support_vector_is_no_error():
    data = datasets.separable(25, random_state=0)
    svm = BiclassSVM(C=np.inf).fit(data.X, data.y)
    p = int(np.flatnonzero(svm.alpha_ == 0)[0])
    audit = lemmas.audit(svm, p)
    assert audit.hypotheses.failed == ["support vector", "error"]
    assert audit.v == pytest.approx(0.0, abs=1e-9)
    assert not audit.conclusion.holds
    assert audit.holds  # nothing is claimed
    assert "claims nothing" in audit.verdict


def test_a_support_vector_that_stays_right_need_not_reach_one():
    found = []
    for seed in range(12):
        data = datasets.separable(30, random_state=seed)
        svm = BiclassSVM(C=np.inf).fit(data.X, data.y)
        found += [lemmas.audit(svm, p) for p in svm.support_ if not leave_one_out(svm).errors[p]]
    assert any(audit.alpha_D2 < 1 for audit in found)
    assert all(audit.hypotheses.failed == ["error"] and audit.holds for audit in found)


def test_a_machine_with_slack_is_told_which_hypothesis_fails():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=1.0).fit(data.X, data.y)
    audit = lemmas.audit(svm, int(svm.support_[0]))
    assert {"separation", "nothing bounded"} <= set(audit.hypotheses.failed)
    assert not audit.applies
    assert "C is finite" in audit.remarks[-1]


# --- own choices, errors, text ----------------------------------------------------------------------------------


def test_a_lambda_of_ones_own_is_checked_against_13():
    svm = lemmas.GAP.machine
    wrong = lemmas.audit(svm, 0, lam=[1, 0, 0.5, 0])
    assert "λ balanced" in wrong.printed.failed
    assert "λ possible" in lemmas.audit(svm, 0, lam=[1, 0, 0.5, 0.5]).printed.failed
    assert "μ possible" in lemmas.audit(svm, 0, mu=[1, 0, 2, -1]).printed.failed
    assert "λ possible" not in lemmas.audit(svm, 0, lam=[1, 0, 1, 0]).printed.failed


@pytest.mark.parametrize(
    ("p", "error", "words"),
    [(4, ValueError, "must be 0 to 3"), (1.5, TypeError, "its name or its index"), (-1, ValueError, "must be 0 to 3")],
)
def test_a_point_that_does_not_exist_is_refused(p, error, words):
    with pytest.raises(error, match=words):
        lemmas.audit(lemmas.GAP.machine, p)


def test_the_only_point_of_a_class_cannot_be_left_out():
    svm = BiclassSVM(C=np.inf).fit([[0.0], [1.0], [2.0]], [-1, 1, 1])
    with pytest.raises(ValueError, match="only one of its class"):
        lemmas.audit(svm, 0)


def test_a_point_without_weight_cannot_be_left_out():
    svm = BiclassSVM(C=np.inf).fit([[0.0], [1.0], [2.0]], [-1, 1, 1], sample_weight=[1, 1, 0])
    with pytest.raises(ValueError, match="weight 0"):
        lemmas.audit(svm, 2)


def test_what_the_lemma_does_not_have_is_refused():
    data = datasets.overlapping(30, random_state=0, n_classes=3)
    with pytest.raises(TypeError, match="lemma about two classes"):
        lemmas.audit(MulticlassSVM().fit(data.X, data.y), 0, lam="nearest")
    with pytest.raises(TypeError, match="lemma about many classes"):
        lemmas.audit(lemmas.GAP.machine, 0, rival=1)
    with pytest.raises(NotFittedError):
        lemmas.audit(BiclassSVM(), 0)
    with pytest.raises(ValueError, match="lam must be one of"):
        lemmas.audit(lemmas.GAP.machine, 0, lam="largest")
    with pytest.raises(ValueError, match="one value per point"):
        lemmas.audit(lemmas.GAP.machine, 0, mu=[1.0])


def test_a_machine_of_many_classes_gets_the_other_lemma():
    data = datasets.blobs(15, 3, random_state=0)
    audit = lemmas.audit(MulticlassSVM(C=np.inf).fit(data.X, data.y), 0)
    assert audit.lemma.startswith("Lemma 2")


def test_when_the_engine_stalls_the_machine_is_trained_anew(monkeypatch):
    svm = lemmas.GAP.machine
    expected = lemmas.audit(svm, 0)

    def stalled(*_, **__):
        raise active_set.Stalled("asked to")

    monkeypatch.setattr(active_set.ActiveSet, "hold", stalled)
    assert lemmas.audit(svm, 0).marginsp == pytest.approx(expected.marginsp)


def test_the_machine_of_the_audit_is_left_as_it_was():
    svm = lemmas.GAP.machine
    alpha, weight = svm.alpha_.copy(), svm.sample_weight_.copy()
    other = lemmas.audit(svm, 0).machinep
    assert other.sample_weight_.tolist() == [0, 1, 1, 1]
    np.testing.assert_array_equal(svm.alpha_, alpha)
    np.testing.assert_array_equal(svm.sample_weight_, weight)


def test_precomputed_and_far_away_give_the_same_audit():
    data = lemmas.GAP.data
    near = lemmas.GAP.audit()
    far = lemmas.audit(BiclassSVM(C=np.inf).fit(data.X + 1e4, data.y), 0)
    K = BiclassSVM(C=np.inf, kernel="precomputed").fit(data.X @ data.X.T, data.y)
    for other in (far, lemmas.audit(K, 0)):
        assert other.alpha_D2 == pytest.approx(near.alpha_D2, rel=1e-6)
        assert other.missing == pytest.approx(near.missing, rel=1e-5)
        assert other.printed.failed == near.printed.failed


def test_an_audit_reads_well_in_a_terminal_and_in_a_notebook():
    audit = lemmas.GAP.audit()
    text, html = repr(audit), audit._repr_html_()
    assert text.startswith("Lemma 1 (Darcy and Guermeur 2005): leave out point 0, of class 1.")
    assert "The lemma applies; its conclusion is true" in text
    assert "(19) is false here" in text
    assert html.count("<table>") == 4
    assert "<b>FAILS</b>" in html


# --- surveys ----------------------------------------------------------------------------------------------------


def test_a_survey_finds_no_error_below_one_and_the_gap_often():
    calls = []
    survey = lemmas.survey(60, random_state=0, progress=lambda *done: calls.append(done))
    assert len(survey) > 100
    assert survey.products.min() >= 1
    assert survey.shorter.all()
    assert (survey.missing > 0).any()
    assert calls[-1] == (60, 60)
    assert "60 problems" in repr(survey)
    j = int(survey.products.argmin())
    again = survey.audit(j)
    assert again.alpha_D2 == pytest.approx(survey.products[j])
    assert again.missing == pytest.approx(survey.missing[j], abs=1e-9)


def test_a_survey_can_be_continued():
    whole, tail = lemmas.survey(8, random_state=0), lemmas.survey(4, random_state=4)
    np.testing.assert_array_equal(whole.products[whole.seed >= 4], tail.products)


def test_random_problems_are_the_same_for_a_seed():
    for seed in range(6):
        (one, kernel), (other, same) = lemmas.random_problem(seed), lemmas.random_problem(seed)
        np.testing.assert_array_equal(one.X, other.X)
        assert kernel == same
        assert len(one.classes) == 2
    assert isinstance(lemmas.random_problem(2)[1], kernels.Gaussian)


def test_the_refit_of_an_audit_goes_another_way(monkeypatch):
    audit = lemmas.GAP.audit()
    asked = []
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda *arguments: asked.append(1) or solve(*arguments))
    assert audit.refitted().alpha == pytest.approx(audit.alphap)
    assert asked


# --- pictures ---------------------------------------------------------------------------------------------------


@pytest.fixture
def ax():
    figure, ax = plt.subplots()
    yield ax
    plt.close(figure)


def test_the_ball_is_drawn_around_the_support_vectors(ax):
    audit = lemmas.GAP.audit()
    plotting.plot_left_out(audit, ax)
    circle = next(patch for patch in ax.patches if isinstance(patch, plt.Circle))
    assert circle.radius == pytest.approx(audit.D / 2)
    assert circle.center == pytest.approx((0.0, 0.0), abs=1e-12)
    (low, high), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert low < -1 < 1 < high
    assert bottom < -1 < 1 < top


def test_the_boundary_without_p_is_where_its_machine_says(ax):
    audit = lemmas.GAP.audit()
    plotting.plot_left_out(audit, ax)
    color = style.theme("light")["series"][4]
    lines = [c for c in ax.collections if matplotlib.colors.same_color(c.get_edgecolor()[:1], color)]
    points = np.vstack([path.vertices for line in lines for path in line.get_paths()])
    values = audit.machinep.decision_function(points)
    assert np.abs(values - np.round(values)).max() < 1e-6
    assert set(np.round(values).astype(int)) == {-1, 0, 1}


def test_a_curved_machine_is_drawn_without_ball(ax):
    data = datasets.overlapping(20, random_state=0)
    svm = BiclassSVM(C=np.inf, kernel=kernels.Gaussian(0.5)).fit(data.X, data.y)
    audit = lemmas.audit(svm, int(svm.support_[0]))
    plotting.plot_left_out(audit, ax)
    assert not [patch for patch in ax.patches if isinstance(patch, plt.Circle)]
    with pytest.raises(ValueError, match="linear kernel"):
        plotting.plot_left_out(audit, ax, ball=True)


def test_a_step_that_fails_is_a_bar_to_the_left(ax):
    checklist = lemmas.GAP.audit().printed
    bars = plotting.plot_steps(checklist, ax)
    assert [bar.get_width() < -1e-6 for bar in bars] == [not step.holds for step in checklist]
    assert [label.get_text() for label in ax.get_yticklabels()] == [step.formula for step in checklist]
