"""Exercises of 04_path_and_leave_one_out: what leaving out can do, the first free point, a machine that bears it."""

import numpy as np

from svmlab import datasets, kernels
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, machine, number, several
from svmlab.machines.biclass import BiclassSVM

SHEET = Sheet("04_path_and_leave_one_out")


def points():
    data = datasets.overlapping(40, random_state=0)
    return data.X, data.y


@SHEET.exercise(
    "check",
    "two numbers",
    "(1.3, -0.2)",
    "Without the first nothing changes, since $\\alpha_p = 0$. The margin of the second can only fall.",
)
def left_out(answer):
    first, second = several(answer, 2)
    expect(np.isclose(first, 1.3), "Its α is 0, and some free support vector holds b: what changes without it?")
    expect(second >= -0.2, "It may fall that far, but what is the largest it can be?")
    compare(second, -0.2, below="Larger.", above="While a point is withdrawn, its margin only falls (section 1).")
    return "So a point that is wrong in training is wrong when left out."


@SHEET.exercise(
    "transfer",
    "a number",
    "0.1164",
    "The positive points ask for $b \\le 1 - C \\max_{y_i > 0} h(x_i)$, the negative ones for $b \\ge -1 - C "
    "\\min_{y_i < 0} h(x_i)$. "
    "Both can be met until $C = 2 / (\\max_{y_i > 0} h(x_i) - \\min_{y_i < 0} h(x_i))$, in Python "
    "`2 / ((K @ y)[y > 0].max() - (K @ y)[y < 0].min())`. Then $b$ is tied, and two points, one of each class, are "
    "at the edge.",
)
def first_free(answer):
    C = number(answer)
    X, y = points()
    path = regularization_path(BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(X, y), 0.01, 1.0)
    first = path.C[np.flatnonzero(path.n_free)[0]]
    compare(
        C, first, below="Later: there every α is still C.", above="Earlier: there, points are free already.", rtol=1e-3
    )
    return "Up to here nothing ties b."


@SHEET.exercise(
    "open",
    "a BiclassSVM",
    "BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=4.0))",
    "A wide Gaussian is nearly a line; it makes 7 errors in training and 8 left out at $C = 3$, and 8 of both at $C "
    "= 1$. What bends "
    "around single points does better in training and worse without them.",
)
def bears_it(answer):
    X, y = points()
    svm = machine(answer, BiclassSVM).fit(X, y)
    training, loo = int((svm.predict(X) != y).sum()), leave_one_out(svm).n_errors
    told = f"{training} errors in training and {loo} left out"
    expect(loo <= 8, f"{told}: at most 8 are asked for. A smoother boundary has less to lose.")
    expect(loo == training, f"{told}: some point is right only while the machine has seen it.")
    return f"{told}: no point leans on having been seen."
