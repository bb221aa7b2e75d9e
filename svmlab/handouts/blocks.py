"""A notebook that has been run, as the HTML of one article: texts, code, outputs, pictures and live scenes.

The same article is laid out as a page and cut into slides. Its parts:

    div.text         Markdown, formulas between dollars
    pre.code         a code cell
    div.output       what it printed, a table, an error
    figure.picture   an image
    figure.scene     a live scene in a frame, with its still picture for paper and a line that says what it lacks
    figure.still     the picture of sliders that need Python
    details.folded   outputs that a reader opens after a prediction
"""

import base64
import html
import re

from nbconvert.filters import ansi2html, markdown2html
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from svmlab.exercises.folding import MARK
from svmlab.explorers.still_picture import PAGE

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
HEADING = re.compile(r"^#{1,3} +(.+)$", re.MULTILINE)
FILE_LINK = re.compile(r'<a href="(?![a-zA-Z][\w+.-]*:|[#/])([^"#]+)(#[^"]*)?"[^>]*>(.*?)</a>', re.DOTALL)
IN_CODE = re.compile(r"<code>(\d\d_\w+)\.ipynb</code>")


class Article:
    """Turns cells into HTML, one after the other, and knows the section and the number of each picture.

    links   names of the notebooks that have a page beside this one's: they are linked where a text links or names them
    """

    def __init__(self, notebook, name, links=()):
        self.notebook, self.name, self.links = notebook, name, set(links)
        self.widgets = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
        self.section, self.pictures, self.scenes = "", 0, 0

    def html(self):
        return "\n".join(filter(None, map(self.cell, self.notebook.cells)))

    def cell(self, cell):
        """The parts of one cell; in ``data-slide`` what a slide show is told about it."""
        if cell.cell_type == "markdown":
            parts = [self.text(cell.source)]
        elif cell.cell_type == "code":
            parts = [code(cell.source), *self.outputs(cell.outputs)]
        else:
            return ""
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "")
        hidden = ' data-slide="skip"' if kind in ("skip", "notes") else ""
        return f'<div class="cell"{hidden}>\n' + "\n".join(filter(None, parts)) + "\n</div>"

    def text(self, source):
        for heading in HEADING.findall(source):
            self.section = re.sub(r"[`*$]", "", heading)
        return f'<div class="text">{self.linked(markdown2html(source))}</div>'

    def linked(self, text):
        """Links and names of notebooks lead to their pages; of other files, which stay behind, the name is there."""
        text = FILE_LINK.sub(self.followed, text)
        return IN_CODE.sub(lambda found: link(found[1]) if found[1] in self.links else found[0], text)

    def followed(self, found):
        """A link to a file: to the page of a notebook that has one, else its words and the file as text."""
        file, place, words = found[1], found[2] or "", found[3]
        if file.endswith(".ipynb") and file.removesuffix(".ipynb") in self.links:
            return f'<a href="{file.removesuffix(".ipynb")}.html{place}">{words}</a>'
        name = re.sub(r"^(\.{1,2}/)+", "", file)
        return words.replace(name, f"<code>{name}</code>") if name in words else f"{words} (<code>{name}</code>)"

    def outputs(self, outputs):
        """The outputs of a cell; those after a line that folds them stand behind it."""
        line = next((i for i, output in enumerate(outputs) if MARK in output.get("data", {})), None)
        if line is None:
            return list(map(self.output, outputs))
        behind = "\n".join(filter(None, map(self.output, outputs[line + 1 :])))
        summary = html.escape(outputs[line].data[MARK])
        folded = f'<details class="folded"><summary>{summary}</summary>\n{behind}\n</details>'
        return [*map(self.output, outputs[:line]), folded]

    def output(self, output):
        if output.output_type == "stream":
            return f'<div class="output"><pre>{ansi2html(output.text)}</pre></div>'
        if output.output_type == "error":
            return f'<div class="output failed"><pre>{html.escape(f"{output.ename}: {output.evalue}")}</pre></div>'
        return self.shown(output.data)

    def shown(self, data):
        """The richest form of a result that a page can show."""
        if PAGE in data:
            return self.scene(data)
        if VIEW in data:
            return self.sliders(data[VIEW]["model_id"])
        if "text/html" in data:
            return f'<div class="output">{data["text/html"]}</div>'
        if "text/markdown" in data or "text/latex" in data:
            return f'<div class="text">{markdown2html(data.get("text/markdown") or data["text/latex"])}</div>'
        source = image(data)
        if source:
            return f'<figure class="picture">{self.picture(source)}</figure>'
        text = data.get("text/plain", "")
        return f'<div class="output"><pre>{html.escape(text)}</pre></div>' if text else ""

    def picture(self, source):
        self.pictures += 1
        return f'<img src="{source}" alt="{html.escape(f"Picture {self.pictures}, of the section {self.section}")}">'

    def scene(self, data):
        page, source = data[PAGE], image(data)
        words = html.escape(page["words"])
        still = f'<img class="on-paper" src="{source}" alt="{words}">' if source else ""
        self.scenes += 1
        known = f'name="scene-{self.scenes}" title="{html.escape(page["title"])}"'
        frame = f'<iframe {known} srcdoc="{html.escape(page["html"])}"></iframe>'
        needs = f'<p class="needs">{html.escape(page["needs"])}</p>' if page["needs"] else ""
        caption = f"<figcaption>{html.escape(page['without'])}</figcaption>"
        return f'<figure class="scene">{needs}{frame}{still}<noscript>{still}</noscript>{caption}</figure>'

    def sliders(self, model_id):
        """What stands in the Output widgets of a layout of widgets, where its sliders stand, and what moving needs."""
        models = list(self.models(model_id))
        shown = [self.output(output) for state in models for output in map(AsOutput, state.get("outputs", []))]
        values = [f"{m['description']} = {number(m['value'])}" for m in models if m.get("description") and "value" in m]
        told = f"With {', '.join(values)}. " if values else ""
        told += f"To move the sliders takes Python: open {self.name}.ipynb in JupyterLab."
        return f'<figure class="still">{"".join(shown)}<figcaption>{html.escape(told)}</figcaption></figure>'

    def models(self, model_id):
        """The states of a widget and of all within it, from top to bottom."""
        state = self.widgets.get(model_id, {}).get("state", {})
        yield state
        for child in state.get("children", []):
            yield from self.models(child.removeprefix("IPY_MODEL_"))


class AsOutput(dict):
    """An output in the state of a widget, to be read like one of a cell."""

    __getattr__ = dict.__getitem__


def code(source):
    if not source.strip():
        return ""
    return f'<pre class="code">{highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))}</pre>'


def image(data):
    """The data URI of the image among the forms of a result, or None."""
    if "image/svg+xml" in data:
        encoded = base64.b64encode(data["image/svg+xml"].encode("utf-8")).decode("ascii")
        return f"data:image/svg+xml;base64,{encoded}"
    for kind in ("image/png", "image/jpeg"):
        if kind in data:
            return f"data:{kind};base64,{''.join(data[kind].split())}"
    return None


def number(value):
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def link(name):
    return f'<a href="{name}.html"><code>{name}</code></a>'


def title(notebook):
    """The first heading of a notebook, or None."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = next(filter(None, map(HEADING.search, texts)), None)
    return found and re.sub(r"[`*]", "", found[1]).strip()
