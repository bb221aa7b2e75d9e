"""The conditions of a small convex program, measured at its solution or at a candidate: ``ProblemAudit``."""

from dataclasses import dataclass
from html import escape

import numpy as np

from svmlab.engine import small_programs
from svmlab.engine.certificate import CERTIFIED
from svmlab.theory.kkt.checklist import Audited, Checklist, Step, html_table, number, text_table, vector
from svmlab.theory.kkt.problems import Problem, shaped


@dataclass(frozen=True, eq=False, repr=False)
class ProblemAudit(Audited):
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


def audit_of_problem(problem, x=None, alpha=None, lam=None):
    """The ProblemAudit of a candidate, what is not given of it being found; see ``kkt.audit``."""
    return _candidate_audit(problem, *_completed(problem, x, alpha, lam))


def _data(problem):
    return problem.P, problem.q, problem.G, problem.h, problem.A, problem.b


def _completed(problem, x, alpha, lam):
    """(x, alpha, lam), what is not given being found."""
    if x is not None:
        x = shaped("x", x, problem.q.shape, len(problem.q))
    if alpha is None and lam is None:
        if x is None:
            solution = small_programs.quadratic_program(*_data(problem))
            return solution.x, solution.alpha, solution.lam
        touching = np.abs(problem.inequalities(x)) <= CERTIFIED * _rows(problem, x)
        return x, *small_programs.multipliers(problem.gradient(x), problem.G, problem.A, touching)
    alpha, lam = problem.multipliers(alpha, lam)
    if x is None and (x := problem.minimiser(alpha, lam)) is None:
        raise ValueError("L(·, α, λ) falls without limit for these multipliers, so there is no x to audit; pass x too")
    return x, alpha, lam


def _rows(problem, x):
    return small_programs.units(*_data(problem), x, np.zeros(len(problem.h)), np.zeros(len(problem.b)))[2]


def _candidate_audit(problem, x, alpha, lam):
    h, g = problem.inequalities(x), problem.equalities(x)
    length, force, rows, ties = small_programs.units(*_data(problem), x, alpha, lam)
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
