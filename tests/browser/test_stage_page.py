"""The plane is the page: how much of the screen it has, and that nothing of a scene is outside, in exported pages."""

import pytest
from browsing import DRAWN_OUT, SHARE, comes_true, exported_page, new_page, press
from small_explorers import EXPLORERS

from svmlab import explorers
from svmlab.explorers import export_html
from svmlab.page import modules

SCREENS = {"1280 x 800": (1280, 800), "1920 x 1080": (1920, 1080), "phone": (390, 844)}
LEAST = {"1280 x 800": 0.6, "1920 x 1080": 0.6, "phone": 0.45}  # of the screen's area, pictures added up
LEAST_OF_TILES = 0.45  # of six machines each has its name and its numbers below

OUTSIDE = """scene => [...scene.querySelectorAll("*")].filter(node => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".svm-spoken, .svm-tile-key")) return false;
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    if (width && height && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)) return true;
    return getComputedStyle(node).overflowY === "auto" && node.scrollHeight > node.clientHeight + 1;
}).map(node => `${node.tagName} ${node.className}`)"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"


def shown_on(page, screen):
    """The scene on a screen of this name, once it is drawn."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    scene = page.locator(".svm-scene")
    scene.evaluate(DRAWN_OUT)
    return scene


@pytest.mark.parametrize("name", EXPLORERS)
def test_in_a_lecture_the_plane_has_most_of_every_screen_and_nothing_is_outside(name, exported, browser):
    with exported_page(browser, exported(name, size="lecture")) as page:
        for screen in SCREENS:
            scene = shown_on(page, screen)
            least = LEAST_OF_TILES if name == "MachinesExplorer" and screen != "phone" else LEAST[screen]
            if name != "MachinesExplorer" or screen != "phone":
                assert scene.evaluate(SHARE) >= least, screen
            assert scene.evaluate(OUTSIDE) == [], screen
            assert not page.evaluate(SCROLLS), screen


CUT = """scene => [...scene.querySelectorAll(".svm-side, .svm-side *, .svm-value")].filter(node => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".svm-spoken, svg, canvas")) return false;
    const { overflowY } = getComputedStyle(node);
    const high = node.clientHeight && overflowY !== "visible" && node.scrollHeight > node.clientHeight + 1;
    const wide = node.tagName === "INPUT" && node.scrollWidth > node.clientWidth + 1;
    return high || wide || node.getBoundingClientRect().bottom > innerHeight + 1;
}).map(node => `${node.tagName} ${node.className}`)"""
LECTURE_SCENES = [scene.name for scene in explorers.SCENES]


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    return export_html(explorers.Lecture(), tmp_path_factory.mktemp("lecture") / "lecture.html")


@pytest.mark.parametrize("screen", ["1280 x 800", "1920 x 1080"])
def test_nothing_is_cut_in_any_scene_of_the_lecture(screen, lecture, browser):
    """The column with its card, its key and its flows; the name of the scene is whole; the plane has its share."""
    width, height = SCREENS[screen]
    with exported_page(browser, lecture, viewport={"width": width, "height": height}) as page:
        for number, name in enumerate(LECTURE_SCENES):
            page.get_by_role("combobox", name="Go to a scene").select_option(index=number)
            assert comes_true(page, lambda name=name: page.locator(".svm-scene-name").inner_text() == name)
            scene = page.locator(".svm-scene:visible")
            scene.evaluate(DRAWN_OUT)
            assert scene.evaluate(CUT) == [], name
            assert scene.evaluate(SHARE) >= LEAST_OF_TILES, name
            if name == "Bounds":
                page.get_by_role("button", name="9 more").click()
                scene.evaluate(DRAWN_OUT)
                assert page.locator(".svm-key input").count() == page.locator(".svm-key input:visible").count()
                assert scene.evaluate(CUT) == []
            if name == "Three classes":
                assert scene.locator(".svm-circulation canvas").is_visible()


@pytest.mark.parametrize("screen", ["1280 x 800", "1920 x 1080"])
@pytest.mark.parametrize("data", ["overlapping", "three_gaussians"])
def test_in_a_lecture_the_bounds_and_what_they_say_of_a_point_are_all_shown(data, screen, exported, browser):
    with exported_page(browser, exported("BoundsExplorer", size="lecture", data=data)) as page:
        scene = shown_on(page, screen)
        press(page, scene.locator(".svm-plane"), "ArrowRight")
        terms = scene.locator(".svm-terms tr")
        terms.first.wait_for()
        scene.evaluate(DRAWN_OUT)
        assert terms.count() == scene.locator(".svm-key input:visible").count()
        assert scene.evaluate(CUT) == []


