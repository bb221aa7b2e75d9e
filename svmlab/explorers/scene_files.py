"""Saved scenes: a Setting of an explorer as a small file, and read again.

The file is JSON: ``format``, ``version``, ``explorer`` (its class) and

    data      {menu, m, ...}, an entry of the data menu and how it is drawn, or {X, y, names}
    classes   the labels that a point can have, where some have no point
    kernel    {name, parameters...}, {sum: [kernel, kernel]}, {product: ...} or {scaled: kernel, factor}
    C         a positive number or "inf"
    selected  index of the chosen point or null; size, "regular" or "lecture"
    lines     [[w1, w2, b], ...], the lines beside the points; keep, names of the controls that stay in a lecture
    overlays  names of what is shown beside the machine, where there is any
    C_range, limits, shown, over, machines    where they are not the usual ones

The theme is the reader's, and not in it.
"""

import json
import math
from pathlib import Path

import numpy as np

from svmlab import atomic_file, datasets, kernels, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.looks import Looks
from svmlab.explorers.setting import OWN, RANGES, Drawn, KernelChoice, OwnPoints, Points, Setting, overlays_to_show
from svmlab.page.constants import OVER, OVERLAYS
from svmlab.page.wire_format import number_to_wire

FORMAT, VERSION = "svmlab scene", 1
JOINED = {"sum": kernels.Sum, "product": kernels.Product}
SAVED = (*kernels.OF_POINTS, kernels.Formula)


# Write.


def as_dict(kind, setting, selected):
    """Return a scene as it stands in the file: a Setting of an explorer of this class, and the point chosen."""
    given = setting.arguments(kind)
    told = {"format": FORMAT, "version": VERSION, "explorer": kind.__name__}
    if "X" in given:
        names = list(given.pop("names"))
        told["data"] = {"X": given.pop("X").tolist(), "y": given.pop("y").tolist(), "names": names}
    else:
        menu = {"menu": given.pop("data")}
        told["data"] = menu | {name: given.pop(name) for name in Drawn._fields if name in given}
    told["kernel"] = kernel_as_dict(given.pop("kernel"))
    told["C"] = number_to_wire(given.pop("C"))
    if "C_range" in given:
        told["C_range"] = list(given.pop("C_range"))
    return {**told, "selected": selected, **given}


