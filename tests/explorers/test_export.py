"""Explorers as files: what stands in them, how large they are, what is refused, and that a failure leaves no trace."""

import html
import json
import math
import re
from pathlib import Path

import ipywidgets
import numpy as np
import pytest
from small_explorers import EXPLORERS

from svmlab import BiclassSVM, datasets, kernels, leave_one_out
from svmlab.explorers import (
    BoundsExplorer,
    LagrangeExplorer,
    Lecture,
    LectureScene,
    MarginExplorer,
    MulticlassExplorer,
    ThreeGaussiansLab,
    export,
    export_html,
    machine_page,
)
from svmlab.page import modules

pytestmark = pytest.mark.usefixtures("close_widgets")


def state_of(file):
    """The state in a page, as JSON has it."""
    return states_of(file)[0]


def states_of(file):
    """The states in a page, each as JSON has it."""
    text = file.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="page-state">(.*?)</script>', text, re.DOTALL)[1])


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_page_has_all_that_it_needs_and_says_what_it_shows(name, tmp_path):
    explorer = EXPLORERS[name]()
    file = export_html(explorer, tmp_path / "page.html")
    text = file.read_text(encoding="utf-8")
    assert file == tmp_path / "page.html"
    assert text.startswith('<!doctype html>\n<html lang="en" class="alone">')
    assert re.search(r"<title>([^<]+)</title>", text)[1] == re.search(r"<h1>([^<]+)</h1>", text)[1]
    assert html.escape(explorer.summary().split(": ", 1)[1][1:]) in text
    assert '<meta name="viewport"' in text
    assert "<noscript>" in text
    assert "runs without Python" in text
    assert not re.search(r"\b(src|href)=\"(?!data:)", text)  # nothing comes from elsewhere
    assert not re.search(r"https?://", text)
    assert "{{" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert list(tmp_path.iterdir()) == [file]


def test_a_page_of_two_hundred_points_stays_below_seven_hundred_kilobytes(tmp_path, monkeypatch):
    sizes = {
        "moons": export_html(MarginExplorer(m=200, data="moons"), tmp_path / "moons.html"),
        "three": export_html(MulticlassExplorer(m=200), tmp_path / "three.html"),
        "two": export_html(MarginExplorer(m=200), tmp_path / "two.html"),
    }
    assert state_of(sizes["two"])["options"]["hard"] is False
    monkeypatch.setattr(machine_page, "is_separated", lambda svm: False)  # of the same machine, for seconds
    sizes["bounds"] = export_html(BoundsExplorer(m=200, C_range=(0.1, 1.0)), tmp_path / "bounds.html")
    sizes = {name: file.stat().st_size / 1e6 for name, file in sizes.items()}
    assert max(sizes.values()) < 0.7, sizes  # MB


def test_what_the_page_works_out_by_itself_does_not_travel(tmp_path):
    state = state_of(export_html(MarginExplorer(m=40), tmp_path / "page.html"))
    assert state["left_out"] == {}
    assert not {"path", "withdrawal"} & state.keys()


def test_without_the_kernel_what_a_point_gets_without_it_is_the_exact_leave_one_out(tmp_path):
    explorer = MarginExplorer(m=40, kernel=kernels.Gaussian() + kernels.Linear())
    told = state_of(export_html(explorer, tmp_path / "page.html"))["left_out"]
    exact = leave_one_out(explorer.svm)
    scores = export.base64.b64decode(told["scores"]["data"]["base64"])
    assert np.array_equal(np.frombuffer(scores), exact.scores)
    assert told["C"] == explorer.C.value


def test_the_explorer_goes_on_living_after_an_export(tmp_path):
    explorer = MarginExplorer(m=40)
    before = export.traits(explorer.scene)
    export_html(explorer, tmp_path / "page.html")
    assert export.traits(explorer.scene) == before
    assert explorer.path.C_max == explorer.C.max
    explorer.C.value = 3.0
    assert explorer.error is None


