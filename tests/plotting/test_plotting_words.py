"""What a picture of a machine says in words: title, caption, names of the axes, legend; and where they stand."""

import dataclasses

import numpy as np
import pytest
from on_axes import hexes, legend_texts, rendered

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt, plotting, style

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
GAUSSIAN = kernels.Gaussian(sigma=1.0)


def test_the_title_counts_free_and_bounded_support_vectors(two, hard):
    cases = kkt.cases(two).point
    expected = f"C = 1: {sum(cases == kkt.FREE)} free, {sum(cases == kkt.BOUNDED)} bounded support vectors"
    assert plotting.plot_machine(two).ax.get_title(loc="left") == expected
    title = plotting.plot_machine(hard).ax.get_title(loc="left")
    assert title == f"hard margin: {len(hard.support_)} support vectors"


def caption(picture):
    return " ".join(text.get_text() for text in reversed(picture.ax.texts))


def test_the_caption_counts_training_errors_and_certifies(two, hard):
    errors = int(np.sum(two.predict(two.X_fit_) != two.y_fit_))
    assert caption(plotting.plot_machine(two)).startswith(f"{errors} training errors in 120; certified: ")
    assert caption(plotting.plot_machine(hard)).startswith("no training errors in 30; certified: ")
    precision = caption(plotting.plot_machine(two)).split("≤ 10")[1].translate(SUPERSCRIPTS)
    worst = max(two.solution_.relative_gap, two.solution_.kkt_residual)
    assert max(worst, 1e-16) <= 10 ** int(precision) < 10 * max(worst, 1e-16)
    assert plotting.plot_machine(hard, caption=False).ax.texts[:] == []


def test_a_solution_that_is_not_certified_is_drawn_with_a_warning(two):
    doubtful = BiclassSVM(C=1.0, kernel=GAUSSIAN).fit(two.X_fit_, two.y_fit_)
    residuals = {**doubtful.solution_.residuals, "stationarity": 0.12}
    doubtful.solution_ = dataclasses.replace(doubtful.solution_, residuals=residuals)
    picture = plotting.plot_machine(doubtful)
    assert "(not certified)" in picture.ax.get_title(loc="left")
    assert "; not certified: " in caption(picture)
    assert "try a smaller C" in caption(picture)
    texts = [picture.ax._left_title, *picture.ax.texts]
    assert hexes(text.get_color() for text in texts) == {style.theme("light")["warning"]}


def test_axes_are_named_after_the_features():
    data = datasets.iris(["petal length", "petal width"])
    svm = MulticlassSVM(C=1.0).fit(data.X, data.y)
    ax = plotting.plot_machine(svm, names=data.names).ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == data.names
    ax = plotting.plot_machine(svm).ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x₁", "x₂")


def test_axes_are_named_after_the_columns_of_a_data_frame(two):
    svm = BiclassSVM(C=1.0).fit(two.X_fit_, two.y_fit_)
    svm.feature_names_in_ = np.array(["width", "height"], dtype=object)  # as fit leaves it
    ax = plotting.plot_machine(svm).ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("width", "height")


def test_the_legend_names_classes_cases_and_lines(two, three, hard):
    assert legend_texts(plotting.plot_machine(two)) == [
        "class −1", "class 1", "free: 0 < α < C", "bounded: α = C", "misclassified", "f = 0", "f = ±1",
    ]  # fmt: skip
    assert legend_texts(plotting.plot_machine(three, class_names=["a", "b", "c"])) == [
        "a", "b", "c", "free: every α < C", "bounded: some α = C", "misclassified", "class boundary", "best leads by 1",
    ]  # fmt: skip
    assert legend_texts(plotting.plot_machine(hard))[2:] == ["support vector: α > 0", "f = 0", "f = ±1"]


def test_the_legend_speaks_of_bounds_where_weights_make_them_differ(two):
    weight = np.where(two.y_fit_ == 1, 2.0, 1.0)
    svm = BiclassSVM(C=1.0, kernel=GAUSSIAN).fit(two.X_fit_, two.y_fit_, sample_weight=weight)
    assert legend_texts(plotting.plot_machine(svm))[2:4] == ["free: 0 < α < bound", "bounded: α = bound"]


@pytest.mark.parametrize("size", ["regular", "lecture"])
@pytest.mark.parametrize("legend", ["right", "below"])
@pytest.mark.parametrize("machine", ["two", "three", "hard"])
def test_legend_text_and_axes_overlap_nowhere_and_nothing_is_cut(machine, legend, size, request):
    picture = plotting.plot_machine(request.getfixturevalue(machine), size=size, legend=legend)
    figure, ax = picture.ax.figure, picture.ax
    renderer = rendered(figure)
    plot, key = ax.get_window_extent(renderer), picture.legend.get_window_extent(renderer)
    texts = [ax._left_title, *ax.texts, ax.xaxis.label, ax.yaxis.label]
    for axis, (low, high) in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
        texts += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    boxes = [key, *(text.get_window_extent(renderer) for text in texts if text.get_text())]
    for i, box in enumerate(boxes):
        assert not box.overlaps(plot)
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])
        assert figure.bbox.x0 <= box.x0
        assert box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0
        assert box.y1 <= figure.bbox.y1
    assert plot.width * plot.height > 0.2 * figure.bbox.width * figure.bbox.height


def test_rings_of_points_at_the_edge_are_not_cut(two):
    for size in ("regular", "lecture"):
        picture = plotting.plot_machine(two, size=size)
        rendered(picture.ax.figure)
        at = picture.ax.transData.transform(two.X_fit_)
        box, dpi = picture.ax.get_window_extent(), picture.ax.figure.dpi
        reach = style.size(size)["marker_radius"] * style.TABLE["marks"]["free"]["radius"] * dpi / 72
        assert (at - reach > box.min).all()
        assert (at + reach < box.max).all()


def test_lecture_size_doubles_type_and_thickens_lines(two):
    regular, lecture = (plotting.plot_machine(two, size=size) for size in ("regular", "lecture"))
    for get in (
        lambda p: p.ax._left_title.get_size(),
        lambda p: p.ax.xaxis.label.get_size(),
        lambda p: p.ax.get_xticklabels()[0].get_size(),
        lambda p: p.legend.get_texts()[0].get_size(),
    ):
        assert get(lecture) == 2 * get(regular)
    assert lecture.boundary[0].get_linewidths()[0] > 1.5 * regular.boundary[0].get_linewidths()[0]
    assert lecture.points[0].get_sizes()[0] > 2 * regular.points[0].get_sizes()[0]
