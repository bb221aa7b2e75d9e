"""Scenes in a page opened from disk, without Jupyter, Python or network; and beside matplotlib's pictures."""

import contextlib

import numpy as np
import pytest
import standalone
from browsing import AT_REST, DRAWN_OUT, drawn_out, heard, new_page
from matplotlib import pyplot

from svmlab import datasets, kkt, leave_one_out, plotting, style
from svmlab.explorers import BoundsExplorer, MarginExplorer, MulticlassExplorer
from svmlab.page import wire_format
from svmlab.theory.flows import class_flows

COLORS = """([scene, places]) => {
    const { plane } = scene.svmView;
    const { canvas, width } = plane.stage;
    const scale = canvas.width / width;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return places.map(place => {
        const [x, y] = plane.toPixels(place).map(v => Math.floor(v * scale));
        return Array.from(data.slice(4 * (y * canvas.width + x), 4 * (y * canvas.width + x) + 3));
    });
}"""


# Which places of the plane have neither words nor axes over them.
UNWRITTEN = """([scene, places]) => {
    const { plane } = scene.svmView;
    const { crowd, box } = plane.names;
    return places.map(place => {
        const [x, y] = plane.toPixels(place);
        return crowd.at(x, y) === 0 && x > box.x && y > box.y + 40 && y < box.y + box.height - 10;
    });
}"""


@contextlib.contextmanager
def from_disk(browser, folder, *explorers, **context):
    """A page with these scenes, the network cut; fails on an error or on any request but for the file itself."""
    file = folder / "page.html"
    file.write_text(standalone.page(*(explorer.scene for explorer in explorers)), encoding="utf-8")
    with new_page(browser, **{"offline": True, "bypass_csp": True, **context}) as page:
        errors, requests = heard(page)
        page.goto(file.as_uri())
        page.wait_for_function("[...document.querySelectorAll('.svm-scene')].every(s => s.dataset.frames > 0)")
        for scene in page.locator(".svm-scene").all():
            scene.evaluate(DRAWN_OUT)
        yield page
        assert not errors
        assert not [url for url in requests if not url.startswith(("file:", "blob:", "data:"))]


def page_colors(page, places):
    scene = page.locator(".svm-scene").element_handle()
    return np.array(page.evaluate(COLORS, [scene, np.asarray(places).tolist()]))


def figure_colors(explorer, places, theme):
    """Colours of matplotlib's picture at places of the plane."""
    with plotting.look(theme=theme):
        figure = explorer.figure(theme=theme)
    figure.set_dpi(200)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    columns, rows = figure.axes[0].transData.transform(places).astype(int).T
    pyplot.close(figure)
    return pixels[len(pixels) - 1 - rows, columns]


def hexes(colors):
    return np.array(["#{:02X}{:02X}{:02X}".format(*color) for color in colors])


def clear_places(explorer, n=4000):
    """Places well inside a region, away from every point and line."""
    (x0, x1), (y0, y1) = explorer.scene.machine["limits"]
    rng = np.random.default_rng(0)
    places = rng.uniform([x0, y0], [x1, y1], size=(n, 2))
    unit = (x1 - x0) / 100
    near = np.linalg.norm(places[:, None] - explorer.svm.X_fit_[None], axis=2).min(axis=1) < 3 * unit
    around = places[:, None] + unit * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
    bands = band(explorer, around.reshape(-1, 2)).reshape(n, 5)
    inside = np.all((places > [x0 + unit, y0 + unit]) & (places < [x1 - unit, y1 - unit]), axis=1)
    return places[~near & inside & (bands == bands[:, :1]).all(axis=1)]


