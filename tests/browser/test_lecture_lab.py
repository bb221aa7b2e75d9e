"""A lecture in a real JupyterLab and a real Chromium: steps by key, menu and button; its switch."""

import numpy as np
import pytest
from browsing import AFRESH, AT_REST, PIXELS, SHARE, place_of, press, steady
from lab_pages import opened

from svmlab import style
from svmlab.explorers import SCENES

CELL = """from svmlab import explorers

def broken():
    raise OSError("the disk is full")

of = {scene.name: scene for scene in explorers.SCENES}
wrong = explorers.LectureScene("Broken", "Not to be built.", broken)
scenes = [of["Largest margin"], of["Support vectors"], wrong, of["Width"]]
lecture = explorers.Lecture(scenes)
lecture"""
NAMES = ["Largest margin", "Support vectors", "Broken", "Width"]
ASKED = {scene.name: scene.question for scene in SCENES}
# When the scene is there that was asked for, and the next one is ready.
STEPPED = steady(2, "{ asked: !node.svmView.session.conversation.settled, wants: node.svmView.session.wantsNext }")
SHOWN = "() => [...document.querySelectorAll('.svm-scene')].filter(scene => scene.offsetParent).length"
NOTHING_CUT = """scene => {
    const { left, right } = scene.getBoundingClientRect();
    const texts = ".svm-legend li, .svm-title, .svm-status span, .svm-card *, button, label";
    return [...scene.querySelectorAll(texts)].filter(node => {
        const box = node.getBoundingClientRect();
        return node.offsetParent && box.width > 1 && (box.right > right + 1 || box.left < left - 1);
    }).map(node => node.textContent);
}"""


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "lecture.ipynb", [CELL], viewport={"width": 1280, "height": 800}) as page:
        page.locator(".svm-scene-bar").wait_for(state="attached", timeout=60_000)
        yield page


@pytest.fixture
def bar(page):
    """The bar, with the first scene as it began."""
    bar = page.locator(".svm-scene-bar")
    bar.scroll_into_view_if_needed()
    bar.locator("select").select_option("0")
    bar.evaluate(STEPPED)
    begin_anew(page, bar, bar.locator("[data-step=reset]").click)
    return bar


def begin_anew(page, bar, reset):
    """Reset the scene that is shown: the one that was there is gone, with all that it waited for."""
    before = page.locator(".svm-scene:visible").element_handle()
    reset()
    page.wait_for_function("scene => !scene.isConnected", arg=before)
    bar.evaluate(STEPPED)


def told(bar):
    """(name, place) once the scene is there."""
    bar.evaluate(STEPPED)
    return bar.locator(".svm-scene-name").inner_text(), bar.locator(".svm-scene-place").inner_text()


def scene_of(page):
    """The scene that is shown, at rest."""
    scene = page.locator(".svm-scene:visible")
    page.wait_for_function(
        "Number([...document.querySelectorAll('.svm-scene')].find(s => s.offsetParent)?.dataset.frames) > 0"
    )
    scene.evaluate(AT_REST)
    return scene


def test_keys_step_through_the_scenes_with_name_caption_and_place(page, bar):
    bar.focus()
    assert told(bar) == (NAMES[0], "1 of 4")
    assert bar.locator(".svm-scene-caption").inner_text() == ASKED[NAMES[0]]
    page.keyboard.press("PageUp")
    assert told(bar) == (NAMES[0], "1 of 4")
    page.keyboard.press("PageDown")
    assert told(bar) == (NAMES[1], "2 of 4")
    assert page.evaluate(SHOWN) == 1
    assert "multiplier α\t0\n" in scene_of(page).locator(".svm-card").inner_text()
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert told(bar) == (NAMES[3], "4 of 4")
    page.keyboard.press("n")
    page.keyboard.press("p")
    page.keyboard.press("PageUp")
    assert told(bar) == (NAMES[1], "2 of 4")
    assert bar.locator("[role=status]").text_content() == f"Scene 2 of 4: {NAMES[1]}. {ASKED[NAMES[1]]}"
    assert bar.locator("select").input_value() == "1"
    assert page.locator(".jp-CodeCell").count() == 1, "JupyterLab has not taken the keys"
    assert page.locator(".jp-RawCell").count() == 0


