"""The smallest scene of CONTRIBUTING is an explorer like any other: told, drawn, exported, in a lecture, closed."""

import ipywidgets
import pytest
from smallest_scene import descent_explorer

from svmlab import explorers


@pytest.fixture
def kind(tmp_path, monkeypatch):
    yield descent_explorer(tmp_path, monkeypatch)
    ipywidgets.Widget.close_all()


def test_it_is_told_drawn_and_displayed(kind):
    explorer = kind(size="lecture")
    explorer.scene.step = 2
    assert explorer.summary() == "DescentExplorer: after 2 steps x is 0.25."
    bundle = explorer._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"] == explorer.summary()
    explorer.theme = "dark"
    assert (explorer.size, explorer.scene.options["theme"]) == ("lecture", "dark")


def test_it_is_exported(kind, tmp_path):
    text = explorers.export_html(kind(), tmp_path / "descent.html").read_text(encoding="utf-8")
    assert "<h1>Descent</h1>" in text
    assert "After 0 steps x is 1." in text
    assert "entry: sceneOf(DescentSession" in text


def test_it_is_a_scene_of_a_lecture_and_nothing_of_it_stays(kind):
    before = set(ipywidgets.widgets.widget._instances)
    lecture = explorers.Lecture([explorers.LectureScene("Descent", "When does it arrive?", kind)], theme="dark")
    assert lecture.error is None
    assert lecture.explorer.theme == "dark"
    lecture.close()
    assert set(ipywidgets.widgets.widget._instances) == before
