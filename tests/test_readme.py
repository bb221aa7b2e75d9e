"""The README and its neighbours: the code runs, links lead somewhere, pictures are what the scripts draw."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml
from notebook_runs import NOTEBOOKS, code_cells, read
from PIL import Image, ImageColor
from test_layers import ORDER

from svmlab import datasets, style

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = (
    "README.md",
    "docs/recipes.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "notebooks/README.md",
    "notebooks/CONVENTIONS.md",
    "notebooks/HISTORY.md",
    "notebooks/THEOREMS.md",
    "notebooks/GLOSSARY.md",
    "notebooks/READING_GUIDE.md",
    "notebooks/SOLUTIONS.md",
    "notebooks/TEACHING.md",
    "figures/gallery/README.md",
    "figures/lessons/README.md",
)


def flowers_in(file):
    """Write the table that the README reads in the place of the reader's."""
    iris = datasets.iris()
    rows = [",".join([*iris.names, "kind"])]
    rows += [",".join([*map(str, x), kind]) for x, kind in zip(iris.X.tolist(), iris.y, strict=True)]
    Path(file).write_text("\n".join(rows), encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "n_blocks", "written"),
    [
        ("README.md", 5, ["iris.png"]),
        ("docs/recipes.md", 15, ["machine.joblib", "margin.html"]),
        ("notebooks/CONVENTIONS.md", 5, []),
    ],
)
def test_the_code_of_a_page_prints_what_it_says(page, n_blocks, written, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flowers_in("flowers.csv")
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == n_blocks
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=report.append)
    assert runner.failures == 0, "".join(report)
    assert all((tmp_path / file).exists() for file in written)


