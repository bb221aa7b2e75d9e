"""Names in pictures: no formula begins in them, and however long they are, the picture keeps its room."""

import io

import numpy as np
import pytest
from matplotlib import pyplot

from svmlab import BiclassSVM, MulticlassSVM, comparison, explorers, kkt, plotting, regularization_path, style

X = np.random.default_rng(0).normal(size=(24, 2))
DOLLARS = "income in $ or % of $"
AXES = (DOLLARS, "$\\frac$")


def labels(*names):
    return np.array(names)[np.arange(len(X)) % len(names)]


def drawn(figure):
    """Draw the figure: matplotlib reads formulas only now."""
    figure.savefig(io.BytesIO(), format="png")
    pyplot.close(figure)


def two(y):
    return BiclassSVM(kernel="gaussian").fit(X, y)


def three(y):
    return MulticlassSVM(kernel="linear").fit(X, y)


PICTURES = {
    "machine": lambda a, b, c: plotting.plot_machine(two(labels(a, b)), names=AXES).ax.figure,
    "data set": lambda a, b, c: plotting.plot_dataset(X, labels(a, b, c), names=AXES).ax.figure,
    "circulation": lambda a, b, c: plotting.plot_circulation(three(labels(a, b, c))).ax.figure,
    "pair": lambda a, b, c: plotting.plot_pair(three(labels(a, b, c)), a, b).ax.figure,
    "path": lambda a, b, c: plotting.plot_path(regularization_path(three(labels(a, b, c)), 0.1, 1)).axes[0].figure,
    "explorer": lambda a, b, c: explorers.MarginExplorer(X, labels(a, b), names=AXES).figure(),
    "bounds": lambda a, b, c: explorers.BoundsExplorer(X, labels(a, b), names=AXES).figure(),
    "machines": lambda a, b, c: plotting.plot_comparison(
        comparison.Comparison(X, labels(a, b, c), 1.0, "linear", ("one-vs-one",)).run(), names=AXES
    ),
    "saddle": lambda a, b, c: (
        plotting.plot_saddle(kkt.Problem([[2.0]], [0.0], G=[[-1.0]], h=[-1.0], names=(DOLLARS,))).figure
    ),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_dollars_in_names_are_drawn_as_dollars(picture):
    drawn(PICTURES[picture]("$b$ and $c_", "\\frac{$", "$\\frac$"))


def test_the_dollars_of_a_name_stand_in_the_picture():
    written = plotting.words.axis_name(DOLLARS)
    figure, axes = pyplot.subplots(1, 2)
    axes[0].set_xlabel(written)
    axes[1].set_xlabel(DOLLARS, parse_math=False)
    figure.savefig(io.BytesIO(), format="png")
    widths = [ax.xaxis.label.get_window_extent().width for ax in axes]
    pyplot.close(figure)
    assert widths[0] == pytest.approx(widths[1])


def width_of_the_plane(first, second):
    picture = plotting.plot_machine(two(labels(first, second)))
    drawn(picture.ax.figure)
    return picture.ax.get_position().width


@pytest.mark.parametrize("length", [80, 10_000])
def test_a_long_class_name_is_cut_and_takes_no_more_room_than_a_name_that_is_shown(length):
    shown = width_of_the_plane("a" * style.CLASS_NAME, "b")
    assert width_of_the_plane("a" * length, "b") > 0.97 * shown


@pytest.mark.parametrize("length", [80, 10_000])
def test_a_long_name_of_a_feature_is_cut(length):
    picture = plotting.plot_machine(two(labels("a", "b")), names=("long " * length, "b" * length))
    assert picture.ax.get_xlabel().endswith("…")
    assert max(len(picture.ax.get_xlabel()), len(picture.ax.get_ylabel())) <= style.NAME
    drawn(picture.ax.figure)


def test_a_name_is_cut_at_its_end_and_stands_in_one_line():
    assert style.shortened("income") == "income"
    assert style.shortened("a\nb", 10) == "a b"
    assert style.shortened("a" * 11, 10) == "a" * 9 + "…"
    assert style.shortened("a" * 10, 10) == "a" * 10


@pytest.mark.parametrize("make", [explorers.MarginExplorer, explorers.MulticlassExplorer])
def test_the_page_is_told_short_names_and_the_whole_ones_where_they_are_cut(make):
    long = "a" * 10_000
    explorer = make(X, labels(long, "b"), names=(DOLLARS, long))
    machine, editor = explorer.scene.machine, explorer.scene.editor
    assert max(map(len, (*machine["classes"], *editor["classes"]))) == style.CLASS_NAME
    assert machine["axes"][0] == DOLLARS
    assert machine["whole"] == {"classes": [long, "b"], "axes": [DOLLARS, long]}
    assert editor["whole"] == [long, "b"]
    assert "whole" not in make(X, labels("a", "b")).scene.machine
