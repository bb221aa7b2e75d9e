"""What Python computes for the page: machines with any alpha, not optimal ones, every number from numpy alone."""

import base64
import functools

import numpy as np
import paths
from picture_fixtures import (
    HULLS,
    decisions_fixture,
    feature_space_fixture,
    gaussian_fixture,
    hull_fixture,
    limits_fixture,
    pairs_fixture,
    regions,
)
from programs import program_fixtures
from proposals import proposal_fixtures

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt, style
from svmlab.engine import solver
from svmlab.exact.path import regularization_path
from svmlab.explorers import learning_runs, machine_scene
from svmlab.explorers.bounds import VERDICTS, AlongPath, packed_report
from svmlab.explorers.descriptions import intercept_note, kernel_label
from svmlab.explorers.menus import menus, tables
from svmlab.explorers.samples import SAMPLES
from svmlab.page import wire_format
from svmlab.plotting.bounds import pieces_of_one_look

KERNELS = {kind.name: kind() for kind in kernels.OF_POINTS} | {
    "polynomial": kernels.Polynomial(degree=3, gamma=0.7, coef0=0.5),
    "gaussian": kernels.Gaussian(sigma=0.8),
    "laplace": kernels.Laplace(sigma=1.3),
    "sigmoid": kernels.Sigmoid(gamma=0.4, coef0=-0.2),
}
PLACES = [(0.3, -1.2), (2.0, 0.5)]
LEARNT = "SMO, second order", "Pegasos, no b", "interior point"


def head_minus_tail(y, Q):
    """(m, Q, outputs) what variable (i, k) adds to the coefficients of point i."""
    if Q == 2:
        return (2.0 * y - 1.0)[:, None, None]
    eye = np.eye(Q)
    return eye[y][:, None, :] - eye[None, :, :]


def along_the_path(rng, y, Q, weight):
    """Breakpoints and per segment (status, alpha at its start, slope, b, slope of b); the last one reaches inf."""
    m, width, outputs = len(y), 1 if Q == 2 else Q, 1 if Q == 2 else Q
    exists = np.ones((m, width), bool) if Q == 2 else np.arange(Q) != y[:, None]
    C = [0.5, 1.25, 2.0, np.inf]
    segments = []
    for p in range(3):
        status = rng.integers(0, 2 if p == 2 else 3, size=(m, width)) * exists
        alpha = np.where(status == 1, rng.uniform(0.1, 0.4, size=(m, width)) * weight[:, None], 0.0)
        moving = 0.0 if p == 2 else 0.1
        slope = np.where(status == 1, moving * rng.normal(size=(m, width)), 0.0)
        b, b_slope = rng.normal(size=outputs), moving * rng.normal(size=outputs)
        segments.append((status, alpha, slope, b, b_slope))
    return C, segments


def packed(C, segments):
    def flat(status, alpha, slope, b, b_slope):
        (free,), (bounded,) = np.nonzero(status.ravel() == 1), np.nonzero(status.ravel() == 2)
        return free, alpha.ravel()[free], slope.ravel()[free], bounded, b, b_slope

    return paths.path(C, [flat(*segment) for segment in segments])


