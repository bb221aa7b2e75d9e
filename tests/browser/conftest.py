"""A JupyterLab and a Chromium for the browser tests; without Chromium they are skipped, in a plain sentence."""

import functools
import importlib.util
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import browsing

HERE = Path(__file__).parent
ALONE = ("test_lab", "test_endurance_lab")  # with many pages at once in JupyterLab, and with one that must be fresh

# Tests run most functions some hundred times: to compile these well takes longer than it saves.
PATIENT = "--js-flags=--invocation-count-for-maglev=4000"


def missing():
    """Say what is missing for a browser test, or return None."""
    if importlib.util.find_spec("playwright") is None:
        return "Playwright for Python is not installed"
    if importlib.util.find_spec("jupyterlab") is None:
        return "JupyterLab is not installed"
    return None if browsing.chromium_path() else "Chromium is not installed"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark these tests; one worker takes all of a file, or of a notebook, or in JupyterLab, for what they share."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            of_notebook = "notebook_run" in item.fixturenames and "name" in parameters
            in_lab = {"lab", "browser"} <= {*item.fixturenames} and item.path.stem not in ALONE
            group = f"notebook {parameters['name']}" if of_notebook else "JupyterLab" if in_lab else item.path.stem
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def required():
    """A function that skips a test, or fails it where browsers are asked for, unless something is there."""

    def check(there, reason, untested):
        if not there and os.environ.get("SVMLAB_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{reason}, and SVMLAB_REQUIRE_BROWSER=1 asks for it.")
        if not there:
            pytest.skip(f"{reason}; {untested}.")

    return check


@pytest.fixture(scope="session", autouse=True)
def browser_or_skip(required):
    reason = missing()
    required(reason is None, reason, "the scenes were not tested in a browser")


@pytest.fixture(scope="session")
def browser(browser_or_skip):
    with browsing.chromium(PATIENT) as browser:
        yield browser


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """A function: the page of a small explorer of this name and these options, exported once in a session."""
    from small_explorers import EXPLORERS

    from svmlab.explorers import export_html

    folder = tmp_path_factory.mktemp("exported")

    @functools.cache
    def file(name, **options):
        return export_html(EXPLORERS[name](**options), folder / f"{len(list(folder.iterdir()))}.html")

    return file


@pytest.fixture(scope="session")
def lab(tmp_path_factory, browser_or_skip):
    """(folder, address) of a running JupyterLab."""
    folder = tmp_path_factory.mktemp("lab")
    with browsing.jupyter_lab(folder) as address:
        yield folder, address


@pytest.fixture(scope="session")
def dark_lab(tmp_path_factory, browser_or_skip):
    folder = tmp_path_factory.mktemp("dark")
    with browsing.jupyter_lab(folder, theme="JupyterLab Dark") as address:
        yield folder, address
