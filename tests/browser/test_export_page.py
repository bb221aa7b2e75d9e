"""Exported explorers opened from disk, the network cut: what a reader can do there, and what paper shows of it."""

import contextlib
import io
import math

import numpy as np
import pytest
from browsing import AT_REST, comes_true, drawn_out, exported_page, new_page, press
from PIL import Image
from small_explorers import EXPLORERS

from svmlab import BiclassSVM, MulticlassSVM, leave_one_out
from svmlab.explorers import (
    BoundsExplorer,
    LagrangeExplorer,
    MarginExplorer,
    MulticlassExplorer,
    ThreeGaussiansLab,
    export_html,
)

# A verdict is text, and roles are the legend of the marks.
CONTROLS = "button:not(.svm-verdict, .svm-role, .svm-word):visible, input:visible, select:visible, .svm-handle:visible"
ALPHA = "({ svmView: { session } }) => ({ C: session.C, alpha: Array.from(session.solution.alpha) })"


def handout(browser, folder, explorer, **context):
    """The page of an explorer; see ``opened``."""
    return opened(browser, export_html(explorer, folder / "handout.html"), **context)


@contextlib.contextmanager
def opened(browser, file, **context):
    """An exported page, at its end once what a reader is told after a rest has been told."""
    with exported_page(browser, file, **context) as page:
        yield page
        assert comes_true(page, lambda: page.evaluate("pending.size") == 0)


def drawn(page):
    return page.locator(".svm-scene").evaluate(ALPHA)


def select(page, i):
    """Choose point i by a click on it."""
    box = page.locator(".svm-plane canvas").bounding_box()
    x, y = page.locator(".svm-scene").evaluate("({ svmView: v }, i) => v.plane.toPixels(v.placeOf(i))", i)
    page.mouse.click(box["x"] + x, box["y"] + y)
    page.locator(".svm-card h4", has_text=f"Point {i},").wait_for()


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_explorer_lives_on_as_a_file(name, browser, exported):
    with opened(browser, exported(name)) as page:
        assert page.locator("h1").inner_text() == page.title()
        assert page.locator(".svm-scene .svm-notice[data-kind=error]:visible").count() == 0
        assert page.locator(".svm-notice[data-kind=away]:visible").count() == 0
        assert "without Python" in page.locator(".page-without").inner_text()
        grey = page.locator(":disabled:visible, [aria-disabled=true]:visible").all()
        assert all("; choose" in (one.get_attribute("data-meaning") or "") for one in grey), "another kernel has it"


@pytest.mark.parametrize("estimator", [BiclassSVM, MulticlassSVM])
def test_the_slider_moves_the_picture_to_the_exact_solution(estimator, browser, tmp_path):
    explorer = (MarginExplorer if estimator is BiclassSVM else MulticlassExplorer)(m=60)
    with handout(browser, tmp_path, explorer) as page:
        slider, canvas = page.locator(".svm-c .svm-slider"), page.locator(".svm-plane canvas")
        for key, times in (("ArrowRight", 7), ("PageUp", 2), ("Home", 1), ("End", 1)):
            before = canvas.screenshot()
            press(page, slider, key, times)
            drawn_out(page)
            now = drawn(page)
            exact = estimator(C=now["C"], kernel=explorer.svm.kernel).fit(explorer.svm.X_fit_, explorer.svm.y_fit_)
            np.testing.assert_allclose(now["alpha"], exact.alpha_.ravel(), atol=1e-6 * max(1, exact.alpha_.max()))
            assert canvas.screenshot() != before
        assert now["C"] == math.inf, "as in a notebook, the slider goes on to the hard margin where there is one"
        assert page.locator(".svm-notice").is_hidden()


