"""The optimum of a dual program on a face of its box, where very many variables are free: conjugate gradients.

On the face the free α move and the others stay at their bounds, so that with g = Hα - 1

    g + Eb = 0  on F,   Eᵀα = 0,

whose matrix ``active_set`` inverts. H is K times what the rows of E have in common, so Hα costs m² q where that matrix
has |F|² entries. The method is preconditioned by what H has of each point by itself, K_ii d (1 + τ 11ᵀ), with Eᵀα = 0
kept by projection (Gould, Hribar and Nocedal 2001, Algorithm 2.1 with residual update), and begun again on the true
residual until that is rounding. ``settled`` exchanges all variables on the wrong side at once (the primal-dual active
set method of Hintermüller, Ito and Kunisch 2002) as long as they become fewer.
"""

import numpy as np
from scipy.linalg import lapack

from svmlab.engine.listening import exchanged
from svmlab.engine.working_set import Stalled

MANY_FREE = 500  # free variables from which it is quicker than an inverse
REGULAR = 1e-10  # 1 / condition number of K about the mean above which no face has two optima
SMALL = 1e-3  # of the largest diagonal entry of K: what it counts as at least, in the preconditioner
UNTIED = 1e-10  # relative size of what ties b that counts as nothing
SHORTER, NO_SHORTER = 1e-7, 0.1  # what one run of conjugate gradients leaves of the residual; where the last one ends
RUNS, STEPS, SHARE = 6, 200, 0.1  # of it, at most; steps of a run, or this part of what the inverse would cost
FEWER = 0.5  # of the variables on the wrong side: more of them left by an exchange do not end
TINY = 1e-12  # relative size of a multiplier or a residual that is rounding


def regular(program):
    """Whether K of a scaled program is safely positive definite on its different points: α is unique on every face."""
    first = np.arange(len(program.K)) if program.place is None else np.unique(program.place)
    K = program.K[np.ix_(first, first)]
    if program.boxed:
        K += 1.0 / len(K)  # about the mean it is singular there
    factor, failed = lapack.dpotrf(K)
    return not failed and lapack.dpocon(factor, np.abs(K).sum(axis=0).max())[0] > REGULAR


class Slow(Stalled):
    """Conjugate gradients take too long for this kernel matrix."""


