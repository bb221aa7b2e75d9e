"""Many points left out at once: the active sets of ``active_set``, taken step by step together.

One homotopy is short (a few exchanges on small matrices), so that most of its time goes into calling NumPy. Here
P of them advance in step, as rows of common arrays. Only regular exchanges are done here; a row that needs
another (a dependent column, an untied intercept, an update that would lose digits) is given back as an ActiveSet,
in the state it has reached, and goes on alone.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from svmlab.engine.working_set import LOSSY, UNTIED

ROUNDS = 200  # steps after which a row goes on alone


@dataclass(frozen=True)
class Rows:
    """Where some of the homotopies have arrived: at t = 1, or before an exchange that is not regular.

    index, t, exchanges (r,); a, g, side (r, n); b (r, ties); members (r, s): F, and n where a slot is empty.
    """

    index: np.ndarray
    t: np.ndarray
    exchanges: np.ndarray
    a: np.ndarray
    b: np.ndarray
    g: np.ndarray
    side: np.ndarray
    members: np.ndarray

    def __len__(self):
        return len(self.index)

    def among(self, mask):
        """The Rows where ``mask`` (r,) holds."""
        return Rows(*(getattr(self, each.name)[mask] for each in fields(Rows)))

    def free(self, row):
        """(k,) variables of F in one row."""
        members = self.members[row]
        return members[members < self.a.shape[1]]

    @property
    def is_free(self):
        """(r, n) bool: the variable is in F."""
        mask = np.zeros((len(self), self.a.shape[1] + 1), dtype=bool)
        np.put_along_axis(mask, self.members, True, axis=1)
        return mask[:, :-1]


def leave_out(active, groups):
    """Lead the variables of each group (P, c), one point's each, to zero; returns all groups as Rows, in any order.

    All start from the optimum ``active``, which is left as it is.
    """
    flock = _Flock(active, np.asarray(groups))
    parts = list(flock.release())
    while len(flock.index):
        parts.extend(flock.step())
    width = max(part.members.shape[1] for part in parts)
    for i, part in enumerate(parts):
        wider = ((0, 0), (0, width - part.members.shape[1]))
        parts[i] = replace(part, members=np.pad(part.members, wider, constant_values=len(active.upper)))
    return Rows(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Rows)))


def refined(active, rows):
    """The Rows with (b, a_F) solved for anew on the F they have come to: takes back what rounding did on the way.

    g is measured from scratch. A row whose matrix is singular stays as it is.
    """
    n, ties = len(active.upper), active.ties
    program, members = active.program, rows.members
    empty = members == n
    example, E = np.append(program.example, 0)[members], np.vstack([program.E, np.zeros_like(program.E[:1])])[members]
    matrix = np.zeros((len(rows), ties + members.shape[1], ties + members.shape[1]))
    matrix[:, ties:, ties:] = program.K[example[:, :, None], example[:, None, :]] * (E @ E.transpose(0, 2, 1))
    matrix[:, ties:, :ties] = E[:, :, :ties]
    matrix[:, :ties, ties:] = E[:, :, :ties].transpose(0, 2, 1)
    matrix[:, ties:, ties:] += empty[:, :, None] * np.eye(members.shape[1])
    a, b = np.pad(rows.a, ((0, 0), (0, 1))), rows.b
    for _ in range(2):
        g = program.products(a[:, :n]) - 1.0 + b @ active.E
        excess = np.concatenate([a[:, :n] @ active.E.T, np.take_along_axis(np.pad(g, ((0, 0), (0, 1))), members, 1)], 1)
        try:
            change = np.linalg.solve(matrix, excess[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            break
        b = b - change[:, :ties]
        np.put_along_axis(a, members, np.take_along_axis(a, members, 1) - np.where(empty, 0.0, change[:, ties:]), 1)
    return replace(rows, a=a[:, :n], b=b, g=program.products(a[:, :n]) - 1.0 + b @ active.E)


class _Flock:
    """State arrays with one row per homotopy; ``members`` (P, s) lists F, with n in the empty slots."""

    def __init__(self, active, groups):
        P, n = len(groups), len(active.a)
        self.program, self.upper, self.ties = active.program, active.upper, active.ties
        self.E = np.vstack([active.program.E, np.zeros((1, active.program.E.shape[1]))])
        self.E_ties = active.E
        self.example = np.append(active.program.example, 0)
        self.groups, self.index, self.t = groups, np.arange(P), np.zeros(P)
        self.exchanges = np.zeros(P, dtype=int)
        self.a = np.zeros((P, n + 1))
        self.a[:, :n] = active.a
        self.b, self.g, self.side = (np.repeat(v[None], P, axis=0) for v in (active.b, active.g, active.side))
        self.members = np.repeat(active.free[None], P, axis=0)
        self.R = np.repeat(active.inverse[None], P, axis=0)
        self._widen(8)
        moved = np.zeros((P, n))
        np.put_along_axis(moved, groups, -np.take_along_axis(active.a[None], groups, axis=1), axis=1)
        self.moved = moved
        self.pull = np.zeros((P, n + 1))
        self.pull[:, :n] = self.program.products(moved)
        self.imbalance = moved @ active.E.T

    def release(self):
        """Take the variables of each group out of F; yield the rows where that is not regular."""
        for column in range(self.groups.shape[1]):
            variables = self.groups[:, column]
            inside = self.members == variables[:, None]
            rows = np.flatnonzero(inside.any(axis=1))
            irregular = np.zeros(len(self.index), dtype=bool)
            irregular[rows] = ~self._drop(rows, inside[rows].argmax(axis=1))
            self.side[~irregular, variables[~irregular]] = 0.0
            yield from self._give_back(irregular)

    def step(self):
        """Advance every row to its first event and exchange; yield the rows that are done or not regular."""
        n, ties = len(self.upper), self.ties
        rhs = np.concatenate([self.imbalance, np.take_along_axis(self.pull, self.members, axis=1)], axis=1)
        z = -np.matmul(self.R, rhs[:, :, None])[:, :, 0]
        d_b, d_free = z[:, :ties], z[:, ties:]
        d_a = np.zeros_like(self.a)
        np.put_along_axis(d_a, self.members, d_free, axis=1)
        d_a = d_a[:, :n]
        d_g = self.pull[:, :n] + self.program.products(d_a) + d_b @ self.E_ties
        step, event, slot, entering = self._first_events(z, d_free, d_g)
        self.a[:, :n] += step[:, None] * (d_a + self.moved)
        self.b += step[:, None] * d_b
        self.g += step[:, None] * d_g
        self.t = np.where(event == 0, 1.0, self.t + step)
        self.exchanges += 1
        leave, enter = np.flatnonzero(event == 1), np.flatnonzero(event == 2)
        falling = np.take_along_axis(d_free, slot[:, None], axis=1)[:, 0] < 0
        finished = (event == 0) | (self.exchanges >= ROUNDS)
        finished[leave[self._leave(leave, slot[leave], falling[leave])]] = True
        finished[enter[self._enter(enter, entering[enter])]] = True
        yield from self._give_back(finished)

    def _first_events(self, z, d_free, d_g):
        """(step, event, slot, variable): event 0 none before t = 1, 1 a free variable leaves, 2 one enters."""
        n = len(self.upper)
        noise = 1e-15 * (1.0 + np.abs(z).max(axis=1))[:, None]
        a = np.take_along_axis(self.a, self.members, axis=1)
        still = 1e-15 * (np.minimum(1.0, self.a.max(axis=1)) + np.abs(d_free).max(axis=1, initial=0.0))[:, None]
        upper = np.append(self.upper, 1.0)[self.members]
        speed = np.abs(d_free)
        room = np.maximum(0.0, np.where(d_free < 0, a, upper - a))
        with np.errstate(invalid="ignore", divide="ignore"):
            leaving = np.where((speed > still) & (self.members < n), room / speed, np.inf)
            rates = self.side * d_g
            entering = np.where(rates < -noise, np.maximum(0.0, self.side * self.g) / -rates, np.inf)
        slot, variable = leaving.argmin(axis=1), entering.argmin(axis=1)
        rows = np.arange(len(slot))
        leaves, enters, left = leaving[rows, slot], entering[rows, variable], 1.0 - self.t
        step = np.minimum(left, np.minimum(leaves, enters))
        event = np.where(step >= left, 0, np.where(leaves <= enters, 1, 2))
        return step, event, slot, variable

    def _leave(self, rows, slots, falling):
        """Free variables stay at the bound they met; returns the rows where that is not regular."""
        variables = self.members[rows, slots]
        regular = self._drop(rows, slots)
        rows, variables, falling = rows[regular], variables[regular], falling[regular]
        self.a[rows, variables] = np.where(falling, 0.0, self.upper[variables])
        self.side[rows, variables] = np.where(falling, 1.0, -1.0)
        return ~regular

    def _drop(self, rows, slots):
        """Take the variables in these slots out of F where that is regular; returns where (bool)."""
        place = self.ties + slots
        pivots = self.R[rows, place]
        diagonal = pivots[np.arange(len(rows)), place]
        regular = (diagonal > UNTIED) & (diagonal < LOSSY)
        rows, place, pivots = rows[regular], place[regular], pivots[regular]
        self.R[rows] -= pivots[:, :, None] * (pivots / diagonal[regular, None])[:, None, :]
        self.R[rows, place] = 0.0
        self.R[rows, :, place] = 0.0
        self.members[rows, place - self.ties] = len(self.upper)
        return regular

    def _enter(self, rows, variables):
        """Bounded variables become free; returns the rows where that is not regular (bool)."""
        E, example, members = self.E, self.example, self.members[rows]
        K = self.program.K[example[variables][:, None], example[members]]
        column = np.concatenate(
            [E[variables, : self.ties], K * np.einsum("rq,rsq->rs", E[variables], E[members])], axis=1
        )
        response = np.matmul(self.R[rows], column[:, :, None])[:, :, 0]
        curvature = self.program.diagonal[variables] - np.einsum("rs,rs->r", column, response)
        regular = curvature > 1.0 / LOSSY
        rows, variables, response, curvature = (v[regular] for v in (rows, variables, response, curvature))
        if len(rows) and not (self.members[rows] == len(self.upper)).any(axis=1).all():
            self._widen(8)
            response = np.pad(response, ((0, 0), (0, 8)))
        slots = (self.members[rows] == len(self.upper)).argmax(axis=1)
        scaled = response / curvature[:, None]
        self.R[rows] += response[:, :, None] * scaled[:, None, :]
        place = self.ties + slots
        self.R[rows, place] = -scaled
        self.R[rows, :, place] = -scaled
        self.R[rows, place, place] = 1.0 / curvature
        self.members[rows, slots] = variables
        self.side[rows, variables] = 0.0
        return ~regular

    def _widen(self, by):
        """Give every row more empty slots."""
        self.members = np.pad(self.members, ((0, 0), (0, by)), constant_values=len(self.upper))
        self.R = np.pad(self.R, ((0, 0), (0, by), (0, by)))

    def _give_back(self, gone):
        """Yield these rows (bool) as they are and take them out of the arrays."""
        if not gone.any():
            return
        n = len(self.upper)
        yield Rows(
            *(v[gone] for v in (self.index, self.t, self.exchanges)),
            self.a[gone, :n],
            *(v[gone] for v in (self.b, self.g, self.side, self.members)),
        )
        for name in _ROWS:
            setattr(self, name, getattr(self, name)[~gone])


_ROWS = ("index", "t", "exchanges", "groups", "a", "b", "g", "side", "members", "R", "moved", "pull", "imbalance")
