"""What explorers are made with: each argument is known, applies, and is checked; the message says what to write."""

import numpy as np
import pytest

from svmlab import kernels
from svmlab.explorers import (
    BoundsExplorer,
    LagrangeExplorer,
    Lecture,
    MachinesExplorer,
    MarginExplorer,
    MulticlassExplorer,
    ThreeGaussiansLab,
)

X = np.random.default_rng(0).normal(size=(12, 2))
y = [0, 1] * 6
OWN = (X, y)


@pytest.mark.parametrize(
    ("kind", "wrong", "meant"),
    [
        (MarginExplorer, "kernal", "kernel"), (MarginExplorer, "sigm", "sigma"), (MarginExplorer, "c", "C"),
        (MulticlassExplorer, "n_clases", "n_classes"), (BoundsExplorer, "shwn", "shown"),
        (MachinesExplorer, "machine", "machines"), (MachinesExplorer, "kernal", "kernel"),
        (LagrangeExplorer, "problm", "problem"), (ThreeGaussiansLab, "c", "C"), (Lecture, "strat", "start"),
    ],
)  # fmt: skip
def test_an_unknown_argument_is_refused_with_the_one_that_was_meant(kind, wrong, meant):
    with pytest.raises(TypeError, match=rf"{kind.__name__} has no argument '{wrong}'; did you mean '{meant}'\?"):
        kind(**{wrong: 1})


@pytest.mark.parametrize("kind", kernels.OF_POINTS)
def test_each_parameter_of_each_kernel_is_an_argument(kind):
    usual = kernels.parameters(kind())
    values = {name: 2 * value if name == "sigma" else value + 1 for name, value in usual.items()}
    assert MarginExplorer(m=20, kernel=kind.name, **values).kernel_value() == kind(**values)


