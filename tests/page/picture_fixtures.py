"""What Python computes of pictures for the page's functions: hulls, Gaussians, decisions, limits."""

import numpy as np
import paths
from scipy import optimize

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.page import constants, wire_format
from svmlab.risk.gaussians import GaussianProblem, edges, straight
from svmlab.selection import comparison


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


def limits_fixture(*spread):
    X = np.random.default_rng(3).normal(size=(12, 2)) * spread + [2.0, -1.0]
    return {"X": X.ravel(), "aspect": 1.2, "limits": wire_format.limits(X, 1.2)}
