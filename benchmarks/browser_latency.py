"""From key press to changed picture, in a real browser: our scene, ipympl, and interact with an inline figure;
from a dragged point's place to the picture of the machine refitted with it; from its release to what every point gets
without it.

    python benchmarks/browser_latency.py [--presses 30] [--keep] [--drags]

The same data (``datasets.overlapping(200)``), kernel (Gaussian, σ = 1), range of C and machine (warm refits)
in three notebooks, in one run, in one Chromium against one JupyterLab. A key is pressed on the slider of C; the
time is taken in the page, from the key event to the first animation frame in which the pixels differ. A dragged
point is at rest between two moves; the time is from the pointer event to the frame with the refitted machine.
"""

import argparse
import importlib.metadata
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
import browsing

PEER = """
import ipywidgets, numpy as np
from matplotlib import pyplot as plt
from svmlab import BiclassSVM, datasets, kernels, plotting
data = datasets.overlapping(200, random_state=0)
svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
slider = ipywidgets.FloatLogSlider(value=1.0, min=-2, max=3, step=0.02, description="C")
def fitted(C):
    return svm.set_params(C=C).refit(data.X, data.y)
"""
CELLS = {
    "ours": ["from svmlab import explorers\nexplorers.MarginExplorer(data='overlapping', m=200)"],
    "ipympl": [
        "%matplotlib widget" + PEER,
        """
figure, ax = plt.subplots(figsize=(7, 4.8))
def draw(change):
    ax.clear()
    plotting.plot_machine(fitted(slider.value), ax, resolution=120, legend=None)
    figure.canvas.draw()
slider.observe(draw, "value")
draw(None)
ipywidgets.VBox([slider, figure.canvas])
""",
    ],
    "interact": [
        "%matplotlib inline" + PEER,
        """
def draw(C):
    figure, ax = plt.subplots(figsize=(7, 4.8))
    plotting.plot_machine(fitted(C), ax, resolution=120, legend=None)
    plt.show()
ipywidgets.interact(draw, C=slider);
""",
    ],
}
DRAGGED = {
    f"{name}, C={C}": f"from svmlab import explorers\nexplorers.{kind}Explorer(data='overlapping', m={m}, C={C})"
    for name, kind, m in (("two", "Margin", 200), ("three", "Multiclass", 150))
    for C in (1, 100)
}
SLIDER = {"ours": ".svm-c .svm-slider", "ipympl": ".noUi-handle", "interact": ".noUi-handle"}
PICTURE = {
    "ours": ".svm-plane canvas",
    "ipympl": ".jupyter-matplotlib-canvas-div canvas, .jupyter-matplotlib canvas",
    "interact": ".jp-OutputArea-output img",
}
# A picture's signature: 24 rows of pixels of a canvas, or the source of a decoded image.
WATCH = """selector => {
    const watch = window.watch = { pressed: null, changed: [], last: null };
    document.addEventListener("keydown", () => { watch.pressed = performance.now(); }, true);
    const ofCanvas = canvas => {
        const context = canvas.getContext("2d");
        let hash = 0;
        for (let k = 1; k < 25; k++) {
            const { data } = context.getImageData(0, Math.floor(k * canvas.height / 25), canvas.width, 1);
            for (let i = 0; i < data.length; i += 4) {
                hash = (hash * 31 + data[i] + 3 * data[i + 1] + 7 * data[i + 2]) | 0;
            }
        }
        return hash;
    };
    const tick = () => {
        const nodes = [...document.querySelectorAll(selector)];
        const node = nodes.find(n => n.width > 50);
        if (node && (node.tagName === "CANVAS" || (node.complete && node.naturalWidth))) {
            const signature = node.tagName === "CANVAS" ? ofCanvas(node) : node.src;
            if (signature !== watch.last) {
                watch.last = signature;
                watch.changed.push([performance.now(), watch.pressed]);
            }
        }
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
}"""


