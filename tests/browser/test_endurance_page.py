"""Two thousand steps in an exported page, where the machine lives in the page: no memory is left behind."""

import pytest
from browsing import AT_REST, Memory, exported_page

from svmlab.explorers import MarginExplorer, MulticlassExplorer, export_html

EXPLORERS = {"two classes": MarginExplorer, "three classes": MulticlassExplorer}
# A point is dragged in circles, and σ to and fro, in turn; now and then a frame is drawn. At last both stand as before.
STEPS = """async (scene, steps) => {
    const { session } = scene.svmView;
    const home = session.placeOf(0);
    const slider = scene.querySelector('.svm-slider[aria-label^="width σ"]');
    const begin = slider.valueAsNumber;
    const slideTo = value => {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
    };
    for (let k = 0; k < steps; k++) {
        const turn = 2 * Math.PI * k / 97;
        if (k % 2) slideTo(begin + (k % 40) / 2);
        else session.movePoint(0, [home[0] + 0.3 * Math.cos(turn), home[1] + 0.3 * Math.sin(turn)], false);
        if (k % 20 === 19) await new Promise(requestAnimationFrame);
    }
    session.movePoint(0, home);
    slideTo(begin);
}"""
STATE = """({ svmView: { session: { machine, solution, C } } }) => ({
    C, X: Array.from(machine.X), kernel: machine.kernel, dual: solution.dual,
})"""


@pytest.mark.parametrize("name", EXPLORERS)
def test_two_thousand_steps_leave_the_memory_of_the_page_flat(name, browser, tmp_path):
    file = export_html(EXPLORERS[name](m=24), tmp_path / "page.html")
    with exported_page(browser, file, viewport={"width": 640, "height": 480}, fresh=True) as page:
        scene = page.locator(".svm-scene")
        scene.evaluate(STEPS, 200)
        scene.evaluate(AT_REST)
        was = scene.evaluate(STATE)
        Memory(page, scene).assert_flat(lambda: scene.evaluate(STEPS, 2000), page=1.0)
        now = scene.evaluate(STATE)
    assert now["dual"] == pytest.approx(was["dual"], rel=1e-9)
    assert {**now, "dual": 0} == {**was, "dual": 0}
