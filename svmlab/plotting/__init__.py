"""Planar machines and data sets drawn with matplotlib, for print and for the static figures of notebooks.

First compute, then draw: ``grid_scores`` evaluates a machine on a grid, each ``draw_*`` function takes an Axes
and a result and returns its artists, and ``plot_machine`` and ``plot_dataset`` put a whole picture together.
Every colour, shape, width and type size comes from ``svmlab.style``. Importing this file changes no setting of
matplotlib; ``use(size="lecture")`` does, and ``with look(size="lecture"):`` does for a while.
"""

import contextlib
import functools
import re
import textwrap
import warnings
from dataclasses import dataclass
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Circle, FancyArrowPatch, Polygon
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.ticker import LogLocator, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from svmlab import comparison, flows, gaussians, kernels, kkt, lemmas_multiclass, style, validation
from svmlab.program import CERTIFIED

# --- compute ----------------------------------------------------------------------------------------------------


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
    x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    n_blocks = 1 + len(points) * len(svm.X_fit_) // memory
    with warnings.catch_warnings():  # a grid has no column names, and needs none
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        scores = np.concatenate([svm.decision_function(block) for block in np.array_split(points, n_blocks)])
    return Grid(x, y, scores.reshape(resolution, resolution, *scores.shape[1:]))


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


def number(value, digits=3):
    """Return a number as text with ``digits`` significant digits: ``0.126``, ``12300``, ``2.5×10⁻¹²``, ``∞``."""
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    value = float(f"{value:.{digits}g}")
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:g}".replace("-", "−")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = f"{float(mantissa):g}".replace("-", "−")
    power = "10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return power if mantissa == "1" else f"{mantissa}×{power}"


# --- the look ---------------------------------------------------------------------------------------------------

_current = {"size": "regular", "theme": "light"}


def rc(size="regular", theme="light"):
    """Return the matplotlib settings (rcParams) of the style table, for figures drawn by hand."""
    sizes, colors = style.size(size), style.theme(theme)
    type_, scale, lines = sizes["type"], sizes["line_scale"], style.TABLE["lines"]
    frame, curve, grid = (lines[name] for name in ("frame", "curve", "grid"))
    dashes = [(0, row["dash"]) if row["dash"] else "-" for row in style.TABLE["series"]]
    return {
        "figure.figsize": sizes["figure"],
        "figure.facecolor": colors["background"],
        "savefig.facecolor": colors["background"],
        "axes.facecolor": colors["background"],
        "font.size": type_["tick"],
        "axes.titlesize": type_["title"],
        "axes.titlelocation": "left",
        "axes.labelsize": type_["label"],
        "xtick.labelsize": type_["tick"],
        "ytick.labelsize": type_["tick"],
        "legend.fontsize": type_["legend"],
        "legend.frameon": False,
        "text.color": colors["ink"],
        "axes.labelcolor": colors["ink"],
        "axes.titlecolor": colors["ink"],
        "axes.edgecolor": colors[frame["color"]],
        "xtick.color": colors[frame["color"]],
        "ytick.color": colors[frame["color"]],
        "xtick.labelcolor": colors["ink"],
        "ytick.labelcolor": colors["ink"],
        "axes.linewidth": frame["width"] * scale,
        "xtick.major.width": frame["width"] * scale,
        "ytick.major.width": frame["width"] * scale,
        "xtick.major.size": 3.5 * scale,
        "ytick.major.size": 3.5 * scale,
        "grid.color": colors[grid["color"]],
        "grid.linewidth": grid["width"] * scale,
        "lines.linewidth": curve["width"] * scale,
        "lines.markersize": 2 * sizes["marker_radius"],
        "axes.prop_cycle": cycler(color=colors["series"]) + cycler(linestyle=dashes),
        "axes.unicode_minus": True,
    }


def use(size="regular", theme="light"):
    """Apply the style from here on, to what svmlab draws and to figures drawn by hand."""
    plt.rcParams.update(rc(size, theme))
    _current.update(size=size, theme=theme)


@functools.cache
def _load_backend():
    """Load the backend outside every rc_context, which would take back that a notebook's is interactive."""
    plt.switch_backend(plt.get_backend())


@contextlib.contextmanager
def look(size="regular", theme="light"):
    """Apply the style inside a ``with`` block: ``with plotting.look(size="lecture"): ...``."""
    before = dict(_current)
    _load_backend()
    with plt.rc_context(rc(size, theme)):
        _current.update(size=size, theme=theme)
        try:
            yield
        finally:
            _current.update(before)


class _Pen:
    """The style table at one size and theme, in matplotlib's words."""

    def __init__(self, size=None, theme=None, m=0):
        self.size, self.theme = size or _current["size"], theme or _current["theme"]
        self.sizes, self.colors = style.size(self.size), style.theme(self.theme)
        self.scale = self.sizes["line_scale"]
        crowd = style.TABLE["crowd"]
        self.radius = self.sizes["marker_radius"] * min(1.0, (crowd["m"] / max(m, 1)) ** crowd["power"])

    def font(self, name):
        return self.sizes["type"][name]

    def line(self, name):
        line = style.TABLE["lines"][name]
        dash = (0, tuple(line["dash"])) if line["dash"] else "-"
        return {"linewidth": line["width"] * self.scale, "linestyle": dash, "color": self.colors[line["color"]]}

    def classes(self, n):
        return [style.class_look(k, self.theme) for k in range(n)]

    def marker(self, look):
        """The shape of a class and its size across in points, as drawn by scatter (squared) and Line2D."""
        vertices = look["marker"]["vertices"]
        if vertices is None:
            return MarkerStyle("o"), 2 * self.radius
        path = Path([*vertices, vertices[0]], closed=True)
        return MarkerStyle(path, joinstyle="round"), 2 * self.radius * np.abs(vertices).max()

    def stroke(self, case):
        return style.TABLE["marks"][case]["stroke_width"] * self.scale

    def mark(self, name):
        """The size across of a ring or cross and its width, in points."""
        row = style.TABLE["marks"][name]
        return 2 * self.radius * row["radius"], row["width"] * self.scale


# --- draw -------------------------------------------------------------------------------------------------------


def draw_regions(ax, grid, *, theme=None):
    """Tint the region of each class, lighter inside the margin; return one ContourSet per class."""
    looks = _Pen(theme=theme).classes(len(grid.leads))
    return [
        ax.contourf(
            grid.x, grid.y, lead, levels=[0, 1, max(2, lead.max() + 1)], zorder=0,
            colors=[look["tint_inside"], look["tint_outside"]],
        )
        for look, lead in zip(looks, grid.leads, strict=True)
    ]  # fmt: skip


def draw_boundary(ax, grid, *, size=None, theme=None):
    """Draw the boundary between the classes, f = 0; return the ContourSets (none where one class wins all)."""
    return _contours(ax, grid, [0.0], _Pen(size, theme).line("boundary"), zorder=2)


def draw_margins(ax, grid, *, size=None, theme=None):
    """Draw where the best class leads by 1, f = ±1 for two classes; return the ContourSets."""
    return _contours(ax, grid, [-1.0, 1.0], _Pen(size, theme).line("margin"), zorder=1.8)


def _contours(ax, grid, levels, line, zorder):
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


def draw_lines(ax, lines, *, size=None, theme=None):
    """Draw lines w1 x1 + w2 x2 + b = 0, each [w1, w2, b], thin and right through the Axes; return one Line2D each."""
    look, (x, y) = _Pen(size, theme).line("cursor"), (ax.get_xlim(), ax.get_ylim())
    middle, reach = np.array([np.mean(x), np.mean(y)]), np.hypot(np.ptp(x), np.ptp(y))
    drawn = []
    for w1, w2, b in lines:
        w = np.array([w1, w2])
        foot = middle - (w @ middle + b) / (w @ w) * w
        along = reach / np.linalg.norm(w) * np.array([-w2, w1])
        drawn.append(ax.add_line(Line2D(*np.array([foot - along, foot + along]).T, zorder=1.7, **look)))
    return drawn


