"""What a kernel is, and sums, products and multiples of kernels."""

import math
import re
from dataclasses import dataclass, fields, is_dataclass, replace

import numpy as np

from svmlab import validation


def parameters(kernel):
    """Return the parameters of a kernel by name, for display and for the page that draws it."""
    return {field.name: getattr(kernel, field.name) for field in fields(kernel)}


def digits(value):
    """Return a number as a formula has it, with all its digits."""
    text = f"{value:g}"
    return text if float(text) == value else repr(float(value))


def table(X):
    """(n, d) X as doubles, or as what is longer."""
    X = np.atleast_2d(np.asarray(X))
    return X if X.dtype == np.longdouble else X.astype(float, copy=False)


POINTS, STRINGS, MATRIX = "points", "strings", "matrix"  # what a kernel takes


def width(X):
    """Return d of points X (n, d), and of strings (n,) how many letters the longest has."""
    return X.shape[1] if X.ndim == 2 else int(np.char.str_len(X).max())


class Kernel:
    """A kernel κ; subclasses say how κ(x, z) follows from x and z.

    takes : POINTS, or STRINGS, or MATRIX where κ is what it is given
    name : by which estimators, saved scenes and the page know it, None where it has none; title : in menus and words
    """

    takes = POINTS
    name = title = None
    positive_semidefinite = True
    largest_diagonal = math.inf  # of all κ(x, x), where it is known: the squared radius of a ball that holds every Φ(x)

    def feature_dimension(self, d):
        """Return the dimension of the feature space over R^d, or a bound of it; inf where none is finite and known."""
        return math.inf

    def __call__(self, X, Z=None):
        """Return the (n, p) matrix κ(x_i, z_j); Z defaults to X."""
        alone = Z is None or Z is X
        X = self.taken(X)
        return self._matrix(X, X if alone else self.taken(Z))

    def taken(self, X):
        """Return X as the array that the kernel takes: (n, d) numbers, or (n,) strings; raise on the other."""
        if self.takes == STRINGS:
            return validation.strings(self, X)
        validation.not_strings(self, X)
        return table(X)

    def longer(self, X):
        """Return X, as ``taken``, with room for the digits and the values of long doubles."""
        return X if self.takes == STRINGS else X.astype(np.longdouble)

    def diag(self, X):
        """Return the (n,) values κ(x_i, x_i), the squared lengths of the points in feature space."""
        return self._diagonal(self.taken(X))

    def relative(self, X, Z, centre):
        """Return the (n, p) matrix κ(x_i, z_j) - p(x_i) - q(z_j), with functions p and q that make it precise.

        A machine with an intercept sees no difference but in b. Digits that κ loses far from the origin, or where all
        its values are nearly equal, are kept where the kernel knows how; ``centre`` (d,) is near the points. See
        ``absorbed`` for q.
        """
        return self._without(self.taken(X), self.taken(Z), np.asarray(centre))

    def absorbed(self, Z, centre):
        """Return the (p,) values q(z_j) of ``relative``, the constant included."""
        return np.zeros(len(Z))

    def _without(self, X, Z, centre):
        return self._matrix(X, Z)

    def single(self, X, centre):
        """Return f(rows, columns) -> (r, c) values of ``relative`` among points of X in single precision.

        What thousands of rows are made of while a machine is trained; a kernel may be quicker than exact here. Without
        a centre (None) the values are those of the kernel.
        """
        values = self if centre is None else lambda some, others: self.relative(some, others, centre)
        return lambda rows, columns: values(X[rows], X[columns]).astype(np.float32)

    def typed(self, d):
        """Return the formula of it for points of d coordinates, as ``Formula`` reads it; None where it has none."""
        return None

    def roundings(self, d):
        """Return how many units of rounding an entry may be off, relative to the lengths of both points in feature
        space; 0 where the entries are what they are."""
        return 1

    def _diagonal(self, X):
        each = (X[i : i + 1] for i in range(len(X)))
        return np.array([self._matrix(x, x)[0, 0] for x in each])

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
class Pair(Kernel):
    """Two kernels joined."""

    left: Kernel
    right: Kernel

    def __post_init__(self):
        validation.same_inputs(self.left, self.left.takes, self.right, self.right.takes)

    @property
    def takes(self):
        return self.left.takes

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

    def typed(self, d):
        left, right = self.left.typed(d), self.right.typed(d)
        return f"{left} + {right}" if left and right else None

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

    def typed(self, d):
        left, right = self.left.typed(d), self.right.typed(d)
        return f"({left})*({right})" if left and right else None

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
    def takes(self):
        return self.kernel.takes

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

    def typed(self, d):
        inner = self.kernel.typed(d)
        return inner and f"{digits(self.factor)}*({inner})"

    def _without(self, X, Z, centre):
        return self.factor * self.kernel.relative(X, Z, centre)

    def absorbed(self, Z, centre):
        return self.factor * self.kernel.absorbed(Z, centre)

    def roundings(self, d):
        return self.kernel.roundings(d) + 1

    def _diagonal(self, X):
        return self.factor * self.kernel.diag(X)


@dataclass(frozen=True)
class Normalised(Kernel):
    """κ(x, z) / √(κ(x, x) κ(z, z)): the cosine of the angle between Φ(x) and Φ(z), each brought to length 1."""

    kernel: Kernel
    largest_diagonal = 1.0

    def __post_init__(self):
        validation.knows_lengths(self, self.kernel.takes != MATRIX)

    @property
    def takes(self):
        return self.kernel.takes

    @property
    def positive_semidefinite(self):
        return self.kernel.positive_semidefinite

    def feature_dimension(self, d):
        return self.kernel.feature_dimension(d)

    def _matrix(self, X, Z):
        lengths = self._lengths(X)
        others = lengths if Z is X else self._lengths(Z)
        return self.kernel(X, Z) / lengths[:, None] / others

    def typed(self, d):
        inner = self.kernel.typed(d)
        if inner is None:
            return None
        of_x, of_z = (re.sub(r"\b[xz](\d*)\b", rf"{name}\1", inner) for name in "xz")
        return f"({inner})/sqrt(({of_x})*({of_z}))"

    def _lengths(self, X):
        """(n,) √κ(x_i, x_i)."""
        return np.sqrt(validation.with_length(self, self.kernel.diag(X)))

    def roundings(self, d):
        return 2 * self.kernel.roundings(d) + 4

    def _diagonal(self, X):
        self._lengths(X)
        return np.ones(len(X))
