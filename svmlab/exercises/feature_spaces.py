"""Exercises of 14_kernels: products counted, a kernel by its map, three points that refute a formula."""

import numpy as np

from svmlab import kernels
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several

SHEET = Sheet("14_kernels")
CUBED = kernels.Formula("exp(-norm(x - z)**3)")


@SHEET.exercise(
    "check",
    "three whole numbers",
    "(4**3, 20, 35)",
    "$d^p = 64$ products, of which $\\binom{d + p - 1}{p} = 20$ differ, and with a constant $\\binom{d + p}{p} = 35$.",
)
def counted(answer):
    products, differ, constant = several(answer, 3)
    compare(products, 64, below="There are more products.", above="There are fewer products.", known=[
        (81, "Each of three factors is one of four variables: 4³, not 3⁴."),
    ])  # fmt: skip
    compare(differ, 20, below="More of them differ.", above="Fewer of them differ.", known=[
        (4, "A variable may come twice, as in x₁²x₂."),
        (24, "A variable may come twice, and the order does not count."),
    ])  # fmt: skip
    compare(constant, 35, below="With a constant there are more.", above="With a constant there are fewer.", known=[
        (21, "Not only the constant itself comes in: all degrees below 3 do."),
    ])  # fmt: skip
    return "35 = 20 + 10 + 4 + 1, degree by degree."


@SHEET.exercise(
    "transfer",
    "one number",
    "7",
    "$1 \\cdot 9 + 2 \\cdot (-3) + 4 \\cdot 1 = 7$, where $\\langle x, z \\rangle^2 = 1$.",
)
def without_root(answer):
    compare(number(answer), 7, below="It is more.", above="It is less.", known=[
        (1, "That is ⟨x, z⟩², the kernel with √2; without it the middle product counts once, not twice."),
        (4, "With √2 only once? It stands in neither map here: the middle product counts once."),
        (19, "The middle product is negative."),
    ])  # fmt: skip
    return "The two maps span the same space, and are two kernels."


@SHEET.exercise(
    "open",
    "three points of the plane, an array of shape (3, 2)",
    "np.array([[0.0, 0.0], [0.3, 0.0], [0.6, 0.0]])",
    "With the weights 1, -2, 1 and $h = 0.3$ the sum is some $-8 h^3 = -0.2$. The same weights say nothing against the "
    "Gaussian, where the terms in $h^2$ cancel and a positive $h^4$ stays.",
)
def three_points(answer):
    X = np.array(answer, dtype=float)
    expect(X.shape == (3, 2), f"Three points of the plane are asked for, shape (3, 2), got the shape {X.shape}.")
    expect(np.isfinite(X).all(), "The points must be finite.")
    apart = [np.linalg.norm(X[i] - X[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    expect(min(apart) > 0, "Two of them are the same point, which says no more than one.")
    test = kernels.mercer_test(CUBED, X)
    told = f"On these the lowest eigenvalue is {test.eigenvalues[-1]:.3g}"
    expect(test.witness is not None or min(apart) < 1, f"{told}: they are too far apart, and K is nearly the identity.")
    expect(test.witness is not None, f"{told}: not negative. Which weights could make the 1 go?")
    return f"It is {test.verdict}."