def expected_at(kernel, X, y, Q, weight, places, grid, C, breakpoints, segments):
    p = min(np.searchsorted(breakpoints, C, side="right") - 1, len(segments) - 1)
    status, alpha, slope, b, b_slope = segments[p]
    step = 0.0 if np.isinf(C) else C - breakpoints[p]
    with np.errstate(invalid="ignore"):
        alpha = np.where(status == 2, C * weight[:, None], alpha + slope * step)
    b = b + b_slope * step
    B = (alpha[:, :, None] * head_minus_tail(y, Q)).sum(axis=1)
    scores = kernel(X) @ B + b
    if Q == 2:
        margins = (2 * y - 1)[:, None] * scores
    else:
        margins = np.stack([np.delete(scores[i, y[i]] - scores[i], y[i]) for i in range(len(y))])
    products = B.T @ kernel(X) @ B
    pairs = [(k, j) for k in range(Q) for j in range(k + 1, Q)]
    norm = np.diag(products)
    squared = norm if Q == 2 else [norm[k] + norm[j] - 2 * products[k, j] for k, j in pairs]
    with np.errstate(divide="ignore"):
        geometric = 1 / np.sqrt(np.maximum(0.0, squared))
    return {
        "C": "inf" if np.isinf(C) else C,
        "alpha": alpha.ravel(),
        "b": b,
        "B": B.ravel(),
        "status": status.ravel(),
        "point_status": status.max(axis=1),
        "scores": scores.ravel(),
        "elsewhere": (kernel(places, X) @ B + b).ravel(),
        "field": (kernel(grid, X) @ B + b).T.ravel(),
        "margins": margins.ravel(),
        "slacks": np.maximum(0, 1 - margins).ravel(),
        "misclassified": (margins.min(axis=1) <= 0).astype(int),
        "products": products.ravel(),
        "geometric": geometric,
        "alpha_of_3": alpha[3] if Q == 2 else np.delete(alpha[3], y[3]),
        "flows": None if Q == 2 else np.array([alpha[y == k].sum(axis=0) for k in range(Q)]).ravel(),
    }


def machine_fixture(name, kernel, Q, weighted):
    rng = np.random.default_rng(len(name) + 10 * Q + weighted)
    m = 14
    X, y = rng.normal(size=(m, 2)), np.arange(m) % Q
    weight = rng.uniform(0.5, 2.0, size=m) if weighted else np.ones(m)
    limits = wire_format.limits(X, 1.2)
    gx, gy = np.linspace(*limits[0], 7), np.linspace(*limits[1], 5)
    grid = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
    C, segments = along_the_path(rng, y, Q, weight)
    outputs = 1 if Q == 2 else Q
    at = functools.partial(expected_at, kernel, X, y, Q, weight, np.array(PLACES), grid)
    return {
        "name": f"{name}, {Q} classes{', weighted' if weighted else ''}",
        "machine": wire_format.machine(
            X, y, kernel, range(Q), outputs=outputs, limits=limits, aspect=1.2, weight=weight
        ),
        "path": packed(C, segments),
        "places": PLACES,
        "K": kernel(X).ravel(),
        "solutions": [at(c, C, segments) for c in (0.5, 0.9, 1.25, 1.7, 40.0, np.inf)],
    }


def kernel_fixture(kind):
    """Values at random parameters, between random points and from them to a grid."""
    rng = np.random.default_rng(7)
    draw = {"degree": lambda: int(rng.integers(1, 6)), "coef0": rng.normal}
    X, Z = rng.normal(size=(6, 2)), rng.normal(size=(5, 2))
    grid = np.stack(np.meshgrid(np.linspace(-2, 1, 4), np.linspace(-1, 2, 3)), axis=-1).reshape(-1, 2)
    checks = []
    for _ in range(8):
        k = kind(**{name: draw.get(name, lambda: rng.uniform(0.3, 3.0))() for name in kernels.parameters(kind())})
        checks.append(
            {
                "kernel": wire_format.page_kernel(k),
                "semidefinite": k.positive_semidefinite,
                "K": k(X, Z).ravel(),
                "field": k(X, grid).ravel(),
            }
        )
    return {"X": X.ravel(), "Z": Z.ravel(), "limits": [[-2, 1], [-1, 2]], "checks": checks}


def tied_fixture(Q):
    """One point for each class, all at one place: every score is zero, and the tie counts as an error."""
    X, y = np.zeros((Q, 2)), np.arange(Q)
    svm = (BiclassSVM if Q == 2 else MulticlassSVM)(C=1.0).fit(X, y)
    scores = wire_format.raw_scores(svm, X).ravel()
    assert not scores.any()
    return {"machine": paths.machine_of(svm), "scores": scores, "wrong": kkt.cases(svm).misclassified}


