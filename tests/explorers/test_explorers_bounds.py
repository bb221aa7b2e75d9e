"""The explorer of bounds without a front end: slices, what ends them, both kinds of machine, errors, a still."""

import json
from unittest.mock import Mock

import numpy as np
import pytest
from asking import ask

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, leave_one_out, regularization_path
from svmlab.explorers import BoundsExplorer
from svmlab.explorers import bounds as explorer_of_bounds
from svmlab.page import wire_format

pytestmark = pytest.mark.usefixtures("close_widgets")

OVERLAPPING = datasets.overlapping(40, random_state=3)
BLOBS = datasets.blobs(36, n_classes=3, random_state=1)
BOTH = pytest.mark.parametrize(
    ("data", "estimator"), [(OVERLAPPING, BiclassSVM), (BLOBS, MulticlassSVM)], ids=["two classes", "three classes"]
)


def epoch_of(explorer):
    return explorer.scene.machine["epoch"]


def ask_all(explorer):
    """Ask for slice after slice; returns the numbers of values done after each."""
    done = []
    while not done or done[-1] < explorer.scene.bounds["total"]:
        assert ask(explorer, type="bounds", epoch=epoch_of(explorer))["error"] is None
        assert "error" not in explorer.scene.bounds
        done.append(explorer.scene.bounds["done"])
    return done


@BOTH
def test_the_curves_are_those_along_the_path_and_come_in_slices(data, estimator, monkeypatch):
    monkeypatch.setattr(explorer_of_bounds, "SLICE", 0.0)
    explorer = BoundsExplorer(data.X, data.y, C_range=(0.1, 10))
    done = ask_all(explorer)
    assert done == list(range(1, 22))
    told = explorer.scene.bounds
    svm = estimator(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    expected = bounds.along_path(regularization_path(svm, 0.1, 10), bounds.names("loo", svm), np.geomspace(0.1, 10, 21))
    np.testing.assert_allclose(told["C"], expected.C)
    assert told["n_errors"] == expected.n_errors.tolist()
    assert {curve["name"] for curve in told["curves"]} == set(expected.curves)
    for curve in told["curves"]:
        of = expected[curve["name"]]
        np.testing.assert_allclose(curve["value"], of.value, rtol=1e-6, atol=1e-9)
        assert curve["holds"] == of.holds.tolist()
        assert set(np.atleast_1d(curve["kind"])) == set(of.kind)
        assert told["chosen"][curve["name"]] == expected.chosen(curve["name"])
    assert told["chosen"][""] == expected.chosen()


def test_the_first_values_of_c_span_the_whole_range():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    along = explorer._along(until=explorer_of_bounds.ROUGH)
    C = along.curves().C
    assert len(C) == explorer_of_bounds.ROUGH
    assert C[[0, -1]].tolist() == [explorer.C.min, explorer.C.max]
    assert np.diff(np.log10(C)).max() == pytest.approx(0.4)


@BOTH
def test_the_report_has_every_bound_and_every_term_at_the_c_of_the_page(data, estimator):
    explorer = BoundsExplorer(data.X, data.y)
    epoch = epoch_of(explorer)
    assert explorer.path is not None
    for C in (1.0, 7.5):
        ask(explorer, type="report", epoch=epoch, C=C)
        told = explorer.scene.report
        svm = estimator(C=C, kernel=kernels.Gaussian()).fit(data.X, data.y)
        report = bounds.report(svm, bounds.names("loo", svm))
        assert (told["epoch"], told["C"], told["n_errors"]) == (epoch, C, leave_one_out(svm).n_errors)
        assert {bound["name"] for bound in told["bounds"]} == {bound.name for bound in report}
        for bound in told["bounds"]:
            of = report[bound["name"]]
            np.testing.assert_allclose(bound["value"], of.value, rtol=1e-5)
            assert (bound["kind"], bound["holds"], bound["vacuous"]) == (of.kind, of.holds, of.vacuous)
            terms = wire_format.numbers(told["terms"][bound["name"]])
            np.testing.assert_allclose(terms, of.per_point, rtol=1e-5, atol=1e-7)
    assert explorer.C.value == 1.0


def test_a_change_gives_the_rest_of_the_curves_up():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    before = epoch_of(explorer)
    ask(explorer, type="bounds", epoch=before)
    told = explorer.scene.bounds
    explorer.sigma.value = 0.5
    assert explorer._progress is None
    answer = ask(explorer, type="bounds", epoch=before, number=9)
    assert answer["number"] == 9
    assert explorer.scene.bounds is told
    ask_all(explorer)
    assert explorer.scene.bounds["epoch"] == before + 1
    fresh = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y, sigma=0.5)
    ask_all(fresh)
    assert fresh.scene.bounds["n_errors"] == explorer.scene.bounds["n_errors"]


