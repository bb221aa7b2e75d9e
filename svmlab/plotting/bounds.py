"""Bounds on the leave-one-out error along the path, and the exact error beside them."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from svmlab import style
from svmlab.plotting.frame import axes_for, decorate, draw_legend, legend_place
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import dot
from svmlab.plotting.words import number

BEST = 1.9  # width of the exact curve where the fewest points err, in that of the curve
BAND = 0.1  # opacity of what stands below it


@dataclass(frozen=True, repr=False)
class BoundsPicture:
    """Bounds over C as drawn: by name ``lines``, the pieces of each, and ``chosen``, the ring where it would set C.

    ``loo`` is the line of the exact leave-one-out, ``best`` the bars where the fewest points err, with the bands below,
    where it is known at every C; ``vacuous`` the grey field above 100 %.
    """

    ax: plt.Axes
    lines: dict
    chosen: dict
    loo: Line2D
    best: list
    vacuous: object
    legend: object = None

    def __repr__(self):
        return f"BoundsPicture({', '.join(self.lines)})"


def plot_bounds(
    curves, ax=None, *, names=None, loo=None, chosen=True, most=4.0, legend="right", title="", size=None, theme=None
):  # fmt: skip
    """Draw bounds and the exact leave-one-out error against C, both axes logarithmic (linear below one error).

    curves        svmlab.bounds.Curves
    names         the bounds to draw; default: all that are in curves
    loo           the exact errors at every C, of ``leave_one_out.along_path``: drawn as the steps that they are, thick
                  where the fewest err; by default lines between the values of C in curves
    chosen        whether to ring the smallest value of each, where it would set C (see ``Curves.chosen``)
    most          the largest rate shown, 1 for 100 %
    legend, title, size, theme    as in ``plot_machine``

    A solid line is proved and its hypotheses hold; a dashed one is not covered by its hypotheses; a dash-dotted one is
    covered, but its proof has a gap or it is only observed; a dotted one is an estimate, not a bound. Whatever is above
    100 % is grey.
    """
    names = tuple(curves.curves) if names is None else (names,) if isinstance(names, str) else tuple(names)
    legend = legend_place(legend)
    pen = Pen(size, theme)
    ax, own = axes_for(ax, pen)
    unproved = any(np.isin(curves[name].kind, ("gap", "observed"))[curves[name].holds].any() for name in names)
    low = 1.0 / curves.m
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=low, linscale=0.4)
    ax.set(xlim=(curves.C[0], curves.C[-1]) if len(curves.C) > 1 else None, ylim=(-0.1 * low, most), autoscale_on=False)
    above = ax.axhspan(1.0, most, **pen.grey())
    lines, rings, entries = {}, {}, []
    for k, name in enumerate(names):
        look = _bound_look(pen, k, curves[name])
        lines[name] = _bound_lines(ax, pen, curves.C, curves[name], look, k, len(names))
        entries.append((_bound_line(pen, look, "estimate" if look["estimate"] else "holds"), curves[name].label))
        if chosen:
            i = curves.chosen(name)
            across, width = pen.mark("free")
            rings[name] = ax.scatter(
                curves.C[i], np.clip(curves[name].rate[i], 0.0, most), s=across**2, facecolors="none",
                edgecolors=look["color"], linewidths=width, zorder=3.5, clip_on=False,
            )  # fmt: skip
    exact = {**pen.line("boundary"), "linewidth": 1.4 * pen.line("boundary")["linewidth"]}
    (line,) = ax.plot(*_exact(curves, loo), zorder=3, **exact)
    best = [] if loo is None else _best(ax, curves, loo, exact)
    entries.insert(0, (Line2D([], [], **exact), "exact leave-one-out"))
    decorate(ax, pen, own, ("C", "share of the points (%)"), title, "")
    _rate_ticks(ax, low, most)
    ax.annotate(
        "above 100 %: says nothing", (0, 1), (6, -4), xycoords="axes fraction", textcoords="offset points",
        va="top", fontsize=pen.font("caption"), color=pen.colors["muted"],
    )  # fmt: skip
    return BoundsPicture(
        ax, lines, rings, line, best, above, draw_legend(ax, pen, entries + _bound_key(pen, chosen, unproved), legend)
    )  # fmt: skip


def _exact(curves, loo):
    """(C, rates) of the corners of the exact leave-one-out."""
    if loo is None:
        return curves.C, curves.error_rate
    return np.repeat(_within(curves, loo.C), 2)[1:-1], np.repeat(loo.error_rates, 2)


def _within(curves, C):
    """C, with the hard margin at the right edge."""
    return np.minimum(C, curves.C[-1])


def _best(ax, curves, loo, exact):
    """A bar where the fewest points err, and a band below it, for each interval."""
    rate, bar = loo.error_rates.min(), {**exact, "linewidth": BEST * exact["linewidth"], "solid_capstyle": "butt"}
    artists = []
    for ends in loo.best:
        ends = _within(curves, ends)
        artists += ax.plot(ends, [rate, rate], zorder=3.2, **bar)
        artists.append(ax.fill_between(ends, rate, ax.get_ylim()[0], color=exact["color"], alpha=BAND, linewidth=0))
    return artists


def _bound_look(pen, k, curve):
    """Colour, shape and kind of line number k; the first colour and the plain line are those of leave-one-out."""
    colors, shapes = pen.colors["series"][1:], pen.classes(len(style.TABLE["markers"]))
    return {
        "color": colors[k % len(colors)],
        "marker": pen.marker(shapes[k % len(shapes)]),
        "estimate": bool((curve.kind == "estimate").any()),
    }


def _bound_line(pen, look, case):
    """Legend entry of a bound, or of a case if look is None."""
    color = pen.colors["ink"] if look is None else look["color"]
    line = Line2D([], [], **_bound_style(pen, case, color))
    if look is not None:
        marker, across = look["marker"]
        line.set(marker=marker, markersize=across, markerfacecolor=color, markeredgecolor=color)
        if look["estimate"]:
            line.set_markerfacecolor(pen.colors["hollow"])
    return line


def _bound_style(pen, case, color):
    curve = pen.line("curve")
    dashes = {
        "holds": "-",
        "fails": (0, (5.0, 2.0)),
        "unproved": (0, (5.0, 1.8, 1.2, 1.8)),
        "estimate": (0, (1.2, 1.6)),
        "vacuous": "-",
    }
    return {**curve, "linestyle": dashes[case], "color": color}


def _bound_lines(ax, pen, C, curve, look, k, n_curves):
    """The pieces of one bound, cut where it crosses 100 % and where its hypotheses begin or cease to hold."""
    pieces = []
    for x, y, case, vacuous in pieces_of_one_look(C, curve):
        color = pen.colors["vacuous"] if vacuous else look["color"]
        pieces += ax.plot(x, y, **_bound_style(pen, case, color), zorder=2 + (not vacuous) * 0.5)
    marker, across = look["marker"]
    shown = np.arange(len(C))[(k * 8) // max(1, n_curves) :: 8]
    for vacuous, color in ((True, pen.colors["vacuous"]), (False, look["color"])):
        at = shown[curve.vacuous[shown] == vacuous]
        pieces += ax.plot(
            C[at], curve.rate[at], linestyle="none", marker=marker, markersize=across,
            markeredgecolor=color, markerfacecolor=pen.colors["hollow"] if look["estimate"] else color, zorder=2.7,
        )  # fmt: skip
    return pieces


def pieces_of_one_look(C, curve):
    """Yield (C, rates, case, vacuous) of maximal pieces of one look; cases "holds", "unproved", "fails", "estimate"."""
    points = [(C[0], curve.rate[0])] if len(C) else []
    for i in range(1, len(C)):
        (a, ra), (b, rb) = (C[i - 1], curve.rate[i - 1]), (C[i], curve.rate[i])
        if (ra - 1.0) * (rb - 1.0) < 0 and np.isfinite([ra, rb]).all() and min(ra, rb) > 0:
            share = np.log(ra) / (np.log(ra) - np.log(rb))
            points.append((a * (b / a) ** share, 1.0))
        points.append((b, rb))
    if len(points) < 2:
        return
    x, y = np.array(points).T
    holds = np.interp(np.log(x), np.log(C), curve.holds.astype(float)) == 1.0
    kinds = set(curve.kind.tolist())
    covered = "estimate" if "estimate" in kinds else "holds" if kinds == {"proved"} else "unproved"
    looks = [
        (covered if covered == "estimate" or (holds[i] and holds[i + 1]) else "fails", y[i] + y[i + 1] > 2.0)
        for i in range(len(x) - 1)
    ]
    start = 0
    for i in range(1, len(looks) + 1):
        if i == len(looks) or looks[i] != looks[start]:
            yield x[start : i + 1], y[start : i + 1], *looks[start]
            start = i


def _rate_ticks(ax, low, most):
    ticks = [0.0] + [t for t in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 10.0) if low <= t <= most]
    ax.set_yticks(ticks, [f"{100 * t:g}" for t in ticks])
    ax.minorticks_off()
    decades = 10.0 ** np.arange(np.ceil(np.log10(ax.get_xlim()[0]) - 1e-9), np.log10(ax.get_xlim()[1]) + 1e-9)
    ax.set_xticks(decades, [number(t) for t in decades])


def _bound_key(pen, chosen, unproved):
    """What solid, dashed, dash-dotted (if there are any), dotted and grey mean."""
    key = [
        (_bound_line(pen, None, "holds"), "proved, and it holds"),
        *[(_bound_line(pen, None, "unproved"), "not proved, never seen to fail")] * unproved,
        (_bound_line(pen, None, "fails"), "its hypotheses fail"),
        (_bound_line(pen, None, "estimate"), "an estimate, no bound"),
        (Line2D([], [], **_bound_style(pen, "vacuous", pen.colors["vacuous"])), "vacuous"),
    ]
    if chosen:
        across, width = pen.mark("free")
        key.append((dot("o", across, "none", pen.colors["ink"], width), "where it would set C"))
    return key
