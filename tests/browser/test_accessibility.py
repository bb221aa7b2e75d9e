"""Every scene for everybody: by keyboard alone, to a screen reader, enlarged, in light and dark, without motion.

The pages are exported ones; what only stands in a notebook is looked at in JupyterLab. The accessibility tree is that
of Chromium, the contrasts are those of the computed styles (WCAG 2.2: 4.5 for text, 3 for what a control is seen by).
"""

import contextlib
import itertools
import re
from pathlib import Path

import pytest
from browsing import AT_REST, DRAWN_OUT, comes_true, new_page, press, wait_for_scene
from lab_pages import opened
from small_explorers import EXPLORERS

from svmlab import style

TELLERS = Path(__file__).with_name("accessible.js").read_text(encoding="utf-8")
CONTROLS = {
    "button", "slider", "checkbox", "radio", "combobox", "listbox", "option", "link", "textbox", "spinbutton", "switch",
    "DisclosureTriangle",
}  # fmt: skip
PICTURES = {"image", "img", "Canvas"}
UNNAMED = re.compile(rf"^\s*- ({'|'.join(CONTROLS)})\b(?! \")", re.MULTILINE)  # in a snapshot of the tree
KEYS = {
    "range": ("ArrowRight", "ArrowLeft"), "slider": ("ArrowUp", "ArrowRight"), "number": ("ArrowUp", "ArrowDown"),
    "text": ("ArrowUp", "ArrowDown"), "select-one": ("ArrowDown", "ArrowUp"), "checkbox": ("Space",),
    "listbox": ("ArrowRight", "Home"), "button": ("Enter",), "submit": ("Enter",), "summary": ("Enter",),
}  # fmt: skip


def of_each(test):
    return pytest.mark.parametrize("name", EXPLORERS)(test)


@contextlib.contextmanager
def scene(browser, file, **context):
    """(page, scene) of an exported explorer, its words spoken."""
    options = {"offline": True, "bypass_csp": True, "viewport": {"width": 1280, "height": 1024}, **context}
    with new_page(browser, **options) as page:
        page.add_init_script(TELLERS)
        page.goto(file.as_uri())
        locator = page.locator(".svm-scene[data-frames]")
        locator.wait_for()
        page.wait_for_function("[...document.querySelectorAll('[role=status]')].some(s => s.textContent.length > 20)")
        yield page, locator


def choose_a_point(page):
    """Choose a point where the scene has points, so that all that is told of it stands there."""
    points = page.get_by_role("listbox", name="Training points")
    if points.count():
        press(page, points, "Home")
        page.locator(".svm-card h4").wait_for()