def test_the_slider_goes_on_to_the_hard_margin_where_there_is_one(browser, tmp_path):
    explorer = MarginExplorer(m=40, data="separable", kernel="linear", C_range=(0.013, 770))
    with handout(browser, tmp_path, explorer) as page:
        press(page, page.locator(".svm-c .svm-slider"), "End")
        page.locator(".svm-status", has_text="hard margin").wait_for()
        exact = BiclassSVM(C=math.inf).fit(explorer.svm.X_fit_, explorer.svm.y_fit_)
        np.testing.assert_allclose(drawn(page)["alpha"], exact.alpha_, atol=1e-6)
        press(page, page.locator(".svm-c .svm-slider"), "ArrowLeft")
        assert drawn(page)["C"] == 770
        press(page, page.locator(".svm-c .svm-slider"), "Home")
        assert drawn(page)["C"] == 0.013
        assert page.locator(".svm-notice[data-kind=away]").is_hidden()


def test_a_point_tells_what_it_gets_when_it_is_left_out_at_every_c(browser, tmp_path):
    explorer = MarginExplorer(m=60)
    i = int(np.argmax(np.linalg.norm(explorer.svm.X_fit_, axis=1)))
    with handout(browser, tmp_path, explorer) as page:
        select(page, i)
        card = page.locator(".svm-card")
        for _ in range(2):
            page.locator(".svm-scene").evaluate(AT_REST)
            svm = BiclassSVM(C=drawn(page)["C"], kernel=explorer.svm.kernel)
            exact = leave_one_out(svm.fit(explorer.svm.X_fit_, explorer.svm.y_fit_))
            assert f"f = {exact.scores[i]:#.3g}".replace("-", "−") in card.inner_text()
            press(page, page.locator(".svm-c .svm-slider"), "PageUp")
        page.locator(".svm-plane").focus()
        before = card.inner_text()
        page.keyboard.press("ArrowRight")
        drawn_out(page)
        assert card.inner_text() != before


def test_a_kernel_that_only_python_knows_leaves_c_where_it_is(browser, tmp_path):
    from svmlab import kernels

    explorer = MarginExplorer(m=40, kernel=kernels.Gaussian(sigma=1.0) + kernels.Linear())
    with handout(browser, tmp_path, explorer) as page:
        assert page.locator(".svm-c .svm-slider").is_disabled()
        assert "C stands still here: the scores of the kernel" in page.locator(".page-without").inner_text()
        i = int(np.argmax(explorer.svm.X_fit_[:, 0]))
        select(page, i)
        assert page.locator(".svm-withdrawal").is_hidden()
        assert page.get_by_role("button", name="edit points").count() == 0
        place = "({ svmView: v }, i) => v.placeOf(i)"
        was = page.locator(".svm-scene").evaluate(place, i)
        page.locator(".svm-plane").focus()
        page.keyboard.press("Shift+ArrowLeft")  # moves a point where the page can train
        assert page.locator(".svm-scene").evaluate(place, i) == was
        page.keyboard.press("Escape")
        drawn_out(page)
        assert "drag" not in page.locator(".svm-scene").inner_text()


def test_the_cursor_of_the_bounds_moves_and_the_exact_count_is_there_at_once(browser, tmp_path):
    explorer = BoundsExplorer(m=40)
    with handout(browser, tmp_path, explorer) as page:
        page.locator(".svm-scene").evaluate(AT_REST)
        exact = page.locator(".svm-key tr", has=page.locator(".svm-exact"))
        assert str(leave_one_out(explorer.svm).n_errors) in exact.inner_text()
        assert "51 values of C" in page.locator(".svm-pending").inner_text()
        assert page.locator("progress:visible").count() == 0
        curves = page.locator(".svm-curves canvas")
        before, box = curves.screenshot(), curves.bounding_box()
        page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.5 * box["height"])
        drawn_out(page)
        C = drawn(page)["C"]
        assert C > 3
        assert curves.screenshot() != before
        svm = BiclassSVM(C=C, kernel=explorer.svm.kernel).fit(explorer.svm.X_fit_, explorer.svm.y_fit_)
        np.testing.assert_allclose(drawn(page)["alpha"], svm.alpha_, atol=1e-6 * C)
        page.locator(".svm-key input").first.click()
        drawn_out(page)
        assert curves.screenshot() != before


