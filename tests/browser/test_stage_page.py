"""The plane is the page: how much of the screen it has, and that nothing of a scene is outside, in exported pages."""

import itertools

import pytest
from browsing import DRAWN_OUT, comes_true, exported_page, new_page, press
from small_explorers import EXPLORERS

from svmlab import explorers
from svmlab.explorers import export_html
from svmlab.page import modules

SCREENS = {"1280 x 800": (1280, 800), "1920 x 1080": (1920, 1080), "phone": (390, 844)}
LEAST = {"1280 x 800": 0.6, "1920 x 1080": 0.6, "phone": 0.45}  # of the screen's area, pictures added up
LEAST_OF_TILES = 0.45  # of six machines each has its name and its numbers below

SHARE = """scene => {
    const pictures = scene.querySelectorAll(".svm-plane canvas, .svm-curves canvas, .svm-tile canvas");
    const seen = [...pictures].filter(canvas => canvas.checkVisibility({ visibilityProperty: true }));
    const areas = seen.map(canvas => canvas.getBoundingClientRect()).map(({ width, height }) => width * height);
    return areas.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight);
}"""
OUTSIDE = """scene => [...scene.querySelectorAll("*")].filter(node => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".svm-spoken, .svm-tile-key")) return false;
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    if (width && height && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)) return true;
    return getComputedStyle(node).overflowY === "auto" && node.scrollHeight > node.clientHeight + 1;
}).map(node => `${node.tagName} ${node.className}`)"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stage")


def exported(folder, name, **options):
    file = folder / f"{name}{len(options)}.html"
    return file if file.exists() else export_html(EXPLORERS[name](**options), file)


def shown_on(page, screen):
    """The scene on a screen of this name, once it is drawn."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    scene = page.locator(".svm-scene")
    scene.evaluate(DRAWN_OUT)
    return scene


@pytest.mark.parametrize("name", EXPLORERS)
def test_in_a_lecture_the_plane_has_most_of_every_screen_and_nothing_is_outside(name, folder, browser):
    with exported_page(browser, exported(folder, name, size="lecture")) as page:
        for screen in SCREENS:
            scene = shown_on(page, screen)
            least = LEAST_OF_TILES if name == "MachinesExplorer" and screen != "phone" else LEAST[screen]
            if name != "MachinesExplorer" or screen != "phone":
                assert scene.evaluate(SHARE) >= least, screen
            assert scene.evaluate(OUTSIDE) == [], screen
            assert not page.evaluate(SCROLLS), screen
