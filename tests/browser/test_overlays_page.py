"""What is shown beside the machine, in exported pages: each overlay is switched and looked at, by mouse and by key.

What is drawn is looked at in the canvas: nothing else in the plane has the hue of the accent.
"""

import numpy as np
import pytest
from browsing import DRAWN_OUT, PIXELS, becomes, comes_true, drawn_out, exported_page, new_page, press

from svmlab.explorers import BoundsExplorer, MachinesExplorer, MarginExplorer, MulticlassExplorer, export_html
from svmlab.page.constants import OVERLAYS

QUADRATIC = {
    "data": "circles",
    "noise": 0.4,
    "kernel": "polynomial",
    "degree": 2,
    "coef0": 0.0,
    "gamma": 1.0,
    "C": 10.0,
}
MADE = {
    "linear": lambda: MarginExplorer(m=60, kernel="linear", C=0.5),
    "hard": lambda: MarginExplorer(data="separable", m=30, kernel="linear", C=np.inf),
    "gaussian": lambda: MarginExplorer(data="moons", noise=0.4, m=60, sigma=0.7),
    "quadratic": lambda: MarginExplorer(m=60, **QUADRATIC),
    "three": lambda: MulticlassExplorer(m=45, kernel="linear", C=0.3),
    "bounds": lambda: BoundsExplorer(m=30, kernel="linear", C_range=(0.1, 10.0), overlays=("margin",)),
    "machines": lambda: MachinesExplorer(m=30, kernel="linear", overlays=("margin",)),
    "shown": lambda: MarginExplorer(m=40, kernel="linear", overlays=("margin", "slack")),
}
APPLIES = {
    "linear": set(OVERLAYS) - {"feature_space"},
    "gaussian": {"slack", "alpha", "before", "lifted"},
    "quadratic": {"slack", "alpha", "before", "lifted", "feature_space"},
    "three": set(OVERLAYS) - {"hulls", "feature_space"},
}
# Pixels of the hue of the accent, which no class and no region has: more blue than red, more red than green.
ACCENT = """(scene, selector) => {
    const canvas = scene.querySelector(selector);
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = [];
    for (let i = 0; i < data.length; i += 4)
        if (data[i + 2] > data[i] && data[i] > data[i + 1] + 25) found.push([i / 4 % width, Math.floor(i / 4 / width)]);
    return found;
}"""
SPACE_PIXELS = PIXELS.replace(".svm-plane canvas", ".svm-lifted canvas")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A function that exports an explorer of MADE, once."""
    folder = tmp_path_factory.mktemp("overlays")

    def file(name):
        path = folder / f"{name}.html"
        return path if path.exists() else export_html(MADE[name](), path)

    return file


@pytest.fixture
def opened(file, browser):
    """(page, scene) of an exported explorer of MADE; fails on errors and requests."""
    contexts = []

    def opened(name, **options):
        context = exported_page(browser, file(name), **{"viewport": {"width": 1280, "height": 800}, **options})
        page = context.__enter__()
        contexts.append(context)
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        return page, scene

    yield opened
    for context in contexts:
        context.__exit__(None, None, None)


def switch(scene, name):
    return scene.locator(f".svm-switch[data-overlay={name}]")


def drawn(scene, pixels=PIXELS):
    scene.evaluate(DRAWN_OUT)
    return scene.evaluate(pixels)


def accent(scene, selector=".svm-plane canvas"):
    scene.evaluate(DRAWN_OUT)
    return len(scene.evaluate(ACCENT, selector))


def overlays(scene):
    return scene.evaluate("s => s.svmView.session.overlays")


@pytest.mark.parametrize("name", APPLIES)
def test_each_overlay_is_drawn_and_taken_away_and_the_others_say_why_not(name, opened):
    _, scene = opened(name)
    plain = drawn(scene)
    assert accent(scene) == 0
    for overlay in OVERLAYS:
        button = switch(scene, overlay)
        if overlay not in APPLIES[name]:
            assert button.get_attribute("aria-disabled") == "true"
            assert "choose" in button.get_attribute("data-meaning")
            button.press("Enter")
            assert "choose" in scene.locator(".svm-show [aria-live]").inner_text()
            assert overlays(scene) == []
            continue
        button.click()
        scene.evaluate(DRAWN_OUT)
        assert button.get_attribute("aria-pressed") == "true"
        assert len(button.get_attribute("data-meaning")) > 30
        if overlay in ("lifted", "feature_space"):
            scene.locator(".svm-lifted").wait_for()
        elif overlay != "before":  # which shows something once something has changed
            assert drawn(scene) != plain, overlay
        if overlay in ("margin", "w", "slack", "hulls"):
            assert accent(scene) > 50, overlay
        button.press("Enter")
        assert overlays(scene) == []
        assert drawn(scene) == plain, overlay
        assert scene.locator(".svm-lifted").is_hidden()


def test_the_measured_margin_reaches_from_edge_to_edge(opened):
    _, scene = opened("hard")
    switch(scene, "margin").click()
    scene.evaluate(DRAWN_OUT)
    pixels = np.array(scene.evaluate(ACCENT, ".svm-plane canvas")) + 0.5
    origin, right, up = np.array(
        scene.evaluate("s => [[0, 0], [1, 0], [0, 1]].map(place => s.svmView.plane.toPixels(place))")
    )
    svm = MADE["hard"]().svm
    places = np.linalg.solve(np.column_stack([right - origin, up - origin]), (pixels - origin).T).T
    away = (places @ svm.w_ + svm.b_) / np.linalg.norm(svm.w_)  # from the boundary
    margin, pixel = 1 / np.linalg.norm(svm.w_), 1 / np.linalg.norm(right - origin)
    for edge in (-margin, margin):
        assert np.sum(np.abs(away - edge) < 1.5 * pixel) >= 10, "a bar stands across each end"
    for middle in (-margin / 2, margin / 2):
        assert np.any(np.abs(away - middle) < pixel)
    assert scene.locator(".svm-status").inner_text().count(f"{margin:.3g}") == 1


def test_the_picture_before_is_compared_and_pinned(opened):
    page, scene = opened("linear")
    switch(scene, "before").click()
    line = scene.locator(".svm-change").first
    assert "nothing has changed yet" in line.inner_text()
    slider = scene.get_by_role("slider", name="Soft margin C, logarithmic scale")
    press(page, slider, "ArrowLeft", 20)
    scene.evaluate(DRAWN_OUT)
    assert line.inner_text().startswith("before: C = 0.500. Support vectors:")
    with_ghost = drawn(scene)
    pin = scene.get_by_role("button", name="pin")
    pin.click()
    scene.evaluate(DRAWN_OUT)
    assert pin.get_attribute("aria-pressed") == "true"
    scene.evaluate("s => { s.svmView.before.changedAt = -1e9; }")  # a long rest
    press(page, slider, "ArrowRight", 40)
    scene.evaluate(DRAWN_OUT)
    assert line.inner_text().startswith("pinned: C = 0.500.")
    pin.click()
    scene.evaluate(DRAWN_OUT)
    assert line.inner_text().startswith("before: C = 0.200.")
    switch(scene, "before").click()
    assert drawn(scene) != with_ghost


@pytest.mark.parametrize(
    ("name", "overlay"), [("gaussian", "lifted"), ("three", "lifted"), ("quadratic", "feature_space")]
)
def test_the_view_in_space_turns_by_key_and_by_drag_and_has_the_points(name, overlay, opened):
    page, scene = opened(name)
    switch(scene, overlay).click()
    view = scene.get_by_role("slider", name="Turn the view in space")
    first = drawn(scene, SPACE_PIXELS)
    angle = view.get_attribute("aria-valuenow")
    press(page, view, "ArrowLeft", 4)
    turned = drawn(scene, SPACE_PIXELS)
    assert turned != first
    assert view.get_attribute("aria-valuenow") != angle
    page.keyboard.press("0")
    assert drawn(scene, SPACE_PIXELS) == first
    box = view.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 60, steps=3)
    page.mouse.up()
    assert drawn(scene, SPACE_PIXELS) != first
    page.keyboard.press("Home")
    scene.evaluate(DRAWN_OUT)
    mark = scene.evaluate("s => s.svmView.lifted.painter.marks.at(-1)")
    x, y = mark["at"]
    page.mouse.click(box["x"] + x, box["y"] + y)
    scene.evaluate(DRAWN_OUT)
    assert scene.evaluate("s => s.svmView.session.selected") == mark["i"], "the front one is chosen by a click"
    assert "in the picture" in view.locator("canvas").get_attribute("aria-label") or overlay == "feature_space"


def test_slack_is_a_length_in_the_lifted_view(opened):
    _, scene = opened("gaussian")
    switch(scene, "lifted").click()
    before = accent(scene, ".svm-lifted canvas")
    switch(scene, "slack").click()
    assert accent(scene, ".svm-lifted canvas") > before + 50


def test_the_plane_is_seen_nearer_by_wheel_and_key_and_scrolls_the_page_else(opened):
    page, scene = opened("gaussian")
    plane = scene.locator(".svm-plane")
    whole = drawn(scene)
    box = plane.bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.wheel(0, 120)
    becomes(page, "scrollY > 0")
    assert drawn(scene) == whole, "the wheel is the page's"
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    scene.locator(".svm-unzoom").wait_for()
    near = "s => s.svmView.plane.lens.near"
    assert scene.evaluate(near) > 1.2
    assert page.evaluate("scrollY") == 0
    assert drawn(scene) != whole
    page.mouse.dblclick(box["x"] + 320, box["y"] + 30)
    scene.evaluate(DRAWN_OUT)
    assert scene.evaluate(near) == 1
    plane.focus()
    page.mouse.wheel(0, -200)
    scene.locator(".svm-unzoom").wait_for()
    assert page.evaluate("scrollY") == 0, "the plane has the focus"
    page.keyboard.press("0")
    page.keyboard.press("Escape")
    assert drawn(scene) == whole or scene.evaluate(near) == 1
    page.keyboard.press("+")
    page.keyboard.press("+")
    scene.evaluate(DRAWN_OUT)
    limits = "s => s.svmView.plane.limits.map(ends => ends.map(x => Number(x.toFixed(9))))"
    before = scene.evaluate(limits)
    page.keyboard.press("Shift+ArrowRight")
    scene.evaluate(DRAWN_OUT)
    after = scene.evaluate(limits)
    assert after[0][0] > before[0][0]
    assert after[1] == before[1]
    scene.locator(".svm-unzoom").click()
    scene.evaluate(DRAWN_OUT)
    assert scene.evaluate(near) == 1


def test_two_fingers_bring_the_plane_nearer_and_leave_the_page_as_it_is(opened):
    page, scene = opened("linear", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    box = scene.locator(".svm-plane").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(what, apart):
        points = [{"x": x + side * apart / 2, "y": y, "id": side + 2} for side in (-1, 1)] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    touch("touchStart", 60)
    for apart in range(70, 181, 10):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    scene.evaluate(DRAWN_OUT)
    assert scene.evaluate("s => s.svmView.plane.lens.near") == pytest.approx(3, rel=0.15)
    assert page.evaluate("visualViewport.scale") == 1
    assert overlays(scene) == []
    assert scene.evaluate("s => s.svmView.session.selected") == -1


def test_a_drag_of_an_empty_place_moves_the_plane_and_one_of_a_point_moves_the_point(opened):
    page, scene = opened("linear")
    box = scene.locator(".svm-plane").bounding_box()
    at = scene.evaluate("""s => {
        const { plane, session } = s.svmView;
        const { X, m } = session.machine;
        const free = ([x, y]) => plane.nearest([x, y], 30) < 0;
        const { box } = plane;
        for (let k = 0; k < 400; k++) {
            const share = [(k % 20) / 20, Math.floor(k / 20) / 20];
            const place = [box.x + 20 + share[0] * (box.width - 40), box.y + 20 + share[1] * (box.height - 40)];
            if (free(place)) return { empty: place, point: plane.toPixels([X[0], X[1]]), place: [X[0], X[1]] };
        }
    }""")
    x, y = at["empty"]
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 50, box["y"] + y + 30, steps=4)
    page.mouse.up()
    scene.evaluate(DRAWN_OUT)
    moved = scene.evaluate(
        "s => s.svmView.plane.toPixels([s.svmView.session.machine.X[0], s.svmView.session.machine.X[1]])"
    )
    assert moved == pytest.approx([at["point"][0] + 50, at["point"][1] + 30], abs=0.1)
    assert scene.evaluate("s => s.svmView.session.selected") == -1, "that was no click"
    page.mouse.move(box["x"] + moved[0], box["y"] + moved[1])
    page.mouse.down()
    page.mouse.move(box["x"] + moved[0] + 20, box["y"] + moved[1], steps=4)
    page.mouse.up()
    scene.evaluate(DRAWN_OUT)
    now = scene.evaluate("s => Array.from(s.svmView.session.machine.X.slice(0, 2))")
    assert now[0] > at["place"][0]


def test_a_page_begins_with_the_overlays_of_its_explorer_and_its_address_has_them(opened, browser):
    page, scene = opened("shown")
    assert overlays(scene) == ["margin", "slack"]
    assert accent(scene) > 100
    switch(scene, "slack").click()
    switch(scene, "hulls").click()
    assert comes_true(page, lambda: "overlays=margin,hulls" in page.url)
    address = page.url
    scene.get_by_role("button", name="reset").click()
    scene.evaluate(DRAWN_OUT)
    assert overlays(scene) == ["margin", "slack"], "as it began"
    with new_page(browser, offline=True) as another:
        another.goto(address)
        assert overlays(drawn_out(another)) == ["margin", "hulls"]


@pytest.mark.parametrize("name", ["bounds", "machines"])
def test_every_explorer_of_the_plane_has_the_switches(name, opened):
    _, scene = opened(name)
    assert scene.locator(".svm-switch").count() == len(OVERLAYS)
    assert accent(scene) > 50


def test_with_reduced_motion_and_in_the_dark_all_overlays_are_drawn(opened):
    page, scene = opened("linear", reduced_motion="reduce", color_scheme="dark")
    for name in ("margin", "w", "slack", "alpha", "hulls", "lifted"):
        switch(scene, name).press("Space")
        scene.evaluate(DRAWN_OUT)
    assert accent(scene) > 100
    assert accent(scene, ".svm-lifted canvas") > 20, "slack"
    assert page.evaluate("document.getAnimations().length") == 0
