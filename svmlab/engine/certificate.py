"""The certificate of a solution: objectives, Karush-Kuhn-Tucker residuals, and what rounding may hide of them."""

from dataclasses import dataclass

import numpy as np

from svmlab.engine.program import EPS, DualProgram, lever_of

CERTIFIED = 1e-8  # relative size of duality gap and KKT residual below which a solution counts as certified
EPS_LONG = float(np.finfo(np.longdouble).eps)
LONGEST = 1000 if EPS_LONG < 1e-3 * EPS else 0  # points up to which a certificate is measured in long doubles


@dataclass(frozen=True)
class Solution:
    """A solution of a dual program that certifies itself.

    It is certified where gap and rounding together are at most 1e-8 of the objective, and no margin misses what its
    multiplier asks for by more than 1e-8 of 1, rounding included. Rounding is bounded from the sizes of all sums, and
    of the terms of the kernel; what is not finite, or a negative ‖w‖², is never certified.

    alpha (n,), b (q,), limits (Q, Q): ``limits[k, l]`` is the tight upper limit of b_k - b_l, see ``interval``;
    b_relative (q,): the intercept that belongs to the program's own K, see ``DualProgram.absorbed``.
    margins, unsure (n,): those of the variables, and how far rounding may have moved each.
    primal, dual: the two objectives; duality_gap: their difference; highest, lowest: limits of the optimum, rounding
    included; between: their difference; relative_gap: that over the dual objective.
    residuals: largest violation of each Karush-Kuhn-Tucker condition, with what rounding may add: margins relative to
    1, the constraints on α to its own bound and to the largest multiplier; kkt_residual: the largest of them.
    """

    program: DualProgram
    alpha: np.ndarray
    b: np.ndarray
    limits: np.ndarray
    margins: np.ndarray
    unsure: np.ndarray
    squared_norm: float
    primal: float
    dual: float
    highest: float
    lowest: float
    between: float
    residuals: dict
    b_relative: np.ndarray
    exchanges: int = 0
    note: str = ""

    @property
    def duality_gap(self):
        return self.primal - self.dual

    @property
    def relative_gap(self):
        return float(_relative(self.duality_gap, self.between, self.dual))

    @property
    def rounding(self):
        """How far rounding may have moved the objective, relative to it."""
        return max(0.0, self.relative_gap - abs(self.duality_gap) / (abs(self.dual) or 1.0))

    @property
    def kkt_residual(self):
        return float(np.max(list(self.residuals.values()))) + 0.0  # NaN where one is, and no -0

    @property
    def worst(self):
        """The larger of ``kkt_residual`` and ``relative_gap``, infinite where one is no number."""
        worst = max(self.kkt_residual, self.relative_gap)
        return worst if worst == worst else np.inf

    @property
    def certified(self):
        return self.worst <= CERTIFIED

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        measured = f"relative duality gap {self.relative_gap:.1e}, largest KKT residual {self.kkt_residual:.1e}"
        if self.certified:
            return f"certified: {measured}" + (f"; {self.note}" if self.note else "")
        worst = max(self.residuals, key=self.residuals.get)
        advice = "standardise the features, or try a smaller C or a kernel matrix of smaller range"
        return f"not certified: {measured} ({worst}); {advice}" + (f"; {self.note}" if self.note else "")


def certify(program, alpha, exchanges=0, note=""):
    """Complete α (n,) to a Solution: identical points and the intercept by their rules, both objectives, each KKT
    residual, and what rounding may have done to each; in long doubles where doubles leave that open."""
    alpha = program.canonical(alpha)
    solution = _measured(program, alpha, alpha, program.centred, EPS, exchanges, note)
    if solution.certified or program.exact is None or len(program.K) > LONGEST or not np.isfinite(alpha).all():
        return solution
    longer = _measured(program, alpha, alpha.astype(np.longdouble), program.long, EPS_LONG, exchanges, note)
    return longer if longer.worst <= solution.worst else solution


def _measured(program, alpha, exactly, matrix, eps, exchanges, note):
    """The Solution of alpha (n,), by arithmetic with the precision of ``exactly``, the same numbers."""
    offset, K = matrix
    B = program.coefficients(exactly)
    with np.errstate(all="ignore"):  # what is not finite is not certified
        scores = K @ B + (offset - offset.mean())[:, None] * B.sum(axis=0)
        H_alpha = program.along(scores)
        limits, b = program.intercepts(alpha, H_alpha)
        margins = program.along(scores + b)
        unsure = program.uncertainty(alpha, eps) + eps * np.abs(b).max()
        tied = np.abs(program.E.T @ exactly).astype(float)
        found = objectives(
            program.upper, exactly, H_alpha, margins, unsure, unsure, alpha >= program.upper, eps, tied @ np.abs(b)
        )
        residuals = {name: float(value) for name, value in conditions(program.upper, alpha, margins, unsure, tied)}
        # the data's distance from the origin belongs to the intercept alone
        relative = b - lever_of(offset) @ B
        shift = relative - b if program.absorbed is None else relative - b - program.absorbed @ B
        values = (_balanced(b + shift), _shifted(limits, -shift), margins)
    b, limits, margins = (value.astype(float) for value in values)
    relative = _balanced(relative).astype(float)
    unsure = unsure.astype(float)
    return Solution(
        program, alpha, b, limits, margins, unsure, *map(float, found), residuals, relative, exchanges, note
    )


