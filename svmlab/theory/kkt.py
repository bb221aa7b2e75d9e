"""The Karush-Kuhn-Tucker conditions, audited, of small convex programs and of trained machines.

``audit`` measures every condition; ``cases`` says which case each point of a trained machine is in. Statements are
checked as values: a ``Step`` is one comparison of two numbers, a ``Checklist`` several of them, in order. The lemmas
are audited with the same two.
"""

from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType

import numpy as np

from svmlab import validation
from svmlab.engine import qp
from svmlab.engine.program import CERTIFIED
from svmlab.machines import losses
from svmlab.machines.losses import BOUNDED, FREE, OUTSIDE, WORDS

JOINT_WORDS, SQUARE_WORDS = losses.JOINT_WORDS, losses.SQUARE_WORDS
OWN = -1  # the column of a point's own class, which has no dual variable


@dataclass(frozen=True)
class Cases:
    """The case of every point, and for many classes of every rival class.

    code : (m,) or (m, Q) of OUTSIDE (α = 0), FREE (0 < α < C), BOUNDED (α = C); OWN where there is no variable
    margin : the same shape, y_i f(x_i) or h_{y_i}(x_i) - h_k(x_i), -(Q-1) h_k(x_i) where scores sum to zero
    slack : how much of the margin 1 is forgiven, max(0, 1 - margin), and for Crammer and Singer the largest of a point;
        ξ itself, but (Q-1) ξ_ik where scores sum to zero; with the M-SVM² of either sign, and 1 - margin where α > 0
    point : (m,) one code per point: BOUNDED if any variable is, else FREE if any is, else OUTSIDE
    misclassified : (m,) bool, another class has a score at least as large
    """

    code: np.ndarray
    margin: np.ndarray
    slack: np.ndarray
    alpha: np.ndarray
    classes: np.ndarray
    misclassified: np.ndarray
    told: dict = field(default_factory=lambda: WORDS, repr=False)

    @property
    def point(self):
        return self.code if self.code.ndim == 1 else self.code.max(axis=1)

    def words(self, i):
        """The case of point i in words; for many classes a dict rival class -> words."""
        if self.code.ndim == 1:
            return _words(self.told, self.code[i], self.margin[i])
        rivals = np.flatnonzero(self.code[i] != OWN)
        return {self.classes[k]: _words(self.told, self.code[i, k], self.margin[i, k]) for k in rivals}

    def __len__(self):
        return len(self.code)

    def __repr__(self):
        counts = [int((self.point == code).sum()) for code in (OUTSIDE, FREE, BOUNDED)]
        return "{} points: {} outside, {} free and {} bounded support vectors, {} misclassified".format(
            len(self), *counts, int(self.misclassified.sum())
        )


def cases(svm):
    """Return the Cases of a trained machine's own points.

    With Crammer and Singer a positive multiplier is bounded where Σ_k α_ik = C; with the M-SVM² none is. Raises
    ValueError for a loss whose conditions are not stated.
    """
    validation.fitted(svm)
    validation.conditions_stated(svm)
    program, conditions = svm.solution_.program, svm.loss.conditions
    scores = _training_scores(svm)
    own = np.arange(scores.shape[1]) == svm.codes_[:, None]
    misclassified = np.where(own, -np.inf, scores).max(axis=1) >= scores[own]
    alpha, full = svm.alpha_, svm.alpha_ >= svm.upper_
    if not program.boxed:
        full = (alpha.sum(axis=1) >= program.capacity * (1.0 - CERTIFIED))[:, None]
    code = np.where(alpha <= 0, OUTSIDE, np.where(full, BOUNDED, FREE))
    if alpha.ndim == 1:
        margin = svm.solution_.margins
    else:
        code[own] = OWN
        margin = np.full(alpha.shape, np.inf)
        margin[program.example, program.tail] = program.along(scores)
    margin, slack = (np.where(code == OWN, 0.0, table) for table in (margin, conditions.slack(svm, margin)))
    return Cases(code, margin, slack, alpha, svm.classes_, misclassified, conditions.words)


