"""Decomposition: a dual program solved to a tolerance, a few points at a time, without its kernel matrix.

All multipliers are held but those of a working set W, whose program, min ½ aᵀH_WW a + fᵀa under E_Wᵀa = r and
0 ≤ a ≤ u, is solved exactly by ``active_set``; then the scores K B follow with the rows of K that belong to W. Chosen
are the points that promise most: a multiplier whose margin is v short of one (or beyond it), with room u - α (or α) and
κ on the diagonal of H, may gain s v - ½ κ s², s = min(v/κ, room). With b the multiplier of the last E_Wᵀa = r, the
duality gap is a sum over the variables, each of which tells how far it is from its condition::

    Σ_v  (u_v - α_v) max(0, 1 - margin_v) + α_v max(0, margin_v - 1)

Points whose conditions hold with more to spare than any violation are left out until the others are near (shrinking).
Osuna, Freund and Girosi 1997; Joachims 1999 (shrinking, cache); Fan, Chen and Lin 2005 (the gain).
"""

from dataclasses import replace

import numpy as np

from svmlab.engine import active_set, exchanges, starts, violating_cycle
from svmlab.engine.intercepts import best_intercept
from svmlab.engine.kernel_rows import RowCache
from svmlab.engine.listening import listening, told
from svmlab.engine.program import centred
from svmlab.engine.scaled_program import at_bounds

CACHE = 1_000_000_000  # bytes of kernel rows that are kept
VARIABLES, FEWEST = 200, 16  # of a working set; and points of it, where a point has many variables
SHRINK = 20  # steps between two looks for points to leave out
WORTH = 0.9  # of the points that are looked at: as few must be left for the others to be left out
SHARE = 0.5  # of the tolerance, at which the gap by single precision is measured in double
GAIN = 1e-13  # of the dual objective, from which on it is one
IDLE = 30  # steps, and once through all points, that neither gain nor lower the gap: rounding has the say
ROUNDING = 1e-14  # of the dual objective: what a step may seem to lose


