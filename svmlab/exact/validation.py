"""Input errors of leave-one-out and paths: of points and values of C that are not there, of programs not followed."""

import numpy as np

from svmlab import validation


def range_of_C(C_min, C_max):
    """Return both ends, C_max may be inf; raise unless 0 < C_min < C_max."""
    C_min, C_max = validation.positive("C_min", C_min), validation.positive("C_max", C_max, finite=False)
    validation.increasing("C_min", C_min, "C_max", C_max)
    return C_min, C_max


def range_of_parameter(low, high):
    """Return both ends; raise unless 0 < low < high."""
    low, high = validation.positive("low", low), validation.positive("high", high)
    validation.increasing("low", low, "high", high)
    return low, high


def several_values(values):
    """Return values (n,); raise unless they are two or more."""
    if len(values) < 2:
        raise ValueError(
            f"values must be two or more, got {values.tolist()}; use leave_one_out.along_path at a single one"
        )
    return values


def parameter_of(kernel, parameter, low, high):
    """Raise unless the kernel has this parameter, a number, and is positive semi-definite from low to high.

    What is clipped is no smooth function of a parameter.
    """
    numbers = [name for name, value in kernel.get_params().items() if isinstance(value, int | float)]
    validation.kernel_parameter(parameter, kernel, tuple(numbers))
    for value in (low, high):
        if not kernel.with_params(**{parameter: float(value)}).positive_semidefinite:
            raise ValueError(
                f"the kernel must be positive semi-definite for every {parameter}, got {kernel!r}, which need not be; "
                "take a kernel that is, such as Gaussian()"
            )


def folds(folds, codes, classes, weighs):
    """Return folds, lists of points held out, without points of no weight; raise unless each point is in one of them.

    Every class must have a point of some weight outside each fold. codes, weighs (m,)
    """
    times = np.bincount(np.concatenate(folds), minlength=len(codes))
    if (times != 1).any():
        p = int((times != 1).argmax())
        raise ValueError(
            f"folds must hold each point out once, but point {p} is in {times[p]} of them; use KFold, StratifiedKFold, "
            "GroupKFold or LeaveOneGroupOut"
        )
    for k, held in enumerate(folds):
        kept = weighs.copy()
        kept[held] = False
        left = np.bincount(codes[kept], minlength=len(classes))
        if (left == 0).any():
            raise ValueError(
                f"every class must have points outside each fold, but class {classes[left.argmin()]} has none outside "
                f"fold {k}; use fewer folds, or StratifiedKFold"
            )
    return [held[weighs[held]] for held in folds]


def outside(name, value, low, high, remedy="a longer path"):
    """The error of a value that lies outside an interval."""
    return ValueError(f"{name} must lie between {low:g} and {high:g}, got {value!r}; compute {remedy}")


def path_ends(C):
    """The error of a regularisation path that double precision does not carry to the wanted C_max."""
    return ValueError(
        f"C_max must lie where double precision carries: the path could be followed up to C = {C:.3g} only; ask for "
        f"a smaller C_max, or use a narrower kernel"
    )


def straight_path(svm):
    """Raise unless the solution of a machine is piecewise linear in C, and the engine follows it."""
    if svm.loss.no_path:
        raise ValueError(
            f"there is no path of machine={svm.loss.name!r}: {svm.loss.no_path}; train it at each C, with refit"
        )


def followed(what, svm):
    """Raise unless the engine follows the optimum of a machine while bounds move."""
    if not svm.solution_.program.boxed:
        raise ValueError(
            f"{what} follows programs with 0 ≤ α ≤ C, got machine={svm.machine_!r}, which has Σ_k α_ik ≤ C; train "
            "without the point, or use leave_one_out, which does so"
        )


def sole_point(p, label):
    """The error of a point that cannot be left out, because its class would be gone."""
    return ValueError(f"point {p} is the only one of class {label}: without it there is no machine")


def takes_new_points(svm, matrix):
    """Raise where a machine knows its points by a kernel matrix only, ``matrix`` being what such a kernel takes."""
    if svm.kernel_.takes == matrix:
        raise ValueError(
            'conformal prediction puts new points among the others, got kernel="precomputed"; pass the kernel itself, '
            "as a value or a function f(X, Z)"
        )


def weights_of_classes(svm):
    """Return {label: weight} of a machine; raise unless the points of a class weigh alike, whichever are there."""
    if isinstance(svm.class_weight, str):
        raise ValueError(
            f"conformal prediction needs class weights that do not depend on the points, got class_weight="
            f"{svm.class_weight!r}; pass a dict label -> weight"
        )
    weights = {}
    for k, label in enumerate(svm.classes_):
        of_class = svm.sample_weight_[svm.codes_ == k]
        if np.ptp(of_class) > 0:
            raise ValueError(
                f"conformal prediction needs points that weigh alike, but those of class {label} have weights from "
                f"{of_class.min():g} to {of_class.max():g}; train without sample_weight"
            )
        weights[label] = float(of_class[0])
    return weights
