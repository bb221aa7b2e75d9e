"""The scene of one constrained problem in a page opened from disk: by mouse, by keyboard, and what is said of it."""

import pytest
from browsing import becomes, comes_true, wait_for_scene
from lab_pages import opened
from test_page import from_disk

from svmlab import kkt
from svmlab.explorers import LagrangeExplorer

ROWS = ".svm-cases li"
BORDER = '.svm-handle-border[aria-label^="Border"]'
SOLUTION = "document.querySelector('.svm-scene').svmView.session.solution"


def multipliers(page):
    return page.evaluate(f"{SOLUTION}.multipliers")


def drag(page, locator, dx, dy):
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_dragging_a_border_over_the_free_minimum_makes_its_multiplier_positive(browser, tmp_path):
    with from_disk(browser, tmp_path, LagrangeExplorer("slides 4")) as page:
        assert multipliers(page) == [0]
        assert "hence α = 0: inactive" in page.locator(ROWS).inner_text()
        border = page.locator(BORDER)
        assert border.get_attribute("data-state") == "inactive"
        drag(page, border, 80, -260)
        becomes(page, "document.querySelector('.svm-cases li').dataset.case === 'active'")
        assert multipliers(page)[0] > 0.1
        assert "active, the border holds x* back" in page.locator(ROWS).inner_text()
        assert border.get_attribute("data-state") == "active"
        page.get_by_role("button", name="reset").click()
        becomes(page, "document.querySelector('.svm-cases li').dataset.case === 'inactive'")


def test_the_same_by_keyboard(browser, tmp_path):
    with from_disk(browser, tmp_path, LagrangeExplorer("slides 4")) as page:
        page.locator("select.svm-select").first.focus()
        for _ in range(3):  # the reset button, the free minimum, the border
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Border, moves parallel"
        for _ in range(40):
            page.keyboard.press("ArrowUp")
        becomes(page, f"{SOLUTION}.multipliers[0] > 0")
        becomes(page, "document.activeElement.getAttribute('aria-valuetext').includes('active, the border')")
        problem = page.evaluate("document.querySelector('.svm-scene').svmView.session.problem")
        own = kkt.Problem(problem["P"], problem["q"], problem["G"], problem["h"], constant=problem["constant"])
        assert multipliers(page) == pytest.approx(kkt.audit(own).alpha, abs=1e-8)


def test_every_handle_moves_what_it_says(browser, tmp_path):
    with from_disk(browser, tmp_path, LagrangeExplorer("slides 3")) as page:
        problem = "document.querySelector('.svm-scene').svmView.session.problem"
        before = page.evaluate(problem)
        drag(page, page.locator(".svm-handle-turn"), 20, 60)
        turned = page.evaluate(problem)
        assert turned["G"] != before["G"]
        assert turned["q"] == before["q"]
        drag(page, page.locator(".svm-handle-centre"), -90, 40)
        moved = page.evaluate(problem)
        assert moved["q"] != before["q"]
        assert moved["G"] == turned["G"]
        assert moved["source"] == "Vitay, part 2, example 3, moved"
        drag(page, page.locator(".svm-handle-try"), -100, 0)
        becomes(page, "document.querySelector('.svm-tried').innerText.includes('cannot be below')")
        assert page.evaluate(problem) == moved


def test_where_no_point_is_allowed_the_page_says_so_and_the_last_minimum_stays(browser, tmp_path):
    problem = kkt.Problem([[2, 0], [0, 2]], [0, 0], G=[[1, 0], [-1, 0]], h=[0.5, 0.5], names="xy")
    with from_disk(browser, tmp_path, LagrangeExplorer(problem)) as page:
        assert page.locator(".svm-notice").is_hidden()
        page.locator(BORDER).first.focus()
        for _ in range(3):
            page.keyboard.press("PageDown")
        for _ in range(60):
            page.keyboard.press("ArrowLeft")
        becomes(page, f"{SOLUTION} === null")
        page.locator(".svm-notice").wait_for(state="visible")
        assert "No point meets all constraints" in page.locator(".svm-notice").inner_text()
        assert page.evaluate("document.querySelector('.svm-scene').svmView.session.last.solution.x[0]") <= -0.4
        for _ in range(70):
            page.keyboard.press("ArrowRight")
        page.locator(".svm-notice").wait_for(state="hidden")


