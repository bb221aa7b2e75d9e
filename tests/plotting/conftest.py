"""Planar machines that the tests of pictures share."""

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels

GAUSSIAN = kernels.Gaussian(sigma=1.0)


@pytest.fixture(scope="package")
def two():
    data = datasets.overlapping(120, random_state=0)
    return BiclassSVM(C=1.0, kernel=GAUSSIAN).fit(data.X, data.y)


@pytest.fixture(scope="package")
def three():
    data = datasets.overlapping(90, random_state=0, n_classes=3)
    return MulticlassSVM(C=1.0, kernel=GAUSSIAN).fit(data.X, data.y)


@pytest.fixture(scope="package")
def hard():
    data = datasets.separable(30, random_state=0)
    return BiclassSVM(C=np.inf).fit(data.X, data.y)
