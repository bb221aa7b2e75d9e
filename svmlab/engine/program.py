"""The dual program that both machines share, the certificate of a solution, and the rule for the intercept.

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

CERTIFIED = 1e-8  # relative size of duality gap and KKT residual below which a solution counts as certified
TINY = 1e-290  # a squared distance in feature space below which points are equal
ROUNDING = 1e-15  # relative size, in a kernel matrix, of what is rounding only
EPS, EPS_LONG = float(np.finfo(float).eps), float(np.finfo(np.longdouble).eps)
LONGEST = 1000 if EPS_LONG < 1e-3 * EPS else 0  # points up to which a certificate is measured in long doubles
KEPT = "centred", "long", "sizes", "diagonal", "own", "identical"  # what does not depend on the bounds


@dataclass(frozen=True)
class DualProgram:
    """min ½ αᵀHα - 1ᵀα, Eᵀα = 0, 0 ≤ α ≤ upper, with n variables on m points.

    K : (m, m) kernel matrix; example, head, tail : (n,) integers; E : (n, 1) or (n, Q); upper : (n,), may be inf;
    place : (m,) the first point identical to each, see ``identical_points``, or None where none counts as identical;
    absorbed : (m,) q of κ(x, z) = K + p(x) + q(z) where K is relative to a centre; it goes into b alone;
    ridge : (m,) what K has on its diagonal beside the kernel, or None;
    roundings : how many units of rounding an entry of K may be off, see ``Kernel.roundings``;
    exact : () -> (m, m) K without its ridge in long doubles, or None where nobody knows it better.
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

    @cached_property
    def centred(self):
        """(offset, K about the mean of the points); see ``centred``."""
        return centred(self.K)

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
        ridge = 0.0 if self.ridge is None else np.diag(self.ridge)
        return tuple(np.sqrt(np.abs(K - ridge).max(axis=1)) for K in (self.K, self.centred[1]))

    def uncertainty(self, B, eps=EPS):
        """(n,) by how much rounding may have moved the margins of coefficients B (m, q), that of K included."""
        B, error = np.abs(B).astype(float), 0.0
        for size, units in zip(self.sizes, (self.roundings + 4.0, 8.0 + np.sqrt(len(B))), strict=True):
            error = error + units * size[:, None] * (size @ B)
        if self.ridge is not None:
            error = error + 4.0 * self.ridge[:, None] * B
        return eps * np.einsum("vq,vq->v", np.abs(self.E), error[self.example])

    @property
    def lever(self):
        """(m,) what a unit of the coefficient of each point takes from b: its distance from the origin."""
        offset = self.centred[0]
        return offset if self.absorbed is None else offset + self.absorbed

    @property
    def n_classes(self):
        """Q; the nodes of the graph whose arcs are the dual variables."""
        return max(2, self.E.shape[1])

    @property
    def ties(self):
        """Number of independent equality constraints Eᵀα = 0: one for two classes, else Q - 1."""
        return max(1, self.E.shape[1] - 1)

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

    def scores(self, alpha):
        """(m, q) scores K B without intercept, from the rows of K that count."""
        B = self.coefficients(alpha)
        used = B.any(axis=1).nonzero()[0]
        if 2 * len(used) > len(B):
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


@dataclass(frozen=True)
class Solution:
    """A solution of a dual program that certifies itself.

    It is certified where gap and rounding together are at most 1e-8 of the objective, and no margin misses what its
    multiplier asks for by more than 1e-8 of 1, rounding included. Rounding is bounded from the sizes of all sums, and
    of the terms of the kernel; what is not finite, or a negative ‖w‖², is never certified.

    alpha (n,), b (q,), limits (Q, Q): ``limits[k, l]`` is the tight upper limit of b_k - b_l, see ``interval``;
    b_relative (q,): the intercept that belongs to the program's own K, see ``DualProgram.absorbed``.
    primal, dual: the two objectives; duality_gap: their difference; highest, lowest: limits of the optimum, rounding
    included; between: their difference; relative_gap: that over the dual objective.
    residuals: largest violation of each Karush-Kuhn-Tucker condition, with what rounding may add: margins relative to
    1, the constraints on α to its own bound and to the largest multiplier; kkt_residual: the largest of them.
    """

    program: DualProgram
    alpha: np.ndarray
    b: np.ndarray
    limits: np.ndarray
    margins: np.ndarray
    squared_norm: float
    primal: float
    dual: float
    highest: float
    lowest: float
    between: float
    residuals: dict
    b_relative: np.ndarray
    exchanges: int = 0
    note: str = ""

    @property
    def duality_gap(self):
        return self.primal - self.dual

    @property
    def relative_gap(self):
        size = abs(self.dual)
        between = max(abs(self.between), abs(self.duality_gap))
        return between / size if size > 0 and np.isfinite(between) else np.inf

    @property
    def rounding(self):
        """How far rounding may have moved the objective, relative to it."""
        return max(0.0, self.relative_gap - abs(self.duality_gap) / (abs(self.dual) or 1.0))

    @property
    def kkt_residual(self):
        return float(np.max(list(self.residuals.values())))  # NaN where one is

    @property
    def worst(self):
        """The larger of ``kkt_residual`` and ``relative_gap``, infinite where one is no number."""
        worst = max(self.kkt_residual, self.relative_gap)
        return worst if worst == worst else np.inf

    @property
    def certified(self):
        return self.worst <= CERTIFIED

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        measured = f"relative duality gap {self.relative_gap:.1e}, largest KKT residual {self.kkt_residual:.1e}"
        if self.certified:
            return f"certified: {measured}" + (f"; {self.note}" if self.note else "")
        worst = max(self.residuals, key=self.residuals.get)
        advice = "standardise the features, or try a smaller C or a kernel matrix of smaller range"
        return f"not certified: {measured} ({worst}); {advice}" + (f"; {self.note}" if self.note else "")