@pytest.mark.parametrize(("data", "hard"), [("separable", True), ("overlapping", False)])
def test_the_slider_ends_at_the_hard_margin_only_where_there_is_one(data, hard, tmp_path):
    explorer = MarginExplorer(data=data, m=40, kernel="linear")
    state = state_of(export_html(explorer, tmp_path / "page.html"))
    assert state["options"]["hard"] is hard


def test_the_hard_margin_of_inseparable_classes_is_not_exported(tmp_path):
    explorer = MarginExplorer(m=40, kernel="linear", C=math.inf)
    with pytest.raises(ValueError, match=r"no machine for what its controls say.*hard margin.*restore\(\)"):
        export_html(explorer, tmp_path / "page.html")
    explorer.C.value = 1.0
    export_html(explorer, tmp_path / "page.html")


def test_a_kernel_that_the_page_does_not_know_stands_still_and_says_so(tmp_path):
    explorer = MarginExplorer(m=30, kernel=kernels.Gaussian(sigma=1.0) + kernels.Linear())
    file = export_html(explorer, tmp_path / "page.html")
    told = file.read_text(encoding="utf-8")
    assert "C stands still here: the scores of the kernel Gaussian (σ = 1) + linear" in told
    assert "Only in a notebook, or with another kernel: another C, points to drag" in told


def test_the_bounds_of_several_classes_are_complete_and_progress_is_told(tmp_path):
    explorer, told = BoundsExplorer(data="blobs", m=20), []
    state = state_of(export_html(explorer, tmp_path / "page.html", progress=told.append))
    assert state["bounds"]["done"] == state["bounds"]["total"] == 51
    assert state["report"]["n_errors"] == leave_one_out(explorer.svm).n_errors
    assert "bounds: 51 of 51 values of C" in told


def test_the_bounds_of_two_classes_are_left_to_the_page_but_those_of_a_kernel_that_it_does_not_know(tmp_path):
    told = []
    file = export_html(BoundsExplorer(m=20), tmp_path / "page.html", progress=told.append)
    state = state_of(file)
    assert state["bounds"] == state["report"] == state["limit"] == {}
    assert not any("bounds" in sentence for sentence in told)
    assert "The bounds follow, with the terms of each point in them." in file.read_text(encoding="utf-8")
    explorer = BoundsExplorer(m=20, kernel=kernels.Gaussian() + kernels.Linear())
    state = state_of(export_html(explorer, tmp_path / "page.html"))
    assert state["bounds"]["done"] == state["bounds"]["total"]


def test_the_machines_of_the_lab_are_complete(tmp_path):
    lab, told = ThreeGaussiansLab(m=60, C_range=(1e-3, 1e-1)), []
    state = state_of(export_html(lab, tmp_path / "page.html", progress=told.append))
    assert state["along"]["done"] == state["along"]["total"] == len(lab.C_grid)
    assert told[-1] == f"machines along C: {len(lab.C_grid)} of {len(lab.C_grid)}"


def test_names_of_classes_cannot_break_the_page(tmp_path):
    names = np.array(["</script><b>", '<!-- & "x"'])
    data = datasets.overlapping(30, random_state=0)
    explorer = MarginExplorer(data.X, names[(data.y > 0).astype(int)], names=("</title>", "y"))
    file = export_html(explorer, tmp_path / "page.html", title="a < b & </h1>")
    assert "a &lt; b &amp; &lt;/h1&gt;" in file.read_text(encoding="utf-8")
    assert sorted(state_of(file)["machine"]["classes"]) == sorted(names)


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_a_module_can_stand_in_a_page(entry):
    assert modules.entry_of(modules.joined(entry)) == entry
    text = modules.page_of((entry,))
    assert "<!--" not in text
    assert not re.search(r"^(export|import)\b", text, re.MULTILINE)
    last = len(modules.needed_by(entry)) - 1
    assert text.endswith(f'const pageScenes = {{ "{entry}": pageModules[{last}].entry }};')


@pytest.mark.parametrize("wrong", [None, 3, BiclassSVM()])
def test_what_is_no_explorer_is_refused_by_its_type(wrong, tmp_path):
    with pytest.raises(TypeError, match=rf"explorers\.MarginExplorer\(\), got {type(wrong).__name__}"):
        export_html(wrong, tmp_path / "page.html")


