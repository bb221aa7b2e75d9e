"""The small pictures of the start page: the plane of each scene, drawn by a process of its own.

``python -m svmlab.demo.pictures FOLDER [SCENES]`` draws them.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
from pathlib import Path

from svmlab import atomic_file
from svmlab.demo import scenes

THEMES = ("light", "dark")
DPI = 90


class Pictures:
    """Pictures that are being drawn into a folder; ``get`` waits for one."""

    def __init__(self, folder, file=None):
        self.folder = Path(folder)
        command = [sys.executable, "-P", "-m", __name__, str(folder), *([] if file is None else [str(file)])]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def get(self, theme, slug):
        """Return the PNG of a scene as bytes, or None where there is none."""
        file = self.folder / file_name(theme, slug)
        while not file.exists() and self._process.poll() is None:
            await asyncio.sleep(0.2)
        return file.read_bytes() if file.exists() else None

    def stop(self):
        self._process.terminate()
        self._process.wait()


def file_name(theme, slug):
    return f"{slug}-{theme}.png"


def draw(folder, known):
    """Write the pictures of all scenes; one that cannot be built has none."""
    for slug, scene in known.items():
        with contextlib.suppress(Exception):
            explorer = scene.build()
            for theme in THEMES:
                write(plane(explorer.figure(theme=theme)), folder / file_name(theme, slug))


def plane(figure):
    """Return a function that saves what the first axes of a figure hold, without ticks and titles."""

    def save(file):
        figure.set_dpi(DPI)
        figure.canvas.draw()
        figure.set_layout_engine("none")  # all stays where it is now
        box = figure.axes[0].get_window_extent().transformed(figure.dpi_scale_trans.inverted())
        figure.savefig(file, format="png", dpi=DPI, bbox_inches=box, pad_inches=0)

    return save


def write(save, file):
    """Write a file so that it is there only once it is whole."""
    from matplotlib import pyplot

    with atomic_file.whole(file) as part:
        save(part)
        pyplot.close("all")


def main(folder, file=None):
    import matplotlib

    matplotlib.use("agg")
    if hasattr(os, "nice"):
        os.nice(10)  # visitors come first
    draw(Path(folder), scenes.load_to_build(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
