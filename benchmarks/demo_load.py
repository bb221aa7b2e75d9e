"""The demo under load: eight visitors at once, then twenty in a row, without a browser.

Each asks for a scene, hears of its widgets, moves a slider twenty times and leaves. Printed: how long each phase took,
the memory of the server before and after, and the memory of one kernel. Run it from the project's folder:

    .venv/bin/python benchmarks/demo_load.py [--at-once 8] [--in-a-row 20]
"""

import argparse
import statistics
import sys
import tempfile
import time
from concurrent import futures
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import visiting

SCENES = "from svmlab import explorers\nSCENES = explorers.SCENES\n"
SLUG = "soft-margin"
MOVES = 20


def visit(address, process):
    """Return the seconds until the scene stands, the seconds of a move, and the MB of the kernel."""
    begun = time.monotonic()
    visitor = visiting.Visitor(address, SLUG)
    scene = next(name for name, state in visitor.widgets().items() if "controls" in state)
    opened = time.monotonic()
    for k in range(MOVES):
        visitor.set(scene, m=50 + 10 * (k % 10))
        visitor.controls_of(scene)
    moved = (time.monotonic() - opened) / MOVES
    memory = visiting.kernels(process)[visitor.kernel].memory_info().rss / 1e6
    visitor.leave()
    return opened - begun, moved, memory


def told(name, visits):
    opened, moved, memory = zip(*visits, strict=True)
    print(
        f"{name}: a scene after {statistics.median(opened):.1f} s (at most {max(opened):.1f} s), a move in "
        f"{statistics.median(moved):.2f} s (at most {max(moved):.2f} s), a kernel of {max(memory):.0f} MB",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description="The demo under load.")
    parser.add_argument("--at-once", type=int, default=8, metavar="N")
    parser.add_argument("--in-a-row", type=int, default=20, metavar="N")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = ("--no-pictures", f"--visitors={given.at_once + 2}")
        with visiting.demo(Path(folder) / "demo", SCENES, *options) as (address, process):
            visit(address, process)
            before = process.memory_info().rss / 1e6
            with futures.ThreadPoolExecutor(given.at_once) as pool:
                told(
                    f"{given.at_once} at once", list(pool.map(lambda _: visit(address, process), range(given.at_once)))
                )
            told(f"{given.in_a_row} in a row", [visit(address, process) for _ in range(given.in_a_row)])
            time.sleep(2.0)
            after, left = process.memory_info().rss / 1e6, len(visiting.kernels(process))
            print(f"server: {before:.0f} MB before, {after:.0f} MB after; {left} kernels left (2 wait for visitors)")


if __name__ == "__main__":
    main()
