"""The lab of three Gaussian classes: from disk by mouse and keyboard, and in JupyterLab with Python behind it."""

import numpy as np
import pytest
from browsing import wait_for_scene
from lab_pages import opened
from test_lagrange_page import drag
from test_page import from_disk

from svmlab import MulticlassSVM
from svmlab.explorers import ThreeGaussiansLab
from svmlab.risk.gaussians import GaussianProblem

VIEW = "document.querySelector('.svm-scene').svmView"
SESSION = f"{VIEW}.session"
MEAN, SPREAD = ".svm-handle-mean", ".svm-handle-spread"


@pytest.fixture(scope="module")
def complete():
    """A lab whose machines are all there, as an exported page has them."""
    lab = ThreeGaussiansLab(m=60)
    lab.complete()
    return lab


def risks(page):
    """What the page says of the three classifiers, in percent."""
    texts = page.locator(".svm-risks tbody .svm-risk").all_inner_texts()[:3]
    return [float(text.replace("\u00a0", " ").split()[0]) for text in texts]


def at_rest(page):
    """Wait until nothing is pending, in the picture too."""
    page.wait_for_function(f"!{SESSION}.pending && document.querySelector('.svm-scene').dataset.pending === 'false'")


def drawn(page):
    """Wait for the next frame."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def problem_of(page):
    return GaussianProblem(*page.evaluate(f"(s => [s.means, s.variances, s.priors])({SESSION}.drawn)"))


def percent(value):
    return pytest.approx(100 * value, abs=0.0051)


def test_without_python_bayes_follows_a_dragged_mean_and_the_rest_is_said_to_be_old(complete, browser, tmp_path):
    with from_disk(browser, tmp_path, complete) as page:
        expected = [complete.risks[name] for name in ("Bayes", "best linear", "M-SVM")]
        assert risks(page) == [percent(value) for value in expected]
        assert page.locator(".svm-stale").count() == 0
        drag(page, page.locator(MEAN).first, -90, -60)
        page.locator(".svm-notice").wait_for()
        assert "no Python" in page.locator(".svm-notice").inner_text()
        assert risks(page)[0] == percent(problem_of(page).bayes_risk)
        assert risks(page)[0] != percent(expected[0])
        assert page.locator(".svm-risks .svm-stale").count() == 2


def test_the_slider_of_c_shows_each_machine_and_its_terms(complete, browser, tmp_path):
    with from_disk(browser, tmp_path, complete) as page:
        slider = page.locator("input.svm-slider").first
        slider.focus()
        for key, index in (("ArrowRight", 21), ("PageUp", None), ("Home", 0), ("End", 40)):
            page.keyboard.press(key)
            drawn(page)
            index = page.evaluate(f"{SESSION}.C") if index is None else index
            assert page.evaluate(f"{SESSION}.C") == index
            assert risks(page)[2] == percent(complete.problem.machine_risk(complete.tuning.machines[index]))
            value = float(page.locator(".svm-terms .svm-risk").first.inner_text())
            assert value == pytest.approx(complete.tuning.values[index], rel=1e-2)
        note = page.locator(".svm-gaussians .svm-hint").inner_text()
        assert f"Least guaranteed risk {complete.tuning.values.min():.3g}" in note


def test_means_and_spreads_move_by_keyboard_and_say_where_they_are(complete, browser, tmp_path):
    with from_disk(browser, tmp_path, complete) as page:
        handle = page.locator(MEAN).nth(1)
        handle.focus()
        before = problem_of(page)
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("PageDown")
        drawn(page)
        after = problem_of(page)
        assert after.means[1, 0] > before.means[1, 0]
        assert after.means[1, 1] < before.means[1, 1]
        assert np.array_equal(after.means[[0, 2]], before.means[[0, 2]])
        assert handle.get_attribute("aria-valuetext").startswith("at (")
        page.locator(SPREAD).nth(2).focus()
        for _ in range(5):
            page.keyboard.press("ArrowUp")
        drawn(page)
        assert problem_of(page).variances[2] > 16
        assert "standard deviation" in page.locator(SPREAD).nth(2).get_attribute("aria-valuetext")


def test_priors_sum_to_one_and_a_classifier_can_be_hidden(complete, browser, tmp_path):
    with from_disk(browser, tmp_path, complete) as page:
        prior = page.get_by_label("Prior of class 0; the others keep their proportion")
        prior.focus()
        for _ in range(20):
            page.keyboard.press("ArrowRight")
        drawn(page)
        priors = page.evaluate(f"{SESSION}.drawn.priors")
        assert priors == pytest.approx([0.53, 0.235, 0.235])
        assert risks(page)[0] == percent(problem_of(page).bayes_risk)
        canvas = page.locator(".svm-problem canvas")
        pictures = {canvas.evaluate("node => node.toDataURL()")}
        for name in ("Bayes", "best linear", "M-SVM at C", "the sample"):
            page.get_by_label(name, exact=True).uncheck()
            drawn(page)
            pictures.add(canvas.evaluate("node => node.toDataURL()"))
        assert len(pictures) == 5


@pytest.mark.parametrize("size", ["regular", "lecture"])
def test_a_narrow_page_does_not_scroll_sideways(size, browser, tmp_path):
    lab = ThreeGaussiansLab(m=30, size=size, degree=2)
    lab.complete()
    lab.draw()
    with from_disk(browser, tmp_path, lab, viewport={"width": 380, "height": 800}, has_touch=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 380
        page.set_viewport_size({"width": 1200, "height": 900})
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 1200


def test_a_screen_reader_finds_handles_controls_and_summary(complete, browser, tmp_path):
    with from_disk(browser, tmp_path, complete) as page:
        page.wait_for_function("document.querySelector('[role=status]').textContent")
        tree = page.locator("main").aria_snapshot()
    parts = (
        'slider "Mean of class 0"', 'slider "Spread of class 2"', 'checkbox "best linear"', 'button "reset"',
        'spinbutton "Variance of class 1"', 'slider "Soft margin C', "Expected risks: Bayes 5.26",
    )  # fmt: skip
    for part in parts:
        assert part in tree.replace("\u00a0", " ")
    assert "50 samples" not in tree  # nobody trains behind this page


LIVE = """
from svmlab.explorers import ThreeGaussiansLab

