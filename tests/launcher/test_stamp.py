"""lab.py: when an environment is made anew, by one process at a time."""

import contextlib
import os
import subprocess
import sys
import threading
import time

import pytest
from launching import FACTS, POSIX, ROOT, lab, reason


def test_the_first_start_says_that_it_takes_time_and_network(project):
    assert "First start" in reason(project, facts=None)


def test_a_complete_environment_is_left_alone_until_the_requirements_change(project):
    venv = project / ".venv"
    venv.mkdir()
    lab.write_stamp(venv, lab.fingerprint(project, FACTS))
    os.utime(project / "requirements.txt", (0, 0))
    assert reason(project) is None
    (project / "requirements.txt").write_text("numpy==2.4.7\n")
    assert "list of packages has changed" in reason(project)


@pytest.mark.parametrize(
    "facts",
    [None, {**FACTS, "pip": False}, {**FACTS, "version": [3, 10]}],
    ids=["Python gone", "pip missing", "Python too old"],
)
def test_an_environment_that_does_not_work_is_made_anew(project, facts):
    venv = project / ".venv"
    venv.mkdir()
    lab.write_stamp(venv, lab.fingerprint(project, FACTS))
    assert "does not work" in reason(project, facts)


def test_a_new_version_of_python_under_the_environment_is_noticed(project):
    venv = project / ".venv"
    venv.mkdir()
    lab.write_stamp(venv, lab.fingerprint(project, FACTS))
    assert reason(project, {**FACTS, "version": [3, 13]}) is not None


def test_an_interrupted_set_up_starts_over_at_the_next_run(project, monkeypatch, capsys):
    made = []

    def make_environment(venv, log):
        made.append(venv)
        venv.mkdir(exist_ok=True)
        return {**FACTS, "site_packages": str(venv)}

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "make_environment", make_environment)
    monkeypatch.setattr(lab, "install_requirements", interrupt)
    monkeypatch.setattr(lab, "probe", lambda venv: FACTS if made else None)
    with pytest.raises(KeyboardInterrupt):
        lab.set_up(project)
    assert lab.read_stamp(project / ".venv") == lab.UNFINISHED

    monkeypatch.setattr(lab, "install_requirements", lambda *_: None)
    lab.set_up(project)
    assert "did not finish" in capsys.readouterr().out
    assert len(made) == 2
    assert reason(project) is None

    lab.set_up(project)
    assert capsys.readouterr().out == ""
    assert len(made) == 2


def test_a_package_that_was_lost_is_noticed_by_name(project, tmp_path):
    venv, site_packages = project / ".venv", tmp_path / "site-packages"
    for name in ("numpy", "scipy", "numpy-2.4.6.dist-info"):
        (site_packages / name).mkdir(parents=True)
        (site_packages / name / "__init__.py").touch()
    (site_packages / "six.py").touch()
    facts = {**FACTS, "site_packages": str(site_packages)}
    venv.mkdir()
    lab.write_packages(venv, facts)
    lab.write_stamp(venv, lab.fingerprint(project, facts))
    (site_packages / "of_the_user").mkdir()
    assert reason(project, facts) is None
    (site_packages / "six.py").unlink()
    (site_packages / "numpy" / "__init__.py").unlink()
    assert reason(project, facts) == "Missing from .venv, and put back: numpy, six.py."


def test_pip_takes_what_was_lost_for_never_installed(tmp_path):
    for name, files in (
        ("numpy-2.4", "numpy/core.py,sha256=x,1\n../../bin/f2py,,\n"),
        ("numpy_x-1", "numpy_x/a.py,,\n"),
    ):
        (tmp_path / f"{name}.dist-info").mkdir()
        (tmp_path / f"{name}.dist-info" / "RECORD").write_text(files)
    lab.forget(tmp_path, ["numpy", "six.py"])
    assert [path.name for path in tmp_path.iterdir()] == ["numpy_x-1.dist-info"]


SET_UP = """
import sys, time
from pathlib import Path
sys.path.insert(0, {lab!r})
import lab
root = Path({root!r})
with lab.alone(root):
    (root / "first").touch()
    time.sleep(60)
"""


@pytest.mark.skipif(not POSIX, reason="a process ends otherwise on Windows")
def test_a_second_set_up_waits_and_the_lock_of_a_dead_one_is_taken_over(project, capsys):
    code = SET_UP.format(lab=str(ROOT), root=str(project))
    with subprocess.Popen([sys.executable, "-c", code]) as first:
        while not (project / "first").exists():
            time.sleep(0.05)
        ends = threading.Timer(1.0, first.kill)
        ends.start()
        begun = time.monotonic()
        with lab.alone(project):
            waited = time.monotonic() - begun
    assert waited > 0.5
    assert "Another set-up works in this folder: waiting" in capsys.readouterr().out
    with lab.alone(project):
        pass
    assert capsys.readouterr().out == ""


def test_what_the_other_set_up_has_done_is_not_done_again(project, monkeypatch, capsys):
    @contextlib.contextmanager
    def alone(root):
        (project / ".venv").mkdir()
        lab.write_stamp(project / ".venv", lab.fingerprint(project, FACTS))
        yield

    monkeypatch.setattr(lab, "alone", alone)
    monkeypatch.setattr(lab, "probe", lambda venv: FACTS if venv.exists() else None)
    monkeypatch.setattr(lab, "make_environment", lambda venv, log: pytest.fail("made again"))
    assert lab.set_up(project) == lab.venv_python(project / ".venv")
    assert capsys.readouterr().out == ""
