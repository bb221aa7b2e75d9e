"""The procedures that a scene can play. Most run in the page (``page/learning``); states of the others travel there."""

from functools import partial
from types import MappingProxyType

import numpy as np

from svmlab import kernels, learning
from svmlab.page import wire_format
from svmlab.page.constants import TABLE

MOST_PASSES = TABLE["MOST_PASSES"]  # through the points, after which a procedure is left
EVERY, DENSER = TABLE["EVERY"], TABLE["DENSER"]  # all of the first states, then one at so many times the last passes
TOLERANCE = TABLE["TOLERANCE"]  # of those that end


def perceptron(svm, X, y):
    """The perceptron with w where the kernel is linear, else in its dual form."""
    linear = isinstance(svm.kernel_, kernels.Linear)
    return (learning.perceptron if linear else learning.dual_perceptron)(svm, X, y)


PROCEDURES = MappingProxyType(
    {
        "SMO, second order": partial(learning.smo, choice="second order", tol=TOLERANCE),
        "SMO, most violating": partial(learning.smo, choice="violating", tol=TOLERANCE),
        "SMO, Platt": partial(learning.smo, choice="platt", tol=TOLERANCE),
        "SMO, random": partial(learning.smo, choice="random", tol=TOLERANCE),
        "naive ascent, no b": partial(learning.naive_ascent, tol=TOLERANCE),
        "projected ascent": partial(learning.projected_ascent, tol=TOLERANCE),
        "chunking": partial(learning.vapnik_chunking, M=5, begin=6),
        "Frank-Wolfe": partial(learning.frank_wolfe, tol=TOLERANCE),
        "subgradient, no b": partial(learning.subgradient, tol=TOLERANCE),
        "Pegasos, no b": learning.pegasos,
        "perceptron": perceptron,
        "smoothed hinge": partial(learning.smoothed_hinge, tol=TOLERANCE),
        "interior point": partial(learning.interior_point, tol=TOLERANCE),
        "active set": learning.active_set,
    }
)
OF_PYTHON = "smoothed hinge", "interior point", "active set"  # of which the page has only what is sent
RATED = "naive ascent, no b", "projected ascent"  # which have a rate η


def run(name, svm, rate=None):
    """The states of a procedure that are shown, on the points of a fitted machine; ``rate`` where it has one."""
    rated = {"rate": rate} if name in RATED else {}
    return kept(PROCEDURES[name](svm, svm.X_fit_, svm.y_fit_, **rated))


def kept(states):
    """The states that a player shows: every one at first, fewer and fewer later, and the last.

    For as long as ``MOST_PASSES`` passes, then a procedure is left where it is.
    """
    shown, last, goal = [], None, 0.0
    for state in states:
        last = state
        if state.step < EVERY or state.done or state.passes >= goal:
            shown.append(state)
            goal = DENSER * state.passes
        if state.passes > MOST_PASSES:
            break
    return shown if shown[-1] is last else [*shown, last]


def to_wire(states, setting):
    """States of a procedure of the machine with b as they travel.

    setting, at which they were run; C, the bound of α. Of k states: step, passes, evaluations, dual, primal, gap,
    violation, b f8 (k,); alpha f8 (k x m), as the procedure has it; what, a sentence of each; looked, the points just
    looked at, none where it were all of them; ends, whether its last state meets its criterion.
    """
    m = states[0].problem.m
    series = {
        title: wire_format.array([getattr(state, source) for state in states], "f8")
        for title, source in {
            "step": "step", "passes": "passes", "evaluations": "evaluations", "dual": "dual", "primal": "primal",
            "gap": "relative_gap", "violation": "violation", "b": "b",
        }.items()
    }  # fmt: skip
    signs = states[0].problem.signs
    return {
        **series,
        "alpha": wire_format.array(np.array([signs * state.coefficients[:, 0] for state in states]), "f8"),
        "C": float(states[0].problem.upper[0]),
        "what": [state.what for state in states],
        "looked": [[] if len(state.looked_at) >= m else list(state.looked_at) for state in states],
        "ends": bool(states[-1].done),
        "setting": setting,
    }
