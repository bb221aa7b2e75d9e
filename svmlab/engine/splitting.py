"""A start for many classes: B and α of a dual program in turn, all points at once.

With A the coefficients Σ α_v E_v of the points, a table (m, q), the dual program is

    minimise ½ tr BᵀKB - 1ᵀα   subject to   B = A,  1ᵀB = 0,  0 ≤ α ≤ u.

The alternating direction method of multipliers minimises over B, a linear system of m equations whose inverse is kept,
then over α, and adds B - A to the prices U. The second falls apart into the points. Their rows of E have the products
d (δ_kl + τ), so that with G = B + U, c_k = (1/ρ + E_k G)/d and s the sum of the point's multipliers

    α_k = clip(c_k - τ s, 0, u),

an equation in s alone (d = 1, τ = 1 and c_k = 1/ρ + G_y - G_k for Weston and Watkins with y the class). Crammer and
Singer's machine has no 1ᵀB = 0, and one bound for s: α_k = max(0, c_k - s), or what is larger in place of s. An
iteration costs m² q, where an exchange of ``active_set`` costs the square of the number of free variables.
Boyd, Parikh, Chu, Peleato and Eckstein 2011, Sections 3.1, 3.4.1 (penalty) and 3.4.3 (relaxation).
"""

import numpy as np

PENALTY = 1.0  # ρ at first, where the largest diagonal entry of K is one
UNBALANCED = 3.0  # ratio of the roots of both residuals, relative to their tables, above which ρ is changed
RELAXATION = 1.6
ITERATIONS, SUM_STEPS = 100, 40
WORK, LONGEST = 3e9, 4000  # multiplications, and iterations, up to which more than that may be worth while
FIRST, LATER = 50, 1.5  # the iteration after which ρ is looked at, and the ratio of each such one to the one before
NEAR = 1e-6  # largest entry of B - A and of what A moves, relative to the largest multiplier, that ends it


def applies(program):
    """Whether it has finite bounds, or a ridge, without which infinite ones could leave no optimum."""
    return program.ridge is not None or bool(np.isfinite(program.upper).all())


def most(program):
    """How many iterations of ``nearer`` may be worth while where what follows is quick."""
    return ITERATIONS + min(LONGEST, int(WORK / (len(program.K) ** 2 * program.E.shape[1])))


def nearer(program, most=ITERATIONS):
    """Yield (α (n,), b (ties,)) of a scaled program to which this ``applies``, nearer and nearer to its optimum, the
    last one where that is reached or after ``most`` iterations."""
    (m, q), rho, check = (len(program.K), program.E.shape[1]), PENALTY, FIRST
    inverse = _inverse(program, rho)
    A, U, sums = np.zeros((m, q)), np.zeros((m, q)), np.zeros(m)
    for iteration in range(1, most + 1):
        B = rho * (inverse @ (A - U))
        G = RELAXATION * B + (1.0 - RELAXATION) * A + U
        alpha, sums = _closest(program, 1.0 / rho + program.along(G), sums)
        before, A = A, program.coefficients(alpha)
        U = G - A
        end = max(np.abs(B - A).max(), np.abs(A - before).max()) <= NEAR * alpha.max() or iteration == most
        if not end and iteration < check:
            continue
        b = (-rho * U - program.K @ A).mean(axis=0)
        yield alpha, program.against_last(b)
        if end:
            return
        check = int(LATER * check)
        change = np.sqrt(_size(B - A) / _size(A) * _size(U) / _size(A - before))
        if not 1.0 / UNBALANCED < change < UNBALANCED:
            change = np.clip(change, 0.1, 10.0)
            rho, U = rho * change, U / change
            inverse = _inverse(program, rho)


def _size(table):
    return max(1e-100, float(np.linalg.norm(table)))


def _inverse(program, rho):
    """(m, m) the matrix that gives x of (K + ρI) x + 1ν = r, 1ᵀx = 0, from r; without ν where there is no b."""
    inverse = np.linalg.inv(program.K + rho * np.eye(len(program.K)))
    if not program.boxed:
        return inverse
    sums = inverse.sum(axis=1)
    return inverse - np.outer(sums, sums) / sums.sum()


def _closest(program, along, sums):
    """(α (n,), the sums over points (m,)) from 1/ρ + E G (n,) and a guess of the sums."""
    d, tau = program.of_own
    c = along.reshape(len(program.K), -1) / d
    if not program.boxed:
        shift = _shift(c, program.capacity)
        return np.maximum(0.0, c - shift[:, None]).ravel(), sums
    upper = program.upper.reshape(c.shape)
    sums = sum_of_clipped(c, upper, sums, tau)
    return np.clip(c - tau * sums[:, None], 0.0, upper).ravel(), sums


def _shift(c, capacity):
    """(m,) t for which Σ_k max(0, c_k - t) = min(t, capacity), for the rows of c (m, k)."""
    total, count = np.cumsum(-np.sort(-c, axis=1), axis=1), np.arange(1, c.shape[1] + 1)
    return np.maximum((total / (1.0 + count)).max(axis=1), ((total - capacity[:, None]) / count).max(axis=1))


def sum_of_clipped(c, upper, s, tau=1.0):
    """(m,) roots s of s = Σ_k clip(c_k - τ s, 0, u_k) for the rows of c (m, k), τ k > -1, from a guess s ≥ 0.

    Newton's method between bounds that close in.
    """
    low, high = np.zeros(len(c)), np.clip(c, 0.0, upper).sum(axis=1) / min(1.0, 1.0 + tau * c.shape[1])
    s = np.clip(s, low, high)
    for _ in range(SUM_STEPS):
        parts = np.clip(c - tau * s[:, None], 0.0, upper)
        excess = parts.sum(axis=1) - s
        low, high = np.where(excess >= 0, s, low), np.where(excess <= 0, s, high)
        if (np.abs(excess) <= 1e-12 * (1.0 + high)).all():
            break
        inside = ((parts > 0) & (parts < upper)).sum(axis=1)
        s = s + excess / (1.0 + tau * inside)
        s = np.where((s <= low) | (s >= high), 0.5 * (low + high), s)
    return s