def certify(program, alpha, exchanges=0, note=""):
    """Complete α (n,) to a Solution: identical points and the intercept by their rules, both objectives, each KKT
    residual, and what rounding may have done to each; in long doubles where doubles leave that open."""
    alpha = program.canonical(alpha)
    solution = _measured(program, alpha, alpha, program.centred, EPS, exchanges, note)
    if solution.certified or program.exact is None or len(program.K) > LONGEST or not np.isfinite(alpha).all():
        return solution
    longer = _measured(program, alpha, alpha.astype(np.longdouble), program.long, EPS_LONG, exchanges, note)
    return longer if longer.worst <= solution.worst else solution


def _measured(program, alpha, exactly, matrix, eps, exchanges, note):
    """The Solution of alpha (n,), by arithmetic with the precision of ``exactly``, the same numbers."""
    offset, K = matrix
    B = program.coefficients(exactly)
    with np.errstate(all="ignore"):  # what is not finite is not certified
        scores = K @ B
        H_alpha = program.along(scores)
        limits, b = program.intercepts(alpha, H_alpha)
        margins = program.along(scores + b)
        unsure = program.uncertainty(B, eps) + eps * np.abs(b).max()
        active = program.upper > 0
        at_zero, at_upper = (alpha <= 0) & active, (alpha >= program.upper) & active
        free = active & ~at_zero & ~at_upper
        tied = np.abs(program.E.T @ exactly).astype(float)
        found = objectives(
            program.upper, exactly, H_alpha, margins, unsure, unsure, at_upper, eps, float(tied @ np.abs(b))
        )

        def largest(values):
            return max(0.0, float(values.max(initial=0.0)))

        residuals = {
            "α = 0 needs margin ≥ 1": largest((1.0 - margins + unsure)[at_zero]),
            "0 < α < C needs margin = 1": largest((np.abs(margins - 1.0) + unsure)[free]),
            "α = C needs margin ≤ 1": largest((margins - 1.0 + unsure)[at_upper]),
            "Eᵀα = 0": float(tied.max()) / (float(np.abs(alpha).max(initial=0.0)) or 1.0),
            "0 ≤ α ≤ C": largest(
                np.maximum(-alpha, alpha - program.upper)[active] / np.minimum(program.upper, 1e300)[active]
            ),
        }
        # the data's distance from the origin belongs to the intercept alone
        relative = b - offset @ B
        shift = relative - b if program.absorbed is None else relative - b - program.absorbed @ B
        values = (_balanced(b + shift), _shifted(limits, -shift), margins)
    b, limits, margins = (value.astype(float) for value in values)
    relative = _balanced(relative).astype(float)
    return Solution(program, alpha, b, limits, margins, *found, residuals, relative, exchanges, note)


