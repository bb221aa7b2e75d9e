"""Exact leave-one-out against its peers: scikit-learn, libsvm's own program, and training anew with cvxopt.

    python benchmarks/leave_one_out.py [largest m, 1000 by default]

Processor time on one core, of machines that are trained already where that is possible; the named problems of the
design, ``datasets.overlapping(m, random_state=0)`` with a Gaussian kernel, σ = 1. A peer that would take more than a
minute is left out, and training anew is measured on a sample of the points. "in step" is what NumPy does, "loop" what
numba compiles where it is installed (the extra svmlab[fast]), without the time of loading it.
"""

import importlib.util
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cvxopt
import numpy as np
import scipy
import sklearn
from sklearn.base import clone
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.svm import SVC
from timing import seconds

import svmlab
from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out
from svmlab.engine import batch, scaled_program, solver

SIZES = (50, 100, 200, 500, 1000)
SIGMA, GAMMA = 1.0, 0.5
PATIENCE = 60.0  # seconds that a peer may be expected to take
WAYS = [batch.in_step, batch.in_a_loop] if importlib.util.find_spec("numba") else [batch.in_step]
NAMES = ["in step", "loop"][: len(WAYS)]
SAMPLE = 8  # points without which a machine is trained anew


# --- the peers --------------------------------------------------------------------------------------------------


def scikit_learn(data, C):
    """(seconds, errors) of cross_val_score(SVC, LeaveOneOut())."""
    svc = SVC(C=C, gamma=GAMMA)
    spent, right = seconds(lambda: cross_val_score(svc, data.X, data.y, cv=LeaveOneOut()))
    return spent, int((right == 0).sum())


