"""Points of one's own in an explorer: added, moved, deleted, relabelled; undone and redone; asked for by the page."""

import numpy as np
import pytest
from asking import ask

from svmlab import datasets, kernels
from svmlab.explorers import BoundsExplorer, MarginExplorer, MulticlassExplorer
from svmlab.page import wire_format

pytestmark = pytest.mark.usefixtures("close_widgets")

EXPLORERS = [MarginExplorer, MulticlassExplorer, BoundsExplorer]
DATA = datasets.overlapping(30, random_state=3)


def edit(explorer, *steps, epoch=None):
    epoch = explorer.scene.machine["epoch"] if epoch is None else epoch
    return ask(explorer, type="edit", epoch=epoch, steps=list(steps))


def drag(explorer, i, *places, number=1):
    for to in places:
        edit(explorer, {"do": "move", "i": i, "x": explorer.dataset().X[i].tolist(), "to": list(to), "drag": number})


def assert_trained_on(explorer, X, y):
    """The machine in the picture is the one of exactly these points."""
    np.testing.assert_array_equal(explorer.svm.X_fit_, X)
    np.testing.assert_array_equal(explorer.svm.y_fit_, y)
    assert explorer.error is None
    assert explorer.svm.solution_.certified
    fresh = type(explorer.svm)(C=explorer.C.value, kernel=explorer.kernel_value()).fit(X, y)
    np.testing.assert_allclose(explorer.svm.decision_function(DATA.X), fresh.decision_function(DATA.X), atol=1e-6)


@pytest.mark.parametrize("make", EXPLORERS)
def test_points_are_added_deleted_and_relabelled_and_the_axes_stay(make):
    explorer = make(DATA.X, DATA.y)
    limits = explorer.scene.machine["limits"]
    explorer.add([0.25, -0.5], 1)
    X, y = np.vstack([DATA.X, [0.25, -0.5]]), np.append(DATA.y, 1)
    assert_trained_on(explorer, X, y)
    assert explorer.selected == 30
    explorer.relabel(30)
    y[30] = -1
    assert_trained_on(explorer, X, y)
    explorer.relabel(0, 1)
    y[0] = 1
    explorer.remove(7)
    assert_trained_on(explorer, np.delete(X, 7, axis=0), np.delete(y, 7))
    assert explorer.selected == 29, "the chosen point is still the same one"
    explorer.remove(29)
    assert explorer.selected is None
    assert explorer.scene.machine["limits"] == limits


def test_undo_and_redo_go_through_all_edits_and_give_the_data_menu_back():
    explorer = MarginExplorer(m=40, data="moons", noise=0.3, seed=5)
    first = explorer.dataset()
    states = [first]
    explorer.add([0.0, 0.0], 1)
    states.append(explorer.dataset())
    drag(explorer, 3, [0.1, 0.1], [0.2, 0.2], [0.3, 0.3])
    states.append(explorer.dataset())
    drag(explorer, 3, [1.0, 1.0], number=2)
    states.append(explorer.dataset())
    explorer.clear()
    assert explorer.scene.editor["undo"]
    for state in reversed(states):
        explorer.undo()
        assert_trained_on(explorer, state.X, state.y)
    assert (explorer.data.value, explorer.noise.value, explorer.seed.value) == ("moons", 0.3, 5)
    assert [name for _, name in explorer.data.options] == list(MarginExplorer.data_sets)
    told = explorer.scene.controls["values"]
    assert (told["data"], told["noise"], told["seed"]) == ("moons", 0.3, 5)
    assert explorer.scene.editor == {"classes": ["−1", "+1"], "undo": False, "redo": True}
    explorer.undo()
    for state in states[1:]:
        explorer.redo()
        assert_trained_on(explorer, state.X, state.y)
    explorer.redo()
    explorer.redo()
    assert len(explorer.dataset()) == 0
    assert not explorer.scene.editor["redo"]
    explorer.undo()
    explorer.move(0, [2.0, 2.0])
    assert not explorer.scene.editor["redo"], "another edit is another future"


def test_undo_after_another_data_set_or_reset_gives_ones_own_points_back():
    explorer = MarginExplorer(m=40)
    explorer.add([0.0, 0.0], 1)
    own = explorer.dataset()
    explorer.data.value = "circles"
    explorer.undo()
    assert explorer.dataset() is own
    explorer.redo()
    assert explorer.data.value == "circles"
    explorer.add([0.0, 0.0], 1)
    for _ in range(2):
        explorer.undo()
    assert explorer.dataset() is own
    explorer.restore()
    assert explorer.data.value == MarginExplorer.data_sets[0]
    assert explorer.scene.editor["undo"]
    explorer.undo()
    assert explorer.dataset() is own


