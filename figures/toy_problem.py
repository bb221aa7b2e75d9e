"""The three-Gaussian problem: figure 1 of Guermeur, Maumy and Sur 2005, and what lies behind its three numbers.

Each function of FIGURES returns a Figure, for ``make_figures.py`` to draw.
"""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np

from svmlab import MulticlassSVM, capacity, datasets, kernels, plotting, risk
from svmlab.risk.gaussians import GaussianProblem, affine

PROBLEM = GaussianProblem()
NAMES = ("variance 1", "variance 4", "variance 16")
C_GRID = np.geomspace(1e-4, 1.0, 30)
SIZES = {"toy problem": 3e3, "ImageNet": 1.4e7, "people on Earth": 8e9, "FineWeb, tokens": 1.5e13}


@cache
def _data():
    return datasets.three_gaussians(1000, random_state=0)


@cache
def _tuning(degree=1):
    data, kernel = _data(), kernels.Linear() if degree == 1 else kernels.Polynomial(degree, gamma=0.04)
    return risk.tune_C(MulticlassSVM(C_GRID[0], kernel).fit(data.X, data.y), C_GRID)


def three_gaussians():
    """Figure 1 of the source: the training set; Bayes' circles, the best linear classifier and the chosen machine."""
    data, best = _data(), _tuning().best_machine
    fig, (left, right) = plt.subplots(1, 2, figsize=(13.2, 5.0), layout="constrained")
    plotting.plot_dataset(data.X, data.y, left, class_names=NAMES, title="3,000 training points", legend="below")
    limits = {"xlim": (-21.0, 11.0), "ylim": (-16.0, 15.0)}
    left.set(**limits)
    grid = plotting.grid_scores(best, limits["xlim"], limits["ylim"])
    plotting.plot_dataset(PROBLEM.means, range(3), right, **limits, legend=None, title="means and boundaries")
    plotting.draw_regions(right, grid)
    bayes = plotting.draw_bayes(right, PROBLEM, series=1)[0]
    W, b, least = PROBLEM.best_linear
    linear = plotting.draw_wedges(right, W, b, series=2)[0]
    machine = plotting.draw_wedges(right, *affine(best), series=0, linewidth=3.0)[0]
    texts = (f"Bayes: {100 * PROBLEM.bayes_risk:.2f} %", f"best linear: {100 * least:.2f} %",
             f"linear M-SVM, C = {best.C:.2g}: {100 * PROBLEM.machine_risk(best):.2f} %")  # fmt: skip
    right.legend((bayes, linear, machine), texts, loc="upper left", bbox_to_anchor=(1.02, 1.0), title="expected risk",
                 alignment="left")  # fmt: skip
    return fig


def guaranteed_risk():
    """The guaranteed risk of the linear machine against C with its terms, and beside it that of degree 2."""
    fig, axes = plt.subplots(1, 2, figsize=(12.4, 4.6), layout="constrained")
    for degree, ax in zip((1, 2), axes, strict=True):
        tuning = _tuning(degree)
        true = [PROBLEM.machine_risk(machine) for machine in tuning.machines]
        title = f"{'linear' if degree == 1 else 'degree 2'}: least at C = {plotting.number(tuning.best_C, 2)}"
        plotting.plot_risk_terms(tuning, ax, true_risks=true, title=title, legend="right" if degree == 2 else None)
    return fig


def sample_sizes():
    """From which m on each theorem says anything, with the constants of the chosen linear machine."""
    constants = _tuning().risks[_tuning().best].constants
    m = np.geomspace(10, 1e15, 300).astype(int)
    intervals = {
        name: (m, [float(risk.confidence_interval(constants.at(int(n)), 1.0, 0.05, theorem)) + 1 / n for n in m])
        for name, theorem in (("Theorem 3, d = 2", 3), ("Lemma 1 itself, any d", "lemma 1"), ("Theorem 2, any d", 2))
    }
    fig, ax = plt.subplots(figsize=(9.2, 4.8), layout="constrained")
    plotting.plot_intervals(intervals, ax, landmarks=SIZES, title="linear M-SVM on the toy problem, γ = 1, δ = 0.05")
    return fig


def epsilon_nets():
    """Two ε-nets of the functions of norm one, seen on three points."""
    X = np.array([[1.0, 0.2], [0.3, 1.0], [-0.7, 0.8]])
    fig, axes = plt.subplots(1, 2, figsize=(9.6, 4.8), layout="constrained")
    for ax, epsilon in zip(axes, (1.0, 0.5), strict=True):
        W = capacity.net(X, epsilon)
        ax.set(xlim=(-1.9, 1.9), ylim=(-1.9, 1.9), aspect="equal", xlabel="w₁", ylabel="w₂")
        ax.set_title(f"ε = {epsilon:g}: {len(W)} functions")
        plotting.draw_net(ax, W, X, epsilon)
        ax.add_patch(plt.Circle((0, 0), 1.0, fill=False, linewidth=2.0))
    return fig


@cache
def selected(n=60):
    """The Selected of n training sets of 3,000 points, each of which depends on its number only (60: half a minute)."""
    return risk.selected_risks(
        lambda random: PROBLEM.sample(3000, random, exact_priors=True), PROBLEM.machine_risk, C_GRID, n,
        machine=MulticlassSVM(),
    )  # fmt: skip


def selected_risks(found=None):
    """True risks of the machines that the guaranteed risk selects on 60 training sets, or of the Selected ``found``."""
    found = found or selected()
    fig, ax = plt.subplots(figsize=(8.6, 4.2), layout="constrained")
    counts, _, _ = ax.hist(
        100 * found.true, bins=np.arange(5.8, 7.1, 0.1), color=plotting.style.theme()["series"][1], alpha=0.6
    )
    for value, text in ((PROBLEM.best_linear[2], "best linear"), (0.0630, "printed: 6.30 %")):
        ax.axvline(100 * value, color="black", linewidth=1.4)
        ax.annotate(text, (100 * value, 1), (4, -12), xycoords=("data", "axes fraction"), textcoords="offset points")
    ax.set(xlabel="true risk of the selected linear M-SVM (%)", ylabel="training sets", ylim=(0, 1.2 * counts.max()))
    rank = 100 * found.rank(0.0630)
    ax.set_title(f"{len(found.C)} training sets: {rank:.0f} % do as well as the one printed, or better")
    return fig


def selected_risks_table(found=None):
    """What the guaranteed risk selects on each of these training sets, or ``found``, as Markdown."""
    found = found or selected()
    lines = [
        "# What the guaranteed risk selects on the toy problem",
        "",
        "Made by `python3 lab.py figures`, from `figures/toy_problem.py`: linear machines on training sets of 3,000 "
        "points, C among 30 values from 0.0001 to 1. The picture beside it counts the last column.",
        "",
        "| training set | selected C | guaranteed risk | true risk (%) |",
        "|---:|---:|---:|---:|",
    ]
    rows = zip(found.C, found.guaranteed, 100 * found.true, strict=True)
    lines += [f"| {i} | {C:.4g} | {bound:.4g} | {true:.5f} |" for i, (C, bound, true) in enumerate(rows)]
    return "\n".join(lines) + "\n"


def read_selected(table):
    """The Selected of a table from ``selected_risks_table``."""
    rows = [line.strip("|").split("|")[1:] for line in table.splitlines()[6:]]
    C, guaranteed, true = np.array(rows, float).T
    return risk.Selected(C, guaranteed, true / 100)


FIGURES = (three_gaussians, guaranteed_risk, sample_sizes, epsilon_nets, selected_risks)