class Face:
    """The α with ``free`` (n,) variables and the others as they are; ``full`` (m,): points with Σ_k α_ik = C, too."""

    def __init__(self, program, free, full=None):
        self.program, self.free, self.full = program, free, full
        d, tau = program.of_own
        self._table = free.reshape(len(program.K), -1)
        self._count = count = self._table.sum(axis=1)
        self._share = tau / (1.0 + tau * count)
        if full is not None:
            self._share = np.where(full, 1.0 / np.maximum(count, 1), self._share)
        size = d * program.K.diagonal()
        self._size = np.maximum(size, SMALL * size.max())
        work = len(program.K) ** 2 * program.E.shape[1]
        self._steps = int(max(STEPS, SHARE * count.sum() ** 3.0 / work))
        self._E = program.E[:, : program.ties if program.boxed else 0] * free[:, None]
        self._ME = np.stack([self._own_inverse(e) for e in self._E.T], axis=1) if program.boxed else self._E
        self._untie = np.linalg.pinv(self._E.T @ self._ME, rcond=UNTIED, hermitian=True)

    def _own_inverse(self, r):
        """What H has of each point by itself, on the face, into r (n,)."""
        r = r.reshape(self._table.shape) * self._table
        return ((r - self._table * (self._share * r.sum(axis=1))[:, None]) / self._size[:, None]).ravel()

    def _projected(self, r):
        """(preconditioned r (n,) along the face, the b (ties,) that takes most of it)."""
        z = self._own_inverse(r)
        b = self._untie @ (self._E.T @ z)
        return z - self._ME @ b, b

    def _of_face(self, r, b):
        """r (n,) without what neither a step along the face nor rounding is to see: that of other variables, of b
        (ties,), and of what the free ones of a point in ``full`` have in common."""
        r = np.where(self.free, r, 0.0) - self._E @ b
        if self.full is None:
            return r
        common = self.program.totals(r) * self.full / np.maximum(self._count, 1)
        return r - self.free * common[self.program.example]

    def _onto(self, a):
        """a (n,) with Eᵀa = 0, and with Σ_k a_ik = C for the points of ``full``, by its free variables."""
        if self.full is not None:
            missing = np.where(self.full, self.program.capacity - self.program.totals(a), 0.0)
            a = a + self.free * (missing / np.maximum(self._count, 1))[self.program.example]
        return a - self._ME @ (self._untie @ (self.program.E[:, : self._E.shape[1]].T @ a).astype(float))

    def optimum(self, a, b=(), program=None, runs=RUNS):
        """(a (n,), b (ties,), g + Eb (n,)) of the face, from any a on it and a b, which stays where nothing ties it.

        By the residuals of ``program``, this one or the same in long doubles. Raises ``Slow``.
        """
        program, last = program or self.program, np.inf
        E = program.E[:, : len(b)]
        for run in range(runs + 1):
            a = self._onto(a)
            g = program.product(a) - 1.0 + E @ b
            z, more = self._projected(-g.astype(float))
            b, g = b + more, g + E @ more
            left = float(np.abs(z).max())
            if run == runs or not left < NO_SHORTER * last or left == 0.0:
                break
            last, a = left, a + self._run(-g.astype(float))
        return a, b, g

    def _run(self, r):
        """x (n,) along the face with Hx + Eb = r on it, by conjugate gradients."""
        x, (z, b) = np.zeros(len(r)), self._projected(r)
        goal = SHORTER * float(np.abs(z).max())
        r = self._of_face(r, b)
        along, size = z, r @ z
        for _ in range(self._steps):
            H_along = self.program.product(along)
            curvature = along @ H_along
            if not curvature > 0:
                break
            x, r = x + (size / curvature) * along, r - (size / curvature) * H_along
            z, b = self._projected(r)
            if np.abs(z).max() <= goal:
                return x
            r = self._of_face(r, b)
            before, size = size, r @ z
            along = z + (size / before) * along
        raise Slow("conjugate gradients take too long")


class Settled:
    """The optimum of a program where ``solver`` asks for an ``ActiveSet``: a, upper, side (n,), b (ties,), events."""

    def __init__(self, face, a, b, side, events):
        self.face, self.a, self.b, self.side, self.events = face, a, b, side, events

    def refined(self, exact):
        """(n,) multipliers by residuals of ``exact``, the program in long doubles."""
        return self.face.optimum(self.a.astype(np.longdouble), self.b, exact)[0].astype(float)


def settled(program, a, b):
    """The Settled of a scaled program whose K is ``regular``, from (a (n,), b (ties,)) near it, a exact at bounds."""
    upper = program.upper
    high = (a >= upper) & (upper > 0)
    free = (a > 0) & (upper > 0) & ~high
    before, events, runs = np.inf, 0, 1
    while True:
        face = Face(program, free)
        a, b, g = face.optimum(np.where(free, a, np.where(high, upper, 0.0)), b, runs=runs)
        rounding = 10.0 * np.abs(g[free]).max(initial=0.0) + TINY * max(1.0, np.abs(g).max())
        low, over = free & (a < 0), free & (a > upper)
        back = ~free & (upper > 0) & (np.where(high, g, -g) > rounding)
        wrong = int((low | over | back).sum())
        if wrong > FEWER * before:
            raise Stalled("exchanges do not become fewer")
        if not wrong and runs == RUNS:
            break
        before, runs = (wrong, runs) if wrong else (before, RUNS)
        free, high, events = (free & ~low & ~over) | back, (high & ~back) | over, events + wrong
        exchanged()
    if not np.abs(program.E.T @ a).max() <= TINY * (np.abs(program.E).T @ a).max():
        raise Stalled("the face leaves Eᵀα = 0 out")
    return Settled(face, a, b, np.select([free | (upper <= 0), high], [0.0, -1.0], 1.0), events)
