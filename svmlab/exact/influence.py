"""The value of a point: what leaving it out does to the margins of all points, to w and to errors on others.

Exactly, by the machine without the point, and to first order, as influence functions say it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length

from svmlab import validation
from svmlab.engine import active_set, exchanges, scaled_program, solver
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import validation as checks
from svmlab.exact.loo import Following, leads, sole_of_class

HELD = 1e-9  # of the largest lead: a smaller loss is rounding


def leave_one_out_influences(svm):
    """Return the exact influences (m, n) of leaving out point p on the margin of each dual variable v.

    ::

        influence[p, v] = margin_v of the machine without p - margin_v of the machine with it

    The margins are y_i f(x_i), n = m, or h_{y_i}(x_i) - h_k(x_i), in the order of ``solution_.margins_of_points``; nan
    where a class would have no point left. m machines are made from the one with all points, each certified or nan.
    Raises NotFittedError for a machine that is not trained.
    """
    svm = validation.fitted(svm)
    margins = svm.solution_.margins_of_points
    found = np.full((len(svm.codes_), len(margins)), np.nan)
    for p, without in _machines_without(svm):
        found[p] = without.margins_of_points - margins
    return found


def first_order_influences(svm):
    """Return the influences (m, n) to first order: as if the working set stayed as it is (infinitesimal jackknife).

    The multipliers of point p shrink as (1 - t) α_p, the others follow the optimum, and it is::

        influence[p, v] = d margin_v / dt  at t = 0,

    exact where nothing changes its role up to t = 1; zero where α_p = 0. Koh and Liang 2017, for a loss with a kink.
    Raises NotFittedError for a machine that is not trained, and ValueError for one that the engine does not follow.
    """
    svm = validation.fitted(svm)
    checks.followed("first_order_influences", svm)
    found = np.zeros((len(svm.y_fit_), len(svm.solution_.alpha)))
    for p, variables, following in _support_vectors(svm):
        found[p] = _first_step(following, variables)[1]
    return found


class PredictedLeads(NamedTuple):
    """``leads`` (m,), the lead of each point without it, to first order; ``exact`` (m,) bool, it is so exactly."""

    leads: np.ndarray
    exact: np.ndarray


def predicted_leads(svm):
    """Return the PredictedLeads of a machine's points: what is left of each lead if no other point changes its role.

    The lead of a point is y_i f(x_i), or h_{y_i}(x_i) - max_k h_k(x_i); -inf where the free multipliers cannot make up
    for the point. ``exact``: what is predicted is optimal without the point: every multiplier within its bounds, every
    margin on its side. Where α_p = 0 nothing changes. Source: Vapnik and Chapelle 2000, the span rule of two classes.
    Raises NotFittedError for a machine that is not trained, and ValueError for one that the engine does not follow.
    """
    svm = validation.fitted(svm)
    checks.followed("predicted_leads", svm)
    solution, codes = svm.solution_, svm.codes_
    margins = solution.margins_of_points
    found = leads(solution.program, margins, codes).copy()
    exact = np.ones(len(codes), dtype=bool)
    for p, variables, following in _support_vectors(svm):
        try:
            alpha, change = _first_step(following, variables)
        except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError):
            alpha, change = np.full((2, len(margins)), -np.inf)
        others = np.delete(np.arange(len(margins)), variables)
        if _is_made_up_for(solution, others, alpha):
            found[p] = leads(solution.program, margins + change, codes)[p]
            exact[p] = _is_optimal(solution, others, alpha, change)
        else:
            found[p], exact[p] = -np.inf, False
    return PredictedLeads(found, exact)


def _support_vectors(svm):
    """Yield (p, its variables, the Following of the machine) for each point with a positive multiplier."""
    following, example = Following(svm.solution_), svm.solution_.program.example
    for p in range(len(svm.codes_)):
        variables = np.flatnonzero(example == p)
        if following.largest_of(variables) > 0:
            yield p, variables, following


def _first_step(following, variables):
    """Changes (n,) of α and of the margins when the multipliers of a point shrink to 0 and each role stays."""
    active = following.active.copy()
    for v in variables:
        active.hold(v)
    rates = np.zeros(len(active.a))
    rates[variables] = -active.a[variables]
    step = next(iter(active.follow(1.0, held=(variables, rates[variables]))))
    rates[step.free] = step.d_alpha
    return following.scaling.unit * rates, step.d_gradient - active.program.of_ridge(rates)


def _is_made_up_for(solution, others, change):
    """Whether a change of α keeps every balance, and moves free multipliers alone."""
    largest, alpha, upper = np.abs(change).max(), solution.alpha[others], solution.program.upper[others]
    fixed = np.abs(change[others])[(alpha <= 0) | (alpha >= upper)].max(initial=0.0)
    return bool(np.isfinite(largest) and max(fixed, np.abs(change @ solution.program.E).max()) <= HELD * largest)


def _is_optimal(solution, others, alpha, change):
    """Whether the predicted machine is optimal in the variables of the other points, each in its old role."""
    before, upper = solution.alpha[others], solution.program.upper[others]
    after, margins = before + alpha[others], (solution.margins + change)[others]
    tiny = scaled_program.ON_A_BOUND * solution.alpha.max()
    free, bounded = (before > 0) & (before < upper), (before >= upper) & (upper > 0)
    inside = (after[free] > tiny) & (after[free] < upper[free] - tiny)
    below, above = margins[bounded] <= 1.0 + CERTIFIED, margins[(before <= 0) & (upper > 0)] >= 1.0 - CERTIFIED
    return bool(inside.all() and below.all() and above.all())


class Holders(NamedTuple):
    """Who holds whom: ``by`` (m,) the other point without which the lead of each falls most, -1 where none does, and
    ``loss`` (m,) by how much it falls then."""

    by: np.ndarray
    loss: np.ndarray


def holders(svm, influences=None):
    """Return the Holders of a machine's points.

    The lead of a point is y_i f(x_i), or h_{y_i}(x_i) - max_k h_k(x_i). ``influences``: those that
    ``leave_one_out_influences`` returned, which are computed otherwise. Raises NotFittedError for a machine that is not
    trained.
    """
    svm = validation.fitted(svm)
    influences = leave_one_out_influences(svm) if influences is None else influences
    solution = svm.solution_
    own = leads(solution.program, solution.margins_of_points, svm.codes_)
    loss = own - np.array([leads(solution.program, solution.margins_of_points + row, svm.codes_) for row in influences])
    np.fill_diagonal(loss, 0.0)
    loss = np.nan_to_num(loss)
    by = loss.argmax(axis=0)
    most = loss[by, np.arange(len(by))]
    some = most > HELD * max(1.0, np.abs(own).max())
    return Holders(np.where(some, by, -1), np.where(some, most, 0.0))


@dataclass(frozen=True)
class PointValues:
    """What each training point is worth to others, and how far it moves the machine.

    errors : errors of the machine with all points on ``n`` test points; without : (m,) those of the machine without
    each; change : (m,) ‖w - wᵖ‖, or the root of Σ_k ‖w_k - wᵖ_k‖²; both nan where there is no such machine, or none
    that is certified
    """

    errors: int
    without: np.ndarray = field(repr=False)
    change: np.ndarray = field(repr=False)
    n: int

    @property
    def values(self):
        """(m,) how many test points more are wrong without the point: above 0 it helps, below it harms."""
        return self.without - self.errors

    def __repr__(self):
        helps, harms = int((self.values > 0).sum()), int((self.values < 0).sum())
        return f"{self.errors} of {self.n} test points wrong; points that help: {helps}, that harm: {harms}"


def point_values(svm, Z, y):
    """Return the PointValues of a machine's points on test points Z (n, d) with labels y (n,).

    m machines are made from the one with all points. Raises NotFittedError for a machine that is not trained;
    ValueError for Z and y that do not fit, and for a Pipeline that transforms points.
    """
    svm, y = validation.seeing_the_points("the value of points", svm), validation.labels(y)
    check_consistent_length(Z, y)
    errors = int((svm.predict(Z) != y).sum())
    without, change = np.full((2, len(svm.codes_)), np.nan)
    for p, solution in _machines_without(svm):
        machine = svm.with_solution(solution)
        without[p] = (machine.predict(Z) != y).sum()
        moved = svm.coefficients_ - machine.coefficients_
        change[p] = np.sqrt(max(0.0, np.einsum("ik,ik->", moved, svm.K_ @ moved)))
    return PointValues(errors, without, change, len(y))


def _machines_without(svm):
    """Yield (p, certified Solution without point p), but for points whose class would be gone."""
    solution = svm.solution_
    for p in np.flatnonzero(~sole_of_class(svm)):
        program = solution.program.without(np.flatnonzero(solution.program.example == p))
        start = np.where(program.upper > 0, solution.alpha, 0.0), solution.b
        without = solver.solve(program, start)
        if without.certified:
            yield int(p), without