def test_the_lab_moves_along_its_machines_and_bayes_follows_a_drag(browser, tmp_path):
    lab = ThreeGaussiansLab(m=100, C_range=(1e-3, 1e-1))
    with handout(browser, tmp_path, lab) as page:
        risks = page.locator(".svm-risk")
        press(page, page.locator(".svm-c .svm-slider").first, "Home")
        lab.C = 1e-3
        page.locator(".svm-risk", has_text=f"{100 * lab.risks['M-SVM']:.2f}").first.wait_for()
        began = risks.nth(0).inner_text()
        handle = page.locator(".svm-handle-mean").first.bounding_box()
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(handle["x"] - 30, handle["y"] - 20, steps=4)
        page.mouse.up()
        drawn_out(page)
        assert risks.nth(0).inner_text() != began
        assert "Bayes' classifier and its risk follow" in page.locator(".svm-notice").inner_text()
        page.get_by_role("button", name="reset").click()
        drawn_out(page)
        assert risks.nth(0).inner_text() == began
        assert page.locator(".svm-notice").is_hidden()
        assert page.locator(".svm-risk.svm-stale").count() == 0
        names = {button.inner_text().strip() for button in page.get_by_role("button").all()}
        assert names == {"", "▶ play", "reset"}, "the button without words is that of the whole screen"


def test_the_problem_is_solved_in_the_page(browser, tmp_path):
    with handout(browser, tmp_path, LagrangeExplorer()) as page:
        before = page.locator(".svm-status").inner_text()
        press(page, page.locator(".svm-handle").first, "ArrowUp", 3)
        drawn_out(page)
        assert page.locator(".svm-status").inner_text() != before
        page.get_by_role("button", name="reset").click()
        drawn_out(page)
        assert page.locator(".svm-status").inner_text() == before


@pytest.mark.parametrize("name", EXPLORERS)
def test_paper_is_white_and_has_no_controls(name, browser, exported):
    with opened(browser, exported(name), color_scheme="dark", viewport={"width": 720, "height": 1000}) as page:
        page.emulate_media(media="print", color_scheme="dark")
        drawn_out(page)
        paper = np.asarray(Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L"))
        assert np.median(paper) > 200
        assert paper[-1, -1] == 255
        assert page.locator(CONTROLS).count() == 0
        assert page.locator("h1").is_visible()
        assert page.locator(".svm-plane canvas").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 720
        canvas = "c => [c.width / c.height, c.clientWidth / c.clientHeight]"
        for ratio, seen in (c.evaluate(canvas) for c in page.locator("canvas.svm-canvas:visible").all()):
            assert seen == pytest.approx(ratio, rel=0.01)  # nothing is squeezed
        page.emulate_media(media="screen", color_scheme="dark")
        drawn_out(page)
        screen = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("L"))
        assert np.median(screen) < 80


def test_a_printer_that_does_not_wait_gets_a_light_picture(browser, exported):
    with opened(browser, exported("MarginExplorer"), color_scheme="dark") as page:
        corner = """() => {
            const { box, stage } = document.querySelector('.svm-scene').svmView.plane;
            return Math.min(...stage.ctx.getImageData(Math.round(box.x) + 4, Math.round(box.y) + 4, 1, 1).data);
        }"""
        assert page.evaluate(corner) < 100
        light = page.evaluate(f"() => {{ dispatchEvent(new Event('beforeprint')); return ({corner})(); }}")
        assert light > 150
        assert page.evaluate(f"() => {{ dispatchEvent(new Event('afterprint')); return ({corner})(); }}") < 100


def test_without_javascript_there_is_a_picture_and_a_sentence(browser, exported):
    with new_page(browser, offline=True, java_script_enabled=False) as page:
        page.goto(exported("MarginExplorer").as_uri())
        assert page.locator("noscript p").bounding_box()["height"] > 10
        assert page.locator(".page-without").is_hidden()
        assert page.locator("noscript img").bounding_box()["width"] > 300
        assert "40 points" in page.locator(".page-words").inner_text()


