"""An explorer as one HTML file that needs no Python and no network: the same front end on data that stand in it.

The page makes the machines that it knows by itself. What it would ask Python for and can be told beforehand is computed
for it, by the explorer's own ``export_contents(tell)``; no explorer is known here. A sentence in the page says what is
left to the notebook.
"""

import base64
import html
import json
import re
from dataclasses import dataclass

import anywidget

import svmlab
from svmlab import atomic_file
from svmlab.page import modules, wire_format

STANDARD = {*anywidget.AnyWidget.class_trait_names(), "_esm", "_css", "_anywidget_id"}  # of every widget


@dataclass(frozen=True)
class Contents:
    """What an explorer has its page show: title, what it does without Python, the state of its scene; ``needs``, what
    only a notebook does; ``within``, (scene, state) of each that is shown within it.
    """

    title: str
    without: str
    state: dict
    needs: str = ""
    within: tuple = ()


def export_html(explorer, file, *, title=None, links=(), progress=None, fragment=False):
    """Write an explorer to an HTML file that runs without Python and without network, and return its path.

    explorer   any that has ``export_contents``; a Lecture is one page with all its scenes
    file       where to; an existing file is replaced once the new one is complete
    title      heading of the page, by default what the picture shows
    links      (relation, address, words) of pages beside it, such as ("next", "width.html", "Width")
    progress   called with a sentence, "bounds: 3 of 51 values of C", while the page is being computed
    fragment   leave out heading and sentences, for a frame within a page that has its own, see ``docs/recipes.md``

    Points and C move in the page, which holds the exact machine, and the bounds of two classes with them, unless only
    Python knows the kernel; other bounds, and machines along C, are computed for all values of C first, the terms in
    the bounds at the C of the explorer. Raises TypeError for what is no explorer, ValueError where it shows no machine
    or where the folder does not exist.
    """
    file = atomic_file.target(file, "handout.html")
    if not hasattr(explorer, "export_contents"):
        raise TypeError(
            "export_html writes explorers, such as explorers.MarginExplorer(), got "
            f"{type(explorer).__name__}: {explorer!r:.80}"
        )
    page = explorer.export_contents(progress or (lambda sentence: None))
    without = f"{page.without} {page.needs}".strip()
    state = page.state if title is None else {**page.state, "heading": None}  # a title that was given stays
    scenes, states = zip((explorer.scene, state), *page.within, strict=True)  # of a lecture there are several
    words, kind = words_of(explorer), "framed" if fragment else "alone"
    text = document(scenes, states, title or page.title, words, without, still(explorer), kind, links)
    atomic_file.write(file, text)
    return file


def framed(explorer):
    """Return {title, words, without, needs, html}: the page to be put into a frame of another, which says the rest."""
    page, words = explorer.export_contents(lambda sentence: None), words_of(explorer)
    scenes, states = zip((explorer.scene, page.state), *page.within, strict=True)
    text = document(scenes, states, page.title, words, page.without, kind="framed")
    return {"title": page.title, "words": words, "without": page.without, "needs": page.needs, "html": text}


def words_of(explorer):
    """The picture in words, as a sentence."""
    words = explorer.in_words()
    return words[0].upper() + words[1:]


def traits(scene):
    """Return all that the scene tells the page."""
    return {name: value for name, value in scene.get_state().items() if name not in STANDARD}


def still(explorer):
    """The picture for a page without JavaScript."""
    if not explorer.drawable:
        return ""
    image = base64.b64encode(explorer.png()).decode()
    return f'<img alt="{html.escape(explorer.summary())}" src="data:image/png;base64,{image}">'


# The document.


def document(scenes, states, title, words, without, still="", kind="alone", links=()):
    """Return the page of one or several scenes as HTML; ``kind`` is "alone" or "framed".

    Where the first is the bar of a lecture, it shows one of the others at a time.
    """
    entries = [modules.entry_of(scene._esm) for scene in scenes]
    needed = tuple(dict.fromkeys(entries))
    state = json.dumps(wire_format.as_text(states), allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "version": svmlab.__version__,
        "kind": kind,
        "title": html.escape(title),
        "words": html.escape(words),
        "without": html.escape(without),
        "still": still,
        "links": "\n".join(link(*one) for one in links),
        "style": modules.lean_sheet(f"{modules.stylesheet(needed)}\n{modules.source('document.css')}"),
        "state": state,
        "entries": json.dumps(entries),
        "module": modules.page_of(needed),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], modules.source("document.html"))


def link(relation, address, words):
    return f'<a rel="{relation}" href="{html.escape(address)}">{html.escape(words)}</a>'
