"""Procedures that learn: their objectives, gap and violation step by step, and the square of an SMO step."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

from svmlab import validation
from svmlab.learning import curves
from svmlab.plotting.frame import axes_for, decorate, several_axes
from svmlab.plotting.iterates import plot_state
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import number

AGAINST = {
    "step": "steps",
    "passes": "passes through the points",
    "evaluations": "kernel evaluations",
}
LEAST = 1e-12  # what a logarithmic axis draws in place of zero


@dataclass(frozen=True, repr=False)
class ProcedurePicture:
    """What ``plot_procedures`` drew: three Axes, {name: Line2D} of each curve, the ``curves`` themselves, and the
    Picture ``plane`` of a state, in an Axes of its own before them."""

    axes: tuple
    dual: dict
    primal: dict
    gap: dict
    violation: dict
    optimum: object
    curves: dict
    plane: object = None

    def __repr__(self):
        return f"ProcedurePicture({', '.join(self.curves)})"


def plot_procedures(runs, axes=None, *, against="passes", optimum=None, state=None, title=None, size=None, theme=None):
    """Draw procedures beside each other: both objectives, the relative gap, the largest violation.

    runs       {name: states}, states as ``svmlab.learning`` yields them
    axes       three Axes, or four with a state; default: a new figure
    against    "passes", "step" or "evaluations", on a logarithmic axis but for 0
    optimum    the objective of the trained machine, drawn as a line; default: none
    state      a state of two features, drawn in the plane beside the curves; default: none
    title, size, theme    as in ``plot_machine``

    The primal objective of a procedure is thin, the dual one of the same colour strong; they enclose the optimum where
    α is feasible.
    """
    validation.one_of("against", against, tuple(AGAINST))
    pen = Pen(size, theme)
    shape, scale = ((1, 3), (1.7, 0.95)) if state is None else ((2, 2), (1.7, 1.7))
    axes = several_axes(axes, pen, "plot_procedures", shape, scale)
    plane = None if state is None else plot_state(state, axes[0], size=pen.size, theme=pen.theme)
    axes = axes[-3:]
    measured = {name: curves(states) for name, states in runs.items()}
    drawn = {kind: {} for kind in ("dual", "primal", "gap", "violation")}
    for k, (name, of) in enumerate(measured.items()):
        line, x = pen.series(k), getattr(of, against)
        drawn["dual"][name] = axes[0].plot(x, of.dual, **line, zorder=3, label=name)[0]
        thin = line | {"linewidth": 0.5 * line["linewidth"]}
        drawn["primal"][name] = axes[0].plot(x, of.primal, **thin, zorder=2.5)[0]
        for ax, kind in zip(axes[1:], ("gap", "violation"), strict=True):
            values = np.maximum(getattr(of, kind), LEAST)
            drawn[kind][name] = ax.plot(x, values, **line, zorder=3, label=name)[0]
    best = None if optimum is None else axes[0].axhline(optimum, **pen.line("cursor"), zorder=2)
    _frame(axes, pen, measured, against, optimum, title)
    return ProcedurePicture(tuple(axes), **drawn, optimum=best, curves=measured, plane=plane)


def _frame(axes, pen, measured, against, optimum, title):
    """Titles, scales, limits and the legend."""
    headings = ("dual (strong) and primal" if title is None else title, "gap", "violation")
    labels = ("Q(α) and P(w, b)", "(primal − dual) / primal", "largest violation of a condition")
    first = min((x[x > 0].min(initial=np.inf) for x in (getattr(of, against) for of in measured.values())), default=1.0)
    for ax, heading, label in zip(axes, headings, labels, strict=True):
        decorate(ax, pen, False, (AGAINST[against], label), heading, "")
        ax.set_xscale("symlog", linthresh=float(first) if np.isfinite(first) else 1.0)
        ax.set_xlim(0.0, None)
    for ax in axes[1:]:
        ax.set_yscale("log")
    top = optimum or max((of.dual.max() for of in measured.values()), default=1.0)
    axes[0].set_ylim(-0.05 * top, 2.0 * top)
    axes[-1].legend(fontsize=pen.font("legend"), labelcolor=pen.colors["ink"], frameon=False, loc="lower left")


@dataclass(frozen=True, repr=False)
class SquarePicture:
    """What ``plot_square`` drew: the Axes, the square, level curves of Q, the segment, the places on it by name."""

    ax: plt.Axes
    square: object
    levels: object
    segment: object
    places: dict

    def __repr__(self):
        return f"SquarePicture({self.ax.get_title(loc='left')!r})"


def plot_square(before, after, ax=None, *, resolution=120, title=None, size=None, theme=None):
    """Draw an SMO step of two multipliers: the square [0, C]², level curves of Q(α_i, α_j), the line on which Σ y α
    stays, and on it where the step began, the top of Q, and where it ended.

    before, after   consecutive states of ``learning.smo``; the second has a ``move`` of two multipliers
    resolution, title, size, theme    as in ``plot_machine``
    """
    move = after.move
    if move is None or len(move.variables) != 2:
        raise ValueError("plot_square draws a step of two multipliers; take a state of learning.smo that made one")
    pen, problem = Pen(size, theme), after.problem
    ax, own = axes_for(ax, pen)
    corner = problem.upper[move.variables]
    pad = 0.3 * corner
    x, y = (np.linspace(-p, u + p, resolution) for p, u in zip(pad, corner, strict=True))
    ax.set(xlim=x[[0, -1]], ylim=y[[0, -1]], autoscale_on=False, aspect="equal" if np.ptp(corner) == 0 else "auto")
    Q = _objective(problem, before.multipliers, move.variables, x, y)
    thin = {"colors": [pen.colors["vacuous"]], "linewidths": 0.9 * pen.scale, "linestyles": "solid", "zorder": 1}
    levels = ax.contour(x, y, Q, levels=12, **thin)
    frame = pen.line("frame")
    square = ax.add_patch(
        Rectangle((0, 0), *corner, fill=False, edgecolor=pen.colors["ink"], linewidth=2 * frame["linewidth"], zorder=2)
    )
    ends = _ends(move, corner)
    segment = ax.plot(*ends, **(pen.line("curve") | {"color": pen.colors["series"][1]}), zorder=2.5)[0]
    ax.plot(*np.stack([move.after, move.unclipped], axis=1), **pen.line("cursor"), zorder=2.4)
    places = {
        "before": _place(ax, pen, move.before, "o", pen.colors["hollow"]),
        "unclipped": _place(ax, pen, move.unclipped, "D", pen.colors["hollow"]),
        "after": _place(ax, pen, move.after, "o", pen.colors["ink"]),
    }
    names = [f"α of point {i}" for i in problem.program.example[move.variables]]
    told = "clipped at the border" if move.clipped else "the top of Q lies inside"
    decorate(ax, pen, own, names, f"step {after.step}: {told}" if title is None else title, "")
    ax.legend(
        [segment, *places.values()],
        ["Σ y α = 0", "before", f"top of Q: ({', '.join(number(a) for a in move.unclipped)})", "after"],
        fontsize=pen.font("legend"), labelcolor=pen.colors["ink"], frameon=False,
        loc="upper left", bbox_to_anchor=(1.0, 1.0),
    )  # fmt: skip
    return SquarePicture(ax, square, levels, segment, places)


def _objective(problem, a, variables, x, y):
    """(len(y), len(x)) Q where these two multipliers are x and y and all others stay."""
    columns = np.array([problem.program.column(v) for v in variables])
    H, g = columns[:, variables], 1.0 - problem.program.product(a)[variables]
    d = np.stack(np.meshgrid(x - a[variables[0]], y - a[variables[1]]), axis=-1)
    return d @ g - 0.5 * np.einsum("...i,ij,...j->...", d, H, d)


def _ends(move, corner):
    """(2, 2) where the line of a step enters and leaves the square; its slope is 1 or -1."""
    slope = np.sign((move.unclipped - move.before) if move.clipped else (move.after - move.before))
    slope = np.where(slope == 0, 1.0, slope)
    forth = np.where(slope > 0, corner - move.before, move.before).min()
    back = np.where(slope > 0, move.before, corner - move.before).min()
    return np.stack([move.before - back * slope, move.before + forth * slope], axis=1)


def _place(ax, pen, at, marker, face):
    return ax.plot(
        *at, marker=marker, linestyle="none", markersize=2.4 * pen.radius, markerfacecolor=face,
        markeredgecolor=pen.colors["ink"], markeredgewidth=pen.stroke("bounded"), zorder=4, clip_on=True,
    )[0]  # fmt: skip
