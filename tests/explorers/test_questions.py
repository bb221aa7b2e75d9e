"""Whatever a page sends, it gets an answer, and the explorer goes on: nothing escapes, nothing sticks."""

import ipywidgets
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svmlab import explorers
from svmlab.explorers import LectureScene

MAKE = {
    "margin": lambda: explorers.MarginExplorer(m=10),
    "multiclass": lambda: explorers.MulticlassExplorer(m=10),
    "bounds": lambda: explorers.BoundsExplorer(m=10),
    "machines": lambda: explorers.MachinesExplorer(m=10),
    "gaussians": lambda: explorers.ThreeGaussiansLab(m=12, C_range=(0.01, 0.02)),
    "lecture": lambda: explorers.Lecture([LectureScene(n, "Look.", explorers.LagrangeExplorer) for n in "abc"]),
}
NUMBERS = st.integers(-2, 12) | st.sampled_from([10**9, -(10**30), 0.5, 1e300, np.nan, np.inf, -np.inf, True])
TEXTS = st.sampled_from(["", "inf", "nan", "1", "C", "own", "x" * 5000, "\ud800"])
SIMPLE = st.none() | NUMBERS | TEXTS
VALUES = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "x", "i", "k", "means", "m", "features"]), inner, max_size=3)
    ),
    max_leaves=6,
)
STEP = st.fixed_dictionaries(
    {}, optional={"do": st.sampled_from(["add", "move", "remove", "relabel", "undo", "redo", "clear", "fold"]) | VALUES,
                  "x": st.lists(NUMBERS, max_size=3) | VALUES, "i": SIMPLE, "k": SIMPLE,
                  "to": st.lists(NUMBERS, max_size=3) | VALUES, "drag": VALUES},
)  # fmt: skip
CONTROLS = st.dictionaries(
    st.sampled_from(["data", "m", "noise", "seed", "kernel", "sigma", "degree", "C", "keep"]),
    NUMBERS | st.sampled_from(["moons", "own", "linear", "gaussian", "inf"]) | VALUES, max_size=3,
)  # fmt: skip
SHOWN = st.dictionaries(st.sampled_from(["overlays", "selected", "over"]), st.just(["slack"]) | VALUES, max_size=2)
SETTING = st.dictionaries(st.sampled_from(["means", "variances", "priors", "m", "seed", "degree"]), VALUES, max_size=2)
FIELDS = {
    "page": st.just("p") | VALUES, "number": st.just(1) | VALUES, "epoch": st.just(1) | VALUES, "C": NUMBERS | VALUES,
    "i": NUMBERS | VALUES, "x": st.lists(NUMBERS, min_size=2, max_size=2) | VALUES, "drag": VALUES,
    "steps": st.lists(STEP, max_size=3) | VALUES, "do": TEXTS | st.sampled_from(["columns", "points", "scene", "save"]),
    "token": st.just(1) | VALUES, "name": VALUES, "with": VALUES, "bytes": VALUES, "setting": SETTING | VALUES,
    "values": CONTROLS | VALUES,
    "shown": SHOWN | VALUES,
    "moving": VALUES, "base": st.just(1) | VALUES, "doubtful": st.booleans() | VALUES, "primal": NUMBERS | VALUES,
    "dual": NUMBERS | VALUES, "X": st.lists(NUMBERS, max_size=6) | VALUES, "y": st.lists(NUMBERS, max_size=3) | VALUES,
    "kernel": st.dictionaries(st.sampled_from(["name", "sigma"]), st.just("gaussian") | VALUES, max_size=2) | VALUES,
    "restore": VALUES, "run": VALUES, "to": NUMBERS | VALUES, "k": NUMBERS | VALUES,
}  # fmt: skip


STATE = {"type": "state", "base": 1, "epoch": 2, "C": 1.0, "doubtful": False}


def send(explorer, question, buffers=()):
    """What the page is told when it sends this."""
    told = {"method": "custom", "content": question}
    explorer.scene._handle_msg({"content": {"data": told}, "buffers": list(buffers)})
    return explorer.scene.answer


@pytest.fixture(scope="module", params=MAKE)
def explorer(request):
    yield MAKE[request.param]()
    ipywidgets.Widget.close_all()


@st.composite
def questions(draw, kinds):
    """Questions of a scene, a few of them whole, most with a field that is missing or something else."""
    kind = draw(st.sampled_from(sorted(kinds)))
    names = ["page", "number", *kinds[kind], *draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=2))]
    question = {"type": draw(st.just(kind) | VALUES), **{name: draw(FIELDS[name]) for name in names}}
    for name in draw(st.lists(st.sampled_from(sorted(question)), max_size=1)):
        del question[name]
    return question


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_asked_is_answered_and_the_next_question_too(explorer, data):
    question = data.draw(questions(explorer.scene.questions))
    before = explorer.scene.answer["turn"]
    told = send(explorer, question, data.draw(st.lists(st.binary(max_size=20), max_size=1)))
    assert told["turn"] > before
    if question.get("page") == "p" and repr(question.get("number")) == "1":
        assert (told["page"], told["number"]) == ("p", 1)
    if isinstance(explorer, explorers.Explorer):
        again = send(explorer, {"type": "C", "C": 2.0, "page": "p", "number": 2})
    else:
        again = send(explorer, {"type": next(iter({"hello", "reset"} & explorer.scene.questions.keys())),
                                "page": "p", "number": 2})  # fmt: skip
    assert (again["page"], again["number"]) == ("p", 2)
    assert isinstance(explorer.summary(), str)


