"""The scores of a machine on a grid, and its regions, boundary and margins drawn from them."""

import warnings
from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.plotting.pen import Pen


@dataclass(frozen=True)
class Grid:
    """Scores of a machine on a grid: ``x`` (nx,), ``y`` (ny,) and ``scores`` (ny, nx), or (ny, nx, Q) by class."""

    x: np.ndarray
    y: np.ndarray
    scores: np.ndarray

    @property
    def leads(self):
        """Lead of each class over the best other class, (Q, ny, nx): -f and f for two classes with one score f.

        A class wins where its lead is positive; its margin is where its lead is 1.
        """
        if self.scores.ndim == 2:
            return np.stack([-self.scores, self.scores])
        scores = np.moveaxis(self.scores, -1, 0)
        others = [np.delete(scores, k, axis=0).max(axis=0) for k in range(len(scores))]
        return scores - np.stack(others)


def grid_scores(svm, xlim, ylim, resolution=200, *, memory=2_000_000):
    """Evaluate ``svm.decision_function`` on ``resolution`` x ``resolution`` points of a rectangle.

    ``memory`` limits the numbers of one kernel block, so that a large training set needs no more of it.
    """
    svm = validation.fitted(svm)
    x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    n_blocks = 1 + len(points) * len(svm.X_fit_) // memory
    with warnings.catch_warnings():  # a grid has no column names, and needs none
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        scores = np.concatenate([svm.decision_function(block) for block in np.array_split(points, n_blocks)])
    return Grid(x, y, scores.reshape(resolution, resolution, *scores.shape[1:]))


def draw_regions(ax, grid, *, theme=None):
    """Tint the region of each class, lighter inside the margin; return one ContourSet per class."""
    looks = Pen(theme=theme).classes(len(grid.leads))
    return [
        ax.contourf(
            grid.x, grid.y, lead, levels=[0, 1, max(2, lead.max() + 1)], zorder=0,
            colors=[look["tint_inside"], look["tint_outside"]],
        )
        for look, lead in zip(looks, grid.leads, strict=True)
    ]  # fmt: skip


def draw_boundary(ax, grid, *, size=None, theme=None):
    """Draw the boundary between the classes, f = 0; return the ContourSets (none where one class wins all)."""
    return contours(ax, grid, [0.0], Pen(size, theme).line("boundary"), zorder=2)


def draw_margins(ax, grid, *, size=None, theme=None):
    """Draw where the best class leads by 1, f = ±1 for two classes; return the ContourSets."""
    return contours(ax, grid, [-1.0, 1.0], Pen(size, theme).line("margin"), zorder=1.8)


def contours(ax, grid, levels, line, zorder):
    """Draw where the lead of a class has one of the levels (of several classes: the last); return the ContourSets."""
    leads = grid.leads
    fields = leads[1:] if len(leads) == 2 else leads  # the lead of one of two classes says all
    levels = levels if len(leads) == 2 else levels[-1:]
    keywords = {"linewidths": line["linewidth"], "linestyles": [line["linestyle"]], "colors": [line["color"]]}
    sets = []
    for field in fields:
        present = [level for level in levels if field.min() < level < field.max()]
        if present:
            sets.append(ax.contour(grid.x, grid.y, field, levels=present, zorder=zorder, **keywords))
    return sets
