"""The toy problem of Guermeur, Maumy and Sur 2005, section 5, in closed form: isotropic Gaussians in the plane.

Every risk here is exact up to quadrature of a smooth function of one angle: along a ray from the mean of a class
the places where it wins are intervals, and the mass of an isotropic Gaussian on an interval of a ray is
exp(-r₁²/2s) - exp(-r₂²/2s), s the variance. The linear classifier with three classes has a second route: its
regions are wedges, whose masses are bivariate normal probabilities (Owen's T function).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import minimize
from scipy.special import ndtr, owens_t

from svmlab import datasets, validation

ANGLES = 20_000  # of the quadrature; doubling it changes a risk by less than 1e-8


@dataclass(frozen=True)
class GaussianProblem:
    """Q isotropic Gaussian classes in the plane: means (Q, 2), variances (Q,) of each coordinate, priors (Q,)."""

    means: np.ndarray
    variances: np.ndarray
    priors: np.ndarray

    def __init__(self, means=datasets.THREE_MEANS, variances=datasets.THREE_VARIANCES, priors=None):
        means, variances = np.asarray(means, dtype=float), np.asarray(variances, dtype=float)
        priors = np.full(len(means), 1.0 / len(means)) if priors is None else np.asarray(priors, dtype=float)
        validation.gaussian_classes(means, variances, priors)
        for name, value in (("means", means), ("variances", variances), ("priors", priors)):
            object.__setattr__(self, name, value)

    @property
    def n_classes(self):
        return len(self.means)

    def sample(self, m, random_state=0, *, exact_priors=False):
        """(X (m, 2), y (m,)): labels drawn by the priors, or in exact proportion as in the source."""
        random = np.random.default_rng(random_state)
        if exact_priors:
            y = np.repeat(np.arange(self.n_classes), np.round(m * self.priors).astype(int))
        else:
            y = random.choice(self.n_classes, size=m, p=self.priors)
        return self.means[y] + np.sqrt(self.variances[y])[:, None] * random.normal(size=(len(y), 2)), y

    # ---------------------------------------------------------------- risks

    def linear_risk(self, W, b):
        """Expected risk of x -> argmax_k ⟨w_k, x⟩ + b_k, W (Q, 2), b (Q,); ties count as errors (Definition 1)."""
        W, b = np.asarray(W, dtype=float), np.asarray(b, dtype=float)
        return self._risk(np.zeros(self.n_classes), W, b)

    def wedge_risk(self, W, b):
        """The same for three classes by bivariate normal probabilities: the other route."""
        W, b = np.asarray(W, dtype=float), np.asarray(b, dtype=float)
        validation.three_classes(self.n_classes)
        right = 0.0
        for k in range(3):
            rivals = [l for l in range(3) if l != k]
            normals = W[k] - W[rivals]
            lengths = np.linalg.norm(normals, axis=1)
            if (lengths == 0).any():
                return self.linear_risk(W, b)
            heights = (normals @ self.means[k] + b[k] - b[rivals]) / (lengths * np.sqrt(self.variances[k]))
            cosine = float(normals[0] @ normals[1] / lengths.prod())
            right += self.priors[k] * bivariate_normal(*heights, cosine)
        return 1.0 - right

    @cached_property
    def bayes_risk(self):
        """Expected risk of the Bayes classifier."""
        curvature, slope, constant = self._log_posteriors
        return self._risk(curvature, slope, constant)

    @property
    def _log_posteriors(self):
        """ln π_k p_k(x) = curvature_k ‖x‖² + ⟨slope_k, x⟩ + constant_k."""
        s = self.variances
        constant = np.log(self.priors) - np.log(s) - 0.5 * (self.means**2).sum(axis=1) / s
        return -0.5 / s, self.means / s[:, None], constant

    def _risk(self, curvature, slope, constant):
        """Risk of x -> argmax_k curvature_k ‖x‖² + ⟨slope_k, x⟩ + constant_k."""
        right = [self._right(k, curvature, slope, constant) for k in range(self.n_classes)]
        return float(1.0 - self.priors @ right)

    def _right(self, k, curvature, slope, constant):
        """Probability that a point of class k is recognised: rays from its mean, intervals where it wins."""
        theta = 2.0 * np.pi * (np.arange(ANGLES) + 0.5) / ANGLES
        rays = np.stack([np.cos(theta), np.sin(theta)], axis=1)
        rivals = np.arange(self.n_classes) != k
        a = curvature[k] - curvature[rivals]
        v = slope[k] - slope[rivals]
        mean = self.means[k]
        linear = rays @ (v + 2.0 * a[:, None] * mean).T
        level = a * (mean @ mean) + v @ mean + constant[k] - constant[rivals]
        ends = np.sort(np.concatenate([np.zeros((ANGLES, 1)), _roots(a, linear, level)], axis=1), axis=1)
        ends = np.append(ends, np.full((ANGLES, 1), np.inf), axis=1)
        inside = np.where(np.isinf(ends[:, 1:]), ends[:, :-1] + 1.0, 0.5 * (ends[:, :-1] + ends[:, 1:]))
        r = np.where(np.isfinite(inside), inside, 0.0)[:, :, None]
        wins = (a * r**2 + linear[:, None, :] * r + level > 0).all(axis=2) & np.isfinite(inside)
        survival = np.exp(-0.5 * ends**2 / self.variances[k])
        return float((wins * (survival[:, :-1] - survival[:, 1:])).sum(axis=1).mean())

    # ---------------------------------------------------------------- classifiers

    def bayes_circle(self, k, l):
        """(centre (2,), radius) of the circle where classes k and l are equally likely a posteriori.

        Radius nan where one of them is more likely everywhere; ValueError for equal variances (a line).
        """
        curvature, slope, constant = self._log_posteriors
        a, v, c = curvature[k] - curvature[l], slope[k] - slope[l], constant[k] - constant[l]
        if a == 0:
            raise validation.equal_variances(k, l)
        centre = -0.5 * v / a
        square = centre @ centre - c / a
        return centre, float(np.sqrt(square)) if square >= 0 else float("nan")

    def bayes_predict(self, X):
        """(n,) classes of largest posterior probability."""
        curvature, slope, constant = self._log_posteriors
        X = np.asarray(X, dtype=float)
        return ((X**2).sum(axis=1)[:, None] * curvature + X @ slope.T + constant).argmax(axis=1)

    @cached_property
    def best_linear(self):
        """(W (Q, 2), b (Q,), risk) of the linear classifier of least expected risk, from several beginnings.

        Found by minimising the exact risk; it is not convex, so that the least of the minima found is returned.
        """
        Q = self.n_classes
        risk = self.wedge_risk if Q == 3 else self.linear_risk

        def of(parameters):
            free = parameters.reshape(Q - 1, 3)
            full = np.vstack([free, np.zeros(3)])
            return full[:, :2], full[:, 2]

        best = None
        for pooled in np.quantile(self.variances, [0.0, 0.5, 1.0]):
            W, b = self.means / pooled, np.log(self.priors) - 0.5 * (self.means**2).sum(axis=1) / pooled
            begin = np.column_stack([W - W[-1], b - b[-1]])[:-1].ravel()
            found = minimize(lambda p: risk(*of(p)), begin / np.abs(begin).max(), method="BFGS", options={"gtol": 1e-9})
            polished = minimize(
                lambda p: risk(*of(p)),
                found.x,
                method="Nelder-Mead",
                options={"xatol": 1e-9, "fatol": 1e-13, "maxiter": 4000},
            )
            if best is None or polished.fun < best.fun:
                best = polished
        W, b = of(best.x)
        return W - W.mean(axis=0), b - b.mean(), float(best.fun)

    def monte_carlo(self, predict, n=100_000, random_state=0, confidence=0.95):
        """(estimate, low, high) of the risk of ``predict`` from n drawn points, with Wilson's interval."""
        X, y = self.sample(n, random_state)
        return wilson(int((predict(X) != y).sum()), n, confidence)


