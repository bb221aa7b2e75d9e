"""Train a JointSlackProgram, where the variables of a point share one bound: the working sets of a start by splitting,
or of interior points, made exact."""

from dataclasses import replace

import numpy as np
from scipy.linalg import lapack
from scipy.sparse import csr_array

from svmlab import validation
from svmlab.engine import faces, interior_point, splitting

OPTIONS = {"abstol": 1e-12, "reltol": 1e-12, "feastol": 1e-11}
ROUNDING = 1e-11  # relative size of what counts as none
EXCHANGES = 20  # corrections of a working set that an interior point suggests
MANY_CLASSES, MANY = 4, 2000  # classes and variables from which a start by splitting pays
LARGE, IRREGULAR = 2500, 200  # variables up to which it has only so many iterations where K is not ``faces.regular``
NEAR = 5  # the same for that of a similar program; beyond it an interior point takes no longer
REGULAR = 1e10  # condition number below which a system is solved as it is
DEPENDENT = 1e-13  # relative size of an eigenvalue of a system that counts as none
EXACT = 1e-11  # largest error of a solution that is not worth another working set
FULL = 1e-4  # relative distance from C of a sum that is taken to be at it
THRESHOLDS = 1e-7, 1e-5, 1e-9  # what counts as zero in it, relative to the largest multiplier


def solve(program, start=None, solver=None):
    """The certified Solution of a JointSlackProgram: a point near it, then its working set made exact.

    The working set of ``start`` (n,), multipliers of a similar program, is tried before: it may be near enough.
    ``solver`` names the interior-point method, see ``interior_point.by``.
    """
    largest = float(program.diagonal.max(initial=0.0)) or 1.0
    scaled = replace(program, K=program.K / largest, upper=program.upper * largest, exact=None)
    best, least = None, np.inf
    for alpha, settled in _candidates(scaled, solver, None if start is None else start * largest):
        solution = program.certify(_feasible(program, alpha / largest))
        error = max(solution.kkt_residual, solution.relative_gap)
        if best is None or error < least:
            best, least = solution, error
        if least <= EXACT or (settled and solution.certified):
            break
    if not best.certified and np.isinf(program.upper).any():
        raise validation.not_separable()
    return best


def _feasible(program, alpha):
    """alpha (n,) with what a point has above C taken from its variables in proportion: where one of them was negative
    by rounding and is put at zero, the others have more than C."""
    total, capacity = program.totals(alpha), program.capacity
    share = np.where(total > capacity, capacity / np.where(total > 0, total, 1.0), 1.0)
    return alpha * share[program.example]


def _candidates(program, solver, start):
    """(α (n,), whether nothing is left to exchange): working sets of ``start``, of one by splitting where variables are
    many, and of interior points, at several thresholds, made exact; at last each interior point itself."""
    n = len(program.example)
    many = n >= MANY and program.n_classes >= MANY_CLASSES and splitting.applies(program)
    regular = many and faces.regular(program)
    if start is not None:
        yield from _polished(program, regular, *_working_set(program, start, THRESHOLDS[0]), NEAR)
    if many:
        *_, (near, _) = splitting.nearer(program, splitting.most(program) if regular or n > LARGE else IRREGULAR)
        if near.any():
            yield from _polished(program, regular, *_working_set(program, near, THRESHOLDS[-1]), fewer=1.0)
    for inside in _interior_points(program, solver):
        for tiny in THRESHOLDS:
            yield from _polished(program, regular, *_working_set(program, inside, tiny))
        yield inside, False


def _working_set(program, alpha, tiny):
    """(alpha with what is tiny put at zero, which are positive (n,), the points whose sum is at its bound (m,))."""
    largest = float(alpha.max(initial=0.0))
    unit = np.minimum(largest, np.where(program.capacity > 0, program.capacity, np.inf))  # each point's own
    free = alpha > tiny * unit[program.example]
    return np.where(free, alpha, 0.0), free, program.totals(alpha) > program.capacity - tiny * unit


def _interior_points(program, solver):
    """α (n,): the interior point; and that with Σ_k α_ik = C where the first has it, as nearly, up to FULL.

    In the second the linear terms of these points are constants, so that for a small C they do not drown the rest.
    """
    H = program.hessian()
    first = _interior_point(program, H, solver, np.zeros(len(program.K), dtype=bool))
    if first is None:
        yield np.zeros(len(H))  # to say that it is not the optimum
        return
    yield first
    full = (program.totals(first) > (1.0 - FULL) * program.capacity) & (program.capacity > 0)
    second = _interior_point(program, H, solver, full) if full.any() else None
    if second is not None:
        yield second


