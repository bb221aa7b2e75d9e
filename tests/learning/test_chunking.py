"""Training by a chain of smaller programs: the machine of all points, certified, with progress."""

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.learning import chunking


def toy(m=900, seed=0):
    data = datasets.three_gaussians(m // 3, random_state=seed)
    order = np.random.default_rng(seed).permutation(m)
    return data.X[order], data.y[order]


def same(machine, X, y):
    """By subproblems and at once; returns the first."""
    found = chunking.train(machine, X, y)
    other = type(machine)(**machine.get_params(deep=False)).fit(X, y)
    assert found.solution_.certified
    assert found.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-8)
    np.testing.assert_allclose(found.scores(X), other.scores(X), atol=1e-6)
    assert found.alpha_.shape == other.alpha_.shape
    return found


@pytest.mark.parametrize("kernel", [kernels.Gaussian(3.0), kernels.Gaussian(1.0), kernels.Linear()])
def test_it_is_the_machine_of_three_classes(kernel):
    found = same(MulticlassSVM(C=1.0, kernel=kernel), *toy())
    assert "subproblems" in found.solution_.note


def test_it_is_the_machine_of_two_classes_also_with_weights():
    X, y = toy()
    same(BiclassSVM(C=2.0, kernel=kernels.Gaussian(2.0), class_weight="balanced"), X, np.where(y == 0, "a", "b"))


def test_it_is_the_hard_margin_machine_and_refuses_what_cannot_be_separated():
    data = datasets.separable(700, random_state=0)
    same(BiclassSVM(C=np.inf), data.X, data.y)
    with pytest.raises(ValueError, match="separate"):
        chunking.train(BiclassSVM(C=np.inf), *toy()[:1], toy()[1] == 0)


def test_progress_tells_fewer_violators_among_more_points_and_ends_with_none():
    told = []
    X, y = toy()
    chunking.train(MulticlassSVM(kernel=kernels.Gaussian(1.0)), X, y, progress=lambda *numbers: told.append(numbers))
    points, violators, total = np.array(told).T
    assert len(told) > 2
    assert points[0] == chunking.BEGIN
    assert (np.diff(points) > 0).all()
    assert violators[-1] == 0
    assert (violators[:-1] > 0).all()
    assert (points + violators <= total).all()
    assert set(total) == {900}


def test_it_can_be_interrupted():
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chunking.train(MulticlassSVM(kernel="gaussian"), *toy(), progress=interrupt)


def test_few_points_are_one_program():
    (step,) = chunking.steps(MulticlassSVM(), *toy(90))
    assert (step.points, step.violators, step.total) == (90, 0, 90)
    same(MulticlassSVM(), *toy(90))


def test_what_a_part_cannot_stand_for_is_refused():
    X, y = toy(30)
    with pytest.raises(ValueError, match="needs points, not kernel"):
        chunking.train(MulticlassSVM(kernel="precomputed"), X @ X.T, y)
    with pytest.raises(ValueError, match="clipped is another one"):
        chunking.train(MulticlassSVM(kernel=kernels.Sigmoid(1.0, -1.0), indefinite="clip"), X, y)
