"""The page's functions in Node against numbers that Python computes its own way, and the joining of its modules."""

import base64
import functools
import json
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import paths
import pytest
from programs import program_fixtures
from proposals import proposal_fixtures
from scipy import optimize

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, kkt, style
from svmlab.bounds import reports
from svmlab.engine import certificate, solver
from svmlab.exact.path import regularization_path
from svmlab.exact.straight import linear_pieces
from svmlab.explorers import learning_runs, machine_scene
from svmlab.explorers.bounds import VERDICTS, AlongPath, packed_report
from svmlab.explorers.descriptions import intercept_note, kernel_label
from svmlab.explorers.menus import menus, tables
from svmlab.explorers.samples import SAMPLES
from svmlab.page import constants, modules, wire_format
from svmlab.plotting.bounds import pieces_of_one_look
from svmlab.risk.gaussians import GaussianProblem, edges, straight
from svmlab.selection import comparison

JS = Path(__file__).parent / "js"
KERNELS = {kind.name: kind() for kind in kernels.OF_POINTS} | {
    "polynomial": kernels.Polynomial(degree=3, gamma=0.7, coef0=0.5),
    "gaussian": kernels.Gaussian(sigma=0.8),
    "laplace": kernels.Laplace(sigma=1.3),
    "sigmoid": kernels.Sigmoid(gamma=0.4, coef0=-0.2),
}
PLACES = [(0.3, -1.2), (2.0, 0.5)]
LEARNT = "SMO, second order", "Pegasos, no b", "interior point"


# --- fixtures: machines with any alpha, not optimal ones; every number from numpy alone -------------------------


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


def regions():
    rng = np.random.default_rng(3)
    Q, nx, ny, width, height = 3, 24, 20, 120, 100
    x, y = np.linspace(-1, 1, nx), np.linspace(-1, 1, ny)
    F = np.stack([np.sin(3 * x[None] * a + 2 * y[:, None] * b + c) * 1.5 for a, b, c in rng.normal(size=(Q, 3))])
    column, row = (np.arange(width) + 0.5) / width * (nx - 1), (1 - (np.arange(height) + 0.5) / height) * (ny - 1)
    c, r = np.minimum(column.astype(int), nx - 2), np.minimum(row.astype(int), ny - 2)
    u, v = (column - c)[None], (row - r)[:, None]
    at = lambda i, j: F[:, r[:, None] + j, c[None] + i]  # noqa: E731
    S = (1 - u) * (1 - v) * at(0, 0) + u * (1 - v) * at(1, 0) + (1 - u) * v * at(0, 1) + u * v * at(1, 1)
    lead = np.sort(S, axis=0)[-1] - np.sort(S, axis=0)[-2]
    bands = 10 + 100 * S.argmax(axis=0) + 10 * (lead >= 1)
    return {
        "F": F.ravel(), "O": Q, "nx": nx, "ny": ny, "limits": [[-1, 1], [-1, 1]],
        "width": width, "height": height, "bands": bands.ravel(),
    }  # fmt: skip


PAIRS = ((0, 1), (0, 2), (1, 2))


def gaussian_fixture(seed):
    """Problems with classifiers of degree 1 and 2, every number from Python's exact routes."""
    rng = np.random.default_rng(seed)
    priors = rng.uniform(0.5, 1.5, 3)
    problem = GaussianProblem(rng.normal(0, 3, (3, 2)), rng.uniform(0.3, 4, 3), priors / priors.sum())
    W, b = rng.normal(size=(3, 2)), rng.normal(size=3)
    curved = 0.3 * rng.normal(size=(3, 6))
    m = 37
    X, y = problem.sample(m, seed, exact_priors=True)
    z = np.random.default_rng(seed).normal(size=(m, 2))
    places = rng.normal(0, 4, (30, 2))
    monomials = np.column_stack([np.ones(30), places, places[:, 0] ** 2, places.prod(axis=1), places[:, 1] ** 2])
    circles = [np.append([k, l, *problem.bayes_circle(k, l)[0]], problem.bayes_circle(k, l)[1]) for k, l in PAIRS]
    return {
        "problem": {name: getattr(problem, name).tolist() for name in ("means", "variances", "priors")},
        "bayes": problem.bayes_scores.ravel(), "bayes_risk": problem.bayes_risk, "circles": circles,
        "seen": [[k, l] for k, l, _ in problem.bayes_boundary()],
        "linear": straight(W, b).ravel(), "linear_risk": problem.linear_risk(W, b),
        "edges": [np.array([*e.start, *e.direction, e.low, e.high]) for e in edges(W, b)],
        "curved": curved.ravel(), "curved_risk": problem.quadratic_risk(curved),
        "places": places.tolist(), "scores": (monomials @ curved.T).ravel(), "z": z.ravel(), "m": m,
        "X": X.ravel(), "y": y,
    }  # fmt: skip


