"""The style table in matplotlib's words: settings for figures drawn by hand, and the pen of every picture."""

import contextlib
import functools

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path

from svmlab import style

_current = {"size": "regular", "theme": "light"}


def rc(size="regular", theme="light"):
    """Return the matplotlib settings (rcParams) of the style table, for figures drawn by hand."""
    sizes, colors = style.size(size), style.theme(theme)
    type_, scale, lines = sizes["type"], sizes["line_scale"], style.TABLE["lines"]
    frame, curve, grid = (lines[name] for name in ("frame", "curve", "grid"))
    dashes = [_dashes(row["dash"]) for row in style.TABLE["series"]]
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


class Pen:
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
        color, dash = self.colors[line["color"]], _dashes(line["dash"])
        return {"linewidth": line["width"] * self.scale, "linestyle": dash, "color": color}

    def series(self, k):
        """Colour, width and dash of curve number k; number 0 is ink and solid."""
        k %= len(style.TABLE["series"])
        dash = style.TABLE["series"][k]["dash"]
        return {**self.line("curve"), "color": self.colors["series"][k], "linestyle": _dashes(dash)}

    def grey(self):
        """The field behind curves where they say nothing."""
        return {"color": self.colors["grid"], "alpha": 0.6, "linewidth": 0, "zorder": 0}

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


def _dashes(dash):
    return (0, tuple(dash)) if dash else "-"
