"""Gaussian classes in the plane: the boundaries of Bayes and of linear machines, and a sample beside its risk."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Circle

from svmlab import style
from svmlab.plotting.frame import decorate
from svmlab.plotting.grid import draw_boundary, draw_regions, grid_scores
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import draw_points
from svmlab.plotting.risk import plot_risk_terms
from svmlab.plotting.words import number
from svmlab.risk import gaussians


def draw_bayes(ax, problem, *, series=1, size=None, theme=None, **line):
    """Draw the Bayes boundary of a ``gaussians.GaussianProblem``, circles and lines; return one Line2D per pair.

    Colour and dash are those of curve number ``series``; ``line`` changes them as in matplotlib. The limits stay.
    """
    look = {**Pen(size, theme).series(series), "zorder": 2.2, **line}
    return [ax.add_line(Line2D(*points.T, **look)) for _, _, points in problem.bayes_boundary(reach=_reach(ax))]


def draw_wedges(ax, W, b, *, series=0, size=None, theme=None, **line):
    """Draw the boundaries of x -> argmax_k ⟨w_k, x⟩ + b_k, exact up to where they meet; one Line2D per pair."""
    look = {**Pen(size, theme).series(series), "zorder": 2.2, **line}
    lines = []
    for edge in gaussians.edges(W, b):
        t = np.clip([edge.low, edge.high], -_reach(ax), _reach(ax))
        lines.append(ax.add_line(Line2D(*(edge.start + t[:, None] * edge.direction).T, **look)))
    return lines


def _reach(ax):
    """A length that leads out of the Axes from wherever a line in it is nearest to the origin."""
    return 2.0 * float(np.abs([ax.get_xlim(), ax.get_ylim()]).max())


def plot_three_gaussians(
    problem, X, y, tuning, C, *, limits, true_risks=None, axes=None, size=None, theme=None
):  # fmt: skip
    """Draw a sample of a ``gaussians.GaussianProblem`` with three classifiers, and beside it the guaranteed risk.

    tuning, C, true_risks    risk.Tuning of M-SVMs of degree 1 or 2, the C of the one drawn, and their expected risks;
                             without a tuning (None) there is no machine
    limits                   [[x0, x1], [y0, y1]] of the plane
    axes                     two Axes, or None for a figure of their own
    """
    pen, how = Pen(size, theme), {"size": size, "theme": theme}
    if axes is None:
        width, height = pen.sizes["figure"]
        _, axes = plt.subplots(1, 2, figsize=(1.5 * width, height), layout="constrained")
    left, right = axes
    (xlim, ylim), machine = limits, None
    left.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect="equal", anchor="W")
    draw_points(left, X, y, problem.n_classes, **how)
    decorate(left, pen, True, ("x1", "x2"), f"{len(y):,} points", "")
    if tuning is not None:
        at = int(np.abs(tuning.C - C).argmin())
        machine, machine_risk = tuning.machines[at], true_risks[at]
        grid = grid_scores(machine, xlim, ylim)
        draw_regions(left, grid, theme=theme)
        draw_boundary(left, grid, size=size, theme=theme)
    for k, (mean, variance) in enumerate(zip(problem.means, problem.variances, strict=True)):
        color = style.class_look(k, pen.theme)["edge"]
        left.add_patch(Circle(mean, variance**0.5, fill=False, edgecolor=color, linewidth=1.2 * pen.scale, zorder=4))
        left.scatter(*mean, marker="+", s=(5 * pen.radius) ** 2, color=pen.colors["ink"], zorder=5)
    W, b, least = problem.best_linear
    lines = [draw_bayes(left, problem, series=1, **how)[0], draw_wedges(left, W, b, series=2, **how)[0]]
    texts = [f"Bayes {100 * problem.bayes_risk:.2f} %", f"best linear {100 * least:.2f} %"]
    if machine is not None:
        lines.append(Line2D([], [], **pen.line("boundary")))
        texts.append(f"M-SVM, C = {number(machine.C, 2)}: {100 * machine_risk:.2f} %")
        plot_risk_terms(tuning, right, true_risks=true_risks, legend="below", **how)
        right.axvline(machine.C, **pen.line("cursor"))
    else:
        right.set_axis_off()
    left.legend(lines, texts, loc="upper left", bbox_to_anchor=(1.01, 1.02), frameon=False, title="expected risk",
                alignment="left", fontsize=pen.font("legend"), title_fontsize=pen.font("legend"))  # fmt: skip
    return axes
