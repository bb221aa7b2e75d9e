"""Homotopies of ``active_set`` as rows of common arrays: where each is, and what is measured of all at once."""

from dataclasses import dataclass, replace

import numpy as np


@dataclass
class Rows:
    """Homotopies at a place each; their bounds are C times the weights.

    index, C, left, growth (r,): which it is, where, how far from its end, the rate of C
    exchanges, idle (r,): steps, and how many of the last ones led nowhere
    own (r, c): the variables of the point that is left out
    a, pull (r, n + 1), g, side, moved (r, n): multipliers, H times ``moved``; g, sides, rates of what is not free
    b, imbalance (r, ties): intercept, E times ``moved``
    members (r, s), R (r, ties + s, ties + s): F, with n where a slot is empty, and its inverse
    """

    index: np.ndarray
    C: np.ndarray
    left: np.ndarray
    growth: np.ndarray
    exchanges: np.ndarray
    idle: np.ndarray
    own: np.ndarray
    a: np.ndarray
    b: np.ndarray
    g: np.ndarray
    side: np.ndarray
    members: np.ndarray
    R: np.ndarray
    moved: np.ndarray
    pull: np.ndarray
    imbalance: np.ndarray

    def __len__(self):
        return len(self.index)

    def among(self, mask):
        """The rows where ``mask`` (r,) holds."""
        return Rows(*(values[mask] for values in vars(self).values()))

    def free(self, row):
        """(k,) variables of F in one row."""
        members = self.members[row]
        return members[members < self.g.shape[1]]

    @property
    def is_free(self):
        """(r, n) bool: the variable is in F."""
        mask = np.zeros(self.a.shape, dtype=bool)
        np.put_along_axis(mask, self.members, True, axis=1)
        return mask[:, :-1]

    def widened(self, slots):
        """The same with so many slots for F."""
        count, size = self.members.shape[1], self.R.shape[1]
        if slots == count:
            return self
        members = np.full((len(self), slots), self.g.shape[1])
        R = np.zeros((len(self), size + slots - count, size + slots - count))
        members[:, :count], R[:, :size, :size] = self.members, self.R
        return replace(self, members=members, R=R)


def joined(parts):
    """Rows of several parts."""
    slots = max(part.members.shape[1] for part in parts)
    parts = [part.widened(slots) for part in parts]
    return Rows(*map(np.concatenate, zip(*(vars(part).values() for part in parts), strict=True)))


def leaving(active, groups, index=None, C=1.0):
    """Rows that lead the variables of a group (P, c) each from the optimum ``active`` to zero."""
    P, n = len(groups), len(active.a)
    a = np.append(active.a, 0.0)
    moved = np.zeros((P, n))
    np.put_along_axis(moved, groups, -active.a[groups], axis=1)
    pull = np.zeros((P, n + 1))
    pull[:, :n] = active.program.products(moved)
    same = (a, active.b, active.g, active.side, active.free, active.inverse)
    return Rows(
        np.arange(P) if index is None else np.asarray(index),
        np.full(P, C), np.ones(P), np.zeros(P), np.zeros(P, dtype=int), np.zeros(P, dtype=int), groups,
        *(np.repeat(value[None], P, axis=0) for value in same),
        moved, pull, moved @ active.E.T,
    )  # fmt: skip


def violations(program, upper, rows):
    """(r,) as ``ActiveSet.violation``, of rows whose g is up to date."""
    a = rows.a[:, :-1]
    wrong = np.where(rows.is_free, np.abs(rows.g), np.maximum(0.0, -rows.side * rows.g)).max(axis=1)
    largest = a.max(axis=1)
    outside = np.maximum(-a, a - upper).max(axis=1)
    unbalanced = np.abs(a @ program.E[:, : program.ties]).max(axis=1)
    return np.maximum(
        wrong / np.maximum(1.0, np.abs(rows.g).max(axis=1)),
        np.maximum(outside, unbalanced) / np.where(largest > 0, largest, 1.0),
    )


def refined(program, rows):
    """The Rows with (b, a_F) solved for anew on the F they have come to: takes back what rounding did on the way.

    g is measured from scratch. A row whose matrix is singular stays as it is.
    """
    members, ties, E = rows.members, program.ties, program.E[:, : program.ties]
    matrix, empty = matrices(program, members)
    a, b = rows.a.copy(), rows.b
    for _ in range(2):
        g = program.products(a[:, :-1]) - 1.0 + b @ E.T
        on_F = np.take_along_axis(np.pad(g, ((0, 0), (0, 1))), members, 1)
        excess = np.concatenate([a[:, :-1] @ E, on_F], axis=1)
        try:
            change = np.linalg.solve(matrix, excess[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            break
        b = b - change[:, :ties]
        free = np.take_along_axis(a, members, 1) - np.where(empty, 0.0, change[:, ties:])
        np.put_along_axis(a, members, free, 1)
    return replace(rows, a=a, b=b, g=program.products(a[:, :-1]) - 1.0 + b @ E.T)


def matrices(program, members):
    """(r, ties + s, ties + s) the matrices of working sets, the identity in empty slots, and (r, s) which are empty."""
    n, ties = len(program.example), program.ties
    empty = members == n
    example, E = np.append(program.example, 0)[members], np.vstack([program.E, np.zeros_like(program.E[:1])])[members]
    matrix = np.zeros((len(members), ties + members.shape[1], ties + members.shape[1]))
    matrix[:, ties:, ties:] = program.K[example[:, :, None], example[:, None, :]] * (E @ E.transpose(0, 2, 1))
    matrix[:, ties:, :ties] = E[:, :, :ties]
    matrix[:, :ties, ties:] = E[:, :, :ties].transpose(0, 2, 1)
    matrix[:, ties:, ties:] += empty[:, :, None] * np.eye(members.shape[1])
    return matrix, empty
