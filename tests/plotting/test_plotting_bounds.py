"""Bounds drawn over C: solid where they hold, dashed where not, dotted for estimates, grey where they say nothing."""

import dataclasses

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    bounds,
    datasets,
    kernels,
    leave_one_out,
    plotting,
    regularization_path,
    style,
)  # fmt: skip

NAMES = ("support_vectors", "radius_margin", "span_bound", "xi_alpha", "span_rule", "gacv")


@pytest.fixture(scope="module")
def curves():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    return bounds.along_path(regularization_path(svm, 0.01, 1000.0), NAMES, np.geomspace(0.01, 1000.0, 25))


def drawn(picture, name):
    """The lines of a bound, and its points."""
    pieces = picture.lines[name]
    return [p for p in pieces if p.get_linestyle() != "None"], [p for p in pieces if p.get_linestyle() == "None"]


def is_grey(line):
    return line.get_color() == style.theme("light")["vacuous"]


def test_leave_one_out_is_drawn_as_it_is(curves):
    picture = plotting.plot_bounds(curves)
    np.testing.assert_array_equal(picture.loo.get_xdata(), curves.C)
    np.testing.assert_array_equal(picture.loo.get_ydata(), curves.error_rate)
    assert set(picture.lines) == set(NAMES)


def test_the_exact_errors_at_every_c_are_steps_with_a_bar_where_they_are_fewest(curves):
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    loo = leave_one_out.along_path(svm, 0.01, 1000.0)
    picture = plotting.plot_bounds(curves, loo=loo)
    x, y = picture.loo.get_data()
    np.testing.assert_array_equal(x, np.repeat(loo.C, 2)[1:-1])
    np.testing.assert_array_equal(y * 40, np.repeat(loo.counts, 2))
    np.testing.assert_array_equal([loo.count_at(C) for C in curves.C], curves.n_errors)
    bars = [artist.get_data() for artist in picture.best if hasattr(artist, "get_data")]
    np.testing.assert_array_equal([x for x, _ in bars], loo.best)
    assert all((y * 40 == loo.n_errors).all() for _, y in bars)
    hard = dataclasses.replace(loo, C=np.append(loo.C[:-1], np.inf))
    assert plotting.plot_bounds(curves, loo=hard).loo.get_xdata()[-1] == curves.C[-1]
    assert plotting.plot_bounds(curves).best == []


@pytest.mark.parametrize("name", NAMES)
def test_the_pieces_of_a_bound_are_the_whole_of_it(curves, name):
    lines, _ = drawn(plotting.plot_bounds(curves, names=name), name)
    x = np.concatenate([line.get_xdata() for line in lines])
    y = np.concatenate([line.get_ydata() for line in lines])
    assert set(zip(curves.C, curves[name].rate, strict=True)) <= set(zip(x, y, strict=True))
    assert (np.diff(x) >= 0).all()
    cut = ~np.isin(x, curves.C)
    np.testing.assert_allclose(y[cut], 1.0)  # cut only where it crosses 100 %


@pytest.mark.parametrize("name", NAMES)
def test_grey_is_above_100_per_cent_and_nothing_else(curves, name):
    lines, points = drawn(plotting.plot_bounds(curves, names=name), name)
    for line in lines:
        assert (line.get_ydata() >= 1 - 1e-12).all() if is_grey(line) else (line.get_ydata() <= 1 + 1e-12).all()
    grey, colored = points
    assert (grey.get_ydata() > 1).all()
    assert (colored.get_ydata() <= 1).all()


def test_solid_holds_dashed_does_not_and_dotted_is_an_estimate(curves):
    picture = plotting.plot_bounds(curves)
    looks = {name: {line._unscaled_dash_pattern for line in drawn(picture, name)[0]} for name in NAMES}
    solid, dashed, dotted = (0, None), (0, (5.0, 2.0)), (0, (1.2, 1.6))
    assert looks["radius_margin"] == {dashed}
    assert looks["support_vectors"] == {solid, dashed}
    assert looks["span_rule"] == looks["gacv"] == {dotted}
    for line in drawn(picture, "xi_alpha")[0]:
        at = np.isin(curves.C, line.get_xdata())
        if line._unscaled_dash_pattern == solid:
            assert curves["xi_alpha"].holds[at].all()


