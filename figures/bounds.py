"""Bounds and the exact leave-one-out over C, on a toy problem, on DNA and on wine: the figure and the table.

``bounds_over_C()`` returns a Figure, for ``make_figures.py`` to draw, and ``bounds_table()`` returns Markdown.
"""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np

from svmlab import BiclassSVM, bounds, datasets, kernels, leave_one_out, plotting, regularization_path

SHOWN = ("support_vectors", "radius_margin", "span_bound", "xi_alpha", "span_rule", "gacv")


@cache
def curves():
    """Title -> (Curves of all bounds, ErrorCurve), along the whole path; to the hard margin where there is one."""
    toy, dna, wine = datasets.overlapping(100, random_state=0), datasets.promoters(), datasets.wine().standardized()
    two = wine.y != "class_0"
    tasks = {
        "Overlapping classes, Gaussian kernel, σ = 1": (toy.X, toy.y, kernels.Gaussian(sigma=1.0)),
        "E. coli promoters, linear kernel": (dna.X, dna.y, kernels.Linear()),
        "Wine of two growers, Gaussian kernel, σ = 3": (wine.X[two], wine.y[two], kernels.Gaussian(sigma=3.0)),
    }
    paths = {
        title: regularization_path(BiclassSVM(kernel=kernel).fit(X, y), 0.003, C_max)
        for (title, (X, y, kernel)), C_max in zip(tasks.items(), (100.0, np.inf, np.inf), strict=True)
    }
    return {
        title: (bounds.along_path(path), leave_one_out.along_path(path.machine, path.C_min, path.C_max))
        for title, path in paths.items()
    }


def bounds_over_C():
    """Which bound is tight where, and which C each would choose."""
    fig, axes = plt.subplots(1, 3, figsize=(18.0, 5.2), layout="constrained")
    for ax, (title, (found, loo)) in zip(axes, curves().items(), strict=True):
        last = ax is axes[-1]
        plotting.plot_bounds(found, ax, names=SHOWN, loo=loo, title=title, legend="right" if last else None)
    return fig


def bounds_table():
    """The C that each bound would choose, what it says there, and what is exact there, as Markdown."""
    lines = ["# Bounds on the leave-one-out errors of two classes", "", "Written by `python3 lab.py figures`.", ""]
    for title, (found, loo) in curves().items():
        best = " and ".join(f"from {low:.3g} to {high:.3g}" for low, high in loo.best)
        lines += [
            f"**{title}**, {found.m} points. The fewest leave-one-out errors are {loo.n_errors}, for C {best}.",
            "",
            "| bound | chooses C | says there | exact there | |",
            "|---|---:|---:|---:|---|",
        ]
        for curve in found:
            if curve.target == "loo":
                i = found.chosen(curve.name)
                verdict = "estimate" if curve.kind[i] == "estimate" else "holds" if curve.holds[i] else "does not apply"
                verdict += ", vacuous" if curve.vacuous[i] else ""
                row = (curve.label, f"{found.C[i]:.2g}", f"{curve.value[i]:.0f}", found.n_errors[i], verdict)
                lines.append("| " + " | ".join(map(str, row)) + " |")
        lines.append("")
    return "\n".join(lines)
