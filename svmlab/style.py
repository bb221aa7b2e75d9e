"""The look of svmlab: one table of plain data that both renderers, matplotlib and the page's canvas, read.

``TABLE`` (``as_json()`` for the page) holds numbers, text, lists and dicts only, in this form::

    version        raised when the form changes
    unit           "pt": every width, radius and type size; the canvas multiplies by px_per_pt
    fonts          font families, first choice first
    markers        one shape per class {name, vertices}; vertices [[x, y], ...] in marker radii, y upwards,
                   null for the circle of radius 1; all shapes cover about the same area
    marks          how the case of a point is shown, radii in marker radii, widths in pt (times line_scale):
      plain          not a support vector: filled with color, outlined with edge
      bounded        some alpha at its bound: the same shape left open, filled with hollow, outlined with edge
      free           0 < alpha < bound: plain, inside a ring of ink over a wider line of halo
      misclassified  a diagonal cross of ink behind the point, which is drawn again on top of the others;
                     radius is the length of an arm
      selected       the point the reader has chosen: a ring of highlight over a wider line of ink
    crowd          {m, power}: more than m points are drawn with radii times (m / number of points)^power
    lines          {width, dash, color}: width in pt (times line_scale), dash in line widths ([] is solid),
                   color the name of a colour of the theme; what theory measures has accent, a violet, which no class
                   has: measure (lengths and vectors), slack; before is the boundary before a change
    series         {name, dash, marker}: curves over C or m, in turn, told apart without colour
    sizes          "regular" and "lecture" in print: type sizes {title, label, tick, legend, caption}, line_scale,
                   marker_radius, figure [width, height] in inches
    stage          a live scene, all in one unit, ``of_height`` of its height or ``of_width`` of its width, whichever
                   is less: type {small, text, title, number}, space {narrow, middle, wide}, target (least height of
                   what is pressed), side and wide_side (width of the column beside the plane, in a lecture and else),
                   weight {plain, strong}; fonts; ``least_small``, the smallest type in CSS pixels; units {size:
                   [least, most, of line_scale]}: what the unit keeps to in CSS pixels, and the one at which lines and
                   markers are those of sizes, null where they do not grow with it
    themes         "light", "dark" and "contrast" (high contrast, on white): named colours "#RRGGBB", series (colours
                   of the curves in turn), and classes, each {color, edge, tint_outside, tint_inside}: fill and
                   outline of its points, its region outside the margin (score at least 1 ahead) and inside it

With more classes than colours both lists are run through in turn: 6 colours and 7 shapes make 42 pairs. Their colours
are those of Okabe and Ito, which colour-blind readers tell apart, and for classes only: theory is drawn in ink, grey
and shades of the accent, told apart by dash and name. Printed in black and white, classes differ by shape, the two
tints of a region by their luminance, free and bounded by ring and open shape.
"""

import copy
import json
import re

from svmlab import validation


def _classes(*rows):
    return [dict(zip(("color", "edge", "tint_outside", "tint_inside"), row, strict=True)) for row in rows]


def _outline(text):
    return [[float(number) for number in point.split(",")] for point in text.split()]


