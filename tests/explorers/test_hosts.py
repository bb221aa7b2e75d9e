"""Hosts that take one widget and follow its traits, as marimo does: what stands in them, and what they may set."""

import anywidget
import numpy as np
import pytest
from asking import ask

from svmlab import explorers, kernels
from svmlab.explorers import (
    BoundsExplorer,
    KernelExplorer,
    LagrangeExplorer,
    LearningExplorer,
    Lecture,
    MachinesExplorer,
    MarginExplorer,
    ThreeGaussiansLab,
)
from svmlab.explorers import validation as checks

OF_POINTS = (MarginExplorer, explorers.MulticlassExplorer, BoundsExplorer, MachinesExplorer)


@pytest.mark.parametrize("kind", [*OF_POINTS, KernelExplorer, LagrangeExplorer, LearningExplorer, ThreeGaussiansLab])
def test_every_explorer_is_one_anywidget_for_hosts_that_take_no_other(kind):
    explorer = kind()
    assert isinstance(explorer.widget, anywidget.AnyWidget)
    assert explorer._display_() is explorer.widget


def test_a_lecture_is_several_widgets_and_says_what_can_be_shown():
    lecture = Lecture(explorers.SCENES[:1])
    assert not hasattr(lecture, "widget")
    with pytest.raises(AttributeError, match=r"several widgets.*lecture\.explorer\.widget.*export_html"):
        lecture._display_()
    lecture.close()


@pytest.mark.parametrize("kind", OF_POINTS)
def test_traits_are_c_and_the_parameters_of_kernels_where_the_explorer_stands(kind):
    explorer = kind(m=30, C=2.0, sigma=0.5)
    standing = {"C": 2.0, **{name: getattr(explorer, name).value for name in kernels.PARAMETERS}}
    assert {name: getattr(explorer.widget, name) for name in standing} == standing
    explorer.C.value, explorer.sigma.value = np.inf, 2.0
    assert (explorer.widget.C, explorer.widget.sigma) == (np.inf, 2.0)
    state = explorer.widget.get_state()
    assert (state["C"], state["sigma"], state["selected"]) == ("inf", 2.0, -1), "JSON has no infinity"


def test_traits_are_where_the_page_stands_once_it_has_told():
    explorer = MarginExplorer(m=30)
    epoch = explorer.scene.machine["epoch"]
    ask(explorer, type="state", base=epoch, epoch=epoch, C=7.0, doubtful=False)
    assert explorer.widget.C == 7.0
    assert explorer.svm.C_ == 7.0
    ask(explorer, type="set", values={"sigma": 0.25})
    assert explorer.widget.sigma == 0.25


def test_the_explorer_follows_a_host_that_sets_its_traits():
    explorer = MarginExplorer(m=30)
    explorer.widget.set_state({"C": "inf", "sigma": 0.25})
    assert (explorer.C.value, explorer.sigma.value) == (np.inf, 0.25)
    assert explorer.svm.C_ == np.inf
    explorer.widget.C = 3.0
    assert explorer.svm.C_ == 3.0


@pytest.mark.parametrize("wrong", [{"C": -1.0}, {"C": "many"}, {"C": None}, {"sigma": 0.0}, {"degree": -2}])
def test_what_no_control_takes_is_refused_and_the_trait_stays(wrong):
    explorer = MarginExplorer(m=30, sigma=0.5)
    before = {name: getattr(explorer.widget, name) for name in ("C", *kernels.PARAMETERS)}
    explorer.widget.set_state(wrong)
    assert {name: getattr(explorer.widget, name) for name in before} == before
    assert explorer.svm.C_ == 1.0


def bytes_in(value):
    """All bytes in a state."""
    if isinstance(value, dict | list | tuple):
        inner = value.values() if isinstance(value, dict) else value
        return [found for one in inner for found in bytes_in(one)]
    return [value] if isinstance(value, bytes | bytearray | memoryview) else []


@pytest.mark.parametrize("kind", [*OF_POINTS, LearningExplorer, ThreeGaussiansLab])
def test_numbers_travel_as_text_once_a_page_has_said_that_its_host_drops_bytes(kind, monkeypatch):
    explorer, sent = kind(), []
    assert bytes_in(explorer.widget.get_state("probe")), "by which the page sees it"
    before = bytes_in(explorer.widget.get_state())
    monkeypatch.setattr(explorer.widget, "send_state", lambda key: sent.append(explorer.widget.get_state(key)))
    explorer.widget.set_state({"as_text": True})
    assert not bytes_in(sent[-1])
    assert bytes_in(before)
    assert sent[-1].keys() >= {"probe", "options"}
    assert not any(name.startswith("_") for name in sent[-1]), "no program"


def test_ipywidgets_7_is_refused_in_a_sentence_that_says_what_to_install():
    with pytest.raises(ImportError, match=r"need ipywidgets 8.1 or newer, and this is 7.8.5: pip install --upgrade"):
        checks.widgets("7.8.5")
    checks.widgets("8.1.9")
    checks.widgets("10.0.0")