def draw_points(ax, X, labels, n_classes, *, bounded=None, m=None, zorder=3, size=None, theme=None):
    """Draw points in the colour and shape of their class; return two lists of PathCollections, one per class.

    ``labels`` are class indices 0..n_classes-1. Points in the mask ``bounded`` are drawn open: the first list
    holds the filled points, the second the open ones. ``m`` is the number of points of the whole picture.
    """
    pen = _Pen(size, theme, len(X) if m is None else m)
    bounded = np.zeros(len(X), dtype=bool) if bounded is None else bounded
    filled, opened = [], []
    for k, look in enumerate(pen.classes(n_classes)):
        marker, across = pen.marker(look)
        for artists, mask, face, case in (
            (filled, (labels == k) & ~bounded, look["color"], "plain"),
            (opened, (labels == k) & bounded, pen.colors["hollow"], "bounded"),
        ):
            artists.append(
                ax.scatter(
                    *X[mask].T, s=across**2, marker=marker, facecolors=face, edgecolors=look["edge"],
                    linewidths=pen.stroke(case), zorder=zorder + 0.1 * (case == "bounded"),
                )
            )  # fmt: skip
    return filled, opened


def draw_rings(ax, X, *, m=None, size=None, theme=None):
    """Draw the ring of a free support vector around each point of X (n, 2); return the PathCollection."""
    pen = _Pen(size, theme, len(X) if m is None else m)
    across, width = pen.mark("free")
    halo = style.TABLE["marks"]["free"]["halo_width"] * pen.scale
    return ax.scatter(
        *X.T, s=across**2, marker="o", facecolors="none", edgecolors=pen.colors["ink"], linewidths=width,
        path_effects=[withStroke(linewidth=halo, foreground=pen.colors["halo"])], zorder=3.5,
    )  # fmt: skip


def draw_crosses(ax, X, *, m=None, size=None, theme=None):
    """Draw the cross of a misclassified point behind each point of X (n, 2); return the PathCollection."""
    pen = _Pen(size, theme, len(X) if m is None else m)
    across, width = pen.mark("misclassified")
    return ax.scatter(*X.T, s=across**2 / 2, marker="x", color=pen.colors["ink"], linewidths=width, zorder=3.2)


# --- whole pictures ---------------------------------------------------------------------------------------------


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
    validation.fitted(svm)
    if isinstance(svm.kernel_, kernels.Precomputed):
        raise ValueError(
            "plot_machine needs the points themselves, but a precomputed kernel keeps only their kernel matrix; "
            "fit with one of svmlab.kernels or with the kernel as a function f(X, Z)"
        )
    names = getattr(svm, "feature_names_in_", None) if names is None else names
    X, labels, names, class_names = _planar("plot_machine", svm.X_fit_, svm.y_fit_, names, class_names)
    pen, n_classes = _Pen(size, theme, len(X)), len(class_names)
    xlim, ylim, aspect = _limits(X, xlim, ylim, equal)
    cases, grid = kkt.cases(svm), grid_scores(svm, xlim, ylim, resolution)
    bounded, wrong = cases.point == kkt.BOUNDED, cases.misclassified
    title = _title(svm, cases) if title is None else title
    caption = _caption(svm, cases) if caption else ""
    entries = _class_entries(pen, class_names) + _machine_entries(pen, svm, grid.scores.ndim == 2)
    legend = _legend_place(legend)

    ax, own = _axes(ax, pen)
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
    _dress(ax, pen, own, names, title, caption, warn=not svm.solution_.certified)
    legend = _draw_legend(ax, pen, entries, legend)
    return Picture(ax, points, legend, opened, rings, crosses, regions, boundary, margins, grid, cases, others)


def plot_dataset(
    X, y, ax=None, *, names=None, class_names=None, xlim=None, ylim=None, equal=None, legend="right",
    title="", size=None, theme=None,
):  # fmt: skip
    """Draw points of two features in the colour and shape of their class; parameters as in ``plot_machine``."""
    X, labels, names, class_names = _planar("plot_dataset", X, y, names, class_names)
    pen = _Pen(size, theme, len(X))
    xlim, ylim, aspect = _limits(X, xlim, ylim, equal)
    entries, legend = _class_entries(pen, class_names), _legend_place(legend)

    ax, own = _axes(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, anchor="W")
    points, _ = draw_points(ax, X, labels, len(class_names), size=pen.size, theme=pen.theme)
    _dress(ax, pen, own, names, title, "")
    return Picture(ax, points, _draw_legend(ax, pen, entries, legend))


def _planar(function, X, y, names, class_names):
    """Return X (m, 2), class indices (m,), two axis names and one name per class."""
    shape = np.shape(X)
    if len(shape) == 2 and shape[1] != 2:
        raise ValueError(
            f"{function} draws points of 2 features, got {shape[1]}; choose two columns, for instance X[:, [0, 1]]"
        )
    X, y, names = validation.dataset(X, y, names)
    classes, labels = np.unique(y, return_inverse=True)
    if class_names is None:
        class_names = [_label_text(label) for label in classes]
    if len(class_names) != len(classes):
        raise ValueError(f"class_names must name {len(classes)} classes, got {len(class_names)} names")
    return X, labels, names, class_names


def _label_text(label):
    return str(label) if isinstance(label, str) else f"class {label}".replace("-", "−")


def _limits(X, xlim, ylim, equal):
    """Return xlim, ylim and the aspect of the axes."""
    if equal is None:
        span = np.ptp(X, axis=0)
        equal = span.max() <= 5 * span.min() or span.min() == 0
    limits = data_limits(X, equal=equal)
    xlim, ylim = limits[0] if xlim is None else xlim, limits[1] if ylim is None else ylim
    return xlim, ylim, "equal" if equal else "auto"


def _axes(ax, pen):
    """Return the given Axes, or one in a new figure, and whether it is new."""
    if ax is not None:
        return ax, False
    with look(pen.size, pen.theme):
        return plt.subplots(layout="constrained")[1], True


def _dress(ax, pen, own, names, title, caption, *, warn=False):
    """Labels, ticks, frame, title and the line below it."""
    colors, frame = pen.colors, pen.line("frame")
    for label, text in zip((ax.set_xlabel, ax.set_ylabel), names, strict=True):
        label(_subscript(text), fontsize=pen.font("label"), color=colors["ink"])
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


def _subscript(name):
    """A feature without a name of its own, x1, as it stands in a formula, x₁."""
    digits = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    return name.translate(digits) if re.fullmatch(r"x\d+", name) else name


def _room(ax, own):
    """Width for the text above the axes in points: the figure's if the axes are alone in it."""
    width = ax.figure.get_size_inches()[0] * 72
    return 0.9 * width if own else ax.get_position(original=True).width * width


def _wrap(text, fontsize, room):
    """Break text into lines that fit; a character of the usual sans-serif type is about 0.56 em wide."""
    return textwrap.wrap(text, max(12, int(room / (0.56 * fontsize))))


def _title(svm, cases):
    free, bounded = (int(np.sum(cases.point == case)) for case in (kkt.FREE, kkt.BOUNDED))
    doubt = "" if svm.solution_.certified else " (not certified)"
    if np.isinf(svm.C_):
        return f"hard margin{doubt}: {free} support vector{'s' * (free != 1)}"
    return f"C = {number(svm.C_)}{doubt}: {free} free, {bounded} bounded support vectors"


