"""What is installed: the wheel has every file of the package and of the course that git tracks, and a command."""

import json
import os
import shutil
import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import svmlab

ROOT = Path(svmlab.__file__).parents[1]
COMMANDS = ["demo", "export", "gallery", "lecture"]
pytestmark = pytest.mark.xdist_group("wheel")


def tracked():
    """The files below svmlab and notebooks that git tracks."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "svmlab", "notebooks"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("Not a git checkout: nothing says which files belong to the package.")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def names():
    return tracked()


@pytest.fixture(scope="module")
def wheel(names, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a copy: a build leaves its own copies beside what it builds from
    for name in [*names, "pyproject.toml", "README.md", "LICENSE"]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder]
    built = subprocess.run([*command, source], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of programs of an environment that has the wheel, and the other packages of this one."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    programs = venv / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", wheel], check=True)
    ask = [programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    (packages / "others.pth").write_text("\n".join(site.getsitepackages()) + "\n", encoding="utf-8")
    return programs


def run(program, *arguments, folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / "left_out")}
    return subprocess.run(
        [program, *arguments], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
    )


def test_the_wheel_has_every_file_that_git_tracks(names, wheel):
    assert {"svmlab/page/math/kernels.js", "svmlab/page/scenes/view.css", "svmlab/page/document.html"} <= set(names)
    course = f"svmlab-{svmlab.__version__}.data/data/share/svmlab/notebooks/"
    expected = {name.replace("notebooks/", course, 1) if name.startswith("notebooks/") else name for name in names}
    assert sorted(expected - set(zipfile.ZipFile(wheel).namelist())) == []


def test_the_installed_command_copies_the_course_and_leaves_what_is_there(installed, tmp_path):
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "01_margins.ipynb").write_text("mine", encoding="utf-8")
    ran = run(installed / "svmlab", "notebooks", "course", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "1 that stood there are left as they were. Begin with 00_start_here.ipynb" in ran.stdout
    assert (tmp_path / "course" / "01_margins.ipynb").read_text(encoding="utf-8") == "mine"
    copied = {path.name for path in (tmp_path / "course").iterdir()}
    assert copied == {path.name for path in (ROOT / "notebooks").iterdir() if path.suffix in (".ipynb", ".md")}


def test_the_installed_command_writes_a_lecture_where_its_reader_stands_and_nothing_into_its_package(
    installed, tmp_path
):
    package = run(installed / "python", "-c", "import svmlab; print(svmlab.__file__)", folder=tmp_path).stdout.strip()
    assert Path(package).is_relative_to(installed.parent)
    above = Path(package).parents[1]
    before = {path.name for path in above.iterdir()}
    ran = run(installed / "svmlab", "lecture", "--no-browser", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "handouts" / "lecture.html").exists()
    assert {path.name for path in above.iterdir()} == before


# What each program of the command tells of its options: one process for all, which starts slowly.
OPTIONS = """
import contextlib, io, json, sys
from svmlab.command import main
told = {}
for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as text:
        try:
            main([command, "--help"])
        except SystemExit as end:
            told[command] = end.code, text.getvalue()
print(json.dumps(told))
"""


def test_every_program_of_the_installed_command_tells_its_options(installed, tmp_path):
    ran = run(installed / "python", "-c", OPTIONS, *COMMANDS, folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert list(told) == COMMANDS
    for command, (code, text) in told.items():
        assert code == 0
        assert "lab.py" not in text
        assert f"svmlab {command}" in text


# How each of these ends where a package cannot be imported.
ENDS = """
import json, sys
ends = []
for absent, start in json.loads(sys.argv[1]):
    sys.modules[absent] = None
    try:
        exec(start, {})
    except SystemExit as end:
        ends.append(end.code)
    del sys.modules[absent]
print(json.dumps(ends))
"""
STARTS = (
    ("jupyterlab", "from svmlab.command import main; main(['lab'])"),
    ("voila", "from svmlab.command import main; main(['demo', '--help'])"),
    ("nbclient", "from svmlab.command import main; main(['export'])"),
    ("voila", "import runpy; runpy.run_module('svmlab.demo', run_name='__main__')"),
)


def test_where_an_extra_is_missing_a_sentence_names_it(installed, tmp_path):
    ran = run(installed / "python", "-c", ENDS, json.dumps(STARTS), folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    ends = json.loads(ran.stdout)
    assert len(ends) == len(STARTS)
    for (absent, _), sentence in zip(STARTS, ends, strict=True):
        assert "\n" not in sentence
        assert f"needs {absent}" in sentence
        assert 'pip install "svmlab[lab]"' in sentence
