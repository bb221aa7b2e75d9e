"""A guaranteed risk and its terms over C, confidence intervals over the number of points, and ε-nets."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from matplotlib.ticker import LogLocator

from svmlab.plotting.frame import axes_for, decorate, draw_legend, legend_place
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import number


@dataclass(frozen=True, repr=False)
class RiskPicture:
    """The Axes, the Line2D of each curve by its name, the grey area that says nothing, the mark, and the legend."""

    ax: plt.Axes
    lines: dict
    above: object
    mark: object
    legend: object

    def __repr__(self):
        return f"RiskPicture({self.ax.get_title(loc='left')!r})"


def plot_risk_terms(
    tuning, ax=None, *, true_risks=None, legend="right", title=None, most=1.2, size=None, theme=None
):  # fmt: skip
    """Draw the guaranteed risk and its terms against C, with a mark at the smallest value.

    tuning        svmlab.risk.Tuning
    true_risks    (n,) expected risks of its machines, where they are known
    most          the largest value shown; what lies above 1 says nothing and is grey
    legend, title, size, theme    as in ``plot_machine``
    """
    pen, legend = Pen(size, theme), legend_place(legend)
    curves = {
        "guaranteed risk": tuning.values,
        "interval (capacity)": np.array([risk.interval for risk in tuning.risks]),
        "margin risk": np.array([risk.margin_risk for risk in tuning.risks]),
    }
    if true_risks is not None:
        curves["true risk"] = np.asarray(true_risks)
    top = min(most, 1.1 * float(tuning.values.max()))
    ax, own = axes_for(ax, pen)
    ax.set_xscale("log")
    ax.set(xlim=(tuning.C[0], tuning.C[-1]) if len(tuning.C) > 1 else None, ylim=(0.0, top), autoscale_on=False)
    lines = {}
    for k, (name, values) in enumerate(curves.items()):
        (lines[name],) = ax.plot(tuning.C, values, **pen.series(k), zorder=3)
    lines["guaranteed risk"].set_linewidth(1.4 * pen.line("curve")["linewidth"])
    across, width = pen.mark("free")
    mark = ax.scatter(
        tuning.best_C, tuning.values[tuning.best], s=across**2, facecolors="none", edgecolors=pen.colors["ink"],
        linewidths=width, zorder=4,
    )  # fmt: skip
    if title is None:
        title = f"least guaranteed risk {number(tuning.values.min())} at C = {number(tuning.best_C, 2)}"
    decorate(ax, pen, own, ("C", "risk"), title, "")
    ax.xaxis.set_major_locator(LogLocator())
    entries = [(line, name) for name, line in lines.items()]
    above = _says_nothing(ax, pen, entries, top) if top > 1.0 else None
    return RiskPicture(ax, lines, above, mark, draw_legend(ax, pen, entries, legend))


def plot_intervals(
    intervals, ax=None, *, landmarks=None, legend="right", title="", least=1e-3, most=1e3, size=None, theme=None
):  # fmt: skip
    """Draw confidence intervals against the number of points m, both axes logarithmic, and where each falls below 1.

    intervals     {name: (m (n,), values (n,))}
    landmarks     {name: m} of well-known sizes, drawn as vertical lines with their names
    legend, title, size, theme    as in ``plot_machine``
    """
    pen, legend = Pen(size, theme), legend_place(legend)
    ax, own = axes_for(ax, pen)
    ax.set(xscale="log", yscale="log", ylim=(least, most), autoscale_on=False)
    ax.set_xlim(min(m[0] for m, _ in intervals.values()), max(m[-1] for m, _ in intervals.values()))
    lines = {}
    across, width = pen.mark("free")
    for k, (name, (m, values)) in enumerate(intervals.items()):
        (lines[name],) = ax.plot(m, values, **pen.series(k), zorder=3)
        below = np.flatnonzero(np.asarray(values) < 1.0)
        if len(below):
            ax.scatter(m[below[0]], 1.0, s=across**2, facecolors="none", edgecolors=lines[name].get_color(),
                       linewidths=width, zorder=4)  # fmt: skip
    cursor = pen.line("cursor")
    for name, m in (landmarks or {}).items():
        ax.axvline(m, **{**cursor, "linewidth": 0.8 * pen.scale, "zorder": 1})
        ax.annotate(
            name, (m, 1), (-3, -5), xycoords=("data", "axes fraction"), textcoords="offset points", rotation=90,
            ha="right", va="top", fontsize=pen.font("caption"), color=pen.colors["muted"],
        )  # fmt: skip
    decorate(ax, pen, own, ("number of training points m", "interval + 1/m"), title, "")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(LogLocator(numticks=9))
    entries = [(line, name) for name, line in lines.items()]
    above = _says_nothing(ax, pen, entries, most)
    return RiskPicture(ax, lines, above, None, draw_legend(ax, pen, entries, legend))


def _says_nothing(ax, pen, entries, high):
    """Grey from 1 to ``high``, explained by the last entry of the legend."""
    area = ax.axhspan(1.0, high, **pen.grey())
    entries.append((area, "above 1: says nothing"))
    return area


def draw_net(ax, W, X, epsilon, *, size=None, theme=None):
    """Draw the functions W (n, 2) of an ε-net and the ball of radius ε around each, seen on the sample X (m, 2).

    A ball of d_s is a polygon: |⟨v - w, x_i⟩| ≤ ε for all i. Returns (the Patches, the points).
    """
    pen = Pen(size, theme)
    angle = np.linspace(0.0, 2.0 * np.pi, 721)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ball = epsilon * around / np.abs(around @ np.asarray(X).T).max(axis=1)[:, None]
    color = pen.colors["series"][1]
    look = {"facecolor": to_rgba(color, 0.10), "edgecolor": color, "linewidth": 0.9 * pen.scale, "zorder": 1.5}
    patches = [ax.add_patch(Polygon(w + ball, **look)) for w in W]
    points = ax.scatter(*np.asarray(W).T, s=(2 * pen.radius) ** 2, color=pen.colors["ink"], zorder=3)
    return patches, points
