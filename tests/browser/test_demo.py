"""The live demo in a real Chromium: scenes without code, several visitors, and what they are refused."""

import contextlib
import re

import numpy as np
import pytest
import visiting
from browsing import AT_REST, DRAWN_OUT, LONG, PIXELS, Memory, new_page, place_of, press
from test_editing_lab import at, points, take_out_the_tools, tool
from visiting import kernels, reply

from svmlab import datasets

SCENES = """
import os
import ipywidgets
from svmlab import explorers

def broken():
    raise ValueError("the points of this scene are on holiday")

def with_a_faulty_button():
    button = ipywidgets.Button(description="fail")
    button.on_click(lambda _: 1 / 0)
    explorer = explorers.MarginExplorer(m=60)
    explorer.children = (*explorer.children, button)
    return explorer

SCENES = [
    explorers.LectureScene("Soft margin", "A larger C lets fewer points in.", with_a_faulty_button),
    explorers.LectureScene("Three <classes>", "Who is next to whom?", lambda: explorers.MulticlassExplorer(m=60)),
    explorers.LectureScene("Broken", "This one cannot be built.", broken),
    explorers.LectureScene("Dead", "This one takes its kernel with it.", lambda: os._exit(3)),
]
"""
DATA = datasets.overlapping(60, random_state=0)
PLACES = [[-2.2 + 0.3 * k, 1.7] for k in range(8)]  # where points are added
FIRST = "overlapping, Gaussian kernel, σ = 1"
ROOMY, SMALL = {"width": 1300, "height": 1150}, {"width": 800, "height": 600}
STARTING = 120_000  # ms, as in JupyterLab: the first kernel starts beside those that the demo keeps ready
DRAWN = "Number(document.querySelector('.svm-scene')?.dataset.frames) > 0"


@pytest.fixture(scope="module")
def server(tmp_path_factory, browser_or_skip):
    with visiting.demo(tmp_path_factory.mktemp("demo"), SCENES) as running:
        yield running


@pytest.fixture
def address(server):
    return server[0]


@contextlib.contextmanager
def visitor(browser, address, slug=None, **options):
    """A visitor at the start page or at a scene that stands; nothing comes from elsewhere, and no error is seen."""
    with new_page(browser, **options) as page:
        asked, errors = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        if slug is None:
            page.goto(f"{address}/")
        else:
            enter(page, f"{address}/scene/{slug}")
            page.locator(".demo-waiting").wait_for(state="detached")
        yield page
        assert not errors
        assert len(asked) > (0 if slug is None else 10)
        assert [url for url in asked if not url.startswith((address, "data:", f"blob:{address}"))] == []
        assert "Traceback" not in page.content()
        page.goto("about:blank")  # to leave, as a reader does


def enter(page, address):
    """Go to a scene and wait until it stands."""
    page.goto(address)
    arrive(page)


def arrive(page):
    """Wait for the kernel of a scene, which may have to be started, then for its picture."""
    page.locator("#jupyter-config-data").wait_for(state="attached", timeout=STARTING)
    page.wait_for_function(DRAWN, timeout=STARTING)


@pytest.fixture(scope="module")
def lasting(server, browser):
    """A page with the first scene, for several tests."""
    with visitor(browser, server[0], "soft-margin", viewport=ROOMY, fresh=True) as page:
        yield page


@pytest.fixture
def page(lasting):
    """The first scene as it began."""
    lasting.set_viewport_size(ROOMY)
    lasting.locator(".svm-explorer button", has_text="reset").click()
    lasting.wait_for_function("title => document.querySelector('.svm-title').innerText.startsWith(title)", arg=FIRST)
    return lasting


def scene_of(page):
    return page.locator(".svm-scene")


def picture(scene):
    scene.evaluate(AT_REST)
    return scene.evaluate(PIXELS)


def slider(scene):
    return scene.locator(".svm-c .svm-slider")


def kernel_of(page):
    return page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")


