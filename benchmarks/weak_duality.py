"""How far a trained machine is from its optimum, at most: weak duality in exact arithmetic.

No formula of svmlab is used, only numbers: what a machine was trained on, its ``alpha_``, and what it predicts with.
That is ``intercept_``, or the intercept (``solution_.b_relative``) that goes with a kernel without the part which
coefficients of sum zero do not see: points about their centre where the kernel is affine in them, κ - 1 where it is
Gaussian or Laplace. In the user's coordinates that intercept is rounded. And ``coef_`` where a machine keeps w beside
α. The kernel matrix is that of the double-precision points, as rational numbers for linear and polynomial kernels and
for a matrix that was given, in long double elsewhere; everything after that is rational. The machines are written out
from their sources.
"""

from fractions import Fraction

import numpy as np

from svmlab import kernels

CORRECTIONS = 2  # of the intercept, which a double holds less exactly than weak duality wants it far from the origin


def gap(svm):
    """(primal - dual)/dual of a trained machine, both exact but for the kernel's long doubles; inf if it is infeasible.

    The intercept is corrected by what free margins lack, since ``intercept_`` is rounded in the user's coordinates.
    """
    X, codes, weight = svm.X_fit_, np.searchsorted(svm.classes_, svm.y_fit_), svm.sample_weight_
    alpha = np.asarray(svm.alpha_)
    if not np.isfinite(alpha).all() or not np.isfinite(svm.intercept_).all() or (alpha < 0).any():
        return np.inf
    name, Q = getattr(svm, "machine_", "biclass"), len(svm.classes_)
    K = exact_kernel(svm.kernel_, X, svm._centre)
    machine = MACHINES[name](codes, Q, [bound(svm.C_, w) for w in weight], rational(alpha.reshape(len(codes), -1)))
    if not machine.feasible():
        return np.inf
    B = machine.coefficients()
    H = K @ B
    squared = sum((B * H).ravel(), Fraction(0))
    dual = machine.dual(squared)
    if svm.solution_.w is not None:  # feasible as it is, whatever α says
        w = rational(svm.coef_).T
        H, squared = about(svm._centre, X) @ w, sum((w * w).ravel(), Fraction(0))
    if dual <= 0:
        return np.inf
    b = rational(np.atleast_1d(svm.intercept_ if svm._centre is None else svm.solution_.b_relative))
    found = []
    for _ in range(1 + (CORRECTIONS if name != "crammer-singer" else 0)):
        found.append(machine.primal(squared, H + b))
        b = b + machine.correction(H + b)
    primal = min(found)
    return float((primal - dual) / dual) if primal < np.inf else np.inf


def bound(C, weight):
    """C times a weight, as the machine computes it, or inf."""
    return C * weight if weight > 0 else 0.0


def rational(table):
    """Doubles or long doubles as an object array of Fractions, exactly."""

    def one(value):
        high = float(value)
        return Fraction(high) + Fraction(float(value - high))

    table = np.asarray(table)
    return np.array([one(value) for value in table.ravel()], dtype=object).reshape(table.shape)


def about(centre, X):
    """The points about a centre, exactly."""
    return rational(X) if centre is None else rational(X) - rational(centre)


def exact_kernel(kernel, X, centre):
    """(m, m) Fractions; with a centre without what an intercept takes up."""
    if isinstance(kernel, kernels.Precomputed):
        return rational(X)
    if isinstance(kernel, kernels.Linear):
        return about(centre, X) @ about(centre, X).T
    points = rational(X)
    if isinstance(kernel, kernels.Polynomial):
        if kernel.degree == 1 and centre is not None:
            return Fraction(kernel.gamma) * (about(centre, X) @ about(centre, X).T)
        return (Fraction(kernel.gamma) * (points @ points.T) + Fraction(kernel.coef0)) ** kernel.degree
    squares = np.array([[float(((x - z) ** 2).sum()) for z in points] for x in points]).astype(np.longdouble)
    exact = [[((x - z) ** 2).sum() for z in points] for x in points]
    squares += np.array([[float(e - Fraction(float(s))) for e, s in zip(*rows, strict=True)]
                         for rows in zip(exact, squares, strict=True)])  # fmt: skip
    sigma = np.longdouble(kernel.sigma)
    exponent = -np.sqrt(squares) / sigma if isinstance(kernel, kernels.Laplace) else -squares / sigma / sigma / 2
    return rational(np.expm1(exponent)) + (0 if centre is not None else 1)