def test_the_curves_go_on_while_c_moves():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    ask(explorer, type="bounds", epoch=epoch_of(explorer))
    along = explorer._progress
    ask(explorer, type="C", C=3.0)
    ask_all(explorer)
    assert explorer._progress is along


def test_the_hard_margin_is_told_where_the_path_reaches_it_and_where_it_is_asked_for():
    explorer = BoundsExplorer(BLOBS.X, BLOBS.y)
    ask_all(explorer)
    told = explorer.scene.limit
    svm = MulticlassSVM(C=np.inf, kernel=kernels.Gaussian()).fit(BLOBS.X, BLOBS.y)
    report = bounds.report(svm)
    values = {bound["name"]: bound for bound in told["bounds"]}
    assert values["withdrawal_count"]["holds"]
    assert values["withdrawal_count"]["value"] == report["withdrawal_count"].value
    assert told["epoch"] == epoch_of(explorer)
    tight = BoundsExplorer(BLOBS.X, BLOBS.y, C_range=(0.01, 0.1))
    ask_all(tight)
    assert tight.scene.limit == {}
    tight.C.value = np.inf
    ask(tight, type="report", epoch=epoch_of(tight), C="inf")
    assert tight.scene.limit["n_errors"] == told["n_errors"]


def test_the_kind_of_machine_follows_the_number_of_classes():
    explorer = BoundsExplorer(m=40)
    assert isinstance(explorer.svm, BiclassSVM)
    explorer.data.value = "blobs"
    assert explorer.error is None
    assert isinstance(explorer.svm, MulticlassSVM)
    ask_all(explorer)
    assert "withdrawal_count" in {curve["name"] for curve in explorer.scene.bounds["curves"]}
    explorer.n_classes.value = 2
    assert isinstance(explorer.svm, BiclassSVM)
    explorer.data.value = "overlapping"
    ask_all(explorer)
    assert "xi_alpha" in {curve["name"] for curve in explorer.scene.bounds["curves"]}
    explorer.restore()
    assert explorer.error is None


@pytest.mark.parametrize("name", BoundsExplorer.data_sets)
def test_every_data_set_has_its_bounds(name):
    explorer = BoundsExplorer(data=name, m=30, C_range=(0.1, 1))
    assert explorer.error is None
    ask_all(explorer)


def test_an_error_is_told_beside_the_picture_and_the_explorer_goes_on(monkeypatch):
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    epoch = epoch_of(explorer)

    def broken(*_, **__):
        raise RuntimeError("out of order")

    monkeypatch.setattr(bounds, "report", broken)
    explorer.png()
    answer = ask(explorer, type="bounds", epoch=epoch)
    assert answer["error"] is None
    assert explorer.scene.bounds == {"epoch": epoch, "error": "RuntimeError: out of order."}
    ask(explorer, type="report", epoch=epoch, C=1.0)
    assert explorer.scene.report == {"epoch": epoch, "C": 1.0, "error": "RuntimeError: out of order."}
    monkeypatch.undo()
    ask_all(explorer)
    ask(explorer, type="report", epoch=epoch, C=7.7e8)
    assert "longer path" in explorer.scene.report["error"]


