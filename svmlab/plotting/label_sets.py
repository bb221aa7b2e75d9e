"""Sets of labels with a promise, over the plane: where they have no label, one, or several."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Patch
from scipy.interpolate import RegularGridInterpolator

from svmlab import validation
from svmlab.exact import conformal
from svmlab.plotting.frame import axes_for, decorate, draw_legend, legend_place, limits_and_aspect
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import class_entries, draw_points, planar
from svmlab.plotting.words import number

FINER = 6  # places drawn for one of the grid, by interpolation
HATCH = "////"  # of no label
SPELT = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass(frozen=True, eq=False)
class PValueGrid:
    """How well each label suits the places of a grid: ``x`` (nx,), ``y`` (ny,) and ``p_values`` (ny, nx, Q).

    certified : whether every machine with a new point is
    """

    x: np.ndarray
    y: np.ndarray
    p_values: np.ndarray
    certified: bool

    def contains(self, eps):
        """(ny, nx, Q) bool: the label is in the set of level eps of a point at that place."""
        return self.p_values > validation.probability("eps", eps)

    def excess(self, eps, finer=1):
        """(x, y, (ny', nx', Q)): how far p is above what decides at eps, interpolated at ``finer`` times the places.

        p has few values, and eps lies between two of them; what decides is the middle of these.
        """
        within = self.contains(eps)
        least, most = self.p_values[within].min(initial=1.0), self.p_values[~within].max(initial=0.0)
        x, y = (np.interp(np.arange(finer * (len(t) - 1) + 1) / finer, np.arange(len(t)), t) for t in (self.x, self.y))
        places = np.stack(np.meshgrid(y, x, indexing="ij"), axis=-1)
        return x, y, RegularGridInterpolator((self.y, self.x), self.p_values)(places) - 0.5 * (least + most)


@dataclass(frozen=True, repr=False)
class LabelSetsPicture:
    """What was drawn: the Axes, ``regions`` {indices of the classes of a set: artist}, ``points`` one PathCollection
    per class, legend, grid and level."""

    ax: plt.Axes
    regions: dict
    points: list
    legend: object
    grid: PValueGrid
    eps: float

    def __repr__(self):
        return f"LabelSetsPicture(ε = {self.eps:g}, {len(self.regions)} kinds of sets)"


def grid_p_values(svm, xlim=None, ylim=None, resolution=25, *, progress=None):
    """Return the PValueGrid of a machine at ``resolution`` x ``resolution`` places of a rectangle around its points.

    Each place is a new point and Q machines are made for it, see ``conformal_prediction``; ``progress`` counts them.
    """
    inner = validation.fitted(svm)
    X, *_ = planar("grid_p_values", inner.X_fit_, inner.y_fit_, None, None)
    xlim, ylim, _ = limits_and_aspect(X, xlim, ylim, None)
    resolution = validation.integer("resolution", resolution, at_least=2)
    x, y = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    found = conformal.conformal_prediction(svm, places, progress=progress)
    return PValueGrid(x, y, found.p_values.reshape(resolution, resolution, -1), found.certified)


def plot_label_sets(svm, eps=0.1, ax=None, *, grid=None, names=None, class_names=None, legend="right", title=None,
    caption=True, size=None, theme=None,
):  # fmt: skip
    """Draw over the plane which labels are in the conformal set of level eps of a new point there.

    Where the set has one label the plane has the tint of its class; where it has several it is grey, the darker the
    more; where it has none it is hatched. Exact at the places of the grid, interpolated between them.

    svm     a trained machine of two features that ``conformal_prediction`` takes
    eps     the set holds the true label with probability 1 - eps at least
    grid    what ``grid_p_values`` returned, so that several levels can be drawn; default: its 25 x 25 places
    names, class_names, legend, title, caption, size, theme    as in ``plot_machine``
    """
    eps, legend = validation.probability("eps", eps), legend_place(legend)
    grid, svm = grid_p_values(svm) if grid is None else grid, validation.fitted(svm)
    names = getattr(svm, "feature_names_in_", None) if names is None else names
    X, labels, names, class_names = planar("plot_label_sets", svm.X_fit_, svm.y_fit_, names, class_names)
    pen = Pen(size, theme, len(X))
    aspect = limits_and_aspect(X, None, None, None)[2]
    alone = float((grid.contains(eps).sum(axis=-1) == 1).mean())
    title = f"ε = {number(eps)}: one label at {100 * alone:.0f} % of the places" if title is None else title
    facts = f"C = {number(svm.C_)}; exact at {len(grid.x)} × {len(grid.y)} places, interpolated between"
    facts += "" if grid.certified else "; not all are certified"

    ax, own = axes_for(ax, pen)
    ax.set(xlim=grid.x[[0, -1]], ylim=grid.y[[0, -1]], autoscale_on=False, aspect=aspect, anchor="W")
    regions = _draw_regions(ax, pen, *grid.excess(eps, FINER))
    points, _ = draw_points(ax, X, labels, len(class_names), size=pen.size, theme=pen.theme)
    decorate(ax, pen, own, names, title, facts if caption else "", warn=not grid.certified)
    legend = draw_legend(ax, pen, _entries(pen, class_names), legend)
    return LabelSetsPicture(ax, regions, points, legend, grid, eps)


def _look(pen, members, Q):
    """How the region of a set is filled, by the classes in it: a tint for one, a grey for several, hatched for none."""
    if len(members) == 1:
        return {"facecolor": pen.classes(Q)[members[0]]["tint_outside"]}
    if not members:
        return {"facecolor": pen.colors["background"], "hatch": HATCH, "edgecolor": pen.colors["muted"]}
    light, dark = (np.array(to_rgb(pen.colors[name])) for name in ("grid", "vacuous"))
    return {"facecolor": to_hex(light + (len(members) - 2) / max(1, Q - 2) * (dark - light))}


def _draw_regions(ax, pen, x, y, excess):
    """{members: artist} of each kind of set that occurs, with a thin line where a label comes in."""
    Q, regions = excess.shape[-1], {}
    for within in np.unique((excess > 0).reshape(-1, Q), axis=0):
        members = tuple(np.flatnonzero(within).tolist())
        inside = np.where(within, excess, -excess).min(axis=-1)
        look = _look(pen, members, Q)
        region = ax.contourf(
            x, y, inside, levels=[0.0, 2.0], colors=[look["facecolor"]], hatches=[look.get("hatch")], zorder=0
        )
        if "hatch" in look:
            region.set(edgecolor=look["edgecolor"], linewidth=0.0)
        regions[members] = region
    thin = pen.line("cursor")
    for label in np.moveaxis(excess, -1, 0):
        if label.min() < 0 < label.max():
            ax.contour(x, y, label, levels=[0.0], colors=[thin["color"]], linewidths=thin["linewidth"], zorder=1)
    return regions


def _entries(pen, class_names):
    """Legend entries by the number of labels."""
    Q, marks = len(class_names), class_entries(pen, class_names)
    one = [((Patch(**_look(pen, (k,), Q)), mark), f"only {name}") for k, (mark, name) in enumerate(marks)]
    several = [(Patch(**_look(pen, tuple(range(n)), Q)), f"{SPELT.get(n, n)} labels") for n in range(2, Q + 1)]
    return [*one, *several, (Patch(**_look(pen, (), Q), linewidth=0.0), "no label")]
