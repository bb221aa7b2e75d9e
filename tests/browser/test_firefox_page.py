"""Exported explorers in Firefox: the same file, the same numbers, no error."""

import numpy as np
import pytest
from firefox import firefox, firefox_path

from svmlab import BiclassSVM, MulticlassSVM
from svmlab.explorers import MarginExplorer, MulticlassExplorer, export_html

DRAWN = """async () => {
    while (!(document.querySelector('.svm-scene')?.dataset.frames > 0)) await new Promise(requestAnimationFrame);
}"""
AT_C = "({ C, solution }) => ({ C, alpha: Array.from(solution.alpha) })"
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
