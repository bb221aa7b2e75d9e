"""One iterate of a procedure in the plane: the boundary that it has so far, and the part of every point in it."""

import numpy as np

from svmlab.plotting.frame import axes_for, decorate, limits_and_aspect
from svmlab.plotting.grid import Grid, draw_boundary, draw_margins, draw_regions
from svmlab.plotting.machine import Picture
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import draw_points, draw_rings, planar
from svmlab.plotting.words import number


def plot_state(state, ax=None, *, resolution=150, title=None, size=None, theme=None):
    """Draw a state of ``svmlab.learning``, of two features: regions, boundary and margins of its w and b, its points.

    Filled points with a ring have 0 < α < C, open ones α = C, plain ones α = 0, as in ``plot_machine``; the dashed
    lines are where f = ±1, or the best class leads by 1. The title is what the procedure just did.

    resolution, title, size, theme    as in ``plot_machine``
    """
    problem, machine = state.problem, state.problem.machine
    X, labels, names, class_names = planar("plot_state", machine.X_fit_, machine.y_fit_, None, None)
    pen, n_classes = Pen(size, theme, len(X)), len(class_names)
    xlim, ylim, aspect = limits_and_aspect(X, None, None, None)
    grid = _grid(state, xlim, ylim, resolution)
    ax, own = axes_for(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, anchor="W")
    how = {"size": pen.size, "theme": pen.theme}
    regions = draw_regions(ax, grid, theme=pen.theme)
    margins, boundary = draw_margins(ax, grid, **how), draw_boundary(ax, grid, **how)
    bounded = np.isin(np.arange(problem.m), problem.points(np.flatnonzero(state.multipliers >= problem.upper)))
    free = np.setdiff1d(state.support, np.flatnonzero(bounded)).astype(int)
    filled, opened = draw_points(ax, X, labels, n_classes, bounded=bounded, **how)
    rings = draw_rings(ax, X[free], **how)
    caption = f"step {state.step}, {number(state.passes)} passes: Q = {number(state.dual)}, P = {number(state.primal)}"
    decorate(ax, pen, own, names, state.what if title is None else title, caption)
    return Picture(
        ax, filled, bounded=opened, free=rings, regions=regions, boundary=boundary, margins=margins, grid=grid
    )


def _grid(state, xlim, ylim, resolution):
    x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    scores = state.scores(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    return Grid(x, y, scores.reshape(resolution, resolution, *scores.shape[1:]))
