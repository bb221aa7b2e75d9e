"""What the page of a machine does by itself, and what it is told where its kernel is known to Python only."""

import copy

import numpy as np

from svmlab.exact.loo import leave_one_out
from svmlab.explorers import menus
from svmlab.explorers.descriptions import kernel_label, number_text
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.page_errors import error_text
from svmlab.machines.machine import status_is_told
from svmlab.page import wire_format
from svmlab.page.wire_format import number_to_wire

BY_ITSELF = (
    "This page runs without Python: it holds the exact machine. Data, kernel and C change, points are dragged, added, "
    "deleted, given another class and left out, and what each gets without it is known at every C."
)


def contents(explorer, tell):
    """Return the Contents of an Explorer, which says its own title and what it is told beside this."""
    svm = machine_of(explorer)
    kind = f"M-SVM of {len(svm.classes_)} classes" if svm.alpha_.ndim == 2 else "Two-class machine"
    title = f"{explorer.page_title.format(kind)}: {explorer.scene.machine['title']}"
    tables = menus.tables(explorer.data_sets, explorer.setting.points.own)
    state = {**traits(explorer.scene), "tables": tables, "heading": explorer.page_title}
    at = "at the hard margin" if np.isinf(svm.C_) else f"at C = {number_text(svm.C_)}"
    if wire_format.trained_in_page(svm):
        tell("whether there is a hard margin")
        hard = bool(np.isinf(svm.C_)) or is_separated(svm)
        tells = explorer.page_tells and f"{explorer.page_tells} {at}, of the points it began with."
        state |= {"options": {**state["options"], "hard": hard}}
        return Contents(title, f"{BY_ITSELF} {tells}".strip(), state)
    tell("what each point gets when it is left out")
    state["left_out"] = {"epoch": state["machine"]["epoch"], "C": number_to_wire(svm.C_), **left_out(svm)}
    stands = f"C stands still here: the scores of the {kernel_label(svm.kernel_)} are computed by Python."
    told = f"Point at a point, or choose one: what it gets when it is left out is told {at}."
    needs = "Only in a notebook, or with another kernel: another C, points to drag, and “leave this point out”."
    return Contents(title, f"This page runs without Python. {stands} {told}", state, needs)


def machine_of(explorer):
    """The machine in the picture; ValueError where the controls describe none."""
    if explorer.error is not None or explorer.svm is None:
        raise ValueError(
            f"the explorer has no machine for what its controls say, so there is nothing to export: {explorer.error} "
            "Set its controls to something that can be trained, or call its restore(), and export again"
        )
    return explorer.svm


@status_is_told()
def is_separated(svm):
    """Whether there is a hard margin: the slider of the page ends there."""
    try:
        copy.copy(svm).set_params(C=np.inf).fit(svm.X_fit_, svm.y_fit_)  # from a soft margin refit would take longer
    except ValueError:
        return False
    return True


def left_out(svm):
    """What each point gets when it is left out, or {error}."""
    try:
        return wire_format.left_out(svm, leave_one_out(svm))
    except ValueError as refused:
        return {"error": error_text(refused)}
