"""Binder's configuration: a Python that svmlab takes, the pins of the project, and nothing but what a reader needs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / ".binder"
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_its_python_is_one_that_svmlab_takes():
    name, version = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().split("-")
    wanted = re.search(r'^requires-python = "(.*)"$', PROJECT, re.MULTILINE)[1]
    assert name == "python"
    assert f"{version}.0" in SpecifierSet(wanted)


def test_it_installs_svmlab_at_the_pins_and_every_need_of_svmlab_has_one():
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    option, file = next(line.split() for line in lines if line.startswith("-"))
    assert option == "-c"
    pins = re.findall(r"^([\w.-]+)==", (BINDER / file).read_text(encoding="utf-8"), re.MULTILINE)
    needs = re.findall(r'^    "([\w-]+)>=', PROJECT.split("\ndependencies = [")[1].split("\n]")[0], re.MULTILINE)
    assert {"numpy", "anywidget"} <= set(needs) <= set(pins)
    assert [line for line in lines if line[0] not in "#-"] == ["."]


@pytest.mark.skipif(os.name == "nt", reason="Binder is on Linux.")
def test_what_it_starts_has_one_thread_and_its_arguments():
    told = "import os, sys; print(os.environ['OMP_NUM_THREADS'], sys.argv[1])"
    command = [BINDER / "start", sys.executable, "-c", told, "two words"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1 two words\n"
