"""lab.py: how an environment is made, and what Jupyter finds there."""

import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from launching import POSIX, lab


def test_where_home_can_be_written_to_jupyter_keeps_its_files_there(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert lab.instead_of_home(tmp_path / ".venv", {}) == {}
    assert not list(tmp_path.iterdir())


def test_where_home_cannot_be_written_to_jupyter_keeps_its_files_elsewhere(tmp_path, monkeypatch, capsys):
    (tmp_path / "no folder").touch()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "no folder" / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for venv, where in (
        (tmp_path / ".venv", tmp_path / ".venv" / "home"),
        (tmp_path / "no folder" / ".venv", tmp_path),
    ):
        told = lab.instead_of_home(venv, {})
        assert set(told) == set(lab.KEPT_AT_HOME)
        assert all(Path(folder).is_relative_to(where) for folder in told.values())
        assert "cannot be written to: Jupyter's settings are kept in" in capsys.readouterr().out
    mine = {name: str(tmp_path / name) for name in lab.KEPT_AT_HOME}
    assert lab.instead_of_home(tmp_path / ".venv", mine) == {}, "what is set already is left alone"


def test_a_half_made_environment_has_no_facts(project):
    venv = project / ".venv"
    assert lab.probe(venv) is None
    lab.scripts_folder(venv).mkdir(parents=True)
    lab.venv_python(venv).touch()
    assert lab.probe(venv) is None


@pytest.mark.skipif(not POSIX, reason="environments on Windows hold no links")
def test_an_environment_whose_python_was_removed_has_no_facts(bare_venv):
    assert lab.probe(bare_venv)["version"] == list(sys.version_info[:2])
    lab.venv_python(bare_venv).unlink()
    lab.venv_python(bare_venv).symlink_to("/nowhere/python3")
    assert lab.probe(bare_venv) is None


def import_svmlab(venv, where):
    code = "import svmlab; print(ascii(svmlab.here))"
    command = [lab.venv_python(venv), "-c", code]
    environment = lab.child_environment(venv)  # without the PYTHONPATH of whoever runs the tests
    return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=True).stdout


def test_svmlab_is_imported_from_a_path_with_spaces_also_after_a_move(project, bare_venv, tmp_path):
    lab.add_package(project, lab.probe(bare_venv)["site_packages"])
    assert ascii(str(project))[1:-1] in import_svmlab(bare_venv, tmp_path)
    if POSIX:
        moved = project.rename(tmp_path / "moved elsewhere")
        assert "moved elsewhere" in import_svmlab(moved / ".venv", tmp_path)


def test_the_environment_knows_the_version_of_svmlab_and_only_the_last(project, bare_venv, tmp_path):
    packages = lab.probe(bare_venv)["site_packages"]
    before = lab.fingerprint(project, lab.probe(bare_venv))
    lab.add_package(project, packages)
    (project / "svmlab" / "__init__.py").write_text('__version__ = "1.3.0"\nhere = __file__\n')
    assert lab.fingerprint(project, lab.probe(bare_venv)) != before
    lab.add_package(project, packages)
    code = "from importlib import metadata; print([d.version for d in metadata.distributions(name='svmlab')])"
    command, environment = [lab.venv_python(bare_venv), "-c", code], lab.child_environment(bare_venv)
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "['1.3.0']\n"


def test_jupyterlab_neither_asks_about_news_nor_looks_for_updates(project):
    lab.write_jupyterlab_settings(project)
    settings = json.loads((project / "share/jupyter/lab/settings/overrides.json").read_text())
    notification = settings["@jupyterlab/apputils-extension:notification"]
    assert notification == {"fetchNews": "false", "checkForUpdates": False}


def debian_python(path, pip):
    """A stand-in for Debian's Python without python3-venv: `-m venv` works only without pip."""
    path.write_text(
        f"""#!{lab.base_python()}
import os, subprocess, sys
words = sys.argv[1:]
if words[:2] == ["-m", "venv"] and "--without-pip" not in words:
    sys.exit("The virtual environment was not created because ensurepip is not available.")
if words[:2] == ["-m", "virtualenv"] or (words[:2] == ["-m", "pip"] and not {pip}):
    sys.exit("No module named " + words[1])
if words[:2] == ["-m", "pip"]:
    find = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = subprocess.run([words[3], "-c", find], stdout=subprocess.PIPE, text=True).stdout.strip()
    os.mkdir(folder + "/pip")
    open(folder + "/pip/__init__.py", "w").close()
    sys.exit()
sys.exit(subprocess.call([{lab.base_python()!r}, *words]))
"""
    )
    path.chmod(0o755)
    return path


@pytest.mark.skipif(not POSIX, reason="Windows starts no scripts by their first line")
def test_without_ensurepip_another_pip_fills_the_environment(project, tmp_path):
    log = io.StringIO()
    facts = lab.make_environment(project / ".venv", log, debian_python(tmp_path / "python", pip=True))
    assert lab.is_usable(facts)
    assert "ensurepip is not available" in log.getvalue()


@pytest.mark.skipif(not POSIX, reason="Windows starts no scripts by their first line")
def test_without_ensurepip_and_without_pip_the_package_is_named(project, tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "has_ensurepip", lambda: False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(lab.LauncherError, match="ensurepip"):
        lab.make_environment(project / ".venv", io.StringIO(), debian_python(tmp_path / "python", pip=False))


def test_an_existing_half_made_environment_is_replaced(project, tmp_path, monkeypatch):
    venv = project / ".venv"
    (venv / "lib" / "rubbish").mkdir(parents=True)
    monkeypatch.setattr(lab, "ways_to_make", lambda venv, python: [[[python, "-m", "venv", "--without-pip", venv]]])
    monkeypatch.setattr(lab, "is_usable", lambda facts: facts is not None)
    assert lab.make_environment(venv, io.StringIO())["version"] == list(sys.version_info[:2])
    assert not (venv / "lib" / "rubbish").exists()
