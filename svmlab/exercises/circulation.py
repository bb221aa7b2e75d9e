"""Exercises of 07_multiclass_machine: how many of everything, a triangle, two classes with nothing between them."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.theory import flows

SHEET = Sheet("07_multiclass_machine")


@SHEET.exercise(
    "check",
    "two whole numbers, multipliers and margins",
    "(160, 10)",
    "Each of the 40 points has a multiplier against each of its 4 rivals. A margin belongs to a pair of classes: $5 "
    "\\cdot 4 / 2$.",
)
def how_many(answer):
    multipliers, margins = several(answer, 2)
    compare(multipliers, 160, below="A point has one for each rival.", above="Fewer.", rtol=0, known=[
        (200, "Its own class is no rival."), (40, "That would be one a point, as for two classes."),
    ])  # fmt: skip
    compare(margins, 10, below="One for each pair of classes.", above="Fewer.", rtol=0, known=[
        (20, "γ_kl and γ_lk are the same."), (5, "One for each pair of classes, not for each class."),
    ])  # fmt: skip
    return "For two classes these are m and 1."


@SHEET.exercise(
    "transfer",
    "a number",
    "1 / 6",
    "From $x_l$ to $x_k$ the difference of scores grows by $\\langle w_k - w_l, x_k - x_l \\rangle = 3 \\alpha "
    "\\cdot 4$, and that is 2: "
    "$\\alpha = 1/6$. Here $\\gamma_{kl} = 1$, half a side.",
)
def triangle(answer):
    alpha, side2 = number(answer), 4
    expect(not np.isclose(alpha, 1 / 2), "That is 2/d² of two classes. Here each corner pushes two rivals.")
    grows = 3 * alpha * side2
    expect(
        np.isclose(grows, 2),
        f"From one corner to the next the difference of scores grows by {grows:.3g}; it should by 2.",
    )
    return "All three margins are 1, half a side."


@SHEET.exercise(
    "open",
    "a pair (X, y): points of the plane and their classes 0, 1, 2",
    "([[0, 0], [2, 0], [4, 0]], [0, 1, 2])",
    "Three classes in a row: the constraint between the outer two has room to spare, so that its multipliers are zero.",
)
def nothing_between(answer):
    X, y = np.array(answer[0], dtype=float), np.array(answer[1])
    expect(set(y.tolist()) == {0, 1, 2}, f"The classes 0, 1 and 2 are asked for, got {sorted(set(y.tolist()))}.")
    svm = MulticlassSVM(C=np.inf).fit(X, y)
    F = flows.class_flows(svm.alpha_, svm.codes_)
    there = max(F[0, 2], F[2, 0])
    expect(there == 0, f"Between the classes 0 and 2 there flows {there:.3g}. Put class 1 between them.")
    return "What class 0 sends out comes back from class 1 alone."
