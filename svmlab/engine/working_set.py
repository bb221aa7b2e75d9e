"""The working set of a program: its free variables F, and the inverse R of the matrix that solves for (b, α_F).

Kept by rank-one updates; see ``active_set`` for the matrix and what it is for.
"""

import numpy as np

UNTIED = 1e-7  # diagonal entry of R below which its variable is the last that ties b
FRESH = 64  # updates of R between two inversions from scratch
LOSSY = 1e6  # size of an entry of R whose update is not trusted


class Stalled(Exception):
    """The engine made no progress; the caller solves the program another way."""


class WorkingSet:
    """F as ``free`` (k,), the rows of the matrix for all variables, and R; see ``active_set.ActiveSet``."""

    def __init__(self, program, free):
        self.program = program
        self.ties = program.ties
        self.E = np.ascontiguousarray(program.E[:, : self.ties].T)
        n = self.E.shape[1]
        self._members = np.empty(len(free) + 16, dtype=np.intp)
        self._rows = np.empty((self.ties + len(free) + 16, n))
        self._rows[: self.ties] = self.E
        self._count = 0
        for v in free:
            self._append(v)
        self._refactor()

    @property
    def inverse(self):
        """(ties + k, ties + k) the matrix R."""
        return self._R

    @property
    def free(self):
        """(k,) variables of F; a view, valid until the next exchange."""
        return self._members[: self._count]

    @property
    def _size(self):
        return self.ties + self._count

    def condition(self):
        """Condition number of the matrix of the working set, in the maximum norm."""
        return float(np.abs(self._matrix()).sum(axis=1).max() * np.abs(self._R).sum(axis=1).max())

    def _null_direction(self, v):
        """Solve for the response of (b, α_F) to a unit of α_v, and the curvature of the objective along it."""
        column = self._rows[: self._size, v]
        response = self._R @ column
        diagonal = self.program.diagonal[v]
        curvature = diagonal - column @ response
        if curvature < 1e-6 * diagonal:
            response = response + self._R @ (column - self._matrix() @ response)
            curvature = diagonal - column @ response
        return response, curvature

    def _matrix(self):
        size, ties = self._size, self.ties
        matrix = np.zeros((size, size))
        matrix[:, ties:] = self._rows[:size, self.free]
        matrix[ties:, :ties] = matrix[:ties, ties:].T
        return matrix

    def _refactor(self):
        try:
            self._R = np.linalg.inv(self._matrix())
        except np.linalg.LinAlgError:
            raise Stalled("the working set became singular") from None
        self._updates = 0

    def _append(self, v):
        if self._count == len(self._members):
            self._members = np.concatenate([self._members, np.empty(self._count + 16, dtype=np.intp)])
        if self._size == len(self._rows):
            self._rows = np.concatenate([self._rows, np.empty((self._size + 16, len(self.a)))])
        self._members[self._count] = v
        self._rows[self._size] = self.program.column(v)
        self._count += 1

    def _border(self, v, response, curvature):
        size = self._size
        R = np.empty((size + 1, size + 1))
        scaled = response / curvature
        R[:size, :size] = self._R
        R[:size, :size] += response[:, None] * scaled
        R[:size, size] = R[size, :size] = -scaled
        R[size, size] = 1.0 / curvature
        self._R = R
        self._append(v)
        self._age(1.0 / curvature)

    def _drop(self, position):
        row, last = self.ties + position, self._size - 1
        R, pivot = self._R, self._R[row].copy()
        R -= pivot[:, None] * (pivot / pivot[row])
        if row != last:
            R[row] = R[last]
            R[:, row] = R[:, last]
            self._members[position] = self._members[self._count - 1]
            self._rows[row] = self._rows[last]
        self._R = R[:last, :last].copy()
        self._count -= 1
        self._age(pivot[row])

    def _replace(self, position, v):
        self._members[position] = v
        self._rows[self.ties + position] = self.program.column(v)
        self._refactor()

    def _age(self, growth):
        """Count an update of R; invert anew after many, or after one that lost digits."""
        self._updates += 1
        if self._updates >= FRESH or growth > LOSSY:
            self._refactor()
