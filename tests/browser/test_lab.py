"""Explorers in a real JupyterLab and a real Chromium."""

import json

import numpy as np
import pytest
from browsing import (
    AFRESH,
    AT_REST,
    PIXELS,
    as_it_began,
    new_page,
    open_notebook,
    place_of,
    press,
    run_all,
    wait_for_scene,
    wait_until_idle,
)
from lab_pages import opened

from svmlab import BiclassSVM, datasets, kernels, kkt, leave_one_out, style

DATA = datasets.overlapping(200, random_state=0)
TWO_EXPLORERS = (
    "from svmlab import explorers\nfirst = explorers.MarginExplorer(data='overlapping')\nfirst",
    "second = explorers.MulticlassExplorer()\nsecond",
)
SEVERAL_EXPLORERS = (
    "from ipywidgets import Label\nfrom svmlab import explorers\ntwice = explorers.MarginExplorer(m=60)\ntwice",
    "twice",
    "set_here = explorers.MarginExplorer(m=60)\nset_here",
    "set_here.C.value = 20; set_here.selected = 7; set_here.kernel.value = 'linear'",
    "moved_there = explorers.MarginExplorer(m=60)\nmoved_there",
    "told = Label()\n"
    "tell = lambda _: setattr(told, 'value', f'{moved_there.data.value} {moved_there.kernel_value()}')\n"
    "for name in ('data', 'kernel', 'sigma', 'seed'): getattr(moved_there, name).observe(tell, 'value')\ntold",
)
ONE_EXPLORER = "from svmlab import explorers\nexplorer = explorers.MarginExplorer(m=60)\nexplorer"


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "two.ipynb", TWO_EXPLORERS) as page:
        wait_for_scene(page, 1)
        yield page


@pytest.fixture(scope="module")
def several(lab, browser):
    """A page with small explorers, one of them displayed twice; each test has its own."""
    with opened(lab, browser, "several.ipynb", SEVERAL_EXPLORERS) as page:
        wait_for_scene(page, 3)
        yield page


@pytest.fixture(scope="module")
def small(lab, browser):
    """A page with one small explorer, for several tests."""
    with opened(lab, browser, "small.ipynb", [ONE_EXPLORER]) as page:
        wait_for_scene(page)
        yield page


@pytest.fixture(scope="module")
def phone(lab, browser):
    """The same on a narrow, dense screen that is touched."""
    narrow = {"width": 900, "height": 900}
    with opened(
        lab, browser, "phone.ipynb", [ONE_EXPLORER], device_scale_factor=2, has_touch=True, viewport=narrow
    ) as page:
        wait_for_scene(page)
        yield page


@pytest.fixture(scope="module")
def dark(dark_lab, browser):
    with opened(dark_lab, browser, "dark.ipynb", [ONE_EXPLORER]) as page:
        wait_for_scene(page)
        yield page


def picture(scene):
    """A number that changes with any pixel of the scene."""
    scene.evaluate(AT_REST)
    return scene.evaluate(PIXELS)


def picture_afresh(scene):
    scene.evaluate(AT_REST)
    scene.evaluate(AFRESH)
    return picture(scene)


def slider(scene):
    return scene.locator(".svm-c .svm-slider")


def c_of(scene):
    scene.evaluate(AT_REST)
    text = scene.locator(".svm-c .svm-value").input_value()
    return np.inf if text == "∞" else float(text)


def status_of(scene):
    """All that the status says, what makes room for a chosen point included."""
    scene.evaluate(AT_REST)
    return scene.locator(".svm-status").text_content()


def multiplier_of(scene):
    """What the card of a chosen point says, in words."""
    return scene.locator(".svm-card tr", has_text="multiplier α").locator("td").inner_text()


def expected_status(C):
    svm = BiclassSVM(C=C, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    point = kkt.cases(svm).point
    return f"{(point == kkt.FREE).sum()} free and {(point == kkt.BOUNDED).sum()} bounded support vectors"


def test_dragging_c_changes_the_picture_and_leaves_one_scene(page):
    scene = wait_for_scene(page, 0)
    before, c = picture(scene), c_of(scene)
    box = slider(scene).bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.4, y)
    page.mouse.down()
    for k in range(20):
        page.mouse.move(box["x"] + box["width"] * (0.4 + 0.015 * k), y)
    page.mouse.up()
    assert c_of(scene) > 2 * c
    assert picture(scene) != before
    assert page.locator(".svm-scene").count() == 2
    assert expected_status(c_of_slider(scene)) in status_of(scene)


