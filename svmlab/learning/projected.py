"""Gradient ascent on the dual that keeps its equation: each step is followed by a projection."""

import numpy as np

from svmlab import validation
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def projected_ascent(svm, X, y, *, rate=None, tol=1e-3):
    """Yield the State after each step of projected gradient ascent: α ← P(α + η (1 - Hα)).

    P leads to the nearest point of 0 ≤ α ≤ C, Σ y_i α_i = 0: what the naive ascent of the slides leaves out. All α move
    at once, since one alone cannot. rate : η, by default 1/λ, λ the largest eigenvalue of H, with which Q(α) never
    falls and Q* - Q(α) ≤ λ ‖α*‖² / (2t) after t steps (Beck and Teboulle 2009, Theorem 3.1).
    Ends when the duality gap is at most ``tol`` of the primal objective.
    """
    problem = Problem("projected_ascent", svm, X, y, two_classes=True)
    tol = validation.positive("tol", tol)
    eta = 1.0 / largest_eigenvalue(problem) if rate is None else validation.positive("rate", rate)
    diary, a = Diary(problem), np.zeros(problem.m)
    state = diary.state(a, "every α is 0")
    yield state
    while state.relative_gap > tol:
        cost = problem.m * problem.terms(a)
        g = 1.0 - problem.program.product(a)
        a = problem.nearest(a + eta * g)
        state = diary.state(a, "a step along the gradient, and back to Σ y α = 0", range(problem.m), cost)
        yield state
    yield diary.state(a, f"the gap is below {tol:g} of the objective: done", done=True)


def largest_eigenvalue(problem):
    """λ of H, for two classes that of K."""
    return float(np.linalg.eigvalsh(problem.K)[-1]) or 1.0
