"""Files in a live scene: points from a CSV file, a saved scene, what is saved and copied; errors lose nothing."""

import gzip
import json
import re

import numpy as np
import pytest

from svmlab import BiclassSVM, datasets, kernels
from svmlab.explorers import BoundsExplorer, MarginExplorer, MulticlassExplorer, page_errors, scene_files, upload
from svmlab.explorers import validation as checks
from svmlab.page import modules

pytestmark = pytest.mark.usefixtures("close_widgets")

EXPLORERS = [MarginExplorer, MulticlassExplorer, BoundsExplorer]
CSV = b"""tree,height,girth,age
oak,12.5,3.1,80
fir,20.25,1.2,40
oak,11,2.9,70
fir,19,1.4,45
oak,13,3.3,90
"""
HEIGHT_AND_GIRTH = {"features": ["height", "girth"], "label": "tree"}


def ask(explorer, do, data=None, name="trees.csv", shown=None, **choice):
    """A question as the page sends it; returns what came of it."""
    question = {"type": "file", "do": do, "name": name, "with": choice, "page": "p", "number": 1, "token": 7}
    question |= {"shown": shown} if shown else {}
    buffers = [] if data is None else [memoryview(data)]
    explorer.scene._handle_msg({"content": {"data": {"method": "custom", "content": question}}, "buffers": buffers})
    filed = explorer.scene.filed
    assert (filed["page"], filed["token"], explorer.scene.answer["page"]) == ("p", 7, "p")
    return filed


def saved(explorer):
    return ask(explorer, "save")["text"]


def state(explorer):
    """All that a reader sees of an explorer."""
    return explorer.snippet(), explorer.scene.machine["limits"], explorer.scene.machine["axes"], explorer.error


@pytest.mark.parametrize("make", EXPLORERS)
def test_points_of_a_csv_file_are_shown_trained_and_undone(make):
    explorer = make(m=30)
    before = state(explorer)
    assert ask(explorer, "columns", CSV)["chosen"] == ["height", "girth", "tree"]
    told = ask(explorer, "points", CSV, **HEIGHT_AND_GIRTH)
    assert told["told"] == "5 points of trees.csv, classes fir, oak"
    assert explorer.scene.machine["axes"] == ["height", "girth"]
    np.testing.assert_array_equal(explorer.svm.X_fit_[:2], [[12.5, 3.1], [20.25, 1.2]])
    assert explorer.svm.y_fit_.tolist() == ["oak", "fir", "oak", "fir", "oak"]
    assert explorer.svm.solution_.certified
    (x0, x1), (y0, y1) = explorer.scene.machine["limits"]
    assert x0 < 11 < 20.25 < x1
    assert y0 < 1.2 < 3.3 < y1
    after = state(explorer)
    explorer.add([15.0, 2.0], "fir")
    explorer.undo()
    explorer.undo()
    assert state(explorer) == before
    explorer.redo()
    assert state(explorer) == after
    explorer.restore()
    assert state(explorer) == before