def tree(page):
    """The accessibility tree as (role, name, focusable) of each node that is not ignored."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    for node in (node for node in nodes if not node.get("ignored")):
        focusable = any(p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", []))
        yield node["role"]["value"], node.get("name", {}).get("value", "").strip(), focusable


def assert_all_have_names(page):
    nodes = list(tree(page))
    assert [role for role, name, _ in nodes if role in CONTROLS | PICTURES and not name] == []
    assert {role for role, _, focusable in nodes if focusable} <= CONTROLS | {"RootWebArea", "scrollable", "Iframe"}
    return nodes


def change(page, act):
    """Whether what is seen or told changes after an action."""
    page.evaluate("accessible.remember()")
    act()
    return comes_true(page, lambda: page.evaluate("accessible.changed()"), patience=5)


@pytest.fixture(scope="module", params=EXPLORERS)
def seen(request, exported, browser):
    """(page, scene) of each explorer, with a point chosen, for the tests that leave it much as it was."""
    with scene(browser, exported(request.param)) as (page, locator):
        choose_a_point(page)
        locator.evaluate(DRAWN_OUT)
        yield page, locator


def test_every_control_and_picture_has_a_name_and_a_role(seen):
    page, _ = seen
    openers = page.locator("summary:visible, .svm-more:visible").all()
    for opener in openers:
        opener.click()
    nodes = assert_all_have_names(page)
    assert sum(role in CONTROLS for role, _, _ in nodes) >= 2
    assert sum(role in PICTURES for role, _, _ in nodes) >= 1
    buttons = [name for role, name, _ in nodes if role == "button"]
    assert len(buttons) == len(set(buttons)), "two buttons of one name cannot be told apart"
    for opener in openers:
        opener.click()


def test_tab_reaches_every_control_and_shows_where_it_is(seen):
    page, _ = seen
    page.evaluate("window.left = accessible.stops(); window.count = left.length; document.activeElement.blur()")
    count = page.evaluate("count")
    assert count >= 2
    page.mouse.click(1, 1)
    for _ in range(count + 1):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        assert page.evaluate("accessible.showsFocus(document.activeElement)")
        page.evaluate("window.left = left.filter(stop => stop !== document.activeElement)")
    assert page.evaluate("left.map(stop => stop.outerHTML.slice(0, 100))") == []


def test_nothing_moves_by_itself_for_those_who_prefer_it(seen):
    page, _ = seen
    page.emulate_media(reduced_motion="reduce")
    press(page, page.get_by_role("slider").first, "ArrowLeft", 3)
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")


def test_text_and_controls_stand_out(seen):
    page, locator = seen
    openers = page.locator("summary:visible, .svm-more:visible, .svm-verdict:visible").all()
    for opener in openers:
        opener.click()
    moved = page.locator(".svm-handle:visible")
    if moved.count():
        press(page, moved.first, "ArrowRight", 3)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        locator.evaluate(DRAWN_OUT)
        assert locator.evaluate("({ svmView }) => svmView.dress.now.dark") == (scheme == "dark")
        for found in (page.evaluate("accessible.faintTexts()"), page.evaluate("accessible.faintControls()")):
            assert found["count"] >= 1
            assert found["faint"] == []
    for opener in openers:
        opener.click()


@of_each
def test_every_control_can_be_worked_by_keyboard(name, exported, browser):
    with scene(browser, exported(name)) as (page, locator):
        choose_a_point(page)
        handles = page.evaluate_handle("accessible.stops()")
        for handle in [p.as_element() for p in handles.get_properties().values()]:
            if not handle.is_visible():  # closed by a control before it
                continue
            movable = page.locator(".svm-handle:visible")
            if handle.text_content() == "reset" and movable.count():  # there has to be something to take back
                press(page, movable.first, "ArrowRight", 3)
                locator.evaluate(DRAWN_OUT)
            kind = handle.evaluate("e => e.getAttribute('role') || e.type || e.tagName.toLowerCase()")
            handle.evaluate("e => e.matches('.svm-over [aria-pressed=true]') && e.nextElementSibling.click()")
            handle.focus()  # of several to choose from the chosen one changes nothing: another one was chosen before
            moved = any(change(page, lambda key=key: page.keyboard.press(key)) for key in KEYS[kind])
            assert moved, handle.evaluate("e => e.outerHTML.slice(0, 200)")


@pytest.mark.parametrize("name", ["MarginExplorer", "MulticlassExplorer", "where the lemma fails", "BoundsExplorer"])
def test_every_point_is_reached_by_keyboard_and_read_out(name, exported, browser):
    with scene(browser, exported(name)) as (page, _):
        points, option = page.get_by_role("listbox", name="Training points"), page.locator("[role=option]")
        press(page, points, "Home")
        page.wait_for_function("document.querySelector('[role=option]').textContent !== ''")
        count = int(option.get_attribute("aria-setsize"))
        read = set()
        for _ in range(count):
            before = option.inner_text()
            read.add(before.split(",")[0])
            if len(read) < count:
                page.keyboard.press("ArrowRight")
                page.wait_for_function("t => document.querySelector('[role=option]').textContent !== t", arg=before)
        assert read == {f"Point {i}" for i in range(count)}
        assert "alpha" in option.inner_text()


def test_the_scene_is_told_in_words_that_change_with_it(seen):
    page, locator = seen
    words = "[...document.querySelectorAll('[role=status]')].map(s => s.textContent).join()"
    page.evaluate("accessible.remember()")  # what was due to be spoken of the test before is not a change
    before = page.evaluate(words)
    assert len(before) > 60
    slider = page.locator(".svm-c .svm-slider")
    if slider.count():
        press(page, slider.first, slider.first.evaluate("c => (c.value === c.min ? 'End' : 'Home')"))
    else:
        sliders = page.get_by_role("slider")
        press(page, sliders.nth(min(1, sliders.count() - 1)), "ArrowUp", 5)
    page.wait_for_function(f"before => ({words}) !== before", arg=before)
    assert locator.locator("canvas[role=img], [role=img] canvas").first.get_attribute("aria-label") not in ("", None)


@of_each
def test_enlarged_to_200_and_400_percent_nothing_is_cut(name, exported, browser):
    with scene(browser, exported(name), viewport={"width": 640, "height": 512}, device_scale_factor=2) as (page, _):
        choose_a_point(page)
        for width in (640, 320):
            page.set_viewport_size({"width": width, "height": 4 * width // 5})
            page.locator(".svm-scene").evaluate(DRAWN_OUT)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("accessible.cut()") == []


def test_classes_and_curves_differ_without_colour():
    shapes = [str(marker["vertices"]) for marker in style.TABLE["markers"]]
    assert len(set(shapes)) == len(shapes) >= len(style.theme()["classes"])
    for first, second in itertools.combinations(style.TABLE["series"], 2):
        assert first["dash"] != second["dash"]
        assert first["marker"] != second["marker"]
    lines, marks = style.TABLE["lines"], style.TABLE["marks"]
    assert len({str(lines[name]["dash"]) for name in ("boundary", "margin", "vacuous")}) == 3
    assert marks["free"]["radius"] != marks["selected"]["radius"]  # two rings, told apart by size as well
    assert "✓" in Path(style.__file__).with_name("page").joinpath("parts/certificate.js").read_text(encoding="utf-8")


def test_the_notebook_has_more_controls_and_they_have_names_and_no_motion(lab, browser):
    cells = ["from svmlab.explorers import MarginExplorer", "explorer = MarginExplorer(m=30)\nexplorer"]
    with opened(lab, browser, "accessible.ipynb", cells, reduced_motion="reduce") as page:
        locator = wait_for_scene(page)
        page.evaluate(TELLERS)
        locator.evaluate(AT_REST)
        page.get_by_role("button", name="edit points").press("Enter")
        press(page, page.get_by_role("listbox", name="Training points"), "Home")
        leave = locator.locator(".svm-withdrawal .svm-button")
        leave.wait_for()
        seen = "n => new MutationObserver(() => (window.seen ??= []).push(n.textContent)).observe(n, {childList: true})"
        locator.locator(".svm-withdrawal-note").evaluate(seen)
        leave.press("Enter")
        locator.locator(".svm-withdrawal-note", has_text="is out").wait_for()
        locator.evaluate(AT_REST)
        assert [text for text in page.evaluate("seen") if "%" in text] == []
        assert leave.evaluate("button => button.getRootNode().activeElement === button")
        page.keyboard.press("Enter")  # the focus has stayed
        page.get_by_role("button", name="leave this point out").wait_for()
        snapshot = locator.aria_snapshot()
        assert all(f'- {control} "' in snapshot for control in ("button", "radio", "slider", "listbox"))
        assert UNNAMED.findall(snapshot) == []
        assert locator.evaluate("s => accessible.faintTexts(s).faint") == []
