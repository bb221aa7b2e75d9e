"""Bounds for many classes on real data, iris, wine and handwritten digits: a figure over the width, and a table.

``multiclass_bounds()`` returns a Figure and ``multiclass_table()`` Markdown, for ``make_figures.py``. They answer what
Darcy and Guermeur 2005 leave open, that the "practical interest" of their Theorem 2 "primarily depends on the
possibility to compute the constant K at a reasonable cost".
"""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np

from svmlab import MulticlassSVM, bounds, datasets, kernels, style

SHOWN = (
    "support_vectors", "xi_alpha_many", "withdrawal_count", "withdrawal_observed", "withdrawal_sum", "twice_sum",
    "theorem_2",
)  # fmt: skip
DRAWN = ("support_vectors", "withdrawal_count", "withdrawal_sum", "theorem_2")
WIDTHS = {"iris": (0.25, 0.5, 1.0, 2.0), "wine": (1.0, 3.0, 10.0), "digits": (2.0, 4.0, 8.0)}
GRIDS = {"iris": (0.2, 4.0), "wine": (0.8, 16.0), "digits": (2.0, 16.0)}
TITLES = {"iris": "iris, 3 classes", "wine": "wine, 3 classes", "digits": "digits, 10 classes"}


@cache
def _data(name):
    return datasets.digits(20) if name == "digits" else getattr(datasets, name)().standardized()


@cache
def _report(name, kernel, C):
    """(Report, K) of a machine; None where the classes cannot be separated."""
    data = _data(name)
    try:
        svm = MulticlassSVM(C=C, kernel=kernel).fit(data.X, data.y)
    except ValueError:
        return None
    facts = bounds.ingredients(svm)
    return bounds.report(svm, SHOWN, facts=facts), facts.K


def multiclass_bounds():
    """At the hard margin, over the width of a Gaussian kernel: what each bound says, as a share of the points."""
    fig, axes = plt.subplots(1, 3, figsize=(13.6, 4.6), sharey=True, layout="constrained")
    colors, shapes = style.theme()["series"], ("o", "^", "D", "s", "v")
    for ax, (name, (low, high)) in zip(axes, GRIDS.items(), strict=True):
        sigmas = np.geomspace(low, high, 9)
        found = [_report(name, kernels.Gaussian(sigma=float(sigma)), np.inf)[0] for sigma in sigmas]
        ax.plot(sigmas, [report.loo.error_rate for report in found], color=colors[0], marker="o", linewidth=2.6,
                label="exact leave-one-out")  # fmt: skip
        for color, shape, bound in zip(colors[1:], shapes[1:], DRAWN, strict=False):
            rates = [report[bound].rate for report in found]
            dash = "-" if all(report[bound].kind == "proved" for report in found) else (0, (5, 1.8, 1.2, 1.8))
            ax.plot(sigmas, rates, color=color, marker=shape, linestyle=dash, label=found[0][bound].label)
        ax.axhspan(1.0, 1e6, color=style.theme()["grid"], alpha=0.6, linewidth=0, zorder=0)
        ax.set(xscale="log", yscale="symlog", ylim=(-0.0005, 1e6), xlabel="width σ", title=TITLES[name])
        ax.set_yscale("symlog", linthresh=0.005, linscale=0.4)
        ax.set_yticks([0, 0.01, 0.1, 1, 10, 100, 1e4], ["0", "1", "10", "100", "1000", "10⁴", "10⁶"])
        ax.set_xticks([t for t in (0.25, 0.5, 1, 2, 4, 8, 16) if low <= t <= high])
        ax.xaxis.set_major_formatter(plt.FuncFormatter(lambda t, _: f"{t:g}"))
        ax.minorticks_off()
    axes[0].set_ylabel("share of the points (%)")
    axes[0].annotate("above 100 %: says nothing", (0.02, 0.97), xycoords="axes fraction", va="top", fontsize=9)
    axes[-1].legend(loc="upper left", bbox_to_anchor=(1.02, 1.0))
    return fig


