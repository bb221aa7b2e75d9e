"""The explorer of a proposed kernel without a front end: what it shows, what the page sets, files, Python text."""

import json

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances as widget_instances

from svmlab import explorers, kernels
from svmlab.explorers import KernelExplorer
from svmlab.explorers import kernel as kernel_explorer

pytestmark = pytest.mark.usefixtures("close_widgets")
X = np.array([[3.0, 1.0], [1.0, 3.0]])


def heard(explorer, **state):
    """What the page says, in one message."""
    explorer.scene._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})


def asked(explorer, do, data=None, **more):
    """What comes of a question about a file."""
    question = {"type": "file", "do": do, "page": "p", "number": 1, "token": 7, **more}
    buffers = [] if data is None else [data]
    explorer.scene._handle_msg({"content": {"data": {"method": "custom", "content": question}}, "buffers": buffers})
    told = explorer.scene.filed
    assert (told.pop("page"), told.pop("token")) == ("p", 7)
    return told


@pytest.mark.parametrize("name", kernel_explorer.TITLES)
def test_the_points_of_the_menu_are_few_and_in_the_picture(name):
    explorer = KernelExplorer(name)
    assert 9 <= len(explorer.X) <= kernel_explorer.MOST
    (x0, x1), (y0, y1) = explorer.scene.limits
    assert ((explorer.X > [x0, y0]) & (explorer.X < [x1, y1])).all()
    assert explorer.scene.menus["sets"][list(kernel_explorer.TITLES).index(name)]["points"] == explorer.X.tolist()


@pytest.mark.parametrize("kernel", [kind() for kind in kernels.OF_POINTS] + [kernels.Formula("dot(x, z)**2")])
def test_every_kernel_goes_to_the_page_and_comes_back(kernel):
    explorer = KernelExplorer(kernel=kernel)
    assert explorer.kernel == kernel
    assert explorer.test.verdict in repr(explorer)
    assert explorer._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")


def test_what_the_page_sets_is_what_python_has():
    explorer = KernelExplorer(X, kernel=kernels.Sigmoid(coef0=-1.0))
    assert explorer.test.witness is None
    heard(explorer, points=[*X.tolist(), [0.1, 0.0]], selected=2)
    assert explorer.selected == 2
    assert explorer.test.witness.tolist() == [0, 0, 1]
    heard(explorer, choice={**explorer.scene.choice, "kernel": "formula", "text": "dot(x, z)"})
    assert explorer.kernel == kernels.Formula("dot(x, z)")
    assert explorer.test.verdict == "no negative eigenvalue on these 3 points, which says nothing of others"


@pytest.mark.parametrize(
    "state",
    [
        {"points": [[0, float("nan")]]}, {"points": [[1, 2, 3]]}, {"points": [[0.0, 1.0]] * 31}, {"points": 3},
        {"choice": {}}, {"choice": {"kernel": "formula", "text": "exp("}},
        {"choice": {"kernel": "gaussian", "sigma": -1}}, {"limits": [[1, 0], [0, 1]]},
    ],
)  # fmt: skip
def test_what_the_page_cannot_set_stays_as_it_was(state):
    explorer = KernelExplorer(X)
    before = (explorer.X.tolist(), explorer.kernel, explorer.scene.limits)
    heard(explorer, **state)
    assert (explorer.X.tolist(), explorer.kernel, explorer.scene.limits) == before


def test_another_kernel_keeps_the_parameters_of_the_one_before():
    explorer = KernelExplorer(kernel=kernels.Gaussian(sigma=0.3))
    explorer.kernel = "linear"
    heard(explorer, choice={**explorer.scene.choice, "kernel": "laplace"})
    assert explorer.kernel == kernels.Laplace(sigma=0.3)


def test_points_and_selection_can_be_set():
    explorer = KernelExplorer()
    explorer.selected = 2
    explorer.X = X
    assert explorer.selected is None
    np.testing.assert_array_equal(explorer.X, X)
    with pytest.raises(ValueError, match="point"):
        explorer.selected = 3
    explorer.X = "ring"
    assert len(explorer.X) == 12


def test_without_points_or_with_a_value_that_is_none_it_says_why():
    explorer = KernelExplorer(np.zeros((0, 2)))
    assert explorer.error == "A kernel matrix needs at least one point, got none."
    assert "image/png" not in explorer._repr_mimebundle_()
    explorer = KernelExplorer(np.zeros((2, 2)), kernel=kernels.Formula("log(dot(x, z))"))
    assert "finite numbers" in explorer.error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((np.zeros((3, 3)),), "points of the plane"),
        ((np.zeros((31, 2)),), "at most 30"),
        (("rings",), r"X must be one of .* did you mean 'ring'"),
    ],
)
def test_points_that_cannot_be_drawn_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        KernelExplorer(*arguments)