class Machine:
    """A machine with multipliers alpha (m, 1 or Q) and the bound of each point."""

    def __init__(self, codes, Q, bounds, alpha):
        self.codes, self.Q, self.bounds, self.alpha = codes, Q, bounds, alpha
        self.rivals = [[k for k in range(Q) if k != y] for y in codes]

    def feasible(self):
        return all(a <= u for row, u in zip(self.alpha, self.bounds, strict=True) for a in row)

    def primal(self, squared, h):
        """½‖w‖² + Σ C ξ of (w, b), or of (w, b) times the t ≥ 1 with which nothing below its bound has slack.

        The latter is what rounding of the intercept asks for at a large C, and all there is where slack is forbidden.
        """
        hard = [m for i, u in enumerate(self.bounds) if u == np.inf for m in self.margins(i, h)]
        below = [m for i, u in enumerate(self.bounds) for m in self.unbounded(i, u, h)]
        values = []
        for without_slack in (hard, below):
            least = min(without_slack, default=Fraction(1))
            if least > 0:
                values.append(self.scaled(squared, h, max(Fraction(1), 1 / least)))
        return min(values, default=np.inf)

    def unbounded(self, i, u, h):
        """Margins of point i whose multipliers are below its bound."""
        if u == 0:
            return []
        return [m for a, m in zip(self.free_values(i), self.margins(i, h), strict=True) if a < u]

    def scaled(self, squared, h, t):
        """½‖w‖² + Σ C ξ of t (w, b), slack that is forbidden apart."""
        slack = sum((Fraction(u) * self.loss([1 - t * m for m in self.margins(i, h)])
                     for i, u in enumerate(self.bounds) if 0 < u < np.inf), Fraction(0))  # fmt: skip
        return squared * t * t / 2 + slack

    def loss(self, short):
        return sum((max(Fraction(0), s) for s in short), Fraction(0))

    def correction(self, h):
        """(q,) the change of b that makes free margins 1 in the least squares sense."""
        rows, lacks = [], []
        for i, u in enumerate(self.bounds):
            for row, a, m in zip(self.rows(i), self.free_values(i), self.margins(i, h), strict=True):
                if 0 < a < u:
                    rows.append(row)
                    lacks.append(float(1 - m))
        if not rows or not np.isfinite(lacks).all():
            return np.zeros(h.shape[1], dtype=object)
        return rational(np.linalg.lstsq(np.array(rows, dtype=float), np.array(lacks), rcond=1e-9)[0])


class Biclass(Machine):
    """½‖w‖² + Σ C_i ξ_i, y_i f(x_i) ≥ 1 - ξ_i."""

    def signs(self):
        return np.array([Fraction(int(2 * y - 1)) for y in self.codes], dtype=object)[:, None]

    def coefficients(self):
        return self.alpha * self.signs()

    def dual(self, squared):
        return self.alpha.sum() - squared / 2

    def margins(self, i, h):
        return [h[i, 0] * (2 * int(self.codes[i]) - 1)]

    def rows(self, i):
        return [[2 * int(self.codes[i]) - 1]]

    def free_values(self, i):
        return [self.alpha[i, 0]]


class WestonWatkins(Machine):
    """½ Σ_k ‖w_k‖² + Σ_i C_i Σ_{k≠y} ξ_ik, h_y - h_k ≥ 1 - ξ_ik."""

    def coefficients(self):
        B = -self.alpha.copy()
        for i, y in enumerate(self.codes):
            B[i, y] = self.alpha[i].sum()
        return B

    def dual(self, squared):
        return self.alpha.sum() - squared / 2

    def margins(self, i, h):
        return [h[i, self.codes[i]] - h[i, k] for k in self.rivals[i]]

    def rows(self, i):
        unit = np.eye(self.Q)
        return [unit[self.codes[i]] - unit[k] for k in self.rivals[i]]

    def free_values(self, i):
        return [self.alpha[i, k] for k in self.rivals[i]]


class CrammerSinger(WestonWatkins):
    """The same margins with one slack ξ_i = max_k ξ_ik, and b = 0."""

    def feasible(self):
        return all(sum(row) <= Fraction(u) * (1 + Fraction(1, 10**13)) if u < np.inf else True
                   for row, u in zip(self.alpha, self.bounds, strict=True))  # fmt: skip

    def unbounded(self, i, u, h):
        full = u < np.inf and sum(self.alpha[i]) >= Fraction(u) * (1 - Fraction(1, 10**13))
        return [] if full or u == 0 else self.margins(i, h)

    def loss(self, short):
        return max(Fraction(0), *short)


