"""A machine to a tolerance: ``decomposition`` comes near, and the certificate says how near, in double precision."""

from dataclasses import dataclass, fields, replace

import numpy as np

from svmlab.engine import primal
from svmlab.engine.certificate import Solution, certify_by_product
from svmlab.engine.decomposition import SHARE, Decomposition
from svmlab.engine.intercepts import best_intercept
from svmlab.engine.listening import told

FUTILE, NEARER = 3, 0.9  # approaches in a row without a gap that is so much smaller: the digits have been used up
DIMENSIONS = 2000  # variables up to which the primal problem of a linear kernel is the shorter way
INTERRUPTED = "interrupted"
NO_FURTHER = "no step gains anything more in these digits"


@dataclass(frozen=True)
class Within(Solution):
    """A solution whose relative duality gap is to be at most ``tol``, rounding included; never ``certified``, which
    means exact.

    alpha is feasible, so that ``dual`` is a lower limit of the optimum, and ``primal`` an upper one. It has no limits
    of b (nan): b is where the primal objective of its w is least, as far as a search class by class finds.
    """

    tol: float = 0.0

    @property
    def certified(self):
        return False

    @property
    def reached(self):
        """Whether the gap is at most ``tol``."""
        return self.relative_gap <= self.tol

    @property
    def status(self):
        """In words: how near to the optimum, whether as near as was asked for, and what to try if not."""
        measured = f"relative duality gap {self.relative_gap:.1e}, largest KKT residual {self.kkt_residual:.1e}"
        if self.reached:
            return f"within tol={self.tol:g}: {measured}"
        advice = "this is the best machine so far" if self.note == INTERRUPTED else "use a larger tol or a smaller C"
        return f"not within tol={self.tol:g} ({self.note}): {measured}; {advice}"


def solve(program, start=None, *, tol, cache=None):
    """Return the Within of a DualProgram whose K is a ``KernelRows`` and whose bounds are finite.

    start : (alpha (n,), b) to begin from where alpha is feasible; cache : bytes of kernel rows that are kept.
    KeyboardInterrupt ends it with the best so far; a second one, while that is measured, goes through. The primal
    problem of a linear kernel in few dimensions comes first, and the decomposition where that does not get so far.
    """
    best = _by_primal(program, tol) if _few_dimensions(program) else None
    if best is not None and (best.reached or best.note == INTERRUPTED):
        return best
    work = Decomposition(program, cache=cache)
    try:
        if start is not None and _feasible(program, start[0]):
            work.begin(*start)
        return _solved(work, tol)
    except KeyboardInterrupt:
        return measured(work, tol, INTERRUPTED)[0]


def _few_dimensions(program):
    points = program.points
    return points is not None and program.ties * (points.X.shape[1] + 1) <= DIMENSIONS


def _by_primal(program, tol):
    """The Within that ``primal`` finds, None where it finds none, or is interrupted before."""
    best, note = None, NO_FURTHER
    try:
        with np.errstate(all="ignore"):
            for solution in primal.approach(program):
                told(solution.relative_gap)
                if best is None or solution.relative_gap < best.relative_gap:
                    best = solution
                if best.relative_gap <= tol:
                    break
    except KeyboardInterrupt:
        note = INTERRUPTED
        if best is None:
            raise
    return None if best is None else _within(best, tol, note)


def _within(solution, tol, note):
    values = {field.name: getattr(solution, field.name) for field in fields(Solution)}
    return Within(**{**values, "note": note}, tol=tol)


def _feasible(program, alpha):
    tied = np.abs(program.E.T @ alpha).max()
    inside = ((alpha >= 0) & (alpha <= program.upper)).all()
    return bool(inside and tied <= 1e-12 * alpha.max(initial=0.0))


def _solved(work, tol):
    best, futile = None, 0
    while futile < FUTILE:
        work.approach(SHARE * tol)
        solution, scores = measured(work, tol, NO_FURTHER)
        nearer = best is None or solution.relative_gap < NEARER * best.relative_gap
        best, futile = (solution, 0) if nearer else (best, futile + 1)
        if best.reached:
            break
        work.refresh(scores)
    return best


def measured(work, tol, note):
    """(the Within of where a Decomposition stands, K times its coefficients (m, q)), in double precision."""
    alpha = work.alpha.copy()
    product, largest = work.program.K.times(work.program.coefficients(alpha))
    program = replace(work.program, row_sizes=(np.sqrt(largest),) * 2)
    b = best_intercept(program, program.along(product), work.b)
    return _within(certify_by_product(program, alpha, product, b, work.steps, note), tol, note), product
