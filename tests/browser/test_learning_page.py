"""The scene of procedures in a page opened from disk: the player, by mouse and by keyboard, without Python."""

import numpy as np
import pytest
from browsing import becomes, comes_true, wait_for_scene
from lab_pages import opened
from test_export_page import handout
from test_page import from_disk

from svmlab.explorers import LearningExplorer
from svmlab.explorers.learning_runs import PROCEDURES

SESSION = "document.querySelector('.svm-scene').svmView.session"
STATE = ".svm-learning[data-state]"


@pytest.fixture
def small():
    return LearningExplorer(m=16, C=10.0, kernel="gaussian")


def stands_at(page, k):
    """Wait until state k is drawn."""
    assert comes_true(page, lambda: page.locator(STATE).get_attribute("data-state") == str(k))


def test_every_button_of_the_player_goes_where_it_says(browser, tmp_path, small):
    states = small.states
    with from_disk(browser, tmp_path, small) as page:
        stands_at(page, 0)
        page.get_by_role("button", name="One state on").click()
        stands_at(page, 1)
        assert page.locator(".svm-title").inner_text() == states[1].what
        assert page.locator("[data-panel=square]").is_visible()
        page.get_by_role("button", name="To the end").click()
        stands_at(page, len(states) - 1)
        assert "done" in page.locator(".svm-title").inner_text()
        assert not page.locator("[data-panel=square]").is_visible()
        page.get_by_role("button", name="One state back").click()
        stands_at(page, len(states) - 2)
        page.get_by_role("slider", name="State").fill("0")
        stands_at(page, 0)
        page.get_by_role("button", name="To the next state in which").click()
        becomes(page, f"{SESSION}.at > 0")
        page.get_by_role("slider", name="State").fill("3")
        stands_at(page, 3)
        assert f"step {states[3].step} of {states[-1].step}" in page.locator(".svm-status").inner_text()


def test_it_plays_to_its_end_by_itself(browser, tmp_path, small):
    with from_disk(browser, tmp_path, small) as page:
        stands_at(page, 0)
        page.get_by_role("slider", name="Speed").fill("5")
        page.get_by_role("button", name="Play").click()
        page.get_by_role("button", name="Pause").wait_for()
        stands_at(page, len(small.states) - 1)
        page.get_by_role("button", name="Play").wait_for()


def test_a_page_without_python_plays_every_procedure(browser, tmp_path, small):
    with handout(browser, tmp_path, small) as page:
        for name in PROCEDURES:
            page.get_by_label("Procedure").select_option(name)
            stands_at(page, 0)
            page.get_by_role("button", name="To the end").click()
            stands_at(page, page.evaluate(f"{SESSION}.run.length - 1"))
            assert not page.locator(".svm-notice").is_visible()
        page.get_by_label("against").select_option("step")
        page.get_by_label("beside").select_option("")
        becomes(page, f"{SESSION}.other === undefined")


def test_a_page_without_python_learns_what_is_chosen(browser, tmp_path, small):
    small.procedure, small.beside = "projected ascent", None
    with handout(browser, tmp_path, small) as page:
        page.get_by_role("button", name="To the end").click()
        duals = [last_dual(page)]
        own = page.evaluate(f"Array.from({SESSION}.machine.X)")
        for name, value in (("c", "1"), ("k", "linear"), ("r", "0.001"), ("r", ""), ("d", "moons")):
            page.locator(f"[id$=-{name}]").select_option(value)
            duals.append(last_dual(page))
            stands_at(page, page.evaluate(f"{SESSION}.run.length - 1"))
        page.get_by_role("button", name="another sample").click()
        duals.append(last_dual(page))
        assert (np.abs(np.diff(duals)) > 1e-6).all()
        assert duals[2] == pytest.approx(duals[4], rel=1e-4) != duals[3]  # the usual rate again
        page.locator("[id$=-d]").select_option("overlapping")
        assert comes_true(page, lambda: page.evaluate(f"Array.from({SESSION}.machine.X)") != own)  # of another seed
        page.get_by_label("Procedure").select_option("interior point")
        page.get_by_text("Only Python runs “interior point”").wait_for()


def last_dual(page):
    return page.evaluate(f"{SESSION}.run.dual.at(-1)")


def test_the_table_of_a_run_is_kept_as_a_file(browser, tmp_path, small):
    with from_disk(browser, tmp_path, small) as page:
        stands_at(page, 0)
        with page.expect_download() as kept:
            page.get_by_role("button", name="save table").click()
        assert kept.value.suggested_filename == "SMO, second order.csv"
        page.get_by_text("saved as SMO, second order.csv").wait_for()
        rows = kept.value.path().read_text(encoding="utf-8").splitlines()
        expected = small.curves.csv().splitlines()
        assert rows[0] == expected[0]
        assert float(rows[-1].split(",")[3]) == pytest.approx(small.states[-1].dual)


def test_the_player_goes_by_keyboard(browser, tmp_path, small):
    with from_disk(browser, tmp_path, small) as page:
        stands_at(page, 0)
        page.get_by_role("slider", name="State").focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        stands_at(page, 4)
        page.keyboard.press("Home")
        stands_at(page, 0)
        becomes(page, "document.querySelector('.svm-spoken').textContent.includes('every α is 0')")


def test_the_large_scene_stands_on_one_screen(browser, tmp_path):
    explorer = LearningExplorer(m=40, C=1.0, beside=None, size="lecture")
    with from_disk(browser, tmp_path, explorer) as page:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name="One state on").click()
        stands_at(page, 1)
        assert page.locator(".svm-scene").bounding_box()["height"] <= 800


def test_in_a_notebook_python_learns_what_is_chosen_in_the_page(lab, browser):
    cell = "from svmlab import explorers\nexplorer = explorers.LearningExplorer(m=16, beside=None)\nexplorer"
    with opened(lab, browser, "learning.ipynb", [cell]) as page:
        wait_for_scene(page)
        page.get_by_label("Procedure").select_option("interior point")
        stands_at(page, 0)
        becomes(page, f"Boolean({SESSION}.run)")
        epoch = page.evaluate(f"{SESSION}.sent.epoch")
        page.locator("[id$=-c]").select_option("10")
        becomes(page, f"{SESSION}.run?.C === 10")  # Python has run it
        page.locator("[id$=-k]").select_option("gaussian")
        page.locator("[id$=-d]").select_option("moons")
        epoch += 1
        assert comes_true(page, lambda: page.evaluate(f"{SESSION}.sent.epoch") == epoch)
        page.get_by_role("button", name="another sample").click()
        assert comes_true(page, lambda: page.evaluate(f"{SESSION}.sent.epoch") == epoch + 1)
        page.get_by_role("button", name="To the end").click()
        assert comes_true(page, lambda: "done" in page.locator(".svm-title").inner_text())
        assert page.locator(".svm-notice:visible").count() == 0
