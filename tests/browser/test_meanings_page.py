"""Words that a student may not know say what they mean: on hover, at a key, at a touch, and to a screen reader."""

import pytest
from browsing import comes_true, drawn_out, exported_page
from small_explorers import EXPLORERS

from svmlab.explorers import export_html

WORDS = {  # what explains itself -> a part of what it says
    ".svm-error-left .svm-word": "without it",
    ".svm-role[data-role=free]": "0 < α < C",
    ".svm-sure summary": "lower objective",
    ".svm-switch[data-overlay=slack]": "steepest way",
    ".svm-card tr:nth-child(2) .svm-word": "falls short of a lead of 1",
    ".svm-card tr:nth-child(3) .svm-word": "ahead by 1 on the edge",
}


def page_of(folder, name, **options):
    explorer = EXPLORERS[name](**options)
    explorer.selected = 3
    return export_html(explorer, folder / f"{name}.html")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return page_of(tmp_path_factory.mktemp("words"), "MarginExplorer")


def described(node):
    """What a screen reader is told of an element beside its name."""
    return node.evaluate("node => document.getElementById(node.getAttribute('aria-describedby')).textContent")


@pytest.mark.parametrize("selector", WORDS)
def test_a_word_explains_itself_however_it_is_come_to(selector, file, browser):
    with exported_page(browser, file) as page:
        drawn_out(page)
        tip, word = page.locator(".svm-meaning"), page.locator(selector)
        told = lambda: tip.is_visible() and WORDS[selector] in tip.inner_text()  # noqa: E731
        assert WORDS[selector] in described(word)
        word.hover()
        assert comes_true(page, told)
        page.locator(".svm-title").hover()
        assert comes_true(page, tip.is_hidden)
        page.locator("select").first.focus()
        for _ in range(60):
            page.keyboard.press("Tab")
            if word.evaluate("node => node === document.activeElement"):
                break
        else:
            raise AssertionError("Tab does not come to it")
        assert comes_true(page, told), "Tab comes to it"
        box, room = tip.bounding_box(), page.locator(".svm-scene").bounding_box()
        assert box["x"] >= room["x"]
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 1
        page.keyboard.press("Escape")
        assert tip.is_hidden()


def test_a_touch_explains_a_word(file, browser):
    with exported_page(browser, file, has_touch=True, viewport={"width": 390, "height": 844}) as page:
        drawn_out(page)
        page.locator(".svm-card .svm-word").first.tap()
        assert comes_true(page, page.locator(".svm-meaning").is_visible)


def test_bounds_say_what_they_are(tmp_path, browser):
    with exported_page(browser, page_of(tmp_path, "BoundsExplorer")) as page:
        drawn_out(page)
        boxes = page.locator(".svm-key input")
        assert comes_true(page, lambda: boxes.count() > 2)
        assert all(described(box) for box in boxes.all())


def test_margin_has_one_meaning_on_a_screen(file, browser):
    """The margin is a length; by how much a point is ahead is its lead."""
    with exported_page(browser, file) as page:
        drawn_out(page)
        rows = page.locator(".svm-card th").all_text_contents()
        assert [row.split()[0] for row in rows] == ["multiplier", "slack", "lead"]
        assert "margin =" not in page.locator(".svm-card").inner_text()
