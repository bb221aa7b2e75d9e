"""The lines of a CSV file: what separates columns, which line names them, and the points, in blocks by NumPy.

A block that NumPy cannot read as it stands (a quoted comma, a missing value, text among numbers) is read cell by cell.
"""

import csv
import re
from dataclasses import dataclass
from itertools import islice

import numpy as np

from svmlab.datasets import validation as checks

BLOCK = 4096  # lines
SEEN = 100  # lines below the first that tell whether it names the columns
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[;,]*', re.IGNORECASE)  # Excel's
QUOTED_OR_SPACES = re.compile(r'("[^"]*")|[ \t]+')


@dataclass(frozen=True)
class Table:
    """The lines of a file, comments blank; the names of its columns; the line that has them, counted from 1, or None.

    ``begin`` is the index of the first line of points, ``first`` the number of the first line with content.
    """

    name: str
    lines: list
    delimiter: str
    columns: list
    named: bool
    first: int
    begin: int

    def rows(self, begin=None, *, strict=True):
        """Yield (line number, cells, index of the next line) from the line ``begin`` on."""
        return _records(self.name, self.lines, self.begin if begin is None else begin, self.delimiter, strict=strict)

    def complete_rows(self, begin=None):
        """The same, and each row has a cell for each column."""
        for line, cells, end in self.rows(begin):
            yield line, checks.csv_row(self.name, line, cells, self.columns, self.delimiter, self.named), end

    def first_line_is_a_point(self):
        """Whether the first line has numbers in all columns that hold numbers below it."""
        below = [cells for _, cells, _ in islice(self.rows(strict=False), SEEN)]
        return self.named and _is_a_point(self.columns, below)

    def points(self, features, label, decimal):
        """Return X (m, d) of the columns ``features`` and the m labels as text, each named by its column."""
        chosen, j = [self.columns.index(name) for name in features], self.columns.index(label)
        at, X, labels = self.begin, [np.empty((0, len(chosen)))], []
        while at < len(self.lines):
            quick = self._quickly(at, chosen, j, decimal)
            numbers, names, at = quick if quick else self._carefully(at, chosen, j, decimal)
            X.append(numbers)
            labels += names
        return np.concatenate(X), labels

    def _quickly(self, at, chosen, j, decimal):
        """Return a block as (numbers, labels, index of the next line); None where a cell needs a look."""
        block = [line for line in self.lines[at : at + BLOCK] if line.strip()]
        last = len(self.columns) - 1
        block = _without_empty_end(block, self.delimiter, last)
        if any(line.count(self.delimiter) != last for line in block):
            return None
        if any('"' in line for line in block):
            if not all(map(_plainly_quoted(self.delimiter), block)):
                return None
            block = [line.replace('"', "") for line in block]
        numbers = _numbers(block, self.delimiter, chosen, decimal)
        labels = [cell.strip() for cell in _cells(block, self.delimiter, j, last)]
        if numbers is None or checks.MISSING_LABEL & set(labels):
            return None
        return numbers, labels, at + BLOCK

    def _carefully(self, at, chosen, j, decimal):
        """Return the same cell by cell; raise where one is not what it should be."""
        X, labels, end = [], [], len(self.lines)
        for line, row, following in self.complete_rows(at):
            labels.append(checks.csv_label(self.name, line, self.columns[j], row[j]))
            X.append([checks.csv_number(self.name, line, self.columns[k], row[k], decimal) for k in chosen])
            if following >= at + BLOCK:
                end = following
                break
        return np.reshape(X, (len(X), len(chosen))), labels, end


def opened(name, text, delimiter, label, header):
    """Return the Table of a text; header=False where no line names the columns, which are then counted."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = SEPARATOR_LINE.fullmatch(lines[0])
    if separator:
        lines[0], delimiter = "", delimiter or separator[1]
    first = checks.csv_content(name, _first_line(lines))
    delimiter = checks.csv_delimiter(delimiter or _likely_delimiter(name, lines, first, label))
    if delimiter == " ":
        lines = [_single_spaces(line) for line in lines]
    first = _without_comments(name, lines, first, delimiter, header)
    line, cells, end = next(_records(name, lines, first, delimiter))
    cells = checks.without_empty_end(cells)
    if header:
        return Table(name, lines, delimiter, cells, True, line, end)
    return Table(name, lines, delimiter, [f"column {k + 1}" for k in range(len(cells))], False, line, first)


def _records(name, lines, begin, delimiter, *, strict=True):
    """Yield (line number, cells, index of the next line) for each line with content, spaces around cells removed."""
    options = {"delimiter": delimiter, "skipinitialspace": delimiter != " ", "strict": strict}
    reader, line = csv.reader((lines[i] + "\n" for i in range(begin, len(lines))), **options), begin + 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield line, cells, begin + reader.line_num
            line = begin + reader.line_num + 1
    except csv.Error as error:
        checks.csv_syntax(name, line, error)


def _first_line(lines):
    """Return the index of the first line with content that does not begin with #, else of any with content, or None."""
    content = [i for i, line in enumerate(lines) if line and not line.isspace()]
    return next((i for i in content if not lines[i].startswith("#")), content[0] if content else None)