def rows():
    """Yield (data set, kernel, C, (Report, K) or None)."""
    for name, widths in WIDTHS.items():
        for kernel in (kernels.Linear(), *(kernels.Gaussian(sigma=sigma) for sigma in widths)):
            for C in (np.inf, 1.0):
                yield name, kernel, C, _report(name, kernel, C)


def multiclass_table():
    """Exact leave-one-out, support vectors, K and every bound, several kernels, hard margin and soft, as Markdown."""
    lines = [
        "# Bounds for many classes on real data",
        "",
        "Made by `python3 lab.py figures`, from `figures/multiclass.py`. Iris (150 points) and wine (178), "
        "standardised; the first 20 of each handwritten digit (200).",
        "Numbers in parentheses: the bound's hypotheses fail. Bold: above the number of points, says nothing.",
        "",
        "| data | kernel | C | errors | support vectors | ξα, proved | counted, proved | counted with √2, observed "
        "| summed, proved | 2 D² Σα, observed | K "
        "| Theorem 2, proof has a gap |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    found = []
    for name, kernel, C, result in rows():
        margin = "∞" if np.isinf(C) else f"{C:g}"
        if result is None:
            lines.append(f"| {name} | {kernel} | {margin} | not separable |" + " |" * 8)
            continue
        report, K = result
        found.append((C, report))
        cells = [_cell(report[bound]) for bound in SHOWN]
        cells.insert(-1, f"{K:.3g}")
        lines.append(f"| {name} | {kernel} | {margin} | {report.loo.n_errors} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *_verdict(found)]) + "\n"


def _cell(bound):
    text = f"{bound.value:.0f}" if bound.value < 1e5 else f"{bound.value:.1e}"
    text = f"**{text}**" if bound.vacuous else text
    return text if bound.holds else f"({text})"


def _verdict(found):
    """Which bound is of use, from the numbers above."""
    hard, soft = ([report for C, report in found if np.isinf(C) == is_hard] for is_hard in (True, False))
    vacuous = {name: sum(report[name].vacuous for report in hard) for name in SHOWN}
    shares = [report["withdrawal_count"].value / report["support_vectors"].value for report in hard]
    equal = sum(report["withdrawal_count"].value == report["withdrawal_observed"].value for report in hard)
    never = all(bound.value >= report.loo.n_errors for report in hard for bound in report)
    below = sum(report["withdrawal_observed"].value < report.loo.n_errors for report in soft)
    xi_alpha = [report["xi_alpha_many"].value / report["support_vectors"].value for report in soft]
    largest = max(report["theorem_2"].rate for report in hard)
    least = min(report["theorem_2"].rate for report in hard)
    return [
        "**Which one is of use?** K is cheap: a small program for each support vector, whatever m is. Theorem 2 is "
        f"not of use for all that: it says nothing on {vacuous['theorem_2']} of {len(hard)} hard margin machines, "
        f"and is {least:.0f} to {largest:.0f} times the number of points. K grows with the inverse of the smallest "
        "positive multiplier, about which the errors know nothing.",
        "",
        f"The sums say nothing on {vacuous['withdrawal_sum']} (proved) and {vacuous['twice_sum']} (2 D² Σα, observed) "
        f"of {len(hard)}.",
        "",
        "At the hard margin the **count of withdrawals** is of practical use, and needs no K: it is proved (for ten "
        "classes where every rival can be reached; points where not count as errors), never above the number of "
        f"support vectors, and {100 * min(shares):.0f} to {100 * max(shares):.0f} % of it. The observed constant √2 "
        f"(of three classes; for more it is refuted) gives the same count in {equal} of {len(hard)}. "
        f"{'Every' if never else 'Not every'} bound was at least the "
        "exact count.",
        "",
        "With slack the **number of support vectors** and **ξα** are proved, which is "
        f"{100 * min(xi_alpha):.0f} to {100 * max(xi_alpha):.0f} % of it; the counts are printed to show what they "
        f"would say, which is fewer than the exact errors in {below} of {len(soft)} soft machines here.",
    ]


if __name__ == "__main__":
    print(multiclass_table())
