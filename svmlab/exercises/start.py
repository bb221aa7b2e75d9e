"""Exercises of 00_start_here: roles, limits of leave-one-out, a kernel for iris."""

from svmlab import datasets, kernels
from svmlab.exact.loo import leave_one_out
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, machine, several
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.multiclass import MulticlassSVM

SHEET = Sheet("00_start_here")


@SHEET.exercise(
    "check",
    "two numbers, its slack and its multiplier",
    "(0.6, 1)",
    "The slack is what is missing to 1, $1 - 0.4$. A point with slack is bounded: $\\alpha = C$.",
)
def slack_and_multiplier(answer):
    slack, alpha = several(answer, 2)
    known = [
        (0.4, "The slack is what is missing to the edge of the band, where y f(x) is 1."),
        (0, "It is in the band."),
    ]
    compare(
        slack, 0.6, below="Its slack is larger.", above="Its slack is smaller: it is on its right side.", known=known
    )
    expect(alpha > 0, "A point with slack is a support vector; see the last row of the table in section 4.")
    compare(alpha, 1, below="A free support vector has no slack; this one has.", above="No multiplier is above C.")
    return "It is in the band, on its right side, and pulls with all it may."


@SHEET.exercise(
    "transfer",
    "two whole numbers, the least and the most errors there can be",
    "(27, 69)",
    "27 sepals are wrong in training and stay wrong; 69 are support vectors, and no other can become wrong. (The "
    "count is 29.)",
)
def limits_of_leave_one_out(answer):
    least, most = several(answer, 2)
    iris = datasets.iris(["sepal length", "sepal width"])
    two = iris.y != "setosa"
    svm = BiclassSVM(C=1.0).fit(iris.X[two], iris.y[two])
    wrong, support = int((svm.predict(iris.X[two]) != iris.y[two]).sum()), len(svm.support_)
    expect(least <= most, "The least comes first.")
    errors = leave_one_out(svm).n_errors
    expect(
        least != errors or most != errors, "That is the count itself; say what is known before anything is left out."
    )
    compare(least, wrong, below="More are sure: who is wrong in training stays wrong.", above="Fewer are sure.", rtol=0)
    compare(most, support, below="More can become wrong.", above="Only a support vector can become wrong.", rtol=0)
    return f"Between {wrong} and {support}; it is {errors}."


@SHEET.exercise(
    "open",
    "a MulticlassSVM",
    "MulticlassSVM(C=1.0, kernel=kernels.Gaussian(sigma=2.0))",
    "It makes 2 errors. Having *chosen* it because of these errors, you can no longer take 2 in 150 for an honest "
    "estimate: "
    "of many machines tried, the luckiest was kept.",
)
def better_than_lines(answer):
    flowers = datasets.iris()
    errors = leave_one_out(machine(answer, MulticlassSVM).fit(flowers.X, flowers.y))
    linear = isinstance(answer.kernel_, kernels.Linear)
    advice = "Lines do no better than 3; try a Gaussian kernel." if linear else "Another width, or another C?"
    expect(errors.n_errors <= 2, f"{errors.n_errors} leave-one-out errors, and at most 2 are asked for. {advice}")
    return f"{errors.n_errors} leave-one-out errors."
