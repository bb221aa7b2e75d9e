"""Long CSV files are read in blocks; a block that NumPy cannot read is read cell by cell."""

import itertools

import numpy as np
import pytest
from wording import raises

from svmlab.datasets import from_csv
from svmlab.datasets.csv_lines import BLOCK

LONG = 2 * BLOCK + 7


def long_file(delimiter=",", decimal=".", quoted="{}", odd=()):
    """A file whose lines ``odd`` are other ones; and its X and y."""
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((LONG, 3)).round(6), np.where(rng.random(LONG) < 0.5, "a b", "c_é")
    lines = [
        delimiter.join(
            [repr(float(x)).replace(".", decimal) for x in row[:2]]
            + [quoted.format(k)]
            + [f"{row[2]:.6f}".replace(".", decimal)]
        )
        for row, k in zip(X, y, strict=True)
    ]
    for at, line in dict(odd).items():
        lines[at] = line
    return "\n".join([delimiter.join(["u", "v", "kind", "w"]), *lines, ""]), X, y


SHAPES = [(",", ".", "{}"), (";", ",", "{}"), ("\t", ".", '"{}"'), ("|", ".", '" {} "'), (" ", ".", '"{}"')]


@pytest.mark.parametrize(("delimiter", "decimal", "quoted"), SHAPES)
def test_a_long_file_is_read_exactly(delimiter, decimal, quoted):
    text, X, y = long_file(delimiter, decimal, quoted)
    data = from_csv(text, "kind", delimiter=delimiter)
    np.testing.assert_array_equal(data.X, X)
    np.testing.assert_array_equal(data.y, y)
    np.testing.assert_array_equal(from_csv(text, "kind", ["w", "u"], delimiter).X, X[:, [2, 0]])


@pytest.mark.parametrize("at", [0, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK, LONG - 1])
def test_a_line_that_numpy_cannot_read_in_a_long_file_loses_none(at):
    text, X, y = long_file(odd={at: '"1.5","2", "one,\ntwo",  3.5,'})
    X[at], y = [1.5, 2, 3.5], y.astype("U9")
    y[at] = "one,\ntwo"
    data = from_csv(text, "kind")
    np.testing.assert_array_equal(data.X, X)
    np.testing.assert_array_equal(data.y, y)


@pytest.mark.parametrize("at", [0, BLOCK - 1, BLOCK, LONG - 1])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1,2,x,nan", "column 'w': the value is missing ('nan')"),
        ("1,2,x,inf", "column 'w': 'inf' is not finite"),
        ("1,1e999,x,0", "column 'v': '1e999' is not finite"),
        ("1_0,2,x,3", "column 'u': '1_0' is not a number"),
        ("1,٢,x,3", "column 'v': '٢' is not a number"),
        ("1,2, NA ,3", "column 'kind': the label is missing ('NA')"),
        ("1,2,x", "3 values where the header names 4 columns"),
        ("1,2,x,3,4", "5 values where the header names 4 columns"),
        ('1,2,"x"y,3', "',' expected after '\"'"),
    ],
)  # fmt: skip
def test_a_fault_in_a_long_file_is_told_by_its_line(at, line, told):
    text, _, _ = long_file(odd={at: line})
    with raises(ValueError, f"line {at + 2}", told):
        from_csv(text, "kind")


def test_a_long_file_is_not_read_cell_by_cell(monkeypatch):
    """What takes a second for 30 MB takes half a minute so."""
    calls = itertools.count()
    monkeypatch.setattr("svmlab.datasets.validation.csv_number", lambda *cell: next(calls))
    text, X, _ = long_file(";", ",", '"{}"')
    np.testing.assert_array_equal(from_csv(text, "kind").X, X)
    np.testing.assert_array_equal(from_csv(text.replace("\n", ";;\n"), "kind").X, X)
    assert next(calls) == 0
