"""The three-Gaussian problem with 3,000 points: machines against scikit-learn's, and rules that choose C.

    python benchmarks/toy_problem.py            tables 1 to 4, about three minutes
    python benchmarks/toy_problem.py 60         and what the guaranteed risk chooses on 60 training sets

One BLAS thread; times are processor time, and all of a table is measured in the same run, so compare ratios. The
machines solve different programs: the M-SVM of Weston and Watkins here, Crammer and Singer's in LIBLINEAR (which
penalises the intercept too), three two-class machines that vote in libsvm. Each objective is that of its own program;
"WW" evaluates the M-SVM's objective on each linear machine, which none but the M-SVM minimises. Risks are exact.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"

import platform
import resource
import sys
from importlib.metadata import version
from time import process_time

import numpy as np
from sklearn.svm import SVC, LinearSVC

import svmlab
from svmlab import MulticlassSVM, datasets, kernels, risk
from svmlab.exact import path
from svmlab.learning import chunking
from svmlab.risk.gaussians import GaussianProblem, affine

PROBLEM = GaussianProblem()
DATA = datasets.three_gaussians(1000, random_state=0)
X, Y = DATA.X, DATA.y
C_GRID = np.geomspace(1e-4, 1.0, 30)


def timed(run, repetitions=3):
    """(shortest processor time, result)."""
    times = []
    for _ in range(repetitions):
        begin = process_time()
        result = run()
        times.append(process_time() - begin)
    return min(times), result


def one_hot(machine):
    """Scores of a classifier that only predicts."""
    return lambda Z: np.eye(3)[machine.predict(Z)]


def weston_watkins(W, b, C):
    """Objective of the M-SVM: ½ ‖W‖² + C Σ_i Σ_{k≠y_i} ξ_ik."""
    scores = X @ W.T + b
    slack = np.maximum(0.0, 1.0 - (scores[np.arange(len(Y)), Y][:, None] - scores))
    slack[np.arange(len(Y)), Y] = 0.0
    return 0.5 * (W**2).sum() + C * slack.sum()


def crammer_singer(W, b, C):
    """Objective of LIBLINEAR's Crammer-Singer machine, the intercept penalised: ½ ‖(W, b)‖² + C Σ_i max_k ξ_ik."""
    scores = X @ W.T + b
    slack = np.maximum(0.0, 1.0 - (scores[np.arange(len(Y)), Y][:, None] - scores))
    slack[np.arange(len(Y)), Y] = 0.0
    return 0.5 * ((W**2).sum() + (b**2).sum()) + C * slack.max(axis=1).sum()


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def percent(value):
    return f"{100 * value:.2f} %"


def training_errors(machine):
    return percent((machine.predict(X) != Y).mean())


def linear_machines(C):
    print(f"\n1. Linear machines, C = {C:g}\n")
    row("machine", "time (s)", "ratio", "own objective", "WW", "training errors", "true risk")
    row(*["---"] * 7)
    ours, svm = timed(lambda: MulticlassSVM(C).fit(X, Y))
    solution, (W, b) = svm.solution_, affine(svm)
    objective = f"{solution.primal:.6f} (gap {solution.relative_gap:.0e})"
    row("MulticlassSVM", f"{ours:.2f}", 1, objective, f"{weston_watkins(W, b, C):.6f}", training_errors(svm),
        percent(PROBLEM.linear_risk(W, b)))  # fmt: skip
    options = {"multi_class": "crammer_singer", "C": C, "max_iter": 100_000, "random_state": 0}
    for tolerance in (1e-4, 1e-8):
        time, peer = timed(lambda tol=tolerance: LinearSVC(tol=tol, **options).fit(X, Y))
        W, b = peer.coef_, peer.intercept_
        row(f"LinearSVC, Crammer-Singer, tol {tolerance:g}", f"{time:.3f}", f"{time / ours:.3f}",
            f"{crammer_singer(W, b, C):.6f}", f"{weston_watkins(W, b, C):.6f}", training_errors(peer),
            percent(PROBLEM.linear_risk(W, b)))  # fmt: skip
    time, peer = timed(lambda: SVC(C=C, kernel="linear").fit(X, Y))
    row("SVC, one against one", f"{time:.3f}", f"{time / ours:.3f}", "three programs", "", training_errors(peer),
        percent(PROBLEM.score_risk(one_hot(peer)).value))  # fmt: skip