def as_text(kind, setting, selected):
    return json.dumps(as_dict(kind, setting, selected), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def kernel_as_dict(kernel):
    """Return a kernel as it stands in the file; raise for a function of one's own."""
    for name, kind in JOINED.items():
        if isinstance(kernel, kind):
            return {name: [kernel_as_dict(kernel.left), kernel_as_dict(kernel.right)]}
    if isinstance(kernel, kernels.Scaled):
        return {"scaled": kernel_as_dict(kernel.kernel), "factor": kernel.factor}
    checks.kernel_to_save(kernel, SAVED)
    return {"name": kernel.name, **kernels.parameters(kernel)}


# Read.


def read(text, name, kinds):
    """Return (explorer class, its Setting, chosen point) of a file's text; ``kinds`` are the classes by name."""
    told = checks.scene_file(name, text, FORMAT, VERSION)

    def take(field, what, check, *default):
        return checks.scene_field(name, told, field, what, check, *default)

    kind = take("explorer", f"one of {', '.join(map(repr, kinds))}", lambda value: kinds[value])
    allowed = (
        "format", "version", "explorer", "data", "kernel", "C", "C_range", "selected", "size", "limits", "classes",
        "lines", "keep", "overlays",
    )  # fmt: skip
    checks.scene_fields(name, told, (*allowed, *kind.own_arguments))
    given = take("data", "{menu, m, n_classes, noise, seed} or {X, y, names}", lambda data: dict(data))
    given = _points_of(name, given) if "menu" not in given else _menu_of(name, given, kind)
    given["kernel"] = take("kernel", 'a kernel, such as {"name": "gaussian", "sigma": 1.0}', kernel_from_dict)
    given["C"] = take("C", 'a positive number or "inf"', soft_margin)
    given["size"] = take("size", '"regular" or "lecture"', one_of("regular", "lecture"), "regular")
    for field, what, check in (
        ("C_range", "two positive numbers, the smaller one first", lambda value: checks.slider_range("C_range", value)),
        ("limits", "[[x0, x1], [y0, y1]] with x0 < x1 and y0 < y1", checks.picture_limits),
        ("classes", "a list of labels of the kind of the points'", lambda classes: labels(len(classes))(classes)),
        ("lines", "a list of lines [w1, w2, b] in finite numbers", lambda lines: [checks.line(line) for line in lines]),
        ("keep", "a list of names of controls", lambda names: tuple(str(control) for control in list(names))),
        ("overlays", f"a list of some of {', '.join(map(repr, OVERLAYS))}", overlays_to_show),
        ("shown", "a list of names of bounds", lambda names: [str(bound) for bound in list(names)]),
        ("over", f"one of {', '.join(map(repr, OVER))}", one_of(*OVER)),
        ("machines", "a list of names of machines", lambda names: [str(machine) for machine in list(names)]),
    ):  # fmt: skip
        if field in told:
            given[field] = take(field, what, check)
    m = len(given["X"]) if "X" in given else given.get("m", math.inf)
    return kind, setting_of(kind, given), chosen_of(name, told, m)


def chosen_of(name, told, m):
    """The index of the chosen one of m points that a scene tells, None for none."""

    def check(i):
        return None if i is None else below(m)(i)

    return checks.scene_field(name, told, "selected", "null or the index of a point", check, None)


def setting_of(kind, given):
    """The Setting of what a file says, the usual where it says nothing."""
    own = None
    if "X" in given:
        data = datasets.Dataset(given["X"], given["y"], given["names"])
        own = OwnPoints.of(data, given.get("classes"), given.get("lines", ()))
    drawn = Drawn(**{name: given[name] for name in Drawn._fields if name in given})
    more = {name: given.get(name, usual) for name, usual in kind.own_arguments.items()}
    said = {name: given[name] for name in ("C", "C_range", "keep", "limits", "overlays") if name in given}
    points = Points(given.get("data", OWN), drawn, own)
    return Setting(points, KernelChoice.of(given["kernel"]), looks=Looks(given["size"]), more=more, **said)


def _menu_of(name, data, kind):
    def take(field, what, check, *default):
        return checks.scene_field(name, data, field, what, check, *default, within="data.")

    checks.scene_fields(name, data, ("menu", *Drawn._fields), within="data.")
    entries = kind.data_sets
    given = {"data": take("menu", f"one of {', '.join(map(repr, entries))}", one_of(*entries))}
    for field, what, check in (
        ("m", "a whole number from 10 to 500", whole(*RANGES["m"])),
        ("n_classes", "a whole number from 2 to 6", whole(*RANGES["n_classes"])),
        ("noise", "a number from 0 to 2", noise),
        ("seed", "a whole number from 0 to 99999", whole(*RANGES["seed"])),
    ):  # fmt: skip
        if field in data:
            given[field] = take(field, what, check)
    return given


def _points_of(name, data):
    def take(field, what, check, *default):
        return checks.scene_field(name, data, field, what, check, *default, within="data.")

    checks.scene_fields(name, data, ("X", "y", "names"), within="data.")
    X = take("X", "a list of places [x1, x2] in finite numbers", places)
    y = take("y", f"a list of {len(X)} labels, all whole numbers or all text", labels(len(X)))
    names = take("names", "two different axis titles", two_names, ["x1", "x2"])
    return {"X": X, "y": y, "names": names}


def places(rows):
    if any(len(row) != 2 for row in rows):
        raise ValueError("not of the plane")
    return np.array([[number(value) for value in row] for row in rows], dtype=float).reshape(-1, 2)


def labels(m):
    def check(values):
        kinds = {type(value) for value in values}
        if len(values) != m or len(kinds) > 1 or not kinds <= {int, str, float, bool}:
            raise ValueError("not labels")
        return np.array(values, dtype=None if values else int)

    return check


def two_names(names):
    first, second = names
    if first == second or not isinstance(first, str) or not isinstance(second, str):
        raise ValueError("not two names")
    return (first, second)


def number(value):
    return validation.finite("a number", value)


def noise(value):
    if not 0 <= number(value) <= 2:
        raise ValueError("out of range")
    return number(value)


def soft_margin(value):
    return math.inf if value == "inf" else validation.positive("C", value)


def one_of(*allowed):
    return lambda value: validation.one_of("value", value, allowed)


def whole(low, high):
    def check(value):
        return validation.at_most("value", validation.integer("value", value, at_least=low), high, "steps")

    return check


def below(m):
    return whole(0, m - 1)


def kernel_from_dict(told):
    """Return the kernel that stands in a file as ``told``."""
    for name, kind in JOINED.items():
        if name in told:
            left, right = told[name]
            return kind(kernel_from_dict(left), kernel_from_dict(right))
    if "scaled" in told:
        return kernels.Scaled(kernel_from_dict(told["scaled"]), told["factor"])
    parameters = dict(told)
    kinds = {kind.name: kind for kind in SAVED}
    return kinds[parameters.pop("name")](**parameters)


# Files.


def save(text, file):
    atomic_file.write(atomic_file.target(file, "scene.json"), text)


def kinds_of(explorer):
    """The explorers of a file that ``explorer``, a class, may be asked to show: all of the planar ones by name."""
    base = next(kind for kind in reversed(explorer.__mro__) if "kinds" in vars(kind))
    return base.kinds()


def kind_of(file, kinds):
    """Return the class of explorers, of ``kinds`` by name, whose scene stands in a file."""
    told = checks.scene_file(str(file), validation.text_file(Path(file), "utf-8"), FORMAT, VERSION)
    what = f"one of {', '.join(map(repr, kinds))}"
    return checks.scene_field(str(file), told, "explorer", what, lambda name: kinds[name])


def load(file, kinds):
    """Return the explorer that a file describes."""
    kind, setting, chosen = read(validation.text_file(Path(file), "utf-8"), str(file), kinds)
    explorer = kind(**setting.arguments(kind))
    if chosen is not None:
        explorer.scene.selected = chosen
    return explorer
