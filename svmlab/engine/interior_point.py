"""The interior-point method: cvxopt's where it is installed, else our own; the only file that imports cvxopt."""

from functools import partial

import numpy as np

from svmlab import validation
from svmlab.engine import predictor_corrector
from svmlab.engine.predictor_corrector import Failed, Point

OPTIONS = {"abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9, "maxiters": 60}
SOLVERS = "cvxopt", "own"


def by(solver=None):
    """The function ``minimise(P, q, G, h, A, b, *, kktsolver=None, newton=None, **options)`` of a solver: "cvxopt",
    "own", or None for the first of them that is there.

    It returns a Point near the minimum of ½xᵀPx + qᵀx, Gx ≤ h, Ax = b; G and A are arrays or sparse. ``options``, as
    in OPTIONS, have the names and the meaning that they have for cvxopt, and so has ``kktsolver``, which our own does
    without. Where P has a structure, it may be a linear operator, and ``newton`` takes weights w (k,) of the rows of G
    to the function (first (n,), second (l,)) -> (x, y) with (P + Gᵀ diag(w) G) x + Aᵀy = first, Ax = second, or to
    None where that is singular. It raises Failed, and also returns where there is no minimum, with variables that have
    run away. ``by`` raises ImportError where cvxopt is asked for by name and is absent.
    """
    if solver is not None:
        validation.one_of("solver", solver, SOLVERS)
    if solver == "own":
        return _own
    try:
        from cvxopt import matrix, solvers, spmatrix
    except ImportError:
        if solver is None:
            return _own
        raise ImportError(
            "solver='cvxopt' asks for cvxopt, which is not installed here: install it with `pip install cvxopt`, or "
            "leave solver out, and svmlab's own method is taken"
        ) from None
    return partial(_cvxopt, matrix, spmatrix, solvers.coneqp)


def _own(P, q, G, h, A, b, *, kktsolver=None, newton=None, **options):
    return predictor_corrector.minimise(P, q, G, h, A, b, newton=newton, **{**OPTIONS, **options})


def _cvxopt(matrix, spmatrix, coneqp, P, q, G, h, A, b, *, kktsolver=None, newton=None, **options):
    def converted(M):
        if isinstance(M, np.ndarray):
            return matrix(np.ascontiguousarray(M, dtype=float), M.shape if M.ndim == 2 else (len(M), 1))
        entries = M.tocoo()
        return spmatrix(entries.data.tolist(), entries.row.tolist(), entries.col.tolist(), M.shape)

    def times(x, y, alpha=1.0, beta=0.0):
        """y becomes α P x + β y, as cvxopt asks of a P that is no matrix."""
        y[:] = matrix(alpha * (P @ np.array(x).ravel()) + (beta * np.array(y).ravel() if beta else 0.0))

    def scaled(W):
        """cvxopt's form of ``newton``: its weights are 1 / W², and W z takes the place of z."""
        inverse = np.array(W["di"]).ravel()
        solve = newton(inverse**2)
        if solve is None:
            raise ArithmeticError("a linear system is singular")

        def into(x, y, z):
            residual = np.array(z).ravel()
            dx, dy = solve(np.array(x).ravel() + G.T @ (inverse**2 * residual), np.array(y).ravel())
            x[:], y[:], z[:] = matrix(dx), matrix(dy), matrix(inverse * (G @ dx - residual))

        return into

    equalities = {"A": converted(A), "b": converted(b)} if len(b) else {}
    options = {"show_progress": False, **OPTIONS, **options}
    try:
        objective = (times, scaled) if newton else (converted(P), kktsolver)
        answer = coneqp(objective[0], *map(converted, (q, G, h)), kktsolver=objective[1], options=options, **equalities)
    except (ArithmeticError, ValueError) as error:  # cvxopt's ways to say that its linear algebra failed
        raise Failed(f"cvxopt: {error}") from None
    return Point(*(np.array(answer[name]).ravel() for name in ("x", "y", "z", "s")))
