"""Pictures of small convex programs: at a minimum the arrows balance, at the saddle the lines cross."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import kkt, plotting
from svmlab.theory.kkt import EXAMPLES


@pytest.fixture
def ax():
    figure, ax = plt.subplots()
    yield ax
    plt.close(figure)


def arrow(picture, name):
    """The vector of an arrow, in units of the data."""
    note = picture.arrows[name]
    return np.array(note.xy) - np.array(note.xyann)


@pytest.mark.parametrize("name", ["slides 2", "slides 3", "Vert 7.4", "Vert 7.5"])
def test_at_a_minimum_the_arrows_of_the_constraints_add_up_to_the_gradient(name, ax):
    audit = kkt.audit(EXAMPLES[name])
    picture = plotting.plot_problem(audit, ax)
    pulls = [arrow(picture, key) for key in picture.arrows if key != "gradient"]
    gradient = arrow(picture, "gradient")
    assert sum(pulls) == pytest.approx(gradient)
    assert np.cross([*gradient, 0], [*audit.problem.gradient(audit.x), 0]) == pytest.approx([0, 0, 0])
    assert np.asarray(picture.point.get_offsets())[0] == pytest.approx(audit.x)


def test_a_candidate_that_fails_is_drawn_and_named_as_such(ax):
    plotting.plot_problem(kkt.audit(EXAMPLES["slides 3"], (-1, 0.2), [0.7]), ax)
    assert any("fails: stationarity, feasibility" in text.get_text().replace("\n", " ") for text in ax.texts)


def test_in_balance_all_arrows_begin_at_the_minimum_and_add_up_to_nothing(ax):
    audit = kkt.audit(kkt.EXAMPLES["slides 3"])
    picture = plotting.plot_problem(audit, ax, balance=True)
    assert len(picture.arrows) > 1
    for note in picture.arrows.values():
        np.testing.assert_allclose(note.xyann, audit.x)
    assert sum(arrow(picture, name) for name in picture.arrows) == pytest.approx(0.0)
    assert "x + 2y + 1 ≤ 0, α ∇h(x)" in [text.get_text() for text in picture.legend.get_texts()]


def test_an_inactive_constraint_pulls_nothing(ax):
    picture = plotting.plot_problem(kkt.audit(EXAMPLES["slides 4"]), ax)
    assert picture.arrows == {}
    assert len(picture.forbidden) == 1


def test_the_saddle_is_where_the_lines_cross(ax):
    plotting.plot_saddle(EXAMPLES["Vert 7.6"], ax)
    valley = ax.lines[0].get_xydata()
    assert valley[:, 0] == pytest.approx(valley[:, 1] / 2)  # x = λ/2
    assert np.asarray(ax.collections[-1].get_offsets())[0] == pytest.approx([1, 2])


def test_pictures_say_which_problems_they_can_draw(ax):
    with pytest.raises(ValueError, match="2 variables"):
        plotting.plot_problem(kkt.audit(EXAMPLES["Vert 7.6"]), ax)
    with pytest.raises(ValueError, match="one variable and one inequality"):
        plotting.plot_saddle(EXAMPLES["slides 3"], ax)
