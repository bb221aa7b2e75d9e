"""Exported scenes without a kernel and without network: the machine lives in the page, and is that of Python."""

import contextlib

import numpy as np
import pytest
from browsing import AT_REST, exported_page, press

from svmlab import BiclassSVM, MulticlassSVM, bounds, kernels, kkt, leave_one_out, regularization_path
from svmlab.explorers import BoundsExplorer, MachinesExplorer, MarginExplorer, MulticlassExplorer, export_html
from svmlab.selection import comparison

EXPLORERS = {
    "two classes": lambda: MarginExplorer(m=60),
    "three classes": lambda: MulticlassExplorer(m=45),
    "two, with bounds": lambda: BoundsExplorer(m=30, C_range=(0.1, 10)),
}
STATE = """({ svmView: { session } }) => {
    const { machine, solution, C, leftOut } = session;
    return { C: C === Infinity ? "inf" : C, X: Array.from(machine.X), y: Array.from(machine.y, k => machine.hues[k]),
             outputs: machine.outputs, alpha: Array.from(solution.alpha), b: Array.from(solution.b),
             certified: solution.certificate.certified, lost: leftOut && Array.from(leftOut.error) };
}"""


@contextlib.contextmanager
def exported(browser, folder, explorer, **context):
    """An exported page and its scene."""
    with exported_page(browser, export_html(explorer, folder / "page.html"), **context) as page:
        yield page, page.locator(".svm-scene")


def state(scene):
    """What the page stands at, once all is at rest."""
    scene.evaluate(AT_REST)
    return scene.evaluate(STATE)


def assert_exact(scene, kernel=None):
    """The machine in the page is Python's of the same points, and so is all that the status line says of it."""
    told = state(scene)
    X, y = np.reshape(told["X"], (-1, 2)), np.array(told["y"])
    estimator = BiclassSVM if told["outputs"] == 1 else MulticlassSVM
    svm = estimator(C=float(told["C"]), kernel=kernel or kernels.Gaussian()).fit(X, y)
    scale = max(1.0, svm.alpha_.max())
    np.testing.assert_allclose(told["alpha"], svm.alpha_.ravel(), atol=1e-8 * scale)
    np.testing.assert_allclose(told["b"], svm.solution_.b, atol=1e-8 * scale)
    assert told["certified"]
    cases, exact = kkt.cases(svm), leave_one_out(svm)
    assert told["lost"] == exact.errors.astype(int).tolist()
    status = scene.locator(".svm-status").inner_text()
    assert f"{(cases.point == kkt.FREE).sum()} free and {(cases.point == kkt.BOUNDED).sum()} bounded" in status
    assert f"{cases.misclassified.sum()} training error" in status
    assert f"leave-one-out errors: {exact.n_errors} of {len(X)}" in status
    assert "✓ certified" in status
    return svm


def at(scene, place):
    """Where a place of the plane is on the screen."""
    box = scene.locator(".svm-plane canvas").bounding_box()
    x, y = scene.evaluate("(scene, place) => scene.svmView.plane.toPixels(place)", place)
    return box["x"] + x, box["y"] + y


def drag(page, scene, i, by):
    x, y = at(scene, scene.evaluate("({ svmView: v }, i) => v.placeOf(i)", i))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=8)
    page.mouse.up()


def tool(scene, text):
    return scene.locator(".svm-edit button", has_text=text)


@pytest.mark.parametrize("name", EXPLORERS)
def test_points_are_dragged_added_relabelled_deleted_and_all_is_undone(name, browser, tmp_path):
    explorer = EXPLORERS[name]()
    X = explorer.dataset().X
    i = int(X[:, 0].argmin())
    with exported(browser, tmp_path, explorer) as (page, scene):
        assert_exact(scene)
        drag(page, scene, i, (90, -30))
        assert_exact(scene)
        moved = state(scene)["X"]
        assert moved[2 * i] > X[i, 0] + 0.2
        assert "own points" in scene.locator(".svm-title").inner_text()
        tool(scene, "edit points").click()
        page.mouse.click(*at(scene, [float(X[:, 0].min()), float(X[:, 1].max())]))
        assert_exact(scene)
        scene.locator(".svm-card h4", has_text=f"Point {len(X)},").wait_for()
        before = state(scene)["y"][-1]
        tool(scene, "next class").click()
        assert state(scene)["y"][-1] != before
        assert_exact(scene)
        scene.locator(".svm-plane").focus()
        page.keyboard.press("Delete")
        assert_exact(scene)
        for _ in range(4):
            tool(scene, "undo").click()
        np.testing.assert_array_equal(state(scene)["X"], X.ravel())
        assert "own points" not in scene.locator(".svm-title").inner_text()
        assert tool(scene, "undo").get_attribute("aria-disabled") == "true"
        tool(scene, "redo").click()
        np.testing.assert_array_equal(state(scene)["X"], moved)
        assert_exact(scene)


