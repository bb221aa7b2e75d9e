"""The experiment on proteins runs from end to end on a few chains, and its page has the form that the script writes."""

import subprocess
import sys
from pathlib import Path

import pytest

FIGURES = Path(__file__).parents[1] / "figures"
MACHINES = ("Weston-Watkins, linear", "Weston-Watkins, Gaussian", "SVC, one against one", "LIBLINEAR, Crammer-Singer")


def headings(text):
    return [line for line in text.splitlines() if line.startswith(("#", "| machine"))]


@pytest.mark.slow
def test_the_experiment_runs_on_a_few_chains(tmp_path):
    command = [
        sys.executable,
        FIGURES / "proteins.py",
        "--chains",
        "4",
        "--folds-of",
        "4",
        "--forked",
        "--to",
        tmp_path / "small.md",
    ]
    subprocess.run(command, capture_output=True, text=True, check=True)
    small, page = ((folder / name).read_text(encoding="utf-8") for folder, name in
                   ((tmp_path, "small.md"), (FIGURES, "proteins.md")))  # fmt: skip
    assert "the first 4 of 111 chains" in small
    assert small.count("within tol=") == 2
    assert [line.partition("first")[0] for line in headings(small)] == [
        line.partition("first")[0] for line in headings(page)
    ]
    assert all(small.count(name) == 3 and name in page for name in MACHINES)
