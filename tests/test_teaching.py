"""The teacher's guide: a chapter for every notebook, each with all its parts, about sections that exist."""

import re

import pytest
from notebook_runs import FOLDER, NOTEBOOKS, read

GUIDE = (FOLDER / "TEACHING.md").read_text(encoding="utf-8")
CHAPTERS = dict(re.findall(r"^## \[(\w+)\]\(\1\.ipynb\)\n(.*?)(?=^## )", GUIDE, re.MULTILINE | re.DOTALL))
PARTS = ("Aim", "Board", "Scene, minute", "Wrong", "Wrong", "Homework")

of_each_chapter = pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])


def test_every_notebook_has_a_chapter_in_its_place():
    assert list(CHAPTERS) == [path.stem for path in NOTEBOOKS]


@of_each_chapter
def test_a_chapter_has_all_its_parts_in_order(name):
    parts = [found[1] for found in re.finditer(r"^\*\*(.+?)(?: \d+)?\.\*\* ", CHAPTERS[name], re.MULTILINE)]
    assert tuple(parts) == PARTS
    aim = re.search(r"\*\*Aim\.\*\* (.+?)\n\n", CHAPTERS[name], re.DOTALL)[1]
    assert len(re.findall(r"[.?!](?=\s|$)", aim)) == 1, "the aim is one sentence"
    assert len(re.findall(r"^- \*.+\?\* \S", CHAPTERS[name], re.MULTILINE)) == 3, "three questions with answers"


@of_each_chapter
def test_a_chapter_speaks_of_sections_and_minutes_that_exist(name):
    sections = "\n".join(cell.source for cell in read(FOLDER / f"{name}.ipynb").cells if cell.cell_type == "markdown")
    for other, number in re.findall(r"(\(\d\d, )?[Ss]ection (\d+)", CHAPTERS[name]):
        assert other or f"\n## {number}. " in f"\n{sections}", number
    minutes = re.search(
        rf"^\| \[{name}\].*?\| (\d+) \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert int(re.search(r"minute (\d+)", CHAPTERS[name])[1]) < int(minutes[1])
