"""Mercer's condition on some points: the spectrum of a kernel matrix, and a witness of a negative eigenvalue."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.kernels.kernel import width
from svmlab.kernels.named import as_kernel

DECIMALS = range(1, 13)  # of a witness, as few as keep half of what it shows
FEW = 3  # weights that a sentence tells


@dataclass(frozen=True, eq=False, repr=False)
class MercerTest:
    """What m points say of Σ_ij c_i c_j κ(x_i, x_j) ≥ 0, which a kernel has to meet for all points and all c.

    K             (m, m) the kernel matrix
    eigenvalues   (m,) of K, the largest first; without a symmetric K there are none
    tolerance     below which an eigenvalue is rounding: m times the roundings of an entry times the largest one
    witness       (m,) c with cᵀKc < 0, largest entry 1, few decimals; None where there is no negative eigenvalue
    known         whether theory guarantees the condition for all points
    """

    K: np.ndarray
    eigenvalues: np.ndarray
    tolerance: float
    witness: np.ndarray | None
    known: bool

    @property
    def symmetric(self):
        """Whether κ(x, z) = κ(z, x) on these points."""
        return bool(np.abs(self.K - self.K.T).max(initial=0.0) <= self.tolerance)

    @property
    def n_negative(self):
        """The number of negative eigenvalues."""
        return int((self.eigenvalues < -self.tolerance).sum())

    @property
    def rank(self):
        """The number of eigenvalues that are not 0: so many dimensions a feature space needs for these points."""
        return int((np.abs(self.eigenvalues) > self.tolerance).sum())

    @property
    def value(self):
        """cᵀKc of the witness, None without one."""
        return None if self.witness is None else float(self.witness @ self.K @ self.witness)

    @property
    def verdict(self):
        """What can be said, in words."""
        if not self.symmetric:
            i, j = np.unravel_index(np.abs(self.K - self.K.T).argmax(), self.K.shape)
            return (
                f"not a kernel: it is not symmetric, κ(x{i}, x{j}) = {self.K[i, j]:.3g} and "
                f"κ(x{j}, x{i}) = {self.K[j, i]:.3g}"
            )
        if self.witness is not None:
            return f"not a kernel: cᵀKc = {self.value:.3g} < 0 for {self._weights}"
        if self.known:
            return "a kernel: theory guarantees that no points have a negative eigenvalue"
        return f"no negative eigenvalue on these {len(self.K)} points, which says nothing of others"

    def __repr__(self):
        return f"MercerTest({self.verdict})"

    @property
    def _weights(self):
        told = [f"{weight:g} at point {i}" for i, weight in enumerate(self.witness) if weight]
        return f"c = {', '.join(told)}" if len(told) <= FEW else f"a c on {len(told)} points"


def mercer_test(kernel, X):
    """Test Mercer's condition for a kernel on the points X (m, d), or strings (m,), and return a MercerTest.

    kernel : a value, a name or a function f(X, Z), as estimators take it.

    A negative eigenvalue refutes it. That there is none on these points proves nothing (Vert 2001, section 5.1: all
    finite sets of points, all c). Raises ValueError without points, and where a value is not finite.
    """
    kernel = as_kernel(kernel)
    X = kernel.taken(validation.some_points(X))
    K = validation.kernel_values(kernel(X), (len(X), len(X)))
    unit = float(np.finfo(float).eps) * max(1, kernel.roundings(width(X)))
    tolerance = len(K) * unit * float(np.abs(K).max())
    if np.abs(K - K.T).max() > tolerance:
        return MercerTest(K, np.zeros(0), tolerance, None, False)
    values, vectors = np.linalg.eigh(0.5 * (K + K.T))
    witness = None
    if values[0] < -tolerance:
        witness = _rounded(_of_few_points(K, tolerance, vectors[:, 0]), K)
    return MercerTest(K, values[::-1], tolerance, witness, bool(kernel.positive_semidefinite))


def _of_few_points(K, tolerance, lowest):
    """c with cᵀKc < 0 of one point or of two, the lowest of these; else ``lowest``, the eigenvector of K."""
    m = len(K)
    c = np.zeros(m)
    i = int(np.diagonal(K).argmin())
    if K[i, i] < -tolerance:
        c[i] = 1.0
        return c
    first, second = np.triu_indices(m, 1)
    if not len(first):
        return lowest
    pairs = np.stack([K[[first, first], [first, second]].T, K[[second, second], [first, second]].T], axis=1)
    values, vectors = np.linalg.eigh(pairs)
    best = int(values[:, 0].argmin())
    if not values[best, 0] < -tolerance:
        return lowest
    c[[first[best], second[best]]] = vectors[best, :, 0]
    return c


def _rounded(c, K):
    """c with its largest entry 1, with as few decimals as leave at least half of cᵀKc."""
    c = c / c[np.abs(c).argmax()]
    return next((r for r in (np.round(c, d) + 0.0 for d in DECIMALS) if r @ K @ r <= 0.5 * (c @ K @ c)), c)
