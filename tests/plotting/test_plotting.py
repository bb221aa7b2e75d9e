"""Planar machines drawn with matplotlib: what is on the Axes is what the machine says."""

import contextlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")

import matplotlib.colors
import matplotlib.pyplot as plt
import numpy as np
import pytest
from on_axes import hexes, legend_texts, offsets, rendered
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt, plotting, style

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
GAUSSIAN = kernels.Gaussian(sigma=1.0)


def same_points(found, expected):
    return np.array_equal(np.unique(found, axis=0), np.unique(expected, axis=0)) and len(found) == len(expected)


@pytest.mark.parametrize("machine", ["two", "three"])
def test_every_point_is_drawn_once_and_open_where_bounded(machine, request):
    svm = request.getfixturevalue(machine)
    picture = plotting.plot_machine(svm)
    bounded = kkt.cases(svm).point == kkt.BOUNDED
    assert bounded.any()
    assert not bounded.all()
    assert same_points(offsets(picture.bounded), svm.X_fit_[bounded])
    assert same_points(offsets(picture.points), svm.X_fit_[~bounded])
    hollow = style.theme("light")["hollow"]
    assert all(hexes(c.get_facecolor()) == {hollow} for c in picture.bounded)
    assert all(hollow not in hexes(c.get_facecolor()) for c in picture.points)


@pytest.mark.parametrize("machine", ["two", "three", "hard"])
def test_rings_mark_the_free_support_vectors_and_no_other_point(machine, request):
    svm = request.getfixturevalue(machine)
    picture = plotting.plot_machine(svm)
    free = kkt.cases(svm).point == kkt.FREE
    assert free.any()
    assert same_points(offsets([picture.free]), svm.X_fit_[free])


@pytest.mark.parametrize("machine", ["two", "three"])
def test_crosses_mark_the_misclassified_points_and_no_other(machine, request):
    svm = request.getfixturevalue(machine)
    picture = plotting.plot_machine(svm)
    wrong = svm.predict(svm.X_fit_) != svm.y_fit_
    assert wrong.any()
    assert same_points(offsets([picture.misclassified]), svm.X_fit_[wrong])


def test_a_machine_without_errors_has_no_cross(hard):
    assert len(plotting.plot_machine(hard).misclassified.get_offsets()) == 0


def test_crosses_lie_behind_the_points_they_mark_and_before_all_others(two):
    picture = plotting.plot_machine(two)
    wrong = {tuple(point) for point in picture.misclassified.get_offsets()}
    for artist in [*picture.points, *picture.bounded]:
        marked = [tuple(point) in wrong for point in artist.get_offsets()]
        assert all(marked) or not any(marked)
        if marked:
            assert (artist.get_zorder() > picture.misclassified.get_zorder()) == marked[0]


def test_two_classes_show_the_boundary_and_both_margins(two):
    picture = plotting.plot_machine(two)
    (boundary,), (margins,) = picture.boundary, picture.margins
    assert list(boundary.levels) == [0]
    assert list(margins.levels) == [-1, 1]
    for contours, levels in ((boundary, [0]), (margins, [-1, 1])):
        for path, level in zip(contours.get_paths(), levels, strict=True):
            f = two.decision_function(path.vertices)
            assert np.abs(f - level).max() < 0.02  # interpolated between grid points


def test_free_support_vectors_of_two_classes_lie_on_the_drawn_margin(two):
    picture = plotting.plot_machine(two)
    margin = np.vstack([path.vertices for path in picture.margins[0].get_paths()])
    for point in picture.free.get_offsets():
        assert np.hypot(*(margin - point).T).min() < 0.05


def test_lines_beside_the_machine_are_where_their_equations_say_right_through_the_picture(two):
    given = [[1.0, 2.0, -0.5], [0.0, -3.0, 1.0], [2.0, 0.0, 1.0]]
    picture = plotting.plot_machine(two, lines=given)
    limits = np.array([picture.ax.get_xlim(), picture.ax.get_ylim()])
    assert len(picture.lines) == 3
    for (w1, w2, b), line in zip(given, picture.lines, strict=True):
        ends = line.get_xydata()
        assert np.allclose(ends @ [w1, w2] + b, 0)
        assert np.any((ends < limits[:, 0]) | (ends > limits[:, 1]), axis=1).all()
    assert np.array_equal(limits, [picture.ax.get_xlim(), picture.ax.get_ylim()])
    plt.close(picture.ax.figure)


