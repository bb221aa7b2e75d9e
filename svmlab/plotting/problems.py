"""Small convex programs: two variables with their constraints, or one with its Lagrangian."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from svmlab.plotting.frame import axes_for, data_limits, decorate, draw_legend, legend_place
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import axis_name, number
from svmlab.theory import kkt


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
    audit, ax=None, *, balance=False, xlim=None, ylim=None, resolution=200, legend="right", title=None, size=None,
    theme=None,
):  # fmt: skip
    """Draw a problem of two variables and a point of it: ``audit`` is what ``kkt.audit(problem, ...)`` returned.

    Level curves of f, that of x drawn strong; the forbidden side of each inequality tinted, equalities as lines; x as
    a disc where every condition holds and as a cross where not. At x the gradient, and head to tail the vectors
    -α_j ∇h_j (λ_i a_i in Vert's form), which together reach its head where x is stationary. With ``balance`` all arrows
    begin at x and the constraints push against the gradient, α_j ∇h_j, as in the live scene.
    xlim, ylim, resolution, legend, title, size, theme    as in ``plot_machine``
    """
    problem, x = audit.problem, audit.x
    if len(x) != 2:
        raise ValueError(f"plot_problem draws problems of 2 variables, got {len(x)}; see plot_saddle for one")
    pen, legend = Pen(size, theme), legend_place(legend)
    landmarks = np.array([x, *_landmarks(problem, x)])
    limits = data_limits(landmarks, pad=0.45)
    xlim, ylim = limits[0] if xlim is None else xlim, limits[1] if ylim is None else ylim
    grid = np.stack(np.meshgrid(np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)), axis=-1)
    f = 0.5 * np.einsum("...i,ij,...j->...", grid, problem.P, grid) + grid @ problem.q + problem.constant
    ax, own = axes_for(ax, pen)
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
    arrows = _pulls(ax, pen, audit, colors, balance, 0.3 * max(np.ptp(xlim), np.ptp(ylim)))
    point = ax.scatter(
        *x, s=(3.0 * pen.radius) ** 2, marker="o" if audit.holds else "X", zorder=5, linewidths=pen.stroke("bounded"),
        color=pen.colors["ink" if audit.holds else "warning"], edgecolors=pen.colors["halo"],
    )  # fmt: skip
    failed = "minimum" if audit.holds else f"fails: {', '.join(audit.failed)}"
    decorate(ax, pen, own, problem.names, _short(problem) if title is None else title, failed, warn=not audit.holds)
    return ProblemPicture(
        ax,
        levels,
        forbidden,
        borders,
        point,
        arrows,
        draw_legend(ax, pen, _problem_entries(pen, audit, colors, balance), legend),
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


def _pulls(ax, pen, audit, colors, balance, room):
    """Arrows at x: ∇f, and under it, head to tail, what the constraints pull; in balance what they push against it."""
    gradient = audit.problem.gradient(audit.x)
    pulls = [(f"constraint {j + 1}", -audit.alpha[j] * audit.problem.G[j]) for j in range(len(audit.alpha))]
    pulls += [(f"equality {i + 1}", -audit.lam[i] * audit.problem.A[i]) for i in range(len(audit.lam))]
    longest = max([np.linalg.norm(gradient), *(np.linalg.norm(pull) for _, pull in pulls)])
    arrows, tail = {}, audit.x
    if longest == 0:
        return arrows
    for k, (name, pull) in enumerate(pulls):
        if np.linalg.norm(pull) > 1e-9 * longest:
            head = audit.x - room / longest * pull if balance else tail + room / longest * pull
            color = pen.colors["ink"] if name.startswith("equality") else colors[k % len(colors)]
            arrows[name] = _arrow(ax, pen, audit.x if balance else tail, head, color, 2.2 if balance else 5.0, 3.5)
            tail = head
    if np.linalg.norm(gradient) > 1e-9 * longest:
        head = audit.x + room / longest * gradient
        arrows["gradient"] = _arrow(ax, pen, audit.x, head, pen.colors["series"][1], 2.2, 4)
    return arrows


def _arrow(ax, pen, tail, head, color, width, zorder):
    style_ = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "color": color, "linewidth": width * pen.scale}
    style_["mutation_scale"] = (9 + 2.5 * width) * pen.scale
    return ax.annotate("", head, tail, arrowprops=style_, zorder=zorder, annotation_clip=False)


def _problem_entries(pen, audit, colors, balance):
    entries = [(Line2D([], [], color=pen.colors["vacuous"], linewidth=0.9 * pen.scale), "level curves of f")]
    entries.append((Line2D([], [], color=pen.colors["ink"], linewidth=1.6 * pen.scale), "the one through x"))
    entries.append((Line2D([], [], color=pen.colors["series"][1], linewidth=2.2 * pen.scale), "∇f(x)"))
    vert = audit.problem.form == "≥"
    texts = audit.problem.constraints
    for k in range(len(texts)):
        equality = k >= len(audit.alpha)
        color = pen.colors["ink"] if equality else colors[k % len(colors)]
        pulled, pushed = ("−λ ∇g(x)", "λ ∇g(x)") if equality else ("λ a", "−λ a") if vert else ("−α ∇h(x)", "α ∇h(x)")
        pull = pushed if balance else pulled
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
    pen, best = Pen(size, theme), kkt.audit(problem)
    x, alpha, reach = best.x[0], best.alpha[0], 1.5 * (abs(best.x[0]) or 1.0)
    xlim = (x - reach, x + reach) if xlim is None else xlim
    ylim = (0.0, 2.0 * alpha if alpha > 0 else 2.0) if ylim is None else ylim
    xs, alphas = np.linspace(*xlim, resolution), np.linspace(*ylim, resolution)
    L = np.array([[problem.lagrangian([u], [a]) for u in xs] for a in alphas])
    ax, own = axes_for(ax, pen)
    ax.set(xlim=xlim, ylim=ylim, autoscale_on=False)
    curves = ax.contour(
        xs, alphas, L, levels=15, colors=[pen.colors["vacuous"]], linewidths=0.9 * pen.scale, linestyles="solid"
    )
    ax.clabel(curves, fontsize=pen.font("caption"), fmt=lambda value: number(value, 2))
    valley = [(problem.minimiser([a]), a) for a in alphas]
    valley = np.array([(u[0], a) for u, a in valley if u is not None])
    accent, grey = pen.colors["series"][1:3]
    x1 = axis_name(problem.names[0])
    ax.plot(*valley.T, color=accent, linewidth=2.2 * pen.scale, label=f"lowest L in {x1}: the dual")
    name = "λ" if problem.form == "≥" else "α"
    wall = {"color": grey, "linewidth": 2.2 * pen.scale, "label": f"border: L = f for every {name}"}
    ax.axvline(problem.h[0] / problem.G[0, 0], **wall)
    ax.scatter(x, alpha, s=(3.0 * pen.radius) ** 2, color=pen.colors["ink"], zorder=5, label="saddle point")
    decorate(ax, pen, own, (problem.names[0], name), f"L({x1}, {name})" if title is None else title, "")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, frameon=False, fontsize=pen.font("legend"))
    return ax
