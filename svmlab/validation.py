"""Every input error of svmlab is raised here, so that each names the rule, the offending value and the remedy."""

import numbers

import numpy as np


def positive(name, value, *, finite=True, remedy=""):
    """Return ``value`` as a float; raise unless it is a positive (and, by default, finite) number."""
    number = real(name, value)
    if not number > 0 or (finite and np.isinf(number)):
        kind = "positive and finite" if finite else "positive"
        raise ValueError(f"{name} must be {kind}, got {value!r}" + (f"; {remedy}" if remedy else ""))
    return number


def soft_margin(C):
    """Return C as a float; positive, ``inf`` for the hard margin machine."""
    return positive("C", C, finite=False, remedy="use C=inf for the hard margin")


def integer(name, value, *, at_least):
    """Return ``value`` as an int; raise unless it is an integer that is at least ``at_least``."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value!r}")
    return int(value)


def one_of(name, value, allowed):
    """Return ``value``; raise unless it is one of ``allowed``."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
    return value


def real(name, value):
    """Return ``value`` as a float; raise unless it is a number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {value!r}")
    if np.isnan(value):
        raise ValueError(f"{name} must be a number, got NaN")
    return float(value)


def function(name, value):
    """Return ``value``; raise unless it can be called."""
    if not callable(value):
        raise TypeError(f"{name} must be a kernel, a name or a function f(X, Z), got {value!r}")
    return value


def kernel_values(K, shape):
    """Return a kernel matrix of the wanted shape as floats; raise on another shape, NaN or infinity."""
    K = np.asarray(K, dtype=float)
    if K.shape != shape:
        raise ValueError(f"a kernel must return a matrix of shape {shape} for these points, got {K.shape}")
    if not np.isfinite(K).all():
        raise ValueError("a kernel must return finite numbers, got NaN or infinity; scale the data or the kernel")
    return K