def test_many_classes_show_where_the_best_leads_by_0_and_by_1(three):
    picture = plotting.plot_machine(three)
    assert [list(contours.levels) for contours in picture.boundary] == [[0]] * 3
    assert [list(contours.levels) for contours in picture.margins] == [[1]] * 3
    for k, contours in enumerate(picture.margins):
        (path,) = contours.get_paths()
        scores = np.sort(three.decision_function(path.vertices), axis=1)
        lead = scores[:, -1] - scores[:, -2]
        assert np.quantile(np.abs(lead - 1), 0.95) < 0.02
        assert np.mean(three.predict(path.vertices) == three.classes_[k]) == 1


def test_leads_are_score_minus_best_other_score(three):
    Z = np.array([[0.3, -0.2], [1.0, 1.0]])
    grid = plotting.grid_scores(three, (0.3, 1.0), (-0.2, 1.0), resolution=2)
    scores = three.decision_function(Z)
    for lead, row in zip(grid.leads[:, [0, 1], [0, 1]].T, scores, strict=True):
        expected = [row[k] - max(np.delete(row, k)) for k in range(3)]
        np.testing.assert_allclose(lead, expected, rtol=1e-12)


def test_the_grid_is_the_same_however_it_is_cut_into_blocks(three):
    whole = plotting.grid_scores(three, (-2, 2), (-1, 1), resolution=13)
    blocks = plotting.grid_scores(three, (-2, 2), (-1, 1), resolution=13, memory=500)
    np.testing.assert_allclose(blocks.scores, whole.scores, rtol=1e-12, atol=1e-12)
    x, y = whole.x[4], whole.y[9]
    np.testing.assert_allclose(whole.scores[9, 4], three.decision_function([[x, y]])[0], rtol=1e-12)


def test_the_multiclass_machine_of_two_classes_has_the_regions_of_the_biclass_machine(two):
    many = MulticlassSVM(C=0.5, kernel=GAUSSIAN).fit(two.X_fit_, two.y_fit_)
    one, other = (plotting.plot_machine(svm, resolution=40).grid for svm in (two, many))
    np.testing.assert_allclose(one.leads, other.leads, atol=1e-6)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_regions_and_points_have_the_colours_of_the_style_table(three, theme):
    picture = plotting.plot_machine(three, theme=theme)
    for k in range(3):
        look = style.class_look(k, theme)
        tints = hexes(picture.regions[k].get_facecolor())
        assert tints == {look["tint_inside"], look["tint_outside"]}
        assert hexes(picture.points[k].get_facecolor()) == {look["color"]}
        assert hexes(picture.points[k].get_edgecolor()) == {look["edge"]}
    assert hexes([picture.ax.figure.get_facecolor()]) == {style.theme(theme)["background"]}


def test_each_class_has_a_shape_of_its_own(three):
    shapes = [p.get_paths()[0].vertices.shape for p in plotting.plot_machine(three).points[:3]]
    assert len(set(shapes)) == 3


def test_limits_follow_the_data_with_room_for_the_rings():
    X, y = datasets.separable(40, random_state=0).X, datasets.separable(40, random_state=0).y
    for scale, shift in ((1e-3, 0.0), (1.0, 100.0), (1e3, -5e3)):
        ax = plotting.plot_dataset(scale * X + shift, y).ax
        low, high = (scale * X + shift).min(axis=0), (scale * X + shift).max(axis=0)
        room = 0.07 * (high - low)
        assert (np.array([ax.get_xlim()[0], ax.get_ylim()[0]]) < low - room).all()
        assert (np.array([ax.get_xlim()[1], ax.get_ylim()[1]]) > high + room).all()
        assert ax.get_aspect() == 1


def test_units_are_equal_unless_one_range_is_more_than_five_times_the_other():
    X = np.array([[0.0, 0.0], [1.0, 4.0], [0.5, 2.0]])
    assert plotting.plot_dataset(X, [0, 1, 1]).ax.get_aspect() == 1
    assert plotting.plot_dataset(X * [1, 10], [0, 1, 1]).ax.get_aspect() == "auto"
    assert plotting.plot_dataset(X * [1, 10], [0, 1, 1], equal=True).ax.get_aspect() == 1


@pytest.mark.parametrize("X", [[[2.0, 5.0]] * 3, [[0.0, 1.0], [0.0, 3.0], [0.0, 2.0]]])
def test_data_without_extent_get_limits_that_show_them(X):
    ax = plotting.plot_dataset(X, [0, 1, 1]).ax
    for (low, high), column in zip((ax.get_xlim(), ax.get_ylim()), np.transpose(X), strict=True):
        assert low < column.min() <= column.max() < high


