"""Draw the figures of the project again: python3 lab.py figures [folder [name ...]], by their names only some.

Every figure is a function that returns a matplotlib Figure, and its file has the name of the function. Data, machines
and files are the same in every run.
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import toy_problem
from bounds import bounds_over_C, bounds_table
from multiclass import multiclass_bounds, multiclass_table
from which_machine import which_machine, which_machine_table

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, plotting, regularization_path, style

HERE = Path(__file__).resolve().parent
DOTS_PER_INCH = 160


def overlapping_machine():
    data = datasets.overlapping(100, random_state=0)
    return data, BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)


def iris_machine():
    data = datasets.iris(["petal length", "petal width"])
    return data, MulticlassSVM(C=10.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)


def machines():
    """Two classes and three, side by side."""
    fig, axes = plt.subplots(1, 2, figsize=(10.8, 5.6), layout="constrained")
    panels = (
        (overlapping_machine(), "Two classes", (-3.0, 3.0), (-2.6, 2.4)),
        (iris_machine(), "Three kinds of iris", (0.2, 7.7), (-1.75, 4.5)),
    )
    for ax, ((data, svm), title, xlim, ylim) in zip(axes, panels, strict=True):
        frame = {"xlim": xlim, "ylim": ylim, "legend": "below", "caption": False}
        plotting.plot_machine(svm, ax, names=data.names, title=title, **frame)
    return fig


def two_classes():
    """The benchmark sample with a Gaussian kernel."""
    data, svm = overlapping_machine()
    return plotting.plot_machine(svm, names=data.names).ax.figure


def three_classes():
    """Iris petals and the machine of Weston and Watkins."""
    data, svm = iris_machine()
    return plotting.plot_machine(svm, names=data.names).ax.figure


def path():
    """Every multiplier as a share of C, and the margin, as C grows."""
    data = datasets.overlapping(40, random_state=0)
    whole = regularization_path(BiclassSVM().fit(data.X, data.y), 0.02, 20.0)
    C = np.union1d(whole.C, np.geomspace(whole.C_min, whole.C_max, 400))
    models = [whole.model_at(value) for value in C]
    share = np.array([svm.alpha_ / svm.C for svm in models])

    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7, 6.4), sharex=True, height_ratios=(3, 2), layout="constrained")
    for k, (label, dash) in enumerate(((-1, "-"), (1, (0, (4, 1.5))))):
        lines = top.plot(
            C, share[:, data.y == label], color=style.class_look(k)["color"], linestyle=dash, linewidth=1.2
        )
        lines[0].set_label(f"points of class {label}".replace("-", "−"))
    top.set(ylabel="multiplier as a share of C", ylim=(-0.03, 1.03))
    top.set_title(f"The exact path in C: {len(whole.C) - 2} breakpoints, 40 points, linear kernel")
    top.legend(loc="upper right", bbox_to_anchor=(1, 0.97), framealpha=0.9, frameon=True, edgecolor="none")
    bottom.plot(C, [svm.margin_ for svm in models])
    bottom.set(xscale="log", xlim=(C[0], C[-1]), ylim=(0, None), xlabel="C", ylabel="margin 1/‖w‖")
    return fig


FIGURES = (
    machines,
    two_classes,
    three_classes,
    path,
    bounds_over_C,
    multiclass_bounds,
    which_machine,
    *toy_problem.FIGURES,
)


TABLES = {
    "bounds": bounds_table,
    "multiclass": multiclass_table,
    "which_machine": which_machine_table,
    "selected_risks": toy_problem.selected_risks_table,
}


def write_figure(draw, folder, *given):
    """Write the Figure that ``draw(*given)`` returns into a folder, by the name of the function."""
    with plotting.look():
        figure = draw(*given)
        file = folder / f"{draw.__name__}.png"
        figure.savefig(file, dpi=DOTS_PER_INCH, bbox_inches="tight", metadata={"Software": None})
        plt.close(figure)
    print(file)


def main(folder, names=()):
    """Write the figures and tables of these names, or all, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for draw in FIGURES:
        if not names or draw.__name__ in names:
            write_figure(draw, folder)
    for name, table in TABLES.items():
        if not names or name in names:
            (folder / f"{name}.md").write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE, sys.argv[2:])