def test_a_scene_has_title_caption_and_slider_and_no_code(page):
    assert page.title() == "Soft margin: svmlab"
    assert page.get_by_role("heading", level=1).inner_text() == "Soft margin"
    assert page.get_by_text("A larger C lets fewer points in.").is_visible()
    scene = scene_of(page)
    before = picture(scene)
    press(page, slider(scene), "ArrowRight", 30)
    assert picture(scene) != before
    page.locator(".svm-explorer select").nth(1).select_option(label="linear")
    page.wait_for_function("document.querySelector('.svm-title').innerText.includes('linear')")
    content = page.content()
    assert not re.search(r"import svmlab|from svmlab|jp-InputArea|notebook\.show", content)
    assert page.locator("textarea:visible, .cm-editor").count() == 0


def test_points_are_added_dragged_deleted_and_all_is_undone(page):
    scene = scene_of(page)
    take_out_the_tools(scene)
    page.mouse.click(*at(scene, [-2.0, 1.0]))
    X, _ = points(scene)
    assert len(X) == 61
    x, y = place_of(scene, X, 60)
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 11):
        page.mouse.move(x + 5 * k, y + 2 * k)
    page.mouse.up()
    dragged = points(scene)[0]
    assert at(scene, dragged[60].tolist()) == pytest.approx((x + 50, y + 20), abs=1)
    page.mouse.click(*at(scene, DATA.X[7].tolist()))
    tool(scene, "delete").click()
    np.testing.assert_array_equal(points(scene)[0], np.delete(dragged, 7, axis=0))
    for _ in range(3):
        tool(scene, "undo").click()
    np.testing.assert_array_equal(points(scene)[0], DATA.X)


def test_ten_fast_changes_leave_the_last_state_and_nothing_queued(page):
    scene = scene_of(page)
    scene.evaluate(AT_REST)
    take_out_the_tools(scene)
    for place in [at(scene, place) for place in PLACES]:
        page.mouse.click(*place)
    press(page, slider(scene), "End")
    press(page, slider(scene), "Home")
    X, _ = points(scene)
    np.testing.assert_allclose(X[60:], PLACES, atol=0.01)
    assert scene.locator(".svm-c .svm-value").input_value() == "0.0100"
    assert scene.evaluate(
        "scene => { const { conversation: c, added } = scene.svmView.session; return [c.waiting.size, added.length]; }"
    ) == [0, 0]
    assert "of 68" in scene.locator(".svm-status").inner_text()


HEARD_NO_MORE = "({ svmView: { session } }) => { session.hear = () => {}; }"
ANSWERED = """(() => {
    const { model, conversation } = document.querySelector(".svm-scene").svmView.session;
    return model.get("answer").number === conversation.number;
})()"""
HEARD_AGAIN = "({ svmView: { session } }) => { delete session.hear; session.hear(); }"


def test_points_that_are_added_while_python_answers_a_reset_are_all_there(page):
    scene = scene_of(page)
    scene.evaluate(AT_REST)
    take_out_the_tools(scene)
    on_screen = [at(scene, place) for place in PLACES]
    scene.evaluate(HEARD_NO_MORE)
    page.locator(".svm-explorer button", has_text="reset").click()
    for place in on_screen[:6]:
        page.mouse.click(*place)
    page.wait_for_function(ANSWERED)
    scene.evaluate(HEARD_AGAIN)
    for place in on_screen[6:]:
        page.mouse.click(*place)
    X, _ = points(scene)
    np.testing.assert_array_equal(X[:60], DATA.X)
    np.testing.assert_allclose(X[60:], PLACES, atol=0.01)


def test_an_error_in_an_open_scene_shows_no_traceback_and_the_scene_lives_on(page):
    page.get_by_role("button", name="fail").click()
    scene = scene_of(page)
    before = picture(scene)
    page.locator(".svm-explorer select").first.select_option(label="circles")
    page.wait_for_function("document.querySelector('.svm-title').innerText.startsWith('circles')")
    assert picture(scene) != before
    assert not re.search("Traceback|ZeroDivisionError", page.content())