lab = ThreeGaussiansLab(m=100)
told = open("asked.txt", "w")
lab.scene.on_msg(lambda _, question, __: print(question["type"], file=told, flush=True))
lab
"""


@pytest.fixture(scope="module")
def live(lab, browser):
    """(page, function that tells what the page has asked so far)."""
    folder, _ = lab
    with opened(lab, browser, "gaussians.ipynb", [LIVE]) as page:
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        wait_for_scene(page)
        at_rest(page)
        yield page, lambda: (folder / "asked.txt").read_text().split()
        assert not errors


def expected_risks(page, m=100, seed=0):
    """The same three risks by the functions of svmlab alone."""
    problem, C = problem_of(page), page.evaluate(f"{SESSION}.valueAt({SESSION}.C)")
    svm = MulticlassSVM(C=C).fit(*problem.sample(m, seed, exact_priors=True))
    return [percent(value) for value in (problem.bayes_risk, problem.best_linear[2], problem.machine_risk(svm))]


def test_in_jupyterlab_a_dragged_mean_changes_all_three_risks_to_those_of_python(live):
    page, _ = live
    before = risks(page)
    assert before == expected_risks(page)
    drag(page, page.locator(MEAN).nth(1), -50, 70)
    at_rest(page)
    assert all(after != old for after, old in zip(risks(page), before, strict=True))
    assert risks(page) == expected_risks(page)
    assert page.evaluate(f"{SESSION}.along.done") == 41


def test_in_jupyterlab_c_moves_without_a_message_until_it_comes_to_rest(live):
    page, asked = live
    at_rest(page)
    before = asked()
    page.locator("input.svm-slider").first.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    drawn(page)
    assert page.evaluate(f"{SESSION}.machine.current")
    assert risks(page) == expected_risks(page)
    at_rest(page)
    page.wait_for_function(f"!{SESSION}.untold")
    assert set(asked()[len(before) :]) == {"C"}


def test_in_jupyterlab_other_samples_come_one_after_the_other_and_can_be_stopped(live):
    page, _ = live
    page.locator("[id$=-m]").focus()
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    at_rest(page)
    assert page.evaluate(f"{SESSION}.setting.m") == 3000
    page.get_by_role("button", name="50 samples").click()
    page.wait_for_function(f"{SESSION}.draws.risks.length > 1")
    assert page.locator("progress").get_attribute("value") is not None
    page.get_by_role("button", name="stop").click()
    at_rest(page)
    assert 1 < page.evaluate(f"{SESSION}.draws.risks.length") < 50
    for _ in range(9):
        page.locator("[id$=-m]").press("ArrowLeft")
    at_rest(page)
    page.get_by_role("button", name="50 samples").click()
    page.wait_for_function(f"{SESSION}.otherRisks?.risks.length === 50 && !{SESSION}.running")
    at_rest(page)
    C = page.evaluate(f"{SESSION}.valueAt({SESSION}.C)")
    m = page.evaluate(f"{SESSION}.setting.m")
    problem = problem_of(page)
    first = MulticlassSVM(C=C).fit(*problem.sample(m, 1, exact_priors=True))
    assert page.evaluate(f"{SESSION}.draws.risks[0]") == pytest.approx(problem.machine_risk(first), abs=1e-6)
    assert "50 of 50 other samples" in page.locator(".svm-draws").inner_text()


def test_in_jupyterlab_nonsense_is_told_beside_the_last_good_picture(live):
    page, _ = live
    at_rest(page)
    before = risks(page)
    variance = page.get_by_label("Variance of class 1", exact=True)
    variance.fill("-3")
    variance.press("Enter")
    page.locator(".svm-notice").wait_for()
    assert "ariances must be positive" in page.locator(".svm-notice").inner_text()
    assert risks(page) == before
    variance.fill("9")
    variance.press("Enter")
    page.locator(".svm-notice").wait_for(state="hidden")
    at_rest(page)
    assert problem_of(page).variances[1] == 9
    page.get_by_role("button", name="reset").click()
    page.wait_for_function(f"{SESSION}.setting.variances[1] === 4")
    at_rest(page)
    assert risks(page) == expected_risks(page)
