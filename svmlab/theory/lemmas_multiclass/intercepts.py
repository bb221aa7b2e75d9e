"""Leave-one-out errors that every optimal intercept makes, where b is not unique."""

import numpy as np

from svmlab import validation
from svmlab.exact.loo import TIE, leave_one_out
from svmlab.theory.lemma_audit import without


def sure_errors(svm, loo=None):
    """(m,) bool: leave-one-out errors that every optimal intercept makes, those of the exact ``loo`` among them.

    With four or more classes b need not be unique without a point, and the midpoint rule may err where another
    optimal b does not. Where it is unique these are the errors.
    """
    svm = validation.fitted(svm)
    loo = leave_one_out(svm) if loo is None else loo
    sure = loo.errors.copy()
    if len(svm.classes_) > 3 or np.isfinite(svm.C_):
        for p in np.flatnonzero(sure):
            sure[p] = errs_surely(svm, p)
    return sure


def errs_surely(svm, p):
    """Whether every optimal intercept of the machine without point p misclassifies it, or ties."""
    svm = validation.fitted(svm)
    return wrong_for_every_b(without(svm, p), p, svm.codes_[p])


def wrong_for_every_b(solutionp, p, y):
    """Whether p is wrong, or tied, for every optimal b: the one most in favour of class y has the tight limits."""
    program = solutionp.program
    own = program.example == p
    tail, b = program.tail[own], solutionp.b
    best = solutionp.margins[own] + solutionp.limits[y, tail] - (b[y] - b[tail])
    return bool(best.min() <= TIE * max(1.0, float(np.abs(solutionp.margins[own]).max())))
