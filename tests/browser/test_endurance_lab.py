"""A long lesson in a real JupyterLab: quick changes leave the last state, and hundreds of them no trace.

With HYPOTHESIS_PROFILE=long it is two thousand.
"""

import re

import psutil
import pytest
from browsing import AT_REST, LONG, Memory, press, wait_for_scene
from lab_pages import opened

from svmlab import BiclassSVM, datasets, kernels, kkt

DATA = datasets.overlapping(60, random_state=0)
CELL = """import os
from svmlab import explorers
print('pid', os.getpid())
explorer = explorers.MarginExplorer(m=60)
explorer"""
ROUNDS = 10 if LONG else 2
QUEUED = "scene => { const { conversation: c } = scene.svmView.session; return [c.waiting.size, c.inFlight]; }"


@pytest.fixture(scope="module")
def page(lab, browser):
    small = {"width": 800, "height": 600}  # Chromium paints without a graphics card: a third of the time went to pixels
    with opened(lab, browser, "long.ipynb", [CELL], viewport=small, fresh=True) as page:
        wait_for_scene(page)
        yield page


def state(scene):
    """(C, number of points, what the picture shows) once all is at rest."""
    scene.evaluate(AT_REST)
    C, m = scene.evaluate("({ svmView: { session } }) => [session.C, session.points.m]")
    return C, m, scene.locator(".svm-status > div").first.inner_text()


def test_ten_fast_changes_of_different_kinds_leave_the_last_state_and_nothing_queued(page):
    scene = wait_for_scene(page)
    scene.evaluate(AT_REST)
    slider, menu = scene.locator(".svm-c .svm-slider"), page.locator(".svm-explorer select").nth(1)
    for name in ("linear", "Laplace", "polynomial", "Gaussian"):
        menu.select_option(label=name)
        press(page, slider, "ArrowRight", 2)
    scene.locator("button", has_text="edit points").click()
    scene.locator(".svm-plane").focus()
    page.keyboard.press("Insert")
    page.keyboard.press("Control+z")
    C, m, told = state(scene)
    assert scene.evaluate(QUEUED) == [0, None]
    assert C == pytest.approx(10 ** (8 / 50))
    assert m == 60
    svm = BiclassSVM(C=C, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    cases = kkt.cases(svm).point
    assert f"{(cases == kkt.FREE).sum()} free and {(cases == kkt.BOUNDED).sum()} bounded" in told
    assert "Gaussian" in scene.locator(".svm-title").inner_text()


@pytest.mark.slow
def test_hundreds_of_steps_leave_memory_flat(page):
    scene = wait_for_scene(page)
    pid = int(re.search(r"pid (\d+)", page.locator(".jp-OutputArea-output pre").first.inner_text()).group(1))
    slider, plane, undo = (scene.locator(name) for name in (".svm-c .svm-slider", ".svm-plane", "[data-edit=undo]"))
    if not undo.is_visible():
        scene.locator("button", has_text="edit points").click()

    def steps(rounds):
        """200 steps a round: the slider there and back, and every tenth a point that is added, or taken back."""
        for _ in range(rounds):
            press(page, slider, "ArrowRight", 90)
            press(page, slider, "ArrowLeft", 90)
            press(page, plane, "Insert", 10)
            press(page, plane, "Control+z", 10)

    steps(1)  # what is compiled and kept comes on the way
    was = state(scene)
    Memory(page, scene, psutil.Process(pid)).assert_flat(lambda: steps(ROUNDS), kernel=0.8 * ROUNDS, page=0.2 * ROUNDS)
    assert state(scene) == was
    assert scene.evaluate(QUEUED) == [0, None]
