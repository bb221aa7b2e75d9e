"""A page in Node and an explorer in Python, whose messages arrive when a test lets them: no edit is lost on the way."""

import numpy as np
import pytest
from talking import rows, talking

from svmlab import datasets, kernels
from svmlab.explorers import MarginExplorer, MulticlassExplorer
from svmlab.page import wire_format

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("close_widgets")]

DATA = datasets.overlapping(12, random_state=3)
PLACES = [(round(-2.0 + 0.5 * k, 1), 1.75) for k in range(8)]
KERNELS = {"of the page": "gaussian", "of Python only": kernels.Gaussian() + kernels.Linear()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("talk")


@pytest.fixture(params=KERNELS)
def talk(request, node, folder):
    """A page with twelve points of one's own."""
    with talking(node, folder, MarginExplorer(DATA.X, DATA.y, kernel=KERNELS[request.param])) as talk:
        assert talk.page["own"] == (request.param == "of the page")
        yield talk


def edited(talk):
    """The points as the page has them, which are those that Python has."""
    talk.settle()
    assert talk.points == talk.kept
    assert talk.explorer.error is None
    return talk.points


def other_data(talk):
    talk.set({"data": "circles", "m": 15})


def undo_of_python(talk):
    """Undo what the page has no history of."""
    other_data(talk)
    talk.settle()
    talk.edit("undo")


def opened_file(talk):
    talk.open(MarginExplorer(DATA.X + 1.0, DATA.y, kernel=talk.explorer.kernel_value()).as_text())


COMMANDS = {"reset": lambda talk: talk.reset(), "data": other_data, "undo": undo_of_python, "file": opened_file}


def begun(talk):
    """The points once one of those that it began with has been moved."""
    talk.reset()
    talk.settle()
    talk.movePoint(0, [0.25, 0.5])
    return edited(talk)


ADDED = [(*place, k % 2) for k, place in enumerate(PLACES)]
ARRIVALS = [(0, 0), (0, 3), (0, 8), (3, 3), (3, 7), (7, 8), (8, 8)]  # after which click Python hears, and the page


@pytest.mark.parametrize("what", COMMANDS)
def test_points_added_while_a_command_is_answered_stand_upon_what_it_brings(talk, what):
    begun(talk)
    COMMANDS[what](talk)
    brought = edited(talk)
    for heard, told in ARRIVALS:
        begun(talk)
        COMMANDS[what](talk)
        for k in range(len(ADDED) + 1):
            if k == heard:
                talk.answer()
            if k == told:
                talk.deliver()
            for *place, label in ADDED[k : k + 1]:
                talk.addPoint(place, label)
            if k % 3 == 2:
                talk.tell()
        assert edited(talk) == brought + ADDED, (heard, told)


def test_every_edit_of_a_point_that_is_still_there_is_made_upon_other_points(talk):
    begun(talk)
    talk.addPoint([1.0, 1.5], 0)
    talk.settle()
    talk.reset()
    talk.movePoint(2, [0.5, -0.5])  # stands in both
    talk.choose(3)
    talk.editChosen("relabel")
    talk.choose(4)
    talk.editChosen("remove")
    talk.choose(talk.points.index((1.0, 1.5, 0)))  # reset takes it away
    talk.editChosen("relabel")
    talk.choose(5)
    chosen = talk.points[5]
    points = [*rows(DATA.X, np.searchsorted([-1, 1], DATA.y))]
    points[2] = (0.5, -0.5, points[2][2])
    points[3] = (*points[3][:2], 1 - points[3][2])
    del points[4]
    assert edited(talk) == points
    assert talk.points[talk.page["selected"]] == chosen


def test_what_is_undone_while_a_command_is_answered_comes_after_it(talk):
    before = begun(talk)
    talk.set({"data": "circles", "m": 15})
    talk.edit("undo")
    talk.addPoint([1.0, 1.5], 0)
    talk.edit("undo")
    talk.edit("redo")
    assert edited(talk) == [*before, (1.0, 1.5, 0)]


def test_a_drag_keeps_its_point_when_others_come_and_goes_nowhere_once_it_is_gone(talk):
    begun(talk)
    talk.reset()
    points = rows(DATA.X, np.searchsorted([-1, 1], DATA.y))
    talk.choose(3)
    talk.movePoint(5, [1.0, 1.0], False)
    talk.editChosen("remove")
    talk.movePoint(5, [1.0, 1.25], False)
    talk.deliver()
    talk.movePoint(5, [1.0, 1.5])
    points[5] = (1.0, 1.5, points[5][2])
    del points[3]
    assert edited(talk) == points
    talk.edit("undo")
    talk.set({"data": "circles", "m": 15})
    talk.movePoint(5, [0.0, 1.0], False)
    talk.deliver()
    talk.movePoint(5, [0.0, 1.5])
    assert len(edited(talk)) == 15
    assert not {(0.0, 1.0), (0.0, 1.5)} & {point[:2] for point in talk.points}


def test_points_moved_one_after_the_other_are_all_moved_while_nothing_is_answered(talk):
    points = begun(talk)
    for i, place in [(3, (0.0, 1.0)), (5, (0.5, 1.0)), (3, (0.0, 1.5)), (5, (0.5, 1.5))]:
        talk.movePoint(i, list(place), False)
        talk.movePoint(i, list(place))
        points[i] = (*place, points[i][2])
    assert edited(talk) == points


def test_what_was_done_before_a_command_is_told_before_it(talk):
    """Also where an earlier state is still on its way, and more is done after the command."""
    points = begun(talk)
    for k, place in enumerate(PLACES[:2]):
        talk.addPoint(list(place), 1)
        talk.tell()
        points.append((*PLACES[k], 1))
    talk.set({"data": "circles", "m": 15})
    talk.addPoint(list(PLACES[2]), 0)
    talk.C(10.0)
    talk.tell()
    assert edited(talk)[15:] == [(*PLACES[2], 0)]
    assert (talk.page["C"], talk.explorer.C.value) == (10.0, 10.0)
    talk.explorer.undo()
    talk.explorer.undo()
    assert talk.kept == points


def test_what_python_does_meanwhile_stands_and_the_page_goes_on_upon_it(talk):
    points = begun(talk)
    talk.addPoint([1.0, 1.5], 0)
    talk.tell()
    talk.explorer.add([0.0, 1.5], 1)
    talk.addPoint([1.5, 1.5], 0)
    assert sorted(edited(talk)) == sorted([*points, (0.0, 1.5, 1), (1.0, 1.5, 0), (1.5, 1.5, 0)])


def test_a_kernel_that_is_chosen_while_an_edit_is_answered_stands(talk):
    points = begun(talk)
    talk.addPoint([1.0, 1.5], 0)
    talk.kernel({"kernel": "gaussian", "sigma": 0.5})
    talk.addPoint([1.5, 1.5], 0)
    assert edited(talk) == [*points, (1.0, 1.5, 0), (1.5, 1.5, 0)]
    assert talk.explorer.kernel_value() == kernels.Gaussian(0.5)


def test_points_that_could_not_be_trained_are_there_once_they_can(talk):
    begun(talk)
    talk.kernel({"kernel": "sigmoid"})
    talk.settle()
    talk.set({"data": "circles", "m": 15})
    talk.settle()
    assert "positive semi-definite" in talk.page["error"]
    talk.kernel({"kernel": "gaussian", "sigma": 0.5})
    assert len(edited(talk)) == 15
    assert talk.explorer.kernel_value() == kernels.Gaussian(0.5)
    assert talk.page["error"] is None
    talk.addPoint([1.0, 1.5], 0)
    assert edited(talk)[15:] == [(1.0, 1.5, 0)]


ACTIONS = {
    "add": 6, "move": 2, "drag": 3, "remove": 2, "relabel": 2, "undo": 3, "redo": 2, "clear": 0.3, "data": 1,
    "reset": 1, "kernel": 1, "C": 1, "tell": 4, "answer": 8, "hear": 8, "python": 0.5,
}  # fmt: skip


def act(talk, what, rng):
    """Do something at random, of the reader, of a message or of a program."""
    place, held = rng.normal(size=2).round(2).tolist(), getattr(talk, "held", None)
    there = len(talk.points)
    i = int(rng.integers(max(there, 1)))
    if what == "add":
        talk.addPoint(place, i % 2)
    elif what == "drag" and (there or held is not None):
        i, done = (i, False) if held is None else (held, rng.random() < 0.5)
        talk.movePoint(i, place, bool(done))
        talk.held = None if done else i
    elif what == "move" and there and held is None:
        talk.movePoint(i, place)
    elif what in ("remove", "relabel") and there:
        talk.choose(i)
        talk.editChosen(what)
    elif what in ("undo", "redo", "clear"):
        talk.edit(what)
    elif what == "data":
        talk.set({"data": ("own", *talk.explorer.data_sets)[i % 3], "m": 15})
    elif what in ("reset", "tell"):
        talk.call(what)
    elif what == "kernel":
        talk.kernel({"kernel": "gaussian", "sigma": float(rng.choice([0.5, 1, 2]))})
    elif what == "C":
        talk.C(float(rng.choice([0.1, 1.0, 10.0])))
    elif what == "answer" and talk.questions:
        talk.answer()
    elif what == "hear" and talk.answers:
        talk.hear()
    elif what == "python":
        talk.explorer.add(place, talk.explorer.palette[0])


@pytest.mark.parametrize("seed", range(12))
def test_page_and_python_stand_at_the_same_points_however_late_each_hears(node, folder, seed):
    """Scripts of sixty steps at random; with a kernel of Python's, until another is chosen, every third."""
    rng = np.random.default_rng([5, seed])
    kind = (MarginExplorer, MulticlassExplorer)[seed % 2]
    kernel = KERNELS["of Python only" if seed % 3 == 0 else "of the page"]
    chances = np.array([*ACTIONS.values()])
    with talking(node, folder, kind(DATA.X, DATA.y, kernel=kernel)) as talk:
        for what in rng.choice([*ACTIONS], size=60, p=chances / chances.sum()):
            act(talk, what, rng)
        if talk.held is not None:
            talk.movePoint(talk.held, [0.5, 0.5])
        talk.settle()
        talk.settle()
        assert sorted(talk.points) == sorted(talk.kept)
        assert (talk.page["settled"], talk.page["C"]) == (True, talk.explorer.C.value)
        if talk.page["own"]:
            assert talk.page["kernel"] == wire_format.page_kernel(talk.explorer.kernel_value())
