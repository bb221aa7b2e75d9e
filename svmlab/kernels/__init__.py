"""Kernels as small immutable values: ``k(X, Z)`` is the (n, p) matrix κ(x_i, z_j), ``k.diag(X)`` its diagonal.

Kernels compose by arithmetic: sums and products of positive semi-definite kernels, and their multiples by
positive numbers, are positive semi-definite again (Vert 2001, section 5.2)::

    k = 0.5 * Gaussian(sigma=2.0) + Linear() * Polynomial(degree=2)

X holds points, (n, d) numbers, or for kernels of strings it is a list or an array of n strings; ``k.takes`` says which.
``k.positive_semidefinite`` is True where theory guarantees it for every set of points, and False where it
does not; the machines then look at the eigenvalues of the matrix itself.

``Formula("tanh(dot(x, z) - 1)")`` is a typed one, and ``mercer_test(kernel, X)`` says what some points say of it.

Those of ``OF_POINTS`` have a name, a place in menus and a formula in the page; the others are drawn by what Python
computes. To add one with a name, in ``of_points``: its class, its place in ``OF_POINTS``, a parameter that no other has
in ``PARAMETERS``, and its formula for the page, see CONTRIBUTING. Menus, titles, saved scenes and messages follow.
"""

from svmlab.kernels.formula import Formula
from svmlab.kernels.given import Callable, Precomputed
from svmlab.kernels.kernel import (
    MATRIX,
    POINTS,
    STRINGS,
    Kernel,
    Normalised,
    Pair,
    Product,
    Scaled,
    Sum,
    parameters,
    width,
)
from svmlab.kernels.mercer import MercerTest, mercer_test
from svmlab.kernels.named import NAMED, as_kernel
from svmlab.kernels.of_alignments import LocalAlignment
from svmlab.kernels.of_coordinates import ANOVA, AllSubsets, HistogramIntersection
from svmlab.kernels.of_distances import Matern, RationalQuadratic
from svmlab.kernels.of_points import (
    OF_POINTS,
    PARAMETERS,
    Gaussian,
    Laplace,
    Linear,
    Parameter,
    Polynomial,
    Sigmoid,
)
from svmlab.kernels.of_strings import Mismatch, Spectrum, WeightedDegree

__all__ = [
    "ANOVA", "MATRIX", "NAMED", "OF_POINTS", "PARAMETERS", "POINTS", "STRINGS", "AllSubsets", "Callable", "Formula",
    "Gaussian", "HistogramIntersection", "Kernel", "Laplace", "Linear", "LocalAlignment", "Matern", "MercerTest",
    "Mismatch", "Normalised", "Pair", "Parameter", "Polynomial", "Precomputed", "Product", "RationalQuadratic",
    "Scaled", "Sigmoid", "Spectrum", "Sum", "WeightedDegree", "as_kernel", "mercer_test", "parameters", "width",
]  # fmt: skip
