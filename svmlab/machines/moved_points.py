"""Which point of a training set is which of another one that differs from it a little."""

import numpy as np

from svmlab.engine import identical_points


def continued(X_old, y_old, X, y):
    """For each new point the index of the old one it continues, or -1: first equal rows, then, in order, a
    moved point of the same class."""
    origin = np.full(len(X), -1)
    if X_old.shape[1:] != X.shape[1:]:
        return origin
    unused = {}
    for i, key in reversed(list(enumerate(zip(identical_points.keys(X_old), y_old, strict=True)))):
        unused.setdefault(key, []).append(i)
    for j, key in enumerate(zip(identical_points.keys(X), y, strict=True)):
        places = unused.get(key)
        if places:
            origin[j] = places.pop()
    left = sorted(i for places in unused.values() for i in places)
    for j in np.flatnonzero(origin < 0):
        moved = next((i for i in left if y_old[i] == y[j]), None)
        if moved is not None:
            origin[j] = moved
            left.remove(moved)
    return origin
