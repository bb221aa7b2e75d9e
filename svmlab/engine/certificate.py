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
    w (d, q): the vectors of a linear kernel where doubles do not carry them as Σ α φ(x), or None.
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
    w: np.ndarray | None = None

    @property
    def margins_of_points(self):
        """(n,) margins that the machine gives its own points as it gives them to new ones: without the ridge."""
        return self.margins - self.program.of_ridge(self.alpha)

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


def certify(program, alpha, exchanges=0, note="", w=None, b=None):
    """Complete α (n,) to a Solution: identical points and the intercept by their rules, both objectives, each KKT
    residual, and what rounding may have done to each; in long doubles where doubles leave that open.

    ``w`` (d, q): the vectors themselves where the program knows its points, from which margins and primal objective are
    computed then; that they are Σ α φ(x) is one condition more. ``b`` (q,), beside w and about the mean of the points:
    in place of that of the rule, which is about optimal α; there are no limits of b then.
    """
    alpha = program.canonical(alpha)
    if w is not None:
        intercept = None if b is None else (_no_limits(program), b)
        return _measured(program, alpha, alpha, _by_vectors(program, w), EPS, exchanges, note, w, intercept)
    with np.errstate(all="ignore"):
        product = program.centred[1] @ program.coefficients(alpha)
    return _certified(program, alpha, product, exchanges, note)


def certify_all(programs, alphas, note=""):
    """[Solution] of α (n,) for each of several programs that differ in their bounds only, as from ``certify``.

    Their kernel matrix is gone through once for all of them, which is what takes the time of thousands of points.
    """
    alphas = [program.canonical(alpha) for program, alpha in zip(programs, alphas, strict=True)]
    B = [program.coefficients(alpha) for program, alpha in zip(programs, alphas, strict=True)]
    with np.errstate(all="ignore"):
        products = np.split(programs[0].centred[1] @ np.hstack(B), len(B), axis=1)
    return [_certified(*each, note=note) for each in zip(programs, alphas, products, strict=True)]


def _certified(program, alpha, product, exchanges=0, note=""):
    """The Solution of alpha (n,) by the product (m, q) of the matrix about the mean, or by long doubles."""
    parts = _by_matrix(program, alpha, program.centred[0], product, EPS)
    solution = _measured(program, alpha, alpha, parts, EPS, exchanges, note)
    if solution.certified or program.exact is None or len(program.K) > LONGEST or not np.isfinite(alpha).all():
        return solution
    exactly, (offset, K) = alpha.astype(np.longdouble), program.long
    with np.errstate(all="ignore"):
        parts = _by_matrix(program, exactly, offset, K @ program.coefficients(exactly), EPS_LONG)
    longer = _measured(program, alpha, exactly, parts, EPS_LONG, exchanges, note)
    return longer if longer.worst <= solution.worst else solution


def _by_matrix(program, alpha, offset, product, eps):
    """(scores without b (m, q), uncertainty of the margins (n,), what relative and user's coordinates take from b),
    from the ``product`` (m, q) of the matrix about the mean and the coefficients of alpha (n,)."""
    B = program.coefficients(alpha)
    with np.errstate(all="ignore"):
        scores = product + (offset - offset.mean())[:, None] * B.sum(axis=0)
        absorbed = 0.0 if program.absorbed is None else program.absorbed @ B
        return scores, program.uncertainty(alpha, eps), lever_of(offset) @ B, absorbed


def _by_vectors(program, w):
    """The same from w (d, q), about the mean of the points."""
    X, centre = program.points.X, program.points.centre
    mean = X.mean(axis=0)
    terms = np.abs(X - mean) @ np.abs(w)
    unsure = EPS * (len(mean) + 4.0) * np.einsum("vq,vq->v", np.abs(program.E), terms[program.example])
    return (X - mean) @ w, unsure, (mean - centre) @ w, centre @ w


def _measured(program, alpha, exactly, parts, eps, exchanges, note, w=None, intercept=None):
    """The Solution of alpha (n,), by arithmetic with the precision of ``exactly``, the same numbers.

    intercept : (limits, b) in place of those of the rule, which is about optimal α
    """
    scores, unsure, lever, absorbed = parts
    with np.errstate(all="ignore"):  # what is not finite is not certified
        H_alpha = program.along(scores)
        limits, b = intercept or program.intercepts(alpha, H_alpha)
        margins = program.along(scores + b)
        unsure = unsure + eps * np.abs(b).max()
        tied = np.abs(program.E.T @ exactly).astype(float)
        missed, untied = (0.0, tied @ np.abs(b)) if w is None else _missed(program, alpha, w, tied @ np.abs(b))
        found = objectives(
            program.upper, exactly, H_alpha, margins, unsure, unsure, alpha >= program.upper, eps, untied
        )
        residuals = {name: float(value) for name, value in conditions(program.upper, alpha, margins, unsure, tied)}
        if w is not None:
            residuals["w = Σ α φ(x)"] = missed
        # the data's distance from the origin belongs to the intercept alone
        relative = b - lever
        values = (
            _balanced(relative - absorbed),
            _shifted(limits, lever + absorbed),
            margins,
            unsure,
            _balanced(relative),
        )
    b, limits, margins, unsure, relative = (value.astype(float) for value in values)
    return Solution(
        program, alpha, b, limits, margins, unsure, *map(float, found), residuals, relative, exchanges, note, w
    )


def certify_by_product(program, alpha, product, b, exchanges, note):
    """The Solution of any feasible alpha (n,) for a b (q,) of one's choice, from ``product`` (m, q), K times its
    coefficients, in double precision; it has no limits of b."""
    none = np.zeros(len(b))
    absorbed = none if program.absorbed is None else program.absorbed @ program.coefficients(alpha)
    parts = product, program.uncertainty(alpha), none, absorbed
    return _measured(program, alpha, alpha, parts, EPS, exchanges, note, intercept=(_no_limits(program), b))


def _no_limits(program):
    return np.full((program.n_classes, program.n_classes), np.nan)


def _missed(program, alpha, w, untied):
    """(by how much w (d, q) is not Σ α φ(x), relative to the terms; ``untied`` and what that takes from the dual)."""
    F, B = program.points.X - program.points.X.mean(axis=0), program.coefficients(alpha)
    short, terms = np.abs(w - F.T @ B), np.abs(F).T @ np.abs(B)
    relative = np.where(terms > 0, short / np.where(terms > 0, terms, 1.0), short)
    return float(relative.max(initial=0.0)), untied + float((short * (np.abs(w) + short)).sum())


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
    return np.where(where, values, 0.0).max(axis=-1, initial=0.0) + 0.0  # no -0


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
