"""Hostile programs for the page's engine, with what Python finds: drawn by number, always the same.

Points repeat, also with opposite labels, lie on a grid, a line, a circle; kernel matrices lose their rank; scales
differ; C goes from 1e-3/κ to infinity, Q from 2 to 6. Where rounding alone leaves a score less than ten digits, a
program is ``beyond``: there both only have to say so.
"""

import json
import os
import subprocess

import numpy as np

from svmlab import BiclassSVM, MulticlassSVM, kernels, leave_one_out, regularization_path
from svmlab.engine.program import centred

PRECISE = 1e-10  # rounding of a score, or what a certificate leaves; beyond it doubles do not carry the numbers
SMALLEST = 1e-8  # C κ below which multipliers vanish beside one
DETERMINED = 1e5  # condition number of the equations that determine α, up to which it is compared
ON_THE_MARGIN = 1e-6
STILL = 1e-6  # rate of a margin, over log C, below which it does not move
SHORT = 1e-8  # relative length of a piece of a path between two breakpoints that are one
CURVES = 4  # every so many programs have their whole leave-one-out curve compared
PLACES = 3  # values of C at which path and leave-one-out curve are compared


def draw(number):
    """Return (svm, X, y, weight), not trained, of this number."""
    rng = np.random.default_rng([19, number])
    Q = int(rng.choice([2, 2, 2, 2, 3, 3, 4, 5, 6]))
    counts = rng.integers(1 if rng.random() < 0.2 else 2, 8 if Q < 5 else 5, Q)
    counts[0] += rng.choice([0, 0, 8])
    y = rng.permutation(np.repeat(np.arange(Q), counts))
    X = _copied(rng, _points(rng, y), y)
    scale = float(rng.choice([1e-3, 1.0, 1.0, 1.0, 1e3]))
    kernel = _kernel(rng, scale)
    X = scale * X
    weight = np.ones(len(y))
    if rng.random() < 0.15:
        weight = rng.choice([0.25, 1.0, 2.0], len(y))
    unit = float(centred(kernel(X))[1].diagonal().max()) or 1.0
    C = float(rng.choice([10.0 ** rng.uniform(-3, 4) / unit, 1.0 / unit, np.inf], p=[0.6, 0.15, 0.25]))
    machine = BiclassSVM if Q == 2 and rng.random() < 0.9 else MulticlassSVM
    return machine(C=C, kernel=kernel), X, y, weight


def _points(rng, y):
    m = len(y)
    kind = rng.choice(["normal", "apart", "grid", "line", "circle"], p=[0.3, 0.25, 0.25, 0.1, 0.1])
    X = rng.standard_normal((m, 2))
    if kind == "apart":
        X += 4.0 * rng.standard_normal((y.max() + 1, 2))[y]
    if kind == "grid":
        X = rng.integers(-2, 3, (m, 2)).astype(float)
    if kind == "line":
        X = X[:, :1] * rng.standard_normal(2)
    if kind == "circle":
        angle = 2 * np.pi * rng.integers(0, 12, m) / 12
        X = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return X


