"""lab.py: what it decides, on every system; and once, from a fresh copy, what it does."""

import ast
import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
POSIX = os.name == "posix"


def load_lab():
    spec = importlib.util.spec_from_file_location("lab_under_test", ROOT / "lab.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


lab = load_lab()


@pytest.fixture
def project(tmp_path):
    """A folder such as students have them: a space and an accent in its path."""
    root = tmp_path / "Machine Learning à la carte"
    (root / "svmlab").mkdir(parents=True)
    (root / "svmlab" / "__init__.py").write_text("here = __file__\n")
    (root / "requirements.txt").write_text("numpy==2.4.6\nscipy==1.17.1\n")
    return root


@pytest.fixture
def bare_venv(project):
    """A real environment without pip: fast to make."""
    venv = project / ".venv"
    subprocess.run([lab.base_python(), "-m", "venv", "--without-pip", venv], check=True)
    return venv


def pretend_pip(venv):
    """Make the environment look as if it had pip."""
    folder = Path(lab.probe(venv)["site_packages"], "pip")
    folder.mkdir()
    (folder / "__init__.py").touch()


FACTS = {"version": [3, 11], "site_packages": "anywhere", "pip": True}


# --- systems -------------------------------------------------------------------------------------------


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


# --- old Pythons ---------------------------------------------------------------------------------------


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


# --- the stamp -----------------------------------------------------------------------------------------


def reason(project, facts=FACTS):
    return lab.reason_to_set_up(project, project / ".venv", facts)


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


# --- the environment -----------------------------------------------------------------------------------


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


# --- pip -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 122] Disk quota exceeded", "disk is full"),
        ("connection broken by 'SSLError(CERTIFICATE_VERIFY_FAILED)'", "PIP_CERT"),
        ("connection broken by 'ProxyError('Cannot connect to proxy.')'", "HTTPS_PROXY"),
        (
            "Retrying after connection broken by 'NewConnectionError'\nNo matching distribution found for x",
            "could not be reached",
        ),
        ("ERROR: No matching distribution found for numpy==9", "Python 3.11, 3.12 and 3.13"),
        ("[WinError 32] The file is being used by another process", "Close JupyterLab"),
        ("HINT: This error might be because Windows Long Path support is off", "nearer to the top"),
        ("a\nb\nsomething new", "something new"),
    ],
)
def test_a_failure_of_pip_is_explained(output, advice):
    assert advice in lab.hint(output)


def test_a_full_disk_is_told_also_where_the_program_that_met_it_does_not_say_so(monkeypatch):
    silent = "Error: Command '[..., '-m', 'ensurepip']' returned non-zero exit status 1."
    assert "last lines" in lab.hint(silent)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(10**12, 10**12, 4096))
    assert lab.hint(silent) == lab.FULL


def test_a_log_that_finds_no_room_hides_nothing(project, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    (project / ".venv").mkdir()
    monkeypatch.setattr(Path, "write_text", full)
    lab.keep_log(project / ".venv", io.StringIO("a line"))


def test_a_failed_installation_is_a_sentence_and_keeps_the_log(project, monkeypatch, capsys):
    monkeypatch.setattr(lab, "make_environment", lambda venv, log: venv.mkdir() or FACTS)
    monkeypatch.setattr(lab, "venv_python", lambda venv: Path(sys.executable))
    monkeypatch.setattr(lab, "probe", lambda venv: None)
    (project / "requirements.txt").write_text("not a requirement!\n")
    with pytest.raises(lab.LauncherError, match="could not be installed"):
        lab.set_up(project)
    assert "not a requirement" in (project / ".venv" / "svmlab-setup.log").read_text()
    assert lab.read_stamp(project / ".venv") == lab.UNFINISHED


def test_progress_counts_packages():
    progress = lab.PipProgress(total=3)
    assert progress.read("Looking in links: /somewhere") is None
    assert progress.read("Collecting numpy==2.4.6 (from -r r.txt (line 1))") == "package 1 of about 3, numpy"
    fetching = progress.read("  Downloading numpy-2.4.6-cp311-manylinux.whl (16.8 MB)")
    assert fetching == "package 1 of about 3, numpy (16.8 MB)"
    assert progress.read("Processing /my wheels/rpds_py-2026.9.1-cp311.whl (from x)").endswith("2 of about 3, rpds_py")
    assert progress.read("Requirement already satisfied: numpy>=1 in /a") is None
    assert "trying again" in progress.read("WARNING: Retrying (Retry(total=4)) after connection broken")
    assert "unpacking" in progress.read("Installing collected packages: numpy")


def test_a_package_is_counted_once_whatever_its_markers():
    text = "a==1\nnumpy==2.4 ; python_full_version < '3.12'\nnumpy==2.5 ; python_full_version >= '3.12'\n    # via a\n"
    assert lab.count_packages(text) == 2


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("stream", "lines"), [(Terminal(), 1), (io.StringIO(), 2)])
def test_a_step_tells_that_it_is_done_and_how_long_it_took(stream, lines):
    with lab.Step("[1/1] Work", stream) as step:
        step.detail = "half"
    text = stream.getvalue()
    assert "[1/1] Work" in text
    assert re.search(r"done \(\d+ s\)", text)
    assert text.count("\n") == lines