def _caption(svm, cases):
    solution, errors = svm.solution_, int(cases.misclassified.sum())
    facts = f"{errors or 'no'} training error{'s' * (errors != 1)} in {len(svm.X_fit_)}"
    if not solution.certified:
        return f"{facts}; {solution.status}"
    worst = max(abs(solution.relative_gap), solution.kkt_residual, 1e-16)
    return f"{facts}; certified: gap and KKT residual ≤ {number(10.0 ** np.ceil(np.log10(worst)))}"


def _class_entries(pen, class_names):
    entries = []
    for look, name in zip(pen.classes(len(class_names)), class_names, strict=True):
        marker, across = pen.marker(look)
        entries.append((_dot(marker, across, look["color"], look["edge"], pen.stroke("plain")), name))
    return entries


def _dot(marker, across, face, edge, width):
    return Line2D(
        [], [], linestyle="none", marker=marker, markersize=across, markerfacecolor=face, markeredgecolor=edge,
        markeredgewidth=width,
    )  # fmt: skip


def _machine_entries(pen, svm, one_score):
    """Legend entries of marks and lines: the same for every finite C, so that nothing jumps while C moves."""
    muted, hollow, ink = (pen.colors[name] for name in ("muted", "hollow", "ink"))
    filled = _dot("o", 2 * pen.radius, muted, muted, pen.stroke("plain"))
    opened = _dot("o", 2 * pen.radius, hollow, muted, pen.stroke("bounded"))
    across, width = pen.mark("free")
    ring = _dot("o", across, "none", ink, width)
    across, width = pen.mark("misclassified")
    cross = _dot("x", across / np.sqrt(2), "none", ink, width)
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


def _legend_place(where):
    return validation.one_of("legend", where, ("right", "below", None))


def _draw_legend(ax, pen, entries, where):
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


# --- many classes -----------------------------------------------------------------------------------------------

BEND = 0.22  # of the arrows between two classes, in their distances


@dataclass(frozen=True, repr=False)
class CirculationPicture:
    """What was drawn: the Axes, ``nodes`` one Line2D per class, ``arrows`` and ``numbers`` {(k, l): artist},
    ``flows`` (Q, Q)."""

    ax: plt.Axes
    nodes: list
    arrows: dict
    numbers: dict
    flows: np.ndarray

    def __repr__(self):
        return f"CirculationPicture({len(self.nodes)} classes, {len(self.arrows)} flows)"


def plot_circulation(svm, ax=None, *, point=None, class_names=None, title=None, size=None, theme=None):
    """Draw the multipliers of a trained MulticlassSVM as a circulation: classes as nodes, class flows as arrows.

    The flow from class k to class l is Σ α_il over the points i of class k; arrows are as wide as it is large, and
    what comes into a node also leaves it (Darcy and Guermeur 2005, equation (26)). Flows that are zero are not drawn.

    point         a support vector: draw the cheapest way to withdraw it instead (``flows.withdrawal``), its own row
                  dashed and what the other points give back solid
    class_names   one name per class; default: the labels
    title, size, theme    as in ``plot_machine``
    """
    validation.fitted(svm)
    validation.multiclass_machine("plot_circulation", svm)
    names = [_label_text(label) for label in svm.classes_] if class_names is None else list(class_names)
    Q, pen = len(svm.classes_), _Pen(size, theme)
    F, own = flows.class_flows(svm.alpha_, svm.codes_), np.zeros((Q, Q))
    heading = "multipliers as a circulation"
    if point is not None:
        withdrawn = flows.withdrawal(svm.alpha_, svm.codes_, point)
        F = withdrawn.flows.copy()
        own[svm.codes_[point]] = withdrawn.own
        heading = f"withdraw point {point}: P = {number(withdrawn.cost)}"
    total, least = F + own, 1e-9 * max(F.max(), own.max())
    angles = np.pi / 2 - 2 * np.pi * np.arange(Q) / Q
    at = np.column_stack([np.cos(angles), np.sin(angles)]) if Q > 2 else np.array([[-1.0, 0.0], [1.0, 0.0]])
    ax, alone = _axes(ax, pen)
    ax.set(xlim=(-2.0, 2.0), ylim=(-1.35, 1.65) if Q > 2 else (-0.6, 0.6), aspect="equal", autoscale_on=False)
    arrows, numbers, nodes = {}, {}, []
    looks = pen.classes(Q)
    for k, l in zip(*np.nonzero(total > least), strict=True):
        color = looks[k]["color"]
        style_ = {"linestyle": (0, (3.0, 1.5)) if own[k, l] > 0 else "-"}
        width = (0.9 + 5.0 * total[k, l] / total.max()) * pen.scale
        arrows[int(k), int(l)] = ax.add_patch(
            FancyArrowPatch(
                at[k], at[l], connectionstyle=f"arc3,rad={BEND}", arrowstyle="-|>", linewidth=width, color=color,
                mutation_scale=9 * pen.scale + 1.6 * width, shrinkA=5 * pen.radius, shrinkB=5 * pen.radius, zorder=2,
                joinstyle="miter", **style_,
            )
        )  # fmt: skip
        across = at[l] - at[k]
        bend = 0.5 * (at[k] + at[l]) + BEND * np.array([across[1], -across[0]])
        t = 0.5 if Q <= 3 else 0.33  # away from the centre, where arrows cross
        place = (1 - t) ** 2 * at[k] + 2 * t * (1 - t) * bend + t**2 * at[l]
        text = number(total[k, l])
        if 0 < own[k, l] < total[k, l] - least:
            text = f"{number(own[k, l])} + {number(F[k, l])}"
        numbers[int(k), int(l)] = ax.text(
            *place, text, ha="center", va="center", fontsize=pen.font("tick"), color=pen.colors["ink"], zorder=4,
            path_effects=[withStroke(linewidth=4 * pen.scale, foreground=pen.colors["halo"])],
        )  # fmt: skip
    for k, look in enumerate(looks):
        marker, across = pen.marker(look)
        nodes += ax.plot(
            *at[k], marker=marker, markersize=3.2 * across, markerfacecolor=look["color"],
            markeredgecolor=look["edge"], linestyle="none", zorder=3,
        )  # fmt: skip
        out = at[k] / np.linalg.norm(at[k])
        ax.annotate(
            f"{names[k]}\n{number(total[k].sum())} out, {number(total[:, k].sum())} in", at[k],
            out * 7.5 * pen.radius, textcoords="offset points", ha="left" if out[0] > 0.1 else
            "right" if out[0] < -0.1 else "center", va="bottom" if out[1] > 0.1 else "top" if out[1] < -0.1 else
            "center", fontsize=pen.font("label"), color=pen.colors["ink"],
        )  # fmt: skip
    _dress(ax, pen, alone, ("", ""), heading if title is None else title, "")
    ax.set_axis_off()
    return CirculationPicture(ax, nodes, arrows, numbers, total)


@dataclass(frozen=True, repr=False)
class PairPicture:
    """What was drawn: the Axes, ``boundary`` and the two ``edges`` (Line2D), ``nearest`` the ring, ``band``."""

    ax: plt.Axes
    boundary: Line2D
    edges: list
    band: object
    nearest: object
    gamma: float
    delta: float

    def __repr__(self):
        return f"PairPicture(γ = {self.gamma:g}, δ = {self.delta:g})"


