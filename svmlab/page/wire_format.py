"""What travels to the page: machines, and exact solutions where the page cannot find them, as plain dicts.

An array is ``{"dtype": "f8" | "f4" | "i4" | "u2" | "u1", "data": bytes}``; where bytes cannot travel,
``{"base64": text}`` stands in their place, see ``as_text``.

machine
    epoch         number; a solution belongs to the machine of the same epoch
    kernel        {name, parameters...} when the page knows the kernel, else None
    X, y          f8 (m x 2), u2 (m,) class indices
    hues          place of each class among those a point can have, which gives its colour and shape
    classes       names; outputs: 1 (two classes, f > 0 means classes[1]) or Q
    weight        f8 (m,), only if not all are 1; the bound of a variable is C times the weight of its point
    limits        [[x0, x1], [y0, y1]] of the picture; aspect, its width over its height
    title, axes   text; data, that of the points alone, and note, what they are for, or None
    pair          outputs of the machine of two classes, if edits leave two; by, the page that has told of it, or None
    whole         {classes, axes} where a name of them is cut

solution
    epoch         of its machine
    C             number, or "inf"
    alpha         f8 (n,) by variables; b, f8 (outputs,)
    scores        f8 (m x outputs) at the points, field f4 (outputs x ny x nx) on a grid, shape [ny, nx]: where the page
                  does not know the kernel
    certificate   {certified, gap, kkt, text}

Variable v of a two-class machine is point v; with Q classes v = i Q + k is point i against rival k.
"""

import base64

import numpy as np

from svmlab import kernels, style
from svmlab.page.constants import GRID_COLUMNS, TABLE

AXES = ("x₁", "x₂")


def array(values, dtype):
    """Return an array as it travels."""
    return {"dtype": dtype, "data": np.ascontiguousarray(values, dtype="<" + dtype).tobytes()}


def numbers(packed, shape=(-1,)):
    """Return the array that ``array`` packed."""
    return np.frombuffer(packed["data"], dtype="<" + packed["dtype"]).reshape(shape)


def as_text(value):
    """Return state as JSON has it: bytes as ``{"base64": text}``."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: as_text(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_text(inner) for inner in value]
    return value


def number_to_wire(C):
    """Return a number as it travels: JSON has no infinity."""
    return "inf" if np.isinf(C) else float(C)


def page_kernel(kernel):
    """Return {name, parameters} of a kernel that the page can evaluate, None for any other."""
    return {"name": kernel.name, **kernels.parameters(kernel)} if type(kernel) in kernels.OF_POINTS else None


def page_proposal(kernel):
    """The same, and {name, text} of a formula where the kernel has one in the plane, None for any other."""
    if type(kernel) in kernels.OF_POINTS:
        return page_kernel(kernel)
    text = kernel.typed(2)
    return text and {"name": kernels.Formula.name, "text": kernels.Formula(text).text}


def machine(X, y, kernel, classes, *, outputs, limits, aspect, weight=None, title="", axes=AXES, epoch=0):
    """Return the machine without its solution; X (m, 2), y (m,) class indices, ``classes`` their names."""
    state = {
        "epoch": epoch,
        "kernel": page_kernel(kernel),
        "X": array(X, "f8"),
        "y": array(y, "u2"),
        "classes": [style.shortened(name, style.CLASS_NAME) for name in classes],
        "outputs": outputs,
        "limits": [[float(low), float(high)] for low, high in limits],
        "aspect": aspect,
        "title": title,
        "axes": [style.shortened(name) for name in axes],
    }
    whole = {"classes": [str(name) for name in classes], "axes": [str(name) for name in axes]}
    if any(state[name] != whole[name] for name in whole):
        state["whole"] = whole
    if weight is not None and not np.all(weight == 1):
        state["weight"] = array(weight, "f8")
    return state


def kernel_of(svm):
    """Return the kernel of a fitted machine where the page can evaluate it, else None."""
    return svm.kernel_ if svm._projector is None and page_kernel(svm.kernel_) is not None else None


def trained_in_page(svm):
    """Whether the page trains a machine like this one by itself, as ``MachineEngine.knows`` has it."""
    kernel = kernel_of(svm)
    variables = len(svm.X_fit_) * (len(svm.classes_) - 1)
    return kernel is not None and kernel.positive_semidefinite and variables <= TABLE["LARGEST"]


def solution(svm, box, aspect, *, epoch=0):
    """Return the solution of a fitted machine, with scores and field where the page cannot compute them."""
    state = {
        "epoch": epoch,
        "C": number_to_wire(svm.C_),
        "alpha": array(svm.alpha_, "f8"),
        "b": array(svm.solution_.b, "f8"),
        "certificate": certificate(svm.solution_),
    }
    if kernel_of(svm) is None:
        nx, ny = GRID_COLUMNS, round(GRID_COLUMNS / aspect)
        x, y = (np.linspace(*along, n) for along, n in zip(box, (nx, ny), strict=True))
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        state["scores"] = array(raw_scores(svm, svm.X_fit_), "f8")
        state["field"] = array(raw_scores(svm, grid).T, "f4")
        state["shape"] = [ny, nx]
    return state


def left_out(svm, result):
    """Return a LeaveOneOut of a machine as it travels.

    scores f8 (m x outputs), margin f8, predicted u2, error, tied, undefined u1: (m,), of each point without it
    """
    flags = {"error": result.errors, "tied": result.ties, "undefined": result.undefined}
    return {
        "scores": array(result.scores, "f8"),
        "margin": array(result.margin, "f8"),
        "predicted": array(np.searchsorted(svm.classes_, result.predictions), "u2"),
        **{name: array(values, "u1") for name, values in flags.items()},
    }


def certificate(solution):
    """Return what a solution says about itself."""
    return {
        "certified": solution.certified,
        "gap": float(solution.relative_gap),
        "kkt": float(solution.kkt_residual),
        "text": solution.status,
    }


def outputs(svm):
    """Return the number of scores of a machine: 1 for the two-class machine, else Q."""
    return 1 if svm.alpha_.ndim == 1 else len(svm.classes_)


def raw_scores(svm, Z):
    """Return the (n, outputs) scores as the page computes them."""
    return svm.decision_function(Z)[:, None] if outputs(svm) == 1 else svm.scores(Z)


def class_names(classes):
    """Return the names of classes as text; -1 and 1 with their signs."""
    if np.array_equal(classes, [-1, 1]):
        return ["−1", "+1"]
    return [str(name) for name in classes]


def limits(X, aspect, padding=0.08):
    """Return [[x0, x1], [y0, y1]] around the points for a picture ``aspect`` times as wide as high.

    Both axes get the same scale, so that distances look as they are, unless one range is over four times the
    other, as with features in different units.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    span = high - low
    span = np.where(span > 0, span, span.max() or 1.0)
    half = span * (0.5 + padding)
    if max(span) <= 4 * min(span):
        height = max(half[1], half[0] / aspect)
        half = np.array([aspect * height, height])
    middle = 0.5 * (low + high)
    return np.stack([middle - half, middle + half], axis=1).tolist()