# A visitor who writes own messages to the kernel: what came back until the widgets were listed, which comes last.
# Whether the visitor also hears of what the server and the page ask that kernel, is chance.
MESSAGES = """([kernel, code]) => new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernel}/channels`);
    const heard = [];
    const send = (type, content, channel = "shell") => socket.send(JSON.stringify({
        header: { msg_id: type, msg_type: type, session: "own", username: "", version: "5.3", date: "" },
        parent_header: {}, metadata: {}, content, channel, buffers: [],
    }));
    socket.onopen = () => {
        send("execute_request", { code, silent: false, store_history: false, user_expressions: {} });
        send("execute_request", { code, silent: false, store_history: false, user_expressions: {} }, "control");
        send("complete_request", { code: "open", cursor_pos: 4 });
        send("inspect_request", { code: "open", cursor_pos: 4, detail_level: 1 });
        send("debug_request", { type: "request", command: "debugInfo", seq: 1 }, "control");
        send("comm_info_request", { target_name: "jupyter.widget" });
        send("shutdown_request", { restart: true }, "control");
    };
    socket.onmessage = ({ data }) => {
        if (typeof data !== "string") return;
        const { header, parent_header } = JSON.parse(data);
        heard.push(parent_header.msg_type);
        if (header.msg_type === "comm_info_reply") done(heard);
    };
    setTimeout(() => failed(new Error(`no answer but to ${heard}`)), 20_000);
    socket.onerror = () => failed(new Error("no connection"));
})"""


def test_a_visitor_can_neither_run_code_nor_stop_the_server(page, tmp_path):
    code = f"open({str(tmp_path / 'written')!r}, 'w').close()"
    answered = page.evaluate(MESSAGES, [kernel_of(page), code])
    assert set(answered) - {"kernel_info_request", "comm_msg"} == {"comm_info_request"}
    assert not (tmp_path / "written").exists()
    page.locator(".svm-explorer select").first.select_option(label="circles")  # heard by that connection too
    page.wait_for_function("document.querySelector('.svm-title').innerText.startsWith('circles')")
    assert "of 60" in scene_of(page).locator(".svm-status").inner_text()


REFUSED = [
    "GET /api/contents", "GET /api/contents/scene.ipynb", "PUT /api/contents/new.ipynb", "GET /api/terminals",
    "POST /api/terminals", "GET /api/kernels", "POST /api/kernels", "GET /api/sessions", "POST /api/sessions",
    "GET /api/kernelspecs", "DELETE /api/kernels/KERNEL", "POST /api/kernels/KERNEL/restart",
    "POST /api/kernels/KERNEL/interrupt", "GET /api/kernels/a-b-c-d-e", "GET /voila/files/scene.ipynb",
    "GET /voila/tree", "GET /voila/api/contents", "GET /files/scene.ipynb", "GET /lab", "GET /login",
]  # fmt: skip
OUTSIDE = [
    "/voila/templates/lab/static/../../../../../../share/jupyter/kernels/python3/kernel.json",
    "/voila/templates/../static/app.py", "/voila/static/../app.py", "/voila/static/%2e%2e/app.py",
    "/voila/labextensions/../kernels/python3/kernel.json", "/scene/../../scenes.py", "/picture/light/..%2f..%2fscene",
]  # fmt: skip


def test_files_terminals_and_other_kernels_are_out_of_reach(page):
    ask = """([method, path]) => fetch(path, { method, body: method === "GET" ? undefined : "{}",
        headers: { "X-XSRFToken": document.cookie.match("_xsrf=([^;]*)")?.[1] ?? "" } }).then(r => r.status)"""
    for row in REFUSED:
        method, path = row.replace("KERNEL", kernel_of(page)).split()
        assert page.evaluate(ask, [method, path]) in (403, 404, 405), row
    assert page.evaluate(ask, ["GET", f"/api/kernels/{kernel_of(page)}"]) == 200, "the kernel is still there"


def test_no_path_leads_out_of_the_front_end(server):
    assert reply(server[0], "/voila/static/voila.js")[0] == 200
    for path in OUTSIDE:
        status, text = reply(server[0], path)
        assert status in (403, 404), path
        assert "The demo has no" in text or "The demo's visitors" in text or "no such" in text, path


