"""Kernels as small immutable values: ``k(X, Z)`` is the (n, p) matrix κ(x_i, z_j), ``k.diag(X)`` its diagonal.

Kernels compose by arithmetic: sums and products of positive semi-definite kernels, and their multiples by
positive numbers, are positive semi-definite again (Vert 2001, section 5.2)::

    k = 0.5 * Gaussian(sigma=2.0) + Linear() * Polynomial(degree=2)

``k.positive_semidefinite`` is True where theory guarantees it for every set of points, and False where it
does not; the machines then look at the eigenvalues of the matrix itself.

To add one with a name: its class and its place in ``NAMED``, a parameter that no other has in ``PARAMETERS``, and its
formula for the page, see CONTRIBUTING. Menus, titles, saved scenes and messages have it from here.
"""

import math
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from svmlab import validation


def _distances(X, Z, metric="euclidean"):
    """(n, p) distances, or their squares, with the precision of X."""
    if X.dtype != np.longdouble:
        return cdist(X, Z, metric)
    squares = sum((x[:, None] - z[None, :]) ** 2 for x, z in zip(X.T, Z.T, strict=True))
    return squares if metric == "sqeuclidean" else np.sqrt(squares)


def _table(X):
    """(n, d) X as doubles, or as what is longer."""
    X = np.atleast_2d(np.asarray(X))
    return X if X.dtype == np.longdouble else X.astype(float, copy=False)


class Kernel:
    """A kernel κ; subclasses say how κ(x, z) follows from x and z.

    name : by which estimators, saved scenes and the page know it, None where it has none; title : in menus and words
    """

    name = title = None
    positive_semidefinite = True
    largest_diagonal = math.inf  # of all κ(x, x), where it is known: the squared radius of a ball that holds every Φ(x)

    def feature_dimension(self, d):
        """Return the dimension of the feature space over R^d, or a bound of it; inf where none is finite and known."""
        return math.inf

    def __call__(self, X, Z=None):
        """Return the (n, p) matrix κ(x_i, z_j); Z defaults to X."""
        X = _table(X)
        return self._matrix(X, X if Z is None else _table(Z))

    def diag(self, X):
        """Return the (n,) values κ(x_i, x_i), the squared lengths of the points in feature space."""
        return self._diagonal(np.atleast_2d(np.asarray(X, dtype=float)))

    def relative(self, X, Z, centre):
        """Return the (n, p) matrix κ(x_i, z_j) - p(x_i) - q(z_j), with functions p and q that make it precise.

        A machine with an intercept sees no difference but in b. Digits that κ loses far from the origin, or where all
        its values are nearly equal, are kept where the kernel knows how; ``centre`` (d,) is near the points. See
        ``absorbed`` for q.
        """
        return self._without(_table(X), _table(Z), np.asarray(centre))

    def absorbed(self, Z, centre):
        """Return the (p,) values q(z_j) of ``relative``, up to a constant."""
        return np.zeros(len(Z))

    def _without(self, X, Z, centre):
        return self._matrix(X, Z)

    def roundings(self, d):
        """Return how many units of rounding an entry may be off, relative to the lengths of both points in feature
        space; 0 where the entries are what they are."""
        return 1

    def _diagonal(self, X):
        return np.array([self._matrix(x[None], x[None])[0, 0] for x in X])

    def get_params(self, deep=True):
        """Return the parameters by name, as scikit-learn asks; ``deep``: those of kernels inside too, "left__sigma"."""
        params = parameters(self) if is_dataclass(self) else {}
        if deep:
            for name, value in list(params.items()):
                if isinstance(value, Kernel):
                    params |= {f"{name}__{inner}": of_it for inner, of_it in value.get_params().items()}
        return params

    def with_params(self, **params):
        """Return the kernel with other parameters, by the names of ``get_params``; this one stays as it is."""
        own, inside = {}, {}
        for name, value in params.items():
            name, _, inner = name.partition("__")
            known = self.get_params(deep=False)
            if inner and isinstance(known.get(name), Kernel):
                inside.setdefault(name, {})[inner] = value
            else:
                own[validation.kernel_parameter(f"{name}__{inner}" if inner else name, self, tuple(known))] = value
        kernel = replace(self, **own)
        return replace(kernel, **{k: getattr(kernel, k).with_params(**rest) for k, rest in inside.items()})

    def __sklearn_clone__(self):
        return self  # it cannot change

    def __add__(self, other):
        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other):
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(self, other)

    __rmul__ = __mul__


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
        return self.gamma * ((np.asarray(Z) - centre) @ centre) if self.degree == 1 else np.zeros(len(Z))

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
        return 1e-150 < self.sigma < 1e150

    def _matrix(self, X, Z):
        return np.exp(self._exponent(X, Z))

    def _without(self, X, Z, centre):
        return np.expm1(self._exponent(X, Z))

    def _exponent(self, X, Z):
        """(n, p) -‖x - z‖² / 2σ², also where a square is no double."""
        if self._squared:
            squares = _distances(X, Z, "sqeuclidean")
            if squares.max(initial=0.0) < np.inf:
                return -self.gamma * squares
        unit = max(float(np.abs(X).max(initial=0.0)), float(np.abs(Z).max(initial=0.0))) or 1.0
        with np.errstate(over="ignore"):
            return -0.5 * (_distances(X / unit, Z / unit) * (unit / self.sigma)) ** 2

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
        return np.exp(-_distances(X, Z) / self.sigma)

    def _without(self, X, Z, centre):
        return np.expm1(-_distances(X, Z) / self.sigma)

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

    def roundings(self, d):
        return d + 6

    def _diagonal(self, X):
        return np.tanh(self.gamma * np.einsum("ij,ij->i", X, X) + self.coef0)


