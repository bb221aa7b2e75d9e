"""The plane of C and σ: bands whose steps are those of the curves, and the rectangles with the fewest errors."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import BiclassSVM, datasets, kernels, leave_one_out, plotting


@pytest.fixture(scope="module")
def svm():
    data = datasets.overlapping(16, random_state=0)
    return BiclassSVM(kernel=kernels.Gaussian()).fit(data.X, data.y)


@pytest.fixture(scope="module")
def plane(svm):
    return leave_one_out.over_plane(svm, [0.3, 1.0, 3.0], 0.1, 100.0)


def test_each_band_has_the_steps_of_its_curve(plane):
    picture = plotting.plot_error_plane(plane)
    assert len(picture.bands) == 3
    for band, curve in zip(picture.bands, plane.curves, strict=True):
        np.testing.assert_array_equal(np.ravel(band.get_array()), curve.counts)
        np.testing.assert_array_equal(band.get_coordinates()[0, :, 0], curve.C)
    assert picture.ax.get_xlim() == (0.1, 100.0)
    np.testing.assert_allclose(picture.ax.get_ylim(), plane.edges[[0, -1]])
    plt.close(picture.ax.figure)


def test_the_rectangles_are_those_with_the_fewest_errors(plane):
    picture = plotting.plot_error_plane(plane, legend=None)
    drawn = [(patch.get_y(), patch.get_x(), patch.get_height(), patch.get_width()) for patch in picture.best]
    wanted = [(low, begin, high - low, end - begin) for (low, high), (begin, end) in plane.rectangles]
    np.testing.assert_allclose(drawn, wanted)
    title = f"fewest leave-one-out errors at the sampled σ: {plane.n_errors} of 16 points"
    assert picture.ax.get_title(loc="left") == title
    assert picture.legend is None
    assert f"{len(drawn)} rectangles" in repr(picture)
    plt.close(picture.ax.figure)


def test_darker_is_more_in_every_theme_and_the_fewest_have_a_frame(plane):
    for theme in ("light", "dark", "contrast"):
        picture = plotting.plot_error_plane(plane, theme=theme, size="lecture")
        shades, norm = picture.bands[0].cmap, picture.bands[0].norm
        colors = plotting.style.theme(theme)
        least, most = (np.array(shades(norm(value))[:3]) for value in (norm.vmin, norm.vmax))
        ink = np.array(matplotlib.colors.to_rgb(colors["ink"]))
        assert np.abs(most - ink).sum() < np.abs(least - ink).sum()
        assert picture.best[0].get_edgecolor() == matplotlib.colors.to_rgba(colors["ink"])
        assert picture.best[0].get_facecolor() == matplotlib.colors.to_rgba(colors["accent"])
        plt.close(picture.ax.figure)


def test_a_plane_up_to_the_hard_margin_is_cut_off_behind_its_last_breakpoint():
    data = datasets.separable(16, random_state=0)
    svm = BiclassSVM(kernel=kernels.Gaussian()).fit(data.X, data.y)
    plane = leave_one_out.over_plane(svm, [0.5, 1.0], 0.1, np.inf)
    picture = plotting.plot_error_plane(plane, title="to the hard margin")
    last = max(curve.C[-2] for curve in plane.curves)
    assert picture.ax.get_xlim() == (0.1, pytest.approx(3.0 * last))
    assert all(np.isfinite(patch.get_width()) for patch in picture.best)
    plt.close(picture.ax.figure)
