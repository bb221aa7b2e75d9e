"""Draw what each lesson looks like: a picture from each notebook, and figures/lessons/README.md, which shows them all.

.venv/bin/python tools/lessons.py [notebook ...]
"""

import base64
import io
import re
import sys
from pathlib import Path

from PIL import Image

from svmlab import atomic_file
from svmlab.handouts import run

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS, FOLDER = ROOT / "notebooks", ROOT / "figures" / "lessons"
WIDTH, COLOURS = 760, 64  # pixels of a picture; flat regions need few colours
SHOWN = {  # the cell whose picture stands for its notebook
    "00_start_here": "fit",
    "01_margins": "four",
    "02_kkt": "corner",
    "03_dual": "three-points",
    "04_path_and_leave_one_out": "path",
    "05_biclass_lemma": "gap",
    "06_bounds": "real",
    "07_multiclass_machine": "pairs",
    "08_multiclass_lemma": "six",
    "09_guaranteed_risk": "net",
    "10_three_gaussians": "figure",
    "11_which_machine": "compare",
    "12_learning": "race",
    "13_using_it": "use-11",
    "14_kernels": "ker-19",
    "15_biology": "biology-07",
    "16_losses": "losses-14",
    "17_geometry": "geometry-17",
}
HEAD = """\
# What the lessons look like

A picture from each notebook. `python3 lab.py export` writes them all as pages, live scenes included, that need neither
Python nor network: open `handouts/index.html`. This page is what `tools/lessons.py` makes.
"""


def picture(name):
    """The picture of a notebook, run up to its cell."""
    notebook = run.read(NOTEBOOKS / f"{name}.ipynb")
    end = next(i for i, cell in enumerate(notebook.cells) if cell.id == SHOWN[name])
    notebook.cells = notebook.cells[: end + 1]
    run.run(notebook, NOTEBOOKS, lambda cell, cells: None)
    (image,) = [
        output.data["image/png"] for output in notebook.cells[end].outputs if "image/png" in output.get("data", {})
    ]
    shown = Image.open(io.BytesIO(base64.b64decode(image))).convert("RGB")
    shown.thumbnail((WIDTH, WIDTH), Image.Resampling.LANCZOS)
    return shown.quantize(COLOURS, dither=Image.Dither.NONE)


def taught():
    """{notebook: what the list of notebooks says that it teaches}."""
    rows = re.findall(
        r"^\| \[(\w+)\]\(.+?\) \| \d+ \|[^|]*\| ([^|]+) \|", (NOTEBOOKS / "README.md").read_text("utf-8"), re.M
    )
    return dict(rows)


def readme():
    parts = [
        f"## [{name}](../../notebooks/{name}.ipynb)\n\n{words[0].upper()}{words[1:]}.\n\n![{name}]({name}.png)\n"
        for name, words in taught().items()
    ]
    return "\n".join([HEAD, *parts])


def main(names):
    FOLDER.mkdir(exist_ok=True)
    for name in names or SHOWN:
        picture(name).save(FOLDER / f"{name}.png", optimize=True)
        print(name, flush=True)
    atomic_file.write(FOLDER / "README.md", readme())


if __name__ == "__main__":
    main(sys.argv[1:])