def _copied(rng, X, y):
    kind = rng.choice(["distinct", "copies", "opposite", "all equal"], p=[0.54, 0.23, 0.2, 0.03])
    if kind == "all equal":
        return np.repeat(X[:1], len(X), axis=0)
    if kind != "distinct":
        for _ in range(rng.integers(1, 1 + max(1, len(X) // 2))):
            i = rng.integers(len(X))
            mates = np.flatnonzero((y == y[i]) == (kind == "copies"))
            X[rng.choice(mates)] = X[i]
    return X


def _kernel(rng, scale):
    sigma = float(scale * 10.0 ** rng.uniform(-0.7, 1.0))
    return [
        kernels.Linear(),
        kernels.Linear(),
        kernels.Polynomial(degree=int(rng.integers(1, 4)), gamma=scale**-2, coef0=float(rng.integers(0, 2))),
        kernels.Gaussian(sigma=sigma),
        kernels.Gaussian(sigma=sigma),
        kernels.Laplace(sigma=sigma),
    ][rng.integers(6)]


def fixture(number):
    """Return a program of the campaign and what Python finds, as numbers for the page."""
    svm, X, y, weight = draw(number)
    found = {"number": number, "kernel": type(svm.kernel).__name__, "C": svm.C, "y": y, "weight": weight}
    found |= {"Q": int(y.max()) + 1, "outputs": 1 if isinstance(svm, BiclassSVM) else int(y.max()) + 1}
    try:
        svm.fit(X, y, weight)
    except ValueError as error:
        found["refused"] = str(error)
        svm.set_params(C=1.0 / (_spread(svm.kernel(X)) or 1.0)).fit(X, y, weight)
    program = svm.solution_.program
    found |= {"K": svm.K_.ravel(), "place": program.place, "trained_C": svm.C, "machine": _machine(svm)}
    loo = leave_one_out(svm)
    found["loo"] = {"scores": loo.scores.ravel(), "errors": loo.errors, "undefined": loo.undefined, "lead": _lead(loo),
                    "certified": loo.certified}  # fmt: skip
    rng = np.random.default_rng(number)
    unit = _spread(svm.K_) or 1.0
    C_min = 10.0 ** rng.uniform(-2, 0) / unit
    far = C_min * 10.0 ** rng.uniform(1, 4)
    C_max = float(rng.choice([far, np.inf], p=[0.75, 0.25]))
    found["path"] = {"C_min": C_min, "C_max": C_max, "far": far}
    try:
        found["path"] |= _path(svm, C_min, C_max, far, rng)
        if number % CURVES == 0:
            found["path"]["curve"] = _curve(svm, C_min, C_max)
    except ValueError as error:
        found["path"]["refused"] = str(error)
    return found


def _machine(svm):
    """What is compared of one machine."""
    solution = svm.solution_
    return {
        "C": svm.C, "alpha": solution.alpha, "b": solution.b, "margins": solution.margins, "primal": solution.primal,
        "dual": solution.dual, "certified": solution.certified, "gap": solution.relative_gap,
        "kkt": solution.kkt_residual, "beyond": _beyond(svm), "determined": _determined(solution),
        "limits": solution.limits.ravel(),
    }  # fmt: skip


def _determined(solution):
    """Whether α is unique, but for the order of identical points, and well conditioned."""
    program = solution.program
    on = (np.abs(solution.margins - 1.0) < ON_THE_MARGIN) & (program.upper > 0)
    for group in program.identical:
        on[group[1:, 0]] &= ~on[group[:-1, 0]].any()
    rows = np.vstack([program.hessian()[:, on] / (program.diagonal.max() or 1.0), program.E[on].T])
    sizes = np.linalg.svd(rows, compute_uv=False)
    return bool(on.sum() == 0 or (len(rows) >= on.sum() and sizes[0] < DETERMINED * sizes[-1]))


def _spread(K):
    return float(centred(K)[1].diagonal().max())


def _beyond(svm):
    """Whether double precision does not carry ten digits of a machine, much as benchmarks/hostile.py has it."""
    if max(svm.solution_.relative_gap, svm.solution_.kkt_residual) > PRECISE and svm.solution_.certified:
        return True
    terms, scores = np.abs(svm.K_) @ np.abs(svm.coefficients_), svm.K_ @ svm.coefficients_ + svm.solution_.b
    least = svm.C * (_spread(svm.K_) or 1.0) * svm.sample_weight_.min()
    return bool(np.finfo(float).eps * terms.max() > PRECISE * max(1.0, np.abs(scores).max()) or least < SMALLEST)


def _lead(loo):
    """(m,) by how much a point's decision is off a tie, relative to its scores."""
    if loo.scores.ndim == 1:
        return np.abs(loo.scores)
    ordered = np.sort(loo.scores, axis=1)
    return (ordered[:, -1] - ordered[:, -2]) / np.maximum(1.0, np.abs(ordered[:, -1]))


def _path(svm, C_min, C_max, far, rng):
    path = regularization_path(svm, C_min, C_max)
    places = []
    for C in [*np.exp(rng.uniform(np.log(C_min), np.log(far), PLACES)), *([np.inf] if np.isinf(C_max) else [])]:
        model = path.model_at(C)
        loo = leave_one_out(model)
        places.append({**_machine(model), "errors": loo.errors, "lead": _lead(loo), "loo_certified": loo.certified})
    bends, loose = _bends(path)
    return {"residual": path.residual, "bends": bends, "loose": loose, "places": places}


def _curve(svm, C_min, C_max):
    """Who errs at first, and every change of the leave-one-out errors."""
    curve = leave_one_out.along_path(svm, C_min, C_max)
    changes = [[C, list(points)] for C, points in zip(curve.C[1:-1], curve.points, strict=True)]
    return {"initial": curve.initial, "changes": changes, "certified": curve.certified, "best": curve.best}


def _bends(path):
    """([(C, strength)] where the margins bend, relative to the larger rate, [(C, C)] where b is not unique)."""
    bends, loose, before = [], [], None
    for i, segment in enumerate(path.segments):
        begin, end = path.C[i], path.C[i + 1]
        if not segment.tied:
            loose.append((begin, end))
        if end - begin < SHORT * begin:
            continue
        slope = np.zeros(len(path.program.upper))
        bounded = np.fromiter(path._bounded_on(i), dtype=int)
        slope[bounded], slope[segment.free] = path.program.upper[bounded], segment.slope
        scores = path.program.K @ path.program.coefficients(slope) + segment.b_slope
        rates = path.program.along(scores)
        if before is not None:
            larger = max(np.abs(rates).max(), np.abs(before).max(), STILL / begin)
            bends.append((begin, np.abs(rates - before).max() / larger))
        before = rates
    return bends, loose


def answers(node, script, module, items, variable="SVMLAB_MODULE"):
    """What a script says of each item, a line each, with the file ``module`` of the page told in the environment."""
    lines, environment = "\n".join(map(line, items)), {**os.environ, variable: module.as_uri()}
    run = subprocess.run([node, str(script)], env=environment, input=lines, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(answer) for answer in run.stdout.splitlines()]


def line(item):
    """An item as JSON on one line, with words for the numbers that JSON does not have."""
    return json.dumps(_plain(item))


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(inner) for inner in value]
    if isinstance(value, np.generic):
        value = value.item()
    return str(value) if isinstance(value, float) and not np.isfinite(value) else value