def c_of_slider(scene):
    """C to all digits."""
    return scene.evaluate("scene => scene.svmView.session.C")


def test_arrow_keys_move_c_one_step_and_jupyterlab_does_not_take_them(page):
    scene = wait_for_scene(page, 0)
    press(page, slider(scene), "Home")
    assert c_of(scene) == 0.01
    press(page, slider(scene), "ArrowRight", 50)
    assert c_of_slider(scene) == pytest.approx(0.1)
    assert expected_status(0.1) in status_of(scene)
    press(page, slider(scene), "ArrowLeft", 2)
    assert c_of_slider(scene) == pytest.approx(0.1 / 10 ** (2 / 50))
    assert page.evaluate("document.activeElement.className") == "svm-slider"


def test_the_last_stop_is_the_hard_margin_and_an_impossible_one_is_said(page):
    scene = wait_for_scene(page, 0)
    page.locator(".svm-explorer select").nth(1).select_option(label="linear")
    press(page, slider(scene), "End")
    notice = scene.locator(".svm-notice").filter(has_text="cannot be separated")
    notice.wait_for(state="visible")
    assert "last good one" in notice.inner_text()
    assert scene.locator(".svm-c .svm-value").input_value() == "∞"
    press(page, slider(scene), "ArrowLeft")
    notice.wait_for(state="hidden")
    assert c_of(scene) == 1000
    page.locator(".svm-explorer select").nth(1).select_option(label="Gaussian")
    press(page, slider(scene), "Home")
    press(page, slider(scene), "ArrowRight", 100)


def test_a_click_on_a_support_vector_tells_its_multiplier(page):
    scene = wait_for_scene(page, 0)
    press(page, slider(scene), "Home")
    press(page, slider(scene), "ArrowRight", 100)
    scene.evaluate(AT_REST)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    for i in np.flatnonzero(kkt.cases(svm).point == kkt.FREE)[:3]:
        page.mouse.click(*place_of(scene, DATA.X, int(i)))
        card = scene.locator(".svm-card")
        page.wait_for_function(
            "([card, i]) => card.innerText.startsWith(`Point ${i},`)", arg=[card.element_handle(), int(i)]
        )
        assert float(multiplier_of(scene)) == pytest.approx(svm.alpha_[i], rel=5e-3)
        assert "a free support vector" in card.inner_text()


def test_hovering_shows_a_tip_and_leaving_hides_it(page):
    scene = wait_for_scene(page, 0)
    page.mouse.move(*place_of(scene, DATA.X, 5))
    tip = scene.locator(".svm-tip")
    tip.wait_for(state="visible")
    assert tip.inner_text().startswith("Point ")
    page.mouse.move(5, 5)
    tip.wait_for(state="hidden")


def test_points_are_reached_by_keyboard_and_read_aloud(page):
    scene = wait_for_scene(page, 0)
    page.mouse.move(5, 5)  # over no point, which would have the card
    plane = scene.locator(".svm-plane")
    press(page, plane, "Home")
    leftmost = int(DATA.X[:, 0].argmin())
    option = scene.locator("[role=option]")
    scene.evaluate(AT_REST)
    assert option.text_content().startswith(f"Point {leftmost}, class")
    press(page, plane, "ArrowRight")
    second = int(DATA.X[:, 0].argsort()[1])
    scene.evaluate(AT_REST)
    assert option.text_content().startswith(f"Point {second}, class")
    assert plane.get_attribute("aria-activedescendant") == option.get_attribute("id")
    assert page.evaluate("document.activeElement.className") == "svm-plane"
    press(page, plane, "Escape")
    scene.evaluate(AT_REST)
    assert scene.locator(".svm-card h4").count() == 0


