"""Exercises of 17_geometry: Cover's count, hulls and multipliers, points that lines hardly divide."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, several
from svmlab.risk import dichotomies

SHEET = Sheet("17_geometry")
FEW = 60


@SHEET.exercise(
    "check",
    "two whole numbers, in the plane and in space",
    "(22, 30)",
    "$2 (1 + 4 + 6) = 22$ and $2 (1 + 4 + 6 + 4) = 30$: in space all but Radon's partition, with either sign.",
)
def counts_of_five(answer):
    plane, space = several(answer, 2)
    compare(plane, dichotomies.cover(5, 2), below="There are more.", above="Fewer.", rtol=0, known=[
        (32, "All 32 would be shattered; that takes at most three points in the plane."),
        (11, "A line has two sides: each cut counts twice."),
    ])  # fmt: skip
    compare(space, dichotomies.cover(5, 3), below="One dimension more, one term more.", above="Fewer.", rtol=0, known=[
        (32, "Four points of space are shattered, five are not."), (15, "Each cut counts twice."),
    ])  # fmt: skip
    return "In four dimensions it would be all 32."


@SHEET.exercise(
    "transfer",
    "two numbers, the margin and the sum of α over one class",
    "(2, 1/8)",
    "The boundary is halfway: 2. So $\\|w\\|^2 = \\frac14 = \\sum_i \\alpha_i$, and each class has half of it.",
)
def from_hulls(answer):
    margin, one_class = several(answer, 2)
    compare(
        margin,
        2,
        below="Wider.",
        above="Narrower.",
        known=[(4, "That is from hull to hull; the margin is half of it.")],
    )
    compare(one_class, 1 / 8, below="More.", above="Less.", known=[
        (1 / 4, "That is the sum over both classes."), (1 / 2, "That is ‖w‖; the sum is its square."),
    ])  # fmt: skip
    return "Divided by it, the multipliers of a class are weights that sum to 1: the nearest point of its hull."


@SHEET.exercise(
    "open",
    "ten points, an array of shape (10, 2)",
    "[[0, 1]] + [[x, 0] for x in range(9)]",
    "Nine on a line and one off it: 36 ways. Ten on a line have 20.",
)
def hardly_divided(answer):
    X = np.array(answer, dtype=float)
    expect(X.shape == (10, 2), f"Ten points of the plane are asked for, got an array of shape {X.shape}.")
    expect(len(np.unique(X, axis=0)) == 10, "Some of the points are the same.")
    expect(np.linalg.matrix_rank(X - X[0], tol=1e-9) == 2, "All are on one line; at least one has to be off it.")
    ways = len(dichotomies.of_lines(X))
    expect(ways <= FEW, f"Lines divide them in {ways} ways; at most {FEW} are asked for. Put more of them on a line.")
    return f"{ways} ways, of {dichotomies.cover(10, 2)} in general position."
