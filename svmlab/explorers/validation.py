"""Input errors of live scenes: of points and files too large or of another kind, of saved scenes by file and field."""

import difflib
import json
import math

import numpy as np

from svmlab import validation


def class_label(label, known, most=None):
    """Return ``label``; raise unless it is of the kind of the ``known`` ones, and at most so many are there with it."""
    kinds = {"i": "a whole number", "u": "a whole number", "U": "text", "f": "a number", "b": "True or False"}
    label = np.asarray(label)[()]
    like = ", ".join(repr(validation.plain(other)) for other in known)
    number = (
        known.dtype.kind in "iuf"
        and np.asarray(label).dtype.kind in "iuf"
        and np.isfinite(label).all()
        and label == np.asarray(label, dtype=known.dtype)
    )
    if np.ndim(label) or not (number or np.asarray(label).dtype.kind == known.dtype.kind):
        kind = kinds.get(known.dtype.kind, "a label")
        raise ValueError(f"a label must be {kind} as {like}, got {validation.plain(label)!r}")
    if most is not None and label not in known and len(known) >= most:
        raise ValueError(
            f"a label must be one of {like}, got {validation.plain(label)!r}; for more classes use MulticlassExplorer"
        )
    return label


def points_of_two_classes(present, wanted):
    """Raise unless points of at least two classes are there; ``wanted`` are the classes that could be."""
    if len(present) < 2:
        missing = ", ".join(str(validation.plain(label)) for label in wanted if label not in present)
        there = (
            "there are no points" if len(present) == 0 else f"all points are of class {validation.plain(present[0])}"
        )
        raise ValueError(
            f"each class needs points, and {there}; add some"
            + (f" of class {missing}" if missing else " of another class")
        )


def arguments(kind, given, known):
    """Raise TypeError unless all names of arguments ``given`` are ``known`` to a kind of explorer."""
    for name in given:
        if name not in known:
            lower = {str(other).casefold(): other for other in known}
            near = difflib.get_close_matches(str(name).casefold(), lower, n=1)
            hint = f"did you mean {lower[near[0]]!r}?" if near else f"it has {', '.join(known)}"
            raise TypeError(f"{kind} has no argument {name!r}; {hint}")


def applicable(given, used, what, remedy="choose another"):
    """Raise TypeError if an argument is given that says nothing of ``what``; those ``used`` do."""
    for name in given:
        if name not in used:
            give = f"give {', '.join(sorted(used))}, or " if used else ""
            raise TypeError(f"{name!r} says nothing of {what}; {give}{remedy}")


def within(name, value, ends):
    """Raise unless a number lies between the two ends of its control, whole where these are."""
    low, high = ends
    if isinstance(low, int):
        validation.integer(name, value, at_least=-math.inf)
    if not low <= validation.real(name, value) <= high:
        raise ValueError(f"{name} must lie in the range of its control, {low:g} to {high:g}, got {value!r}")


def slider_range(name, value):
    """Return the two ends of a logarithmic slider as floats; raise unless they are positive, the smaller one first."""
    try:
        low, high = value
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be two numbers (low, high), got {value!r:.60}") from None
    low, high = validation.positive(f"{name}[0]", low), validation.positive(f"{name}[1]", high)
    validation.increasing(f"{name}[0]", low, f"{name}[1]", high)
    return low, high


def line(values):
    """Return the line w1 x1 + w2 x2 + b = 0 as [w1, w2, b]; raise unless these are finite, and w is not zero."""
    try:
        w1, w2, b = (validation.finite("a number of a line", value) for value in values)
    except (TypeError, ValueError):
        raise ValueError(f"a line must be three finite numbers [w1, w2, b], got {values!r:.60}") from None
    if w1 == w2 == 0:
        raise ValueError(f"a line must have a normal: w1 or w2 must differ from 0, got {values!r:.60}")
    return [w1, w2, b]


def names(names):
    """Return names as a tuple, a single one included."""
    return (names,) if isinstance(names, str) else tuple(names)


def planar(name, data):
    """Raise unless a Dataset has two features."""
    if len(data.names) != 2:
        raise ValueError(f"{name} must have two features to be drawn, got {len(data.names)}; choose two of them")


def two_columns(features):
    """Return the names of two columns; raise unless they differ."""
    first, second = features
    if first == second:
        raise ValueError(f"the two features must differ, got {first!r} twice; choose another column for one of them")
    return [first, second]


def fit_for_page(name, m, Q, most):
    """Raise unless m points of Q classes can be trained while someone waits; ``most`` points, classes, multipliers."""
    most_points, most_classes, most_multipliers = most
    if m > most_points:
        raise ValueError(
            f"{name} has {m} points, and a live scene takes at most {most_points}; keep a part of the lines, or train "
            "on all of them in Python"
        )
    if Q > most_classes:
        other = "; MulticlassExplorer and BoundsExplorer take more" if most_classes == 2 else ""
        raise ValueError(
            f"{name} has {Q} classes, and this scene tells at most {most_classes} apart; choose another column for the "
            f"label, or keep the points of fewer classes{other}"
        )
    if m * (Q - 1) > most_multipliers:
        raise ValueError(
            f"{name} has {m} points of {Q} classes, {m * (Q - 1)} multipliers, and a live scene takes at most "
            f"{most_multipliers}; keep a part of the lines, or fewer classes"
        )


