"""An explorer on paper, and its controls."""

import gc

import numpy as np
import pytest
from asking import ask
from ipywidgets.widgets.widget import _instances as widget_instances

from svmlab import comparison, datasets, kernels, kkt
from svmlab.explorers import MarginExplorer, MulticlassExplorer
from svmlab.page import wire_format

pytestmark = pytest.mark.usefixtures("close_widgets")


# --- on paper ----------------------------------------------------------------------------


def test_without_a_front_end_an_explorer_is_its_picture_and_a_sentence():
    explorer = MarginExplorer(m=30)
    bundle = explorer._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == repr(explorer)
    cases = kkt.cases(explorer.svm)
    assert f"{(cases.point == kkt.FREE).sum()} free" in repr(explorer)


def test_the_figure_shows_the_same_rectangle_as_the_page():
    from matplotlib import pyplot

    explorer = MarginExplorer(m=30)
    axes = explorer.figure().axes[0]
    np.testing.assert_allclose([axes.get_xlim(), axes.get_ylim()], explorer.scene.machine["limits"])
    pyplot.close("all")


def test_closing_an_explorer_leaves_no_widget_behind():
    explorer = MarginExplorer(m=30)
    explorer.close()
    assert not widget_instances


def test_an_explorer_that_could_not_be_made_leaves_no_error_in_the_log():
    with pytest.raises(ValueError, match="features"):
        MarginExplorer(np.zeros((4, 3)), [0, 1, 0, 1])
    gc.collect()


def test_a_machine_that_is_not_certified_is_not_left_out_of():
    data = comparison.inconsistent()
    explorer = MulticlassExplorer(data.X, data.y, sigma=1.0, C=np.inf)
    ask(explorer, type="loo", i=0, C="inf", epoch=explorer.scene.machine["epoch"], page="p", number=1)
    assert "choose a smaller C" in explorer.scene.left_out["error"]


@pytest.mark.parametrize("explorer", [MarginExplorer, MulticlassExplorer])
def test_the_page_is_told_of_points_that_have_no_machine_yet_and_of_the_first_machine_after_them(explorer):
    X, y = np.random.default_rng(0).normal(size=(20, 2)), np.array(["a", "b"] * 10)
    moved = explorer(X, y, kernel="linear", C=np.inf, names=("u", "v"))
    draft = moved.scene.draft
    assert "cannot be separated" in moved.scene.answer["error"]
    assert np.array_equal(wire_format.numbers(draft["X"], (-1, 2)), X)
    assert wire_format.numbers(draft["y"]).tolist() == [0, 1] * 10
    assert draft["plane"]["axes"] == ["u", "v"]
    assert np.all((np.array(draft["plane"]["limits"])[:, 0] < X) & (np.array(draft["plane"]["limits"])[:, 1] > X))
    moved.C.value = 1.0
    assert moved.scene.draft == {}
    fresh = explorer(X, y, kernel="linear", C=1.0)
    assert moved.svm.solution_.primal == pytest.approx(fresh.svm.solution_.primal)
    assert moved.scene.machine["limits"] == fresh.scene.machine["limits"]


# --- controls ----------------------------------------------------------------------------


def controls_of(explorer):
    return explorer.scene.controls["values"]


def test_a_control_set_in_python_stands_there_in_the_page_and_whoever_observes_it_hears():
    explorer = MarginExplorer(m=30)
    heard = []
    explorer.sigma.observe(lambda change: heard.append(change["new"]), "value")
    explorer.sigma.value = 0.5
    assert (controls_of(explorer)["sigma"], explorer.svm.kernel_, heard) == (0.5, kernels.Gaussian(sigma=0.5), [0.5])
    explorer.set(noise=0.4, data="moons", seed=3)
    assert [controls_of(explorer)[name] for name in ("data", "noise", "seed")] == ["moons", 0.4, 3]
    assert np.array_equal(explorer.svm.X_fit_, datasets.moons(30, noise=0.4, random_state=3).X)


