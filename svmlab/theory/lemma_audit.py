"""What the audits of both lemmas share: the value ``Audit``, and the machine without a point."""

import copy
from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np

from svmlab.engine import active_set, qp
from svmlab.engine.program import certify
from svmlab.theory.kkt import Checklist, Step


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """A lemma about leaving out point p, checked on a machine at hand.

    lemma : its name and source; p : the point; label : its label
    hypotheses : what the lemma supposes, a Checklist; conclusion : what it claims, a Step
    proofs : the printed proof and others, each a Checklist; remarks : what the reader should see, in words
    An audit of its kind adds svm, solutionp (the certified Solution without p) and ball (of the support vectors).
    """

    lemma: str
    p: int
    label: object
    hypotheses: Checklist
    conclusion: Step
    proofs: tuple
    remarks: tuple

    @property
    def D(self):
        """Diameter of the smallest ball that contains the support vectors of the machine with all points."""
        return self.ball.diameter

    @cached_property
    def machinep(self):
        """The machine without p as a trained one, to predict with and to draw."""
        machine = copy.copy(self.svm)
        machine.sample_weight_ = self.svm.sample_weight_.copy()
        machine.sample_weight_[self.p] = 0.0
        machine._adopt(self.solutionp)
        return machine

    @property
    def applies(self):
        """Whether every hypothesis is true here; where one is not, the lemma claims nothing."""
        return self.hypotheses.holds

    @property
    def holds(self):
        """Whether the lemma is true here: its conclusion is, or a hypothesis is not."""
        return self.conclusion.holds or not self.applies

    @property
    def verdict(self):
        """In words: does the lemma apply, and is its conclusion true?"""
        here = f"its conclusion is {'true' if self.conclusion.holds else 'false'}, {self.conclusion!r}"
        if self.applies:
            return f"The lemma applies; {here}"
        return f"The lemma claims nothing (fails: {', '.join(self.hypotheses.failed)}); {here}"

    @property
    def _head(self):
        return [f"{self.lemma}: leave out point {self.p}, of class {self.label}.", self.verdict, *self.remarks]

    def __repr__(self):
        return "\n".join([*self._head, *(repr(part) for part in (self.hypotheses, *self.proofs))])

    def _repr_html_(self):
        head = "<br>".join(map(escape, self._head))
        return f"<p>{head}</p>" + "".join(part._repr_html_() for part in (self.hypotheses, *self.proofs))


def without(svm, p):
    """The certified Solution of a trained machine's program without point p, followed from the one with it.

    The multipliers of p are led to zero and the optimum follows them exactly; see ``active_set``.
    """
    solution = svm.solution_
    variables = np.flatnonzero(solution.program.example == p)
    program = solution.program.without(variables)
    try:
        scaling = active_set.ScaledProgram(solution.program)
        active = active_set.start(scaling.scaled, *scaling.inside(solution.alpha, solution.b))
        active.settle()
        for v in variables:
            active.hold(v)
        for _ in active.follow(1.0, held=(variables, -active.a[variables])):
            pass
        active.a[variables] = 0.0
        if active.violation() > 1e-12:
            active.settle()
        alpha = scaling.alpha(active)
        alpha[variables] = 0.0
        found = certify(program, alpha, exchanges=active.events, note=f"without point {p}, by the engine")
        if found.certified:
            return found
    except (active_set.Stalled, active_set.Unbounded, np.linalg.LinAlgError):
        pass
    return qp.solve(program)