def long_path():
    rng = np.random.default_rng(0)
    bounded, history, segments = set(), [], []
    for _ in range(200):
        bounded ^= {int(v) for v in rng.integers(0, 30, size=2)}
        history.append(sorted(bounded))
        segments.append((np.zeros(0, int), np.zeros(0), np.zeros(0), np.array(sorted(bounded), int), [0.0], [0.0]))
    path = paths.path(np.arange(1.0, 202.0), segments)
    return {"path": path, "bounded": [(p, history[p]) for p in (0, 1, 63, 64, 65, 130, 199)]}


PATHS = {  # those from small C on begin where no support vector is free
    "two classes": (BiclassSVM, datasets.overlapping(40, random_state=1), kernels.Gaussian(sigma=1.0), 1e-3),
    "two apart": (BiclassSVM, datasets.separable(30, random_state=0), kernels.Linear(), 1e-4),
    "three classes": (MulticlassSVM, datasets.blobs(30, n_classes=3, random_state=0), kernels.Gaussian(), 1e-3),
    "three, linear": (MulticlassSVM, datasets.blobs(24, n_classes=3, random_state=2), kernels.Linear(), 1e-4),
}


def next_change(path, C):
    """next_event, but for exchanges without change."""
    event = path.next_event(C)
    while event is not None and event[1] == "an exchange without change":
        event = path.next_event(event[0])
    return event and {"C": event[0], "text": event[1]}


def path_fixture(name, estimator, data, kernel, C_min):
    svm = estimator(C=1.0, kernel=kernel).fit(data.X, data.y)
    path = regularization_path(svm, C_min, 100.0)
    rng = np.random.default_rng(0)
    untied = [(s.C, end) for s, end in zip(path.segments, path.C[1:], strict=True) if not s.tied]
    places = [*np.exp(rng.uniform(np.log(C_min), np.log(100.0), 40)), *(rng.uniform(*ends) for ends in untied)]
    checks = []
    for C in places:
        model = path.model_at(C)
        checks.append({
            "C": C, "alpha": np.ravel(model.alpha_), "b": model.solution_.b,
            "scores": wire_format.raw_scores(model, data.X).ravel(), "next": next_change(path, C),
        })  # fmt: skip
    return {
        "name": name, "machine": paths.machine_of(svm), "ends": [C_min, 100.0],
        "checks": checks, "untied": len(untied),
    }  # fmt: skip


def withdrawal_fixture(estimator, data, kernel, _):
    """A withdrawal, and at some t the multipliers of the program whose bound of the point is (1 - t) α, solved anew."""
    svm = estimator(C=1.0, kernel=kernel).fit(data.X, data.y)
    p = int(svm.alpha_.reshape(len(data.X), -1).sum(axis=1).argmax())
    program = svm.solution_.program
    page, own = paths.page_variables(program), program.example == p
    checks = []
    for t in (0.0, 0.13, 0.5, 0.77, 1.0):
        upper = np.where(own, (1 - t) * svm.solution_.alpha, program.upper)
        alpha = np.zeros(svm.alpha_.size)
        alpha[page] = solver.solve(program.with_upper(upper)).alpha
        checks.append({"t": t, "alpha": alpha})
    return {"machine": paths.machine_of(svm), "point": p, "checks": checks}


BOUNDS = {
    "two classes": (BiclassSVM, datasets.overlapping(40, random_state=1)),
    "three classes": (MulticlassSVM, datasets.blobs(30, n_classes=3, random_state=0)),
}


