"""The notebooks: as a reader opens them, and run from top to bottom with their widgets."""

import ast
import base64
import io
import re

import nbformat
import pytest
from notebook_runs import FOLDER, MOVE_SLIDERS, NOTEBOOKS, code_cells, exercises_of, notebook_of, read, run
from PIL import Image

from svmlab import style

MOST_CELLS, MOST_LINES = 12, 14
ROOM, SMALLEST = 1000, 10  # CSS pixels: what an output has of a screen of 1280, and the least that type should have
LECTURE = FOLDER / "lecture.ipynb"


def of_each_notebook(test):
    return pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)(test)


def printed(cell):
    return "".join(o["text"] for o in cell.outputs if o["output_type"] == "stream")


def pictures(cell):
    """The images of a cell."""
    shown = [output["data"]["image/png"] for output in cell.outputs if "image/png" in output.get("data", {})]
    return [Image.open(io.BytesIO(base64.b64decode(image))) for image in shown]


def shows_picture(cell):
    return bool(pictures(cell))


def smallest_type(picture):
    """Height of the smallest type in a picture, in CSS pixels, where it is shrunk to its room."""
    points = min(style.size()["type"].values())
    return points / 72 * picture.info["dpi"][0] * min(1, ROOM / picture.width)


def test_the_notebooks_are_those_we_know():
    assert len(NOTEBOOKS) >= 3
    named = sorted({*FOLDER.glob("*.ipynb")} - {LECTURE})
    assert NOTEBOOKS == named, "a notebook of the course is named by two digits, _ and a word"


def test_the_course_map_has_a_row_for_every_notebook():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\w+)\]\((\w+)\.ipynb\) \| (\d+) \| ", text, re.MULTILINE)
    assert [name for name, _, _ in rows] == [target for _, target, _ in rows] == [path.stem for path in NOTEBOOKS]
    parts = dict(re.findall(r"^\| \[(\w+)\].*\(in two parts, sections 1 to \d and (\d) to \d\)", text, re.MULTILINE))
    assert all(20 <= int(minutes) <= (240 if name in parts else 120) for name, _, minutes in rows), "long: in two parts"
    for name, section in re.findall(r"^\| \[(\w+)\].*section (\d)", text, re.MULTILINE):
        headings = [cell.source for cell in read(FOLDER / f"{name}.ipynb").cells if cell.cell_type == "markdown"]
        assert any(re.search(rf"^## {section}\. ", heading, re.MULTILINE) for heading in headings), name


def test_minutes_that_nobody_has_tried_are_counted_at_the_pace_that_is_stated(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER.parent / "tools")
    import minutes

    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| \[(\w+)\]\(\w+\.ipynb\) \| (\d+) \| ", text, re.MULTILINE))
    for path in (path for path in NOTEBOOKS if path.stem >= "12"):
        assert abs(int(told[path.stem]) - minutes.minutes(read(path))) <= 5, path.stem


def links_of(text):
    """(notebook, its first section that is named, or None) of each link to a notebook."""
    found = re.findall(r"\[\w+\]\((\w+)\.ipynb\)(?:,\s+sections? (\d)|\s+from\s+section (\d))?", text)
    return [(name, first or second or None) for name, first, second in found]


@of_each_notebook
def test_what_to_read_next_is_there(path):
    text = "\n".join(cell.source for cell in read(path).cells)
    for follows in re.findall(r"\*\*Read next\.\*\* (.*?)(?:\n\n|\Z)", text, re.DOTALL):
        assert links_of(follows)
        for name, section in links_of(follows):
            other = "\n".join(cell.source for cell in read(FOLDER / f"{name}.ipynb").cells)
            assert section is None or re.search(rf"^## {section}\. ", other, re.MULTILINE), (name, section)


def order_to_read_in():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    return [name for name, _ in links_of(text.split("**The order to read them in**")[1].split("**Shorter ways.**")[0])]


