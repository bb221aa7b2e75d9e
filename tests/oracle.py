"""The definitions of both machines, written out a second time: what the tests measure svmlab against.

Nothing here calls svmlab's solver or its certificate. Labels are codes 0..Q-1; alpha is (m,) for the bi-class
machine and (m, Q) for the multi-class one; upper (m,) is the bound C · weight of each point.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.optimize import linprog

from svmlab import kernels

TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
EPS = np.finfo(float).eps


# ---------------------------------------------------------------- conditions of optimality


def variables(codes, Q):
    """(points, heads, tails) of the dual variables of the M-SVM, by two loops."""
    return np.array([(i, codes[i], k) for i in range(len(codes)) for k in range(Q) if k != codes[i]]).T


@dataclass
class Audit:
    """Objectives, the largest violation of a KKT condition, and what double precision leaves uncertain of it."""

    primal: float
    dual: float
    violation: float  # of a margin condition, absolute
    balance: float  # |Σ y_i α_i| or its like per class, relative to the largest α
    outside: float  # α below 0 or above its bound, absolute: must be exactly 0
    beside: int  # multipliers within 1e-12 of a bound, yet not on it
    scale: float  # max(1, largest |f|, largest finite C)
    rounding: float  # error of a score that is due to double precision alone
    capacity: float  # sum of the finite bounds

    def passes(self, tolerance=1e-8):
        assert self.outside == 0
        assert self.balance <= 1e-10
        assert self.violation <= tolerance * self.scale + 8 * self.rounding
        gap_rounding = 8 * self.rounding * (1.0 + self.capacity)
        assert abs(self.primal - self.dual) <= tolerance * max(1.0, abs(self.dual)) + gap_rounding
        assert self.beside == 0
        return True


def audit(K, codes, upper, alpha, b):
    """Audit multipliers and intercept by the definition of the programs and of their KKT conditions."""
    if alpha.ndim == 1:
        sign = 2.0 * codes - 1.0
        B = (sign * alpha)[:, None]
        scores = K @ B + b
        margin, a, bound = sign * scores[:, 0], alpha, upper
    else:
        Q = alpha.shape[1]
        B = -alpha.copy()
        B[np.arange(len(codes)), codes] = alpha.sum(axis=1)
        scores = K @ B + b
        points, heads, tails = variables(codes, Q)
        margin = scores[points, heads] - scores[points, tails]
        a, bound = alpha[points, tails], upper[points]
    squared_norm = float(np.sum(B * (K @ B)))
    finite = np.isfinite(bound)
    slack = np.maximum(0.0, 1.0 - margin)
    largest = a.max() or 1.0
    counts = bound > 0
    at_zero, at_upper = counts & (a == 0), counts & (a == bound)
    free = counts & ~at_zero & ~at_upper
    wrong = np.concatenate([slack[at_zero], margin[at_upper] - 1.0, np.abs(margin[free] - 1.0), [0.0]])
    near = np.minimum(a, bound - a)[free] if free.any() else np.ones(1)
    return Audit(
        primal=0.5 * squared_norm + float(bound[finite] @ slack[finite]),
        dual=float(a.sum() - 0.5 * squared_norm),
        violation=float(wrong.max()),
        balance=float(np.abs(B.sum(axis=0)).max() / largest),
        outside=max(0.0, float(-a.min()), float((a - bound).max())),
        beside=int((near < 1e-12 * largest).sum()),
        scale=max(1.0, float(np.abs(scores).max()), float(bound[finite].max(initial=0.0))),
        rounding=EPS * float((np.abs(K) @ np.abs(B)).max() + np.abs(np.asarray(b)).max()),
        capacity=float(bound[finite].sum()),
    )


def audit_machine(svm, K=None):
    """Audit a fitted machine on a kernel matrix that is computed again."""
    codes = np.searchsorted(svm.classes_, svm.y_fit_)
    upper = np.array([svm.C * w if w > 0 else 0.0 for w in svm.sample_weight_])
    K = svm.kernel_(svm.X_fit_) if K is None else K
    return audit(K, codes, upper, svm.alpha_, np.asarray(svm.intercept_))


def intercept_limits(K, codes, upper, alpha):
    """(Q, Q, 2) smallest and largest b_k - b_l of all optimal intercepts, by linear programs.

    For two classes and alpha (m,): the limits of b stand at [1, 0].
    """
    if alpha.ndim == 1:
        Q, sign = 2, 2.0 * codes - 1.0
        a, bound, heads, tails = alpha, upper, codes, 1 - codes
        without_b = sign * (K @ (sign * alpha))
    else:
        Q = alpha.shape[1]
        B = -alpha.copy()
        B[np.arange(len(codes)), codes] = alpha.sum(axis=1)
        points, heads, tails = variables(codes, Q)
        a, bound = alpha[points, tails], upper[points]
        scores = K @ B
        without_b = scores[points, heads] - scores[points, tails]
    rows, right = [], []
    loose = 1e-10 * max(1.0, np.abs(without_b).max())
    for v in np.flatnonzero(bound > 0):
        row = np.zeros(Q)
        row[heads[v]], row[tails[v]] = 1.0, -1.0
        if a[v] < bound[v]:  # margin ≥ 1
            rows.append(-row)
            right.append(without_b[v] - 1.0 + loose)
        if a[v] > 0:  # margin ≤ 1
            rows.append(row)
            right.append(1.0 - without_b[v] + loose)
    limits = np.zeros((Q, Q, 2))
    for k in range(Q):
        for other in range(Q):
            if k != other:
                for side, sign in ((0, 1.0), (1, -1.0)):
                    cost = np.zeros(Q)
                    cost[k], cost[other] = sign, -sign
                    answer = linprog(cost, rows, right, np.ones((1, Q)), [0.0], [(None, None)] * Q, options=TIGHT)
                    assert answer.status == 0
                    limits[k, other, side] = sign * answer.fun
    return limits


# ---------------------------------------------------------------- other solvers


def best_dual(K, codes, upper, multiclass):
    """Optimal value of the dual, by cvxopt with dense constraint matrices and a tight tolerance; upper finite."""
    cvxopt = pytest.importorskip("cvxopt")
    matrix, solvers = cvxopt.matrix, cvxopt.solvers

    Q = int(codes.max()) + 1
    if multiclass:
        points, heads, tails = variables(codes, Q)
        E = np.zeros((len(points), Q))
        E[np.arange(len(points)), heads], E[np.arange(len(points)), tails] = 1.0, -1.0
        A, bound = E.T[:-1], upper[points]
    else:
        points = np.arange(len(codes))
        E = 2.0 * codes[:, None] - 1.0
        A, bound = E.T, upper
    H = K[np.ix_(points, points)] * (E @ E.T)
    n, unit = len(bound), min(1.0 / max(H.diagonal().max(), 1e-300), bound.max())
    answer = solvers.qp(
        matrix(unit * H),
        matrix(-np.ones(n)),
        matrix(np.vstack([-np.eye(n), np.eye(n)])),
        matrix(np.concatenate([np.zeros(n), bound / unit])),
        matrix(np.ascontiguousarray(A)),
        matrix(0.0, (len(A), 1)),
        options={"show_progress": False, "abstol": 1e-12, "reltol": 1e-12, "feastol": 1e-12, "maxiters": 200},
    )
    alpha = unit * np.array(answer["x"]).ravel()
    return float(alpha.sum() - 0.5 * alpha @ H @ alpha)


def separable(X, codes):
    """Whether a linear machine has all margins ≥ 1, by a linear program."""
    m, Q = len(X), int(codes.max()) + 1
    Z = X - X.mean(axis=0)
    Z = np.column_stack([Z / (np.abs(Z).max() or 1.0), np.ones(m)])
    rows = []
    for i, head, tail in variables(codes, Q).T:
        row = np.zeros((Q, Z.shape[1]))
        row[head] -= Z[i]
        row[tail] += Z[i]
        rows.append(row.ravel())
    answer = linprog(np.zeros(Q * Z.shape[1]), rows, -np.ones(len(rows)), bounds=[(None, None)] * len(rows[0]))
    return answer.status == 0


# ---------------------------------------------------------------- drawn problems


@dataclass
class Problem:
    """A drawn training set with its kernel and C; ``name`` says what is hard about it."""

    name: str
    X: np.ndarray
    y: np.ndarray
    kernel: kernels.Kernel
    C: float

    @property
    def K(self):
        return self.kernel(self.X)

    @property
    def upper(self):
        return np.full(len(self.y), self.C)


def _points(kind, m, d, rng, y):
    if kind == "duplicates":
        return rng.normal(size=(max(1, m // 3), d))[rng.integers(0, max(1, m // 3), m)]
    if kind == "opposite duplicates":
        return np.repeat(rng.normal(size=((m + 1) // 2, d)), 2, axis=0)[:m]
    if kind == "integer grid":
        return rng.integers(-2, 3, (m, d)).astype(float)
    if kind == "one line":
        return np.outer(rng.integers(-5, 6, m), np.ones(d)).astype(float)
    if kind == "one place":
        return np.ones((m, d))
    if kind == "blobs":
        return rng.normal(size=(m, d)) + 2.0 * np.cos(y[:, None] * (1.0 + np.arange(d)))
    return rng.normal(size=(m, d))


KINDS = ["blobs", "noise", "duplicates", "opposite duplicates", "integer grid", "one line", "one place", "one each"]


@st.composite
def training_sets(draw, classes=(2, 3, 4), kinds=KINDS, scales=(1e-3, 1.0, 1e3)):
    """(name, X, y): every class has a point; scales are those of the coordinates."""
    kind = draw(st.sampled_from(kinds))
    Q = draw(st.sampled_from(classes))
    m = draw(st.integers(Q, 24))
    d = draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    y = rng.integers(0, Q, m)
    y[:Q] = np.arange(Q)
    if kind == "one each":  # all classes but one have a single point
        y[Q:] = 0
    X = draw(st.sampled_from(scales)) * (_points(kind, m, d, rng, y) + draw(st.sampled_from([0.0, 10.0])))
    return kind, X, y


@st.composite
def problems(draw, classes=(2, 3, 4), kinds=KINDS, scales=(1e-3, 1.0, 1e3), costs=None):
    """Problems whose C and kernel parameters are in units of the data, so that the spread of the data is no escape."""
    name, X, y = draw(training_sets(classes, kinds, scales))
    unit = float(np.abs(X - X.mean(axis=0)).max())
    unit = unit if unit > 1e-9 * np.abs(X).max() else float(np.abs(X).max()) or 1.0
    width = unit * draw(st.sampled_from([0.03, 0.3, 1.0, 3.0, 30.0]))
    kernel = draw(
        st.sampled_from(
            [
                kernels.Linear(),
                kernels.Polynomial(degree=2, gamma=1.0 / unit**2),
                kernels.Polynomial(degree=2, gamma=1.0 / unit**2, coef0=0.0),
                kernels.Gaussian(sigma=width),
                kernels.Laplace(sigma=width),
                kernels.Gaussian(sigma=width) + (1.0 / unit**2) * kernels.Linear(),
            ]
        )
    )
    K = kernel(X)
    spread = float((K.diagonal() - K.mean(axis=0)).max())
    C = draw(st.sampled_from(costs or [1e-4, 1e-2, 0.3, 1.0, 7.0, 100.0, 1e4]))
    return Problem(name, X, y, kernel, C / spread if spread > 1e-9 * np.abs(K).max() else C)
