"""Normal probabilities: of one variable, of two that are correlated, and of an event that was counted (Wilson)."""

import math

import numpy as np
from scipy.special import ndtr, ndtri, owens_t

from svmlab import validation


def density(x):
    """The standard normal density; 0 at ±∞."""
    return math.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)


def bivariate_normal(h, k, rho):
    """P(U ≤ h, V ≤ k) for standard normal U, V of correlation ρ, by Owen's T function (Owen 1956)."""
    if rho >= 1.0 - 1e-15:
        return float(ndtr(min(h, k)))
    if rho <= -1.0 + 1e-15:
        return float(max(0.0, ndtr(h) + ndtr(k) - 1.0))
    root = math.sqrt((1.0 - rho) * (1.0 + rho))
    if h == 0 and k == 0:
        return 0.25 + math.asin(rho) / (2.0 * math.pi)
    tails = sum(_owen(x, y, rho, root) for x, y in ((h, k), (k, h)))
    split = 0.5 if (h < 0) != (k < 0) else 0.0
    return float(min(1.0, max(0.0, 0.5 * (ndtr(h) + ndtr(k)) - tails - split)))


def _owen(h, k, rho, root):
    """T(h, (k/h - ρ)/√(1-ρ²)); as h -> +0 the second argument tends to ±∞, where T(0, ±∞) = ±1/4."""
    if h == 0:
        return math.copysign(0.25, k)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return float(owens_t(h, (np.float64(k) / h - rho) / root))


def wilson(errors, n, confidence=0.95):
    """(estimate, low, high) of a probability from ``errors`` in n trials (Wilson 1927)."""
    n = validation.integer("n", n, at_least=1)
    z = float(ndtri(0.5 + 0.5 * validation.probability("confidence", confidence)))
    p = errors / n
    middle, spread = p + z**2 / (2 * n), z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    low, high = (middle - spread) / (1 + z**2 / n), (middle + spread) / (1 + z**2 / n)
    return p, low if errors > 0 else 0.0, high if errors < n else 1.0
