"""Input errors of data sets alone: of the words they encode, of a CSV file by line and column."""

import numbers
import os
import re

import numpy as np

from svmlab import validation


def new_points(X, d):
    """Return X (m, d) as floats; raise unless it holds finite points of d features."""
    try:
        X = np.asarray(X, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"X must be an array of numbers, got {X!r:.60}; give the points, not the Dataset") from None
    if X.ndim != 2 or X.shape[1] != d:
        raise ValueError(f"X must have shape (m, {d}), one row a point, got {X.shape}; a single point is [x]")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise ValueError(f"X must be finite, got {X[row, column]} in row {row}, column {column}; drop it")
    return X


def place(x, names):
    """Return x as (d,) floats; raise unless it has one number for each feature."""
    x = validation.array("x", x)
    if x.shape != (len(names),):
        raise ValueError(f"x must have one number for each of the {len(names)} features, got {x.tolist()!r}")
    return x


def odd(name, value):
    """Return ``value`` as an int; raise unless it is a positive odd integer."""
    if validation.integer(name, value, at_least=1) % 2 == 0:
        raise ValueError(f"{name} must be odd, so that it has a middle, got {value!r}")
    return int(value)


def words(name, values, alphabet):
    """Return a list of words; raise unless all have one length and only letters of the alphabet."""
    values = list(values)
    if not values or not values[0]:
        raise ValueError(f"{name} must hold at least one word of at least one letter, got {values!r}")
    for i, word in enumerate(values):
        if len(word) != len(values[0]):
            lengths = f"{len(values[0])} and, in number {i}, {len(word)}"
            raise ValueError(f"{name} must have one length, got {lengths}")
        for letter in word:
            if letter not in alphabet:
                raise ValueError(f"{name} must use the letters of {alphabet!r}, got {letter!r} in number {i}")
    return values


# A user's own CSV file: each error names the file and the line.


def csv_delimiter(delimiter):
    """Return ``delimiter``; raise unless it is one character."""
    if not isinstance(delimiter, str) or len(delimiter) != 1 or delimiter in '"\r\n':
        raise ValueError(f"delimiter must be one character such as ',' or ';' or '\\t', got {delimiter!r}")
    return delimiter


def csv_syntax(path, line, error):
    """Raise for a line that the csv module cannot read."""
    raise ValueError(
        f"{path}, line {line}: {error}; look for a quotation mark that is not closed, or pass the delimiter"
    ) from None


FORMATS = (  # (how the first line of another form looks, what it is, which function of Python reads it)
    (r"@relation\s", "an ARFF file (of Weka), not CSV", "scipy.io.arff.loadarff"),
    (
        r"[+-]?\d+(\.\d*)?(\s+(qid|\d+):[-+.\de]+)+\s*(#.*)?$",
        "in the form of libsvm (index:value), not CSV",
        "sklearn.datasets.load_svmlight_file",
    ),
    (r"<(!doctype|html|\?xml)", "a web page, not CSV, perhaps one about the file", "pandas.read_html"),
)


def csv_format(path, text):
    """Raise where the first line that is neither blank nor a comment is of another form than CSV."""
    head = (line.strip() for line in text[:50_000].splitlines())
    first = next((line for line in head if line and line[0] not in "#%"), "")
    for form, kind, reader in FORMATS:
        if re.match(form, first, re.IGNORECASE):
            raise ValueError(f"{path} is {kind}; save it as CSV, or read it with {reader} in Python")


