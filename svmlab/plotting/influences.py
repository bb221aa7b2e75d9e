"""Who holds whom: which point keeps each other one where it is, and how far first order is from the truth."""

from dataclasses import dataclass

import numpy as np
from matplotlib.patches import FancyArrowPatch

from svmlab import validation
from svmlab.exact import influence
from svmlab.plotting.frame import decorate, limits_and_aspect, several_axes
from svmlab.plotting.grid import draw_boundary, draw_margins, grid_scores
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import draw_points, draw_rings, planar
from svmlab.plotting.words import number

THIN, THICK = 0.5, 3.0  # widths of arrows of the least and the largest loss
MOVES = 1e-2  # of the largest influence: a smaller one is none


@dataclass(frozen=True, repr=False)
class InfluencesPicture:
    """What was drawn: two Axes; ``arrows`` {held point: artist}, ``holders``, ``exact`` and ``first`` (m, n) and
    ``own`` (m, n) bool, where a margin is the left out point's own."""

    axes: tuple
    arrows: dict
    holders: influence.Holders
    exact: np.ndarray
    first: np.ndarray
    own: np.ndarray

    @property
    def wrong_sign(self):
        """(m, n) bool: first order says that a margin rises which falls, or the other way round."""
        return _moves(self.exact) & _moves(self.first) & (self.exact * self.first < 0)

    @property
    def figure(self):
        return self.axes[0].figure

    def __repr__(self):
        return f"InfluencesPicture({len(self.arrows)} points are held, {int(self.wrong_sign.sum())} signs are wrong)"


def plot_influences(svm, axes=None, *, names=None, class_names=None, size=None, theme=None):
    """Draw who holds whom among the points of a machine of two features, and how far first order is from it.

    On the first Axes an arrow leads to each point from the other one without which its lead falls most (``holders``),
    the wider the more it falls; rings are around those who hold somebody. On the second every influence of a point on a
    margin: exact across, first order up, on the line where first order is right.

    axes          two Axes; default: in a new figure
    names, class_names, size, theme    as in ``plot_machine``

    Raises ValueError for a machine that ``first_order_influences`` does not follow.
    """
    svm = validation.seeing_the_points("plot_influences", svm)
    names = getattr(svm, "feature_names_in_", None) if names is None else names
    X, labels, names, class_names = planar("plot_influences", svm.X_fit_, svm.y_fit_, names, class_names)
    first, exact = influence.first_order_influences(svm), influence.leave_one_out_influences(svm)
    held = influence.holders(svm, exact)
    own = np.arange(len(X))[:, None] == svm.solution_.program.example
    pen = Pen(size, theme, len(X))
    axes = tuple(several_axes(axes, pen, "plot_influences", (1, 2), (1.7, 1.0)))
    arrows = _draw_holders(axes[0], pen, svm, X, labels, held, names)
    picture = InfluencesPicture(axes, arrows, held, exact, first, own)
    _draw_first_order(axes[1], pen, picture)
    return picture


def _moves(values):
    return np.abs(values) > MOVES * np.nanmax(np.abs(values))


def _draw_holders(ax, pen, svm, X, labels, held, names):
    """{held point: arrow}, over the plane with its machine."""
    xlim, ylim, aspect = limits_and_aspect(X, None, None, None)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, anchor="W")
    how = {"size": pen.size, "theme": pen.theme}
    grid = grid_scores(svm, xlim, ylim, 150)
    for artist in [*draw_boundary(ax, grid, **how), *draw_margins(ax, grid, **how)]:
        artist.set_edgecolor(pen.colors["vacuous"])
    largest, arrows = held.loss.max() or 1.0, {}
    for v in np.flatnonzero(held.by >= 0):
        width = (THIN + (THICK - THIN) * held.loss[v] / largest) * pen.scale
        arrows[int(v)] = ax.add_patch(
            FancyArrowPatch(
                X[held.by[v]], X[v], arrowstyle="-|>", linewidth=width, color=pen.colors["accent"], zorder=2.5,
                mutation_scale=5 * pen.scale + 2.5 * width, shrinkA=pen.radius, shrinkB=1.3 * pen.radius,
                joinstyle="miter", connectionstyle="arc3,rad=0.12",
            )
        )  # fmt: skip
    draw_points(ax, X, labels, len(svm.classes_), **how)
    draw_rings(ax, X[np.unique(held.by[held.by >= 0])], m=len(X), **how)
    decorate(ax, pen, False, names, "from each holder to whom it holds", "")
    return arrows


def _draw_first_order(ax, pen, picture):
    """Every influence twice: exact across, first order up."""
    exact, first, own = picture.exact, picture.first, picture.own
    counts = np.isfinite(exact) & (_moves(exact) | _moves(first))
    ax.axline((0, 0), slope=1, **pen.line("cursor"))
    for lines in (ax.axhline, ax.axvline):
        lines(0, **pen.line("grid"))
    for some, look in (
        (counts & ~own, {"marker": "o", "color": pen.colors["ink"], "s": (0.9 * pen.radius) ** 2}),
        (counts & own, {"marker": "^", "color": pen.colors["accent"], "s": (2.2 * pen.radius) ** 2}),
    ):
        ax.scatter(exact[some], first[some], linewidths=0, zorder=3, **look)
    title = f"first order: wrong sign {int(picture.wrong_sign.sum())} of {int(counts.sum())} times"
    off = np.abs(first - exact)[counts & own].max(initial=0.0)
    facts = f"triangles: on the point's own margin, off by up to {number(off, 2)}; dots: on those of others"
    decorate(ax, pen, False, ("exact influence", "to first order"), title, facts)
