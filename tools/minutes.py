"""How long each notebook takes at a stated pace: what notebooks/README.md says of those that nobody has tried.

.venv/bin/python tools/minutes.py

Exercises apart from one, appendices and sources are not counted.
"""

import re
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
WORDS = 40  # a minute; a formula in a line is one word
FORMULA, LINE, QUESTION, SCENE, EXERCISE = 2, 0.25, 3, 5, 8  # minutes; a line of code with what it shows
DISPLAYED, IN_LINE = re.compile(r"\$\$.+?\$\$", re.DOTALL), re.compile(r"\$[^$]+\$")
APART = re.compile(r"\*\*Sources\.\*\*.*|^## Appendix.*", re.DOTALL | re.MULTILINE)


def of_text(text):
    """Minutes for a Markdown cell."""
    text = APART.sub("", text)
    words = len(IN_LINE.sub("formula", DISPLAYED.sub("", text)).split())
    questions = len(re.findall(r"\*\*(?:Predict|Look back)\b", text))
    return words / WORDS + FORMULA * len(DISPLAYED.findall(text)) + QUESTION * questions


def of_code(source):
    """Minutes for a code cell and what it shows."""
    lines = [line for line in source.splitlines() if line.strip()]
    return LINE * len(lines) + SCENE * bool(re.search(r"^explorers\.\w+\(", source, re.MULTILINE))


def minutes(notebook):
    """Minutes for a notebook up to its exercises, one of them, and its end."""
    total, cells = EXERCISE, notebook.cells[:-1]  # the last one asserts
    for cell in cells:
        if cell.cell_type == "markdown" and not cell.id.startswith("exercise"):
            total += of_text(cell.source)
        elif cell.cell_type == "code" and "answer = None" not in cell.source:
            total += of_code(cell.source)
        if "## Appendix" in cell.source:
            break
    return total


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")):
        print(f"{path.stem:28} {minutes(nbformat.read(path, as_version=4)):4.0f}")
