"""Many active sets in step: the homotopies of ``active_set``, taken together as rows of common arrays.

One homotopy is a few exchanges on small matrices, so that most of its time goes into calling NumPy. Here P of them
advance in step; where an update of R would lose digits, R is made anew. A row that needs an exchange which is not done
here (a dependent column) is given back in the state it has reached, and goes on alone.
"""

import numpy as np

from svmlab.engine.exchanges import SINGULAR
from svmlab.engine.rows import joined, matrices
from svmlab.engine.working_set import FRESH, LOSSY, UNTIED

PRECISE = 1e-13  # relative error of a direction above which it is refined
REFINEMENTS = 3
POOR = 1e-9  # above which it is not taken even so
PATIENCE = 12  # steps in a row that lead nowhere, after which a row goes on alone
STILL = 1e-14  # relative length of such a step


class Flock:
    """Rows that advance together; ``weight`` (n,) times C are their upper bounds."""

    rounds = 200  # steps after which a row goes on alone

    def __init__(self, program, weight):
        self.program, self.weight, self.ties = program, np.append(weight, 1.0), program.ties
        self.E = np.vstack([program.E, np.zeros((1, program.E.shape[1]))])
        self.E_ties = np.ascontiguousarray(program.E[:, : self.ties].T)
        self.example = np.append(program.example, 0)
        self.rows, self.steps = None, 0

    def __len__(self):
        return 0 if self.rows is None else len(self.rows)

    def add(self, rows):
        """Take rows in, their own variables out of F; returns those where that is not regular."""
        rows = rows.widened(rows.members.shape[1] + 8)
        self.rows, before = rows, self.rows
        irregular = np.zeros(len(rows), dtype=bool)
        for column in range(rows.own.shape[1]):
            inside = rows.members == rows.own[:, [column]]
            mine = np.flatnonzero(inside.any(axis=1) & ~irregular)
            slots = inside[mine].argmax(axis=1)
            held = self._drop(mine, slots)
            for r, slot in zip(mine[~held], slots[~held], strict=True):
                d_b = rows.R[r, : self.ties, self.ties + slot]
                irregular[r] = not (self._tie_anew(r, slot, d_b) or self._tie_anew(r, slot, -d_b))
        regular = np.flatnonzero(~irregular)
        rows.side[regular[:, None], rows.own[regular]] = 0.0
        kept = rows.among(~irregular)
        self.rows = kept if before is None or not len(before) else joined([before, kept])
        return rows.among(irregular)

    def step(self):
        """Advance every row to its first event and exchange; yield (rows, done) that are at their end, or irregular."""
        self.steps += 1
        if self.steps % FRESH == 0:
            self._refresh()
        rows, n = self.rows, len(self.weight) - 1
        d_b, d_free, d_a, d_g, precise = self._directions()
        step, event, slot, entering = self._first_events(d_free, d_g)
        stays = ~precise | self._stays(step, d_b, d_free, d_g)
        step, event = np.where(stays, 0.0, step), np.where(stays, -1, event)
        rows.a[:, :n] += step[:, None] * (d_a + rows.moved)
        rows.b += step[:, None] * d_b
        rows.g += step[:, None] * d_g
        rows.C += rows.growth * step
        rows.left = np.where(event == 0, 0.0, rows.left - step)
        rows.exchanges += 1
        rows.idle = np.where(step <= STILL * np.where(rows.growth > 0, rows.C, 1.0), rows.idle + 1, 0)
        leave, enter = np.flatnonzero(event == 1), np.flatnonzero(event == 2)
        falling = d_free[leave, slot[leave]] < 0
        gone = stays | (rows.exchanges >= self.rounds) | (rows.idle > PATIENCE)
        gone[leave[self._leave(leave, slot[leave], falling)]] = True
        gone[enter[self._enter(enter, entering[enter])]] = True
        done = (event == 0) & ~gone
        gone |= done & self._ended(done)
        yield from self._give_back(gone, done)

    def _stays(self, step, d_b, d_free, d_g):
        """(r,) bool: what must not take this step here but goes on alone."""
        return np.zeros(len(self.rows), dtype=bool)

    def _ended(self, done):
        """(r,) bool: which of the rows that are at their end have nothing before them."""
        return done

    def _directions(self):
        """Rates of b, of the members, of a (r, n), of g, and (r,) whether they are precise; refined once where not."""
        rows, ties = self.rows, self.ties
        data = np.concatenate([rows.imbalance, np.take_along_axis(rows.pull, rows.members, axis=1)], axis=1)
        z = -np.matmul(rows.R, data[:, :, None])[:, :, 0]
        d_a, d_g = self._rates(rows, z)
        short = not rows.growth.any() and np.einsum("rss->rs", rows.R).max() < LOSSY
        if short:  # a short way, whose end is measured and made better
            return z[:, :ties], z[:, ties:], d_a, d_g, np.ones(len(rows), dtype=bool)
        remains, error = self._remains(rows, z, d_g)
        for _ in range(REFINEMENTS):
            poor = np.flatnonzero((error > PRECISE) & (error < np.inf))
            if not len(poor):
                break
            self._invert(poor[error[poor] > POOR])
            some = rows.among(poor)
            z[poor] -= np.matmul(some.R, remains[poor][:, :, None])[:, :, 0]
            d_a[poor], d_g[poor] = self._rates(some, z[poor])
            remains[poor], error[poor] = self._remains(some, z[poor], d_g[poor])
        return z[:, :ties], z[:, ties:], d_a, d_g, error <= POOR

    def _rates(self, rows, z):
        """Rates of a (r, n) and of g where (b, a_F) move at rates z."""
        d_a = np.zeros_like(rows.a)
        np.put_along_axis(d_a, rows.members, z[:, self.ties :], axis=1)
        d_a = d_a[:, :-1]
        return d_a, rows.pull[:, :-1] + self.program.products(d_a) + z[:, : self.ties] @ self.E_ties

    def _remains(self, rows, z, d_g):
        """What the rates z leave of the equations that they solve, (r, ties + s), and its relative size (r,)."""
        inside = rows.members < d_g.shape[1]
        on_F = np.where(inside, np.take_along_axis(d_g, np.where(inside, rows.members, 0), axis=1), 0.0)
        E = self.E[rows.members, : self.ties]
        remains = np.concatenate([rows.imbalance + np.einsum("rst,rs->rt", E, z[:, self.ties :]), on_F], axis=1)
        return remains, np.abs(remains).max(axis=1) / (1.0 + np.abs(z).max(axis=1))

    def _first_events(self, d_free, d_g):
        """(step, event, slot, variable): event 0 none before the end, 1 a free variable leaves, 2 one enters."""
        rows, n = self.rows, len(self.weight) - 1
        noise = 1e-15 * (1.0 + np.abs(d_free).max(axis=1))[:, None]
        a, weight = np.take_along_axis(rows.a, rows.members, axis=1), self.weight[rows.members]
        still = 1e-15 * (np.minimum(1.0, rows.a.max(axis=1)) + np.abs(d_free).max(axis=1, initial=0.0))[:, None]
        falling = d_free < 0
        grows = np.where(rows.growth[:, None] > 0, weight, 0.0)  # a weight may be infinite where nothing grows
        speed = np.where(falling, -d_free, d_free - grows)
        room = np.maximum(0.0, np.where(falling, a, rows.C[:, None] * weight - a))
        with np.errstate(invalid="ignore", divide="ignore"):
            leaving = np.where((speed > still) & (rows.members < n), room / speed, np.inf)
            rates = rows.side * d_g
            entering = np.where(rates < -10.0 * noise, np.maximum(0.0, rows.side * rows.g) / -rates, np.inf)
        slot, variable = leaving.argmin(axis=1), entering.argmin(axis=1)
        each = np.arange(len(slot))
        leaves, enters = leaving[each, slot], entering[each, variable]
        step = np.minimum(rows.left, np.minimum(leaves, enters))
        event = np.where(step >= rows.left, 0, np.where(leaves <= enters, 1, 2))
        return step, event, slot, variable

    def _leave(self, which, slots, falling):
        """Free variables stay at the bound they met; returns the rows where that is not regular."""
        rows, variables = self.rows, self.rows.members[which, slots]
        regular = self._drop(which, slots)
        for i in np.flatnonzero(~regular):
            d_b = (1.0 if falling[i] else -1.0) * rows.R[which[i], : self.ties, self.ties + slots[i]]
            regular[i] = self._tie_anew(which[i], slots[i], d_b)
        which, variables, falling = which[regular], variables[regular], falling[regular]
        rows.a[which, variables] = np.where(falling, 0.0, rows.C[which] * self.weight[variables])
        rows.side[which, variables] = np.where(falling, 1.0, -1.0)
        self._bounded(which[~falling], variables[~falling], 1.0)
        return ~regular

    def _bounded(self, which, variables, sign):
        """These variables begin (1) or cease (-1) to move with their bounds."""
        rows = self.rows
        rates = sign * rows.growth[which] * self.weight[variables]
        which, variables, rates = which[rates != 0], variables[rates != 0], rates[rates != 0]
        if not len(which):
            return
        E, example = self.program.E, self.program.example
        columns = self.program.K[example[variables]][:, example] * (E[variables] @ E.T)
        rows.pull[which, :-1] += rates[:, None] * columns
        rows.imbalance[which] += rates[:, None] * E[variables, : self.ties]
        rows.moved[which, variables] += rates

    def _drop(self, which, slots):
        """Take the variables in these slots out of F where that is regular; returns where (bool)."""
        rows, place = self.rows, self.ties + slots
        pivots = rows.R[which, place]
        diagonal = pivots[np.arange(len(which)), place]
        regular = diagonal > UNTIED
        lossy = which[regular & (diagonal >= LOSSY)]
        which, place, pivots = which[regular], place[regular], pivots[regular]
        rows.R[which] -= pivots[:, :, None] * (pivots / diagonal[regular, None])[:, None, :]
        rows.R[which, place] = 0.0
        rows.R[which, :, place] = 0.0
        rows.members[which, place - self.ties] = len(self.weight) - 1
        self._invert(lossy)
        return regular

    def _invert(self, which=slice(None)):
        """Make R of these rows anew; returns whether it could be."""
        members = self.rows.members[which]
        if not len(members):
            return True
        matrix, empty = matrices(self.program, members)
        try:
            R = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            return False
        outside = np.pad(empty, ((0, 0), (self.ties, 0)))
        R[outside[:, :, None] | outside[:, None, :]] = 0.0
        self.rows.R[which] = R
        return True

    def _tie_anew(self, r, slot, d_b):
        """Move b until the multiplier of another variable vanishes, which takes the slot of one that was the last to
        tie b; returns whether that is so and can be, see ``ActiveSet``."""
        rows, row = self.rows, self.ties + slot
        along = d_b @ self.E_ties
        rates = rows.side[r] * along
        moving = np.flatnonzero(rates < -UNTIED)
        if not (rows.R[r, row, row] <= UNTIED and len(moving)):
            return False
        times = np.maximum(0.0, rows.side[r, moving] * rows.g[r, moving]) / -rates[moving]
        entering, time = moving[times.argmin()], times.min()
        leaving, rows.members[r, slot] = rows.members[r, slot], entering
        if not self._invert([r]):
            rows.members[r, slot] = leaving
            return False
        rows.b[r] += time * d_b
        rows.g[r] += time * along
        if rows.side[r, entering] == -1.0:
            self._bounded(np.array([r]), np.array([entering]), -1.0)
        rows.side[r, entering] = 0.0
        return True

    def _enter(self, which, variables):
        """Bounded variables become free; returns the rows where that is not regular (bool)."""
        rows, n = self.rows, len(self.weight) - 1
        E, example, members = self.E, self.example, rows.members[which]
        K = self.program.K[example[variables][:, None], example[members]]
        column = np.concatenate(
            [E[variables, : self.ties], K * np.einsum("rq,rsq->rs", E[variables], E[members])], axis=1
        )
        response = np.matmul(rows.R[which], column[:, :, None])[:, :, 0]
        diagonal = self.program.diagonal[variables]
        curvature = diagonal - np.einsum("rs,rs->r", column, response)
        lossy, regular = curvature <= 1.0 / LOSSY, np.ones(len(which), dtype=bool)
        if lossy.any():
            response[lossy] += self._missed(which[lossy], column[lossy], response[lossy])
            curvature[lossy] = diagonal[lossy] - np.einsum("rs,rs->r", column[lossy], response[lossy])
            along = response[lossy, self.ties :]
            regular[lossy] = curvature[lossy] > SINGULAR * (1.0 + np.einsum("rs,rs->r", along, along))
        which, variables, response, curvature = (v[regular] for v in (which, variables, response, curvature))
        lossy = which[lossy[regular]]
        if len(which) and not (rows.members[which] == n).any(axis=1).all():
            self.rows = rows = rows.widened(rows.members.shape[1] + 8)
            response = np.pad(response, ((0, 0), (0, 8)))
        slots = (rows.members[which] == n).argmax(axis=1)
        scaled = response / curvature[:, None]
        rows.R[which] += response[:, :, None] * scaled[:, None, :]
        place = self.ties + slots
        rows.R[which, place] = -scaled
        rows.R[which, :, place] = -scaled
        rows.R[which, place, place] = 1.0 / curvature
        rows.members[which, slots] = variables
        self._invert(lossy)
        was_bounded = rows.side[which, variables] == -1.0
        rows.side[which, variables] = 0.0
        self._bounded(which[was_bounded], variables[was_bounded], -1.0)
        return ~regular

    def _missed(self, which, column, response):
        """(r, ties + s) by how much the response of F to a column falls short, for what R has lost."""
        matrix, _ = matrices(self.program, self.rows.members[which])
        short = column - np.matmul(matrix, response[:, :, None])[:, :, 0]
        return np.matmul(self.rows.R[which], short[:, :, None])[:, :, 0]

    def _refresh(self):
        """Take back what rounding has done: R, (b, a_F), g and its rates are made anew."""
        rows, n = self.rows, len(self.weight) - 1
        if not self._invert():
            return
        excess = np.concatenate(
            [rows.a[:, :n] @ self.E_ties.T, np.take_along_axis(np.pad(rows.g, ((0, 0), (0, 1))), rows.members, 1)], 1
        )
        change = np.matmul(rows.R, excess[:, :, None])[:, :, 0]
        rows.b -= change[:, : self.ties]
        free = np.take_along_axis(rows.a, rows.members, 1) - np.where(rows.members == n, 0.0, change[:, self.ties :])
        np.put_along_axis(rows.a, rows.members, free, 1)
        rows.g[:] = self.program.products(rows.a[:, :n]) - 1.0 + rows.b @ self.E_ties
        rows.pull[:, :n] = self.program.products(rows.moved)
        rows.imbalance[:] = rows.moved @ self.E_ties.T

    def _give_back(self, gone, done):
        """Yield (these rows, which of them are done) as they are and take them out."""
        if gone.any():
            leaving, self.rows = self.rows.among(gone), self.rows.among(~gone)
            yield leaving, done[gone]
