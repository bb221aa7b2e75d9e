"""Many points left out of one machine at once, before any certificate."""

import numpy as np

from svmlab import BiclassSVM, datasets, kernels
from svmlab.engine import batch
from svmlab.exact.loo import Following


def leaving(svm):
    """(active set of a trained machine, the variables of each support vector)."""
    example = svm.solution_.program.example
    return Following(svm.solution_).active, np.array([np.flatnonzero(example == p) for p in svm.support_])


def test_a_nearly_singular_working_set_is_exchanged_in_step_too():
    data = datasets.overlapping(150, random_state=0)
    svm = BiclassSVM(C=1e3, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    active, groups = leaving(svm)
    assert active.condition() > 1e6
    assert (batch.leave_out(active, groups).left == 0).all()
