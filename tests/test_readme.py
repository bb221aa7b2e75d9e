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
from PIL import Image
from test_layers import ORDER

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "notebooks/README.md", "figures/gallery/README.md")


def test_the_code_of_the_readme_prints_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", "README.md", 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=report.append)
    assert runner.failures == 0, "".join(report)
    assert (tmp_path / "iris.png").exists()


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
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
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


@pytest.mark.slow
@pytest.mark.xdist_group("figures")
def test_the_figures_are_those_that_the_script_draws(tmp_path):
    command = [sys.executable, ROOT / "figures" / "make_figures.py", tmp_path]
    drawn = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True).stdout.split()
    assert len(drawn) == 12
    for file in map(Path, drawn):
        ours, new = (np.asarray(Image.open(path).convert("RGB"), int) for path in (ROOT / "figures" / file.name, file))
        assert ours.shape == new.shape, file
        assert np.abs(ours - new).mean() < 1, file  # of 255: a line moved by a pixel passes, another picture does not
    assert (tmp_path / "bounds.md").read_text(encoding="utf-8").startswith("# Bounds on the leave-one-out errors")
    assert (tmp_path / "multiclass.md").read_text(encoding="utf-8").startswith("# Bounds for many classes")
    assert (tmp_path / "which_machine.md").read_text(encoding="utf-8").startswith("# Which multi-class machine?")
