"""Make a notebook an assignment that nbgrader grades: each exercise by its own check, a point for each.

.venv/bin/python tools/assignment.py 04_path_and_leave_one_out FOLDER

writes FOLDER/release/NAME/NAME.ipynb, in which every answer is None, and FOLDER/source/NAME/NAME.ipynb, in which each
stands between the marks that nbgrader takes out of what it releases. nbgrader is not needed to make them.
"""

import copy
import sys
from pathlib import Path

import nbformat

from svmlab import exercises

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
ASKS, NONE = 'exercises.check("{}", answer)', "answer = None"
SOLUTION = NONE + "\n### BEGIN SOLUTION\nanswer = {}\n### END SOLUTION"
GRADED = 'assert answer is not None, "no answer to exercise {0}"\nexercises.check("{0}", answer)\ndel answer'
SCHEMA = 3  # of nbgrader's metadata


def told(name, **roles):
    """What nbgrader reads of a cell: its name, and whether it is an answer or grades one."""
    usual = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": SCHEMA}
    return {"nbgrader": {**usual, "grade_id": name, **roles}}


def graded(name):
    """The cell that gives a point where the check passes; no answer has none, and no answer is left to the next."""
    marks = told(f"check-{name.replace('.', '-')}", grade=True, locked=True, points=1)
    return nbformat.v4.new_code_cell(GRADED.format(name), metadata=marks, id=f"check-{name.replace('.', '-')}")


def assignment(notebook, *, solved):
    """A copy of a notebook with a cell that grades under each exercise, and with the answers if it is to be solved.

    Raises ValueError for a notebook without exercises.
    """
    made, cells = copy.deepcopy(notebook), []
    for cell in made.cells:
        cells.append(cell)
        name = next((name for name in exercises.ALL if ASKS.format(name) in cell.source), None)
        if name is not None:
            cell.metadata |= told(f"answer-{name.replace('.', '-')}", solution=True)
            if solved:
                cell.source = cell.source.replace(NONE, SOLUTION.format(exercises.ALL[name].solution))
            cells.append(graded(name))
    if len(cells) == len(made.cells):
        raise ValueError("the notebook has no exercise to grade; take one of notebooks/")
    made.cells = cells
    return made


def write(path, folder):
    """Write both versions of a notebook into a folder; return their paths."""
    notebook, written = nbformat.read(path, as_version=4), []
    for version in ("release", "source"):
        file = Path(folder) / version / path.stem / path.name
        file.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(assignment(notebook, solved=version == "source"), file)
        written.append(file)
    return written


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(*write(NOTEBOOKS / f"{sys.argv[1]}.ipynb", sys.argv[2]), sep="\n")