def test_after_clear_the_last_picture_stays_until_two_classes_have_a_point():
    explorer = MulticlassExplorer(m=40, n_classes=4)
    machine, limits = explorer.scene.machine, explorer.scene.machine["limits"]
    explorer.clear()
    assert "each class needs points" in explorer.error.lower()
    assert "0, 1, 2, 3" in explorer.error
    assert explorer.scene.machine is machine
    assert explorer.scene.draft["m"] == 0
    edit(explorer, {"do": "add", "x": [0.5, 0.5], "k": 3})
    assert "all points are of class 3" in explorer.error
    draft = explorer.scene.draft
    X, y = (wire_format.numbers(draft[name]).tolist() for name in "Xy")
    assert (draft["m"], y, X) == (1, [3], [0.5, 0.5])
    edit(explorer, {"do": "add", "x": [-0.5, 0.5], "k": 1})
    assert_trained_on(explorer, [[0.5, 0.5], [-0.5, 0.5]], [3, 1])
    assert explorer.scene.draft == {}
    assert explorer.scene.machine["hues"] == [1, 3], "classes keep their colours"
    assert explorer.scene.machine["limits"] == limits
    assert explorer.scene.editor["classes"] == ["0", "1", "2", "3"]


def test_points_that_cannot_be_trained_are_shown_and_can_be_moved_back():
    explorer = MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf)
    start = explorer.dataset().X[0]
    other = explorer.dataset().X[explorer.dataset().y != explorer.dataset().y[0]].mean(axis=0)
    drag(explorer, 0, other)
    assert "cannot be separated" in explorer.error
    np.testing.assert_array_equal(wire_format.numbers(explorer.scene.draft["X"], (-1, 2))[0], other)
    explorer.sigma.value = 0.3
    assert explorer.scene.draft["m"] == 20, "a control that changes nothing leaves the points where they are"
    drag(explorer, 0, start, number=2)
    assert explorer.error is None
    assert explorer.scene.draft == {}


def test_points_that_failed_by_other_ways_than_edits_are_not_edited_by_the_page():
    explorer = MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf)
    explorer.data.value = "circles"
    assert explorer.error
    edit(explorer, {"do": "clear"})
    assert explorer.data.value == "circles"
    explorer.data.value = "separable"
    assert explorer.error is None
    edit(explorer, {"do": "clear"})
    assert len(explorer.dataset()) == 0


# --- the page asks ------------------------------------------------------------------------------------------------


def test_all_that_the_reader_did_meanwhile_is_trained_once():
    explorer = MarginExplorer(DATA.X, DATA.y)
    turn = explorer.scene.answer["turn"]
    answer = edit(
        explorer, {"do": "add", "x": [0.0, 0.0], "k": 1}, {"do": "relabel", "i": 2, "x": DATA.X[2].tolist()},
        {"do": "remove", "i": 5, "x": DATA.X[5].tolist()}, {"do": "remove", "i": 8, "x": DATA.X[8].tolist()},
    )  # fmt: skip
    assert (answer["turn"], answer["page"], answer["number"]) == (turn + 1, "p", 1)
    y = DATA.y.copy()
    y[2] = -y[2]
    kept = np.delete(np.arange(30), [5, 8])
    assert_trained_on(explorer, np.vstack([DATA.X[kept], [0.0, 0.0]]), np.append(y[kept], 1))
    edit(explorer, {"do": "undo"}, {"do": "undo"}, {"do": "undo"}, {"do": "undo"})
    assert_trained_on(explorer, DATA.X, DATA.y)


def test_a_point_is_known_by_its_place_when_others_were_deleted_before_the_page_knew():
    explorer = MarginExplorer(DATA.X, DATA.y)
    epoch = explorer.scene.machine["epoch"]
    edit(explorer, {"do": "remove", "i": 3, "x": DATA.X[3].tolist()}, epoch=epoch)
    edit(explorer, {"do": "remove", "i": 20, "x": DATA.X[20].tolist()}, epoch=epoch)
    edit(explorer, {"do": "remove", "i": 20, "x": DATA.X[20].tolist()}, epoch=epoch)
    assert_trained_on(explorer, np.delete(DATA.X, [3, 20], axis=0), np.delete(DATA.y, [3, 20]))
    edit(explorer, {"do": "move", "i": 20, "x": DATA.X[20].tolist(), "to": [0.0, 0.0], "drag": 1}, epoch=epoch)
    assert_trained_on(explorer, np.delete(DATA.X, [3, 20], axis=0), np.delete(DATA.y, [3, 20]))
    edit(explorer, {"do": "move", "i": 21, "x": DATA.X[21].tolist(), "to": [0.0, 0.5], "drag": 2}, epoch=epoch)
    X = DATA.X.copy()
    X[21] = [0.0, 0.5]
    assert_trained_on(explorer, np.delete(X, [3, 20], axis=0), np.delete(DATA.y, [3, 20]))


