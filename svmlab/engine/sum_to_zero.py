"""The dual program of the machines of Lee, Lin and Wahba 2004, and of Guermeur and Monfrini 2011 (M-SVM²).

Their constraints are about one score each, with Σ_k h_k = 0:  h_k(x_i) ≤ -1/(Q-1) + ξ_ik for k ≠ y_i. In units in
which the right-hand side is 1, the variable (i, k) has the row (Q-1)(1/Q · 1 - e_k) of E, which sums to zero too, so
that ``min ½ αᵀHα - 1ᵀα, Eᵀα = 0, 0 ≤ α ≤ u`` is again the program of ``program``, and H the printed
(δ_kl - 1/Q) κ(x_i, x_j) but for the factor (Q-1)². One variable stands for Q-1 multipliers of the printed constraint.
"""

from dataclasses import dataclass

import numpy as np

from svmlab.engine.program import DualProgram


@dataclass(frozen=True)
class SumToZeroProgram(DualProgram):
    """As DualProgram; the tail of a variable is the class whose score it bounds, its head the point's own class."""

    @classmethod
    def multiclass(cls, K, y, n_classes, upper):
        """y (m,) in 0..Q-1; upper (m,) bounds the multipliers of the printed constraints."""
        example, tail = np.nonzero(y[:, None] != np.arange(n_classes))
        E = (n_classes - 1.0) * (1.0 / n_classes - np.eye(n_classes)[tail])
        return cls(K, example, y[example], tail, E, upper[example] / (n_classes - 1.0))

    @property
    def unit(self):
        return self.n_classes - 1.0

    @property
    def of_own(self):
        return self.unit**2, -1.0 / self.n_classes

    def coefficients(self, alpha):
        """(m, Q) coefficients of the φ(x_i) in each w_k, whose rows and columns sum to zero."""
        table = np.zeros((len(self.K), self.n_classes), dtype=alpha.dtype)
        table[self.example, self.tail] = alpha
        return self.unit * (table.mean(axis=1, keepdims=True) - table)

    def along(self, scores):
        """(n,) values of E against (m, Q) scores: -(Q-1) h_tail(x_i)."""
        return self.unit * (scores.mean(axis=1)[self.example] - scores[self.example, self.tail])

    def products(self, alphas):
        """(P, n) rows Hα for rows α (P, n)."""
        table = np.zeros((len(alphas), self.n_classes, len(self.K)))
        table[:, self.tail, self.example] = alphas
        B = self.unit * (table.mean(axis=1, keepdims=True) - table)
        scores = self._times_K(B.reshape(-1, len(self.K))).reshape(B.shape)
        return self.unit * (scores.mean(axis=1)[:, self.example] - scores[:, self.tail, self.example])

    def spanning(self, priority):
        """The variables of highest priority for Q - 1 different classes."""
        order = np.argsort(-priority, kind="stable")
        order = order[priority[order] > -np.inf]
        first = np.sort(np.unique(self.tail[order], return_index=True)[1])
        return order[first[: self.n_classes - 1]].astype(np.intp)

    def intercepts(self, alpha, H_alpha):
        """(limits, b). A variable at 0 bounds b_tail above, one at its upper bound below, a free one both ways.

        b divides the way from its lowest to its highest values, lower_k ≤ b_k ≤ upper_k, in the proportion for which
        Σ_k b_k = 0: feasible, symmetric in the classes, the midpoint for two of them.
        """
        lower, upper = self._intercept_box(alpha, H_alpha)
        if not (np.isfinite(lower) & np.isfinite(upper)).all():
            return np.full((self.n_classes,) * 2, np.inf), np.full(self.n_classes, np.nan)
        width = np.maximum(0.0, upper - lower)
        share = np.clip(-lower.sum() / width.sum(), 0.0, 1.0) if width.any() else 0.5
        b = lower + share * width
        return _differences(lower, upper), b - b.mean()

    def _intercept_box(self, alpha, H_alpha):
        """(lower, upper) (Q,): tight limits of each b_k over all optimal b."""
        needed = (H_alpha - 1.0) / self.unit  # where the margin is 1, b_tail is this
        active = self.upper > 0
        below, above = active & (alpha < self.upper), active & (alpha > 0)
        lower, upper = np.full(self.n_classes, -np.inf), np.full(self.n_classes, np.inf)
        np.minimum.at(upper, self.tail[below], needed[below])
        np.maximum.at(lower, self.tail[above], needed[above])
        rest_lower, rest_upper = _sum_of_others(lower), _sum_of_others(upper)
        return np.maximum(lower, -rest_upper), np.minimum(upper, -rest_lower)

    def scores_of_margins(self, margins):
        """(m, Q) scores, from the margins -(Q-1) h_tail(x_i) of the variables."""
        table = np.zeros((len(self.K), self.n_classes))
        table[self.example, self.tail] = -margins / self.unit
        table[np.arange(len(table)), self.own] = -table.sum(axis=1)
        return table


def _sum_of_others(values):
    """(Q,) sum of all values but one, also where some are infinite."""
    others = np.where(np.eye(len(values), dtype=bool), 0.0, values[None, :])
    return others.sum(axis=1)


def _differences(lower, upper):
    """(Q, Q) largest b_k - b_l over lower ≤ b ≤ upper, Σ b = 0; the limits are tight."""
    Q = len(lower)
    limits = np.zeros((Q, Q))
    for k in range(Q):
        for other in range(Q):
            if k == other:
                continue
            rest = [j for j in range(Q) if j not in (k, other)]
            least, most = -upper[rest].sum(), -lower[rest].sum()  # of b_k + b_other
            together = upper[k] + lower[other]
            limits[k, other] = upper[k] - lower[other] - max(0.0, together - most) - max(0.0, least - together)
    return limits
