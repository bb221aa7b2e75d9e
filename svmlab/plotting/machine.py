"""A trained machine in the plane, and a data set without one."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from svmlab import kernels, validation
from svmlab.plotting.frame import axes_for, decorate, draw_legend, legend_place, limits_and_aspect
from svmlab.plotting.grid import Grid, draw_boundary, draw_margins, draw_regions, grid_scores
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import class_entries, dot, draw_crosses, draw_points, draw_rings, planar
from svmlab.plotting.words import number
from svmlab.theory import kkt

FINEST = 4000  # grid points along an axis: more would take gigabytes and show nothing


@dataclass(frozen=True, repr=False)
class Picture:
    """What was drawn: the Axes and the artists; without a machine only ``points`` and ``legend``.

    ``points`` and ``bounded`` hold one PathCollection per class, ``free`` the rings, ``misclassified`` the crosses,
    ``lines`` the lines beside the machine's.
    """

    ax: plt.Axes
    points: list
    legend: object = None
    bounded: list = ()
    free: object = None
    misclassified: object = None
    regions: list = ()
    boundary: list = ()
    margins: list = ()
    grid: Grid = None
    cases: kkt.Cases = None
    lines: list = ()

    def __repr__(self):
        return f"Picture({self.ax.get_title(loc='left')!r})"


def plot_machine(
    svm, ax=None, *, names=None, class_names=None, xlim=None, ylim=None, equal=None, resolution=200,
    legend="right", title=None, caption=True, lines=(), size=None, theme=None,
):  # fmt: skip
    """Draw a fitted machine of two features: regions, boundary, margins, points and their part in the solution.

    Of a Pipeline it is the plane that the machine sees, with the transformed points, and the caption says so.

    names         two axis labels; default: the names the machine was fitted with, else x₁, x₂
    class_names   one name per class; default: the labels
    xlim, ylim    limits; default: around the data
    equal         the same unit on both axes; default: yes, unless one range is over five times the other
    resolution    grid points along each axis
    legend        "right" or "below" the axes, or None
    title         text; default: C and the numbers of free and bounded support vectors
    caption       whether to say below the title how many training errors there are and what is certified
    lines         [[w1, w2, b], ...]: lines w1 x1 + w2 x2 + b = 0 that are drawn thin beside the machine's
    size, theme   "regular" or "lecture", "light" or "dark"; default: those of ``use`` or ``look``
    """
    steps, svm = validation.steps_before(svm), validation.fitted(svm)
    if isinstance(svm.kernel_, kernels.Precomputed):
        raise ValueError(
            "plot_machine needs the points themselves, but a precomputed kernel keeps only their kernel matrix; "
            "fit with one of svmlab.kernels or with the kernel as a function f(X, Z)"
        )
    names = getattr(svm, "feature_names_in_", None) if names is None else names
    X, labels, names, class_names = planar("plot_machine", svm.X_fit_, svm.y_fit_, names, class_names)
    pen, n_classes = Pen(size, theme, len(X)), len(class_names)
    xlim, ylim, aspect = limits_and_aspect(X, xlim, ylim, equal)
    resolution = validation.integer("resolution", resolution, at_least=2)
    validation.at_most("resolution", resolution, FINEST, "points a screen can show along an axis")
    cases, grid = kkt.cases(svm), grid_scores(svm, xlim, ylim, resolution)
    bounded, wrong = cases.point == kkt.BOUNDED, cases.misclassified
    title = _title(svm, cases) if title is None else title
    caption = _caption(svm, cases, steps) if caption else ""
    entries = class_entries(pen, class_names) + _machine_entries(pen, svm, grid.scores.ndim == 2)
    legend = legend_place(legend)

    ax, own = axes_for(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, anchor="W")
    how = {"size": pen.size, "theme": pen.theme}
    regions = draw_regions(ax, grid, theme=pen.theme)
    margins, boundary = draw_margins(ax, grid, **how), draw_boundary(ax, grid, **how)
    others = draw_lines(ax, lines, **how)
    points, opened = [], []
    for part, zorder in ((~wrong, 3), (wrong, 3.3)):  # the wrong ones, fewer, on top
        filled, hollow = draw_points(
            ax, X[part], labels[part], n_classes, bounded=bounded[part], m=len(X), zorder=zorder, **how
        )
        points, opened = points + filled, opened + hollow
    rings = draw_rings(ax, X[cases.point == kkt.FREE], m=len(X), **how)
    crosses = draw_crosses(ax, X[wrong], m=len(X), **how)
    decorate(ax, pen, own, names, title, caption, warn=not svm.solution_.certified)
    legend = draw_legend(ax, pen, entries, legend)
    return Picture(ax, points, legend, opened, rings, crosses, regions, boundary, margins, grid, cases, others)


def plot_dataset(
    X, y, ax=None, *, names=None, class_names=None, xlim=None, ylim=None, equal=None, legend="right",
    title="", size=None, theme=None,
):  # fmt: skip
    """Draw points of two features in the colour and shape of their class; parameters as in ``plot_machine``."""
    X, labels, names, class_names = planar("plot_dataset", X, y, names, class_names)
    pen = Pen(size, theme, len(X))
    xlim, ylim, aspect = limits_and_aspect(X, xlim, ylim, equal)
    entries, legend = class_entries(pen, class_names), legend_place(legend)

    ax, own = axes_for(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, anchor="W")
    points, _ = draw_points(ax, X, labels, len(class_names), size=pen.size, theme=pen.theme)
    decorate(ax, pen, own, names, title, "")
    return Picture(ax, points, draw_legend(ax, pen, entries, legend))


def draw_lines(ax, lines, *, size=None, theme=None):
    """Draw lines w1 x1 + w2 x2 + b = 0, each [w1, w2, b], thin and right through the Axes; return one Line2D each."""
    look, (x, y) = Pen(size, theme).line("cursor"), (ax.get_xlim(), ax.get_ylim())
    middle, reach = np.array([np.mean(x), np.mean(y)]), np.hypot(np.ptp(x), np.ptp(y))
    drawn = []
    for w1, w2, b in lines:
        w = np.array([w1, w2])
        foot = middle - (w @ middle + b) / (w @ w) * w
        along = reach / np.linalg.norm(w) * np.array([-w2, w1])
        drawn.append(ax.add_line(Line2D(*np.array([foot - along, foot + along]).T, zorder=1.7, **look)))
    return drawn


def _title(svm, cases):
    free, bounded = (int(np.sum(cases.point == case)) for case in (kkt.FREE, kkt.BOUNDED))
    doubt = "" if svm.solution_.certified else " (not certified)"
    if np.isinf(svm.C_):
        return f"hard margin{doubt}: {free} support vector{'s' * (free != 1)}"
    return f"C = {number(svm.C_)}{doubt}: {free} free, {bounded} bounded support vectors"


def _caption(svm, cases, steps=()):
    solution, errors = svm.solution_, int(cases.misclassified.sum())
    facts = f"{errors or 'no'} training error{'s' * (errors != 1)} in {len(svm.X_fit_)}"
    facts += f", as {' and '.join(steps)} gave them" if steps else ""
    if not solution.certified:
        return f"{facts}; {solution.status}"
    worst = max(abs(solution.relative_gap), solution.kkt_residual, 1e-16)
    return f"{facts}; certified: gap and KKT residual ≤ {number(10.0 ** np.ceil(np.log10(worst)))}"


def _machine_entries(pen, svm, one_score):
    """Legend entries of marks and lines: the same for every finite C, so that nothing jumps while C moves."""
    muted, hollow, ink = (pen.colors[name] for name in ("muted", "hollow", "ink"))
    filled = dot("o", 2 * pen.radius, muted, muted, pen.stroke("plain"))
    opened = dot("o", 2 * pen.radius, hollow, muted, pen.stroke("bounded"))
    across, width = pen.mark("free")
    ring = dot("o", across, "none", ink, width)
    across, width = pen.mark("misclassified")
    cross = dot("x", across / np.sqrt(2), "none", ink, width)
    bound = "bound" if np.any(svm.sample_weight_ != 1) else "C"
    if np.isinf(svm.C_):
        entries = [((filled, ring), "support vector: α > 0")]
    elif one_score:
        entries = [((filled, ring), f"free: 0 < α < {bound}"), (opened, f"bounded: α = {bound}")]
    else:
        entries = [((filled, ring), f"free: every α < {bound}"), (opened, f"bounded: some α = {bound}")]
    if np.isfinite(svm.C_):
        entries += [((cross, opened), "misclassified")]
    boundary, margin = (Line2D([], [], **pen.line(name)) for name in ("boundary", "margin"))
    texts = ("f = 0", "f = ±1") if one_score else ("class boundary", "best leads by 1")
    return [*entries, *zip((boundary, margin), texts, strict=True)]
