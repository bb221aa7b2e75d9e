"""Exercises of 09_guaranteed_risk: a margin of three scores, how many points, another share of the confidence."""

import numpy as np

from svmlab import datasets
from svmlab import risk as risks
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.machines.multiclass import MulticlassSVM

SHEET = Sheet("09_guaranteed_risk")
FAMILIES, CONFIDENCE = 21, 0.05


@SHEET.exercise(
    "check",
    "two numbers",
    "(0.2, -0.8)",
    "$\\frac12 (2.0 - 1.6)$ and $\\frac12 (0.4 - 2.0)$: half of what the own class is ahead of the strongest rival.",
)
def half_the_lead(answer):
    first, second = several(answer, 2)
    compare(first, 0.2, below="It is ahead by more.", above="By less: the strongest rival has 1.6.", known=[
        (0.4, "Δ halves the difference."), (0.8, "The strongest rival counts, not the weakest."),
    ])  # fmt: skip
    compare(second, -0.8, below="The strongest rival has 2.0.", above="It is behind by more.", known=[
        (0.8, "It is behind, so Δ is negative."), (-1.6, "Δ halves the difference."),
    ])  # fmt: skip
    return "The first counts in the margin risk for every γ above 0.2, the second always."


@SHEET.exercise(
    "transfer",
    "a number of points",
    "32000",
    "$\\sqrt{2 c / m} + 1/m$, where $c$ is what stands under the root beside $2/m$ and does not know $m$, is 0.05 at "
    "$m \\approx 2c / 0.05^2$. `risk.confidence_interval(constants.at(m), 1.0)` says 0.05 near 32,000.",
)
def points_for_five_percent(answer):
    data = datasets.three_gaussians(n_per_class=100, random_state=0)
    constants = risks.guaranteed_risk(MulticlassSVM(C=0.002).fit(data.X, data.y)).constants
    m = number(answer)
    expect(m >= 1, "At least one point.")
    at = float(risks.confidence_interval(constants.at(int(m)), 1.0)) + 1 / m
    more = f"With {m:.0f} points it is {at:.4f}: more points."
    compare(-at, -0.05, below=more, above=f"With {m:.0f} points it is {at:.4f}: fewer will do.", rtol=0.025)
    return f"With {m:.0f} points it is {at:.4f}. For a tenth of it, a hundred times as many."


@SHEET.exercise(
    "open",
    "a function of k that returns the share of the confidence for F_k",
    "lambda k: 0.05 * 2.0 ** -abs(k - 4) / 3",
    "$\\sum_k 2^{-|k - 4|} < 3$ over all whole numbers, so the shares sum to less than 0.05, and $\\mathcal F_4$ has "
    "a third of it. "
    "Who suspects four changes *before* seeing the data loses less where it matters.",
)
def shares(answer):
    given = np.array([float(answer(k)) for k in range(200)])
    expect((given[:FAMILIES] > 0).all(), f"Some of F_0 to F_{FAMILIES - 1} gets no share, and so no bound.")
    expect(given.min() >= 0, "A share cannot be negative.")
    total = given.sum()
    expect(total <= CONFIDENCE + 1e-12, f"The shares of 200 families sum to {total:.3g}, more than {CONFIDENCE}.")
    equal = CONFIDENCE / FAMILIES
    expect(
        given[4] >= 4 * equal,
        f"F_4 gets {given[4]:.2g}, and four times {equal:.2g} is asked for: others may have less.",
    )
    return f"F_4 gets {given[4] / equal:.1f} times as much, and all families are paid for."
