"""Take the picture of the live scene that the README shows; needs Chromium and Playwright.

.venv/bin/python tools/screenshot.py [file]
"""

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))

import browsing
from PIL import Image, ImageOps

FILE = browsing.ROOT / "figures" / "explorer.png"
BORDER = 18  # pixels of the screenshot

SCENE = """
from svmlab import explorers

explorer = explorers.MarginExplorer(data="overlapping", m=100, sigma=1.0, C=1.0)
explorer.selected = int((explorer.svm.decision_function(explorer.svm.X_fit_) * explorer.svm.y_fit_).argmin())
explorer
"""


def take(file):
    folder = Path(tempfile.mkdtemp())
    try:
        browsing.write_notebook(folder / "scene.ipynb", SCENE)
        with (
            browsing.jupyter_lab(folder) as address,
            browsing.chromium() as browser,
            browsing.new_page(browser, viewport={"width": 1480, "height": 1400}, device_scale_factor=1.3) as page,
        ):
            browsing.open_notebook(page, address, "scene.ipynb")
            browsing.wait_for_scene(page).evaluate(browsing.AT_REST)
            page.locator(".svm-explorer").screenshot(path=str(file))
        scene = ImageOps.crop(Image.open(file).convert("RGB"), 3)  # the edge of the cell
        ImageOps.expand(scene, BORDER, "white").save(file)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
