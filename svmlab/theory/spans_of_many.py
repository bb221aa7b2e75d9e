"""U_p² of many classes: the least that the free multipliers must move, in feature space, to make up for a point.

    U_p² = min δᵀHδ  over δ with δ_p = α_p, δ = 0 where the others are at a bound, α - u ≤ δ ≤ α, Eᵀδ = 0

α - δ is allowed without p, and costs the dual ½ U_p² more than the slack of p; see S7 of notebooks/THEOREMS.md.
"""

import numpy as np

from svmlab.engine import active_set, exchanges, small_programs
from svmlab.exact.loo import Following


def squared_spans(svm, points=None):
    """Return (m,) U_p² of the points of a trained MulticlassSVM, or of some of them and nan elsewhere.

    0 where p is no support vector, inf where the free multipliers cannot make up for p. The multipliers of p are led to
    zero while the free ones alone follow: their margins are 1, so that the optimum that they keep is this least δᵀHδ.
    """
    program, alpha = svm.solution_.program, svm.solution_.alpha
    following = Following(svm.solution_)
    base = following.active.copy()
    base.side[:] = 0.0  # nothing but the free multipliers follows
    followed = np.array_equal(np.sort(base.free), np.flatnonzero((alpha > 0) & (alpha < program.upper)))
    found = np.full(len(svm.codes_), np.nan)
    for p in range(len(found)) if points is None else points:
        own = np.flatnonzero(program.example == p)
        if not alpha[own].any():
            found[p] = 0.0
            continue
        found[p] = _led_to_zero(base, following.scaling.unit, own) if followed else np.nan
        if np.isnan(found[p]):
            found[p] = by_definition(program, alpha, own)
    return found


def _led_to_zero(base, unit, own):
    """U_p² of the point of the variables ``own``; nan where they cannot be followed."""
    without = base.copy()
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise"):
            for v in own:
                without.hold(v)
            for _ in without.follow(1.0, held=(own, -without.a[own])):
                pass
    except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError, FloatingPointError):
        return np.nan
    delta = base.a - without.a
    delta[own] = base.a[own]
    if np.abs(delta @ base.program.E).max() > 1e-9 * np.abs(delta).max():
        return np.nan
    return max(0.0, unit * float(delta @ base.program.product(delta)))


def by_definition(program, alpha, own):
    """The same as a small quadratic program in δ, for the variables ``own`` of a point."""
    row = np.zeros(len(alpha))
    row[own] = alpha[own]
    free = np.setdiff1d(np.flatnonzero((alpha > 0) & (alpha < program.upper)), own)
    if not len(free):
        return np.inf
    scale = alpha.max()
    moved, E = program.product(row), program.E[:, :-1]  # the columns of E sum to zero
    H = program.products(np.eye(len(alpha))[free])[:, free]
    bounds = np.vstack([np.eye(len(free)), -np.eye(len(free))])
    limits = np.concatenate([alpha[free], program.upper[free] - alpha[free]]) / scale
    finite = np.isfinite(limits)
    try:
        found = small_programs.quadratic_program(
            H, moved[free] / scale, bounds[finite], limits[finite], E[free].T, -(row @ E) / scale
        )
    except ValueError:
        return np.inf
    return max(0.0, scale**2 * 2.0 * found.objective + float(row @ moved))
