"""The explorer of one constrained problem without a front end: its problem, its audit, what travels to the page."""

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances as widget_instances

from svmlab import kkt
from svmlab.explorers import LagrangeExplorer, lagrange

pytestmark = pytest.mark.usefixtures("close_widgets")


def dragged(explorer, **changes):
    """What the page says when a drag ends, in one message."""
    state = {"problem": {**explorer.scene.problem, **changes}, "preset": explorer.scene.preset}
    explorer.scene._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("P", "q", "G", "h", "A", "b"))


@pytest.mark.parametrize("name", lagrange.PRESETS)
def test_every_preset_goes_to_the_page_and_comes_back_and_has_a_picture(name):
    from matplotlib import pyplot

    explorer = LagrangeExplorer(name)
    assert explorer.preset == name
    assert same(explorer.problem, kkt.EXAMPLES[name])
    assert repr(explorer.problem) == repr(kkt.EXAMPLES[name])
    assert explorer.audit.holds
    axes = explorer.figure().axes[0]
    np.testing.assert_allclose([axes.get_xlim(), axes.get_ylim()], explorer.scene.problem["limits"])
    pyplot.close("all")


def test_the_presets_are_the_examples_of_both_sources():
    assert set(lagrange.PRESETS) == set(kkt.EXAMPLES)
    assert [one["name"] for one in LagrangeExplorer().scene.presets] == list(lagrange.PRESETS)


def test_the_picture_shows_the_minimum_the_free_one_and_the_borders():
    for name, problem in kkt.EXAMPLES.items():
        if len(problem.q) == 1:
            continue
        best = kkt.audit(problem)
        (x0, x1), (y0, y1) = lagrange.limits(problem)
        assert (x1 - x0) / (y1 - y0) == pytest.approx(lagrange.ASPECT), name
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        for x in (best.x, problem.minimiser()):
            assert x0 < x[0] < x1, name
            assert y0 < x[1] < y1, name
        for values in (corners @ problem.G.T - problem.h).T:
            assert values.min() < 0 < values.max(), name


def test_after_a_drag_problem_and_audit_are_those_of_the_page():
    explorer = LagrangeExplorer("slides 4")
    assert explorer.audit.alpha == [0]
    dragged(explorer, h=[-1.0])
    np.testing.assert_allclose(explorer.problem.h, [-1.0])
    np.testing.assert_allclose(explorer.audit.alpha, [0.4])
    assert "active (saturated)" in repr(explorer)
    assert explorer.preset == "slides 4"


def test_an_impossible_problem_is_told_and_nothing_is_drawn():
    explorer = LagrangeExplorer("Vert 7.5")
    dragged(explorer, h=[1.0, 1.0, -9.0], G=[[1.0, 1.0], [2.0, 0.0], [-1.0, -1.0]])
    assert explorer.error
    with pytest.raises(ValueError, match="constraint"):
        explorer.audit  # noqa: B018
    bundle = explorer._repr_mimebundle_()
    assert "image/png" not in bundle
    assert explorer.error in bundle["text/plain"]
    explorer.problem = "Vert 7.5"
    assert explorer.error is None
    assert "image/png" in explorer._repr_mimebundle_()


def test_a_problem_of_ones_own():
    own = kkt.Problem([[2, 1], [1, 2]], [1, 0], G=[[1, 0]], h=[-2], names="uv")
    explorer = LagrangeExplorer(own)
    assert explorer.preset is None
    assert same(explorer.problem, own)
    explorer.problem = kkt.EXAMPLES["slides 2"]
    assert explorer.preset == "slides 2"


def test_what_cannot_be_drawn_is_refused_with_the_rule_and_the_value():
    plane, G = [[2, 0], [0, 2]], [[1, 0], [0, 1], [1, 1], [1, 2]]
    with pytest.raises(ValueError, match=r"problem must be one of .* got 'slides 5'"):
        LagrangeExplorer("slides 5")
    with pytest.raises(ValueError, match="size must be one of"):
        LagrangeExplorer(size="huge")
    with pytest.raises(ValueError, match=r"two variables, .* got 3 variables"):
        LagrangeExplorer(kkt.Problem(np.eye(3), [0, 0, 0]))
    with pytest.raises(ValueError, match="one inequality, got 1 variables, 0 inequalities"):
        LagrangeExplorer(kkt.Problem([[1]], [0]))
    with pytest.raises(ValueError, match="at most 3 constraints apart, got 4"):
        LagrangeExplorer(kkt.Problem(plane, [0, 0], G, [1, 1, 1, 1]))
    with pytest.raises(ValueError, match="strictly convex"):
        LagrangeExplorer(kkt.Problem([[1, 0], [0, 0]], [0, 0]))
    with pytest.raises(ValueError, match="no border to draw"):
        LagrangeExplorer(kkt.Problem(plane, [0, 0], [[0, 0]], [1]))
    with pytest.raises(ValueError, match=r"must be a kkt\.Problem"):
        LagrangeExplorer(3)


def test_without_a_front_end_an_explorer_is_its_picture_and_a_sentence():
    explorer = LagrangeExplorer()
    bundle = explorer._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == repr(explorer)
    assert "α = (0.4)" in repr(explorer)


def test_closing_an_explorer_leaves_no_widget_behind():
    LagrangeExplorer().close()
    assert not widget_instances
