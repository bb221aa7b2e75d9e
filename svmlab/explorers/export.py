"""An explorer as one HTML file that needs no Python and no network: the same front end on data that stand in it.

Whatever the page would ask Python for and can be told beforehand is computed for it: the path, the curves of the
bounds, what each point gets when it is left out. A sentence in the page says what is left to the notebook.
"""

import base64
import html
import json
import re
from dataclasses import dataclass
from functools import singledispatch

import anywidget

import svmlab
from svmlab import atomic_file
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.explorers.bounds import AlongPath, BoundsExplorer, packed_report
from svmlab.explorers.explorer import Explorer, error_text, kernel_label, number_text
from svmlab.explorers.lagrange import PRESETS, LagrangeExplorer
from svmlab.explorers.lecture import Lecture
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.scene import number_to_wire
from svmlab.explorers.three_gaussians import ThreeGaussiansLab
from svmlab.page import modules, path_format

STANDARD = {*anywidget.AnyWidget.class_trait_names(), "_esm", "_css", "_anywidget_id"}  # of every widget
DEFAULT_EXPORT = re.compile(r"^export default ", re.MULTILINE)


@dataclass(frozen=True)
class Contents:
    """What a page shows: title, the picture in words, what it does without Python, the state of its scene; ``needs``,
    what only a notebook does.
    """

    title: str
    words: str
    without: str
    state: dict
    needs: str = ""


def export_html(explorer, file, *, title=None, progress=None):
    """Write an explorer to an HTML file that runs without Python and without network, and return its path.

    explorer   a MarginExplorer, MulticlassExplorer, BoundsExplorer, MachinesExplorer, LagrangeExplorer or
               ThreeGaussiansLab
    file       where to; an existing file is replaced once the new one is complete
    title      heading of the page, by default what the picture shows
    progress   called with a sentence, "bounds: 3 of 51 values of C", while the page is being computed

    The slider of C follows the exact path; bounds and machines along C are computed for all values of C first. What
    each point gets when it is left out, and its terms in the bounds, are told at the C of the explorer only. Raises
    TypeError for what is no explorer, ValueError where it shows no machine or where the folder does not exist.
    """
    file = atomic_file.target(file, "handout.html")
    if isinstance(explorer, Lecture):
        raise TypeError(
            "export_html writes one explorer, and a Lecture has many: give it the one that is shown, lecture.explorer, "
            "or write all of explorers.SCENES as pages with python3 lab.py gallery"
        )
    if not isinstance(explorer, Explorer | LagrangeExplorer | ThreeGaussiansLab):
        raise TypeError(
            "export_html writes explorers, such as explorers.MarginExplorer(), got "
            f"{type(explorer).__name__}: {explorer!r:.80}"
        )
    page = contents(explorer, progress or (lambda sentence: None))
    without = f"{page.without} {page.needs}".strip()
    text = document([explorer.scene], [page.state], title or page.title, page.words, without, still(explorer))
    atomic_file.write(file, text)
    return file


def framed(explorer):
    """Return {title, words, without, needs, html}: the page to be put into a frame of another, which says the rest."""
    page = contents(explorer, lambda sentence: None)
    text = document([explorer.scene], [page.state], page.title, page.words, page.without, kind="framed")
    return {"title": page.title, "words": page.words, "without": page.without, "needs": page.needs, "html": text}


# What each explorer tells its page.


@singledispatch
def contents(explorer, tell):
    """Return the Contents of an explorer, with all computed that a page can hold; ``tell`` hears of the progress."""
    raise TypeError(f"{type(explorer).__name__} cannot be exported")


@contents.register
def _(explorer: Explorer, tell):
    svm = machine_of(explorer)
    whole, error = known_path(explorer, tell)
    state = explorer_state(explorer, svm, whole, error, tell)
    moves = f"C stands still here: {error}" if whole is None else "C follows the exact path."
    at = "at the hard margin" if svm.C_ == float("inf") else f"at C = {number_text(svm.C_)}"
    told = f"Point at a point, or choose one: what it gets when it is left out is told {at}."
    needs = "Only in a notebook: other data and kernels, points to drag, and “leave this point out”."
    kind = f"M-SVM of {len(svm.classes_)} classes" if svm.alpha_.ndim == 2 else "Two-class machine"
    title = f"{kind}: {explorer.scene.machine['title']}"
    return Contents(title, words_of(explorer), f"This page runs without Python. {moves} {told}", state, needs)


@contents.register
def _(explorer: BoundsExplorer, tell):
    page = contents.dispatch(Explorer)(explorer, tell)
    svm, epoch = explorer.svm, explorer._epoch
    state = {**page.state, "bounds": {"epoch": epoch, "error": None}}
    known = {"epoch": epoch, "C": number_to_wire(svm.C_)}
    try:
        along = known_bounds(explorer, tell)
        state["bounds"] = {"epoch": epoch, **along.packed()}
        state["limit"] = {} if along.limit is None else {"epoch": epoch, "C": "inf", **along.limit}
        tell("bounds at the C in the picture")
        state["report"] = {**known, **packed_report(svm)}
    except Exception as error:  # the reader is told, beside a picture that is right
        state["bounds"] = {"epoch": epoch, "error": error_text(error)}
        state["report"], state["limit"] = {**known, "error": error_text(error)}, {}
    without = page.without.replace(
        "when it is left out is told", "when it is left out and its terms in the bounds are told"
    )
    title = page.title.replace(": ", ", bounds on its leave-one-out error: ", 1)
    return Contents(title, page.words, without, state, page.needs)


