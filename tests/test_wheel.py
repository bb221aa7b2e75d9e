"""What is installed: the wheel has every file of the package that git tracks."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import svmlab

ROOT = Path(svmlab.__file__).parents[1]


def tracked():
    """The files below svmlab that git tracks."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "svmlab"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("Not a git checkout: nothing says which files belong to the package.")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def test_the_wheel_has_every_file_that_git_tracks(tmp_path):
    names, source = tracked(), tmp_path / "source"  # a copy: a build leaves its own copies beside what it builds from
    assert {"svmlab/page/math/kernels.js", "svmlab/page/scenes/view.css", "svmlab/page/document.html"} <= set(names)
    for name in [*names, "pyproject.toml", "README.md", "LICENSE"]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", tmp_path]
    built = subprocess.run([*command, source], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    (wheel,) = tmp_path.glob("*.whl")
    assert sorted(set(names) - set(zipfile.ZipFile(wheel).namelist())) == []