def test_a_huge_C_is_shown_whole(exported, browser):
    with exported_page(browser, exported("MarginExplorer", size="lecture", C=1e9)) as page:
        scene = shown_on(page, "1280 x 800")
        assert page.get_by_role("textbox", name="C, to be typed").input_value() == "1.00 × 10⁹"
        assert scene.evaluate(CUT) == []


def test_the_switches_are_within_reach_on_a_phone(exported, browser):
    with exported_page(browser, exported("MarginExplorer", size="lecture")) as page:
        shown_on(page, "phone")
        page.get_by_role("button", name="slack").click()
        page.get_by_role("button", name="slack", pressed=True).wait_for()


@pytest.mark.parametrize(
    ("name", "called", "told"),
    [("BoundsExplorer", "bounds", ".svm-key"), ("ThreeGaussiansLab", "risks", ".svm-risks"),
     ("LagrangeExplorer", "legend", ".svm-cases"), ("MachinesExplorer", "numbers", ".svm-tile figcaption span")],
)  # fmt: skip
def test_on_a_phone_a_button_brings_what_is_read_beside_two_pictures(name, called, told, exported, browser):
    with exported_page(browser, exported(name, size="lecture")) as page:
        scene = shown_on(page, "phone")
        button = page.get_by_role("button", name=called, exact=True)
        assert not page.locator(told).first.is_visible()
        button.click()
        scene.evaluate(DRAWN_OUT)
        assert button.get_attribute("aria-expanded") == "true"
        assert page.locator(told).first.is_visible()
        assert scene.evaluate(OUTSIDE) == []
        button.click()
        assert not page.locator(told).first.is_visible()


@pytest.mark.parametrize("name", ["MarginExplorer", "MulticlassExplorer"])
def test_on_a_phone_the_regular_size_is_one_screen_too(name, exported, browser):
    with exported_page(browser, exported(name)) as page:
        scene = shown_on(page, "phone")
        assert scene.evaluate(SHARE) >= LEAST["phone"]
        assert page.get_by_role("combobox", name="kernel").count() == 0
        page.get_by_role("button", name="data and kernel").click()
        assert page.get_by_role("combobox", name="kernel").is_visible()


def test_the_switch_to_the_size_of_a_lecture_gives_the_scene_the_page(exported, browser):
    with exported_page(browser, exported("MarginExplorer")) as page:
        scene = shown_on(page, "1280 x 800")
        page.get_by_role("button", name="lecture").click()
        scene.evaluate(DRAWN_OUT)
        assert scene.evaluate(SHARE) >= LEAST["1280 x 800"]
        assert scene.evaluate(OUTSIDE) == []


def test_in_a_lecture_data_and_kernel_are_two_clicks_away(exported, browser):
    with exported_page(browser, exported("MarginExplorer", size="lecture")) as page:
        kernel = page.get_by_role("combobox", name="kernel")
        assert kernel.count() == 0
        page.get_by_role("button", name="data and kernel").click()
        kernel.select_option(label="linear")
        assert comes_true(page, lambda: "linear kernel" in page.locator(".svm-title").inner_text())
        page.get_by_role("button", name="data and kernel").click()
        assert kernel.count() == 0


WHOLE = "document.fullscreenElement?.className ?? ''"


def test_f_gives_the_scene_the_whole_screen_and_takes_it_back(exported, browser):
    with exported_page(browser, exported("MarginExplorer")) as page:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.keyboard.press("f")
        assert comes_true(page, lambda: "svm-whole" in page.evaluate(WHOLE))
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        assert scene.evaluate(SHARE) >= LEAST["1280 x 800"]
        assert scene.evaluate(OUTSIDE) == []
        button = page.get_by_role("button", name="full screen")
        assert button.get_attribute("aria-pressed") == "true"
        press(page, page.get_by_role("slider").first, "f")  # wherever the focus is
        assert comes_true(page, lambda: not page.evaluate(WHOLE))
        scene.evaluate(DRAWN_OUT)
        assert "svm-whole" not in scene.get_attribute("class")


def test_where_the_browser_refuses_the_screen_the_scene_fills_the_window_until_escape(exported, browser):
    refuse = "Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not here'))"
    with new_page(browser, offline=True, viewport={"width": 1280, "height": 800}) as page:
        page.add_init_script(refuse)
        page.goto(exported("MarginExplorer").as_uri())
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        page.get_by_role("button", name="full screen").click()
        scene.evaluate(DRAWN_OUT)
        assert scene.evaluate(SHARE) >= LEAST["1280 x 800"]
        assert scene.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
        page.keyboard.press("Escape")
        scene.evaluate(DRAWN_OUT)
        assert scene.bounding_box()["y"] > 0