def test_what_a_reader_sets_in_the_page_stands_in_python_and_trains_once():
    explorer = MarginExplorer(m=30)
    turn, heard = explorer.scene.answer["turn"], []
    explorer.kernel.observe(lambda change: heard.append(change["new"]), "value")
    wanted = {"data": "separable", "C": "inf", "kernel": "linear", "seed": 2}
    answer = ask(explorer, type="set", values={**controls_of(explorer), **wanted}, page="a", number=1)
    assert (answer["turn"], answer["error"], answer["C"]) == (turn + 1, None, "inf")
    assert (explorer.data.value, explorer.seed.value, explorer.C.value, heard) == ("separable", 2, np.inf, ["linear"])
    assert {**wanted, **controls_of(explorer)} == {**controls_of(explorer), **wanted}


def test_a_kernel_that_the_page_follows_by_itself_moves_the_control_and_untrained_values_stay():
    explorer, heard = MarginExplorer(m=30), []
    explorer.sigma.observe(lambda change: heard.append(change["new"]), "value")
    state = {"type": "state", "base": 1, "doubtful": False, "C": 2.0, "page": "a"}
    ask(explorer, **state, epoch=2, kernel={"name": "gaussian", "sigma": 0.5}, number=1)
    assert (heard, explorer.sigma.value, controls_of(explorer)["sigma"]) == ([0.5], 0.5, 0.5)
    ask(explorer, **{**state, "base": 2}, epoch=3, kernel={"name": "linear"}, number=2)
    assert (controls_of(explorer)["kernel"], controls_of(explorer)["sigma"]) == ("linear", 0.5)
    assert explorer.svm.kernel_ == kernels.Linear()


def test_the_page_sets_everything_back_and_is_answered():
    explorer = MarginExplorer(m=30, kernel="laplace")
    explorer.set(kernel="linear", data="xor")
    answer = ask(explorer, type="reset", page="a", number=1)
    assert (answer["number"], answer["error"], explorer.kernel.value) == (1, None, "laplace")
    assert (controls_of(explorer)["kernel"], controls_of(explorer)["data"]) == ("laplace", "overlapping")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("kernel", "rbf", "kernel must be one of 'linear', .* got 'rbf'; did you mean 'gaussian'?"),
        ("data", "moon", "data must be one of 'overlapping', .* got 'moon'; did you mean 'moons'?"),
        ("m", 5, "m must lie in the range of its control, 10 to 500, got 5"),
        ("noise", 2.5, "noise must lie in the range of its control, 0 to 2, got 2.5"),
        ("seed", 0.5, "seed must be an integer, got 0.5"),
        ("sigma", 0, "sigma must be positive and finite, got 0"),
        ("degree", 0, "degree must be at least 1, got 0"),
        ("C", -1.0, "C must be positive, got -1.0; use C=inf for the hard margin"),
    ],
)
def test_a_value_where_a_control_cannot_stand_is_refused_and_all_stay(name, value, told):
    explorer = MarginExplorer(m=30)
    before = controls_of(explorer)
    with pytest.raises((TypeError, ValueError), match=told):
        getattr(explorer, name).value = value
    with pytest.raises((TypeError, ValueError), match=told):
        explorer.set(**{"coef0": 2.0, name: value})
    assert (explorer.coef0.value, controls_of(explorer), explorer.error) == (1.0, before, None)


def test_a_kernel_of_ones_own_stands_in_the_menu_of_the_page_and_can_be_chosen_again():
    own = kernels.Gaussian() + kernels.Linear()
    explorer = MarginExplorer(m=20, kernel=own)
    (name, title), *others = explorer.scene.controls["kernels"]
    assert (title, others, controls_of(explorer)["kernel"]) == ("Gaussian (σ = 1) + linear", [], name)
    ask(explorer, type="set", values={"kernel": "linear"}, page="a", number=1)
    assert explorer.svm.kernel_ == kernels.Linear()
    ask(explorer, type="set", values={"kernel": name}, page="a", number=2)
    assert explorer.svm.kernel_ == own
