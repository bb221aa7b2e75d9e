"""A lecture without a front end: scenes, stepping, errors; size and theme of explorers; turns of threads."""

import dataclasses
import math
import threading

import ipywidgets
import numpy as np
import pytest
import smallest_scene
from asking import ask_scene
from small_explorers import KINDS

from svmlab import BiclassSVM, datasets, explorers, kernels, kkt, leave_one_out, style
from svmlab.explorers import Lecture, LectureScene, MarginExplorer, lock
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.learning import rosenblatt

pytestmark = pytest.mark.usefixtures("close_widgets")


def broken():
    raise OSError("the disk is full")


THREE = (
    LectureScene("One", "First.", lambda: MarginExplorer(m=20)),
    LectureScene("Two", "Second.", broken),
    LectureScene("Three", "Third.", lambda: MarginExplorer(m=30, data="moons")),
)


def ask(lecture, **question):
    return ask_scene(lecture.bar, **question)


def shown(lecture):
    return [part for part in lecture.children[1:] if part.layout.display != "none"]


# The scenes.


@pytest.mark.parametrize("scene", explorers.SCENES, ids=lambda scene: scene.name)
def test_a_scene_is_built_without_an_error_and_has_a_picture(scene):
    explorer = scene.build()
    assert explorer.error is None
    assert explorer.drawable
    assert isinstance(explorer, LiveExplorer)


def test_names_are_short_and_differ_and_captions_are_one_sentence_or_two():
    names = [scene.name for scene in explorers.SCENES]
    assert len(names) >= 12
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 20
    for scene in explorers.SCENES:
        assert 20 <= len(scene.caption) <= 85
        assert scene.caption[-1] in ".?"


def scene(name):
    return next(scene for scene in explorers.SCENES if scene.name == name).build()


def test_the_thin_lines_separate_and_have_less_margin_than_the_thick_one():
    explorer = scene("Many lines")
    lines = np.array(explorer.scene.lines)
    data = explorer.dataset()
    margins = data.y * (data.X @ lines[:, :2].T + lines[:, 2:].T).T
    assert (margins > 0).all()
    assert margins.min(axis=1).max() < 1 / np.linalg.norm(explorer.svm.alpha_ * data.y @ data.X)
    assert len(np.unique(lines.round(6), axis=0)) >= 5
    explorer.move(0, [4.0, 4.0])
    assert explorer.scene.lines == [], "they were lines of the points as they stood"
    explorer.undo()
    assert len(explorer.scene.lines) == len(lines)


def refitted(svm, **other):
    """A machine on the same points, with another C or kernel."""
    return BiclassSVM(**{"C": svm.C, "kernel": svm.kernel_, **other}).fit(svm.X_fit_, svm.y_fit_)


def angle(svm, other):
    """Between the boundaries of two linear machines, in degrees."""
    w, v = svm.coef_.ravel(), other.coef_.ravel()
    return math.degrees(math.acos(w @ v / np.linalg.norm(w) / np.linalg.norm(v)))


def test_an_outlier_turns_the_boundary_which_turns_back_as_c_is_lowered():
    outlier = scene("An outlier")
    turned = outlier.svm
    lowered = refitted(turned, C=1.0)
    outlier.remove(outlier.selected)
    straight = outlier.svm
    assert angle(turned, straight) > 20
    assert angle(lowered, straight) < 10
    assert (lowered.predict(turned.X_fit_) != turned.y_fit_).sum() == 1


def test_the_band_is_wider_at_a_smaller_c():
    svm = scene("Soft margin").svm
    assert np.linalg.norm(refitted(svm, C=0.01).coef_) < 0.5 * np.linalg.norm(svm.coef_)