class Decomposition:
    """α (n,), b (q,) and the scores K B (m, q) of a program whose K is a ``KernelRows``, nearer to its optimum step by
    step."""

    def __init__(self, program, cache=None):
        self.program, self.codes = program, program.head[:: len(program.E) // len(program.K)]
        m, n = len(program.K), len(program.E)
        self.alpha, self.b = np.zeros(n), np.zeros(program.E.shape[1])
        self.scores = np.zeros((m, program.E.shape[1]))
        self.cache = RowCache(program.K, CACHE if cache is None else cache)
        self.each = n // m  # variables of a point
        self.size = max(FEWEST, VARIABLES // self.each)
        self.curvature = np.maximum(program.K.diagonal() * float(np.square(program.E[0]).sum()), 1e-300)
        self.dual, self.last, self.steps = 0.0, np.zeros(0, dtype=np.intp), 0
        self._ties_broken = 1.0 + 1e-3 * np.random.default_rng(0).random(m)

    def begin(self, alpha, b):
        """Begin at a feasible alpha (n,) and b (q,)."""
        self.alpha, self.b = alpha.copy(), b.copy()
        self.refresh(self.program.K.times(self.program.coefficients(alpha), single=True)[0])

    def refresh(self, scores):
        """Take scores (m, q) computed afresh, and look at all points again."""
        self.scores = scores
        if len(self.cache.columns) < len(scores):
            self.cache.clear()
        self.dual = float(self.alpha.sum() - 0.5 * self.alpha @ self.program.along(scores))

    def approach(self, tol):
        """Step until the relative gap of the points that are looked at is at most ``tol``, or nothing gains."""
        best, dual, idle = np.inf, self.dual, 0
        while idle < IDLE + len(self.codes) // self.size:
            short, room_up = 1.0 - self.margins(), self.program.upper[self.looked_at] - self.alpha[self.looked_at]
            gap = self._gap(short, room_up)
            told(gap / abs(self.dual) if self.dual else np.inf)
            if gap <= tol * abs(self.dual):
                return
            idle += 1
            if gap < best or self.dual - dual > GAIN * abs(dual):
                best, dual, idle = min(gap, best), self.dual, 0
            if self.steps % SHRINK == SHRINK - 1 and self._shrunk(short):
                continue
            self.steps += 1
            if not (self._step(self._chosen(short, room_up)) or self._helped()):
                return

    @property
    def looked_at(self):
        """(v,) the variables of the points that are not left out."""
        columns = self.cache.columns
        return (columns[:, None] * self.each + np.arange(self.each)).ravel()

    def margins(self):
        """(v,) those of the variables that are looked at."""
        return self.program.along(self.scores + self.b)[self.looked_at]

    def _gap(self, short, room_up):
        alpha = self.alpha[self.looked_at]
        return float((room_up * np.maximum(0.0, short) + alpha * np.maximum(0.0, -short)).sum())

    def _chosen(self, short, room_up):
        """(w,) the points to be worked on: half of them those that promise most, the others those of the last time."""
        columns, alpha = self.cache.columns, self.alpha[self.looked_at]
        curvature = np.repeat(self.curvature[columns], self.each)
        room = np.where(short > 0, room_up, alpha)
        step = np.minimum(np.abs(short) / curvature, room)
        gain = step * (np.abs(short) - 0.5 * curvature * step)
        of_points = gain.reshape(-1, self.each).max(axis=1) * self._ties_broken[columns]
        fresh = columns[_largest(of_points, self.size // 2)]
        kept = self.last[np.isin(self.last, columns) & ~np.isin(self.last, fresh)]
        return np.concatenate([fresh, kept])[: self.size]

    def _helped(self):
        """After a step that changed nothing: one along the worst cycle, if there is one; and the best b."""
        variables, H_alpha = self.looked_at, self.program.along(self.scores)
        short = 1.0 - H_alpha[variables]
        cycle, mean = violating_cycle.worst(self.program, variables, self.alpha[variables], short)
        points = np.unique(self.program.example[cycle])
        others = self.last[~np.isin(self.last, points)][: self.size - len(points)]
        changed = mean < 0.0 and (self._step(np.concatenate([points, others])) or self._step(points))
        self.b = best_intercept(self.program, self.program.along(self.scores), self.b)
        return changed

    def _step(self, W):
        """Solve the program of the points W, and say whether that has changed anything."""
        E, K = self.program.E, self.program.K
        v = (W[:, None] * self.each + np.arange(self.each)).ravel()
        before, short = self.alpha[v], 1.0 - self.program.along(self.scores)[v]
        offset, K_W = centred(K.block(W))
        found = self._optimum(W, v, K_W, short)
        self.last = W
        if found is None:
            self.last = W[: max(2, len(W) // 2)]
            return False
        alpha, b = found
        change = alpha - before
        dB = np.zeros((len(W), E.shape[1]))
        np.add.at(dB, np.repeat(np.arange(len(W)), self.each), change[:, None] * E[v])
        gain = float(short @ change - 0.5 * np.einsum("iq,ij,jq->", dB, K_W, dB, optimize=True))
        if not gain >= -ROUNDING * abs(self.dual) or not change.any():
            return False
        self.b = b - offset @ dB
        moved = dB.any(axis=1)
        rows = self.cache.of(W[moved])
        self.scores[self.cache.columns] += (
            rows.T @ dB[moved]
        )  # summed in double precision: identical points take nothing from each other
        self.dual += gain
        self.alpha[v] = alpha  # at once: whatever interrupts this finds Eᵀα = 0
        return True

    def _optimum(self, W, v, K, short):
        """(α_W, b (q,)) of the optimum by K (w, w) about the mean of W; None where the engine finds none."""
        program, largest = self.program, float(K.diagonal().max(initial=0.0))
        unit = 1.0 / largest if largest > 0 else 1.0
        example = np.repeat(np.arange(len(W)), self.each)
        part = replace(
            program, K=K * unit, example=example, head=program.head[v], tail=program.tail[v], E=program.E[v],
            upper=program.upper[v] / unit, absorbed=None, points=None,
        )  # fmt: skip
        a = self.alpha[v] / unit
        goal, balance = -short - part.product(a), a @ part.E[:, : part.ties]
        try:
            with listening(None), np.errstate(over="raise", invalid="raise", divide="raise"):
                active = starts.start(part, a, program.against_last(self.b), goal)
                active.settle(goal=goal, balance=balance)
        except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError, FloatingPointError):
            return None
        alpha = at_bounds(active.a * unit, program.upper[v])
        alpha = np.select([active.side == -1, active.side == 1], [program.upper[v], 0.0], alpha)
        return alpha, program.of_last(active.b)

    def _shrunk(self, short):
        """Leave out the points whose conditions hold with more to spare than the largest violation; say whether."""
        alpha, upper = self.alpha[self.looked_at], self.program.upper[self.looked_at]
        wrong = np.maximum(np.where(alpha < upper, short, 0.0), np.where(alpha > 0, -short, 0.0))
        spare = np.where(alpha <= 0, -short, np.where(alpha >= upper, short, -np.inf))
        stays = (spare <= wrong.max()).reshape(-1, self.each).any(axis=1)
        if not 0 < stays.sum() <= WORTH * len(stays):
            return False
        self.cache.narrow(stays)
        return True


def _largest(values, count):
    """(c,) places of the ``count`` largest values that are positive."""
    places = np.argpartition(-values, count)[:count] if count < len(values) else np.arange(len(values))
    return places[values[places] > 0]
