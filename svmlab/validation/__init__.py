"""Input errors that several packages raise: each names the rule, the offending value and the remedy.

What only one package can need stands in its own ``validation``, as ``svmlab.datasets.validation``.
"""

import difflib
import gzip
import io
import json
import numbers
import re
import traceback
import zlib
from pathlib import Path

import numpy as np
from sklearn.utils.validation import check_is_fitted


def positive(name, value, *, finite=True, remedy=""):
    """Return ``value`` as a float; raise unless it is a positive (and, by default, finite) number."""
    number = real(name, value)
    if not number > 0 or (finite and np.isinf(number)):
        kind = "positive and finite" if finite else "positive"
        raise ValueError(f"{name} must be {kind}, got {value!r}" + (f"; {remedy}" if remedy else ""))
    return number


def soft_margin(C):
    """Return C as a float; positive, ``inf`` for the hard margin machine."""
    value = positive("C", C, finite=False, remedy="use C=inf for the hard margin")
    if value < np.finfo(float).tiny:
        raise ValueError(f"C must be at least 2.2e-308, for doubles below that lose their digits, got {C!r}")
    return value


def integer(name, value, *, at_least):
    """Return ``value`` as an int; raise unless it is an integer that is at least ``at_least``."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value!r}")
    return int(value)


ELSEWHERE = {"rbf": "gaussian", "poly": "polynomial", "exponential": "laplace", "tanh": "sigmoid"}


def one_of(name, value, allowed):
    """Return ``value``; raise unless it is one of ``allowed``, suggesting the nearest or its name elsewhere."""
    if not _is_among(value, allowed):
        near = difflib.get_close_matches(str(value).casefold(), [a for a in allowed if isinstance(a, str)], n=1)
        near = [other for other in [ELSEWHERE.get(str(value))] if other in allowed] or near
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}{hint}")
    return value


def _is_among(value, allowed):
    try:
        return value in frozenset(allowed)
    except TypeError:  # a list, a dict or an array
        return False


def real(name, value):
    """Return ``value`` as a float; raise unless it is a number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {value!r}")
    if np.isnan(value):
        raise ValueError(f"{name} must be a number, got NaN")
    return float(value)


def finite(name, value):
    """Return ``value`` as a float; raise unless it is a finite number."""
    number = real(name, value)
    if np.isinf(number):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return number


def function(name, value):
    """Return ``value``; raise unless it can be called, or if it is a class where its value is meant."""
    if isinstance(value, type):
        raise TypeError(f"{name} must be a value, got the class {value.__name__}; write {value.__name__}()")
    if not callable(value):
        raise TypeError(f"{name} must be a kernel, a name or a function f(X, Z), got {value!r}")
    return value


def _numbers(name, values):
    """Return ``values`` as an array of floats; raise if they are something else, such as text."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers, got {values!r:.60}") from None


def _plain(label):
    """A label as its user wrote it: 1, not np.int64(1)."""
    return label.item() if isinstance(label, np.generic) else label


def kernel_values(K, shape):
    """Return a kernel matrix of the wanted shape as floats; raise on another shape, NaN or infinity."""
    K = _numbers("what a kernel returns", K)
    if K.shape != shape:
        raise ValueError(f"a kernel must return a matrix of shape {shape} for these points, got {K.shape}")
    if not np.isfinite(K).all():
        raise ValueError("a kernel must return finite numbers, got NaN or infinity; scale the data or the kernel")
    return K


def nonnegative(name, value):
    """Return ``value`` as a float; raise unless it is zero or a positive, finite number."""
    number = real(name, value)
    if not 0 <= number < np.inf:
        raise ValueError(f"{name} must be zero or positive and finite, got {value!r}")
    return number


def random_generator(random_state):
    """Return a NumPy Generator; raise unless ``random_state`` is a seed (an integer >= 0) or a Generator."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, bool) or not isinstance(random_state, numbers.Integral):
        raise TypeError(
            "random_state must be an integer seed or a numpy Generator, so that a sample can be drawn again, "
            f"got {random_state!r}; np.random.default_rng() gives another sample each time"
        )
    return np.random.default_rng(integer("random_state", random_state, at_least=0))


