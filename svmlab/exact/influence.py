"""The value of a point: what leaving it out does to the margins of all points, exactly and to first order."""

import numpy as np

from svmlab import validation
from svmlab.engine import solver
from svmlab.exact import validation as checks
from svmlab.exact.loo import Following, sole_of_class


def leave_one_out_influences(svm):
    """Return the exact influences (m, n) of leaving out point p on the margin of each dual variable v.

    ::

        influence[p, v] = margin_v of the machine without p - margin_v of the machine with it

    The margins are y_i f(x_i), n = m, or h_{y_i}(x_i) - h_k(x_i), in the order of ``solution_.margins``; nan where a
    class would have no point left. m machines are made from the one with all points, each certified or nan.
    Raises NotFittedError for a machine that is not trained.
    """
    svm = validation.fitted(svm)
    solution, undefined = svm.solution_, sole_of_class(svm)
    found = np.full((len(undefined), len(solution.margins)), np.nan)
    for p in np.flatnonzero(~undefined):
        program = solution.program.without(np.flatnonzero(solution.program.example == p))
        start = np.where(program.upper > 0, solution.alpha, 0.0), solution.b
        without = solver.solve(program, start)
        if without.certified:
            found[p] = without.margins - solution.margins
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
        step = next(iter(active.follow(1.0, held=(variables, -active.a[variables]))))
        found[p] = step.d_gradient
    return found
