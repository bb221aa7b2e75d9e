"""The procedures that a scene can play, and their states as they travel to the page."""

from functools import partial
from types import MappingProxyType

import numpy as np

from svmlab import learning
from svmlab.page import wire_format

MOST_PASSES = 100.0  # through the points, after which a procedure is left
EVERY, DENSER = 60, 1.04  # all of the first states, then one at each so many times the passes of the last one
TOLERANCE = 1e-6  # of those that end

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
        "interior point": partial(learning.interior_point, tol=TOLERANCE),
        "active set": learning.active_set,
        "subgradient, no b": partial(learning.subgradient, tol=TOLERANCE),
        "Pegasos, no b": learning.pegasos,
        "perceptron": learning.dual_perceptron,
    }
)


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


def to_wire(states, optimum):
    """States of a procedure as they travel.

    C, the bound of its α, "inf" where it does not keep one. Of k states: step, passes, evaluations, dual, primal, gap,
    violation, b f8 (k,); alpha f8 (k x m), as the procedure has it; what, a sentence of each; looked, the points just
    looked at, none where it were all of them; moves, of each SMO step {points, before, unclipped, after, slope, H} of
    its two multipliers, else None; optimum, of its machine; ends, whether its last state meets its criterion.
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
    alpha = np.array([signs * state.coefficients[:, 0] for state in states])
    boxed = bool((alpha <= states[0].problem.upper).all())
    return {
        **series,
        "alpha": wire_format.array(alpha, "f8"),
        "C": float(states[0].problem.upper[0]) if boxed else "inf",
        "what": [state.what for state in states],
        "looked": [[] if len(state.looked_at) >= m else list(state.looked_at) for state in states],
        "moves": [None if state.move is None else _move(state) for state in states],
        "optimum": float(optimum),
        "ends": bool(states[-1].done),
    }


def _move(state):
    """A move of two multipliers, with what Q is around it: Q(before + d) = Q(before) + slopeᵀd - ½ dᵀHd."""
    move, program = state.move, state.problem.program
    H = np.array([program.column(v)[move.variables] for v in move.variables])
    after = 1.0 - program.product(state.multipliers)[move.variables]
    slope = after + H @ (move.after - move.before)
    arrays = {"before": move.before, "unclipped": move.unclipped, "after": move.after, "slope": slope, "H": H.ravel()}
    lists = {name: [float(value) for value in values] for name, values in arrays.items()}
    return {"points": [int(v) for v in move.variables], **lists}
