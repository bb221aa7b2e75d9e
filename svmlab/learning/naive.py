"""Gradient ascent on one multiplier at a time, as the slides print it: the machine without b."""

import numpy as np

from svmlab import validation
from svmlab.learning.chance import Chance
from svmlab.learning.problems import ON_A_BOUND, Problem
from svmlab.learning.states import Diary

ORDERS = "descending", "given", "random"


def naive_ascent(svm, X, y, *, rate=None, order="descending", tol=1e-3, random_state=0):
    """Yield the State after each point of the naive stochastic gradient ascent on the dual (Vitay, part 6).

    α_i ← min(max(α_i + η_i (1 - y_i Σ_j α_j y_j κ(x_i, x_j)), 0), C), one point after the other.

    rate : η for all points; by default η_i = 1/κ(x_i, x_i), as the slides advise, with which each step goes to the very
    top along its α. order : in which an epoch takes the points: "descending" α, as the slides advise, "given",
    "random". The equation Σ y_i α_i = 0 is not kept. So this is no machine with b, as the slides say; but it is the
    dual of the machine *without* b, whose optimum it reaches, and that is what its states are measured by.
    ``state.with_intercept`` measures the same α as a machine with b, which the slides leave "to another algorithm": the
    best b for its w.
    Ends when no Karush-Kuhn-Tucker condition of the machine without b is violated by more than ``tol``; with a rate
    above 2/κ(x_i, x_i) perhaps never.
    """
    problem = Problem("naive_ascent", svm, X, y, intercept=False, two_classes=True)
    validation.one_of("order", order, ORDERS)
    rng, tol = Chance(random_state), validation.positive("tol", tol)
    diagonal = problem.K.diagonal()
    flat = np.where(diagonal > 0, diagonal, 1.0)
    eta = 1.0 / flat if rate is None else np.full(problem.m, validation.positive("rate", rate))
    diary, a, g = Diary(problem), np.zeros(problem.m), np.ones(problem.m)
    state = diary.state(a, "every α is 0", known_product=1.0 - g)
    yield state
    while state.violation > tol:
        for i in _epoch(order, a, rng):
            cost, before = problem.terms(a), a[i]
            a[i] = np.clip(before + eta[i] * g[i], 0.0, problem.upper[i])
            g -= (a[i] - before) * problem.program.column(i)
            state = diary.state(a, _told(i, before, a[i], problem.upper[i]), (int(i),), cost, known_product=1.0 - g)
            yield state
    yield diary.state(a, f"no condition is violated by more than {tol:g}: done", done=True, known_product=1.0 - g)


def _epoch(order, a, rng):
    """The points of one round."""
    if order == "descending":
        return np.argsort(-a, kind="stable")
    return np.arange(len(a)) if order == "given" else rng.permutation(len(a))


def _told(i, before, after, upper):
    if abs(after - before) <= ON_A_BOUND * upper:
        return f"α of point {i} stays at {'0' if after == 0 else 'C' if after == upper else f'{after:.3g}'}"
    end = " = 0, its bound" if after == 0 else " = C, its bound" if after == upper else f" {after:.3g}"
    return f"α of point {i} {'rises' if after > before else 'falls'} from {before:.3g} to{end}"
