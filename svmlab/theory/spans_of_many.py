"""U_p² of many classes: the least that the free multipliers must move, in feature space, to make up for a point.

    U_p² = min δᵀHδ  over δ with δ_p = α_p, δ = 0 where the others are at a bound, α - u ≤ δ ≤ α, Eᵀδ = 0

α - δ is allowed without p, and costs the dual ½ U_p² more than the slack of p; see S7 of notebooks/THEOREMS.md.
"""

import numpy as np

from svmlab.engine import small_programs


def squared_span(svm, p):
    """Return U_p² of point p of a trained MulticlassSVM; inf where the free multipliers cannot make up for it."""
    program, alpha = svm.solution_.program, svm.solution_.alpha
    own = program.example == p
    free = np.flatnonzero((alpha > 0) & (alpha < program.upper) & ~own)
    row = np.where(own, alpha, 0.0)
    if not row.any():
        return 0.0
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
