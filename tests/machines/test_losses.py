"""A loss is one value: what is not stated of it is claimed nowhere, whatever program it has."""

import ast
import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    bounds,
    comparison,
    datasets,
    kkt,
    leave_one_out,
    lemmas,
    plotting,
    regularization_path,
    risk,
)
from svmlab.exact import low_rank
from svmlab.exact.path import solutions_along
from svmlab.learning import chunking
from svmlab.machines import losses
from svmlab.machines.multiclass import MACHINES

DATA = datasets.overlapping(40, random_state=0, n_classes=3)
APART = datasets.blobs(30, random_state=0, n_classes=3, noise=0.1)


def added(monkeypatch, loss):
    monkeypatch.setattr(losses, "LOSSES", {**losses.LOSSES, loss.name: loss})


@pytest.fixture(params=MACHINES)
def made_up(request, monkeypatch):
    """The program of another loss under a name of its own, and nothing else stated."""
    known = losses.LOSSES[request.param]
    added(monkeypatch, losses.Loss("made-up", "made up", known.program, known.ridge))
    return request.param


def trained(machine, C=1.0, data=DATA):
    return MulticlassSVM(C=C, kernel="gaussian", machine=machine).fit(data.X, data.y)


def test_a_new_loss_is_trained_certified_and_left_out_by_its_program(made_up):
    svm, known = trained("made-up"), trained(made_up)
    assert svm.solution_.certified
    assert svm.loss.label == "made up"
    assert np.array_equal(svm.alpha_, known.alpha_)
    assert svm.refit(DATA.X[1:], DATA.y[1:]).solution_.certified
    loo = leave_one_out(known)
    assert np.array_equal(leave_one_out(trained("made-up")).errors, loo.errors)


@pytest.mark.parametrize(("C", "data"), [(1.0, DATA), (math.inf, APART)])
def test_a_new_loss_has_no_bound(made_up, C, data):
    svm = trained("made-up", C, data)
    report = bounds.report(svm)
    assert len(report) == 0 == len(bounds.names(svm=svm))
    assert report.loo.n_errors == leave_one_out(svm).n_errors
    assert "no bound is proved for machine='made-up'" in repr(report)
    for name in bounds.names(svm=trained(made_up)):
        with pytest.raises(ValueError, match=f"^no bound is proved for machine='made-up', got '{name}'; leave_one_out"):
            bounds.report(svm, name)


@pytest.mark.parametrize("follow", [regularization_path, solutions_along, low_rank.solutions_along])
def test_a_new_loss_has_no_path(made_up, follow):
    arguments = () if follow is regularization_path else ([1.0, 2.0],)
    with pytest.raises(ValueError, match=r"no path of machine='made-up': nobody has stated.*; train it at each C"):
        list(follow(trained("made-up"), *arguments))


@pytest.mark.parametrize("ask", [kkt.cases, kkt.audit, plotting.plot_machine])
def test_the_points_of_a_new_loss_have_no_cases(made_up, ask):
    with pytest.raises(ValueError, match=r"^the conditions of machine='made-up' are not stated.*solution_.residuals"):
        ask(trained("made-up"))


def test_theorems_on_weston_and_watkins_are_not_about_its_program_under_another_name(made_up):
    svm = trained("made-up")
    for call in (
        lambda: lemmas.audit(svm, 0),
        lambda: lemmas.constant_K(svm),
        lambda: risk.guaranteed_risk(svm),
        lambda: chunking.train(svm, DATA.X, DATA.y),
        lambda: plotting.plot_circulation(svm),
    ):
        with pytest.raises(ValueError, match=r"about the machine of Weston and Watkins, got machine='made-up'"):
            call()


def test_a_new_loss_is_compared_by_its_label_and_by_numbers_only(made_up):
    spec = importlib.util.spec_from_file_location("comparison_with_a_new_loss", comparison.__file__)
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    done = again.compare(DATA.X, DATA.y, 1.0, "gaussian", (made_up, "made-up"))
    known, new = done.entries
    assert (new.label, new.error) == ("made up", "")
    assert again.ALL[len(MACHINES) :] == ("made-up", "one-vs-one", "one-vs-rest")
    assert (new.training_errors, new.loo.n_errors) == (known.training_errors, known.loo.n_errors)
    assert np.array_equal(
        again.conditional_scores("made-up", (0.5, 0.5)), again.conditional_scores(made_up, (0.5, 0.5))
    )


