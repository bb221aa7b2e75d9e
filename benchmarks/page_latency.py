"""From a moved pointer, or a moved slider, to the refitted picture: an exported page, without Python, in the browsers
that are there: Chromium, Firefox, and WebKitGTK's MiniBrowser.

    python benchmarks/page_latency.py [--steps 40] [chromium firefox webkit]

Events are made in the page, so that all browsers get the same ones; the time is from the event to the end of the frame
that draws the machine refitted with it. The page is at rest between two events, which come anywhere between two
frames, as a hand's do. The hand lets go with the last one: how long it takes from there until what every point gets
when it is left out is known. Budgets: ../shared/DESIGN.md, section 10.
"""

import argparse
import contextlib
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
import browsing
import firefox
import webkit

from svmlab import explorers

PAGES = {
    "two classes, m = 200": lambda C: explorers.MarginExplorer(data="overlapping", m=200, C=C),
    "three classes, m = 150": lambda C: explorers.MulticlassExplorer(data="overlapping", m=150, C=C),
}
SIGMA = "width σ, logarithmic scale"
MEASURE = """async (steps, what) => {
    const frame = () => new Promise(requestAnimationFrame);
    const rest = (ms) => new Promise(done => setTimeout(done, ms));
    while (!(document.querySelector(".svm-scene")?.dataset.frames > 0)) await frame();
    const view = document.querySelector(".svm-scene").svmView, { session, planeHost } = view;
    const until = async (told) => { while (!told()) await frame(); };
    await until(() => session.workshop.leftOut);
    await rest(1500);  // the path, too
    const slider = document.querySelector(`[aria-label="${what}"]`);
    const box = view.plane.stage.canvas.getBoundingClientRect();
    const bounded = session.solution.pointStatus.findIndex(status => status === 2);
    const [x, y] = view.plane.toPixels(view.placeOf(bounded));
    planeHost.setPointerCapture = () => {};
    const point = (kind, k) => {
        const at = { clientX: box.x + x + (kind === "pointerdown" ? 0 : 6 + 2 * k), clientY: box.y + y + k };
        planeHost.dispatchEvent(
            new PointerEvent(kind, { bubbles: true, pointerType: "mouse", pointerId: 1, button: 0, ...at }));
    };
    if (!slider) point("pointerdown", 0);
    const times = [];
    for (let k = 0; k < steps; k++) {
        const before = session.solution, frames = view.frames, begun = performance.now();
        if (slider) {
            slider.value = Number(slider.value) + (k % 20 < 10 ? 1 : -1);
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        } else point("pointermove", k);
        await until(() => session.solution !== before && view.frames > frames);
        times.push(performance.now() - begun);
        if (k < steps - 1) await rest(50 + 17 * ((k * 0.618) % 1));
    }
    const ended = performance.now();
    if (!slider) point("pointerup", steps - 1);
    await until(() => session.workshop.leftOut);
    return { times, left: performance.now() - ended, certified: session.solution.certificate.certified };
}"""


@contextlib.contextmanager
def in_chromium(_):
    with browsing.chromium() as browser, browsing.new_page(browser, viewport={"width": 1280, "height": 800}) as page:

        def run(address, *arguments):
            page.goto(address)
            return page.evaluate(f"given => ({MEASURE})(...given)", list(arguments))

        yield f"Chromium {browser.version}", run


@contextlib.contextmanager
def in_firefox(folder):
    version = subprocess.run([firefox.firefox_path(), "--version"], capture_output=True, text=True).stdout.strip()
    with firefox.firefox(folder) as page:

        def run(address, *arguments):
            page.goto(address)
            return page.evaluate(MEASURE, *arguments)

        yield version, run


@contextlib.contextmanager
def in_webkit(_):
    with webkit.webkit() as page:

        def run(address, *arguments):
            page.goto(address)
            return page.evaluate(MEASURE, *arguments)

        yield page.version, run


BROWSERS = {"chromium": in_chromium, "firefox": in_firefox, "webkit": in_webkit}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("browsers", nargs="*", help="chromium, firefox, webkit; all of them without")
    parser.add_argument("--steps", type=int, default=40)
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}; milliseconds, median and 90 %; left out: after the last event")
    with tempfile.TemporaryDirectory() as folder:
        files = {
            (name, C): explorers.export_html(make(C), Path(folder, f"{k}_{C}.html"))
            for k, (name, make) in enumerate(PAGES.items())
            for C in (1.0, 100.0)
        }
        for browser in arguments.browsers or BROWSERS:
            with BROWSERS[browser](Path(folder, browser)) as (version, run):
                print(version)
                for (name, C), file in files.items():
                    for what in ("drag", SIGMA):
                        told = run(file.as_uri(), arguments.steps, what)
                        ordered = sorted(told["times"])
                        print(
                            f"  {name}, C = {C:g}, {'σ' if what == SIGMA else what}: "
                            f"{statistics.median(ordered):.0f}, {ordered[int(0.9 * len(ordered))]:.0f}; "
                            f"left out {told['left']:.0f}; certified {told['certified']}",
                            flush=True,
                        )


if __name__ == "__main__":
    main()
