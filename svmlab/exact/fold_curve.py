"""The errors of cross-validation for every C: an exact step function, without training at any C.

The machine without the points of a fold is followed from C_min to C_max once, as in ``path``; on each straight piece of
its way the margins of the points held out are linear in C, and where one passes its threshold its point begins or
ceases to err. See ``loo_curve`` for folds of one point.
"""

import numpy as np
from sklearn.model_selection import check_cv

from svmlab import validation
from svmlab.engine import active_set, exchanges
from svmlab.exact import path
from svmlab.exact import validation as checks
from svmlab.exact.error_curve import UNKNOWN, Record, Stretch
from svmlab.exact.watch import Watch


def cross_validation_curve(svm, cv=5, C_min=0.01, C_max=100.0, *, groups=None, progress=None):
    """Return the exact ErrorCurve of cross-validation: who errs when its fold is held out, at every C.

    A trained machine gives points, labels, weights and kernel; its own C plays no part. ``cv``: a number of folds, in
    which the classes have their parts, or a splitter of scikit-learn that holds each point out once, such as
    ``GroupKFold`` or ``LeaveOneGroupOut`` with ``groups`` (m,). ``C_max = inf`` goes on to the hard margin.
    ``progress(done, total)`` counts folds; what it raises, such as KeyboardInterrupt, ends it. Ties go to the class
    that stands first.

    As many paths as folds are followed, each of about m (Q-1) breakpoints. Raises NotFittedError for a machine that is
    not trained; ValueError unless 0 < C_min < C_max, where folds overlap or leave a point out of all, where a class has
    no point outside a fold, for C_max = inf where some fold leaves classes that cannot be separated, and for a loss
    that has no path. Two classes and the machine of Weston and Watkins alike.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_min, C_max = checks.range_of_C(C_min, C_max)
    weighs = svm.sample_weight_ > 0
    folds = checks.folds(list(_splits(svm, cv, groups)), svm.codes_, svm.classes_, weighs)
    program = svm.solution_.program.with_weights(svm.sample_weight_)
    record = Record(weighs, np.zeros(len(weighs), dtype=bool), what=f"{len(folds)}-fold cross-validation")
    for done, held in enumerate(folds, 1):
        _follow(program, held, C_min, C_max, record)
        if progress is not None:
            progress(done, len(folds))
    return record.finished(np.full(len(weighs), UNKNOWN), C_min, C_max)


def _splits(svm, cv, groups):
    """Yield the indices of the points that each fold holds out."""
    splitter = check_cv(cv, svm.y_fit_, classifier=True)
    for _, held in splitter.split(svm.X_fit_, svm.y_fit_, groups):
        yield held


def _follow(program, held, C_min, C_max, record):
    """Tell the record what the machine without the points ``held`` says of each of them."""
    each = program.ties
    own = (held[:, None] * each + np.arange(each)).ravel()
    index = record.open([Stretch(int(p), C_max, UNKNOWN) for p in held])
    watch = Watch(program, own.reshape(len(held), each), index, record)
    reached = C_min
    try:
        for scaling, active, step, reached in path.along(program.without(own), C_min, C_max):
            if step.length * scaling.unit > path.SHORTEST * reached:
                watch.look(scaling.unit, active, step, reached, path.places(active, step, reached / scaling.unit))
    except exchanges.Unbounded:
        raise validation.not_separable() from None
    except active_set.Stalled:
        raise checks.path_ends(reached) from None
    record.residual = max(record.residual, active.copy().violation())
