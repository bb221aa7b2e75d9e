"""Solve a dual program and certify the solution.

Three steps: an interior-point method comes close, ``active_set`` makes the multipliers exact at their bounds,
``certificate.certify`` measures what came out. Nobody downstream knows which route was taken. The first of these that
applies and ends in a certificate is it:

    warm            a start is given
    splitting       Q ≥ MANY_CLASSES or a ridge, n ≥ MANY_OF_MANY variables
    low rank        n ≥ MANY, and a factor of K leaves little
    splitting       fewer classes, n too large for an interior point
    interior point  n ≤ LARGE, twice as many for losses that the low-rank start does not know; Newton's systems of Lee,
                    Lin and Wahba's loss by class, see ``class_blocks``
    grown           bounds that perhaps nothing reaches
    cold, proximal  whatever is left

After ``splitting``, and a warm start with MANY_FREE variables between their bounds, ``faces`` exchanges all that is on
the wrong side at once, where K is safely positive definite: no matrix of the free variables is formed. Where that does
not end, they are exchanged one by one, for Weston and Watkins' machine of many classes; for the others the next route
is taken. Crammer and Singer's machine has routes of its own, see ``joint_slack``.

A linear kernel of columns with unlike scales is tried in the primal problem before all of them. What is not to be exact
goes to ``tolerance`` instead.
"""

from dataclasses import replace
from functools import partial

import numpy as np
from scipy.sparse import eye_array, vstack

from svmlab import validation
from svmlab.engine import (
    active_set,
    class_blocks,
    exchanges,
    faces,
    interior_point,
    joint_slack,
    primal,
    scaled_program,
    splitting,
    starts,
    thin,
)
from svmlab.engine.certificate import LONGEST, certify
from svmlab.engine.program import DualProgram
from svmlab.engine.sum_to_zero import SumToZeroProgram

HARD_MARGIN_START = 100.0  # C, in units of 1/max κ(x, x), from which C is followed to infinity
LARGEST = 1e6  # C, in the same units, above which it is tried whether no multiplier comes so far
HARD_MARGIN_END = 1e13  # beyond it, slack that is left is taken to stay for every C
LARGE = 2500  # variables; a dense Hessian of more would not be worth its memory
MANY = 300  # variables from which a start from a factor of K pays
MANY_CLASSES, MANY_OF_MANY = 4, 600  # classes and variables from which a start by splitting pays
CHECKS = 3  # of a start by splitting, before a few free variables are exchanged one by one
REST, REST_OF_LARGE = 0.03, 0.5  # of the largest diagonal entry of K: where such a factor leaves more, it does not pay
PROXIMAL, PROXIMAL_STEPS = 1e-7, 20  # δ, in units of max κ(x, x)
ROUNDINGS = 1e-11, 1e-14  # a multiplier that near a bound is put there, if the certificate allows


def solve(program, start=None, *, solver=None):
    """Return the certified Solution of a DualProgram; ``start`` = (alpha, b) of a similar one saves time.

    ``solver`` names the interior-point method, see ``interior_point.by``, which then comes before a factor of K.
    Raises ValueError when infinite bounds ask for a separation that does not exist.
    """
    if not program.boxed:
        return joint_slack.solve(program, None if start is None else start[0], solver)
    scaling = scaled_program.ScaledProgram(program)
    inner, grown = (partial(route, solver=solver) for route in (_interior_point_route, _grown_route))
    routes = [inner, grown, _cold_route, _proximal_route]
    n = len(program.example)
    if n > _large(program):
        del routes[0]
    if n >= MANY and solver is None:
        routes.insert(0, _low_rank_route)
    if n >= MANY_OF_MANY:
        if program.n_classes >= MANY_CLASSES or program.ridge is not None:
            routes.insert(0, _splitting_route)
        elif n > _large(program):
            routes.insert(1, _splitting_route)
    if start is not None:
        routes.insert(0, lambda scaled: _near_route(scaled, *scaling.inside(*start)))
    best = primal.solve(program) if program.points is not None and program.points.unlike else None
    if best is not None and best.certified:
        return best
    for route in routes:
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                active = route(scaling.scaled)
        except exchanges.Unbounded:
            raise validation.not_separable() from None
        except (active_set.Stalled, np.linalg.LinAlgError, FloatingPointError):
            continue
        for solution in certificates(program, scaling, active):
            if solution.certified:
                return solution
            if best is None or solution.worst < best.worst:
                best = solution
    if best is None and np.isinf(program.upper).any():
        raise validation.not_separable()
    if best is None:
        capped = np.minimum(program.upper, LARGEST * scaling.unit)
        if (capped == program.upper).all():  # the machine w = 0, b = 0, which says that it is no solution
            nothing = np.zeros(program.E.shape[1])
            return replace(certify(program, np.zeros(len(capped))), b=nothing, b_relative=nothing)
        best = certify(program, solve(program.with_upper(capped), solver=solver).alpha)
    return best


def certificates(program, scaling, active):
    """Solutions of a working set: its multipliers as they are, and refined in long doubles."""
    for rounding in ROUNDINGS:
        yield certify(program, scaling.alpha(active, rounding), exchanges=active.events)
    if program.exact is not None and len(program.K) <= LONGEST:
        K = program.long[1] * np.longdouble(scaling.unit)
        with np.errstate(all="ignore"):
            refined = active.refined(replace(scaling.scaled, K=K))
        if np.isfinite(refined).all():
            yield certify(program, scaling.unscaled(refined, active.side), exchanges=active.events)