def plot_pair(svm, k, l, ax=None, *, class_names=None, xlim=None, ylim=None, title=None, size=None, theme=None):
    """Draw the margin γ_kl between two classes of a linear machine in the plane (Definition 1, equations (29), (30)).

    k, l          labels of two classes; the points of the others are pale, they do not count
    class_names, xlim, ylim, title, size, theme    as in ``plot_machine``

    The line is where h_k = h_l; dashed where they differ by 1; the band, of half width γ_kl, reaches to the nearest
    point of the two classes, ringed, where they differ by 1 + δ_kl.
    """
    validation.fitted(svm)
    if not isinstance(svm.kernel_, kernels.Linear):
        raise ValueError(f"plot_pair draws lines: it needs the linear kernel, got {svm.kernel_}")
    labels = svm.classes_.tolist()
    k, l = (labels.index(validation.one_of("a class", label, tuple(labels))) for label in (k, l))
    margins = lemmas_multiclass.pairwise_margins(svm)
    X, codes, names, class_names = _planar("plot_pair", svm.X_fit_, svm.y_fit_, None, class_names)
    pen = _Pen(size, theme, len(X))
    xlim, ylim, _ = _limits(X, xlim, ylim, True)
    ax, own = _axes(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, aspect="equal", autoscale_on=False, anchor="W")
    W = svm.dual_coef_.T @ svm.X_fit_
    w, b = W[k] - W[l], svm.intercept_[k] - svm.intercept_[l]
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    reach = 2.0 * (np.ptp(xlim) + np.ptp(ylim) + np.linalg.norm(foot - X.mean(axis=0)))

    def line(value, name):
        ends = foot + value * w / (w @ w) + np.array([[-reach], [reach]]) * along
        return ax.plot(*ends.T, **pen.line(name), zorder=2)[0]

    gamma, delta = float(margins.gamma[k, l]), float(margins.delta[k, l])
    half = (1.0 + delta) * w / (w @ w)
    corners = [foot + side * half + end * reach * along for side, end in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    band = ax.add_patch(Polygon(corners, facecolor=pen.colors["grid"], alpha=0.7, linewidth=0, zorder=0.5))
    boundary, edges = line(0.0, "boundary"), [line(value, "margin") for value in (-1.0, 1.0)]
    for mine in (False, True):
        part = np.isin(codes, (k, l)) == mine
        for artist in draw_points(ax, X[part], codes[part], len(labels), m=len(X), size=pen.size, theme=pen.theme)[0]:
            artist.set_alpha(1.0 if mine else 0.25)
    nearest = draw_rings(ax, X[[margins.nearest[k, l]]], m=len(X), size=pen.size, theme=pen.theme)
    heading = (
        f"{class_names[k]} and {class_names[l]}: γ = {number(gamma)}, δ = {number(delta if abs(delta) > 1e-9 else 0)}"
    )
    _dress(ax, pen, own, names, heading if title is None else title, "")
    return PairPicture(ax, boundary, edges, band, nearest, gamma, delta)


# --- bounds along the path --------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class BoundsPicture:
    """Bounds over C as drawn: by name ``lines``, the pieces of each, and ``chosen``, the ring where it would set C.

    ``loo`` is the line of the exact leave-one-out, ``vacuous`` the grey field above 100 %.
    """

    ax: plt.Axes
    lines: dict
    chosen: dict
    loo: Line2D
    vacuous: object
    legend: object = None

    def __repr__(self):
        return f"BoundsPicture({', '.join(self.lines)})"


def plot_bounds(
    curves, ax=None, *, names=None, chosen=True, most=4.0, legend="right", title="", size=None, theme=None
):  # fmt: skip
    """Draw bounds and the exact leave-one-out error against C, both axes logarithmic (linear below one error).

    curves        svmlab.bounds.Curves
    names         the bounds to draw; default: all that are in curves
    chosen        whether to ring the smallest value of each, where it would set C (see ``Curves.chosen``)
    most          the largest rate shown, 1 for 100 %
    legend, title, size, theme    as in ``plot_machine``

    A solid line is proved and its hypotheses hold; a dashed one is not covered by its hypotheses; a dash-dotted one is
    covered, but its proof has a gap or it is only observed; a dotted one is an estimate, not a bound. Whatever is above
    100 % is grey.
    """
    names = tuple(curves.curves) if names is None else (names,) if isinstance(names, str) else tuple(names)
    legend = _legend_place(legend)
    pen = _Pen(size, theme)
    ax, own = _axes(ax, pen)
    unproved = any(np.isin(curves[name].kind, ("gap", "observed"))[curves[name].holds].any() for name in names)
    low = 1.0 / curves.m
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=low, linscale=0.4)
    ax.set(xlim=(curves.C[0], curves.C[-1]) if len(curves.C) > 1 else None, ylim=(-0.1 * low, most), autoscale_on=False)
    above = ax.axhspan(1.0, most, color=pen.colors["grid"], alpha=0.6, linewidth=0, zorder=0)
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
    (loo,) = ax.plot(curves.C, curves.error_rate, zorder=3, **exact)
    entries.insert(0, (Line2D([], [], **exact), "exact leave-one-out"))
    _dress(ax, pen, own, ("C", "share of the points (%)"), title, "")
    _rate_ticks(ax, low, most)
    ax.annotate(
        "above 100 %: says nothing", (0, 1), (6, -4), xycoords="axes fraction", textcoords="offset points",
        va="top", fontsize=pen.font("caption"), color=pen.colors["muted"],
    )  # fmt: skip
    return BoundsPicture(
        ax, lines, rings, loo, above, _draw_legend(ax, pen, entries + _bound_key(pen, chosen, unproved), legend)
    )  # fmt: skip


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
    for x, y, case, vacuous in _bound_pieces(C, curve):
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


def _bound_pieces(C, curve):
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
        key.append((_dot("o", across, "none", pen.colors["ink"], width), "where it would set C"))
    return key


# --- small convex programs --------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class ProblemPicture:
    """What was drawn: the Axes, level curves, forbidden sides, borders, the point x, the arrows by name."""

    ax: plt.Axes
    levels: object
    forbidden: list
    borders: list
    point: object
    arrows: dict
    legend: object = None

    def __repr__(self):
        return f"ProblemPicture({self.ax.get_title(loc='left')!r})"


def plot_problem(
    audit, ax=None, *, xlim=None, ylim=None, resolution=200, legend="right", title=None, size=None, theme=None
):
    """Draw a problem of two variables and a point of it: ``audit`` is what ``kkt.audit(problem, ...)`` returned.

    Level curves of f, that of x drawn strong; the forbidden side of each inequality tinted, equalities as lines; x as
    a disc where every condition holds and as a cross where not. At x the gradient, and head to tail the vectors
    -α_j ∇h_j (λ_i a_i in Vert's form), which together reach its head where x is stationary.
    xlim, ylim, resolution, legend, title, size, theme    as in ``plot_machine``
    """
    problem, x = audit.problem, audit.x
    if len(x) != 2:
        raise ValueError(f"plot_problem draws problems of 2 variables, got {len(x)}; see plot_saddle for one")
    pen, legend = _Pen(size, theme), _legend_place(legend)
    landmarks = np.array([x, *_landmarks(problem, x)])
    limits = data_limits(landmarks, pad=0.45)
    xlim, ylim = limits[0] if xlim is None else xlim, limits[1] if ylim is None else ylim
    grid = np.stack(np.meshgrid(np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)), axis=-1)
    f = 0.5 * np.einsum("...i,ij,...j->...", grid, problem.P, grid) + grid @ problem.q + problem.constant
    ax, own = _axes(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect="equal", anchor="W")
    levels = _level_curves(ax, pen, grid, f, problem.objective(x))
    h = grid @ problem.G.T - problem.h
    forbidden, borders = [], []
    colors = pen.colors["series"][2:]
    for j in range(h.shape[-1]):
        if h[..., j].min() < 0 < h[..., j].max():
            forbidden.append(
                ax.contourf(
                    *grid.T, h[..., j].T, levels=[0, np.inf], colors=[pen.colors["muted"]], alpha=0.22, zorder=0
                )
            )
            borders.append(_border(ax, pen, grid, h[..., j], colors[j % len(colors)], audit.alpha[j] > 0))
    for g in np.moveaxis(grid @ problem.A.T - problem.b, -1, 0):
        borders.append(_border(ax, pen, grid, g, pen.colors["ink"], True))
    arrows = _pulls(ax, pen, audit, colors, 0.3 * max(np.ptp(xlim), np.ptp(ylim)))
    point = ax.scatter(
        *x, s=(3.0 * pen.radius) ** 2, marker="o" if audit.holds else "X", zorder=5, linewidths=pen.stroke("bounded"),
        color=pen.colors["ink" if audit.holds else "warning"], edgecolors=pen.colors["halo"],
    )  # fmt: skip
    failed = "minimum" if audit.holds else f"fails: {', '.join(audit.failed)}"
    _dress(ax, pen, own, problem.names, _short(problem) if title is None else title, failed, warn=not audit.holds)
    return ProblemPicture(
        ax,
        levels,
        forbidden,
        borders,
        point,
        arrows,
        _draw_legend(ax, pen, _problem_entries(pen, audit, colors), legend),
    )


