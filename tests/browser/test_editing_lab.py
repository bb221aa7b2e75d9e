"""Points of one's own in a real JupyterLab and a real Chromium: by mouse and by keyboard."""

import numpy as np
import pytest
from browsing import AFRESH, AT_REST, PIXELS, POINTS, as_it_began, place_of, press, wait_for_scene
from lab_pages import opened

from svmlab import BiclassSVM, datasets, kernels, kkt

DATA = datasets.overlapping(60, random_state=0)
CELL = "from svmlab import explorers\nexplorer = explorers.MarginExplorer(m=60)\nexplorer"
OTHERS = ("MulticlassExplorer(m=60, n_classes=4)", "BoundsExplorer(m=60)")


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "edit.ipynb", [CELL]) as page:
        wait_for_scene(page)
        yield page


@pytest.fixture
def scene(page):
    """The scene as it began, the tools out."""
    scene = as_it_began(page)
    take_out_the_tools(scene)
    scene.locator(".svm-choice label").first.click()
    scene.evaluate(AT_REST)
    return scene


def tool(scene, text):
    return scene.locator(".svm-edit button", has_text=text)


def take_out_the_tools(scene):
    """Press "edit points" where it is not pressed yet."""
    if tool(scene, "edit points").get_attribute("aria-pressed") == "false":
        tool(scene, "edit points").click()


def points(scene):
    """(X, y) in the picture once all is at rest."""
    scene.evaluate(AT_REST)
    rows = np.array(scene.evaluate(POINTS)).reshape(-1, 3)
    return rows[:, :2], rows[:, 2].astype(int)


def picture(scene):
    scene.evaluate(AT_REST)
    return scene.evaluate(PIXELS)


def picture_afresh(scene):
    scene.evaluate(AT_REST)
    scene.evaluate(AFRESH)
    return picture(scene)


def at(scene, place):
    """Where a place of the plane is on the screen."""
    box = scene.locator(".svm-plane canvas").bounding_box()
    x, y = scene.evaluate("(scene, place) => scene.svmView.plane.toPixels(place)", place)
    return box["x"] + x, box["y"] + y


def assert_trained(scene):
    """The status line is that of a machine trained on the points in the picture."""
    X, y = points(scene)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(X, 2 * y - 1)
    point = kkt.cases(svm).point
    words = f"{(point == kkt.FREE).sum()} free and {(point == kkt.BOUNDED).sum()} bounded"
    assert words in scene.locator(".svm-status").inner_text()


def test_without_the_tools_a_click_adds_nothing(page, scene):
    tool(scene, "edit points").click()
    assert not tool(scene, "undo").is_visible()
    page.mouse.click(*at(scene, [-2.0, 1.0]))
    assert len(points(scene)[0]) == 60
    assert "overlapping" in scene.locator(".svm-title").inner_text()


def test_a_point_is_added_dragged_deleted_and_all_is_undone(page, scene):
    before, limits = picture_afresh(scene), scene.evaluate("scene => scene.svmView.session.machine.limits")
    scene.locator(".svm-choice label", has_text="class +1").click()
    page.mouse.click(*at(scene, [-2.0, 1.0]))
    X, y = points(scene)
    assert (len(X), y[60]) == (61, 1)
    assert X[60] == pytest.approx([-2.0, 1.0], abs=0.01)
    assert_trained(scene)
    assert scene.locator(".svm-card h4").inner_text() == "Point 60, class +1"
    x0, y0 = at(scene, X[60].tolist())
    page.mouse.move(x0, y0)
    page.mouse.down()
    for k in range(1, 16):
        page.mouse.move(x0 + 4 * k, y0 + 2 * k)
    page.mouse.up()
    dragged = points(scene)[0]
    assert at(scene, dragged[60].tolist()) == pytest.approx((x0 + 60, y0 + 30), abs=1)
    assert_trained(scene)
    tool(scene, "next class").click()
    assert points(scene)[1][60] == 0
    page.mouse.click(*at(scene, DATA.X[7].tolist()))
    scene.locator(".svm-plane").focus()
    page.keyboard.press("Delete")
    np.testing.assert_array_equal(points(scene)[0], np.delete(dragged, 7, axis=0))
    assert_trained(scene)
    assert scene.evaluate("scene => scene.svmView.session.machine.limits") == limits
    for X_before in (dragged, dragged, X, DATA.X):
        page.keyboard.press("Control+z")
        np.testing.assert_array_equal(points(scene)[0], X_before)
    page.mouse.move(5, 5)
    assert picture_afresh(scene) == before
    assert "overlapping" in scene.locator(".svm-title").inner_text(), "the data menu's entry is back"
    assert tool(scene, "undo").get_attribute("aria-disabled") == "true"
    tool(scene, "redo").click()
    np.testing.assert_array_equal(points(scene)[0], X)


