"""Labelled points with the names of their features: what every sample, bundled set and file becomes."""

import re
from dataclasses import dataclass

import numpy as np

from svmlab import validation


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Labelled points: X (m, d), y (m,), the d names of the features and a description in words.

    The arrays are copies and cannot be written to. Without names the features are called x1, ..., xd.
    """

    X: np.ndarray
    y: np.ndarray
    names: tuple = None
    description: str = ""

    def __post_init__(self):
        X, y, names = validation.dataset(self.X, self.y, self.names)
        X.flags.writeable = y.flags.writeable = False
        for field, value in (("X", X), ("y", y), ("names", names)):
            object.__setattr__(self, field, value)

    def __len__(self):
        return len(self.X)

    def __repr__(self):
        counts = [f"{label} ({np.count_nonzero(self.y == label)})" for label in self.classes.tolist()]
        return (
            f"Dataset: {self.description or 'labelled points'}\n"
            f"  {len(self)} points, {len(self.names)} features: {_shortened(self.names)}\n"
            f"  {len(counts)} classes: {_shortened(counts)}"
        )

    @property
    def classes(self):
        """The distinct labels in increasing order, (Q,)."""
        return np.unique(self.y)

    def features(self, *which):
        """Return the same points with the chosen features only, in that order, each by its name or its index.

        A name may be given without its unit: "petal length" finds "petal length (cm)".
        """
        columns = [_feature_index(name, self.names) for name in validation.chosen("feature", which)]
        return Dataset(self.X[:, columns], self.y, tuple(self.names[j] for j in columns), self.description)

    def moved(self, i, x):
        """Return the same points, but point i stands at x (d,)."""
        X = self.X.copy()
        X[validation.index("point", i, X)] = x
        return Dataset(X, self.y, self.names, self.description)

    def added(self, x, label):
        """Return the same points and, as the last one, a point of class ``label`` at x (d,)."""
        X = np.vstack([self.X, validation.place(x, self.names)])
        return Dataset(X, np.append(self.y, label), self.names, self.description)

    def removed(self, i):
        """Return the same points without point i."""
        i = validation.index("point", i, self.X)
        return Dataset(np.delete(self.X, i, axis=0), np.delete(self.y, i), self.names, self.description)

    def relabelled(self, i, label):
        """Return the same points, but point i is of class ``label``."""
        i = validation.index("point", i, self.X)
        y = np.append(self.y, label)  # so that a longer name has room
        y[i] = label
        return Dataset(self.X, y[:-1], self.names, self.description)

    def standardized(self):
        """Return the same points with every feature shifted to mean 0 and scaled to standard deviation 1.

        z_ij = (x_ij - mean_j) / s_j with s_j² = Σ_i (x_ij - mean_j)² / m; a constant feature becomes 0. So a
        kernel weighs all features alike, whatever their units. Mean and s_j are those of these very points;
        to estimate an error on other points, put scikit-learn's StandardScaler and the machine in a pipeline.
        """
        centred = self.X - self.X.mean(axis=0)
        centred[:, np.ptp(self.X, axis=0) == 0] = 0.0
        deviation = centred.std(axis=0)
        Z = centred / np.where(deviation > 0, deviation, 1.0)
        return Dataset(Z, self.y, _standardized_names(self.names), self.description)


def _shortened(items, most=6):
    """Return items in a line, the first five of many."""
    items = [str(item) for item in items]
    return ", ".join(items if len(items) <= most else [*items[: most - 1], "...", items[-1]])


def _without_unit(name):
    """Return a name without what stands in its last parentheses: "petal length (cm)" is a petal length."""
    return re.sub(r" \([^()]*\)$", "", name)


def _feature_index(which, names):
    if not isinstance(which, str):
        return validation.index("feature", which, names)
    if which not in names:
        bare = [_without_unit(name) for name in names]
        if bare.count(which) == 1:
            return bare.index(which)
    return names.index(validation.known("feature", which, names))


def _standardized_names(names):
    bare = [_without_unit(name) for name in names]
    return tuple(f"{name} (standardized)" for name in (bare if len(set(bare)) == len(bare) else names))
