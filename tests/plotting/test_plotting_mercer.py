"""Pictures of a proposed kernel: what is drawn is what the test says."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import plotting
from svmlab.kernels import Formula, Gaussian, Sigmoid

X = np.random.default_rng(0).normal(size=(8, 2))


def test_the_pictures_show_matrix_spectrum_and_verdict():
    picture = plotting.plot_mercer(Gaussian(), X)
    np.testing.assert_array_equal(picture.matrix.get_array(), picture.test.K)
    np.testing.assert_allclose([bar.get_height() for bar in picture.bars], picture.test.eigenvalues)
    assert picture.axes[0].get_title(loc="left").replace("\n", " ") == picture.test.verdict
    assert not picture.axes[0].texts
    assert not any(bar.get_hatch() for bar in picture.bars)
    assert repr(picture) == f"MercerPicture({picture.test.verdict})"


def test_negative_eigenvalues_are_hatched_and_the_weights_of_a_witness_are_written_at_their_points():
    picture = plotting.plot_mercer(Sigmoid(), X)
    hatched = [bool(bar.get_hatch()) for bar in picture.bars]
    assert hatched == (picture.test.eigenvalues < -picture.test.tolerance).tolist()
    weighted = np.flatnonzero(picture.test.witness)
    assert [int(text.get_text().split(":")[0]) for text in picture.axes[0].texts] == weighted.tolist()
    assert "lowest −" in picture.axes[2].get_title(loc="left")


def test_a_matrix_that_is_not_symmetric_has_no_bars():
    picture = plotting.plot_mercer(Formula("x1*z2"), X)
    assert len(picture.bars) == 0


def test_it_draws_on_three_axes_and_refuses_others():
    axes = plt.subplots(1, 3)[1]
    assert plotting.plot_mercer(Gaussian(), X, axes, title="mine").axes == tuple(axes)
    assert axes[0].get_title(loc="left") == "mine"
    with pytest.raises(ValueError, match="plot_mercer draws on three Axes, got 2"):
        plotting.plot_mercer(Gaussian(), X, plt.subplots(1, 2)[1])
