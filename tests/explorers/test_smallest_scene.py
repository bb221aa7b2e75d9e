"""The smallest scene of CONTRIBUTING is an explorer like any other: told, drawn, exported, in a lecture, closed."""

import ipywidgets
import pytest
from smallest_scene import tangent_explorer

from svmlab import explorers


@pytest.fixture
def kind(tmp_path, monkeypatch):
    yield tangent_explorer(tmp_path, monkeypatch)
    ipywidgets.Widget.close_all()


def test_it_is_told_drawn_and_displayed(kind):
    explorer = kind(x=1.5, size="lecture")
    assert explorer.summary() == "TangentExplorer: the slope at 1.5 is 3."
    bundle = explorer._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"] == explorer.summary()
    explorer.theme = "dark"
    assert (explorer.size, explorer.scene.options["theme"]) == ("lecture", "dark")


def test_it_is_exported(kind, tmp_path):
    text = explorers.export_html(kind(), tmp_path / "tangent.html").read_text(encoding="utf-8")
    assert "<h1>A tangent</h1>" in text
    assert "The slope at 1 is 2." in text
    assert "entry: sceneOf(TangentSession" in text


def test_it_is_a_scene_of_a_lecture_and_nothing_of_it_stays(kind):
    before = set(ipywidgets.widgets.widget._instances)
    lecture = explorers.Lecture([explorers.LectureScene("A tangent", "Where is the slope zero?", kind)], theme="dark")
    assert lecture.error is None
    assert lecture.explorer.theme == "dark"
    lecture.close()
    assert set(ipywidgets.widgets.widget._instances) == before