def test_the_point_that_holds_nothing_stands_alone_and_off_the_edge():
    explorer = scene("Support vectors")
    svm, i = explorer.svm, explorer.selected
    others = np.delete(np.arange(len(svm.alpha_)), i)
    assert svm.alpha_[i] == 0
    assert np.linalg.norm(svm.X_fit_[others] - svm.X_fit_[i], axis=1).min() > 0.5
    assert abs(svm.decision_function(svm.X_fit_)[i]) > 1 + 0.5 * np.linalg.norm(svm.coef_)
    before = svm.coef_
    explorer.remove(i)
    np.testing.assert_allclose(explorer.svm.coef_, before, atol=1e-8)


def test_a_narrow_width_makes_no_error_in_training_and_many_left_out_where_a_wider_one_makes_half_as_many():
    svm = scene("Width").svm
    assert svm.score(svm.X_fit_, svm.y_fit_) == 1.0
    lost = leave_one_out(svm).n_errors
    assert len(svm.X_fit_) == 60
    assert lost > 10
    assert leave_one_out(refitted(svm, kernel=kernels.Gaussian(sigma=1.0))).n_errors < lost / 2
    assert refitted(svm, kernel="linear").score(svm.X_fit_, svm.y_fit_) < 1.0


def test_the_point_to_be_left_out_is_right_in_training_and_wrong_without():
    explorer = scene("Leave one out")
    svm, i = explorer.svm, explorer.selected
    assert svm.predict(svm.X_fit_[[i]]) == svm.y_fit_[i]
    assert leave_one_out(svm).errors[i]


def test_the_six_machines_do_not_agree_in_the_middle():
    comparison = scene("Six machines").compare()
    points, among = comparison.X - np.median(comparison.X, axis=0), comparison.y
    middle = np.linalg.norm(points, axis=1) < 1
    shares = [(among[middle] == k).mean() for k in comparison.entries[0].trained.classes_]
    assert max(shares) < 0.5
    chosen = np.array([entry.trained.predict(comparison.X[middle]) for entry in comparison.entries])
    assert (chosen != chosen[0]).any(axis=0).mean() > 0.1


def test_a_border_that_holds_nothing_back_has_multiplier_zero():
    explorer = scene("One multiplier")
    assert explorer.audit.alpha > 0
    (free,) = np.linalg.solve(explorer.problem.P, -explorer.problem.q)[None]
    beyond = explorer.problem.G @ free + 0.1
    assert kkt.audit(dataclasses.replace(explorer.problem, h=beyond)).alpha == 0


@pytest.mark.parametrize(
    ("told", "match"),
    [
        ({"answer": "Two."}, r"scene 'One' has answer and no question: give it a question, too"),
        ({"hides": ("left_out",)}, r"scene 'One' has hides and no question"),
        ({"question": "How many?"}, r"scene 'One' has a question and nothing to reveal: give it an answer, too"),
        (
            {"question": "?", "answer": "!", "hides": ("C",)},
            r"what a scene hides must be one of 'left_out', 'note', got 'C'",
        ),
    ],
)
def test_a_question_and_its_answer_go_together(told, match):
    with pytest.raises(ValueError, match=match):
        LectureScene("One", "First.", MarginExplorer, **told)


def test_the_bar_is_told_what_a_scene_asks():
    asks = LectureScene(
        "One", "First.", lambda: MarginExplorer(m=20), "How many?", "Two.", ("one", "two"), ("left_out",)
    )
    lecture = Lecture([asks, LectureScene("Two", "Second.", lambda: MarginExplorer(m=20))])
    first, second = lecture.bar.scenes
    assert first == {
        "name": "One", "caption": "First.", "question": "How many?", "answer": "Two.", "choices": ["one", "two"],
        "hides": ["left_out"],
    }  # fmt: skip
    assert (second["question"], second["choices"]) == ("", [])


def test_questions_and_answers_are_short():
    asking = [scene for scene in explorers.SCENES if scene.question]
    assert len(asking) >= 10
    for scene in asking:
        assert scene.question[-1] == "?"
        assert max(len(scene.question), len(scene.answer)) <= 100
        assert sum(map(len, scene.choices)) <= 40


