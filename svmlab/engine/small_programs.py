"""Small convex quadratic programs of any form, with a certificate: ``quadratic_program``."""

from dataclasses import dataclass

import numpy as np

from svmlab.engine import interior_point
from svmlab.engine.certificate import CERTIFIED

RUNAWAY = 1e9  # size of a variable or a multiplier, both scaled, that no optimum has
POLISHED = 1e-14  # relative residual below which nothing is left to polish
ROUNDING = 1e-11  # relative size of what counts as none


@dataclass(frozen=True)
class QuadraticSolution:
    """A solution of min ½xᵀPx + qᵀx, Gx ≤ h, Ax = b that certifies itself.

    x (n,); alpha (k,), the multipliers of Gx ≤ h; lam (l,), those of Ax = b; active: indices of the inequalities
    that are equations at x. residuals: largest violation of each Karush-Kuhn-Tucker condition, relative to the size
    of the terms that should cancel.
    """

    x: np.ndarray
    alpha: np.ndarray
    lam: np.ndarray
    active: np.ndarray
    objective: float
    residuals: dict

    @property
    def kkt_residual(self):
        return max(self.residuals.values())

    @property
    def certified(self):
        return bool(self.kkt_residual <= CERTIFIED)

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        if self.certified:
            return f"certified: largest KKT residual {self.kkt_residual:.1e}"
        worst = max(self.residuals, key=self.residuals.get)
        advice = "bring variables and constraints to a similar scale"
        return f"not certified: largest KKT residual {self.kkt_residual:.1e} ({worst}); {advice}"


def quadratic_program(P, q, G=None, h=None, A=None, b=None, *, solver=None):
    """Return the certified QuadraticSolution of a small convex program: min ½xᵀPx + qᵀx, Gx ≤ h, Ax = b.

    P (n, n) symmetric and positive semi-definite, q (n,), G (k, n), h (k,), A (l, n), b (l,). An interior-point
    method comes close and tells which inequalities are equations at the optimum; with these the conditions are a
    linear system, whose solution is exact to rounding. Raises ValueError where no point satisfies the constraints,
    and where the objective falls without limit. ``solver`` names the method, see ``interior_point.by``.
    """
    minimise = interior_point.by(solver)
    data = _arrays(P, q, G, h, A, b)
    best = None
    for candidate in _candidates(minimise, *data):
        solution = _audited(data, *candidate)
        if best is None or solution.kkt_residual < best.kkt_residual:
            best = solution
        if best.kkt_residual <= POLISHED:
            break
    if best is None or not best.certified:
        _explain_failure(*data)
    return best


def _arrays(P, q, G, h, A, b):
    q = np.asarray(q, dtype=float).ravel()
    n = len(q)
    G, A = (np.zeros((0, n)) if M is None else np.asarray(M, dtype=float).reshape(-1, n) for M in (G, A))
    h, b = (np.zeros(0) if v is None else np.asarray(v, dtype=float).ravel() for v in (h, b))
    return np.asarray(P, dtype=float).reshape(n, n), q, G, h, A, b


def _candidates(minimise, P, q, G, h, A, b):
    """(x, alpha, lam), ever more exact: interior point, its equations solved, multipliers of one sign."""
    x, alpha, lam, active = _approximate(minimise, P, q, G, h, A, b)
    for _ in range(2 * len(h) + 2):
        yield x, alpha, lam
        previous = active
        x, alpha, lam = _solve_equations(P, q, G, h, A, b, active, x, alpha, lam)
        rows = ROUNDING * units(P, q, G, h, A, b, x, alpha, lam)[2]
        active = (active & (alpha >= 0)) | (G @ x - h > rows)
        if (active == previous).all():
            break
    yield x, alpha, lam
    yield x, *multipliers(P @ x + q, G, A, np.abs(G @ x - h) <= rows)


def _approximate(minimise, P, q, G, h, A, b):
    """(x, alpha, lam, active) from the interior-point method; without inequalities, zero: one step is exact then."""
    x, alpha, lam, active = np.zeros(len(q)), np.zeros(len(h)), np.zeros(len(b)), np.zeros(len(h), dtype=bool)
    if not len(h):
        return x, alpha, lam, active
    unit = max(np.abs(P).max(), np.abs(q).max()) or 1.0
    V = _row_space(np.vstack([P / unit, q / unit, G, A]))
    ties, sums = _independent(A @ V.T, b)
    objective = V @ P @ V.T / unit, V @ q / unit
    try:
        y, _, z, s = minimise(*objective, G @ V.T, h, ties, sums, kktsolver="ldl")
    except interior_point.Failed:  # as it may where there is no minimum
        return x, alpha, lam, active
    if not max(np.abs(y).max(initial=0.0), z.max()) < RUNAWAY:  # contradiction, or no minimum
        return x, alpha, lam, active
    rows = np.linalg.norm(G, axis=1)
    rows[rows == 0] = 1.0
    return V.T @ y, unit * z, lam, z * rows * max(1.0, np.abs(y).max()) > s / rows


def _row_space(M):
    """(r, n) orthonormal basis of what the program sees of x; along the rest nothing changes."""
    sizes = np.linalg.norm(M, axis=1)
    sizes[sizes == 0] = 1.0
    _, s, V = np.linalg.svd(M / sizes[:, None], full_matrices=False)
    return V[s > 1e-12 * max(s[0], 1e-300)]


