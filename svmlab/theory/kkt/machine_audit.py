"""The conditions of a trained machine, as its loss prints them, measured on its own points: ``MachineAudit``."""

from dataclasses import dataclass
from html import escape

import numpy as np

from svmlab import validation
from svmlab.machines import losses
from svmlab.theory.kkt.checklist import Audited, Checklist, Step, html_table, number, text_table
from svmlab.theory.kkt.roles import Cases, cases


@dataclass(frozen=True, eq=False, repr=False)
class MachineAudit(Audited):
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


def audit_of_machine(svm):
    """The MachineAudit of a trained machine; see ``kkt.audit``."""
    svm = validation.fitted(svm)
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