def test_elapsed_time_in_words():
    assert [lab.elapsed(s) for s in (0.4, 59, 60, 125.2)] == ["0 s", "59 s", "1 min 0 s", "2 min 5 s"]


def test_every_dependency_is_pinned_within_its_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [Requirement(text) for text in project["dependencies"]]
    asked += [Requirement(text) for extra in project["optional-dependencies"].values() for text in extra]
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if re.match(r"\w", line)]
    for requirement in asked:
        pinned = [next(iter(pin.specifier)).version for pin in pins if pin.name == requirement.name]
        assert pinned, f"{requirement.name} is not in requirements.txt"
        assert all(requirement.specifier.contains(version) for version in pinned), requirement


# --- commands ------------------------------------------------------------------------------------------


def test_the_next_free_port_is_taken():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert not lab.is_free(port)
        assert port < lab.free_port(port) <= port + 50
    assert lab.is_free(port)


def test_jupyterlab_starts_on_the_first_notebook():
    command = lab.jupyter_command(Path("py"), Path("my folder"), 8890, browser=True, is_root=False)
    assert command[:5] == ["py", "-P", "-c", lab.STARTER, "jupyterlab"]
    assert "--ServerApp.root_dir=my folder" in command
    assert "--ServerApp.port=8890" in command
    assert f"--LabApp.default_url=/lab/tree/{lab.FIRST_NOTEBOOK}" in command
    assert not {"--no-browser", "--allow-root"} & set(command)
    command = lab.jupyter_command(Path("py"), Path("f"), 8890, browser=False, is_root=True)
    assert {"--no-browser", "--allow-root"} <= set(command)


@pytest.fixture
def folders():
    """Where it would have been started."""
    return []


@pytest.fixture
def started(monkeypatch, folders):
    """What would have been started."""
    commands = []
    monkeypatch.setattr(lab, "set_up", lambda: Path("python"))

    def run(command, folder=None):
        commands.append([str(word) for word in command if word != lab.STARTER])
        folders.append(folder)
        return 5

    monkeypatch.setattr(lab, "run", run)
    return commands


def test_without_a_command_jupyterlab_opens(started, capsys):
    assert lab.main(["--no-browser"]) == 5
    assert "jupyterlab" in started[0]
    assert "http://localhost:" in capsys.readouterr().out


def test_a_taken_port_is_told(started, capsys, monkeypatch):
    monkeypatch.setattr(lab, "is_free", lambda port: port != 9001)
    lab.main(["open", "--port", "9001"])
    assert "Port 9001 is taken: using 9002 instead" in capsys.readouterr().out
    assert "--ServerApp.port=9002" in started[0]


def test_the_arguments_of_test_go_to_pytest_and_its_exit_code_comes_back(started):
    assert lab.main(["test", "-k", "kernels", "--help"]) == 5
    assert started[0] == ["python", "-m", "pytest", "-k", "kernels", "--help"]


def test_what_the_tests_share_is_made_once_for_tests_of_a_group_stay_with_one_worker(tmp_path):
    body = """import pathlib, pytest
@pytest.mark.xdist_group("shared")
@pytest.mark.parametrize("i", range(6))
def test_it(i, worker_id):
    pathlib.Path(f"{i}.txt").write_text(worker_id)
"""
    (tmp_path / "test_group.py").write_text(body)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *lab.IN_PARALLEL]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120).returncode == 0
    workers = [path.read_text() for path in tmp_path.glob("*.txt")]
    assert len(workers) == 6
    assert len(set(workers)) == 1