BROKEN = [
    (CSV.replace(b"1.2,40", b"thin,40"), HEIGHT_AND_GIRTH, "trees.csv, line 3, column 'girth': 'thin' is not a number"),
    (CSV.replace(b"1.2,40", b"nan,40"), HEIGHT_AND_GIRTH, "line 3, column 'girth': the value is missing"),
    (CSV.replace(b"1.2,40", b"1.2"), HEIGHT_AND_GIRTH, "line 3: 3 values where the header names 4 columns"),
    (CSV, {"features": ["height", "width"], "label": "tree"}, "line 1: no column is named 'width'"),
    (CSV, {"features": ["height", "height"], "label": "tree"}, "two features must differ, got 'height' twice"),
    (CSV, {"features": ["height", "tree"], "label": "tree"}, "label 'tree' is the answer"),
    (CSV.replace(b"fir", b"oak"), HEIGHT_AND_GIRTH, "'tree' must have at least two classes, got only 'oak'"),
    (b"\n".join(CSV.splitlines()[:2]), HEIGHT_AND_GIRTH, "at least two lines of data, got 1"),
    (CSV.decode().encode("utf-16"), HEIGHT_AND_GIRTH, "line 1: byte 0xff is not utf-8; save the file as 'CSV UTF-8'."),
    (CSV.replace(b"oak", b"\x81"), HEIGHT_AND_GIRTH, "line 2: byte 0x81 is not utf-8; save the file as 'CSV UTF-8'."),
    (b"PK\x03\x04", HEIGHT_AND_GIRTH, "is a spreadsheet or an archive"),
    (b"", HEIGHT_AND_GIRTH, "is empty"),
    (b"a,b,c\n" + b"1,2,x\n3,4,y\n" * 501, {"features": ["a", "b"], "label": "c"},
     "has 1002 points, and a live scene takes at most 1000"),
    (b"a,b,c\n" + b"".join(b"1,2,%d\n" % k for k in range(11)), {"features": ["a", "b"], "label": "c"},
     "has 11 classes, and this scene tells at most"),
]  # fmt: skip


@pytest.mark.parametrize("make", EXPLORERS)
@pytest.mark.parametrize(("data", "choice", "told"), BROKEN, ids=range(len(BROKEN)))
def test_a_csv_file_that_cannot_be_read_is_refused_and_nothing_is_lost(data, choice, told, make):
    explorer = make(m=30)
    before, turn = state(explorer), explorer.scene.machine["epoch"]
    assert told in ask(explorer, "points", data, **choice)["error"]
    assert state(explorer) == before
    assert explorer.scene.machine["epoch"] == turn
    assert not explorer.scene.editor["undo"]


def test_three_classes_are_refused_where_two_are_told_apart():
    three = CSV + b"elm,15,2,60\n"
    explorer = MarginExplorer(m=30)
    error = ask(explorer, "points", three, **HEIGHT_AND_GIRTH)["error"]
    assert error.startswith("trees.csv has 3 classes, and this scene tells at most 2 apart")
    assert error.endswith("; a scene for several classes takes more.")
    many = MulticlassExplorer(m=30)
    assert "classes elm, fir, oak" in ask(many, "points", three, **HEIGHT_AND_GIRTH)["told"]


def test_many_multipliers_are_refused_before_anybody_waits():
    lines = b"".join(b"%d,%d,%d\n" % (i, i * i % 7, i % 6) for i in range(600))
    error = ask(MulticlassExplorer(m=30), "points", b"a,b,c\n" + lines, features=["a", "b"], label="c")["error"]
    assert "600 points of 6 classes, 3000 multipliers, and a live scene takes at most 2500" in error


def test_points_that_are_read_and_cannot_be_separated_leave_the_last_picture_and_can_be_undone():
    explorer = MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf)
    machine, before = explorer.scene.machine, state(explorer)
    explorer.show_points(datasets.overlapping(40, random_state=0))
    assert "cannot be separated" in explorer.error
    assert explorer.scene.machine is machine
    assert explorer.figure() is not None
    explorer.undo()
    assert state(explorer) == before
    explorer.redo()
    explorer.C.value = 1.0
    assert explorer.error is None
    assert explorer.scene.machine["limits"] != machine["limits"]


COLUMNS = {
    b"a,b,kind\n1,2,x\n3,4,y\n": ["a", "b", "kind"],
    b"kind,a,note,b\nx,1,p,2\ny,3,q,4\n": ["a", "b", "note"],
    b"kind,a,b\nx,1,2\ny,3,bad\nx,5,6\n": ["a", "b", "kind"],
    b"a,b,c,d\n1,2,3,0\n4,5,6,1\n": ["a", "b", "d"],
    b"a;b;c\n1,5;2,5;x\n1,25;?;y\n": ["a", "b", "c"],
    b"p,q,r\nx,1,u\ny,2,v\n": ["q", "p", "r"],
    b"\xef\xbb\xbf,a,b,c\n0,1,2,x\n1,3,4,y\n": ["a", "b", "c"],
}


