"""A machine beside the machine without one of its points."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from svmlab import kernels, style
from svmlab.plotting.frame import axes_for, draw_legend, legend_place, limits_and_aspect
from svmlab.plotting.grid import contours, grid_scores
from svmlab.plotting.machine import plot_machine
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import class_entries, dot
from svmlab.plotting.words import names_of


def draw_ball(ax, ball, X, *, size=None, theme=None):
    """Draw the smallest enclosing ball of planar points (linear kernel) and its centre; return Circle and marker."""
    pen = Pen(size, theme)
    centre, color = ball.centre(X), pen.colors["series"][3]
    circle = plt.Circle(centre, ball.radius, fill=False, edgecolor=color, linewidth=1.6 * pen.scale, linestyle=":")
    ax.add_patch(circle).set_zorder(2.5)
    return circle, ax.scatter(*centre, marker="+", s=(3 * pen.radius) ** 2, color=color, zorder=2.5)


def plot_left_out(audit, ax=None, *, ball=None, names=None, class_names=None, xlim=None, ylim=None, equal=None,
    resolution=200, legend="right", title=None, size=None, theme=None,
):  # fmt: skip
    """Draw a planar machine and the machine without point p: ``audit`` is what ``lemmas.audit(svm, p)`` returned.

    The machine with all points as in ``plot_machine``; in another colour f^p = 0 and f^p = ±1; a ring around p.
    ball    whether to draw the smallest ball of the support vectors; default: where the kernel is linear
    The other parameters are those of ``plot_machine``. Returns its Picture.
    """
    svm = audit.svm
    linear = isinstance(svm.kernel_, kernels.Linear)
    if (ball is None and linear) or ball:
        if not linear:
            raise ValueError("only the linear kernel puts the ball into the plane; use ball=False")
        corners = audit.ball.centre(svm.X_fit_) + audit.ball.radius * np.array([[-1, -1], [1, 1]])
        equal = True if equal is None else equal
        limits = limits_and_aspect(np.vstack([svm.X_fit_, corners]), xlim, ylim, equal)
        xlim, ylim = limits[:2]
    pen = Pen(size, theme, len(svm.X_fit_))
    wrong = audit.xi >= 1.0
    title = f"leave out point {audit.p}: {'an error' if wrong else 'no error'}" if title is None else title
    ax, _ = axes_for(ax, pen)
    picture = plot_machine(
        svm, ax, names=names, class_names=class_names, xlim=xlim, ylim=ylim, equal=equal, resolution=resolution,
        legend=None, title=title, caption=False, size=size, theme=theme,
    )  # fmt: skip
    grid = grid_scores(audit.machinep, ax.get_xlim(), ax.get_ylim(), resolution)
    color = pen.colors["series"][4]
    for levels, line in (([0.0], "boundary"), ([-1.0, 1.0], "margin")):
        contours(ax, grid, levels, {**pen.line(line), "color": color}, zorder=2.2)
    if (ball is None and linear) or ball:
        draw_ball(ax, audit.ball, svm.X_fit_, size=size, theme=theme)
    across, width = pen.mark("selected")
    halo = style.TABLE["marks"]["selected"]["halo_width"] * pen.scale
    ax.scatter(
        *svm.X_fit_[audit.p], s=across**2, facecolors="none", edgecolors=pen.colors["highlight"], linewidths=width,
        path_effects=[withStroke(linewidth=halo, foreground=pen.colors["ink"])], zorder=4,
    )  # fmt: skip
    draw_legend(ax, pen, _left_out_entries(pen, svm, linear and ball is not False, class_names), legend_place(legend))
    return picture


def _left_out_entries(pen, svm, ball, class_names):
    class_names = names_of(svm.classes_, class_names)
    across, width = pen.mark("free")
    filled = dot("o", 2 * pen.radius, pen.colors["muted"], pen.colors["muted"], pen.stroke("plain"))
    entries = [
        *class_entries(pen, class_names),
        ((filled, dot("o", across, "none", pen.colors["ink"], width)), "α > 0"),
    ]
    across, width = pen.mark("selected")
    halo = dot("o", across, "none", pen.colors["ink"], style.TABLE["marks"]["selected"]["halo_width"] * pen.scale)
    entries.append(((halo, dot("o", across, "none", pen.colors["highlight"], width)), "p, left out"))
    color = pen.colors["series"][4]
    lines = "f = 0, ±1 with p" if len(class_names) == 2 else "boundary, lead 1 with p"
    entries.append((Line2D([], [], **pen.line("boundary")), lines))
    entries.append((Line2D([], [], **{**pen.line("boundary"), "color": color}), "without p"))
    if ball:
        dotted = Line2D([], [], color=pen.colors["series"][3], linewidth=1.6 * pen.scale, linestyle=":")
        entries.append((dotted, "ball of the support vectors"))
    return entries
