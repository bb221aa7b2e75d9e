"""The regularisation path against C: multipliers, intercept, margins and numbers of support vectors."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator

from svmlab.plotting.frame import decorate, draw_legend, several_axes
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import names_of, number
from svmlab.theory import kkt


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
    pen = Pen(size, theme)
    curves, program, codes = path_curves(path, resolution), path.program, path.machine.codes_
    classes = names_of(path.machine.classes_, class_names)
    looks = pen.classes(len(classes))
    axes = several_axes(axes, pen, "plot_path", (2, 2), (1.45, 1.5))
    thin = pen.line("curve") | {"linewidth": 0.9 * pen.scale}

    shown = np.arange(len(codes)) if points is None else np.atleast_1d(points)
    alpha = {}
    for v in np.flatnonzero(np.isin(program.example, shown) & curves.share.any(axis=0)):
        color = looks[codes[program.example[v]]]["color"]
        (alpha[int(v)],) = axes[0].plot(curves.C, curves.share[:, v], **(thin | {"color": color}), zorder=3)
    several = curves.b.shape[1] > 1
    b = []
    for k, values in enumerate(curves.b.T):
        line = pen.series(k) | ({"color": looks[k]["color"]} if several else {})
        b += axes[1].plot(curves.C, values, **line, zorder=3)
    margins = [
        axes[2].plot(curves.C, values, **pen.series(k), zorder=3)[0] for k, values in enumerate(curves.margins.values())
    ]
    numbers = [
        axes[3].stairs(values, curves.ends, baseline=None, zorder=3, **pen.series(k))
        for k, values in enumerate((curves.free + curves.bounded, curves.bounded, curves.free))
    ]
    ranges = [axes[1].axvspan(low, high, **pen.grey()) for low, high in _runs(curves)]

    pieces = len(curves.free)
    names = {
        "α / C": f"C from {number(curves.C[0])} to {number(curves.C[-1])}: {pieces} pieces" if title is None else title,
        "b": "intercept" + (" (grey: not unique)" if ranges else ""),
        "1/‖w‖" if not several else "1/‖wₖ − wₗ‖": "margin",
        "number": "support vectors",
    }
    for ax, (label, heading) in zip(axes, names.items(), strict=True):
        ax.set(xscale="log", xlim=(curves.C[0], curves.C[-1]))
        decorate(ax, pen, False, ("C", label), heading, "")
        ax.xaxis.set_major_locator(LogLocator(numticks=8))
    axes[0].set_ylim(-0.03, 1.03)
    axes[2].set_yscale("log")
    axes[3].set_ylim(0.0, None)
    entries = [Line2D([], [], **(pen.line("curve") | {"color": look["color"]})) for look in looks]
    legends = {0: (entries, classes), 3: (numbers, ["all", "bounded", "free"])}
    if several:
        pairs = [" and ".join(classes[c] for c in pair) for pair in curves.margins]
        legends |= {1: (b, classes), 2: (margins, pairs)}
    for at, named in legends.items():
        draw_legend(axes[at], pen, list(zip(*named, strict=True)), "below")
    return PathPicture(tuple(axes), alpha, b, margins, numbers, ranges, curves)


def _runs(curves):
    """(low, high) of the ranges of C in which b is not unique."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~curves.unique, [False]]).astype(int)))
    for start, stop in edges.reshape(-1, 2):
        yield curves.C[start], curves.C[min(stop, len(curves.C) - 1)]