def test_a_perceptron_that_cannot_stop_says_so():
    X, y = np.array([[0.0, 0.0], [0.0, 0.0]]), np.array([-1, 1])
    with pytest.raises(ValueError, match="after 1000 rounds it still makes mistakes; the classes overlap"):
        rosenblatt.separating_lines(X, y, 1)


def test_the_perceptron_makes_the_updates_of_its_definition():
    X, y = np.array([[1.0, 0.0], [-1.0, 1.0]]), np.array([1, -1])
    w, b = rosenblatt.train(X, y, [0, 1])
    np.testing.assert_array_equal(w, [2.0, -1.0])
    assert b == 0.0


# The lecture.


def test_a_lecture_shows_one_scene_and_builds_it_when_it_is_opened():
    lecture = Lecture(THREE)
    assert lecture.at == 0
    assert shown(lecture) == [lecture.explorer]
    assert len(lecture.children) == 2
    first = lecture.explorer
    lecture.go("Three")
    assert lecture.explorer.data.value == "moons"
    assert shown(lecture) == [lecture.explorer]
    lecture.previous()
    lecture.previous()
    lecture.previous()
    assert lecture.at == 0
    assert lecture.explorer is first


def test_a_scene_is_found_as_it_was_left_until_it_is_reset():
    lecture = Lecture(THREE)
    lecture.explorer.C.value = 7.0
    lecture.go(2)
    lecture.go(0)
    assert lecture.explorer.C.value == 7.0
    lecture.reset()
    assert lecture.explorer.C.value == 1.0
    assert shown(lecture) == [lecture.explorer]
    assert len(lecture.children) == 3


def test_the_page_steps_prepares_and_resets():
    lecture = Lecture(THREE)
    answer = ask(lecture, type="go", to=2, number=4)
    assert (answer["page"], answer["number"], answer["at"], answer["error"]) == ("p", 4, 2, None)
    assert answer["built"] == [0, 2]
    built = lecture.explorer
    assert ask(lecture, type="prepare", k=1)["built"] == [0, 1, 2]
    assert lecture.at == 2
    assert shown(lecture) == [built]
    ask(lecture, type="reset")
    assert lecture.explorer is not built
    assert lecture.at == 2


def test_a_scene_that_cannot_be_built_is_told_and_the_lecture_goes_on():
    lecture = Lecture(THREE)
    answer = ask(lecture, type="go", to=1)
    assert (answer["at"], answer["error"]) == (1, "OSError: the disk is full.")
    assert lecture.explorer is None
    assert shown(lecture) == []
    assert "the disk is full" in repr(lecture)
    assert not lecture.drawable
    assert ask(lecture, type="go", to=2)["error"] is None
    nothing = Lecture([LectureScene("None", "Nothing.", lambda: None)])
    assert "build must return an explorer, got NoneType" in nothing.error


def test_wrong_scenes_are_refused():
    with pytest.raises(ValueError, match="at least one scene"):
        Lecture([])
    with pytest.raises(TypeError, match=r"a lecture shows LectureScene\(name, caption, build\), got str"):
        Lecture(["One"])
    with pytest.raises(ValueError, match="scene names must be distinct, got 'One' twice"):
        Lecture([THREE[0], THREE[0]])
    with pytest.raises(ValueError, match="no scene is named 'Four'; the scenes are 'One', 'Two', 'Three'"):
        Lecture(THREE, start="Four")
    with pytest.raises(ValueError, match="a scene index must be 0 to 2, got 3"):
        Lecture(THREE).go(3)


def test_a_lecture_is_closed_with_all_that_it_has_built():
    before = set(ipywidgets.widgets.widget._instances)
    lecture = Lecture(THREE)
    lecture.go(2)
    lecture.reset()
    lecture.close()
    assert set(ipywidgets.widgets.widget._instances) == before


def test_size_and_theme_of_a_lecture_are_those_of_its_scenes():
    lecture = Lecture(THREE)
    assert lecture.explorer.size == "lecture"
    lecture.size, lecture.theme = "regular", "contrast"
    assert (lecture.explorer.size, lecture.explorer.theme) == ("regular", "contrast")
    lecture.go(2)
    assert (lecture.explorer.size, lecture.explorer.theme) == ("regular", "contrast")


