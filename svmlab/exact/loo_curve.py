"""The leave-one-out errors for every C: an exact step function.

Where the intercept is unique a point errs wherever the machine with all points errs on it (two classes: leaving it out
cannot raise its margin), and does not err where its multipliers are zero. A first sweep along C finds the stretches
between; on them, and there only, the machine without the point is followed. See ``loo`` and ``path``.
"""

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges
from svmlab.exact import loo, path
from svmlab.exact import validation as checks
from svmlab.exact.error_curve import UNKNOWN, Record, Stretch
from svmlab.exact.followers import Followers
from svmlab.exact.watch import thresholds


def along_path(svm, C_min=0.01, C_max=100.0, *, progress=None):
    """Return the exact ErrorCurve of a trained machine: its leave-one-out errors at every C between C_min and C_max.

    Between breakpoints nobody begins or ceases to err: h_{y_p}(x_p) = max_k≠y_p h_k(x_p) of the machine without p only
    there. The machine gives points, labels, weights and kernel; its own C plays no part. ``C_max = inf`` goes on to the
    hard margin. ``progress(done, total)`` is told how many stretches are followed; what it raises, such as
    KeyboardInterrupt, ends it. Ties go to the class that stands first, as in ``leave_one_out``.

    There are about m (Q-1) breakpoints of the path of each machine without a point, and about half of all these paths
    is followed. Raises NotFittedError for a machine that is not trained, ValueError unless 0 < C_min < C_max, for
    C_max = inf where the classes cannot be separated, and for a loss that has no path. Two classes and the machine of
    Weston and Watkins alike; svmlab's extension of the path of Hastie, Rosset, Tibshirani and Zhu 2004.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_min, C_max = checks.range_of_C(C_min, C_max)
    program = svm.solution_.program.with_weights(svm.sample_weight_)
    record = Record(svm.sample_weight_ > 0, loo.sole_of_class(svm), what="leave-one-out")
    reached = C_min
    try:
        stretches, known = _stretches(program, C_min, C_max, record.undefined)
        followers = Followers(program, stretches, record, progress)
        for piece, (scaling, active, _, C) in enumerate(path.along(program, C_min, C_max)):
            reached = C
            followers.begin(scaling, active, C, stretches.get(piece, ()))
        followers.finish()
        record.residual = max(record.residual, active.copy().violation())
    except exchanges.Unbounded:
        raise validation.not_separable() from None
    except active_set.Stalled:
        raise checks.path_ends(reached) from None
    return record.finished(known, C_min, C_max)


loo.leave_one_out.along_path = along_path  # the same question of every C


# --- what the machine with all points tells ------------------------------------------------------------------------


def _stretches(program, C_min, C_max, sole):
    """({piece: [Stretch that begins there]}, (m,) who errs at C_min, UNKNOWN where the first stretches tell)."""
    each = program.ties
    absent = sole | ~(program.upper.reshape(-1, each) > 0).any(axis=1)
    opened = np.full(len(absent), -1)
    stretches, known = {}, None
    for piece, (scaling, active, step, C) in enumerate(path.along(program, C_min, C_max)):
        if step.length * scaling.unit <= path.SHORTEST * C:
            continue
        sure = _certainties(program, active, step, C / scaling.unit)
        for p in np.flatnonzero((sure != UNKNOWN) & (opened >= 0)):
            stretches.setdefault(int(opened[p]), []).append(Stretch(int(p), C, int(sure[p])))
            opened[p] = -1
        opened[(sure == UNKNOWN) & (opened < 0) & ~absent] = piece
        known = sure if known is None else known
    for p in np.flatnonzero(opened >= 0):
        stretches.setdefault(int(opened[p]), []).append(Stretch(int(p), C_max, UNKNOWN))
    return stretches, known


def _certainties(program, active, step, C):
    """(m,) 1 where a point errs on all of this step from C on, 0 where it does not, else UNKNOWN."""
    sure = np.full(len(program.K), UNKNOWN)
    if path.places(active, step, C).any():
        return sure
    sure[(active.side == 1.0).reshape(len(sure), -1).all(axis=1)] = 0
    if program.one_variable_per_point:
        limit = thresholds(program, slice(None)) - 1.0
        begin, end = active.g, active.g + step.length * step.d_gradient
        sure[(begin < limit) & (end < limit)] = 1
    return sure
