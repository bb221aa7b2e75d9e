"""lab.py: what pip is heard of, and how its failures are explained."""

import importlib.metadata
import io
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from launching import FACTS, ROOT, lab
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


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
        ("ERROR: No matching distribution found for numpy==9", "There are builds for Python 3.11 to"),
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


def pins():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if re.match(r"\w", line)]


def test_every_dependency_is_pinned_within_its_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [Requirement(text) for text in project["dependencies"]]
    extras = project["optional-dependencies"]
    large = {Requirement(text).name for text in extras.pop("fast")}  # 208 MB that lab.py does not install
    asked += [Requirement(text) for extra in extras.values() for text in extra]
    assert not large & {pin.name for pin in pins()}
    for requirement in asked:
        pinned = [next(iter(pin.specifier)).version for pin in pins() if pin.name == requirement.name]
        assert pinned, f"{requirement.name} is not in requirements.txt"
        assert all(requirement.specifier.contains(version) for version in pinned), requirement


WHERE = {
    "Linux": {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"},
    "Apple": {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows", "platform_machine": "AMD64"},
}


def needs(requirement, where):
    """What the package of a requirement, as it is installed here, needs there; nothing where it is not installed."""
    try:
        listed = importlib.metadata.requires(requirement.name) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    extras = ["", *requirement.extras]
    asked = map(Requirement, listed)
    return [one for one in asked if not one.marker or any(one.marker.evaluate({**where, "extra": e}) for e in extras)]


@pytest.mark.parametrize("python", ["3.11", "3.14"])
@pytest.mark.parametrize("system", WHERE)
def test_whatever_a_pinned_package_needs_is_pinned_for_pip_is_told_to_look_no_further(system, python):
    where = {**WHERE[system], "python_version": python, "python_full_version": f"{python}.9"}
    there = [pin for pin in pins() if not pin.marker or pin.marker.evaluate(where)]
    names = {canonicalize_name(pin.name) for pin in there}
    needed = [*there]
    for requirement in needed:
        more = [one for one in needs(requirement, where) if one not in needed]
        assert {canonicalize_name(one.name) for one in more} <= names, requirement
        needed += more
    assert len(needed) > len(there)