def scene_of_kind(name, kind, wanted):
    """Raise unless a saved scene is of the explorer that shall show it."""
    if kind != wanted:
        raise ValueError(
            f"{name}: this is a scene of {kind}, and this is a {wanted}; open it in a {kind}, "
            f"or in Python with explorers.load({name!r})"
        )


def scene_file(name, text, form, version):
    """Return the scene in a file's text as a dict; raise unless it is JSON of this format and no newer version."""
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{name}, line {error.lineno}: this is not JSON ({error.msg}); choose a file that explorer.save has written"
        ) from None
    found = told.get("format") if isinstance(told, dict) else None
    if found != form:
        raise ValueError(
            f"{name}: the field 'format' must be {form!r}, got {found!r}; choose a file that explorer.save has written"
        )
    found = told.get("version")
    if isinstance(found, int) and found > version:
        raise ValueError(
            f"{name}: the field 'version' must be at most {version}, got {found}; update svmlab to read it"
        )
    if found != version or isinstance(found, bool):
        raise ValueError(f"{name}: the field 'version' must be {version}, got {found!r}; save the scene again")
    return told


def scene_field(name, told, field, what, check, *default, within=""):
    """Return ``check(value)`` of a field of a scene; raise where it is missing or wrong."""
    if field not in told:
        if default:
            return default[0]
        raise ValueError(f"{name}: the field {within + field!r} is missing; it must be {what}")
    value = told[field]
    try:
        return check(value)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        text = repr(value)
        text = text if len(text) <= 60 else text[:57] + "..."
        raise ValueError(f"{name}: the field {within + field!r} must be {what}, got {text}; correct it") from None


def scene_fields(name, told, allowed, within=""):
    """Raise if a scene has a field that means nothing."""
    for field in told:
        validation.known("field", field, allowed, where=f"{name}: {within and f'in {within[:-1]}, '}")


def picture_limits(limits):
    """Return [[x0, x1], [y0, y1]] as floats; raise unless both are ranges of finite numbers."""
    values = validation.array("limits", limits)
    if values.shape != (2, 2) or not np.isfinite(values).all() or not (values[:, 0] < values[:, 1]).all():
        raise ValueError(f"limits must be [[x0, x1], [y0, y1]] with x0 < x1 and y0 < y1, got {limits!r}")
    return values.tolist()


def told_points(X, y, classes):
    """Return X (m, 2) and y (m,) that a page tells of: X row by row, y places in ``classes``."""
    if len(X) % 2:
        raise ValueError(f"a page tells of points of the plane by an even number of coordinates, got {len(X)}")
    X, y = np.array(X, dtype=float).reshape(-1, 2), np.array(y)
    if len(X) != len(y) or not np.isin(y, np.arange(len(classes))).all():
        raise ValueError(
            f"a page tells of points with a place among the {len(classes)} classes each; got {len(X)} points and the "
            f"places {sorted(set(y.tolist()))}"
        )
    return X, y.astype(int)


def kernel_to_save(kernel, known):
    """Raise unless a kernel has a name by which a file and a snippet can say it."""
    if type(kernel) not in known:
        raise ValueError(
            f"a scene is saved with kernels that have a name, got {kernel!r:.80}; keep the code that defines this one, "
            "or choose another kernel from the menu"
        )


def asked_scene(scene):
    """Raise ValueError where a scene of a lecture has an answer and no question, or a question and no answer."""
    for name in ("answer", "choices", "hides"):
        if getattr(scene, name) and not scene.question:
            raise ValueError(f"scene {scene.name!r} has {name} and no question: give it a question, too")
    if scene.question and not scene.answer:
        raise ValueError(f"scene {scene.name!r} has a question and nothing to reveal: give it an answer, too")


def exported_scene(name, explorer):
    """Raise TypeError where what a scene of a lecture has built cannot stand in a page."""
    if not hasattr(explorer, "export_contents"):
        raise TypeError(
            f"a page of a lecture holds explorers, and scene {name!r} builds {type(explorer).__name__}: "
            "give Lecture the other scenes"
        )


def lecture_scenes(scenes, kind):
    """Return scenes as a tuple; raise unless there is one, all are of this kind and no two have the same name."""
    scenes = tuple(scenes)
    if not scenes:
        raise ValueError("a lecture needs at least one scene, got none")
    for scene in scenes:
        if not isinstance(scene, kind):
            raise TypeError(f"a lecture shows LectureScene(name, caption, build), got {type(scene).__name__}")
    validation.distinct("scene", [scene.name for scene in scenes])
    return scenes


def widgets(version):
    """Raise ImportError unless this version of ipywidgets can show a live scene."""
    if int(version.split(".")[0]) < 8:
        raise ImportError(
            f"svmlab's live scenes need ipywidgets 8.1 or newer, and this is {version}: "
            "pip install --upgrade ipywidgets, and start the kernel anew"
        )
