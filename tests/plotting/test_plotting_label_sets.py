"""Sets of labels over the plane: what is drawn is what conformal prediction says there."""

import matplotlib.colors
import matplotlib.pyplot as plt
import numpy as np
import pytest
from on_axes import hexes, legend_texts, offsets
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from svmlab import BiclassSVM, MulticlassSVM, conformal_prediction, datasets, kernels, plotting, style


def trained(Q):
    data = datasets.overlapping(24, random_state=1, n_classes=Q)
    return (BiclassSVM if Q == 2 else MulticlassSVM)(1.0, kernels.Gaussian(1.0)).fit(data.X, data.y)


@pytest.fixture(scope="module", params=[2, 3])
def svm(request):
    return trained(request.param)


@pytest.fixture(scope="module")
def grid(svm):
    return plotting.grid_p_values(svm, resolution=8)


def test_the_grid_is_what_conformal_prediction_says_at_its_places(svm, grid):
    assert grid.certified
    for row, column in ((0, 0), (3, 5), (7, 2)):
        found = conformal_prediction(svm, [[grid.x[column], grid.y[row]]])
        np.testing.assert_array_equal(grid.p_values[row, column], found.p_values[0])


@pytest.mark.parametrize("eps", [0.08, 0.1, 0.2])
def test_each_place_of_the_grid_lies_in_the_region_of_its_set(svm, grid, eps):
    x, y, excess = grid.excess(eps, 3)
    np.testing.assert_allclose(x[::3], grid.x)
    np.testing.assert_allclose(y[::3], grid.y)
    np.testing.assert_array_equal(excess[::3, ::3] > 0, grid.contains(eps))
    picture = plotting.plot_label_sets(svm, eps, grid=grid)
    for row, column in np.ndindex(8, 8):
        members = tuple(np.flatnonzero(grid.contains(eps)[row, column]).tolist())
        if 0 < row < 7 and 0 < column < 7:
            inside = [
                path.contains_point((grid.x[column], grid.y[row])) for path in picture.regions[members].get_paths()
            ]
            assert any(inside)


def test_the_legend_counts_labels_and_the_points_are_there(svm, grid):
    Q = len(svm.classes_)
    picture = plotting.plot_label_sets(svm, grid=grid, class_names=["a", "b", "c"][:Q])
    counted = ["two labels", "three labels"][: Q - 1]
    assert legend_texts(picture) == [*[f"only {name}" for name in "abc"[:Q]], *counted, "no label"]
    np.testing.assert_allclose(np.sort(offsets(picture.points), axis=0), np.sort(svm.X_fit_, axis=0))
    for members, region in picture.regions.items():
        if len(members) == 1:
            assert hexes(region.get_facecolor()) == {style.class_look(members[0])["tint_outside"]}
    assert repr(picture).startswith("LabelSetsPicture(ε = 0.1")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("Q", [2, 3, 6])
def test_more_labels_are_told_apart_by_lightness_alone(Q, theme):
    pen = plotting.pen.Pen(theme=theme)
    looks = [plotting.label_sets._look(pen, tuple(range(n)), Q)["facecolor"] for n in range(2, Q + 1)]
    light = [style.luminance(matplotlib.colors.to_hex(look)) for look in looks]
    assert (np.diff(light) > 0.01).all() or (np.diff(light) < -0.01).all()


@pytest.mark.parametrize("size", ["regular", "lecture"])
def test_it_is_drawn_where_it_is_told_to_and_its_legend_has_room(size):
    svm = trained(2)
    grid = plotting.grid_p_values(svm, (-3, 3), (-2, 2), resolution=4)
    picture = plotting.plot_label_sets(svm, 0.2, grid=grid, size=size)
    figure = picture.ax.figure
    figure.canvas.draw()
    assert picture.legend.get_window_extent().x1 <= figure.bbox.x1
    plt.close(figure)
    ax = plt.subplots()[1]
    assert plotting.plot_label_sets(svm, 0.2, ax, grid=grid, title="mine", legend=None).ax is ax
    assert ax.get_title(loc="left") == "mine"
    assert ax.get_xlim() == (-3, 3)


def test_what_cannot_be_drawn_is_said():
    svm = trained(2)
    with pytest.raises(ValueError, match="eps must lie strictly between 0 and 1, got 1"):
        plotting.plot_label_sets(svm, 1)
    with pytest.raises(ValueError, match="resolution must be at least 2"):
        plotting.grid_p_values(svm, resolution=1)
    with pytest.raises(ValueError, match="C must be positive and finite"):
        plotting.grid_p_values(BiclassSVM(np.inf, kernels.Gaussian(0.1)).fit(svm.X_fit_, svm.y_fit_))
    with pytest.raises(ValueError, match="conformal prediction"):
        plotting.plot_label_sets(make_pipeline(StandardScaler(), BiclassSVM()).fit(svm.X_fit_, svm.y_fit_))
    wide = datasets.iris()
    with pytest.raises(ValueError, match="grid_p_values draws points of 2 features, got 4"):
        plotting.grid_p_values(MulticlassSVM().fit(wide.X, wide.y))
