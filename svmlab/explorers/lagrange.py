"""One constrained problem, live: drag a border or the objective and see what becomes of minimum and multipliers.

The page solves the problem itself, so that nothing waits for Python; Python hears of a change when a drag ends.
"""

from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import validation
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import LiveScene
from svmlab.explorers.looks import Looks
from svmlab.page import modules
from svmlab.page.constants import ASPECT
from svmlab.theory import kkt

MOST = 3  # constraints that are told apart
PRESETS = MappingProxyType(
    {
        "slides 1": "Slides, example 1: no constraint",
        "slides 2": "Slides, example 2: an equality",
        "slides 3": "Slides, example 3: an active inequality",
        "slides 4": "Slides, example 4: an inactive inequality",
        "Vert 7.1": "Vert, figure 7.1: level sets and gradients",
        "Vert 7.2": "Vert, figure 7.2: a half-plane",
        "Vert 7.3": "Vert, figure 7.3: the free minimum is allowed",
        "Vert 7.4": "Vert, figure 7.4: the free minimum is forbidden",
        "Vert 7.5": "Vert, figure 7.5: several constraints",
        "Vert 7.6": "Vert, figure 7.6: one variable, the saddle",
    }
)  # names of kkt.EXAMPLES, and what the menu says


class LagrangeScene(LiveScene):
    """The picture in the page.

    problem   what ``to_wire`` makes of a kkt.Problem; the page sets it when a drag ends
    preset    the name in PRESETS of the problem that it was, "" for one's own
    presets   [{name, label, problem}, ...]
    """

    _esm = modules.joined("scenes/lagrange.js")

    presets = traitlets.List().tag(sync=True)
    preset = traitlets.Unicode().tag(sync=True)
    problem = traitlets.Dict().tag(sync=True)

    @traitlets.validate("problem")
    def _of_a_problem(self, proposal):
        try:
            _drawable(from_wire(proposal["value"]))
        except (KeyError, TypeError, ValueError) as error:
            raise traitlets.TraitError(f"this is no problem to be drawn: {error}") from None
        return proposal["value"]

    @traitlets.validate("preset")
    def _of_the_presets(self, proposal):
        if proposal["value"] not in ("", *PRESETS):
            raise traitlets.TraitError(f"no preset is named {proposal['value']!r}")
        return proposal["value"]


class LagrangeExplorer(LiveExplorer):
    """Level curves of a quadratic objective, half-planes and multipliers: drag, or move the handles with arrow keys.

    problem    a name in PRESETS, or a kkt.Problem: strictly convex, of two variables and at most three constraints, or
               of one variable and one inequality, whose Lagrangian is drawn as a saddle
    size       "regular", or "lecture" for large type and thick lines; theme, "auto", "light", "dark" or "contrast"

    ``problem`` is the problem in the picture, after every drag; ``audit`` its Karush-Kuhn-Tucker conditions, measured;
    ``preset`` the name of the problem it began as, None for one's own. Setting ``problem`` draws another.
    """

    page_title = "Lagrange multipliers. {}"  # of an exported page, around the name of the problem

    def __init__(self, problem=None, *, size="regular", theme="auto"):
        options = Looks(size, theme).as_options()
        name, problem = _named("slides 3" if problem is None else problem)
        presets = [
            {"name": key, "label": label, "problem": to_wire(kkt.EXAMPLES[key])} for key, label in PRESETS.items()
        ]
        self.scene = LagrangeScene(presets=presets, preset=name, problem=to_wire(problem), options=options)
        self._audit_of = self._audit = None
        super().__init__(self.scene)

    @property
    def problem(self):
        """The kkt.Problem in the picture."""
        return from_wire(self.scene.problem)

    @problem.setter
    def problem(self, problem):
        name, problem = _named(problem)
        with self.scene.hold_sync():
            self.scene.preset, self.scene.problem = name, to_wire(problem)

    @property
    def preset(self):
        """The name of the problem that the picture began with, None for one's own."""
        return self.scene.preset or None

    @property
    def audit(self):
        """The ProblemAudit of the problem in the picture; ValueError where no point meets all constraints."""
        if self._audit_of is not self.scene.problem:
            self._audit, self._audit_of = kkt.audit(self.problem), self.scene.problem
        return self._audit

    @property
    def error(self):
        """Why there is no minimum, or None."""
        try:
            kkt.audit(self.problem)
        except ValueError as error:
            return str(error)
        return None

    # Without a front end.

    def figure(self, **options):
        """Return the picture as a matplotlib figure, as ``plotting.plot_problem`` or ``plot_saddle`` draws it."""
        from svmlab import plotting

        xlim, ylim = self.scene.problem["limits"]
        options = {"xlim": xlim, "ylim": ylim, **options}
        if len(self.audit.x) == 1:
            return plotting.plot_saddle(self.problem, **options).figure
        return plotting.plot_problem(self.audit, **{"balance": True, **options}).ax.figure

    def in_words(self):
        """Return the picture in words."""
        told = self.error or "; ".join([self.audit._lines[0], *self.audit.cases])
        return f"{self.problem!r}: {told}"

    @property
    def drawable(self):
        """Whether there is a picture to draw."""
        return self.error is None

    def export_contents(self, tell):
        """Return the Contents of its page, see ``export``."""
        title = PRESETS[self.preset] if self.preset else "A constrained problem"
        without = (
            "This page runs without Python: it solves the problem itself, whatever is dragged, and has all its "
            "examples."
        )
        state = {**traits(self.scene), "heading": self.page_title}
        return Contents(self.page_title.format(title), without, state)


