"""JupyterLab and Chromium for the browser tests and benchmarks: started here, quiet, on a port of its own."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import weakref
from pathlib import Path
from urllib.parse import urljoin

import nbformat

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # pages of one site in one context share a process, which has compiled their scripts
]
ROOT = Path(__file__).resolve().parents[2]
FIRST_PAGE = Path(__file__).parent / "first_page.html"
PATIENCE = 120  # seconds for what is to come in a page: on a machine that stands still for a while it comes late
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"  # a campaign: thousands of steps where the suite takes hundreds


# The first has no windows to keep up behind those that nobody sees: a quarter of the processor's time less.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_path():
    """Return where Chromium is, or None."""
    return os.environ.get("SVMLAB_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def write_notebook(path, *cells):
    """Write a notebook of code cells."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    nbformat.write(notebook, path)


@contextlib.contextmanager
def jupyter_lab(folder, theme=None):
    """Run JupyterLab on a folder; yields its address. Its settings and its logs live in the folder, hidden."""
    folder = Path(folder)
    hidden = folder / ".jupyter-test"
    settings = hidden / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "notification.jupyterlab-settings").write_text(
        json.dumps({"fetchNews": "false", "checkForUpdates": False})
    )
    if theme:
        (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    port = free_port()
    environment = {
        **os.environ,
        "JUPYTERLAB_SETTINGS_DIR": str(hidden / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(hidden / "workspaces"),
        "JUPYTER_CONFIG_DIR": str(hidden / "config"),
        "JUPYTER_RUNTIME_DIR": str(hidden / "runtime"),
        "IPYTHONDIR": str(hidden / "ipython"),
        "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)])),
        "OMP_NUM_THREADS": "1",
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=",
        f"--ServerApp.root_dir={folder}", "--LabApp.news_url=",
        "--ServerApp.disable_check_xsrf=True", "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with open(hidden / "log.txt", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_until_up(address, server, hidden / "log.txt")
            yield address
        finally:
            end_kernels(address)
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_until_up(address, server, log, patience=60):
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/api", timeout=2).close()
            return
        time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


def end_kernels(address, notebook=None):
    """End every kernel of a server, or that of one notebook."""
    with contextlib.suppress(OSError, ValueError):
        for session in sessions(address):
            if notebook in (None, session["path"]):
                request = urllib.request.Request(f"{address}/api/sessions/{session['id']}", method="DELETE")
                urllib.request.urlopen(request, timeout=5).close()


def sessions(address):
    """Return the notebooks that have a kernel as the server tells them."""
    with urllib.request.urlopen(f"{address}/api/sessions", timeout=5) as reply:
        return json.load(reply)


@contextlib.contextmanager
def chromium(*flags):
    """Run Chromium, with more flags than those of all; yields the browser. Only one can run at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = [*CHROMIUM_FLAGS, *flags]
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=flags)
        try:
            yield browser
        finally:
            browser.close()


LATE_FRAMES = """{ const soon = requestAnimationFrame;
    window.requestAnimationFrame = step => setTimeout(() => soon(step), %s);
    window.cancelAnimationFrame = clearTimeout; }"""

LATE_MESSAGES = """Object.defineProperty(WebSocket.prototype, "onmessage", { set(hear) {
    if (this.hear === undefined) {
        let next = 0;
        this.addEventListener("message", event => {
            next = Math.max(next, performance.now()) + %s;
            setTimeout(() => this.hear?.(event), next - performance.now());
        });
    }
    this.hear = hear;
} })"""


# What one page can be told that is in a context of others; pages of files, which are offline, keep nothing else apart.
USUAL = {"width": 1300, "height": 1000}
OF_A_PAGE = {"viewport", "color_scheme", "reduced_motion"}
OF_FILES = {"offline", "bypass_csp"}
_idle = weakref.WeakKeyDictionary()  # of each browser: the contexts that no page has at the time


@contextlib.contextmanager
def new_page(browser, *, fresh=False, **options):
    """A page of its own in a browser, with no cookies or storage of others.

    The process of a page may have shown others of its site before, and its context has their scripts: it opens in half
    the time; ``fresh`` where what is kept in memory counts.

    SVMLAB_LATE_FRAMES=400 draws each frame 400 ms late, as a busy machine might, SVMLAB_LATE_MESSAGES=30 lets no two
    messages of Python come within 30 ms: a test that fails then counts on time.
    """
    options = {"viewport": USUAL, **options}
    lent = not fresh and not options.keys() - OF_A_PAGE - OF_FILES
    with (_lent_page if lent else _own_page)(browser, options) as page:
        prepare(page)
        yield page


def prepare(page):
    """Before a page goes anywhere: let it be as late as it is told to be, and wait for as long as a busy machine."""
    if late := os.environ.get("SVMLAB_LATE_FRAMES"):
        page.add_init_script(LATE_FRAMES % int(late))
    if late := os.environ.get("SVMLAB_LATE_MESSAGES"):
        page.add_init_script(LATE_MESSAGES % int(late))
    page.set_default_timeout(PATIENCE * 1000)


@contextlib.contextmanager
def _own_page(browser, options):
    context = browser.new_context(**options)
    try:
        yield context.new_page()
    finally:
        context.close()


@contextlib.contextmanager
def _lent_page(browser, options):
    """A page in a context whose first page stays: the process of its site, its fonts loaded and scripts compiled."""
    shared = {name: options[name] for name in OF_FILES if name in options}
    idle = _idle.setdefault(browser, {}).setdefault(frozenset(shared.items()), [])
    context = idle.pop() if idle else _context_that_stays(browser, shared)
    try:
        page, sites = context.new_page(), set()
        page.on("framenavigated", lambda frame: sites.add(urljoin(frame.url, "/")))
        page.set_viewport_size(options["viewport"])
        page.emulate_media(**{name: options[name] for name in ("color_scheme", "reduced_motion") if name in options})
        yield page
        _leave_no_trace(context, {site for site in sites if site.startswith(("http:", "file:"))})
    except BaseException:
        context.close()
        raise
    idle.append(context)


def _context_that_stays(browser, options):
    context = browser.new_context(**options)
    context.new_page().goto(FIRST_PAGE.as_uri())
    return context


def _leave_no_trace(context, sites):
    """Close all pages but the first, which stays on the site for its process to stay; forget what they have kept."""
    first, *others = context.pages
    for site in sites:
        if not first.url.startswith(site):
            first.goto(f"{site}api")  # where JupyterLab says its version and the demo nothing
    for page in others:
        page.close()
    browser = context.new_cdp_session(first)
    for site in sites:
        browser.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    browser.detach()
    context.clear_cookies()
    context.clear_permissions()


# The timers that have been set and are still to come, in `pending`.
TIMERS = """{ const [set, clear] = [window.setTimeout, window.clearTimeout];
    const pending = window.pending = new Set();
    window.setTimeout = (act, wait, ...rest) => {
        const id = set(() => { pending.delete(id); act(...rest); }, wait);
        pending.add(id);
        return id;
    };
    window.clearTimeout = id => { pending.delete(id); clear(id); }; }"""
BLOCKED = "window.blocked = []; addEventListener('securitypolicyviolation', e => blocked.push(e.violatedDirective))"


def open_notebook(page, address, name, *, run=True):
    """Open a notebook in a fresh workspace and, unless told otherwise, run all its cells."""
    workspace = f"w{time.monotonic_ns()}"
    page.goto(f"{address}/lab/workspaces/{workspace}/tree/{name}")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    if run:
        wait_until_idle(page)
        run_all(page)


IDLE = """address => fetch(address + "/api/sessions").then(reply => reply.json()).then(sessions =>
    sessions.some(s => s.kernel && s.kernel.execution_state === "idle" && s.kernel.connections > 0))"""


def wait_until_idle(page):
    """Wait for a kernel that is connected and has nothing to do; the indicator alone says idle too early."""
    address = page.evaluate("location.origin")
    page.wait_for_function(IDLE, arg=address, polling=200, timeout=60_000)
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', state="attached", timeout=60_000)
    page.wait_for_selector('.jp-Toolbar-kernelName:has-text("Python 3")', state="attached", timeout=60_000)


STARTED = "() => [...document.querySelectorAll('.jp-InputPrompt')].some(p => /\\[[*0-9]/.test(p.textContent))"


def run_all(page, tries=8):
    """Run all cells through the menu; once more where JupyterLab was not ready to, or asks for the kernel first."""
    from playwright.sync_api import TimeoutError

    for _ in range(tries):
        with contextlib.suppress(TimeoutError):
            if page.locator(".jp-Dialog").count():  # it asks which kernel while one is still starting
                page.keyboard.press("Escape")
                page.locator(".jp-Dialog").wait_for(state="detached", timeout=5000)
                wait_until_idle(page)
            page.click('.lm-MenuBar-itemLabel:has-text("Run")', timeout=5000)
            page.click('.lm-Menu-itemLabel:text-is("Run All Cells")', timeout=5000)
            page.wait_for_function(STARTED, timeout=3000)
            return
    raise RuntimeError("JupyterLab does not run the notebook")


DRAWN = """i => {
    const scene = document.querySelectorAll('.svm-scene')[i];
    if (Number(scene?.dataset.frames) > 0) return true;
    if (scene) scene.scrollIntoView();
    else for (const panel of document.querySelectorAll('.jp-WindowedPanel-outer')) {
        const { scrollTop, clientHeight, scrollHeight } = panel;
        panel.scrollTop = scrollTop + clientHeight < scrollHeight - 1 ? scrollTop + clientHeight / 2 : 0;
    }
    return false;
}"""


def wait_for_scene(page, index=0, patience=120_000):
    """Wait until the scene of this index has been drawn, bring it into view and return its locator.

    JupyterLab attaches a cell only while it is in sight: go down the notebook, again and again, to where the scene is.
    """
    page.wait_for_function(DRAWN, arg=index, timeout=patience, polling=250)
    scene = page.locator(".svm-scene").nth(index)
    scene.scroll_into_view_if_needed()
    return scene


# Lets words look for their places anew, which else stand where they stood, and draws.
AFRESH = "scene => { scene.svmView.plane.names.forget(); scene.svmView.redraw.now(); }"
# A number that changes with any pixel of the plane.
PIXELS = """scene => {
    const canvas = scene.querySelector('.svm-plane canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Int32Array(data.buffer);
    let hash = 0;
    for (let i = 0; i < pixels.length; i++) hash = Math.imul(hash ^ pixels[i], 0x01000193);
    return hash;
}"""
# What its pictures, added up, have of the screen's area.
SHARE = """scene => {
    const pictures = scene.querySelectorAll(".svm-plane canvas, .svm-curves canvas, .svm-tile canvas");
    const seen = [...pictures].filter(canvas => canvas.checkVisibility({ visibilityProperty: true }));
    const areas = seen.map(canvas => canvas.getBoundingClientRect()).map(({ width, height }) => width * height);
    return areas.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight);
}"""
# Wait until a part of the page reads the same for some frames and nothing in the reading but `frames` says that more
# is to come. A busy machine may keep a page waiting for its next frame, so time alone does not tell that all is drawn.
# Playwright itself would wait for ever.
_STEADY = """async function steady(node, rounds, read) {
    let [drawn, still, before] = [0, 0, ""];
    const told = () => `Not at rest after a minute and ${drawn} frames: ${before}`;
    let clock;
    const late = new Promise((_, fail) => { clock = setTimeout(() => fail(new Error(told())), 60_000); });
    while (still < rounds) {
        const frame = Promise.all([new Promise(requestAnimationFrame), new Promise(done => setTimeout(done, 20))]);
        await Promise.race([frame, late]);
        drawn++;
        if (!node.isConnected) throw new Error("What was waited for is gone from the page.");
        const reading = read();
        const { frames, ...more } = reading;
        const now = JSON.stringify(reading);
        still = now === before && !Object.values(more).some(Boolean) ? still + 1 : 0;
        before = now;
    }
    clearTimeout(clock);
}"""


def steady(rounds, reading):
    """JavaScript that waits until a `node` is at rest by this reading of it."""
    return f"async node => {{ {_STEADY}; await steady(node, {rounds}, () => ({reading})); }}"


# When a scene has drawn what it has to draw.
DRAWN_OUT = steady(6, "{ frames: node.dataset.frames }")
# When a scene has nothing more to ask and to draw: to be awaited before it is read.
AT_REST = steady(
    10,
    """{
    frames: node.dataset.frames,
    untold: node.svmView.session.untold,
    asked: !node.svmView.session.conversation.settled,
    wants: node.svmView.session.wantsMore,
}""",
)


def heard(page):
    """(errors, addresses asked for) of a page, two lists that grow from now on."""
    errors, requests = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: requests.append(request.url))
    return errors, requests


def drawn_out(page):
    """The scene of a page without Python, once it has drawn what it has to draw."""
    scene = page.locator(".svm-scene")
    scene.evaluate(DRAWN_OUT)
    return scene


def at_rest(page):
    """The scene of a page, once nothing is asked, sent or pending in it."""
    scene = wait_for_scene(page)
    scene.evaluate(AT_REST)
    return scene


@contextlib.contextmanager
def exported_page(browser, file, **context):
    """An exported page, the network cut; fails on an error, on anything its policy forbids, on any request but for the
    file itself."""
    with new_page(browser, **{"offline": True, **context}) as page:
        errors, requests = heard(page)
        page.add_init_script(BLOCKED)
        page.add_init_script(TIMERS)
        page.goto(file.as_uri())
        page.locator(".svm-scene[data-frames]").wait_for()
        yield page
        assert page.evaluate("blocked") == []
        assert errors == []
        assert requests == [file.as_uri()]


POINTS = """scene => {
    const { X, y, m } = scene.svmView.session.points;
    return Array.from({ length: m }, (_, i) => [X[2 * i], X[2 * i + 1], y[i]]);
}"""


def comes_true(page, told, patience=PATIENCE):
    """Whether ``told()`` is true within some seconds; exported pages forbid Playwright's own way of waiting."""
    deadline = time.monotonic() + patience
    while not told():
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(25)
    return True


def becomes(page, expression, arg=None):
    """Wait until an expression or a function of the page is true there."""
    assert comes_true(page, lambda: page.evaluate(expression, arg)), f"not within {PATIENCE} s: {expression}"


def as_it_began(page):
    """The scene of a page, reset from points of one's own to those of the data menu."""
    scene = wait_for_scene(page)
    page.locator(".svm-explorer button", has_text="reset").click()
    page.wait_for_function("!document.querySelector('.svm-scene').svmView.session.machine.title.includes('own')")
    return scene


class Memory:
    """What a scene at rest takes: megabytes of its kernel's process, if it has one, and of its page, and nodes."""

    def __init__(self, page, scene, kernel=None):
        self.page, self.scene, self.kernel = page, scene, kernel
        self.client = page.context.new_cdp_session(page)

    def sizes(self):
        self.scene.evaluate(AT_REST)
        self.client.send("HeapProfiler.collectGarbage")
        heap = self.client.send("Runtime.getHeapUsage")["usedSize"]
        nodes = self.page.evaluate("document.querySelectorAll('*').length")
        return self.kernel.memory_info().rss / 1e6 if self.kernel else 0.0, heap / 1e6, nodes

    def assert_flat(self, steps, *, kernel=5.0, page=2.0, tries=4):
        """Take the steps until they leave no more megabytes than these and no node, at most so many times.

        What is compiled and kept on the way comes once, or late on a busy machine; a leak comes every time.
        """
        before, grown = self.sizes(), []
        for _ in range(tries):
            steps()
            after = self.sizes()
            grown.append(tuple(new - old for new, old in zip(after, before, strict=True)))
            before = after
            if grown[-1][0] < kernel and grown[-1][1] < page and grown[-1][2] == 0:
                return
        raise AssertionError(f"more every time, in MB of the kernel, MB of the page and nodes: {grown}")


def press(page, locator, key, times=1):
    locator.focus()
    for _ in range(times):
        page.keyboard.press(key)


def place_of(scene, X, i):
    """Where point i stands in the canvas of a scene, from its model in the page."""
    box = scene.locator(".svm-plane canvas").bounding_box()
    x, y = scene.evaluate("(scene, i) => scene.svmView.plane.toPixels(scene.svmView.placeOf(i))", i)
    return box["x"] + x, box["y"] + y
