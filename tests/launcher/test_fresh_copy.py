"""lab.py once for real: from a fresh copy to JupyterLab."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from launching import POSIX, ROOT, lab


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

    code, text = output(copy, "test", "--collect-only", "-q", "tests/launcher/test_fresh_copy.py")
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
