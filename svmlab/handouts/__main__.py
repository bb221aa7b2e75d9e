"""python3 lab.py export [notebook ...] [--to folder]: write notebooks as pages and as slides."""

import argparse
import shutil
import sys
import time
from pathlib import Path

from svmlab import checkout
from svmlab.handouts import folders
from svmlab.handouts import validation as checks

NOTEBOOKS = folders.notebooks()
FOLDER = folders.PROJECT / "handouts"
COURSE = "[0-9][0-9]_*.ipynb"


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=f"{checkout.COMMAND} export",
        description="Runs notebooks and writes each as a page and as slides, with live scenes, for reading without "
        "Python and without network. Begin with index.html.",
    )
    parser.add_argument(
        "notebooks", nargs="*", metavar="notebook", help="path, name, or two digits, such as 06; by default all"
    )
    parser.add_argument("--to", default=FOLDER, metavar="folder", help=f"where to (default: {folders.shown(FOLDER)})")
    return parser.parse_args(arguments)


def chosen(names, folder=NOTEBOOKS):
    """Return the paths of the notebooks that are meant."""
    known = {path.stem: path for path in sorted(folder.glob(COURSE))}
    if not names:
        return list(known.values())
    return [Path(name) if name.endswith(".ipynb") else known[meant(name, known)] for name in names]


def meant(name, known):
    found = [stem for stem in known if stem == name or stem.startswith(f"{name}_")]
    return checks.known_notebook(name, found, list(known))


class Line:
    """What is going on, in one line that is rewritten in a terminal; in a log each notebook has one line."""

    def __init__(self):
        self.stream, self.live = sys.stdout, sys.stdout.isatty()

    def show(self, text, end=False):
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            self.stream.write("\r" + text[:width].ljust(width) + ("\n" if end else ""))
        elif end:
            self.stream.write(text + "\n")
        self.stream.flush()


def write(path, folder, title, line, among):
    """Write the pages of one notebook and tell how that goes; return whether they were written."""
    from svmlab.handouts.pages import export
    from svmlab.handouts.run import CellError

    started = time.monotonic()
    try:
        line.show(title)
        pages = export(path, folder, lambda n, of: line.show(f"{title}: code cell {n} of {of}"), among)
    except (CellError, OSError, ValueError) as error:
        line.show(f"{title}: not written", end=True)
        print(f"      {error}", file=sys.stderr, flush=True)
        return False
    size = sum(page.stat().st_size for page in pages) / 1e6
    line.show(f"{title}: {size:.1f} MB, {time.monotonic() - started:.0f} s", end=True)
    return True


def main(arguments):
    given = options(arguments)
    line, folder, written, paths = Line(), None, 0, []
    try:
        paths = chosen(given.notebooks)
        folder = folders.made(given.to)
        for n, path in enumerate(paths, 1):
            written += write(path, folder, f"[{n}/{len(paths)}] {path.stem}", line, [path.stem for path in paths])
        if not paths:
            raise ValueError(f"there is no notebook in the folder {NOTEBOOKS}: name one by its path")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        line.show(f"Stopped: {written} of {len(paths)} notebooks are written.", end=True)
        return 130
    finally:
        if written:
            from svmlab.handouts.pages import write_index

            print(f"Open {folders.shown(write_index(folder))} in a browser.", flush=True)
        elif folder:
            folders.unmade(folder)
    return 0 if written == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
