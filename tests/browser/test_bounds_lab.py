"""The explorer of bounds in a real JupyterLab and a real Chromium."""

import numpy as np
import pytest
from browsing import AT_REST, at_rest, place_of, press
from lab_pages import opened

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels

DATA = datasets.overlapping(60, random_state=0)
CELL = "from svmlab import explorers\nexplorer = explorers.BoundsExplorer(m=60)\nexplorer"
BROKEN = (
    "from svmlab import bounds, explorers\n"
    "def broken(*_, **__):\n    raise RuntimeError('out of order')\n"
    "bounds.report = broken\nexplorers.BoundsExplorer(data='blobs', m=60)"
)
CURVES = """scene => {
    const { canvas } = scene.svmView.panel.stage;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) hash = (hash * 31 + data[i] + 3 * data[i + 1] + 7 * data[i + 2]) | 0;
    return hash;
}"""
# The slider is moved while nothing can be told to Python, and C does not come to rest; what the next frames show.
MOVED = """async (scene, steps) => {
    const { session, panel } = scene.svmView;
    const tell = session.tell;
    let rested = false;
    session.tell = () => {};
    session.atRest = () => { rested = true; };
    const asked = session.conversation.number;
    const slider = scene.querySelector('.svm-c .svm-slider');
    slider.value = Number(slider.value) + steps;
    slider.dispatchEvent(new Event('input'));
    const { C } = session;
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const exact = Object.values(session.readings).every(({ exact }) => exact);
    const key = scene.querySelector('.svm-key').innerText;
    const told = { C, exact, key, cursor: panel.placeOf(C), asked: session.conversation.number - asked };
    session.tell = tell;
    delete session.atRest;
    session.tell();
    if (rested) session.atRest();
    return told;
}"""


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "bounds.ipynb", [CELL], viewport={"width": 1500, "height": 1300}) as page:
        yield page


def curves(scene):
    """A number that changes with any pixel of the curves."""
    scene.evaluate(AT_REST)
    return scene.evaluate(CURVES)


def row(scene, label):
    """The cells of a bound in the key: errors, rate, verdict."""
    return scene.locator(".svm-key tbody tr", has=scene.page.locator(f"label:text-is('{label}')")).locator("td")


def test_after_a_rest_there_are_the_curves_and_exact_numbers_at_the_present_c(page):
    scene = at_rest(page)
    told = scene.evaluate("scene => scene.svmView.session.bounds")
    assert told["done"] == told["total"] == 51
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    report = bounds.report(svm)
    assert scene.locator(".svm-key tbody tr").first.locator("td").first.inner_text() == str(report.loo.n_errors)
    for name in ("support_vectors", "xi_alpha"):
        cells = row(scene, report[name].label).all_inner_texts()
        assert cells[0] == f"{report[name].value:.0f}"
        assert cells[2].startswith(report[name].verdict)
    assert scene.locator(".svm-pending progress").is_hidden()
    assert "Leave-one-out error and 6 bounds" in scene.locator(".svm-curves canvas").get_attribute("aria-label")


def test_the_cursor_moves_with_the_slider_without_python(page):
    scene = at_rest(page)
    before = curves(scene)
    cursor = scene.evaluate("({ svmView: v }) => v.panel.placeOf(v.session.C)")
    told = scene.evaluate(MOVED, 23)
    assert told["asked"] == 0
    assert told["C"] == pytest.approx(10 ** (23 / 50))
    assert told["cursor"] > cursor
    assert not told["exact"]
    assert "at C = 2.88" in told["key"]
    assert "≈" in told["key"]
    assert curves(scene) != before
    assert "≈" not in scene.locator(".svm-key").inner_text(), "exact numbers once C has come to rest"
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft", 23)
    assert curves(scene) == before


def test_the_cursor_is_dragged_in_the_panel_to_a_stop_of_the_slider(page):
    scene = at_rest(page)
    box = scene.locator(".svm-curves canvas").bounding_box()
    at = scene.evaluate("({ svmView: v }) => [v.panel.placeOf(1), v.panel.placeOf(10.2)]")
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + at[0], y)
    page.mouse.down()
    page.mouse.move(box["x"] + at[1], y, steps=5)
    page.mouse.up()
    scene.evaluate(AT_REST)
    assert scene.locator(".svm-c .svm-value").input_value() == "10.0"
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft", 50)


def test_a_box_hides_a_curve_by_keyboard_and_others_wait_behind_a_button(page):
    scene = at_rest(page)
    before = curves(scene)
    box = scene.get_by_label("span rule", exact=True)
    box.focus()
    page.keyboard.press("Space")
    assert not box.is_checked()
    assert curves(scene) != before
    page.keyboard.press("Space")
    assert curves(scene) == before
    other = scene.get_by_label("Opper-Winther", exact=True)
    assert other.is_hidden()
    more = scene.locator(".svm-more")
    more.click()
    other.check()
    assert curves(scene) != before
    assert "opper_winther" in scene.evaluate("scene => scene.svmView.session.model.get('shown')")
    other.uncheck()
    more.click()
    other.wait_for(state="hidden")
    assert curves(scene) == before