def test_the_arguments_of_demo_go_to_the_demo(started):
    assert lab.main(["demo", "--network", "--port", "9000"]) == 5
    assert started[0] == ["python", "-P", "-c", "svmlab.demo", "--network", "--port", "9000"]


def test_figures_runs_its_script_or_says_that_it_is_missing(started, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(lab, "ROOT", tmp_path)
    assert lab.main(["figures"]) == 1
    assert "make_figures.py is missing" in capsys.readouterr().err
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "make_figures.py").touch()
    assert lab.main(["figures"]) == 5
    assert started == [["python", str(Path("figures", "make_figures.py"))]]


def test_export_and_gallery_hand_on_what_they_are_given(started):
    assert lab.main(["export", "02", "--to", "elsewhere"]) == 5
    assert lab.main(["gallery"]) == 5
    assert started[0] == ["python", "-P", "-c", "svmlab.handouts", "02", "--to", "elsewhere"]
    assert started[1] == ["python", "-P", "-c", "svmlab.handouts.gallery"]


def test_a_lecture_opens_a_browser_only_where_there_is_a_screen(started, monkeypatch):
    for screen in (True, False):
        monkeypatch.setattr(lab, "can_show_browser", lambda screen=screen: screen)
        assert lab.main(["lecture", "--to", "talk.html"]) == 5
    command = ["python", "-P", "-c", "svmlab.handouts.lecture", "--to", "talk.html"]
    assert started == [command, [*command, "--no-browser"]]


def test_paths_count_from_the_folder_of_the_one_who_types_them(started, folders, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in ("export", "gallery", "lecture", "demo"):
        lab.main([command])
    assert folders == [tmp_path] * 4


def test_help_names_every_command_and_option(capsys):
    with pytest.raises(SystemExit) as end:
        lab.main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert all(name in text for name in [*lab.COMMANDS, "--no-browser", "--port"])


A_PORT = "a port is a whole number from 1 to 65535, got "


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tset"], "there is no command 'tset': give one of open, setup, demo, "),
        (["--port", "0"], f"{A_PORT}'0'"),
        (["--port", "many"], f"{A_PORT}'many'"),
        (["open", "--port", "65536"], f"{A_PORT}'65536'"),
        (["demo", "--network", "--port", "0"], f"{A_PORT}'0'"),
        (["demo", "--port=1e3"], f"{A_PORT}'1e3'"),
    ],
)
def test_a_wrong_command_line_is_refused_and_what_is_right_is_told(arguments, told, started, capsys):
    with pytest.raises(SystemExit) as end:
        lab.main(arguments)
    assert end.value.code == 2
    assert told in capsys.readouterr().err
    assert not started


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (lab.LauncherError("Do this."), 1, "Do this."),
        (PermissionError(13, "Permission denied", "x"), 1, "not read-only"),
        (OSError(28, "No space left on device", "x"), 1, "The disk is full: free about 1 GB"),
        (KeyboardInterrupt(), 130, "Stopped."),
    ],
)
def test_what_goes_wrong_is_a_sentence_not_a_traceback(error, code, words, monkeypatch, capsys):
    def fail():
        raise error

    monkeypatch.setattr(lab, "set_up", fail)
    assert lab.main(["setup"]) == code
    assert words in capsys.readouterr().err


def test_a_program_runs_in_its_folder_and_gives_its_exit_code(project):
    before = signal.getsignal(signal.SIGTERM)
    try:
        code = "import os, sys; sys.exit(os.environ['OMP_NUM_THREADS'] != '1' or len(os.listdir()))"
        assert lab.run([sys.executable, "-c", code], project) == len(os.listdir(project))
        (project / "within").mkdir()
        assert lab.run([sys.executable, "-c", code], project, project / "within") == 0
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    "raised",
    [
        "raise KeyboardInterrupt",
        "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt as stop:\n    raise ImportError from stop",
    ],
)
def test_ctrl_c_while_a_program_is_being_imported_is_a_line(raised, tmp_path):
    (tmp_path / "slow.py").write_text(raised, encoding="utf-8")
    command = lab.module_command(sys.executable, "slow")
    command.remove("-P")
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "\nStopped.\n")


