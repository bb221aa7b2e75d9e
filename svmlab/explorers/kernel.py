"""Mercer as a laboratory: a proposed kernel, points to drag, the picture of its matrix, its spectrum, and a verdict.

The page tests the condition itself, so that nothing waits for Python; Python hears of a change when a drag ends.
"""

import json
from pathlib import Path
from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import kernels, validation
from svmlab.explorers import menus, scene_files
from svmlab.explorers import validation as checks
from svmlab.explorers.descriptions import kernel_label
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import AskingScene
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.questions import FILE
from svmlab.explorers.snippet import array_code, kernel_code
from svmlab.explorers.upload import FiledScene
from svmlab.page import modules, wire_format
from svmlab.page.constants import ASPECT, TABLE

MOST = TABLE["MOST_POINTS_OF_KERNEL"]
FORMULA = kernels.Formula.name
USUAL_FORMULA = "tanh(dot(x, z) - 1)"
USUAL = MappingProxyType({name: parameter.usual for name, parameter in kernels.PARAMETERS.items()})
TITLES = MappingProxyType(
    {"scattered": "scattered", "ring": "a ring", "groups": "three groups", "line": "a line", "lattice": "a lattice"}
)  # of points that the menu has


def points_named(name):
    """Return the points (m, 2) that the menu has by this name."""
    rng = np.random.default_rng(0)
    turns = 2 * np.pi * np.arange(12) / 12
    centres = np.repeat([[-1.5, -1.0], [0.0, 1.3], [1.5, -1.0]], 5, axis=0)
    return {
        "scattered": lambda: rng.normal(size=(12, 2)),
        "ring": lambda: 1.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1),
        "groups": lambda: centres + 0.3 * rng.normal(size=(15, 2)),
        "line": lambda: np.stack([np.linspace(-2, 2, 9), np.zeros(9)], axis=1),
        "lattice": lambda: 0.7 * np.stack(np.meshgrid(np.arange(-2, 3), np.arange(-2, 3)), axis=-1).reshape(-1, 2),
    }[validation.one_of("X", name, TITLES)]().round(3) + 0.0  # fmt: skip


class KernelScene(AskingScene):
    """The picture in the page.

    menus      {kernels, parameters} of ``menus.kernel_menus``, sets [{name, title, points, limits}, ...]
    choice     {kernel, text, sigma, ...}: a name of the menu or "formula", the formula's text, and all parameters
    points     [[x1, x2], ...]; the page sets both, at the end of a drag
    limits     [[x0, x1], [y0, y1]] of the plane
    selected   index of the chosen point, -1 for none
    filed      what came of a file, see ``upload``
    """

    _esm = modules.joined("scenes/kernel.js")
    questions = MappingProxyType({"hello": {}, "file": FILE})

    menus = traitlets.Dict().tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)
    points = traitlets.List().tag(sync=True)
    limits = traitlets.List().tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    filed = traitlets.Dict().tag(sync=True)

    @traitlets.validate("choice")
    def _of_a_kernel(self, proposal):
        try:
            kernel_of(proposal["value"])
        except (KeyError, TypeError, ValueError) as error:
            raise traitlets.TraitError(f"this is no kernel: {error}") from None
        return proposal["value"]

    @traitlets.validate("points")
    def _of_the_plane(self, proposal):
        try:
            return few_points(proposal["value"]).tolist()
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None

    @traitlets.validate("limits")
    def _of_a_picture(self, proposal):
        try:
            return checks.picture_limits(proposal["value"])
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None