def _short(problem):
    """The problem without its source, for a title."""
    return repr(problem).removesuffix(f" ({problem.source})")


def _landmarks(problem, x):
    """Places that the picture should show: the free minimum, and the point of each border nearest to x."""
    free = problem.minimiser()
    if free is not None:
        yield free
    for a, b in zip(np.vstack([problem.G, problem.A]), np.concatenate([problem.h, problem.b]), strict=True):
        if a @ a > 0:
            yield x - (a @ x - b) / (a @ a) * a
    yield x + 0.5
    yield x - 0.5


def _level_curves(ax, pen, grid, f, here):
    """Level curves of f, evenly spaced in the square root of f above its minimum; the one through x drawn strong."""
    low, high = float(f.min()), float(f.max())
    muted, ink = pen.colors["vacuous"], pen.colors["ink"]
    thin = 0.9 * pen.scale
    steps = low + (high - low) * (np.arange(1, 10) / 10) ** 2
    solid = {"linestyles": "solid"}
    sets = [ax.contour(*grid.T, f.T, levels=steps, colors=[muted], linewidths=thin, zorder=1, **solid)]
    if low < here < high:
        sets.append(
            ax.contour(*grid.T, f.T, levels=[here], colors=[ink], linewidths=1.6 * pen.scale, zorder=1.5, **solid)
        )
    return sets


def _border(ax, pen, grid, values, color, strong):
    width = (2.4 if strong else 1.2) * pen.scale
    return ax.contour(*grid.T, values.T, levels=[0], colors=[color], linewidths=width, zorder=2)


def _pulls(ax, pen, audit, colors, room):
    """Arrows at x: ∇f, and under it, head to tail, what the constraints pull."""
    gradient = audit.problem.gradient(audit.x)
    pulls = [(f"constraint {j + 1}", -audit.alpha[j] * audit.problem.G[j]) for j in range(len(audit.alpha))]
    pulls += [(f"equality {i + 1}", -audit.lam[i] * audit.problem.A[i]) for i in range(len(audit.lam))]
    longest = max([np.linalg.norm(gradient), *(np.linalg.norm(pull) for _, pull in pulls)])
    arrows, tail = {}, audit.x
    if longest == 0:
        return arrows
    for k, (name, pull) in enumerate(pulls):
        if np.linalg.norm(pull) > 1e-9 * longest:
            head = tail + room / longest * pull
            color = pen.colors["ink"] if name.startswith("equality") else colors[k % len(colors)]
            arrows[name] = _arrow(ax, pen, tail, head, color, 5.0, 3.5)
            tail = head
    if np.linalg.norm(gradient) > 1e-9 * longest:
        head = audit.x + room / longest * gradient
        arrows["gradient"] = _arrow(ax, pen, audit.x, head, pen.colors["series"][1], 2.2, 4)
    return arrows


def _arrow(ax, pen, tail, head, color, width, zorder):
    style_ = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "color": color, "linewidth": width * pen.scale}
    style_["mutation_scale"] = (9 + 2.5 * width) * pen.scale
    return ax.annotate("", head, tail, arrowprops=style_, zorder=zorder, annotation_clip=False)


def _problem_entries(pen, audit, colors):
    entries = [(Line2D([], [], color=pen.colors["vacuous"], linewidth=0.9 * pen.scale), "level curves of f")]
    entries.append((Line2D([], [], color=pen.colors["ink"], linewidth=1.6 * pen.scale), "the one through x"))
    entries.append((Line2D([], [], color=pen.colors["series"][1], linewidth=2.2 * pen.scale), "∇f(x)"))
    vert = audit.problem.form == "≥"
    texts = audit.problem.constraints
    for k in range(len(texts)):
        equality = k >= len(audit.alpha)
        color = pen.colors["ink"] if equality else colors[k % len(colors)]
        pull = "−λ ∇g(x)" if equality else "λ a" if vert else "−α ∇h(x)"
        entries.append((Line2D([], [], color=color, linewidth=4.0 * pen.scale), f"{texts[k]}, {pull}"))
    if len(audit.alpha):
        tint = Line2D(
            [], [], linestyle="none", marker="s", markersize=3 * pen.radius, color=pen.colors["muted"], alpha=0.22
        )
        entries.append((tint, "forbidden"))
    return entries


def plot_saddle(problem, ax=None, *, xlim=None, ylim=None, resolution=200, title=None, size=None, theme=None):
    """Draw the Lagrangian of a problem of one variable and one inequality over x and its multiplier; return the Axes.

    Its saddle point lies where the lowest point in x (line) is highest in the multiplier (Vert 2001, figure 7.6).
    """
    if len(problem.q) != 1 or len(problem.h) != 1 or len(problem.b):
        raise ValueError("plot_saddle draws problems of one variable and one inequality; see plot_problem for two")
    pen, best = _Pen(size, theme), kkt.audit(problem)
    x, alpha, reach = best.x[0], best.alpha[0], 1.5 * (abs(best.x[0]) or 1.0)
    xlim = (x - reach, x + reach) if xlim is None else xlim
    ylim = (0.0, 2.0 * alpha if alpha > 0 else 2.0) if ylim is None else ylim
    xs, alphas = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    L = np.array([[problem.lagrangian([u], [a]) for u in xs] for a in alphas])
    ax, own = _axes(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False)
    curves = ax.contour(
        xs, alphas, L, levels=15, colors=[pen.colors["vacuous"]], linewidths=0.9 * pen.scale, linestyles="solid"
    )
    ax.clabel(curves, fontsize=pen.font("caption"), fmt=lambda value: number(value, 2))
    valley = [(problem.minimiser([a]), a) for a in alphas]
    valley = np.array([(u[0], a) for u, a in valley if u is not None])
    blue, orange = pen.colors["series"][1:3]
    ax.plot(*valley.T, color=blue, linewidth=2.2 * pen.scale, label=f"lowest L in {problem.names[0]}: the dual")
    name = "λ" if problem.form == "≥" else "α"
    wall = {"color": orange, "linewidth": 2.2 * pen.scale, "label": f"border: L = f for every {name}"}
    ax.axvline(problem.h[0] / problem.G[0, 0], **wall)
    ax.scatter(x, alpha, s=(3.0 * pen.radius) ** 2, color=pen.colors["ink"], zorder=5, label="saddle point")
    _dress(ax, pen, own, (problem.names[0], name), f"L({problem.names[0]}, {name})" if title is None else title, "")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, frameon=False, fontsize=pen.font("legend"))
    return ax


