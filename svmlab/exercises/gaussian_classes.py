"""Exercises of 10_three_gaussians: how many points tell, a risk by hand, a machine near the best."""

from scipy.special import ndtr

from svmlab import datasets
from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, machine, number
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.risk import gaussians

SHEET = Sheet("10_three_gaussians")


@SHEET.exercise(
    "check",
    "a number of points",
    "480000",
    "The wavering $2 \\sqrt{p (1 - p) / n}$ must be half of 0.14 %: $n = 4 \\cdot 0.063 \\cdot 0.937 / 0.0007^2 "
    "\\approx 482{,}000$.",
)
def points_that_tell(answer):
    n = 4 * 0.063 * 0.937 / 0.0007**2
    more = "With so few the estimate wavers by more than half of the difference."
    compare(number(answer), n, below=more, above="Fewer will do.", rtol=0.1, known=[
        (n / 4, "It must waver by half of the difference, not by all of it."),
        (n / 1e4, "0.14 % is 0.0014."),
    ])  # fmt: skip
    return "Or none, where the risk is exact."


@SHEET.exercise(
    "transfer",
    "a number between 0 and 1",
    "0.1587",
    "The boundary is halfway, one deviation from each mean: $\\Phi(-1) = 0.1587$. No other direction matters.",
)
def two_by_hand(answer):
    risk = number(answer)
    expect(0 <= risk <= 1, "A risk is a probability, between 0 and 1; a per cent is a hundredth.")
    compare(risk, ndtr(-1.0), below="More of each class lies beyond the boundary.", above="Less does.", known=[
        (ndtr(-2.0), "The boundary is halfway: one deviation from each mean, not two."),
        (2 * ndtr(-1.0), "Each class has half of the points: the mean of the two, not their sum."),
        (ndtr(-1.0) / 2, "Both classes err, each by as much."),
    ])  # fmt: skip
    return "With equal variances the best rule is a line."


@SHEET.exercise(
    "open",
    "a MulticlassSVM, untrained",
    "MulticlassSVM(C=10.0, kernel=kernels.Polynomial(2, gamma=0.04))",
    "5.38 %. The risk falls from 5.91 % at $C = 0.01$ over 5.59 % and 5.41 %: 3,000 points are many for 6 "
    "dimensions, and the norm "
    "has little to protect. You *could* choose so because the true risk was told; a sample does not tell it.",
)
def near_the_best(answer):
    data = datasets.three_gaussians(n_per_class=1000, random_state=0)
    reached = gaussians.GaussianProblem().machine_risk(machine(answer, MulticlassSVM).fit(data.X, data.y))
    below_lines = reached < gaussians.GaussianProblem().best_linear[2]
    advice = "Better than any line; what does C protect here?" if below_lines else "No better than a line can be."
    expect(reached < 0.054, f"{100 * reached:.2f} %, and less than 5.40 % is asked for. {advice}")
    return f"{100 * reached:.2f} %, where the best there is has {100 * gaussians.GaussianProblem().bayes_risk:.2f} %."
