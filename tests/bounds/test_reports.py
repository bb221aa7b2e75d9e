"""How bounds are reported: a machine's table, its errors in words, and curves along the path."""

import json
from math import inf

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, leave_one_out, regularization_path
from svmlab.bounds import facts
from svmlab.engine.exchanges import Unbounded
from svmlab.engine.working_set import Stalled
from svmlab.theory import ball

GAUSSIAN = kernels.Gaussian(sigma=1.0)


def machine(m=40, C=1.0, kernel=GAUSSIAN, seed=0):
    data = datasets.overlapping(m, random_state=seed)
    return BiclassSVM(C=C, kernel=kernel).fit(data.X, data.y)


def separated(m=30, C=inf, seed=0):
    data = datasets.separable(m, random_state=seed)
    return BiclassSVM(C=C).fit(data.X, data.y)


# ---------------------------------------------------------------- how it reads


@pytest.mark.parametrize("error", [ValueError("math domain error"), Stalled("no end after 9 exchanges"), Unbounded()])
@pytest.mark.parametrize("many", [False, True])
def test_a_bound_that_cannot_be_computed_says_why_in_its_row(error, many, monkeypatch):
    def failing(_):
        raise error

    monkeypatch.setattr(ball, "of_support_vectors", failing)
    data = datasets.overlapping(20, random_state=0, n_classes=3)
    svm = MulticlassSVM(kernel=GAUSSIAN).fit(data.X, data.y) if many else machine(20)
    report = bounds.report(svm)
    lost = report["theorem_2" if many else "radius_margin"]
    assert np.isnan(lost.value)
    assert lost.verdict == "cannot be computed"
    assert not lost.holds
    assert (str(error) or "no optimum") in lost.why
    assert lost.why.split(": ")[0] in " ".join(repr(report).split())
    assert lost.why in report._repr_html_()
    assert report["support_vectors"].value > 0
    curves = {curve["name"]: curve["value"] for curve in bounds.curves_of([(1.0, report)], 20).as_dict()["curves"]}
    assert curves[lost.name] == [None]
    assert len(repr(lost).splitlines()) <= 3


def test_a_value_that_is_no_number_is_said_to_be_none(monkeypatch):
    monkeypatch.setattr(facts.Ingredients, "squared_norm", float("nan"))
    lost = bounds.radius_margin(machine(20))
    assert lost.verdict == "cannot be computed"
    assert "its value is no number" in lost.why


def test_a_report_reads_well():
    report = bounds.report(machine(60), ["support_vectors", "radius_margin", "gacv", "compression"])
    text = repr(report)
    lines = text.splitlines()
    assert lines[0].startswith("BiclassSVM, C = 1, Gaussian(sigma=1.0): leave-one-out errors ")
    assert max(map(len, lines)) <= 160
    assert len(report) == 4
    assert [b.name for b in report] == ["support_vectors", "radius_margin", "gacv", "compression"]
    for bound in report:
        assert bound.label in text
        assert bound.verdict in text
        assert report[bound.name] is bound
    assert report[0].name == "support_vectors"
    assert "proved, does not apply" in text
    assert "risk" in text
    html = report._repr_html_()
    assert html.count("<tr") == 5
    assert "‖w‖²" in html
    assert repr(bounds.report(separated())["radius_margin_all"]).count("vacuous") == 1
    assert "leave-one-out errors; proved, holds" in repr(report["support_vectors"])
    assert "the probability of an error" in repr(report["compression"])


def test_what_cannot_be_asked_is_said():
    svm = machine(20)
    with pytest.raises(ValueError, match="a bound's name must be one of"):
        bounds.report(svm, ["radius"])
    with pytest.raises(ValueError, match="must be one of 'gacv'"):
        bounds.report(svm, "gacv")["xi_alpha"]
    with pytest.raises(ValueError, match="target must be one of"):
        bounds.names("count")
    with pytest.raises(NotFittedError):
        bounds.report(BiclassSVM())
    three = datasets.overlapping(30, n_classes=3)
    with pytest.raises(TypeError, match="needs a BiclassSVM, got MulticlassSVM"):
        bounds.span_bound(MulticlassSVM().fit(three.X, three.y))


def test_names_of_both_targets():
    assert set(bounds.names()) == set(bounds.names("loo")) | set(bounds.names("risk"))
    svm = machine(20)
    for bound in bounds.report(svm):
        assert bound.name in bounds.names(bound.target)
        assert bound.kind in ("proved", "gap", "estimate")
        assert bound.source
        assert bound.why