def csv_path(path):
    """Return ``path``; raise unless it can name a file."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must name a file, got {path!r:.60}; from_csv reads text or bytes")
    if not {"\n", "\r", "\0"}.isdisjoint(os.fspath(path)):
        raise ValueError(f"path must name a file, got another text, {path!r:.60}; from_csv reads text")
    return path


def csv_header_option(header):
    """Raise unless ``header`` is "auto", True, False or None."""
    if not (header is None or isinstance(header, bool) or (isinstance(header, str) and header == "auto")):
        raise ValueError(
            f"header must be 'auto', True (the first line names the columns) or None (no line does), got {header!r:.60}"
        )


def csv_content(path, first):
    """Return ``first``, a line with content; raise if there is none."""
    if first is None:
        raise ValueError(f"{path} is empty; it needs a line of column names, then one line for each point")
    return first


def csv_point_as_header(path, line, header, label):
    """Raise for a first line that holds numbers where the lines below do."""
    number = next(cell for cell in header if is_number(cell))
    place = "" if label is None else f" and, in place of {label!r}, a position, as label=-1 for the last column"
    raise ValueError(
        f"{path}, line {line}: this line must name the columns, but holds the number {number!r} in a column of "
        f"numbers; if it is a point, pass header=None{place}; if it is a name, pass header=True"
    )


def csv_columns(path, line, header, label, features, named):
    """Return the names of the label's column and of the feature columns; raise unless they are in the header.

    Where no line names the columns a position will do.
    """
    where = f"{path}, line {line}: "
    number = next((name for name in header if NUMBER.fullmatch(name)), None)
    data = f"this line must name the columns, but holds the number {number!r}; " if number else ""
    if not named:
        data, label = "no line names the columns; ", _at_position("label", label, header)
        features = features if features is None else validation.chosen("feature", features)
        features = features and [_at_position("feature", which, header) for which in features]
    validation.known("column", label, header, where + data)
    validation.distinct("column", [name for name in header if name], where)
    if features is None and "" in header:
        column = header.index("") + 1
        raise ValueError(f"{where}column {column} has no name; name it, or choose others with features=[...]")
    rest = [name for name in header if name != label]
    if not rest:
        raise ValueError(f"{where}no column is left beside the label {label!r}; is the delimiter right?")
    features = rest if features is None else validation.distinct("feature", validation.chosen("feature", features))
    for name in features:
        validation.known("column", name, header, where)
    if label in features:
        raise ValueError(f"the label {label!r} is the answer, so it must not be a feature; leave it out")
    return label, features


def _at_position(kind, which, names):
    """Return the name of a column that is given by its position, from 0 or from the end; another name as it is."""
    if isinstance(which, bool) or not isinstance(which, numbers.Integral):
        return which
    if not -len(names) <= which < len(names):
        raise ValueError(
            f"the {kind}'s position must be 0 to {len(names) - 1}, or -1 to -{len(names)} from the end, got {which!r}"
        )
    return names[which]


def csv_header(path, line, header):
    """Raise unless a line names at least three columns: two features and the label."""
    validation.distinct("column", [name for name in header if name], f"{path}, line {line}: ")
    if len(header) < 3:
        raise ValueError(
            f"{path}, line {line}: two features and a label need at least three columns, got {len(header)}: "
            f"{', '.join(header)!r}; is the delimiter one of , ; tab | ?"
        )


def is_number(cell):
    """Whether a cell is a number, its decimal mark a point or a comma."""
    return NUMBER.fullmatch(cell.replace(",", ".")) is not None


def is_missing(cell):
    """Whether a cell says that a number is missing."""
    return cell.casefold() in MISSING


def looks_numeric(cells):
    """Whether more than half of the cells, those that are missing apart, are numbers."""
    told = [cell for cell in cells if not is_missing(cell)]
    return 2 * sum(map(is_number, told)) > len(told)


def without_empty_end(cells):
    """Return cells up to the last that is not empty."""
    return cells[: max((k + 1 for k, cell in enumerate(cells) if cell), default=0)]


def csv_row(path, line, row, header, delimiter, named):
    """Return a row with a value for each column, empty ones at its end apart; raise if it has more or less."""
    row = row[: max(len(header), len(without_empty_end(row)))]
    if len(row) != len(header):
        more = delimiter == "," and len(row) > len(header)
        marks = "; a decimal comma needs quotation marks" if more else ""
        names, spaces = "the header names" if named else "the first line has", "spaces" if delimiter == " " else None
        raise ValueError(
            f"{path}, line {line}: {len(row)} values where {names} {len(header)} columns; "
            f"each line needs one value for each column, separated by {spaces or repr(delimiter)}{marks}"
        )
    return row


MISSING = {"", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "?", "-"}  # where a number belongs, in any case
MISSING_LABEL = {"", "NA", "na", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "NULL", "null", "?"}  # "-" is one
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def csv_label(path, line, column, cell):
    """Return the label in a cell; raise if it says that it is missing. "-" and "none" are labels of real data."""
    if cell in MISSING_LABEL:
        raise ValueError(
            f"{path}, line {line}, column {column!r}: the label is missing ({cell!r}); fill it or drop the line"
        )
    return cell


def csv_number(path, line, column, cell, decimal):
    """Return the number in a cell, decimal mark a point or a comma; raise on text, blank, NaN, infinity."""
    where = f"{path}, line {line}, column {column!r}: "
    if is_missing(cell):
        raise ValueError(f"{where}the value is missing ({cell!r}); fill it or drop the line")
    point = cell if decimal == "." else cell.replace(".", "x").replace(",", ".")
    if NUMBER.fullmatch(point) and np.isfinite(float(point)):
        return float(point)
    if NUMBER.fullmatch(cell.replace(",", ".")) and not NUMBER.fullmatch(point):
        raise ValueError(
            f"{where}{cell!r} does not have the decimal mark {decimal!r} of this file; "
            f"write all numbers alike, or pass decimal={'.,'.replace(decimal, '')!r}"
        )
    if NUMBER.fullmatch(point) or cell.casefold().lstrip("+-") in ("inf", "infinity"):
        raise ValueError(f"{where}{cell!r} is not finite; correct it or drop the line")
    raise ValueError(f"{where}{cell!r} is not a number; correct it, or choose columns with features=[...]")


def csv_classes(path, column, labels):
    """Return ``labels``; raise unless there are at least two rows of at least two classes."""
    if len(labels) < 2:
        raise ValueError(f"{path}: a machine needs at least two lines of data, got {len(labels)}")
    if len(set(labels)) < 2:
        raise ValueError(
            f"{path}: the label {column!r} must have at least two classes, got only {labels[0]!r}; "
            "add points of another class, or name the right column"
        )
    return labels
