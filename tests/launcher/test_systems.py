"""lab.py on every system, and on old Pythons."""

import ast
import os
import sys
from pathlib import Path

import pytest
from launching import ROOT, lab, load_lab


@pytest.mark.parametrize(
    ("platform", "python"),
    [("linux", "bin/python"), ("darwin", "bin/python"), ("win32", "Scripts/python.exe")],
)
def test_the_python_of_the_environment_is_found_on_every_system(platform, python):
    assert lab.venv_python(Path("v"), platform).as_posix() == f"v/{python}"


@pytest.mark.parametrize(("platform", "folder"), [("linux", "bin"), ("darwin", "bin"), ("win32", "Scripts")])
def test_programs_see_the_environment_first_and_one_thread(platform, folder):
    env = lab.child_environment(
        Path("v"), {"PATH": "rest", "PYTHONPATH": "x", "PYTHONHOME": "y", "OMP_NUM_THREADS": "8"}, platform
    )
    assert env["PATH"] == str(Path("v", folder)) + os.pathsep + "rest"
    assert "PYTHONPATH" not in env
    assert "PYTHONHOME" not in env
    assert env["OMP_NUM_THREADS"] == env["OPENBLAS_NUM_THREADS"] == "1"


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "wslview"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_no_browser_is_started_on_a_server_without_a_screen(platform, environ, expected):
    assert lab.can_show_browser(platform, environ) is expected


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_way_to_make_an_environment_ends_with_pip_in_it(platform):
    first, second, third = lab.ways_to_make(Path("v"), "python", platform)
    assert first == [["python", "-m", "venv", Path("v")]]
    assert second == [["python", "-m", "virtualenv", Path("v")]]
    assert third[1][:4] == ["python", "-m", "pip", "--python"]
    assert third[1][4] == lab.venv_python(Path("v"), platform)


@pytest.mark.parametrize(
    ("platform", "words"), [("linux", "apt install python3-venv"), ("darwin", "org"), ("win32", "org")]
)
def test_without_ensurepip_the_advice_fits_the_system(platform, words):
    assert words in lab.advice_without_environment("", ensurepip=False, platform=platform)


def test_the_environment_is_made_by_a_python_outside_it():
    assert Path(lab.base_python()).resolve() == Path(sys._base_executable).resolve()


def test_python_3_6_can_read_the_launcher_and_needs_nothing_installed():
    tree = ast.parse((ROOT / "lab.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in imports if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_an_old_python_is_told_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 8, 18, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        load_lab()
