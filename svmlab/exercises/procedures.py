"""Exercises of 12_learning: Novikoff by hand, the largest rate, an order that takes long."""

from itertools import islice

import numpy as np

from svmlab import datasets, learning
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number
from svmlab.machines.biclass import BiclassSVM

SHEET = Sheet("12_learning")


@SHEET.exercise(
    "check",
    "a number",
    "30",
    "$(3^2 + 1)(\\|(1, 1)\\|^2 + 1^2) = 10 \\cdot 3$.",
)
def novikoff_by_hand(answer):
    compare(number(answer), 30, below="More cannot be excluded.", above="Fewer.", rtol=0, known=[
        (27, "The 1 beside the largest ‖x‖² is missing; it stands for b."), (20, "b has its square in the bound, too."),
        (18, "b has its part in both factors."), (12, "The largest ‖x‖ is squared."),
    ])  # fmt: skip
    return "Whatever the order, and however many points there are."


@SHEET.exercise(
    "transfer",
    "a number, or a formula with K",
    "2 / K.diagonal().max()",
    "A step $\\eta g$ changes $Q$ by $\\eta g^2 - \\frac12 K_{ii} \\eta^2 g^2$, which is negative beyond $\\eta = 2 "
    "/ K_{ii}$, whatever $g$ is.",
)
def largest_rate(answer):
    eta, data = number(answer), datasets.overlapping(60, random_state=0)
    X = data.X + np.array([3.0, 1.0])
    svm = BiclassSVM(C=1.0).fit(X, data.y)

    def falls(factor):
        states = islice(learning.naive_ascent(svm, X, data.y, rate=factor * eta), 600)
        return np.diff([state.dual for state in states]).min() < -1e-12

    expect(eta > 0, "A rate is positive.")
    expect(not falls(0.999), "With this rate Q falls somewhere: the step goes past the top and down the other side.")
    expect(falls(1.02), "With this rate Q never falls, but it could be larger.")
    return "Twice the step to the top comes down exactly as high as it began."


@SHEET.exercise(
    "open",
    "an order: the numbers 0 to 39, each once",
    "np.random.default_rng(31).permutation(40)",
    "Most orders need two or three updates; of a hundred at random one or two need six. Or build one: after each "
    "update put the point "
    "next that is now most wrong.",
)
def long_order(answer):
    order, data = np.asarray(answer), datasets.separable(40, random_state=0)
    expect(sorted(order.tolist()) == list(range(40)), "Each of the numbers 0 to 39 is asked for, once.")
    updates = len(list(learning.perceptron(BiclassSVM(C=1.0), data.X, data.y, order=order))) - 2
    limit = learning.novikoff(BiclassSVM(C=np.inf).fit(data.X, data.y))
    expect(updates >= 6, f"{updates} updates; at least 6 are asked for. Which point is wrong after the last one?")
    return f"{updates} updates; no order makes more than {limit:.0f}."