def _warm_route(program, a, b):
    active = starts.start(program, np.clip(a, 0.0, program.upper), b)
    active.settle()
    return active


def _near_route(program, a, b):
    """As ``_warm_route``, but by faces where very many variables are free."""
    if ((a > 0) & (a < program.upper)).sum() >= faces.MANY_FREE and faces.regular(program):
        try:
            return faces.settled(program, np.clip(a, 0.0, program.upper), b)
        except active_set.Stalled:
            pass
    return _warm_route(program, a, b)


def _interior_point_route(program, solver=None):
    return _from_soft(program, lambda soft: _warm_route(soft, *near_optimum(soft, solver)))


def _low_rank_route(program):
    """All variables are decided about at once, in the primal problem of a factor of the kernel matrix, or of its
    largest part; exchanges on the matrix itself then make it exact."""
    found = thin.factored(program)
    if found is None:
        raise active_set.Stalled("there is no such factor")
    low, F, left = found
    if left > (REST if len(program.example) <= LARGE else REST_OF_LARGE):
        raise active_set.Stalled("the factor says too little")

    def solve_soft(soft):
        problem, v = thin.begin(soft, F)
        return thin.near(problem, soft, v)[1]

    return _from_soft(low, solve_soft)


def _splitting_route(program):
    """As ``_split``; infinite bounds grow from finite ones by exchanges, which go on from what faces found."""
    if program.ridge is not None or np.isfinite(program.upper).all():
        return _split(program)

    def solve_soft(soft):
        found = _split(soft)
        return _warm_route(soft, found.a, found.b) if isinstance(found, faces.Settled) else found

    return _from_soft(program, solve_soft)


def _split(program):
    """For many classes: nearly all variables are put where they belong by a method that inverts (m, m) only, the rest
    by exchanges of all at once on faces, or one by one."""
    regular, one_by_one = faces.regular(program), _exchanges_pay(program)
    most = splitting.most(program) if regular else splitting.ITERATIONS
    for checks, (a, b) in enumerate(splitting.nearer(program, most), start=1):
        few = one_by_one and ((a > 0) & (a < program.upper)).sum() < faces.MANY_FREE
        if regular and not few:
            try:
                return faces.settled(program, a, b)
            except faces.Slow:
                regular = False
            except active_set.Stalled:
                pass
        if not (regular or one_by_one) or (few and checks >= CHECKS):
            break
    if not one_by_one:
        raise active_set.Stalled("the start is not near enough")
    return _warm_route(program, a, b)


def _exchanges_pay(program):
    """Whether no interior point takes over from a start by splitting."""
    plain = type(program) is DualProgram and program.n_classes >= MANY_CLASSES
    return plain or len(program.example) > _large(program)


def _large(program):
    """Variables up to which an interior point pays: more where no factor of K can say more."""
    return LARGE if type(program) is DualProgram else 2 * LARGE


def _grown_route(program, solver=None):
    """For bounds so large that perhaps nothing reaches them: as if they were infinite."""
    large = (program.upper > LARGEST) & np.isfinite(program.upper)
    if not large.any():
        raise active_set.Stalled("no bound is large")
    try:
        active = _interior_point_route(program.with_upper(np.where(large, np.inf, program.upper)), solver)
    except exchanges.Unbounded:
        raise active_set.Stalled("the bounds are reached") from None
    if (active.a > program.upper).any():
        raise active_set.Stalled("a bound is exceeded")
    active.upper = program.upper.copy()
    return active


def _cold_route(program):
    return _from_soft(program, starts.cold_start)


def _proximal_route(program):
    """The last resort, for finite bounds: proximal steps, each with K + δ·1, of which every working set is regular.

    Wide kernels and large C can leave no working set that doubles can invert; this comes near, and the
    certificate says how near.
    """
    if np.isinf(program.upper).any():
        raise active_set.Stalled("proximal steps cannot tell whether a hard margin exists")
    identity = replace(program, K=np.eye(len(program.K)))
    active = starts.cold_start(replace(program, K=program.K + PROXIMAL * identity.K))
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
    raise exchanges.Unbounded


def near_optimum(program, solver=None):
    """Approximate (α, b) of a program with finite bounds, by a solver of ``interior_point.by``."""
    minimise = interior_point.by(solver)
    usable = np.flatnonzero(program.upper > 0)
    n = len(usable)
    unit = min(1.0, float(program.upper.max()))
    E = program.E[usable]
    example = program.example[usable]
    if type(program) is SumToZeroProgram and n >= MANY_OF_MANY:
        blocks = class_blocks.ClassBlocks(program, usable, unit)
        P, newton = blocks.hessian, blocks.newton
    else:
        P, newton = unit * program.K[np.ix_(example, example)] * (E @ E.T), None
    try:
        found = minimise(
            P,
            np.full(n, -1.0),
            vstack([-eye_array(n), eye_array(n)], format="csr"),
            np.concatenate([np.zeros(n), program.upper[usable] / unit]),
            E[:, : program.ties].T,
            np.zeros(program.ties),
            newton=newton,
        )
    except interior_point.Failed as error:
        raise active_set.Stalled(str(error)) from None
    alpha = np.zeros(len(program.upper))
    alpha[usable] = np.clip(unit * found.x, 0.0, program.upper[usable])
    return alpha, found.y
