"""The numbers of a point left out of a machine for many classes, δ, μ and a path of classes among them."""

from itertools import pairwise

import numpy as np

from svmlab.theory import flows
from svmlab.theory.lemma_audit import LeftOut


class LeftOutOfMany(LeftOut):
    """That of many classes: y the class of p; V (m, Q) coefficients of W⁰ - Wᵖ, and v (Q,) lengths of its w_k."""

    def __init__(self, svm, p):
        self.codes, self.Q = svm.codes_, len(svm.classes_)
        self.program = svm.solution_.program
        super().__init__(svm, p)
        self.y = int(self.codes[p])
        self.V = self.B(self.alpha0) - self.B(self.alphap)
        self.v = self.norms(self.V)

    def table(self, values):
        """(m, Q) from (n,) values of the dual variables, zero in the column of the own class."""
        table = np.zeros((len(self.codes), self.Q))
        table[self.program.example, self.program.tail] = values
        return table

    def B(self, alpha):
        """(m, Q) coefficients of the φ(x_i) in each w_k, (25)."""
        B = -alpha
        B[np.arange(len(B)), self.codes] += alpha.sum(axis=1)
        return B

    def norms(self, B):
        """(Q,) ‖w_k‖ of coefficients."""
        return np.sqrt(np.maximum(0.0, np.einsum("ik,ik->k", B, self.K @ B)))

    def squared(self, alpha):
        """Σ_k ‖w_k‖² of multipliers."""
        return float((self.norms(self.B(alpha)) ** 2).sum())


class MulticlassLeftOut(LeftOutOfMany):
    """Lemma 2's: n the rival class; apn = α_pn, s = s_p, P = P_p, delta = α_pn λᵖ and mu (m, Q).

    U, M (Q,) lengths of the w_k of delta and of mu; w0, wp = ‖W‖²; h0, hp (m, Q) scores
    path, carriers : classes y, ..., n, and the point of each arc
    """

    def __init__(self, svm, p, rival):
        super().__init__(svm, p)
        self.h0, self.hp = self._scores(self.margins0), self._scores(self.marginsp)
        self.scores = self.hp[p]
        ranked = np.delete(np.arange(self.Q), self.y)
        self.n = int(ranked[self.scores[ranked].argmax()]) if rival is None else rival
        self.apn, self.s = float(self.alpha0[p, self.n]), float(self.alpha0[p].sum())
        self.withdrawal = flows.withdrawal(self.alpha0, self.codes, p) if self.s > 0 else None
        self.P = self.withdrawal.cost if self.s > 0 else 0.0
        self.constant = flows.constant_K(svm)
        self.delta, self.mu = self._delta(), self._mu()
        self.U, self.M = self.norms(self.B(self.delta)), self.norms(self.B(self.mu))
        self.w0, self.wp = self.squared(self.alpha0), self.squared(self.alphap)
        self.xi = 1.0 - float(self.marginsp[p, self.n])
        self.path, self.carriers = self.path_to(self.n)

    @property
    def mu2(self):
        """Σ_k ‖μ…‖²."""
        return float((self.M**2).sum())

    @property
    def delta2(self):
        """Σ_k ‖u_k‖², the same of delta."""
        return float((self.U**2).sum())

    def _scores(self, margins):
        """(m, Q) scores, which sum to zero."""
        own = margins.sum(axis=1, keepdims=True) / self.Q
        return own - margins

    def _delta(self):
        """(m, Q) α_pn λ: the row of p and, of each flow between classes, every point's share."""
        delta = np.zeros_like(self.alpha0)
        if self.withdrawal is not None:
            capacity = flows.class_flows(self.alpha0, self.codes, without=self.p)
            with np.errstate(invalid="ignore", divide="ignore"):
                share = np.where(capacity > 0, self.withdrawal.flows / capacity, 0.0)
            delta = self.alpha0 * share[self.codes]
            delta[self.p] = self.alpha0[self.p]
        return delta

    def _mu(self):
        """(m, Q) there and straight back: 1 at (p, n), and 1 on points of class n towards y, support vectors first."""
        mu, weight = np.zeros_like(self.alpha0), self.svm.sample_weight_ > 0
        mu[self.p, self.n] = 1.0
        of_n = (self.codes == self.n) & weight
        for carries in (self.alpha0[:, self.y], self.alpha0.sum(axis=1), weight.astype(float)):
            share = np.where(of_n, carries, 0.0)
            if share.sum() > 0:
                mu[:, self.y] += share / share.sum()
                return mu
        raise AssertionError("a class without points")

    def path_to(self, n):
        """(classes y, ..., n), (point of each arc): a shortest path by points other than p; empty if there is none."""
        steps = flows.reachable(self.alpha0, self.codes, self.p)
        if np.isinf(steps[n]):
            return (), ()
        arcs = flows.class_flows(self.alpha0, self.codes, without=self.p) > 0
        classes = [n]
        while classes[0] != self.y:
            before = np.flatnonzero(arcs[:, classes[0]] & (steps == steps[classes[0]] - 1))
            classes.insert(0, int(before[0]))
        points = [self._nearest(a, b) for a, b in pairwise(classes)]
        return tuple(classes), tuple(points)

    def _nearest(self, a, b):
        """The point of class a with a multiplier towards b, other than p and nearest to it."""
        points = np.flatnonzero((self.codes == a) & (self.alpha0[:, b] > 0))
        points = points[points != self.p]
        return int(points[self.squared_distances(points).argmin()])