def test_pressing_a_role_dims_the_points_of_the_others(exported, browser):
    with exported_page(browser, exported("MarginExplorer")) as page:
        scene, free = page.locator(".svm-scene"), page.locator("[data-role=free]")
        counts = page.locator(".svm-role:visible:not([data-role=wrong]) b").all_inner_texts()
        assert sum(int(count) for count in counts) == 40
        at = """({ svmView: { plane, session } }, free) => {
            const { pointStatus } = session.solution;
            const i = pointStatus.findIndex(status => (status === 1) === free);
            const { X } = session.machine;
            const [x, y] = plane.toPixels([X[2 * i], X[2 * i + 1]]).map(Math.round);
            const scale = plane.stage.canvas.width / plane.stage.width;
            return plane.stage.ctx.getImageData(x * scale, y * scale, 1, 1).data.join();
        }"""
        before = {kind: scene.evaluate(at, kind) for kind in (True, False)}
        free.click()
        scene.evaluate(DRAWN_OUT)
        assert free.get_attribute("aria-pressed") == "true"
        assert scene.evaluate(at, True) == before[True]
        assert scene.evaluate(at, False) != before[False]
        free.click()
        scene.evaluate(DRAWN_OUT)
        assert scene.evaluate(at, False) == before[False]


def test_a_slider_plays_to_its_end_and_stops_for_a_hand(exported, browser):
    with exported_page(browser, exported("MarginExplorer")) as page:
        play, slider = page.get_by_role("button", name="play C"), page.locator(".svm-c .svm-slider")
        at = lambda: int(slider.input_value())  # noqa: E731
        began = at()
        play.click()
        assert comes_true(page, lambda: at() > began + 3)
        assert play.get_attribute("aria-pressed") == "true"
        press(page, slider, "ArrowLeft")
        stopped = at()
        page.locator(".svm-scene").evaluate(DRAWN_OUT)
        assert (play.get_attribute("aria-pressed"), at()) == ("false", stopped)


NEAR = "scene => scene.svmView.plane.lens.stand"


def test_a_reload_finds_the_plane_as_near_as_it_was(exported, browser):
    with new_page(browser, offline=True, viewport={"width": 1280, "height": 800}) as page:
        page.goto(exported("MarginExplorer").as_uri())
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        press(page, page.locator(".svm-plane"), "+", times=3)
        assert comes_true(page, lambda: "zoom=1.95" in page.evaluate("location.hash"))
        before = scene.evaluate(NEAR)
        page.reload()
        scene.evaluate(DRAWN_OUT)
        after = scene.evaluate(NEAR)
        assert [after["near"], *after["at"]] == pytest.approx([before["near"], *before["at"]], rel=1e-3, abs=1e-3)
        press(page, page.locator(".svm-plane"), "0")
        assert comes_true(page, lambda: "zoom" not in page.evaluate("location.hash"))


BOXES = """() => [...document.querySelectorAll(".svm-scene")].map(scene =>
    [...scene.querySelectorAll("*")].filter(node => node.checkVisibility({ visibilityProperty: true })).map(node => {
        const { width, height } = node.getBoundingClientRect();
        return `${node.tagName} ${node.className} ${Math.round(width)} x ${Math.round(height)}`;
    }).join())"""


def sheet_of(entry):
    """What the modules of one scene dress, in the order in which they are joined."""
    sheets = [name.replace(".js", ".css") for name in modules.needed_by(entry)]
    return "\n".join(modules.source(name) for name in sheets if (modules.HERE / name).exists())


@pytest.mark.parametrize("name", EXPLORERS)
def test_no_order_of_mounting_changes_a_picture(name, exported, browser):
    """Sheets are appended as scenes are mounted: no rule of one may reach into another, or win by coming later."""
    sheets = {entry: sheet_of(entry) for entry in modules.ENTRIES if sheet_of(entry)}
    with new_page(browser, offline=True, viewport={"width": 1280, "height": 800}, bypass_csp=True) as page:
        page.goto(exported(name).as_uri())
        page.locator(".svm-scene").evaluate(DRAWN_OUT)
        before = page.evaluate(BOXES)
        for order in (list(sheets), list(sheets)[::-1]):
            for entry in order:
                page.add_style_tag(content=sheets[entry])
                assert page.evaluate(BOXES) == before, entry
            page.locator(".svm-scene").evaluate(DRAWN_OUT)
            assert page.evaluate(BOXES) == before, order
