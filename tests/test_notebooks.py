"""The notebooks: as a reader opens them, and run from top to bottom with their widgets.

An exception inside ``interact`` or a live scene does not fail a cell; it goes to a widget, where the next message may
wipe it out. So ``Client`` writes down every complaint when it is made, wherever it is shown.
"""

import ast
import os
import re
from pathlib import Path

import nbformat
import pytest

from svmlab.handouts.run import Runner

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))
MOST_CELLS, MOST_LINES = 12, 14

# Answers to the exercise of each notebook, right and wrong: what replaces ``None``, and part of what the cell prints.
ANSWERS = {
    "00_start_here": {
        "MulticlassSVM(C=1.0, kernel=kernels.Gaussian(sigma=2.0))": "2 leave-one-out errors: right!",
        "MulticlassSVM(C=0.01)": "16 leave-one-out errors: not yet, at most 2 are asked for.",
    },
    "01_margins": {
        "1.72": "Right!",
        "10": "C could be smaller.",
        "0.1": "With this C there is still slack.",
    },
    "02_kkt": {
        "[1, 1]": "Right!",
        "[0.5, 0]": "this fails",
    },
    "03_dual": {
        "[25/72, 2/9, 1/8]": "Right!",
        "[0.5, 0.25, 0.25]": "this fails",
    },
    "04_path_and_leave_one_out": {
        "2 / ((K @ y)[y > 0].max() - (K @ y)[y < 0].min())": "Right!",
        "0.05": "Later.",
        "1.0": "points are free already.",
    },
    "05_biclass_lemma": {
        "([[50, -0.01], [0, 1], [0, -1]], [1, 1, -1], 0)": "Right!",
        "([[0, 1], [2, 0], [0, -1]], [1, 1, -1], 1)": "Not yet",
    },
    "06_bounds": {
        "BiclassSVM(C=0.1, kernel=kernels.Gaussian(sigma=6.0))": "at most 3: right!",
        "BiclassSVM(C=0.5, kernel=kernels.Gaussian(sigma=3.0))": "not yet, at most 4 are asked for.",
    },
    "07_multiclass_machine": {
        "1 / 6": "grows by 2. Right!",
        "1 / 3": "grows by 4. Not yet: it should grow by 2.",
    },
    "08_multiclass_lemma": {
        "(2 * six.data.X + [5, 1], six.data.y, 5)": "Lemma 2 fails at point 5: 0 ≥ 0.00556? Right!",
        "(six.data.X, six.data.y, 0)": "Not yet.",
    },
    "09_guaranteed_risk": {
        "32000": "Right!",
        "1000": "more points.",
        "1_000_000": "fewer will do.",
    },
    "10_three_gaussians": {
        "MulticlassSVM(C=1.0, kernel=kernels.Polynomial(2, gamma=0.04))": "5.41 %: right!",
        "MulticlassSVM(C=1.0, kernel=kernels.Linear())": "6.19 %: not yet, below 5.45 % is asked for.",
    },
    "11_which_machine": {
        "(0.46, 0.18, 0.18, 0.18)": "Right!",
        "(0.4, 0.36, 0.2, 0.04)": "Not yet.",
        "(0.7, 0.1, 0.1, 0.1)": "Not yet.",
    },
    "12_learning": {
        "2 / K.diagonal().max()": "Right!",
        "1 / K.diagonal().max()": "It could be larger.",
        "3 / K.diagonal().max()": "With this rate Q falls.",
    },
}

# Moves every slider of ``interact`` to both of its ends.
MOVE_SLIDERS = """
import gc
import ipywidgets

for one in [one for one in gc.get_objects() if isinstance(one, ipywidgets.interactive)]:
    for slider in one.kwargs_widgets:
        for end in (slider.min, slider.max):
            slider.value = 10**end if isinstance(slider, ipywidgets.FloatLogSlider) else end
"""


def of_each_notebook(test):
    return pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)(test)


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


class Client(Runner):
    """Runs a notebook to its end; ``complaints`` are the errors and warnings that a reader would have seen."""

    def __init__(self, notebook):
        super().__init__(notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(FOLDER)}})
        self.complaints = []

    def output(self, outs, msg, display_id, cell_index):
        """An output of a cell, or of the Output widget that has taken its place."""
        kind, content = msg["msg_type"], msg["content"]
        if kind == "error":
            self.complaints.append(f"{content['ename']}: {content['evalue']}")
        if kind == "stream" and content["name"] == "stderr":
            self.complaints.append(content["text"])
        return super().output(outs, msg, display_id, cell_index)

    def handle_comm_msg(self, outs, msg, cell_index):
        """A widget's news: a scene tells in ``answer`` what went wrong."""
        super().handle_comm_msg(outs, msg, cell_index)
        answer = msg["content"]["data"].get("state", {}).get("answer") or {}
        if answer.get("error"):
            self.complaints.append(answer["error"])


