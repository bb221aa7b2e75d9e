"""Passes and time until the duality gap is 1e-3 of the objective: the procedures of svmlab.learning and libsvm's SMO.

    python benchmarks/learning.py

Three data sets, a Gaussian or a linear kernel, C = 1, one BLAS thread. A pass is m points looked at: m/2 steps of SMO,
one step of what uses all points at once. libsvm is scikit-learn's SVC, with the largest tolerance of 1, 1/2, 1/4, ...
at which its gap, recomputed here from its multipliers at its own b, is small enough. The procedures are written to be
read, so that their processor time says what Python costs; their passes are to be compared. "-": not within 200 passes.
Those without b are measured by the gap of the machine without b. All is measured in the same run.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"

import platform
from functools import partial
from importlib.metadata import version
from itertools import islice

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from timing import seconds

from svmlab import BiclassSVM, __version__, datasets, learning
from svmlab.kernels import Gaussian, Linear

GAP, MOST_PASSES = 1e-3, 200
PROCEDURES = {
    "SMO, most violating": learning.smo,
    "SMO, second order": partial(learning.smo, choice="second order"),
    "SMO, Platt": partial(learning.smo, choice="platt"),
    "SMO, random": partial(learning.smo, choice="random"),
    "chunking": partial(learning.vapnik_chunking, M=50, begin=50),
    "Frank-Wolfe": learning.frank_wolfe,
    "projected ascent": learning.projected_ascent,
    "smoothed hinge": learning.smoothed_hinge,
    "interior point": learning.interior_point,
    "active set": learning.active_set,
    "naive ascent, no b": learning.naive_ascent,
    "subgradient, no b": learning.subgradient,
    "Pegasos, no b": learning.pegasos,
}


def data_sets():
    """(name, X, y, kernel) of each."""
    plane = datasets.overlapping(400, random_state=0)
    yield "overlapping(400)", plane.X, plane.y, Gaussian(sigma=1.0)
    cancer = load_breast_cancer()
    X = StandardScaler().fit_transform(cancer.data)
    yield "breast cancer, 569 points of 30 features", X, cancer.target, Gaussian(sigma=5.0)
    yield "breast cancer, linear", X, cancer.target, Linear()


def first_good(states, m):
    """(number of the first state whose gap is small enough, the state), looked for twenty times in each pass."""
    checked = -1.0
    for number, state in enumerate(states):
        if state.passes > MOST_PASSES:
            break
        if state.done or state.passes >= checked + 0.05:
            checked = state.passes
            if state.relative_gap <= GAP:
                return number, state
    return None, None


def libsvm(X, y, kernel):
    """(passes, tolerance) of the loosest SVC whose gap is small enough."""
    sign = np.where(y == np.unique(y)[1], 1.0, -1.0)
    K, tol = kernel(X), 1.0
    while True:
        svc = SVC(C=1.0, kernel="precomputed", tol=tol).fit(K, y)
        coefficients = np.zeros(len(y))
        coefficients[svc.support_] = svc.dual_coef_[0]
        f = K @ coefficients
        primal = 0.5 * coefficients @ f + np.maximum(0.0, 1.0 - sign * (f + svc.intercept_[0])).sum()
        if primal - (np.abs(coefficients).sum() - 0.5 * coefficients @ f) <= GAP * primal:
            return 2.0 * int(svc.n_iter_[0]) / len(y), tol
        tol /= 2.0


def main():
    packages = ("numpy", "scipy", "scikit-learn")
    print(
        f"Python {platform.python_version()}, svmlab {__version__}, "
        + ", ".join(f"{name} {version(name)}" for name in packages)
    )
    print(f"until the gap is {GAP:g} of the objective; C = 1, one BLAS thread, processor times in ms")
    for name, X, y, kernel in data_sets():
        passes, tol = libsvm(X, y, kernel)
        K = kernel(X)
        peer, _ = seconds(lambda K=K, y=y, tol=tol: SVC(C=1.0, kernel="precomputed", tol=tol).fit(K, y), repeat=5)
        print(f"\n{name}, {kernel}")
        print(f"{'':22}{'passes':>9}{'/libsvm':>9}{'κ / m²':>9}{'ms':>10}{'/libsvm':>9}")
        print(f"{'libsvm, tol ' + format(tol, '.3g'):22}{passes:9.2f}{1:9.2f}{'':9}{1000 * peer:10.1f}{1:9.1f}")
        svm = BiclassSVM(C=1.0, kernel=kernel)
        for title, procedure in PROCEDURES.items():
            number, state = first_good(procedure(svm, X, y), len(y))
            if number is None:
                print(f"{title:22}{'-':>9}")
                continue
            time, _ = seconds(lambda go=procedure, s=svm, X=X, y=y, n=number: list(islice(go(s, X, y), n + 1)))
            values = state.evaluations / len(y) ** 2
            counts = f"{state.passes:9.2f}{state.passes / passes:9.2f}{values:9.2f}"
            print(f"{title:22}{counts}{1000 * time:10.1f}{time / peer:9.1f}")


if __name__ == "__main__":
    main()