LABELLED = [
    *KERNELS.values(),
    *(kernels.Gaussian(sigma=s) for s in (0.031622776, 0.5, 12.3456, 999.6, 1e4, 1e-5)),
    kernels.Polynomial(degree=10, gamma=0.01, coef0=0.0),
]


def weights_of_hull(points, most, direction):
    """The farthest place of a reduced hull in a direction, by a linear program of its weights."""
    found = optimize.linprog(
        -points @ direction, A_eq=np.ones((1, len(points))), b_eq=[1], bounds=[(0, u) for u in most]
    )
    assert found.status == 0
    return points.T @ found.x


def nearest_of_hulls(low, high, most):
    """The nearest places of two reduced hulls, by a quadratic program of their weights."""
    n, points = len(low), np.vstack([-low, high])
    sums = [
        optimize.LinearConstraint(np.r_[np.full(n, k == 0), np.full(len(high), k == 1)] * 1.0, 1, 1) for k in (0, 1)
    ]
    start = np.r_[np.full(n, 1 / n), np.full(len(high), 1 / len(high))]
    found = optimize.minimize(
        lambda u: np.sum((u @ points) ** 2), start, jac=lambda u: 2 * points @ (u @ points), method="SLSQP",
        bounds=[(0, u) for u in most], constraints=sums, options={"ftol": 1e-15, "maxiter": 1000},
    )  # fmt: skip
    return [found.x[:n] @ low, found.x[n:] @ high]