def test_a_button_leaves_the_chosen_point_out_and_puts_it_back(page):
    scene = wait_for_scene(page, 0)
    press(page, slider(scene), "Home")
    press(page, slider(scene), "ArrowRight", 100)
    before = picture_afresh(scene)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y)
    p = int(np.flatnonzero(leave_one_out(svm).errors)[0])
    page.mouse.click(*place_of(scene, DATA.X, p))
    scene.locator(".svm-left-out").wait_for()
    assert "an error" in scene.locator(".svm-left-out").inner_text()
    chosen = picture_afresh(scene)
    button = scene.locator(".svm-withdrawal button")
    button.click()
    scene.locator(".svm-withdrawal-note").filter(has_text="is out").wait_for()
    assert picture_afresh(scene) not in (before, chosen)
    without = svm.sample_weight_.copy()
    without[p] = 0
    smaller = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(DATA.X, DATA.y, sample_weight=without)
    free = (kkt.cases(smaller).point == kkt.FREE).sum()
    assert f"without point {p}" in status_of(scene)
    assert f"{free} free" in status_of(scene)
    assert "of 199" in status_of(scene)
    assert "certified" in status_of(scene)
    assert multiplier_of(scene) == "0"
    press(page, slider(scene), "ArrowRight", 10)
    C = c_of(scene)
    assert f"without point {p}" in status_of(scene), "it stays out while C moves"
    smaller = BiclassSVM(C=scene.evaluate("({ svmView }) => svmView.session.C"), kernel=kernels.Gaussian())
    smaller.fit(DATA.X, DATA.y, sample_weight=without)
    assert C == pytest.approx(smaller.C, rel=1e-2)
    assert f"{(kkt.cases(smaller).point == kkt.FREE).sum()} free" in status_of(scene)
    assert f"with point {p} in, next" in status_of(scene)
    press(page, slider(scene), "ArrowLeft", 10)
    assert f"without point {p}" in status_of(scene)
    button.click()
    button.filter(has_text="leave this point out").wait_for()
    assert picture_afresh(scene) == chosen
    press(page, slider(scene), "ArrowRight")
    assert "without" not in status_of(scene)
    press(page, slider(scene), "ArrowLeft")


def test_two_explorers_do_not_disturb_each_other(page):
    first, second = wait_for_scene(page, 0), wait_for_scene(page, 1)
    before = picture(second)
    first.scroll_into_view_if_needed()
    press(page, slider(first), "ArrowRight", 5)
    assert picture(second) == before
    press(page, slider(second), "ArrowRight", 30)
    assert picture(second) != before
    ids = page.evaluate("[...document.querySelectorAll('[id^=svm]')].map(node => node.id)")
    assert len(ids) == len(set(ids))


def test_a_dragged_point_is_followed_by_the_machine_and_reset_puts_it_back(small):
    page, scene = small, as_it_began(small)
    before = picture_afresh(scene)
    X = datasets.overlapping(60, random_state=0).X
    i = int(X[:, 0].argmin())
    x, y = place_of(scene, X, i)
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 21):
        page.mouse.move(x + 6 * k, y - 2 * k)
    page.mouse.up()
    assert picture(scene) != before
    scene.evaluate(AT_REST)
    assert "own points" in scene.evaluate("scene => scene.svmView.session.machine.title")
    moved = scene.evaluate("(scene, i) => Array.from(scene.svmView.session.machine.X.slice(2 * i, 2 * i + 2))", i)
    at = scene.evaluate("(scene, p) => scene.svmView.plane.toPixels(p)", moved)
    box = scene.locator(".svm-plane canvas").bounding_box()
    assert [box["x"] + at[0], box["y"] + at[1]] == pytest.approx([x + 120, y - 40], abs=1)
    Z = X.copy()
    Z[i] = moved
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(Z, datasets.overlapping(60, random_state=0).y)
    point = kkt.cases(svm).point
    assert f"{(point == kkt.FREE).sum()} free and {(point == kkt.BOUNDED).sum()} bounded" in status_of(scene)
    assert scene.locator(".svm-card h4").inner_text().startswith(f"Point {i},")
    plane = scene.locator(".svm-plane")
    plane.focus()
    page.keyboard.press("Shift+ArrowRight")
    scene.evaluate(AT_REST)
    nudged = scene.evaluate("(scene, i) => Array.from(scene.svmView.session.machine.X.slice(2 * i, 2 * i + 2))", i)
    assert nudged[0] > moved[0]
    assert nudged[1] == pytest.approx(moved[1])
    page.locator(".svm-explorer button", has_text="reset").click()
    page.wait_for_function(
        "node => node.innerText.includes('overlapping')", arg=scene.locator(".svm-title").element_handle()
    )
    page.mouse.move(5, 5)
    assert picture_afresh(scene) == before