@pytest.mark.parametrize("path", NOTEBOOKS[1:], ids=lambda path: path.stem)
def test_a_question_looks_back_at_what_was_read_before(path):
    (asked,) = re.findall(r"^\*\*Look back\*\* at (.+\?)\n\n<details>", read(path).cells[0].source, re.MULTILINE)
    ((name, section),) = links_of(asked)
    there = "\n".join(cell.source for cell in read(FOLDER / f"{name}.ipynb").cells)
    assert re.search(rf"^## {section}\. ", there, re.MULTILINE), (name, section)
    order = order_to_read_in()
    assert order.index(name) < order.index(path.stem)


def test_the_order_to_read_in_has_every_notebook_and_risk_before_leave_one_out():
    order = order_to_read_in()
    assert set(order) == {path.stem for path in NOTEBOOKS}
    assert order.index("09_guaranteed_risk") < order.index("04_path_and_leave_one_out")
    assert order.index("07_multiclass_machine") < order.index("11_which_machine") < order.index("08_multiclass_lemma")


@of_each_notebook
def test_outputs_are_stripped(path):
    for cell in code_cells(read(path)):
        assert cell.outputs == []
        assert cell.execution_count is None
        assert set(cell.metadata) <= {"slideshow"}  # what slides leave to the page


@of_each_notebook
def test_code_cells_are_few_and_short(path):
    notebook = read(path)
    cells = code_cells(notebook)
    assert len(cells) - len(exercises_of(notebook)) <= MOST_CELLS
    assert max(len(cell.source.splitlines()) for cell in cells) <= MOST_LINES


@of_each_notebook
def test_the_last_code_cell_asserts_the_facts(path):
    last = ast.parse(code_cells(read(path))[-1].source)
    assert any(isinstance(statement, ast.Assert) for statement in last.body)


@of_each_notebook
def test_there_are_predictions_to_reveal(path):
    text = "\n".join(cell.source for cell in read(path).cells)
    assert "**Predict" in text
    assert text.count("<details><summary>") == text.count("</details>") > 2


SHOWS = re.compile(r"print\(|plt\.|plotting\.(plot|draw)|display\(|ax\.|explorers\.|interact\(|fold\(")
LIVE = re.compile(r"(explorers\.\w+|interact)\(")
PREDICTION = re.compile(r"^(?!- ).*\*\*Predict\b", re.MULTILINE)
HEADING = re.compile(r"^## ", re.MULTILINE)
TRIED = "<details><summary>Open when you have tried"


def showing(cell):
    """The statements of a cell that show something as it runs, its last value too, functions apart."""
    body = [one for one in ast.parse(cell.source).body if not isinstance(one, ast.FunctionDef)]
    value = isinstance(body[-1], ast.Expr) and not cell.source.rstrip().endswith(";")
    shown = [one for one in body if SHOWS.search(ast.unparse(one)) or (value and one is body[-1])]
    return [one for one in shown if ast.unparse(one) != "plotting.use()"]


def is_fold(statement):
    return ast.unparse(statement).startswith("fold(")


def is_live_alone(cell):
    """Whether all that a cell shows is a live scene."""
    shown = showing(cell)
    return len(shown) == 1 and LIVE.match(ast.unparse(shown[0])) is not None


def answers_of_predictions(notebook):
    """(what is asked and answered in words, code cells that show something) of each prediction.

    The cells are those directly below the question, and those directly below its answer where that comes later.
    """
    cells = notebook.cells
    for i, cell in enumerate(cells):
        found = list(PREDICTION.finditer(HEADING.split(cell.source)[-1]))
        if cell.cell_type == "markdown" and found:
            words, below = cell.source[cell.source.index("**Predict") :], []
            for one in cells[i + 1 :]:
                if one.cell_type == "markdown" and "<details>" in words:
                    break
                if one.cell_type == "markdown":
                    words += one.source
                    if HEADING.search(one.source):
                        break
                elif showing(one):
                    below.append(one)
            yield words, below


@of_each_notebook
def test_what_a_prediction_asks_for_is_folded_until_the_reader_has_decided(path):
    """A live scene may stay open where it is what the reader is told to try, if nothing else is shown with it."""
    for words, cells in answers_of_predictions(read(path)):
        for cell in cells:
            tried = TRIED in words and is_live_alone(cell)
            assert tried or is_fold(showing(cell)[0]), cell.source


