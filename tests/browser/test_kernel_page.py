"""The scene of a proposed kernel in a page opened from disk: by mouse, by keyboard, and what is said of it."""

import numpy as np
import pytest
from browsing import (
    DRAWN_OUT,
    becomes,
    comes_true,
    exported_page,
    heard,
    new_page,
    wait_for_scene,
)
from lab_pages import opened
from test_page import from_disk

from svmlab import kernels
from svmlab.explorers import KernelExplorer, export_html

VIEW = "document.querySelector('.svm-scene').svmView"
FOUND = f"{VIEW}.session.found"
COSINE = kernels.Formula("cos(norm(x - z))")


def exported(browser, folder, explorer, **context):
    return exported_page(browser, export_html(explorer, folder / "kernel.html"), **context)


def verdict(page):
    page.locator(".svm-scene").evaluate(DRAWN_OUT)
    return page.locator(".svm-mercer").inner_text()


def drag(page, i, by):
    """Drag point i by so many pixels."""
    box = page.locator(".svm-plane canvas").bounding_box()
    x, y = page.evaluate(f"{VIEW}.plane.toPixels({VIEW}.session.placeOf({i}))")
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + by[0] / 2, box["y"] + y + by[1] / 2)
    page.mouse.move(box["x"] + x + by[0], box["y"] + y + by[1])
    page.mouse.up()


def assert_python_agrees(page, kernel):
    X = np.array(page.evaluate(f"{VIEW}.session.places"))
    test, found = kernels.mercer_test(kernel, X), page.evaluate(f"{FOUND}.test")
    np.testing.assert_allclose(found["values"], test.eigenvalues, atol=1e-11)
    assert (found["rank"], found["negative"]) == (test.rank, test.n_negative)
    assert (found["witness"] is None) == (test.witness is None)


def test_a_point_dragged_off_the_line_refutes_the_cosine_and_undo_takes_it_back(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer("line", kernel=COSINE)) as page:
        assert verdict(page).startswith("No negative eigenvalue on these 9 points")
        drag(page, 4, (0, -80))
        assert verdict(page).startswith("Not a kernel: cᵀKc = −")
        assert_python_agrees(page, COSINE)
        page.locator(".svm-plane").press("Control+z")
        assert verdict(page).startswith("No negative eigenvalue")
        page.locator(".svm-plane").press("Control+Shift+z")
        assert verdict(page).startswith("Not a kernel")
        page.get_by_role("button", name="reset").click()
        assert verdict(page).startswith("No negative eigenvalue")


def test_every_kernel_of_the_menu_is_computed_without_python(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer()) as page:
        for kind in kernels.OF_POINTS:
            page.get_by_role("combobox", name="kernel").select_option(kind.name)
            known = kind().positive_semidefinite
            assert verdict(page).startswith("A kernel" if known else "Not a kernel")
            page.evaluate(f"{VIEW}.session.setKernel({{ coef0: 1, degree: 3, gamma: 1, sigma: 1 }})")
            values = {name: {"coef0": 1.0, "degree": 3}.get(name, 1.0) for name in kernels.parameters(kind())}
            assert_python_agrees(page, kind(**values))


def test_a_formula_is_typed_and_what_is_wrong_in_it_is_told_with_its_place(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer()) as page:
        page.get_by_role("combobox", name="kernel").select_option("formula")
        field = page.get_by_role("textbox", name="κ(x, z) =")
        assert field.input_value() == "tanh(dot(x, z) - 1)"
        assert verdict(page).startswith("Not a kernel")
        field.fill("exp(-norm(x-z)")
        field.press("Enter")
        alert = page.get_by_role("alert").filter(has_text="character")
        assert alert.inner_text() == "In the formula, character 15: exp takes 1 argument in brackets, got the end."
        assert verdict(page).startswith("Not a kernel")
        field.fill("exp(-norm(x-z))")
        field.press("Enter")
        assert verdict(page).startswith("No negative eigenvalue on these 12 points")
        assert alert.count() == 0
        assert_python_agrees(page, kernels.Formula("exp(-norm(x-z))"))
        field.fill("nonsense")
        field.press("Escape")
        assert field.input_value() == "exp(-norm(x-z))"
        field.fill("log(x1)")
        field.press("Enter")
        notice = page.locator(".svm-field .svm-notice")
        notice.wait_for(state="visible")
        assert "is not a finite number: move these points, or change the formula" in notice.inner_text()