def test_an_explorer_displayed_twice_is_one_scene_seen_twice(several):
    page, first, second = several, wait_for_scene(several, 0), wait_for_scene(several, 1)
    press(page, slider(second), "ArrowRight", 25)
    assert picture(first) == picture(second)
    assert c_of(first) == c_of(second) != 1


def test_a_cell_run_again_gives_one_fresh_scene(small):
    page, scene = small, wait_for_scene(small)
    press(page, slider(scene), "ArrowRight", 25)
    wait_until_idle(page)
    run_all(page)
    page.wait_for_function("document.querySelector('.jp-InputPrompt')?.textContent.includes('[2]')")
    scene = wait_for_scene(page, 0)
    assert page.locator(".svm-scene").count() == 1
    assert c_of(scene) == 1


def test_values_set_from_python_move_the_page(several):
    scene = wait_for_scene(several, 2)
    title = scene.locator(".svm-title").element_handle()
    several.wait_for_function("title => title.textContent.includes('linear kernel')", arg=title)
    assert scene.locator(".svm-c .svm-value").input_value() == "20.0"
    assert scene.locator(".svm-card h4").inner_text().startswith("Point 7,")
    assert "linear kernel" in scene.evaluate("scene => scene.svmView.session.machine.title")


def test_a_control_moved_in_the_page_moves_its_value_in_python(several):
    page, scene = several, wait_for_scene(several, 3)
    press(page, scene.get_by_role("slider", name="width σ, logarithmic scale"), "ArrowRight", 15)
    page.get_by_text("overlapping Gaussian(sigma=1.99526231497)").wait_for()
    assert "σ = 2" in scene.locator(".svm-title").inner_text()
    scene.get_by_role("combobox", name="data").select_option(label="circles")
    page.get_by_text("circles Gaussian(sigma=1.99526231497)").wait_for()
    scene.evaluate(AT_REST)
    assert scene.evaluate("scene => scene.svmView.session.machine.title").startswith("circles, Gaussian kernel")
    X = datasets.circles(60, random_state=0).X
    shown = scene.evaluate("scene => Array.from(scene.svmView.session.machine.X)")
    np.testing.assert_array_equal(np.reshape(shown, (-1, 2)), X, "where Python is there, its samples are used")
    scene.get_by_role("combobox", name="kernel").select_option(label="Laplace")
    page.get_by_text("circles Laplace(sigma=1.99526231497)").wait_for()
    value = scene.get_by_role("textbox", name="σ, to be typed")
    value.fill("0.5")
    value.press("Enter")
    page.get_by_text("circles Laplace(sigma=0.5)").wait_for()


def test_a_notebook_opened_without_running_it_shows_a_still_picture(small, lab, browser):
    folder, address = lab
    wait_until_idle(small)
    assert not small.locator(".svm-still").first.is_visible()
    small.keyboard.press("Control+s")
    small.wait_for_function("!document.querySelector('.jp-mod-dirty')")
    saved = (folder / "small.ipynb").read_text()
    assert "image/png" in json.loads(saved)["cells"][0]["outputs"][0]["data"]
    (folder / "still.ipynb").write_text(saved)  # under its own name it has a kernel that still lives
    with new_page(browser) as page:
        open_notebook(page, address, "still.ipynb", run=False)
        page.locator(".svm-still img").wait_for(state="visible")
        page.get_by_text("run the cell to bring it to life").wait_for(state="visible")
        assert page.locator(".svm-scene").count() == 0
        assert not page.get_by_text("Error displaying widget").is_visible()
        page.set_content("".join(json.loads(saved)["cells"][0]["outputs"][0]["data"]["text/html"]))
        page.get_by_text("A still picture").wait_for(state="visible")
        assert not page.get_by_text("run the cell").is_visible(), "a page that was made of the notebook has no cells"


