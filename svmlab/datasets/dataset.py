"""Labelled points with the names of their features: what every sample, bundled set and file becomes."""

import re
from dataclasses import dataclass, replace

import numpy as np

from svmlab import validation
from svmlab.datasets import validation as checks


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
        return self._with_columns(columns)

    def _with_columns(self, columns):
        return replace(self, X=self.X[:, columns], names=tuple(self.names[j] for j in columns))

    def moved(self, i, x):
        """Return the same points, but point i stands at x (d,)."""
        X = self.X.copy()
        X[validation.index("point", i, X)] = x
        return replace(self, X=X)

    def added(self, x, label):
        """Return the same points and, as the last one, a point of class ``label`` at x (d,)."""
        X = np.vstack([self.X, checks.place(x, self.names)])
        return replace(self, X=X, y=np.append(self.y, label))

    def removed(self, i):
        """Return the same points without point i."""
        i = validation.index("point", i, self.X)
        return replace(self, X=np.delete(self.X, i, axis=0), y=np.delete(self.y, i))

    def relabelled(self, i, label):
        """Return the same points, but point i is of class ``label``."""
        i = validation.index("point", i, self.X)
        y = np.append(self.y, label)  # so that a longer name has room
        y[i] = label
        return replace(self, y=y[:-1])

    def standardized(self):
        """Return the same points with every feature shifted to mean 0 and scaled to standard deviation 1.

        z_ij = (x_ij - mean_j) / s_j with s_j² = Σ_i (x_ij - mean_j)² / m; a constant feature becomes 0. So a
        kernel weighs all features alike, whatever their units. Mean and s_j are those of these very points, and
        stay with the result, whose ``transform`` takes other points the same way. To estimate an error on other
        points, put scikit-learn's StandardScaler and the machine in a pipeline.
        """
        mean, deviation = _mean_and_deviation(self.X)
        names = _standardized_names(self.names)
        return Standardized((self.X - mean) / deviation, self.y, names, self.description, mean, deviation)


@dataclass(frozen=True, eq=False, repr=False)
class Standardized(Dataset):
    """Standardized points, and how they became so: mean (d,) and deviation (d,) of each feature before.

    A feature that was constant has that constant as its mean and deviation 1. A linear machine w, b of these points
    is ⟨w / s, x⟩ + b - ⟨w / s, mean⟩ in the units of before.
    """

    mean: np.ndarray = None
    deviation: np.ndarray = None

    def __post_init__(self):
        super().__post_init__()
        self.mean.flags.writeable = self.deviation.flags.writeable = False

    def transform(self, X):
        """Return other points X (m, d), in the units of before, as (m, d): z_ij = (x_ij - mean_j) / s_j."""
        return (checks.new_points(X, len(self.names)) - self.mean) / self.deviation

    def _with_columns(self, columns):
        return replace(super()._with_columns(columns), mean=self.mean[columns], deviation=self.deviation[columns])

    def standardized(self):
        """Return the same points standardized once more; mean and deviation are still those from the first units."""
        again = super().standardized()
        mean, deviation = self.mean + self.deviation * again.mean, self.deviation * again.deviation
        return replace(again, mean=mean, deviation=deviation)


def _mean_and_deviation(X):
    """Return mean and deviation of each column, (d,) each; of a constant one the constant, exactly, and 1."""
    constant = np.ptp(X, axis=0) == 0
    mean = np.where(constant, X[0], X.mean(axis=0))
    deviation = (X - mean).std(axis=0)
    return mean, np.where(deviation > 0, deviation, 1.0)


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
