"""The library's own active set, from nothing: the optimum of an easier program, which is made the one asked for."""

import numpy as np

from svmlab.engine import starts
from svmlab.engine.scaled_program import ScaledProgram
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def active_set(svm, X, y):
    """Yield the State at each exchange of the library's active set (``engine.active_set``), begun at α = 0.

    At α = 0 it is the optimum of ½ αᵀHα + fᵀα with some f > 0; f is led to -1 in a straight line, and the optimum
    follows in straight pieces, from one exchange between the sets {0 < α < C}, {α = 0}, {α = C} to the next. A step
    solves the equations of the free set and needs their columns of H only. Q(α) need not rise: the program itself
    changes.
    Ends at the optimum, up to rounding. ``fit`` takes fewer steps, since it begins where an interior point method
    stops.
    """
    problem = Problem("active_set", svm, X, y)
    diary, scaling = Diary(problem), ScaledProgram(problem.program)
    seen = np.zeros(problem.n, dtype=bool)
    for active in starts.cold_steps(scaling.scaled):
        a = scaling.alpha(active)
        new = np.setdiff1d(active.free, np.flatnonzero(seen))
        seen[new] = True
        what = f"{len(active.free)} between 0 and C, {(active.side == -1).sum()} at C: the next exchange"
        points = problem.points(active.free)
        yield diary.state(a, what if diary.step >= 0 else "every α is 0", points, problem.m * len(problem.points(new)))
    yield diary.state(a, "f is -1: this is the optimum", done=True)
