"""Over the width of the kernel: the panel of bounds in a page without Python, its numbers Python's, σ moved in it."""

import numpy as np
from browsing import AT_REST, comes_true, drawn_out, exported_page
from small_explorers import EXPLORERS

from svmlab import BiclassSVM, kernels
from svmlab.exact.loo import leave_one_out

TOLD = """({ svmView: { session } }) => {
    const { errors, bounds, current } = session.drawn;
    const { samples, at, counts, current: now } = errors;
    return { samples, at, counts, now, bounds: bounds.done, current, over: session.over, sigma: session.axis.at };
}"""
PLACE = "({ svmView: { panel } }, sigma) => panel.placeOf(sigma)"
CURSOR = """({ svmView: { panel, session } }) => {
    const { canvas, ctx, dpr } = panel.stage;
    const [x, y] = [panel.placeOf(session.axis.at), panel.box.y + 0.93 * panel.box.height];
    return Array.from(ctx.getImageData(Math.round(x * dpr), Math.round(y * dpr), 1, 1).data);
}"""
# With a hand on the slider of C, what has rested for longer than the page waits is not worked on.
HELD = """async scene => {
    const { session } = scene.svmView;
    for (let frames = 0; !session.rested; frames++) await new Promise(requestAnimationFrame);
    for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame);
    return [session.ahead.others.sigma.counting === null, session.drawn.errors.current];
}"""


def over(page, name):
    page.locator(f'.svm-over [data-over="{name}"]').click()


def click_at(page, scene, sigma):
    box = scene.locator(".svm-curves canvas").bounding_box()
    page.mouse.click(box["x"] + scene.evaluate(PLACE, sigma), box["y"] + 0.8 * box["height"])


def test_over_sigma_the_page_counts_what_python_counts_and_sigma_is_set_in_the_panel(exported, browser):
    with exported_page(browser, exported("BoundsExplorer")) as page:
        scene = drawn_out(page)
        assert scene.evaluate("s => s.svmView.session.over") == "C"
        over(page, "sigma")
        page.locator(".svm-best", has_text="Fewest leave-one-out errors found").wait_for()
        scene.evaluate(AT_REST)
        told = scene.evaluate(TOLD)
        assert told["now"]
        assert told["current"]
        assert told["bounds"] == len(told["samples"]) == 41
        svm = EXPLORERS["BoundsExplorer"]().svm
        for sample in told["samples"][::8]:
            machine = BiclassSVM(svm.C_, kernels.Gaussian(sigma=sample["at"])).fit(svm.X_fit_, svm.y_fit_)
            assert sample["count"] == leave_one_out(machine).n_errors, sample["at"]
        click_at(page, scene, 0.5)
        page.locator(".svm-at", has_text="σ = 0.501").wait_for()
        scene.evaluate(AT_REST)
        moved = scene.evaluate(TOLD)
        assert (moved["counts"], moved["now"]) == (told["counts"], True), "σ alone has moved"
        np.testing.assert_allclose(moved["sigma"], 0.501187, rtol=1e-4)
        assert scene.evaluate(CURSOR) != scene.evaluate(CURSOR.replace("session.axis.at", "2"))
        left_out = int(page.locator(".svm-key tr", has=page.locator(".svm-exact")).locator("td").first.inner_text())
        assert left_out == scene.evaluate("s => s.svmView.session.workshop.leftOut.nErrors")
        assert comes_true(page, lambda: page.evaluate("location.hash").endswith("&over=sigma"))
        address = page.evaluate("location.hash")
        over(page, "C")
        page.locator(".svm-best", has_text="for C from").wait_for()
        scene.evaluate("({ svmView: { session } }, address) => session.follow(address)", address)
        page.locator(".svm-best", has_text="found").wait_for()
        assert scene.evaluate(TOLD)["over"] == "sigma"


def test_nothing_is_counted_under_a_hand_and_a_kernel_without_a_width_has_no_choice(exported, browser):
    with exported_page(browser, exported("BoundsExplorer")) as page:
        scene = drawn_out(page)
        over(page, "sigma")
        page.locator(".svm-best", has_text="Fewest leave-one-out errors found").wait_for()
        scene.evaluate(AT_REST)
        slider = scene.locator(".svm-c .svm-slider").bounding_box()
        page.mouse.move(slider["x"] + 0.7 * slider["width"], slider["y"] + slider["height"] / 2)
        page.mouse.down()
        assert scene.evaluate(HELD) == [True, False]
        page.mouse.up()
        page.locator(".svm-best", has_text="Fewest leave-one-out errors found").wait_for()
        scene.evaluate(AT_REST)
        assert scene.evaluate(TOLD)["now"]
        page.locator("label", has_text="kernel").locator("select").select_option("linear")
        page.locator(".svm-best", has_text="for C from").wait_for()
        assert not page.locator(".svm-over").is_visible()


ACCENT = """({ svmView: { planePanel, session } }) => {
    const { canvas, ctx, dpr } = planePanel.stage;
    const [r, g, b] = [1, 3, 5].map(k => parseInt(planePanel.look.theme.accent.slice(k, k + 2), 16));
    const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) count += data[k] === r && data[k + 1] === g && data[k + 2] === b;
    return count;
}"""
ROWS = """({ svmView: { session } }) => session.drawn.plane.rows.map(({ value, C, counts }) =>
    [value, Array.from(C), Array.from(counts)])"""
RING = """({ svmView: { planePanel } }, [C, sigma]) => [planePanel.placeOf(C), planePanel.y.to(sigma)]"""


def test_over_the_plane_each_row_is_pythons_curve_over_c_and_a_click_sets_both(exported, browser):
    with exported_page(browser, exported("BoundsExplorer")) as page:
        scene = drawn_out(page)
        over(page, "plane")
        page.locator(".svm-best", has_text="framed").wait_for()
        scene.evaluate(AT_REST)
        assert scene.evaluate(ACCENT) > 0
        rows = scene.evaluate(ROWS)
        assert len(rows) == 25
        svm = EXPLORERS["BoundsExplorer"]().svm
        for value, C, counts in rows[::6]:
            machine = BiclassSVM(svm.C_, kernels.Gaussian(sigma=value)).fit(svm.X_fit_, svm.y_fit_)
            curve = leave_one_out.along_path(machine, C[0], C[-1])
            np.testing.assert_allclose(C, curve.C, rtol=1e-7)
            assert counts == curve.counts.tolist()
        canvas = scene.locator(".svm-curves canvas:visible")
        box, (x, y) = canvas.bounding_box(), scene.evaluate(RING, [10, 0.5])
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.locator(".svm-at", has_text="C = 10.0, σ = 0.501").wait_for()
        assert "Leave-one-out error against C and σ. At C = 10.0, σ = 0.501:" in canvas.get_attribute("aria-label")
        assert scene.evaluate("s => s.svmView.session.drawn.plane.current")
