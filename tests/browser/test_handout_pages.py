"""The exported notebooks opened from disk, the network cut: nothing is asked for, formulas are set, scenes are live."""

import contextlib
import functools
import re
from pathlib import Path

import nbformat
import pytest
from browsing import BLOCKED, PIXELS, ROOT, becomes, comes_true, heard, new_page, press
from firefox import firefox, firefox_path
from test_accessibility import TELLERS, assert_all_have_names
from webkit import webkit, webkit_path

from svmlab.explorers import LectureScene, MarginExplorer
from svmlab.explorers.still_picture import PAGE
from svmlab.handouts import run
from svmlab.handouts.gallery import write_gallery
from svmlab.handouts.pages import export, write_index

NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
QUICK = ("00_start_here", "02_kkt")  # scenes of two kinds, sliders of interact, tables, answers to open
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.DOTALL)


RUN_TO_BE_EXPORTED = "02_kkt"  # the others are run once, for these tests and those of the notebooks


@pytest.fixture(scope="session")
def run_to_be_exported():
    notebook = run.read(ROOT / "notebooks" / f"{RUN_TO_BE_EXPORTED}.ipynb")
    run.run(notebook, ROOT / "notebooks")
    return notebook


@pytest.fixture(scope="session")
def exported(request, tmp_path_factory, notebook_run):
    """A function that exports a notebook of this name, once, and returns the paths of its page and its slides."""
    folder = tmp_path_factory.mktemp("handouts")

    @functools.cache
    def pages(name):
        as_told = name == RUN_TO_BE_EXPORTED
        done = request.getfixturevalue("run_to_be_exported") if as_told else notebook_run(name).exported
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run, "run", lambda notebook, *_: notebook.update(done))
            return export(ROOT / "notebooks" / f"{name}.ipynb", folder)

    return pages


@pytest.mark.slow
@pytest.mark.xdist_group(f"notebook {RUN_TO_BE_EXPORTED}")
def test_the_run_that_tests_share_leaves_the_outputs_that_an_export_runs_for(run_to_be_exported, notebook_run):
    kinds = [
        [[sorted(output.get("data", output)) for output in cell.get("outputs", [])] for cell in notebook.cells]
        for notebook in (run_to_be_exported, notebook_run(RUN_TO_BE_EXPORTED).exported)
    ]
    assert kinds[0] == kinds[1]
    assert any(PAGE in output for cell in kinds[0] for output in cell)


@contextlib.contextmanager
def opened(browser, file, query="", **context):
    """A page from disk; fails on an error, on anything its policy forbids, on any request but for files beside it."""
    with new_page(browser, **{"offline": True, "viewport": {"width": 1280, "height": 720}, **context}) as page:
        errors, requests = heard(page)
        page.add_init_script(BLOCKED)
        page.goto(file.as_uri() + query)
        yield page
        assert [frame.evaluate("blocked") for frame in page.frames if frame.url != "about:blank"].count([]) > 0
        assert all(frame.evaluate("window.blocked ?? []") == [] for frame in page.frames)
        assert errors == []
        assert [url for url in requests if not url.startswith(("file:", "data:", "about:"))] == []


def formulas(name):
    """How many formulas the texts of a notebook have, code apart."""
    cells = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4).cells
    texts = [re.sub(r"`[^`\n]*`", "", cell.source) for cell in cells if cell.cell_type == "markdown"]
    return sum(len(FORMULA.findall(text)) for text in texts)


# Formulas wider than their line.
WIDE = "[...document.querySelectorAll('.katex-display')].filter(f => f.scrollWidth > f.clientWidth + 1)"


def of_each(names):
    slow = [pytest.param(name, marks=pytest.mark.slow) for name in names if name not in QUICK]
    return pytest.mark.parametrize("name", [*QUICK, *slow])


def of(name):
    """A test of this notebook alone; by its name it stays with the others of that notebook."""
    return pytest.mark.parametrize("name", [name])


def slider_moves_the_picture(page, frame):
    """Move the first thing in a scene that can be moved by keys, and see the picture change."""
    scene = frame.locator(".svm-scene[data-frames]")
    scene.wait_for()
    before = scene.evaluate(PIXELS)
    slider = frame.locator(".svm-c .svm-slider")
    if slider.count():
        press(page, slider.first, "Home")
    else:
        handle, state = frame.locator(".svm-handle"), frame.get_by_role("slider", name="State")
        moved = handle.or_(state).or_(frame.locator(".svm-kernels .svm-plane"))
        press(page, moved.first, "ArrowRight", 8)
    return comes_true(page, lambda: scene.evaluate(PIXELS) != before)


