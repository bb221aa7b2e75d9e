"""The constant K of Darcy and Guermeur 2005: Problems 5 and 6 as printed, and as flows between classes.

    python benchmarks/constant_k.py [largest m, 120 by default]

Processor time on one core; ``datasets.overlapping(m, random_state=0, n_classes=3)``, Gaussian kernel, σ = 0.5, hard
margin. Both methods give the same K. "qp" is measured on a few points and scaled to all, for it takes long.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platform
import sys

import cvxopt
import numpy as np
from timing import seconds

import svmlab
from svmlab import MulticlassSVM, datasets, flows, kernels

SIZES = (15, 30, 60, 120)
SAMPLE = 4  # pairs (i, k) at which Problems 5 and 6 are solved as printed


def row(m):
    data = datasets.overlapping(m, random_state=0, n_classes=3)
    fit, svm = seconds(lambda: MulticlassSVM(C=np.inf, kernel=kernels.Gaussian(sigma=0.5)).fit(data.X, data.y))
    flow, K = seconds(lambda: flows.constant_K(svm), repeat=3)
    alpha, codes = svm.alpha_, svm.codes_
    pairs = np.argwhere(alpha > 0)
    chosen = pairs[:: max(1, len(pairs) // SAMPLE)][:SAMPLE]
    five, fives = seconds(lambda: [flows.problem_5(alpha, codes, i, k) for i, k in chosen])
    six, sixes = seconds(lambda: [flows.problem_6(codes, 3, i, k) for i, k in chosen])
    small = [flows.withdrawal(alpha, codes, i).cost / alpha[i, k] ** 2 for i, k in chosen]
    differs = max(np.abs(np.divide(fives, small) - 1.0).max(), np.abs(np.array(sixes) / 2.0 - 1.0).max())
    scale = len(pairs) / len(chosen)
    text = f"{m:5} {len(pairs):6} {K.value:9.1f} {fit:8.3f} {flow:8.4f} {five * scale:9.2f} {six * scale:9.2f}"
    return f"{text} {(five + six) * scale / flow:9.0f} {differs:9.0e}"


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else max(SIZES)
    versions = f"svmlab {svmlab.__version__}, NumPy {np.__version__}, CVXOPT {cvxopt.__version__}"
    print(f"{versions}, Python {platform.python_version()}; seconds, three classes")
    print(f"{'m':>5} {'pairs':>6} {'K':>9} {'fit':>8} {'flow':>8} {'Problem 5':>9} {'Problem 6':>9}", end="")
    print(f" {'qp/flow':>9} {'largest difference':>9}")
    for m in [m for m in SIZES if m <= largest]:
        print(row(m), flush=True)


if __name__ == "__main__":
    main()