# --- a point left out -------------------------------------------------------------------------------------------


def draw_ball(ax, ball, X, *, size=None, theme=None):
    """Draw the smallest enclosing ball of planar points (linear kernel) and its centre; return Circle and marker."""
    pen = _Pen(size, theme)
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
        limits = _limits(np.vstack([svm.X_fit_, corners]), xlim, ylim, equal)
        xlim, ylim = limits[:2]
    pen = _Pen(size, theme, len(svm.X_fit_))
    wrong = audit.xi >= 1.0
    title = f"leave out point {audit.p}: {'an error' if wrong else 'no error'}" if title is None else title
    ax, _ = _axes(ax, pen)
    picture = plot_machine(
        svm, ax, names=names, class_names=class_names, xlim=xlim, ylim=ylim, equal=equal, resolution=resolution,
        legend=None, title=title, caption=False, size=size, theme=theme,
    )  # fmt: skip
    grid = grid_scores(audit.machinep, ax.get_xlim(), ax.get_ylim(), resolution)
    color = pen.colors["series"][4]
    for levels, line in (([0.0], "boundary"), ([-1.0, 1.0], "margin")):
        _contours(ax, grid, levels, {**pen.line(line), "color": color}, zorder=2.2)
    if (ball is None and linear) or ball:
        draw_ball(ax, audit.ball, svm.X_fit_, size=size, theme=theme)
    across, width = pen.mark("selected")
    halo = style.TABLE["marks"]["selected"]["halo_width"] * pen.scale
    ax.scatter(
        *svm.X_fit_[audit.p], s=across**2, facecolors="none", edgecolors=pen.colors["highlight"], linewidths=width,
        path_effects=[withStroke(linewidth=halo, foreground=pen.colors["ink"])], zorder=4,
    )  # fmt: skip
    _draw_legend(ax, pen, _left_out_entries(pen, svm, linear and ball is not False, class_names), _legend_place(legend))
    return picture


def _left_out_entries(pen, svm, ball, class_names):
    class_names = [_label_text(label) for label in svm.classes_] if class_names is None else class_names
    across, width = pen.mark("free")
    filled = _dot("o", 2 * pen.radius, pen.colors["muted"], pen.colors["muted"], pen.stroke("plain"))
    entries = [
        *_class_entries(pen, class_names),
        ((filled, _dot("o", across, "none", pen.colors["ink"], width)), "α > 0"),
    ]
    across, width = pen.mark("selected")
    halo = _dot("o", across, "none", pen.colors["ink"], style.TABLE["marks"]["selected"]["halo_width"] * pen.scale)
    entries.append(((halo, _dot("o", across, "none", pen.colors["highlight"], width)), "p, left out"))
    color = pen.colors["series"][4]
    lines = "f = 0, ±1 with p" if len(class_names) == 2 else "boundary, lead 1 with p"
    entries.append((Line2D([], [], **pen.line("boundary")), lines))
    entries.append((Line2D([], [], **{**pen.line("boundary"), "color": color}), "without p"))
    if ball:
        dotted = Line2D([], [], color=pen.colors["series"][3], linewidth=1.6 * pen.scale, linestyle=":")
        entries.append((dotted, "ball of the support vectors"))
    return entries


def plot_steps(checklist, ax=None, *, title=None, size=None, theme=None):
    """Draw by how much each step of a proof holds: its slack over the larger of its sides, from -1 to 1.

    A bar to the right is room that the step gives away, a mark at 0 an equality, a bar to the left a step that fails.
    ``checklist`` is a Checklist of ``kkt`` or ``lemmas``. Returns the bars.
    """
    pen = _Pen(size, theme)
    ax, own = _axes(ax, pen)
    steps = list(checklist)
    room = [_relative(step) for step in steps]
    colors = [pen.colors["series"][1] if step.holds else pen.colors["warning"] for step in steps]
    rows = -np.arange(len(steps))
    bars = ax.barh(rows, room, color=colors, height=0.6, zorder=2)
    tight = [k for k, value in enumerate(room) if abs(value) < 0.01]
    ax.plot(np.zeros(len(tight)), rows[tight], "o", color=pen.colors["series"][1], markersize=2 * pen.radius, zorder=3)
    ax.axvline(0, **pen.line("frame"), zorder=1)
    ax.set(xlim=(-1.05, 1.05), yticks=rows, yticklabels=[step.formula for step in steps])
    _dress(ax, pen, own, ("slack, relative", ""), checklist.title if title is None else title, "")
    ax.set_yticks(rows, [step.formula for step in steps])
    return bars


def _relative(step):
    size = max(abs(step.left) if np.isfinite(step.left) else 0.0, abs(step.right) if np.isfinite(step.right) else 0.0)
    if abs(step.slack) <= CERTIFIED * max(size, step.scale):
        return 0.0
    return float(np.clip(step.slack / size, -1.0, 1.0)) if size > 0 and np.isfinite(step.slack) else np.sign(step.slack)


# --- a guaranteed risk ------------------------------------------------------------------------------------------


def _solid_or(dash):
    return (0, tuple(dash)) if dash else "-"


def _series(pen, k):
    """Colour, width and dash of curve number k; number 0 is ink and solid."""
    row = style.TABLE["series"][k % len(style.TABLE["series"])]
    return {**pen.line("curve"), "color": pen.colors["series"][k % 5], "linestyle": _solid_or(row["dash"])}


def draw_bayes(ax, problem, *, series=1, size=None, theme=None, **line):
    """Draw the Bayes boundary of a ``gaussians.GaussianProblem``, circles and lines; return one Line2D per pair.

    Colour and dash are those of curve number ``series``; ``line`` changes them as in matplotlib. The limits stay.
    """
    look = {**_series(_Pen(size, theme), series), "zorder": 2.2, **line}
    return [ax.add_line(Line2D(*points.T, **look)) for _, _, points in problem.bayes_boundary(reach=_reach(ax))]


def draw_wedges(ax, W, b, *, series=0, size=None, theme=None, **line):
    """Draw the boundaries of x -> argmax_k ⟨w_k, x⟩ + b_k, exact up to where they meet; one Line2D per pair."""
    look = {**_series(_Pen(size, theme), series), "zorder": 2.2, **line}
    lines = []
    for edge in gaussians.edges(W, b):
        t = np.clip([edge.low, edge.high], -_reach(ax), _reach(ax))
        lines.append(ax.add_line(Line2D(*(edge.start + t[:, None] * edge.direction).T, **look)))
    return lines


def _reach(ax):
    """A length that leads out of the Axes from wherever a line in it is nearest to the origin."""
    return 2.0 * float(np.abs([ax.get_xlim(), ax.get_ylim()]).max())


