"""The machines of Crammer and Singer, of Lee, Lin and Wahba, and of Guermeur and Monfrini (M-SVM²)."""

import dataclasses
import math
import warnings

import numpy as np
import primal
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import KINDS, problems, training_sets
from other_machines import ALL, EACH, OVERLAP, SUM_TO_ZERO, UNCERTIFIED, trained
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, kkt, leave_one_out, plotting
from svmlab.engine import solver
from svmlab.exact.path import regularization_path
from svmlab.machines.multiclass import CRAMMER_SINGER as CS
from svmlab.machines.multiclass import LEE_LIN_WAHBA as LLW
from svmlab.machines.multiclass import MACHINES, MSVM2

# --- against independent solutions -------------------------------------------------------


@ALL
@pytest.mark.parametrize("C", [0.05, 1.0, 50.0])
@pytest.mark.parametrize("kernel", [kernels.Linear(), kernels.Gaussian(1.0)], ids=["linear", "Gaussian"])
def test_the_machine_is_that_of_its_primal_problem(machine, C, kernel):
    data = datasets.overlapping(24, random_state=1, n_classes=3)
    svm = MulticlassSVM(C=C, kernel=kernel, machine=machine).fit(data.X, data.y)
    expected = primal.solve(machine, svm.K_, svm.codes_, C)
    assert svm.solution_.certified
    assert svm.solution_.primal == pytest.approx(expected.objective, rel=1e-8)
    scores = svm.scores(data.X) - svm.intercept_
    assert scores == pytest.approx(expected.scores - expected.b, abs=2e-5 * max(1.0, np.abs(scores).max()))
    if np.ptp(svm.intercept_interval_, axis=2).max() < 1e-9:
        assert svm.intercept_ == pytest.approx(expected.b, abs=2e-5 * max(1.0, np.abs(expected.b).max()))


