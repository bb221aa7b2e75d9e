"""Classifiers side by side, and where they disagree."""

import matplotlib.pyplot as plt
import numpy as np

from svmlab.plotting.frame import limits_and_aspect
from svmlab.plotting.pen import Pen, look
from svmlab.plotting.points import draw_crosses, draw_points, planar
from svmlab.plotting.words import plain
from svmlab.selection import comparison


def plot_comparison(
    compared, axes=None, *, names=None, class_names=None, xlim=None, ylim=None, resolution=150, size=None, theme=None
):
    """Draw the regions of every classifier of a ``comparison.Comparison`` of two features; return the Figure.

    Hatched where not all agree, dotted where the one is undecided, crosses where it misclassifies. ``axes`` are as many
    Axes as there are classifiers; the other parameters are those of ``plot_machine``.
    """
    X, labels, names, class_names = planar("plot_comparison", compared.X, compared.y, names, class_names)
    pen, n = Pen(size, theme, 3 * len(X)), len(compared.entries)
    xlim, ylim, aspect = limits_and_aspect(X, xlim, ylim, None)
    with look(pen.size, pen.theme):
        if axes is None:
            rows = -(-n // 3)
            width, height = pen.sizes["figure"]
            shape = {"figsize": (1.7 * width, 0.8 * rows * height), "layout": "constrained"}
            axes = plt.subplots(rows, min(n, 3), squeeze=False, **shape)[1].ravel()
        x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
        decisions = compared.decisions(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
        known = [decision for decision in decisions if decision is not None]
        differ = comparison.disagreement(known) if known else None
        for ax, entry, decision in zip(axes, compared.entries, decisions, strict=False):
            ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, xticks=[], yticks=[])
            ax.set_title(plain(f"{entry.label}\n{_counts(entry)}"), fontsize=pen.font("label"), loc="left")
            if decision is not None:
                draw_decision(ax, x, y, decision, differ, len(class_names), theme=pen.theme)
                wrong = entry.trained.predict(X) != compared.y
                draw_crosses(ax, X[wrong], m=3 * len(X), size=pen.size, theme=pen.theme)
                draw_points(ax, X, labels, len(class_names), m=3 * len(X), size=pen.size, theme=pen.theme)
        for ax in axes[n:]:
            ax.set_axis_off()
        return axes[0].figure


def draw_decision(ax, x, y, decision, differ, n_classes, *, theme=None):
    """Tint the places x (nx,), y (ny,) by the class of a Decision; hatch ``differ`` (ny nx,), dot the undecided."""
    pen, shape = Pen(theme=theme), (len(y), len(x))
    colors = [look["tint_outside"] for look in pen.classes(n_classes)]
    levels = np.arange(n_classes + 1) - 0.5
    ax.contourf(x, y, decision.code.reshape(shape), levels=levels, colors=colors, zorder=0)
    for mask, hatch in ((differ, "//"), (decision.undecided, "..")):
        if mask is not None and mask.any():
            with plt.rc_context({"hatch.linewidth": 0.6, "hatch.color": pen.colors["muted"]}):
                shown = mask.reshape(shape).astype(float)
                ax.contourf(x, y, shown, levels=[0.5, 1.5], colors="none", hatches=[hatch], zorder=1)


def _counts(entry):
    if entry.trained is None:
        return entry.error
    lost = "…" if entry.loo is None else f"{entry.loo.n_errors}"
    return f"{entry.training_errors} training, {lost} leave-one-out errors"
