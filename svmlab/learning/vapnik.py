"""Chunking as the slides print it, by the library's own chain of smaller programs."""

import numpy as np

from svmlab import validation
from svmlab.learning import chunking
from svmlab.learning.problems import Problem
from svmlab.learning.states import Diary


def vapnik_chunking(svm, X, y, *, M=10, begin=10, tol=1e-8):
    """Yield the State after each program of Vapnik's chunking (Vitay, part 6; Vapnik 1982).

    Solve the program of a working set; leave out of it all that are no support vectors; test all other points; add the
    M that violate their condition, margin ≥ 1, most.

    M, begin : points that are added, and of the first working set, some of each class. ``chunking.train`` is the same
    idea with large sets, from which nothing is left out. The optimum of a program rises, and where b is not unique
    and it does not, nothing is left out, so that no working set comes twice. looked_at : the working set; a point that
    never was in one had α = 0 from the beginning to the end.
    Ends when no margin falls short of 1 by more than ``tol``: then the machine of the working set is that of all
    points.
    """
    M, begin = (validation.integer(name, value, at_least=1) for name, value in (("M", M), ("begin", begin)))
    tol = validation.positive("tol", tol)
    problem = Problem("vapnik_chunking", svm, X, y)
    diary = Diary(problem)
    yield diary.state(np.zeros(problem.n), "every α is 0")
    for step in chunking.steps(svm, X, y, begin=begin, more=M, drop=True, tol=tol):
        table = np.zeros((problem.m, *step.part.alpha_.shape[1:]))
        table[step.inside] = step.part.alpha_
        program = problem.program
        a = table[program.example] if table.ndim == 1 else table[program.example, program.tail]
        working = np.flatnonzero(step.inside).tolist()
        more = (
            f"{step.violators} others violate their margin" if step.violators else "no other violates its margin: done"
        )
        cost = len(working) ** 2 + (problem.m - len(working)) * problem.terms(a)
        yield diary.state(
            a, f"the machine of {step.points} points; {more}", working, cost, done=not step.violators,
            own_intercept=np.atleast_1d(step.part.intercept_),
        )  # fmt: skip
