"""Exercises of 16_losses: three prices of a margin, ν by hand, a loss of one's own."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, several

SHEET = Sheet("16_losses")
STEP, KINK = 1e-3, 0.05  # of the margins that a loss is tried at; a slope that changes by more in one step has a corner


@SHEET.exercise(
    "check",
    "three numbers, hinge, squared hinge and 0-1 loss",
    "(1.5, 2.25, 1)",
    "$1 - u = 1.5$, its square, and an error.",
)
def three_prices(answer):
    hinge, squared, zero_one = several(answer, 3)
    compare(hinge, 1.5, below="The hinge charges more.", above="The hinge charges less.", known=[
        (0.5, "It is what is missing to the margin 1, not to 0."),
    ])  # fmt: skip
    compare(squared, 2.25, below="The square of the hinge.", above="The square of the hinge.")
    expect(zero_one == 1, "The margin is negative: an error, and an error costs 1.")
    return "One unit beyond the boundary would cost 2, 4 and 1."


@SHEET.exercise(
    "transfer",
    "two numbers, ν and a number of points",
    "(0.2, 40)",
    "$\\nu = 80 / (2 \\cdot 200)$. Points with slack have $\\alpha_i = C = 2$, and 40 of them make up all of 80.",
)
def nu_by_hand(answer):
    nu, points = several(answer, 2)
    compare(nu, 0.2, below="It is larger.", above="It is smaller.", known=[
        (0.4, "Divide by C, too."), (40, "Divide by the number of points, too."),
    ])  # fmt: skip
    compare(points, 40, below="More could have slack.", above="Each of them has α = C.", known=[
        (0.2, "The number of points is asked for, not the share."), (80, "Each of them has α = 2, not 1."),
    ])  # fmt: skip
    return "And at least 40 points are support vectors."


@SHEET.exercise(
    "open",
    "a function of the margin u",
    "lambda u: np.where(u > 2, 0, np.where(u < 0, 1 - u, (2 - u) ** 2 / 4))",
    "A hinge whose corner is a piece of a parabola from $u = 0$, slope $-1$, to $u = 2$, slope 0.",
)
def own_loss(answer):
    u = np.arange(-6, 6, STEP)
    value = np.asarray(answer(u), dtype=float)
    expect(value.shape == u.shape, "It must give a value for each margin of an array.")
    slope = np.diff(value) / STEP
    below = u[value < np.where(u <= 0, 1.0, 0.0) - 1e-9]
    expect(not len(below), f"It is below the 0-1 loss, as at u = {below[0] if len(below) else 0:.3g}.")
    bend = np.diff(slope)
    expect(bend.min() >= -1e-6, f"It is not convex: its slope falls near u = {u[bend.argmin()]:.3g}.")
    expect(bend.max() < KINK, f"It has a corner near u = {u[bend.argmax()]:.3g}.")
    expect(
        slope.min() >= -1 - 1e-6,
        f"It is steeper than -1: its slope is {slope.min():.3g} at u = {u[slope.argmin()]:.3g}.",
    )
    expect(value[-1] <= 1e-12, f"It charges every margin, also u = 6: {value[-1]:.2g}. So every point takes part.")
    return f"Flat from u = {u[np.flatnonzero(value > 1e-12)[-1]]:.2g} on."