@pytest.mark.parametrize("name", ["two classes", "three classes"])
def test_c_moves_to_every_end_with_points_that_have_moved(name, browser, tmp_path):
    with exported(browser, tmp_path, EXPLORERS[name]()) as (page, scene):
        drag(page, scene, 0, (40, 25))
        slider = scene.locator(".svm-c .svm-slider")
        for key, times in (("ArrowRight", 9), ("PageUp", 3), ("Home", 1)):
            press(page, slider, key, times)
            assert_exact(scene)
        assert "next: " in scene.locator(".svm-path").inner_text()


@pytest.mark.parametrize("name", ["two classes", "three classes"])
def test_a_point_is_left_out_and_stays_out_while_c_moves(name, browser, tmp_path):
    explorer = EXPLORERS[name]()
    weight = explorer.svm.alpha_.reshape(len(explorer.dataset()), -1).sum(axis=1)
    lost = int(weight.argmax())
    with exported(browser, tmp_path, explorer) as (page, scene):
        page.mouse.click(*at(scene, explorer.dataset().X[lost].tolist()))
        scene.locator(".svm-left-out", has_text="without this point").wait_for()
        scene.locator(".svm-withdrawal button").click()
        scene.locator(".svm-withdrawal-note", has_text=f"point {lost} is out").wait_for()
        rest = np.arange(len(explorer.dataset())) != lost
        for _ in range(2):
            C = state(scene)["C"]
            svm = type(explorer.svm)(C=C, kernel=explorer.svm.kernel)
            svm.fit(explorer.dataset().X[rest], explorer.dataset().y[rest])
            alpha = scene.evaluate("({ svmView: { session } }) => Array.from(session.shown.solution.alpha)")
            alpha = np.reshape(alpha, explorer.svm.alpha_.shape)
            assert not alpha[lost].any()
            np.testing.assert_allclose(alpha[rest], svm.alpha_, atol=1e-8 * max(1.0, svm.alpha_.max()))
            status = scene.locator(".svm-status").inner_text()
            assert f"without point {lost}" in status
            assert f"of {rest.sum()}" in status
            assert "✓ certified" in status
            press(page, scene.locator(".svm-c .svm-slider"), "ArrowRight", 8)
        scene.locator(".svm-withdrawal button").click()
        scene.locator(".svm-withdrawal button", has_text="leave this point out").wait_for()
        assert_exact(scene)


def test_cleared_two_points_begin_a_new_machine_and_what_cannot_be_is_said(browser, tmp_path):
    explorer = MulticlassExplorer(m=45)
    with exported(browser, tmp_path, explorer) as (page, scene):
        tool(scene, "edit points").click()
        tool(scene, "clear").click()
        notice = scene.locator(".svm-notice", has_text="Each class needs points, and there are no points")
        notice.wait_for(state="visible")
        assert scene.locator(".svm-status").inner_text() == "no points and no machine"
        page.mouse.click(*at(scene, explorer.dataset().X.min(axis=0).tolist()))
        scene.locator(".svm-notice", has_text="all points are of class 0").wait_for()
        scene.locator(".svm-choice label", has_text="class 2").click()
        page.mouse.click(*at(scene, explorer.dataset().X.max(axis=0).tolist()))
        scene.locator(".svm-notice").wait_for(state="hidden")
        told = state(scene)
        assert told["y"] == [0, 2]
        assert told["outputs"] == 2, "it is still the machine of many classes"
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert_exact(scene)


def test_a_hard_margin_is_lost_and_found_by_a_drag(browser, tmp_path):
    explorer = MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf)
    data = explorer.dataset()
    other = data.X[data.y != data.y[0]].mean(axis=0)
    with exported(browser, tmp_path, explorer) as (page, scene):
        assert_exact(scene, kernels.Linear())
        (x0, y0), (x1, y1) = at(scene, data.X[0].tolist()), at(scene, other.tolist())
        drag(page, scene, 0, (x1 - x0, y1 - y0))
        scene.locator(".svm-notice", has_text="cannot be separated").wait_for()
        press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft")
        scene.locator(".svm-notice").wait_for(state="hidden")
        assert_exact(scene, kernels.Linear())


