"""The machines side by side in a real JupyterLab and a real Chromium."""

import pytest
from browsing import AT_REST, PIXELS, at_rest, press
from lab_pages import opened

from svmlab import comparison, datasets, kernels

DATA = datasets.overlapping(40, random_state=0, n_classes=3)
CELL = 'from svmlab import explorers\nexplorers.MachinesExplorer(data="overlapping", m=40)'
TILE = PIXELS.replace(".svm-plane canvas", "canvas")


ALL_TOLD = """[...document.querySelectorAll('.svm-card .svm-terms tbody tr')]
    .every(row => /(error|right)$/.test(row.innerText.trim()))"""


@pytest.fixture(scope="module")
def page(lab, browser):
    with opened(lab, browser, "machines.ipynb", [CELL], viewport={"width": 1300, "height": 1500}) as page:
        yield page


def captions(scene):
    return scene.locator(".svm-tile figcaption").all_inner_texts()


def expected(C):
    return comparison.compare(DATA.X, DATA.y, C, kernels.Gaussian()).entries


def test_after_a_rest_every_machine_has_its_regions_and_its_exact_errors(page):
    scene = at_rest(page)
    for text, entry in zip(captions(scene), expected(1.0), strict=True):
        assert text.startswith(entry.label)
        assert f"training errors {entry.training_errors}," in text
        assert f"leave-one-out {entry.loo.n_errors} " in text
    tiles = scene.locator(".svm-tile")
    assert tiles.count() == len(comparison.ALL)
    assert len({tiles.nth(k).evaluate(TILE) for k in range(len(comparison.ALL))}) > 3, "the machines differ"
    assert scene.locator(".svm-machines progress").is_hidden()
    label = tiles.nth(1).locator("canvas").get_attribute("aria-label")
    assert label.startswith("Regions of Crammer-Singer: training errors")


def test_another_c_is_compared_once_the_slider_rests_and_until_then_the_old_ones_are_said_to_be_old(page):
    scene = at_rest(page)
    before = captions(scene)
    told = scene.evaluate(
        """async (scene) => {
            const slider = scene.querySelector('.svm-c .svm-slider');
            const goal = Number(slider.value) + 50;
            const old = () => scene.querySelectorAll('.svm-tile.svm-old').length;
            for (let step = 0; step < 40 && !(old() && step % 2 === 0); step++) { // it does not rest while it is moved
                slider.value = goal - 1 + step % 2;
                slider.dispatchEvent(new Event('input'));
                await new Promise(done => setTimeout(done, 40));
            }
            return [old(), scene.querySelector('.svm-machines .svm-pending').innerText];
        }"""
    )
    assert told[0] == len(comparison.ALL)
    assert "those at C = 1.00" in told[1]
    scene.evaluate(AT_REST)
    assert scene.locator(".svm-tile.svm-old").count() == 0
    assert captions(scene) != before
    for text, entry in zip(captions(scene), expected(10.0), strict=True):
        assert f"leave-one-out {entry.loo.n_errors} " in text
    press(page, scene.locator(".svm-c .svm-slider"), "ArrowLeft", 50)


def test_a_point_is_chosen_in_any_picture_and_each_machine_speaks_of_it(page):
    scene = at_rest(page)
    tile = scene.locator(".svm-tile").nth(3)
    tile.scroll_into_view_if_needed()
    x, y = scene.evaluate(
        "({ svmView: { tiles: [, , , { scales, machine: { X } }] } }) => [scales.x.to(X[10]), scales.y.to(X[11])]"
    )
    tile.locator("canvas").click(position={"x": x, "y": y})
    scene.evaluate(AT_REST)
    chosen = scene.evaluate("scene => scene.svmView.session.selected")
    assert chosen >= 0
    assert f"What each machine says of point {chosen}" in scene.locator(".svm-card").inner_text()
    page.wait_for_function(ALL_TOLD)
    rows = scene.locator(".svm-card .svm-terms tbody tr").all_inner_texts()
    for text, entry in zip(rows, expected(1.0), strict=True):
        assert text.split("\t")[0] == entry.label
        assert text.endswith("error" if entry.loo.errors[chosen] else "right")


def test_an_error_stands_beside_the_last_comparison(lab, browser):
    cell = CELL.replace("m=40", 'm=40, kernel="linear", C=1000.0')
    with opened(lab, browser, "machines_error.ipynb", [cell]) as page:
        scene = at_rest(page)
        before = captions(scene)
        press(page, scene.locator(".svm-c .svm-slider"), "End")  # the hard margin
        scene.evaluate(AT_REST)
        scene.locator(".svm-notice", has_text="cannot be separated").wait_for(state="visible", timeout=30_000)
        assert captions(scene) == before
        assert scene.locator(".svm-tile.svm-old").count() == len(comparison.ALL)
        assert "Traceback" not in page.content()
