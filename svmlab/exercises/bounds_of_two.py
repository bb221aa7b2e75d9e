"""Exercises of 06_bounds: ξα by hand, how many points compression needs, a bound made small."""

import numpy as np

from svmlab import bounds, datasets
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, machine, number, several
from svmlab.machines.biclass import BiclassSVM

SHEET = Sheet("06_bounds")


@SHEET.exercise(
    "check",
    "two numbers",
    "(0.8, 0.4)",
    "$0.3 \\cdot 2 + 0.2 = 0.8 < 1$, no error. It stays below 1 as long as $\\alpha_p < (1 - 0.2) / 2$.",
)
def xi_alpha_by_hand(answer):
    said, limit = several(answer, 2)
    compare(said, 0.8, below="Is the slack added?", above="α times the squared distance, plus the slack.", known=[
        (0.6, "The slack that it has already comes on top."),
        (1.4, "That is the last, coarser form; the distance is known here."),
        (1.0, "The 2 is the squared distance already."),
    ])  # fmt: skip
    compare(limit, 0.4, below="It may be larger.", above="With that α the formula reaches 1.", known=[
        (0.5, "The slack takes its part of the 1."),
    ])  # fmt: skip
    return "Below 1 is a promise: no error when left out."


def compression_points(risk, n=3, delta=0.05):
    """The fewest points m with (n (1 - log(n/m)) + log(m/δ)) / (m - n) ≤ risk."""
    m = np.arange(n + 1, 200_000)
    return int(m[(n * (1 - np.log(n / m)) + np.log(m / delta)) / (m - n) <= risk][0])


@SHEET.exercise(
    "transfer",
    "a number of points",
    "1616",
    "The right side of the compression bound for $N_{SV} = 3$, $\\delta = 0.05$ falls to 0.05 at 564 points and to "
    "0.02 at 1,616: a "
    "little more than $0.05 / 0.02$ times as many, since $\\log N$ grows too.",
)
def points_for_two_percent(answer):
    right = compression_points(0.02)
    known = [(compression_points(0.05), "That is for 5 %.")]
    more, fewer = "More points: the bound is still above 2 %.", "Fewer will do."
    compare(number(answer), right, below=more, above=fewer, known=known, rtol=0.02)
    return f"From {right} on; nearly 1/N."


@SHEET.exercise(
    "open",
    "a BiclassSVM",
    "BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=20.0))",
    "ξα with distances says 4. With $\\sigma = 3$ it is lowest near $C = 0.07$; for $\\sigma = 20$, about seven "
    "times as wide, $C$ grows "
    "by some $7^2$, to 3, and the search around it finds 1.",
)
def four_wines(answer):
    wine = datasets.wine().standardized()
    two = wine.y != "class_0"
    svm = machine(answer, BiclassSVM).fit(wine.X[two], wine.y[two])
    width = getattr(svm.kernel_, "sigma", 0)
    expect(width >= 12, f"A Gaussian kernel with σ of 12 or more is asked for, got {svm.kernel_}.")
    valid = [b for b in bounds.report(svm, bounds.names("loo")) if b.kind == "proved" and b.holds]
    expect(valid, "No bound that is proved holds on this machine.")
    best = min(valid, key=lambda bound: bound.value)
    expect(
        best.value <= 4, f"The least bound is {best.label} with {best.value:.0f}; at most 4 are asked for. Another C?"
    )
    return f"{best.label} promises at most {best.value:.0f}."