def test_everything_goes_by_keyboard_and_is_said(page, scene):
    plane, option, said = (
        scene.locator(".svm-plane"),
        scene.locator("[role=option]"),
        scene.locator(".svm-edit .svm-spoken"),
    )
    press(page, plane, "Home")
    page.keyboard.press("2")
    page.keyboard.press("Insert")
    X, y = points(scene)
    assert (len(X), y[60]) == (61, 1)
    assert said.text_content().startswith("added a point of class +1, x₁ = ")
    assert option.text_content().startswith("Point 60, class +1")
    page.keyboard.press("Shift+ArrowUp")
    assert points(scene)[0][60, 1] > X[60, 1]
    page.keyboard.press("n")
    assert points(scene)[1][60] == 0
    page.keyboard.press("Delete")
    assert len(points(scene)[0]) == 60
    assert said.text_content() == "deleted point 60"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert points(scene)[1].tolist() == [*(DATA.y > 0).astype(int), 1]
    page.keyboard.press("Control+Shift+z")
    assert points(scene)[1][60] == 0
    press(page, tool(scene, "undo"), "Enter", 3)
    np.testing.assert_array_equal(points(scene)[0], DATA.X)
    assert page.evaluate("document.activeElement.dataset.edit") == "undo", "a button that is done keeps the focus"
    page.keyboard.press("Control+y")
    assert len(points(scene)[0]) == 61


def test_ten_fast_edits_leave_the_last_state_and_nothing_queued(page, scene):
    places = [[-2.2 + 0.3 * k, 1.7] for k in range(8)]
    on_screen = [at(scene, place) for place in places]
    first = at(scene, DATA.X[7].tolist())
    for place in on_screen:
        page.mouse.click(*place)
    page.mouse.click(*first)
    scene.locator(".svm-plane").focus()
    page.keyboard.press("n")
    page.keyboard.press("Delete")
    X, y = points(scene)
    np.testing.assert_array_equal(X[:59], np.delete(DATA.X, 7, axis=0))
    np.testing.assert_allclose(X[59:], places, atol=0.01)
    assert len(y) == 67
    assert_trained(scene)
    queued = (
        "scene => { const { conversation: c, added } = scene.svmView.session; return [c.waiting.size, added.length]; }"
    )
    assert scene.evaluate(queued) == [0, 0]
    page.keyboard.press("Control+z")
    np.testing.assert_array_equal(points(scene)[0][7], DATA.X[7])


def test_cleared_the_last_picture_stays_and_two_points_begin_a_new_one(page, scene):
    tool(scene, "clear").click()
    notice = scene.locator(".svm-notice").filter(has_text="ach class needs points")
    notice.wait_for(state="visible")
    assert "last good picture" in notice.inner_text()
    assert len(points(scene)[0]) == 0
    status = scene.locator(".svm-status")
    assert status.inner_text() == "no points and no machine"
    page.mouse.click(*at(scene, [-1.0, 0.5]))
    assert points(scene)[1].tolist() == [0]
    assert status.inner_text() == "no machine of this one point"
    scene.locator(".svm-card h4").filter(has_text="Point 0, class −1").wait_for()
    assert notice.is_visible()
    scene.locator(".svm-choice label", has_text="class +1").click()
    page.mouse.click(*at(scene, [1.0, 0.5]))
    notice.wait_for(state="hidden")
    X, y = points(scene)
    np.testing.assert_allclose(X, [[-1.0, 0.5], [1.0, 0.5]], atol=0.01)
    assert y.tolist() == [0, 1]
    assert_trained(scene)
    for _ in range(3):
        tool(scene, "undo").click()
    np.testing.assert_array_equal(points(scene)[0], DATA.X)


@pytest.fixture(scope="module")
def others(lab, browser):
    cells = [f"from svmlab import explorers\nexplorers.{call}" for call in OTHERS]
    with opened(lab, browser, "others.ipynb", cells, viewport={"width": 1500, "height": 1300}) as page:
        yield page


@pytest.mark.parametrize("index", range(len(OTHERS)), ids=OTHERS)
def test_the_other_explorers_are_edited_the_same_way(index, others):
    scene = wait_for_scene(others, index)
    before = points(scene)[0]
    tool(scene, "edit points").click()
    others.mouse.click(*at(scene, np.max(before, axis=0).tolist()))
    assert len(points(scene)[0]) == 61
    x, y = place_of(scene, before, 60)
    others.mouse.click(x, y)
    tool(scene, "delete").click()
    np.testing.assert_array_equal(points(scene)[0], before)
    assert "certified" in scene.locator(".svm-status").inner_text()