@dataclass(frozen=True)
class Precomputed(Kernel):
    """The matrix itself takes the place of X: (m, m) to train, (n, m) for new points against the m old ones."""

    name = "precomputed"
    positive_semidefinite = False

    def __call__(self, X, Z=None):
        return _table(X)

    def _without(self, X, Z, centre):
        return X

    def roundings(self, d):
        return 0

    def diag(self, X):
        return np.diagonal(np.asarray(X, dtype=float)).copy()


@dataclass(frozen=True)
class Callable(Kernel):
    """A function f(X, Z) that returns the (n, p) matrix, as scikit-learn's SVC takes it."""

    function: object
    positive_semidefinite = False

    def _matrix(self, X, Z):
        values = self.function(X.astype(float), Z.astype(float))
        return np.array(validation.kernel_values(values, (len(X), len(Z))))  # the function may keep its own


@dataclass(frozen=True)
class Pair(Kernel):
    """Two kernels joined."""

    left: Kernel
    right: Kernel

    @property
    def positive_semidefinite(self):
        return self.left.positive_semidefinite and self.right.positive_semidefinite


@dataclass(frozen=True)
class Sum(Pair):
    """κ₁ + κ₂: the feature spaces side by side."""

    @property
    def largest_diagonal(self):
        return self.left.largest_diagonal + self.right.largest_diagonal

    def feature_dimension(self, d):
        return self.left.feature_dimension(d) + self.right.feature_dimension(d)

    def _matrix(self, X, Z):
        return self.left(X, Z) + self.right(X, Z)

    def _without(self, X, Z, centre):
        return self.left.relative(X, Z, centre) + self.right.relative(X, Z, centre)

    def absorbed(self, Z, centre):
        return self.left.absorbed(Z, centre) + self.right.absorbed(Z, centre)

    def roundings(self, d):
        return max(self.left.roundings(d), self.right.roundings(d)) + 1

    def _diagonal(self, X):
        return self.left.diag(X) + self.right.diag(X)


@dataclass(frozen=True)
class Product(Pair):
    """κ₁ · κ₂: the tensor product of the feature spaces."""

    @property
    def largest_diagonal(self):
        return self.left.largest_diagonal * self.right.largest_diagonal

    def feature_dimension(self, d):
        return self.left.feature_dimension(d) * self.right.feature_dimension(d)

    def _matrix(self, X, Z):
        return self.left(X, Z) * self.right(X, Z)

    def roundings(self, d):
        return self.left.roundings(d) + self.right.roundings(d) + 1

    def _diagonal(self, X):
        return self.left.diag(X) * self.right.diag(X)


@dataclass(frozen=True)
class Scaled(Kernel):
    """c · κ with c > 0."""

    kernel: Kernel
    factor: float

    def __post_init__(self):
        validation.positive("the factor of a kernel", self.factor)

    @property
    def positive_semidefinite(self):
        return self.kernel.positive_semidefinite

    @property
    def largest_diagonal(self):
        return self.factor * self.kernel.largest_diagonal

    def feature_dimension(self, d):
        return self.kernel.feature_dimension(d)

    def _matrix(self, X, Z):
        return self.factor * self.kernel(X, Z)

    def _without(self, X, Z, centre):
        return self.factor * self.kernel.relative(X, Z, centre)

    def absorbed(self, Z, centre):
        return self.factor * self.kernel.absorbed(Z, centre)

    def roundings(self, d):
        return self.kernel.roundings(d) + 1

    def _diagonal(self, X):
        return self.factor * self.kernel.diag(X)


OF_POINTS = (Linear, Polynomial, Gaussian, Laplace, Sigmoid)  # what menus offer, scenes save and the page evaluates
NAMED = {kind.name: kind for kind in (*OF_POINTS, Precomputed)}


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


def as_kernel(kernel):
    """Return the kernel that an estimator's ``kernel`` parameter means: a value, a name, or a function f(X, Z)."""
    if isinstance(kernel, Kernel):
        return kernel
    if isinstance(kernel, str):
        return NAMED[validation.one_of("kernel", kernel, tuple(NAMED))]()
    return Callable(validation.function("kernel", kernel))


def parameters(kernel):
    """Return the parameters of a kernel by name, for display and for the page that draws it."""
    return {field.name: getattr(kernel, field.name) for field in fields(kernel)}