def dataset(X, y, names):
    """Return X (m, d) as floats, y (m,) and d distinct names; raise on other shapes, NaN or infinity."""
    X, y = np.array(X, dtype=float, order="C"), labels(y)
    if X.ndim != 2:
        raise ValueError(f"X must have shape (m, d), one row a point, got {X.shape}")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y must hold one label for each of the {len(X)} rows of X, got shape {y.shape}")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise ValueError(f"X must be finite, got {X[row, column]} in row {row}, column {column}; drop it")
    names = tuple(f"x{j + 1}" for j in range(X.shape[1])) if names is None else tuple(names)
    if len(names) != X.shape[1]:
        raise ValueError(f"names must name the {X.shape[1]} columns of X, got {len(names)} names")
    return X, y, distinct("feature", names)


def labels(y):
    """Return labels as an array of their own; raise where one is missing: NaN, None, or "nan", as NumPy writes NaN."""
    y = np.array(y)
    each = () if y.ndim != 1 or y.dtype.kind in "iub" else y.tolist()
    for i, label in enumerate(each):
        if _is_missing(label):
            raise ValueError(f"y must have a label for each point, got {label!r} for point {i}; fill it or drop it")
    return y


def _is_missing(label):
    try:
        return label is None or label == "nan" or bool(label != label)
    except TypeError:  # pandas.NA is neither equal nor unequal to itself
        return True


def place(x, names):
    """Return x as (d,) floats; raise unless it has one number for each feature."""
    x = _numbers("x", x)
    if x.shape != (len(names),):
        raise ValueError(f"x must have one number for each of the {len(names)} features, got {x.tolist()!r}")
    return x


def class_label(label, known, most=None):
    """Return ``label``; raise unless it is of the kind of the ``known`` ones, and at most so many are there with it."""
    kinds = {"i": "a whole number", "u": "a whole number", "U": "text", "f": "a number", "b": "True or False"}
    label = np.asarray(label)[()]
    like = ", ".join(repr(_plain(other)) for other in known)
    number = (
        known.dtype.kind in "iuf"
        and np.asarray(label).dtype.kind in "iuf"
        and np.isfinite(label).all()
        and label == np.asarray(label, dtype=known.dtype)
    )
    if np.ndim(label) or not (number or np.asarray(label).dtype.kind == known.dtype.kind):
        kind = kinds.get(known.dtype.kind, "a label")
        raise ValueError(f"a label must be {kind} as {like}, got {_plain(label)!r}")
    if most is not None and label not in known and len(known) >= most:
        raise ValueError(
            f"a label must be one of {like}, got {_plain(label)!r}; for more classes use MulticlassExplorer"
        )
    return label


def points_of_two_classes(present, wanted):
    """Raise unless points of at least two classes are there; ``wanted`` are the classes that could be."""
    if len(present) < 2:
        missing = ", ".join(str(_plain(label)) for label in wanted if label not in present)
        there = "there are no points" if len(present) == 0 else f"all points are of class {_plain(present[0])}"
        raise ValueError(
            f"each class needs points, and {there}; add some"
            + (f" of class {missing}" if missing else " of another class")
        )


def odd(name, value):
    """Return ``value`` as an int; raise unless it is a positive odd integer."""
    if integer(name, value, at_least=1) % 2 == 0:
        raise ValueError(f"{name} must be odd, so that it has a middle, got {value!r}")
    return int(value)


def at_most(name, value, limit, what):
    """Return ``value``; raise if it exceeds ``limit``, the number of ``what``."""
    if value > limit:
        raise ValueError(f"{name} must be at most {limit}, the number of {what}, got {value!r}")
    return value


def distinct(kind, names, where=""):
    """Return ``names``; raise if one occurs twice."""
    for j, name in enumerate(names):
        if name in names[:j]:
            raise ValueError(f"{where}{kind} names must be distinct, got {name!r} twice; rename or drop one")
    return names


def names(names):
    """Return names as a tuple, a single one included."""
    return (names,) if isinstance(names, str) else tuple(names)


