"""Input errors of bounds alone: of the confidence they are asked for, and of machines they are not for."""

from svmlab import validation


def probability(delta):
    """Return δ as a float; raise unless it lies between 0 and 1."""
    delta = validation.positive("delta", delta)
    if not delta < 1.0:
        raise ValueError(f"delta must be a probability below 1, got {delta!r}")
    return delta


def machine_of_two_classes(svm):
    """Raise unless a trained machine has one multiplier for each point."""
    if svm.alpha_.ndim != 1:
        raise TypeError(
            f"this bound is for two classes: it needs a BiclassSVM, got {type(svm).__name__}; "
            "report(svm) has those for many classes"
        )


def result_for(loo, kind, svm):
    """Raise unless loo is None or the LeaveOneOut of a machine on as many points."""
    if loo is None:
        return
    if not isinstance(loo, kind):
        raise TypeError(f"loo must be what leave_one_out(svm) returns, got {loo!r}")
    if len(loo.errors) != len(svm.y_fit_):
        raise ValueError(f"loo must be of this machine, of {len(svm.y_fit_)} points, got one of {len(loo.errors)}")
