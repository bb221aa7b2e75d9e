"""The value of a point: what leaving it out does to the margins of all points, to w and to errors on others.

Exactly, by the machine without the point, and to first order, as influence functions say it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length

from svmlab import validation
from svmlab.engine import solver
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
    following, example = Following(svm.solution_), svm.solution_.program.example
    found = np.zeros((len(svm.y_fit_), len(example)))
    for p in range(len(found)):
        active, variables = following.active.copy(), np.flatnonzero(example == p)
        if not following.largest_of(variables) > 0:
            continue
        for v in variables:
            active.hold(v)
        rates = np.zeros(len(example))
        rates[variables] = -active.a[variables]
        step = next(iter(active.follow(1.0, held=(variables, rates[variables]))))
        rates[step.free] = step.d_alpha
        found[p] = step.d_gradient - active.program.of_ridge(rates)
    return found


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
