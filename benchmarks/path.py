"""The whole regularisation path: how its cost grows, and against training at each of 100 values of C.

    python benchmarks/path.py [largest m, 1000 by default]

Processor time on one core; ``datasets.overlapping(m, random_state=0)``, Gaussian kernel, σ = 1, C over the four decades
from 0.01 to 100. No other implementation in Python is known to follow the path of two classes exactly, and none at all
that of the M-SVM.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platform
import sys

import numpy as np
from sklearn.base import clone
from sklearn.svm import SVC
from timing import seconds

import svmlab
from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, regularization_path
from svmlab.exact.path import solutions_along

SIZES = (50, 100, 200, 500, 1000)
C_MIN, C_MAX = 0.01, 100.0
GRID = np.geomspace(C_MIN, C_MAX, 100)
SAMPLE = 5  # values of C at which training anew is measured


def row(m, Q):
    data = datasets.overlapping(m, random_state=0, n_classes=Q)
    machine = BiclassSVM if Q == 2 else MulticlassSVM
    svm = machine(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    ours, path = seconds(lambda: regularization_path(svm, C_MIN, C_MAX), repeat=3 if m <= 200 else 1)
    grid, _ = seconds(lambda: list(solutions_along(svm, GRID)))
    one, _ = seconds(lambda: path.model_at(1.0), repeat=5)
    fits, worst = 0.0, 0.0
    for C in GRID[:: len(GRID) // SAMPLE]:
        spent, cold = seconds(lambda C=C: clone(svm).set_params(C=C).fit(data.X, data.y))
        fits += spent * len(GRID) / SAMPLE
        difference = cold.decision_function(data.X) - path.model_at(C).decision_function(data.X)
        worst = max(worst, np.abs(difference).max())
    text = f"{m:5} {len(path.segments):7} {ours:9.3f} {1e6 * ours / len(path.segments):9.0f} {path.residual:9.0e}"
    text += f" {1e3 * one:8.2f} {grid:9.2f} {fits:10.2f} {worst:11.0e}"
    if Q == 2:
        svc, _ = seconds(lambda: [SVC(C=C, gamma=0.5).fit(data.X, data.y) for C in GRID])
        text += f" {svc:9.2f}"
    return text


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else max(SIZES)
    versions = f"svmlab {svmlab.__version__}, NumPy {np.__version__}, Python {platform.python_version()}"
    print(f"{versions}; seconds, from C = {C_MIN:g} to {C_MAX:g}")
    for Q in (2, 3):
        print(f"\n{Q} classes{'':24}                     one C    exact at    100 certified  largest")
        print(f"{'m':>5} {'pieces':>7} {'path':>9} {'µs/piece':>9} {'residual':>9}", end="")
        print(f" {'(ms)':>8} {'100 C':>9} {'fits':>10} {'difference':>11}" + (f" {'100 SVC':>9}" if Q == 2 else ""))
        for m in [m for m in SIZES if m <= largest]:
            print(row(m, Q), flush=True)


if __name__ == "__main__":
    main()
