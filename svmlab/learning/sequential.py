"""SMO: the smallest step that keeps Σ y α = 0 moves two multipliers, or a cycle of classes."""

import numpy as np

from svmlab import validation
from svmlab.learning import cycles, pairs
from svmlab.learning import validation as checks
from svmlab.learning.chance import Chance
from svmlab.learning.problems import ON_A_BOUND, Problem
from svmlab.learning.states import Diary, Move

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def smo(svm, X, y, *, choice="violating", tol=1e-3, random_state=0):
    """Yield the State after each step of sequential minimal optimisation (Platt 1999; Vitay, part 6).

    Two multipliers move along y_i α_i + y_j α_j = constant to the top of Q(α), a parabola there, or to the border of
    the square [0, C]² before it::

        t = (F_i - F_j) / (κ_ii + κ_jj - 2 κ_ij),  y_i α_i ← y_i α_i + t,  y_j α_j ← y_j α_j - t,  F_i = y_i (1 - Hα)_i

    choice : "violating", "second order", "platt" or "random", see ``pairs``. The machine of Weston and Watkins
    knows no "platt", and moves a cycle of classes: two multipliers α_ik, α_jl that send as much from class to class
    as they bring back, or three round three classes (at most Q), for which α stays a circulation.
    Ends when no condition is violated by more than ``tol`` at the best b (libsvm's tolerance is twice as much).
    ``state.move`` has the step before and after it was clipped. Q(α) rises with every step.
    """
    problem = Problem("smo", svm, X, y)
    validation.one_of("choice", choice, tuple(pairs.CHOICES))
    checks.pairs_only(choice, pairs.FOR_MANY, problem.Q)
    tol = validation.positive("tol", tol)
    choose = pairs.CHOICES[choice](Chance(random_state))
    diary, a, g = Diary(problem), np.zeros(problem.n), np.ones(problem.n)
    yield diary.state(a, "every α is 0", known_product=1.0 - g)
    while True:
        violation, worst = cycles.most_violating(problem, a, g)
        if violation <= tol:
            yield diary.state(
                a, f"no condition is violated by more than {tol:g}: done", done=True, known_product=1.0 - g
            )
            return
        variables, signs = choose(problem, a, g, worst, tol)
        a, g, move = moved(problem, a, g, variables, signs)
        points = problem.points(variables)
        yield diary.state(a, _told(problem, move), points, len(points) * problem.m, known_product=1.0 - g, move=move)


def moved(problem, a, g, variables, signs):
    """(α, 1 - Hα, Move) after the best step along ``signs`` (k,) for ``variables`` (k,), inside the box."""
    along = sum(sign * problem.program.column(v) for v, sign in zip(variables, signs, strict=True))
    slope, curvature = float(signs @ g[variables]), float(signs @ along[variables])
    before = a[variables]
    rooms = np.where(signs > 0, problem.upper[variables] - before, before)
    flat = curvature <= 1e-12 * np.abs(problem.program.diagonal[variables]).max()
    top = np.inf if flat else slope / curvature
    step = min(top, float(rooms.min()))
    after = before + step * signs
    ends = np.where(signs > 0, problem.upper[variables], 0.0)
    met = rooms <= step + ON_A_BOUND * problem.upper[variables]
    after[met] = ends[met]
    unclipped = after.copy() if flat else before + top * signs
    a = a.copy()
    a[variables] = after
    return a, g - step * along, Move(variables, before, unclipped, after)


def _told(problem, move):
    names = [_named(problem, v) for v in move.variables]
    walk = ", ".join(
        f"α{name} {before:.3g} → {after:.3g}"
        for name, before, after in zip(names, move.before, move.after, strict=True)
    )
    return f"{walk}{' (clipped)' if move.clipped else ''}"


def _named(problem, v):
    """The point of a multiplier as subscript, for many classes with the rival."""
    point = int(problem.program.example[v])
    name = str(point) if problem.program.one_variable_per_point else f"{point},{problem.program.tail[v]}"
    return name.translate(SUBSCRIPTS)