def test_an_edit_of_points_that_are_no_longer_there_is_dropped():
    explorer = MarginExplorer(m=40)
    epoch = explorer.scene.machine["epoch"]
    explorer.data.value = "circles"
    answer = edit(explorer, {"do": "add", "x": [0.0, 0.0], "k": 1}, epoch=epoch)
    assert (answer["error"], explorer.data.value) == (None, "circles")


def test_an_edit_that_makes_no_sense_is_refused_in_words_and_what_came_before_it_is_kept():
    explorer = MarginExplorer(DATA.X, DATA.y)
    answer = edit(explorer, {"do": "add", "x": [0.0, 0.0], "k": 1}, {"do": "fold"})
    assert "got 'fold'" in answer["error"]
    assert len(explorer.dataset()) == len(explorer.svm.X_fit_) == 31
    assert "finite" in edit(explorer, {"do": "add", "x": [float("nan"), 0.0], "k": 1})["error"]
    assert edit(explorer, {"do": "add", "x": [0.0, 0.0], "k": 7})["error"]
    assert edit(explorer, {"do": "undo"})["error"] is None


def test_an_edit_from_python_that_cannot_be_made_says_why():
    explorer = MarginExplorer(DATA.X, DATA.y)
    for wrong, told in [
        (lambda: explorer.add([0.0], 1), "one number for each of the 2 features"),
        (lambda: explorer.add([0.0, 0.0], 2), "one of -1, 1, got 2; for more classes use MulticlassExplorer"),
        (lambda: explorer.add([0.0, 0.0], "a"), "a whole number as -1, 1, got 'a'"),
        (lambda: explorer.remove(30), "0 to 29, got 30"),
        (lambda: explorer.relabel(-1), "0 to 29, got -1"),
    ]:
        with pytest.raises(ValueError, match=told):
            wrong()
    assert_trained_on(explorer, DATA.X, DATA.y)
    assert not explorer.scene.editor["undo"]


def test_a_new_class_makes_another_machine_where_the_explorer_has_one():
    explorer = BoundsExplorer(DATA.X, DATA.y)
    explorer.add([0.0, 0.0], 2)
    assert type(explorer.svm).__name__ == "MulticlassSVM"
    explorer.undo()
    assert type(explorer.svm).__name__ == "BiclassSVM"
    named = MulticlassExplorer(DATA.X, np.where(DATA.y > 0, "oak", "fir"))
    named.add([0.0, 0.0], "chestnut")
    assert named.svm.classes_.tolist() == ["chestnut", "fir", "oak"]
    named.relabel(30)
    assert named.dataset().y[30] == "fir"


def test_with_a_kernel_that_the_page_does_not_know_points_are_edited_too():
    explorer = MarginExplorer(DATA.X, DATA.y, kernel=kernels.Gaussian() + kernels.Linear())
    edit(explorer, {"do": "add", "x": [0.0, 0.0], "k": 0})
    assert_trained_on(explorer, np.vstack([DATA.X, [0.0, 0.0]]), np.append(DATA.y, -1))


def test_an_explorer_that_begins_without_points_can_be_filled():
    explorer = MarginExplorer(np.zeros((0, 2)), np.zeros(0, dtype=int))
    assert "no points" in explorer.error
    explorer.add([0.0, 0.0], 0)
    explorer.add([1.0, 1.0], 1)
    assert_trained_on(explorer, [[0.0, 0.0], [1.0, 1.0]], [0, 1])


@pytest.mark.parametrize("make", EXPLORERS)
def test_a_point_without_a_label_is_refused(make):
    explorer = make(DATA.X, DATA.y)
    with pytest.raises(ValueError, match="a label must be a whole number as -1, 1, got nan"):
        explorer.add([0.0, 0.0], float("nan"))
    assert len(explorer.dataset()) == len(DATA)
