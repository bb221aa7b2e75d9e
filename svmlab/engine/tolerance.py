"""A machine to a tolerance: ``decomposition`` comes near, and the certificate says how near, in double precision."""

from dataclasses import dataclass, fields

import numpy as np

from svmlab.engine.certificate import Solution, certify_by_product
from svmlab.engine.decomposition import SHARE, Decomposition

SWEEPS = 10  # through the classes, of the search for the intercept
FLAT = 1e-14  # relative gain of a sweep that ends it
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
    KeyboardInterrupt ends it with the best so far; a second one, while that is measured, goes through.
    """
    work = Decomposition(program, cache=cache)
    try:
        if start is not None and _feasible(program, start[0]):
            work.begin(*start)
        return _solved(work, tol)
    except KeyboardInterrupt:
        return measured(work, tol, INTERRUPTED)[0]


def _feasible(program, alpha):
    tied = np.abs(program.E.T @ alpha).max()
    inside = ((alpha >= 0) & (alpha <= program.upper)).all()
    return bool(inside and tied <= 1e-12 * alpha.max(initial=0.0))


def _solved(work, tol):
    while True:
        work.approach(SHARE * tol)
        solution, scores = measured(work, tol, NO_FURTHER)
        if solution.reached or not work.gained(scores):
            return solution


def measured(work, tol, note):
    """(the Within of where a Decomposition stands, K times its coefficients (m, q)), in double precision."""
    program, alpha = work.program, work.alpha
    product, largest = program.K.times(program.coefficients(alpha))
    program.__dict__["sizes"] = (np.full(len(program.K), np.sqrt(largest)),) * 2
    b = best_intercept(program, program.along(product), work.b)
    solution = certify_by_product(program, alpha, product, b, work.steps, note)
    values = {field.name: getattr(solution, field.name) for field in fields(Solution)}
    return Within(**values, tol=tol), product


def best_intercept(program, H_alpha, b):
    """(q,) b that makes Σ_v u_v max(0, 1 - (Hα)_v - E_v b) small: least along each class in turn, from a given one."""
    q, best = len(b), np.inf
    for _ in range(SWEEPS):
        for k in range(q):
            rates = program.E[:, k]
            t = _least(program.upper, 1.0 - H_alpha - program.E @ b, rates)
            b = b + t * (np.arange(q) == k)
        loss = float(program.upper @ np.maximum(0.0, 1.0 - H_alpha - program.E @ b))
        if q == 1 or not loss < best * (1.0 - FLAT):
            break
        best = loss
    return b if q == 1 else b - b.mean()


def _least(upper, short, rates):
    """A t at which Σ u max(0, short - t · rate) is least, for rates in {-1, 0, 1}: where its slope changes sign."""
    counts = (rates != 0) & (upper > 0)
    upper, rates = upper[counts], rates[counts]
    places = short[counts] * rates
    order = np.argsort(places)
    slope = np.cumsum(upper[order]) - upper[rates > 0].sum()
    return _middle(places[order], slope)


def _middle(places, slope):
    """The middle of where the slope behind each of the sorted places is zero, or where it becomes positive."""
    rounding = 1e-13 * max(abs(slope[0]), abs(slope[-1]))
    first = int(np.argmax(slope >= -rounding))
    if slope[first] > rounding or first + 1 == len(places):
        return places[first]
    return 0.5 * (places[first] + places[first + 1])
