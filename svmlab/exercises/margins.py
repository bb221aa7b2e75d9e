"""Exercises of 01_margins: two margins, the C that is as good as infinite, points that hold a band."""

import numpy as np

from svmlab import datasets
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.machines.biclass import BiclassSVM

SHEET = Sheet("01_margins")


@SHEET.exercise(
    "check",
    "two numbers, the functional and the geometric margin",
    "(20, 4)",
    "$3 \\cdot 3 + 4 \\cdot 4 - 5 = 20$, and $\\|w\\| = 5$.",
)
def two_margins(answer):
    functional, geometric = several(answer, 2)
    compare(functional, 20, below="The functional margin is larger.", above="It is smaller; is b in it?", known=[
        (25, "Do not forget b."), (-20, "The label is +1: the point is on its right side."),
    ])  # fmt: skip
    compare(geometric, 4, below="The geometric margin is larger.", above="It is smaller.", known=[
        (20, "The geometric margin is a distance: divide by the length of w."),
        (0.8, "Divide by ‖w‖, not by its square."),
    ])  # fmt: skip
    return "Twice w and b, and only the first of the two would double."


@SHEET.exercise(
    "transfer",
    "a number",
    "1.722",
    "As soon as $C$ is at least the largest multiplier of the hard-margin machine, `svm.alpha_.max()`, 1.7219 to "
    "four decimals. "
    "For a smaller $C$ the hard-margin $\\alpha$ is forbidden, and some point gets slack.",
)
def as_good_as_infinite(answer):
    C, data = number(answer), datasets.separable(20, margin=0.5, random_state=7)
    hard = BiclassSVM(C=np.inf).fit(data.X, data.y)

    def same(factor):
        return np.isclose(BiclassSVM(C=factor * C).fit(data.X, data.y).margin_, hard.margin_)

    expect(same(1.003), "With this C there is still slack: the band is wider than that of the hard margin.")
    expect(not same(0.997), "It is the same machine, but C could be smaller.")
    return "From here on no multiplier touches C."


@SHEET.exercise(
    "open",
    "a pair (X, y): six points, and their labels -1 and +1",
    "([[0, 0], [-1, 2], [-1, -2], [2, 0], [3, 2], [3, -2]], [-1, -1, -1, 1, 1, 1])",
    "Two points at distance 2, the others behind them: the shortest segment between the two triangles ends in "
    "corners of both.",
)
def two_that_hold(answer):
    X, y = np.array(answer[0], dtype=float), np.array(answer[1])
    expect(X.shape == (6, 2), f"Six points of the plane are asked for, got an array of shape {X.shape}.")
    expect(sorted(y) == [-1] * 3 + [1] * 3, f"Three labels -1 and three +1 are asked for, got {list(y)}.")
    svm = BiclassSVM(C=np.inf).fit(X, y)
    expect(np.isclose(svm.margin_, 1), f"The margin is {svm.margin_:.3g}, and 1 is asked for: scale the points.")
    touching = int((svm.solution_.margins < 1 + 1e-6).sum())
    expect(touching == 2, f"{touching} points touch the band, and 2 are asked for: move the others back.")
    return "Move any of the other four a little, and the line stays."