ALL = [path.stem for path in NOTEBOOKS]


@of_each(ALL)
def test_a_page_is_complete_and_its_scenes_are_live(name, exported, browser):
    with opened(browser, exported(name)[0]) as page:
        assert page.locator("h1").count() == 1
        assert page.locator(".katex").count() == formulas(name)
        assert page.locator(".katex-error").count() == 0
        text = page.locator("main").inner_text()
        assert "Traceback" not in text
        assert "interactive(children" not in text
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        assert page.locator("main img:not(.on-paper)").evaluate_all("all => all.every(i => i.naturalWidth > 100)")
        sliders = sum(
            "interact(" in cell.source for cell in nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4).cells
        )
        assert page.locator("figure.still img").count() >= sliders
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        becomes(page, "document.querySelectorAll('details:not([open])').length === 0")
        becomes(page, f"({WIDE}).length === 0")
        for figure in page.locator("figure.scene").all():
            figure.scroll_into_view_if_needed()
            frame = figure.locator("iframe").element_handle().content_frame()
            assert slider_moves_the_picture(page, frame)
            becomes(frame, "document.documentElement.scrollHeight <= innerHeight")  # no bar within the page


# How many frames were in the page when it began to listen to what they tell.
LISTENING = """
  const listen = window.addEventListener;
  window.addEventListener = function (kind, ...rest) {
    if (kind === "message") window.framesUnheard = document.querySelectorAll("iframe").length;
    return listen.call(this, kind, ...rest);
  };
"""


@of("02_kkt")
def test_a_page_hears_the_height_of_a_scene_that_is_drawn_before_the_page_is_read(name, exported, browser):
    with new_page(browser, offline=True) as page:
        page.add_init_script(LISTENING)
        page.goto(exported(name)[0].as_uri())
        assert page.locator("iframe").count() > 0
        assert page.evaluate("framesUnheard") == 0


# A scene in its frame, at rest: by how much it is higher than the frame, and whether its slider moves the machine.
IN_A_FRAME = """async (frame) => {
    const next = () => new Promise(requestAnimationFrame);
    frame.scrollIntoView();
    const scene = () => frame.contentDocument?.querySelector(".svm-scene");
    while (!(scene()?.dataset.frames > 0)) await next();
    const { svmView } = scene();
    while (!svmView.session.rested) await next();
    await next();
    const higher = frame.contentDocument.documentElement.scrollHeight - frame.contentWindow.innerHeight;
    const slider = scene().querySelector(".svm-c .svm-slider");
    const C = svmView.session.C, frames = svmView.frames;
    slider.value = Number(slider.value) + 8;
    slider.dispatchEvent(new frame.contentWindow.Event("input", { bubbles: true }));
    while (svmView.frames === frames) await next();
    return { higher, moved: svmView.session.C !== C };
}"""
ON_PAGES = f"""async () => {{
    const found = [];
    for (const frame of document.querySelectorAll("figure.scene iframe")) found.push(await ({IN_A_FRAME})(frame));
    return found;
}}"""
ON_SLIDES = f"""async () => {{
    const next = () => new Promise(requestAnimationFrame);
    const shown = () => document.querySelector(".present iframe");
    while (!("ready" in document.body.dataset)) await next();
    for (let k = 0; k < 40 && !shown(); k++) {{
        document.dispatchEvent(new KeyboardEvent("keydown", {{ key: "PageDown", keyCode: 34, bubbles: true }}));
        await next();
    }}
    return ({IN_A_FRAME})(shown());
}}"""


OTHERS = {"Firefox": (firefox_path, firefox), "WebKitGTK's MiniBrowser": (webkit_path, lambda _: webkit())}


@pytest.mark.parametrize("other", OTHERS)
@of("00_start_here")
def test_scenes_are_whole_and_live_in_other_browsers(name, other, exported, tmp_path, required):
    path, run_in = OTHERS[other]
    required(path(), f"{other} is not installed", "exported notebooks were not tested in it")
    page_file, slides = exported(name)
    with run_in(tmp_path) as page:
        page.goto(page_file.as_uri())
        found = page.evaluate(ON_PAGES)
        assert len(found) == 1
        assert all(one["higher"] <= 0 and one["moved"] for one in found), found
        page.goto(slides.as_uri())
        assert page.evaluate(ON_SLIDES)["moved"]


