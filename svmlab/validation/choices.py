"""Input errors of a choice by name or index: what is known, and what may have been meant."""

import difflib
import numbers

import numpy as np

ELSEWHERE = {"rbf": "gaussian", "poly": "polynomial", "exponential": "laplace", "tanh": "sigmoid"}


def one_of(name, value, allowed):
    """Return ``value``; raise unless it is one of ``allowed``, suggesting the nearest or its name elsewhere."""
    if not _is_among(value, allowed):
        near = difflib.get_close_matches(str(value).casefold(), [a for a in allowed if isinstance(a, str)], n=1)
        near = [other for other in [ELSEWHERE.get(str(value))] if other in allowed] or near
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}{hint}")
    return value


def _is_among(value, allowed):
    try:
        return value in frozenset(allowed)
    except TypeError:  # a list, a dict or an array
        return False


def known(kind, name, names, where=""):
    """Return ``name``; raise unless it is one of ``names``, listing them and suggesting the nearest."""
    if name in names:
        return name
    lower = {str(other).casefold(): other for other in reversed(names)}
    near = difflib.get_close_matches(str(name).casefold(), lower, n=1)
    hint = f"did you mean {lower[near[0]]!r}? " if near else ""
    raise ValueError(f"{where}no {kind} is named {name!r}; {hint}{_listed(kind, names)}")


def index(kind, value, names):
    """Return ``value`` as an int; raise unless it is a position 0..d-1 in ``names``."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"a {kind} is chosen by its name or its index, got {value!r}")
    if not 0 <= value < len(names):
        last = len(names) - 1
        named = f"; {_listed(kind, names)}" if isinstance(next(iter(names), None), str) else ""
        raise ValueError(f"a {kind} index must be 0 to {last}, got {value!r}{named}")
    return int(value)


def chosen(kind, names):
    """Return a choice of names or indices as a list, a single one included; raise if it is empty."""
    names = [names] if isinstance(names, str) or not np.iterable(names) else list(names)
    if not names:
        raise ValueError(f"choose at least one {kind}, got none")
    return names


def distinct(kind, names, where=""):
    """Return ``names``; raise if one occurs twice."""
    for j, name in enumerate(names):
        if name in names[:j]:
            raise ValueError(f"{where}{kind} names must be distinct, got {name!r} twice; rename or drop one")
    return names


def _listed(kind, names, most=15):
    """Return the names in words, the first 15 of many."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return f"the {kind}s are {', '.join(map(repr, names[:most]))}{rest}"