@pytest.mark.parametrize("screen", [{}, {"viewport": {"width": 360, "height": 740}, "has_touch": True}])
def test_every_preset_can_be_chosen_on_any_screen(screen, browser, tmp_path):
    with from_disk(browser, tmp_path, LagrangeExplorer(), **screen) as page:
        for name, problem in kkt.EXAMPLES.items():
            page.locator("select.svm-select").first.select_option(name)
            drawn = "n => document.querySelectorAll('.svm-cases li').length === n"
            becomes(page, drawn, len(problem.constraints))
            assert page.evaluate(f"{SOLUTION}.x") == pytest.approx(kkt.audit(problem).x, abs=1e-8)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_screen_reader_finds_menu_handles_and_summary(browser, tmp_path):
    with from_disk(browser, tmp_path, LagrangeExplorer("Vert 7.5")) as page:
        becomes(page, "document.querySelector('[role=status]').textContent")
        tree = page.locator("main").aria_snapshot()
    for part in ('combobox "Problem', 'slider "Free minimum', 'slider "Border 2, moves parallel"', 'slider "Border 3'):
        assert part in tree
    assert "Minimise 0.5x₁² + x₂² − 2x₁ − 2x₂ + 3 subject to −x₁ − x₂ + 1 ≥ 0" in tree


LIVE = """
from svmlab.explorers import LagrangeExplorer

explorer = LagrangeExplorer("slides 4")
told = open("told.txt", "w")
explorer.scene.observe(lambda change: print(*explorer.audit.alpha, file=told, flush=True), "problem")
explorer
"""


# Counts what is sent to Python, in `sent`.
COUNT = """({ svmView: { session: { model } } }) => {
    const save = model.save_changes;
    window.sent = 0;
    model.save_changes = () => { window.sent++; save.call(model); };
}"""
# Four keys at once, so that they are one move however slow the machine.
FOUR_KEYS = """() => {
    for (let k = 0; k < 4; k++) {
        for (const kind of ["keydown", "keyup"])
            document.activeElement.dispatchEvent(new KeyboardEvent(kind, { key: "ArrowDown", bubbles: true }));
    }
}"""
MOVES_ARE_OVER = """document.querySelector('.svm-scene').svmView.handles.all.every(
    one => !one.changed && one.pointer === undefined)"""


def told(page, folder):
    """What Python was told of the moves, which are over and leave nothing to come."""
    becomes(page, MOVES_ARE_OVER)
    sent, file = page.evaluate("sent"), folder / "told.txt"
    comes_true(page, lambda: len(file.read_text().split()) >= sent, patience=60)
    return [float(line) for line in file.read_text().split()]


def test_in_jupyterlab_python_is_told_once_when_a_drag_ends(browser, lab):
    folder, _ = lab
    with opened(lab, browser, "lagrange.ipynb", [LIVE]) as page:
        scene = wait_for_scene(page)
        scene.evaluate(COUNT)
        drag(page, scene.locator(BORDER), 80, -200)
        becomes(page, "document.querySelector('.svm-cases li').dataset.case === 'active'")
        assert told(page, folder) == pytest.approx(multipliers(page))
        assert page.evaluate("sent") == 1
        scene.locator(BORDER).focus()
        page.evaluate(FOUR_KEYS)
        heard = told(page, folder)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Border, moves parallel"
        assert page.evaluate("sent") == len(heard) == 2
        assert heard[1] == pytest.approx(multipliers(page)[0])