def test_the_scene_follows_a_dark_theme(dark):
    scene = wait_for_scene(dark)
    assert scene.evaluate("scene => scene.svmView.dress.now.dark")
    dark.emulate_media(color_scheme="light")
    assert scene.evaluate("scene => scene.svmView.dress.now.dark"), "JupyterLab's theme counts, not the system's"


def test_high_contrast_follows_the_reader_or_python_on_a_dark_page_too(dark):
    page, scene = dark, wait_for_scene(dark)
    theme = "scene => scene.svmView.dress.now.themeName"
    assert scene.evaluate(theme) == "dark"
    page.emulate_media(contrast="more")
    page.wait_for_function("document.querySelector('.svm-scene').svmView.dress.now.themeName === 'contrast'")
    scene.evaluate(AT_REST)
    colors = scene.evaluate(
        "scene => [scene, ...scene.querySelectorAll('.svm-title, .svm-hint, .svm-legend li, .svm-path, .svm-sure')]"
        ".map(node => getComputedStyle(node).color)"
    )
    background = scene.evaluate("scene => getComputedStyle(scene).backgroundColor")
    hexes = [hex_of(color) for color in (*colors, background)]
    assert all(style.contrast(color, hexes[-1]) >= 7 for color in hexes[:-1])
    page.emulate_media(contrast="no-preference")
    page.wait_for_function("document.querySelector('.svm-scene').svmView.dress.now.themeName === 'dark'")
    assert hex_of(scene.evaluate("scene => getComputedStyle(scene).color")) != hexes[0]


def hex_of(color):
    """ "rgb(1, 2, 3)" as "#010203"."""
    return "#" + "".join(f"{int(part):02X}" for part in color.removeprefix("rgb(").removesuffix(")").split(","))


def test_a_narrow_or_dense_screen_gets_a_sharp_picture_that_fits(phone):
    scene = wait_for_scene(phone)
    size = scene.evaluate(
        "scene => { const c = scene.querySelector('.svm-plane canvas'); return [c.width, c.clientWidth]; }"
    )
    assert size[0] == pytest.approx(2 * size[1], abs=2)
    before = size[1]
    phone.set_viewport_size({"width": 700, "height": 900})
    phone.wait_for_function("w => document.querySelector('.svm-plane canvas').clientWidth < w", arg=before)
    phone.set_viewport_size({"width": 900, "height": 900})
    phone.wait_for_function("w => document.querySelector('.svm-plane canvas').clientWidth === w", arg=before)


def test_a_finger_drags_a_point(phone):
    page, scene = phone, as_it_began(phone)
    scene.evaluate(AT_REST)
    X = datasets.overlapping(60, random_state=0).X
    i = int(X[:, 0].argmin())
    x, y = place_of(scene, X, i)
    box = scene.locator(".svm-plane canvas").bounding_box()
    goal = [x + 120 - box["x"], y - 40 - box["y"]]
    wanted = scene.evaluate("(scene, place) => scene.svmView.plane.toPlane(place)", goal)
    near = scene.evaluate("(scene, place) => scene.svmView.plane.toPlane(place)", [goal[0] + 1, goal[1] + 1])
    finger = page.context.new_cdp_session(page)
    touch = lambda kind, *places: finger.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]}
    )
    touch("touchStart", (x, y))
    for k in range(1, 21):
        touch("touchMove", (x + 6 * k, y - 2 * k))
    touch("touchEnd")
    scene.evaluate(AT_REST)
    assert "own points" in scene.evaluate("scene => scene.svmView.session.machine.title")
    moved = scene.evaluate("(scene, i) => Array.from(scene.svmView.session.machine.X.slice(2 * i, 2 * i + 2))", i)
    assert moved == pytest.approx(wanted, abs=max(abs(a - b) for a, b in zip(near, wanted, strict=True)))  # a pixel