TABLE = {
    "version": 1,
    "unit": "pt",
    "px_per_pt": 4 / 3,
    "fonts": ["DejaVu Sans", "Verdana", "sans-serif"],
    "markers": [
        {"name": "circle", "vertices": None},
        {"name": "triangle", "vertices": _outline("0,1.4 -1.21,-.7 1.21,-.7")},
        {"name": "diamond", "vertices": _outline("0,1.3 -1.3,0 0,-1.3 1.3,0")},
        {"name": "square", "vertices": _outline("-.9,.9 -.9,-.9 .9,-.9 .9,.9")},
        {"name": "triangle down", "vertices": _outline("0,-1.4 1.21,.7 -1.21,.7")},
        {
            "name": "plus",
            "vertices": _outline(
                "-.5,1.25 -.5,.5 -1.25,.5 -1.25,-.5 -.5,-.5 -.5,-1.25 .5,-1.25 .5,-.5 1.25,-.5 1.25,.5 .5,.5 .5,1.25"
            ),
        },
        {
            "name": "star",
            "vertices": _outline(
                "0,1.6 -.46,.64 -1.52,.49 -.75,-.24 -.94,-1.29 0,-.8 .94,-1.29 .75,-.24 1.52,.49 .46,.64"
            ),
        },
    ],
    "marks": {
        "plain": {"stroke_width": 0.7},
        "bounded": {"stroke_width": 1.4},
        "free": {"radius": 2.0, "width": 1.4, "halo_width": 3.2},
        "misclassified": {"radius": 2.2, "width": 1.3},
        "selected": {"radius": 2.8, "width": 2.4, "halo_width": 4.4},
    },
    "crowd": {"m": 400, "power": 0.3},
    "lines": {
        "boundary": {"width": 2.0, "dash": [], "color": "ink"},
        "margin": {"width": 1.2, "dash": [4.0, 2.5], "color": "ink"},
        "frame": {"width": 0.8, "dash": [], "color": "muted"},
        "grid": {"width": 0.6, "dash": [], "color": "grid"},
        "curve": {"width": 1.8, "dash": [], "color": "ink"},
        "cursor": {"width": 1.2, "dash": [], "color": "muted"},
        "vacuous": {"width": 1.4, "dash": [1.5, 1.5], "color": "vacuous"},
        "measure": {"width": 1.8, "dash": [], "color": "accent"},
        "slack": {"width": 0.9, "dash": [], "color": "accent"},
        "before": {"width": 1.8, "dash": [0.1, 2.2], "color": "muted"},
    },
    "series": [
        {"name": "solid", "dash": [], "marker": "circle"},
        {"name": "dashed", "dash": [5.0, 2.0], "marker": "triangle"},
        {"name": "dash-dotted", "dash": [5.0, 1.8, 1.2, 1.8], "marker": "diamond"},
        {"name": "dotted", "dash": [1.2, 1.6], "marker": "square"},
        {"name": "long dashed", "dash": [9.0, 2.5], "marker": "triangle down"},
        {"name": "short dashed", "dash": [2.8, 1.6], "marker": "plus"},
    ],
    "sizes": {
        "regular": {
            "type": {"title": 12.0, "label": 11.0, "tick": 10.0, "legend": 10.0, "caption": 9.0},
            "line_scale": 1.0,
            "marker_radius": 3.0,
            "figure": [7.0, 4.8],
        },
        "lecture": {
            "type": {"title": 24.0, "label": 22.0, "tick": 20.0, "legend": 20.0, "caption": 18.0},
            "line_scale": 1.8,
            "marker_radius": 5.0,
            "figure": [12.6, 8.2],
        },
    },
    "stage": {
        "of_height": 0.01,
        "of_width": 0.008,
        "units": {"regular": [5.3, 5.3, None], "lecture": [6.2, None, 8.0]},
        "least_small": 12.0,
        "type": {"small": 2.06, "text": 2.5, "title": 3.3, "number": 6.2},
        "space": {"narrow": 0.6, "middle": 1.2, "wide": 2.2},
        "weight": {"plain": 400, "strong": 700},
        "fonts": ["Helvetica Neue", "Arial", "Liberation Sans", "sans-serif"],
        "target": 4.7,
        "side": 37.0,
        "wide_side": 46.0,
    },
    "themes": {
        "light": {
            "background": "#FFFFFF",
            "ink": "#14171A",
            "muted": "#5A6168",
            "grid": "#DDE1E5",
            "halo": "#FFFFFF",
            "hollow": "#FFFFFF",
            "vacuous": "#8A9097",
            "highlight": "#F0E442",
            "warning": "#A8321E",
            "accent": "#6C00D9",
            "series": ["#14171A", "#6C00D9", "#5A6168", "#A05CF0", "#46325F", "#B050B4"],
            "classes": _classes(
                ("#0072B2", "#005485", "#A8CDF6", "#DEEDFF"),
                ("#D55E00", "#A74902", "#FECCBB", "#FFF0EB"),
                ("#009E73", "#0B7555", "#A6E0C6", "#DDF6EA"),
                ("#CC79A7", "#954774", "#EDB9D4", "#FCE5F0"),
                ("#E69F00", "#8A5D04", "#F3DEAB", "#FEF5E0"),
                ("#56B4E9", "#08658F", "#9DE1EC", "#DAF6FB"),
            ),
        },
        "dark": {
            "background": "#15181C",
            "ink": "#F2F4F6",
            "muted": "#A9B1B9",
            "grid": "#343A41",
            "halo": "#15181C",
            "hollow": "#15181C",
            "vacuous": "#7C848C",
            "highlight": "#F0E442",
            "warning": "#FF9D86",
            "accent": "#B892FF",
            "series": ["#F2F4F6", "#B892FF", "#A9B1B9", "#9468F0", "#DDD0F8", "#C95BB8"],
            "classes": _classes(
                ("#59ACED", "#A1D0FF", "#294462", "#1C2938"),
                ("#F4803F", "#FFB894", "#6A4133", "#3B2720"),
                ("#48BD92", "#84E1BA", "#225240", "#192F26"),
                ("#D787B3", "#FDAFD9", "#5B354A", "#34222B"),
                ("#E3A021", "#FBCB83", "#5F5027", "#352E1B"),
                ("#5CB4E6", "#99E5FE", "#14535B", "#153033"),
            ),
        },
        "contrast": {
            "background": "#FFFFFF",
            "ink": "#000000",
            "muted": "#3A4046",
            "grid": "#B4BAC0",
            "halo": "#FFFFFF",
            "hollow": "#FFFFFF",
            "vacuous": "#6A7076",
            "highlight": "#FFE500",
            "warning": "#7A1400",
            "accent": "#4B0099",
            "series": ["#000000", "#4B0099", "#3A4046", "#7A35C7", "#2D1A4A", "#A63AA6"],
            "classes": _classes(
                ("#005182", "#033F64", "#79B9ED", "#ACCBE5"),
                ("#833600", "#672A00", "#FDBE9E", "#FDDBCA"),
                ("#02593F", "#054531", "#97EFCA", "#D5FEEB"),
                ("#960069", "#770053", "#EFA5CC", "#EBC5D8"),
                ("#6A4700", "#533600", "#FBCD89", "#FDE8CB"),
                ("#005377", "#02405D", "#7FCCFA", "#B9DEF5"),
            ),
        },
    },
}


