"""Exercises of 02_kkt: two multipliers, their price, a border that is touched and does not hold."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.theory import kkt

SHEET = Sheet("02_kkt")
G, H = np.array([[1, 1], [1, 0]]), np.array([2, 1])


def problem(G, h):
    """½ (x - 3)² + ½ (y - 2)² over G (x, y) ≤ h."""
    return kkt.Problem(np.eye(2), [-3, -2], G=G, h=h, constant=6.5, names="xy")


@SHEET.exercise(
    "check",
    "two numbers",
    "[1, 1]",
    "Both active: $x^* = (1, 1)$ and $\\nabla f(x^*) = (-2, -1)$. So $(-2, -1) + \\alpha_1 (1, 1) + \\alpha_2 (1, 0) "
    "= 0$, which "
    "gives $\\alpha_1 = 1$ and $\\alpha_2 = 1$, both positive.",
)
def two_multipliers(answer):
    found = kkt.audit(problem(G, H), alpha=several(answer, 2))
    expect(found.holds, f"At {kkt.vector(found.x)}, where L is lowest for them, this fails: {', '.join(found.failed)}.")
    return "All conditions hold, so this is the minimum."


@SHEET.exercise(
    "transfer",
    "a number",
    "-0.1",
    "$\\alpha_1$ is the price of the first border, so the best value changes by about $-\\alpha_1 \\cdot 0.1$. "
    "Exactly, it goes "
    "from 2.5 to 2.405: the multiplier falls on the way.",
)
def price_of_a_border(answer):
    change = number(answer)
    expect(change <= 0, "With more room the least value cannot rise.")
    exact = kkt.audit(problem(G, [2.1, 1])).objective - kkt.audit(problem(G, H)).objective
    if np.isclose(change, exact, rtol=1e-3):
        return "That is the change itself; the multiplier alone says -0.1."
    compare(change, -0.1, below="The border moves by 0.1 only.", above="It falls by more.", known=[
        (-1, "That is the price of one unit; the border moves by a tenth of one."),
    ])  # fmt: skip
    return f"Exactly it is {exact:.4g}: while the border moves, its price falls."


@SHEET.exercise(
    "open",
    "three numbers (a, b, c) for the half-plane a x + b y ≤ c",
    "(1, 1, 5)",
    "The border goes through the free minimum $(3, 2)$: $3 a + 2 b = c$, with any $a$ and $b$ that are not both 0.",
)
def touched_and_idle(answer):
    a, b, c = several(answer, 3)
    expect(np.hypot(a, b) > 1e-9, "With a = b = 0 there is no border.")
    found = kkt.audit(problem([[a, b]], [c]))
    room, scale = c - np.dot([a, b], found.x), np.hypot(a, b)
    expect(found.alpha[0] <= 1e-6 / scale, f"Its multiplier is {found.alpha[0]:.3g}: it holds the minimum back.")
    expect(
        abs(room) <= 1e-6 * scale, f"Its multiplier is 0, but the minimum is {room / scale:.3g} away from the border."
    )
    return "The minimum lies on a border that does not hold it: the third position of section 3."
