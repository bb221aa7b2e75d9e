"""A CSV file is read as its owner meant it, or refused by file, line and column."""

import csv
import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wording import raises

from svmlab.datasets import csv_columns, from_csv, has_header, load_csv

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
    names = data.draw(
        st.lists(column_names.filter(lambda name: name and name[0] != "#"), min_size=d + 1, max_size=d + 1, unique=True)
    )
    X = data.draw(st.lists(st.lists(finite, min_size=d, max_size=d), min_size=m, max_size=m))
    y = data.draw(st.lists(st.sampled_from(["a", "b;c", 'd "e"', "1"]), min_size=m, max_size=m))
    y[:2] = ["a", "b;c"]
    path = tmp_path_factory.getbasetemp() / "written.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerows([names, *([*x, label] for x, label in zip(X, y, strict=True))])
    read = load_csv(path, names[-1], delimiter=delimiter, header=True)
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


# A file without a line of names


# Files as people have them


HARMLESS = {
    "Excel's first line": "sep=;\na;b;kind\n1;2;x\n3;4;y\n",
    "in quotation marks": '"sep=|"\na|b|kind\n1|2|x\n3|4|y\n',
    "with a tab": "sep=\t\na\tb\tkind\n1\t2\tx\n3\t4\ty\n",
    "comments above": "# exported, by me, today\n#\n\na,b,kind\n1,2,x\n3,4,y\n",
    "comments between": "a,b,kind\n1,2,x\n# it's the second day, \"hot\n#noon\n3,4,y\n# end\n",
    "names in a comment": "# made by savetxt\n# a,b,kind\n1,2,x\n3,4,y\n",
    "names in a comment, spaces": "# a b kind\n1.0e+00 2.0 x\n3 4 y\n",
    "delimiters at the end": "a,b,kind,\n1,2,x,\n3,4,y,\n",
    "delimiters at the end of points": "a;b;kind\n1;2;x;;\n3;4;y\n;;;\n",
    "aligned by spaces": "   a    b  kind\n 1.0    2     x\n   3  4.0     y  \n",
    "spaces and quotation marks": '"a"  "b" "kind"\n1  2 "x"\n3 4   y\n',
    "spaces and comments": "a b kind\n1 2 x\n# second day\n3 4 y\n",
    "gzip": gzip.compress(b"a,b,kind\n1,2,x\n3,4,y\n"),
    "gzip, byte order mark": gzip.compress(b"\xef\xbb\xbfa,b,kind\r\n1,2,x\r\n3,4,y\r\n"),
}


@pytest.mark.parametrize("content", HARMLESS.values(), ids=HARMLESS)
def test_what_does_no_harm_is_read(write, content):
    data = load_csv(write(content), "kind")
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert data.y.tolist() == ["x", "y"]
    assert data.names == ("a", "b")
    assert has_header(content)


def test_a_row_that_begins_like_a_comment_is_a_row():
    text = "#ff0000,1,x\n#00ff00,2,y\n"
    assert from_csv("colour,a,kind\n" + text, "kind", ["a"]).X.tolist() == [[1], [2]]
    assert from_csv("red,0,x\n" + text, -1, [1], header=None).X.tolist() == [[0], [1], [2]]
    assert from_csv(text + "red,0,x\n", -1, [1], header=None).X.tolist() == [[1], [2], [0]]
    with raises(ValueError, "line 3: 2 values where the header names 3 columns"):
        from_csv("colour,a,kind\nred,1,x\n#00ff00,y\n", "kind", ["a"])


def test_lines_are_counted_as_an_editor_does_whatever_was_skipped():
    with raises(ValueError, "line 7, column 'a': 'big' is not a number"):
        from_csv("sep=;\n# day 1\n\na;kind\n# day 2\n1;x\nbig;y\n", "kind")


def test_a_value_in_a_column_without_a_name_is_refused():
    with raises(ValueError, "line 3: 4 values where the header names 3 columns"):
        from_csv("a,b,kind,\n1,2,x,\n3,4,y,7\n", "kind")


@pytest.mark.parametrize("delimiter", [" ", None])
def test_any_number_of_spaces_separates(delimiter):
    assert from_csv("a  kind\n1     x\n22 y\n", "kind", delimiter=delimiter).X.tolist() == [[1], [22]]
    with raises(ValueError, "line 3: 1 values", "2 columns", "separated by spaces"):
        from_csv("a  kind\n1     x\n22\n", "kind", delimiter=delimiter)