def test_points_are_added_moved_and_deleted_by_keyboard(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer(np.array([[1.0, 0.0], [0.0, 1.0]]), kernel="linear")) as page:
        page.get_by_role("button", name="edit points").click()
        assert page.get_by_role("button", name="next class").count() == 0
        assert page.get_by_role("radio").count() == 0
        plane = page.get_by_role("listbox", name="Points of the kernel matrix")
        plane.focus()
        page.keyboard.press("Insert")
        becomes(page, f"{VIEW}.session.points.m === 3")
        before = page.evaluate(f"{VIEW}.session.placeOf(2)")
        page.keyboard.press("Shift+ArrowRight")
        assert page.evaluate(f"{VIEW}.session.placeOf(2)")[0] > before[0]
        page.locator(".svm-status", has_text="rank 2 of 3").wait_for()
        page.keyboard.press("Delete")
        becomes(page, f"{VIEW}.session.points.m === 2")
        page.get_by_role("button", name="clear").click()
        notice = page.locator(".svm-field .svm-notice")
        notice.get_by_text("There are no points: add some, or choose others.", exact=True).wait_for()
        page.get_by_role("combobox", name="points").select_option("lattice")
        becomes(page, f"{VIEW}.session.points.m === 25")
        for _ in range(6):
            plane.press("Insert")
        becomes(page, f"{VIEW}.session.points.m === 30")
        notice.get_by_text("takes at most 30 points; delete one first").wait_for()


def test_a_cell_of_the_matrix_chooses_its_point_and_the_level_curves_come(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer("ring")) as page:
        x, y = page.evaluate(f"(({{ x, y, size, m }}) => [x + size / 2, y + (5.5 * size) / m])({VIEW}.matrix.box)")
        page.locator('[data-panel="matrix"] canvas').click(position={"x": x, "y": y})
        becomes(page, f"{VIEW}.session.selected === 5")
        becomes(page, f"{VIEW}.plane.levels")
        assert "Point 5, x₁ = " in page.locator(".svm-about").inner_text()
        assert "κ(x, x) = 1.00, so ‖Φ(x)‖ = 1.00" in page.locator(".svm-about").inner_text()


def test_the_address_tells_kernel_and_points_and_a_wrong_one_is_refused(browser, tmp_path):
    file = export_html(KernelExplorer("line", kernel=COSINE), tmp_path / "kernel.html")
    with exported_page(browser, file) as page:
        drag(page, 4, (0, -80))
        said = verdict(page)
        address = page.evaluate("location.href")
    wrong = f"{file.as_uri()}#v=1&kernel=formula&text=alert(1)&points=1,2"
    for at, said_there in ((address, said), (wrong, "No negative eigenvalue on these 9 points")):
        with new_page(browser, offline=True) as page:
            errors, _ = heard(page)
            page.goto(at)
            becomes(page, "document.querySelector('.svm-scene')?.dataset.frames > 0")
            assert verdict(page).startswith(said_there)
            notice = page.locator(".svm-field .svm-notice")
            assert notice.is_visible() == (at == wrong)
            assert at != wrong or "“alert” is no name of a formula" in notice.inner_text()
            assert errors == []


@pytest.mark.parametrize("kernel", [COSINE, kernels.Sigmoid()], ids=["open", "refuted"])
def test_a_screen_reader_finds_controls_and_verdict(kernel, browser, tmp_path):
    with from_disk(browser, tmp_path, KernelExplorer(kernel=kernel)) as page:
        becomes(page, "document.querySelector('.svm-scene > [role=status]').textContent")
        tree = page.locator("main").aria_snapshot()
    for part in ('combobox "kernel"', 'combobox "points"', 'listbox "Points of the kernel matrix"', "Not a kernel"):
        assert part in tree


LIVE = """
from svmlab import kernels
from svmlab.explorers import KernelExplorer

explorer = KernelExplorer("line", kernel=kernels.Formula("cos(norm(x - z))"))
told = open("kernel.txt", "w")
explorer.scene.observe(lambda _: print(explorer.test.n_negative, file=told, flush=True), "points")
explorer
"""


def test_in_jupyterlab_python_is_told_at_the_end_of_a_drag_and_gives_the_scene_as_python(browser, lab):
    folder, _ = lab
    with opened(lab, browser, "kernel.ipynb", [LIVE]) as page:
        scene = wait_for_scene(page)
        drag(page, 4, (0, -60))
        assert verdict(page).startswith("Not a kernel")
        assert comes_true(page, lambda: (folder / "kernel.txt").read_text().split() != [], patience=60)
        assert [int(line) > 0 for line in (folder / "kernel.txt").read_text().split()] == [True]
        scene.get_by_role("button", name="files").click()
        assert scene.get_by_role("button", name="load points").count() == 0
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('closed')); }")
        scene.get_by_role("button", name="copy as Python").click()
        text = scene.get_by_role("textbox", name="The scene as Python")
        text.wait_for()
        assert "explorers.KernelExplorer(X, kernel=kernels.Formula(text='cos(norm(x - z))')" in text.input_value()


def test_a_phone_shows_matrix_and_spectrum_below_the_plane(browser, tmp_path):
    with exported(browser, tmp_path, KernelExplorer(), viewport={"width": 390, "height": 844}) as page:
        verdict(page)
        places = (".svm-plane canvas", '[data-panel="matrix"]', '[data-panel="spectrum"]')
        boxes = [page.locator(place).bounding_box() for place in places]
        assert all(box["height"] > 200 and box["width"] > 300 for box in boxes)
        assert [box["y"] for box in boxes] == sorted(box["y"] for box in boxes)
