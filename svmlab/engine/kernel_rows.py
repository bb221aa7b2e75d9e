"""A kernel matrix that is never formed: blocks of it, its products, and the rows in use, in single precision."""

import numpy as np

BATCH = 4_000_000  # kernel values in double precision that are held at once, 32 MB
IN_DOUBLE = 1000  # points up to which single precision would save nothing
FEW = 50  # points of which a mean is taken where a rough one will do


class KernelRows:
    """What stands in a ``DualProgram`` for K (m, m) where that is too large; relative to ``centre``, see ``Kernel``.

    kernel : one that is positive semi-definite; X (m, d), or (m,) strings; centre (d,) or None
    """

    def __init__(self, kernel, X, centre):
        self.kernel, self.X, self.centre = kernel, X, centre
        self._single = kernel.single(X, centre)

    def __len__(self):
        return len(self.X)

    def diagonal(self):
        """(m,) squared distances in feature space from the mean of a few points: the diagonal of K about it."""
        few = np.linspace(0, len(self) - 1, min(FEW, len(self))).astype(np.intp)
        parts = np.array_split(np.arange(len(self)), -(-len(self) // FEW))
        own = np.concatenate([self.block(part).diagonal() for part in parts])
        return own - 2.0 * self._single(np.arange(len(self)), few).mean(axis=1) + self.block(few).mean()

    def block(self, some):
        """(s, s) the values among the points ``some`` (s,)."""
        return self._values(self.X[some], self.X[some])

    @property
    def dtype(self):
        """The precision of ``rows``."""
        return np.dtype(np.float64 if len(self) <= IN_DOUBLE else np.float32)

    def rows(self, some, others):
        """(s, o) the values of the points ``some`` with ``others``: in single precision, where the points are many."""
        return self._values(self.X[some], self.X[others]) if len(self) <= IN_DOUBLE else self._single(some, others)

    def times(self, B, single=False):
        """(K B (m, q), the largest absolute value seen in each row of K (m,)) for B (m, q).

        In batches, and by values in double precision unless ``single``, each computed once: of a pair of points that
        both have a row in B the second value is the first.
        """
        used = B.any(axis=1)
        order = np.concatenate([np.flatnonzero(used), np.flatnonzero(~used)])
        X, B, n = self.X[order], B[order], int(used.sum())
        product, largest, start = np.zeros(B.shape), np.zeros(len(B)), 0
        while start < n:
            stop = min(n, start + max(1, BATCH // (len(X) - start)))
            K = self.rows(order[start:stop], order[start:]) if single else self._values(X[start:stop], X[start:])
            product[start:] += K.T @ B[start:stop]
            product[start:stop] += K[:, stop - start :] @ B[stop:]
            K = np.abs(K, out=K)
            largest[start:] = np.maximum(largest[start:], K.max(axis=0))
            largest[start:stop] = np.maximum(largest[start:stop], K.max(axis=1))
            start = stop
        back = np.argsort(order)
        return product[back], largest[back]

    def _values(self, X, Z):
        return self.kernel(X, Z) if self.centre is None else self.kernel.relative(X, Z, self.centre)


class RowCache:
    """Rows of a ``KernelRows``, at most ``nbytes`` of them: those used last.

    columns (c,): the points whose values are wanted; fewer as time goes by, see ``narrow``.
    """

    def __init__(self, rows, nbytes):
        self._rows, self.columns = rows, np.arange(len(rows))
        self._room = np.empty(min(nbytes // rows.dtype.itemsize, len(rows) ** 2), dtype=rows.dtype)
        self._clock = 0
        self.clear()

    def clear(self):
        """Forget every row, and want all columns again."""
        self.columns = np.arange(len(self._rows))
        self._place = np.full(len(self._rows), -1)  # of the row of each point
        self._shape(0)

    def _shape(self, kept):
        """Divide the room into places of a row each, of which ``kept`` are taken."""
        width = len(self.columns)
        places = min(len(self._room) // width, len(self._rows))
        self._table = self._room[: places * width].reshape(places, width)
        self._owner = np.full(places, -1)
        self._used = np.zeros(places, dtype=np.int64)
        taken = np.flatnonzero(self._place >= 0)
        self._owner[self._place[taken]] = taken
        self._free = kept

    def of(self, points):
        """(p, c) the rows of ``points`` (p,), no two alike."""
        if len(points) > len(self._table):
            return self._rows.rows(points, self.columns)
        self._clock += 1
        there = self._place[points]
        self._used[there[there >= 0]] = self._clock
        missing = points[there < 0]
        if len(missing):
            places = self._places(len(missing))
            self._place[self._owner[places][self._owner[places] >= 0]] = -1
            self._owner[places], self._used[places] = missing, self._clock
            self._place[missing] = places
            self._table[places] = self._rows.rows(missing, self.columns)
        return self._table[self._place[points]]

    def _places(self, count):
        """(count,) places for new rows: those never taken, then those used longest ago."""
        fresh = np.arange(self._free, min(self._free + count, len(self._table)))
        self._free += len(fresh)
        if len(fresh) == count:
            return fresh
        self._used[fresh] = self._clock
        return np.concatenate([fresh, np.argsort(self._used, kind="stable")[: count - len(fresh)]])

    def narrow(self, kept):
        """Want only the columns ``kept``, a mask (c,) of the present ones; rows that are there stay."""
        self.columns, old = self.columns[kept], self._table
        width, taken = len(self.columns), np.flatnonzero(self._owner >= 0)
        for new, place in enumerate(taken):  # never ahead of what is still to be read
            self._room[new * width : (new + 1) * width] = old[place, kept]
            self._place[self._owner[place]] = new
        self._shape(len(taken))
