"""The certificate of a solution: objectives, Karush-Kuhn-Tucker residuals, and what rounding may hide of them."""

from dataclasses import dataclass

import numpy as np

from svmlab.engine.program import EPS, DualProgram

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
        size = abs(self.dual)
        between = max(abs(self.between), abs(self.duality_gap))
        return between / size if size > 0 and np.isfinite(between) else np.inf

    @property
    def rounding(self):
        """How far rounding may have moved the objective, relative to it."""
        return max(0.0, self.relative_gap - abs(self.duality_gap) / (abs(self.dual) or 1.0))

    @property
    def kkt_residual(self):
        return float(np.max(list(self.residuals.values())))  # NaN where one is

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
        scores = K @ B
        H_alpha = program.along(scores)
        limits, b = program.intercepts(alpha, H_alpha)
        margins = program.along(scores + b)
        unsure = program.uncertainty(B, eps) + eps * np.abs(b).max()
        active = program.upper > 0
        at_zero, at_upper = (alpha <= 0) & active, (alpha >= program.upper) & active
        free = active & ~at_zero & ~at_upper
        tied = np.abs(program.E.T @ exactly).astype(float)
        found = objectives(
            program.upper, exactly, H_alpha, margins, unsure, unsure, at_upper, eps, float(tied @ np.abs(b))
        )

        def largest(values):
            return max(0.0, float(values.max(initial=0.0)))

        residuals = {
            "α = 0 needs margin ≥ 1": largest((1.0 - margins + unsure)[at_zero]),
            "0 < α < C needs margin = 1": largest((np.abs(margins - 1.0) + unsure)[free]),
            "α = C needs margin ≤ 1": largest((margins - 1.0 + unsure)[at_upper]),
            "Eᵀα = 0": float(tied.max()) / (float(np.abs(alpha).max(initial=0.0)) or 1.0),
            "0 ≤ α ≤ C": largest(
                np.maximum(-alpha, alpha - program.upper)[active] / np.minimum(program.upper, 1e300)[active]
            ),
        }
        # the data's distance from the origin belongs to the intercept alone
        relative = b - offset @ B
        shift = relative - b if program.absorbed is None else relative - b - program.absorbed @ B
        values = (_balanced(b + shift), _shifted(limits, -shift), margins)
    b, limits, margins = (value.astype(float) for value in values)
    relative = _balanced(relative).astype(float)
    return Solution(program, alpha, b, limits, margins, *found, residuals, relative, exchanges, note)


def objectives(upper, alpha, H_alpha, margins, unsure, doubt, at_upper, eps=EPS, untied=0.0):
    """(‖w‖², primal, dual, an upper and a lower limit of the optimum); ``untied``: what Eᵀα ≠ 0 takes from the dual.

    alpha, H_alpha and their uncertainty ``unsure`` (n,); upper, margins, their uncertainty ``doubt`` and whether the
    multiplier is at its bound, for each slack.
    The upper one is the primal objective of (w, b)/(1 - v), where the margins of all points whose α is below its bound
    are at least 1, rounding included, so that only the others have slack: v is what they are short of at the most. Or,
    where that is smaller, only those without a bound.
    """
    squared_norm = alpha @ H_alpha
    terms = alpha * unsure + eps * (8.0 + np.sqrt(len(alpha))) * np.abs(alpha * H_alpha)
    off = float(terms.sum())
    if -off <= squared_norm < 0.0:
        squared_norm = 0.0
    soft, counts = np.isfinite(upper), upper > 0
    slack = np.maximum(0.0, 1.0 - margins)
    total = alpha.sum()
    dual = total - 0.5 * squared_norm
    primal = 0.5 * squared_norm + upper[soft] @ slack[soft]
    lowest = dual - 0.5 * off - eps * (8.0 + np.sqrt(len(alpha))) * total - untied
    highest = np.inf
    for without_slack in (counts & ~at_upper, counts & ~soft):
        short = max(0.0, (1.0 - margins + doubt)[without_slack].max(initial=0.0))
        slacking = soft & ~without_slack
        if short < 0.5 and squared_norm >= 0.0:
            longer = 1.0 / (1.0 - short)
            lack = np.maximum(0.0, 1.0 - longer * (margins - doubt))[slacking]
            if short < CERTIFIED:  # the same solution, up to rounding
                shorter = np.maximum(0.0, 1.0 - longer * margins)[slacking]
                primal = min(primal, max(dual, 0.5 * squared_norm * longer**2 + upper[slacking] @ shorter))
            highest = min(highest, 0.5 * (squared_norm + off) * longer**2 + upper[slacking] @ lack)
    return tuple(float(value) for value in (squared_norm, primal, dual, highest, lowest, highest - lowest))


def _balanced(b):
    """Many intercepts sum to zero; one is what it is."""
    return b if len(b) == 1 else b - b.mean()


def _shifted(limits, shift):
    """Limits of b - shift, from those of b."""
    node = np.array([0.0, shift[0]]) if len(shift) == 1 else shift
    return limits - node[:, None] + node[None, :]
