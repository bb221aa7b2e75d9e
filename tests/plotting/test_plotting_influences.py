"""Who holds whom: the arrows are those of the machine without each point, the dots those of both orders."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from on_axes import offsets

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    datasets,
    first_order_influences,
    holders,
    kernels,
    leave_one_out_influences,
    plotting,
)


@pytest.fixture(scope="module", params=[2, 3])
def svm(request):
    data = datasets.overlapping(30, random_state=0, n_classes=request.param)
    return (BiclassSVM if request.param == 2 else MulticlassSVM)(1.0, kernels.Gaussian(1.0)).fit(data.X, data.y)


def test_an_arrow_leads_from_each_holder_to_whom_it_holds(svm):
    picture, held = plotting.plot_influences(svm), holders(svm)
    assert sorted(picture.arrows) == np.flatnonzero(held.by >= 0).tolist()
    for v, arrow in picture.arrows.items():
        start, end = arrow._posA_posB
        np.testing.assert_array_equal(start, svm.X_fit_[held.by[v]])
        np.testing.assert_array_equal(end, svm.X_fit_[v])
    order = sorted(picture.arrows, key=lambda v: held.loss[v])
    assert (np.diff([picture.arrows[v].get_linewidth() for v in order]) >= 0).all()
    plt.close(picture.figure)


def test_every_influence_that_counts_is_a_dot_and_wrong_signs_are_counted(svm):
    picture = plotting.plot_influences(svm)
    exact, first = leave_one_out_influences(svm), first_order_influences(svm)
    counts = np.maximum(np.abs(exact) / np.abs(exact).max(), np.abs(first) / np.abs(first).max()) > 0.01
    dots = offsets(picture.axes[1].collections)
    expected = np.column_stack([exact[counts], first[counts]])
    np.testing.assert_allclose(dots[np.lexsort(dots.T)], expected[np.lexsort(expected.T)])
    wrong = (np.sign(exact) * np.sign(first) < 0) & (np.abs(exact) > 0.01 * np.abs(exact).max())
    wrong &= np.abs(first) > 0.01 * np.abs(first).max()
    assert picture.wrong_sign.sum() == wrong.sum() > 0
    assert f"wrong sign {wrong.sum()} of {counts.sum()} times" in picture.axes[1].get_title(loc="left")
    plt.close(picture.figure)


def test_it_draws_on_two_axes_and_refuses_what_it_cannot(svm):
    axes = plt.subplots(1, 2)[1]
    assert plotting.plot_influences(svm, axes).axes == tuple(axes)
    with pytest.raises(ValueError, match="plot_influences draws on two Axes, got 1"):
        plotting.plot_influences(svm, plt.subplots()[1])
    joint = MulticlassSVM(machine="crammer-singer").fit(svm.X_fit_, svm.y_fit_)
    with pytest.raises(ValueError, match="first_order_influences follows programs"):
        plotting.plot_influences(joint)
