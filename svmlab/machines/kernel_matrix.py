"""The kernel matrix that a machine is trained with: in the digits that it has, clipped where it is indefinite."""

from dataclasses import replace

import numpy as np

from svmlab import kernels, validation
from svmlab.engine.program import largest_entries
from svmlab.machines import validation as checks

FAR = 100.0  # largest entry of K in units of the largest squared distance from the mean, from which on digits are lost
INDEFINITE = 1e-10  # eigenvalues above minus this fraction of the largest count as rounding


def gram(kernel, X, weighs, indefinite):
    """(K (m, m), projector (m, m) or None): the kernel matrix, positive semi-definite if ``indefinite`` is "clip".

    Only the points that weigh say what is clipped; to the others it is done as to new points. Eigenvalues that
    are negative by the digits K was given with are clipped, too.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # infinity is refused in words
        as_given = kernel(X)
        K = validation.gram_matrix(as_given, len(X), kernel.positive_semidefinite)
    if kernel.positive_semidefinite:
        return K, None
    among = np.ix_(weighs, weighs)
    values, vectors = np.linalg.eigh(K[among])
    largest = max(abs(values[-1]), abs(values[0]))
    if values[0] >= -INDEFINITE * largest:
        return K, None
    given = 2.0 * np.sqrt(len(values)) * validation.precision(as_given[among])
    if indefinite == "refuse" and values[0] < -given:
        raise checks.not_positive_semidefinite(values[0], values[-1])
    kept, values = vectors[:, values > 0], values[values > 0]
    projector = np.zeros_like(K)
    projector[among] = kept @ kept.T
    half = np.zeros((len(K), len(values)))  # K = half halfᵀ
    half[weighs] = kept * np.sqrt(values)
    half[~weighs] = K[~weighs][:, weighs] @ (kept / np.sqrt(values))
    K = half @ half.T
    K[among] = (kept * values) @ kept.T
    return K, projector


def relative(program, K, kernel, X):
    """(program, K, centre (d,) or None): relative to a centre where K loses digits that are kept so.

    Only where there is an intercept, which takes up the difference; see ``Kernel.relative``. Strings have none.
    """
    largest = float(K.diagonal().max(initial=0.0))
    if not program.boxed or not largest > 0 or kernel.takes == kernels.STRINGS:
        return program, K, None
    if _apart(K, largest / FAR):
        return program, K, None
    centre = X.mean(axis=0)
    near = kernel.relative(X, X, centre)
    if FAR * float(largest_entries(near).max()) > largest:
        return program, K, None
    ridge = 0.0 if program.ridge is None else np.diag(program.ridge)
    return replace(program, K=near + ridge, absorbed=kernel.absorbed(X, centre)), near, centre


def _apart(K, distance):
    """Whether a point is farther than this squared distance from the mean of all in feature space.

    Of the first and any other, one is half of theirs from it or more: K is gone through only where that is not enough.
    """
    from_first = K.diagonal() + K[0, 0] - 2.0 * K[0]
    if 0.25 * from_first.max() > distance:
        return True
    mean = K.mean(axis=0)
    return (K.diagonal() - 2.0 * mean + mean.mean()).max() > distance


def long(kernel, X, centre):
    """(m, m) kernel matrix in long doubles."""
    X = kernel.longer(X)
    with np.errstate(over="ignore", invalid="ignore"):
        return kernel(X) if centre is None else kernel.relative(X, X, centre)
