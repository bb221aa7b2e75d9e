"""The path drawn against log C is the path."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt, plotting, regularization_path, style


@pytest.fixture(scope="module", params=[2, 3], ids=["two classes", "three classes"])
def path(request):
    data = datasets.overlapping(30, random_state=0, n_classes=request.param)
    machine = BiclassSVM if request.param == 2 else MulticlassSVM
    return regularization_path(machine(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y), 0.01, 100.0)


def test_curves_are_what_the_machines_of_the_path_say(path):
    curves = plotting.path_curves(path, resolution=50)
    assert np.isin(path.C, curves.C).all()
    for i in range(0, len(curves.C), 17):
        model = path.model_at(curves.C[i])
        np.testing.assert_allclose(curves.share[i] * model.C, model.solution_.alpha, rtol=0, atol=1e-9 * model.C)
        if curves.unique[i]:
            np.testing.assert_allclose(curves.b[i], model.solution_.b, atol=1e-8)
        B = model.coefficients_
        for (k, j), margins in curves.margins.items():
            w = B[:, 0] if B.shape[1] == 1 else B[:, k] - B[:, j]
            assert margins[i] == pytest.approx((w @ model.K_ @ w) ** -0.5)


def test_support_vectors_are_counted_as_points(path):
    curves = plotting.path_curves(path)
    assert len(curves.free) == len(curves.bounded) == len(curves.ends) - 1 == len(path.segments)
    for i in range(0, len(curves.free), 9):
        kinds = kkt.cases(path.model_at(np.sqrt(curves.ends[i] * curves.ends[i + 1]))).point
        assert (curves.free[i], curves.bounded[i]) == ((kinds == kkt.FREE).sum(), (kinds == kkt.BOUNDED).sum())


def test_the_picture_has_four_panels_over_the_same_logarithmic_C(path):
    picture = plotting.plot_path(path)
    assert len(picture.axes) == 4
    for ax in picture.axes:
        assert ax.get_xscale() == "log"
        assert ax.get_xlim() == pytest.approx((0.01, 100.0))
        assert ax.get_xlabel() == "C"
    n_outputs = picture.curves.b.shape[1]
    assert len(picture.b) == n_outputs
    assert len(picture.margins) == (1 if n_outputs == 1 else 3)
    for line, values in zip(picture.b, picture.curves.b.T, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), values)
    for stairs, values in zip(picture.numbers[1:], (picture.curves.bounded, picture.curves.free), strict=True):
        np.testing.assert_array_equal(stairs.get_data().values, values)
    assert f"{len(path.segments)} pieces" in picture.axes[0].get_title(loc="left")
    assert "pieces" in repr(picture)
    picture.axes[0].figure.canvas.draw()


def test_multipliers_have_the_colour_of_their_class_and_only_chosen_points_are_drawn(path):
    picture = plotting.plot_path(path, points=[0, 4])
    program, codes = path.program, path.machine.codes_
    assert set(program.example[list(picture.alpha)]) == {0, 4}
    for v, line in picture.alpha.items():
        assert line.get_color() == style.class_look(codes[program.example[v]])["color"]
        np.testing.assert_array_equal(line.get_ydata(), picture.curves.share[:, v])


def test_where_the_intercept_is_not_unique_the_background_is_grey(path):
    picture = plotting.plot_path(path)
    curves = picture.curves
    assert not curves.unique[0]  # at C = 0.01 no support vector is free
    first = picture.ranges[0].get_xy()[0]
    assert first == pytest.approx(0.01)
    assert "not unique" in picture.axes[1].get_title(loc="left")
    tied = regularization_path(path.machine, 1.0, 2.0)
    if plotting.path_curves(tied).unique.all():
        assert plotting.plot_path(tied).ranges == []


def test_a_path_to_infinity_is_drawn_a_little_past_its_last_breakpoint():
    data = datasets.separable(20, random_state=0)
    path = regularization_path(BiclassSVM().fit(data.X, data.y), 0.01, np.inf)
    picture = plotting.plot_path(path, class_names=["left", "right"])
    assert picture.axes[0].get_xlim()[1] == pytest.approx(3 * path.C[-2])
    assert [text.get_text() for text in picture.axes[0].get_legend().get_texts()] == ["left", "right"]
    hard = BiclassSVM(C=np.inf).fit(data.X, data.y)
    assert picture.margins[0].get_ydata()[-1] == pytest.approx(hard.margin_)


def test_given_axes_are_used_and_must_be_four(path):
    figure, axes = plt.subplots(1, 4)
    picture = plotting.plot_path(path, axes, size="lecture", theme="dark")
    assert all(drawn is given for drawn, given in zip(picture.axes, axes, strict=True))
    assert plt.get_fignums() == [figure.number]
    with pytest.raises(ValueError, match="four Axes, got 3"):
        plotting.plot_path(path, axes[:3])