@pytest.mark.parametrize(
    ("kind", "question", "told"),
    [
        ("margin", {"type": "C"}, "'C' of the question 'C' is missing; it must be a positive number"),
        ("margin", {"type": "C", "C": "much"}, "'C' of the question 'C' must be .* or \"inf\", got 'much'"),
        ("margin", {"type": "C", "C": np.nan}, "must be a positive number or \"inf\", got nan"),
        ("margin", {"type": "loo", "epoch": "1"}, "'epoch' of the question 'loo' must be a whole number, got '1'"),
        ("margin", {"type": "state", "epoch": 1, "C": 1.0}, "'base' of the question 'state' is missing"),
        ("margin", {**STATE, "X": [0.0, np.inf]}, "'X' of the question 'state' must be a list of finite numbers"),
        ("margin", {**STATE, "X": [0.0, 0.0], "y": [2]}, "among the 2 classes each; got 1 points and the places"),
        ("margin", {**STATE, "X": [0.0, 0.0], "y": [0, 1]}, "among the 2 classes each; got 1 points and the places"),
        ("margin", {**STATE, "X": [0.0, 0.0, 1.0], "y": [0]}, "an even number of coordinates, got 3"),
        ("margin", {**STATE, "kernel": {"name": "sine"}}, "A kernel of the page must be one of .*, got 'sine'"),
        ("margin", {**STATE, "kernel": {"name": "gaussian", "sigma": -1}}, "Sigma must be positive"),
        ("margin", {"type": "file", "do": "save"}, "'token' of the question 'file' is missing"),
        ("margin", {"type": "set", "values": {"sigma": -1}}, "Sigma must be positive and finite, got -1"),
        ("margin", {"type": "set", "values": {"m": 11, "seed": -1}}, "Seed must lie in the range of its control"),
        ("margin", {"type": "set", "values": {"width": 1}}, "set has no argument 'width'"),
        ("margin", {"type": "sing"}, "A question must be one of 'hello', 'C', .*, got 'sing'"),
        ("gaussians", {"type": "draws", "epoch": 1, "C": 0}, "'run' of the question 'draws' is missing"),
        ("lecture", {"type": "go", "to": -1}, "A scene index must be 0 to 2, got -1"),
        ("lecture", {"type": "go", "to": 10**9}, "A scene index must be 0 to 2, got 1000000000"),
        ("lecture", {"type": "prepare", "k": "one"}, "'k' of the question 'prepare' must be a whole number, got 'one'"),
        ("lecture", {}, "A question must be one of 'go', 'reset', 'prepare', got None"),
    ],
)  # fmt: skip
def test_a_malformed_question_is_told_what_it_must_be_and_changes_nothing(kind, question, told):
    explorer = MAKE[kind]()
    before = {**explorer.scene.answer}
    answer = send(explorer, {"page": "p", "number": 7, **question})
    assert (answer["page"], answer["number"]) == ("p", 7)
    with pytest.raises(ValueError, match=told):
        raise ValueError(answer["error"])
    assert explorer.error is None
    known = before.keys() - {"turn", "page", "number", "error"}
    assert {name: before[name] for name in known} == {name: answer[name] for name in known}


def test_a_question_without_page_or_number_is_answered_to_nobody():
    explorer = MAKE["margin"]()
    for of in ({}, {"page": 3, "number": 1}, {"page": "p"}, {"number": 1}, {"page": "p", "number": "1"}):
        told = send(explorer, {"type": "hello", **of})
        assert (told["page"], told["number"]) == (None, None)
        assert told["error"]


def test_after_a_malformed_question_a_lecture_goes_on():
    lecture = MAKE["lecture"]()
    send(lecture, {"type": "prepare", "k": "one", "page": "p", "number": 1})
    told = send(lecture, {"type": "go", "to": 2, "page": "p", "number": 2})
    assert (told["at"], told["error"], told["built"]) == (2, None, [0, 2])


@pytest.mark.parametrize("name", ["data", "kernel"])
def test_a_menu_that_is_set_to_nothing_stays_where_it_was(name):
    explorer = MAKE["margin"]()
    before = getattr(explorer, name).value
    told = send(explorer, {"type": "set", "values": {"seed": 7, name: None}, "page": "p", "number": 1})
    assert f"{name.capitalize()} must be one of" in told["error"]
    assert (getattr(explorer, name).value, explorer.seed.value, explorer.error) == (before, 0, None)
    explorer.C.value = 3.0
    assert explorer.error is None


def test_a_size_that_is_none_is_refused_though_all_else_stands():
    explorer = MAKE["margin"]()
    state = {"options": {**explorer.scene.options, "size": "huge"}}
    explorer.scene._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})
    assert explorer.size == "regular"


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("margin", {"selected": "first"}), ("margin", {"options": {}}), ("margin", {"options": 3}),
        ("lecture", {"options": {"size": "huge"}}), ("lagrange", {"problem": {}}),
        ("lagrange", {"preset": "slides 99"}), ("bounds", {"shown": 3}), ("bounds", {"over": "gamma"}),
        ("gaussians", {"options": {"size": 1}}),
    ],
)  # fmt: skip
def test_what_a_page_cannot_set_stays_as_it_was(kind, state):
    explorer = {**MAKE, "lagrange": explorers.LagrangeExplorer}[kind]()
    before = {name: getattr(explorer.scene, name) for name in state}
    explorer.scene._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})
    assert {name: getattr(explorer.scene, name) for name in state} == before
    assert explorer.size == before.get("options", {}).get("size", "regular")