@given(training_sets(classes=(3, 4), kinds=["blobs", "noise", "duplicates", "integer grid"], scales=(1.0,)))
@settings(max_examples=25, deadline=None)
def test_every_machine_reaches_the_optimum_of_its_primal_problem(drawn):
    _, X, y = drawn
    for machine in MACHINES:
        svm = MulticlassSVM(C=0.7, kernel=kernels.Gaussian(1.5), machine=machine).fit(X, y)
        assert svm.solution_.certified, (machine, svm.solution_.status)
        expected = primal.solve(machine, svm.K_, svm.codes_, 0.7).objective
        assert svm.solution_.primal == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_crammer_and_singer_is_that_of_liblinear_without_bias(C):
    data = datasets.iris().standardized()
    svm = MulticlassSVM(C=C, machine=CS).fit(data.X, data.y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LIBLINEAR's of not being there yet
        peer = LinearSVC(
            C=C, multi_class="crammer_singer", fit_intercept=False, tol=1e-8, max_iter=10**6, random_state=0
        )
        peer.fit(data.X, data.y)
    W = peer.coef_
    margins = (data.X @ W.T)[np.arange(150), svm.codes_][:, None] - data.X @ W.T
    slack = np.maximum(0.0, 1.0 - np.where(np.eye(3, dtype=bool)[svm.codes_], np.inf, margins).min(axis=1))
    assert svm.solution_.primal == pytest.approx(0.5 * (W**2).sum() + C * slack.sum(), rel=1e-5)
    assert svm.solution_.primal <= (0.5 * (W**2).sum() + C * slack.sum()) * (1 + 1e-9)
    assert svm.coef_ == pytest.approx(W, abs=1e-3 * np.abs(W).max())


# --- two classes -------------------------------------------------------------------------


def test_for_two_classes_lee_lin_and_wahba_is_the_two_class_machine_of_half_the_C():
    data = datasets.overlapping(40, random_state=2)
    svm = MulticlassSVM(C=3.0, kernel="gaussian", machine=LLW).fit(data.X, data.y)
    two = BiclassSVM(C=1.5, kernel="gaussian").fit(data.X, data.y)
    assert svm.scores(data.X)[:, 1] == pytest.approx(two.decision_function(data.X), abs=1e-9)
    assert svm.alpha_.sum(axis=1) == pytest.approx(2 * two.alpha_, abs=1e-9)


def test_for_two_classes_the_quadratic_loss_is_a_ridge_on_the_kernel_matrix():
    data = datasets.overlapping(40, random_state=2)
    svm = MulticlassSVM(C=3.0, kernel="gaussian", machine=MSVM2).fit(data.X, data.y)
    two = BiclassSVM(C=math.inf, kernel="precomputed").fit(svm.K_ + np.eye(40) / 6.0, data.y)
    assert svm.scores(data.X)[:, 1] == pytest.approx(svm.K_ @ two.coefficients_[:, 0] + two.intercept_, abs=1e-9)


def test_for_two_classes_crammer_and_singer_has_no_intercept():
    data = datasets.overlapping(30, random_state=2)
    svm = MulticlassSVM(C=1.0, machine=CS).fit(data.X, data.y)
    assert (svm.intercept_ == 0).all()
    assert (svm.intercept_interval_ == 0).all()
    assert svm.decision_function(np.zeros((1, 2))) == [0.0]


@SUM_TO_ZERO
def test_scores_sum_to_zero_everywhere(machine):
    svm = trained(machine)
    Z = np.random.default_rng(0).normal(size=(20, 2))
    assert svm.scores(Z).sum(axis=1) == pytest.approx(np.zeros(20), abs=1e-12)


def test_the_quadratic_machine_is_the_hard_margin_machine_of_another_kernel_matrix():
    svm = trained(MSVM2, C=2.0)
    hard = MulticlassSVM(C=math.inf, kernel="precomputed", machine=LLW).fit(svm.K_ + np.eye(60) / 4.0, OVERLAP.y)
    assert svm.alpha_ == pytest.approx(hard.alpha_, abs=1e-8)
    assert svm.intercept_ == pytest.approx(hard.intercept_, abs=1e-9)


# --- certificates ------------------------------------------------------------------------


@EACH
@given(problem=problems(classes=(3, 4), kinds=KINDS, scales=(1.0,), costs=(0.01, 1.0, 100.0)))
@settings(max_examples=40, deadline=None)
def test_hostile_problems_are_certified(machine, problem):
    svm = MulticlassSVM(C=problem.C, kernel=problem.kernel, machine=machine).fit(problem.X, problem.y)
    assert (svm.alpha_ >= 0).all()
    if machine == CS:  # a few in a thousand are at the edge of doubles, and say so
        assert svm.solution_.relative_gap < 1e-6, svm.solution_.status
        assert (svm.alpha_.sum(axis=1) <= problem.C * (1 + 1e-9)).all()
    else:
        assert svm.solution_.certified, svm.solution_.status
        assert (svm.alpha_ <= svm.upper_).all()
        assert np.abs(svm.coefficients_.sum(axis=0)).max() <= 1e-9 * max(1.0, svm.alpha_.max())


def test_a_wrong_solution_is_not_certified():
    svm = trained(CS)
    program = svm.solution_.program
    for wrong in (svm.solution_.alpha * 1.01, svm.solution_.alpha * 0.9, np.zeros(len(svm.solution_.alpha))):
        assert not program.certify(wrong).certified


@pytest.mark.parametrize("C", [1e-5, 1e-8, 1e-12])
def test_below_every_event_the_scores_of_crammer_and_singer_are_proportional_to_C(C):
    small, base = trained(CS, C), trained(CS, 1e-4)
    assert base.alpha_.sum(axis=1) == pytest.approx(np.full(60, 1e-4))
    assert small.solution_.certified
    assert small.scores(OVERLAP.X) / C == pytest.approx(base.scores(OVERLAP.X) / 1e-4, abs=1e-9)


def test_for_a_small_C_another_split_of_the_multipliers_is_not_certified():
    svm = trained(CS, 1e-8)
    split = np.repeat(0.5 * svm.alpha_.sum(axis=1), 2)
    assert not svm.solution_.program.certify(split).certified


@UNCERTIFIED
@given(
    drawn=training_sets(classes=(3, 6), kinds=["integer grid", "duplicates", "blobs"], scales=(1.0,)),
    C=st.sampled_from([1e4, 1e6]),
)
@settings(max_examples=15, deadline=None)
def test_what_is_certified_at_a_large_C_does_not_depend_on_the_order_of_the_points(drawn, C):
    _, X, y = drawn
    one, other = (
        MulticlassSVM(C=C, kernel=kernels.Polynomial(2), machine=CS).fit(X[order], y[order])
        for order in (np.arange(len(X)), np.arange(len(X))[::-1])
    )
    if one.solution_.certified and other.solution_.certified:
        scores = one.scores(X)
        assert scores == pytest.approx(other.scores(X), abs=1e-5 * max(1.0, np.abs(scores).max()))


@UNCERTIFIED
def test_a_large_C_that_hides_a_wrong_solution_is_not_certified():
    rng = np.random.default_rng(59)
    X, y = np.round(rng.normal(size=(18, 2))), np.arange(18) % 6
    svm, turned = (
        MulticlassSVM(C=1e6, kernel=kernels.Polynomial(2), machine=CS).fit(X[order], y[order])
        for order in (np.arange(18), np.arange(18)[::-1])
    )
    apart = np.abs(svm.scores(X) - turned.scores(X)).max()
    assert apart < 1e-6 or not (svm.solution_.certified and turned.solution_.certified)
    assert leave_one_out(svm).certified <= svm.solution_.certified


def test_numbers_beyond_doubles_are_not_called_a_hard_margin():
    data = datasets.overlapping(40, random_state=0, n_classes=3)
    svm = MulticlassSVM(C=1.0, machine=MSVM2)
    with pytest.raises(ValueError, match=r"C=1 with kernel values up to 8.*standardise the features"):
        svm.fit(np.round(data.X) * 1e6, data.y)
    with pytest.warns(ConvergenceWarning, match="standardise the features"):
        svm = MulticlassSVM(C=1.0, kernel=kernels.Polynomial(3), machine=CS).fit(data.X * 1e3, data.y)
    assert "standardise the features" in svm.solution_.status


@ALL
def test_a_C_that_loses_its_digits_is_refused(machine):
    with pytest.raises(ValueError, match=r"C must be at least 2\.2e-308"):
        trained(machine, 1e-320)


def test_leave_one_out_by_training_anew_tells_of_each_point_and_of_what_is_not_certified(monkeypatch):
    data, told = datasets.overlapping(20, random_state=0, n_classes=3), []
    svm = trained(CS, data=data)
    assert leave_one_out(svm, progress=lambda *where: told.append(where)).certified
    assert told == [(k + 1, len(svm.support_)) for k in range(len(svm.support_))]
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda *given: dataclasses.replace(solve(*given), primal=1e3))
    assert "not certified: largest violation" in repr(leave_one_out(svm))


