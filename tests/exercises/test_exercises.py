"""Every exercise: right and wrong answers, hints, its cells in the notebook; what is remembered, and the solutions."""

import ast
import re

import numpy as np
import pytest
from notebook_runs import FOLDER, NOTEBOOKS, code_cells, read
from wrong_answers import WRONG

import svmlab
from svmlab import datasets, exercises, lemmas_multiclass
from svmlab.exercises import solutions
from svmlab.exercises.memory import FILE

NAMES = list(exercises.ALL)
CELL = 'from svmlab import exercises\n\nanswer = None\nexercises.check("{}", answer)'
of_each = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder of one's own to remember in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def known():
    """What the notebooks have by the names that answers use."""
    shifted = datasets.overlapping(60, random_state=0).X + np.array([3.0, 1.0])
    own = {"np": np, "K": shifted @ shifted.T, "six": lemmas_multiclass.COUNTEREXAMPLE}
    return {**{name: getattr(svmlab, name) for name in ("BiclassSVM", "MulticlassSVM", "kernels")}, **own}


def told(name, answer, capsys):
    """What the check says of an answer that is given as Python text; of a wrong one, as a notebook shows it."""
    try:
        exercises.check(name, eval(answer, known()))
    except exercises.NotYet as wrong:
        assert not capsys.readouterr().out
        (shown,) = wrong._render_traceback_()
        return shown
    return capsys.readouterr().out


def notebook_of(name):
    (path,) = [path for path in NOTEBOOKS if path.name.startswith(name[:2])]
    return read(path)


def question_of(name):
    """The Markdown cell before the cell of an exercise, and the source of all cells above it."""
    cells = notebook_of(name).cells
    (i,) = [i for i, cell in enumerate(cells) if f'exercises.check("{name}"' in cell.source]
    assert cells[i].source == CELL.format(name)
    return cells[i - 1].source, "\n".join(cell.source for cell in cells[: i - 1])


def test_every_notebook_has_exercises_that_rise():
    assert [sheet.notebook for sheet in exercises.SHEETS] == [path.stem for path in NOTEBOOKS]
    for sheet in exercises.SHEETS:
        assert len(sheet) >= 3
        ranks = [exercises.KINDS.index(one.kind) for one in sheet]
        assert ranks == sorted(ranks)
        assert set(ranks) == {0, 1, 2}


@of_each
def test_the_solution_is_right_and_remembered(name, capsys, folder):
    answer = exercises.ALL[name].solution
    assert told(name, answer, capsys).startswith("Right! ")
    assert (folder / FILE).read_text(encoding="utf-8") == f"{name}\n"


@of_each
def test_a_wrong_answer_is_told_why(name, capsys, folder):
    assert len(WRONG[name]) >= 2
    for answer, why in WRONG[name].items():
        said = told(name, answer, capsys)
        assert said.startswith("Not yet. "), answer
        assert why in said, answer
    assert not list(folder.iterdir()), "a wrong answer leaves nothing behind"


@of_each
@pytest.mark.parametrize(
    "answer", ['"a word"', "[]", "float('nan')", "object()"], ids=["word", "empty", "nan", "object"]
)
def test_an_answer_of_another_form_is_refused_in_words(name, answer, capsys):
    said = told(name, answer, capsys)
    assert said.startswith("Not yet. ")
    assert len(said) > 30


@of_each
def test_no_answer_is_told_what_is_asked_for(name, capsys):
    assert told(name, "None", capsys) == f"No answer yet: replace None by {exercises.ALL[name].wants}.\n"


@of_each
def test_an_exercise_has_its_question_and_graded_hints(name):
    text, _ = question_of(name)
    assert text.startswith(f"**Exercise {int(name[3:])}, {exercises.ALL[name].kind}.** ")
    hints = re.findall(r"<details><summary>(.+?)</summary>\n\n(.+?)\n\n</details>", text, re.DOTALL)
    assert [title for title, _ in hints] == ["A hint", "A second hint", "A third hint"][: len(hints)]
    assert len(hints) >= 2


@of_each
def test_no_answer_stands_above_its_exercise(name):
    question, above = question_of(name)
    solution = exercises.ALL[name].solution
    assert len(solution) < 8 or solution not in question + above


@of_each
def test_an_answer_that_is_given_as_an_example_is_not_right(name, capsys):
    question, _ = question_of(name)
    example = re.search(r"(?:for\s+instance|such\s+as)\s+`([^`]+)`", question.split("<details>")[0])
    if example and "comparison." not in example[1]:
        assert told(name, example[1], capsys).startswith("Not yet. ")


@of_each
def test_a_solution_uses_what_its_notebook_has(name):
    tree = ast.parse(exercises.ALL[name].solution)
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    code = "\n".join(cell.source for cell in code_cells(notebook_of(name)))
    assert all(re.search(rf"\b{one}\b", code) for one in used)


def test_every_check_in_a_notebook_is_of_an_exercise_that_is_known():
    for path in NOTEBOOKS:
        text = "\n".join(cell.source for cell in code_cells(read(path)))
        assert re.findall(r'exercises\.check\("(.+?)"', text) == [n for n in NAMES if n.startswith(path.name[:2])]
    with pytest.raises(ValueError, match=r"no exercise '99\.1'; they are 00\.1, "):
        exercises.check("99.1", 1)


def test_what_is_solved_is_counted_once_and_forgotten_with_its_file(capsys, folder):
    first, second = NAMES[0], NAMES[3]
    for name in (second, first, second):
        said = told(name, exercises.ALL[name].solution, capsys)
    assert said.endswith(f"You have solved 2 of {len(NAMES)}.\n")
    assert (folder / FILE).read_text(encoding="utf-8") == f"{first}\n{second}\n"
    exercises.progress()
    assert "■□□ 00_start_here\n■□□ 01_margins\n□□□ 02_kkt\n" in capsys.readouterr().out
    (folder / FILE).unlink()
    exercises.progress()
    assert capsys.readouterr().out.startswith(f"You have solved 0 of {len(NAMES)}.")


def test_a_file_with_other_words_in_it_does_no_harm(capsys, folder):
    (folder / FILE).write_bytes(b"\xff\xfe nonsense\n00.2\n99.9\n")
    exercises.progress()
    assert capsys.readouterr().out.startswith("You have solved 1 of ")


def test_where_nothing_can_be_written_the_answer_is_judged_all_the_same(capsys, folder):
    (folder / FILE).mkdir()
    said = told(NAMES[0], exercises.ALL[NAMES[0]].solution, capsys)
    assert said.startswith("Right! ")
    assert f"(Not remembered: {FILE} cannot be written, " in said


def test_the_page_of_solutions_is_what_the_exercises_say():
    page = (FOLDER / "SOLUTIONS.md").read_text(encoding="utf-8")
    assert page == solutions.as_markdown(), "python -m svmlab.exercises > notebooks/SOLUTIONS.md"
