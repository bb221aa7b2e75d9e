"""Is what svmlab calls certified right? Random problems at hostile scales, judged by ``weak_duality``.

    python benchmarks/hostile_scales.py [number of problems] [first seed] [seconds at most]

All five machines, up to 14 points and 7 classes, scales from 1e-6 to 1e6, up to 1e6 of these away from the origin, C
from 1e-6 to 1e6 and infinite, weights 0, 1e-6, 1 and 1e6, kernels from 1e-8 to 1e8 spreads wide. Of each problem: the
machine, one of its path at a random C and one at a breakpoint, its refit after a point moved, and leave-one-out
against machines trained without the point. Problem number ``seed`` is always the same one.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
import traceback
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from weak_duality import gap

from svmlab import BiclassSVM, MulticlassSVM, kernels, leave_one_out, regularization_path

WRONG = 1e-6  # relative distance from the optimum
LOOKED_AT = 2  # points whose leave-one-out score is compared


def problem(seed):
    """(machine, X, y, weight) of this number."""
    rng = np.random.default_rng(seed)
    machine = rng.choice(["biclass", "weston-watkins", "crammer-singer", "lee-lin-wahba", "msvm2"])
    Q = 2 if machine == "biclass" else int(rng.integers(2, 8))
    m, d = int(rng.integers(Q, 15)), int(rng.integers(1, 4))
    y = rng.permutation(np.append(np.arange(Q), rng.integers(0, Q, m - Q)))
    scale = 10.0 ** rng.integers(-6, 7)
    X = rng.standard_normal((m, d)) + rng.choice([0.0, 1.0, 4.0]) * rng.standard_normal((Q, d))[y]
    if rng.random() < 0.2:
        X = np.round(X)
    if rng.random() < 0.2:
        X = X * 10.0 ** rng.integers(-3, 4, d)
    offset = rng.choice([0.0, 0.0, 1.0, 10.0 ** rng.integers(0, 7)])
    X = scale * (X + offset)
    spread = float(np.linalg.norm(X - X.mean(axis=0), axis=1).max()) or scale
    kernel = [
        kernels.Linear(),
        kernels.Linear(),
        kernels.Polynomial(int(rng.integers(1, 5)), float(rng.choice([1.0, spread**-2])), float(rng.integers(0, 2))),
        kernels.Gaussian(spread * 10.0 ** rng.uniform(-8, 8)),
        kernels.Gaussian(spread * 10.0 ** rng.uniform(-1, 1)),
        kernels.Laplace(spread * 10.0 ** rng.uniform(-8, 8)),
    ][rng.integers(6)]
    weight = np.ones(m)
    if rng.random() < 0.3:
        weight = rng.choice([0.0, 1e-6, 1.0, 1e6], m)
        weight[np.unique(y, return_index=True)[1]] = rng.choice([1e-6, 1.0, 1e6], Q)
    C = float(rng.choice([10.0 ** rng.uniform(-6, 6), 1.0, np.inf], p=[0.7, 0.15, 0.15]))
    if rng.random() < 0.5 and np.isfinite(C):
        C /= float(np.abs(kernel(X)).max()) or 1.0
    svm = BiclassSVM(C, kernel) if machine == "biclass" else MulticlassSVM(C, kernel, machine=str(machine))
    return svm, X, y, weight


def examine(seed):
    """(Counter, list of (failure, detail)) of one problem."""
    done, failures = Counter(problems=1), []
    rng = np.random.default_rng(seed)
    svm, X, y, weight = problem(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ConvergenceWarning)
        if not _attempt("fit", lambda: svm.fit(X, y, weight), done, failures):
            return done, failures
        _judge("fit", svm, done, failures)
        for part in (_leave_one_out, _path, _refit):
            _attempt(part.__name__[1:], lambda part=part: part(svm, X, y, weight, rng, done, failures), done, failures)
    return done, failures


def _attempt(what, action, done, failures):
    try:
        action()
    except ValueError as error:
        if not any(words in str(error) for words in ("hard margin", "positive semi-definite", "C_max must", "kernel")):
            failures.append((f"{what} raised", _where(error)))
        done[f"{what} refused"] += 1
        return False
    except Exception as error:
        failures.append((f"{what} raised", _where(error)))
        return False
    return True


def _where(error):
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(place.filename)}:{place.lineno}: {str(error)[:100]}"


def _judge(what, svm, done, failures):
    done[what] += 1
    if not svm.solution_.certified:
        done[f"{what} not certified"] += 1
        return
    wrong = gap(svm)
    if not wrong <= WRONG:
        failures.append((f"{what} certified and wrong", f"by {wrong:.1e}: {svm.solution_.status[:70]}"))


def _leave_one_out(svm, X, y, weight, rng, done, failures):
    loo = leave_one_out(svm)
    done["leave-one-out"] += 1
    done["leave-one-out not certified"] += not loo.certified
    if not loo.certified:
        return
    if np.isnan(loo.margin[~loo.undefined]).any():
        failures.append(("leave-one-out NaN", ""))
    for p in rng.permutation(np.flatnonzero(~loo.undefined & (weight > 0)))[:LOOKED_AT]:
        rest = np.arange(len(y)) != p
        try:
            other = clone(svm).fit(X[rest], y[rest], weight[rest])
        except ValueError:
            continue
        if not other.solution_.certified or not gap(other) <= 1e-9:
            continue
        scores = other.scores(X[[p]])[0]
        ours = loo.scores[p] if loo.scores.ndim == 2 else np.array([-0.5, 0.5]) * loo.scores[p]
        done["points compared"] += 1
        wrong = np.abs(scores - ours).max() / max(1.0, np.abs(scores).max())
        if not wrong <= WRONG:
            failures.append(("leave-one-out certified and wrong", f"point {p} by {wrong:.1e}"))


def _path(svm, X, y, weight, rng, done, failures):
    if svm.loss.no_path:
        return
    middle = svm.C_ if np.isfinite(svm.C_) else 1.0
    path = regularization_path(svm, middle / 10.0 ** rng.uniform(0, 3), middle * 10.0 ** rng.uniform(0, 3))
    done["paths"] += 1
    done["paths not certified"] += not path.residual <= 1e-8
    _judge("path", path.model_at(path.C_min * (path.C_max / path.C_min) ** rng.random()), done, failures)
    _judge("path at a breakpoint", path.model_at(float(rng.choice(path.C))), done, failures)


def _refit(svm, X, y, weight, rng, done, failures):
    moved = X.copy()
    moved[rng.integers(len(X))] += 0.1 * X.std(axis=0)
    other = clone(svm).fit(X, y, weight)
    _judge("refit", other.refit(moved, y, weight), done, failures)


def run(seeds, seconds=300.0, jobs=None):
    """(Counter, failures by name with their seeds)."""
    total, failures, end = Counter(), {}, time.monotonic() + seconds
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        for seed, answer in zip(seeds, pool.map(_in_time, seeds, [end] * len(seeds), chunksize=10), strict=True):
            if answer is None:
                continue
            total += answer[0]
            for name, detail in answer[1]:
                failures.setdefault(name, []).append((seed, detail))
    return total, failures


def _in_time(seed, end):
    return examine(seed) if time.monotonic() < end else None


def main():
    number, first, seconds = [float(text) for text in sys.argv[1:]] + [5000, 0, 3600][len(sys.argv) - 1 :]
    total, failures = run(range(int(first), int(first + number)), seconds)
    for name in sorted(total):
        print(f"{total[name]:6d} {name}")
    for name, cases in sorted(failures.items()):
        print(f"\n{name}: {len(cases)}")
        for seed, detail in cases[:8]:
            print(f"  problem {seed}: {detail}")


if __name__ == "__main__":
    main()