def test_given_limits_are_kept(two):
    ax = plotting.plot_machine(two, xlim=(-1, 2), ylim=(0, 1)).ax
    assert ax.get_xlim() == (-1, 2)
    assert ax.get_ylim() == (0, 1)


def test_a_point_of_weight_zero_is_no_support_vector(two):
    weight = np.ones(len(two.X_fit_))
    weight[:10] = 0
    picture = plotting.plot_machine(
        BiclassSVM(C=1.0, kernel=GAUSSIAN).fit(two.X_fit_, two.y_fit_, sample_weight=weight)
    )
    marked = {tuple(p) for p in np.vstack([offsets(picture.bounded), picture.free.get_offsets()])}
    assert not marked & {tuple(x) for x in two.X_fit_[:10]}


def test_many_points_are_drawn_smaller():
    few, many = (datasets.overlapping(m, random_state=0) for m in (100, 3000))
    few, many = (plotting.plot_dataset(data.X, data.y).points[0].get_sizes()[0] for data in (few, many))
    assert many < 0.5 * few


def test_a_given_axes_is_drawn_on_and_no_figure_is_made(two):
    figure, axes = plt.subplots(1, 2, layout="constrained")
    for ax, C in zip(axes, (0.1, 10), strict=True):
        svm = BiclassSVM(C=C, kernel=GAUSSIAN).fit(two.X_fit_, two.y_fit_)
        assert plotting.plot_machine(svm, ax=ax, legend=None).ax is ax
    assert plt.get_fignums() == [figure.number]
    renderer = rendered(figure)
    left, right = (ax._left_title.get_window_extent(renderer) for ax in axes)
    assert not left.overlaps(right)  # titles are broken into lines


def test_a_machine_that_gives_every_point_to_one_class_is_drawn_without_boundary():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.5, 0.5]])
    svm = BiclassSVM(C=1e-3, kernel=GAUSSIAN).fit(X, [0, 0, 0, 0, 1])
    picture = plotting.plot_machine(svm)
    assert picture.boundary == []
    assert "f = 0" in legend_texts(picture)


def test_the_tints_of_the_regions_cover_the_plane(three):
    picture = plotting.plot_machine(three, legend=None, caption=False, title="")
    ax = picture.ax
    for artist in ax.collections:
        artist.set_visible(artist in picture.regions)
    ax.set_facecolor("#FF00FF")
    rendered(ax.figure)
    box = ax.get_window_extent()
    image = np.asarray(ax.figure.canvas.buffer_rgba())[::-1]
    inside = image[int(box.y0) + 3 : int(box.y1) - 3, int(box.x0) + 3 : int(box.x1) - 3, :3]
    bare = (inside == [255, 0, 255]).all(axis=-1)
    assert bare.mean() < 1e-3  # at most specks where three classes meet, below the boundary lines
    tints = {style.class_look(k)[tint] for k in range(3) for tint in ("tint_inside", "tint_outside")}
    found = {"#{:02X}{:02X}{:02X}".format(*pixel) for pixel in np.unique(inside[~bare], axis=0)}
    assert found == tints


def test_plot_dataset_draws_each_class_in_its_colour_and_counts_all_points():
    data = datasets.blobs(60, n_classes=6, random_state=0)
    picture = plotting.plot_dataset(data.X, data.y, names=data.names, title="six classes")
    assert [len(p.get_offsets()) for p in picture.points] == [10] * 6
    assert [hexes(p.get_facecolor()) for p in picture.points] == [{style.class_look(k)["color"]} for k in range(6)]
    assert picture.ax.get_title(loc="left") == "six classes"
    assert legend_texts(picture) == [f"class {k}" for k in range(6)]


def test_labels_may_be_words():
    data = datasets.iris(["petal length", "petal width"])
    words = np.array(["setosa", "versicolor", "virginica"])[np.unique(data.y, return_inverse=True)[1]]
    picture = plotting.plot_machine(MulticlassSVM().fit(data.X, words))
    assert legend_texts(picture)[:3] == ["setosa", "versicolor", "virginica"]


def test_a_machine_that_is_not_planar_is_refused_with_the_number_of_features():
    data = datasets.iris()
    svm = MulticlassSVM().fit(data.X, data.y)
    with pytest.raises(ValueError, match=r"2 features, got 4; choose two columns, for instance X\[:, \["):
        plotting.plot_machine(svm)
    with pytest.raises(ValueError, match="2 features, got 1;"):
        plotting.plot_dataset(data.X[:, :1], data.y)
    with pytest.raises(ValueError, match=r"shape \(m, d\), one row a point, got \(150,\)"):
        plotting.plot_dataset(data.X[:, 0], data.y)
    assert plt.get_fignums() == []