def objectives(upper, alpha, H_alpha, margins, unsure, doubt, at_upper, eps=EPS, untied=0.0):
    """(‖w‖², primal, dual, an upper and a lower limit of the optimum); ``untied``: what Eᵀα ≠ 0 takes from the dual.

    alpha, H_alpha and their uncertainty ``unsure`` (n,); upper, margins, their uncertainty ``doubt`` and whether the
    multiplier is at its bound, for each slack.
    The upper one is the primal objective of (w, b)/(1 - v), where the margins of all points whose α is below its bound
    are at least 1, rounding included, so that only the others have slack: v is what they are short of at the most. Or,
    where that is smaller, only those without a bound.
    """
    squared_norm = alpha @ H_alpha
    terms = alpha * unsure + eps * (8.0 + np.sqrt(len(alpha))) * np.abs(alpha * H_alpha)
    off = float(terms.sum())
    if -off <= squared_norm < 0.0:
        squared_norm = 0.0
    soft, counts = np.isfinite(upper), upper > 0
    slack = np.maximum(0.0, 1.0 - margins)
    total = alpha.sum()
    dual = total - 0.5 * squared_norm
    primal = 0.5 * squared_norm + upper[soft] @ slack[soft]
    lowest = dual - 0.5 * off - eps * (8.0 + np.sqrt(len(alpha))) * total - untied
    highest = np.inf
    for without_slack in (counts & ~at_upper, counts & ~soft):
        short = max(0.0, (1.0 - margins + doubt)[without_slack].max(initial=0.0))
        slacking = soft & ~without_slack
        if short < 0.5 and squared_norm >= 0.0:
            longer = 1.0 / (1.0 - short)
            lack = np.maximum(0.0, 1.0 - longer * (margins - doubt))[slacking]
            if short < CERTIFIED:  # the same solution, up to rounding
                shorter = np.maximum(0.0, 1.0 - longer * margins)[slacking]
                primal = min(primal, max(dual, 0.5 * squared_norm * longer**2 + upper[slacking] @ shorter))
            highest = min(highest, 0.5 * (squared_norm + off) * longer**2 + upper[slacking] @ lack)
    return tuple(float(value) for value in (squared_norm, primal, dual, highest, lowest, highest - lowest))


def centred(K):
    """(offset, K_c): the kernel matrix about the mean of the points, K = K_c + offset 1ᵀ + 1 offsetᵀ.

    No machine sees the difference, save in b, because each column of B sums to zero; but far from the origin K
    is a small difference of large numbers, and K_c is not. What is left of equal points is rounding, and made 0.
    """
    mean = K.mean(axis=0)
    offset = mean - 0.5 * mean.mean()
    K_c = K - offset[:, None] - offset[None, :]
    if np.abs(K_c.diagonal()).max(initial=0.0) <= max(ROUNDING * np.abs(K).max(initial=0.0), TINY):
        K_c = np.zeros_like(K)
    return offset, K_c


def _balanced(b):
    """Many intercepts sum to zero; one is what it is."""
    return b if len(b) == 1 else b - b.mean()


def _shifted(limits, shift):
    """Limits of b - shift, from those of b."""
    node = np.array([0.0, shift[0]]) if len(shift) == 1 else shift
    return limits - node[:, None] + node[None, :]


def intercept_limits(program, alpha, H_alpha):
    """(Q, Q) tight upper limits of b_k - b_l over all optimal intercepts.

    A variable at 0 asks for b_head - b_tail ≥ 1 - (Hα)_v, one at its upper bound for ≤, a free one for both:
    difference constraints, made tight by shortest paths (Floyd and Warshall).
    """
    Q = program.n_classes
    needed = 1.0 - H_alpha
    active = program.upper > 0
    below, above = active & (alpha < program.upper), active & (alpha > 0)
    limits = np.full((Q, Q), np.inf)
    np.minimum.at(limits, (program.tail[below], program.head[below]), -needed[below])
    np.minimum.at(limits, (program.head[above], program.tail[above]), needed[above])
    np.fill_diagonal(limits, 0.0)
    for k in range(Q):
        limits = np.minimum(limits, limits[:, [k]] + limits[[k], :])
    np.fill_diagonal(limits, 0.0)
    return limits


def intercept(program, limits):
    """One optimal intercept by a rule that is feasible, symmetric in the classes and sums to zero.

    The mean, over all classes c, of the highest and of the lowest b with b_c = 0; the midpoint for two classes.
    """
    if not np.isfinite(limits).all():
        return np.full(program.E.shape[1], np.nan)
    highest, lowest = limits, -limits.T
    if program.one_variable_per_point:
        return np.array([0.5 * (highest[1, 0] + lowest[1, 0])])
    potentials = np.hstack([highest, lowest])
    b = (potentials - potentials.mean(axis=0)).mean(axis=1)
    return b - b.mean()


def interval(limits):
    """(Q, Q, 2) lower and upper limits of b_k - b_l; the two coincide where the intercept is unique."""
    lower, upper = -limits.T, limits
    crossed = lower > upper  # by rounding only
    middle = 0.5 * (lower + upper)
    return np.stack([np.where(crossed, middle, lower), np.where(crossed, middle, upper)], axis=-1)
