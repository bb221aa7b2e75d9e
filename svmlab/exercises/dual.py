"""Exercises of 03_dual: two points in the box, three by hand, an edge without a multiplier."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, several
from svmlab.machines.biclass import BiclassSVM
from svmlab.theory import kkt

SHEET = Sheet("03_dual")


@SHEET.exercise(
    "check",
    "two numbers, α of both points and 1/‖w‖",
    "(0.1, 2.5)",
    "Without the box it would be $2 / d^2 = 0.125$, so $\\alpha = C = 0.1$. Then $\\|w\\| = \\alpha d = 0.4$: the band "
    "is wider than $d$, "
    "and both points have slack.",
)
def in_the_box(answer):
    alpha, width = several(answer, 2)
    compare(alpha, 0.1, below="W still rises there: α may be larger.", above="The box ends at C.", known=[
        (0.125, "That is 2/d², without the box; but α ≤ C."), (0.5, "It is 2/d², with the square; and α ≤ C."),
    ])  # fmt: skip
    compare(width, 2.5, below="‖w‖ = α d, with the α that you found.", above="‖w‖ = α d is larger than that.", known=[
        (2, "That is half the distance, the margin without slack. Here both points have some."),
    ])  # fmt: skip
    return "Neither point is free, and b is not unique."


@SHEET.exercise(
    "transfer",
    "three numbers",
    "[25/72, 2/9, 1/8]",
    "$x_2$ and $x_3$ are at a right angle, so the two equations fall apart: $9 \\alpha_2 = 2$ and $16 \\alpha_3 = "
    "2$. Then "
    "$w = (\\frac23, \\frac12)$ and $b = -1$.",
)
def three_by_hand(answer):
    X, y = np.array([[0, 0], [3, 0], [0, 4]]), np.array([-1, 1, 1])
    dual = kkt.Problem(np.outer(y, y) * (X @ X.T), -np.ones(3), G=-np.eye(3), h=np.zeros(3), A=[y], b=[0])
    alpha = several(answer, 3)
    balance = alpha[1] + alpha[2] - alpha[0]
    expect(abs(balance) < 1e-6, f"Σ y α must be 0; it is {balance:.3g}.")
    found = kkt.audit(dual, x=alpha)
    slopes = 2 - (X[1:] @ X[1:].T) @ alpha[1:]
    expect(
        found.holds, f"This fails: {', '.join(found.failed)}. W still has the slopes {kkt.vector(slopes)} in α₂ and α₃."
    )
    return "All conditions of the dual hold."


@SHEET.exercise(
    "open",
    "(X, y, i): points of the plane, their labels -1 and +1, and the point i",
    "([[0, 1], [0, -1], [3, 1]], [1, -1, 1], 2)",
    "Two points that face each other hold the band alone; a third anywhere on its edge adds nothing.",
)
def idle_on_the_edge(answer):
    X, y, i = np.array(answer[0], dtype=float), np.array(answer[1]), answer[2]
    taken = np.array([[0, 0], [2, 0], [2, 1], [5, 1]])
    expect(X.shape != taken.shape or not np.allclose(X, taken), "These are the points of section 3.")
    cases = kkt.cases(BiclassSVM(C=np.inf).fit(X, y))
    expect(
        abs(cases.margin[i] - 1) < 1e-6, f"Point {i} is not on the edge of the band: y f(x) = {cases.margin[i]:.3g}."
    )
    expect(cases.code[i] == kkt.OUTSIDE, f"Point {i} is on the edge and helps to hold it.")
    return "On the edge, and no support vector."