def bounds_fixture(estimator, data):
    """Curves as they travel, the pieces in which matplotlib draws them, and the report at one C."""
    svm = estimator(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    along = AlongPath(regularization_path(svm, 0.01, 100.0))
    along.go_on()
    curves = along.curves()
    pieces = [
        [{"x": x, "y": y, "look": case, "vacuous": bool(vacuous)} for x, y, case, vacuous in piece]
        for piece in (pieces_of_one_look(curves.C, curve) for curve in curves)
    ]
    state = {"epoch": 0, "C": 1.0, **packed_report(svm)}
    return {"m": len(data.X), "bounds": {"epoch": 0, **along.packed()}, "pieces": pieces, "report": state}


LABELLED = [
    *KERNELS.values(),
    *(kernels.Gaussian(sigma=s) for s in (0.031622776, 0.5, 12.3456, 999.6, 1e4, 1e-5)),
    kernels.Polynomial(degree=10, gamma=0.01, coef0=0.0),
]


def note_fixture():
    """A machine whose b is not unique, and what is said of it."""
    X, y = [[-1.0, 0.0], [1.0, 0.0]], [-1, 1]
    svm = BiclassSVM(C=0.05).fit(X, y)
    return {"machine": paths.machine_of(svm), "C": 0.05, "text": intercept_note(svm)}


def procedure_fixture(name, C):
    """A run of a procedure, as it travels where the page has none, with what Python says of its states."""
    data = datasets.overlapping(20, random_state=0)
    svm = BiclassSVM(C=C, kernel=kernels.Gaussian(sigma=0.8)).fit(data.X, data.y)
    states = learning_runs.run(name, svm)
    sets = [np.sign(s.multipliers) + (s.multipliers >= C) for s in states]
    following = [
        next((k for k in range(i + 1, len(sets)) if (sets[k] != sets[i]).any()), len(sets) - 1)
        for i in range(len(sets))
    ]
    return {
        "name": name,
        "machine": paths.machine_of(svm),
        "C": C,
        "told": learning_runs.to_wire(states, {"C": C}) if name in learning_runs.OF_PYTHON else None,
        "optimum": svm.solution_.primal,
        "scores": [state.scores(data.X) for state in states],
        "duals": [state.dual for state in states],
        "following": following,
    }


def all_fixtures():
    programs, impossible = program_fixtures()
    combinations = [(name, Q, weighted) for name in KERNELS for Q in (2, 3) for weighted in (False, True)]
    combinations.append(("gaussian", 5, False))
    random_field = np.random.default_rng(5).normal(size=(9, 12))
    return {
        "machines": [machine_fixture(name, KERNELS[name], Q, w) for name, Q, w in combinations],
        "kernels": {kind.name: kernel_fixture(kind) for kind in kernels.OF_POINTS},
        "without_page": sorted(set(kernels.NAMED) - {kind.name for kind in kernels.OF_POINTS}),
        "ties": {f"{Q} classes": tied_fixture(Q) for Q in (2, 3)},
        "long_path": long_path(),
        "paths": [path_fixture(name, *rest) for name, rest in PATHS.items()],
        "withdrawals": {name: withdrawal_fixture(*rest) for name, rest in PATHS.items()},
        "decisions": [decisions_fixture(Q) for Q in (3, 4)],
        "bounds": {name: bounds_fixture(*rest) for name, rest in BOUNDS.items()},
        "verdicts": VERDICTS,
        "random_field": {"F": random_field.ravel(), "nx": 12, "ny": 9},
        "regions": regions(),
        "gaussians": [gaussian_fixture(seed) for seed in range(6)],
        "procedures": [procedure_fixture(name, C) for name in LEARNT for C in (0.3, 10.0)],
        "programs": programs,
        "impossible": impossible,
        "proposals": proposal_fixtures(),
        "labels": [[wire_format.page_kernel(k), kernel_label(k)] for k in LABELLED],
        "note": note_fixture(),
        "hulls": {name: hull_fixture(*rest) for name, rest in HULLS.items()},
        "pairs": pairs_fixture(),
        "feature_space": feature_space_fixture(),
        "look": style.as_dict(),
        "menus": menus(tuple(SAMPLES), ()),
        "tables": tables(("iris", "lemma_fails")),
        "limits": [limits_fixture(*spread) for spread in ((1, 1), (1, 3), (9, 1), (0, 2), (0, 0))],
        "planar": list(datasets.catalogue()),
        "words": machine_scene.WORDS,
    }


def jsonable(value):
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, np.ndarray):
        return [x if np.isfinite(x) else str(x) for x in value.tolist()]
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(type(value))
