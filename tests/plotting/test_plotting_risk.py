"""Pictures of the guaranteed risk: what is on the Axes is what was computed."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import MulticlassSVM, capacity, plotting, risk
from svmlab.risk.gaussians import GaussianProblem

TOY = GaussianProblem()


@pytest.fixture(scope="module")
def tuning():
    svm = MulticlassSVM(C=0.01).fit(*TOY.sample(120, 0, exact_priors=True))
    return risk.tune_C(svm, np.geomspace(1e-4, 1, 6))


@pytest.fixture
def plane():
    ax = plt.figure().add_subplot()
    ax.set(xlim=(-20, 10), ylim=(-15, 14))
    return ax


def test_bayes_circles_lie_where_two_posteriors_tie_and_leave_the_limits(plane):
    lines = plotting.draw_bayes(plane, TOY, color="red")
    assert len(lines) == 2
    assert {line.get_color() for line in lines} == {"red"}
    for line, (k, l) in zip(lines, [(0, 2), (1, 2)], strict=True):
        centre, radius = TOY.bayes_circle(k, l)
        assert np.allclose(np.linalg.norm(line.get_xydata() - centre, axis=1), radius)
        assert line in plane.lines
    assert plane.get_xlim() == (-20, 10)


def test_wedges_are_the_boundaries_of_the_machine_and_leave_the_picture(plane, tuning):
    W, b, _ = TOY.best_linear
    lines = plotting.draw_wedges(plane, W, b)
    assert len(lines) == 3
    for line in lines:
        scores = np.sort(line.get_xydata() @ W.T + b, axis=1)
        assert np.allclose(scores[:, -1], scores[:, -2])
        inside = [-20 <= x <= 10 and -15 <= y <= 14 for x, y in line.get_xydata()]
        assert sum(inside) == 1  # one end is where the three meet
    assert plane.get_ylim() == (-15, 14)


def test_balls_of_a_net_are_those_of_the_sample_distance(plane):
    X = np.random.default_rng(0).normal(size=(4, 2))
    W = capacity.net(X, 0.5)
    patches, points = plotting.draw_net(plane, W, X, 0.5)
    assert len(patches) == len(W)
    assert np.allclose(points.get_offsets(), W)
    for w, patch in zip(W, patches, strict=True):
        assert np.allclose(capacity.sample_distance(patch.get_xy(), w, X), 0.5)


def test_risk_terms_are_drawn_as_computed(tuning):
    true = [TOY.machine_risk(machine) for machine in tuning.machines]
    picture = plotting.plot_risk_terms(tuning, true_risks=true)
    drawn = {name: line.get_ydata() for name, line in picture.lines.items()}
    assert np.array_equal(drawn["guaranteed risk"], tuning.values)
    assert np.allclose(drawn["margin risk"] + drawn["interval (capacity)"] + 1 / 120, tuning.values)
    assert np.array_equal(drawn["true risk"], true)
    assert np.allclose(picture.mark.get_offsets(), [[tuning.best_C, tuning.values.min()]])
    assert picture.ax.get_xscale() == "log"
    assert plotting.number(tuning.best_C, 2) in picture.ax.get_title(loc="left")
    assert (picture.above is not None) == (tuning.values.max() * 1.1 > 1)


def test_what_says_nothing_is_grey_and_said(tuning):
    vacuous = risk.tune_C(tuning.machines[0], tuning.C, theorem=2)
    picture = plotting.plot_risk_terms(vacuous, most=60.0)
    assert picture.above is not None
    assert "above 1: says nothing" in [text.get_text() for text in picture.legend.get_texts()]
    assert "true risk" not in picture.lines


def test_intervals_are_marked_where_they_fall_below_one():
    constants = risk.Constants(1, 3, 0.5, 1.0, 0.1, 2)
    m = np.geomspace(10, 1e6, 60).astype(int)
    values = np.array([float(risk.confidence_interval(constants.at(int(n)), 1.0, 0.05, 3)) + 1 / n for n in m])
    picture = plotting.plot_intervals({"Theorem 3": (m, values)}, landmarks={"many": 1e5})
    assert np.array_equal(picture.lines["Theorem 3"].get_ydata(), values)
    [mark] = [c for c in picture.ax.collections if len(c.get_offsets()) == 1]
    first = mark.get_offsets()[0, 0]
    needed = risk.sample_size_needed(constants, 3)
    assert m[np.searchsorted(m, first) - 1] < needed <= first
    assert "many" in [text.get_text() for text in picture.ax.texts]
    assert picture.ax.get_yscale() == picture.ax.get_xscale() == "log"


@pytest.mark.parametrize("legend", ["right", "below", None])
@pytest.mark.parametrize("size", ["regular", "lecture"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_risk_terms_come_in_every_size_and_theme(tuning, legend, size, theme):
    picture = plotting.plot_risk_terms(tuning, legend=legend, size=size, theme=theme)
    picture.ax.figure.canvas.draw()
    assert (picture.legend is None) == (legend is None)
    colors = {line.get_color() for line in picture.lines.values()}
    assert colors == set(plotting.style.theme(theme)["series"][:3])


def test_a_legend_elsewhere_is_refused(tuning):
    with pytest.raises(ValueError, match="legend must be one of"):
        plotting.plot_risk_terms(tuning, legend="left")
