"""Kernels of points by a formula, each with a name: what menus offer, scenes save and the page evaluates."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from svmlab import validation
from svmlab.kernels.kernel import Kernel, digits

LARGE = 1e150  # coordinate from which on the square of a distance may be no double
FAR = 1e3  # ‖x - c‖² / 2σ² above which a Gaussian in single precision is computed in double first


def distances(X, Z, metric="euclidean"):
    """(n, p) distances, or their squares, with the precision of X."""
    if X.dtype != np.longdouble:
        return cdist(X, Z, metric)
    squares = sum((x[:, None] - z[None, :]) ** 2 for x, z in zip(X.T, Z.T, strict=True))
    return squares if metric == "sqeuclidean" else np.sqrt(squares)


@dataclass(frozen=True)
class Linear(Kernel):
    """κ(x, z) = ⟨x, z⟩."""

    name = title = "linear"

    def feature_dimension(self, d):
        return d

    def _matrix(self, X, Z):
        return X @ Z.T

    def _without(self, X, Z, centre):
        return (X - centre) @ (Z - centre).T

    def absorbed(self, Z, centre):
        return (np.asarray(Z) - centre) @ centre

    def single(self, X, centre):
        X = (X - centre).astype(np.float32)
        return lambda rows, columns: X[rows] @ X[columns].T

    def typed(self, d):
        return "dot(x, z)"

    def roundings(self, d):
        return d + 2

    def _diagonal(self, X):
        return np.einsum("ij,ij->i", X, X)


@dataclass(frozen=True)
class Polynomial(Kernel):
    """κ(x, z) = (γ ⟨x, z⟩ + r)^degree; homogeneous with ``coef0`` r = 0, inhomogeneous with r > 0."""

    name = title = "polynomial"
    degree: int = 3
    gamma: float = 1.0
    coef0: float = 1.0

    def __post_init__(self):
        validation.integer("degree", self.degree, at_least=1)
        validation.positive("gamma", self.gamma)
        validation.finite("coef0", self.coef0)

    @property
    def positive_semidefinite(self):
        return self.coef0 >= 0

    def feature_dimension(self, d):
        """binomial(d + p, p) monomials of degree up to p; homogeneous, binomial(d + p - 1, p) of degree p."""
        if not self.positive_semidefinite:
            return math.inf
        return math.comb(d + self.degree - (self.coef0 == 0), self.degree)

    def _matrix(self, X, Z):
        return (self.gamma * (X @ Z.T) + self.coef0) ** self.degree

    def _without(self, X, Z, centre):
        return self.gamma * ((X - centre) @ (Z - centre).T) if self.degree == 1 else self._matrix(X, Z)

    def absorbed(self, Z, centre):
        if self.degree > 1:
            return super().absorbed(Z, centre)
        return self.gamma * ((np.asarray(Z) - centre) @ centre) + self.coef0

    def typed(self, d):
        return f"({digits(self.gamma)}*dot(x, z) + {digits(self.coef0)})**{self.degree}"

    def roundings(self, d):
        return self.degree * (d + 4)

    def _diagonal(self, X):
        return (self.gamma * np.einsum("ij,ij->i", X, X) + self.coef0) ** self.degree


@dataclass(frozen=True)
class Gaussian(Kernel):
    """κ(x, z) = exp(-‖x - z‖² / 2σ²), by its width σ; scikit-learn's ``gamma`` is 1/(2σ²)."""

    name, title = "gaussian", "Gaussian"
    sigma: float = 1.0
    largest_diagonal = 1.0

    def __post_init__(self):
        validation.positive("sigma", self.sigma)

    @property
    def gamma(self):
        """γ = 1/(2σ²), the parameter of scikit-learn's and libsvm's "rbf" kernel."""
        return 1.0 / (2.0 * self.sigma**2) if self._squared else 0.5 * (1.0 / self.sigma) * (1.0 / self.sigma)

    @property
    def _squared(self):
        """Whether σ² is a double."""
        return 1e-150 < self.sigma < LARGE

    def _matrix(self, X, Z):
        exponent = self._exponent(X, Z)
        return np.exp(exponent, out=exponent)

    def _without(self, X, Z, centre):
        exponent = self._exponent(X, Z)
        return np.expm1(exponent, out=exponent)

    def absorbed(self, Z, centre):
        return np.ones(len(Z))

    def single(self, X, centre):
        """By ‖x‖² + ‖z‖² - 2⟨x, z⟩ about the centre, where that keeps three digits or more of the exponent."""
        F = np.sqrt(self.gamma) * (X - centre)
        squares = np.einsum("ij,ij->i", F, F)
        if not squares.max(initial=0.0) < FAR:
            return super().single(X, centre)
        F, squares = F.astype(np.float32), squares.astype(np.float32)

        def values(rows, columns):
            exponent = 2.0 * (F[rows] @ F[columns].T)
            exponent -= squares[rows][:, None]
            exponent -= squares[columns]
            return np.expm1(np.minimum(exponent, 0.0, out=exponent), out=exponent)

        return values

    def _exponent(self, X, Z):
        """(n, p) -‖x - z‖² / 2σ², also where a square is no double."""
        unit = max(float(np.abs(X).max(initial=0.0)), float(np.abs(Z).max(initial=0.0))) or 1.0
        if self._squared and unit < LARGE:
            squares = distances(X, Z, "sqeuclidean")
            return np.multiply(squares, -self.gamma, out=squares)
        with np.errstate(over="ignore"):
            return -0.5 * (distances(X / unit, Z / unit) * (unit / self.sigma)) ** 2

    def typed(self, d):
        return f"exp(-norm(x - z)**2/(2*{digits(self.sigma)}**2))"

    def roundings(self, d):
        return d + 6

    def _diagonal(self, X):
        return np.ones(len(X))