def test_the_commands_of_the_readme_exist():
    commands = re.findall(r"python3 lab\.py ([a-z]+)", README)
    told = subprocess.run(
        [sys.executable, ROOT / "lab.py", "--help"], capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout
    assert {"test", "setup", "figures"} <= set(commands)
    assert all(re.search(rf"^\s+{command}\s", told, re.MULTILINE) for command in commands)
    assert all(option in told for option in ("--no-browser", "--port"))


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", text):
        assert ((ROOT / page).parent / target).exists(), target


def test_the_layers_of_contributing_stand_in_their_order():
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
    names = re.findall(r"`(\w+)`", " ".join(rows))
    assert len(names) >= 15
    assert names == [name for name in ORDER if name in names]


def test_the_citation_names_this_version():
    import svmlab

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert str(citation["version"]) == svmlab.__version__
    assert citation["license"] == "BSD-3-Clause"
    assert all({"type", "title", "authors"} <= set(reference) for reference in citation["references"])


def test_every_lesson_has_its_picture(monkeypatch):
    """The page is what its tool makes of the list of notebooks; the cells that it draws are there."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    import lessons

    assert (ROOT / "figures" / "lessons" / "README.md").read_text(encoding="utf-8") == lessons.readme()
    assert list(lessons.SHOWN) == list(lessons.taught()) == [path.stem for path in NOTEBOOKS]
    for path in NOTEBOOKS:
        assert (ROOT / "figures" / "lessons" / f"{path.stem}.png").exists()
        assert any(cell.id == lessons.SHOWN[path.stem] for cell in code_cells(read(path)))


NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]\d+)?")


def pixels(file):
    return np.asarray(Image.open(file).convert("RGB"), int)


def same_picture(ours, new):
    """Edges may be smoothed a little otherwise; a mark, a line or a tint of another colour is another picture."""
    if ours.shape != new.shape:
        return False
    apart = np.abs(ours - new)  # of 255
    return apart.mean() < 0.05 and (apart.max(axis=2) > 32).mean() < 2e-4


def same_table(ours, new):
    """Equal text, and numbers that differ by rounding only."""
    values = [np.array(NUMBER.findall(text), float) for text in (ours, new)]
    return NUMBER.sub("#", ours) == NUMBER.sub("#", new) and np.allclose(*values, rtol=1e-3, atol=0.0)


@pytest.mark.parametrize("part", ["color", "edge", "tint_outside", "tint_inside"])
def test_a_class_of_another_colour_is_another_picture(part):
    ours = pixels(ROOT / "figures" / "three_classes.png")
    old, other = (ImageColor.getrgb(style.class_look(k)[part]) for k in (2, 3))
    new = np.where((ours == old).all(axis=2, keepdims=True), other, ours)
    assert same_picture(ours, ours)
    assert not same_picture(ours, new)


def test_two_counts_exchanged_are_another_table():
    ours = (ROOT / "figures" / "multiclass.md").read_text(encoding="utf-8")
    assert same_table(ours, ours.replace("1.39e+03", "1390.1"))
    assert not same_table(ours, ours.replace("| 125 |", "| 124 |", 1))
    assert not same_table(ours, ours.replace("**334**", "**333**"))
    assert not same_table(ours, ours.replace("not separable", "separable"))


# Figures and tables by their names; the picture of a scene is none of them, and the proteins tell times of their own
# script (tests/test_proteins.py).
SELECTED = "selected_risks"
FILES = [file for file in sorted((ROOT / "figures").iterdir()) if file.suffix in (".png", ".md")]
DRAWN = [file.name for file in FILES if file.stem not in ("explorer", "proteins")]
FIRST = 60 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 10  # of the training sets: they are tuned anew

# All of them by one process, but of SELECTED the table of the first training sets, and the picture of all that the
# table beside it has. It prints what the script knows.
DRAWS = """
import sys, pathlib, make_figures, toy_problem
folder, selected, first = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
known = {draw.__name__ for draw in make_figures.FIGURES} | {*make_figures.TABLES}
make_figures.main(folder, known - {selected})
table = (make_figures.HERE / f"{selected}.md").read_text(encoding="utf-8")
make_figures.write_figure(toy_problem.selected_risks, folder, toy_problem.read_selected(table))
new = toy_problem.selected_risks_table(toy_problem.selected(first))
(folder / f"{selected}.md").write_text(new, encoding="utf-8")
"""


@pytest.fixture(scope="session")
def drawn(tmp_path_factory):
    """The folder of all figures and tables, drawn again."""
    folder = tmp_path_factory.mktemp("figures")
    command = [sys.executable, "-c", DRAWS, folder, SELECTED, str(FIRST)]
    subprocess.run(command, cwd=ROOT / "figures", capture_output=True, text=True, check=True)
    return folder


def texts(file, drawn):
    """The table of this name as it stands, and drawn again."""
    return ((folder / file).read_text(encoding="utf-8") for folder in (ROOT / "figures", drawn))


@pytest.mark.slow
@pytest.mark.xdist_group("figures")
@pytest.mark.parametrize("name", [name for name in DRAWN if name != f"{SELECTED}.md"])
def test_a_figure_is_the_one_that_the_script_draws(name, drawn):
    if name.endswith(".png"):
        assert same_picture(pixels(ROOT / "figures" / name), pixels(drawn / name))
    else:
        assert same_table(*texts(name, drawn))


@pytest.mark.slow
@pytest.mark.xdist_group("figures")
def test_the_selected_risks_are_those_that_the_script_finds(drawn):
    """Each training set depends on its number only: the first ten of 60 are tuned anew, all in a campaign."""
    ours, new = texts(f"{SELECTED}.md", drawn)
    sets = len(ours.splitlines()) - len(new.splitlines()) + FIRST
    assert sets == 60
    assert same_table("".join(ours.splitlines(keepends=True)[: FIRST - sets or None]), new)


@pytest.mark.slow
@pytest.mark.xdist_group("figures")
def test_the_script_of_the_figures_draws_them_all_and_no_other(drawn):
    assert sorted(file.name for file in drawn.iterdir()) == DRAWN
    assert len(DRAWN) == 12 + 4