def test_a_finger_taps_and_drags_a_point(browser, tmp_path):
    screen = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    explorer = MarginExplorer(m=40)
    i = int(explorer.dataset().X[:, 0].argmin())
    with exported(browser, tmp_path, explorer, **screen) as (page, scene):
        x, y = at(scene, explorer.dataset().X[i].tolist())
        page.touchscreen.tap(x, y)
        scene.locator(".svm-card h4", has_text=f"Point {i},").wait_for()
        finger = page.context.new_cdp_session(page)
        for kind, places in (("touchStart", [x]), ("touchMove", [x + 15]), ("touchMove", [x + 40]), ("touchEnd", [])):
            points = [{"x": px, "y": y} for px in places]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert_exact(scene)
        assert at(scene, state(scene)["X"][2 * i : 2 * i + 2])[0] == pytest.approx(x + 40, abs=1)


def test_the_address_of_a_page_opens_the_same_picture_and_one_that_cannot_be_is_refused(browser, tmp_path):
    with exported(browser, tmp_path, MarginExplorer(m=40)) as (page, scene):
        drag(page, scene, 0, (60, 40))
        press(page, scene.locator(".svm-c .svm-slider"), "ArrowRight", 7)
        before = state(scene)
        assert page.url.split("#")[1].startswith("v=1&C=1.38")
        scene.get_by_role("button", name="copy link").click()
        scene.locator(".svm-said", has_text="copy the address of this page").or_(
            scene.locator(".svm-said", has_text="copied")
        ).wait_for()
        other = page.context.new_page()
        other.goto(page.url)
        again = other.locator(".svm-scene[data-frames]")
        assert {name: state(again)[name] for name in "CXy"} == {name: before[name] for name in "CXy"}
        assert_exact(again)
        assert again.locator(".svm-title").inner_text() == scene.locator(".svm-title").inner_text()
        scene.get_by_role("combobox", name="data").select_option(label="circles")
        press(page, scene.get_by_role("slider", name="width σ, logarithmic scale"), "ArrowRight", 5)
        before = state(scene)
        assert "&data=circles&m=40&" in page.url
        drawn = page.context.new_page()
        drawn.goto(page.url)
        again = drawn.locator(".svm-scene[data-frames]")
        assert {name: state(again)[name] for name in "CXy"} == {name: before[name] for name in "CXy"}
        assert again.locator(".svm-title").inner_text() == scene.locator(".svm-title").inner_text()
        sigma = scene.get_by_role("textbox", name="σ, to be typed").input_value()
        assert again.get_by_role("textbox", name="σ, to be typed").input_value() == sigma != "1.00"
        wrong = page.context.new_page()
        wrong.goto(page.url.replace("v=1", "v=7"))
        wrong.locator(".svm-notice", has_text="its format is 7, and this page reads 1").wait_for()
        assert state(wrong.locator(".svm-scene"))["C"] == 1


ERRORS = """async ({ svmView: { session } }) => {
    while (session.ahead.pending) await new Promise(requestAnimationFrame);
    const { at: C, counts, best, current } = session.errors;
    return { C: Array.from(C), counts: Array.from(counts), best, current };
}"""


def assert_exact_errors(scene, svm):
    """The curve of the page is Python's, and its words say where the fewest err."""
    told, curve = scene.evaluate(ERRORS), leave_one_out.along_path(svm, 0.1, 10)
    assert told["current"]
    np.testing.assert_allclose(told["C"], curve.C, rtol=1e-8)
    np.testing.assert_array_equal(told["counts"], curve.counts)
    np.testing.assert_allclose(told["best"], curve.best, rtol=1e-8)
    fewest = f"Fewest leave-one-out errors: {curve.n_errors} of {len(svm.y_fit_)}, for C from"
    scene.locator(".svm-best", has_text=fewest).wait_for()


BOUNDS = """({ svmView: { session } }) => ({
    report: session.report.bounds.map(({ name, value, holds, why }) => [name, [value, holds, why]]),
    terms: Object.fromEntries(Object.entries(session.report.terms).map(([name, of]) => [name, Array.from(of)])),
    C: session.bounds.at, current: session.bounds.epoch === session.machine.epoch,
    curves: session.bounds.curves.map(({ name, value, holds }) => [name, [value, holds]]),
})"""


def assert_bounds(scene, svm):
    """The bounds at C, the terms of each point and the curves of the page are Python's."""
    scene.evaluate(AT_REST)
    told = scene.evaluate(BOUNDS)
    report = bounds.report(svm, bounds.names("loo"))
    for name, (value, holds, why) in told["report"]:
        assert (value, holds) == (pytest.approx(report[name].value, rel=1e-6, abs=1e-6), report[name].holds), why
        np.testing.assert_allclose(told["terms"][name], report[name].per_point, rtol=1e-6, atol=1e-6)
    assert told["current"]
    curves = bounds.along_path(regularization_path(svm, 0.1, 10), bounds.names("loo"), told["C"])
    for name, (values, holds) in told["curves"]:
        np.testing.assert_allclose(values, curves[name].value, rtol=1e-6, atol=1e-6, err_msg=name)
        assert holds == curves[name].holds.tolist(), name
    assert scene.locator(".svm-pending").inner_text() == "bounds from 21 values of C; ≈ is read off them"
    assert scene.locator(".svm-key").inner_text().count("≈") == 0