def _polished(program, regular, alpha, free, full, exchanges=EXCHANGES, fewer=np.inf):
    """(α (n,), whether it is the last) of one working set after the other: positive variables, and points whose sum is
    at its bound. ``regular``: many positive ones are found by ``faces``; ``fewer``: it ends where an exchange is not of
    so many times as many as the one before."""
    before = np.inf
    reached = np.where(full, np.minimum(1.0, program.product(alpha).reshape(len(full), -1).min(axis=1)), 1.0)
    for _ in range(exchanges):
        alpha, reached = _optimum(program, regular, free, full, alpha, reached)
        unit = np.minimum(float(alpha.max(initial=0.0)), np.where(program.upper > 0, program.upper, np.inf))
        made = np.where(free & (alpha > ROUNDING * unit), alpha, 0.0)
        margins = program.product(alpha)
        rounding = ROUNDING * (float(np.abs(margins).max(initial=0.0)) or 1.0)
        left = free & (alpha <= 0)
        entered = ~free & (reached[program.example] - margins > rounding) & (program.upper > 0)
        loose = full & (reached > 1.0)
        tight = ~full & (program.totals(alpha) > program.capacity * (1.0 + ROUNDING))
        wrong = sum(int(each.sum()) for each in (left, entered, loose, tight))
        yield made, not wrong
        if not wrong or wrong > fewer * before:
            return
        before = wrong
        free, full = (free & ~left) | entered, (full & ~loose) | tight


def _optimum(program, regular, free, full, alpha, reached):
    """(α (n,), 1 - ξ (m,)) nearest to the given ones: where α is free the margin is that, and Σ_k α_ik = C or ξ = 0."""
    count = program.totals(free.astype(float))
    inside = full & (count > 0)
    if regular and free.sum() >= faces.MANY_FREE:
        try:
            alpha, _, short = faces.Face(program, free, inside).optimum(np.where(free, alpha, 0.0))
        except faces.Slow:
            pass
        else:
            return alpha, np.where(inside, 1.0 + program.totals(np.where(free, short, 0.0)) / np.maximum(count, 1), 1.0)
    return _by_equations(program, free, inside, alpha, reached)


def _by_equations(program, free, inside, alpha, reached):
    """The same by the inverse of all equations, for the points ``inside`` (m,) with Σ_k α_ik = C."""
    G = (program.example[free][None, :] == np.flatnonzero(inside)[:, None]).astype(float)
    example, E = program.example[free], program.E[free]
    H = program.K[np.ix_(example, example)] * (E @ E.T)
    K = np.block([[H, -G.T], [-G, np.zeros((len(G), len(G)))]])
    data = np.concatenate([np.where(inside[program.example[free]], 0.0, 1.0), -program.capacity[inside]])
    unknown, solved = np.concatenate([alpha[free], reached[inside]]), _inverse(K)
    for _ in range(2):
        unknown = unknown + solved(data - K @ unknown)
    alpha, reached = np.zeros(len(program.example)), np.ones(len(program.K))
    alpha[free], reached[inside] = unknown[: int(free.sum())], unknown[int(free.sum()) :]
    return alpha, reached


def _inverse(K):
    """The function that solves Kx = data with a symmetric K, x the shortest where there are many."""
    if not K.size:
        return np.zeros_like
    lower, pivots, singular = lapack.dgetrf(K)
    if not singular and lapack.dgecon(lower, np.abs(K).sum(axis=0).max(initial=0.0))[0] * REGULAR > 1.0:
        return lambda data: lapack.dgetrs(lower, pivots, data)[0]
    values, vectors = np.linalg.eigh(K)
    kept = np.abs(values) > DEPENDENT * np.abs(values).max(initial=0.0)
    values, vectors = values[kept], vectors[:, kept]
    return lambda data: vectors @ (vectors.T @ data / values)


def _interior_point(program, H, solver, given):
    """α (n,) of the interior-point method, with Σ_k α_ik = C where ``given`` (m,), or None where it finds none."""
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
    values, rows, columns = (np.concatenate(part) for part in parts)
    G = csr_array((values, (rows, columns)), (n + int(bounded.sum()), n))
    values, rows, columns = sums(given, 0)
    A = csr_array((values, (rows, columns)), (int(given.sum()), n))
    h = np.concatenate([np.zeros(n), capacity[bounded] / unit])
    P, q = unit * H[np.ix_(usable, usable)], np.where(given[example], 0.0, -1.0)
    scale = max(float(np.abs(P).max()), float(np.abs(q).max())) or 1.0
    try:
        x = interior_point.by(solver)(P / scale, q / scale, G, h, A, capacity[given] / unit, **OPTIONS).x
    except interior_point.Failed:
        return None
    alpha = np.zeros(len(program.upper))
    alpha[usable] = np.maximum(0.0, unit * x)
    return alpha if np.isfinite(alpha).all() else None