def draw_net(ax, W, X, epsilon, *, size=None, theme=None):
    """Draw the functions W (n, 2) of an ε-net and the ball of radius ε around each, seen on the sample X (m, 2).

    A ball of d_s is a polygon: |⟨v - w, x_i⟩| ≤ ε for all i. Returns (the Patches, the points).
    """
    pen = _Pen(size, theme)
    angle = np.linspace(0.0, 2.0 * np.pi, 721)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ball = epsilon * around / np.abs(around @ np.asarray(X).T).max(axis=1)[:, None]
    color = pen.colors["series"][1]
    look = {"facecolor": to_rgba(color, 0.10), "edgecolor": color, "linewidth": 0.9 * pen.scale, "zorder": 1.5}
    patches = [ax.add_patch(Polygon(w + ball, **look)) for w in W]
    points = ax.scatter(*np.asarray(W).T, s=(2 * pen.radius) ** 2, color=pen.colors["ink"], zorder=3)
    return patches, points


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
    pen, legend = _Pen(size, theme), _legend_place(legend)
    curves = {
        "guaranteed risk": tuning.values,
        "interval (capacity)": np.array([risk.interval for risk in tuning.risks]),
        "margin risk": np.array([risk.margin_risk for risk in tuning.risks]),
    }
    if true_risks is not None:
        curves["true risk"] = np.asarray(true_risks)
    top = min(most, 1.1 * float(tuning.values.max()))
    ax, own = _axes(ax, pen)
    ax.set_xscale("log")
    ax.set(xlim=(tuning.C[0], tuning.C[-1]) if len(tuning.C) > 1 else None, ylim=(0.0, top), autoscale_on=False)
    lines = {}
    for k, (name, values) in enumerate(curves.items()):
        (lines[name],) = ax.plot(tuning.C, values, **_series(pen, k), zorder=3)
    lines["guaranteed risk"].set_linewidth(1.4 * pen.line("curve")["linewidth"])
    across, width = pen.mark("free")
    mark = ax.scatter(
        tuning.best_C, tuning.values[tuning.best], s=across**2, facecolors="none", edgecolors=pen.colors["ink"],
        linewidths=width, zorder=4,
    )  # fmt: skip
    if title is None:
        title = f"least guaranteed risk {number(tuning.values.min())} at C = {number(tuning.best_C, 2)}"
    _dress(ax, pen, own, ("C", "risk"), title, "")
    ax.xaxis.set_major_locator(LogLocator())
    entries = [(line, name) for name, line in lines.items()]
    above = _says_nothing(ax, pen, entries, top) if top > 1.0 else None
    return RiskPicture(ax, lines, above, mark, _draw_legend(ax, pen, entries, legend))


def _says_nothing(ax, pen, entries, high):
    """Grey from 1 to ``high``, explained by the last entry of the legend."""
    area = ax.axhspan(1.0, high, color=pen.colors["grid"], alpha=0.6, linewidth=0, zorder=0)
    entries.append((area, "above 1: says nothing"))
    return area


def plot_three_gaussians(
    problem, X, y, tuning, C, *, limits, true_risks=None, axes=None, size=None, theme=None
):  # fmt: skip
    """Draw a sample of a ``gaussians.GaussianProblem`` with three classifiers, and beside it the guaranteed risk.

    tuning, C, true_risks    risk.Tuning of M-SVMs of degree 1 or 2, the C of the one drawn, and their expected risks;
                             without a tuning (None) there is no machine
    limits                   [[x0, x1], [y0, y1]] of the plane
    axes                     two Axes, or None for a figure of their own
    """
    pen, dress = _Pen(size, theme), {"size": size, "theme": theme}
    if axes is None:
        width, height = pen.sizes["figure"]
        _, axes = plt.subplots(1, 2, figsize=(1.9 * width, height), layout="constrained")
    left, right = axes
    (xlim, ylim), machine = limits, None
    left.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect="equal", anchor="W")
    draw_points(left, X, y, problem.n_classes, **dress)
    _dress(left, pen, True, ("x1", "x2"), f"{len(y):,} points", "")
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
    lines = [draw_bayes(left, problem, series=1, **dress)[0], draw_wedges(left, W, b, series=2, **dress)[0]]
    texts = [f"Bayes {100 * problem.bayes_risk:.2f} %", f"best linear {100 * least:.2f} %"]
    if machine is not None:
        lines.append(Line2D([], [], **pen.line("boundary")))
        texts.append(f"M-SVM, C = {number(machine.C, 2)}: {100 * machine_risk:.2f} %")
        plot_risk_terms(tuning, right, true_risks=true_risks, legend="below", **dress)
        right.axvline(machine.C, **pen.line("cursor"))
    else:
        right.set_axis_off()
    left.legend(lines, texts, loc="upper left", bbox_to_anchor=(1.01, 1.02), frameon=False, title="expected risk",
                alignment="left", fontsize=pen.font("legend"), title_fontsize=pen.font("legend"))  # fmt: skip
    return axes


def plot_intervals(
    intervals, ax=None, *, landmarks=None, legend="right", title="", least=1e-3, most=1e3, size=None, theme=None
):  # fmt: skip
    """Draw confidence intervals against the number of points m, both axes logarithmic, and where each falls below 1.

    intervals     {name: (m (n,), values (n,))}
    landmarks     {name: m} of well-known sizes, drawn as vertical lines with their names
    legend, title, size, theme    as in ``plot_machine``
    """
    pen, legend = _Pen(size, theme), _legend_place(legend)
    ax, own = _axes(ax, pen)
    ax.set(xscale="log", yscale="log", ylim=(least, most), autoscale_on=False)
    ax.set_xlim(min(m[0] for m, _ in intervals.values()), max(m[-1] for m, _ in intervals.values()))
    lines = {}
    across, width = pen.mark("free")
    for k, (name, (m, values)) in enumerate(intervals.items()):
        (lines[name],) = ax.plot(m, values, **_series(pen, k), zorder=3)
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
    _dress(ax, pen, own, ("number of training points m", "interval + 1/m"), title, "")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(LogLocator(numticks=9))
    entries = [(line, name) for name, line in lines.items()]
    above = _says_nothing(ax, pen, entries, most)
    return RiskPicture(ax, lines, above, None, _draw_legend(ax, pen, entries, legend))


# --- the regularisation path ------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class PathCurves:
    """What a path shows against C (n,), finite and increasing; all breakpoints are among its values.

    share     (n, v) dual variables as a share of their upper bounds, 0 to 1
    b         (n, 1) or (n, Q) intercepts; unique (n,) bool: there is no other
    margins   {(k, l): (n,) 1/‖w_k - w_l‖} of each pair of classes; two classes have {(0, 1): 1/‖w‖}
    ends      (P + 1,) ends of the P pieces; free, bounded (P,) numbers of support vectors of each kind on them
    """

    C: np.ndarray
    share: np.ndarray
    b: np.ndarray
    unique: np.ndarray
    margins: dict
    ends: np.ndarray
    free: np.ndarray
    bounded: np.ndarray


def path_curves(path, resolution=200):
    """Evaluate a RegularizationPath at its breakpoints and at ``resolution`` values of C in between."""
    last = path.C_max if np.isfinite(path.C_max) else 3.0 * path.C[-2]  # to infinity nothing moves any more
    ends = np.append(path.C[:-1], last)
    C = np.union1d(ends, np.clip(np.geomspace(path.C_min, last, resolution), path.C_min, last))
    program, alpha = path.program, np.array([path.dual_at(value) for value in C])
    share = alpha / (C[:, None] * np.where(program.upper > 0, program.upper, 1.0))
    b, unique = zip(*(_path_intercept(path, value) for value in C), strict=True)
    kinds = np.array([_point_kinds(program, value, path.dual_at(value)) for value in np.sqrt(ends[1:] * ends[:-1])])
    free, bounded = ((kinds == kind).sum(axis=1) for kind in (kkt.FREE, kkt.BOUNDED))
    return PathCurves(C, share, np.array(b), np.array(unique), _path_margins(program, alpha), ends, free, bounded)


def _path_intercept(path, C):
    """b (q,) at C, and whether it is unique."""
    segment = path.segments[path.piece(C)]
    if segment.tied:
        return segment.b + segment.b_slope * (C - segment.C), True
    return path.model_at(C).solution_.b, False


def _point_kinds(program, C, alpha):
    """(m,) the kind of each point: bounded if any variable is, else free if any is."""
    kind = np.select([alpha <= 0, alpha >= C * program.upper], [kkt.OUTSIDE, kkt.BOUNDED], kkt.FREE)
    most = np.full(len(program.K), kkt.OUTSIDE)
    np.maximum.at(most, program.example, kind)
    return most