def test_the_exact_errors_and_the_bounds_at_every_c_are_new_once_a_point_is_let_go(browser, tmp_path):
    explorer = EXPLORERS["two, with bounds"]()
    i = int(explorer.dataset().X[:, 0].argmin())
    with exported(browser, tmp_path, explorer) as (page, scene):
        svm = assert_exact(scene)
        assert_exact_errors(scene, svm)
        assert_bounds(scene, svm)
        drag(page, scene, i, (160, -30))
        svm = assert_exact(scene)
        assert_exact_errors(scene, svm)
        assert_bounds(scene, svm)
        press(page, scene.locator(".svm-c .svm-slider"), "PageUp", 2)
        assert_bounds(scene, assert_exact(scene))
        scene.get_by_role("combobox", name="kernel").select_option(label="linear")
        assert_bounds(scene, assert_exact(scene, kernels.Linear()))


COMPARED = """({ svmView: { session: { compared, C } } }) => ({
    shape: compared.shape, differ: Array.from(compared.differ), C: compared.C === C, epoch: compared.epoch,
    entries: compared.entries.map(entry => {
        const arrays = ["code", "given", "lost"].map(name => [name, Array.from(entry[name] ?? [])]);
        return { ...entry, ...Object.fromEntries(arrays), wrong: null };
    }),
})"""
IN_PAGE = ("weston-watkins", "one-vs-one", "one-vs-rest")


def assert_compared(scene, kernel=None):
    """The machines side by side that the page trains are Python's of the same points; of the others it says so."""
    told = state(scene)
    X, y = np.reshape(told["X"], (-1, 2)), np.array(told["y"])
    kernel = kernel or kernels.Gaussian()
    expected = {entry.name: entry for entry in comparison.compare(X, y, told["C"], kernel, IN_PAGE).entries}
    seen = scene.evaluate(COMPARED)
    limits = scene.evaluate("({ svmView: { session } }) => session.machine.limits")
    axes = (np.linspace(*ends, n) for ends, n in zip(limits, reversed(seen["shape"]), strict=True))
    places = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    for entry in seen["entries"]:
        of = expected.get(entry["name"])
        if of is None:
            assert entry["error"] == "only Python trains this machine"
            continue
        decision = comparison.decide(of.trained, places)
        code = np.array(entry["code"])
        unlike = (code % 128 != decision.code) | ((code >= 128) != decision.undecided)
        assert unlike.mean() < 1e-3, entry["name"]  # places on a boundary
        assert entry["given"] == comparison.decide(of.trained, X).code.tolist()
        assert (entry["training_errors"], entry["n_errors"]) == (of.training_errors, of.loo.n_errors)
        assert entry["lost"] == of.loo.errors.astype(int).tolist()
        assert entry["certified"]
    return {entry["name"]: entry for entry in seen["entries"]}


def test_the_machines_side_by_side_follow_where_the_page_trains_them(browser, tmp_path):
    explorer = MachinesExplorer(data="overlapping", m=30)
    i = int(explorer.dataset().X[:, 0].argmin())
    with exported(browser, tmp_path, explorer) as (page, scene):
        state(scene)
        tiles = scene.locator(".svm-tile figcaption")
        begun = tiles.all_inner_texts()
        assert not any("only Python" in text for text in begun)
        drag(page, scene, i, (160, -30))
        told = assert_compared(scene)
        assert scene.locator(".svm-tile.svm-old").count() == 0
        for text, entry in zip(tiles.all_inner_texts(), told.values(), strict=True):
            assert entry["label"] in text
            assert ("only Python" in text) == (entry["name"] not in IN_PAGE)
        ways = "Three of six ways, those that this page trains without Python, to separate the classes, at C = 1.00"
        assert scene.locator(".svm-pending").first.inner_text() == ways
        press(page, scene.locator(".svm-c .svm-slider"), "PageUp", 2)
        scene.get_by_role("combobox", name="kernel").select_option(label="linear")
        assert_compared(scene, kernels.Linear())
        scene.get_by_role("button", name="reset").click()
        state(scene)
        assert tiles.all_inner_texts() == begun, "where the page began all are told"