def decisions_fixture(Q, n=400):
    """Values of one-vs-one with ties and near ties among them, and what Python reads in them."""
    rng = np.random.default_rng(Q)
    values = rng.choice([-1.0, -1e-12, 0.0, 1e-12, 1.0, 0.5, -0.5], (n, Q * (Q - 1) // 2))
    codes = comparison.pairwise_votes(values, Q)[1].argmax(axis=1)
    tied = comparison._vote_may_be_tied(values, Q)
    claims = rng.choice([-1.0, 1e-12, 0.0, 1.0, 0.5], (n, Q))
    unclear = ((claims > 1e-9).sum(axis=1) != 1) | (np.abs(claims) <= 1e-9).any(axis=1)
    return {
        "Q": Q, "n": n, "votes": values.T.ravel(), "voted": codes + constants.UNDECIDED * tied,
        "claims": claims.T.ravel(), "claimed": claims.argmax(axis=1) + constants.UNDECIDED * unclear,
    }  # fmt: skip


HULLS = {
    "hard margin": (datasets.separable(24, random_state=0), np.inf),
    "reduced": (datasets.overlapping(30, random_state=1), 0.3),
    "much reduced": (datasets.overlapping(25, random_state=2), 0.01),
}


def hull_fixture(data, C):
    """A linear machine of two classes, and its dual's picture from programs of scipy."""
    svm = BiclassSVM(C=C).fit(data.X, data.y)
    total = svm.alpha_[svm.codes_ == 1].sum()
    w, points = svm.w_, [data.X[svm.codes_ == k] for k in (0, 1)]
    upper = np.inf if np.isinf(C) else C / total
    most = [np.full(len(of), min(1.0, upper)) for of in points]
    directions = [np.array([np.cos(t), np.sin(t)]) for t in np.linspace(0, 2 * np.pi, 41)]
    reach = [[float(d @ weights_of_hull(points[k], most[k], d)) for d in directions] for k in (0, 1)]
    margins = np.where(svm.codes_ == 1, 1.0, -1.0) * (data.X @ w + svm.b_)
    short = [i for i in range(len(data.X)) if margins[i] < 1 - 1e-8]
    return {
        "machine": paths.machine_of(svm), "C": wire_format.number_to_wire(C), "alpha": svm.alpha_, "b": [svm.b_],
        "total": total, "ends": np.ravel(nearest_of_hulls(*points, np.concatenate(most))), "w": w,
        "directions": directions, "reach": reach, "margin": 1 / np.linalg.norm(w), "short": short,
        "lengths": [(1 - margins[i]) / np.linalg.norm(w) for i in short],
        "edges": [data.X[i] + (np.sign(data.y[i]) * (1 - margins[i])) * w / (w @ w) for i in short],
    }  # fmt: skip


def pairs_fixture():
    """A linear machine of three classes: margins and slack by pairs."""
    data = datasets.blobs(30, n_classes=3, random_state=1)
    svm = MulticlassSVM(C=0.3).fit(data.X, data.y)
    W, b = svm.coef_, svm.intercept_
    scores = data.X @ W.T + b
    lengths = []
    for i, own in enumerate(svm.codes_):
        for k in range(3):
            xi = 1 - (scores[i, own] - scores[i, k])
            if k != own and xi > 1e-8:
                lengths.append([i, k, xi / np.linalg.norm(W[own] - W[k])])
    margins = [1 / np.linalg.norm(W[k] - W[j]) for j in range(3) for k in range(j + 1, 3)]
    return {"machine": paths.machine_of(svm), "C": 0.3, "alpha": svm.alpha_.ravel(), "b": b, "margins": margins,
            "lengths": lengths}  # fmt: skip


def feature_space_fixture():
    """The homogeneous quadratic kernel: its map, the normal there, and the plane's distance to the points."""
    data, kernel = datasets.circles(40, noise=0.4, random_state=0), kernels.Polynomial(degree=2, gamma=0.8, coef0=0.0)
    svm = BiclassSVM(C=5.0, kernel=kernel).fit(data.X, data.y)
    x1, x2 = data.X.T
    images = 0.8 * np.stack([x1**2, np.sqrt(2) * x1 * x2, x2**2], axis=1)
    np.testing.assert_allclose(images @ images.T, kernel(data.X), atol=1e-12)
    w = images.T @ (svm.alpha_ * np.where(svm.codes_ == 1, 1.0, -1.0))
    return {"machine": paths.machine_of(svm), "C": 5.0, "alpha": svm.alpha_, "b": [svm.b_], "images": images.ravel(),
            "w": w, "scores": svm.decision_function(data.X)}  # fmt: skip


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


def limits_fixture(*spread):
    X = np.random.default_rng(3).normal(size=(12, 2)) * spread + [2.0, -1.0]
    return {"X": X.ravel(), "aspect": 1.2, "limits": wire_format.limits(X, 1.2)}


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


# --- Node -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def node_environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    module, fixtures = folder / "scene.mjs", folder / "fixtures.json"
    module.write_text(modules.joined(), encoding="utf-8")
    for entry in modules.ENTRIES[1:]:
        (folder / Path(entry).with_suffix(".mjs").name).write_text(modules.joined(entry), encoding="utf-8")
    fixtures.write_text(json.dumps(all_fixtures(), default=jsonable), encoding="utf-8")
    return {**os.environ, "SVMLAB_MODULE": module.as_uri(), "SVMLAB_FIXTURES": str(fixtures)}


@pytest.mark.node
@pytest.mark.xdist_group("functions of the page")
@pytest.mark.parametrize("script", sorted(JS.glob("*.test.mjs")), ids=lambda path: path.stem)
def test_the_page_computes_what_python_computes(script, node, node_environment):
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(script)],
        env=node_environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert re.search(r"pass [1-9]", run.stdout), run.stdout


# --- joining ----------------------------------------------------------------------------------------------------


ALL_MODULES = sorted({name for entry in modules.ENTRIES for name in modules.needed_by(entry)})


def test_every_import_names_something_that_the_module_exports():
    for name in ALL_MODULES:
        for other, names in modules.imports(name).items():
            assert set(names) <= set(modules.exports(other)), f"{name} from {other}"


def test_every_import_is_used():
    for name in ALL_MODULES:
        body = modules.IMPORT.sub("", modules.source(name))
        for other, names in modules.imports(name).items():
            unused = [n for n in names if not re.search(rf"\b{n}\b", body)]
            assert not unused, f"{name} imports {unused} from {other} for nothing"


def test_every_module_in_the_folder_is_joined():
    assert set(ALL_MODULES) == {path.relative_to(modules.HERE).as_posix() for path in modules.HERE.rglob("*.js")}


def test_every_style_sheet_stands_beside_its_module_and_is_in_that_of_the_scenes():
    sheets = [path for path in modules.HERE.rglob("*.css") if path.parent != modules.HERE]
    assert len(sheets) > 10
    for path in sheets:
        assert path.with_suffix(".js").exists(), path
        assert path.read_text(encoding="utf-8") in modules.stylesheet(), path


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_the_joined_module_stands_alone(entry):
    text = modules.joined(entry)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert text.count("export default") == 1
    assert "</script" not in text  # it is put into pages as it is


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_names_are_unique_across_modules(entry):
    names = re.findall(
        r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", modules.joined(entry), re.MULTILINE
    )
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_a_module_comes_after_those_it_needs(entry):
    order = modules.needed_by(entry)
    for k, name in enumerate(order):
        assert set(modules.imports(name)) <= set(order[:k])


def test_joining_refuses_a_circle_and_an_import_of_another_form(tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "HERE", tmp_path)
    (tmp_path / "low").mkdir()
    (tmp_path / "a.js").write_text('import { b } from "./low/b.js";\nexport const a = 1;\n')
    (tmp_path / "low/b.js").write_text('import { a } from "../a.js";\nexport const b = 1;\n')
    (tmp_path / "c.js").write_text('import * as all from "./a.js";\n')
    with pytest.raises(ValueError, match=r"circle: a\.js -> low/b\.js -> a\.js"):
        modules.joined("a.js")
    with pytest.raises(ValueError, match="not of the form"):
        modules.joined("c.js")


# --- the wire ---------------------------------------------------------------------------------------------------


def test_an_array_comes_back_as_it_went():
    values = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(wire_format.numbers(wire_format.array(values, "f8"), (2, 3)), values)


def test_a_solution_travels_as_it_is_and_the_page_reads_off_what_is_bounded():
    data = datasets.overlapping(30, random_state=0)
    for C in (2.0, np.inf):
        svm = BiclassSVM(C=C, kernel=kernels.Gaussian(sigma=0.3)).fit(data.X, data.y)
        told = wire_format.solution(svm, None, 1.2, epoch=3)
        assert (told["epoch"], told["C"]) == (3, 2.0 if C == 2.0 else "inf")
        np.testing.assert_array_equal(wire_format.numbers(told["alpha"]), svm.alpha_)
        assert "scores" not in told


def test_a_bent_function_comes_in_straight_pieces():
    bends = np.array([0.2, 0.37, 0.371, 0.8])

    def f(x):
        assert ((x > 0.0) & (x < 1.0)).all(), "at the ends it may jump"
        return np.stack([np.abs(x[:, None] - bends) @ [1.0, -2.0, 3.0, 0.5], 2.0 * x], axis=1)

    pieces = linear_pieces(f, 0.0, 1.0)
    starts = np.array([start for start, _, _ in pieces])
    assert len(pieces) < 40
    for x in np.random.default_rng(0).uniform(0.001, 0.999, 200):
        start, value, slope = pieces[np.searchsorted(starts, x, side="right") - 1]
        np.testing.assert_allclose(value + slope * (x - start), f(np.array([x]))[0], atol=1e-9)


def test_an_intercept_that_is_constant_is_one_piece():
    assert len(linear_pieces(lambda x: np.full((len(x), 1), 3.0), 1.0, 2.0)) == 1


def test_a_page_kernel_travels_by_its_name_and_there_are_machines_of_each():
    travelling = {wire_format.page_kernel(k)["name"] for k in KERNELS.values()}
    assert travelling == set(KERNELS) == {kind.name for kind in kernels.OF_POINTS}
    assert wire_format.page_kernel(kernels.Gaussian() + kernels.Linear()) is None
    assert wire_format.page_kernel(kernels.Precomputed()) is None


def test_tolerances_of_the_page_are_those_of_python():
    assert constants.TABLE["ON_THE_MARGIN"] == certificate.CERTIFIED  # what counts as on the margin in ``kkt``
    assert constants.TABLE["ROUNDING_OF_TERMS"] == reports.ROUNDING


@pytest.mark.parametrize("aspect", [0.8, 1.2])
def test_both_axes_have_the_same_scale_unless_the_ranges_differ_much(aspect):
    X = np.random.default_rng(0).normal(size=(50, 2))
    (x0, x1), (y0, y1) = wire_format.limits(X, aspect)
    assert (x1 - x0) / (y1 - y0) == pytest.approx(aspect)
    assert x0 < X[:, 0].min() < X[:, 0].max() < x1
    assert y0 < X[:, 1].min() < X[:, 1].max() < y1
    (x0, x1), (y0, y1) = wire_format.limits(X * [1, 1000], aspect)
    assert (y1 - y0) > 200 * (x1 - x0)


def test_one_point_alone_has_limits_around_it():
    (x0, x1), (y0, y1) = wire_format.limits(np.array([[3.0, 4.0], [3.0, 4.0]]), 1.2)
    assert x0 < 3 < x1
    assert y0 < 4 < y1


@pytest.mark.node
@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_without_its_comments_a_module_is_the_same_program(entry, node, tmp_path):
    whole, bare = modules.joined(entry), modules.without_comments(modules.joined(entry))
    assert len(bare) < 0.9 * len(whole)
    assert not re.search(r"^\s*(//|/\*\*)", bare, re.MULTILINE)
    declared = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function\*?) \w+", re.MULTILINE)
    assert declared.findall(bare) == declared.findall(whole)
    file = tmp_path / "bare.mjs"
    file.write_text(bare, encoding="utf-8")
    run = subprocess.run([node, "--check", str(file)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