def test_a_path_that_takes_too_long_is_told_in_the_place_of_the_bounds(monkeypatch):
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    monkeypatch.setattr("svmlab.explorers.answers.PATIENCE", -1.0)
    ask(explorer, type="bounds", epoch=epoch_of(explorer))
    assert "Not done within" in explorer.scene.bounds["error"]


def test_a_kernel_of_ones_own_has_bounds_too():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y, kernel=kernels.Gaussian() + kernels.Linear())
    assert explorer.scene.machine["kernel"] is None
    ask_all(explorer)


def test_the_bounds_that_are_drawn_can_be_chosen():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y, shown=["xi_alpha", "gacv"])
    assert explorer.shown == ("xi_alpha", "gacv")
    explorer.shown = "span_rule"
    assert explorer.scene.shown == ["span_rule"]
    with pytest.raises(ValueError, match="a bound's name"):
        explorer.shown = ["spam_rule"]


def test_what_the_curves_are_over_can_be_chosen_and_stands_in_the_text_only_where_it_is_not_usual():
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    assert explorer.over == "C"
    assert "over" not in explorer.snippet()
    explorer.over = "sigma"
    assert explorer.scene.over == "sigma"
    assert "over='sigma'" in explorer.snippet()
    with pytest.raises(ValueError, match="over must be one of 'C', 'sigma', 'plane'"):
        explorer.over = "gamma"
    with pytest.raises(ValueError, match="over must be one of"):
        BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y, over="gamma")


def test_what_is_told_can_be_written_as_json():
    explorer = BoundsExplorer(BLOBS.X, BLOBS.y)
    ask_all(explorer)
    json.dumps([explorer.scene.bounds, explorer.scene.verdicts], allow_nan=False)
    limit = {key: value for key, value in explorer.scene.limit.items() if key != "terms"}
    json.dumps(limit, allow_nan=False)


@BOTH
def test_on_paper_plane_and_bounds_stand_side_by_side(data, estimator):
    from matplotlib import pyplot

    explorer = BoundsExplorer(data.X, data.y)
    figure = explorer.figure()
    plane, curves = figure.axes
    np.testing.assert_allclose([plane.get_xlim(), plane.get_ylim()], explorer.scene.machine["limits"])
    assert curves.get_xscale() == "log"
    labels = [text.get_text() for text in curves.get_legend().get_texts()]
    assert {"exact leave-one-out", "support vectors"} <= set(labels)
    assert "radius-margin, counted" not in labels
    assert explorer._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")
    ask(explorer, type="bounds", epoch=epoch_of(explorer))
    assert explorer.scene.bounds["done"] > explorer_of_bounds.ROUGH, "what the figure needed is not computed again"
    pyplot.close("all")


def test_on_paper_the_exact_errors_are_computed_once_for_each_machine(monkeypatch):
    from matplotlib import pyplot

    followed = Mock(wraps=leave_one_out.along_path)
    monkeypatch.setattr(leave_one_out, "along_path", followed)
    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y, kernel=kernels.Gaussian(sigma=1.0))
    drawn = [explorer.png(), explorer.png()]
    assert drawn[0] == drawn[1]
    explorer.C.value = 3.0
    assert explorer.png() != drawn[0]
    assert followed.call_count == 1, "C moves along the path"
    explorer.sigma.value = 2.0
    explorer.png()
    assert [call.args[0].kernel_.sigma for call in followed.call_args_list] == [1.0, 2.0]
    pyplot.close("all")


def test_on_paper_an_error_takes_the_place_of_the_bounds(monkeypatch):
    from matplotlib import pyplot

    explorer = BoundsExplorer(OVERLAPPING.X, OVERLAPPING.y)
    monkeypatch.setattr("svmlab.explorers.answers.PATIENCE", -1.0)
    figure = explorer.figure()
    assert "Not done within" in figure.axes[1].texts[0].get_text()
    pyplot.close("all")