@pytest.mark.parametrize(("data", "chosen"), COLUMNS.items(), ids=range(len(COLUMNS)))
def test_columns_are_chosen_sensibly_at_first(data, chosen):
    told = ask(MarginExplorer(m=30), "columns", data)
    assert told["chosen"] == chosen
    assert set(chosen) <= set(told["columns"])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"1,2\n4,5\n", "at least three columns, got 2: 'column 1, column 2'"),
        (b"@relation iris\n@data\n1,2,3\n", "trees.csv is an ARFF file (of Weka), not CSV; save it as CSV."),
        (gzip.compress(bytes(5_000_001), mtime=0), "trees.csv has more than 5 MB when it is unpacked"),
        (b"a,b\n1,2\n", "at least three columns, got 2: 'a, b'"),
        (b"a,a,b\n1,2,3\n", "column names must be distinct, got 'a' twice"),
        (b"", "is empty"),
    ],
)
def test_a_file_without_columns_to_choose_is_refused(data, told):
    assert told in ask(MarginExplorer(m=30), "columns", data)["error"]


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_file_whose_columns_have_no_names_is_read_and_the_page_says_so(packed):
    data = packed(CSV.split(b"\n", 1)[1])
    explorer = MarginExplorer(m=30)
    told = ask(explorer, "columns", data)
    assert told["columns"] == ["column 1", "column 2", "column 3", "column 4"]
    assert told["chosen"] == ["column 2", "column 3", "column 1"]
    said = "trees.csv (no line names its columns, so they are counted)"
    assert told["name"] == said
    told = ask(explorer, "points", data, features=["column 2", "column 3"], label="column 1")["told"]
    assert told == f"5 points of {said}, classes fir, oak"
    assert explorer.scene.machine["axes"] == ["column 2", "column 3"]
    np.testing.assert_array_equal(explorer.svm.X_fit_[:2], [[12.5, 3.1], [20.25, 1.2]])


CP1252 = CSV.replace(b"oak", "chêne".encode("cp1252"))


def test_a_file_of_windows_is_read_and_the_page_says_how():
    explorer = MarginExplorer(m=30)
    said = "trees.csv (not UTF-8: read as Windows-1252, look at its accents)"
    assert ask(explorer, "columns", CP1252)["name"] == said
    assert ask(explorer, "columns", CSV)["name"] == "trees.csv"
    assert ask(explorer, "points", CP1252, **HEIGHT_AND_GIRTH)["told"] == f"5 points of {said}, classes chêne, fir"
    assert explorer.svm.classes_.tolist() == ["chêne", "fir"]


def errors_in_python():
    """Errors whose advice is for those who call svmlab, as they are raised."""
    three = np.arange(3)
    scene = MarginExplorer(m=30)
    for call in (
        lambda: datasets.from_csv(CSV.replace(b"1.2,40", b"thin,40"), "tree", ["height", "girth"]),
        lambda: datasets.from_csv(b"a,,c\n1,2,x\n", "c"),
        lambda: datasets.from_csv(CP1252, "tree"),
        lambda: datasets.from_csv(CSV.decode().encode("utf-16"), "tree"),
        lambda: datasets.from_csv(b'a,b,c\n1,2,"x\n', "c"),
        lambda: datasets.from_csv(b"a;b;c\n1,5;2;x\n1.5;3;y\n", "c"),
        lambda: datasets.from_csv(CSV.decode().encode("utf-16-le"), "tree"),
        lambda: datasets.from_csv(b"+1 1:0.5 2:1\n", "tree"),
        lambda: checks.fit_for_page("x.csv", 2000, 2, (1000, 2, 2500)),
        lambda: checks.fit_for_page("x.csv", 20, 4, (1000, 2, 2500)),
        lambda: scene_files.read("{", "x.json", scene.kinds()),
        lambda: scene_files.read("{}", "x.json", scene.kinds()),
        lambda: checks.scene_of_kind("x.json", "MulticlassExplorer", "MarginExplorer"),
        lambda: BiclassSVM(kernel=kernels.Sigmoid(gamma=1.0, coef0=-1.0)).fit(np.c_[three, three], [0, 1, 1]),
    ):
        with pytest.raises(ValueError, match=";") as caught:
            call()
        yield str(caught.value)


