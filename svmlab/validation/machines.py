"""Input errors of machines: one of another kind, a margin that is not there."""


def multiclass_machine(what, svm):
    """Raise unless a machine has (m, Q) multipliers."""
    if svm.alpha_.ndim != 2:
        raise TypeError(f"{what} needs a MulticlassSVM, got {type(svm).__name__}; for two classes K equals 2")
    weston_watkins(what, svm)


def weston_watkins(what, svm):
    """Raise unless a machine is that of Weston and Watkins, where it has the choice."""
    machine = getattr(svm, "machine_", getattr(svm, "machine", None))
    if machine not in (None, "weston-watkins"):
        raise ValueError(
            f"{what} is about the machine of Weston and Watkins, got machine={machine!r}; train one with "
            "MulticlassSVM(machine='weston-watkins')"
        )


class NotSeparable(ValueError):
    """A hard margin where there is none."""


def not_separable():
    """The error of a hard margin asked for on data that no hyperplane of the feature space separates."""
    return NotSeparable(
        "C=inf asks for a hard margin, but the classes cannot be separated with this kernel (in double precision); "
        "use a finite C, or a kernel that separates them such as a narrower Gaussian"
    )


def to_leave_out(certified):
    """Raise where a scene or a table should not begin to leave points out: every training might take as long."""
    if not certified:
        raise ValueError(
            "leave-one-out is not computed for a machine that is not certified; choose a smaller C, or standardise the "
            "features"
        )