def margin_of(m):
    return LectureScene(f"{m} points", "Look.", lambda: MarginExplorer(m=m))


def test_a_page_of_a_lecture_has_every_scene_as_it_stands_and_those_that_were_not_opened_as_they_begin(tmp_path):
    lecture = Lecture([margin_of(20), margin_of(30), LectureScene("Border", "Look.", LagrangeExplorer)], start=1)
    lecture.explorer.C.value = 7.0
    before = set(ipywidgets.widgets.widget._instances)
    sentences = []
    file = export_html(lecture, tmp_path / "page.html", progress=sentences.append)
    assert set(ipywidgets.widgets.widget._instances) == before, "what was built for the page is gone"
    bar, *scenes = states_of(file)
    assert [scene["name"] for scene in bar["scenes"]] == ["20 points", "30 points", "Border"]
    assert bar["answer"]["at"] == 1
    assert [state["solution"]["C"] for state in scenes[:2]] == [1.0, 7.0]
    assert {state["options"]["size"] for state in scenes} == {"lecture"}
    assert "Border: 3 of 3 scenes" in sentences
    text = file.read_text(encoding="utf-8")
    assert text.count("function element(") == 1, "a module that several scenes need is there once"
    lecture.close()


def test_a_scene_that_no_page_can_have_is_named(tmp_path):
    def broken():
        raise OSError("the disk is full")

    for build, error, match in (
        (broken, ValueError, r"scene 'Broken' cannot be built, .* OSError: the disk is full\. Mend it, or give"),
        (ipywidgets.HBox, TypeError, r"scene 'Broken' builds HBox: give Lecture the other scenes"),
    ):
        lecture = Lecture([margin_of(20), LectureScene("Broken", "Look.", build)])
        with pytest.raises(error, match=match):
            export_html(lecture, tmp_path / "page.html")
        assert not list(tmp_path.iterdir())
        lecture.close()


def test_a_file_that_cannot_be_is_refused_before_anything_is_computed(tmp_path):
    with pytest.raises(TypeError, match=r"a path such as 'handout.html', got int: 3"):
        export_html(MarginExplorer(m=20), 3)
    with pytest.raises(ValueError, match=r"the folder '.*missing' does not exist: make it first"):
        export_html(MarginExplorer(m=20), tmp_path / "missing" / "page.html")
    with pytest.raises(ValueError, match=r"must name a file such as 'handout.html', got the folder"):
        export_html(MarginExplorer(m=20), tmp_path)


def test_a_lab_without_a_machine_is_refused(tmp_path):
    lab = ThreeGaussiansLab(m=3, priors=[0.98, 0.01, 0.01])
    with pytest.raises(ValueError, match=r"No M-SVM: .*draw more points or raise its prior"):
        export_html(lab, tmp_path / "page.html")


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    file = tmp_path / "page.html"
    file.write_text("old")

    def fails(sentence):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_html(MarginExplorer(m=30), file, progress=fails)
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        export_html(MarginExplorer(m=30), file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_note_of_the_six_points_asks_for_nothing_that_a_page_cannot_do(tmp_path):
    explorer = MulticlassExplorer(data="lemma_fails", kernel="linear", C=math.inf)
    state = state_of(export_html(explorer, tmp_path / "page.html"))
    assert "Choose it: left out, it goes to class 1" in state["machine"]["note"]
    assert "leave it out" not in state["machine"]["note"]


def test_a_fragment_leaves_heading_and_sentences_to_the_page_around(tmp_path):
    whole, part = (
        export_html(LagrangeExplorer(), tmp_path / f"{fragment}.html", fragment=fragment) for fragment in (False, True)
    )
    assert '<html lang="en" class="alone">' in whole.read_text(encoding="utf-8")
    assert '<html lang="en" class="framed">' in part.read_text(encoding="utf-8")
    assert ".framed header, .framed .page-without { display: none; }" in part.read_text(encoding="utf-8")
