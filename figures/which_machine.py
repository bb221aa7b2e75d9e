"""Six multi-class classifiers on real data: exact leave-one-out of each over C, as a table.

``which_machine()`` returns a Figure and ``which_machine_table()`` Markdown, for ``make_figures.py``.
"""

from functools import cache

import numpy as np

from svmlab import comparison, datasets, kernels, plotting

C_GRID = (0.1, 1.0, 10.0, 100.0)
KERNELS = {
    "iris": (kernels.Linear(), kernels.Gaussian(sigma=1.0)),
    "wine": (kernels.Linear(), kernels.Gaussian(sigma=3.0)),
    "digits": (kernels.Gaussian(sigma=4.0),),
}
TITLES = {"iris": "iris, 150 points", "wine": "wine, 178 points", "digits": "digits 0 to 4, 100 points"}


@cache
def _data(name):
    if name != "digits":
        return getattr(datasets, name)().standardized()
    data = datasets.digits(20)
    few = data.y < 5
    return datasets.Dataset(data.X[few], data.y[few], data.names, data.description)


def which_machine():
    """The regions of the six where no class has the majority."""
    data = comparison.inconsistent()
    return plotting.plot_comparison(comparison.compare(data.X, data.y, 1.0, kernels.Gaussian(sigma=1.0)))


@cache
def _errors(name, kernel):
    """(machines, C) leave-one-out errors; all classifiers are certified."""
    data, counts = _data(name), []
    for C in C_GRID:
        done = comparison.compare(data.X, data.y, C, kernel)
        counts.append([entry.loo.n_errors for entry in done.entries])
        assert all(comparison.certified(entry.trained) for entry in done.entries)
    return np.array(counts).T


def which_machine_table():
    """Exact leave-one-out errors of each at every C, and the least of them, as Markdown."""
    labels = [comparison.LABELS[name] for name in comparison.ALL]
    lines = [
        "# Which multi-class machine?",
        "",
        "Made by `python3 lab.py figures`, from `figures/which_machine.py`. Exact leave-one-out errors at "
        f"C = {', '.join(f'{C:g}' for C in C_GRID)}, in this order; iris and wine standardised. Bold: the machines "
        "with the fewest at their best C.",
        "",
        "The same C means something else to each (`svmlab/selection/comparison.py` says what), so compare the least of "
        "each. Crammer and Singer's machine has no intercept, which costs it most where the kernel is linear.",
        "",
        f"| data | kernel | {' | '.join(labels)} |",
        "|---|---|" + "---|" * len(labels),
    ]
    for name, kernel in ((name, kernel) for name, both in KERNELS.items() for kernel in both):
        errors = _errors(name, kernel)
        least = errors.min(axis=1)
        cells = [_cell(row, row.min() == least.min()) for row in errors]
        lines.append(f"| {TITLES[name]} | {kernel} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", *_verdict()]) + "\n"


def _cell(row, best):
    text = " ".join(map(str, row))
    return f"**{text}**" if best else text


def _verdict():
    """What the numbers above say."""
    tables = [_errors(name, kernel) for name, both in KERNELS.items() for kernel in both]
    least = np.array([errors.min(axis=1) for errors in tables])
    spread = np.ptp(least, axis=1)
    best = (least == least.min(axis=1, keepdims=True)).all(axis=0)
    first = [comparison.LABELS[name] for name, is_best in zip(comparison.ALL, best, strict=True) if is_best]
    always = f"Always among the best: {', '.join(first)}." if first else "None is always among the best."
    return [
        f"**Does it matter?** At the best C of each, the numbers of errors differ by {spread.min()} to {spread.max()} "
        f"points from the best machine to the worst. {always}"
    ]