def _independent(A, b):
    """The rows of Ax = b without those that repeat others."""
    if not len(b):
        return A, b
    U, sizes, V = np.linalg.svd(A, full_matrices=False)
    kept = sizes > 1e-12 * sizes[0]
    return V[kept], (U.T @ b)[kept] / sizes[kept]


def _solve_equations(P, q, G, h, A, b, active, x, alpha, lam):
    """Solve the conditions with the active inequalities as equations, twice: the second time for what rounding left."""
    rows, n = np.vstack([G[active], A]), len(q)
    K = np.block([[P, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    unknown = np.concatenate([x, alpha[active], lam])
    data = np.concatenate([-q, h[active], b])
    for _ in range(2):
        unknown = unknown + np.linalg.lstsq(K, data - K @ unknown, rcond=1e-13)[0]
    k = n + int(active.sum())
    alpha = np.zeros(len(h))
    alpha[active] = unknown[n:k]
    return unknown[:n], alpha, unknown[k:]


def multipliers(gradient, G, A, active):
    """(alpha, lam), alpha ≥ 0 and zero where not ``active``, that bring gradient + Gᵀα + Aᵀλ nearest to zero."""
    from scipy.optimize import nnls

    columns = np.hstack([G[active].T, A.T, -A.T])
    sizes = np.linalg.norm(columns, axis=0)
    sizes[sizes == 0] = 1.0
    alpha, found = np.zeros(len(G)), np.zeros(columns.shape[1])
    if columns.shape[1] and gradient.any():
        unit = np.linalg.norm(gradient)
        found = unit * nnls(columns / sizes, -gradient / unit)[0] / sizes
    tied = found[int(active.sum()) :].reshape(2, -1)
    alpha[active] = found[: int(active.sum())]
    return alpha, tied[0] - tied[1]


def _audited(data, x, alpha, lam):
    """Complete (x, alpha, lam) to a QuadraticSolution."""
    P, q, G, h, A, b = data
    length, force, rows, ties = units(*data, x, alpha, lam)
    slack = h - G @ x
    residuals = {
        "Px + q + Gᵀα + Aᵀλ = 0": _largest(P @ x + q + G.T @ alpha + A.T @ lam, force),
        "Gx ≤ h": _largest(np.maximum(0.0, -slack), rows),
        "Ax = b": _largest(A @ x - b, ties),
        "α ≥ 0": _largest(np.maximum(0.0, -alpha), np.abs(alpha).max(initial=0.0) or 1.0),
        "α (Gx - h) = 0": _largest(alpha * slack, force * length),
    }
    active = np.flatnonzero(np.abs(slack) <= ROUNDING * rows)
    return QuadraticSolution(x, alpha, lam, active, float(0.5 * x @ P @ x + q @ x), residuals)


def units(P, q, G, h, A, b, x, alpha, lam):
    """(length, force, rows (k,), ties (l,)): what a violation is compared with, so that units do not matter.

    length: the largest |x_i|, or distance of a bound or of the free minimum from zero; force: the largest pull on x;
    rows and ties: the change of a row of Gx and of Ax over the length.
    """
    sizes = [np.linalg.norm(M, axis=1) for M in (G, A)]
    bounds = [np.abs(v) / np.where(size > 0, size, np.inf) for v, size in zip((h, b), sizes, strict=True)]
    largest_P, largest_q = float(np.abs(P).max()), float(np.abs(q).max())
    free = largest_q / largest_P if largest_P > 0 else 0.0
    given = max(free, *(float(bound.max(initial=0.0)) for bound in bounds)) or 1.0
    length = max(given, float(np.abs(x).max()))
    pulls = [float(np.abs(pull).max()) for pull in (q, P @ x, G.T @ alpha, A.T @ lam)]
    rows, ties = (np.where(size > 0, size * length, 1.0) for size in sizes)
    return length, max(*pulls, 1e-6 * largest_P * given) or 1.0, rows, ties


def _largest(violation, unit):
    return float((np.abs(violation) / unit).max(initial=0.0))


def _explain_failure(P, q, G, h, A, b):
    """Raise ValueError where the constraints contradict each other or the objective has no minimum."""
    from scipy.optimize import linprog

    n = len(q)
    free = [(None, None)] * n
    where = {"A_eq": A if len(b) else None, "bounds": free}
    point = linprog(np.zeros(n), A_ub=G if len(h) else None, b_ub=h if len(h) else None,
                    b_eq=b if len(b) else None, **where)  # fmt: skip
    if point.status == 2:
        raise ValueError(
            "the constraints contradict each other: no x satisfies all of Gx ≤ h and Ax = b; remove or loosen one"
        )
    rows = np.vstack([A, P / (np.abs(P).max() or 1.0)])
    where = {"A_eq": rows, "b_eq": np.zeros(len(rows)), "bounds": [(-1.0, 1.0)] * n}
    fall = linprog(q, A_ub=G if len(h) else None, b_ub=np.zeros(len(h)) if len(h) else None, **where)
    if fall.status == 0 and fall.fun < -1e-9 * np.abs(q).max():
        raise ValueError(
            "the objective falls without limit where the constraints allow it: there is no minimum; add a constraint, "
            "or a quadratic term along the direction " + np.array2string(fall.x, precision=3)
        )