@dataclass(frozen=True)
class Laplace(Kernel):
    """κ(x, z) = exp(-‖x - z‖ / σ), the exponential kernel (Vert 2001, 5.4.2 prints it as the Gaussian)."""

    name, title = "laplace", "Laplace"
    sigma: float = 1.0
    largest_diagonal = 1.0

    def __post_init__(self):
        validation.positive("sigma", self.sigma)

    def _matrix(self, X, Z):
        return np.exp(-distances(X, Z) / self.sigma)

    def _without(self, X, Z, centre):
        return np.expm1(-distances(X, Z) / self.sigma)

    def absorbed(self, Z, centre):
        return np.ones(len(Z))

    def typed(self, d):
        return f"exp(-norm(x - z)/{digits(self.sigma)})"

    def roundings(self, d):
        return d + 6

    def _diagonal(self, X):
        return np.ones(len(X))


@dataclass(frozen=True)
class Sigmoid(Kernel):
    """κ(x, z) = tanh(γ ⟨x, z⟩ + r); not positive semi-definite in general, whatever γ and r."""

    name = title = "sigmoid"
    gamma: float = 1.0
    coef0: float = 0.0
    positive_semidefinite = False

    def __post_init__(self):
        validation.positive("gamma", self.gamma)
        validation.finite("coef0", self.coef0)

    def _matrix(self, X, Z):
        return np.tanh(self.gamma * (X @ Z.T) + self.coef0)

    def typed(self, d):
        return f"tanh({digits(self.gamma)}*dot(x, z) + {digits(self.coef0)})"

    def roundings(self, d):
        return d + 6

    def _diagonal(self, X):
        return np.tanh(self.gamma * np.einsum("ij,ij->i", X, X) + self.coef0)


OF_POINTS = (Linear, Polynomial, Gaussian, Laplace, Sigmoid)  # what menus offer, scenes save and the page evaluates


class Parameter(NamedTuple):
    """A parameter of named kernels in formulas and menus.

    symbol : in a formula; label : of its slider; usual : where that begins
    low, high, step : its ends, and from one value to the next; without a step, the ends are powers of ten
    """

    symbol: str
    label: str
    usual: float
    low: float
    high: float
    step: float | None = None


PARAMETERS = {
    "sigma": Parameter("σ", "width σ", 1.0, -1.5, 1.5),
    "gamma": Parameter("γ", "factor γ", 1.0, -2, 1),
    "degree": Parameter("degree", "degree", 3, 1, 10, 1),
    "coef0": Parameter("r", "const. r", 1.0, -3.0, 5.0, 0.1),
}