# --- what it was trained with ------------------------------------------------------------


def test_parameters_set_later_do_not_change_what_is_said_of_a_trained_machine():
    svm = trained(CS).set_params(machine=MSVM2, C=math.inf)
    assert (svm.machine_, svm.C_) == (CS, 1.0)
    assert bounds.names(svm=svm) == ("support_vectors",)
    assert "C = 1" in repr(bounds.report(svm))
    assert kkt.cases(svm).told is kkt.JOINT_WORDS
    assert kkt.audit(svm).holds
    with pytest.raises(ValueError, match="machine='crammer-singer'"):
        regularization_path(svm)
    soft = trained("weston-watkins").set_params(C=math.inf)
    assert not bounds.report(soft)["withdrawal_count"].holds
    assert "C = 1" in repr(plotting.plot_machine(soft))
    assert regularization_path(soft, 0.5, 2.0).model_at(0.7).C_ == 0.7


# --- conditions --------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("weight", [None, np.r_[0.0, np.linspace(0.5, 2.0, 59)]], ids=["alike", "weighted"])
def test_each_machine_passes_the_audit_of_its_own_conditions(machine, weight):
    svm = MulticlassSVM(C=2.0, kernel="gaussian", machine=machine).fit(OVERLAP.X, OVERLAP.y, weight)
    audit = kkt.audit(svm)
    assert audit.holds, audit
    sources = {step.source for step in audit.conditions if step.source}
    assert any("Darcy" in source for source in sources) == (machine == "weston-watkins")
    assert ("stationarity in b" in [step.name for step in audit.conditions]) == (machine != CS)


@EACH
def test_a_spoiled_machine_fails_its_audit(machine):
    svm = trained(machine)
    solution = svm.solution_
    svm._adopt(dataclasses.replace(solution, alpha=1.01 * solution.alpha, primal=1.01 * solution.primal))
    assert {"complementary slackness", "no duality gap"} & set(kkt.audit(svm).failed)


def test_the_slack_of_the_quadratic_machine_is_that_of_its_primal_problem():
    weight = np.linspace(0.5, 2.0, 60)
    svm = MulticlassSVM(C=3.0, kernel="gaussian", machine=MSVM2).fit(OVERLAP.X, OVERLAP.y, weight)
    slack = kkt.cases(svm).slack / 2
    norm = (svm.coefficients_ * (svm.K_ @ svm.coefficients_)).sum()
    loss = 3.0 * weight @ ((slack**2).sum(axis=1) + slack.sum(axis=1) ** 2)
    assert 0.5 * norm + loss == pytest.approx(svm.solution_.primal, rel=1e-10)
    own = np.arange(3) == svm.codes_[:, None]
    pull = 2 * 3.0 * weight[:, None] * (slack + slack.sum(axis=1, keepdims=True))
    assert svm.alpha_ == pytest.approx(np.where(own, 0.0, pull), abs=1e-9)


@EACH
def test_the_hard_margin_is_the_limit_of_a_large_C_and_is_refused_where_there_is_none(machine):
    apart = datasets.blobs(30, random_state=0, n_classes=3, noise=0.1)
    hard, large = trained(machine, math.inf, data=apart), trained(machine, 1e7, data=apart)
    assert hard.solution_.certified
    assert hard.scores(apart.X) == pytest.approx(large.scores(apart.X), abs=1e-5)
    with pytest.raises(ValueError, match="cannot be separated"):
        MulticlassSVM(C=math.inf, machine=machine).fit(OVERLAP.X, OVERLAP.y)
