"""Input errors of comparisons: of points that a classifier was not trained on, of what has not decided."""

import numpy as np

from svmlab import validation


def trained_on(X, y, shape, same):
    """Return X (m, d) and y (m,) as arrays; raise unless a classifier was trained on them, so that ``same(X, y)``."""
    X, y = validation.array("X", X), np.asarray(y)
    what = "X and y must be those that the classifier was trained on"
    if X.shape != shape or y.shape != shape[:1]:
        wanted = f"{shape} and {shape[:1]}"
        raise ValueError(f"{what}, of shapes {wanted}, got {X.shape} and {y.shape}; pass all points, in their order")
    if not same(X, y):
        raise ValueError(f"{what}, got other values or another order; pass them as they were, or train it on these")
    return X, y


def kernels_to_choose_from(kernel):
    """Return kernels as a list: that of ``kernel``, or those that it lists; raise where it lists none."""
    kernels = list(kernel) if isinstance(kernel, list | tuple) else [kernel]
    if not kernels:
        raise ValueError("kernel must be a kernel, or a list of kernels to choose from, got an empty list")
    return kernels


def decisions(decisions):
    """Return the decisions that are there as a list; raise where none is."""
    known = [decision for decision in decisions if decision is not None]
    if not known:
        raise ValueError("a disagreement needs the decision of at least one classifier, got none; train one first")
    return known


def distribution(name, p):
    """Return p (Q,) as an array; raise unless it has the probabilities of two classes at least, none of them zero."""
    p = validation.array(name, p)
    if p.ndim != 1 or len(p) < 2 or not (np.isfinite(p).all() and (p > 0).all()) or abs(p.sum() - 1.0) > 1e-9:
        raise ValueError(f"{name} must be positive numbers that sum to 1, one for each class, got {p.tolist()}")
    return p
