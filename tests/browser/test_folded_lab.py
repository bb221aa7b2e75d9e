"""An answer that a cell folds, in JupyterLab: hidden when all cells are run, there when its line is opened."""

import pytest
from lab_pages import opened

CELL = """\
from IPython.display import HTML, display
from svmlab import explorers
from svmlab.exercises import fold

display(HTML("<b>the question</b>"))
fold()
print("forty-two")
display(HTML("<b>and a picture</b>"))
explorers.MarginExplorer(m=20)"""
ANSWERS = ["pre:text('forty-two')", "b:text('and a picture')", ".svm-scene"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_an_answer_is_hidden_until_its_line_is_opened(lab, browser):
    with opened(lab, browser, "folded.ipynb", [CELL, "print('after')"]) as page:
        page.locator("pre:text('after')").wait_for()
        line = page.get_by_text("Open when you have decided")
        line.wait_for()
        page.locator("b:text('the question')").wait_for()
        answers = [page.locator(answer) for answer in ANSWERS]
        for answer in answers:
            answer.wait_for(state="attached")
            assert not answer.is_visible()
        line.click()
        for answer in answers:
            answer.wait_for()
        page.locator(".svm-scene[data-frames]").wait_for()
        assert page.locator(".svm-scene .svm-plane").first.bounding_box()["width"] > 200
        line.click()
        for answer in answers:
            answer.wait_for(state="hidden")
