"""Pictures of the M-SVM: flows between classes that balance at every node, and the margin between two classes."""

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, flows, kernels, plotting
from svmlab import lemmas_multiclass as lemmas


@pytest.fixture(scope="module")
def svm():
    data = datasets.blobs(30, n_classes=3, distance=4.0, random_state=0)
    return MulticlassSVM(C=np.inf).fit(data.X, data.y)


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_what_comes_into_a_class_leaves_it(Q):
    data = datasets.blobs(40, n_classes=Q, random_state=1)
    svm = MulticlassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    picture = plotting.plot_circulation(svm)
    np.testing.assert_allclose(picture.flows.sum(axis=0), picture.flows.sum(axis=1), atol=1e-9)
    for (k, l), arrow in picture.arrows.items():
        assert np.isclose(picture.flows[k, l], svm.alpha_[svm.codes_ == k, l].sum())
        assert picture.numbers[k, l].get_text() == plotting.number(picture.flows[k, l])
        assert arrow in picture.ax.patches
    assert len(picture.nodes) == Q
    assert set(picture.arrows) == {tuple(pair) for pair in np.argwhere(picture.flows > 1e-9).tolist()}
    picture.ax.figure.canvas.draw()


def test_a_wider_arrow_carries_more(svm):
    picture = plotting.plot_circulation(svm)
    widths = [picture.arrows[pair].get_linewidth() for pair in picture.arrows]
    flow = [picture.flows[pair] for pair in picture.arrows]
    assert (np.argsort(widths) == np.argsort(flow)).all()


def test_withdrawing_a_point_is_a_circulation_too_with_its_own_row_dashed():
    machine, p = lemmas.COUNTEREXAMPLE.machine, lemmas.COUNTEREXAMPLE.p
    picture = plotting.plot_circulation(machine, point=p)
    np.testing.assert_allclose(picture.flows.sum(axis=0), picture.flows.sum(axis=1), atol=1e-9)
    cost = flows.withdrawal(machine.alpha_, machine.codes_, p).cost
    assert np.isclose((picture.flows.sum(axis=0) ** 2).sum(), cost)
    dashed = [pair for pair, arrow in picture.arrows.items() if arrow.get_linestyle() != "-"]
    assert dashed == [(2, k) for k in np.flatnonzero(machine.alpha_[p])]


def test_the_margin_of_a_pair_is_the_distance_of_its_nearest_point(svm):
    margins = lemmas.pairwise_margins(svm)
    for k, l in ((0, 1), (0, 2), (1, 2)):
        picture = plotting.plot_pair(svm, k, l)
        ends = picture.boundary.get_xydata()
        along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        of_pair = svm.X_fit_[np.isin(svm.codes_, (k, l))]
        distances = np.abs((of_pair - ends[0]) @ np.array([-along[1], along[0]]))
        assert np.isclose(distances.min(), margins.gamma[k, l])
        assert np.isclose(picture.gamma, margins.gamma[k, l])
        assert picture.nearest.get_offsets()[0].tolist() in of_pair.tolist()


def test_proposition_2_with_pairwise_margins(svm):
    margins = lemmas.pairwise_margins(svm)
    pairs = np.triu_indices(3, 1)
    total = ((1 + margins.delta[pairs]) ** 2 / margins.gamma[pairs] ** 2).sum() / 3
    np.testing.assert_allclose([total, (svm.coef_**2).sum()], svm.alpha_.sum())


def test_two_classes_have_half_the_distance_of_the_bi_class_margin():
    data = datasets.separable(20)
    many, two = (kind(C=np.inf).fit(data.X, data.y) for kind in (MulticlassSVM, BiclassSVM))
    assert np.isclose(lemmas.pairwise_margins(many).gamma[0, 1], two.margin_)


def test_what_cannot_be_drawn_is_said(svm):
    with pytest.raises(ValueError, match="a class must be one of"):
        plotting.plot_pair(svm, 0, 7)
    with pytest.raises(TypeError, match="needs a MulticlassSVM"):
        plotting.plot_circulation(BiclassSVM().fit([[0.0], [1.0]], [0, 1]))
    curved = MulticlassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(svm.X_fit_, svm.y_fit_)
    with pytest.raises(ValueError, match="needs the linear kernel"):
        plotting.plot_pair(curved, 0, 1)
