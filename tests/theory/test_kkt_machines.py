"""Trained machines, audited: every condition measured, and the one that was spoiled named."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from oracle import problems

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt


@given(problems(classes=(2, 3)))
def test_every_certified_machine_passes_its_audit(problem):
    machine = BiclassSVM if len(np.unique(problem.y)) == 2 else MulticlassSVM
    try:
        svm = machine(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError:
        assume(False)
    assume(svm.solution_.certified)
    audit = kkt.audit(svm)
    assert audit.holds, audit
    assert audit.gap == pytest.approx(0.0, abs=1e-8 * max(1.0, abs(audit.dual)))


def spoiled(svm, **changes):
    """The machine with other numbers in its solution."""
    svm.solution_ = replace(svm.solution_, **changes)
    return kkt.audit(svm)


@pytest.fixture
def soft():
    data = datasets.overlapping(60, random_state=0)
    return BiclassSVM(C=1.0, kernel=kernels.Gaussian(1.0)).fit(data.X, data.y)


def test_a_spoiled_machine_fails_the_condition_that_was_spoiled(soft):
    solution = soft.solution_
    alpha = solution.alpha.copy()
    alpha[np.flatnonzero(alpha == 0)[0]] = 0.5
    assert set(spoiled(soft, alpha=alpha).failed) == {"stationarity in b", "complementary slackness"}
    assert spoiled(soft, alpha=-solution.alpha).failed[0] == "signs"
    assert "box" in spoiled(soft, alpha=2 * solution.alpha).failed
    assert "complementary slackness of ξ" in spoiled(soft, alpha=solution.alpha, margins=solution.margins - 1).failed
    assert "no duality gap" in spoiled(soft, primal=solution.primal + 1).failed


def test_a_hard_margin_machine_must_be_feasible():
    data = datasets.separable(30, random_state=0)
    svm = BiclassSVM(C=np.inf).fit(data.X, data.y)
    audit = kkt.audit(svm)
    assert audit.holds
    assert "box" not in [step.name for step in audit.conditions]
    assert "feasibility" in spoiled(svm, margins=svm.solution_.margins - 0.1).failed


def test_the_audit_of_a_machine_reads_well(soft):
    audit = kkt.audit(soft)
    assert "BiclassSVM, C = 1, 60 points: every condition holds" in repr(audit)
    assert "<table>" in audit._repr_html_()


# --- what the sources print otherwise ---------------------------------------------------------------------------


def test_a_point_without_multiplier_may_lie_on_the_edge():
    """Vert 2001, 4.5 prints margin > 1 for λ = 0; it is ≥ 1."""
    svm = BiclassSVM(C=np.inf).fit([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]], [-1, 1, 1])
    assert svm.alpha_[2] == 0
    assert svm.solution_.margins[2] == pytest.approx(1.0)


def test_a_bounded_support_vector_may_have_no_slack():
    """Vert 2001, 4.5 prints ξ > 0 for λ = C; it is ≥ 0: two points at distance d, C = 2/d²."""
    svm = BiclassSVM(C=0.4).fit([[0.0, 0.0], [2.0, 1.0]], [-1, 1])
    assert svm.alpha_.tolist() == [0.4, 0.4]
    assert kkt.cases(svm).slack == pytest.approx([0.0, 0.0], abs=1e-12)


def test_bounded_support_vectors_enter_the_decision_function(soft):
    """The slides (part 4) compute it with the free ones only."""
    free = kkt.cases(soft).code == kkt.FREE
    signs = 2.0 * soft.codes_ - 1.0
    f = soft.K_ @ (signs * soft.alpha_) + soft.b_
    assert soft.decision_function(soft.X_fit_) == pytest.approx(f)
    assert np.abs(soft.K_[:, free] @ (signs * soft.alpha_)[free] + soft.b_ - f).max() > 0.1


def test_the_formula_for_b_from_the_innermost_points_fails_with_slack():
    """Vert 2001, 4.3 and Proposition 2."""
    data = datasets.overlapping(80, random_state=0)
    svm = BiclassSVM(C=1.0).fit(data.X, data.y)
    along = data.X @ svm.w_
    printed = -(along[data.y > 0].min() + along[data.y < 0].max()) / 2
    low, high = svm.intercept_interval_
    assert not low - 0.1 <= printed <= high + 0.1


def test_the_dual_perceptron_of_the_slides_never_begins():
    """Part 3 tests γ < 0; with α = 0 every γ is 0, so the test must be ≤ 0."""
    data = datasets.separable(20, random_state=0)
    margins = data.y * ((np.zeros(20) * data.y) @ (data.X @ data.X.T))
    assert not (margins < 0).any()
    assert (margins <= 0).all()