def _training_scores(svm):
    """(m, Q) scores on the training points; those of the M-SVM² without the ridge of its program."""
    if svm.loss.ridge:
        return svm.K_ @ svm.dual_coef_ + svm.intercept_
    return svm.solution_.program.scores_of_margins(svm.solution_.margins)


def _words(told, code, margin):
    if abs(margin - 1.0) <= CERTIFIED and (code, "on") in told:
        return told[code, "on"]
    place = "beyond" if margin > 1 else "inside" if margin >= 0 else "wrong"
    if code == OUTSIDE:
        place = "beyond"
    return told.get((code, place)) or told[code, "on"]


# --- statements that are checked --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One statement ``left relation right`` about numbers, checked: a condition, or a step of a proof.

    name : what it is called; formula : what it says, in the notation of the source; source : where, with equation
    left, right : the numbers; relation : "=", "≤", "≥", "<" or ">"
    scale : size of what was subtracted to get them, where that is more than their own; rounding is measured by it
    note : in words, what the reader should see here
    """

    name: str
    formula: str
    left: float
    relation: str
    right: float
    source: str = ""
    scale: float = 0.0
    note: str = ""

    @property
    def slack(self):
        """By how much the statement holds; negative, by how much it fails; for an equality minus the difference."""
        difference = self.right - self.left
        if self.relation == "=":
            return 0.0 if self.left == self.right else -abs(difference)
        return difference if self.relation in "≤<" else -difference

    @property
    def residual(self):
        """What is missing for the statement to hold, 0 where it does."""
        return max(0.0, -self.slack)

    @property
    def holds(self):
        """Whether the statement is true, up to rounding; for < and > strictly."""
        if self.relation in "<>":
            return bool(self.slack > 0)
        size = max(self.scale, abs(self.left) if np.isfinite(self.left) else 0.0, abs(self.right))
        return bool(self.slack >= -CERTIFIED * size)

    def __repr__(self):
        text = f"{self.formula}: {number(self.left)} {self.relation} {number(self.right)}"
        return f"{text}, {'holds' if self.holds else 'FAILS'} (slack {number(self.slack, 3)})"


@dataclass(frozen=True, repr=False)
class Checklist:
    """Steps in order, under a title; an index is a position or the name of a step."""

    title: str
    steps: tuple
    source: str = ""

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, which):
        if not isinstance(which, str):
            return self.steps[which]
        names = [step.name for step in self.steps]
        return self.steps[names.index(validation.known("step", which, names))]

    @property
    def holds(self):
        """Whether every step holds."""
        return all(step.holds for step in self.steps)

    @property
    def failed(self):
        """Names of the steps that fail."""
        return [step.name for step in self.steps if not step.holds]

    @property
    def table(self):
        """(header, rows) of text, for a terminal and for a notebook."""
        rows = [
            (
                step.name,
                step.formula,
                f"{number(step.left)} {step.relation} {number(step.right)}",
                number(step.slack, 3),
                "holds" if step.holds else "FAILS",
                "; ".join(filter(None, (step.source, step.note))),
            )
            for step in self.steps
        ]
        return ("step", "formula", "numbers", "slack", "", "source"), rows

    @property
    def heading(self):
        return f"{self.title} ({self.source})" if self.source else self.title

    def __repr__(self):
        return f"{self.heading}\n{text_table(*self.table)}"

    def _repr_html_(self):
        return f"<p><b>{escape(self.heading)}</b></p>{html_table(*self.table)}"


def number(value, digits=6):
    """A number as text: 6 significant digits, rounding to 0 what is smaller than a double's rounding of 1."""
    value = float(value)
    if abs(value) < 5e-15:
        return "0"
    return f"{value:.{digits}g}".replace("-", "−").replace("inf", "∞")


def vector(values, digits=6):
    """Numbers as a tuple in text."""
    return "(" + ", ".join(number(value, digits) for value in values) + ")"


def text_table(header, rows):
    """Rows of text in columns, for a terminal."""
    widths = [max(len(row[j]) for row in [header, *rows]) for j in range(len(header))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [header, *rows]]
    return "\n".join("  " + line.rstrip() for line in lines)