def test_a_precomputed_kernel_is_refused_even_where_it_looks_planar():
    svm = BiclassSVM(kernel="precomputed").fit(np.eye(2), [0, 1])
    with pytest.raises(ValueError, match="needs the points themselves"):
        plotting.plot_machine(svm)


def test_an_untrained_machine_is_refused():
    with pytest.raises(NotFittedError, match="not fitted"):
        plotting.plot_machine(BiclassSVM())
    assert plt.get_fignums() == []


def test_wrong_arguments_say_what_is_right(two):
    with pytest.raises(ValueError, match="legend must be one of 'right', 'below', None, got 'left'"):
        plotting.plot_machine(two, legend="left")
    with pytest.raises(ValueError, match="size must be one of 'regular', 'lecture', got 'huge'"):
        plotting.plot_machine(two, size="huge")
    with pytest.raises(ValueError, match="names must name the 2 columns of X, got 3"):
        plotting.plot_machine(two, names=["a", "b", "c"])
    with pytest.raises(ValueError, match="class_names must name 2 classes, got 3"):
        plotting.plot_machine(two, class_names=["a", "b", "c"])
    with pytest.raises(ValueError, match="one label for each of the 3 rows of X"):
        plotting.plot_dataset(np.eye(3)[:, :2], [0, 1])
    assert plt.get_fignums() == []


def test_importing_changes_no_setting_of_matplotlib():
    code = (
        "import matplotlib; matplotlib.use('Agg'); import matplotlib.pyplot; before = dict(matplotlib.rcParams);"
        "import sys, svmlab.plotting; print(before == dict(matplotlib.rcParams), 'ipywidgets' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "True False"


def test_drawing_changes_no_setting_of_matplotlib(two):
    before = dict(plt.rcParams)
    plotting.plot_machine(two, size="lecture", theme="dark")
    assert dict(plt.rcParams) == before


def test_look_applies_inside_its_block_only_even_after_an_error(two):
    before = dict(plt.rcParams)
    with contextlib.suppress(ZeroDivisionError), plotting.look(size="lecture", theme="dark"):
        assert plt.rcParams["font.size"] == style.size("lecture")["type"]["tick"]
        picture = plotting.plot_machine(two)
        assert picture.ax._left_title.get_size() == style.size("lecture")["type"]["title"]
        assert hexes([picture.ax.get_facecolor()]) == {style.theme("dark")["background"]}
        _ = 1 / 0
    assert dict(plt.rcParams) == before
    assert plotting.plot_machine(two).ax._left_title.get_size() == style.size("regular")["type"]["title"]


def test_use_applies_from_there_on(two):
    with plt.rc_context():
        try:
            plotting.use(size="lecture")
            picture = plotting.plot_machine(two)
            assert picture.ax.figure.get_size_inches().tolist() == style.size("lecture")["figure"]
            assert plotting.plot_machine(two, size="regular").ax.xaxis.label.get_size() == 11
        finally:
            plotting.use()


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.12589, "0.126"), (12345, "12300"), (1e-6, "10⁻⁶"), (2.346e-12, "2.35×10⁻¹²"), (0, "0"),
     (np.inf, "∞"), (-np.inf, "−∞"), (-0.5, "−0.5"), (-2e-9, "−2×10⁻⁹"), (9.999e-4, "0.001"), (99999, "10⁵"),
     (1e5, "10⁵"), (0.001, "0.001")],
)  # fmt: skip
def test_numbers_have_three_significant_digits(value, text):
    assert plotting.number(value) == text


def test_a_picture_of_a_slider_fits_ten_visible_lines():
    data = datasets.xor(60, random_state=0)

    def show(log10_C=0.0):
        return plotting.plot_machine(BiclassSVM(C=10**log10_C, kernel=GAUSSIAN).fit(data.X, data.y))

    pictures = [show(value) for value in (-2.0, 0.5, 3.0)]
    assert [p.ax.get_title(loc="left").split(":")[0] for p in pictures] == ["C = 0.01", "C = 3.16", "C = 1000"]
    assert len({(p.ax.get_xlim(), p.ax.get_ylim(), tuple(legend_texts(p))) for p in pictures}) == 1
