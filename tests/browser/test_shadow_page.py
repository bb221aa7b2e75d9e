"""Scenes in shadow roots, where marimo and Panel put them: styles, pointer, keys and focus are as everywhere."""

import contextlib

from browsing import DRAWN_OUT, POINTS, comes_true, heard, new_page, place_of, press

from svmlab import explorers, kernels
from svmlab.explorers import export_html

MOUNTED = 'const main = document.querySelector("main");'
IN_SHADOW = 'const main = document.querySelector("main").attachShadow({ mode: "open" });'
MODEL = "const model = modelOf({ ...states[k], ...more, live: false"
WITH_SHEET = f"{MODEL}, _css: document.querySelector('style').textContent"
SHADOW = "document.querySelector('main').shadowRoot"
WHOLE = f"{SHADOW}.fullscreenElement?.className ?? ''"
CHOSEN = "scene => scene.svmView.session.selected"


@contextlib.contextmanager
def in_shadow(browser, file):
    """An exported page whose scenes stand in a shadow root; fails on an error."""
    text = file.read_text(encoding="utf-8")
    assert text.count(MOUNTED) == text.count(MODEL) == 1
    file = file.with_name(f"shadow_{file.name}")
    file.write_text(text.replace(MOUNTED, IN_SHADOW).replace(MODEL, WITH_SHEET), encoding="utf-8")
    with new_page(browser, offline=True, viewport={"width": 1280, "height": 900}) as page:
        errors, _ = heard(page)
        page.goto(file.as_uri())
        page.locator(".svm-scene[data-frames]").first.wait_for()
        yield page
        assert errors == []


def test_the_scene_brings_its_styles_once(exported, browser):
    with in_shadow(browser, exported("MarginExplorer")) as page:
        assert page.locator(".svm-stage").evaluate("node => getComputedStyle(node).display") == "grid"
        plane, side = (page.locator(name).bounding_box() for name in (".svm-plane", ".svm-side"))
        assert side["x"] >= plane["x"] + plane["width"]
        assert page.evaluate(f"{SHADOW}.querySelectorAll('style').length") == 1


def test_a_point_is_chosen_dragged_and_walked_to(exported, browser):
    with in_shadow(browser, exported("MarginExplorer")) as page:
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        before = scene.evaluate(POINTS)
        page.mouse.click(*place_of(scene, None, 3))
        assert comes_true(page, lambda: scene.evaluate(CHOSEN) == 3)
        x, y = place_of(scene, None, 3)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y, steps=4)
        page.mouse.up()
        assert comes_true(page, lambda: scene.evaluate(POINTS)[3] != before[3])
        press(page, page.locator(".svm-plane"), "ArrowRight")
        assert comes_true(page, lambda: scene.evaluate(CHOSEN) != 3)
        press(page, page.get_by_role("slider", name="Soft margin C"), "ArrowRight")
        assert comes_true(page, lambda: scene.evaluate("scene => scene.svmView.session.C") > 1)


def test_f_gives_the_whole_screen_but_where_letters_are_typed(exported, browser):
    with in_shadow(browser, exported("KernelExplorer", kernel=kernels.Formula("dot(x, z)"))) as page:
        page.keyboard.press("f")
        assert comes_true(page, lambda: "svm-whole" in page.evaluate(WHOLE))
        press(page, page.get_by_role("button", name="full screen"), "f")
        assert comes_true(page, lambda: not page.evaluate(WHOLE))
        field = page.get_by_label("κ(x, z) =")
        press(page, field, "f")
        assert "f" in field.input_value()
        page.locator(".svm-scene").evaluate(DRAWN_OUT)
        assert not page.evaluate(WHOLE)


def test_of_two_scenes_f_is_a_key_of_the_one_that_has_the_focus(exported, browser):
    with in_shadow(browser, exported("MarginExplorer")) as page:
        page.evaluate(ANOTHER)
        page.keyboard.press("f")
        page.locator(".svm-scene").first.evaluate(DRAWN_OUT)
        assert not page.evaluate(WHOLE)
        press(page, page.locator(".svm-plane").first, "f")
        assert comes_true(page, lambda: "svm-whole" in page.evaluate(WHOLE))


# The scene once more, in a shadow root of its own.
ANOTHER = """() => {
    const host = document.body.appendChild(document.createElement("div"));
    const el = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
    const { svmView } = document.querySelector("main").shadowRoot.querySelector(".svm-scene");
    new svmView.constructor(svmView.session, el);
}"""


def test_the_theme_is_that_of_the_page_around(exported, browser):
    with in_shadow(browser, exported("MarginExplorer")) as page:
        page.evaluate("document.body.style.background = '#101010'")
        scene = page.locator(".svm-scene")
        assert comes_true(page, lambda: scene.evaluate("scene => scene.svmView.dress.now.dark"))


def test_the_keys_of_a_lecture_step_through_it(browser, tmp_path):
    with in_shadow(browser, export_html(explorers.Lecture(explorers.SCENES[:3]), tmp_path / "lecture.html")) as page:
        place = page.locator(".svm-scene-place")
        page.keyboard.press("PageDown")
        assert comes_true(page, lambda: place.text_content() == "2 of 3")
        press(page, page.get_by_role("slider").locator("visible=true").first, "PageUp")
        assert comes_true(page, lambda: place.text_content() == "1 of 3")
        press(page, page.get_by_role("slider").locator("visible=true").first, "n")
        assert comes_true(page, lambda: place.text_content() == "2 of 3")
