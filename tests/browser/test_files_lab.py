"""Files in a real JupyterLab and a real Chromium: points from a CSV file, scenes saved and opened, text to copy."""

import json

import numpy as np
import pytest
from browsing import AT_REST, POINTS, as_it_began, press, wait_for_scene
from lab_pages import opened

from svmlab import BiclassSVM, explorers, kernels, kkt

CSV = """tree,height,girth,age
oak,12.5,3.1,80
fir,20.25,1.2,40
oak,11,2.9,70
fir,19,1.4,45
oak,13,3.3,90
fir,12.25,3.0,50
"""
CELL = "from svmlab import explorers\nexplorer = explorers.{}(m=60)\nexplorer"
OTHERS = ("MulticlassExplorer", "BoundsExplorer")


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "files.ipynb", [CELL.format("MarginExplorer")]) as page:
        page.on("filechooser", lambda _: None)  # from now on, so that a key press is not too fast for it
        wait_for_scene(page)
        yield page


@pytest.fixture
def scene(page):
    """The scene as it began, the buttons for files out."""
    scene = as_it_began(page)
    if tool(scene, "files").get_attribute("aria-expanded") == "false":
        tool(scene, "files").click()
    scene.evaluate(AT_REST)
    return scene


def tool(scene, text):
    return scene.locator(".svm-bars button", has_text=text)


def said(scene, text):
    scene.locator(".svm-said", has_text=text).wait_for()
    scene.evaluate(AT_REST)
    return scene.locator(".svm-said").inner_text()


def points(scene):
    scene.evaluate(AT_REST)
    return np.array(scene.evaluate(POINTS))


