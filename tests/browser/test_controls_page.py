"""The controls of data and kernel in an exported page: no kernel behind it, no network, and all of them work."""

import math

import numpy as np
import pytest
from browsing import DRAWN_OUT, comes_true, heard, new_page, press

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.explorers import MarginExplorer, MulticlassExplorer, export_html

READING = """({ svmView: { session: s } }) => ({
    C: s.C === Infinity ? "inf" : s.C, kernel: s.machine.kernel, title: s.machine.title, classes: s.machine.classes,
    m: s.machine.m, X: Array.from(s.machine.X), y: Array.from(s.machine.y), alpha: Array.from(s.solution.alpha),
    certified: s.solution.certificate?.certified, error: s.error, notice: s.notice?.text ?? "",
})"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("controls")
    X, y = datasets.overlapping(20, random_state=5).X, np.repeat(["a", "b"], 10)
    return {
        "two": export_html(MarginExplorer(m=60, data="moons"), folder / "two.html"),
        "three": export_html(MulticlassExplorer(m=60), folder / "three.html"),
        "own": export_html(MarginExplorer(X, y, kernel="linear", C=0.5), folder / "own.html"),
        "lecture": export_html(MarginExplorer(m=40, size="lecture", keep=("sigma", "kernel")), folder / "lecture.html"),
        "function": export_html(MarginExplorer(m=40, kernel=mine), folder / "function.html"),
    }


def mine(X, Z):
    """A kernel of one's own."""
    return X @ Z.T + (X @ Z.T) ** 2


@pytest.fixture
def opened(exported, browser):
    """Open a page by its name; fails on an error or a request."""
    pages = []

    def opened(name, **options):
        context = new_page(browser, offline=True, viewport={"width": 1280, "height": 800}, **options)
        page = context.__enter__()
        pages.append((context, heard(page)))
        page.goto(exported[name].as_uri())
        scene = page.locator(".svm-scene")
        scene.evaluate(DRAWN_OUT)
        return page, scene

    yield opened
    for context, (errors, requests) in pages:
        context.__exit__(None, None, None)
        assert errors == []
        assert [address for address in requests if not address.startswith(("file:", "data:"))] == []


def now(scene):
    """What the picture shows, once it is drawn."""
    scene.evaluate(DRAWN_OUT)
    return scene.evaluate(READING)


def assert_trained(told, estimator, kernel):
    """The machine in the picture is the one that Python trains."""
    X, y = np.reshape(told["X"], (-1, 2)), np.array(told["y"])
    C = math.inf if told["C"] == "inf" else told["C"]
    svm = estimator(C=C, kernel=kernel).fit(X, y)
    assert told["error"] is None
    assert told["certified"]
    np.testing.assert_allclose(told["alpha"], svm.alpha_.ravel(), atol=1e-6 * max(1.0, np.abs(svm.alpha_).max()))


def typed(page, scene, name, text):
    box = scene.get_by_role("textbox", name=f"{name}, to be typed")
    box.click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    return box


def test_the_width_follows_slider_keys_and_typing(opened):
    page, scene = opened("two")
    slider = scene.get_by_role("slider", name="width σ, logarithmic scale")
    press(page, slider, "ArrowRight", 15)
    told = now(scene)
    assert told["kernel"]["sigma"] == pytest.approx(10 ** (15 / 50))
    assert_trained(told, BiclassSVM, kernels.Gaussian(sigma=told["kernel"]["sigma"]))
    typed(page, scene, "σ", "0.25")
    told = now(scene)
    assert told["kernel"] == {"name": "gaussian", "sigma": 0.25}
    assert_trained(told, BiclassSVM, kernels.Gaussian(sigma=0.25))
    assert "σ = 0.25" in scene.locator(".svm-title").inner_text()
    page.keyboard.press("ArrowUp")  # in the value: one stop of the slider
    assert 0.25 < now(scene)["kernel"]["sigma"] < 0.28


def test_what_cannot_be_typed_is_refused_in_words_and_nothing_changes(opened):
    page, scene = opened("two")
    before = now(scene)
    box = typed(page, scene, "σ", "-2")
    refusal = scene.locator(".svm-refusal:visible")
    assert refusal.inner_text() == "σ must be a positive number, got −2."
    assert (box.input_value(), now(scene)) == ("1.00", before)
    typed(page, scene, "C", "inf")
    assert now(scene)["C"] == "inf"
    typed(page, scene, "C", "2")
    assert now(scene)["C"] == 2