def band(explorer, places):
    """2 · class ahead + whether it is ahead by 1."""
    scores = wire_format.raw_scores(explorer.svm, places)
    if scores.shape[1] == 1:
        scores = np.hstack([-scores / 2, scores / 2])
    ordered = np.sort(scores, axis=1)
    return 2 * scores.argmax(axis=1) + (ordered[:, -1] - ordered[:, -2] >= 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "explorer", [lambda: MarginExplorer(m=80), lambda: MulticlassExplorer(m=80, n_classes=4)], ids=["two", "four"]
)
def test_the_page_and_matplotlib_paint_the_same_regions(explorer, theme, browser, tmp_path):
    explorer = explorer()
    places = clear_places(explorer)
    assert len(places) > 500
    looks = [style.class_look(k, theme) for k in range(len(explorer.svm.classes_))]
    expected = [[look["tint_inside"], look["tint_outside"]] for look in looks]
    expected = np.array(expected).ravel()[band(explorer, places)]
    with from_disk(browser, tmp_path, explorer, color_scheme=theme) as page:
        unwritten = np.array(page.evaluate(UNWRITTEN, [page.locator(".svm-scene").element_handle(), places.tolist()]))
        assert unwritten.sum() > 500
        assert (hexes(page_colors(page, places)) == expected)[unwritten].all()
    assert (hexes(figure_colors(explorer, places, theme)) == expected).mean() > 0.99


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_and_matplotlib_mark_points_alike(theme, browser, tmp_path):
    explorer = MarginExplorer(m=24, data="moons", C=0.5)
    X, cases = explorer.svm.X_fit_, kkt.cases(explorer.svm)
    assert {kkt.OUTSIDE, kkt.BOUNDED} <= set(cases.point)
    apart = np.linalg.norm(X[:, None] - X[None], axis=2)[~np.eye(len(X), dtype=bool)].reshape(len(X), -1).min(axis=1)
    alone = apart > 0.25
    looks = [style.class_look(k, theme) for k in range(2)]
    hollow = style.theme(theme)["hollow"]
    expected = [
        hollow if case == kkt.BOUNDED else looks[k]["color"]
        for case, k in zip(cases.point, explorer.svm.codes_, strict=True)
    ]
    expected = np.array(expected)[alone]
    with from_disk(browser, tmp_path, explorer, color_scheme=theme) as page:
        assert (hexes(page_colors(page, X[alone])) == expected).all()
    assert (hexes(figure_colors(explorer, X[alone], theme)) == expected).all()


def test_without_python_the_slider_follows_the_machine_and_says_what_cannot_be(browser, tmp_path):
    explorer = MarginExplorer(m=60, kernel="linear")
    with from_disk(browser, tmp_path, explorer) as page:
        slider = page.locator(".svm-c .svm-slider")
        slider.focus()
        for _ in range(10):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('.svm-status').innerText.startsWith('C = 1.58')")
        assert page.locator(".svm-notice").is_hidden()
        page.keyboard.press("End")
        page.locator(".svm-notice").wait_for(state="visible")
        assert "cannot be separated" in page.locator(".svm-notice").inner_text()


def test_a_telephone_gets_a_page_without_sideways_scrolling_and_a_tap_chooses_a_point(browser, tmp_path):
    explorer = MulticlassExplorer(m=40)
    screen = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with from_disk(browser, tmp_path, explorer, **screen) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = page.locator(".svm-plane canvas").bounding_box()
        place = page.locator(".svm-scene").evaluate("({ svmView: v }) => v.plane.toPixels(v.placeOf(3))")
        page.touchscreen.tap(box["x"] + place[0], box["y"] + place[1])
        page.locator(".svm-card h4").wait_for()
        assert page.locator(".svm-card tbody tr").count() == 4  # two rivals, a line of numbers and one of words


TOUCHING = """scene => {
    const ticks = [...scene.querySelectorAll(".svm-c .svm-ticks span")];
    const boxes = ticks.map(tick => tick.getBoundingClientRect()).filter(box => box.width);
    return { shown: boxes.length, touching: boxes.filter((b, k) => k && b.left < boxes[k - 1].right + 3).length };
}"""


@pytest.mark.parametrize(("size", "shown"), [("regular", 7), ("lecture", 7)])
def test_ticks_of_the_slider_never_touch(size, shown, browser, tmp_path):
    with from_disk(browser, tmp_path, MarginExplorer(m=30, size=size), viewport={"width": 1280, "height": 800}) as page:
        scene = page.locator(".svm-scene")
        wide = scene.evaluate(TOUCHING)
        assert wide == {"shown": shown, "touching": 0}
        page.set_viewport_size({"width": 390, "height": 800})
        page.wait_for_function(
            "most => [...document.querySelectorAll('.svm-c .svm-ticks span')].filter(s => s.offsetWidth).length < most",
            arg=shown,
        )
        assert scene.evaluate(TOUCHING)["touching"] == 0


