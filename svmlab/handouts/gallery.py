"""The scenes of a lecture as a gallery: python3 lab.py gallery [--to folder].

For each scene a page that runs without Python and a still picture, an ``index.html`` of both, and a ``README.md`` that
shows the pictures where pages do not run. In the project's own gallery, in ``figures/gallery``, Git keeps the pictures
and the ``README.md``; the pages are some megabytes and are written where they are wanted.
"""

import argparse
import html
import re
import sys
from pathlib import Path

from svmlab import atomic_file, checkout
from svmlab.explorers import SCENES, export_html
from svmlab.handouts import folders, pages
from svmlab.handouts import validation as checks

FOLDER = folders.PROJECT / ("figures/gallery" if checkout.IS_ONE else "gallery")
DOTS_PER_INCH = 80
README = """# Scenes for a lecture

{count} scenes that each show one thing. Here are still pictures; `python3 lab.py gallery` writes each as a page beside
its picture, live without Python and without network: open `index.html` in a browser.
"""


def write_gallery(folder, scenes=SCENES, tell=print):
    """Write a gallery of LectureScenes into a folder, and return the path of its index.

    ``tell`` is called with a sentence as each scene begins. Raises ValueError where two names would share a file.
    """
    folder = Path(folder)
    names_of_files(scenes)
    folder.mkdir(parents=True, exist_ok=True)
    cards = []
    for n, scene in enumerate(scenes, 1):
        tell(f"[{n}/{len(scenes)}] {scene.name}")
        explorer = scene.build()
        draw(explorer, folder / f"{slug(scene.name)}.png")  # as a notebook has it; the page gets more computed
        page = folder / f"{slug(scene.name)}.html"
        export_html(explorer, page, title=f"{scene.name}. {scene.caption}", links=links(scenes, n - 1))
        cards.append(card(scene, explorer.summary()))
        explorer.close()
    atomic_file.write(folder / "README.md", readme(scenes))
    return pages.write(folder / "index.html", "gallery.html", {"cards": "\n".join(cards)})


def links(scenes, k):
    """The pages that the page of scene k leads to: those before and after it, and the index."""
    beside = [("prev", k - 1, "‹"), ("next", k + 1, "›")]
    around = [
        (rel, f"{slug(scenes[j].name)}.html", f"{sign} {scenes[j].name}")
        for rel, j, sign in beside
        if 0 <= j < len(scenes)
    ]
    return [("index", "index.html", "All scenes"), *around]


def names_of_files(scenes):
    """Return the file name of each scene, without its ending; raise where two are the same."""
    return checks.different_files([scene.name for scene in scenes], [slug(scene.name) for scene in scenes])


def slug(name):
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def draw(explorer, file):
    """Write the still picture of an explorer, the same in every run."""
    from matplotlib import pyplot

    figure = explorer.figure()
    figure.savefig(file, dpi=DOTS_PER_INCH, bbox_inches="tight", metadata={"Software": None})
    pyplot.close(figure)


def card(scene, words):
    name, file = html.escape(scene.name), slug(scene.name)
    return (
        f'<li><a href="{file}.html"><img src="{file}.png" alt="{html.escape(words)}" loading="lazy">'
        f"<strong>{name}</strong></a> <p>{html.escape(scene.caption)}</p></li>"
    )


def readme(scenes):
    """Return the page that shows the pictures where HTML is not shown."""
    parts = [f"## {s.name}\n\n{s.caption}\n\n![{s.name}]({slug(s.name)}.png)\n" for s in scenes]
    return "\n".join([README.format(count=len(scenes)), *parts])


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=f"{checkout.COMMAND} gallery",
        description="Writes the scenes for a lecture as live pages that need no Python and no network, a still picture "
        "of each, and an index of them. Begin with index.html.",
    )
    parser.add_argument("folder", nargs="?", help="where to, as --to")
    parser.add_argument("--to", metavar="folder", help=f"where to (default: {folders.shown(FOLDER)})")
    given = parser.parse_args(arguments)
    if given.folder and given.to:
        parser.error(f"two folders are named, {given.folder} and {given.to}: give one")
    return given


def main(arguments):
    given = options(arguments)
    try:
        folder = folders.made(given.to or given.folder or FOLDER)
        print(f"Open {folders.shown(write_gallery(folder))} in a browser.")
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The pages that are written stay.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
