"""Machines of many classes: their multipliers as a circulation, and the margin between two classes."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Polygon
from matplotlib.patheffects import withStroke

from svmlab import kernels, validation
from svmlab.plotting.frame import axes_for, decorate, limits_and_aspect
from svmlab.plotting.pen import Pen
from svmlab.plotting.points import draw_points, draw_rings, planar
from svmlab.plotting.words import names_of, number
from svmlab.theory import flows, lemmas_multiclass

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
    svm = validation.fitted(svm)
    validation.multiclass_machine("plot_circulation", svm)
    names = names_of(svm.classes_, class_names)
    Q, pen = len(svm.classes_), Pen(size, theme)
    F, own = flows.class_flows(svm.alpha_, svm.codes_), np.zeros((Q, Q))
    heading = "multipliers as a circulation"
    if point is not None:
        point = validation.index("point", point, svm.codes_)
        withdrawn = flows.withdrawal(svm.alpha_, svm.codes_, point)
        F = withdrawn.flows.copy()
        own[svm.codes_[point]] = withdrawn.own
        heading = f"withdraw point {point}: P = {number(withdrawn.cost)}"
    total, least = F + own, 1e-9 * max(F.max(), own.max())
    angles = np.pi / 2 - 2 * np.pi * np.arange(Q) / Q
    at = np.column_stack([np.cos(angles), np.sin(angles)]) if Q > 2 else np.array([[-1.0, 0.0], [1.0, 0.0]])
    ax, alone = axes_for(ax, pen)
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
    decorate(ax, pen, alone, ("", ""), heading if title is None else title, "")
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
    svm = validation.fitted(svm)
    if not isinstance(svm.kernel_, kernels.Linear):
        raise ValueError(f"plot_pair draws lines: it needs the linear kernel, got {svm.kernel_}")
    labels = svm.classes_.tolist()
    k, l = (labels.index(validation.one_of("a class", label, tuple(labels))) for label in (k, l))
    margins = lemmas_multiclass.pairwise_margins(svm)
    X, codes, names, class_names = planar("plot_pair", svm.X_fit_, svm.y_fit_, None, class_names)
    pen = Pen(size, theme, len(X))
    xlim, ylim, _ = limits_and_aspect(X, xlim, ylim, True)
    ax, own = axes_for(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, aspect="equal", autoscale_on=False, anchor="W")
    W = svm.coefficients_.T @ svm.X_fit_
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
    decorate(ax, pen, own, names, heading if title is None else title, "")
    return PairPicture(ax, boundary, edges, band, nearest, gamma, delta)
