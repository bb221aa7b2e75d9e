"""A start for many classes: B and α of Weston and Watkins' program in turn, all points at once.

With A the coefficients Σ α_v E_v of the points, a table (m, Q), the dual program is

    minimise ½ tr BᵀKB - 1ᵀα   subject to   B = A,  1ᵀB = 0,  0 ≤ α ≤ u.

The alternating direction method of multipliers minimises over B, a linear system of m equations whose inverse is kept,
then over α, and adds B - A to the prices U. The second falls apart into the points: with G = B + U, y the class and s
the sum of the point's multipliers, α_k = clip(1/ρ + G_y - G_k - s, 0, u), an equation in s alone. An iteration costs
m² Q, where an exchange of ``active_set`` costs the square of the number of free variables.
Boyd, Parikh, Chu, Peleato and Eckstein 2011, Sections 3.1 and 3.4.3 (relaxation).
"""

import numpy as np

from svmlab.engine.program import DualProgram

PENALTY = 1.0  # ρ, where the largest diagonal entry of K is one
RELAXATION = 1.6
ITERATIONS, SUM_STEPS = 100, 40
NEAR = 1e-6  # largest entry of B - A and of what A moves, relative to the largest multiplier, that ends it


def applies(program):
    """Whether the program is Weston and Watkins', with finite bounds and without a ridge."""
    plain = type(program) is DualProgram and program.ridge is None and not program.one_variable_per_point
    return plain and bool(np.isfinite(program.upper).all())


def near_optimum(program):
    """Approximate (α (n,), b (ties,)) of a scaled program to which this ``applies``."""
    m, Q = len(program.K), program.E.shape[1]
    inverse = _balanced_inverse(program.K + PENALTY * np.eye(m))
    upper = program.upper.reshape(m, Q - 1)
    A, U, sums = np.zeros((m, Q)), np.zeros((m, Q)), np.zeros(m)
    for _ in range(ITERATIONS):
        B = PENALTY * (inverse @ (A - U))
        G = RELAXATION * B + (1.0 - RELAXATION) * A + U
        beyond = 1.0 / PENALTY + program.along(G).reshape(m, Q - 1)
        sums = sum_of_clipped(beyond, upper, sums)
        alpha = np.clip(beyond - sums[:, None], 0.0, upper).ravel()
        before, A = A, program.coefficients(alpha)
        U = G - A
        if max(np.abs(B - A).max(), np.abs(A - before).max()) <= NEAR * alpha.max():
            break
    b = (-PENALTY * U - program.K @ A).mean(axis=0)
    return alpha, program.against_last(b)


def _balanced_inverse(M):
    """(m, m) the matrix that gives x of M x + 1ν = r, 1ᵀx = 0, from r."""
    inverse = np.linalg.inv(M)
    sums = inverse.sum(axis=1)
    return inverse - np.outer(sums, sums) / sums.sum()


def sum_of_clipped(c, upper, s):
    """(m,) roots s of s = Σ_k clip(c_k - s, 0, u_k) for the rows of c (m, k), from a guess s ≥ 0.

    Newton's method between bounds that close in.
    """
    low, high = np.zeros(len(c)), np.clip(c, 0.0, upper).sum(axis=1)
    s = np.clip(s, low, high)
    for _ in range(SUM_STEPS):
        parts = np.clip(c - s[:, None], 0.0, upper)
        excess = parts.sum(axis=1) - s
        low, high = np.where(excess >= 0, s, low), np.where(excess <= 0, s, high)
        if (np.abs(excess) <= 1e-12 * (1.0 + high)).all():
            break
        inside = ((parts > 0) & (parts < upper)).sum(axis=1)
        s = s + excess / (1.0 + inside)
        s = np.where((s <= low) | (s >= high), 0.5 * (low + high), s)
    return s
