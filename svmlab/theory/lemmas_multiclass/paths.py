"""How a point's class reaches its rivals without it, and the constant that is proved for such a path."""

from dataclasses import dataclass

import numpy as np

from svmlab.theory import flows

LONE = {2: 2.0, 3: 1.5}  # D⁴ P_p is at least this where p alone carries out of what is reachable from its class


def polygon(L):
    """c_L: the largest sum of the squared sides of a closed polygon of L + 1 corners in a ball of diameter 1.

    L + 1 if that is even (to and fro), else (L + 1) cos²(π / (2 (L + 1))): 2, 9/4, 4, 4.52, ...
    """
    n = np.asarray(L, dtype=float) + 1.0
    return np.where(n % 2 == 0, n, n * np.cos(np.pi / (2.0 * n)) ** 2)


@dataclass(frozen=True)
class Rivals:
    """How the rivals of a point are reached from its class without it.

    steps : (Q,) arcs to each class, 0 for its own, inf where there is no path
    constant : c for which D⁴ c P_p ≥ 1 is proved at an error, whatever the rival; nan where nothing is
    """

    steps: np.ndarray
    constant: float

    @property
    def open(self):
        """Whether nothing is proved, for want of a path."""
        return bool(np.isnan(self.constant))


def rivals(alpha, codes, p):
    """Return the Rivals of point p from multipliers alpha (m, Q)."""
    steps, Q = flows.reachable(alpha, codes, p), alpha.shape[1]
    others = np.delete(steps, codes[p])
    found = polygon(others[np.isfinite(others)]).tolist()
    if np.isinf(others).any():
        found.append(1.0 / LONE[Q] if Q in LONE else np.nan)
    return Rivals(steps, float(np.max(found)))
