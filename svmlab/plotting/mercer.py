"""A proposed kernel on points of the plane: the points with the weights of a witness, kernel matrix and spectrum."""

from dataclasses import dataclass

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator

from svmlab import kernels
from svmlab.plotting.frame import axes_for, decorate, limits_and_aspect, several_axes
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import number

WEIGHED = 1.7  # radius of the mark of weight 1, beyond that of a point
FEW = 6  # weights that are written beside their points


@dataclass(frozen=True, repr=False)
class MercerPicture:
    """What ``plot_mercer`` drew: three Axes, the MercerTest, the image of K and the bars of its eigenvalues."""

    axes: tuple
    test: kernels.MercerTest
    matrix: object
    bars: object

    @property
    def figure(self):
        return self.axes[0].figure

    def __repr__(self):
        return f"MercerPicture({self.test.verdict})"


def plot_mercer(kernel, X, axes=None, *, xlim=None, ylim=None, title=None, size=None, theme=None):
    """Draw what the points X (m, 2) say of a kernel: points, kernel matrix, eigenvalues, see ``kernels.mercer_test``.

    Where an eigenvalue is negative the marks of the points are as large as the weights of a witness, filled above 0 and
    open below. axes, three of them, xlim, ylim, title, size and theme as in ``plot_machine``.
    """
    test, X = kernels.mercer_test(kernel, X), np.asarray(X, dtype=float)
    pen = Pen(size, theme)
    axes = several_axes(axes, pen, "plot_mercer", (1, 3), (1.7, 0.8))
    _draw_points(axes[0], pen, X, test.witness)
    xlim, ylim, aspect = limits_and_aspect(X, xlim, ylim, None)
    axes[0].set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect)
    decorate(axes[0], pen, False, ("x1", "x2"), test.verdict if title is None else title, "")
    matrix = draw_matrix(test, axes[1], size=size, theme=theme)
    bars = draw_spectrum(test, axes[2], size=size, theme=theme)
    return MercerPicture(tuple(axes), test, matrix, bars)


def draw_matrix(test, ax=None, *, title="kernel matrix", size=None, theme=None):
    """Draw K of a MercerTest, the darker the larger, values below 0 in the accent; return the image."""
    pen = Pen(size, theme)
    ax, own = axes_for(ax, pen)
    colors = [pen.colors[name] for name in ("accent", "background", "ink")]
    largest = float(np.abs(test.K).max()) or 1.0
    image = ax.imshow(test.K, cmap=LinearSegmentedColormap.from_list("K", colors), vmin=-largest, vmax=largest)
    decorate(ax, pen, own, ("", ""), title, "")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(6, integer=True))
    return image


def draw_spectrum(test, ax=None, *, title=None, size=None, theme=None):
    """Draw the eigenvalues of a MercerTest as bars, the largest first, negative ones hatched; return the bars."""
    pen = Pen(size, theme)
    ax, own = axes_for(ax, pen)
    values = test.eigenvalues
    bars = ax.bar(np.arange(1, len(values) + 1), values, width=0.72, color=pen.colors["ink"])
    for bar in bars[len(values) - test.n_negative :]:
        bar.set(facecolor=pen.colors["background"], edgecolor=pen.colors["accent"], hatch="////")
    ax.axhline(0.0, **pen.line("frame"))
    if title is None:
        title = f"rank {test.rank}" + (f", lowest {number(values[-1])}" if test.n_negative else "")
    decorate(ax, pen, own, ("number", "eigenvalue of K"), title, "")
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    return bars


def _draw_points(ax, pen, X, witness):
    """The points, and where there is a witness its weights as the sizes of their marks."""
    weights = np.zeros(len(X)) if witness is None else witness
    radius = pen.radius * np.where(
        weights == 0, 0.8 if witness is not None else 1.2, 1 + WEIGHED * np.sqrt(abs(weights))
    )
    plain = pen.colors["ink" if witness is None else "muted"]
    edges = np.where(weights == 0, plain, pen.colors["accent"])
    faces = np.where(weights < 0, pen.colors["hollow"], edges)
    ax.scatter(*X.T, s=(2 * radius) ** 2, c=faces, edgecolors=edges, linewidths=2 * pen.stroke("bounded"), zorder=3)
    if np.count_nonzero(weights) > FEW:
        return
    for i in np.flatnonzero(weights):
        text = ("+" if weights[i] > 0 else "") + number(weights[i])
        ax.annotate(
            f"{i}: {text}", X[i], (radius[i] + 3, radius[i]), textcoords="offset points", fontsize=pen.font("label"),
            color=pen.colors["accent"], zorder=4,
        )  # fmt: skip