def run(notebook, folder):
    """Run a notebook in place, whatever it raises, and return the complaints."""
    env = {**os.environ, "IPYTHONDIR": str(folder), "JUPYTER_PREFER_ENV_PATH": "1"}
    env.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    env.pop("MPLBACKEND", None)  # pictures in the notebook, whatever the other tests want
    client = Client(notebook)
    client.execute(env=env)
    return client.complaints


def notebook_of(*sources):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


def printed(cell):
    return "".join(o["text"] for o in cell.outputs if o["output_type"] == "stream")


def shows_picture(cell):
    return any("image/png" in output.get("data", {}) for output in cell.outputs)


def test_the_notebooks_are_those_we_know():
    assert len(NOTEBOOKS) >= 3
    assert NOTEBOOKS == sorted(FOLDER.glob("*.ipynb")), "a notebook is named by two digits, _ and a word"
    assert {path.stem for path in NOTEBOOKS} <= set(ANSWERS), "a new notebook wants its exercise answered in ANSWERS"


def test_the_course_map_has_a_row_for_every_notebook():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\w+)\]\((\w+)\.ipynb\) \| (\d+) \| ", text, re.MULTILINE)
    assert [name for name, _, _ in rows] == [target for _, target, _ in rows] == [path.stem for path in NOTEBOOKS]
    assert all(20 <= int(minutes) <= 120 for _, _, minutes in rows)
    for name, section in re.findall(r"^\| \[(\w+)\].*section (\d)", text, re.MULTILINE):
        headings = [cell.source for cell in read(FOLDER / f"{name}.ipynb").cells if cell.cell_type == "markdown"]
        assert any(re.search(rf"^## {section}\. ", heading, re.MULTILINE) for heading in headings), name


@of_each_notebook
def test_outputs_are_stripped(path):
    for cell in code_cells(read(path)):
        assert cell.outputs == []
        assert cell.execution_count is None
        assert not cell.metadata


@of_each_notebook
def test_code_cells_are_few_and_short(path):
    cells = code_cells(read(path))
    assert len(cells) <= MOST_CELLS
    assert max(len(cell.source.splitlines()) for cell in cells) <= MOST_LINES


@of_each_notebook
def test_the_last_code_cell_asserts_the_facts(path):
    last = ast.parse(code_cells(read(path))[-1].source)
    assert any(isinstance(statement, ast.Assert) for statement in last.body)


@of_each_notebook
def test_there_are_predictions_to_reveal_and_an_exercise(path):
    text = "\n".join(cell.source for cell in read(path).cells)
    assert "**Predict" in text
    assert text.count("<details><summary>") == text.count("</details>") > 2
    assert text.count("answer = None") == 1


@of_each_notebook
def test_cells_need_no_magic_and_no_luck(path):
    for cell in code_cells(read(path)):
        assert not re.search(r"^\s*[%!]", cell.source, re.MULTILINE)
        assert not re.search(r"default_rng\(\)|np\.random\.(?!default_rng)", cell.source)


@pytest.mark.slow
@of_each_notebook
def test_notebook_runs_from_top_to_bottom(path, tmp_path):
    notebook = read(path)
    answer = next(cell for cell in code_cells(notebook) if "answer = None" in cell.source)
    answers = ANSWERS.get(path.stem, {})
    for text in answers:
        notebook.cells.append(nbformat.v4.new_code_cell(answer.source.replace("answer = None", f"answer = {text}")))
    notebook.cells.append(nbformat.v4.new_code_cell(MOVE_SLIDERS))

    assert run(notebook, tmp_path) == []
    assert printed(answer).startswith("No answer yet")
    for cell, expected in zip(notebook.cells[-1 - len(answers) : -1], answers.values(), strict=True):
        assert expected in printed(cell)
    for cell in code_cells(notebook):
        if re.search(r"^(plotting\.plot_|.*plt\.subplots|explorers\.)", cell.source, re.MULTILINE):
            assert shows_picture(cell), cell.source


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

    complaints = "\n".join(run(notebook, tmp_path))

    assert not any(output["output_type"] == "error" for cell in notebook.cells for output in cell.outputs)
    for part in ("as it opens", "at one end", "at the other", "thin ice", "cannot be separated"):
        assert part in complaints


@pytest.mark.slow
def test_a_cell_that_only_plots_shows_its_picture(tmp_path):
    notebook = notebook_of(
        "from svmlab import datasets, plotting\n\ndata = datasets.moons(20)\nplotting.plot_dataset(data.X, data.y);",
        "plotting.plot_dataset(data.X, data.y);",
    )
    assert run(notebook, tmp_path) == []
    assert all(shows_picture(cell) for cell in notebook.cells)
