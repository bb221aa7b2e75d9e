"""Input errors of points and their labels."""

import numpy as np

from svmlab.validation.choices import distinct


def dataset(X, y, names):
    """Return X (m, d) as floats, y (m,) and d distinct names; raise on other shapes, NaN or infinity."""
    X, y = np.array(X, dtype=float, order="C"), labels(y)
    if X.ndim != 2:
        raise ValueError(f"X must have shape (m, d), one row a point, got {X.shape}")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y must hold one label for each of the {len(X)} rows of X, got shape {y.shape}")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise ValueError(f"X must be finite, got {X[row, column]} in row {row}, column {column}; drop it")
    names = tuple(f"x{j + 1}" for j in range(X.shape[1])) if names is None else tuple(names)
    if len(names) != X.shape[1]:
        raise ValueError(f"names must name the {X.shape[1]} columns of X, got {len(names)} names")
    return X, y, distinct("feature", names)


def labels(y):
    """Return labels as an array of their own; raise where one is missing: NaN, None, or "nan", as NumPy writes NaN."""
    y = np.array(y)
    each = () if y.ndim != 1 or y.dtype.kind in "iub" else y.tolist()
    for i, label in enumerate(each):
        if _is_missing(label):
            raise ValueError(f"y must have a label for each point, got {label!r} for point {i}; fill it or drop it")
    return y


def _is_missing(label):
    try:
        return label is None or label == "nan" or bool(label != label)
    except TypeError:  # pandas.NA is neither equal nor unequal to itself
        return True


def plain(label):
    """A label as its user wrote it: 1, not np.int64(1)."""
    return label.item() if isinstance(label, np.generic) else label


def at_least_two_classes(classes):
    """Raise unless there are two classes or more."""
    if len(classes) < 2:
        found = f"1 class: {plain(classes[0])!r}" if len(classes) else "no point"
        raise ValueError(f"a classifier needs points of at least two classes, got {found}; add points of another")
