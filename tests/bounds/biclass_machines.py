"""Machines of two classes whose bounds are tested, and what is true of them."""

from math import inf

import numpy as np
from oracle import intercept_limits

from svmlab import BiclassSVM, datasets, kernels

GAUSSIAN = kernels.Gaussian(sigma=1.0)
EASY = ["blobs", "noise", "integer grid", "duplicates"]


def machine(m=40, C=1.0, kernel=GAUSSIAN, seed=0):
    data = datasets.overlapping(m, random_state=seed)
    return BiclassSVM(C=C, kernel=kernel).fit(data.X, data.y)


def separated(m=30, C=inf, seed=0):
    data = datasets.separable(m, random_state=seed)
    return BiclassSVM(C=C).fit(data.X, data.y)


def of_case(case):
    return BiclassSVM(C=case.C, class_weight=case.class_weight).fit(case.X, case.y)


def without(svm, p):
    """The machine trained anew without point p."""
    other = BiclassSVM(C=svm.C, kernel=svm.kernel)
    return other.fit(np.delete(svm.X_fit_, p, axis=0), np.delete(svm.y_fit_, p))


def every_b_errs(svm, p):
    """Whether every optimal intercept misclassifies point p without it; by the intervals of the oracle."""
    other = without(svm, p)
    low, high = intercept_limits(other.K_, other.codes_, other.upper_, other.alpha_)[1, 0]
    f = other.decision_function(svm.X_fit_[[p]])[0] - other.b_
    y = 2 * svm.codes_[p] - 1
    return max(y * (f + low), y * (f + high)) <= 1e-7 * max(1.0, abs(f))


def proved(report):
    return [b for b in report if b.target == "loo" and b.kind == "proved" and b.holds]
