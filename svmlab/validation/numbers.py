"""Input errors of numbers: signs, whole numbers, probabilities, grids, seeds."""

import numbers

import numpy as np


def array(name, values):
    """Return ``values`` as an array of floats; raise if they are something else, such as text."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers, got {values!r:.60}") from None


def real(name, value):
    """Return ``value`` as a float; raise unless it is a number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} must be at most 1.8e308, what a double holds, got {value!s:.20}...") from None
    if np.isnan(number):
        raise ValueError(f"{name} must be a number, got NaN")
    return number


def finite(name, value):
    """Return ``value`` as a float; raise unless it is a finite number."""
    number = real(name, value)
    if np.isinf(number):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return number


def positive(name, value, *, finite=True, remedy=""):
    """Return ``value`` as a float; raise unless it is a positive (and, by default, finite) number."""
    number = real(name, value)
    if not number > 0 or (finite and np.isinf(number)):
        kind = "positive and finite" if finite else "positive"
        raise ValueError(f"{name} must be {kind}, got {value!r}" + (f"; {remedy}" if remedy else ""))
    return number


def nonnegative(name, value):
    """Return ``value`` as a float; raise unless it is zero or a positive, finite number."""
    number = real(name, value)
    if not 0 <= number < np.inf:
        raise ValueError(f"{name} must be zero or positive and finite, got {value!r}")
    return number


def tolerance(tol):
    """Return tol as a float; raise unless 0 ≤ tol < 1."""
    value = nonnegative("tol", tol)
    if not value < 1.0:
        raise ValueError(
            f"tol must be less than 1, a relative duality gap, got {tol!r}; use tol=0 for the exact machine"
        )
    return value


def soft_margin(C):
    """Return C as a float; positive, ``inf`` for the hard margin machine."""
    value = positive("C", C, finite=False, remedy="use C=inf for the hard margin")
    if value < np.finfo(float).tiny:
        raise ValueError(f"C must be at least 2.2e-308, for doubles below that lose their digits, got {C!r}")
    return value


def probability(name, value):
    """Return ``value``; raise unless it lies strictly between 0 and 1."""
    if not 0 < real(name, value) < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value!r}")
    return float(value)


def integer(name, value, *, at_least):
    """Return ``value`` as an int; raise unless it is an integer that is at least ``at_least``."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value!r}")
    return int(value)


def at_most(name, value, limit, what):
    """Return ``value``; raise if it exceeds ``limit``, the number of ``what``."""
    if value > limit:
        raise ValueError(f"{name} must be at most {limit}, the number of {what}, got {value!r}")
    return value


def increasing(low_name, low, high_name, high):
    """Raise unless ``low < high``."""
    if not low < high:
        raise ValueError(f"{low_name} must be smaller than {high_name}, got {low:g} and {high:g}")


def increasing_grid(name, values):
    """Return values as an array; raise unless they are positive, finite and increasing."""
    values = np.asarray(values, dtype=float)
    if values.ndim != 1 or not len(values) or not (np.isfinite(values).all() and (values > 0).all()):
        raise ValueError(f"{name} must be a list of positive finite numbers, got {values!r}")
    if not (np.diff(values) > 0).all():
        raise ValueError(f"{name} must increase, got {values.tolist()}; sort it and drop repetitions")
    return values


def random_generator(random_state):
    """Return a NumPy Generator; raise unless ``random_state`` is a seed (an integer >= 0) or a Generator."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, bool) or not isinstance(random_state, numbers.Integral):
        raise TypeError(
            "random_state must be an integer seed or a numpy Generator, so that a sample can be drawn again, "
            f"got {random_state!r}; np.random.default_rng() gives another sample each time"
        )
    return np.random.default_rng(integer("random_state", random_state, at_least=0))