def test_the_ring_of_the_focus_lies_within_the_output_which_would_cut_it(page, bar):
    plane = scene_of(page).locator(".svm-plane")
    plane.focus()
    press(page, plane, "ArrowRight")
    width, offset = plane.evaluate("p => [getComputedStyle(p).outlineWidth, getComputedStyle(p).outlineOffset]")
    assert width == "2px"
    assert float(offset.removesuffix("px")) <= -float(width.removesuffix("px"))
    page.keyboard.press("Escape")


def test_a_scene_is_as_it_was_left_and_r_begins_it_anew(page, bar):
    scene = scene_of(page)
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft", 30)
    scene.evaluate(AT_REST)
    C = scene.evaluate("({ svmView }) => svmView.session.C")
    assert C < 1000
    scene.evaluate(AFRESH)  # words keep their places for as long as a scene is shown
    before = scene.evaluate(PIXELS)
    bar.locator("[data-step=next]").click()
    assert told(bar)[0] == NAMES[1]
    bar.locator("[data-step=previous]").click()
    assert told(bar)[0] == NAMES[0]
    again = scene_of(page)
    assert again.evaluate("({ svmView }) => svmView.session.C") == C
    again.evaluate(AFRESH)
    assert again.evaluate(PIXELS) == before
    bar.focus()
    begin_anew(page, bar, lambda: page.keyboard.press("r"))
    assert told(bar)[0] == NAMES[0]
    assert scene_of(page).evaluate("({ svmView }) => svmView.session.C") == np.inf


def test_page_keys_change_the_scene_also_from_the_plane_and_the_slider(page, bar):
    for touched in (".svm-plane", ".svm-c .svm-slider", ".svm-c .svm-value"):
        scene = scene_of(page)
        press(page, scene.locator(touched), "PageDown")
        assert told(bar)[0] == NAMES[1], touched
        page.keyboard.press("PageUp")
        assert told(bar)[0] == NAMES[0], touched
        assert scene_of(page).evaluate("({ svmView }) => svmView.session.C") == np.inf
    scene_of(page).locator(".svm-plane").focus()
    page.keyboard.press("n")
    assert told(bar)[0] == NAMES[1], "a letter that the plane does not use steps"


def test_page_keys_of_a_cell_that_one_types_in_stay_there(page, bar):
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("PageDown")
    assert told(bar)[0] == NAMES[0]


def test_a_click_on_the_picture_or_beside_it_leaves_the_keys_to_the_lecture(page, bar):
    box = bar.locator(".svm-scene-caption").bounding_box()
    page.mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)
    page.keyboard.press("PageDown")
    assert told(bar)[0] == NAMES[1]
    scene = scene_of(page)
    page.mouse.click(*place_of(scene, None, 3))
    page.keyboard.press("p")
    assert told(bar)[0] == NAMES[0]
    page.keyboard.press("n")
    assert told(bar)[0] == NAMES[1]
    begin_anew(page, bar, lambda: page.keyboard.press("r"))  # with the point chosen that others expect


def test_space_reveals_the_answer_and_what_it_hid(page, bar):
    bar.locator("select").select_option("3")
    assert told(bar)[0] == "Width"
    scene = scene_of(page)
    left = scene.locator(".svm-error-left b")
    assert left.inner_text() == "?"
    assert "leave-one-out" not in scene.inner_text()
    scene.locator(".svm-plane").focus()
    page.keyboard.press("Space")
    page.wait_for_function("node => /^[0-9]+$/.test(node.textContent)", arg=left.element_handle())
    assert int(left.inner_text()) > 10
    assert bar.locator(".svm-answer").inner_text().startswith("More than 10")
    assert page.locator(".jp-CodeCell").count() == 1


