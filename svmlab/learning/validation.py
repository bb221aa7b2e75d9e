"""Input errors of procedures: what a procedure cannot be asked for."""

import numpy as np


def chunkable(precomputed, clipped):
    """Raise unless a part of the points has a machine of its own, with the same kernel."""
    if precomputed:
        raise ValueError('a chain of subproblems needs points, not kernel="precomputed"; use fit')
    if clipped:
        raise ValueError("a kernel that was clipped is another one on each part of the points; use fit")


def still_wrong(rounds):
    """The error of a perceptron that makes mistakes for ever."""
    return ValueError(
        f"the perceptron must come to a line that separates the classes, and after {rounds} rounds it still makes "
        "mistakes; the classes overlap, or nearly: move them apart"
    )


def finite_bounds(what, upper):
    """Raise unless every multiplier has a bound."""
    if not np.isfinite(upper).all():
        raise ValueError(f"{what} needs a finite C, got inf; take a C so large that no multiplier reaches it")


def two_classes(what, is_biclass):
    """Raise unless the machine is that of two classes."""
    if not is_biclass:
        raise ValueError(f"{what} is written for two classes, got a MulticlassSVM; use BiclassSVM, or smo")


def linear(what, is_linear, kernel):
    """Raise unless w is a vector of the plane of the points."""
    if not is_linear:
        raise ValueError(f"{what} keeps w itself and needs the linear kernel, got {kernel!r}; see dual_perceptron")


def pairs_only(choice, choices, classes):
    """Raise where a way to choose two multipliers is asked for, and a circulation of many classes moves."""
    if classes > 2 and choice not in choices:
        raise ValueError(
            f"choice={choice!r} chooses pairs, which two classes have; with {classes} classes use "
            f"{' or '.join(map(repr, choices))}"
        )


def separates(margins):
    """Raise unless the machine gives every point a margin of one."""
    if not margins.min() >= 1.0 - 1e-6:
        raise ValueError(
            f"Novikoff's bound needs a machine that separates with margins of at least 1, got a smallest margin of "
            f"{margins.min():.3g}; train one with C=inf"
        )