# What of a slide is hidden by its edge; a scene scrolls by itself and says so.
BELOW = """slide => [...slide.querySelectorAll('p, li, img, figure, table, pre, h1, h2')].filter(
  one => !one.closest('.scene') && one.offsetParent
    && one.getBoundingClientRect().bottom > slide.getBoundingClientRect().bottom + 1
).map(one => one.textContent)"""


@of_each(ALL)
def test_slides_cut_nothing_and_their_scenes_are_live(name, exported, browser):
    with opened(browser, exported(name)[1]) as page:
        page.wait_for_selector("body[data-ready]")
        count, scenes = page.locator("section.slide").count(), 0
        assert 8 <= count <= 15
        assert page.locator("section.scrolls").count() == 0
        assert page.locator("pre.code").count() == 0
        assert page.locator(".katex-error").count() == 0
        for n in range(count):
            slide = page.locator("section.slide.present")
            assert (
                page.evaluate("[...document.querySelectorAll('section.slide')].findIndex(s => s.matches('.present'))")
                == n
            )
            if slide.locator(".fragment").count():  # the answer comes at a key
                assert slide.locator(".fragment:not(.visible)").count() == slide.locator(".fragment").count()
                page.keyboard.press("PageDown")
                assert slide.locator(".fragment:not(.visible)").count() == 0
            assert slide.evaluate(BELOW) == [], n
            assert slide.evaluate("s => s.scrollWidth <= s.clientWidth + 1"), n
            assert page.evaluate(f"{WIDE}.filter(f => f.closest('.present')).length") == 0, n
            assert slide.locator("figure, p:not(.above), li, table").count(), n
            if slide.locator("iframe").count():
                assert slider_moves_the_picture(page, slide.locator("iframe").element_handle().content_frame())
                page.mouse.move(640, 300)
                page.mouse.move(2, 2)  # the pointer leaves the scene: keys are the slides' again
                scenes += 1
            page.keyboard.press("PageDown")
        cells = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4).cells
        assert scenes == sum(bool(re.search(r"^explorers\.\w+\(", cell.source, re.MULTILINE)) for cell in cells)
        assert page.locator("details").count() == 0


@of("02_kkt")
def test_a_slide_is_found_by_the_name_of_its_section(name, exported, browser):
    where = """[...document.querySelectorAll('section.slide')].map(s => [s.id, s.matches('.present')])"""
    with opened(browser, exported(name)[1]) as page:
        page.wait_for_selector("body[data-ready]")
        names = [name for name, _ in page.evaluate(where)]
        assert len(set(names)) == len(names)
        assert all(names)
        for _ in range(3):
            page.keyboard.press("PageDown")
        [stood] = [name for name, present in page.evaluate(where) if present]
        becomes(page, f"decodeURIComponent(location.hash).split('/')[1] === {stood!r}")
        address = page.evaluate("location.hash")
    with opened(browser, exported(name)[1], address) as page:
        page.wait_for_selector("body[data-ready]")
        assert [name for name, present in page.evaluate(where) if present] == [stood]


@of_each(["06_bounds", "08_multiclass_lemma"])  # with long tables
def test_pages_and_slides_are_for_everybody(name, exported, browser):
    for file in exported(name):
        with opened(browser, file, reduced_motion="reduce") as page:
            page.evaluate(TELLERS)
            if file.name.endswith(".slides.html"):
                page.wait_for_selector("body[data-ready]")
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            inks = set()
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                inks.add(page.evaluate("getComputedStyle(document.body).color"))
                found = page.evaluate("accessible.faintTexts()")
                assert found["count"] >= 1
                assert found["faint"] == []
            assert len(inks) == 2
            assert page.locator("iframe:not([title])").count() == 0
            assert_all_have_names(page)


@of("02_kkt")
def test_a_scene_that_goes_on_below_its_slide_says_so_until_its_end_is_seen(name, exported, browser):
    with opened(browser, exported(name)[1]) as page:
        page.wait_for_selector("body[data-ready]")
        while not page.locator(".present iframe").count():
            page.keyboard.press("PageDown")
        frame = page.locator(".present iframe").element_handle().content_frame()
        frame.locator(".svm-scene[data-frames]").wait_for()
        more = page.locator(".present .more")
        more.wait_for(state="visible")
        number = page.locator(".slide-number").bounding_box()
        scene, hint = page.locator(".present iframe").bounding_box(), more.bounding_box()
        assert scene["y"] + scene["height"] <= hint["y"]  # neither the hint nor the number lies on the scene
        assert scene["y"] + scene["height"] <= number["y"]
        page.mouse.move(640, 300)
        page.mouse.wheel(0, 4000)
        more.wait_for(state="hidden")
        page.mouse.wheel(0, -4000)
        more.wait_for(state="visible")


