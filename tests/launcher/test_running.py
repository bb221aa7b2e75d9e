"""lab.py: what goes wrong is said in a sentence, and a program that runs is left to itself."""

import os
import signal
import subprocess
import sys

import pytest
from launching import POSIX, ROOT, lab


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
