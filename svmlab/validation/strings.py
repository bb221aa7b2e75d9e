"""Input errors of strings, and of the kernels that read them."""

import numpy as np

SHOWN = 20  # letters of a string that a message repeats


def strings(kernel, X):
    """Return strings as an array (n,); raise unless X is a list or an array of strings, at least one."""
    values = np.asarray([X] if isinstance(X, str) else X, dtype=object)
    what = f"{kernel} reads strings, X must be a list or an array (n,) of them"
    if values.ndim != 1:
        raise ValueError(f"{what}, got shape {values.shape}; join letters, or choose the column that holds the strings")
    if not len(values):
        raise ValueError(f"{what}, got none; pass one at least")
    for i, value in enumerate(values):
        if not isinstance(value, str):
            raise ValueError(f"{what}, got {value!r:.60} in place {i}; a kernel of points, as Linear(), takes numbers")
    return values.astype(str)


def not_strings(kernel, X):
    """Raise where X is a string, or a list or an array (n,) that begins with one."""
    listed = isinstance(X, list | tuple) or getattr(X, "ndim", 0) == 1
    first = next(iter(X), None) if listed else X
    if isinstance(first, str):
        raise ValueError(
            f"{kernel} takes points of numbers, got strings, the first {_shown(first)}; use a kernel of strings, as "
            "kernels.Spectrum(3), or make numbers of them, as datasets.one_hot does"
        )


def long_enough(kernel, k, X):
    """Return strings (n,); raise where one has less than k letters."""
    for i in np.flatnonzero(np.char.str_len(X) < k):
        raise ValueError(
            f"{kernel} needs strings of {k} letter{'s' * (k > 1)} or more, got {_shown(X[i])} in place {i}; "
            f"leave it out{', or use shorter words' * (k > 1)}"
        )
    return X


def one_length(kernel, X):
    """Raise unless all strings (n,) have the same length, which is not 0."""
    lengths = np.char.str_len(long_enough(kernel, 1, X))
    for i in np.flatnonzero(lengths != lengths[0]):
        raise ValueError(
            f"{kernel} compares strings place by place: they must have one length, got {lengths[0]} and {lengths[i]} "
            "letters; cut windows of one length, or use a kernel of words, as Spectrum(3)"
        )


def alphabet(name, value):
    """Return ``value``; raise unless it is a string of at least two different letters."""
    if not isinstance(value, str) or len(value) < 2 or len(set(value)) < len(value):
        raise ValueError(f"{name} must be a string of different letters, two at least, as 'acgt', got {value!r:.60}")
    return value


def letters_of(kernel, alphabet, X):
    """Raise where a string has a letter that is not in the alphabet."""
    for i, value in enumerate(X.tolist()):
        strange = set(value) - set(alphabet)
        if strange:
            letter = next(letter for letter in value if letter in strange)
            raise ValueError(
                f"{kernel} knows the letters {alphabet!r}, got {letter!r} in place {i}; pass alphabet=, or write the "
                "strings in these"
            )


def words_can_be_numbered(kernel, A, k):
    """Raise unless the words of k of A letters have numbers in 64 bits."""
    if A**k >= 2**63:
        raise ValueError(f"{kernel} has {A}^{k} words, more than 64 bits can number; use shorter words")


def _shown(value):
    return repr(str(value)) if len(value) <= SHOWN else f"{str(value[:SHOWN])!r}..."