@of("07_multiclass_machine")
def test_scenes_of_points_do_all_that_they_do_in_the_notebook(name, exported, browser):
    for file in exported(name):
        with opened(browser, file) as page:
            if file.name.endswith(".slides.html"):
                page.wait_for_selector("body[data-ready]")
            assert page.locator("figure.scene").count() == 2
            assert page.locator("figure.scene > .needs").count() == 0, "that line is for what only a notebook does"


@of("02_kkt")
def test_slides_without_javascript_lead_to_the_page(name, exported, browser):
    page_file, slides = exported(name)
    with new_page(browser, java_script_enabled=False, viewport={"width": 1280, "height": 720}) as page:
        page.goto(slides.as_uri())
        assert "Slides need JavaScript" in page.locator("body").inner_text()
        link = page.get_by_role("link", name="the same as a page")
        assert link.bounding_box()["y"] < 700
        link.click()
        assert page.url == page_file.as_uri()


@of("07_multiclass_machine")
def test_paper_gets_the_still_picture_in_place_of_the_scene(name, exported, browser):
    with opened(browser, exported(name)[0], color_scheme="dark") as page:
        page.emulate_media(media="print", color_scheme="dark")
        assert page.locator("iframe:visible").count() == 0
        assert page.locator(".on-paper:visible").count() == page.locator("figure.scene").count() == 2
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(20, 23, 26)"


PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("query", ["", "?print-pdf", "?view=print"])
@of("02_kkt")
def test_slides_are_printed_on_a_page_each(name, query, exported, browser):
    with opened(browser, exported(name)[1], query, color_scheme="dark") as page:
        page.wait_for_selector("body[data-ready]")
        count = page.locator("section.slide").count()
        if query:
            becomes(page, f"document.querySelectorAll('.pdf-page').length === {count}")
        assert len(PAGE_OF_PDF.findall(page.pdf(prefer_css_page_size=True))) == count
        page.emulate_media(media="print", color_scheme="dark")
        papers = page.locator(".pdf-page" if query else "body")
        assert set(papers.evaluate_all("all => all.map(p => getComputedStyle(p).backgroundColor)")) == {
            "rgb(255, 255, 255)"
        }
        assert page.locator(".on-paper:visible").count() == page.locator("figure.scene").count() == 1
        assert page.locator("iframe:visible").count() == 0
        assert page.locator("section.slide:visible").count() == count


@of("02_kkt")
def test_a_narrow_page_does_not_scroll_sideways(name, exported, browser):
    with opened(browser, exported(name)[0], viewport={"width": 400, "height": 800}) as page:
        page.frame_locator("figure.scene iframe").locator(".svm-scene[data-frames]").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400


@of("02_kkt")
def test_the_index_lists_pages_and_slides(name, exported, browser):
    page_file = exported(name)[0]
    with pytest.MonkeyPatch.context() as patch:  # of the other page only the title counts
        patch.setattr(run, "run", lambda *_: None)
        export(ROOT / "notebooks" / "00_start_here.ipynb", page_file.parent)
    with opened(browser, write_index(page_file.parent)) as page:
        assert page.get_by_role("listitem").count() >= 2
        page.get_by_role("link", name="slides of Constraints and multipliers").click()
        page.wait_for_selector("body[data-ready]")
        page.goto(page_file.as_uri())
        page.get_by_role("link", name="All notebooks").click()
        assert Path(page.url).name == "index.html"


def test_the_gallery_leads_to_live_scenes(browser, tmp_path):
    scenes = [LectureScene(f"Noise {n}", "Look.", lambda n=n: MarginExplorer(m=20, seed=n)) for n in (1, 2)]
    with opened(browser, write_gallery(tmp_path, scenes, lambda sentence: None)) as page:
        assert page.locator("img").count() == 2
        becomes(page, "[...document.images].every(i => i.naturalWidth > 100)")  # they are loaded once they are seen
        assert "20 points" in page.get_by_role("img").first.get_attribute("alt")
        page.get_by_role("link", name="Noise 2").click()
        assert page.locator("h1").inner_text() == "Noise 2. Look."
        page.get_by_role("link", name="Noise 1").click()
        assert page.locator("h1").inner_text() == "Noise 1. Look."
        page.get_by_role("link", name="All scenes").click()
        assert Path(page.url).name == "index.html"
        page.get_by_role("link", name="Noise 1").click()
        page.get_by_role("link", name="Noise 2").click()
        assert slider_moves_the_picture(page, page.main_frame)
