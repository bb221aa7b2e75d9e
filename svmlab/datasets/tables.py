"""One's own CSV file as a Dataset; what cannot be read is refused by file, line and column."""

import re
from pathlib import Path

import numpy as np

from svmlab import validation
from svmlab.datasets import validation as checks
from svmlab.datasets.csv_lines import opened
from svmlab.datasets.dataset import Dataset


def load_csv(path, label, features=None, delimiter=None, *, header="auto", decimal=None, encoding="utf-8"):
    """Read labelled points from a CSV file whose first line names the columns, or from one without names.

    path:      the file; ~ is the home folder, and a file that gzip has compressed is read as well
    label:     the name of the column with the classes; whole numbers become int, anything else stays text
    features:  names of numeric columns, in the order wanted; by default all columns but the label
    delimiter: what separates the columns; by default the one of , ; tab | that finds the label in line 1, or
               spaces where there is none of these; " " is any number of spaces
    header:    "auto": the first line names the columns, and is refused where it looks like a point, with numbers
               in all columns of numbers. True: it names them, numbers or not. None or False: no line does; the
               columns are called "column 1", "column 2", ..., and label and features may be positions 0, 1, ...
               or -1, -2, ... from the end
    decimal:   "." or ","; by default the comma in a file with semicolons whose numbers have one (as
               spreadsheets write in much of Europe), else the point; a file that mixes the two is refused
    encoding:  UTF-8 by default, with or without byte order mark; no other is guessed, since a wrong guess
               would garble labels silently

    Blank lines, comments (# ...), Excel's first line sep=; and empty columns at the end are skipped. A missing file,
    column, value, label or class, text or infinity where a number belongs, and a line of another length raise an
    error that names file, line and column, and says what to do.
    """
    text = validation.text_file(checks.csv_path(path), encoding)
    return from_csv(text, label, features, delimiter, header=header, decimal=decimal, name=str(path))


def from_csv(
    data, label, features=None, delimiter=None, *, header="auto", decimal=None, encoding="utf-8", name="the data"
):
    """Read labelled points from the text, or the bytes, of a CSV file; as ``load_csv``, and errors say ``name``."""
    table = _table(data, delimiter, label, header, encoding, name)
    label, features = checks.csv_columns(name, table.first, table.columns, label, features, table.named)
    mark = validation.one_of("decimal", decimal or _likely_decimal(table, features), (".", ","))
    X, labels = table.points(features, label, mark)
    checks.csv_classes(name, label, labels)
    return Dataset(X, _as_whole_numbers(labels), tuple(features), f"{Path(name).name}, classes by {label}")


def csv_columns(data, *, header="auto", encoding="utf-8", name="the data"):
    """Return {column: whether it holds numbers} of the text, or the bytes, of a CSV file of at least three columns.

    More than half of the values count, so that whoever chooses the column is told of the line of another one.
    Columns without a name are left out.
    """
    table = _table(data, None, None, header, encoding, name)
    checks.csv_header(name, table.first, table.columns)
    rows = [row for _, row, _ in table.complete_rows()]
    return {column: checks.looks_numeric(row[j] for row in rows) for j, column in enumerate(table.columns) if column}


def has_header(data, *, encoding="utf-8", name="the data"):
    """Whether the first line of a CSV file names its columns: it does not if it holds numbers as the lines below do."""
    return not _table(data, None, None, True, encoding, name).first_line_is_a_point()


def _table(data, delimiter, label, header, encoding, name):
    checks.csv_header_option(header)
    text = validation.text_of(name, data, encoding)
    checks.csv_format(name, text)
    table = opened(name, text, delimiter, label, header)
    if header == "auto" and table.first_line_is_a_point():
        checks.csv_point_as_header(name, table.first, table.columns, label)
    return table


def _likely_decimal(table, features):
    if table.delimiter != ";" or not any("," in line for line in table.lines):
        return "."
    columns = [table.columns.index(name) for name in features]
    return "," if any("," in row[j] for _, row, _ in table.complete_rows() for j in columns) else "."


def _as_whole_numbers(labels):
    """Return labels as ints if all are whole numbers as "-1", "2" or "2.0", else as text."""
    distinct = set(labels)
    if all(re.fullmatch(r"[+-]?\d{1,15}(\.0*)?", label, re.ASCII) for label in distinct):
        number = {label: int(float(label)) for label in distinct}
        return np.array([number[label] for label in labels])
    return np.array(labels)