def _roots(a, linear, level):
    """Positive roots r of a r² + linear r + level = 0 for each ray and rival; inf where there is none."""
    a, level = np.broadcast_to(a, linear.shape), np.broadcast_to(level, linear.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(linear**2 - 4.0 * a * level)
        q = -0.5 * (linear + np.copysign(root, linear))
        roots = np.concatenate([q / a, level / q], axis=1)
    return np.where(np.isfinite(roots) & (roots > 0), roots, np.inf)


def bivariate_normal(h, k, rho):
    """P(U ≤ h, V ≤ k) for standard normal U, V of correlation ρ, by Owen's T function (Owen 1956)."""
    if rho >= 1.0 - 1e-15:
        return float(ndtr(min(h, k)))
    if rho <= -1.0 + 1e-15:
        return float(max(0.0, ndtr(h) + ndtr(k) - 1.0))
    root = np.sqrt((1.0 - rho) * (1.0 + rho))
    h, k = (v if v != 0 else 1e-300 for v in (h, k))
    split = 0.5 if h * k < 0 else 0.0
    tails = owens_t(h, (k / h - rho) / root) + owens_t(k, (h / k - rho) / root)
    return float(0.5 * (ndtr(h) + ndtr(k)) - tails - split)


def wilson(errors, n, confidence=0.95):
    """(estimate, low, high) of a probability from ``errors`` in n trials (Wilson 1927)."""
    from scipy.stats import norm

    z = norm.ppf(0.5 + 0.5 * confidence)
    p = errors / n
    middle, spread = p + z**2 / (2 * n), z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return p, (middle - spread) / (1 + z**2 / n), (middle + spread) / (1 + z**2 / n)