def test_a_kernel_is_chosen_with_its_parameters(opened):
    page, scene = opened("two")
    menu = scene.get_by_role("combobox", name="kernel")
    assert "own" not in menu.inner_text()
    menu.select_option(label="polynomial")
    press(page, scene.get_by_role("slider", name="degree"), "ArrowLeft")
    told = now(scene)
    assert told["kernel"] == {"name": "polynomial", "degree": 2, "gamma": 1, "coef0": 1}
    assert_trained(told, BiclassSVM, kernels.Polynomial(degree=2))
    assert scene.get_by_role("slider", name="width σ, logarithmic scale").count() == 0
    menu.select_option(label="linear")
    assert_trained(now(scene), BiclassSVM, kernels.Linear())
    menu.select_option(label="sigmoid")
    assert "cannot train this machine" in now(scene)["notice"]
    menu.select_option(label="Gaussian")
    assert_trained(now(scene), BiclassSVM, kernels.Gaussian())


def test_data_sets_are_drawn_in_the_page_and_say_so(opened):
    page, scene = opened("two")
    first = now(scene)
    scene.get_by_role("combobox", name="data").select_option(label="exclusive or")
    told = now(scene)
    assert told["title"].startswith("exclusive or, drawn in the page")
    assert (told["m"], told["classes"]) == (60, ["−1", "+1"])
    assert scene.get_by_role("textbox", name="noise, to be typed").input_value() == "0.4"
    assert_trained(told, BiclassSVM, kernels.Gaussian())
    typed(page, scene, "points", "100")
    assert now(scene)["m"] == 100
    assert now(scene)["X"][:120] == told["X"], "a larger sample begins with the smaller one"
    scene.get_by_role("button", name="another sample").click()
    assert now(scene)["X"][:120] != told["X"]
    assert scene.get_by_role("textbox", name="seed").input_value() == "1"
    scene.get_by_role("button", name="reset").click()
    assert now(scene) == first


def test_several_classes_and_a_table_that_came_with_the_page(opened):
    page, scene = opened("three")
    typed(page, scene, "classes", "5")
    told = now(scene)
    assert told["classes"] == ["0", "1", "2", "3", "4"]
    assert_trained(told, MulticlassSVM, kernels.Gaussian())
    data = scene.get_by_role("combobox", name="data")
    data.select_option(label="iris petals")
    told = now(scene)
    iris = datasets.iris(("petal length", "petal width")).standardized()
    np.testing.assert_allclose(np.reshape(told["X"], (-1, 2)), iris.X, rtol=0, atol=0)
    assert told["classes"] == ["setosa", "versicolor", "virginica"]
    assert_trained(told, MulticlassSVM, kernels.Gaussian())
    data.select_option(label="six points: Lemma 2 fails")
    told = now(scene)
    assert (told["C"], told["kernel"]) == ("inf", {"name": "linear"})
    assert "goes to class 1 all the same" in told["notice"]


def test_from_a_kernel_of_ones_own_the_page_goes_on_to_those_that_it_knows(opened):
    page, scene = opened("function")
    menu = scene.get_by_role("combobox", name="kernel")
    assert menu.locator("option:checked").inner_text() == "mine"
    menu.select_option(label="Gaussian")
    told = now(scene)
    assert told["title"] == "overlapping, Gaussian kernel, σ = 1"
    assert_trained(told, BiclassSVM, kernels.Gaussian())
    assert "mine" not in menu.inner_text()
    press(page, scene.get_by_role("slider", name="Soft margin C, logarithmic scale"), "ArrowRight", 20)
    assert_trained(now(scene), BiclassSVM, kernels.Gaussian())
    scene.get_by_role("button", name="reset").click()
    scene.evaluate(DRAWN_OUT)
    assert menu.locator("option:checked").inner_text() == "mine"
    assert scene.locator(".svm-title").inner_text().startswith("overlapping, kernel mine, C = 1.00")


def test_ones_own_points_stay_in_the_menu(opened):
    _, scene = opened("own")
    first = now(scene)
    data = scene.get_by_role("combobox", name="data")
    assert data.input_value() == "own"
    data.select_option(label="circles")
    assert now(scene)["classes"] == ["−1", "+1"]
    data.select_option(label="own points")
    told = now(scene)
    assert (told["X"], told["classes"]) == (first["X"], ["a", "b"])


def test_a_lecture_has_the_controls_that_are_kept_and_the_others_come_back(opened):
    page, scene = opened("lecture")
    shown = lambda: [box.get_attribute("aria-label") for box in scene.locator(".svm-value:visible").all()]  # noqa: E731
    assert shown() == ["C, to be typed", "σ, to be typed"]
    assert scene.locator("select:visible").count() == 1
    scene.get_by_role("button", name="lecture").click()
    assert comes_true(page, lambda: len(shown()) == 4)
