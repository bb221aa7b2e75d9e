"""Random hostile problems: how often leave-one-out and the path fall back to training, are not certified, or are wrong.

    python benchmarks/hostile.py [number of problems] [first seed] [seconds at most]

Problem number ``seed`` is always the same one: ``python -c "import hostile; print(hostile.problem(17))"``. Points are
repeated, also with opposite labels, lie on a grid or a line, are scaled and weighted; kernel matrices lose their rank;
C goes from 1e-3 to infinity. Where the terms of a score are so large that rounding leaves it less than ten digits (wide
kernels at large C, points far from the origin), or multipliers so small that they vanish beside one, a problem is
counted apart, as beyond double precision: there it must only say so. Every leave-one-out score that is looked at, and
every machine taken from a path, is compared with a machine trained without the help of the engine's present state.
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
from dataclasses import dataclass
from itertools import islice

import numpy as np
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, kernels, leave_one_out, regularization_path
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.program import centred
from svmlab.exact import path

PRECISE = 1e-10  # rounding of a score, relative to the largest; beyond it doubles do not carry the scores
SMALLEST = 1e-8  # C κ, with κ the largest squared distance from the mean in feature space
TOLERANCE = 1e-6  # of a score, relative to max(1, the largest score)
LOOKED_AT = 4  # points per problem whose leave-one-out score is compared with a machine trained without them
PLACES = 3  # values of C per problem at which the path is compared with a machine trained there


@dataclass
class Problem:
    """A machine that is not trained yet and its data; ``kinds`` says in words what is hostile about it."""

    seed: int
    kinds: tuple
    svm: object
    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray

    def without(self, p):
        """(X, y, weight) without point p; a precomputed kernel matrix loses a row and a column."""
        rest = np.delete(np.arange(len(self.y)), p)
        X = self.X[np.ix_(rest, rest)] if self.svm.kernel == "precomputed" else self.X[rest]
        return X, self.y[rest], self.weight[rest]

    def point(self, p):
        """The row by which a machine without point p scores p."""
        return np.delete(self.X[[p]], p, axis=1) if self.svm.kernel == "precomputed" else self.X[[p]]


# --- drawing ----------------------------------------------------------------------------------------------------


def problem(seed):
    """Return the hostile Problem of this number."""
    rng = np.random.default_rng(seed)
    Q = int(rng.choice([2, 2, 2, 3, 3, 4, 5]))
    sizes, y = _labels(rng, Q)
    place, X = _points(rng, y)
    copies, X = _copies(rng, X, y)
    scale = rng.choice([1e-3, 1.0, 1.0, 1.0, 1e3])
    kernel = _kernel(rng, scale)
    weighting, weight = _weights(rng, y)
    C = float(rng.choice([10.0 ** rng.uniform(-3, 4), 1.0, 1e4, np.inf]))
    X = scale * X
    unit = float(np.abs(kernel(X)).max()) or 1.0
    if rng.random() < 0.7 and np.isfinite(C):
        C /= unit  # C in units of 1/κ, so that neither everything nor nothing is bounded
    if rng.random() < 0.15:
        X, kernel = kernel(X), "precomputed"
    machine = BiclassSVM if Q == 2 and rng.random() < 0.8 else MulticlassSVM
    name = kernel if isinstance(kernel, str) else type(kernel).__name__
    kinds = (machine.__name__, f"Q={Q}", sizes, place, copies, f"scale {scale:g}", name, weighting, _size_of(C, unit))
    return Problem(seed, kinds, machine(C=C, kernel=kernel, indefinite="clip"), X, y, weight)


def _size_of(C, unit):
    if np.isinf(C):
        return "C inf"
    return "C small" if C * unit < 0.1 else "C large" if C * unit > 100 else "C middle"


def _labels(rng, Q):
    kind = rng.choice(["balanced", "unequal", "a class of two", "a class of one"], p=[0.4, 0.3, 0.15, 0.15])
    counts = rng.integers(2, 9, Q)
    if kind == "unequal":
        counts[0] += rng.integers(10, 25)
    if kind == "a class of two":
        counts[rng.integers(Q)] = 2
    if kind == "a class of one":
        counts[rng.integers(Q)] = 1
    return kind, rng.permutation(np.repeat(np.arange(Q), counts))


def _points(rng, y):
    m, d = len(y), int(rng.integers(1, 4))
    kind = rng.choice(["normal", "apart", "grid", "line", "outlier", "circle"], p=[0.25, 0.2, 0.25, 0.1, 0.1, 0.1])
    X = rng.standard_normal((m, d))
    if kind == "apart":
        X += 4.0 * rng.standard_normal((y.max() + 1, d))[y]
    if kind == "grid":
        X = rng.integers(-2, 3, (m, d)).astype(float)
    if kind == "line":
        X = X[:, :1] * rng.standard_normal(max(2, d))
    if kind == "outlier":
        X[rng.integers(m)] *= 100.0
    if kind == "circle":
        angle = 2 * np.pi * rng.integers(0, 12, m) / 12
        X = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return str(kind), X


def _copies(rng, X, y):
    kind = rng.choice(["distinct", "copies", "opposite copies", "all equal"], p=[0.5, 0.25, 0.2, 0.05])
    if kind == "all equal":
        return str(kind), np.repeat(X[:1], len(X), axis=0)
    if kind != "distinct":
        for _ in range(rng.integers(1, 1 + len(X) // 2)):
            i = rng.integers(len(X))
            mates = np.flatnonzero((y == y[i]) == (kind == "copies"))
            X[rng.choice(mates)] = X[i]
    return str(kind), X


def _kernel(rng, scale):
    sigma = scale * 10.0 ** rng.uniform(-1, 1.5)
    gamma = float(rng.choice([1.0, scale**-2]))
    choices = [
        kernels.Linear(),
        kernels.Linear(),
        kernels.Polynomial(degree=int(rng.integers(1, 5)), gamma=gamma, coef0=float(rng.integers(0, 2))),
        kernels.Gaussian(sigma=sigma),
        kernels.Gaussian(sigma=sigma),
        kernels.Laplace(sigma=sigma),
    ]
    return choices[rng.integers(len(choices))]


def _weights(rng, y):
    kind = rng.choice(["no weights", "weights", "some weigh nothing"], p=[0.6, 0.25, 0.15])
    weight = np.ones(len(y))
    if kind == "weights":
        weight = rng.choice([0.25, 1.0, 2.0, 10.0], len(y)) * rng.choice([1.0, rng.uniform(0.5, 2.0)])
    if kind == "some weigh nothing":
        weight = np.where(rng.random(len(y)) < 0.3, 0.0, 1.0)
        _, firsts = np.unique(y, return_index=True)
        weight[firsts] = 1.0  # every class needs a point that weighs
    return str(kind), weight


# --- examining --------------------------------------------------------------------------------------------------


def examine(seed):
    """Return (kinds, Counter of what was done, list of (failure class, detail)) of one problem."""
    case, done, failures = problem(seed), Counter(problems=1), []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for part in (_examine_machine, _examine_leave_one_out, _examine_path):
            try:
                part(case, done, failures)
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                text = f"{type(error).__name__} in {os.path.basename(where.filename)}:{where.lineno}: {str(error)[:90]}"
                failures.append((f"{part.__name__[9:].replace('_', ' ')} raised", text))
    return case.kinds, done, failures


def _examine_machine(case, done, failures):
    if not _trained(case.svm, case.X, case.y, case.weight):
        done["hard margins refused"] += 1
        case.svm.set_params(C=1.0 / (_spread(kernels.as_kernel(case.svm.kernel)(case.X)) or 1.0))
        case.svm.fit(case.X, case.y, case.weight)
    beyond = _beyond(case.svm)
    done["machines beyond double precision"] += bool(beyond)
    if not case.svm.solution_.certified:
        failures.append((f"{beyond}machine not certified", case.svm.solution_.status[:110]))


def _examine_leave_one_out(case, done, failures):
    loo, beyond = leave_one_out(case.svm), _beyond(case.svm)
    done[f"{beyond}points"] += int((~loo.undefined).sum())
    done[f"{beyond}points trained anew"] += loo.refits
    if loo.refits:
        failures.append((f"{beyond}leave-one-out trained anew", f"{loo.refits} points"))
    if not loo.residual <= CERTIFIED:
        failures.append((f"{beyond}leave-one-out not certified", f"residual {loo.residual:.1e}"))
    rng = np.random.default_rng(case.seed)
    for p in rng.permutation(np.flatnonzero(~loo.undefined))[:LOOKED_AT]:
        X, y, weight = case.without(p)
        other = _trained(clone(case.svm), X, y, weight)
        if other is None:
            failures.append((f"{beyond}reference without a point refused", f"point {p}"))
        else:
            _compare(
                "leave-one-out", f"point {p}", loo.scores[[p]], _scores(other, case.point(p)), other, done, failures
            )


def _examine_path(case, done, failures):
    rng = np.random.default_rng(case.seed)
    C_min = 10.0 ** rng.uniform(-3, 0) / (_spread(case.svm.K_) or 1.0)
    C_max = float(rng.choice([C_min * 10.0 ** rng.uniform(1, 6), np.inf], p=[0.8, 0.2]))
    if np.isinf(C_max) and not _trained(clone(case.svm).set_params(C=np.inf), case.X, case.y, case.weight):
        C_max = 1e4 * C_min
    found, again = _followed(case.svm, C_min, C_max)
    done["paths"] += 1
    done["pieces of paths"] += len(found.segments)
    done["paths taken up anew"] += again > 0
    if again:
        failures.append(("path taken up anew by training", f"{again} times"))
    if not found.residual <= CERTIFIED:
        failures.append(("path not certified", f"residual {found.residual:.1e}"))
    if not (np.diff(found.C) > 0).all():
        failures.append(("breakpoints do not increase", f"by {np.diff(found.C).min():.1e}"))
    last = C_max if np.isfinite(C_max) else 10 * found.C[-2]
    for C in np.clip(C_min * (last / C_min) ** rng.random(PLACES), C_min, last):
        model, cold = found.model_at(C), clone(case.svm).set_params(C=C).fit(case.X, case.y, case.weight)
        if not model.solution_.certified:
            failures.append((f"{_beyond(model)}machine of the path not certified", model.solution_.status[:110]))
        _compare("path", f"C={C:.3g}", _scores(model, case.X), _scores(cold, case.X), cold, done, failures)


def _trained(svm, X, y, weight):
    """Train, or return None for a hard margin that does not exist."""
    try:
        return svm.fit(X, y, weight)
    except ValueError as error:
        if "hard margin" in str(error):
            return None
        raise


def _spread(K):
    """The largest squared distance of a point from the mean in feature space."""
    return float(centred(K)[1].diagonal().max())


def _beyond(svm):
    """A prefix for the failures of machines whose numbers double precision does not carry."""
    terms, scores = np.abs(svm.K_) @ np.abs(svm.coefficients_), svm.K_ @ svm.coefficients_ + svm.solution_.b
    lost = np.finfo(float).eps * terms.max() > PRECISE * max(1.0, np.abs(scores).max())
    least = svm.C * (_spread(svm.K_) or 1.0) * svm.sample_weight_[svm.sample_weight_ > 0].min()
    return "beyond double precision: " if lost or least < SMALLEST else ""


def _scores(svm, Z):
    """f(z) of two classes, or the scores of many, also where these are two."""
    return svm.decision_function(Z) if svm.alpha_.ndim == 1 else svm.scores(Z)


def _followed(svm, C_min, C_max):
    """The path, and how often it was taken up anew by training at some C in between."""
    taken, solved = [], path._solved

    def counting(program, C):
        taken.append(C)
        return solved(program, C)

    path._solved = counting
    try:
        return regularization_path(svm, C_min, C_max), len(taken) - 1
    finally:
        path._solved = solved


def _compare(what, where, ours, reference, svm, done, failures):
    """Scores against those of a reference machine, where that one is certified."""
    beyond = _beyond(svm)
    done[f"{what} comparisons"] += 1
    if not svm.solution_.certified:
        failures.append((f"{beyond}{what}: reference not certified", f"{where}: {svm.solution_.status[:100]}"))
        return
    wrong = np.abs(ours - reference).max() / max(1.0, np.abs(reference).max())
    if not beyond:
        done["largest difference"] = max(done["largest difference"], wrong)
    if not wrong <= TOLERANCE:
        failures.append((f"{beyond}{what} wrong", f"{where}: {wrong:.1e}; reference: {svm.solution_.status[:80]}"))


# --- the whole run ----------------------------------------------------------------------------------------------


def run(seeds, seconds=300.0, jobs=None):
    """Examine problems until time is up; return (Counter of what was done, failures by class with their problems)."""
    total, failures, largest = Counter(), {}, 0.0
    end = time.monotonic() + seconds
    chunks = iter(np.array_split(np.asarray(seeds), max(1, len(seeds) // 20)))
    jobs = jobs or os.cpu_count()
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(_examine_all, chunk) for chunk in islice(chunks, 2 * jobs)]
        while waiting:
            for seed, kinds, done, failed in waiting.pop(0).result():
                largest = max(largest, done.pop("largest difference", 0.0))
                total += done
                for name, detail in failed:
                    failures.setdefault(name, []).append((seed, detail, kinds))
            if time.monotonic() < end:
                waiting += [pool.submit(_examine_all, chunk) for chunk in islice(chunks, 1)]
    total["largest difference"] = largest
    return total, failures


def _examine_all(seeds):
    return [(int(seed), *examine(int(seed))) for seed in seeds]


def report(total, failures, shown=4):
    """Print the figures and, of every failure class, the first few problems."""
    print(
        f"{total['problems']} problems, {total['machines beyond double precision']} beyond double precision; "
        f"{total['hard margins refused']} hard margins refused (and trained with C κ = 1)"
    )
    print(f"leave-one-out: {total['points']} points, {total['points trained anew']} trained anew after all")
    apart = [total[f"beyond double precision: {what}"] for what in ("points", "points trained anew")]
    print(f"  (beyond double precision: {apart[0]} points, {apart[1]} trained anew)")
    pieces, anew = total["pieces of paths"], total["paths taken up anew"]
    print(f"path: {total['paths']} paths of {pieces} pieces, {anew} taken up anew by training on the way")
    print(
        f"compared: {total['leave-one-out comparisons']} points, {total['path comparisons']} places of paths; "
        f"largest difference {total['largest difference']:.1e} of max(1, largest score)"
    )
    if not failures:
        print("no failure of any class")
    for name, cases in sorted(failures.items(), key=lambda item: -len(item[1])):
        seeds = {seed for seed, _, _ in cases}
        print(f"\n{name}: {len(cases)} times in {len(seeds)} problems")
        for seed, detail, kinds in cases[:shown]:
            print(f"  problem {seed}: {detail}  [{', '.join(kinds)}]")


def main():
    number, first, seconds = [float(text) for text in sys.argv[1:]] + [5000, 0, 300][len(sys.argv) - 1 :]
    start = time.perf_counter()
    total, failures = run(range(int(first), int(first + number)), seconds)
    report(total, failures)
    print(f"\n{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
