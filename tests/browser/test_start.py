"""The README's first command, as a newcomer meets it: lab.py, the first notebook, its scene."""

import re
import subprocess
import sys

import pytest
from browsing import ROOT, free_port, new_page, run_all, wait_for_scene, wait_until_idle

PATIENCE = 240_000  # ms for the whole first notebook on a busy machine


def address_in(lines):
    """The address with its key that JupyterLab prints."""
    for line in lines:
        found = re.search(r"http://(?:localhost|127\.0\.0\.1):\d+/\S*token=\w+", line)
        if found:
            return found[0]
    raise AssertionError("the launcher printed no address")


@pytest.fixture
def started(browser_or_skip, fresh_kernels):
    command = [sys.executable, str(ROOT / "lab.py"), "--no-browser", "--port", str(free_port())]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with process:
        try:
            yield address_in(process.stdout)
        finally:
            process.terminate()
            process.communicate(timeout=60)


def keep_the_notebook_as_it_is(page):
    """Let nothing be saved: the notebook in the working tree stays without outputs."""
    page.route(
        "**/api/contents/**",
        lambda route: route.abort() if route.request.method == "PUT" else route.continue_(),
    )


def test_the_launcher_opens_the_first_notebook_and_its_scene_lives(started, browser):
    with new_page(browser) as page:
        keep_the_notebook_as_it_is(page)
        page.goto(started)
        page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=120_000)
        assert "00_start_here" in page.title() or page.locator('text="00_start_here.ipynb"').count()
        wait_until_idle(page)
        run_all(page)
        scene = wait_for_scene(page, patience=PATIENCE)
        scenes_beside = "node => node.closest('.jp-Cell').querySelectorAll('.svm-scene').length"
        slider = scene.locator(".svm-c .svm-slider")
        before = scene.locator(".svm-c .svm-value").input_value()
        slider.focus()
        page.keyboard.press("ArrowRight")
        value = scene.locator(".svm-c .svm-value").element_handle()
        page.wait_for_function("([node, text]) => node.value !== text", arg=[value, before])
        assert scene.evaluate(scenes_beside) == 1
        assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