NAME, CLASS_NAME = 48, 28  # characters of the name of a feature and of a class for which pictures have room
THEMES = ("auto", *TABLE["themes"])  # "auto": that of the page around, "contrast" for readers who ask for it


def as_dict():
    """Return a copy of the table, to change or to hand to a widget."""
    return copy.deepcopy(TABLE)


def as_json():
    """Return the table as JSON text."""
    return json.dumps(TABLE)


def theme(name="light"):
    """Return the colours of the ``"light"``, ``"dark"`` or ``"contrast"`` theme."""
    return _entry("themes", "theme", name)


def size(name="regular"):
    """Return type sizes, line scale and marker radius of the ``"regular"`` or ``"lecture"`` size."""
    return _entry("sizes", "size", name)


def class_look(k, theme_name="light"):
    """Return {color, edge, tint_outside, tint_inside, marker} of the class with index ``k``."""
    classes, markers = theme(theme_name)["classes"], TABLE["markers"]
    return {**classes[k % len(classes)], "marker": markers[k % len(markers)]}


def axis_title(name):
    """Return the name of a feature for its axis: without a name of its own, x1, as it stands in a formula, x₁."""
    return name.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")) if re.fullmatch(r"x\d+", name) else name


def shortened(name, most=NAME):
    """Return a name as a picture has room for it: in one line, with an ellipsis where it is cut."""
    text = " ".join(str(name).split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def luminance(color):
    """Return the relative luminance of ``"#RRGGBB"``, 0 for black to 1 for white (WCAG 2)."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    """Return the contrast ratio of two colours, 1 (none) to 21 (black on white) (WCAG 2)."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _entry(table, what, name):
    return TABLE[table][validation.one_of(what, name, TABLE[table])]
