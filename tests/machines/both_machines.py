"""Both machines, and overlapping samples for them."""

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM

BOTH = pytest.mark.parametrize("machine", [BiclassSVM, MulticlassSVM])


def overlapping(m=60, Q=2, seed=0, spread=1.0):
    rng = np.random.default_rng(seed)
    y = np.arange(m) % Q
    return rng.normal(scale=spread, size=(m, 2)) + np.column_stack([np.cos(2.1 * y), np.sin(2.1 * y)]), y