@contents.register
def _(explorer: MachinesExplorer, tell):
    machine_of(explorer)
    explorer.complete(lambda done, total: tell(f"machines: {done} of {total} steps"))
    page = contents.dispatch(Explorer)(explorer, tell)
    without = page.without.replace(
        "when it is left out is told", "when it is left out and the machines side by side are told"
    )
    title = page.title.replace(": ", " and five other machines: ", 1)
    return Contents(title, page.words, without, page.state, page.needs)


@contents.register
def _(explorer: LagrangeExplorer, tell):
    name = explorer.preset
    title = PRESETS[name] if name else "A constrained problem"
    without = (
        "This page runs without Python: it solves the problem itself, whatever is dragged, and has all its examples."
    )
    return Contents(f"Lagrange multipliers. {title}", words_of(explorer), without, traits(explorer.scene))


@contents.register
def _(lab: ThreeGaussiansLab, tell):
    for _ in lab._steps:
        tell(f"machines along C: {lab._trained} of {len(lab.C_grid)}")
    lab.complete()
    state = traits(lab.scene)
    state["answer"] = {**state["answer"], "error": None}
    without = (
        "This page runs without Python: C moves along machines that were trained for it, and where a class is dragged "
        "or its prior changed, Bayes' classifier and its risk follow."
    )
    needs = "Only in a notebook: the best lines and the M-SVM of other classes, other samples, and “50 samples”."
    return Contents("Three Gaussian classes and their exact risks", words_of(lab), without, state, needs)


def machine_of(explorer):
    """The machine in the picture; ValueError where the controls describe none."""
    if explorer.error is not None or explorer.svm is None:
        raise ValueError(
            f"the explorer has no machine for what its controls say, so there is nothing to export: {explorer.error} "
            "Set its controls to something that can be trained, or call its restore(), and export again"
        )
    return explorer.svm


def words_of(explorer):
    """The summary without the name of the class."""
    words = explorer.summary().split(": ", 1)[1]
    return words[0].upper() + words[1:]


def traits(scene):
    """Return all that the scene tells the page."""
    return {name: getattr(scene, name) for name in type(scene).class_trait_names(sync=True) if name not in STANDARD}


def explorer_state(explorer, svm, whole, error, tell):
    """The state of a scene whose page will not ask for more."""
    epoch, C = explorer._epoch, number_to_wire(svm.C_)
    tell("what each point gets when it is left out")
    try:
        left_out = path_format.left_out(svm, leave_one_out(svm))
    except ValueError as refused:
        left_out = {"error": error_text(refused)}
    state = traits(explorer.scene)
    reaches = svm.C_ == float("inf") or (whole is not None and whole.C_max == float("inf"))
    return {
        **state,
        "options": {**state["options"], "hard": reaches},
        "path": {"epoch": epoch, "error": error} if whole is None else path_format.packed(whole, epoch=epoch),
        "left_out": {"epoch": epoch, "C": C, **left_out},
        "withdrawal": {},
    }


def known_path(explorer, tell):
    """(path over the range of the slider, on to the hard margin where it comes near, None), or (None, why not)."""
    svm = explorer.svm
    if explorer.scene.machine["kernel"] is None:
        return None, f"the scores of the {kernel_label(svm.kernel_)} are computed by Python."
    try:
        if explorer.path is None:
            explorer.path = regularization_path(
                svm, explorer.C.min, explorer.C.max, progress=lambda C: tell(f"path: C = {number_text(C)}")
            )
        if explorer.path.n_bounded[-1]:
            return explorer.path, None
    except (ValueError, ArithmeticError) as error:
        return None, error_text(error)
    try:
        return regularization_path(svm, explorer.C.min, float("inf")), None
    except ValueError:  # no point has slack at the largest C, and yet the classes cannot be separated
        return explorer.path, None


def known_bounds(explorer, tell):
    """The curves of a BoundsExplorer, complete."""
    if explorer.path is None:
        known_path(explorer, tell)
    if explorer.path is None:
        explorer.path = regularization_path(explorer.svm, explorer.C.min, explorer.C.max)
    along = explorer._progress
    if along is None or along.path is not explorer.path:
        along = AlongPath(explorer.path)
    explorer._progress = None
    while len(along.done) < along.total:
        along.go_on(until=len(along.done) + 1)
        tell(f"bounds: {len(along.done)} of {along.total} values of C")
    explorer._progress = along  # unless it failed
    return along


def still(explorer):
    """The picture for a page without JavaScript."""
    if not explorer.drawable:
        return ""
    image = base64.b64encode(explorer._png()).decode()
    return f'<img alt="{html.escape(explorer.summary())}" src="data:image/png;base64,{image}">'


# The document.


def document(scenes, states, title, words, without, still="", kind="alone"):
    """Return the page of one or several scenes of one kind as HTML; ``kind`` is "alone" or "framed"."""
    scene = scenes[0]
    state = json.dumps([packed(state) for state in states], allow_nan=False).replace("<", "\\u003c")
    parts = {
        "version": svmlab.__version__,
        "kind": kind,
        "title": html.escape(title),
        "words": html.escape(words),
        "without": html.escape(without),
        "still": still,
        "style": f"{scene._css}\n{modules.source('document.css')}",
        "state": state,
        "module": DEFAULT_EXPORT.sub("const pageScene = ", scene._esm),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], modules.source("document.html"))


def packed(value):
    """State as JSON has it; bytes in base 64."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: packed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [packed(inner) for inner in value]
    return value