def latencies(page, name, presses):
    """Milliseconds from key press to changed picture, and the presses that changed nothing within 3 s."""
    from playwright.sync_api import TimeoutError

    page.evaluate(WATCH, PICTURE[name])
    page.wait_for_timeout(1000)
    page.locator(SLIDER[name]).first.focus()
    found, missed = [], 0
    for k in range(presses + 3):
        seen = page.evaluate("watch.changed.length")
        page.keyboard.press("ArrowRight" if k < presses // 2 else "ArrowLeft")
        try:
            page.wait_for_function("seen => watch.changed.length > seen", arg=seen, timeout=3000, polling=30)
        except TimeoutError:
            missed += 1
            continue
        changed, pressed = page.evaluate("seen => watch.changed[seen]", seen)
        if k >= 3:  # the first few warm up
            found.append(changed - pressed)
        page.wait_for_timeout(250)
    return found, missed


def measure(browser, address, folder, name, presses):
    browsing.write_notebook(folder / f"{name}.ipynb", *CELLS[name])
    with browsing.new_page(browser) as page:
        browsing.open_notebook(page, address, f"{name}.ipynb")
        page.wait_for_selector(SLIDER[name], timeout=120_000)
        browsing.wait_until_idle(page)
        page.wait_for_timeout(2000)
        page.locator(SLIDER[name]).first.scroll_into_view_if_needed()
        result = latencies(page, name, presses)
        page.screenshot(path=folder / f"{name}.png")
    browsing.end_kernels(address)
    return result


# Resolves at the first frame in which a newer machine is drawn, with the time since the pointer event.
REFITTED = """scene => {
    const { session } = scene.svmView;
    const [before, drawn] = [session.machine.epoch, () => scene.svmView.plane.machine.epoch];
    window.refitted = new Promise(done => document.addEventListener("pointermove", event => {
        const began = performance.now();
        const tick = () => drawn() > before ? done(performance.now() - began) : requestAnimationFrame(tick);
        requestAnimationFrame(tick);
    }, { capture: true, once: true }));
}"""


# Resolves once all leave-one-out errors are known, with the time since the release.
LEFT_OUT = """scene => {
    const { session } = scene.svmView;
    window.leftOut = new Promise(done => document.addEventListener("pointerup", event => {
        const began = performance.now();
        const tick = () => session.leftOut ? done(performance.now() - began) : setTimeout(tick, 1);
        setTimeout(tick, 0);
    }, { capture: true, once: true }));
}"""


def drags(browser, address, folder, name, moves):
    """Milliseconds from a pointer event to the picture of the refitted machine, and to the leave-one-out errors."""
    file = f"drag {name}.ipynb"
    browsing.write_notebook(folder / file, DRAGGED[name])
    with browsing.new_page(browser) as page:
        browsing.open_notebook(page, address, file)
        scene = browsing.wait_for_scene(page)
        page.wait_for_timeout(2000)
        box = scene.locator(".svm-plane canvas").bounding_box()
        x, y = scene.evaluate("scene => scene.svmView.plane.toPixels(scene.svmView.placeOf(0))")
        page.mouse.move(box["x"] + x, box["y"] + y)
        page.mouse.down()
        page.mouse.move(box["x"] + x + 6, box["y"] + y)
        found = []
        for k in range(moves + 3):
            page.wait_for_timeout(150)
            scene.evaluate(REFITTED)
            page.mouse.move(box["x"] + x + 8 + 4 * (k % 10), box["y"] + y + 3 * k % 40)
            found.append(page.evaluate("refitted"))
        page.mouse.up()
        left_out = []
        for _ in range(max(3, moves // 3)):
            page.mouse.down()
            page.mouse.move(box["x"] + x + 8 + 4 * len(left_out), box["y"] + y + 10, steps=3)
            scene.evaluate(LEFT_OUT)
            page.mouse.up()
            left_out.append(page.evaluate("leftOut"))
    browsing.end_kernels(address)
    return found[3:], left_out


def report(results):
    ours = statistics.median(next(iter(results.values()))[0])
    print(f"{'':14}{'median':>9}{'90 %':>9}{'worst':>9}{'n':>5}{'missed':>8}   times the first")
    for name, (times, missed) in results.items():
        times = sorted(times)
        middle, high = statistics.median(times), times[int(0.9 * (len(times) - 1))]
        print(f"{name:14}{middle:8.0f} {high:8.0f} {times[-1]:8.0f} {len(times):4d} {missed:7d}   {middle / ours:8.2f}")


def versions(browser):
    names = ("jupyterlab", "ipywidgets", "anywidget", "ipympl", "matplotlib", "numpy")
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    return f"Python {platform.python_version()}, {packages}, Chromium {browser.version}, {os.cpu_count()} cores"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=30)
    parser.add_argument("--drags", action="store_true", help="only the dragged points")
    parser.add_argument("--keep", action="store_true", help="keep notebooks and screenshots and say where")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="svmlab-latency-"))
    with browsing.jupyter_lab(folder) as address, browsing.chromium() as browser:
        print(versions(browser))
        print(f"load before: {os.getloadavg()[0]:.1f}; milliseconds from key press to changed picture")
        if not options.drags:
            report({name: measure(browser, address, folder, name, options.presses) for name in CELLS})
        dragged = {name: drags(browser, address, folder, name, options.presses) for name in DRAGGED}
        print("milliseconds from a dragged point's new place to the picture of the refitted machine")
        report({name: (refitted, 0) for name, (refitted, _) in dragged.items()})
        print("milliseconds from its release to all leave-one-out errors")
        report({name: (left_out, 0) for name, (_, left_out) in dragged.items()})
        print(f"load after: {os.getloadavg()[0]:.1f}")
    if options.keep:
        print(folder)


if __name__ == "__main__":
    main()