def test_bounds_are_told_apart_without_colour_and_estimates_are_open(curves):
    picture = plotting.plot_bounds(curves)
    shapes = [str(drawn(picture, name)[1][1].get_marker()) for name in NAMES]
    assert len(set(shapes)) == len(NAMES)
    hollow = style.theme("light")["hollow"]
    for name in NAMES:
        assert (drawn(picture, name)[1][1].get_markerfacecolor() == hollow) == (curves[name].kind == "estimate").all()


def test_rings_are_where_a_bound_would_set_C(curves):
    picture = plotting.plot_bounds(curves)
    for name in NAMES:
        assert picture.chosen[name].get_offsets()[0, 0] == curves.C[curves.chosen(name)]
    assert plotting.plot_bounds(curves, chosen=False).chosen == {}


@pytest.mark.parametrize("size", ["regular", "lecture"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("legend", ["right", "below", None])
def test_every_size_theme_and_legend_draws(curves, size, theme, legend):
    picture = plotting.plot_bounds(curves, size=size, theme=theme, legend=legend, title="Bounds")
    picture.ax.figure.canvas.draw()
    assert (picture.legend is None) == (legend is None)
    if legend:
        texts = [text.get_text() for text in picture.legend.get_texts()]
        assert texts[0] == "exact leave-one-out"
        assert [curves[name].label for name in NAMES] == texts[1 : 1 + len(NAMES)]
        assert "vacuous" in texts


def test_given_axes_are_used_and_one_C_is_enough(curves):
    _, ax = plt.subplots()
    picture = plotting.plot_bounds(curves, ax, names=["gacv", "xi_alpha"])
    assert picture.ax is ax
    assert list(picture.lines) == ["gacv", "xi_alpha"]
    single = bounds.along_path(regularization_path(BiclassSVM().fit([[0.0], [1.0]], [0, 1]), 0.1, 1.0), "gacv", [0.5])
    plotting.plot_bounds(single).ax.figure.canvas.draw()


def test_infinite_bounds_leave_gaps(curves):
    data = datasets.overlapping(20, random_state=0)
    svm = BiclassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    risk = bounds.along_path(regularization_path(svm, 0.001, 1.0), "compression", [0.001, 0.01, 0.1, 1.0])
    assert np.isinf(risk["compression"].rate).any()
    plotting.plot_bounds(risk).ax.figure.canvas.draw()


def test_a_bound_of_many_classes_that_is_only_observed_is_not_drawn_as_proved():
    data = datasets.blobs(20, n_classes=3, distance=8.0, random_state=0)
    path = regularization_path(MulticlassSVM().fit(data.X, data.y), 0.001, np.inf)
    curves = bounds.along_path(path, C=[0.001, 0.01, *path.C[-2] * np.array([2.0, 4.0])])
    assert curves["theorem_2"].holds[-1]
    picture = plotting.plot_bounds(curves, most=1e4)
    last = drawn(picture, "theorem_2")[0][-1]
    assert last._unscaled_dash_pattern == (0, (5.0, 1.8, 1.2, 1.8))
    assert "not proved, never seen to fail" in [text.get_text() for text in picture.legend.get_texts()]


@pytest.mark.parametrize("theme", style.TABLE["themes"])
def test_five_bounds_have_each_a_colour_of_its_own(curves, theme):
    names = ("support_vectors", "radius_margin", "xi_alpha", "span_bound", "span_rule")
    picture = plotting.plot_bounds(curves, names=names, theme=theme)
    vacuous = style.theme(theme)["vacuous"]
    colors = [{line.get_color() for line in drawn(picture, name)[0]} - {vacuous} for name in names]
    assert all(len(one) == 1 for one in colors)
    assert len(set.union(*colors)) == 5
