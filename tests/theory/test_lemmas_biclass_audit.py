"""The lemma of two classes: own choices of its steps, errors, what is told, surveys and pictures."""

import matplotlib.colors
import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, lemmas, plotting, style
from svmlab.engine import active_set, solver

# --- where the lemma claims nothing ------------------------------------------------------


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


# --- own choices, errors, text -----------------------------------------------------------


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


# --- surveys -----------------------------------------------------------------------------


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


# --- pictures ----------------------------------------------------------------------------


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