class KernelExplorer(FiledScene, LiveExplorer):
    """A proposed kernel on points to drag: its matrix as a picture, its eigenvalues, a witness where one is negative.

    X         points (m, 2) of one's own, at most 30, or a name in TITLES
    kernel    a name, a kernel of points, or a typed one: ``kernels.Formula("dot(x, z)**2")``; one that the menu has not
              comes as the formula that it is
    limits    [[x0, x1], [y0, y1]] of the plane; by default around the points
    size      "regular", or "lecture" for large type and thick lines; theme, "auto", "light", "dark" or "contrast"

    ``X``, ``kernel`` and ``selected`` are those in the picture and can be set; ``test`` is their
    ``kernels.MercerTest``, computed by Python.
    """

    page_title = "Is it a kernel? {}"  # of an exported page, around the kernel

    @in_turn
    def __init__(self, X="scattered", *, kernel="gaussian", limits=None, size="regular", theme="auto"):
        points = points_of(X)
        self.scene = KernelScene(
            self._ask,
            options=Looks(size, theme).as_options(),
            menus={**menus.kernel_menus(), "sets": [set_to_wire(name) for name in TITLES]},
            choice=choice_of(kernel, {"text": USUAL_FORMULA, **USUAL}),
            points=points.tolist(),
            limits=limits_around(points) if limits is None else checks.picture_limits(limits),
        )
        super().__init__(self.scene)

    # What is shown, to read and to set.

    @property
    def X(self):
        """The points (m, 2)."""
        return few_points(self.scene.points)

    @X.setter
    def X(self, X):
        points = points_of(X)
        self._show({"points": points.tolist(), "limits": limits_around(points), "selected": -1})

    @property
    def kernel(self):
        """The kernel."""
        return kernel_of(self.scene.choice)

    @kernel.setter
    def kernel(self, kernel):
        self.scene.choice = choice_of(kernel, self.scene.choice)

    @property
    def selected(self):
        """Index of the chosen point, or None."""
        i = self.scene.selected
        return i if 0 <= i < len(self.scene.points) else None

    @selected.setter
    def selected(self, i):
        self.scene.selected = -1 if i is None else validation.index("point", i, self.X)

    @property
    def test(self):
        """The ``kernels.MercerTest`` of the kernel on the points; ValueError where there is none."""
        return kernels.mercer_test(self.kernel, self.X)

    @property
    def error(self):
        """Why there is no test, or None."""
        try:
            self.test  # noqa: B018
        except ValueError as error:
            return error_text(error)
        return None

    @property
    def drawable(self):
        """Whether there is a picture to draw."""
        return self.error is None

    @in_turn
    def _show(self, state):
        with self.scene.hold_sync():
            for name, value in state.items():
                setattr(self.scene, name, value)

    # To keep.

    def save(self, file):
        """Write points, kernel and view to a small JSON file; ``explorers.load(file)`` gives the explorer back."""
        scene_files.save(self.as_text(), file)

    def as_text(self):
        """Return what ``save`` writes."""
        kernel = scene_files.kernel_as_dict(self.kernel)
        told = {"explorer": type(self).__name__, "points": self.scene.points, "kernel": kernel, **self._unusual()}
        head = {"format": scene_files.FORMAT, "version": scene_files.VERSION}
        text = json.dumps({**head, **told, "selected": self.selected}, ensure_ascii=False, allow_nan=False, indent=1)
        return text + "\n"

    @classmethod
    def load(cls, file):
        """Return the explorer that ``save`` has written; raise ValueError where the file is none of this kind."""
        given, selected = read(validation.text_file(Path(file), "utf-8"), str(file))
        explorer = cls(**given)
        explorer.selected = selected
        return explorer

    def snippet(self):
        """Return Python text that makes this explorer again."""
        given = {"kernel": kernel_code(self.kernel), **{name: repr(value) for name, value in self._unusual().items()}}
        call = ", ".join(["X", *(f"{name}={value}" for name, value in given.items())])
        lines = ["import numpy as np", "from svmlab import explorers, kernels", "", *array_code("X", self.X), ""]
        lines.append(f"explorer = explorers.{type(self).__name__}({call})")
        if self.selected is not None:
            lines.append(f"explorer.selected = {self.selected}")
        return "\n".join([*lines, "explorer", ""])

    def _unusual(self):
        """Size and limits, where they are not the usual ones."""
        limits = self.scene.limits
        told = {} if self.size == "regular" else {"size": self.size}
        return told if limits == limits_around(self.X) else {**told, "limits": limits}

    def _show_scene(self, text, name):
        given, selected = read(text, name)
        points = points_of(given["X"])
        limits = given.get("limits") or limits_around(points)
        choice = choice_of(given["kernel"], self.scene.choice)
        chosen = -1 if selected is None else selected
        self._show({"points": points.tolist(), "choice": choice, "limits": limits, "selected": chosen})

    # The page asks.

    def _ask(self, question):
        if question["type"] == "file":
            self._ask_file(question)
        else:
            self._answer(question)

    def _answer(self, question, **state):
        self.scene.say(state, to=question)

    # Without a front end.

    def figure(self, **options):
        """Return points, matrix and spectrum as a matplotlib figure, see ``plotting.plot_mercer``."""
        from svmlab import plotting

        xlim, ylim = self.scene.limits
        return plotting.plot_mercer(self.kernel, self.X, **{"xlim": xlim, "ylim": ylim, **options}).figure

    def in_words(self):
        """Return the picture in words."""
        return f"{self._label} on {len(self.X)} points: {self.error or self.test.verdict}"

    @property
    def _label(self):
        kernel = self.kernel
        return f"κ(x, z) = {kernel.text}" if isinstance(kernel, kernels.Formula) else kernel_label(kernel)

    def export_contents(self, tell):
        """Return the Contents of its page, see ``export``."""
        without = (
            "This page runs without Python: points are dragged, added and deleted, kernels chosen or typed, and it "
            "computes the matrix, its eigenvalues and the witness itself."
        )
        state = {**traits(self.scene), "heading": self.page_title}
        return Contents(self.page_title.format(self._label), without, state)