def test_a_name_that_no_loss_has_is_refused_in_words(made_up):
    for ask in (comparison.classifier, comparison.known_names):  # a table from before the loss was added
        with pytest.raises(ValueError, match=r"machine must be one of .*, got 'made-up'"):
            ask("made-up")
    with pytest.raises(ValueError, match=r"machine must be one of 'weston-watkins', .*, 'msvm2', 'made-up', got 'ww'"):
        MulticlassSVM(machine="ww").fit(DATA.X, DATA.y)


def test_a_loss_that_was_taken_away_is_refused_in_words(monkeypatch):
    with monkeypatch.context() as patch:
        added(patch, losses.Loss("made-up", "made up", losses.LOSSES["msvm2"].program))
        svm = trained("made-up")
    for ask in (bounds.report, kkt.audit, regularization_path):
        with pytest.raises(ValueError, match=r"machine must be one of .*, got 'made-up'"):
            ask(svm)


def test_what_is_stated_of_a_new_loss_is_said(monkeypatch):
    known = losses.LOSSES["weston-watkins"]
    stated = losses.Loss("made-up", "made up", known.program, no_path="", conditions=known.conditions)
    added(monkeypatch, stated)
    svm = trained("made-up")
    audit = kkt.audit(svm)
    assert audit.holds
    assert "MulticlassSVM, made-up, C = 1" in repr(audit)
    assert regularization_path(svm, 0.5, 2.0).model_at(2.0).scores(DATA.X) == pytest.approx(
        trained("weston-watkins", 2.0).scores(DATA.X), abs=1e-6
    )
    assert len(bounds.report(svm)) == 0


# --- the losses that there are ---------------------------------------------------------------------------------------

SUM_TO_ZERO = "support_vectors", "largest_count", "largest_sum", "radius_margin"
OF_WESTON_AND_WATKINS = (
    "support_vectors", "xi_alpha_many", "span_many", "theorem_2", "withdrawal_count", "withdrawal_sum",
    "nine_quarters_sum", "withdrawal_observed", "closed_form", "twice_sum", "span_rule_many", "gacv_many",
)  # fmt: skip


@pytest.mark.parametrize(
    ("machine", "known", "hard", "path"),
    [
        ("weston-watkins", OF_WESTON_AND_WATKINS, set(OF_WESTON_AND_WATKINS[:-2]), True),
        ("crammer-singer", ("support_vectors",), {"support_vectors"}, False),
        ("lee-lin-wahba", SUM_TO_ZERO, set(SUM_TO_ZERO), True),
        ("msvm2", SUM_TO_ZERO, set(SUM_TO_ZERO), False),
    ],
)
def test_each_loss_has_the_bounds_of_its_proofs(machine, known, hard, path):
    """``hard``: those that hold at hard margin; at a finite C also those of the M-SVM², else the first, ξα and span."""
    report = bounds.report(trained(machine, math.inf, APART))
    assert tuple(bound.name for bound in report) == known
    assert {bound.name for bound in report if bound.holds} == hard
    kinds = {"theorem_2": "gap", **dict.fromkeys(OF_WESTON_AND_WATKINS[7:], "observed")}
    kinds |= dict.fromkeys(OF_WESTON_AND_WATKINS[-2:], "estimate")
    assert [bound.kind for bound in report] == [kinds.get(name, "proved") for name in known]
    soft = bounds.report(trained(machine))
    assert "no bound" not in repr(soft)
    at_any_C = hard if machine == "msvm2" else {"support_vectors", "xi_alpha_many", "span_many"} & set(known)
    assert {bound.name for bound in soft if bound.holds} == at_any_C
    assert (not losses.LOSSES[machine].no_path) == path


def test_two_classes_are_a_loss_too():
    two = DATA.y < 2
    svm = BiclassSVM(kernel="gaussian").fit(DATA.X[two], DATA.y[two])
    assert svm.loss is losses.TWO_CLASSES
    assert kkt.audit(svm).holds
    assert svm.loss.name not in losses.LOSSES


def test_no_other_file_decides_by_the_name_of_a_loss():
    constants = {"WESTON_WATKINS", "CRAMMER_SINGER", "LEE_LIN_WAHBA", "MSVM2"}
    package, found = Path(losses.__file__).parents[1], set()
    for path in package.rglob("*.py"):
        if path.parent.name == "exercises":  # which ask about machines by name, and decide nothing
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            said = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
            used = getattr(node, "id", getattr(node, "attr", None))
            if (isinstance(said, str) and said in MACHINES) or used in constants:
                found.add(path.relative_to(package).as_posix())
    title, default, refusal = "theory/kkt/machine_audit.py", "machines/multiclass.py", "validation/machines.py"
    assert found == {"machines/losses.py", "bounds/__init__.py", title, default, refusal}
