"""A CSV file is read as its owner meant it, or refused by file, line and column."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wording import raises

from svmlab.datasets import load_csv


@pytest.fixture
def write(tmp_path):
    def write(content, encoding="utf-8", name="my data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


GOOD = "width,height,kind\n1.5,2,cat\n-3e-1,.5,dog\n+4.,5,cat\n"


def test_a_plain_file_is_read(write):
    data = load_csv(write(GOOD), "kind")
    np.testing.assert_array_equal(data.X, [[1.5, 2], [-0.3, 0.5], [4, 5]])
    assert data.y.tolist() == ["cat", "dog", "cat"]
    assert data.names == ("width", "height")
    assert data.description == "my data.csv, classes by kind"


def test_chosen_columns_come_in_the_order_asked_for(write):
    path = write("name,a,b,kind\nx,1,2,u\ny,3,4,v\n")
    np.testing.assert_array_equal(load_csv(str(path), "kind", ["b", "a"]).X, [[2, 1], [4, 3]])
    assert load_csv(path, "kind", features="b").names == ("b",)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", ":"])
def test_any_delimiter_is_read_and_the_usual_ones_are_found(write, delimiter):
    path = write(GOOD.replace(",", delimiter))
    given = None if delimiter in ",;\t|" else delimiter
    assert load_csv(path, "kind", delimiter=given).X.shape == (3, 2)


@pytest.mark.parametrize(
    "header",
    ["a, b;b;kind", '"a, b";"b";"kind"', "a | b;b;kind"],
)
def test_another_delimiter_inside_a_name_does_not_confuse(write, header):
    assert load_csv(write(f"{header}\n1;2;u\n3;4;v\n"), "kind").X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_of_every_system_and_a_byte_order_mark_are_read(write, newline, bom):
    data = load_csv(write(bom + GOOD.replace("\n", newline)), "kind")
    assert data.names == ("width", "height")


def test_quotes_spaces_and_blank_lines_are_read(write):
    path = write('\n"a", kind \n\n "1", "big, red"\n , \n 2 ,small \n\n')
    data = load_csv(path, "kind")
    assert data.X.tolist() == [[1], [2]]
    assert data.y.tolist() == ["big, red", "small"]


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["-1", "+1", "1"], [-1, 1, 1]),
        (["0.0", "1.0", "2."], [0, 1, 2]),
        (["1", "2", "x"], ["1", "2", "x"]),
        (["1.5", "2", "2"], ["1.5", "2", "2"]),
    ],
)
def test_labels_that_are_whole_numbers_become_ints_and_others_stay_text(write, cells, labels):
    y = load_csv(write("a,kind\n" + "".join(f"1,{cell}\n" for cell in cells)), "kind").y
    assert y.tolist() == labels


def test_decimal_commas_are_read_in_a_file_with_semicolons(write):
    assert load_csv(write("a;b;kind\n1,5;2;u\n-,25;3e-1;v\n"), "kind").X.tolist() == [[1.5, 2], [-0.25, 0.3]]


def test_decimal_commas_are_read_elsewhere_when_asked_for(write):
    path = write("a\tkind\n1,5\tu\n2,5\tv\n")
    assert load_csv(path, "kind", decimal=",").X.tolist() == [[1.5], [2.5]]
    with raises(ValueError, "line 2, column 'a': '1,5'", "decimal mark '.'", "pass decimal=','"):
        load_csv(path, "kind")


def test_commas_in_semicolon_text_columns_do_not_change_the_decimal_mark(write):
    path = write("name;a;kind\nDoe, J;1.5;u\nRoe, K;2.5;v\n")
    assert load_csv(path, "kind", ["a"]).X.tolist() == [[1.5], [2.5]]


def test_a_file_that_mixes_decimal_marks_is_refused(write):
    path = write("a;b;kind\n1,234;2;u\n3;4.5;v\n")
    with raises(ValueError, "my data.csv, line 3, column 'b': '4.5'", "decimal mark ','", "decimal='.'"):
        load_csv(path, "kind")


def test_another_encoding_is_read_when_named(write):
    text = "größe,kind\n1,weiß\n2,rot\n"
    for encoding in ("latin-1", "cp1252", "utf-16"):
        data = load_csv(write(text, encoding), "kind", encoding=encoding)
        assert (data.names, data.y[0]) == (("größe",), "weiß")


finite = st.floats(allow_nan=False, allow_infinity=False)
column_names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1).map(str.strip)


@given(data=st.data(), d=st.integers(1, 4), m=st.integers(2, 8), delimiter=st.sampled_from(",;\t|"))
def test_what_is_written_is_read_back_exactly(tmp_path_factory, data, d, m, delimiter):
    names = data.draw(st.lists(column_names.filter(bool), min_size=d + 1, max_size=d + 1, unique=True))
    X = data.draw(st.lists(st.lists(finite, min_size=d, max_size=d), min_size=m, max_size=m))
    y = data.draw(st.lists(st.sampled_from(["a", "b;c", 'd "e"', "1"]), min_size=m, max_size=m))
    y[:2] = ["a", "b;c"]
    path = tmp_path_factory.getbasetemp() / "written.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerows([names, *([*x, label] for x, label in zip(X, y, strict=True))])
    read = load_csv(path, names[-1], delimiter=delimiter)
    assert read.names == tuple(names[:-1])
    assert read.X.tolist() == X
    assert read.y.tolist() == y


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("", ["is empty", "line of column names"]),
        ("\n  \n\n", ["is empty"]),
        ("a,b,kind\n", ["at least two lines of data, got 0"]),
        ("a,kind\n1,u\n", ["at least two lines of data, got 1"]),
        ("a,kind\n1,u\n2,u\n", ["label 'kind'", "two classes, got only 'u'", "name the right column"]),
        ("a,b,Kindd\n1,2,u\n", ["line 1: no column is named 'kind'", "did you mean 'Kindd'", "'a', 'b', 'Kindd'"]),
        ("5.1,3.5,setosa\n4.9,3,setosa\n", ["line 1: this line must name the columns", "'5.1'", "'kind'"]),
        ("kind\nu\nv\n", ["line 1: no column is left beside the label 'kind'"]),
        ("a,b,a,kind\n1,2,3,u\n", ["line 1: column names must be distinct, got 'a' twice"]),
        (",a,kind\n0,1,u\n1,2,v\n", ["line 1: column 1 has no name", "features=[...]"]),
        ("a,kind\n1,u\nbig,v\n", ["line 3, column 'a': 'big' is not a number", "features=[...]"]),
        ("a,kind\n1,u\n1_000,v\n", ["line 3, column 'a': '1_000' is not a number"]),
        ("a,kind\n1,u\n\n,v\n", ["line 4, column 'a': the value is missing ('')", "fill it or drop the line"]),
        ("a,kind\n1,u\nNaN,v\n", ["line 3, column 'a': the value is missing ('NaN')"]),
        ("a,kind\n1,u\nNA,v\n", ["line 3, column 'a': the value is missing ('NA')"]),
        ("a,kind\n1,u\n-inf,v\n", ["line 3, column 'a': '-inf' is not finite"]),
        ("a,kind\n1,u\n1e999,v\n", ["line 3, column 'a': '1e999' is not finite"]),
        ("a,kind\n1,u\n2,\n3,v\n", ["line 3, column 'kind': the label is missing"]),
        ("a,kind\n1,u\n2\n3,v\n", ["line 3: 1 values where the header names 2 columns", "separated by ','"]),
        ("a,kind\n1,5,u\n2,v\n", ["line 2: 3 values", "2 columns", "decimal comma needs quotation marks"]),
        ('a,kind\n"1,5",u\n2,v\n', ["line 2, column 'a': '1,5'", "pass decimal=','"]),
        ('a,kind\n1,u\n"2,v\n3,u\n', ["line 3:", "quotation mark that is not closed"]),
        ('a,kind\n1,u\n2,"v\n3,u\n', ["line 3:", "quotation mark that is not closed"]),
        ('a,kind\n1,u\n2,"v"w\n3,u\n', ["line 3:", "quotation mark"]),
        ('a,kind\n"1\n",u\n"x",v\n', ["line 4, column 'a': 'x'"]),
        ("größe,kind\n1,u\n2,v\n".encode("latin-1"), ["line 1: byte 0xf6 is not utf-8", "CSV UTF-8", "cp1252"]),
        ("a,kind\n1,u\n2,weiß\n".encode("cp1252"), ["line 3: byte 0xdf is not utf-8"]),
        ("a,kind\n1,u\n2,v\n".encode("utf-16"), ["line 1: byte 0xff is not utf-8", "encoding='utf-16'"]),
        (b"PK\x03\x04...", ["is a spreadsheet or an archive", "CSV UTF-8"]),
    ],
)
def test_a_faulty_file_is_refused_with_its_name_and_line(write, content, parts):
    with raises(ValueError, "my data.csv", *parts):
        load_csv(write(content), "kind")


@pytest.mark.parametrize(
    "cell", ["", "?", "NA", "na", "nan", "NaN", "N/A", "n/a", "#N/A", "<NA>", "NULL", '"?"', " NA "]
)
def test_a_missing_label_is_refused_as_a_missing_number_is(write, cell):
    label = cell.strip(' "')
    with raises(ValueError, f"my data.csv, line 3, column 'kind': the label is missing ({label!r}); fill it or drop"):
        load_csv(write(f"a,b,kind\n1,2,0\n3,4,{cell}\n5,6,1\n"), "kind")
    with raises(ValueError, f"my data.csv, line 3, column 'a': the value is missing ({label!r}); fill it or drop"):
        load_csv(write(f"a,b,kind\n1,2,0\n{cell},4,1\n5,6,1\n"), "kind")


def test_minus_and_none_are_labels_of_real_data(write):
    assert load_csv(write("a,kind\n1,+\n2,-\n3,none\n4,Na\n"), "kind").y.tolist() == ["+", "-", "none", "Na"]


def test_a_missing_file_is_refused_with_the_nearest_name(write, tmp_path):
    write(GOOD, name="flowers.csv")
    with raises(FileNotFoundError, "no file", "flower.csv", "did you mean 'flowers.csv'?"):
        load_csv(tmp_path / "flower.csv", "kind")
    with raises(FileNotFoundError, "no file"):
        load_csv(tmp_path / "nowhere" / "flowers.csv", "kind")
    with raises(FileNotFoundError, "no file"):
        load_csv(tmp_path, "kind")


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"features": ["widht"]}, ["line 1: no column is named 'widht'; did you mean 'width'?"]),
        ({"features": [0]}, ["no column is named 0; the columns are 'width'"]),
        ({"features": ["width", "width"]}, ["distinct, got 'width' twice"]),
        ({"features": ["width", "kind"]}, ["label 'kind' is the answer", "leave it out"]),
        ({"features": []}, ["choose at least one feature, got none"]),
        ({"delimiter": "||"}, ["delimiter must be one character", "'||'"]),
        ({"delimiter": ";"}, ["line 1: no column is named 'kind'", "'width,height,kind'"]),
        ({"decimal": "'"}, ["decimal must be one of '.', ','"]),
        ({"encoding": "utf-9"}, ["encoding must be one that Python knows", "'utf-9'"]),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(write, options, parts):
    with raises(ValueError, *parts):
        load_csv(write(GOOD), "kind", **options)
