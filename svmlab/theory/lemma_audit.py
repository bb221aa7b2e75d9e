"""What the audits of both lemmas share: the value ``Audit``, the numbers of a point left out, seeds of surveys."""

from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, scaled_program, solver, starts
from svmlab.engine.certificate import Solution, certify
from svmlab.engine.program import centred
from svmlab.machines.machine import Machine
from svmlab.theory import ball
from svmlab.theory.kkt.checklist import Checklist, Step

REPORT = "Darcy and Guermeur 2005"


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """A lemma about leaving out point p, checked on a machine at hand.

    lemma : its name and source; p : the point; label : its label
    hypotheses : what the lemma supposes, a Checklist; conclusion : what it claims, a Step
    proofs : the printed proof and others, each a Checklist; remarks : what the reader should see, in words
    svm, solutionp : the machine, and the certified Solution without p (its bounds at p are 0)
    ball : the smallest Ball of the support vectors, of diameter D
    alpha0, alphap, margins0, marginsp : multipliers and margins, (m,) or (m, Q), with all points and without p
    xi : the slack of p without p; c : the best step c*
    missing : what the printed proof leaves out of μᵀ(1 - Hαᵖ)
    """

    lemma: str
    p: int
    label: object
    hypotheses: Checklist
    conclusion: Step
    proofs: tuple
    remarks: tuple
    svm: Machine
    solutionp: Solution
    ball: ball.Ball
    alpha0: np.ndarray
    alphap: np.ndarray
    margins0: np.ndarray
    marginsp: np.ndarray
    xi: float
    c: float
    missing: float

    @property
    def printed(self):
        """The steps of the printed proof."""
        return self.proofs[0]

    @property
    def D(self):
        """Diameter of the smallest ball that contains the support vectors of the machine with all points."""
        return self.ball.diameter

    @cached_property
    def machinep(self):
        """The machine without p as a trained one, to predict with and to draw."""
        machine = self.svm.with_solution(self.solutionp)
        machine.sample_weight_ = self.svm.sample_weight_.copy()
        machine.sample_weight_[self.p] = 0.0
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


def told_of_both(out):
    """What both audits tell of a LeftOut in the same words."""
    names = "p", "svm", "solutionp", "ball", "alpha0", "alphap", "margins0", "marginsp", "xi", "c", "missing"
    return {"label": out.svm.y_fit_[out.p], **{name: getattr(out, name) for name in names}}


class LeftOut:
    """The numbers of a machine with all points and without point p; a machine of its kind adds λ, μ and their lengths.

    alpha0, alphap, margins0, marginsp, upper : multipliers, margins and bounds, in the shape of svm.alpha_
    K : (m, m) centred, which no step sees, for the coefficients of each w sum to zero
    A subclass has squared(alpha), the ‖w‖² of multipliers; mu, mu2 = ‖Σ μ…‖², and xi, the slack of p without p.
    """

    def __init__(self, svm, p):
        self.svm, self.p = svm, p
        self.K = centred(svm._K)[1]
        self.solution, self.solutionp = svm.solution_, without(svm, p)
        self.alpha0, self.alphap = self.table(self.solution.alpha), self.table(self.solutionp.alpha)
        self.margins0, self.marginsp = self.table(self.solution.margins), self.table(self.solutionp.margins)
        self.upper = self.table(self.solution.program.upper)
        self.ball = ball.of_support_vectors(svm)
        self.D = self.ball.diameter

    def table(self, values):
        """Values of the dual variables, in the shape of svm.alpha_."""
        return values

    def J(self, alpha):
        """The dual objective of Problem 2 or 4."""
        return float(alpha.sum()) - 0.5 * self.squared(alpha)

    @cached_property
    def J0(self):
        """The dual optimum with all points."""
        return self.J(self.alpha0)

    @cached_property
    def Jp(self):
        """The dual optimum without p."""
        return self.J(self.alphap)

    @property
    def size(self):
        """What rounding in differences of J is measured by."""
        return max(abs(self.J0), abs(self.Jp))

    @cached_property
    def unit(self):
        """What rounding of margins is measured by."""
        return max(float(np.abs(self.margins0).max()), self.unitp)

    @cached_property
    def unitp(self):
        """What rounding of margins without p is measured by."""
        return max(1.0, float(np.abs(self.marginsp).max()))

    @cached_property
    def outside(self):
        """(margin - 1)₊ without p, 0 at p."""
        outside = np.maximum(0.0, self.marginsp - 1.0)
        outside[self.p] = 0.0
        return outside

    @property
    def missing(self):
        """What the printed proof leaves out of μᵀ(1 - Hαᵖ)."""
        return float((self.mu * self.outside).sum())

    @cached_property
    def paid(self):
        """C Σ ξᵖ over the points other than p."""
        paying = np.isfinite(self.upper) & (self.upper > 0)
        paying[self.p] = False
        return float(self.upper[paying] @ np.maximum(0.0, 1.0 - self.marginsp[paying]))

    @property
    def c(self):
        """c*, the best step along μ."""
        return self.xi / self.mu2 if self.mu2 > 0 else np.inf

    @property
    def step(self):
        """c*, or 0 where there is no such step."""
        return self.c if 0 < self.c < np.inf else 0.0

    def squared_distances(self, points):
        """‖φ(x_i) - φ(x_p)‖² of points."""
        K, p = self.K, self.p
        return np.maximum(0.0, K.diagonal()[points] - 2.0 * K[points, p] + K[p, p])


def without(svm, p):
    """The certified Solution of a trained machine's program without point p, followed from the one with it.

    The multipliers of p are led to zero and the optimum follows them exactly; see ``active_set``.
    """
    solution = validation.fitted(svm).solution_
    variables = np.flatnonzero(solution.program.example == p)
    program = solution.program.without(variables)
    try:
        scaling = scaled_program.ScaledProgram(solution.program)
        active = starts.start(scaling.scaled, *scaling.optimum(solution))
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
    except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError):
        pass
    return solver.solve(program)


def seeds(n_problems, random_state, progress=None):
    """Yield n_problems seeds from random_state on; ``progress(done, total)`` is called after each."""
    total = validation.integer("n_problems", n_problems, at_least=1)
    first = validation.integer("random_state", random_state, at_least=0)
    for i in range(total):
        yield first + i
        if progress is not None:
            progress(i + 1, total)


def columns(rows, n):
    """n arrays, one of each column of the rows of a survey."""
    return [np.array(column) for column in zip(*rows, strict=True)] if rows else [np.zeros(0)] * n
