"""The Karush-Kuhn-Tucker conditions, audited, of small convex programs and of trained machines.

``audit`` measures every condition; ``cases`` says which case each point of a trained machine is in. Statements are
checked as values: a ``Step`` is one comparison of two numbers, a ``Checklist`` several of them, in order. The lemmas
are audited with the same two.
"""

from svmlab.machines.losses import BOUNDED, FREE, JOINT_WORDS, OUTSIDE, SQUARE_WORDS, WORDS
from svmlab.theory.kkt.checklist import Checklist, Step, html_table, number, text_table, vector
from svmlab.theory.kkt.machine_audit import MachineAudit, audit_of_machine
from svmlab.theory.kkt.problem_audit import ProblemAudit, audit_of_problem
from svmlab.theory.kkt.problems import EXAMPLES, Problem
from svmlab.theory.kkt.roles import OWN, Cases, cases

__all__ = [
    "BOUNDED",
    "EXAMPLES",
    "FREE",
    "JOINT_WORDS",
    "OUTSIDE",
    "OWN",
    "SQUARE_WORDS",
    "WORDS",
    "Cases",
    "Checklist",
    "MachineAudit",
    "Problem",
    "ProblemAudit",
    "Step",
    "audit",
    "cases",
    "html_table",
    "number",
    "text_table",
    "vector",
]


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
        return audit_of_machine(subject)
    return audit_of_problem(subject, x, alpha, lam)
