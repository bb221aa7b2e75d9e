"""The scenes of a lecture as one page that fills the browser: python3 lab.py lecture [--to file] [--no-browser]."""

import argparse
import sys
import webbrowser
from pathlib import Path

from svmlab import checkout
from svmlab.explorers import Lecture, export_html
from svmlab.handouts import folders

FILE = folders.PROJECT / "handouts" / "lecture.html"
KEYS = "Page Down and Page Up change the scene, Space reveals an answer, f takes the whole screen."


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=f"{checkout.COMMAND} lecture",
        description="Writes the scenes for a lecture as one page that needs no Python and no network, and opens it in "
        f"the browser. {KEYS}",
    )
    parser.add_argument(
        "--to", metavar="file", type=Path, default=FILE, help="where to (default: handouts/lecture.html)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not start a browser, only tell where the page is")
    return parser.parse_args(arguments)


def write_lecture(file, tell=print):
    """Write all scenes into one page and return its path; ``tell`` is called with a sentence on the way."""
    folders.made(Path(file).parent)
    lecture = Lecture()
    try:
        return export_html(lecture, file, title="Support vector machines: scenes for a lecture", progress=tell)
    finally:
        lecture.close()


def main(arguments):
    given = options(arguments)
    try:
        file = write_lecture(given.to)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. No page was written.", file=sys.stderr)
        return 130
    print(f"The lecture is {folders.shown(file)}; it opens without Python, here and anywhere. {KEYS}")
    if not given.no_browser:
        webbrowser.open(Path(file).resolve().as_uri())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