def chosen(kind, names):
    """Return a choice of names or indices as a list, a single one included; raise if it is empty."""
    names = [names] if isinstance(names, str) or not np.iterable(names) else list(names)
    if not names:
        raise ValueError(f"choose at least one {kind}, got none")
    return names


def index(kind, value, names):
    """Return ``value`` as an int; raise unless it is a position 0..d-1 in ``names``."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"a {kind} is chosen by its name or its index, got {value!r}")
    if not 0 <= value < len(names):
        last = len(names) - 1
        named = f"; {_listed(kind, names)}" if isinstance(next(iter(names), None), str) else ""
        raise ValueError(f"a {kind} index must be 0 to {last}, got {value!r}{named}")
    return int(value)


def known(kind, name, names, where=""):
    """Return ``name``; raise unless it is one of ``names``, listing them and suggesting the nearest."""
    if name in names:
        return name
    lower = {str(other).casefold(): other for other in reversed(names)}
    near = difflib.get_close_matches(str(name).casefold(), lower, n=1)
    hint = f"did you mean {lower[near[0]]!r}? " if near else ""
    raise ValueError(f"{where}no {kind} is named {name!r}; {hint}{_listed(kind, names)}")


def _listed(kind, names, most=15):
    """Return the names in words, the first 15 of many."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return f"the {kind}s are {', '.join(map(repr, names[:most]))}{rest}"


# A user's own file: each error names it and the line.


