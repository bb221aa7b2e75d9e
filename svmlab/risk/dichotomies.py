"""Dichotomies: in how many ways lines divide points, how wide the widest line of each is, and Cover's count.

Cover 1965, *Geometrical and Statistical Properties of Systems of Linear Inequalities*; the slides' pictures of margin
and VC dimension. In the plane everything is exact: a finite number of directions tells all.
"""

import math

import numpy as np

from svmlab import validation
from svmlab.risk import validation as checks

ONE_ANGLE = 1e-12  # normals that differ by less are one: points that are nearer to a line are on it


def cover(m, d):
    """Dichotomies of m points in general position of R^d by hyperplanes: 2 Σ_{j ≤ d} C(m - 1, j) (Cover 1965).

    2^m up to m = d + 1, half of that at m = 2 (d + 1). General position: no d + 1 of the points on a hyperplane.
    """
    m, d = validation.integer("m", m, at_least=1), validation.integer("d", d, at_least=0)
    return 2 * sum(math.comb(m - 1, j) for j in range(min(d, m - 1) + 1))


def of_lines(X):
    """(n, m) labels ±1: each way in which a line divides the points X (m, 2) of the plane, once.

    Also the two in which all are on one side. Between two normals at which a pair of points ties, the order of the
    points along the normal stays; so one normal of each such interval, and the places between neighbours on it, give
    every dichotomy, whatever the position of the points.
    """
    X, found = checks.planar(X), set()
    for normal in _normals(X):
        along = X @ normal
        for cut in _cuts(along):
            labels = np.where(along > cut, 1, -1)
            found |= {labels.tobytes(), (-labels).tobytes()}
    return np.array(sorted(np.frombuffer(one, dtype=int).tolist() for one in found))


def widest_margins(X, dichotomies):
    """(n,) the largest margin that a line has that makes each dichotomy (n, m) of X (m, 2): half the hulls' distance.

    inf where all points are on one side. Where two convex polygons do not meet, they are nearest at a corner of one.
    """
    X = checks.planar(X)
    return np.array([_half_the_gap(X[labels > 0], X[labels < 0]) for labels in np.asarray(dichotomies)])


def shattered(X):
    """Whether lines divide the points X (m, 2) of the plane in all 2^m ways."""
    return len(of_lines(X)) == 2 ** len(X)


def _normals(X):
    """A unit normal of each interval of the half circle in which no two different points tie."""
    first, second = np.triu_indices(len(X), 1)
    apart = X[first] - X[second]
    apart = apart[(apart != 0).any(axis=1)]
    ties = np.unique(np.mod(np.arctan2(apart[:, 0], -apart[:, 1]), np.pi))
    if not len(ties):
        return np.array([[1.0, 0.0]])
    ends = np.append(ties[1:], ties[0] + np.pi)
    middles = ((ties + ends) / 2)[ends - ties > ONE_ANGLE]
    return np.column_stack([np.cos(middles), np.sin(middles)])


def _cuts(along):
    """A place before all values, and one between each two neighbours that differ."""
    values = np.unique(along)
    return np.append(values[0] - 1.0, (values[:-1] + values[1:]) / 2)


def _half_the_gap(A, B):
    if not len(A) or not len(B):
        return np.inf
    return min(_to_segments(A, B), _to_segments(B, A)) / 2


def _to_segments(points, ends):
    """The least distance of some points from the segments between others."""
    start, way = ends[:, None], ends[None] - ends[:, None]  # (k, k, 2)
    length2 = (way**2).sum(axis=2)
    from_start = points[:, None, None] - start
    share = np.clip((from_start * way).sum(axis=3) / np.where(length2 > 0, length2, 1.0), 0, 1)
    return float(np.sqrt(((from_start - share[..., None] * way) ** 2).sum(axis=3).min()))