def test_the_page_advises_what_its_reader_can_do_and_python_what_its_caller_can():
    found = set()
    for error in errors_in_python():
        said = page_errors.for_page(error)
        found |= {pattern for pattern, _ in page_errors.REMEDIES if re.search(pattern, error)}
        assert said != error
        assert not re.search(r"=\[|\w='|explorer\.|explorers\.|delimiter$|in Python|and \w+Explorer", said), said
    assert found == {pattern for pattern, _ in page_errors.REMEDIES}
    assert page_errors.for_page(None) is None


def test_an_error_of_the_controls_is_told_to_the_page_in_its_own_words():
    explorer = MarginExplorer(m=30, kernel="linear")
    explorer.set(kernel="sigmoid", coef0=-3.0, gamma=1.0)
    assert "indefinite='clip'" in explorer.error
    assert explorer.scene.answer["error"].endswith("; choose another kernel or other parameters.")


def test_show_points_asks_for_a_plane_dataset():
    explorer = MarginExplorer(m=30)
    with pytest.raises(TypeError, match="show_points needs a Dataset"):
        explorer.show_points([[0, 1]])
    with pytest.raises(ValueError, match="must have two features to be drawn, got 4"):
        explorer.show_points(datasets.iris())


def other(make):
    """An explorer that differs in all a file says."""
    kernel = 2.0 * kernels.Gaussian(sigma=0.5) + kernels.Linear()
    options = {"shown": ["span_bound"], "over": "sigma"} if make is BoundsExplorer else {}
    data = datasets.overlapping(24, random_state=9)
    explorer = make(data.X, data.y, kernel=kernel, C=20.0, C_range=(0.1, 100.0), limits=[[-9, 9], [-8, 8]], **options)
    explorer.selected = 3
    return explorer


@pytest.mark.parametrize("make", EXPLORERS)
def test_a_scene_is_opened_in_place_undone_made_again_and_reset(make):
    scene = other(make)
    explorer = make(m=40, kernel="polynomial", degree=2)
    explorer.selected = 1
    before = saved(explorer)
    assert ask(explorer, "scene", saved(scene).encode(), name="mine.json")["told"] == "the scene of mine.json"
    assert saved(explorer) == saved(scene)
    assert explorer.scene.options["C_max"] == 100.0
    assert explorer.scene.machine["limits"] == [[-9, 9], [-8, 8]]
    assert ask(explorer, "copy")["text"] == explorer.snippet() == scene.snippet()
    explorer.move(0, [0.0, 0.0])
    explorer.undo()
    explorer.undo()
    explorer.selected = 1
    assert saved(explorer) == before
    explorer.redo()
    explorer.selected = 3
    assert saved(explorer) == saved(scene)
    explorer.restore()
    explorer.selected = 1
    assert saved(explorer) == before
    explorer.undo()
    explorer.selected = 3
    assert saved(explorer) == saved(scene)


def test_a_scene_of_the_data_menu_is_opened_from_its_file(tmp_path):
    file = tmp_path / "scene.json"
    scene = MarginExplorer(data="moons", m=50, noise=0.4, seed=3, sigma=50.0, C=0.5)
    scene.save(file)
    explorer = MarginExplorer([[0.0, 0.0], [1.0, 1.0]], [-1, 1])
    explorer.show_saved(file)
    assert saved(explorer) == saved(scene)
    assert explorer.data.value == "moons"
    explorer.undo()
    assert len(explorer.dataset()) == 2