def _named(problem):
    """(name, Problem) for what a caller gave; raise on what cannot be drawn."""
    if isinstance(problem, str):
        validation.one_of("problem", problem, PRESETS)
        return problem, kkt.EXAMPLES[problem]
    if not isinstance(problem, kkt.Problem):
        raise ValueError(f"problem must be a kkt.Problem or the name of an example, got {problem!r}")
    name = next((name for name in PRESETS if kkt.EXAMPLES[name] is problem), "")
    return name, _drawable(problem)


def _drawable(problem):
    """The problem; raise where it is not what an explorer can draw and the page can solve."""
    n, k = len(problem.q), len(problem.h) + len(problem.b)
    if n > 2 or (n == 1 and (len(problem.h), len(problem.b)) != (1, 0)):
        raise ValueError(
            "LagrangeExplorer draws problems of two variables, or of one with one inequality, got "
            f"{n} variables, {len(problem.h)} inequalities and {len(problem.b)} equalities"
        )
    if k > MOST:
        raise ValueError(f"LagrangeExplorer tells at most {MOST} constraints apart, got {k}")
    curvature = np.linalg.eigvalsh(problem.P)
    if curvature[0] <= 1e-9 * curvature[-1]:
        raise ValueError(
            f"f must be strictly convex, with one lowest point to drag, got P = {problem.P.tolist()} with eigenvalues "
            f"{curvature.tolist()}; add a little to the diagonal, or draw it with plotting.plot_problem"
        )
    if k and not np.abs(np.vstack([problem.G, problem.A])).max(axis=1).all():
        raise ValueError(
            "a constraint without variables has no border to draw: every row of G and A needs a number ≠ 0"
        )
    return problem


def to_wire(problem):
    """Return a kkt.Problem as lists, with the limits of its picture."""
    arrays = {name: getattr(problem, name).tolist() for name in ("P", "q", "G", "h", "A", "b")}
    texts = {"names": list(problem.names), "source": problem.source, "form": problem.form}
    return {**arrays, "constant": float(problem.constant), **texts, "limits": limits(problem)}


def from_wire(state):
    """Return the kkt.Problem that ``to_wire`` made lists of."""
    fields = {name: value for name, value in state.items() if name != "limits"}
    for rows, sides in (("G", "h"), ("A", "b")):
        if not fields[sides]:
            fields[rows] = fields[sides] = None
    return kkt.Problem(**{**fields, "names": tuple(fields["names"])})


def limits(problem):
    """Return [[x0, x1], [y0, y1]] of a picture that shows the free minimum, the minimum and the borders near it.

    With one variable, y is the multiplier.
    """
    free = problem.minimiser()
    try:
        best = kkt.audit(problem)
    except ValueError:  # no feasible point: the borders around the free minimum
        best = None
    x = free if best is None else best.x
    if len(x) == 1:
        alpha, reach = 0.0 if best is None else float(best.alpha[0]), 1.5 * (abs(float(x[0])) or 1.0)
        return [[float(x[0]) - reach, float(x[0]) + reach], [0.0, 2.0 * alpha or 2.0]]
    feet = [
        x - (a @ x - c) / (a @ a) * a
        for a, c in zip(np.vstack([problem.G, problem.A]), np.concatenate([problem.h, problem.b]), strict=True)
    ]
    marks = np.array([x, free, *feet])
    reach = np.linalg.norm(marks - x, axis=1).max() or max(1.0, float(np.abs(x).max()))
    marks = np.vstack([marks, x - reach, x + reach])
    middle, half = 0.5 * (marks.max(axis=0) + marks.min(axis=0)), 0.675 * np.ptp(marks, axis=0)
    height = max(half[1], half[0] / ASPECT)
    half = np.array([ASPECT * height, height])
    return np.stack([middle - half, middle + half], axis=1).tolist()
