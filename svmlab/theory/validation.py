"""Input errors of audits and flows: of points that cannot be left out, of a loss whose conditions are not stated."""

import numpy as np

from svmlab import validation


def conditions_stated(svm):
    """Raise unless the conditions of a machine's optimum stand on its loss."""
    if svm.loss.conditions is None:
        raise ValueError(
            f"the conditions of machine={svm.loss.name!r} are not stated, so its points have no cases and nothing is "
            "audited; see its certificate, solution_.residuals"
        )


def hard_margin(what, svm):
    """Raise unless a machine has C = inf."""
    if np.isfinite(svm.C_):
        raise ValueError(f"{what} is about the hard margin, got C = {svm.C_:g}; train the machine with C=np.inf")


def may_be_left_out(svm, p):
    """Return p as an index; raise unless p has weight and its class another point, so that it can be compared."""
    p = validation.index("point", p, range(len(svm.alpha_)))
    same = (svm.codes_ == svm.codes_[p]) & (svm.sample_weight_ > 0)
    if same.sum() == 1 or not same[p]:
        what = "is the only one of its class" if same[p] else "has weight 0"
        raise ValueError(f"point {p} {what}, so there is no machine without it to compare with; choose another point")
    return p


def support_vector(p, multipliers):
    """Raise unless one of the multipliers of point p is positive."""
    if not (np.asarray(multipliers) > 0).any():
        raise ValueError(f"point {p} has no positive multiplier, nothing flows through it; choose a support vector")
