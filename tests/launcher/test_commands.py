"""lab.py: which program a command of it starts, and with what."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from launching import lab


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