def test_a_kernel_that_the_page_does_not_compute_is_refused_with_the_remedy():
    with pytest.raises(ValueError, match=r'type it as kernels\.Formula\("\.\.\."\)'):
        KernelExplorer(kernel=lambda X, Z: X @ Z.T)
    with pytest.raises(ValueError, match=r'type it as kernels\.Formula\("\.\.\."\)'):
        KernelExplorer(kernel=kernels.Spectrum(2))


@pytest.mark.parametrize(
    "kernel", [0.5 * kernels.Gaussian() + kernels.Linear(), kernels.Matern(), kernels.Normalised(kernels.AllSubsets())]
)
def test_a_kernel_that_the_menu_has_not_comes_as_its_formula(kernel):
    explorer = KernelExplorer(kernel=kernel)
    assert isinstance(explorer.kernel, kernels.Formula)
    np.testing.assert_allclose(explorer.test.K, kernel(explorer.X), rtol=1e-12, atol=1e-14)


SCENES = {
    "named": lambda: KernelExplorer(X, kernel=kernels.Polynomial(degree=2, coef0=-1.0)),
    "typed": lambda: KernelExplorer("groups", kernel=kernels.Formula("exp(-norm(x - z)**3)"), size="lecture"),
    "empty": lambda: KernelExplorer(np.zeros((0, 2))),
    "nearer": lambda: KernelExplorer(X, limits=[[0.0, 4.0], [0.0, 4.0]]),
}


def same(one, other):
    assert type(one) is type(other)
    np.testing.assert_array_equal(one.X, other.X)
    assert (one.kernel, one.selected, one.size) == (other.kernel, other.selected, other.size)
    assert one.scene.limits == other.scene.limits


@pytest.mark.parametrize("name", SCENES)
def test_a_saved_scene_comes_back_from_its_file_and_from_its_python_text(name, tmp_path):
    explorer = SCENES[name]()
    if len(explorer.X):
        explorer.selected = 1
    file = tmp_path / "scene.json"
    explorer.save(file)
    same(explorers.load(file), explorer)
    names = {}
    exec(explorer.snippet(), names)
    same(names["explorer"], explorer)


def test_the_page_saves_copies_and_opens():
    explorer = SCENES["named"]()
    saved = asked(explorer, "save")
    assert saved == {"name": "scene.json", "text": explorer.as_text()}
    assert asked(explorer, "copy") == {"text": explorer.snippet()}
    other = SCENES["typed"]()
    assert asked(other, "scene", saved["text"].encode(), name="mine.json") == {"told": "the scene of mine.json"}
    np.testing.assert_array_equal(other.X, explorer.X)
    assert other.kernel == explorer.kernel


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"points": [[1, 2, 3]]}, "the field 'points' must be a list of at most 30 places"),
        ({"kernel": {"name": "formula", "text": "exp("}}, "the field 'kernel' must be a kernel"),
        ({"kernel": {"sum": [{"name": "linear"}, {"name": "linaer"}]}}, "the field 'kernel' must be a kernel"),
        ({"selected": 3}, "the field 'selected' must be null or the index of a point, got 3"),
        ({"size": "huge"}, "the field 'size' must be"),
        ({"explorer": "MarginExplorer"}, "a scene of MarginExplorer, which is of another kind"),
        ({"C": 1}, "no field is named 'C'"),
    ],
)
def test_a_file_that_is_wrong_is_refused_and_nothing_changes(change, said):
    explorer = SCENES["named"]()
    told = json.dumps({**json.loads(explorer.as_text()), **change}).encode()
    filed = asked(explorer, "scene", told, name="mine.json")
    assert "mine.json" in filed["error"]
    assert said in filed["error"]
    same(explorer, SCENES["named"]())


def test_load_refuses_what_is_no_scene(tmp_path):
    file = tmp_path / "scene.json"
    explorers.MarginExplorer(m=20).save(file)
    assert type(explorers.load(file)) is explorers.MarginExplorer
    with pytest.raises(ValueError, match="scene of MarginExplorer"):
        KernelExplorer.load(file)
    file.write_text('{"format": "svmlab scene", "version": 1, "explorer": "Nobody"}')
    with pytest.raises(ValueError, match=r"'explorer' must be one of .*'KernelExplorer'"):
        explorers.load(file)


def test_closing_an_explorer_leaves_no_widget_behind():
    KernelExplorer().close()
    assert not widget_instances
