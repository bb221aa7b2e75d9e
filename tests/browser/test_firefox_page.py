"""Exported explorers, and the first notebook in JupyterLab, in Firefox: the same numbers, no error."""

import shutil

import numpy as np
import pytest
from browsing import DRAWN as IN_SIGHT
from browsing import ROOT, end_kernels
from firefox import firefox, firefox_path

from svmlab import BiclassSVM, MulticlassSVM, leave_one_out
from svmlab.explorers import MarginExplorer, MulticlassExplorer, export_html
from svmlab.explorers.scene_files import kernel_from_dict

DRAWN = """async () => {
    while (!(document.querySelector('.svm-scene')?.dataset.frames > 0)) await new Promise(requestAnimationFrame);
}"""
AT_C = "({ C, solution }) => ({ C, alpha: Array.from(solution.alpha) })"
AT_REST = """async (session) => {
    const frame = () => new Promise(requestAnimationFrame);
    do { await frame(); } while (session.wantsMore || !session.rested);
    const { X, y, kernel } = session.machine;
    return { X: Array.from(X), y: Array.from(y), kernel, alpha: Array.from(session.solution.alpha), C: session.C,
        lost: session.leftOut.nErrors, address: location.hash };
}"""
PLACE = """(session, i) => {
    const { plane } = document.querySelector('.svm-scene').svmView;
    const { x, y } = plane.stage.canvas.getBoundingClientRect();
    const [right, down] = plane.toPixels(session.placeOf(i));
    return [x + right, y + down];
}"""
SIGMA = '[aria-label="width σ, logarithmic scale"]'
FOCUS = "selector => document.querySelector(selector).focus()"


@pytest.fixture(scope="module")
def page(tmp_path_factory, required):
    required(firefox_path(), "Firefox is not installed", "exported pages were not tested in it")
    with firefox(tmp_path_factory.mktemp("firefox")) as page:
        yield page
        assert page.errors == []


def opened(page, explorer, folder):
    """Open the exported page of an explorer."""
    page.goto(export_html(explorer, folder / "handout.html").as_uri())
    page.evaluate(DRAWN)
    return page


def of_session(page, function, *arguments):
    """What a function of the session, and of what is given, returns."""
    return page.evaluate(
        f"(...more) => ({function})(document.querySelector('.svm-scene').svmView.session, ...more)", *arguments
    )


@pytest.mark.parametrize("estimator", [BiclassSVM, MulticlassSVM])
def test_the_slider_moves_the_picture_to_the_exact_solution(estimator, page, tmp_path):
    explorer = (MarginExplorer if estimator is BiclassSVM else MulticlassExplorer)(m=60)
    opened(page, explorer, tmp_path)
    page.evaluate(FOCUS, ".svm-c .svm-slider")
    page.press("ArrowRight", 7)
    now = of_session(page, AT_C)
    assert now["C"] > 1.3
    exact = estimator(C=now["C"], kernel=explorer.svm.kernel).fit(explorer.svm.X_fit_, explorer.svm.y_fit_)
    np.testing.assert_allclose(now["alpha"], exact.alpha_.ravel(), atol=1e-6 * now["C"])


def assert_exact(told):
    """The machine that a page stands at, and its leave-one-out errors, are Python's of the same points."""
    svm = BiclassSVM(C=told["C"], kernel=kernel_from_dict(told["kernel"]))
    svm.fit(np.reshape(told["X"], (-1, 2)), told["y"])
    np.testing.assert_allclose(told["alpha"], svm.alpha_, atol=1e-8 * max(1.0, svm.alpha_.max()))
    assert told["lost"] == leave_one_out(svm).n_errors


def test_points_and_sigma_move_are_undone_left_out_and_sent_as_a_link(page, tmp_path):
    opened(page, MarginExplorer(m=40), tmp_path)
    began = of_session(page, AT_REST)
    x, y = of_session(page, PLACE, 3)
    page.drag((x, y), (x + 20, y + 10), (x + 60, y + 30))
    dragged = of_session(page, AT_REST)
    assert dragged["X"][:6] == began["X"][:6]
    assert dragged["X"][6:8] != began["X"][6:8]
    assert_exact(dragged)
    for tool, told in (("undo", began), ("redo", dragged)):
        page.evaluate(f"""() => document.querySelector('.svm-edit [data-edit="{tool}"]').click()""")
        assert of_session(page, AT_REST)["X"] == told["X"]
    page.evaluate(FOCUS, SIGMA)
    page.press("ArrowLeft", 4)
    narrower = of_session(page, AT_REST)
    assert narrower["kernel"]["sigma"] < 1
    assert_exact(narrower)
    page.goto("about:blank")
    page.goto((tmp_path / "handout.html").as_uri() + narrower["address"])
    page.evaluate(DRAWN)
    again = of_session(page, AT_REST)
    assert {name: again[name] for name in ("X", "y", "kernel", "C")} == {
        name: narrower[name] for name in ("X", "y", "kernel", "C")
    }
    page.evaluate("() => document.querySelector('.svm-plane').focus()")
    page.press("Delete")  # nothing is chosen
    page.drag(of_session(page, PLACE, 5))
    assert of_session(page, "session => session.selected") == 5
    page.evaluate("() => document.querySelector('.svm-withdrawal button').click()")
    page.evaluate("""async () => {
        const { session } = document.querySelector('.svm-scene').svmView;
        while (!session.absence?.isOut || session.absence.playing) await new Promise(requestAnimationFrame);
    }""")
    assert of_session(page, "session => session.shown.solution.alpha[5]") == 0


RUN_ALL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!window.jupyterapp?.shell.currentWidget?.sessionContext) await frame();
    await jupyterapp.shell.currentWidget.sessionContext.ready;
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
FOUND = f"""async () => {{
    while (!({IN_SIGHT})(0)) await new Promise(later => setTimeout(later, 250));
}}"""
ERRORS = "() => document.querySelectorAll('[data-mime-type=\"application/vnd.jupyter.error\"]').length"


def test_the_first_notebook_runs_in_jupyterlab_and_its_scene_is_live(page, lab):
    folder, address = lab
    name = "00_start_here.ipynb"
    shutil.copy(ROOT / "notebooks" / name, folder)
    try:
        page.goto(f"{address}/lab/workspaces/firefox/tree/{name}")
        page.evaluate(RUN_ALL)
        page.evaluate(FOUND)
        before = of_session(page, AT_C)
        page.evaluate(FOCUS, ".svm-c .svm-slider")
        page.press("ArrowRight", 7)
        rested = of_session(page, AT_REST)
        assert rested["C"] > 1.3 * before["C"]
        assert_exact(rested)
        assert page.evaluate(ERRORS) == 0
        assert not [error for error in page.errors if "svm" in error or "blob:" in error]
    finally:
        end_kernels(address, name)
        page.errors.clear()  # those of JupyterLab's own pages
