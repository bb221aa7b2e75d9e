"""The other machines at work: intercepts, leaving out, path and refit, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import training_sets
from other_machines import EACH, OVERLAP, trained
from scipy.optimize import linprog
from sklearn.utils.estimator_checks import check_estimator

from svmlab import MulticlassSVM, datasets, kernels, kkt, leave_one_out, lemmas, risk
from svmlab.exact.loo import withdraw
from svmlab.exact.path import regularization_path, solutions_along
from svmlab.learning import chunking
from svmlab.machines.multiclass import CRAMMER_SINGER as CS
from svmlab.machines.multiclass import LEE_LIN_WAHBA as LLW
from svmlab.machines.multiclass import MACHINES, MSVM2

# --- intercepts --------------------------------------------------------------------------


def intercept_limits(svm):
    """Tight limits of b_k - b_l for constraints on single scores, by linear programs."""
    Q, raw = len(svm.classes_), svm.K_ @ svm.coefficients_
    rows, right = [], []
    for i in range(len(raw)):
        for k in range(Q):
            if k == svm.codes_[i]:
                continue
            if svm.alpha_[i, k] < svm.upper_[i, k]:  # h_k ≤ -1/(Q-1)
                rows.append(np.eye(Q)[k])
                right.append(-1 / (Q - 1) - raw[i, k] + 1e-9)
            if svm.alpha_[i, k] > 0:  # h_k ≥ -1/(Q-1)
                rows.append(-np.eye(Q)[k])
                right.append(1 / (Q - 1) + raw[i, k] + 1e-9)
    limits = np.zeros((Q, Q))
    for k in range(Q):
        for other in range(Q):
            cost = np.eye(Q)[other] - np.eye(Q)[k]
            answer = linprog(cost, rows, right, np.ones((1, Q)), [0.0], [(None, None)] * Q)
            assert answer.status == 0
            limits[k, other] = -answer.fun
    return limits


@given(
    drawn=training_sets(classes=(3, 4), kinds=["blobs", "integer grid", "one each"], scales=(1.0,)),
    C=st.sampled_from([0.02, 0.3]),
)
@settings(max_examples=25, deadline=None)
def test_the_intercept_interval_is_that_of_linear_programs_and_the_intercept_lies_in_it(drawn, C):
    _, X, y = drawn
    svm = MulticlassSVM(C=C, kernel=kernels.Gaussian(1.0), machine=LLW).fit(X, y)
    expected = intercept_limits(svm)
    assert svm.intercept_interval_[..., 1] == pytest.approx(expected, abs=1e-7)
    b = svm.intercept_
    assert b.sum() == pytest.approx(0, abs=1e-12)
    assert (b[:, None] - b[None, :] <= expected + 1e-7).all()


def test_the_intercept_does_not_depend_on_the_order_of_the_classes():
    data = datasets.overlapping(30, random_state=3, n_classes=3)
    svm = MulticlassSVM(C=0.01, kernel="gaussian", machine=LLW).fit(data.X, data.y)
    assert np.ptp(svm.intercept_interval_, axis=2).max() > 1e-3  # no support vector is free
    turned = MulticlassSVM(C=0.01, kernel="gaussian", machine=LLW).fit(data.X, 2 - data.y)
    assert turned.intercept_ == pytest.approx(svm.intercept_[::-1], abs=1e-12)


# --- leaving out, path, refit ------------------------------------------------------------


@EACH
@pytest.mark.parametrize("C", [0.1, 10.0])
def test_leave_one_out_is_that_of_training_without_each_point(machine, C):
    data = datasets.overlapping(36, random_state=4, n_classes=3)
    svm = trained(machine, C, data=data)
    loo = leave_one_out(svm)
    for p in range(36):
        rest = np.arange(36) != p
        without = trained(machine, C, data=datasets.Dataset(data.X[rest], data.y[rest], data.names, ""))
        assert loo.scores[p] == pytest.approx(without.scores(data.X[[p]])[0], abs=1e-7)
    assert loo.n_errors == (loo.predictions != data.y).sum()
    assert loo.residual < 1e-8


def test_leave_one_out_tells_its_progress_after_each_training():
    told = []
    loo = leave_one_out(trained(CS), progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == len(told) == loo.refits > 10


def test_the_path_of_lee_lin_and_wahba_is_exact():
    svm = trained(LLW)
    path = regularization_path(svm, 0.01, 100.0)
    for C in (0.013, 0.4, 7.0, 99.0):
        fitted = trained(LLW, C)
        assert path.alpha_at(C) == pytest.approx(fitted.alpha_, abs=1e-7 * C)
        assert path.model_at(C).solution_.certified
    for C, model in zip((0.1, 1.0), solutions_along(svm, [0.1, 1.0]), strict=True):
        assert model.scores(OVERLAP.X) == pytest.approx(trained(LLW, C).scores(OVERLAP.X), abs=1e-7)


@EACH
def test_refit_gives_the_machine_of_fit_also_after_another_machine(machine):
    moved = OVERLAP.X.copy()
    moved[5] += 0.3
    fitted = MulticlassSVM(C=2.0, kernel="gaussian", machine=machine).fit(moved, OVERLAP.y)
    for first in MACHINES:
        svm = MulticlassSVM(C=1.0, kernel="gaussian", machine=first).fit(OVERLAP.X, OVERLAP.y)
        svm.set_params(C=2.0, machine=machine).refit(moved, OVERLAP.y)
        assert svm.scores(moved) == pytest.approx(fitted.scores(moved), abs=1e-7)


@EACH
def test_a_point_of_weight_two_is_two_points_and_one_of_weight_zero_is_none(machine):
    weight = np.ones(60)
    weight[:5], weight[5:9] = 2.0, 0.0
    svm = MulticlassSVM(C=1.0, kernel="gaussian", machine=machine).fit(OVERLAP.X, OVERLAP.y, weight)
    order = np.concatenate([np.repeat(np.arange(5), 2), np.arange(9, 60)])
    other = MulticlassSVM(C=1.0, kernel="gaussian", machine=machine).fit(OVERLAP.X[order], OVERLAP.y[order])
    assert svm.scores(OVERLAP.X) == pytest.approx(other.scores(OVERLAP.X), abs=1e-7)


# --- what is refused ---------------------------------------------------------------------


def test_an_unknown_machine_is_refused_by_name():
    with pytest.raises(ValueError, match=r"machine must be one of .*'weston-watkins'.*, got 'ww'"):
        MulticlassSVM(machine="ww").fit(OVERLAP.X, OVERLAP.y)


@pytest.mark.parametrize(("machine", "why"), [(CS, "Σ_k α_ik ≤ C"), (MSVM2, "not piecewise linear")])
def test_there_is_no_path_of_the_others_and_the_error_says_why(machine, why):
    svm = trained(machine)
    for follow in (lambda: regularization_path(svm), lambda: list(solutions_along(svm, [1.0, 2.0]))):
        with pytest.raises(ValueError, match=f"no path of machine='{machine}'.*{why}.*refit"):
            follow()


@EACH
def test_what_is_about_weston_and_watkins_says_so(machine):
    svm = trained(machine)
    calls = [
        ("constant_K", lambda: lemmas.constant_K(svm)),
        ("lemmas.audit", lambda: lemmas.audit(svm, 0)),
        ("risk.guaranteed_risk", lambda: risk.guaranteed_risk(svm)),
        ("chunking.train", lambda: chunking.train(svm, OVERLAP.X, OVERLAP.y)),
    ]
    remedy = r"train one with MulticlassSVM\(machine='weston-watkins'\)"
    for what, call in calls:
        words = f"^{what} is about the machine of Weston and Watkins, got machine='{machine}'; {remedy}"
        with pytest.raises(ValueError, match=words):
            call()


@EACH
def test_the_case_of_every_point_in_the_words_of_its_machine(machine):
    svm = trained(machine)
    cases, scores = kkt.cases(svm), svm.scores(OVERLAP.X)
    own = np.arange(3) == OVERLAP.y[:, None]
    assert (cases.misclassified == (np.where(own, -np.inf, scores).max(axis=1) >= scores[own])).all()
    assert cases.misclassified.any()
    assert ((cases.code == kkt.OUTSIDE) == ((svm.alpha_ == 0) & ~own)).all()
    words = {text for i in range(60) for text in cases.words(i).values()}
    expected = {
        CS: "α > 0, Σα = C, 0 ≤ lead = 1 - ξ < 1",
        LLW: "α = C, 0 ≤ lead < 1",
        MSVM2: "α > 0, 0 ≤ lead < 1",
    }
    assert any(text.startswith(expected[machine]) for text in words)
    free = (cases.code == kkt.FREE) & (machine != MSVM2)
    assert cases.margin[free] == pytest.approx(np.ones(free.sum()), abs=1e-8)
    if machine == CS:
        assert svm.alpha_.sum(axis=1)[(cases.code == kkt.BOUNDED).any(axis=1)] == pytest.approx(1.0)
    if machine == MSVM2:
        assert (cases.slack < 0).any()


def test_a_point_leaves_step_by_step_where_the_engine_follows():
    assert list(withdraw(trained(LLW), 0))[-1][0] == 1.0
    with pytest.raises(ValueError, match="withdraw follows programs with 0 ≤ α ≤ C"):
        list(withdraw(trained(CS), 0))


@EACH
@pytest.mark.slow
def test_check_estimator_passes(machine):
    no_bias = {"check_class_weight_classifiers"} if machine == CS else set()  # LinearSVC without bias fails it, too
    results = check_estimator(MulticlassSVM(machine=machine), on_skip=None, on_fail=None)
    assert {r["check_name"] for r in results if r["status"] not in ("passed", "skipped")} == no_bias
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= {"check_array_api_input"}
