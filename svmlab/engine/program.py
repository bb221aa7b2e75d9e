"""The dual program of all machines but Crammer and Singer's; ``certificate`` measures its solutions, ``intercepts`` has
the rule for b.

Every dual variable v belongs to one training point ``example[v]``, a head class (the point's own) and a tail
class (the rival); its row of E is e_head - e_tail for many classes, and the sign ±1 of the point for two::

    minimise ½ αᵀHα - 1ᵀα   subject to   Eᵀα = 0,  0 ≤ α ≤ u,      H = K[example, example] · (E Eᵀ)

With ``B = scatter_add(example, α E)`` the scores are K B + b, and b is the multiplier of Eᵀα = 0.
Two classes: Darcy and Guermeur 2005, Problem 2; many classes: Problem 4. Other machines have other rows of E, see
``sum_to_zero``.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from svmlab.engine import identical_points
from svmlab.engine.intercepts import intercept, intercept_limits

TINY = 1e-290  # a squared distance in feature space below which points are equal
ROUNDING = 1e-15  # relative size, in a kernel matrix, of what is rounding only
EPS = float(np.finfo(float).eps)
BLOCK = 64  # rows of a kernel matrix that are worked on at a time
KEPT = "swept", "long", "sizes", "diagonal", "own", "identical"  # what does not depend on the bounds


@dataclass(frozen=True)
class DualProgram:
    """min ½ αᵀHα - 1ᵀα, Eᵀα = 0, 0 ≤ α ≤ upper, with n variables on m points.

    K : (m, m) kernel matrix; example, head, tail : (n,) integers; E : (n, 1) or (n, Q); upper : (n,), may be inf;
    place : (m,) the first point identical to each, see ``identical_points``, or None where none counts as identical;
    absorbed : (m,) q of κ(x, z) = K + p(x) + q(z) where K is relative to a centre; it goes into b alone;
    ridge : (m,) what K has on its diagonal beside the kernel, or None;
    roundings : how many units of rounding an entry of K may be off, see ``Kernel.roundings``;
    exact : () -> (m, m) K without its ridge in long doubles, or None where nobody knows it better;
    points : the ``primal.Points`` whose linear kernel K is, or None;
    row_sizes : ((m,), (m,)) the ``sizes`` where K cannot tell them: it is never formed, or comes from a larger one.
    """

    K: np.ndarray
    example: np.ndarray
    head: np.ndarray
    tail: np.ndarray
    E: np.ndarray
    upper: np.ndarray
    place: np.ndarray | None = None
    absorbed: np.ndarray | None = None
    ridge: np.ndarray | None = None
    roundings: float = 1.0
    exact: Callable | None = None
    points: object = None
    row_sizes: tuple | None = None

    unit = 1.0  # how many multipliers of the machine's constraints one variable stands for
    boxed = True  # whether 0 ≤ α ≤ upper and Eᵀα = 0 are all that is asked, what the engine follows

    @classmethod
    def biclass(cls, K, y, upper):
        """The program of Darcy and Guermeur 2005, Problem 2; y (m,) holds 0 and 1, upper (m,) the box."""
        return cls(K, np.arange(len(y)), y, 1 - y, (2.0 * y - 1.0)[:, None], upper)

    @classmethod
    def multiclass(cls, K, y, n_classes, upper):
        """The program of Problem 4; y (m,) in 0..Q-1, upper (m,); variables ordered by point, then by rival."""
        own = y[:, None] == np.arange(n_classes)
        example, tail = np.nonzero(~own)
        head = y[example]
        E = np.zeros((len(example), n_classes))
        rows = np.arange(len(example))
        E[rows, head] = 1.0
        E[rows, tail] = -1.0
        return cls(K, example, head, tail, E, upper[example])

    def with_upper(self, upper):
        """The same program with other upper bounds (n,)."""
        other = replace(self, upper=upper)
        other.__dict__.update((k, v) for k, v in self.__dict__.items() if k in KEPT)
        return other

    def with_weights(self, weights, C=1.0):
        """The same program with the bounds of C for points of these weights (m,)."""
        return self.with_upper(C * weights[self.example] / self.unit)

    def without(self, variables):
        """The same program with these variables held at zero: a point left out."""
        upper = self.upper.copy()
        upper[variables] = 0.0
        return self.with_upper(upper)

    def against_last(self, b):
        """(ties,) intercept b (q,) with that of the last class put at zero; b itself for two classes."""
        return b if self.one_variable_per_point else b[:-1] - b[-1]

    def of_last(self, b):
        """(q,) the intercept whose ``against_last`` is b (ties,), with that of the last class at zero."""
        return b if self.one_variable_per_point else np.append(b, 0.0)

    @cached_property
    def swept(self):
        """(offset, K about the mean of the points, largest entries of the rows of both); see ``sweep``."""
        return sweep(self.K)

    @property
    def centred(self):
        """(offset, K about the mean of the points); see ``centred``."""
        return self.swept[:2]

    @cached_property
    def long(self):
        """``centred`` in long doubles, from the kernel itself."""
        K = self.exact()
        if self.ridge is not None:
            K = K + np.diag(self.ridge)
        return centred(K)

    @cached_property
    def sizes(self):
        """((m,), (m,)): roots of the sizes of the rows of K, and of K about the mean, both without the ridge."""
        if self.row_sizes is not None:
            return self.row_sizes
        if self.ridge is None:
            return tuple(map(np.sqrt, self.swept[2:]))
        return tuple(np.sqrt(largest_entries(K - np.diag(self.ridge))) for K in (self.K, self.centred[1]))

    def uncertainty(self, alpha, eps=EPS):
        """(..., n) by how much rounding may have moved the margins of alpha (..., n), that of K included."""
        alpha, E, error = np.abs(alpha).astype(float), np.abs(self.E), 0.0
        for size, units in zip(self.sizes, (self.roundings + 4.0, 8.0 + np.sqrt(len(self.K))), strict=True):
            size = size[self.example]
            error = error + units * size * (alpha @ (size[:, None] * E) @ E.T)
        if self.ridge is not None:
            every = np.arange(len(E)).reshape(len(self.K), -1)  # a point's own, together in H through the ridge
            own = np.einsum("ivq,iwq->ivw", E[every], E[every])
            within = np.einsum("...iv,ivw->...iw", alpha[..., every], own).reshape(alpha.shape)
            error = error + 4.0 * self.ridge[self.example] * within
        return eps * error

    @property
    def lever(self):
        """(m,) what a unit of the coefficient of each point takes from b: its distance from the origin."""
        lever = lever_of(self.centred[0])
        return lever if self.absorbed is None else lever + self.absorbed

    @property
    def n_classes(self):
        """Q; the nodes of the graph whose arcs are the dual variables."""
        return max(2, self.E.shape[1])

    @property
    def ties(self):
        """Number of independent equality constraints Eᵀα = 0: one for two classes, else Q - 1."""
        return max(1, self.E.shape[1] - 1)

    @property
    def of_own(self):
        """(d, τ): what H has among the variables of one point is κ(x, x) d (δ_kl + τ)."""
        return 1.0, 0.0 if self.one_variable_per_point else 1.0

    @property
    def one_variable_per_point(self):
        return self.E.shape[1] == 1

    @cached_property
    def diagonal(self):
        """(n,) diagonal of H."""
        return self.K.diagonal()[self.example] * np.einsum("vq,vq->v", self.E, self.E)

    def column(self, v):
        """(n,) column v of H, from one column of the kernel matrix."""
        if self.one_variable_per_point:
            return self.K[:, v] * (self.E[:, 0] * self.E[v, 0])
        return self.K[:, self.example[v]][self.example] * (self.E @ self.E[v])

    @cached_property
    def own(self):
        """(m,) class of each point, where its variables are Q - 1."""
        return self.head[:: self.E.shape[1] - 1]

    @cached_property
    def identical(self):
        """[(k, c)] variables of identical points that can stand for each other, a row per point, in their order.

        One column where each variable has its bound, one for each rival where they share it.
        """
        if self.place is None:
            return []
        rows = np.arange(len(self.example)).reshape(-1, 1 if self.boxed else self.n_classes - 1)
        rows = rows[np.bincount(self.place)[self.place[self.example[rows[:, 0]]]] > 1]
        kinds = np.column_stack([self.place[self.example[rows[:, 0]]], self.E[rows[:, 0]]])
        kind = np.unique(kinds, axis=0, return_inverse=True)[1].ravel()
        groups = np.split(rows[np.argsort(kind, kind="stable")], np.cumsum(np.bincount(kind)))
        return [group for group in groups if len(group) > 1]

    def canonical(self, alpha):
        """alpha (n,) with the totals of identical points distributed by the rule of ``identical_points``."""
        carrying = [group for group in self.identical if alpha[group].any()]
        if not carrying:
            return alpha
        alpha = alpha.copy()
        for group in carrying:
            alpha[group] = identical_points.filled(alpha[group].sum(axis=0), self.upper[group[:, 0]])
        return alpha

    def coefficients(self, alpha):
        """(m, q) coefficients B of the φ(x_i) in each w_k, from alpha (n,)."""
        if self.one_variable_per_point:
            return alpha[:, None] * self.E
        m = len(self.K)
        B = np.zeros((m, self.E.shape[1]), dtype=alpha.dtype)
        B[self.example, self.tail] = -alpha
        B[np.arange(m), self.own] = alpha.reshape(m, -1).sum(axis=1)
        return B

    def along(self, scores):
        """(n,) values of E against (m, q) scores: y_i f(x_i), or f_head(x_i) - f_tail(x_i)."""
        if self.one_variable_per_point:
            return scores[:, 0] * self.E[:, 0]
        return scores[self.example, self.head] - scores[self.example, self.tail]

    def of_ridge(self, alpha):
        """(n,) what the ridge adds to the margins: what a point says of itself and of no other."""
        if self.ridge is None:
            return np.zeros(len(alpha))
        return self.along(self.ridge[:, None] * self.coefficients(alpha))

    def scores(self, alpha):
        """(m, q) scores K B without intercept, from the rows of K that count."""
        B = self.coefficients(alpha)
        used = B.any(axis=1).nonzero()[0]
        if (3 if B.shape[1] == 1 else 2) * len(used) > len(B):  # rows are copied first, which takes longer than one sum
            return self.K @ B
        return (B[used].T @ self.K[used]).T

    def product(self, alpha):
        """(n,) vector Hα, without forming H."""
        return self.along(self.scores(alpha))

    def products(self, alphas):
        """(P, n) rows Hα for rows α (P, n)."""
        if self.one_variable_per_point:
            signs = self.E[:, 0]
            return self._times_K(alphas * signs) * signs
        P, m = len(alphas), len(self.K)
        B = np.zeros((P, self.n_classes, m))
        B[:, self.tail, self.example] = -alphas
        B[:, self.own, np.arange(m)] = alphas.reshape(P, m, -1).sum(axis=2)
        scores = self._times_K(B.reshape(-1, m)).reshape(B.shape)
        return scores[:, self.head, self.example] - scores[:, self.tail, self.example]

    def _times_K(self, rows):
        """rows (r, m) times K, from the rows of K that count."""
        used = rows.any(axis=0).nonzero()[0]
        if 2 * len(used) > rows.shape[1]:
            return rows @ self.K
        return rows[:, used] @ self.K[used]

    def spanning(self, priority):
        """The variables of highest priority (n,) whose rows of E determine b: a tree of classes (Kruskal).

        Fewer where too few have a priority above -inf; a single one for two classes.
        """
        order = np.argsort(-priority, kind="stable")
        if self.one_variable_per_point:
            return order[:1]
        group = np.arange(self.n_classes)
        tree = []
        for v in order:
            head, tail = group[self.head[v]], group[self.tail[v]]
            if head != tail and priority[v] > -np.inf:
                group[group == head] = tail
                tree.append(v)
                if len(tree) == self.n_classes - 1:
                    break
        return np.array(tree, dtype=np.intp)

    def intercepts(self, alpha, H_alpha):
        """(limits (Q, Q), b (q,)): tight upper limits of all b_k - b_l, and the one of the rule."""
        limits = intercept_limits(self, alpha, H_alpha)
        return limits, intercept(self, limits)

    def scores_of_margins(self, margins):
        """(m, Q) scores that sum to zero for each point, from the margins (n,) of its variables."""
        if self.one_variable_per_point:
            f = margins * self.E[:, 0]
            return np.stack([-0.5 * f, 0.5 * f], axis=1)
        table = np.zeros((len(self.K), self.n_classes))
        table[self.example, self.tail] = margins  # h_own - h_k
        return table.sum(axis=1, keepdims=True) / self.n_classes - table

    def hessian(self):
        """(n, n) matrix H; for small programs and for solvers that want it."""
        return self.K[np.ix_(self.example, self.example)] * (self.E @ self.E.T)


def lever_of(offset):
    """(m,) ⟨., B⟩ is what K B is above K_c B, from ``centred``; what is left of 1ᵀB = 0 by rounding weighs the mean."""
    return offset + offset.mean()


def largest_entries(K):
    """(m,) max |K| of each row of a (m, p) matrix, without a second one for the absolute values."""
    return np.maximum(K.max(axis=1, initial=0.0), -K.min(axis=1, initial=0.0))


def centred(K):
    """(offset, K_c): the kernel matrix about the mean of the points, K = K_c + offset 1ᵀ + 1 offsetᵀ.

    No machine sees the difference, save in b, because each column of B sums to zero; but far from the origin K
    is a small difference of large numbers, and K_c is not. What is left of equal points is rounding, and made 0.
    """
    return sweep(K)[:2]


def sweep(K):
    """(offset, K_c, the largest entries (m,) of the rows of K, and of K_c): K is gone through once, a few rows at a
    time, since with thousands of points it is the memory that takes the time; see ``centred``."""
    mean = K.mean(axis=0)
    offset = mean - 0.5 * mean.mean()
    K_c, largest, largest_c = np.empty_like(K), np.empty_like(offset), np.empty_like(offset)
    for first in range(0, len(K), BLOCK):
        rows = slice(first, first + BLOCK)
        np.subtract(K[rows], offset[rows, None], out=K_c[rows])
        K_c[rows] -= offset
        largest[rows], largest_c[rows] = largest_entries(K[rows]), largest_entries(K_c[rows])
    if np.abs(K_c.diagonal()).max(initial=0.0) <= max(ROUNDING * largest.max(initial=0.0), TINY):
        K_c, largest_c = np.zeros_like(K), np.zeros_like(offset)
    return offset, K_c, largest, largest_c
