"""Input errors of training: of the weights, of the classes, of a kernel matrix that no machine can use."""

import numpy as np

from svmlab import validation


def two_classes(classes):
    """Raise unless there are exactly two classes."""
    if len(classes) > 2:
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass: got "
            f"{len(classes)} classes; use MulticlassSVM"
        )


def every_class_weighs(classes, totals):
    """Raise unless each class has a point of positive weight."""
    for label, total in zip(classes, totals, strict=True):
        if not total > 0:
            raise ValueError(
                f"each class needs a point of positive weight, class {validation.plain(label)!r} has none; "
                "drop the class or its zeros"
            )


def sample_weights(weights, X):
    """Return (m,) weights, ones by default; raise unless they are finite and non-negative."""
    if weights is None:
        return np.ones(len(X))
    weights = validation.array("sample_weight", weights)
    if weights.ndim == 0:
        weights = np.full(len(X), float(weights))
    if weights.shape != (len(X),):
        raise ValueError(f"sample_weight must have one weight per point, {len(X)}, got shape {weights.shape}")
    for i in np.flatnonzero(~(np.isfinite(weights) & (weights >= 0))):
        raise ValueError(
            f"sample_weight must be finite and not negative, got {weights[i]:g} for point {i}; "
            "use 0 for a point that shall not count"
        )
    return weights


def class_weights(weights, classes):
    """Return class weights; raise unless they are None, "balanced", or a dict label -> weight for these classes."""
    if weights is None or (isinstance(weights, str) and weights == "balanced"):
        return weights
    if not isinstance(weights, dict):
        raise ValueError(f"class_weight must be None, 'balanced' or a dict label -> weight, got {weights!r}")
    for label, weight in weights.items():
        validation.positive(f"class_weight of class {validation.plain(label)!r}", weight)
    unknown = [label for label in weights if label not in classes]
    if unknown and any(label not in weights for label in classes.tolist()):
        known = ", ".join(map(repr, classes.tolist()))
        raise ValueError(
            f"class_weight must name classes of y, got {validation.plain(unknown[0])!r}; the classes are {known}"
        )
    return weights


def scores(values):
    """Return scores; raise where they are not numbers, because a kernel overflowed."""
    if np.isnan(values).any():
        raise ValueError("the kernel of these points is larger than a double can be; scale the points, or the kernel")
    return values


def not_positive_semidefinite(smallest, largest):
    """The error of a kernel matrix with a negative eigenvalue."""
    return ValueError(
        f"the kernel matrix must be positive semi-definite, its smallest eigenvalue is {smallest:.4g} "
        f"(the largest {largest:.4g}); use another kernel or other parameters, or indefinite='clip' to train on "
        f"the nearest positive semi-definite matrix"
    )


def trained_to_a_tolerance(tol, loss, kernel, C):
    """Raise unless the machine of a loss can be trained to ``tol`` > 0."""
    tol = f"tol={tol:g}"
    if not loss.decomposes:
        raise ValueError(
            f"{tol} is for BiclassSVM and the machine of Weston and Watkins, got machine={loss.name!r}; use tol=0"
        )
    if not np.isfinite(C):
        raise ValueError(f"{tol} needs a finite C, got C={C:g}; use tol=0 for the hard margin, or a large C")
    if not kernel.positive_semidefinite:
        raise ValueError(
            f"{tol} needs a kernel that is positive semi-definite by its formula, got {kernel!r}, whose eigenvalues "
            "would have to be looked at; use tol=0, which does so"
        )


def no_room_for_slack(C, K):
    """The error of an M-SVM² whose 1/(2C) is lost beside the values of its kernel matrix."""
    return ValueError(
        f"C={C:g} with kernel values up to {np.abs(K).max():.1e} leaves no room for slack: the 1/(2C) on the diagonal "
        "of the kernel matrix is lost in double precision; standardise the features, or use a smaller C"
    )


def fits_in_memory(matrix, of, n, limit):
    """Raise unless an (n, n) matrix of doubles, of n of something, takes at most ``limit`` bytes."""
    needed = 8.0 * n * n
    if needed > limit:
        raise ValueError(
            f"{matrix} of {n} {of} takes {needed / 1e9:.3g} GB, and training a few times that; the limit is "
            f"{limit / 1e9:.3g} GB. Train on fewer points, or raise matrix_limit, in bytes, on the machine or its class"
        )