def test_a_report_takes_a_leave_one_out_that_is_known():
    svm = machine(20)
    loo = leave_one_out(svm)
    assert bounds.report(svm, loo=loo).loo is loo


def test_terms_cannot_be_written_to():
    bound = bounds.xi_alpha(machine(20))
    with pytest.raises(ValueError, match="read-only"):
        bound.per_point[0] = 1.0
    with pytest.raises(AttributeError):
        bound.value = 0.0


# ---------------------------------------------------------------- along the path


@pytest.fixture(scope="module")
def path():
    return regularization_path(machine(40), 0.05, 50.0)


def test_curves_are_the_reports_of_the_machines_on_the_path(path):
    C = [0.1, 1.0, 30.0]
    curves = bounds.along_path(path, C=C)
    assert set(curves.curves) == set(bounds.names())
    assert len(curves) == len(bounds.names())
    for i, c in enumerate(C):
        fresh = bounds.report(machine(40, C=c))
        assert curves.n_errors[i] == fresh.loo.n_errors
        for bound in fresh:
            curve = curves[bound.name]
            assert curve.value[i] == pytest.approx(bound.value, rel=1e-5, abs=1e-7)
            assert (curve.holds[i], curve.vacuous[i], curve.kind[i]) == (bound.holds, bound.vacuous, bound.kind)


def test_curves_can_be_named_chosen_from_and_sent(path):
    curves = bounds.along_path(path, "xi_alpha", np.geomspace(50.0, 0.05, 9))
    assert (np.diff(curves.C) > 0).all()
    assert [curve.label for curve in curves] == ["ξα"]
    value, holds = curves["xi_alpha"].value, curves["xi_alpha"].holds
    i, anywhere = curves.chosen("xi_alpha"), curves.chosen("xi_alpha", where_it_holds=False)
    assert holds.any()
    assert not holds.all()
    assert holds[i]
    assert value[i] == value[holds].min()
    assert value[anywhere] == value.min()
    assert curves.n_errors[curves.chosen()] == curves.n_errors.min()
    sent = json.loads(json.dumps(curves.as_dict(), allow_nan=False))
    assert sent["curves"][0]["value"] == curves["xi_alpha"].value.tolist()
    assert sent["n_errors"] == curves.n_errors.tolist()
    assert "1 bounds on 40 points at 9 values of C" in repr(curves)
    with pytest.raises(ValueError, match="a bound's name"):
        curves["gacv"]


def test_infinite_values_are_sent_as_none(path):
    curves = bounds.along_path(path, "compression", [0.05])
    everything = BiclassSVM(C=1e-6, kernel=GAUSSIAN).fit(path.machine.X_fit_, path.machine.y_fit_)
    low = bounds.along_path(regularization_path(everything, 1e-6, 1e-5), "compression", [1e-6])
    assert np.isfinite(curves["compression"].value).all() or curves.as_dict()["curves"][0]["value"] == [None]
    assert low.as_dict()["curves"][0]["value"] == [None]


@pytest.mark.parametrize("how", ["returns False", "raises KeyboardInterrupt"])
def test_an_interrupted_computation_keeps_what_is_done(path, how):
    told = []

    def progress(done, total):
        told.append((done, total))
        if done == 2 and how == "raises KeyboardInterrupt":
            raise KeyboardInterrupt
        return done < 2

    curves = bounds.along_path(path, ["support_vectors"], np.geomspace(0.1, 10, 5), progress)
    assert told == [(1, 5), (2, 5)]
    assert len(curves.C) == len(curves["support_vectors"].value) == 2


def test_steps_come_one_by_one(path):
    steps = bounds.steps(path, ["support_vectors", "gacv"], [1.0, 2.0])
    C, report = next(steps)
    assert C == 1.0
    assert [b.name for b in report] == ["support_vectors", "gacv"]
    steps.close()


def test_a_path_to_the_hard_margin_has_a_grid_too():
    data = datasets.separable(20, random_state=0)
    path = regularization_path(BiclassSVM().fit(data.X, data.y), 0.1, inf)
    curves = bounds.along_path(path, ["radius_margin"])
    assert len(curves.C) == bounds.GRID
    assert np.isfinite(curves.C).all()
    assert curves["radius_margin"].holds[-1]  # no slack is left at the end of it
    assert not curves["radius_margin"].holds[0]


def test_outside_the_path_is_an_error(path):
    with pytest.raises(ValueError, match="C"):
        bounds.along_path(path, ["gacv"], [1e3])
