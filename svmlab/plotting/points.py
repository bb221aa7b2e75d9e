"""Points of the plane in the colour and shape of their class, and the marks on them."""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from svmlab import style, validation
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import names_of


def planar(function, X, y, names, class_names):
    """Return X (m, 2), class indices (m,), two axis names and one name per class."""
    shape = np.shape(X)
    if len(shape) == 2 and shape[1] != 2:
        raise ValueError(
            f"{function} draws points of 2 features, got {shape[1]}; choose two columns, for instance X[:, [0, 1]]"
        )
    if len(shape) == 1 and shape[0] and isinstance(X[0], str):
        raise ValueError(f"{function} draws points of the plane, got strings; plot their scores instead")
    X, y, names = validation.dataset(X, y, names)
    classes, labels = np.unique(y, return_inverse=True)
    if class_names is not None and len(class_names) != len(classes):
        raise ValueError(f"class_names must name {len(classes)} classes, got {len(class_names)} names")
    return X, labels, names, names_of(classes, class_names)


def draw_points(ax, X, labels, n_classes, *, bounded=None, m=None, zorder=3, size=None, theme=None):
    """Draw points in the colour and shape of their class; return two lists of PathCollections, one per class.

    ``labels`` are class indices 0..n_classes-1. Points in the mask ``bounded`` are drawn open: the first list
    holds the filled points, the second the open ones. ``m`` is the number of points of the whole picture.
    """
    pen = Pen(size, theme, len(X) if m is None else m)
    bounded = np.zeros(len(X), dtype=bool) if bounded is None else bounded
    filled, opened = [], []
    for k, look in enumerate(pen.classes(n_classes)):
        marker, across = pen.marker(look)
        for artists, mask, face, case in (
            (filled, (labels == k) & ~bounded, look["color"], "plain"),
            (opened, (labels == k) & bounded, pen.colors["hollow"], "bounded"),
        ):
            artists.append(
                ax.scatter(
                    *X[mask].T, s=across**2, marker=marker, facecolors=face, edgecolors=look["edge"],
                    linewidths=pen.stroke(case), zorder=zorder + 0.1 * (case == "bounded"),
                )
            )  # fmt: skip
    return filled, opened


def draw_rings(ax, X, *, m=None, size=None, theme=None):
    """Draw the ring of a free support vector around each point of X (n, 2); return the PathCollection."""
    pen = Pen(size, theme, len(X) if m is None else m)
    across, width = pen.mark("free")
    halo = style.TABLE["marks"]["free"]["halo_width"] * pen.scale
    return ax.scatter(
        *X.T, s=across**2, marker="o", facecolors="none", edgecolors=pen.colors["ink"], linewidths=width,
        path_effects=[withStroke(linewidth=halo, foreground=pen.colors["halo"])], zorder=3.5,
    )  # fmt: skip


def draw_crosses(ax, X, *, m=None, size=None, theme=None):
    """Draw the cross of a misclassified point behind each point of X (n, 2); return the PathCollection."""
    pen = Pen(size, theme, len(X) if m is None else m)
    across, width = pen.mark("misclassified")
    return ax.scatter(*X.T, s=across**2 / 2, marker="x", color=pen.colors["ink"], linewidths=width, zorder=3.2)


def class_entries(pen, class_names):
    """Legend entries [(Line2D, name), ...], one per class."""
    entries = []
    for look, name in zip(pen.classes(len(class_names)), class_names, strict=True):
        marker, across = pen.marker(look)
        entries.append((dot(marker, across, look["color"], look["edge"], pen.stroke("plain")), name))
    return entries


def dot(marker, across, face, edge, width):
    """A point as the legend shows it, ``across`` and ``width`` in points."""
    return Line2D(
        [], [], linestyle="none", marker=marker, markersize=across, markerfacecolor=face, markeredgecolor=edge,
        markeredgewidth=width,
    )  # fmt: skip
