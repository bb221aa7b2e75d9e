"""One's own CSV file as a Dataset; what cannot be read is refused by file, line and column."""

import csv
import io
import re
from pathlib import Path

import numpy as np

from svmlab import validation
from svmlab.datasets import validation as checks
from svmlab.datasets.dataset import Dataset


def load_csv(path, label, features=None, delimiter=None, *, decimal=None, encoding="utf-8"):
    """Read labelled points from a CSV file whose first line names the columns.

    path:      the file
    label:     the name of the column with the classes; whole numbers become int, anything else stays text
    features:  names of numeric columns, in the order wanted; by default all columns but the label
    delimiter: what separates the columns; by default the one of , ; tab | that finds the label in line 1
    decimal:   "." or ","; by default the comma in a file with semicolons whose numbers have one (as
               spreadsheets write in much of Europe), else the point; a file that mixes the two is refused
    encoding:  UTF-8 by default, with or without byte order mark; no other is guessed, since a wrong guess
               would garble labels silently

    Blank lines are skipped. A missing file, column, value or class, text or infinity where a number belongs,
    and a line of another length raise an error that names file, line and column, and says what to do.
    """
    path = Path(path)
    text = validation.text_file(path, encoding)
    return from_csv(text, label, features, delimiter, decimal=decimal, name=str(path))


def from_csv(data, label, features=None, delimiter=None, *, decimal=None, encoding="utf-8", name="the data"):
    """Read labelled points from the text, or the bytes, of a CSV file; as ``load_csv``, and errors say ``name``."""
    text = validation.text_of(name, data, encoding)
    delimiter = checks.csv_delimiter(delimiter or _likely_delimiter(name, text, label))
    first, header, rows = _table(name, text, delimiter)
    features = checks.csv_columns(name, first, header, label, features)
    labels = [checks.csv_label(name, line, label, row[label]) for line, row in rows]
    checks.csv_classes(name, label, labels)
    mark = validation.one_of("decimal", decimal or _likely_decimal(delimiter, rows, features), (".", ","))
    X = [[checks.csv_number(name, at, column, row[column], mark) for column in features] for at, row in rows]
    return Dataset(X, _as_whole_numbers(labels), tuple(features), f"{Path(name).name}, classes by {label}")


def csv_columns(data, *, encoding="utf-8", name="the data"):
    """Return {column: whether it holds numbers} of the text, or the bytes, of a CSV file of at least three columns.

    More than half of the values count, so that whoever chooses the column is told of the line of another one.
    Columns without a name are left out.
    """
    text = validation.text_of(name, data, encoding)
    first, header, rows = _table(name, text, _likely_delimiter(name, text, None))
    checks.csv_header(name, first, header)
    return {column: checks.looks_numeric(row[column] for _, row in rows) for column in header if column}


def _table(name, text, delimiter):
    """Return (line number of the header, header, [(line number, {column: cell}), ...])."""
    (first, header), *rows = checks.csv_lines(name, _lines(name, text, delimiter))
    return first, header, [(line, checks.csv_row(name, line, row, header, delimiter)) for line, row in rows]


def _lines(path, text, delimiter, *, strict=True):
    """Yield (line number, cells) for each line that is not blank, spaces around cells removed."""
    options = {"delimiter": delimiter, "skipinitialspace": delimiter != " ", "strict": strict}
    reader, line = csv.reader(io.StringIO(text, newline=""), **options), 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        checks.csv_syntax(path, line, error)


def _likely_delimiter(path, text, label):
    """Return the delimiter that finds the label in the first line, or else the most columns."""

    def finds(delimiter):
        _, header = next(_lines(path, text, delimiter, strict=False), (1, []))
        return label in header, len(header)

    return max(",;\t|", key=finds)


def _likely_decimal(delimiter, rows, features):
    commas = any("," in row[name] for _, row in rows for name in features)
    return "," if delimiter == ";" and commas else "."


def _as_whole_numbers(labels):
    """Return labels as ints if all are whole numbers as "-1", "2" or "2.0", else as text."""
    if all(re.fullmatch(r"[+-]?\d{1,15}(\.0*)?", label, re.ASCII) for label in labels):
        return np.array([int(float(label)) for label in labels])
    return np.array(labels)
