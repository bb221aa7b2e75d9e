"""Solve a dual program and certify the solution; the only file that imports cvxopt.

Three steps: an interior-point method (cvxopt) comes close, ``active_set`` makes the multipliers
exact at their bounds, ``program.certify`` measures what came out. Nobody downstream knows which solver ran.
"""

from dataclasses import dataclass, replace

import numpy as np

from svmlab import validation
from svmlab.engine import active_set
from svmlab.engine.program import CERTIFIED, certify

HARD_MARGIN_START = 100.0  # C, in units of 1/max κ(x, x), from which C is followed to infinity
HARD_MARGIN_END = 1e13  # beyond it, slack that is left is taken to stay for every C
LARGE = 2500  # variables; a dense Hessian of more would not be worth its memory
PROXIMAL, PROXIMAL_STEPS = 1e-7, 20  # δ, in units of max κ(x, x)
ROUNDINGS = 1e-11, 1e-14  # a multiplier that near a bound is put there, if the certificate allows
OPTIONS = {"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9, "maxiters": 60}
RUNAWAY = 1e9  # size of a variable or a multiplier of a small program, both scaled, that no optimum has
POLISHED = 1e-14  # relative residual of a small program below which nothing is left to polish


def solve(program, start=None):
    """Return the certified Solution of a DualProgram; ``start`` = (alpha, b) of a similar one saves time.

    Raises ValueError when infinite bounds ask for a separation that does not exist.
    """
    if not program.boxed:
        return _solve_joint(program)
    scaling = active_set.ScaledProgram(program)
    routes = [_interior_point_route, _cold_route, _proximal_route]
    if len(program.example) > LARGE:
        routes.remove(_interior_point_route)
    if start is not None:
        routes.insert(0, lambda scaled: _warm_route(scaled, *scaling.inside(*start)))
    best = None
    for route in routes:
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                active = route(scaling.scaled)
        except active_set.Unbounded:
            raise validation.not_separable() from None
        except (active_set.Stalled, np.linalg.LinAlgError, FloatingPointError):
            continue
        for rounding in ROUNDINGS:
            solution = certify(program, scaling.alpha(active, rounding), exchanges=active.events)
            if solution.certified:
                return solution
            if best is None or solution.kkt_residual < best.kkt_residual:
                best = solution
    if best is None and np.isinf(program.upper).any():
        raise validation.not_separable()
    if best is None:
        raise RuntimeError("no route solved this program; standardise the features or try a smaller C")
    return best


def _warm_route(program, a, b):
    active = active_set.start(program, np.clip(a, 0.0, program.upper), b)
    active.settle()
    return active


def _interior_point_route(program):
    return _from_soft(program, lambda soft: _warm_route(soft, *interior_point(soft)))


def _cold_route(program):
    return _from_soft(program, active_set.cold_start)


def _proximal_route(program):
    """The last resort, for finite bounds: proximal steps, each with K + δ·1, of which every working set is regular.

    Wide kernels and large C can leave no working set that doubles can invert; this comes near, and the
    certificate says how near.
    """
    if np.isinf(program.upper).any():
        raise active_set.Stalled("proximal steps cannot tell whether a hard margin exists")
    identity = replace(program, K=np.eye(len(program.K)))
    active = active_set.cold_start(replace(program, K=program.K + PROXIMAL * identity.K))
    for _ in range(PROXIMAL_STEPS):
        active.settle(goal=-1.0 - PROXIMAL * identity.product(active.a))
    return active


def _from_soft(program, solve_soft):
    """Solve with finite bounds, then let infinite ones grow until nothing is bounded by them."""
    hard = np.isinf(program.upper)
    if not hard.any():
        active = solve_soft(program)
    else:
        active = solve_soft(program.with_upper(np.where(hard, HARD_MARGIN_START, program.upper)))
        _raise_bounds(active, hard)
    active.settle()
    return active


def _raise_bounds(active, hard):
    try:
        for _ in active.follow(HARD_MARGIN_END, upper=hard.astype(float), limit=400 + 4 * len(hard)):
            if not (active.side[hard] == -1).any():
                active.upper[hard] = np.inf
                return
    except active_set.Stalled:
        pass  # a margin too small for double precision is no margin
    raise active_set.Unbounded


def interior_point(program):
    """Approximate (α, b) of a program with finite bounds, by cvxopt's primal-dual interior-point method."""
    from cvxopt import matrix, solvers, sparse, spdiag

    usable = np.flatnonzero(program.upper > 0)
    n = len(usable)
    unit = min(1.0, float(program.upper.max()))
    E = program.E[usable]
    example = program.example[usable]
    H = program.K[np.ix_(example, example)] * (E @ E.T)
    identity = spdiag(matrix(1.0, (n, 1)))
    try:
        answer = solvers.coneqp(
            matrix(unit * H),
            matrix(-1.0, (n, 1)),
            sparse([-identity, identity]),
            matrix(np.concatenate([np.zeros(n), program.upper[usable] / unit])),
            A=matrix(np.ascontiguousarray(E[:, : program.ties].T)),
            b=matrix(0.0, (program.ties, 1)),
            options=OPTIONS,
        )
    except (ArithmeticError, ValueError) as error:  # cvxopt's ways to say that its linear algebra failed
        raise active_set.Stalled(f"cvxopt: {error}") from None
    alpha = np.zeros(len(program.upper))
    alpha[usable] = np.clip(unit * np.array(answer["x"]).ravel(), 0.0, program.upper[usable])
    return alpha, np.array(answer["y"]).ravel()


# --- one bound for several variables ------------------------------------------------------------------------------

JOINT_OPTIONS = {**OPTIONS, "abstol": 1e-12, "reltol": 1e-12, "feastol": 1e-11}
EXCHANGES = 20  # corrections of a working set that an interior point suggests
REGULAR = 1e10  # condition number below which a system is solved as it is
EXACT = 1e-11  # largest error of a solution that is not worth another working set
FULL = 1e-4  # relative distance from C of a sum that is taken to be at it
THRESHOLDS = 1e-7, 1e-5, 1e-9  # what counts as zero in it, relative to the largest multiplier


def _solve_joint(program):
    """The certified Solution of a JointSlackProgram: an interior point, then its working set made exact."""
    best, least, largest = None, np.inf, float(program.diagonal.max(initial=0.0)) or 1.0
    scaled = replace(program, K=program.K / largest, upper=program.upper * largest)
    for alpha in _joint_candidates(scaled, scaled.hessian()):
        solution = program.certify(np.minimum(alpha / largest, program.upper))
        error = max(solution.kkt_residual, solution.relative_gap)
        if error < least:
            best, least = solution, error
        if least <= EXACT:
            break
    if not best.certified and np.isinf(program.upper).any():
        raise validation.not_separable()
    return best


def _joint_candidates(program, H):
    """α (n,): working sets of interior points, at several thresholds, made exact; at last each point itself."""
    for inside in _joint_interior_points(program, H):
        largest = float(inside.max(initial=0.0))
        for tiny in THRESHOLDS:
            free = inside > tiny * largest
            full = program.totals(inside) > program.capacity - tiny * largest
            yield from _joint_polished(program, H, np.where(free, inside, 0.0), free, full)
        yield inside


def _joint_interior_points(program, H):
    """α (n,): the interior point; and that with Σ_k α_ik = C where the first has it, as nearly, up to FULL.

    In the second the linear terms of these points are constants, so that for a small C they do not drown the rest.
    """
    first = _joint_interior_point(program, H, np.zeros(len(program.K), dtype=bool))
    if first is None:
        yield np.zeros(len(H))  # to say that it is not the optimum
        return
    yield first
    full = (program.totals(first) > (1.0 - FULL) * program.capacity) & (program.capacity > 0)
    second = _joint_interior_point(program, H, full) if full.any() else None
    if second is not None:
        yield second


def _joint_polished(program, H, alpha, free, full):
    """α (n,) of one working set after the other: positive variables, and points whose sum is at its bound."""
    reached = np.where(full, np.minimum(1.0, (H @ alpha).reshape(len(full), -1).min(axis=1)), 1.0)
    for _ in range(EXCHANGES):
        alpha, reached = _joint_equations(program, H, free, full, alpha, reached)
        yield np.where(free & (alpha > ROUNDINGS[0] * alpha.max(initial=0.0)), alpha, 0.0)
        margins = H @ alpha
        rounding = ROUNDINGS[0] * (float(np.abs(margins).max(initial=0.0)) or 1.0)
        left = free & (alpha <= 0)
        entered = ~free & (reached[program.example] - margins > rounding) & (program.upper > 0)
        loose = full & (reached > 1.0)
        tight = ~full & (program.totals(alpha) > program.capacity * (1.0 + ROUNDINGS[0]))
        if not (left.any() or entered.any() or loose.any() or tight.any()):
            return
        free, full = (free & ~left) | entered, (full & ~loose) | tight


def _joint_equations(program, H, free, full, alpha, reached):
    """(α (n,), 1 - ξ (m,)) nearest to the given ones: where α is free the margin is that, and Σ_k α_ik = C or ξ = 0."""
    inside = full & (program.totals(free.astype(float)) > 0)
    G = (program.example[free][None, :] == np.flatnonzero(inside)[:, None]).astype(float)
    K = np.block([[H[np.ix_(free, free)], -G.T], [-G, np.zeros((len(G), len(G)))]])
    data = np.concatenate([np.where(inside[program.example[free]], 0.0, 1.0), -program.capacity[inside]])
    unknown = np.concatenate([alpha[free], reached[inside]])
    for _ in range(2):
        unknown = unknown + _solved(K, data - K @ unknown)
    alpha, reached = np.zeros(len(program.example)), np.ones(len(program.K))
    alpha[free], reached[inside] = unknown[: int(free.sum())], unknown[int(free.sum()) :]
    return alpha, reached


def _solved(K, data):
    """x with Kx = data, the shortest where there are many."""
    if len(K) and np.linalg.cond(K, 1) < REGULAR:
        return np.linalg.solve(K, data)
    return np.linalg.lstsq(K, data, rcond=1e-13)[0]


def _joint_interior_point(program, H, given):
    """α (n,) of cvxopt, with Σ_k α_ik = C where ``given`` (m,), or None where it finds none."""
    from cvxopt import matrix, solvers, spmatrix

    usable = np.flatnonzero(program.upper > 0)
    n, example = len(usable), program.example[usable]
    capacity = program.capacity
    bounded = np.isfinite(capacity) & (capacity > 0) & ~given
    unit = min(1.0, float(capacity[np.isfinite(capacity)].max(initial=0.0)) or 1.0)

    def sums(of, above):
        """Σ_k α_ik of these points (m,) as rows below ``above`` others: (values, rows, columns)."""
        columns = np.flatnonzero(of[example])
        return np.ones(len(columns)), above + (np.cumsum(of) - 1)[example[columns]], columns

    parts = zip((np.full(n, -1.0), np.arange(n), np.arange(n)), sums(bounded, n), strict=True)
    G = spmatrix(*(np.concatenate(part).tolist() for part in parts), (n + int(bounded.sum()), n))
    A = spmatrix(*(part.tolist() for part in sums(given, 0)), (int(given.sum()), n))
    h = np.concatenate([np.zeros(n), capacity[bounded] / unit])
    P, q = unit * H[np.ix_(usable, usable)], np.where(given[example], 0.0, -1.0)
    scale = max(float(np.abs(P).max()), float(np.abs(q).max())) or 1.0
    try:
        answer = solvers.coneqp(matrix(P / scale), matrix(q / scale), G, matrix(h), A=A,
                                b=matrix(capacity[given] / unit), options=JOINT_OPTIONS)  # fmt: skip
    except (ArithmeticError, ValueError):
        return None
    alpha = np.zeros(len(program.upper))
    alpha[usable] = np.maximum(0.0, unit * np.array(answer["x"]).ravel())
    return alpha if np.isfinite(alpha).all() else None


# --- small general programs ------------------------------------------------------------------------------------


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


def quadratic_program(P, q, G=None, h=None, A=None, b=None):
    """Return the certified QuadraticSolution of a small convex program: min ½xᵀPx + qᵀx, Gx ≤ h, Ax = b.

    P (n, n) symmetric and positive semi-definite, q (n,), G (k, n), h (k,), A (l, n), b (l,). An interior-point
    method comes close and tells which inequalities are equations at the optimum; with these the conditions are a
    linear system, whose solution is exact to rounding. Raises ValueError where no point satisfies the constraints,
    and where the objective falls without limit.
    """
    data = _arrays(P, q, G, h, A, b)
    best = None
    for candidate in _candidates(*data):
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


def _candidates(P, q, G, h, A, b):
    """(x, alpha, lam), ever more exact: interior point, its equations solved, multipliers of one sign."""
    x, alpha, lam, active = _approximate(P, q, G, h, A, b)
    for _ in range(2 * len(h) + 2):
        yield x, alpha, lam
        previous = active
        x, alpha, lam = _solve_equations(P, q, G, h, A, b, active, x, alpha, lam)
        rows = ROUNDINGS[0] * units(P, q, G, h, A, b, x, alpha, lam)[2]
        active = (active & (alpha >= 0)) | (G @ x - h > rows)
        if (active == previous).all():
            break
    yield x, alpha, lam
    yield x, *multipliers(P @ x + q, G, A, np.abs(G @ x - h) <= rows)


def _approximate(P, q, G, h, A, b):
    """(x, alpha, lam, active) from cvxopt; without inequalities, zero, from which one step is exact."""
    from cvxopt import matrix, solvers

    x, alpha, lam, active = np.zeros(len(q)), np.zeros(len(h)), np.zeros(len(b)), np.zeros(len(h), dtype=bool)
    if not len(h):
        return x, alpha, lam, active
    unit = max(np.abs(P).max(), np.abs(q).max()) or 1.0
    V = _row_space(np.vstack([P / unit, q / unit, G, A]))
    ties, sums = _independent(A @ V.T, b)
    equalities = [matrix(ties), matrix(sums)] if len(sums) else []
    objective = matrix(V @ P @ V.T / unit), matrix(V @ q / unit)
    try:
        answer = solvers.coneqp(
            *objective, matrix(G @ V.T), matrix(h), None, *equalities, kktsolver="ldl", options=OPTIONS
        )
    except (ArithmeticError, ValueError):  # its linear algebra failed, as it may where there is no minimum
        return x, alpha, lam, active
    y, z, s = (np.array(answer[name]).ravel() for name in ("x", "z", "s"))
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
    active = np.flatnonzero(np.abs(slack) <= ROUNDINGS[0] * rows)
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