def test_a_number_of_the_card_keeps_to_one_line_and_the_side_to_its_width(browser, tmp_path):
    data = datasets.overlapping(12, random_state=0, n_classes=3)
    explorer = MulticlassExplorer(1e-6 * data.X, data.y, C=1e9, C_range=(1, 1e12), kernel="linear")
    with from_disk(browser, tmp_path, explorer, viewport={"width": 1100, "height": 900}) as page:
        side = page.locator(".svm-side")
        width = side.evaluate("side => side.offsetWidth")
        page.locator(".svm-scene").evaluate("({ svmView: v }) => v.session.select(0)")
        page.locator(".svm-tight").wait_for()
        cells = page.locator(".svm-tight tbody tr:not(.svm-case) td")
        texts, heights = zip(*cells.evaluate_all("all => all.map(c => [c.innerText, c.offsetHeight])"), strict=True)
        assert any("×" in text for text in texts)
        assert set(heights) == {heights[0]}
        assert heights[0] < 25
        assert side.evaluate("side => side.offsetWidth") == width


def test_a_screen_reader_finds_slider_points_and_summary(browser, tmp_path):
    explorer = MarginExplorer(m=60)
    explorer.selected = 5
    with from_disk(browser, tmp_path, explorer) as page:
        page.wait_for_function("document.querySelector('[role=status].svm-spoken').textContent")
        tree = page.locator("main").aria_snapshot()
    assert 'slider "Soft margin C, logarithmic scale"' in tree
    assert 'listbox "Training points"' in tree
    assert 'option "Point 5, class' in tree
    assert "img" in tree
    assert "free and" in tree


def test_two_scenes_in_one_page_are_apart(browser, tmp_path):
    first, second = MarginExplorer(m=40), MulticlassExplorer(m=40)
    with from_disk(browser, tmp_path, first, second) as page:
        page.locator(".svm-c .svm-slider").first.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelectorAll('.svm-status')[0].innerText.startsWith('C = 1.05')")
        assert page.locator(".svm-status").nth(1).inner_text().startswith("C = 1.00")
        ids = page.evaluate("[...document.querySelectorAll('[id^=svm]')].map(node => node.id)")
        assert len(ids) == len(set(ids))
        assert len({name.split("-")[0] for name in ids}) == 2


def with_bounds(explorer):
    """The explorer after the page has asked for all that it wants."""
    epoch = explorer.scene.machine["epoch"]
    for question in ({"type": "report", "C": explorer.C.value}, *[{"type": "bounds"}] * 60):
        explorer._ask({"page": "p", "number": 1, "epoch": epoch, **question})
        if explorer.scene.bounds and explorer.scene.bounds["done"] == explorer.scene.bounds["total"]:
            return explorer
    raise AssertionError("the bounds do not come to an end")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_without_python_the_bounds_are_drawn_and_their_cursor_moves(theme, browser, tmp_path):
    explorer = BoundsExplorer(m=40)
    exact = leave_one_out(explorer.svm).error_rate
    with from_disk(browser, tmp_path, explorer, color_scheme=theme) as page:
        scene = page.locator(".svm-scene")
        scene.evaluate(AT_REST)
        curve = scene.locator(".svm-curves canvas")
        color = scene.evaluate(
            """({ svmView: { panel } }, [C, rate]) => {
                const { canvas, ctx, width } = panel.stage;
                const at = [panel.placeOf(C), panel.y.to(rate)].map(v => Math.round((v * canvas.width) / width));
                return Array.from(ctx.getImageData(...at, 1, 1).data.slice(0, 3));
            }""",
            [1.0, exact],
        )
        assert hexes([color])[0] == style.theme(theme)["ink"]
        before = curve.screenshot()
        scene.locator(".svm-c .svm-slider").focus()
        for _ in range(7):
            page.keyboard.press("ArrowRight")
        scene.locator(".svm-at", has_text="at C = 1.38").wait_for()
        scene.evaluate(AT_REST)
        assert "≈" not in scene.locator(".svm-key").inner_text()
        assert curve.screenshot() != before
        assert scene.locator(".svm-pending progress").is_hidden()