def choose(scene, what, name, text):
    """Choose a file as a reader does, in the dialogue that the button opens."""
    with scene.page.expect_file_chooser() as chooser:
        tool(scene, what).click()
    chooser.value.set_files([{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])


def download(scene):
    with scene.page.expect_download() as info:
        tool(scene, "save scene").click()
    assert info.value.suggested_filename == "scene.json"
    return info.value.path()


def test_points_of_a_csv_file_by_mouse_with_the_columns_chosen(page, scene):
    before = points(scene)
    choose(scene, "load points", "trees.csv", CSV)
    form = scene.locator(".svm-columns")
    form.wait_for()
    assert [menu.input_value() for menu in form.locator("select").all()] == ["height", "girth", "tree"]
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    form.locator("select").nth(1).select_option("age")
    form.locator("button", has_text="show").click()
    assert said(scene, "6 points") == "6 points of trees.csv, classes fir, oak; Ctrl+Z takes them back"
    assert form.is_hidden()
    np.testing.assert_array_equal(points(scene)[:2], [[12.5, 80, 1], [20.25, 40, 0]])
    machine = scene.evaluate("({ svmView }) => svmView.session.machine")
    assert machine["axes"] == ["height", "age"]
    assert scene.evaluate("({ svmView: v }) => v.plane.box.x <= v.plane.toPixels([11, 40])[0]"), "the axes follow"
    page.keyboard.press("Control+z")
    np.testing.assert_array_equal(points(scene), before)
    assert "overlapping" in scene.locator(".svm-title").inner_text()


def test_a_csv_file_by_keyboard_alone_and_read_aloud(page, scene):
    tool(scene, "files").focus()
    page.keyboard.press("Tab")
    page.wait_for_function("document.activeElement.dataset.file === 'points'")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files([{"name": "trees.csv", "mimeType": "text/csv", "buffer": CSV.encode()}])
    scene.locator(".svm-columns").wait_for()
    page.keyboard.press("a")  # JupyterLab would insert a cell
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    said(scene, "6 points of trees.csv")
    assert scene.evaluate("({ svmView }) => svmView.session.machine.axes") == ["age", "girth"]
    assert scene.locator(".svm-said").get_attribute("aria-live") == "polite"
    assert page.locator(".jp-CodeCell").count() == 1
    page.keyboard.press("Control+z")
    page.wait_for_function("document.querySelector('.svm-title').innerText.includes('overlapping')")


def test_a_broken_csv_file_is_told_beside_the_picture_which_stays(page, scene):
    before = points(scene)
    trouble = scene.locator(".svm-trouble")
    choose(scene, "load points", "trees.csv", CSV.replace("19,1.4", "tall,1.4"))
    form = scene.locator(".svm-columns")
    form.wait_for()
    form.locator("button", has_text="show").click()
    trouble.wait_for()
    assert "trees.csv, line 5, column 'height': 'tall' is not a number" in trouble.inner_text()
    assert "Nothing was changed." in trouble.inner_text()
    assert form.is_visible()
    form.locator("button", has_text="cancel").click()
    assert trouble.is_hidden()
    choose(scene, "load points", "trees.csv", "@relation trees\n@data\n1,2,3\n")
    trouble.wait_for()
    assert "is an ARFF file (of Weka), not CSV; save it as CSV. Nothing" in trouble.inner_text()
    choose(scene, "load points", "trees.csv", "1,2,3\n4,5,6\n")
    form.wait_for()
    assert "no line names its columns" in form.inner_text()
    form.locator("button", has_text="cancel").click()
    choose(scene, "load points", "large.csv", "a,b,c\n" + "1,2,3\n" * 900_000)
    trouble.filter(has_text="larger than 5 MB").wait_for()
    np.testing.assert_array_equal(points(scene), before)
    assert "certified" in scene.locator(".svm-status").inner_text()


def test_a_scene_is_saved_opened_again_and_a_wrong_one_is_refused(page, scene, tmp_path):
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowRight", 40)
    path = download(scene)
    kept = explorers.load(path)
    C = scene.evaluate("({ svmView }) => svmView.session.C")
    assert kept.C.value == pytest.approx(C)
    assert C > 2
    said(scene, "saved as scene.json")
    page.locator(".svm-explorer select").nth(1).select_option(label="linear")
    choose(scene, "load points", "trees.csv", CSV)
    scene.locator(".svm-columns button", has_text="show").click()
    said(scene, "6 points")
    choose(scene, "open scene", "scene.json", path.read_text())
    assert said(scene, "opened the scene of scene.json").endswith("Ctrl+Z takes it back")
    assert scene.evaluate("({ svmView }) => svmView.session.C") == pytest.approx(C)
    svm = BiclassSVM(C=kept.C.value, kernel=kernels.Gaussian()).fit(kept.dataset().X, kept.dataset().y)
    free = (kkt.cases(svm).point == kkt.FREE).sum()
    assert f"{free} free" in scene.locator(".svm-status").inner_text()
    assert page.locator(".svm-explorer select").nth(1).locator("option:checked").inner_text() == "Gaussian"
    told = json.loads(path.read_text())
    for change, words in (
        ({"version": 9}, "'version' must be at most 1, got 9; update svmlab to read it"),
        ({"C": -1}, "'C' must be a positive number"),
        ({"explorer": "BoundsExplorer"}, "this is a scene of BoundsExplorer, which is of another kind; open it there"),
    ):
        choose(scene, "open scene", "other.json", json.dumps(told | change))
        scene.locator(".svm-trouble", has_text=words).wait_for()
        assert scene.evaluate("({ svmView }) => svmView.session.C") == pytest.approx(C)
    tool(scene, "files").focus()
    page.keyboard.press("Control+z")
    page.wait_for_function("document.querySelector('.svm-scene').svmView.session.points.m === 6")
    page.wait_for_function("document.querySelector('.svm-title').innerText.includes('linear kernel')")
    page.locator(".svm-explorer button", has_text="reset").click()
    page.wait_for_function("document.querySelector('.svm-title').innerText.includes('C = 1.00')")


def test_the_scene_as_python_is_on_the_clipboard(page, scene):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool(scene, "copy as Python").click()
    assert said(scene, "copied") == "copied: paste it into a cell"
    text, names = page.evaluate("navigator.clipboard.readText()"), {}
    exec(text.replace("\r\n", "\n"), names)
    np.testing.assert_array_equal(names["explorer"].dataset().X, points(scene)[:, :2])
    assert scene.locator(".svm-snippet").is_hidden()


def test_what_is_shown_beside_the_machine_is_in_its_python_text(page, scene):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name in ("slack", "before"):
        scene.locator(f".svm-switch[data-overlay={name}]").click()
    tool(scene, "copy as Python").click()
    said(scene, "copied")
    names = {}
    exec(page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n"), names)
    assert names["explorer"].overlays == ("slack", "before")
    scene.locator(".svm-tools-head button", has_text="reset").click()
    scene.evaluate(AT_REST)
    assert scene.evaluate("s => s.svmView.session.overlays") == [], "as it began"


def test_where_the_clipboard_is_refused_the_text_stands_there_chosen(page, scene):
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    tool(scene, "copy as Python").click()
    assert "copy this text with Ctrl+C" in said(scene, "clipboard")
    text = scene.locator(".svm-snippet")
    assert text.input_value().startswith("from svmlab import explorers")
    assert page.evaluate("String(getSelection())") == text.input_value()


@pytest.fixture(scope="module")
def others(lab, browser):
    cells = [CELL.format(explorer) for explorer in OTHERS]
    with opened(lab, browser, "others.ipynb", cells, viewport={"width": 1500, "height": 1300}) as page:
        yield page


@pytest.mark.parametrize("explorer", OTHERS)
def test_the_other_explorers_read_and_write_files_the_same_way(explorer, others):
    scene = wait_for_scene(others, OTHERS.index(explorer))
    tool(scene, "files").click()
    choose(scene, "load points", "trees.csv", CSV + "elm,15,2,60\nelm,16,2.5,65\n" * (explorer[0] == "M"))
    scene.locator(".svm-columns button", has_text="show").click()
    said(scene, "points of trees.csv")
    kept = explorers.load(download(scene))
    assert type(kept).__name__ == explorer
    np.testing.assert_array_equal(kept.dataset().X, points(scene)[:, :2])
    assert "certified" in scene.locator(".svm-status").inner_text()