def html_table(header, rows):
    """The same for a notebook; a row with a cell that says FAILS is set in bold."""
    left = ' style="text-align: left"'
    head = "".join(f"<th{left}>{escape(cell)}</th>" for cell in header)
    body = ""
    for row in rows:
        tag = ("<b>", "</b>") if "FAILS" in row else ("", "")
        body += "<tr>" + "".join(f"<td{left}>{tag[0]}{escape(cell)}{tag[1]}</td>" for cell in row) + "</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


# --- small convex programs --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """minimise f(x) = ½ xᵀPx + qᵀx + constant  subject to  h(x) = Gx - h ≤ 0  and  g(x) = Ax - b = 0.

    P (n, n) symmetric and positive semi-definite, q (n,), G (k, n), h (k,), A (l, n), b (l,); lists will do. The
    Lagrangian is L(x, α, λ) = f(x) + Σ α_j h_j(x) + Σ λ_i g_i(x) with α ≥ 0 (Vitay, part 2).
    names : of the n variables; source : where the problem stands; form : "≤", or "≥" to print constraints as
    Vert 2001, chapter 7, does: x·a_i + b_i ≥ 0, whose λ_i is our α_i; see ``half_spaces``.
    Raises ValueError for shapes that do not fit, and for an f that is not convex.
    """

    P: np.ndarray
    q: np.ndarray
    G: np.ndarray = None
    h: np.ndarray = None
    A: np.ndarray = None
    b: np.ndarray = None
    constant: float = 0.0
    names: tuple = ()
    source: str = ""
    form: str = "≤"

    def __post_init__(self):
        n = np.size(self.q)
        arrays = {"q": _shaped("q", self.q, (n,), n), "P": _shaped("P", self.P, (n, n), n)}
        for rows, sides in (("G", "h"), ("A", "b")):
            k = np.size(getattr(self, sides)) if getattr(self, sides) is not None else 0
            arrays[rows] = _shaped(rows, getattr(self, rows), (k, n), n)
            arrays[sides] = _shaped(sides, getattr(self, sides), (k,), n)
        names = self.names or [f"x{i + 1}".translate(SUBSCRIPTS) for i in range(n)]
        for name, value in {**arrays, "names": tuple(names)}.items():
            object.__setattr__(self, name, value)
        validation.one_of("form", self.form, ("≤", "≥"))
        size = np.abs(self.P).max(initial=0.0)
        if (self.P != self.P.T).any() or np.linalg.eigvalsh(self.P).min(initial=0.0) < -1e-12 * size:
            raise ValueError(
                f"P must be symmetric and positive semi-definite, so that f is convex, got {self.P.tolist()}; for "
                "x² + y² it is [[2, 0], [0, 2]], because of the ½ in ½ xᵀPx"
            )

    @classmethod
    def half_spaces(cls, P, q, constraints, **keywords):
        """The problem min f(x), x·a_i + b_i ≥ 0, for a list of pairs (a_i, b_i) (Vert 2001, 7.3)."""
        G, h = [np.negative(a) for a, _ in constraints], [b for _, b in constraints]
        return cls(P, q, G or None, h or None, form="≥", **keywords)

    def objective(self, x):
        """f(x)."""
        x = np.asarray(x, dtype=float)
        return float(0.5 * x @ self.P @ x + self.q @ x + self.constant)

    def gradient(self, x):
        """∇f(x) = Px + q, (n,)."""
        return self.P @ np.asarray(x, dtype=float) + self.q

    def inequalities(self, x):
        """(k,) values h_j(x), which must not be positive."""
        return self.G @ np.asarray(x, dtype=float) - self.h

    def equalities(self, x):
        """(l,) values g_i(x), which must be zero."""
        return self.A @ np.asarray(x, dtype=float) - self.b

    def lagrangian(self, x, alpha=None, lam=None):
        """L(x, α, λ) = f(x) + Σ α_j h_j(x) + Σ λ_i g_i(x); Vert 2001, (7.3). Multipliers left out are zero."""
        alpha, lam = self._multipliers(alpha, lam)
        return self.objective(x) + float(alpha @ self.inequalities(x) + lam @ self.equalities(x))

    def minimiser(self, alpha=None, lam=None):
        """The x where L(·, α, λ) is smallest, or None where it falls without limit (Vert 2001, 7.4, step 1)."""
        alpha, lam = self._multipliers(alpha, lam)
        pull = self.q + self.G.T @ alpha + self.A.T @ lam
        x = np.linalg.lstsq(self.P, -pull, rcond=1e-12)[0]
        size = max(np.abs(term).max() for term in (self.q, self.G.T @ alpha, self.A.T @ lam))
        return x if np.abs(self.P @ x + pull).max() <= 1e-10 * size else None

    def dual(self, alpha=None, lam=None):
        """The dual objective, min_x L(x, α, λ); -∞ where L falls without limit."""
        x = self.minimiser(alpha, lam)
        return -np.inf if x is None else self.lagrangian(x, alpha, lam)

    def _multipliers(self, alpha, lam):
        """(k,) and (l,) multipliers; zero where not given."""
        zero = np.zeros(len(self.h)), np.zeros(len(self.b))
        given = zip(("alpha", "lam"), (alpha, lam), zero, strict=True)
        return [z if value is None else _shaped(name, value, z.shape, len(self.q)) for name, value, z in given]

    @property
    def constraints(self):
        """The constraints as text, inequalities first: ["x + 2y + 1 ≤ 0"]."""
        sign = 1.0 if self.form == "≤" else -1.0
        rows = [(sign * a, -sign * c, self.form) for a, c in zip(self.G, self.h, strict=True)]
        rows += [(a, -c, "=") for a, c in zip(self.A, self.b, strict=True)]
        return [f"{_polynomial(zip(a, self.names, strict=True), c)} {relation} 0" for a, c, relation in rows]

    def __repr__(self):
        terms = []
        for i, name in enumerate(self.names):
            terms.append((0.5 * self.P[i, i], f"{name}²"))
            terms += [(self.P[i, j], name + self.names[j]) for j in range(i + 1, len(self.names))]
        text = "minimise " + _polynomial([*terms, *zip(self.q, self.names, strict=True)], self.constant)
        text += f" subject to {', '.join(self.constraints)}" if self.constraints else ""
        return text + (f" ({self.source})" if self.source else "")


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _shaped(name, value, shape, n):
    """``value`` as an array of this shape; raise on another number of entries, NaN or infinity."""
    value = np.zeros(shape) if value is None else np.array(value, dtype=float)
    if value.size != np.prod(shape):
        raise ValueError(f"{name} must have shape {shape}, to fit {n} variables, got shape {value.shape}")
    if not np.isfinite(value).all():
        raise ValueError(f"{name} must be finite, got {value.tolist()}")
    return value.reshape(shape)


def _polynomial(terms, constant):
    """Text of Σ c · name + constant: "x² − 2x + 1"."""
    text = ""
    for value, name in [*terms, (constant, "")]:
        if value != 0:
            size = "" if name and abs(value) == 1 else number(abs(value), 4)
            text += (" − " if value < 0 else " + ") if text else ("−" if value < 0 else "")
            text += size + name
    return text or "0"


def _examples():
    """(name, Problem) of the problems that the sources solve by hand or draw."""
    round_, oval = [[2, 0], [0, 2]], {"P": [[1, 0], [0, 2]], "q": [-2, -2], "constant": 3}
    rows = [{}, {"A": [[1, 2]], "b": [-1]}, {"G": [[1, 2]], "h": [-1]}, {"G": [[-1, -2]], "h": [1]}]
    for i, constraints in enumerate(rows, start=1):
        yield f"slides {i}", Problem(round_, [0, 0], **constraints, names="xy", source=f"Vitay, part 2, example {i}")

    def vert(figure, *constraints, P=round_, q=(-2, 0), **keywords):
        source = f"after Vert 2001, figure {figure}"
        return f"Vert {figure}", Problem.half_spaces(P, q, constraints, source=source, **keywords)

    yield vert("7.1")
    yield vert("7.2", ([1, 2], 1))
    yield vert("7.3", ([1, 1], -1), **oval)
    yield vert("7.4", ([-1, -1], 1), **oval)
    yield vert("7.5", ([-1, -1], 1), ([-2, 0], 1), ([0, 1], 1), **oval)
    yield vert("7.6", ([1], -1), P=[[2]], q=[0], names="x")


EXAMPLES = MappingProxyType(dict(_examples()))
"""The slides' examples 1 to 4, as printed, and problems that look like Vert's figures 7.1 to 7.6 (he gives numbers
for the first only, his example 7). The last has one variable: its Lagrangian is the saddle that his figure shows."""


# --- audits -----------------------------------------------------------------------------------------------------


class _Audit:
    """What both audits say of their Checklist ``conditions``."""

    @property
    def holds(self):
        return self.conditions.holds

    @property
    def failed(self):
        return self.conditions.failed


@dataclass(frozen=True, eq=False, repr=False)
class ProblemAudit(_Audit):
    """Every Karush-Kuhn-Tucker condition of a Problem at x with multipliers alpha (k,) and lam (l,), measured.

    conditions : a Checklist; for a convex problem x is the minimum if and only if multipliers exist that let all
    hold. active : indices of the inequalities that are equations at x
    objective, lagrangian : f(x), L(x, α, λ); dual : min_x L(x, α, λ), below which no feasible f(x) falls if α ≥ 0
    """

    problem: Problem
    x: np.ndarray
    alpha: np.ndarray
    lam: np.ndarray
    conditions: Checklist
    active: np.ndarray
    cases: list
    objective: float
    lagrangian: float
    dual: float

    @property
    def gap(self):
        """f(x) minus the dual value; where x is feasible and α ≥ 0 no point is better than x by more."""
        return self.objective - self.dual

    @property
    def verdict(self):
        if self.holds:
            return "every condition holds: x is the minimum"
        return f"not the minimum with these multipliers: {', '.join(self.failed)}"

    @property
    def _lines(self):
        inequality = "α" if self.problem.form == "≤" else "λ"
        pairs = [("x", self.x), (inequality, self.alpha), ("λ", self.lam)]
        values = [("f(x)", self.objective), ("L(x, α, λ)", self.lagrangian), ("dual value", self.dual)]
        return [
            f"{', '.join(f'{name} = {vector(value)}' for name, value in pairs if len(value))}: {self.verdict}",
            ", ".join(f"{name} {number(value)}" for name, value in [*values, ("gap", self.gap)]),
        ]

    @property
    def table(self):
        """(header, rows) of text, one row for each constraint."""
        sign = 1.0 if self.problem.form == "≤" else -1.0
        values = np.concatenate([sign * self.problem.inequalities(self.x), self.problem.equalities(self.x)])
        multipliers = np.concatenate([self.alpha, self.lam])
        columns = zip(self.problem.constraints, values, multipliers, self.cases, strict=True)
        rows = [(text, number(value), number(weight), words) for text, value, weight, words in columns]
        return ("constraint", "value", "multiplier", "case"), rows

    def __repr__(self):
        tables = [text_table(*self.conditions.table)] + ([text_table(*self.table)] if self.cases else [])
        return "\n".join([repr(self.problem), *self._lines, *tables])

    def _repr_html_(self):
        lines = "<br>".join([f"<b>{escape(repr(self.problem))}</b>", *map(escape, self._lines)])
        tables = html_table(*self.conditions.table) + (html_table(*self.table) if self.cases else "")
        return f"<p>{lines}</p>{tables}"


@dataclass(frozen=True, eq=False, repr=False)
class MachineAudit(_Audit):
    """Every Karush-Kuhn-Tucker condition of a trained machine, measured on its own points.

    conditions : a Checklist; cases : the Cases of all points; primal, dual : the two objectives
    """

    conditions: Checklist
    cases: Cases
    primal: float
    dual: float

    @property
    def gap(self):
        return self.primal - self.dual

    @property
    def _lines(self):
        verdict = "every condition holds" if self.holds else f"FAILS: {', '.join(self.failed)}"
        values = [("primal", self.primal), ("dual", self.dual), ("gap", self.gap)]
        return [
            f"{self.conditions.heading}: {verdict}",
            ", ".join(f"{name} {number(value)}" for name, value in values),
            repr(self.cases),
        ]

    def __repr__(self):
        return "\n".join([*self._lines, text_table(*self.conditions.table)])

    def _repr_html_(self):
        lines = "<br>".join(map(escape, self._lines))
        return f"<p>{lines}</p>{html_table(*self.conditions.table)}"


def audit(subject, x=None, alpha=None, lam=None):
    """Measure every Karush-Kuhn-Tucker condition of a Problem, or of a trained machine.

    ``audit(problem)`` solves it and audits the solution. ``audit(problem, x, alpha, lam)`` audits a candidate, to see
    which condition fails: alpha (k,) for the inequalities, lam (l,) for the equalities. With x alone the multipliers
    are those of the constraints that are equations at x which come nearest to stationarity; with multipliers alone
    x is the minimum of L(·, α, λ). ``audit(svm)`` takes the solution that the machine was trained to.

    stationarity ∇f(x) + Σ α_j ∇h_j + Σ λ_i ∇g_i = 0; feasibility h(x) ≤ 0, g(x) = 0; signs α ≥ 0; complementary
    slackness α_j h_j(x) = 0. Vert 2001, Theorem 3 (Kuhn-Tucker); Vitay, part 2. Returns a ProblemAudit or a
    MachineAudit; raises ValueError where the problem has no solution.
    """
    if not isinstance(subject, Problem):
        return _machine_audit(subject)
    return _candidate_audit(subject, *_completed(subject, x, alpha, lam))


def _data(problem):
    return problem.P, problem.q, problem.G, problem.h, problem.A, problem.b


def _completed(problem, x, alpha, lam):
    """(x, alpha, lam), what is not given being found."""
    if x is not None:
        x = _shaped("x", x, problem.q.shape, len(problem.q))
    if alpha is None and lam is None:
        if x is None:
            solution = qp.quadratic_program(*_data(problem))
            return solution.x, solution.alpha, solution.lam
        touching = np.abs(problem.inequalities(x)) <= CERTIFIED * _rows(problem, x)
        return x, *qp.multipliers(problem.gradient(x), problem.G, problem.A, touching)
    alpha, lam = problem._multipliers(alpha, lam)
    if x is None and (x := problem.minimiser(alpha, lam)) is None:
        raise ValueError("L(·, α, λ) falls without limit for these multipliers, so there is no x to audit; pass x too")
    return x, alpha, lam


def _rows(problem, x):
    return qp.units(*_data(problem), x, np.zeros(len(problem.h)), np.zeros(len(problem.b)))[2]


def _candidate_audit(problem, x, alpha, lam):
    h, g = problem.inequalities(x), problem.equalities(x)
    length, force, rows, ties = qp.units(*_data(problem), x, alpha, lam)
    pull = problem.gradient(x) + problem.G.T @ alpha + problem.A.T @ lam
    vert = problem.form == "≥"
    where = "Vert 2001, Theorem 3" if vert else "Vitay, part 2"
    balance = "∇f(x) − Σ λ_i a_i = 0" if vert else "∇f(x) + Σ α_j ∇h_j + Σ λ_i ∇g_i = 0"
    steps = [Step("stationarity", balance, np.abs(pull).max(), "=", 0.0, where, force)]
    if len(g):
        worst = np.argmax(np.abs(g) / ties)
        steps.append(Step("feasibility, equalities", "g_i(x) = 0", g[worst], "=", 0.0, where, ties[worst]))
    if len(h):
        worst = np.argmax(h / rows)
        size = float(np.abs(alpha).max())
        sign, name = (-1.0, "λ") if vert else (1.0, "α")
        feasible = "x·a_i + b_i ≥ 0" if vert else "h_j(x) ≤ 0"
        product = np.abs(alpha * h).max()
        complementary = "λ_i (x·a_i + b_i) = 0" if vert else "α_j h_j(x) = 0"
        steps += [
            Step("feasibility", feasible, sign * h[worst], problem.form, 0.0, where, rows[worst]),
            Step("signs", f"{name} ≥ 0", alpha.min(), "≥", 0.0, where, size),
            Step("complementary slackness", complementary, product, "=", 0.0, where, force * length),
        ]
    conditions = Checklist("Karush-Kuhn-Tucker conditions", tuple(steps))
    touching = np.abs(h) <= CERTIFIED * rows
    words = [_constraint_words(*row) for row in zip(h > 0, touching, alpha, alpha > CERTIFIED * force, strict=True)]
    words += ["equality" if abs(value) <= CERTIFIED * unit else "violated" for value, unit in zip(g, ties, strict=True)]
    values = problem.objective(x), problem.lagrangian(x, alpha, lam), problem.dual(alpha, lam)
    return ProblemAudit(problem, x, alpha, lam, conditions, np.flatnonzero(touching), words, *values)


def _constraint_words(above, touching, alpha, pulls):
    if alpha < 0:
        return "pulls the wrong way: negative multiplier"
    if touching:
        return "active (saturated): on the border, multiplier > 0" if pulls else "on the border, yet multiplier 0"
    if above:
        return "violated"
    return "inside, yet multiplier > 0" if pulls else "inactive (free): inside, multiplier 0"


def _machine_audit(svm):
    told, loss, solution = cases(svm), svm.loss, svm.solution_
    printed = loss.conditions
    program, unit = solution.program, solution.program.unit
    margins, slack = (_flat(program, table) / unit for table in (told.margin, told.slack))
    alpha, upper = unit * solution.alpha, unit * program.upper
    bounded = alpha if program.boxed else program.totals(alpha)[program.example]
    counts, soft = upper > 0, np.isfinite(upper)
    room = np.where(soft, upper - bounded, 0.0)
    size, largest = max(1.0, float(np.abs(margins).max())), float(alpha.max()) or 1.0
    margin, one, xi, primal = printed.margin, printed.one, printed.xi, printed.primal
    steps = []
    if printed.tie:
        unbalanced = float(np.abs(program.E.T @ solution.alpha).max())
        steps.append(Step("stationarity in b", printed.tie, unbalanced, "=", 0.0, printed.tie_source, largest))
    steps.append(Step("signs", f"{printed.alpha} ≥ 0", alpha.min(), "≥", 0.0, printed.dual, largest))
    if (soft & counts).any():
        left, idle = f"C − {printed.bounded}", np.abs(room * slack)[counts].max()
        left_times = f"({left}) {xi} = 0"
        steps += [
            Step("box", f"{left} ≥ 0", room.min(), "≥", 0.0, printed.box_source, largest),
            Step("complementary slackness of ξ", left_times, idle, "=", 0.0, primal, largest * size),
        ]
    if not soft.all():
        hard = np.isinf(svm.C_)
        asked, note = (one, "") if hard else (f"{one} − {xi}", printed.note)
        least = (margins if hard else margins + slack)[~soft].min()
        steps.append(Step("feasibility", f"{margin} ≥ {asked}", least, "≥", 1.0 / unit, primal, size, note))
    products = np.abs(alpha * (margins - 1.0 / unit + slack))[counts].max()
    product = f"{printed.alpha} ({margin} − {one} + {xi}) = 0"
    steps += [
        Step("complementary slackness", product, products, "=", 0.0, primal, largest * size),
        Step("no duality gap", "primal = dual", solution.primal, "=", solution.dual, "", 1.0),
    ]
    C = "hard margin" if np.isinf(svm.C_) else f"C = {number(svm.C_)}"
    machine = "" if loss.name in (None, losses.WESTON_WATKINS) else f", {loss.name}"
    title = f"{type(svm).__name__}{machine}, {C}, {len(svm.X_fit_)} points"
    return MachineAudit(Checklist(title, tuple(steps)), told, solution.primal, solution.dual)


def _flat(program, table):
    """(n,) entries of a table of points and classes that have a dual variable."""
    return table if table.ndim == 1 else table[program.example, program.tail]
