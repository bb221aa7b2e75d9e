"""A setting: all that an explorer of points begins with, stands at, saves and takes back, as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from svmlab import datasets, kernels, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.looks import Looks
from svmlab.explorers.samples import used_to_draw
from svmlab.page.constants import OVERLAYS

OWN = "own"  # the entry of the data menu for one's own points
C_RANGE = (1e-2, 1e3)


RANGES = {"m": (10, 500), "n_classes": (2, 6), "noise": (0.0, 2.0), "seed": (0, 99999)}  # of the data menu


class Drawn(NamedTuple):
    """How the data menu draws; without a noise, with that of the data set."""

    m: int = 200
    n_classes: int = 3
    noise: float | None = None
    seed: int = 0

    @classmethod
    def of(cls, given):
        """How the menu draws for what a caller gives by name; raise on what its controls cannot stand at."""
        for name, value in given.items():
            checks.within(name, value, RANGES[name])
        return cls(**given)


@dataclass(frozen=True, eq=False)
class OwnPoints:
    """One's own points of the plane, the classes that a point can have, and the lines beside them.

    data      a Dataset of two features
    classes   sorted labels, of which some may have no point
    lines     [[w1, w2, b], ...]
    """

    data: datasets.Dataset
    classes: np.ndarray
    lines: list = field(default_factory=list)

    @classmethod
    def of(cls, data, classes=None, lines=()):
        """One's own points, ``classes`` beside those that they have."""
        known = data.classes
        if classes is not None:
            classes = [checks.class_label(label, known) for label in classes] if len(known) else classes
            known = np.union1d(known, classes) if len(known) else np.unique(classes)
        return cls(data, known, [checks.line(line) for line in lines])


@dataclass(frozen=True)
class Points:
    """Where the points in the picture come from: an entry of the data menu, how it draws, one's own points if any."""

    menu: str
    drawn: Drawn
    own: OwnPoints | None = None

    def same(self, other):
        """Whether both are the same points."""
        if other is None or self.menu != other.menu:
            return False
        return self.own is other.own if self.menu == OWN else self.drawn == other.drawn


@dataclass(frozen=True)
class KernelChoice:
    """An entry of the kernel menu, a name or a kernel of one's own, and parameters, also those it does not use."""

    entry: Any
    parameters: Mapping

    @classmethod
    def of(cls, kernel, parameters=()):
        """The choice for what a caller gives as kernel and parameters; raise on those that it does not use."""
        kernel = kernels.as_kernel(kernel)
        known = type(kernel) in kernels.OF_POINTS
        used = kernels.parameters(kernel) if known else {}
        checks.applicable(parameters, used, f"the kernel {(kernel.name if known else kernel)!r:.80}")
        if not known:
            return cls(kernel, {})
        return cls(kernel.name, kernels.parameters(type(kernel)(**{**used, **dict(parameters)})))

    @property
    def used(self):
        """Names of the parameters of this kernel."""
        return tuple(kernels.parameters(kernels.NAMED[self.entry])) if isinstance(self.entry, str) else ()

    @property
    def value(self):
        """The kernel."""
        if not isinstance(self.entry, str):
            return self.entry
        return kernels.NAMED[self.entry](**{name: self.parameters[name] for name in self.used})


def controls_to_keep(names):
    """Return names of controls as a tuple; raise unless they can stay in a lecture."""
    known = ("data", *Drawn._fields, "kernel", *kernels.PARAMETERS)
    return tuple(validation.one_of("a control to keep", name, known) for name in checks.names(names))


def overlays_to_show(names):
    """Return names of overlays as a tuple in the order of the page; raise unless each is one."""
    chosen = {validation.one_of("an overlay", name, OVERLAYS) for name in checks.names(names)}
    return tuple(name for name in OVERLAYS if name in chosen)


@dataclass(frozen=True)
class Setting:
    """The setting of an explorer of points.

    C, C_range   soft margin, and the ends of its slider
    keep         names of the controls that stay in a lecture
    limits       [[x0, x1], [y0, y1]] of the picture, None for around the points
    more         what one kind of explorer has beside this, by the names of its arguments
    overlays     names of what is shown in the plane beside the machine, those of ``OVERLAYS``
    scene        which of the scenes opened here it belongs to, 0 for none
    """

    points: Points
    kernel: KernelChoice
    C: float = 1.0
    C_range: tuple = C_RANGE
    looks: Looks = field(default_factory=Looks)
    keep: tuple = ()
    limits: list | None = None
    more: Mapping = field(default_factory=dict)
    scene: int = 0
    overlays: tuple = ()

    def __post_init__(self):
        validation.soft_margin(self.C)
        object.__setattr__(self, "C_range", checks.slider_range("C_range", self.C_range))
        object.__setattr__(self, "keep", controls_to_keep(self.keep))
        object.__setattr__(self, "overlays", overlays_to_show(self.overlays))

    def arguments(self, kind):
        """Return the arguments with which ``kind``, a class of explorers, begins at this setting, unusual ones only."""
        points, own = self.points, self.points.own
        if points.menu == OWN:
            given = {"X": own.data.X, "y": own.data.y, "names": own.data.names}
            if not np.array_equal(own.classes, own.data.classes):
                given["classes"] = own.classes.tolist()
        else:
            used = used_to_draw(points.menu, kind.two_class_sets)
            given = {"data": points.menu}
            given |= {k: v for k, v in points.drawn._asdict().items() if k in used and v is not None}
        given |= {"kernel": self.kernel.value, "C": self.C}
        if self.C_range != C_RANGE:
            given["C_range"] = self.C_range
        given["size"] = self.looks.size
        given |= {"keep": list(self.keep)} if self.keep else {}
        given |= {"overlays": list(self.overlays)} if self.overlays else {}
        given |= {"lines": own.lines} if points.menu == OWN and own.lines else {}
        given |= {} if self.limits is None else {"limits": self.limits}
        more = {name: value for name, value in self.more.items() if value != kind.own_arguments[name]}
        return {**given, **{name: value if isinstance(value, str) else list(value) for name, value in more.items()}}
