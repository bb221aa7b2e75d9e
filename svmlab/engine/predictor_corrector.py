"""An interior-point method of our own for small dense programs: Mehrotra's predictor and corrector.

The conditions of min ½xᵀPx + qᵀx, Gx + s = h, s ≥ 0, Ax = b, loosened by μ::

    Px + q + Gᵀz + Aᵀy = 0,   Ax = b,   Gx + s = h,   s_i z_i = μ

One Newton step with μ = 0 says how near the end may be; a second one, on the same factorised matrix

    [ P + Gᵀ(z/s)G   Aᵀ ]
    [ A              0  ]

is made for the μ and the second-order terms that it suggests. Mehrotra 1992; Nocedal and Wright 2006, section 16.6.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

SHORTER = 0.995  # of the way to the nearest bound
REFINEMENTS = 2  # of a solution of the linear system
IDLE = 15  # steps in a row that bring nothing nearer: rounding has the say; beside tiny bounds a dozen may rest


class Failed(ArithmeticError):
    """Its linear algebra failed."""


class Point(NamedTuple):
    """Nearly optimal x, multipliers y of Ax = b and z of Gx ≤ h, and s = h - Gx."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    s: np.ndarray


def minimise(P, q, G, h, A, b, *, newton=None, abstol, reltol, feastol, maxiters):
    """The nearest Point to the minimum that ``maxiters`` steps find; it ends when residuals and gap are small enough.

    P (n, n) symmetric and positive semi-definite, q (n,), G (k, n) and A (l, n) arrays or sparse, h (k,), b (l,).
    Residuals relative to max(1, norm of the data): ``feastol``; gap sᵀz: ``abstol``, or ``reltol`` of the objective.
    ``newton``: see ``interior_point.by``. Raises Failed where not even a first point can be computed.
    """
    data = P, q, G, h, A, b
    newton = newton or partial(_solver, P, G, A)
    with np.errstate(all="ignore"):  # what is not finite is no point
        now = best = _start(data, newton)
        least, idle = np.inf, 0
        for _ in range(maxiters):
            short, gap, objective = _residuals(data, now), float(now.s @ now.z), _objective(P, q, now.x)
            infeasible = _largest(short, (q, b, h))
            error = max(infeasible / feastol, min(gap / abstol, gap / (reltol * abs(objective) or 1e-300)))
            idle = 0 if error < 0.9 * least else idle + 1
            if error < least:
                best, least = now, error
            if least <= 1.0 or idle == IDLE:
                break
            now = _stepped(data, newton, now, short)
            if now is None or not all(np.isfinite(part).all() for part in now):
                break
    return best


def _start(data, newton):
    """The Point of s = -z, both made positive."""
    _, q, G, h, _, b = data
    found = newton(np.ones(len(h)))
    if found is None:
        raise Failed("the first linear system is singular")
    x, y = found(G.T @ h - q, b)
    z = G @ x - h
    return Point(x, y, _positive(z), _positive(-z))


def _positive(v):
    least = float(v.min(initial=np.inf))
    return v if least > 1e-8 * max(1.0, float(np.abs(v).max(initial=0.0))) else v - least + 1.0


def _objective(P, q, x):
    return float(0.5 * x @ (P @ x) + q @ x)


def _residuals(data, point):
    """(Px + q + Gᵀz + Aᵀy, Ax - b, Gx + s - h)."""
    P, q, G, h, A, b = data
    x, y, z, s = point
    return P @ x + q + G.T @ z + A.T @ y, A @ x - b, G @ x + s - h


def _largest(residuals, sides):
    return max(
        float(np.linalg.norm(residual)) / max(1.0, float(np.linalg.norm(side)))
        for residual, side in zip(residuals, sides, strict=True)
    )


def _stepped(data, newton, now, short):
    """The Point one step on; None where the matrix is singular."""
    _, _, G, h, _, _ = data
    _, _, z, s = now
    solve = newton(z / s)
    if solve is None:
        return None

    def direction(products):
        """(dx, dy, dz, ds) that takes the residuals to zero and ``products``, s z and what is to be added, too."""
        dx, dy = solve(-short[0] - G.T @ ((z * short[2] - products) / s), -short[1])
        moved = G @ dx + short[2]
        return Point(dx, dy, (z * moved - products) / s, -moved)

    mu = s @ z / len(h)
    affine = direction(s * z)
    length = _longest(now, affine)
    nearer = (s + length * affine.s) @ (z + length * affine.z) / len(h)
    step = direction(s * z + affine.s * affine.z - (nearer / mu) ** 3 * mu)
    length = min(1.0, SHORTER * _longest(now, step, np.inf))
    return Point(*(part + length * move for part, move in zip(now, step, strict=True)))


def _longest(now, step, most=1.0):
    """How much of a step, at most ``most``, keeps s and z positive."""
    falls = [
        (value[rate < 0] / -rate[rate < 0]).min(initial=np.inf) for value, rate in zip(now[2:], step[2:], strict=True)
    ]
    return min(most, *falls)


def _solver(P, G, A, weights):
    """(first (n,), second (l,)) -> (dx, dy), the solution of the system in the head of this file; None if singular."""
    n, ties = len(P), A.shape[0]
    matrix = np.zeros((n + ties, n + ties))
    matrix[:n, :n] = P + G.T @ (G * weights[:, None])
    matrix[n:, :n] = A if isinstance(A, np.ndarray) else A.toarray()
    matrix[:n, n:] = matrix[n:, :n].T
    factors, pivots, singular = lapack.dgetrf(matrix)
    if singular or not np.isfinite(factors).all():
        return None

    def solve(first, second):
        data = np.concatenate([first, second])
        found = np.zeros(len(data))
        for _ in range(1 + REFINEMENTS):
            found = found + lapack.dgetrs(factors, pivots, data - matrix @ found)[0]
        return found[:n], found[n:]

    return solve