def test_a_program_that_fails_says_why_and_gets_its_arguments(tmp_path):
    (tmp_path / "mine.py").write_text("import sys\nprint(sys.argv[1:], __name__)\nsys.exit(int(sys.argv[1]))", "utf-8")
    (tmp_path / "wrong.py").write_text("1 / 0", encoding="utf-8")
    for arguments, told in ((("mine", "3"), (3, "['3'] __main__\n")), (("wrong",), (1, ""))):
        command = lab.module_command(sys.executable, *arguments)
        command.remove("-P")
        answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (answer.returncode, answer.stdout) == told
    assert "ZeroDivisionError" in answer.stderr


@pytest.mark.skipif(not POSIX, reason="signals to a parent are POSIX")
def test_ctrl_c_is_left_to_the_program_that_runs():
    program = (
        "import os, signal, sys, time; os.kill(os.getppid(), signal.SIGINT); time.sleep(0.5); "
        "print('saved'); sys.exit(4)"
    )
    launcher = f"import sys, lab; sys.exit(lab.run([sys.executable, '-c', {program!r}]))"
    answer = subprocess.run([sys.executable, "-c", launcher], cwd=ROOT, capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (4, "saved\n", "")


# --- the real thing ------------------------------------------------------------------------------------


def fresh_copy(folder):
    """The files that git knows, as someone gets them who clones the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def start(folder, *words):
    return subprocess.Popen(
        [lab.base_python(), str(folder / "lab.py"), *words],
        env={**os.environ, "PIP_NO_COMPILE": "no"},  # means: do not compile, which saves half a minute
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def output(folder, *words):
    with start(folder, *words) as process:
        text = process.communicate()[0]
    return process.returncode, text


def address_in(lines):
    for line in lines:
        found = re.search(r"http://localhost:\S+token=\w+", line)
        if found:
            return found.group()
    pytest.fail("JupyterLab printed no address")


def open_page(address):
    """Fetch the page; JupyterLab prints the address an instant before it listens."""
    for _ in range(50):
        try:
            return urllib.request.urlopen(address, timeout=30)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
            time.sleep(0.2)
    pytest.fail(f"nothing listens at {address}")


def unused_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("jupyterlab") is None, reason="JupyterLab is not installed")
def test_nothing_stands_before_the_address_of_jupyterlab(tmp_path):
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    command, before = lab.jupyter_command(sys.executable, tmp_path, unused_port(), False, is_root), []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            with open_page(address_in(before.append(line) or line for line in process.stdout)) as page:
                assert page.status == 200
        finally:
            process.terminate()
    assert "Warning" not in "".join(before)
    assert len(before) <= 6


@pytest.fixture
def copy(tmp_path):
    folder = fresh_copy(tmp_path / "fresh copy à neuf")
    yield folder
    shutil.rmtree(folder)  # pytest would keep the 700 MB


@pytest.mark.slow
@pytest.mark.skipif(not POSIX or not (ROOT / ".git").exists(), reason="needs a git clone on Linux or macOS")
def test_from_a_fresh_copy_to_jupyterlab(copy, fresh_kernels):
    code, text = output(copy, "setup")
    if "package index could not be reached" in text:
        pytest.skip("the package index cannot be reached, so nothing can be installed into a fresh copy")
    assert code == 0, text
    assert "First start" in text

    code, text = output(copy, "setup")
    assert (code, text.splitlines()) == (0, [f"Ready: {lab.THIS_COMMAND} opens JupyterLab."])

    code, text = output(copy, "test", "--collect-only", "-q", "tests/test_launcher.py")
    assert code == 0, text
    assert "test_from_a_fresh_copy_to_jupyterlab" in text

    with start(copy, "--no-browser", "--port", str(unused_port())) as process:
        try:
            with open_page(address_in(process.stdout)) as page:
                assert page.status == 200
                assert page.url.split("?")[0].endswith(lab.FIRST_NOTEBOOK)
        finally:
            process.terminate()
        assert "JupyterLab has stopped." in process.communicate(timeout=30)[0]
    assert process.returncode == 0
