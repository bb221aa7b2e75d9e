"""The primal problems of the multi-class machines, written out and solved in the span of the data.

Nothing here calls svmlab. Labels are codes 0..Q-1; the loss is C times what stands in ``MulticlassSVM``.
"""

from dataclasses import dataclass

import numpy as np
import pytest

OPTIONS = {"show_progress": False, "abstol": 1e-12, "reltol": 1e-12, "feastol": 1e-12, "maxiters": 200}


@dataclass
class Primal:
    """objective; W (r, Q) in coordinates F of the span, K = F Fᵀ; b (Q,); scores (m, Q) on the training points."""

    objective: float
    W: np.ndarray
    b: np.ndarray
    scores: np.ndarray


def solve(machine, K, codes, C):
    """The primal solution by cvxopt; C finite."""
    cvxopt = pytest.importorskip("cvxopt")
    matrix, solvers = cvxopt.matrix, cvxopt.solvers

    m, Q = len(codes), int(codes.max()) + 1
    F = factor(K)
    rows = [(i, k) for i in range(m) for k in range(Q) if k != codes[i]]
    n_w, n_b = F.shape[1] * Q, Q
    n_slack = m if machine == "crammer-singer" else len(rows)
    n = n_w + n_b + n_slack

    def score(i, k):  # h_k(x_i) as a row
        row = np.zeros(n)
        row[k:n_w:Q] = F[i]
        row[n_w + k] = 1.0
        return row

    G, h = [], []
    for r, (i, k) in enumerate(rows):
        slack = n_w + n_b + (i if machine == "crammer-singer" else r)
        if machine in ("weston-watkins", "crammer-singer"):
            row, right = score(i, k) - score(i, codes[i]), -1.0
        else:
            row, right = score(i, k), -1.0 / (Q - 1)
        row[slack] -= 1.0
        G.append(row)
        h.append(right)
    P, q = np.zeros((n, n)), np.zeros(n)
    P[:n_w, :n_w] = np.eye(n_w)
    if machine == "msvm2":
        for start in range(n_w + n_b, n, Q - 1):
            P[start : start + Q - 1, start : start + Q - 1] = 2.0 * C * (np.eye(Q - 1) + np.ones((Q - 1, Q - 1)))
    else:
        q[n_w + n_b :] = C
        for slack in range(n_w + n_b, n):
            row = np.zeros(n)
            row[slack] = -1.0
            G.append(row)
            h.append(0.0)
    A, right = equalities(machine, n, n_w, Q, F.shape[1])
    answer = solvers.qp(
        matrix(P), matrix(q), matrix(np.array(G)), matrix(np.array(h)), matrix(A), matrix(right), kktsolver="ldl",
        options=OPTIONS,
    )  # fmt: skip
    assert (answer["relative gap"] or 0.0) < 1e-7, answer["status"]
    x = np.array(answer["x"]).ravel()
    W, b = x[:n_w].reshape(-1, Q), x[n_w : n_w + n_b]
    return Primal(float(0.5 * x @ P @ x + q @ x), W, b, F @ W + b)


def equalities(machine, n, n_w, Q, r):
    """Σ_k b_k = 0, or b = 0; and Σ_k w_k = 0, which the first two machines have anyway."""
    rows = []
    if machine == "crammer-singer":
        rows += [np.eye(n)[n_w + k] for k in range(Q)]
    else:
        rows.append(np.isin(np.arange(n), n_w + np.arange(Q)).astype(float))
    for j in range(r if machine in ("lee-lin-wahba", "msvm2") else 0):
        rows.append(np.isin(np.arange(n), j * Q + np.arange(Q)).astype(float))
    return np.array(rows), np.zeros((len(rows), 1))


def factor(K):
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-11 * values[-1]
    return vectors[:, kept] * np.sqrt(values[kept])
