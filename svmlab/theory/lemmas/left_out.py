"""The numbers of a point left out of a machine for two classes, λᵖ and μᵖ among them, that all proofs share."""

from functools import cached_property

import numpy as np

from svmlab import validation
from svmlab.engine import small_programs
from svmlab.engine.certificate import CERTIFIED
from svmlab.theory.lemma_audit import LeftOut

CHOICES = ("proportional", "nearest")


class BiclassLeftOut(LeftOut):
    """Lemma 1's: y (m,) ±1, H = K y yᵀ, ap = α_p, lam and mu (m,) with their lengths, w0, wp and v = ‖w⁰ - wᵖ‖."""

    def __init__(self, svm, p, lam, mu):
        super().__init__(svm, p)
        self.y = 2.0 * svm.codes_ - 1.0
        self.H = self.K * np.outer(self.y, self.y)
        self.ap = float(self.alpha0[p])
        self.other = self.y != self.y[p]
        cap = self.alpha0 / self.ap if self.ap > 0 else np.full(len(self.y), np.inf)
        self.cap = np.where(self.other, cap, 0.0)
        carriers = self.other & (self.alpha0 > 0)
        self.lam = self._direction("lam", lam, self.alpha0, carriers, self.cap)
        self.mu = self._direction("mu", mu, self.alpha0, carriers, np.full(len(self.y), np.inf))
        self.mu_active = self._direction("mu", "proportional", self.alphap, self.other & (self.alphap > 0), None)
        self.lam_norm, self.mu_norm, self.mu_active_norm = map(self._norm, (self.lam, self.mu, self.mu_active))
        self.w0, self.wp, self.v = map(self._norm, (self.alpha0, self.alphap, self.alpha0 - self.alphap))
        self.xi = 1.0 - float(self.marginsp[p])

    @property
    def mu2(self):
        """‖Σ μ_i y_i φ(x_i)‖²."""
        return self.mu_norm**2

    def squared(self, z):
        """‖Σ z_i y_i φ(x_i)‖²; (9)."""
        return float(z @ self.H @ z)

    def _norm(self, z):
        return max(0.0, self.squared(z)) ** 0.5

    @cached_property
    def beyond(self):
        """Points that carry μ strictly outside the margin of the machine without p."""
        return np.flatnonzero((self.mu > 0) & (self.outside > CERTIFIED * self.unitp))

    @cached_property
    def partner(self):
        """The support vector of p's class nearest to p, or None."""
        return self._closest(~self.other & (self.alpha0 > 0))

    @cached_property
    def companion(self):
        """z of step 2: a support vector where y_p g ≤ 0, nearest to p and first of all of p's class, or None."""
        over, room = self.marginsp - 1.0, CERTIFIED * self.unitp
        mate = self._closest(~self.other & (self.alpha0 > 0) & (over >= -room))
        return mate if mate is not None else self._closest(self.other & (self.alpha0 > 0) & (over <= room))

    def _closest(self, mask):
        points = np.flatnonzero(mask)
        points = points[points != self.p]
        return int(points[self.squared_distances(points).argmin()]) if len(points) else None

    def _direction(self, name, choice, alpha, carriers, cap):
        """(m,) λ or μ: 1 at p, and weights of sum 1 on carriers of the other class."""
        if not isinstance(choice, str):
            values = np.array(choice, dtype=float)
            if values.shape != self.y.shape:
                raise ValueError(f"{name} must have one value per point, {len(self.y)}, got shape {values.shape}")
            return values
        validation.one_of(name, choice, CHOICES)
        z = np.zeros(len(self.y))
        z[self.p] = 1.0
        if choice == "proportional":
            z[carriers] = alpha[carriers] / alpha[carriers].sum()
        else:
            z[carriers] = self._nearest(np.flatnonzero(carriers), cap[carriers])
        return z

    def _nearest(self, carriers, cap):
        """Weights of sum 1, each at most its cap, for which Σ λ_i φ(x_i) is nearest to φ(x_p)."""
        k, capped = len(carriers), np.isfinite(cap)
        G = np.vstack([-np.eye(k), np.eye(k)[capped]])
        h = np.concatenate([np.zeros(k), cap[capped]])
        K = self.K[np.ix_(carriers, carriers)]
        found = small_programs.quadratic_program(
            2.0 * K, -2.0 * self.K[carriers, self.p], G, h, np.ones((1, k)), [1.0]
        ).x
        return np.maximum(0.0, found)
