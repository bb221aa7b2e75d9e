"""The pages of a notebook, each one file: ``name.html`` to read, ``name.slides.html`` to show, and an index of them."""

import base64
import html
import re
from functools import cache
from pathlib import Path

import svmlab
from svmlab import atomic_file, templates
from svmlab.handouts import blocks, run

HERE = Path(__file__).parent
TEMPLATES = templates.among(HERE, autoescape=False)
FONT = re.compile(r"src:url\((fonts/[\w-]+\.woff2)\)[^}]*")
TITLE = re.compile(r"<title>(.*?)</title>")


def export(notebook, folder, tell=lambda cell, cells: None, among=()):
    """Run a notebook and write it into a folder as a page and as slides; return the paths of both.

    notebook   path of an .ipynb file, run in its own folder; the file itself stays as it is
    folder     where to; made where it does not exist
    tell       called with (n, of) when the nth code cell begins
    among      names of notebooks whose pages will stand in the folder: they are linked, as those that do already

    Raises CellError where a cell fails (nothing is written then), ValueError for a file that is no notebook.
    """
    notebook, folder = Path(notebook), Path(folder)
    content = run.read(notebook)
    run.run(content, notebook.parent.resolve(), tell)
    beside = [*among, notebook.stem, *(page.stem for page in written(folder))]
    article = blocks.Article(content, notebook.stem, beside).html()
    parts = {"name": notebook.stem, "title": html.escape(blocks.title(content) or notebook.stem), "article": article}
    folder.mkdir(parents=True, exist_ok=True)
    return [write(folder / f"{notebook.stem}{kind}.html", template, parts) for kind, template in KINDS.items()]


KINDS = {"": "handout.html", ".slides": "slides.html"}


def write(file, template, parts):
    """Fill a template into a file, as a whole."""
    atomic_file.write(file, TEMPLATES.get_template(template).render({**shared(), **parts}))
    return file


@cache
def source(name):
    return (HERE / name).read_text(encoding="utf-8")


@cache
def shared():
    """What stands in every page: style sheets and programs."""
    return {
        "version": svmlab.__version__,
        "style": source("handouts.css"),
        "slide_style": source("vendor/reveal/reveal.css") + source("slides.css"),
        "formula_style": FONT.sub(embedded, source("vendor/katex/katex.min.css")),
        "formulas": source("vendor/katex/katex.min.js") + "\n" + source("vendor/katex/auto-render.min.js"),
        "reveal": source("vendor/reveal/reveal.js"),
        "script": source("handouts.js"),
        "slides": source("slides.js"),
    }


def embedded(found):
    """The rule for a font, with the font in it."""
    font = base64.b64encode((HERE / "vendor/katex" / found[1]).read_bytes()).decode("ascii")
    return f'src:url(data:font/woff2;base64,{font}) format("woff2")'


def written(folder):
    """Return the paths of the pages of notebooks in a folder."""
    return [page for page in sorted(Path(folder).glob("*.html")) if page.with_suffix(".slides.html").exists()]


def write_index(folder):
    """Write the list of the pages in a folder to its index.html, and return the path."""
    return write(Path(folder) / "index.html", "index.html", {"rows": "\n".join(map(row, written(folder)))})


def row(page):
    """The line of the index for a page and its slides."""
    with open(page, encoding="utf-8") as file:
        found = TITLE.search(file.read(4000))
    title, slides = found[1] if found else page.stem, page.with_suffix(".slides.html").name
    return (
        f'<li><a href="{page.name}">{title}</a> <small>{page.stem}</small>'
        f'<a class="show" href="{slides}">slides<span class="spoken"> of {title}</span></a></li>'
    )
