"""Input errors of kernels: of what they are, and of the matrices they give."""

import numpy as np

from svmlab.validation.numbers import array, positive

COARSE = 4  # decimals; what has fewer is taken to be meant as it stands
SUMS = 16  # roundings that an entry of a matrix computed in single precision may carry


def function(name, value):
    """Return ``value``; raise unless it can be called, or if it is a class where its value is meant."""
    if isinstance(value, type):
        raise TypeError(f"{name} must be a value, got the class {value.__name__}; write {value.__name__}()")
    if not callable(value):
        raise TypeError(f"{name} must be a kernel, a name or a function f(X, Z), got {value!r}")
    return value


def formula(text):
    """Return ``text``; raise unless it is one."""
    if not isinstance(text, str):
        raise TypeError(f"a formula must be text, as 'exp(-norm(x - z))', got {text!r:.60}")
    return text


def kernel_values(K, shape):
    """Return a kernel matrix of the wanted shape as floats; raise on another shape, NaN or infinity."""
    K = array("what a kernel returns", K)
    if K.shape != shape:
        raise ValueError(f"a kernel must return a matrix of shape {shape} for these points, got {K.shape}")
    if not _finite(K):
        raise ValueError("a kernel must return finite numbers, got NaN or infinity; scale the data or the kernel")
    return K


def some_points(X):
    """Return X; raise unless there is a point."""
    if not len(X):
        raise ValueError("a kernel matrix needs at least one point, got none")
    return X


def gram_matrix(K, m, known):
    """Return a kernel matrix of m training points; raise unless it is (m, m), finite and symmetric.

    The last is not looked at where theory already guarantees it (``known``).
    """
    K = np.asarray(K, dtype=float)
    if K.shape != (m, m):
        raise ValueError(
            f"a precomputed kernel must be square to train on: one row and one column per training point, "
            f"got shape {K.shape}"
        )
    if not _finite(K):
        raise ValueError("the kernel matrix must be finite, got NaN or infinity; scale the data or the kernel")
    if known:
        return K
    scale = float(np.abs(K).max(initial=0.0))
    asymmetry = float(np.abs(K - K.T).max(initial=0.0))
    if asymmetry > max(1e-8 * scale, 2.0 * precision(K)):
        raise ValueError(
            f"a kernel matrix must be symmetric, got entries that differ by {asymmetry:.2g} from their mirror "
            f"image; use (K + K.T) / 2 if that is what you mean"
        )
    return 0.5 * (K + K.T) if asymmetry > 0 else K


def _finite(K):
    """Whether all entries are finite, as they are where the sums of the columns are: without a second matrix."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.isfinite(K.sum(axis=0)).all() or np.isfinite(K).all()


def precision(K):
    """By how much an entry of a kernel matrix may be off, by the digits that it was given with; 0 for full doubles.

    Recognised are numbers of single precision, and numbers rounded to four decimals or more.
    """
    if (K == np.round(K, COARSE - 1)).all():
        return 0.0
    with np.errstate(over="ignore"):
        if (K == K.astype(np.float32)).all():
            return SUMS * float(np.finfo(np.float32).eps) * float(np.abs(K).max())
    decimals = next((d for d in range(COARSE, 13) if (K == np.round(K, d)).all()), None)
    return 0.0 if decimals is None else 0.5 * 10.0**-decimals


def kernel_parameter(name, kernel, known):
    """Return the name of a kernel's parameter; raise for another."""
    if name not in known:
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise ValueError(f"{name!r} is no parameter of the kernel {kernel!r}; {has}")
    return name


def half_integer(name, value):
    """Return ``value`` as a float; raise unless it is 0.5, 1.5, 2.5, ..."""
    number = positive(name, value, finite=False)
    if number % 1.0 != 0.5:
        limit = "; the limit is Gaussian(sigma)" if np.isinf(number) else ""
        raise ValueError(f"{name} must be 0.5, 1.5, 2.5 or another half of an odd number, got {value!r}{limit}")
    return number


def not_negative_points(kernel, X):
    """Return X (n, d); raise where a coordinate is negative."""
    for i, j in np.argwhere(X < 0):
        raise ValueError(
            f"{kernel} compares amounts: no coordinate may be negative, got {X[i, j]:g} in row {i}, column {j}; "
            "subtract the least value of each column, or use another kernel"
        )
    return X


def coordinates_to_choose(kernel, degree, d):
    """Raise unless ``degree`` of d coordinates can be chosen."""
    if degree > d:
        raise ValueError(f"{kernel} multiplies {degree} different coordinates, but points have {d}; use a lower degree")


def same_inputs(left, of_left, right, of_right):
    """Raise unless two kernels that are joined take the same."""
    if of_left != of_right:
        raise ValueError(
            f"kernels can be joined that take the same, got {left} of {of_left} and {right} of {of_right}; train on a "
            "matrix that is computed from both, with kernel='precomputed'"
        )


def knows_lengths(kernel, known):
    """Raise unless a kernel knows κ(x, x) of new points, too."""
    if not known:
        raise ValueError(
            f"{kernel} divides by √κ(x, x), and a precomputed matrix has no κ(x, x) of new points; divide the matrix "
            "itself, by the lengths of rows and columns"
        )


def with_length(kernel, squares):
    """Return squared lengths (n,); raise where one is not positive."""
    for i in np.flatnonzero(~(squares > 0)):
        raise ValueError(
            f"{kernel} divides by the length of each point in feature space, but κ(x, x) = {squares[i]:g} for point "
            f"{i}; leave it out, or add a constant to the kernel"
        )
    return squares
