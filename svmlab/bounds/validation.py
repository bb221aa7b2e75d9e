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