@pytest.mark.slow
def test_hundreds_of_steps_leave_memory_flat(page, server):
    process = server[1]
    page.set_viewport_size(SMALL)  # Chromium paints without a graphics card: a third of the time went to pixels
    scene = scene_of(page)

    def steps(n):
        press(page, slider(scene), "Home")
        press(page, slider(scene), "ArrowRight", n // 2)
        press(page, slider(scene), "ArrowLeft", n // 2)

    rounds = 5 if LONG else 1
    memory = Memory(page, scene, kernels(process)[kernel_of(page)])
    memory.assert_flat(lambda: [steps(400) for _ in range(rounds)], kernel=1.0 * rounds, page=0.4 * rounds)
    assert scene.locator(".svm-c .svm-value").input_value() == "0.0100"


def test_the_start_page_has_a_tile_for_every_scene(address, browser):
    with visitor(browser, address) as page:
        tiles = page.get_by_role("listitem")
        assert tiles.count() == 4
        assert page.get_by_role("list", name="Scenes").count() == 1
        assert page.get_by_role("heading", level=1).count() == 1
        assert tiles.nth(1).locator(".demo-name").inner_text() == "Three <classes>"
        assert tiles.nth(1).locator(".demo-caption").inner_text() == "Who is next to whom?"
        page.wait_for_function("[0, 1].every(i => document.querySelectorAll('.demo-tiles img')[i].naturalWidth > 200)")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.innerText")
        assert focused.startswith("Three <classes>")
        assert page.get_by_role("link", name="Three <classes> Who is next to whom?").count() == 1
        page.keyboard.press("Enter")
        arrive(page)
        assert page.get_by_role("heading", level=1).inner_text() == "Three <classes>"
        page.get_by_role("link", name="All scenes").click()
        page.get_by_role("list", name="Scenes").wait_for()


def test_a_scene_leads_to_those_before_and_after_it_in_a_lecture_by_page_key(address, browser):
    with visitor(browser, address, "soft-margin", viewport=ROOMY) as page:
        assert page.locator("a[rel=prev]").count() == 0
        page.locator("a[rel=next]", has_text="Three <classes>").click()
        page.wait_for_url("**/scene/three-classes")
        arrive(page)
        page.locator(".svm-size button").click()
        page.locator(".svm-scene.svm-large").wait_for()
        page.locator(".svm-c .svm-slider").focus()
        page.keyboard.press("PageUp")
        page.wait_for_url("**/scene/soft-margin#lecture")
        arrive(page)
        page.locator(".svm-scene.svm-large").wait_for()
        assert page.locator("a[rel=prev]").count() == 0


NARROW = {"width": 360, "height": 700}
BACKGROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(21, 24, 28)"}
PAINT = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module", params=BACKGROUND)
def narrow(request, server, browser):
    """(scheme, page with a scene on a narrow screen), for several tests."""
    with visitor(browser, server[0], "three-classes", color_scheme=request.param, viewport=NARROW) as page:
        yield request.param, page


@pytest.mark.parametrize("scheme", BACKGROUND)
def test_the_start_page_follows_a_dark_theme_and_fits_a_narrow_screen(scheme, address, browser):
    with visitor(browser, address, color_scheme=scheme, viewport=NARROW) as page:
        assert page.evaluate(PAINT) == BACKGROUND[scheme]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_scene_of_the_demo_follows_a_dark_theme_and_fits_a_narrow_screen(narrow):
    scheme, page = narrow
    assert page.evaluate(PAINT) == BACKGROUND[scheme]
    assert scene_of(page).evaluate("scene => scene.svmView.dress.now.dark") == (scheme == "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


ROOM = """select => {
    const longest = select.cloneNode(true);
    Object.assign(longest.style, { width: "max-content", minWidth: 0, flex: "none" });
    select.after(longest);
    const wanted = longest.offsetWidth;
    longest.remove();
    return select.offsetWidth - wanted;
}"""


def test_a_menu_shows_its_longest_entry_whole(narrow):
    _, page = narrow
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        scene_of(page).evaluate(DRAWN_OUT)
        menus = page.locator(".svm-scene select:visible")
        assert menus.count() == 2, width
        for menu in menus.all():
            assert menu.evaluate(ROOM) >= 0, width
    page.set_viewport_size(NARROW)


def test_while_nothing_answers_the_demo_speaks_of_no_notebook(page):
    scene = scene_of(page)
    scene.evaluate(AT_REST)
    scene.evaluate("({ svmView }) => svmView.session.conversation.giveUp()")
    notice = scene.locator(".svm-notice", has_text="Wait, or reload the page")
    notice.wait_for()
    assert not re.search("notebook|cell", notice.inner_text())


def test_two_visitors_do_not_disturb_each_other(address, browser):
    with visitor(browser, address, "soft-margin") as page, visitor(browser, address, "soft-margin") as other:
        assert kernel_of(page) != kernel_of(other)
        before = picture(scene_of(page))
        assert picture(scene_of(other)) == before
        other.locator(".svm-explorer select").nth(1).select_option(label="linear")
        press(other, slider(scene_of(other)), "ArrowRight", 20)
        other.wait_for_function("document.querySelector('.svm-title').innerText.includes('linear')")
        assert picture(scene_of(other)) != before
        press(page, slider(scene_of(page)), "ArrowRight")
        press(page, slider(scene_of(page)), "ArrowLeft")
        assert picture(scene_of(page)) == before


@pytest.mark.parametrize(
    ("slug", "title", "words"),
    [
        ("broken", "This scene could not be built", "The points of this scene are on holiday."),
        ("dead", "This scene could not be built", "Whoever runs the demo finds the reason in the terminal."),
        ("gone-with-the-wind", "There is no such scene", "The start page has them all."),
    ],
)
def test_what_cannot_be_shown_is_said_in_words_and_without_a_traceback(slug, title, words, address, browser):
    with visitor(browser, address) as page:
        page.goto(f"{address}/scene/{slug}")
        page.locator(".demo-message", has_text=title).wait_for()
        assert words in page.locator(".demo-message", has_text=title).inner_text()
        page.locator(".demo-waiting").wait_for(state="detached")
        assert not re.search(r"Traceback|scenes\.py|cell \[|--show_tracebacks", page.content())
        page.get_by_role("link", name="All scenes").first.click()
        page.get_by_role("list", name="Scenes").wait_for()


def test_a_name_that_leads_here_from_elsewhere_is_refused(server):
    """A page of another site that has its name point at this computer sends its own name along."""
    assert reply(server[0], "/", Host="elsewhere.example")[0] == 403
    assert reply(server[0], "/", Host="localhost")[0] == 200


def test_a_visitor_who_leaves_ends_the_kernel_and_a_lost_kernel_is_told(server, browser):
    address, process = server
    with visitor(browser, address, "soft-margin") as page:
        kernel = kernels(process)[kernel_of(page)]
        assert kernel.is_running()
        page.get_by_role("link", name="All scenes").click()
        kernel.wait(20)
        enter(page, f"{address}/scene/soft-margin")
        kernels(process)[kernel_of(page)].kill()
        page.locator("#demo-ended", has_text="This scene has ended").wait_for()


def test_many_visitors_and_scenes_at_rest_are_told_in_words(browser, tmp_path, fresh_kernels):
    options = ("--visitors=1", "--idle=0.25", "--no-pictures")  # idle in minutes
    with (
        visiting.demo(tmp_path, SCENES, *options) as (address, _),
        visitor(browser, address, "soft-margin") as page,
        new_page(browser) as other,
    ):
        press(page, slider(scene_of(page)), "ArrowRight")
        reply = other.goto(f"{address}/scene/soft-margin")
        assert reply.status == 503
        assert "room for 1 visitor." in other.locator(".demo-message").inner_text()
        assert other.get_by_role("link", name="Try again").get_attribute("href") == "/scene/soft-margin"
        page.locator("#demo-ended", has_text="Nobody touched it for 15 seconds").wait_for()
        page.get_by_role("button", name="Start again").click()
        page.wait_for_function(f"document.getElementById('demo-ended')?.hidden && {DRAWN}")
        before = picture(scene_of(page))
        press(page, slider(scene_of(page)), "ArrowRight")
        assert picture(scene_of(page)) != before
