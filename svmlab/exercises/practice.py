"""Exercises of 13_using_it: three shares, balanced weights, a rare class."""

import numpy as np

from svmlab import datasets
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, machine, several
from svmlab.machines.biclass import BiclassSVM

SHEET = Sheet("13_using_it")


@SHEET.exercise(
    "check",
    "three shares, each between 0 and 1",
    "(15/20, 30/200, (15 + 170) / 220)",
    "15 of the 20 sick are found, 30 of the 200 healthy are alarmed, and 15 + 170 of all 220 answers are right.",
)
def three_shares(answer):
    found, alarms, right = several(answer, 3)
    compare(found, 0.75, below="Of the sick more are found.", above="Of the sick fewer are found.", known=[
        (15 / 45, "That is the share of the alarms that are true; asked is that of the sick who are found."),
    ])  # fmt: skip
    compare(alarms, 0.15, below="More of the healthy are alarmed.", above="Fewer of the healthy are alarmed.", known=[
        (30 / 45, "That is the share of the alarms that are false; asked is that of the healthy who are alarmed."),
        (30 / 220, "Of the healthy, not of all."),
    ])  # fmt: skip
    compare(right, 185 / 220, below="170 healthy ones are right, too.", above="5 sick and 30 healthy ones are wrong.")
    return "“All healthy” is right for 91 % and finds nobody."


@SHEET.exercise(
    "transfer",
    "two numbers, the weights of the large class and of the small one",
    "(200 / (2 * 180), 200 / (2 * 20))",
    "$m / (Q \\, m_k)$: both classes then have the total weight 100, and all together still 200.",
)
def balanced(answer):
    large, small = several(answer, 2)
    expect(small > large, "The small class gets the larger weight.")
    expect(
        np.isclose(small / large, 9, rtol=5e-3),
        f"Their ratio is {small / large:.3g}, and should be that of the sizes, 9.",
    )
    total = 180 * large + 20 * small
    expect(np.isclose(total, 200, rtol=5e-3), f"The ratio is right; but all weights together are {total:.4g}, not 200.")
    return "So C keeps its meaning."


@SHEET.exercise(
    "open",
    "a BiclassSVM",
    "BiclassSVM(C=1.0, class_weight={1: 12})",
    'Linear: 88 % and 24 %. (`"balanced"` is 9 to 1.) By the way, you have now chosen on `X_new`; for an honest '
    "number it takes "
    "points that are newer still.",
)
def rare_class(answer):
    X, y = rare(200, 0)
    X_new, y_new = rare(4000, 7)
    says = machine(answer, BiclassSVM).fit(X, y).predict(X_new)
    found, alarms = (says[y_new > 0] > 0).mean(), (says[y_new < 0] > 0).mean()
    told = f"Found {found:.0%}, false alarms {alarms:.0%}"
    expect(found >= 0.85 or alarms <= 0.25, f"{told}: too few are found, and too many alarms. A simpler boundary?")
    expect(found >= 0.85, f"{told}: too few are found. A larger weight?")
    expect(alarms <= 0.25, f"{told}: too many alarms. A smaller weight, or a boundary that bends less?")
    return f"{told}."


def rare(m, seed):
    """One point in ten of class 1, as in section 6."""
    both = datasets.overlapping(2 * m, random_state=seed)
    keep = np.append(np.flatnonzero(both.y < 0)[: m - m // 10], np.flatnonzero(both.y > 0)[: m // 10])
    return both.X[keep], both.y[keep]
