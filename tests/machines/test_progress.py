"""What takes long says how far it is, can be interrupted, and is refused where it would not fit into memory."""

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, leave_one_out, regularization_path
from svmlab.engine import listening
from svmlab.kernels import Gaussian

DATA = datasets.three_gaussians(20, random_state=0)
BOTH = pytest.mark.parametrize("train", ["fit", "refit"])


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(listening, "EVERY", 0.0)


def stop(*_):
    raise KeyboardInterrupt


@BOTH
def test_training_tells_how_many_exchanges_it_made(impatient, train):
    told = []
    svm = MulticlassSVM(C=1.0)
    if train == "refit":
        svm.fit(DATA.X, DATA.y)
    svm.set_params(C=1e3, kernel=Gaussian())
    getattr(svm, train)(DATA.X, DATA.y, progress=told.append)
    assert told == list(range(1, len(told) + 1))
    assert len(told) >= svm.solution_.exchanges > 0
    svm.fit(DATA.X, DATA.y)
    assert len(told) == told[-1]  # who asked once is not told of the next


def test_a_short_training_tells_nothing():
    told = []
    BiclassSVM().fit([[0.0], [1.0]], [0, 1], progress=told.append)
    assert told == []


@BOTH
def test_an_interrupted_training_leaves_the_machine_as_it_was(impatient, train):
    svm = MulticlassSVM(C=1.0).fit(DATA.X, DATA.y)
    alpha, solution = svm.alpha_.copy(), svm.solution_
    svm.set_params(kernel=Gaussian(), C=100.0)
    with pytest.raises(KeyboardInterrupt):
        getattr(svm, train)(DATA.X, DATA.y, progress=stop)
    assert svm.solution_ is solution
    np.testing.assert_array_equal(svm.alpha_, alpha)
    assert svm.fit(DATA.X, DATA.y).solution_.certified


@pytest.mark.parametrize("machine", ["weston-watkins", "crammer-singer"])
def test_leave_one_out_can_be_interrupted(machine):
    svm = MulticlassSVM(machine=machine).fit(DATA.X, DATA.y)
    with pytest.raises(KeyboardInterrupt):
        leave_one_out(svm, progress=stop)
    assert leave_one_out(svm).certified


def test_a_path_can_be_interrupted():
    svm = MulticlassSVM().fit(DATA.X, DATA.y)
    with pytest.raises(KeyboardInterrupt):
        regularization_path(svm, progress=stop)
    assert regularization_path(svm, 0.5, 1.0).residual < 1e-8


def never(X, Z):
    raise AssertionError("the matrix was computed")


def test_a_kernel_matrix_that_is_too_large_is_refused_before_it_is_computed():
    X = np.zeros((30_000, 1))
    with pytest.raises(ValueError, match=r"kernel matrix of 30000 points takes 7.2 GB.*limit is 4 GB.*matrix_limit"):
        BiclassSVM(kernel=never).fit(X, np.arange(30_000) % 2)


def test_the_limit_can_be_set_and_stays_with_the_class():
    X, y = [[0.0], [1.0], [2.0]], [0, 1, 1]
    svm = BiclassSVM()
    svm.matrix_limit = 71
    with pytest.raises(ValueError, match="of 3 points"):
        svm.fit(X, y)
    svm.matrix_limit = 72
    assert svm.fit(X, y).solution_.certified
    assert BiclassSVM().matrix_limit == 4e9


def test_what_a_joint_slack_needs_is_refused_too():
    svm = MulticlassSVM(machine="crammer-singer")
    svm.matrix_limit = 8 * 60**2  # enough for K
    with pytest.raises(ValueError, match="the Hessian of 120 multipliers"):
        svm.fit(DATA.X, DATA.y)