def text_file(path, encoding):
    """Return the text of a file without byte order mark; raise unless it exists and is text."""
    if re.match(r"[a-z][a-z+.-]+:/", str(path), re.IGNORECASE):
        raise ValueError(f"{path} is an address, not a file; download it first, then give the name of the file")
    given, path = path, _from_home(Path(path))
    try:
        return text_of(given, path.read_bytes(), encoding)
    except FileNotFoundError:
        near = difflib.get_close_matches(path.name, _neighbours(path), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        relative = f" (relative names start in {str(Path.cwd())!r})"
        raise FileNotFoundError(f"no file {str(path)!r}{relative}{hint}") from None
    except (IsADirectoryError, PermissionError) as error:
        if path.is_dir():  # which Windows does not permit to be read
            raise FileNotFoundError(f"no file {str(path)!r}: it is a folder; name a file in it") from None
        raise ValueError(f"{given} cannot be read ({error.strerror}); copy it to a folder of your own") from None
    except OSError as error:
        raise ValueError(f"{str(given)!r:.60} cannot be read ({error.strerror}); look at its name") from None


def _from_home(path):
    try:
        return path.expanduser()
    except RuntimeError:  # there is no such user
        return path


def text_of(name, data, encoding):
    """Return the text, or bytes, of a file as text without byte order mark; raise unless it is text."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    data = unpacked(name, data)
    for beginning, kind, remedy in NO_TEXT:
        if data.startswith(beginning):
            raise ValueError(f"{name} is {kind}, not text; {remedy}")
    _check_zeros(name, data, encoding)
    return _decoded(name, data, encoding).removeprefix("\ufeff")


NO_TEXT = (  # (how the bytes of a file begin, what it is, the remedy)
    (b"PK\x03\x04", "a spreadsheet or an archive", "save it as 'CSV UTF-8' first"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet of Excel", "save it as 'CSV UTF-8' first"),
    (b"BZh", "compressed by bzip2", "unpack it first"),
    (b"\xfd7zXZ", "compressed by xz", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first"),
    (b"%PDF", "a PDF document", "look for the table it was made from"),
    (b"PAR1", "a Parquet file", "read it with pandas.read_parquet, and save it with to_csv"),
    (b"\x93NUMPY", "an array of NumPy", "load it with numpy.load"),
)


def unpacked(name, data, most=None):
    """Return the bytes of a file, unpacked if gzip has packed them; raise if broken, or if more than ``most``."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"{name} must be text or bytes, got {data!r:.60}; a file is read by its name, with load_csv")
    data = bytes(data)
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.open(io.BytesIO(data)) as file:
            data = file.read(-1 if most is None else most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{name} is compressed by gzip, and broken ({error}); get it again") from None
    if most is not None and len(data) > most:
        raise ValueError(f"{name} has more than {most / 1e6:g} MB when it is unpacked; keep a part of it")
    return data


def _check_zeros(name, data, encoding):
    """Raise where bytes 0 say that this is UTF-16, without the mark that would say so, or no text."""
    wide = str(encoding).casefold().replace("_", "-").startswith(("utf-16", "utf16", "utf-32", "utf32"))
    if wide or b"\0" not in data or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    head = data[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 4 < len(head) // 2 or min(even, odd) * 4 > max(even, odd):
        raise ValueError(f"{name} holds bytes 0, so it is not text; save it as 'CSV UTF-8'")
    likely = "utf-16-le" if odd > even else "utf-16-be"
    raise ValueError(
        f"{name} is UTF-16 without the mark that says so; "
        f"save the file as 'CSV UTF-8', or pass its encoding, perhaps encoding={likely!r}"
    )


def _neighbours(path):
    """Return the names of the files in the folder where ``path`` should be."""
    return [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []


def _decoded(path, data, encoding):
    """Return bytes as text; raise at the first line that is not in this encoding."""
    try:
        return data.decode(encoding)
    except LookupError:
        raise ValueError(f"encoding must be one that Python knows, as 'utf-8', got {encoding!r}") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        other = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"
        raise ValueError(
            f"{path}, line {line}: byte 0x{data[error.start]:02x} is not {encoding}; "
            f"save the file as 'CSV UTF-8', or pass its encoding, perhaps encoding={other!r}"
        ) from None


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


# A saved scene: each error names the file and the field.


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
        known("field", field, allowed, where=f"{name}: {within and f'in {within[:-1]}, '}")


def picture_limits(limits):
    """Return [[x0, x1], [y0, y1]] as floats; raise unless both are ranges of finite numbers."""
    values = _numbers("limits", limits)
    if values.shape != (2, 2) or not np.isfinite(values).all() or not (values[:, 0] < values[:, 1]).all():
        raise ValueError(f"limits must be [[x0, x1], [y0, y1]] with x0 < x1 and y0 < y1, got {limits!r}")
    return values.tolist()


def kernel_to_save(kernel, known):
    """Raise unless a kernel has a name by which a file and a snippet can say it."""
    if type(kernel) not in known:
        raise ValueError(
            f"a scene is saved with kernels that have a name, got {kernel!r:.80}; keep the code that defines this one, "
            "or choose another kernel from the menu"
        )


class NotSeparable(ValueError):
    """A hard margin where there is none."""


def not_separable():
    """The error of a hard margin asked for on data that no hyperplane of the feature space separates."""
    return NotSeparable(
        "C=inf asks for a hard margin, but the classes cannot be separated with this kernel (in double precision); "
        "use a finite C, or a kernel that separates them such as a narrower Gaussian"
    )


def no_room_for_slack(C, K):
    """The error of an M-SVM² whose 1/(2C) is lost beside the values of its kernel matrix."""
    return ValueError(
        f"C={C:g} with kernel values up to {np.abs(K).max():.1e} leaves no room for slack: the 1/(2C) on the diagonal "
        "of the kernel matrix is lost in double precision; standardise the features, or use a smaller C"
    )


def gram_matrix(K, m, known):
    """Return a kernel matrix of m training points; raise unless it is (m, m), finite and symmetric.

    The last is not looked at where theory already guarantees it (``known``).
    """
    K = np.asarray(K, dtype=float)
    if K.shape != (m, m):
        raise ValueError(
            f"a precomputed kernel must be square to train on: one row and one column per training point, "
            f"got shape {K.shape}"
        )
    if not np.isfinite(K).all():
        raise ValueError("the kernel matrix must be finite, got NaN or infinity; scale the data or the kernel")
    if known:
        return K
    scale = float(np.abs(K).max(initial=0.0))
    asymmetry = float(np.abs(K - K.T).max(initial=0.0))
    if asymmetry > 1e-8 * scale:
        raise ValueError(
            f"a kernel matrix must be symmetric, got entries that differ by {asymmetry:.2g} from their mirror "
            f"image; use (K + K.T) / 2 if that is what you mean"
        )
    return 0.5 * (K + K.T) if asymmetry > 0 else K


def not_positive_semidefinite(smallest, largest):
    """The error of a kernel matrix with a negative eigenvalue."""
    return ValueError(
        f"the kernel matrix must be positive semi-definite, its smallest eigenvalue is {smallest:.4g} "
        f"(the largest {largest:.4g}); use another kernel or other parameters, or indefinite='clip' to train on "
        f"the nearest positive semi-definite matrix"
    )


def at_least_two_classes(classes):
    """Raise unless there are two classes or more."""
    if len(classes) < 2:
        found = f"1 class: {_plain(classes[0])!r}" if len(classes) else "no point"
        raise ValueError(f"a classifier needs points of at least two classes, got {found}; add points of another")


def two_classes(classes):
    """Raise unless there are exactly two classes."""
    if len(classes) > 2:
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass: got "
            f"{len(classes)} classes; use MulticlassSVM"
        )


def every_class_weighs(classes, totals):
    """Raise unless each class has a point of positive weight."""
    for label, total in zip(classes, totals, strict=True):
        if not total > 0:
            raise ValueError(
                f"each class needs a point of positive weight, class {_plain(label)!r} has none; "
                "drop the class or its zeros"
            )


def sample_weights(weights, X):
    """Return (m,) weights, ones by default; raise unless they are finite and non-negative."""
    if weights is None:
        return np.ones(len(X))
    weights = _numbers("sample_weight", weights)
    if weights.ndim == 0:
        weights = np.full(len(X), float(weights))
    if weights.shape != (len(X),):
        raise ValueError(f"sample_weight must have one weight per point, {len(X)}, got shape {weights.shape}")
    for i in np.flatnonzero(~(np.isfinite(weights) & (weights >= 0))):
        raise ValueError(
            f"sample_weight must be finite and not negative, got {weights[i]:g} for point {i}; "
            "use 0 for a point that shall not count"
        )
    return weights


def class_weights(weights, classes):
    """Return class weights; raise unless they are None, "balanced", or a dict label -> weight for these classes."""
    if weights is None or (isinstance(weights, str) and weights == "balanced"):
        return weights
    if not isinstance(weights, dict):
        raise ValueError(f"class_weight must be None, 'balanced' or a dict label -> weight, got {weights!r}")
    for label, weight in weights.items():
        positive(f"class_weight of class {_plain(label)!r}", weight)
    unknown = [label for label in weights if label not in classes]
    if unknown and any(label not in weights for label in classes.tolist()):
        known = ", ".join(map(repr, classes.tolist()))
        raise ValueError(f"class_weight must name classes of y, got {_plain(unknown[0])!r}; the classes are {known}")
    return weights


def fitted(svm, attribute="solution_"):
    """Raise NotFittedError unless a machine has been trained."""
    check_is_fitted(svm, attribute)


def trained_on(X, y, shape, same):
    """Return X (m, d) and y (m,) as arrays; raise unless a classifier was trained on them, so that ``same(X, y)``."""
    X, y = _numbers("X", X), np.asarray(y)
    what = "X and y must be those that the classifier was trained on"
    if X.shape != shape or y.shape != shape[:1]:
        wanted = f"{shape} and {shape[:1]}"
        raise ValueError(f"{what}, of shapes {wanted}, got {X.shape} and {y.shape}; pass all points, in their order")
    if not same(X, y):
        raise ValueError(f"{what}, got other values or another order; pass them as they were, or train it on these")
    return X, y


def decisions(decisions):
    """Return the decisions that are there as a list; raise where none is."""
    known = [decision for decision in decisions if decision is not None]
    if not known:
        raise ValueError("a disagreement needs the decision of at least one classifier, got none; train one first")
    return known


def increasing(low_name, low, high_name, high):
    """Raise unless ``low < high``."""
    if not low < high:
        raise ValueError(f"{low_name} must be smaller than {high_name}, got {low:g} and {high:g}")


def outside(name, value, low, high):
    """The error of a value that lies outside an interval."""
    return ValueError(f"{name} must lie between {low:g} and {high:g}, got {value!r}; compute a longer path")


def path_ends(C):
    """The error of a regularisation path that double precision does not carry to the wanted C_max."""
    return ValueError(
        f"C_max must lie where double precision carries: the path could be followed up to C = {C:.3g} only; ask for "
        f"a smaller C_max, or use a narrower kernel"
    )


def gaussian_classes(means, variances, priors):
    """Raise unless means (Q, 2), positive variances (Q,) and priors (Q,) that sum to one fit together."""
    Q = len(means)
    if means.shape != (Q, 2) or variances.shape != (Q,) or priors.shape != (Q,) or Q < 2:
        raise ValueError(
            f"a Gaussian problem needs Q ≥ 2 means in the plane, Q variances and Q priors, got shapes "
            f"{means.shape}, {variances.shape} and {priors.shape}"
        )
    if not (np.isfinite(variances).all() and (variances > 0).all()):
        raise ValueError(f"variances must be positive and finite, got {variances.tolist()}")
    if not ((priors > 0).all() and abs(priors.sum() - 1.0) < 1e-9):
        raise ValueError(f"priors must be positive and sum to one, got {priors.tolist()}; divide them by their sum")


def wedges(Q):
    """Raise unless a linear classifier of Q classes has half planes or wedges for regions."""
    if Q > 3:
        raise ValueError(f"the wedge formula holds for two or three classes, got {Q}; use linear_risk")


def quadratic_scores(scores, Q):
    """Return (Q, 6) coefficients of scores of degree 2 as an array; raise unless they are that and finite."""
    scores = np.asarray(scores, dtype=float)
    if scores.shape != (Q, 6) or not np.isfinite(scores).all():
        raise ValueError(
            f"scores of degree 2 need finite coefficients of 1, x₁, x₂, x₁², x₁x₂ and x₂² for each of {Q} classes, got "
            f"shape {scores.shape}"
        )
    return scores


def quadratic_kernel(kernel, is_one):
    """Raise unless the kernel is linear or a polynomial of degree 2."""
    if not is_one:
        raise ValueError(f"the kernel must be linear or a polynomial of degree 2, got {kernel!r}; use score_risk")


def chunkable(precomputed, clipped):
    """Raise unless a part of the points has a machine of its own, with the same kernel."""
    if precomputed:
        raise ValueError('a chain of subproblems needs points, not kernel="precomputed"; use fit')
    if clipped:
        raise ValueError("a kernel that was clipped is another one on each part of the points; use fit")


def equal_variances(k, l):
    """The error of a Bayes circle between two classes of equal variance."""
    return ValueError(f"classes {k} and {l} have equal variances: their Bayes boundary is a line, not a circle")


def known_dimension(d):
    """Raise unless the dimension of the feature space is known and finite."""
    if d is None:
        raise ValueError("Theorem 3 needs a feature space of known finite dimension, got none; use theorem=2")


def probability(name, value):
    """Return ``value``; raise unless it lies strictly between 0 and 1."""
    if not 0 < real(name, value) < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value!r}")
    return float(value)


def margin(gamma):
    """Return γ; raise unless it lies in (0, 1]."""
    if not 0 < real("gamma", gamma) <= 1:
        raise ValueError(f"gamma must lie in (0, 1], got {gamma!r}; use None to minimise over it")
    return float(gamma)


def increasing_grid(name, values):
    """Return values as an array; raise unless they are positive, finite and increasing."""
    values = np.asarray(values, dtype=float)
    if values.ndim != 1 or not len(values) or not (np.isfinite(values).all() and (values > 0).all()):
        raise ValueError(f"{name} must be a list of positive finite numbers, got {values!r}")
    if not (np.diff(values) > 0).all():
        raise ValueError(f"{name} must increase, got {values.tolist()}; sort it and drop repetitions")
    return values


def sole_point(p, label):
    """The error of a point that cannot be left out, because its class would be gone."""
    return ValueError(f"point {p} is the only one of class {label}: without it there is no machine")


def may_be_left_out(svm, p):
    """Return p as an index; raise unless p has weight and its class another point, so that it can be compared."""
    p = index("point", p, range(len(svm.alpha_)))
    same = (svm.codes_ == svm.codes_[p]) & (svm.sample_weight_ > 0)
    if same.sum() == 1 or not same[p]:
        what = "is the only one of its class" if same[p] else "has weight 0"
        raise ValueError(f"point {p} {what}, so there is no machine without it to compare with; choose another point")
    return p


def support_vector(p, multipliers):
    """Raise unless one of the multipliers of point p is positive."""
    if not (np.asarray(multipliers) > 0).any():
        raise ValueError(f"point {p} has no positive multiplier, nothing flows through it; choose a support vector")


def multiclass_machine(what, svm):
    """Raise unless a machine has (m, Q) multipliers."""
    if svm.alpha_.ndim != 2:
        raise TypeError(f"{what} needs a MulticlassSVM, got {type(svm).__name__}; for two classes K equals 2")
    weston_watkins(what, svm)


def distribution(name, p):
    """Return p (Q,) as an array; raise unless it has the probabilities of two classes at least, none of them zero."""
    p = _numbers(name, p)
    if p.ndim != 1 or len(p) < 2 or not (np.isfinite(p).all() and (p > 0).all()) or abs(p.sum() - 1.0) > 1e-9:
        raise ValueError(f"{name} must be positive numbers that sum to 1, one for each class, got {p.tolist()}")
    return p


def weston_watkins(what, svm):
    """Raise unless a machine is that of Weston and Watkins, where it has the choice."""
    machine = getattr(svm, "machine_", getattr(svm, "machine", None))
    if machine not in (None, "weston-watkins"):
        raise ValueError(
            f"{what} is about the machine of Weston and Watkins, got machine={machine!r}; train one with "
            "MulticlassSVM(machine='weston-watkins')"
        )


def to_leave_out(certified):
    """Raise where a scene or a table should not begin to leave points out: every training might take as long."""
    if not certified:
        raise ValueError(
            "leave-one-out is not computed for a machine that is not certified; choose a smaller C, or standardise the "
            "features"
        )


def followed(what, svm):
    """Raise unless the engine follows the optimum of a machine while bounds move."""
    if not svm.solution_.program.boxed:
        raise ValueError(
            f"{what} follows programs with 0 ≤ α ≤ C, got machine={svm.machine_!r}, which has Σ_k α_ik ≤ C; train "
            "without the point, or use leave_one_out, which does so"
        )


def straight_path(svm):
    """Raise unless the solution of a machine is piecewise linear in C, and the engine follows it."""
    if svm.loss.no_path:
        raise ValueError(
            f"there is no path of machine={svm.loss.name!r}: {svm.loss.no_path}; train it at each C, with refit"
        )


def conditions_stated(svm):
    """Raise unless the conditions of a machine's optimum stand on its loss."""
    if svm.loss.conditions is None:
        raise ValueError(
            f"the conditions of machine={svm.loss.name!r} are not stated, so its points have no cases and nothing is "
            "audited; see its certificate, solution_.residuals"
        )


def linear_classifier(W, b, Q):
    """Return W (Q, 2) and b (Q,) of a linear classifier as arrays; raise on other shapes, NaN or infinity."""
    W, b = _numbers("W", W), _numbers("b", b)
    if W.shape != (Q, 2) or b.shape != (Q,):
        raise ValueError(
            f"a linear classifier of {Q} classes needs W of shape ({Q}, 2) and b of shape ({Q},), got {W.shape} and "
            f"{b.shape}"
        )
    if not (np.isfinite(W).all() and np.isfinite(b).all()):
        raise ValueError("W and b must be finite, got NaN or infinity; train the machine again")
    return W, b


def as_many_classes(found, wanted):
    """Raise unless a machine has the classes of the problem whose risk is asked for."""
    if found != wanted:
        raise ValueError(
            f"the machine must know all classes of the problem, got {found} of {wanted}; train it on more points"
        )


def same_sample(m, Q, found_m, found_Q):
    """Raise unless constants were made for as many points and classes as a machine has."""
    if (m, Q) != (found_m, found_Q):
        raise ValueError(
            f"constants must be for the training set of the machine, {found_m} points of {found_Q} classes, got m={m} "
            f"and Q={Q}; use confidence_interval for another m"
        )


def enough_for_folds(n_folds, smallest):
    """Raise unless every class has a point for each fold."""
    if smallest < n_folds:
        raise ValueError(
            f"n_folds must not exceed the number of points of the smallest class, {smallest}, got {n_folds}"
        )


def labelled_line(x, y):
    """Return x (m,) as floats and y (m,) as integers; raise unless x is finite and y holds 0 and 1 only."""
    x, y = _numbers("x", x), _numbers("y", y)
    if x.ndim != 1 or x.shape != y.shape or not len(x) or not np.isfinite(x).all():
        raise ValueError(f"x and y must be finite, of the same length (m,), got shapes {x.shape} and {y.shape}")
    if not np.isin(y, (0, 1)).all():
        raise ValueError(f"y must hold the classes 0 and 1, got {np.unique(y).tolist()[:5]}")
    return x, y.astype(int)


# A lecture's scenes.


def scenes_file(file):
    """Return the path of a Python file; raise unless it exists."""
    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(f"no file {str(path)!r} (relative names start in {str(Path.cwd())!r})")
    return path


def scenes_that_run(file, error):
    """Raise what went wrong in a file of scenes, with its line."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1]
    raise ValueError(f"{file} must run as Python, got {type(error).__name__} in line {line}: {error}") from error


def scenes_of_file(file, scenes):
    """Return what a file calls SCENES as a tuple; raise unless it is a list of scenes, one at least."""
    if not isinstance(scenes, list | tuple) or not scenes:
        raise ValueError(
            f"{file} must have a list SCENES of one LectureScene or more, got {scenes!r:.80}; write "
            "SCENES = [explorers.LectureScene(name, caption, build)]"
        )
    for k, scene in enumerate(scenes):
        if not all(hasattr(scene, name) for name in ("name", "caption", "build")):
            raise TypeError(f"SCENES[{k}] of {file} must be an explorers.LectureScene, got {scene!r:.80}")
    return tuple(scenes)


def notebook_text(path):
    """Return the text of a notebook's file; raise where it is not there or no text."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(
            f"{path} cannot be read ({error.strerror}): name a notebook, a file ending in .ipynb"
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text: name a notebook, a file ending in .ipynb") from None


def notebook(path, read):
    """Return ``read()``; raise where the file is no notebook."""
    try:
        return read()
    except Exception as error:  # what nbformat raises has many types
        raise ValueError(
            f"{path} is not a notebook that can be read ({error}): open it in JupyterLab and save it again"
        ) from None


def known_notebook(name, found, names):
    """Return the one notebook of ``found``; raise where a name fits none or several of ``names``."""
    if len(found) != 1:
        told = "fits no notebook" if not found else f"fits several notebooks ({', '.join(found)})"
        raise ValueError(f"{name!r} {told}: give one of {', '.join(names)}, its first two digits, or a path")
    return found[0]


def different_files(names, files):
    """Return ``files``; raise where two scenes would be written to the same one."""
    twice = [name for name, file in zip(names, files, strict=True) if files.count(file) > 1]
    if twice:
        raise ValueError(f"scenes need names that differ in their letters, got {', '.join(map(repr, twice))}")
    return files


def still_wrong(rounds):
    """The error of a perceptron that makes mistakes for ever."""
    return ValueError(
        f"the perceptron must come to a line that separates the classes, and after {rounds} rounds it still makes "
        "mistakes; the classes overlap, or nearly: move them apart"
    )


def lecture_scenes(scenes, kind):
    """Return scenes as a tuple; raise unless there is one, all are of this kind and no two have the same name."""
    scenes = tuple(scenes)
    if not scenes:
        raise ValueError("a lecture needs at least one scene, got none")
    for scene in scenes:
        if not isinstance(scene, kind):
            raise TypeError(f"a lecture shows LectureScene(name, caption, build), got {type(scene).__name__}")
    distinct("scene", [scene.name for scene in scenes])
    return scenes
