"""The path in σ over two decades: against trainings at as many values, and the leave-one-out errors along it.

    python benchmarks/kernel_path.py [largest m, 200 by default]

Processor time on one core, all in one run; ``datasets.overlapping(m, random_state=0)``, Gaussian kernel, C = 1, σ from
0.1 to 10. "values" are the accepted steps of the path, each certified; ``fit`` trains at the same values, without
finding any breakpoint. The largest difference of a margin between both, at 50 values between them, is that of two
certified solutions. "samples" is ``leave_one_out.along_kernel`` at 41 values with the changes between them, beside a
leave-one-out of a machine trained at each of the 41 values.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platform
import sys

import numpy as np
import scipy
import sklearn
from timing import seconds

import svmlab
from svmlab import BiclassSVM, MulticlassSVM, datasets, kernel_path, kernels, leave_one_out

LOW, HIGH, BETWEEN = 0.1, 10.0, 50


def row(m, Q):
    data = datasets.overlapping(m, random_state=0, n_classes=Q)
    machine = BiclassSVM if Q == 2 else MulticlassSVM

    def trained(sigma):
        return machine(C=1.0, kernel=kernels.Gaussian(sigma=float(sigma))).fit(data.X, data.y)

    svm = trained(1.0)
    ours, path = seconds(lambda: kernel_path(svm, LOW, HIGH))
    fits, _ = seconds(lambda: [trained(sigma) for sigma in path.checked])
    between = np.exp(np.random.default_rng(0).uniform(np.log(LOW), np.log(HIGH), BETWEEN))
    apart = max(np.abs(path.solution(s).margins - trained(s).solution_.margins).max() for s in between)
    along, curve = seconds(lambda: leave_one_out.along_kernel(svm, LOW, HIGH))
    each, counts = seconds(lambda: [leave_one_out(trained(s)).n_errors for s in curve.samples])
    wrong = "" if counts == [curve.count_at(s) for s in curve.samples] else "  THEY DIFFER"
    print(
        f"{Q:2} {m:5} {len(path.pieces):7} {len(path.checked):7} {ours:8.2f} {fits:8.2f} {ours / fits:6.2f} "
        f"{apart:8.0e} {path.residual:9.0e} {len(path.not_followed):5} {along:9.2f} {each:8.2f} {along / each:6.2f} "
        f"{len(curve.points):8}{wrong}",
        flush=True,
    )


def main(largest=200):
    versions = {"svmlab": svmlab.__version__, "numpy": np.__version__, "scipy": scipy.__version__}
    versions |= {"scikit-learn": sklearn.__version__, "Python": platform.python_version()}
    print(", ".join(f"{name} {version}" for name, version in versions.items()))
    print(f"{'Q':>2} {'m':>5} {'pieces':>7} {'values':>7} {'path':>8} {'fits':>8} {'ratio':>6} {'apart':>8}", end="")
    print(f" {'residual':>9} {'gaps':>5} {'samples':>9} {'41 fits':>8} {'ratio':>6} {'changes':>8}")
    for Q, sizes in ((2, (40, 100, 200)), (3, (60, 100, 150))):
        for m in sizes:
            if m <= largest:
                row(m, Q)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