@pytest.mark.parametrize(
    "source",
    ["print(1)\nexplorers.MarginExplorer()", "report\n", "display(report)\nfold()", "HTML('<details>1</details>')"],
    ids=["beside a scene", "last value", "before the fold", "folded by hand"],
)
def test_an_answer_beside_a_prediction_is_found(source):
    asked = nbformat.v4.new_markdown_cell(f"**Predict.** How many?\n\n{TRIED}</summary>One.</details>")
    ((_, (cell,)),) = answers_of_predictions(nbformat.v4.new_notebook(cells=[asked, *notebook_of(source).cells]))
    assert not is_live_alone(cell)
    assert not is_fold(showing(cell)[0])


@of_each_notebook
def test_cells_need_no_magic_and_no_luck(path):
    for cell in code_cells(read(path)):
        assert not re.search(r"^\s*[%!]", cell.source, re.MULTILINE)
        assert not re.search(r"default_rng\(\)|np\.random\.(?!default_rng)", cell.source)


@of_each_notebook
def test_colours_and_type_are_those_of_the_style(path):
    for cell in code_cells(read(path)):
        assert not re.search(r"#[0-9A-Fa-f]{6}\b|\bfontsize\b|\"(black|white|blue|orange)\"", cell.source)


def beside_its_pages(path):
    """A notebook in the group of the tests of its pages, which read the same run of it."""
    return pytest.param(path.stem, marks=pytest.mark.xdist_group(f"notebook {path.stem}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [beside_its_pages(path) for path in NOTEBOOKS])
def test_notebook_runs_from_top_to_bottom(name, notebook_run):
    run = notebook_run(name)

    assert run.complaints == []
    assert all(printed(cell).startswith("No answer yet") for cell in exercises_of(run.seen))
    for cell in code_cells(run.seen):
        if re.search(r"^(plotting\.plot_|.*plt\.subplots|explorers\.)", cell.source, re.MULTILINE):
            assert shows_picture(cell), cell.source


@pytest.mark.slow
@pytest.mark.parametrize("name", [beside_its_pages(path) for path in NOTEBOOKS])
def test_what_is_written_in_a_picture_can_be_read(name, notebook_run):
    for cell in code_cells(notebook_run(name).seen):
        assert all(smallest_type(picture) >= SMALLEST for picture in pictures(cell)), cell.source


@pytest.mark.slow
def test_complaints_inside_widgets_are_heard(tmp_path):
    slider = "from ipywidgets import interact\n\ndef f(a):\n    {}\n\ninteract(f, a=(1, 3));"
    notebook = notebook_of(
        slider.format("assert a != 2, 'as it opens'"),
        slider.format("assert a != 1, 'at one end'"),
        slider.format("assert a != 3, 'at the other'"),
        slider.format("import warnings; warnings.warn('thin ice')"),
        "from svmlab import explorers\n\nscene = explorers.MarginExplorer(data='separable')",
        "scene.set(data='overlapping', kernel='linear', C=float('inf'))\nscene.restore()",
        MOVE_SLIDERS,
    )

    complaints = "\n".join(run(notebook, tmp_path).complaints)

    assert not any(output["output_type"] == "error" for cell in notebook.cells for output in cell.outputs)
    for part in ("as it opens", "at one end", "at the other", "thin ice", "cannot be separated"):
        assert part in complaints


@pytest.mark.slow
def test_a_cell_that_only_plots_shows_its_picture(tmp_path, fresh_kernels):
    notebook = notebook_of(
        "from svmlab import datasets, plotting\n\ndata = datasets.moons(20)\nplotting.plot_dataset(data.X, data.y);",
        "plotting.plot_dataset(data.X, data.y);",
    )
    assert run(notebook, tmp_path).complaints == []
    assert all(shows_picture(cell) for cell in notebook.cells)


def test_the_lecture_is_ready_in_a_notebook_of_its_own():
    (cell,) = code_cells(read(LECTURE))
    assert (cell.outputs, cell.execution_count) == ([], None)
    names = {}
    exec(cell.source, names)
    lecture = names["lecture"]
    assert cell.source.splitlines()[-1] == "lecture"
    assert lecture.error is None
    assert len(lecture.scenes) == len(names["explorers"].SCENES)
    lecture.close()
