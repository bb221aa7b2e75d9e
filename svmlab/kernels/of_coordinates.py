"""Kernels that look at one coordinate after the other: histograms compared, and products of some coordinates."""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.kernels.kernel import Kernel


@dataclass(frozen=True)
class HistogramIntersection(Kernel):
    """κ(x, z) = Σ_j min(x_j, z_j), for x_j ≥ 0: what two histograms have in common.

    Of whole numbers it is the scalar product of x written in strokes, 3 as 1110000...; hence it is positive
    semi-definite. Swain and Ballard 1991; Barla, Odone and Verri 2003.
    """

    def _matrix(self, X, Z):
        X, Z = (validation.not_negative_points(self, points) for points in (X, Z))
        return sum(np.minimum.outer(x, z) for x, z in zip(X.T, Z.T, strict=True))

    def _without(self, X, Z, centre):
        """-½ Σ_j |x_j - z_j|, for min(x, z) = ½ (x + z - |x - z|)."""
        return -0.5 * sum(np.abs(np.subtract.outer(x, z)) for x, z in zip(X.T, Z.T, strict=True))

    def absorbed(self, Z, centre):
        return 0.5 * np.asarray(Z).sum(axis=1)

    def typed(self, d):
        return " + ".join(f"min(x{j}, z{j})" for j in range(1, d + 1))

    def roundings(self, d):
        return d

    def _diagonal(self, X):
        return validation.not_negative_points(self, X).sum(axis=1)


@dataclass(frozen=True)
class AllSubsets(Kernel):
    """κ(x, z) = Π_j (1 + x_j z_j) = Σ_A Π_{j∈A} x_j z_j over all sets A of coordinates: 2^d features Π_{j∈A} x_j.

    Shawe-Taylor and Cristianini 2004, section 9.2.
    """

    def feature_dimension(self, d):
        return 2**d

    def _matrix(self, X, Z):
        return math.prod(1.0 + np.multiply.outer(x, z) for x, z in zip(X.T, Z.T, strict=True))

    def typed(self, d):
        return "*".join(f"(1 + x{j}*z{j})" for j in range(1, d + 1))

    def roundings(self, d):
        return 3 * d

    def _diagonal(self, X):
        return np.prod(1.0 + X * X, axis=1)


@dataclass(frozen=True)
class ANOVA(Kernel):
    """κ(x, z) = Σ_{j_1 < ... < j_D} Π_s x_{j_s} z_{j_s}: products of D = ``degree`` different coordinates.

    The polynomial kernel without its squares: binomial(d, D) features. Computed in D d steps a pair: with s coordinates
    chosen among the first j, κ_s^j = κ_s^{j-1} + x_j z_j κ_{s-1}^{j-1}. Shawe-Taylor and Cristianini 2004, section 9.2.
    """

    degree: int = 2

    def __post_init__(self):
        validation.integer("degree", self.degree, at_least=1)

    def feature_dimension(self, d):
        return math.comb(d, self.degree)

    def _matrix(self, X, Z):
        return self._sum(np.multiply.outer(x, z) for x, z in zip(X.T, Z.T, strict=True))

    def _sum(self, products):
        """Sum of the products of ``degree`` of these arrays."""
        products = list(products)
        validation.coordinates_to_choose(self, self.degree, len(products))
        sums = [np.ones_like(products[0])] + [np.zeros_like(products[0]) for _ in range(self.degree)]
        for product in products:
            for s in range(self.degree, 0, -1):
                sums[s] += product * sums[s - 1]
        return sums[-1]

    def typed(self, d):
        chosen = itertools.combinations(range(1, d + 1), self.degree)
        return " + ".join("*".join(f"x{j}*z{j}" for j in some) for some in chosen) or None

    def roundings(self, d):
        return 2 * self.degree + d

    def _diagonal(self, X):
        return self._sum(x * x for x in X.T)
