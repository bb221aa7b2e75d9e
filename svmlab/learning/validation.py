"""Input errors of procedures: of points that a perceptron never separates, of machines without subproblems."""


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
