"""The leave-one-out errors over the plane of C and a parameter of the kernel, in bands."""

from dataclasses import dataclass
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, PowerNorm, to_rgb
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from svmlab import kernels
from svmlab.plotting.frame import axes_for, decorate, draw_legend, legend_place
from svmlab.plotting.pen import Pen
from svmlab.plotting.words import number

DARKEST = 0.78  # of the way from the background to ink, where the most points err
CONTRAST = 0.5  # power of the shades: one error more is seen best where few err
BEYOND = 3.0  # times the last breakpoint, where a plane to the hard margin is cut off


@dataclass(frozen=True, repr=False)
class ErrorPlanePicture:
    """What ``plot_error_plane`` drew: the Axes, a mesh for each band, and the rectangles with the fewest errors."""

    ax: plt.Axes
    bands: list
    best: list
    bar: object
    legend: object = None

    def __repr__(self):
        return f"ErrorPlanePicture({len(self.bands)} bands, {len(self.best)} rectangles with the fewest errors)"


def plot_error_plane(plane, ax=None, *, legend="below", title=None, size=None, theme=None):
    """Draw an ErrorPlane, of ``leave_one_out.over_plane``: C to the right, the parameter upwards, both logarithmic.

    Each sampled value of the parameter stands for a band, up to half the way to its neighbours in the logarithm; within
    a band the ends of the steps are exact. The darker, the more points err; where the fewest do, a rectangle in the
    accent with a frame of ink, so that it is found without colour, too.
    legend, title, size, theme    as in ``plot_machine``
    """
    legend, pen = legend_place(legend), Pen(size, theme)
    ax, own = axes_for(ax, pen)
    C_max = _last(plane)
    shades = _shades(pen)
    most = max(int(curve.counts.max()) for curve in plane.curves)
    norm = PowerNorm(CONTRAST, plane.n_errors, max(most, plane.n_errors + 1))
    bands = [
        ax.pcolormesh(np.minimum(curve.C, C_max), ends, curve.counts[None], cmap=shades, norm=norm, zorder=1)
        for curve, ends in zip(plane.curves, pairwise(plane.edges), strict=True)
    ]
    best = [ax.add_patch(_rectangle(pen, *ends, C_max)) for ends in plane.rectangles]
    weighing = int(plane.curves[0].weighs.sum())
    fewest = f"{plane.n_errors} of {weighing} points"
    name = kernels.PARAMETERS[plane.parameter].symbol if plane.parameter in kernels.PARAMETERS else plane.parameter
    told = f"fewest leave-one-out errors at the sampled {name}: {fewest}"
    decorate(ax, pen, own, ("C", name), told if title is None else title, "")
    ax.set(xscale="log", yscale="log", xlim=(plane.curves[0].C_min, C_max), ylim=plane.edges[[0, -1]])
    ax.yaxis.set(
        major_locator=LogLocator(subs=(1.0, 2.0, 5.0)),
        major_formatter=lambda value, _: number(value),
        minor_locator=NullLocator(),
    )
    bar = ax.figure.colorbar(ScalarMappable(norm, shades), ax=ax)
    bar.set_label("leave-one-out errors", fontsize=pen.font("label"), color=pen.colors["ink"])
    bar.ax.tick_params(labelsize=pen.font("tick"), labelcolor=pen.colors["ink"])
    bar.ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    bar.outline.set(**{name: pen.line("frame")[name] for name in ("color", "linewidth")})
    entry = Patch(**_look(pen)), "fewest, exact in C, by samples of " + name
    return ErrorPlanePicture(ax, bands, best, bar, draw_legend(ax, pen, [entry], legend))


def _last(plane):
    """The C at which the picture ends."""
    last = plane.curves[0].C_max
    if np.isfinite(last):
        return last
    return BEYOND * max(float(curve.C[-2]) for curve in plane.curves)


def _shades(pen):
    """From the background, where the fewest err, towards ink."""
    light, dark = (np.array(to_rgb(pen.colors[name])) for name in ("background", "ink"))
    return LinearSegmentedColormap.from_list("errors", [light, light + DARKEST * (dark - light)])


def _look(pen):
    frame = pen.line("margin")["linewidth"]
    return {"facecolor": pen.colors["accent"], "edgecolor": pen.colors["ink"], "linewidth": frame}


def _rectangle(pen, band, interval, C_max):
    (low, high), (begin, end) = band, np.minimum(interval, C_max)
    return Rectangle((begin, low), end - begin, high - low, zorder=3, **_look(pen))