def worst_without(program, alpha, b, margins, left_out):
    """(r,) ``Solution.worst`` of many at once, in doubles: rows alpha, margins (r, n) of the program, each without the
    variables of its row of ``left_out`` (r, k); b (r, ties). What rounding may do to the margins left out counts, too,
    relative to 1 or the margin."""
    upper = np.repeat(program.upper[None], len(alpha), axis=0)
    np.put_along_axis(upper, left_out, 0.0, axis=1)
    with np.errstate(all="ignore"):
        ties, tied, size = program.E[:, : program.ties], np.abs(alpha @ program.E), np.abs(b)
        unsure = program.uncertainty(alpha) + EPS * size.max(axis=1, keepdims=True)
        full, untied = alpha >= upper, (tied[:, : program.ties] * size).sum(axis=1)
        _, primal, dual, *_, between = objectives(
            upper, alpha, margins - b @ ties.T, margins, unsure, unsure, full, EPS, untied
        )
        shares = np.take_along_axis(unsure / np.maximum(1.0, np.abs(margins)), left_out, axis=1)
        found = [value for _, value in conditions(upper, alpha, margins, unsure, tied)]
        worst = np.max([*found, _relative(primal - dual, between, dual), shares.max(axis=1)], axis=0)
    return np.where(np.isnan(worst), np.inf, worst)


def conditions(upper, alpha, margins, unsure, tied):
    """(name, (...) largest violation) of each Karush-Kuhn-Tucker condition, ``unsure`` included; upper, alpha, margins,
    unsure (..., n), tied (..., q) the sums Eᵀα."""
    active = upper > 0
    at_zero, at_upper = (alpha <= 0) & active, (alpha >= upper) & active
    free = active & ~at_zero & ~at_upper
    outside = np.maximum(-alpha, alpha - upper) / np.minimum(upper, 1e300)
    most = np.abs(alpha).max(axis=-1, initial=0.0)
    yield "α = 0 needs margin ≥ 1", _largest(1.0 - margins + unsure, at_zero)
    yield "0 < α < C needs margin = 1", _largest(np.abs(margins - 1.0) + unsure, free)
    yield "α = C needs margin ≤ 1", _largest(margins - 1.0 + unsure, at_upper)
    yield "Eᵀα = 0", tied.max(axis=-1) / np.where(most > 0, most, 1.0)
    yield "0 ≤ α ≤ C", _largest(outside, active)


def _largest(values, where):
    """(...) the largest of values (..., n) where (..., n) holds, at least 0."""
    return np.where(where, values, 0.0).max(axis=-1, initial=0.0)


def _relative(gap, between, dual):
    """(...) the larger of the gap and what the limits of the optimum leave between them, over the objective."""
    between, size = np.maximum(np.abs(between), np.abs(gap)), np.abs(dual)
    return np.where((size > 0) & np.isfinite(between), between / np.where(size > 0, size, 1.0), np.inf)


def objectives(upper, alpha, H_alpha, margins, unsure, doubt, at_upper, eps=EPS, untied=0.0):
    """(‖w‖², primal, dual, an upper and a lower limit of the optimum, their difference), (...) each; ``untied``: what
    Eᵀα ≠ 0 takes from the dual.

    alpha, H_alpha and their uncertainty ``unsure`` (..., n); upper, margins, their uncertainty ``doubt`` and whether
    the multiplier is at its bound, for each slack.
    The upper one is the primal objective of (w, b)/(1 - v), where the margins of all points whose α is below its bound
    are at least 1, rounding included, so that only the others have slack: v is what they are short of at the most. Or,
    where that is smaller, only those without a bound.
    """
    terms, sums = alpha * H_alpha, eps * (8.0 + np.sqrt(alpha.shape[-1]))
    squared_norm = terms.sum(axis=-1)
    off = (alpha * unsure + sums * np.abs(terms)).sum(axis=-1)
    squared_norm = np.where((-off <= squared_norm) & (squared_norm < 0.0), 0.0, squared_norm)
    soft, counts = np.isfinite(upper), upper > 0
    charge = np.where(soft, upper, 0.0)
    total = alpha.sum(axis=-1)
    dual = total - 0.5 * squared_norm
    primal = 0.5 * squared_norm + (charge * np.maximum(0.0, 1.0 - margins)).sum(axis=-1)
    lowest = dual - 0.5 * off - sums * total - untied
    highest = np.inf
    for without_slack in (counts & ~at_upper, counts & ~soft):
        short = _largest(1.0 - margins + doubt, without_slack)
        longer, price = 1.0 / (1.0 - short), np.where(without_slack, 0.0, charge)

        def stretched(squared_norm, margins, longer=longer, price=price):
            slack = np.maximum(0.0, 1.0 - longer[..., None] * margins)
            return 0.5 * squared_norm * longer**2 + (price * slack).sum(axis=-1)

        feasible = (short < 0.5) & (squared_norm >= 0.0)
        same = feasible & (short < CERTIFIED)  # the same solution, up to rounding
        primal = np.where(same, np.minimum(primal, np.maximum(dual, stretched(squared_norm, margins))), primal)
        limit = stretched(squared_norm + off, margins - doubt)
        highest = np.where(feasible, np.minimum(highest, limit), highest)
    return squared_norm, primal, dual, highest, lowest, highest - lowest


def _balanced(b):
    """Many intercepts sum to zero; one is what it is."""
    return b if len(b) == 1 else b - b.mean()


def _shifted(limits, shift):
    """Limits of b - shift, from those of b."""
    node = np.array([0.0, shift[0]]) if len(shift) == 1 else shift
    return limits - node[:, None] + node[None, :]
