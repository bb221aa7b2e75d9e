"""The smallest scene of CONTRIBUTING in a real Chromium: a page from disk whose slider moves."""

from smallest_scene import tangent_explorer
from test_export_page import handout


def test_the_slider_moves_the_tangent(browser, tmp_path, monkeypatch):
    with handout(browser, tmp_path, tangent_explorer(tmp_path, monkeypatch)()) as page:
        slope = page.locator(".svm-scene output")
        assert slope.inner_text() == "the slope at 1 is 2"
        page.get_by_label("where it touches").press("ArrowRight")
        page.locator("output", has_text="the slope at 1.5 is 3").wait_for()
