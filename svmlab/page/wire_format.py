"""What travels to the page: machines, exact solutions and paths as plain dicts with little-endian arrays.

An array is ``{"dtype": "f8" | "f4" | "i4" | "u2" | "u1", "data": bytes}``.

machine
    epoch         number; a solution belongs to the machine of the same epoch
    kernel        {name, parameters...} when the page knows the kernel, else None
    X, y          f8 (m x 2), u2 (m,) class indices
    hues          place of each class among those a point can have, which gives its colour and shape
    classes       names; outputs: 1 (two classes, f > 0 means classes[1]) or Q
    weight        f8 (m,), only if not all are 1; the bound of a variable is C times the weight of its point
    limits        [[x0, x1], [y0, y1]] of the picture; aspect, its width over its height
    title, axes   text
    whole         {classes, axes} where a name of them is cut

path              (a single solution is a path of one segment of length zero)
    C             f8 (P + 1,) breakpoints; segment p is [C_p, C_{p+1}]; the last may be infinite
    ptr           i4 (P + 1,); index i4, alpha f8, slope f8: free variables of segment p are the entries
                  ptr[p]..ptr[p+1], alpha + slope (C - C_p)
    toggle_ptr    i4 (P + 1,); toggle i4: variables that enter or leave the upper bound as segment p begins,
                  for p = 0 all that are bounded; bounded variables are C times weight, all others 0
    b, b_slope    f8 (P x outputs)
    scores        f8 (m x outputs) at the points, field f4 (outputs x ny x nx) on a grid, shape [ny, nx]: of a
                  single solution whose kernel the page does not know
    certificate   {certified, gap, kkt, text}
    epoch         of the machine

Variable v of a two-class machine is point v; with Q classes v = i Q + k is point i against rival k.
"""

import numpy as np

from svmlab import kernels, style
from svmlab.page.constants import BOUNDED, FREE, GRID_COLUMNS

AXES = ("x₁", "x₂")


def array(values, dtype):
    """Return an array as it travels."""
    return {"dtype": dtype, "data": np.ascontiguousarray(values, dtype="<" + dtype).tobytes()}


def numbers(packed, shape=(-1,)):
    """Return the array that ``array`` packed."""
    return np.frombuffer(packed["data"], dtype="<" + packed["dtype"]).reshape(shape)


def page_kernel(kernel):
    """Return {name, parameters} of a kernel that the page can evaluate, None for any other."""
    return {"name": kernel.name, **kernels.parameters(kernel)} if type(kernel) in kernels.OF_POINTS else None


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


def statuses(alpha, upper):
    """Return 0 (at zero), 1 (free) or 2 (at the upper bound) for every dual variable."""
    return np.where(alpha <= 0, 0, np.where(alpha >= upper, BOUNDED, FREE)).astype(np.uint8)


def solution(C, alpha, upper, b):
    """Return a single solution as a path of one segment; alpha, upper (m,) or (m, Q), b a number or (Q,)."""
    alpha, upper = np.ravel(alpha), np.ravel(upper)
    status = statuses(alpha, upper)
    (free,), (bounded,) = np.nonzero(status == FREE), np.nonzero(status == BOUNDED)
    segment = (free, alpha[free], np.zeros(len(free)), bounded, np.atleast_1d(b), np.zeros(np.size(b)))
    return path([C, C], [segment])


def path(C, segments):
    """Return a path; ``C`` are the P + 1 breakpoints, ``segments`` P tuples
    (free variables, their alpha, their slope, bounded variables, b, slope of b) at the start of each."""
    index, alpha, slope, bounded, b, b_slope = zip(*segments, strict=True)
    toggles = _toggles(bounded)
    return {
        "C": array(C, "f8"),
        "ptr": array(_starts(index), "i4"),
        "index": array(np.concatenate(index), "i4"),
        "alpha": array(np.concatenate(alpha), "f8"),
        "slope": array(np.concatenate(slope), "f8"),
        "toggle_ptr": array(_starts(toggles), "i4"),
        "toggle": array(np.concatenate(toggles), "i4"),
        "b": array(np.stack(b), "f8"),
        "b_slope": array(np.stack(b_slope), "f8"),
    }


def _starts(lists):
    return np.concatenate([[0], np.cumsum([len(values) for values in lists])])


def _toggles(bounded):
    before = np.zeros(0, dtype=int)
    toggles = []
    for now in bounded:
        toggles.append(np.setxor1d(before, now))
        before = np.asarray(now, dtype=int)
    return toggles


def fitted(svm, *, aspect, box=None, title="", axes=AXES, epoch=0):
    """Return (machine, solution) of a fitted machine of the plane; ``box`` are the limits of the picture."""
    known = svm._projector is None and page_kernel(svm.kernel_) is not None
    box = limits(svm.X_fit_, aspect) if box is None else box
    state = machine(
        svm.X_fit_, svm.codes_, svm.kernel_ if known else None, class_names(svm.classes_), outputs=outputs(svm),
        limits=box, aspect=aspect, weight=svm.sample_weight_, title=title, axes=axes, epoch=epoch,
    )  # fmt: skip
    return state, fitted_solution(svm, box, aspect, known=known, epoch=epoch)


def fitted_solution(svm, box, aspect, *, known, epoch):
    """Return the solution of a fitted machine, with scores and field where the page cannot compute them."""
    state = solution(svm.C_, svm.alpha_, svm.upper_, svm.solution_.b)
    state["epoch"] = epoch
    state["certificate"] = certificate(svm.solution_)
    if not known:
        nx, ny = GRID_COLUMNS, round(GRID_COLUMNS / aspect)
        x, y = (np.linspace(*along, n) for along, n in zip(box, (nx, ny), strict=True))
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        state["scores"] = array(raw_scores(svm, svm.X_fit_), "f8")
        state["field"] = array(raw_scores(svm, grid).T, "f4")
        state["shape"] = [ny, nx]
    return state


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