def test_lines_and_kept_controls_come_with_a_scene_and_go_with_undo():
    X, y = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]], [-1, 1, 1]
    scene = MarginExplorer(X, y, lines=[[1.0, 1.0, -0.5]], keep=("sigma",))
    explorer = MarginExplorer(X, y, lines=[[1.0, 0.0, -0.5]], size="lecture")
    assert explorer.scene.controls["keep"] == []
    before = saved(explorer)
    assert "error" not in ask(explorer, "scene", saved(scene).encode(), name="x.json")
    assert explorer.scene.lines == [[1.0, 1.0, -0.5]]
    assert explorer.scene.controls["keep"] == ["sigma"]
    explorer.move(0, [0.1, 0.1])
    assert explorer.scene.lines == []
    explorer.undo()
    assert explorer.scene.lines == [[1.0, 1.0, -0.5]]
    explorer.undo()
    assert saved(explorer) == before
    explorer.redo()
    explorer.restore()
    assert saved(explorer) == before
    text = json.dumps(json.loads(before) | {"keep": ["sigmo"]})
    assert "did you mean 'sigma'" in ask(explorer, "scene", text.encode(), name="x.json")["error"]
    assert saved(explorer) == before


def test_what_cannot_be_opened_loses_nothing():
    explorer = MarginExplorer(m=30, kernel="linear")
    before, three = saved(explorer), MulticlassExplorer(m=30)
    points = json.loads(before) | {"data": {"X": [[0, 0], [1, 1], [2, 0]], "y": [0, 1, 2], "names": ["a", "b"]}}
    cases = {
        "not json": "x.json, line 1: this is not JSON",
        json.dumps(json.loads(before) | {"version": 9}): "'version' must be at most 1, got 9; update svmlab",
        json.dumps(json.loads(before) | {"version": 0}): "'version' must be 1, got 0; save the scene again",
        json.dumps(points): "has 3 classes, and this scene tells at most 2 apart",
        saved(three): "x.json: this is a scene of MulticlassExplorer, which is of another kind; open it there.",
    }
    for text, told in cases.items():
        assert told in ask(explorer, "scene", text.encode(), name="x.json")["error"]
        assert saved(explorer) == before
    assert not explorer.scene.editor["undo"]
    bounds = BoundsExplorer(m=30)
    text = json.dumps(json.loads(saved(bounds)) | {"shown": ["magic"]})
    assert "a bound's name must be one of" in ask(bounds, "scene", text.encode(), name="x.json")["error"].lower()


def test_what_has_no_text_is_said_and_not_saved():
    explorer = MarginExplorer(m=30, kernel=lambda X, Z: X @ Z.T)
    for do in ("save", "copy"):
        told = ask(explorer, do)
        assert "kernels that have a name" in told["error"]
        assert "text" not in told


def test_the_limits_of_the_page_are_those_that_are_told():
    assert (upload.MOST_POINTS, upload.MOST_CLASSES, upload.MOST_MULTIPLIERS) == (1000, 10, 2500)
    script = modules.source("parts/file_bar.js")
    assert float(re.search(r"HEAVIEST = ([\de]+);", script)[1]) == upload.HEAVIEST


def test_what_is_saved_is_what_the_page_shows_though_the_model_tells_it_later():
    explorer = MarginExplorer(m=30)
    text = ask(explorer, "copy", shown={"overlays": ["slack", "before"], "selected": 3})["text"]
    assert explorer.overlays == ("slack", "before")
    assert explorer.scene.selected == 3
    assert text == explorer.snippet()
    assert ask(explorer, "copy", shown={"overlays": ["everything"]})["text"] == text, "as nonsense by any other way"
    bounds = BoundsExplorer(m=30)
    assert "over='sigma'" in ask(bounds, "copy", shown={"over": "sigma"})["text"]
    assert "over='sigma'" in ask(bounds, "copy", shown={"over": "gamma"})["text"]
