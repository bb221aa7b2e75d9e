"""Machines with a point left out, the slow way, and what is compared with it."""

import numpy as np
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, leave_one_out
from svmlab.engine.certificate import CERTIFIED
from svmlab.kernels import Precomputed

TOLERANCE = 1e-6  # of a score, relative to max(1, the largest)
LOOKED_AT = 5  # points of a drawn problem that are compared


def machine_of(Q):
    """The machine for Q classes; for two of them either."""
    return BiclassSVM if Q == 2 else MulticlassSVM


def own_scores(svm, Z):
    """What leave-one-out calls scores: f(z), or h_k(z) for all classes, also where these are two."""
    return svm.decision_function(Z) if svm.alpha_.ndim == 1 else svm.scores(Z)


def without(svm, p):
    """(machine trained from nothing without point p, point p as that machine wants it)."""
    rest = np.delete(np.arange(len(svm.y_fit_)), p)
    X, point = svm.X_fit_[rest], svm.X_fit_[[p]]
    if isinstance(svm.kernel_, Precomputed):
        X, point = X[:, rest], point[:, rest]
    other = clone(svm).set_params(class_weight=None)
    return other.fit(X, svm.y_fit_[rest], svm.sample_weight_[rest]), point


def scale_of(scores):
    """max(1, the largest score), whatever is undefined."""
    return max(1.0, np.abs(np.nan_to_num(scores)).max())


def compare(svm, loo=None, looked_at=LOOKED_AT):
    """Assert that the scores are those of machines trained without the point, all of them certified."""
    loo = leave_one_out(svm) if loo is None else loo
    assert loo.residual <= CERTIFIED
    defined = np.flatnonzero(~loo.undefined)
    for p in np.random.default_rng(0).permutation(defined)[:looked_at]:
        other, point = without(svm, p)
        assert other.solution_.certified
        expected = own_scores(other, point)[0]
        np.testing.assert_allclose(
            loo.scores[p], expected, rtol=0, atol=TOLERANCE * scale_of(expected), err_msg=f"point {p}"
        )
        if not loo.ties[p]:
            assert loo.predictions[p] == other.predict(point)[0]
    return loo


def hard_margin_of(problem, machine):
    """The hard-margin machine, or None where there is none."""
    try:
        return machine(C=np.inf, kernel=problem.kernel).fit(problem.X, problem.y)
    except ValueError as error:
        if "cannot be separated" not in str(error):
            raise
        return None