def test_a_scene_that_cannot_be_built_is_told_beside_its_name(page, bar):
    bar.locator("select").select_option("2")
    assert told(bar) == ("Broken", "3 of 4")
    assert bar.locator(".svm-notice").inner_text() == "This scene could not be built. OSError: the disk is full."
    assert page.evaluate(SHOWN) == 0
    bar.focus()
    page.keyboard.press("PageDown")
    assert told(bar) == (NAMES[3], "4 of 4")
    assert bar.locator(".svm-notice").is_hidden()


# Names of the controls in sight.
CONTROLS = """scene => [...scene.querySelectorAll(".svm-bar label")].filter(label => label.offsetParent)
    .map(label => label.firstChild.textContent.trim())"""


def test_the_switch_brings_the_controls_back_and_takes_them_away(page, bar):
    bar.locator("select").select_option("3")
    assert told(bar)[0] == "Width"
    scene = scene_of(page)
    size = "scene => parseFloat(getComputedStyle(scene.querySelector('.svm-status')).fontSize)"
    large = scene.evaluate(size)
    unit = scene.evaluate("scene => scene.clientHeight") * style.TABLE["stage"]["of_height"]
    assert large == pytest.approx(style.TABLE["stage"]["type"]["small"] * unit, rel=0.02)
    assert scene.evaluate(CONTROLS) == ["C", "σ"]
    assert scene.evaluate(NOTHING_CUT) == []
    switch = scene.locator(".svm-size button")
    assert switch.get_attribute("aria-pressed") == "true"
    press(page, switch, "Enter")
    kernel = scene.get_by_role("combobox", name="kernel")
    kernel.wait_for()
    scene.evaluate(AT_REST)
    assert scene.evaluate(CONTROLS) == ["data", "points", "noise", "seed", "kernel", "C", "σ"]
    assert scene.evaluate(size) == style.TABLE["stage"]["least_small"] < large
    assert scene.locator(".svm-files").is_visible()
    switch.click()
    kernel.wait_for(state="hidden")
    scene.evaluate(AT_REST)
    assert scene.evaluate(size) == large
    press(page, scene.get_by_role("slider", name="width σ"), "ArrowRight", 9)
    page.wait_for_function("document.querySelector('.svm-lecture').innerText.includes('σ = 0.229')")


def test_every_scene_is_drawn_on_a_projector_and_nothing_is_cut(lab, browser):
    cells = ["from svmlab import explorers\nexplorers.Lecture()"]
    with opened(lab, browser, "all.ipynb", cells, viewport={"width": 1280, "height": 800}) as page:
        bar = page.locator(".svm-scene-bar")
        bar.wait_for(state="attached", timeout=60_000)
        bar.scroll_into_view_if_needed()
        page.keyboard.press("Control+b")  # the sidebar closes
        bar.focus()
        for k, scene in enumerate(SCENES):
            assert told(bar) == (scene.name, f"{k + 1} of {len(SCENES)}")
            page.wait_for_function(
                "Number([...document.querySelectorAll('.svm-scene')].find(s => s.offsetParent)?.dataset.frames) > 0"
            )
            shown = page.locator(".svm-scene:visible")
            assert shown.evaluate(NOTHING_CUT) == [], scene.name
            assert shown.locator(".svm-notice[data-kind=error]:visible").count() == 0
            plane = shown.locator(".svm-plane canvas").first.bounding_box()
            assert plane["width"] > 350
            assert shown.evaluate(SHARE) >= 0.33, scene.name
            head, column = bar.bounding_box(), shown.locator(".svm-side").bounding_box()
            assert head["x"] >= column["x"] - 1, "name and caption stand in the column"
            assert head["height"] < 0.4 * column["height"]
            page.keyboard.press("PageDown")
