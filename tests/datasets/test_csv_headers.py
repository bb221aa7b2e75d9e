"""The first line of a CSV file names the columns, or is a point: it is never guessed to be the wrong one."""

import numpy as np
import pytest
from wording import raises

from svmlab.datasets import csv_columns, from_csv, has_header, load_csv

POINTS = "5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n7.0,3.2,Iris-versicolor\n"
SAME_TYPES = [
    (POINTS, "Iris-setosa"),
    ("5.1,3.5,a\n4.9,3.0,b\n7.0,3.2,b\n", "a"),
    ("a;5,1;3,5\nb;4,9;3,0\nb;7,0;3,2\n", "a"),
    ("1 2 0\n3 4 1\n", "0"),
    ("1,?,x\n3,4,y\n5,6,x\n", "x"),
    ("2001,2002,kind\n1,2,x\n3,4,y\n", "kind"),
    ("sep=;\n# 3 flowers\n1;2;x\n3;4;y\n", "x"),
]


@pytest.mark.parametrize(("text", "label"), SAME_TYPES, ids=range(len(SAME_TYPES)))
def test_a_first_line_that_may_be_a_point_is_refused_unless_it_is_said_what_it_is(text, label):
    said = ["this line must name the columns, but holds the number", "in a column of numbers"]
    with raises(ValueError, *said, "if it is a point, pass header=None", label, "label=-1", "a name, pass header=True"):
        from_csv(text, label)
    with raises(ValueError, *said, "pass header=None; if it is a name, pass header=True"):
        csv_columns(text)
    assert not has_header(text)
    with raises(ValueError, "no line names the columns; no column is named 'kind'; the columns are 'column 1', 'col"):
        from_csv(text, "kind", header=None)
    assert len(csv_columns(text, header=True)) == 3
    assert list(csv_columns(text, header=None)) == ["column 1", "column 2", "column 3"]


@pytest.mark.parametrize("header", [None, False])
@pytest.mark.parametrize("label", [-1, 2, np.int64(2), "column 3"])
def test_without_a_line_of_names_no_point_is_lost_and_columns_are_counted(write, header, label):
    data = load_csv(write(POINTS), label, header=header)
    assert data.X.tolist() == [[5.1, 3.5], [4.9, 3.0], [7.0, 3.2]]
    assert data.y.tolist() == ["Iris-setosa", "Iris-setosa", "Iris-versicolor"]
    assert data.names == ("column 1", "column 2")
    assert data.description == "my data.csv, classes by column 3"
    assert load_csv(write(POINTS), label, [1, "column 1"], header=header).names == ("column 2", "column 1")


def test_numbers_name_columns_when_that_is_said():
    data = from_csv("2001,2002,kind\n1,2,x\n3,4,y\n", "kind", header=True)
    assert (data.names, len(data)) == (("2001", "2002"), 2)


@pytest.mark.parametrize(
    "text", ["id,2001,kind\n1,2,x\n3,4,y\n", "a,b\nx,y\nz,w\n", "7,kind\nx,a\ny,b\n", "a,b\n", ",a,b\n0,1,2\n1,3,4\n"]
)
def test_a_first_line_of_other_types_than_those_below_names_the_columns(text):
    assert has_header(text)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"label": 3}, ["label's position must be 0 to 2, or -1 to -3 from the end, got 3"]),
        ({"label": -4}, ["label's position must be 0 to 2, or -1 to -3 from the end, got -4"]),
        ({"label": -1, "features": [5]}, ["feature's position must be 0 to 2", "got 5"]),
        ({"label": -1, "features": [2]}, ["label 'column 3' is the answer"]),
        ({"label": -1, "features": [0, "column 1"]}, ["distinct, got 'column 1' twice"]),
        ({"label": -1, "features": []}, ["choose at least one feature"]),
        ({"label": 0}, ["line 1, column 'column 3': 'Iris-setosa' is not a number"]),
        (
            {"label": -1, "header": 0},
            ["header must be 'auto', True (the first line names the columns) or None", "got 0"],
        ),
        ({"label": -1, "header": "no"}, ["header must be 'auto'", "got 'no'"]),
    ],
)
def test_a_choice_without_names_that_makes_no_sense_is_refused(options, parts):
    with raises(ValueError, *parts):
        from_csv(POINTS, **{"header": None, **options})


def test_a_line_of_another_length_is_refused_where_there_are_no_names():
    with raises(ValueError, "line 2: 4 values where the first line has 3 columns"):
        from_csv("1,2,x\n1,2,3,y\n", -1, header=None)
