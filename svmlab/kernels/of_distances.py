"""Kernels of the distance ‖x - z‖ beside the Gaussian and the Laplace kernel, which each of these has as a limit."""

import math
from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.kernels.kernel import Kernel, digits
from svmlab.kernels.of_points import distances

FAR = 2e4  # exp(-FAR) is 0 in a long double


@dataclass(frozen=True)
class RationalQuadratic(Kernel):
    """κ(x, z) = (1 + ‖x - z‖² / 2ασ²)^(-α): Gaussian kernels of all widths, mixed; α → ∞ is that of width σ alone.

    Rasmussen and Williams 2006, eq. (4.19); this α is no multiplier.
    """

    sigma: float = 1.0
    alpha: float = 1.0
    largest_diagonal = 1.0

    def __post_init__(self):
        validation.positive("sigma", self.sigma)
        validation.positive("alpha", self.alpha)

    def _logarithm(self, X, Z):
        scaled = distances(X, Z) / self.sigma
        return -self.alpha * np.log1p(scaled**2 / (2.0 * self.alpha))

    def _matrix(self, X, Z):
        return np.exp(self._logarithm(X, Z))

    def _without(self, X, Z, centre):
        return np.expm1(self._logarithm(X, Z))

    def absorbed(self, Z, centre):
        return np.ones(len(Z))

    def typed(self, d):
        sigma, alpha = digits(self.sigma), digits(self.alpha)
        return f"(1 + norm(x - z)**2/(2*{alpha}*{sigma}**2))**(-{alpha})"

    def roundings(self, d):
        return d + 12

    def _diagonal(self, X):
        return np.ones(len(X))


@dataclass(frozen=True)
class Matern(Kernel):
    """κ(x, z) = exp(-t) p!/(2p)! Σ_i (p+i)! / (i! (p-i)!) (2t)^(p-i), t = √(2ν) ‖x - z‖ / σ, ν = p + ½, i = 0, ..., p.

    ν = 1/2 is the Laplace kernel, exp(-t); 3/2 is (1 + t) exp(-t); 5/2 is (1 + t + t²/3) exp(-t); ν → ∞ is the
    Gaussian. Functions of its feature space have derivatives of order less than ν + d/2 only, where the Gaussian's are
    smooth. Rasmussen and Williams 2006, eq. (4.16).
    """

    sigma: float = 1.0
    nu: float = 1.5
    largest_diagonal = 1.0

    def __post_init__(self):
        validation.positive("sigma", self.sigma)
        validation.half_integer("nu", self.nu)

    @property
    def _order(self):
        return int(self.nu)

    @property
    def _powers(self):
        """The factors of 1, t, ..., t^p."""
        p, of = self._order, math.factorial
        return [of(p) * of(2 * p - j) * 2**j / (of(2 * p) * of(p - j) * of(j)) for j in range(p + 1)]

    def _matrix(self, X, Z):
        t = np.minimum(distances(X, Z) * (math.sqrt(2.0 * self.nu) / self.sigma), FAR)
        return np.polynomial.polynomial.polyval(t, self._powers) * np.exp(-t)

    def typed(self, d):
        t = f"({digits(math.sqrt(2.0 * self.nu) / self.sigma)}*norm(x - z))"
        terms = (f"{digits(factor)}*{t}**{j}" for j, factor in enumerate(self._powers))
        return f"({' + '.join(terms)})*exp(-{t})"

    def roundings(self, d):
        return d + 6 + 3 * self._order

    def _diagonal(self, X):
        return np.ones(len(X))
