"""Which points of an M-SVM the others hold: without one of them the intercept cannot run away from its class.

A condition on the full machine alone, and all that S2, S7 and S9 of notebooks/THEOREMS.md ask for; weights may differ.
For a set T of classes without that of point p, raising the scores of T (that is, lowering those of p's class and the
rest) lets the loss of the other points grow at least as fast as it shrinks:

    #{(r, s) : y_r in T, s not in T, α_rs = C}  ≤  #{(r, t) : r ≠ p, y_r not in T, t in T, α_rt > 0}

for every such T; with weights, sums of C_r. True at a hard margin, and of p where s_p = Σ_k α_pk < C and all C_r
are equal: both sides are whole numbers of them then, and the multipliers balance. See S2 of notebooks/THEOREMS.md.
"""

import numpy as np

MOST_CLASSES = 12  # with more not all 2^(Q-1) sets are looked at: equal C and s_p < C decide alone


def held_points(svm):
    """(m,) bool: which points the others hold, see above; False where that is not known.

    Roles are told by multipliers, not by margins: a pair with α = C counts as one with slack, which can only turn
    True into False.
    """
    alpha, upper = svm.alpha_, svm.upper_
    if np.isinf(svm.C_):
        return np.ones(len(alpha), dtype=bool)
    room = upper.max(axis=1)
    held = (alpha.sum(axis=1) < room) & bool(np.ptp(room) == 0)
    room = room / room.max()  # where weights are equal, counts, which add up exactly
    Q = alpha.shape[1]
    if Q > MOST_CLASSES:
        return held
    classes = np.eye(Q)[svm.codes_]
    full = classes.T @ (room[:, None] * ((alpha >= upper) & (upper > 0)))  # (k, l): of class k, in slack against l
    positive = classes.T @ (room[:, None] * (alpha > 0))
    sets = (np.arange(1, 2**Q - 1)[:, None] >> np.arange(Q)) % 2  # (2^Q - 2, Q) the sets T
    to_spare = ((1 - sets) @ positive * sets).sum(axis=1) - (sets @ full * (1 - sets)).sum(axis=1)
    own = room[:, None] * ((alpha > 0) @ sets.T)  # what p itself adds, of classes not in T
    enough = (own <= to_spare) | (sets[:, svm.codes_] == 1).T
    return held | enough.all(axis=1)
