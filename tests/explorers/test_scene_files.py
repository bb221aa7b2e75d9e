"""A scene as a file and as Python text: what comes back is the same machine in the same picture."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from svmlab import datasets, explorers, kernels
from svmlab.explorers import BoundsExplorer, MachinesExplorer, MarginExplorer, MulticlassExplorer

pytestmark = pytest.mark.usefixtures("close_widgets")

DATA = datasets.overlapping(30, random_state=3)
LINES = [[1.0, 0.5, -0.25], [0.0, 1.0, 0.1]]
SAVED = sorted((Path(__file__).parent / "saved").glob("*.json"))
NAMED = np.where(DATA.y > 0, "oak", "fir")


def edited():
    explorer = MulticlassExplorer(DATA.X, NAMED, names=("height", "girth (cm)"), C=3.3)
    explorer.add([3.0, 3.0], "oak")
    explorer.move(2, [0.1 + 0.2, -1.0])
    explorer.selected = 4
    return explorer


def composed():
    kernel = 2.5 * (kernels.Gaussian(sigma=0.7) + kernels.Linear()) * kernels.Polynomial(degree=2)
    return MarginExplorer(DATA.X, DATA.y, kernel=kernel + kernels.Laplace(), C=0.7, C_range=(0.1, 10.0), size="lecture")


def cleared():
    explorer = MarginExplorer(m=30)
    explorer.clear()
    return explorer


SCENES = {
    "menu": lambda: MarginExplorer(data="moons", m=40, noise=0.35, seed=7, sigma=0.4, C=20.0),
    "menu with classes": lambda: MulticlassExplorer(m=50, n_classes=5, kernel="polynomial", degree=2, coef0=0.5),
    "a set without a size": lambda: MulticlassExplorer(data="iris", C=2.0),
    "hard margin": lambda: MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf),
    "edited": edited,
    "composed kernel": composed,
    "typed kernel": lambda: MarginExplorer(m=20, kernel=kernels.Formula("exp(-norm(x - z))") + kernels.Linear()),
    "bounds": lambda: BoundsExplorer(m=30, shown=["span_bound", "gacv"]),
    "bounds over the width": lambda: BoundsExplorer(m=30, over="sigma", sigma=0.7),
    "machines": lambda: MachinesExplorer(data="blobs", m=30, machines=("msvm2", "one-vs-one")),
    "lines beside the points": lambda: MarginExplorer(DATA.X, NAMED, lines=LINES, keep=("kernel", "sigma")),
    "overlays": lambda: MarginExplorer(m=30, kernel="linear", overlays=("slack", "margin", "lifted")),
    "a width outside the slider": lambda: MarginExplorer(m=30, sigma=100.0),
    "cleared": cleared,
}  # fmt: skip


def assert_same(one, other):
    assert type(one) is type(other)
    np.testing.assert_array_equal(one.dataset().X, other.dataset().X)
    np.testing.assert_array_equal(one.dataset().y, other.dataset().y)
    assert one.dataset().names == other.dataset().names
    assert one.kernel_value() == other.kernel_value()
    assert (one.C.value, one.C.min, one.C.max) == (other.C.value, other.C.min, other.C.max)
    assert one.selected == other.selected
    assert one.scene.options["size"] == other.scene.options["size"]
    assert one.scene.lines == other.scene.lines
    assert tuple(one.keep) == tuple(other.keep)
    assert one.overlays == other.overlays
    assert one.error == other.error
    np.testing.assert_array_equal(one.palette, other.palette)
    if other.svm is not None and one.error is None:
        assert one.scene.machine["limits"] == other.scene.machine["limits"]
        Z = np.random.default_rng(0).normal(size=(20, 2))
        np.testing.assert_allclose(one.svm.decision_function(Z), other.svm.decision_function(Z), atol=1e-6)
    if isinstance(one, BoundsExplorer):
        assert one.shown == other.shown
        assert one.over == other.over
    if isinstance(one, MachinesExplorer):
        assert one.machines == other.machines


@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_a_saved_scene_comes_back(make, tmp_path):
    explorer = make()
    explorer.save(tmp_path / "scene.json")
    again = explorers.load(tmp_path / "scene.json")
    assert_same(explorer, again)
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == (tmp_path / "scene.json").read_text()


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_files_of_the_first_version_open_and_are_written_the_same(file, tmp_path):
    explorer = explorers.load(file)
    explorer.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == file.read_text()
    assert_same(explorer, SCENES[file.stem.replace("_", " ")]())


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_a_file_shown_in_another_explorer_is_the_one_it_opens_as(file, tmp_path):
    opened = explorers.load(file)
    other = type(opened)(m=20, kernel="linear", C=5.0, size=opened.size)
    other.show_saved(file)
    assert_same(other, opened)
    other.undo()
    assert (other.kernel_value(), other.C.value, other.m.value) == (kernels.Linear(), 5.0, 20)


@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_the_arguments_of_a_setting_give_the_same_setting(make):
    explorer = make()
    kept, kind = explorer.to_keep(), type(explorer)
    again = kind(**kept.arguments(kind)).to_keep()
    same = replace(again, points=kept.points, kernel=kept.kernel)
    assert same == kept, "all but points and kernel, which hold what the menus do not show, too"
    assert again.kernel.value == kept.kernel.value
    given, once_more = kept.arguments(kind), again.arguments(kind)
    assert {name: repr(value) for name, value in once_more.items()} == {n: repr(v) for n, v in given.items()}


@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_the_snippet_makes_the_same_explorer(make):
    explorer, names = make(), {}
    exec(explorer.snippet(), names)
    assert_same(explorer, names["explorer"])


def test_the_file_says_what_it_is(tmp_path):
    MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf).save(tmp_path / "scene.json")
    assert json.loads((tmp_path / "scene.json").read_text()) == {
        "format": "svmlab scene", "version": 1, "explorer": "MarginExplorer",
        "data": {"menu": "separable", "m": 20, "seed": 0}, "kernel": {"name": "linear"}, "C": "inf",
        "selected": None, "size": "regular",
    }  # fmt: skip


def changed(**fields):
    scene = {
        "format": "svmlab scene", "version": 1, "explorer": "MarginExplorer",
        "data": {"X": [[0, 0], [1, 1]], "y": [0, 1], "names": ["a", "b"]}, "kernel": {"name": "gaussian", "sigma": 1.0},
        "C": 1.0, "selected": None, "size": "regular",
    }  # fmt: skip
    for name, value in fields.items():
        if value is ...:
            del scene[name]
        else:
            scene[name] = value
    return json.dumps(scene)


BROKEN = {
    "{": "line 1: this is not JSON .* choose a file that explorer.save has written",
    "[1, 2]": "'format' must be 'svmlab scene', got None; choose",
    changed(format="notebook"): "'format' must be 'svmlab scene', got 'notebook'; choose",
    changed(version=2): "'version' must be at most 1, got 2; update svmlab",
    changed(version="one"): "'version' must be 1, got 'one'; save the scene again",
    changed(explorer="Plot"): "'explorer' must be one of 'MarginExplorer', .* got 'Plot'",
    changed(C=...): "'C' is missing; it must be a positive number or \"inf\"",
    changed(C=-1): "'C' must be a positive number or \"inf\", got -1; correct it",
    changed(C="large"): "'C' must be .* got 'large'",
    changed(kernel={"name": "gauss"}): "'kernel' must be a kernel, such as .* got {'name': 'gauss'}",
    changed(kernel={"name": "gaussian", "width": 1}): "'kernel' must be",
    changed(kernel=7): "'kernel' must be",
    changed(data=[1]): "'data' must be",
    changed(data={"X": [[0, 0, 0]], "y": [1]}): r"'data.X' must be a list of places .* got \[\[0, 0, 0\]\]",
    changed(data={"X": [[0, 0], [1, "b"]], "y": [0, 1]}): "'data.X' must be",
    changed(data={"X": [[0, 0], [1, 1]], "y": [0]}): "'data.y' must be a list of 2 labels",
    changed(data={"X": [[0, 0], [1, 1]], "y": [0, "b"]}): "'data.y' must be .* all whole numbers or all text",
    changed(data={"y": [0, 1]}): "'data.X' is missing",
    changed(data={"menu": "moon"}): "'data.menu' must be one of 'overlapping', .* got 'moon'",
    changed(data={"menu": "moons", "m": 5}): "'data.m' must be a whole number from 10 to 500, got 5",
    changed(data={"menu": "moons", "sead": 5}): "in data, no field is named 'sead'; did you mean 'seed'",
    changed(selected=2): "'selected' must be null or the index of a point, got 2",
    changed(size="huge"): "'size' must be .* got 'huge'",
    changed(limits=[[1, 0], [0, 1]]): "'limits' must be",
    changed(lines=[[1, 0]]): r"'lines' must be a list of lines \[w1, w2, b\] in finite numbers, got \[\[1, 0\]\]",
    changed(keep=3): "'keep' must be a list of names of controls, got 3",
    changed(overlays=3): "'overlays' must be a list of some of 'margin', .* got 3",
    changed(overlays=["margins"]): r"'overlays' must be a list of some of 'margin', .* got \['margins'\]",
    changed(colour="red"): "no field is named 'colour'",
    changed(shown=[]): "no field is named 'shown'",
}  # fmt: skip


@pytest.mark.parametrize(("text", "told"), BROKEN.items(), ids=range(len(BROKEN)))
def test_a_broken_file_is_refused_by_field_value_and_remedy(text, told, tmp_path):
    (tmp_path / "scene.json").write_text(text)
    with pytest.raises(ValueError, match=rf"scene\.json.*{told}"):
        explorers.load(tmp_path / "scene.json")


def test_a_scene_of_another_explorer_is_refused(tmp_path):
    MulticlassExplorer(m=30).save(tmp_path / "scene.json")
    with pytest.raises(ValueError, match="'explorer' must be one of 'MarginExplorer', got 'MulticlassExplorer'"):
        MarginExplorer.load(tmp_path / "scene.json")
    with pytest.raises(FileNotFoundError, match=r"did you mean 'scene.json'"):
        explorers.load(tmp_path / "scena.json")


def test_a_kernel_without_a_name_is_not_saved(tmp_path):
    explorer = MarginExplorer(DATA.X, DATA.y, kernel=lambda X, Z: X @ Z.T)
    for keep in (explorer.snippet, lambda: explorer.save(tmp_path / "scene.json")):
        with pytest.raises(ValueError, match="kernels that have a name"):
            keep()
    assert not (tmp_path / "scene.json").exists()