def libsvm(data, C):
    """(seconds, errors) of svm-train -v m."""
    lines = (
        f"{label} " + " ".join(f"{k}:{value!r}" for k, value in enumerate(map(float, x), 1))
        for x, label in zip(data.X, data.y, strict=True)
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "points")
        file.write_text("\n".join(lines) + "\n")
        command = ["svm-train", "-q", "-t", "2", "-g", str(GAMMA), "-c", str(C), "-v", str(len(data)), str(file)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    accuracy = float(re.search(r"Accuracy = ([\d.]+)%", output)[1])
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, round(len(data) * (1 - accuracy / 100))


def libsvm_version():
    """The version that the package manager knows, or None where there is no svm-train."""
    if not shutil.which("svm-train"):
        return None
    if not shutil.which("dpkg-query"):
        return "of unknown version"
    query = ["dpkg-query", "-W", "-f", "${Version}", "libsvm-tools"]
    return subprocess.run(query, capture_output=True, text=True).stdout or "of unknown version"


def refits(svm, loo):
    """(seconds of certified fits, of cvxopt alone, and the largest difference of a score), from a sample of points."""
    m, program = len(svm.y_fit_), svm.solution_.program
    fits, alone, worst = 0.0, 0.0, 0.0
    points = np.random.default_rng(0).choice(m, SAMPLE, replace=False)
    for p in points:
        rest = np.delete(np.arange(m), p)
        spent, other = seconds(lambda rest=rest: clone(svm).fit(svm.X_fit_[rest], svm.y_fit_[rest]))
        fits += spent
        scores = other.decision_function(svm.X_fit_[[p]])[0]
        worst = max(worst, np.abs(scores - loo.scores[p]).max())
        without = program.without(program.example == p)
        scaled = scaled_program.ScaledProgram(without).scaled
        alone += seconds(lambda scaled=scaled: solver.near_optimum(scaled))[0]
    return fits * m / SAMPLE, alone * m / SAMPLE, worst


# --- ours -------------------------------------------------------------------------------------------------------


def by_ways(svm, repeat):
    """([seconds in step, and in the loop where numba is installed], the last result)."""
    spent, quickest = [], batch.quickest
    for way in WAYS:
        batch.quickest = lambda active, points, way=way: way
        spent.append(seconds(lambda: leave_one_out(svm), repeat=repeat))
    batch.quickest = quickest
    return [least for least, _ in spent], spent[-1][1]


def times(spent, ours):
    """A peer's seconds, and how many times as long as each of ours."""
    return f"{spent:.2f} ({', '.join(f'{spent / each:.0f} x' for each in ours)})"


# --- the tables -------------------------------------------------------------------------------------------------


def trained(m, C, Q):
    data = datasets.overlapping(m, random_state=0, n_classes=Q)
    machine = BiclassSVM if Q == 2 else MulticlassSVM
    return data, machine(C=C, kernel=kernels.Gaussian(sigma=SIGMA)).fit(data.X, data.y)


class Peer:
    """Runs while it is expected to stay within PATIENCE; cost is taken to grow with m² at least."""

    def __init__(self, name, work):
        self.name, self.work, self.last = name, work, None

    def __call__(self, data, C):
        if self.last and self.last[1] * (len(data) / self.last[0]) ** 2 > PATIENCE:
            return None
        spent, errors = self.work(data, C)
        self.last = len(data), spent
        return spent, errors


def heading():
    print(f"{'m':>5} {'SVs':>5}", *(f"{name:>9}" for name in NAMES), end="")
    print(f" {'errors':>7} {'exchanges':>10} {'refitted':>8}", end="")


def measured(svm, repeat):
    """Print our part of a line; returns (seconds by way, result)."""
    ours, loo = by_ways(svm, repeat)
    print(f"{len(svm.y_fit_):5} {len(svm.support_):5}", *(f"{each:9.4f}" for each in ours), end="")
    print(f" {loo.n_errors:7} {loo.exchanges:10} {loo.refits:8}", end="", flush=True)
    return ours, loo


def trained_anew(svm, ours, loo):
    """Print the end of a line: training without each point, and the largest difference of a score."""
    *spent, worst = refits(svm, loo)
    print("".join(f" {times(each, ours):>22}" for each in spent), f"{worst:11.0e}", flush=True)


def two_classes(C, sizes, with_libsvm):
    peers = [Peer("SVC + LeaveOneOut", scikit_learn)] + ([Peer("svm-train -v m", libsvm)] if with_libsvm else [])
    print(f"\nTwo classes, C = {C:g}: seconds, and how many times as long as svmlab {' and '.join(NAMES)}")
    heading()
    print(
        "".join(f" {peer.name:>30}" for peer in peers),
        f"{'certified fits':>22} {'cvxopt alone':>22} {'difference':>11}",
    )
    for m in sizes:
        data, svm = trained(m, C, 2)
        ours, loo = measured(svm, 5)
        for peer in peers:
            found = peer(data, C)
            text = "too long" if found is None else f"{times(found[0], ours)}, {found[1]} errors"
            print(f" {text:>30}", end="", flush=True)
        trained_anew(svm, ours, loo)


def three_classes(C, sizes):
    ways = " and ".join(NAMES)
    print(f"\nThree classes (M-SVM), C = {C:g}: seconds, and how many times as long as svmlab {ways}")
    heading()
    print(f" {'certified fits':>22} {'cvxopt alone':>22} {'difference':>11}")
    for m in sizes:
        _, svm = trained(m, C, 3)
        trained_anew(svm, *measured(svm, 3))


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else max(SIZES)
    sizes = [m for m in SIZES if m <= largest]
    with_libsvm = libsvm_version()
    versions = f"svmlab {svmlab.__version__}, scikit-learn {sklearn.__version__}, cvxopt {cvxopt.__version__}"
    print(f"{versions}, NumPy {np.__version__}, SciPy {scipy.__version__}, Python {platform.python_version()}")
    if with_libsvm:
        print(f"svm-train of libsvm-tools {with_libsvm}")
    else:
        print("svm-train is not installed (Debian: libsvm-tools), so it is left out")
    for C in (1.0, 100.0):
        two_classes(C, sizes, with_libsvm)
    for C in (1.0, 100.0):
        three_classes(C, sizes)


if __name__ == "__main__":
    main()