class LeeLinWahba(Machine):
    """½ Σ_k ‖w_k‖² + Σ_i C_i Σ_{k≠y} ξ_ik, h_k ≤ -1/(Q-1) + ξ_ik, in units in which 1/(Q-1) is 1."""

    def feasible(self):
        slack = Fraction(1, 10**13)  # of the bound: the machine's variable is another multiple of the multiplier
        return all(a <= Fraction(u) * (1 + slack)
                   for row, u in zip(self.alpha, self.bounds, strict=True) if u < np.inf for a in row)  # fmt: skip

    def unbounded(self, i, u, h):
        if u == 0:
            return []
        least = Fraction(u) * (1 - Fraction(1, 10**13)) if u < np.inf else u
        return [m for a, m in zip(self.free_values(i), self.margins(i, h), strict=True) if a < least]

    def coefficients(self):
        return self.alpha.sum(axis=1, keepdims=True) / Fraction(self.Q) - self.alpha

    def dual(self, squared):
        return self.alpha.sum() / Fraction(self.Q - 1) - squared / 2

    def margins(self, i, h):
        return [-(self.Q - 1) * h[i, k] for k in self.rivals[i]]

    def loss(self, short):
        return super().loss(short) / (self.Q - 1)

    def rows(self, i):
        return [-(self.Q - 1.0) * (np.eye(self.Q)[k] - 1.0 / self.Q) for k in self.rivals[i]]

    def free_values(self, i):
        return [self.alpha[i, k] for k in self.rivals[i]]


class MSVM2(LeeLinWahba):
    """½ Σ_k ‖w_k‖² + Σ_i C_i (Σ_k ξ_ik² + (Σ_k ξ_ik)²), k ≠ y, under the same constraints; ξ of any sign."""

    def feasible(self):
        return True

    def slacks(self, i):
        """ξ that belongs to the multipliers of point i: ∂/∂ξ of the loss equals α."""
        a = [self.alpha[i, k] for k in self.rivals[i]]
        return [(v - sum(a) / self.Q) / (2 * Fraction(self.bounds[i])) for v in a]

    def dual(self, squared):
        of_slack = Fraction(0)
        for i, u in enumerate(self.bounds):
            if 0 < u < np.inf:
                of_slack += sum((self.alpha[i, k] * xi for k, xi in zip(self.rivals[i], self.slacks(i), strict=True)),
                                Fraction(0)) / 2  # fmt: skip
        return super().dual(squared) - of_slack

    def primal(self, squared, h):
        if any(u == np.inf for u in self.bounds):
            return super().primal(squared, h)
        as_it_is, scaled, short = squared / 2, squared / 2, Fraction(1)
        for i, u in enumerate(self.bounds):
            if u > 0:
                least = [h[i, k] + Fraction(1, self.Q - 1) for k in self.rivals[i]]
                slacks = self.slacks(i)
                for xi, so_far in (([max(pair) for pair in zip(slacks, least, strict=True)], True), (slacks, False)):
                    loss = Fraction(u) * (sum(x * x for x in xi) + sum(xi) ** 2)
                    as_it_is, scaled = (as_it_is + loss, scaled) if so_far else (as_it_is, scaled + loss)
                short = min(short, *((self.Q - 1) * (s - h[i, k]) for s, k in zip(slacks, self.rivals[i], strict=True)))
        # (w, b, ξ) / short satisfies all constraints
        return min(as_it_is, scaled / short**2) if short > 0 else as_it_is

    def correction(self, h):
        rows, lacks = [], []
        for i, u in enumerate(self.bounds):
            if 0 < u < np.inf:
                for row, k, xi in zip(self.rows(i), self.rivals[i], self.slacks(i), strict=True):
                    if self.alpha[i, k] > 0:
                        rows.append(row)
                        lacks.append(float((self.Q - 1) * (h[i, k] + Fraction(1, self.Q - 1) - xi)))
        if not rows or not np.isfinite(lacks).all():
            return super().correction(h)
        return rational(np.linalg.lstsq(np.array(rows, dtype=float), np.array(lacks), rcond=1e-9)[0])


MACHINES = {
    "biclass": Biclass,
    "weston-watkins": WestonWatkins,
    "crammer-singer": CrammerSinger,
    "lee-lin-wahba": LeeLinWahba,
    "msvm2": MSVM2,
}
