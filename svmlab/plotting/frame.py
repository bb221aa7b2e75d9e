"""What stands around a picture: the Axes and their limits, labels, title and legend."""

import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from svmlab import validation
from svmlab.plotting.pen import look
from svmlab.plotting.words import axis_name


def data_limits(X, *, equal=True, pad=0.08, elongation=4 / 3):
    """Return ``(xlim, ylim)`` around the points of X (m, 2), padded by a fraction of the range on each side.

    With ``equal`` units on both axes the shorter side is widened until the longer is ``elongation`` times it.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    span = high - low
    span = np.where(span > 0, span, span.max() or 1.0)
    if equal:
        span = np.maximum(span, span.max() / elongation)
    half = span * (0.5 + pad)
    centre = (low + high) / 2
    return tuple(zip(centre - half, centre + half, strict=True))


def limits_and_aspect(X, xlim, ylim, equal):
    """Return xlim, ylim and the aspect of the axes."""
    if equal is None:
        span = np.ptp(X, axis=0)
        equal = span.max() <= 5 * span.min() or span.min() == 0
    limits = data_limits(X, equal=equal)
    xlim, ylim = limits[0] if xlim is None else xlim, limits[1] if ylim is None else ylim
    return xlim, ylim, "equal" if equal else "auto"


def axes_for(ax, pen):
    """Return the given Axes, or one in a new figure, and whether it is new."""
    if ax is not None:
        return ax, False
    with look(pen.size, pen.theme):
        return plt.subplots(layout="constrained")[1], True


KEPT = "\u00a0=\u00a0"  # no line ends beside it
COUNTS = {2: "two", 3: "three", 4: "four"}


def several_axes(axes, pen, plot, shape, scale):
    """Return the given Axes in a row, or new ones: as many as ``shape`` = (rows, columns) has, ``plot`` draws on them.

    scale   (width, height) of a new figure, in those of a single picture
    """
    wanted = shape[0] * shape[1]
    if axes is not None:
        axes = np.ravel(axes)
        if len(axes) != wanted:
            raise ValueError(f"{plot} draws on {COUNTS[wanted]} Axes, got {len(axes)}; leave them out for a new figure")
        return axes
    with look(pen.size, pen.theme):
        size = np.multiply(scale, pen.sizes["figure"])
        return np.ravel(plt.subplots(*shape, figsize=size, layout="constrained")[1])


def decorate(ax, pen, own, names, title, caption, *, warn=False):
    """Labels, ticks, frame, title and the line below it."""
    colors, frame = pen.colors, pen.line("frame")
    for label, text in zip((ax.set_xlabel, ax.set_ylabel), names, strict=True):
        label(axis_name(text), fontsize=pen.font("label"), color=colors["ink"])
    ax.set_facecolor(colors["background"])
    ax.spines[:].set(color=frame["color"], linewidth=frame["linewidth"])
    ax.tick_params(
        labelsize=pen.font("tick"), labelcolor=colors["ink"], color=frame["color"], width=frame["linewidth"],
        length=3.5 * pen.scale,
    )  # fmt: skip
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    room = _room(ax, own)
    above, step = 0.5 * pen.font("caption"), 1.25 * pen.font("caption")
    for line in reversed(_wrap(caption, pen.font("caption"), room)):
        ax.annotate(
            line, (0, 1), (0, above), xycoords="axes fraction", textcoords="offset points", va="bottom",
            fontsize=pen.font("caption"), color=colors["warning" if warn else "muted"],
        )  # fmt: skip
        above += step
    ax.set_title(
        "\n".join(_wrap(title, pen.font("title"), room)), loc="left", fontsize=pen.font("title"),
        color=colors["warning" if warn else "ink"], pad=above + 0.25 * pen.font("title"),
    )  # fmt: skip


def _room(ax, own):
    """Width for the text above the axes in points: the figure's if the axes are alone in it."""
    width = ax.figure.get_size_inches()[0] * 72
    return 0.9 * width if own else ax.get_position(original=True).width * width


def _wrap(text, fontsize, room):
    """Break text into lines that fit, "γ = 1" in none; a character is about 0.56 em wide."""
    lines = textwrap.wrap(text.replace(" = ", KEPT), max(12, int(room / (0.56 * fontsize))))
    return [line.replace(KEPT, " = ") for line in lines]


def legend_place(where):
    """Return ``where`` if a legend can stand there; raise before anything is drawn."""
    return validation.one_of("legend", where, ("right", "below", None))


def draw_legend(ax, pen, entries, where):
    """Draw the legend a few points from the axes, so that it covers neither points nor labels."""
    if where is None:
        return None
    below = 1.5 * (pen.font("tick") + pen.font("label")) + 8 * pen.scale
    corner, dx, dy, ncols = ((1, 1), 6 * pen.scale, 0, 1) if where == "right" else ((0, 0), 0, -below, 3)
    shift = ScaledTranslation(dx / 72, dy / 72, ax.figure.dpi_scale_trans)
    return ax.legend(
        *zip(*entries, strict=True), loc="upper left", bbox_to_anchor=corner, ncols=ncols, frameon=False,
        bbox_transform=ax.transAxes + shift, borderaxespad=0.0, borderpad=0.0, fontsize=pen.font("legend"),
        labelcolor=pen.colors["ink"], handlelength=2.4, handletextpad=0.6, labelspacing=0.55,
    )  # fmt: skip