def _without_comments(name, lines, first, delimiter, header):
    """Make comments blank in ``lines``; return the index of the first line that is left.

    A line that begins with # is a comment, but for one above numbers with as many columns, which names them, as
    numpy.savetxt writes; and but for what may be a row, as "#ff0000,1,2".
    """
    _, cells, _ = next(_records(name, lines, first, delimiter, strict=False))
    last = len(cells) - 1
    marked = [i for i, line in enumerate(lines) if line.startswith("#") and i != first]
    above = [i for i in marked if i < first]
    if header and above and any(map(checks.is_number, cells)):
        names = lines[above[-1]].lstrip("# ")
        if names.count(delimiter) == last:
            marked.remove(above[-1])
            lines[above[-1]] = names
    for i in marked:
        if not _may_be_a_row(lines[i], delimiter, last) or (i < first and (header or lines[i].startswith("# "))):
            lines[i] = ""
    return next(i for i, line in enumerate(lines) if line and not line.isspace())


def _may_be_a_row(line, delimiter, last):
    """Whether a line that begins with # has all columns, or some and no space after the #."""
    found, spaced = line.count(delimiter), line[1:2].isspace()
    if delimiter == " ":
        return found >= last and not spaced
    return found >= last or (found > 0 and not spaced)


def _likely_delimiter(name, lines, first, label):
    """Return the delimiter that finds the label in the first line, or else most numbers, or else most columns.

    A line that none of , ; tab | takes apart is taken apart by its spaces.
    """

    def cells(delimiter):
        return next(_records(name, lines, first, delimiter, strict=False), (0, [], 0))[1]

    def finds(delimiter):
        header = cells(delimiter)
        return label in header, sum(map(checks.is_number, header)), len(header)

    best = max(",;\t|", key=finds)
    return " " if len(cells(best)) == 1 and len(lines[first].split()) > 1 else best


def _single_spaces(line):
    """Return a line with one space where it has several, or tabs, outside of quotation marks."""
    if '"' not in line:
        return " ".join(line.split())
    return QUOTED_OR_SPACES.sub(lambda found: found[1] or " ", line.strip())


def _is_a_point(cells, below):
    columns = [[row[j] for row in below if j < len(row)] for j in range(len(cells))]
    numeric = [cell for cell, column in zip(cells, columns, strict=True) if checks.looks_numeric(column) or not below]
    return any(map(checks.is_number, numeric)) and all(checks.is_number(c) or checks.is_missing(c) for c in numeric)


def _without_empty_end(block, delimiter, last):
    """Return lines that all end with as many delimiters too many without them, other lines as they are."""
    more = delimiter * (block[0].count(delimiter) - last) if block else ""
    return [line[: -len(more)] for line in block] if more and all(line.endswith(more) for line in block) else block


def _plainly_quoted(delimiter):
    """Return what tells whether in a line quotation marks stand around whole cells only, none inside."""
    d = re.escape(delimiter)
    cell = rf'(?:"[^"{d}]*"|[^"{d}]*)'
    return re.compile(rf"{cell}(?:{d}{cell})*").fullmatch


def _numbers(block, delimiter, columns, decimal):
    """Return columns of a block of lines as finite floats (n, d), or None."""
    if not block:
        return np.empty((0, len(columns)))
    if decimal == ",":
        block = [line.replace(".", "x").replace(",", ".") for line in block]
    try:
        X = np.loadtxt(block, delimiter=delimiter, usecols=columns, comments=None, ndmin=2)
    except ValueError:
        return None
    return X if np.isfinite(X).all() else None


def _cells(block, delimiter, j, last):
    """Return the cell j of 0..last in each line, split from the nearer end."""
    if 2 * j < last:
        return [line.split(delimiter, j + 1)[j] for line in block]
    return [line.rsplit(delimiter, last - j + 1)[j - last - 1] for line in block]
