"""Exercises of 08_multiclass_lemma: the price of a row, its units, a counterexample of one's own."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, several
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.theory import lemmas
from svmlab.theory import lemmas_multiclass as many

SHEET = Sheet("08_multiclass_lemma")


@SHEET.exercise(
    "check",
    "two numbers, P_p and the least D²",
    "(0.14, 1 / (1.5 * 0.14**0.5))",
    "$s_p = 0.3$, so $P_p = 0.3^2 + 0.2^2 + 0.1^2 = 0.14$. An error needs $\\mathcal{D}_m^2 \\ge 1 / (\\frac32 "
    "\\sqrt{0.14}) = 1.782$.",
)
def price_of_a_row(answer):
    P, D2 = several(answer, 2)
    compare(P, 0.14, below="More: what p sends out counts, and what comes in again.", above="Less.", known=[
        (0.05, "That is what comes into the rivals; its own class gives up s_p, too."),
        (0.09, "That is s_p² alone; the rivals give up their shares, too."),
        (0.14 / 0.04, "That is Problem 5, with its division by α_pn²."),
    ])  # fmt: skip
    least = 1 / (1.5 * 0.14**0.5)
    compare(D2, least, below="So small a ball forbids an error.", above="A smaller one will do.", known=[
        (1 / 0.14**0.5, "For three classes 3/2 is proved, not 1."), (1 / (1.5 * 0.14), "The root of P_p is asked for."),
    ])  # fmt: skip
    return "In a smaller ball the point is cleared."


@SHEET.exercise(
    "transfer",
    "three numbers, the factors of α, K and D²√P",
    "(1/9, 1, 1)",
    "The scores stay, so $W$ is a third and $\\alpha$ a ninth. $K$ is made of quotients of multipliers. "
    "$\\mathcal{D}_m^2$ is nine times "
    "as large and $\\sqrt{P_p}$ a ninth.",
)
def three_times_as_large(answer):
    alpha, K, product = several(answer, 3)
    known = [
        (1 / 3, "That is the factor of W; the points in it are three times as large."),
        (9, "The other way about."),
    ]
    compare(alpha, 1 / 9, below="α is larger.", above="α is smaller.", known=known)
    compare(K, 1, below="K is made of quotients of α.", above="K is made of quotients of α.")
    compare(product, 1, below="It has no unit.", above="It has no unit.")
    return "So a copy of the six points, larger or smaller, is no new counterexample."


@SHEET.exercise(
    "open",
    "(X, y, p): points of the plane, their classes, and the point that is left out",
    "([[-3, -2], [-1, 2], [-1, 1], [0, 0], [0, -1], [-2, -1], [5, 5]], [0, 0, 1, 1, 2, 2, 1], 5)",
    "A seventh point of class 1 at $(5, 5)$, far outside every margin: it changes neither machine. Or one that is "
    "moved: add "
    "`[0, 0.2]` to point 1.",
)
def own_counterexample(answer):
    X, y, p = np.array(answer[0], dtype=float), answer[1], answer[2]
    mine = lemmas.audit(MulticlassSVM(C=np.inf).fit(X, y), p)
    expect(mine.applies, f"Without point {p} the machine gets it right: the lemma asks for nothing.")
    told = f"{mine.conclusion.left:.3g} ≥ {mine.conclusion.right:.3g}"
    expect(mine.outcome == "fails", f"An error, but Lemma 2 holds there: {told}. α_pn must vanish.")
    mutual, known = (np.sort(np.linalg.norm(Z[:, None] - Z, axis=2).ravel()) for Z in (X, many.COUNTEREXAMPLE.data.X))
    copy = len(mutual) == len(known) and np.allclose(mutual / mutual[-1], known / known[-1])
    expect(not copy, "Lemma 2 fails, but these are the six points again, moved, turned or scaled.")
    return f"Lemma 2 fails at point {p}: {told} is false."
