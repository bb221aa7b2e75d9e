"""Over the slider of C the errors at each C: the numbers of Python, only where there is room, and never in a drag."""

import numpy as np
from browsing import AT_REST, DRAWN_OUT, comes_true, drawn_out, exported_page
from small_explorers import EXPLORERS

from svmlab import explorers
from svmlab.exact.loo import leave_one_out
from svmlab.explorers import export_html

CURVES = """scene => {
    const { trained, left } = scene.svmView.session.errorCurves;
    return [trained, left].map(({ C, counts }) => [Array.from(C), Array.from(counts)]);
}"""
INK = """scene => {
    const canvas = scene.querySelector(".svm-error-curves canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, value, k) => sum + (k % 4 === 3 && value > 0), 0);
}"""
# A hand drags a point to and fro until a frame shows no curve; is it said then that they are to come?
DRAGGED = """scene => new Promise(done => {
    const ink = INK;
    const pending = scene.querySelector(".svm-error-pending");
    const step = k => {
        if (k > 0 && ink(scene) === 0) return done(pending.checkVisibility());
        scene.svmView.session.movePoint(0, [0.3 + 0.01 * (k % 2), 0.4], false);
        requestAnimationFrame(() => step(k + 1));
    };
    step(0);
})""".replace("INK", INK)
WIDE = {"viewport": {"width": 1280, "height": 800}}


def count_at(curve, C):
    places, counts = curve
    return counts[max(0, min(len(counts) - 1, int(np.searchsorted(places, C, side="right")) - 1))]


def test_the_curves_are_pythons_numbers(exported, browser):
    explorer = EXPLORERS["MarginExplorer"](size="lecture")
    with exported_page(browser, exported("MarginExplorer", size="lecture"), **WIDE) as page:
        scene = drawn_out(page)
        scene.evaluate(AT_REST)
        trained, left = scene.evaluate(CURVES)
        assert scene.evaluate(INK) > 0
    for C in (0.05, 0.5, 2.0, 30.0):
        svm = explorer.svm.__class__(kernel=explorer.svm.kernel, C=C).fit(explorer.svm.X_fit_, explorer.svm.y_fit_)
        wrong = int((svm.predict(svm.X_fit_) != svm.y_fit_).sum())
        assert count_at(trained, C) == wrong
        assert count_at(left, C) == leave_one_out(svm).n_errors


def test_a_moved_point_drops_the_curves_and_a_moved_C_keeps_them(exported, browser):
    with exported_page(browser, exported("MarginExplorer", size="lecture"), **WIDE) as page:
        scene = drawn_out(page)
        scene.evaluate(AT_REST)
        before = scene.evaluate(INK)
        scene.evaluate("scene => scene.svmView.session.moveTo(3)")
        scene.evaluate(DRAWN_OUT)
        assert scene.evaluate(INK) == before
        assert scene.evaluate(DRAGGED)
        scene.evaluate("scene => scene.svmView.session.movePoint(0, [0.3, 0.4], true)")
        assert comes_true(page, lambda: scene.evaluate(INK) > 0)


def test_what_a_lecture_hides_the_strip_hides_too(tmp_path, browser):
    """The number of those left out is the answer to a question: its curve comes with it."""
    file = export_html(explorers.Lecture([s for s in explorers.SCENES if s.name == "Width"]), tmp_path / "width.html")
    with exported_page(browser, file, **WIDE) as page:
        scene = page.locator(".svm-scene:visible")
        scene.evaluate(AT_REST)
        assert not page.locator(".svm-error-left-name").is_visible()
        asked = scene.evaluate(INK)
        page.keyboard.press("Space")
        assert comes_true(page, page.locator(".svm-error-left-name").is_visible)
        assert comes_true(page, lambda: scene.evaluate(INK) != asked)


def test_where_there_is_no_room_there_is_no_strip(exported, browser):
    with exported_page(
        browser, exported("MarginExplorer", size="lecture"), viewport={"width": 390, "height": 844}
    ) as page:
        drawn_out(page)
        assert not page.locator(".svm-error-strip").is_visible()