def test_an_unknown_control_is_refused_and_nothing_changes():
    explorer = MarginExplorer(m=20)
    with pytest.raises(TypeError, match="no argument 'kernal'; did you mean 'kernel'"):
        explorer.set(C=5.0, kernal="linear")
    assert explorer.C.value == 1.0


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        (MarginExplorer, {"gamma": 2}, "'gamma' says nothing of the kernel 'gaussian'; give sigma"),
        (MarginExplorer, {"kernel": "linear", "sigma": 1.0}, "'sigma' says nothing of the kernel 'linear'"),
        (MarginExplorer, {"kernel": lambda X, Z: X @ Z.T, "sigma": 1.0}, "'sigma' says nothing of the kernel Callable"),
        (MarginExplorer, {"n_classes": 3}, "'n_classes' says nothing of the data set 'overlapping'; give m, seed"),
        (MarginExplorer, {"data": "separable", "noise": 0.1}, "'noise' says nothing of the data set 'separable'"),
        (MarginExplorer, {"X": X, "y": y, "n_classes": 3}, "'n_classes' says nothing of one's own points"),
        *(
            (
                MarginExplorer,
                {name: value},
                f"'{name}' says nothing of points of the data menu; give it together with X",
            )
            for name, value in {"y": y, "lines": [[1, 0, 0]], "names": ("a", "b"), "classes": [0, 1]}.items()
        ),
    ],
)
def test_an_argument_that_does_not_apply_is_refused(kind, given, told):
    with pytest.raises(TypeError, match=told):
        kind(**given)


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        (MarginExplorer, {"C_range": (2, 1)}, "C_range.0. must be smaller than C_range.1., got 2 and 1"),
        (MarginExplorer, {"C_range": 3}, r"C_range must be two numbers \(low, high\), got 3"),
        (MarginExplorer, {"C_range": (0, 1)}, "C_range.0. must be positive"),
        (ThreeGaussiansLab, {"C_range": (1, 2, 3)}, "C_range must be two numbers"),
        (MarginExplorer, {"C": -1.0}, "C must be positive, got -1.0; use C=inf"),
        (MarginExplorer, {"seed": -1}, "seed must lie in the range of its control, 0 to 99999, got -1"),
        (MarginExplorer, {"m": 0}, "m must lie in the range of its control, 10 to 500, got 0"),
        (MarginExplorer, {"m": 1000}, "m must lie .* got 1000"),
        (MarginExplorer, {"data": "moons", "noise": -0.1}, "noise must lie .* 0 to 2, got -0.1"),
        (MarginExplorer, {"data": "moons", "noise": np.nan}, "noise must be a number, got NaN"),
        (MulticlassExplorer, {"n_classes": 9}, "n_classes must lie .* 2 to 6, got 9"),
        (MarginExplorer, {"data": "mons"}, "data must be one of .*; did you mean 'moons'"),
        (MarginExplorer, {"data": "own"}, "data must be one of .*, got 'own'"),
        (MarginExplorer, {"sigma": -1}, "sigma must be positive"),
        (MarginExplorer, {"limits": [[1, 0], [0, 1]]}, "limits must be"),
        (MarginExplorer, {"size": "large"}, "size must be one of 'regular', 'lecture', got 'large'"),
        (LagrangeExplorer, {"theme": "drak"}, "theme must be one of .* did you mean 'dark'"),
        (MarginExplorer, {"X": X}, "X needs its labels y"),
        (MarginExplorer, {"X": X, "y": y, "lines": [[1, 2]]}, r"three finite numbers \[w1, w2, b\], got \[1, 2\]"),
        (MarginExplorer, {"X": X, "y": y, "lines": [[1, 2, np.inf]]}, "three finite numbers"),
        (MarginExplorer, {"X": X, "y": y, "lines": [[0, 0, 1]]}, "a line must have a normal"),
        (MarginExplorer, {"X": X, "y": y, "classes": ["a"]}, "a label must be a whole number as 0, 1, got 'a'"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_rule_and_value(kind, given, told):
    with pytest.raises(ValueError, match=told):
        kind(**given)


@pytest.mark.parametrize("given", [{"m": "20"}, {"m": 20.5}, {"seed": True}, {"C": "1"}])
def test_a_value_of_another_type_is_refused(given):
    with pytest.raises(TypeError, match="must be"):
        MarginExplorer(**given)


def test_a_number_of_points_is_kept_for_a_data_set_that_is_drawn():
    explorer = MulticlassExplorer(data="iris", m=30)
    explorer.data.value = "blobs"
    assert len(explorer.dataset()) == 30


def test_a_degree_beyond_the_slider_is_what_it_begins_with():
    explorer = MarginExplorer(m=20, kernel="polynomial", degree=12, coef0=7.0)
    assert explorer.kernel_value().degree == 12
    assert explorer.kernel_value().coef0 == 7.0


# One's own points in the data menu.


def own_is_offered(explorer):
    return "own" in [name for _, name in explorer.data.options]


def test_own_points_survive_the_opening_of_a_scene_of_the_data_menu(tmp_path):
    MarginExplorer(data="moons", m=20).save(tmp_path / "moons.json")
    explorer = MarginExplorer(*OWN)
    explorer.show_saved(tmp_path / "moons.json")
    assert explorer.data.value == "moons"
    explorer.data.value = "own"
    assert explorer.error is None
    assert np.array_equal(explorer.svm.X_fit_, X)


def test_points_that_were_edited_survive_it_too(tmp_path):
    MarginExplorer(data="moons", m=20).save(tmp_path / "moons.json")
    explorer = MarginExplorer(m=20)
    assert not own_is_offered(explorer)
    explorer.add([0.0, 0.0], 1)
    edited = explorer.dataset().X
    explorer.show_saved(tmp_path / "moons.json")
    explorer.data.value = "own"
    assert np.array_equal(explorer.svm.X_fit_, edited)


def test_own_points_are_offered_only_where_there_are_any(tmp_path):
    explorer = MarginExplorer(m=20)
    explorer.save(tmp_path / "scene.json")
    explorer.show_saved(tmp_path / "scene.json")
    assert not own_is_offered(explorer)
    explorer.remove(0)
    assert own_is_offered(explorer)
    explorer.undo()
    assert not own_is_offered(explorer)
    explorer.redo()
    explorer.restore()
    assert not own_is_offered(explorer)
    assert explorer.error is None


def test_reset_keeps_the_own_points_it_began_with(tmp_path):
    MarginExplorer(data="moons", m=20).save(tmp_path / "moons.json")
    explorer = MarginExplorer(*OWN)
    explorer.show_saved(tmp_path / "moons.json")
    explorer.restore()
    assert own_is_offered(explorer)
    assert np.array_equal(explorer.svm.X_fit_, X)


def test_overlays_are_kept_in_one_order_and_unknown_ones_are_refused():
    explorer = MarginExplorer(m=20, overlays="slack")
    assert explorer.overlays == ("slack",)
    explorer.overlays = ("slack", "margin", "slack")
    assert explorer.overlays == ("margin", "slack") == explorer.setting.overlays
    with pytest.raises(ValueError, match=r"an overlay must be one of 'margin', .* got 'slak'; did you mean 'slack'"):
        explorer.overlays = ("margin", "slak")
    with pytest.raises(ValueError, match=r"an overlay must be one of 'margin', .* got 3"):
        MarginExplorer(m=20, overlays=[3])
    explorer.scene.set_state({"overlays": ["w"]})  # as the page does
    assert explorer.overlays == ("w",)
    explorer.scene.set_state({"overlays": ["everything"]})
    assert explorer.overlays == ("w",), "what is none stays outside"
    explorer.restore()
    assert explorer.overlays == ("slack",), "as it began"
