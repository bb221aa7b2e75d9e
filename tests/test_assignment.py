"""Notebooks as assignments: no answer in what is released, every answer in the other, each graded by its check."""

import nbformat
import pytest
from notebook_runs import FOLDER, NOTEBOOKS, exercises_of, notebook_of, read, run

from svmlab import exercises
from svmlab.exercises.memory import FILE

ROOT = FOLDER.parent
NAME = "00_start_here"


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    import assignment

    return assignment


def told(cell, key):
    return cell.metadata.get("nbgrader", {}).get(key)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_exercise_is_asked_and_graded_once(path, tool):
    names = [name for name in exercises.ALL if name.startswith(path.name[:2])]
    for solved in (False, True):
        made = tool.assignment(read(path), solved=solved)
        nbformat.validate(made)
        ids = [told(cell, "grade_id") for cell in made.cells if "nbgrader" in cell.metadata]
        assert ids == [f"{kind}-{name.replace('.', '-')}" for name in names for kind in ("answer", "check")]
        assert sum(told(cell, "points") or 0 for cell in made.cells) == len(names)
        assert all(told(cell, "locked") == told(cell, "grade") for cell in made.cells if "nbgrader" in cell.metadata)
        text = [cell.source for cell in exercises_of(made)]
        assert len(text) == len(names)
        for name, source in zip(names, text, strict=True):
            assert (f"answer = {exercises.ALL[name].solution}\n### END SOLUTION" in source) == solved


@pytest.mark.slow
def test_both_versions_run_and_only_answers_that_are_right_have_points(tool, tmp_path):
    files = tool.write(FOLDER / f"{NAME}.ipynb", tmp_path)
    assert [str(file.relative_to(tmp_path)) for file in files] == [
        f"release/{NAME}/{NAME}.ipynb", f"source/{NAME}/{NAME}.ipynb",
    ]  # fmt: skip
    failed = []
    for file in files:
        notebook = read(file)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(f"import os\n\nos.chdir({str(file.parent)!r})"))
        run(notebook, tmp_path)
        graded = [cell for cell in notebook.cells if told(cell, "grade")]
        failed.append([any(output.output_type == "error" for output in cell.outputs) for cell in graded])
    n = len(failed[0])
    assert n >= 3
    assert failed == [[True] * n, [False] * n]
    assert len((files[1].parent / FILE).read_text(encoding="utf-8").split()) == n


def test_a_notebook_without_exercises_is_refused(tool):
    with pytest.raises(ValueError, match="no exercise to grade; take one of notebooks/"):
        tool.assignment(notebook_of("1 + 1"), solved=True)