# The setting.


def few_points(X):
    """Return X as an array (m, 2); raise unless it has finite places of the plane, and few of them."""
    X = validation.array("X", X).reshape(-1, 2) if len(X) == 0 else validation.array("X", X)
    if X.ndim != 2 or X.shape[1] != 2 or not np.isfinite(X).all():
        raise ValueError(f"X must be points of the plane (m, 2), finite numbers, got the shape {X.shape}")
    validation.at_most("m", len(X), MOST, "points on which a scene tests a kernel")
    return X


def points_of(X):
    """The points that a caller means: a name of the menu, or places."""
    return points_named(X) if isinstance(X, str) else few_points(X)


def limits_around(X):
    """Limits of the plane around the points, with room to drag them."""
    return wire_format.limits(X if len(X) else np.array([[-2.0, -2.0], [2.0, 2.0]]), ASPECT, padding=0.2)


def set_to_wire(name):
    points = points_named(name)
    return {"name": name, "title": TITLES[name], "points": points.tolist(), "limits": limits_around(points)}


def choice_of(kernel, before):
    """The choice of a kernel, with the parameters and the formula ``before`` where it says nothing of them."""
    kernel = kernels.as_kernel(kernel)
    told = wire_format.page_proposal(kernel)
    if told is None:
        raise ValueError(
            f"the page computes kernels of points of the plane that have a formula, got {kernel!r:.80}; type it as "
            'kernels.Formula("..."), such as "0.5*dot(x, z) + exp(-norm(x - z)**2/2)"'
        )
    return {**before, "kernel": told.pop("name"), **told}


def kernel_of(choice):
    """The kernel of a choice."""
    if choice["kernel"] == FORMULA:
        return kernels.Formula(choice["text"])
    kinds = {kind.name: kind for kind in kernels.OF_POINTS}
    kind = kinds[validation.one_of("kernel", choice["kernel"], (*kinds, FORMULA))]
    return kind(**{name: choice[name] for name in kernels.parameters(kind())})


def read(text, name):
    """Return (arguments of the explorer, chosen point or None) of a file's text."""
    told = checks.scene_file(name, text, scene_files.FORMAT, scene_files.VERSION)

    def take(field, what, check, *default):
        return checks.scene_field(name, told, field, what, check, *default)

    kind = take("explorer", "the name of an explorer", str)
    checks.scene_of_kind(name, kind, KernelExplorer.__name__)
    checks.scene_fields(name, told, ("format", "version", "explorer", "points", "kernel", "size", "limits", "selected"))
    places = scene_files.places
    given = {"X": take("points", f"a list of at most {MOST} places [x1, x2]", lambda value: few_points(places(value)))}
    given["kernel"] = take("kernel", 'a kernel, such as {"name": "gaussian", "sigma": 1.0}', known_kernel)
    given["size"] = take("size", '"regular" or "lecture"', scene_files.one_of("regular", "lecture"), "regular")
    if "limits" in told:
        given["limits"] = take("limits", "[[x0, x1], [y0, y1]] with x0 < x1 and y0 < y1", checks.picture_limits)
    return given, scene_files.chosen_of(name, told, len(given["X"]))


def known_kernel(told):
    kernel = scene_files.kernel_from_dict(told)
    choice_of(kernel, {})
    return kernel