# Size and theme.


@pytest.mark.parametrize("make", KINDS)
def test_size_and_theme_change_while_an_explorer_is_shown(make):
    explorer = make()
    assert (explorer.size, explorer.theme) == ("regular", "auto")
    explorer.size, explorer.theme = "lecture", "contrast"
    assert explorer.scene.options["size"] == "lecture"
    assert explorer.scene.options["theme"] == "contrast"
    with pytest.raises(ValueError, match="size must be one of 'regular', 'lecture', got 'poster'"):
        explorer.size = "poster"
    with pytest.raises(ValueError, match="theme must be one of 'auto', 'light', 'dark', 'contrast', got 'sepia'"):
        explorer.theme = "sepia"
    with pytest.raises(ValueError, match="got 'sepia'"):
        make(theme="sepia")
    assert explorer.size == "lecture"


def test_the_page_of_a_lecture_is_told_which_controls_stay():
    explorer = MarginExplorer(data="moons", m=30, noise=0.35, keep="sigma")
    assert explorer.scene.controls["keep"] == ["sigma"]
    turn = explorer.scene.answer["turn"]
    explorer.scene.options = {**explorer.scene.options, "size": "lecture"}  # as the page does
    assert explorer.size == "lecture"
    explorer.keep = ("data", "kernel")
    assert explorer.scene.controls["keep"] == ["data", "kernel"]
    assert explorer.scene.answer["turn"] == turn, "nothing is trained for it"
    explorer.size = "regular"
    assert explorer.noise.value == 0.35
    with pytest.raises(ValueError, match=r"a control to keep must be one of 'data', .* got 'C'"):
        MarginExplorer(keep=["C"])


def test_the_picture_on_paper_has_the_theme_of_high_contrast_too():
    figure = MarginExplorer(m=20).figure(theme="contrast")
    assert figure.axes[0].spines["left"].get_edgecolor() is not None
    colors = {style.theme("contrast")["classes"][k]["color"].lower() for k in range(2)}
    from matplotlib.colors import to_hex

    drawn = {to_hex(color) for part in figure.axes[0].collections for color in part.get_facecolor()}
    assert colors <= drawn


# Turns.


def test_an_explorer_finishes_one_thing_before_it_begins_another():
    explorer = MarginExplorer(datasets.overlapping(20, random_state=0).X, datasets.overlapping(20, random_state=0).y)
    inside, go_on, order = threading.Event(), threading.Event(), []
    fit = explorer._fit

    def slow(*args):
        order.append(explorer.C.value)
        inside.set()
        assert go_on.wait(10)
        return fit(*args)

    explorer._fit = slow
    first = threading.Thread(target=lambda: setattr(explorer.C, "value", 2.0))
    first.start()
    assert inside.wait(10)
    explorer._fit = lambda *args: (order.append("second"), fit(*args))[1]
    second = threading.Thread(target=lambda: setattr(explorer.sigma, "value", 2.0))
    second.start()
    assert not lock.TURN.acquire(timeout=0.05), "the first one has its turn"
    assert order == [2.0]
    go_on.set()
    first.join(10)
    second.join(10)
    assert order == [2.0, "second"]
    assert explorer.svm.kernel_.sigma == pytest.approx(2.0, rel=0.1)
    assert explorer.svm.C == 2.0


def test_the_scene_of_ones_own_in_contributing_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trees.csv").write_text("tree,height,girth\noak,1,2\nfir,3,4\noak,1.5,2\nfir,2.5,3\n")
    block, _ = smallest_scene.blocks("python")
    names = {}
    exec(block.replace("\nexplorers.Lecture(", "\nlecture = explorers.Lecture("), names)
    lecture = names["lecture"]
    assert lecture.error is None
    assert lecture.explorer.scene.machine["axes"] == ["height", "girth"]
    assert len(lecture.scenes) == len(explorers.SCENES) + 1
