"""A whole lecture exported as one page and opened from disk: keys, menu, addresses; every scene on a projector."""

import math

import pytest
from browsing import AT_REST, DRAWN_OUT, becomes, exported_page, new_page, press

from svmlab.explorers import LagrangeExplorer, Lecture, LectureScene, MarginExplorer, export_html

SCENES = [
    LectureScene("Straight", "A line.", lambda: MarginExplorer(m=30, kernel="linear", C=1.0)),
    LectureScene("Round", "A curve.", lambda: MarginExplorer(m=40, data="moons")),
    LectureScene("Border", "No points.", LagrangeExplorer),
    LectureScene(
        "Asked",
        "A question.",
        lambda: MarginExplorer(m=20),
        "How many are lost?",
        "Some are.",
        ("none", "some"),
        ("left_out",),
    ),
]
WIDE = {"viewport": {"width": 1280, "height": 800}}
DRAWN = "[...document.querySelectorAll('.svm-scene')].some(s => s.checkVisibility() && Number(s.dataset.frames) > 0)"
C = "({ svmView }) => svmView.session.C"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    lecture = Lecture(SCENES)
    yield export_html(lecture, tmp_path_factory.mktemp("lecture") / "lecture.html")
    lecture.close()


@pytest.fixture
def page(file, browser):
    with new_page(browser, offline=True, **WIDE) as page:
        page.goto(file.as_uri())
        yield page


def scene_of(page):
    """The scene that is shown, at rest."""
    becomes(page, DRAWN)
    scene = page.locator(".svm-scene:visible")
    scene.evaluate(DRAWN_OUT)
    return scene


def told(page):
    scene_of(page)
    return page.locator(".svm-scene-name").inner_text(), page.locator(".svm-scene-place").inner_text()


def test_a_page_key_changes_the_scene_whatever_was_touched(page):
    assert told(page) == ("Straight", "1 of 4")
    assert page.locator(".svm-scene").count() == 1, "a scene is built when it is first shown"
    for touched in (".svm-c .svm-slider", ".svm-plane", ".svm-c .svm-value", ".svm-switch", ".svm-scene-bar select"):
        within = page.locator(".svm-lecture" if "bar" in touched else ".svm-scene:visible")
        within.locator(touched).first.focus()
        C_before = scene_of(page).evaluate(C)
        page.keyboard.press("PageDown")
        assert told(page) == ("Round", "2 of 4"), touched
        scene_of(page).locator(".svm-plane").click(position={"x": 300, "y": 300})
        page.keyboard.press("PageUp")
        assert told(page) == ("Straight", "1 of 4"), touched
        assert scene_of(page).evaluate(C) == C_before


def test_with_shift_the_arrows_take_long_steps(page):
    def stepped(key, times=1):
        """Where the slider stands after a key."""
        slider = scene_of(page).locator(".svm-c .svm-slider")
        press(page, slider, key, times)
        scene_of(page)
        return float(slider.input_value())

    one = stepped("ArrowRight")
    two = stepped("ArrowRight")
    far = stepped("Shift+ArrowRight")
    assert far - two >= 5 * (two - one)
    assert stepped("Shift+ArrowLeft") == two
    assert stepped("Shift+ArrowLeft", 20) == 0


def test_the_menu_has_whole_titles_and_a_scene_is_as_it_was_left(page):
    press(page, scene_of(page).locator(".svm-c .svm-slider"), "End")
    left = scene_of(page).evaluate(C)
    menu = page.locator(".svm-scene-bar select")
    assert [" ".join(text.split()) for text in menu.locator("option").all_inner_texts()] == [
        "1 Straight", "2 Round", "3 Border", "4 Asked",
    ]  # fmt: skip
    menu.select_option("2")
    assert told(page) == ("Border", "3 of 4")
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert told(page) == ("Asked", "4 of 4")
    menu.select_option("0")
    assert told(page) == ("Straight", "1 of 4")
    assert scene_of(page).evaluate(C) == left
    page.locator("[data-step=reset]").click()
    assert scene_of(page).evaluate(C) == 1.0
    assert page.locator(".svm-scene").count() == 3, "those that were shown"


def test_a_question_stands_first_and_space_or_the_button_reveals_its_answer(page):
    menu, bar = page.locator(".svm-scene-bar select"), page.locator(".svm-scene-bar")
    believed = bar.get_by_role("button", name="some", pressed=True)
    assert told(page) == ("Straight", "1 of 4")
    assert bar.locator(".svm-question").is_hidden(), "the first scene asks nothing"
    menu.select_option("3")
    assert told(page) == ("Asked", "4 of 4")
    scene = scene_of(page)
    left = scene.locator(".svm-error-left b")
    assert bar.locator(".svm-scene-caption").inner_text() == "How many are lost?"
    assert left.inner_text() == "?"
    scene.evaluate(AT_REST)
    assert "leave-one-out" not in scene.text_content(), "nor does a screen reader hear it"
    bar.get_by_role("button", name="some").click()
    believed.wait_for()
    page.keyboard.press("Space")
    scene.evaluate(AT_REST)
    assert bar.locator(".svm-answer").inner_text() == "", "a button has its own use of the key"
    assert believed.count() == 1
    scene.locator(".svm-plane").focus()
    page.keyboard.press("Space")
    bar.locator(".svm-answer", has_text="Some are.").wait_for()
    assert bar.get_by_role("button", name="reveal").count() == 0
    scene.evaluate(AT_REST)
    assert left.inner_text().isdigit()
    assert "leave-one-out" in scene.text_content()
    page.locator("[data-step=reset]").click()
    scene_of(page)
    bar.get_by_role("button", name="reveal").click()
    bar.locator(".svm-answer", has_text="Some are.").wait_for()


def test_a_reload_finds_the_scene_and_what_it_stood_at(page):
    told(page)
    page.keyboard.press("PageDown")
    press(page, scene_of(page).locator(".svm-c .svm-slider"), "Home")
    scene = scene_of(page)
    scene.evaluate(AT_REST)
    becomes(page, "location.hash.startsWith('#scene=2&v=1&C=')")
    stood = scene.evaluate(C)
    assert not math.isclose(stood, 1.0)
    page.reload()
    assert told(page) == ("Round", "2 of 4")
    assert scene_of(page).evaluate(C) == stood


def test_the_whole_screen_has_the_lecture_and_its_keys(page):
    told(page)
    page.keyboard.press("f")
    becomes(page, "document.querySelector('.svm-lecture').classList.contains('svm-whole')")
    page.keyboard.press("PageDown")
    assert told(page) == ("Round", "2 of 4")
    box = scene_of(page).bounding_box()
    assert (box["width"], box["height"]) == (1280, 800)


def test_nothing_is_sent_or_refused(file, browser):
    with exported_page(browser, file, **WIDE) as page:
        for _ in SCENES:
            scene_of(page)
            assert page.locator(".svm-notice[data-kind=error]:visible").count() == 0
            page.keyboard.press("PageDown")