def test_tilde_is_the_home_folder(write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    write(GOOD, name="flowers.csv")
    assert len(load_csv("~/flowers.csv", "kind")) == 3
    with raises(FileNotFoundError, "no file", "flower.csv", "did you mean 'flowers.csv'?"):
        load_csv("~/flower.csv", "kind")


TEXT = "a,b,kind\n1,2,x\n3,4,y\n"
OTHER_FORMS = [
    ("% Iris\n\n@RELATION iris\n\n@ATTRIBUTE a NUMERIC\n@DATA\n1,2\n", ["is an ARFF file", "scipy.io.arff.loadarff"]),
    ("@relation 'iris'\n", ["is an ARFF file", "save it as CSV"]),
    ("+1 1:0.5 2:1\n-1 2:.25 # x\n", ["is in the form of libsvm", "sklearn.datasets.load_svmlight_file"]),
    ("2 qid:3 7:1e-3\n", ["is in the form of libsvm"]),
    ("\n<!DOCTYPE html>\n<html></html>\n", ["is a web page, not CSV"]),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), ["is an old spreadsheet of Excel, not text", "'CSV UTF-8'"]),
    (b"PK\x03\x04" + bytes(9), ["is a spreadsheet or an archive, not text", "'CSV UTF-8'"]),
    (b"%PDF-1.7\n", ["is a PDF document, not text"]),
    (b"BZh91AY", ["is compressed by bzip2, not text; unpack it"]),
    (b"PAR1\x15", ["is a Parquet file, not text", "pandas.read_parquet"]),
    (b"\x93NUMPY\x01\0", ["is an array of NumPy, not text", "numpy.load"]),
    (TEXT.encode("utf-16-le"), ["is UTF-16 without the mark", "'CSV UTF-8'", "encoding='utf-16-le'"]),
    (TEXT.encode("utf-16-be"), ["is UTF-16 without the mark", "'CSV UTF-8'", "encoding='utf-16-be'"]),
    (TEXT.replace("y", "\0").encode(), ["holds bytes 0, so it is not text"]),
    (gzip.compress(TEXT.encode(), mtime=0)[:-9], ["is compressed by gzip, and broken", "get it again"]),
    (b"\x1f\x8b\x08broken", ["is compressed by gzip, and broken", "get it again"]),
    (gzip.compress(b"PK\x03\x04", mtime=0), ["is a spreadsheet or an archive"]),
]


@pytest.mark.parametrize(("content", "parts"), OTHER_FORMS, ids=range(len(OTHER_FORMS)))
def test_a_file_of_another_form_is_refused_by_what_it_is(write, content, parts):
    with raises(ValueError, "my data.csv", *parts):
        load_csv(write(content), "kind")
    with raises(ValueError, "the data", *parts):
        from_csv(content, "kind")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "UTF_16", "utf-32"])
def test_an_encoding_with_bytes_0_is_read_when_named(encoding):
    assert from_csv(TEXT.encode(encoding), "kind", encoding=encoding).X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("data", [None, 3, ["a,kind"], 1.5, object()])
def test_what_is_neither_text_nor_bytes_is_refused(data):
    with raises(TypeError, "the data must be text or bytes, got ", "load_csv"):
        from_csv(data, "kind")
    with raises(TypeError, "the data must be text or bytes, got ", "load_csv"):
        csv_columns(data)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_all_kinds_of_bytes_are_read(kind):
    assert len(from_csv(kind(TEXT.encode()), "kind")) == 2


@pytest.mark.parametrize(
    ("path", "error", "parts"),
    [
        (
            "https://example.org/iris.csv",
            ValueError,
            ["https://example.org/iris.csv is an address", "download it first"],
        ),
        ("ftp://example.org/iris.csv", ValueError, ["is an address, not a file", "download it first"]),
        (".", FileNotFoundError, ["no file '.': it is a folder; name a file in it"]),
        ("~nobody_of_this_name/iris.csv", FileNotFoundError, ["no file"]),
        (None, TypeError, ["path must name a file, got None; from_csv reads text"]),
        (3, TypeError, ["path must name a file, got 3"]),
        (TEXT, ValueError, ["path must name a file, got another text", "from_csv reads text"]),
        ("a\0b", ValueError, ["path must name a file"]),
        ("x" * 5000, ValueError, ["xxx", "cannot be read", "look at its name"]),
    ],
)
def test_what_names_no_file_is_refused_by_what_it_is(path, error, parts):
    with raises(error, *parts):
        load_csv(path, "kind")