def test_an_exported_scene_has_the_switch_to_the_large_size_and_no_files(browser, exported):
    with opened(browser, exported("MarginExplorer")) as page:
        size = "() => parseFloat(getComputedStyle(document.querySelector('.svm-title')).fontSize)"
        before = page.evaluate(size)
        page.get_by_role("button", name="lecture").click()
        page.locator(".svm-scene.svm-large").wait_for()
        assert page.evaluate(size) > 1.4 * before
        page.get_by_role("button", name="lecture").click()
        page.locator(".svm-scene:not(.svm-large)").wait_for()
        assert page.evaluate(size) == before
        assert page.get_by_role("button", name="edit points").is_visible()
        assert page.locator(".svm-files:visible").count() == 0


def test_the_heading_follows_what_the_page_shows(browser, tmp_path):
    with handout(browser, tmp_path, BoundsExplorer(m=30)) as page:
        heading, words = page.locator("h1"), page.locator(".page-words")
        begun = "Two-class machine, bounds on its leave-one-out error: overlapping, Gaussian kernel, σ = 1"
        assert heading.inner_text() == page.title() == begun
        data = page.get_by_role("combobox", name="data")
        data.select_option(label="circles")
        page.locator("h1", has_text="error: circles, drawn in the page, Gaussian kernel, σ = ").wait_for()
        assert page.title() == heading.inner_text()
        assert "two classes, 30 points. C = 1.00" in words.inner_text()
        data.select_option(label="blobs")
        page.locator("h1", has_text="M-SVM of 3 classes, bounds on its leave-one-out error: blobs").wait_for()
        assert "3 classes" in words.inner_text()


NAMED = {  # kind of explorer: what is chosen in its first menu, the heading that names it, how the words begin
    "LearningExplorer": ("SMO, random", "How a machine learns. SMO, random", "SMO, random: "),
    "KernelExplorer": ("linear", "Is it a kernel? linear kernel", "linear kernel. "),
    "LagrangeExplorer": (
        "Vert, figure 7.2: a half-plane", "Lagrange multipliers. Vert, figure 7.2: a half-plane", "Minimise x₁² ",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_the_heading_names_what_is_chosen(name, exported, browser):
    choice, title, words = NAMED[name]
    with exported_page(browser, exported(name)) as page:
        begun = page.locator("h1").inner_text()
        page.locator("select").first.select_option(label=choice)
        page.locator("h1", has_text=title).wait_for()
        assert begun != page.title() == page.locator("h1").inner_text() == title
        assert page.locator(".page-words").inner_text().startswith(words)


def test_the_words_follow_the_step_that_is_shown_and_shorter_ones_move_nothing(exported, browser):
    with exported_page(browser, exported("LearningExplorer")) as page:
        begun, words = page.locator("h1").inner_text(), page.locator(".page-words")
        words.evaluate("words => { words.textContent += ' This goes on.'.repeat(40); }")
        top = page.locator(".svm-scene").bounding_box()["y"]
        press(page, page.get_by_role("slider", name="State"), "ArrowRight", 3)
        page.locator(".page-words", has_text="step 3 of 35").wait_for()
        assert "This goes on" not in words.inner_text()
        assert page.locator(".svm-scene").bounding_box()["y"] == top
        assert page.locator("h1").inner_text() == begun


def test_a_heading_that_was_given_stays(browser, tmp_path):
    file = export_html(MarginExplorer(m=20), tmp_path / "page.html", title="A lesson")
    with exported_page(browser, file) as page:
        press(page, page.locator(".svm-c .svm-slider"), "ArrowRight", 4)
        page.locator(".page-words", has_text="C = 1.20").wait_for()
        assert page.locator("h1").inner_text() == page.title() == "A lesson"
