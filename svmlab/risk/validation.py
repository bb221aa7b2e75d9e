"""Input errors of risks: of Gaussian problems and classifiers of the plane, of the constants of the theorems."""

import numpy as np

from svmlab import validation


def planar(X):
    """Return X (m, 2) as floats; raise on another shape, no point, NaN or infinity."""
    X = np.array(X, dtype=float)
    if X.ndim != 2 or X.shape[1] != 2 or not len(X):
        raise ValueError(f"X must be one point of the plane or more, of shape (m, 2), got shape {X.shape}")
    if not np.isfinite(X).all():
        raise ValueError("X must be finite, got NaN or infinity; drop these points")
    return X


def gaussian_classes(means, variances, priors):
    """Raise unless means (Q, 2), positive variances (Q,) and priors (Q,) that sum to one fit together."""
    Q = len(priors)
    if means.shape != (Q, 2) or variances.shape != (Q,) or priors.shape != (Q,) or Q < 2:
        raise ValueError(
            f"a Gaussian problem needs Q ≥ 2 means in the plane, Q variances and Q priors, got shapes "
            f"{means.shape}, {variances.shape} and {priors.shape}"
        )
    if not np.isfinite(means).all():
        raise ValueError(f"means must be finite, got {means.tolist()}")
    if not (np.isfinite(variances).all() and (variances > 0).all()):
        raise ValueError(f"variances must be positive and finite, got {variances.tolist()}")
    if not ((priors > 0).all() and abs(priors.sum() - 1.0) < 1e-9):
        raise ValueError(f"priors must be positive and sum to one, got {priors.tolist()}; divide them by their sum")


def linear_classifier(W, b, Q):
    """Return W (Q, 2) and b (Q,) of a linear classifier as arrays; raise on other shapes, NaN or infinity."""
    W, b = validation.array("W", W), validation.array("b", b)
    if W.shape != (Q, 2) or b.shape != (Q,):
        raise ValueError(
            f"a linear classifier of {Q} classes needs W of shape ({Q}, 2) and b of shape ({Q},), got {W.shape} and "
            f"{b.shape}"
        )
    if not (np.isfinite(W).all() and np.isfinite(b).all()):
        raise ValueError("W and b must be finite, got NaN or infinity; train the machine again")
    return W, b


def wedges(Q):
    """Raise unless a linear classifier of Q classes has half planes or wedges for regions."""
    if Q > 3:
        raise ValueError(f"the wedge formula holds for two or three classes, got {Q}; use linear_risk")


def quadratic_scores(scores, Q):
    """Return (Q, 6) coefficients of scores of degree 2 as an array; raise unless they are that and finite."""
    scores = np.asarray(scores, dtype=float)
    if scores.shape != (Q, 6) or not np.isfinite(scores).all():
        raise ValueError(
            f"scores of degree 2 need finite coefficients of 1, x₁, x₂, x₁², x₁x₂ and x₂² for each of {Q} classes, got "
            f"shape {scores.shape}"
        )
    return scores


def quadratic_kernel(kernel, is_one):
    """Raise unless the kernel is linear or a polynomial of degree 2."""
    if not is_one:
        raise ValueError(f"the kernel must be linear or a polynomial of degree 2, got {kernel!r}; use score_risk")


def equal_variances(k, l):
    """The error of a Bayes circle between two classes of equal variance."""
    return ValueError(f"classes {k} and {l} have equal variances: their Bayes boundary is a line, not a circle")


def as_many_classes(found, wanted):
    """Raise unless a machine has the classes of the problem whose risk is asked for."""
    if found != wanted:
        raise ValueError(
            f"the machine must know all classes of the problem, got {found} of {wanted}; train it on more points"
        )


def known_dimension(d):
    """Raise unless the dimension of the feature space is known and finite."""
    if d is None:
        raise ValueError("Theorem 3 needs a feature space of known finite dimension, got none; use theorem=2")


def margin(gamma):
    """Return γ; raise unless it lies in (0, 1]."""
    if not 0 < validation.real("gamma", gamma) <= 1:
        raise ValueError(f"gamma must lie in (0, 1], got {gamma!r}; use None to minimise over it")
    return float(gamma)


def same_sample(m, Q, found_m, found_Q):
    """Raise unless constants were made for as many points and classes as a machine has."""
    if (m, Q) != (found_m, found_Q):
        raise ValueError(
            f"constants must be for the training set of the machine, {found_m} points of {found_Q} classes, got m={m} "
            f"and Q={Q}; use confidence_interval for another m"
        )


def enough_for_folds(n_folds, smallest):
    """Raise unless every class has a point for each fold."""
    if smallest < n_folds:
        raise ValueError(
            f"n_folds must not exceed the number of points of the smallest class, {smallest}, got {n_folds}"
        )


def labelled_line(x, y):
    """Return x (m,) as floats and y (m,) as integers; raise unless x is finite and y holds 0 and 1 only."""
    x, y = validation.array("x", x), validation.array("y", y)
    if x.ndim != 1 or x.shape != y.shape or not len(x) or not np.isfinite(x).all():
        raise ValueError(f"x and y must be finite, of the same length (m,), got shapes {x.shape} and {y.shape}")
    if not np.isin(y, (0, 1)).all():
        raise ValueError(f"y must hold the classes 0 and 1, got {np.unique(y).tolist()[:5]}")
    return x, y.astype(int)
