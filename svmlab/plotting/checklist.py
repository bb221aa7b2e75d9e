"""How much room each step of a proof leaves."""

import numpy as np

from svmlab.engine.certificate import CERTIFIED
from svmlab.plotting.frame import axes_for, decorate
from svmlab.plotting.pen import Pen


def plot_steps(checklist, ax=None, *, title=None, size=None, theme=None):
    """Draw by how much each step of a proof holds: the room between its sides over the larger of them, from -1 to 1.

    A bar to the right is room that the step gives away, a mark at 0 an equality, a bar to the left a step that fails.
    ``checklist`` is a Checklist of ``kkt`` or ``lemmas``. Returns the bars.
    """
    pen = Pen(size, theme)
    ax, own = axes_for(ax, pen)
    steps = list(checklist)
    room = [_relative(step) for step in steps]
    colors = [pen.colors["series"][1] if step.holds else pen.colors["warning"] for step in steps]
    rows = -np.arange(len(steps))
    bars = ax.barh(rows, room, color=colors, height=0.6, zorder=2)
    tight = [k for k, value in enumerate(room) if abs(value) < 0.01]
    ax.plot(np.zeros(len(tight)), rows[tight], "o", color=pen.colors["series"][1], markersize=2 * pen.radius, zorder=3)
    ax.axvline(0, **pen.line("frame"), zorder=1)
    ax.set(xlim=(-1.05, 1.05), yticks=rows, yticklabels=[step.formula for step in steps])
    decorate(ax, pen, own, ("room, relative", ""), checklist.title if title is None else title, "")
    ax.set_yticks(rows, [step.formula for step in steps])
    return bars


def _relative(step):
    size = max(abs(step.left) if np.isfinite(step.left) else 0.0, abs(step.right) if np.isfinite(step.right) else 0.0)
    if abs(step.room) <= CERTIFIED * max(size, step.scale):
        return 0.0
    return float(np.clip(step.room / size, -1.0, 1.0)) if size > 0 and np.isfinite(step.room) else np.sign(step.room)