def test_a_verdict_says_why_by_keyboard_too(page):
    scene = at_rest(page)
    verdict = row(scene, "radius-margin").locator("button")
    press(page, verdict, "Enter")
    reason = scene.locator(".svm-why", has_text="have slack")
    reason.wait_for(state="visible")
    assert "RR-5780" in reason.inner_text() or "Darcy" in reason.inner_text()
    verdict.click()
    reason.wait_for(state="hidden")


def test_a_click_on_a_point_tells_its_term_in_each_bound(page):
    scene = at_rest(page)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    report = bounds.report(svm)
    p = int(report.loo.errors.argmax())
    page.mouse.click(*place_of(scene, DATA.X, p))
    page.mouse.move(5, 5)
    terms = scene.locator(".svm-terms")
    terms.wait_for()
    scene.evaluate(AT_REST)
    told = {cells[0]: cells[1:] for cells in (line.split("\t") for line in terms.inner_text().splitlines()[1:])}
    assert len(told) == 6
    for name in ("xi_alpha", "span_bound"):
        number, words = told[report[name].label]
        assert float(number) == pytest.approx(report[name].per_point[p], rel=5e-3)
        assert words == "may be an error"
    assert told["radius-margin"][1] == "no promise"
    assert "an error" in scene.locator(".svm-left-out").inner_text()
    press(page, scene.locator(".svm-plane"), "Escape")
    terms.wait_for(state="detached")


def test_over_sigma_python_follows_what_is_set_in_the_panel(page):
    scene = at_rest(page)
    scene.locator('[data-over="sigma"]').click()
    scene.locator(".svm-best", has_text="found: ").wait_for()
    scene.evaluate(AT_REST)
    box = scene.locator(".svm-curves canvas").bounding_box()
    at = scene.evaluate("({ svmView: v }) => v.panel.placeOf(2)")
    page.mouse.click(box["x"] + at, box["y"] + box["height"] / 2)
    scene.locator(".svm-at", has_text="at σ = 2.00").wait_for()
    scene.evaluate(AT_REST)
    told = scene.evaluate("({ svmView: { session: { model } } }) => [model.get('sigma'), model.get('over')]")
    assert told == [pytest.approx(10 ** (15 / 50)), "sigma"]
    machine = BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=told[0])).fit(DATA.X, DATA.y)
    exact = scene.locator(".svm-key tbody tr").first.locator("td").first
    assert exact.inner_text() == str(bounds.report(machine).loo.n_errors)
    scene.locator('[data-over="C"]').click()
    scene.evaluate("scene => scene.svmView.session.controls.setKernel({ sigma: 1 })")
    scene.locator(".svm-at", has_text="at C = 1.00").wait_for()


def test_three_classes_have_their_own_bounds_and_two_come_back(page):
    scene = at_rest(page)
    menu = page.locator(".svm-explorer select").first
    menu.select_option(label="blobs")
    scene.get_by_label("withdrawals, counted", exact=True).wait_for()
    scene.evaluate(AT_REST)
    data = datasets.blobs(60, n_classes=3, random_state=0)
    svm = MulticlassSVM(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    report = bounds.report(svm)
    assert scene.locator(".svm-key tbody tr").first.locator("td").first.inner_text() == str(report.loo.n_errors)
    cells = row(scene, "withdrawals, counted").all_inner_texts()
    assert cells[0] == f"{report['withdrawal_count'].value:.0f}"
    assert cells[2].startswith("proved, does not apply")
    told = scene.evaluate("scene => scene.svmView.session.bounds")
    assert told["done"] == told["total"]
    assert np.isfinite(told["exact"]["rate"]).all()
    press(page, scene.locator(".svm-c .svm-slider"), "End")
    scene.locator(".svm-at", has_text="at C = ∞").wait_for()
    scene.evaluate(AT_REST)
    hard = MulticlassSVM(C=np.inf, kernel=kernels.Gaussian()).fit(data.X, data.y)
    cells = row(scene, "withdrawals, counted").all_inner_texts()
    assert cells[0] == f"{bounds.report(hard)['withdrawal_count'].value:.0f}"
    assert cells[2].startswith("proved, holds")
    page.mouse.click(*place_of(scene, data.X, int(hard.support_[0])))
    page.mouse.move(5, 5)
    terms = scene.locator(".svm-terms", has_text="withdrawals, counted")
    terms.wait_for()
    assert "no promise" not in terms.inner_text()
    press(page, scene.locator(".svm-plane"), "Escape")
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft", 151)
    menu.select_option(label="overlapping")
    scene.get_by_label("span rule", exact=True).wait_for()
    assert at_rest(page).get_by_label("withdrawals, counted", exact=True).count() == 0


def test_what_went_wrong_is_said_beside_the_picture(lab, browser):
    with opened(lab, browser, "broken.ipynb", [BROKEN]) as page:
        scene = at_rest(page)
        notice = scene.locator(".svm-notice:not([hidden])")
        notice.wait_for(state="visible")
        assert "out of order" in notice.inner_text()
        assert scene.locator(".svm-pending progress").is_hidden()
        assert "certified" in scene.locator(".svm-status").inner_text()
        press(page, scene.locator(".svm-c .svm-slider"), "ArrowRight", 5)
        scene.evaluate(AT_REST)
        assert scene.locator(".svm-c .svm-value").input_value() == "1.26"
