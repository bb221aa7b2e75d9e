"""What the page of a machine is told beforehand: its path, and what each point gets when it is left out."""

from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.explorers.descriptions import kernel_label, number_text
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.machine_scene import number_to_wire
from svmlab.explorers.page_errors import error_text
from svmlab.page import path_format


def contents(explorer, tell):
    """Return the Contents of an Explorer, which says its own title and what it is told beside this."""
    svm = machine_of(explorer)
    whole, error = known_path(explorer, tell)
    state = explorer_state(explorer, svm, whole, error, tell)
    moves = f"C stands still here: {error}" if whole is None else "C follows the exact path."
    at = "at the hard margin" if svm.C_ == float("inf") else f"at C = {number_text(svm.C_)}"
    told = f"Point at a point, or choose one: {explorer.page_tells} {at}."
    needs = "Only in a notebook: other data and kernels, points to drag, and “leave this point out”."
    kind = f"M-SVM of {len(svm.classes_)} classes" if svm.alpha_.ndim == 2 else "Two-class machine"
    title = f"{explorer.page_title.format(kind)}: {explorer.scene.machine['title']}"
    return Contents(title, f"This page runs without Python. {moves} {told}", state, needs)


def machine_of(explorer):
    """The machine in the picture; ValueError where the controls describe none."""
    if explorer.error is not None or explorer.svm is None:
        raise ValueError(
            f"the explorer has no machine for what its controls say, so there is nothing to export: {explorer.error} "
            "Set its controls to something that can be trained, or call its restore(), and export again"
        )
    return explorer.svm


def explorer_state(explorer, svm, whole, error, tell):
    """The state of a scene whose page will not ask for more."""
    epoch, C = explorer.scene.machine["epoch"], number_to_wire(svm.C_)
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
        path = explorer.follow_path(lambda C: tell(f"path: C = {number_text(C)}"))
        if path.n_bounded[-1]:
            return path, None
    except (ValueError, ArithmeticError) as error:
        return None, error_text(error)
    try:
        return regularization_path(svm, explorer.C.min, float("inf")), None
    except ValueError:  # no point has slack at the largest C, and yet the classes cannot be separated
        return path, None
