"""The smallest scene of CONTRIBUTING in a real Chromium: a page from disk that steps and plays."""

from smallest_scene import descent_explorer
from test_export_page import handout


def test_it_steps_and_plays_to_its_end(browser, tmp_path, monkeypatch):
    with handout(browser, tmp_path, descent_explorer(tmp_path, monkeypatch)()) as page:
        told = page.locator(".svm-scene output")
        assert told.inner_text() == "after 0 steps x is 1"
        page.get_by_label("One state on").click()
        page.locator("output", has_text="after 1 steps x is 0.5").wait_for()
        page.get_by_label("Speed").press("End")
        page.get_by_label("Play", exact=True).click()
        page.locator("output", has_text="after 20 steps").wait_for()
        page.get_by_label("Play", exact=True).wait_for()
        assert page.get_by_text("next change").count() == 0
