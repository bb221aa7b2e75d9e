"""Exercises of 05_biclass_lemma: what the lemma asks, its units, a case in which it is nearly tight."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.machines.biclass import BiclassSVM
from svmlab.theory import lemmas

SHEET = Sheet("05_biclass_lemma")


@SHEET.exercise(
    "check",
    "a number",
    "1/9",
    "$\\alpha_p \\ge 1 / \\mathcal{D}_m^2 = 1/9$. The radius is 1.5, the diameter 3.",
)
def least_multiplier(answer):
    compare(number(answer), 1 / 9, below="The lemma forbids an error there.", above="Less is enough.", known=[
        (1 / 3, "The diameter is squared."), (4 / 9, "The lemma has the diameter, not the radius."),
    ])  # fmt: skip
    return "Every smaller multiplier clears its point without leaving it out."


@SHEET.exercise(
    "transfer",
    "two numbers, the factors of α and of α D²",
    "(0.01, 1)",
    "$w$ is a tenth, since the scores stay. $w = \\sum_i y_i \\alpha_i x_i$ with points ten times as large: "
    "$\\alpha$ is a hundredth. "
    "$\\mathcal{D}_m^2$ is a hundred times as large, and the product has no unit.",
)
def in_millimetres(answer):
    alpha, product = several(answer, 2)
    compare(alpha, 0.01, below="α is larger.", above="α is smaller: points far apart are cheap to separate.", known=[
        (0.1, "So does w. But in w the points themselves are ten times as large."), (100, "The other way about."),
    ])  # fmt: skip
    compare(product, 1, below="It has no unit.", above="It has no unit.")
    return "A count of errors cannot depend on the unit of length."


@SHEET.exercise(
    "open",
    "(X, y, p): points, their labels, and the point that is left out",
    "([[50, -0.01], [0, 1], [0, -1]], [1, 1, -1], 0)",
    "Fifty times as large as in appendix A, and $p$ hardly on the wrong side: $1.01$. $\\alpha_p \\mathcal{D}_m^2$ "
    "has no unit.",
)
def nearly_tight(answer):
    X, y, p = np.array(answer[0], dtype=float), answer[1], answer[2]
    found = lemmas.audit(BiclassSVM(C=np.inf).fit(X, y), p)
    expect(found.applies, f"Without point {p} the machine gets it right, so that the lemma asks for nothing.")
    expect(found.alpha_D2 <= 1.05, f"An error, but α_p D² is {found.alpha_D2:.3f}, and at most 1.05 is asked for.")
    return f"α_p D² = {found.alpha_D2:.3f}: the constant 1 cannot be larger."
