"""The ES modules of the page, joined into one: no build step, no bundler, no network.

A module is called by its path from here, as ``math/kernels.js``. It states what it needs as
``import { a, b } from "../math/kernels.js";`` on one or more lines and what it offers as ``export`` before a
declaration. Names are unique across modules, so that joining drops the imports and puts the texts one after the
other, each after those it needs; the exports stay, for tests, and of the default exports that of the entry.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
FLOORS = (
    "math",
    "engine",
    "words",
    "learning",
    "talk",
    "draw",
    "parts",
    "scenes",
)  # a module imports from its own and those before it
ENTRY = "scenes/scene.js"
ENTRIES = (
    ENTRY,
    "scenes/bounds.js",
    "scenes/kernel.js",
    "scenes/lagrange.js",
    "scenes/learning.js",
    "scenes/machines.js",
    "scenes/lecture.js",
    "scenes/three_gaussians.js",
    "engine/machine_engine.js",
)  # each with a default export: what anywidget asks for, and what a worker needs

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"(\.[\w./-]+)";[ \t]*\n', re.MULTILINE)
DEFAULT = re.compile(r"^export default (.*?);\n", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"^// ([\w/]+\.js)$", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*|//.*)\n", re.MULTILINE)
NOTE = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:const|let|class|function\*?) (\w+)", re.MULTILINE)
DECLARED = re.compile(r"^export (?=async |const |let |class |function)", re.MULTILINE)


def source(name):
    """Return the text of one module."""
    return (HERE / name).read_text(encoding="utf-8")


def imports(name):
    """Return {module: [names]} that a module imports."""
    return {
        resolved(name, other): [n.strip() for n in names.split(",") if n.strip()]
        for names, other in IMPORT.findall(source(name))
    }


def resolved(name, other):
    """Return what a module calls ``other``, as it is called from here."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), other))


def exports(name):
    """Return the names that a module exports."""
    return EXPORT.findall(source(name))


def needed_by(entry):
    """Return the modules that ``entry`` needs, itself last, each after those it imports."""
    order, open_modules = [], []

    def visit(name):
        if name in order:
            return
        if name in open_modules:
            raise ValueError(f"modules import each other in a circle: {' -> '.join([*open_modules, name])}")
        open_modules.append(name)
        for other in imports(name):
            visit(other)
        open_modules.pop()
        order.append(name)

    visit(entry)
    return order


@cache
def joined(entry=ENTRY):
    """Return the modules that ``entry`` needs as the text of one ES module."""
    *others, last = [IMPORT.sub("", source(name)) for name in needed_by(entry)]
    parts = [*(DEFAULT.sub("", text) for text in others), last]
    text = "\n".join(f"// {name}\n{part}" for name, part in zip(needed_by(entry), parts, strict=True))
    if re.search(r"^import\b", text, re.MULTILINE):
        raise ValueError(
            f'an import of {entry} is not of the form import {{ a, b }} from "./module.js" or "../floor/module.js";'
        )
    return text


def entry_of(text):
    """Return the entry of a text that ``joined`` has made."""
    return HEAD.findall(text)[-1]


@cache
def page_of(entries):
    """Return the modules that several entries need, a tuple, as one text that sets ``pageScenes[entry]`` for each.

    Each module has a scope of its own here, as names are unique among those of one entry only, and goes by a number; it
    travels ``lean``.
    """
    numbers = {name: i for i, name in enumerate(dict.fromkeys(n for entry in entries for n in needed_by(entry)))}
    scenes = ", ".join(f'"{entry}": pageModules[{numbers[entry]}].entry' for entry in entries)
    scopes = (scoped(name, numbers) for name in numbers)
    return lean("\n".join(["const pageModules = [];", *scopes, f"const pageScenes = {{ {scenes} }};"]))


def scoped(name, numbers):
    """Return one module as a statement that keeps what it offers in ``pageModules``, its default as ``entry``."""

    def taken(found):
        return f"const {{{found[1]}}} = pageModules[{numbers[resolved(name, found[2])]}];\n"

    text = IMPORT.sub(taken, source(name))
    offered = [*exports(name), *(f"entry: {value}" for value in DEFAULT.findall(text))]
    body = DECLARED.sub("", DEFAULT.sub("", text))
    returned = f"return {{ {', '.join(offered)} }};"
    return f"// {name}\npageModules[{numbers[name]}] = (() => {{\n{body}{returned}\n}})();"


def lean(text):
    """Return a module without its comments, those that have lines of their own, and without what its lines are set in
    by: no text of a module goes over several lines."""
    return INDENT.sub("", COMMENT.sub("", text))


def lean_sheet(text):
    """Return a style sheet without its comments and without what its lines are set in by."""
    return INDENT.sub("", NOTE.sub("", text))


def sheets(entries=ENTRIES):
    """Return the style sheets of a page of these entries: those beside the modules that it needs.

    Each stands after those of the modules that its own needs, in an order that is the same for all pages.
    """
    needed = {name for entry in entries for name in needed_by(entry)}
    names = dict.fromkeys(name for entry in (*ENTRIES, *entries) for name in needed_by(entry))
    beside = [name.replace(".js", ".css") for name in names if name in needed]
    return [name for name in beside if (HERE / name).exists()]


@cache
def stylesheet(entries=ENTRIES):
    """Return the style sheet of a page of several entries, a tuple.

    That of all is for a page in which scenes come and go: it does not matter which of them was shown last.
    """
    return "\n".join(map(source, sheets(entries)))
