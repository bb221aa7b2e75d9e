"""Distances of points in the feature space, from their kernel matrix."""

import numpy as np


def squared_distances(K):
    """(m, m) squared distances ‖Φ(x_i) - Φ(x_j)‖² of points with the kernel matrix K (m, m)."""
    diagonal = K.diagonal()
    return np.maximum(0.0, diagonal[:, None] + diagonal[None, :] - 2.0 * K)


def polygons(K, Q):
    """(m,) z_p = 2 max_r ‖Φ(x_p) - Φ(x_r)‖² + (Q - 2) max_r,s ‖Φ(x_r) - Φ(x_s)‖².

    No closed polygon of at most Q points, one of them p, exceeds it with the sum of its squared sides: two of them meet
    at p, and at most Q - 2 others remain.
    """
    distances = squared_distances(K)
    return 2.0 * distances.max(axis=1) + (Q - 2) * distances.max()