def test_the_bounds_fit_a_telephone_and_a_screen_reader_finds_their_boxes(browser, tmp_path):
    explorer = with_bounds(BoundsExplorer(data="blobs", m=40))
    explorer.selected = int(explorer.svm.support_[0])
    screen = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with from_disk(browser, tmp_path, explorer, **screen) as page:
        page.locator(".svm-more").click()
        drawn_out(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        tree = page.locator("main").aria_snapshot()
    assert 'checkbox "support vectors" [checked]' in tree
    assert 'checkbox "Theorem 2 with K"' in tree
    assert 'img "Leave-one-out error and 5 bounds on it against C.' in tree
    assert "Terms, at least 1 for an error" in tree


def test_the_circulation_of_the_multipliers_follows_the_slider_and_can_be_folded(browser, tmp_path):
    explorer = MulticlassExplorer(m=60)
    words = "document.querySelector('.svm-circulation canvas').getAttribute('aria-label')"
    with from_disk(browser, tmp_path, explorer) as page:
        flows = class_flows(explorer.svm.alpha_, explorer.svm.codes_)
        assert f"0 to 1 {flows[0, 1]:#.3g}" in page.evaluate(words)
        before = page.evaluate(words)
        page.locator(".svm-c .svm-slider").focus()
        page.keyboard.press("PageUp")
        page.wait_for_function(f"text => {words} !== text", arg=before)
        C = page.evaluate("document.querySelector('.svm-scene').svmView.session.C")
        machine = explorer.path.model_at(C)
        assert f"0 to 1 {class_flows(machine.alpha_, machine.codes_)[0, 1]:#.3g}" in page.evaluate(words)
        page.locator(".svm-circulation summary").press("Enter")
        page.locator(".svm-circulation canvas").wait_for(state="hidden")
    with from_disk(browser, tmp_path, MarginExplorer(m=30)) as page:
        assert page.locator(".svm-circulation").is_hidden()


@pytest.mark.parametrize("kind", [MarginExplorer, BoundsExplorer, MulticlassExplorer])
def test_points_that_have_no_machine_yet_are_drawn_with_the_reason_over_them_and_nothing_empty(kind, browser, tmp_path):
    X, y = np.random.default_rng(0).normal(size=(20, 2)), [0, 1] * 10
    explorer = kind(X, y, kernel="linear", C=np.inf)
    assert "cannot be separated" in explorer.error
    with from_disk(browser, tmp_path, explorer) as page:
        notice, plane = page.locator(".svm-notice:visible"), page.locator(".svm-plane canvas")
        assert "cannot be separated" in notice.inner_text()
        over, picture = notice.bounding_box(), plane.bounding_box()
        assert picture["y"] < over["y"]
        assert over["y"] + over["height"] < picture["y"] + picture["height"]
        written = "document.querySelector('.svm-scene').svmView.plane.names.written.map(({ text }) => text)"
        assert page.evaluate(written) == ["class 0", "class 1"]
        assert page.locator(".svm-role:visible").count() == 0
        assert page.locator("input:visible").count() == 2  # the slider of C and its value
        buttons = page.locator("button:visible").all()
        assert all(button.inner_text().strip() or button.get_attribute("aria-label") for button in buttons)
        assert page.locator(".svm-card:visible, progress:visible, details:visible").count() == 0
        colors = hexes(page_colors(page, X))
    looks = [style.class_look(k, "light") for k in y]
    assert np.mean(colors == np.array([look["color"] for look in looks])) > 0.8  # a few stand under others


def test_the_first_machine_takes_the_place_of_the_points_alone(browser, tmp_path):
    X, y = np.random.default_rng(0).normal(size=(20, 2)), [0, 1] * 10
    explorer = MarginExplorer(X, y, kernel="linear", C=np.inf)
    explorer.C.value = 1.0
    with from_disk(browser, tmp_path, explorer) as page:
        assert page.locator(".svm-alone").count() == 0
        assert page.locator(".svm-role:visible").count() > 1
