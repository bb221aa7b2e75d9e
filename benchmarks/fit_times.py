"""Times of one fit against m: svmlab, scikit-learn's SVC and LinearSVC, and cvxopt with dense constraint matrices.

    python benchmarks/fit_times.py

The problem is datasets.overlapping(m, random_state=0), for the M-SVM with n_classes=3; a Gaussian kernel, σ = 1,
C = 1; one BLAS thread. Each time is processor time, the best of a few runs within a second or so. All columns are
measured in the same run, so compare ratios, not times between machines. svmlab certifies every fit; "gap" is the
relative duality gap, recomputed here from each solver's multipliers. The last table is of many classes: scikit-learn's
handwritten digits with raw features, where nearly every multiplier is free at σ = 1, and blobs of twenty classes.

Two peers for many classes are not on PyPI and so not in the run. On the digits, σ = 1, two shared cores, before
November 2026, versions not noted: Shark's machine of Weston and Watkins with intercept 0.74 s, MSVMpack to a ratio of
0.98 2.4 s.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"

import platform
from importlib.metadata import version
from time import process_time

import numpy as np
from cvxopt import matrix, solvers
from sklearn.datasets import load_digits, make_blobs
from sklearn.svm import SVC, LinearSVC

from svmlab import BiclassSVM, MulticlassSVM, __version__, datasets
from svmlab.kernels import Gaussian
from svmlab.machines.multiclass import MACHINES

SIZES = 50, 100, 200, 500, 1000, 2000
LARGEST_DENSE = 1000  # variables; dense constraint matrices cost their cube
C, KERNEL = 1.0, Gaussian(sigma=1.0)


def best_time(run, seconds=1.0):
    """Shortest time of at least three runs, or of one where a run takes longer than that."""
    times = []
    while not times or (len(times) < 20 and sum(times) < seconds):
        start = process_time()
        result = run()
        times.append(process_time() - start)
    return min(times), result


def dense_cvxopt(X, E, points):
    """The dual with H, bounds and equalities as dense matrices, as a textbook program writes it."""
    n = len(points)
    H = KERNEL(X)[np.ix_(points, points)] * (E @ E.T)
    A = E.T if E.shape[1] == 1 else E.T[:-1]
    answer = solvers.qp(
        matrix(H),
        matrix(-np.ones(n)),
        matrix(np.vstack([-np.eye(n), np.eye(n)])),
        matrix(np.concatenate([np.zeros(n), np.full(n, C)])),
        matrix(np.ascontiguousarray(A)),
        matrix(0.0, (len(A), 1)),
        options={"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9},
    )
    return np.array(answer["x"]).ravel(), np.array(answer["y"]).ravel()


def gap(X, y, alpha, b):
    """Relative duality gap of bi-class multipliers and an intercept, by the definition."""
    sign = np.where(y == np.unique(y)[1], 1.0, -1.0)
    f = KERNEL(X) @ (sign * alpha)
    squared_norm = (sign * alpha) @ f
    dual = alpha.sum() - squared_norm / 2
    primal = squared_norm / 2 + C * np.maximum(0.0, 1.0 - sign * (f + b)).sum()
    return (primal - dual) / max(1.0, dual)


def svc_alpha(svc, m):
    alpha = np.zeros(m)
    alpha[svc.support_] = np.abs(svc.dual_coef_[0])
    return alpha


def biclass_row(m):
    data = datasets.overlapping(m, random_state=0)
    X, y = data.X, data.y
    sign = np.where(y == np.unique(y)[1], 1.0, -1.0)
    ours, svm = best_time(lambda: BiclassSVM(C, KERNEL).fit(X, y))
    loose, _ = best_time(lambda: SVC(C=C, gamma=KERNEL.gamma).fit(X, y))
    tight, svc = best_time(lambda: SVC(C=C, gamma=KERNEL.gamma, tol=1e-8).fit(X, y))
    dense, (alpha, b) = best_time(lambda: dense_cvxopt(X, sign[:, None], np.arange(m)))
    gaps = (
        gap(X, y, svm.alpha_, svm.intercept_),
        gap(X, y, svc_alpha(svc, m), svc.intercept_[0]),
        gap(X, y, alpha, b[0]),
    )
    return len(svm.support_), ours, loose, tight, dense, gaps, svm.solution_.certified


def multiclass_row(m):
    data = datasets.overlapping(m, random_state=0, n_classes=3)
    X, y = data.X, data.y
    ours, svm = best_time(lambda: MulticlassSVM(C, KERNEL).fit(X, y))
    dense = None
    if 2 * m <= LARGEST_DENSE:
        program = svm.solution_.program
        dense, _ = best_time(lambda: dense_cvxopt(X, program.E, program.example))
    return len(svm.support_), ours, dense, svm.solution_.relative_gap, svm.solution_.certified


def linear_row(m):
    """LIBLINEAR has b in the norm: nearly the same machine on these data, as its objective tells."""
    data = datasets.overlapping(m, random_state=0)
    X, y = data.X, data.y
    ours, svm = best_time(lambda: BiclassSVM(C, "linear").fit(X, y))
    peer = LinearSVC(C=C, loss="hinge", dual=True, max_iter=100_000, random_state=0)
    liblinear, peer = best_time(lambda: peer.fit(X, y))
    slack = np.maximum(0.0, 1.0 - np.where(y == svm.classes_[1], 1.0, -1.0) * peer.decision_function(X))
    primal = 0.5 * float(np.sum(peer.coef_**2)) + C * float(slack.sum())
    return ours, liblinear, svm.solution_.relative_gap, primal / svm.solution_.dual - 1.0, svm.solution_.certified


def growth(sizes, times):
    """p of time ~ m^p between the two largest sizes."""
    (m, later), (before, earlier) = (sizes[-1], times[-1]), (sizes[-2], times[-2])
    return float(np.log(later / earlier) / np.log(m / before))


def many_classes():
    """(name, X, y, σ) of each problem of many classes."""
    X, y = (values[:1000] for values in load_digits(return_X_y=True))
    yield from (("digits", X, y, sigma) for sigma in (1.0, 10.0, 20.0))
    X, y = make_blobs(200, centers=20, random_state=0)
    yield "blobs", X, y, 1.0


def many_classes_row(name, X, y, sigma, machine):
    ours, svm = best_time(lambda: MulticlassSVM(C, Gaussian(sigma=sigma), machine=machine).fit(X, y))
    solution, counts = svm.solution_, svm.alpha_ > 0
    free = np.count_nonzero(counts & (svm.alpha_ < svm.upper_))
    found = (milliseconds(ours), f"{solution.relative_gap:.0e}", "yes" if solution.certified else "NO")
    return [f"{name}, σ = {sigma:g}", machine, str(np.count_nonzero(counts)), str(free), *found]


def milliseconds(seconds):
    return "-" if seconds is None else f"{1000 * seconds:.1f}"


def ratio(other, ours):
    return "-" if other is None else f"{other / ours:.2f}"


def table(title, header, rows):
    widths = [max(len(row[j]) for row in [header, *rows]) for j in range(len(header))]
    print(f"\n{title}")
    for row in [header, *rows]:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def main():
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn", "cvxopt"))
    print(f"Python {platform.python_version()}, svmlab {__version__}, {packages}")
    print(f"datasets.overlapping(m, random_state=0), {KERNEL}, C = {C:g}, one BLAS thread, processor times in ms")
    rows, each = [], []
    for m in SIZES:
        support, ours, loose, tight, dense, gaps, certified = biclass_row(m)
        each.append((ours, loose, tight, dense))
        times = [milliseconds(t) for t in (ours, loose, tight, dense)]
        ratios = [ratio(t, ours) for t in (loose, tight, dense)]
        rows.append([str(m), str(support), *times, *ratios, *(f"{g:.0e}" for g in gaps), "yes" if certified else "NO"])
    solvers_named = ["svmlab", "SVC", "SVC 1e-8", "dense"]
    ratios_named = ["SVC/ours", "SVC 1e-8/ours", "dense/ours"]
    gaps_named = ["gap ours", "gap SVC 1e-8", "gap dense"]
    table("bi-class", ["m", "support", *solvers_named, *ratios_named, *gaps_named, "certified"], rows)
    exponents = [growth(SIZES, times) for times in zip(*each, strict=True)]
    told = (f"{name} {p:.1f}" for name, p in zip(solvers_named, exponents, strict=True))
    print(f"growth from m = {SIZES[-2]} to {SIZES[-1]}, p of m^p: {', '.join(told)}")
    rows = []
    for m in SIZES:
        ours, liblinear, relative_gap, above, certified = linear_row(m)
        cells = [milliseconds(ours), milliseconds(liblinear), ratio(liblinear, ours), f"{relative_gap:.0e}"]
        rows.append([str(m), *cells, f"{above:.0e}", "yes" if certified else "NO"])
    columns = ["m", "svmlab", "LIBLINEAR", "LIBLINEAR/ours", "gap ours", "objective of LIBLINEAR above", "certified"]
    table("bi-class, linear kernel", columns, rows)
    rows = []
    for m in SIZES:
        support, ours, dense, relative_gap, certified = multiclass_row(m)
        certified = "yes" if certified else "NO"
        cells = [milliseconds(ours), milliseconds(dense), ratio(dense, ours), f"{relative_gap:.0e}", certified]
        rows.append([str(m), str(support), *cells])
    table("M-SVM, Q = 3", ["m", "support", "svmlab", "dense", "dense/ours", "gap ours", "certified"], rows)
    rows = [many_classes_row(*problem, machine) for problem in many_classes() for machine in MACHINES]
    table("many classes", ["problem", "machine", "α > 0", "free", "svmlab", "gap ours", "certified"], rows)


if __name__ == "__main__":
    main()
