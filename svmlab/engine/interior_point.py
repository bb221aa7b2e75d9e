"""The interior-point method of cvxopt; the only file that imports it."""

from typing import NamedTuple

import numpy as np

OPTIONS = {"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9, "maxiters": 60}


class Failed(ArithmeticError):
    """Its linear algebra failed."""


class Sparse(NamedTuple):
    """A matrix of this shape by its entries."""

    values: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    shape: tuple


class Point(NamedTuple):
    """Nearly optimal x, multipliers y of Ax = b and z of Gx ≤ h, and s = h - Gx."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    s: np.ndarray


def minimise(P, q, G, h, A, b, *, kktsolver=None, **options):
    """A Point near the minimum of ½xᵀPx + qᵀx, Gx ≤ h, Ax = b; G and A are arrays or Sparse.

    ``options`` are cvxopt's. Raises Failed; also returns where there is no minimum, with variables that have run away.
    """
    from cvxopt import solvers

    P, q, G, h, A, b = (_converted(M) for M in (P, q, G, h, A, b))
    equalities = {"A": A, "b": b} if len(b) else {}
    try:
        answer = solvers.coneqp(P, q, G, h, kktsolver=kktsolver, options={**OPTIONS, **options}, **equalities)
    except (ArithmeticError, ValueError) as error:  # cvxopt's ways to say that its linear algebra failed
        raise Failed(f"cvxopt: {error}") from None
    return Point(*(np.array(answer[name]).ravel() for name in ("x", "y", "z", "s")))


def _converted(M):
    from cvxopt import matrix, spmatrix

    if isinstance(M, Sparse):
        return spmatrix(*(part.tolist() for part in M[:3]), M.shape)
    return matrix(np.ascontiguousarray(M, dtype=float), M.shape if M.ndim == 2 else (len(M), 1))