def _path_margins(program, alphas):
    """{(k, l): (n,) 1/‖w_k - w_l‖}, infinite where w is zero."""
    if program.one_variable_per_point:
        squares = {(0, 1): np.array([alpha @ program.product(alpha) for alpha in alphas])}
    else:
        B = [program.coefficients(alpha) for alpha in alphas]
        grams = np.array([coefficients.T @ program.K @ coefficients for coefficients in B])
        squares = {
            (k, j): grams[:, k, k] + grams[:, j, j] - 2.0 * grams[:, k, j]
            for k, j in combinations(range(program.n_classes), 2)
        }
    with np.errstate(divide="ignore"):
        return {pair: 1.0 / np.sqrt(np.maximum(square, 0.0)) for pair, square in squares.items()}


@dataclass(frozen=True, repr=False)
class PathPicture:
    """What ``plot_path`` drew: four Axes, ``alpha`` {dual variable: Line2D}, ``b`` and ``margins`` lists of Line2D,
    ``numbers`` the stairs of all, bounded and free support vectors, ``ranges`` where b is not unique."""

    axes: tuple
    alpha: dict
    b: list
    margins: list
    numbers: list
    ranges: list
    curves: PathCurves

    def __repr__(self):
        return f"PathPicture(C from {self.curves.C[0]:g} to {self.curves.C[-1]:g}, {len(self.curves.free)} pieces)"


def plot_path(path, axes=None, *, points=None, class_names=None, resolution=200, title=None, size=None, theme=None):
    """Draw a regularisation path against log C: multipliers, intercept, margin and number of support vectors.

    axes          four Axes; default: a new figure with two rows of two
    points        the points whose multipliers are drawn; default: all
    class_names   one name per class; default: the labels
    resolution    values of C in addition to the breakpoints
    title, size, theme    as in ``plot_machine``

    Multipliers are drawn as shares of their bounds, α/C from 0 to 1: the α of Hastie, Rosset, Tibshirani and Zhu 2004,
    whose λ is 1/C. Where no support vector ties it the intercept has a range, and the background is grey.
    """
    pen = _Pen(size, theme)
    curves, program, codes = path_curves(path, resolution), path.program, path.machine.codes_
    classes = [_label_text(label) for label in path.machine.classes_] if class_names is None else list(class_names)
    looks = pen.classes(len(classes))
    axes = _four_axes(axes, pen)
    thin = pen.line("curve") | {"linewidth": 0.9 * pen.scale}

    shown = np.arange(len(codes)) if points is None else np.atleast_1d(points)
    alpha = {}
    for v in np.flatnonzero(np.isin(program.example, shown) & curves.share.any(axis=0)):
        color = looks[codes[program.example[v]]]["color"]
        (alpha[int(v)],) = axes[0].plot(curves.C, curves.share[:, v], **(thin | {"color": color}), zorder=3)
    several = curves.b.shape[1] > 1
    b = []
    for k, values in enumerate(curves.b.T):
        line = _series(pen, k) | ({"color": looks[k]["color"]} if several else {})
        b += axes[1].plot(curves.C, values, **line, zorder=3)
    margins = [
        axes[2].plot(curves.C, values, **_series(pen, k), zorder=3)[0]
        for k, values in enumerate(curves.margins.values())
    ]
    numbers = [
        axes[3].stairs(values, curves.ends, baseline=None, zorder=3, **_series(pen, k))
        for k, values in enumerate((curves.free + curves.bounded, curves.bounded, curves.free))
    ]
    ranges = [axes[1].axvspan(low, high, **_grey(pen)) for low, high in _runs(curves)]

    pieces = len(curves.free)
    names = {
        "α / C": f"C from {number(curves.C[0])} to {number(curves.C[-1])}: {pieces} pieces" if title is None else title,
        "b": "intercept" + (" (grey: not unique)" if ranges else ""),
        "1/‖w‖" if not several else "1/‖wₖ − wₗ‖": "margin",
        "number": "support vectors",
    }
    for ax, (label, heading) in zip(axes, names.items(), strict=True):
        ax.set(xscale="log", xlim=(curves.C[0], curves.C[-1]))
        _dress(ax, pen, False, ("C", label), heading, "")
        ax.xaxis.set_major_locator(LogLocator(numticks=8))
    axes[0].set_ylim(-0.03, 1.03)
    axes[2].set_yscale("log")
    axes[3].set_ylim(0.0, None)
    entries = [Line2D([], [], **(pen.line("curve") | {"color": look["color"]})) for look in looks]
    _path_legend(axes[0], pen, entries, classes)
    if several:
        _path_legend(axes[1], pen, b, classes)
        _path_legend(axes[2], pen, margins, [" and ".join(classes[c] for c in pair) for pair in curves.margins])
    _path_legend(axes[3], pen, numbers, ["all", "bounded", "free"])
    return PathPicture(tuple(axes), alpha, b, margins, numbers, ranges, curves)


def _four_axes(axes, pen):
    if axes is not None:
        axes = np.ravel(axes)
        if len(axes) != 4:
            raise ValueError(f"plot_path draws on four Axes, got {len(axes)}; leave them out for a new figure")
        return axes
    with look(pen.size, pen.theme):
        width, height = pen.sizes["figure"]
        return np.ravel(plt.subplots(2, 2, figsize=(1.45 * width, 1.5 * height), layout="constrained")[1])


def _path_legend(ax, pen, handles, names):
    ax.legend(
        handles, names, fontsize=pen.font("legend"), labelcolor=pen.colors["ink"], handlelength=2.4,
        facecolor=pen.colors["background"], edgecolor="none", framealpha=0.85,
    ).set_zorder(4)  # fmt: skip


def _grey(pen):
    return {"color": pen.colors["grid"], "alpha": 0.6, "linewidth": 0, "zorder": 0}


def _runs(curves):
    """(low, high) of the ranges of C in which b is not unique."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~curves.unique, [False]]).astype(int)))
    for start, stop in edges.reshape(-1, 2):
        yield curves.C[start], curves.C[min(stop, len(curves.C) - 1)]


# --- machines side by side ----------------------------------------------------------------------------------------


def plot_comparison(
    compared, axes=None, *, names=None, class_names=None, xlim=None, ylim=None, resolution=150, size=None, theme=None
):
    """Draw the regions of every classifier of a ``comparison.Comparison`` of two features; return the Figure.

    Hatched where not all agree, dotted where the one is undecided, crosses where it misclassifies. ``axes`` are as many
    Axes as there are classifiers; the other parameters are those of ``plot_machine``.
    """
    X, labels, names, class_names = _planar("plot_comparison", compared.X, compared.y, names, class_names)
    pen, n = _Pen(size, theme, 3 * len(X)), len(compared.entries)
    xlim, ylim, aspect = _limits(X, xlim, ylim, None)
    with look(pen.size, pen.theme):
        if axes is None:
            rows = -(-n // 3)
            width, height = pen.sizes["figure"]
            shape = {"figsize": (2.0 * width, 0.85 * rows * height), "layout": "constrained"}
            axes = plt.subplots(rows, min(n, 3), squeeze=False, **shape)[1].ravel()
        x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
        decisions = compared.decisions(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
        known = [decision for decision in decisions if decision is not None]
        differ = comparison.disagreement(known) if known else None
        for ax, entry, decision in zip(axes, compared.entries, decisions, strict=False):
            ax.set(xlim=xlim, ylim=ylim, autoscale_on=False, aspect=aspect, xticks=[], yticks=[])
            ax.set_title(f"{entry.label}: {_counts(entry)}", fontsize=pen.font("label"), loc="left")
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
    pen, shape = _Pen(theme=theme), (len(y), len(x))
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