def curved_machines(kernel, svc, C):
    print(f"\n2. {kernel}, C = {C:g}\n")
    row("machine", "time (s)", "ratio", "support vectors", "training errors", "true risk", "certificate")
    row(*["---"] * 7)
    ours, svm = timed(lambda: MulticlassSVM(C, kernel).fit(X, Y), 2)
    certificate = f"gap {svm.solution_.relative_gap:.0e}, KKT {svm.solution_.kkt_residual:.0e}"
    row("MulticlassSVM", f"{ours:.2f}", 1, len(svm.support_), training_errors(svm),
        percent(PROBLEM.machine_risk(svm)), certificate)  # fmt: skip
    time, same = timed(lambda: chunking.train(MulticlassSVM(C, kernel), X, Y), 2)
    certificate = f"gap {same.solution_.relative_gap:.0e}, KKT {same.solution_.kkt_residual:.0e}"
    row("by subproblems, with progress", f"{time:.2f}", f"{time / ours:.2f}", len(same.support_), training_errors(same),
        percent(PROBLEM.machine_risk(same)), certificate)  # fmt: skip
    time, peer = timed(lambda: SVC(C=C, **svc).fit(X, Y))
    row("SVC, one against one", f"{time:.3f}", f"{time / ours:.3f}", len(peer.support_), training_errors(peer),
        percent(PROBLEM.score_risk(one_hot(peer)).value), "tol 1e-3")  # fmt: skip


def along_C():
    print("\n3. Thirty values of C, 1e-4 to 1, each with its guaranteed risk (the fit before them apart)\n")
    svm = MulticlassSVM(C_GRID[0]).fit(X, Y)
    thin, tuning = timed(lambda: risk.tune_C(svm, C_GRID))
    exact, _ = timed(lambda: [risk.guaranteed_risk(machine) for machine in path.solutions_along(svm, C_GRID)], 1)
    anew, _ = timed(lambda: [MulticlassSVM(C).fit(X, Y) for C in C_GRID[::6]], 1)
    print(f"tune_C: {thin:.2f} s; by the exact path {exact:.2f} s; training anew at each C about {6 * anew:.0f} s")
    print(f"{tuning}; true risk {percent(PROBLEM.machine_risk(tuning.best_machine))}")
    row("kernel", "d", "chosen C", "guaranteed risk", "true risk", "least true risk on the grid", "time (s)")
    row(*["---"] * 7)
    for degree in range(1, 6):
        kernel = kernels.Polynomial(degree, gamma=0.04)
        svm = MulticlassSVM(C_GRID[0], kernel).fit(X, Y)
        time, tuning = timed(lambda svm=svm: risk.tune_C(svm, C_GRID), 1)
        true = [PROBLEM.machine_risk(machine) for machine in tuning.machines]
        row(f"polynomial, degree {degree}", tuning.risks[0].constants.dimension, f"{tuning.best_C:.2g}",
            f"{tuning.values.min():.3f}", percent(true[tuning.best]), percent(min(true)), f"{time:.2f}")  # fmt: skip


def rules():
    print("\n4. Rules that choose C, the same ten values of C\n")
    C_grid = np.geomspace(1e-4, 1.0, 10)
    svm = MulticlassSVM(C_grid[0]).fit(X, Y)
    print(risk.compare_rules(svm, C_grid, refit=True, true_risk=PROBLEM.machine_risk))


def distribution(n):
    print(f"\n5. What the guaranteed risk chooses on {n} training sets of 3,000 points\n")
    found = risk.selected_risks(
        lambda random: PROBLEM.sample(3000, random, exact_priors=True), PROBLEM.machine_risk, C_GRID, n,
        machine=MulticlassSVM(), progress=lambda done, total: print(f"\r{done} of {total}", end="", flush=True),
    )  # fmt: skip
    print(f"\r{found}")
    print(f"the printed 6.30 %: {100 * found.rank(0.0630):.0f} % of the training sets do as well or better")


if __name__ == "__main__":
    names = ("numpy", "scipy", "scikit-learn", "cvxopt")
    peers = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"svmlab {svmlab.__version__}, Python {platform.python_version()}, {peers}")
    print(f"Bayes risk {percent(PROBLEM.bayes_risk)}, best linear classifier {percent(PROBLEM.best_linear[2])}")
    linear_machines(0.001)
    linear_machines(1.0)
    print(f"\npeak memory so far {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB")
    curved_machines(kernels.Gaussian(sigma=3.0), {"kernel": "rbf", "gamma": 1 / 18}, 1.0)
    print(f"\npeak memory so far {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB")
    polynomial = {"kernel": "poly", "degree": 2, "gamma": 0.04, "coef0": 1.0}
    curved_machines(kernels.Polynomial(2, gamma=0.04), polynomial, 1.0)
    along_C()
    rules()
    if len(sys.argv) > 1:
        distribution(int(sys.argv[1]))
