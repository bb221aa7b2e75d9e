"""Lemma 1 audited on a machine at hand: its hypotheses, its conclusion, three proofs, and what to see there."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.engine import solver
from svmlab.theory import lemmas_multiclass
from svmlab.theory import validation as checks
from svmlab.theory.kkt.checklist import Checklist, Step, number
from svmlab.theory.lemma_audit import REPORT, Audit, told_of_both
from svmlab.theory.lemmas.left_out import BiclassLeftOut
from svmlab.theory.lemmas.printed_proof import printed, repaired
from svmlab.theory.lemmas.shorter_proof import shorter

LEMMA_1 = f"Lemma 1 ({REPORT})"


@dataclass(frozen=True, eq=False, repr=False)
class BiclassAudit(Audit):
    """The audit of Lemma 1, with its quantities in the notation of the report.

    margins0, marginsp : (m,) y_i f(x_i)
    lam, mu, mu_active : (m,) λᵖ, μᵖ, and a μ on the support vectors of the machine without p, where (18) is true
    lam_norm, mu_norm, mu_active_norm : the lengths ‖Σ λ_i y_i φ(x_i)‖ and its like
    xi : ξ_p = 1 - y_p fᵖ(x_p); c : the best step c*
    missing : Σ μ_i (y_i fᵖ(x_i) - 1)₊, which the printed proof leaves out of μᵀ(1 - Hαᵖ)
    beyond : points that carry μ strictly outside the margin of the machine without p, where (6) fails
    w0, wp, v : ‖w⁰‖, ‖wᵖ‖ and ‖w⁰ - wᵖ‖; partner : the nearest support
    vector of p's class, None where p is alone; companion : z of step 2 of the shorter proof, or None
    """

    lam: np.ndarray
    mu: np.ndarray
    mu_active: np.ndarray
    lam_norm: float
    mu_norm: float
    mu_active_norm: float
    beyond: np.ndarray
    w0: float
    wp: float
    v: float
    partner: int | None
    companion: int | None

    @property
    def alpha_D2(self):
        """α_p D², at least 1 if the lemma applies."""
        return float(self.alpha0[self.p]) * self.D**2

    @property
    def repaired(self):
        """The steps of its second half with μ on the support vectors of the machine without p."""
        return self.proofs[1]

    @property
    def shorter(self):
        """The steps of the proof without μ."""
        return self.proofs[2]

    def refitted(self):
        """The machine without p trained from nothing by another route, to compare with ``solutionp``."""
        return solver.solve(self.solutionp.program)


def audit(svm, p, *, lam=None, mu=None, rival=None):
    """Audit the key lemma for leaving out point p of a trained machine: every quantity of its proof.

    Two classes: if the machine separates with every α_i < C and errs on x_p when trained without it, then α_p ≥ 1/D²,
    D being the diameter of the smallest ball that contains the support vectors (Darcy and Guermeur 2005, Lemma 1).
    Many classes: Lemma 2, see ``lemmas_multiclass``.

    lam, mu : two classes: how to choose λᵖ and μᵖ among those that (13) and (14) allow: "proportional" (to α⁰ on the
    other class; the default), "nearest" (the shortest Σ λ_i y_i φ(x_i)), or (m,) values of one's own, to be checked
    rival : many classes: the label of the class n, by default the one that wins x_p without p
    Returns a BiclassAudit or a MulticlassAudit. Raises ValueError where p is the only point of its class, or has no
    weight, and TypeError for a choice that the lemma does not have.
    """
    svm = validation.fitted(svm)
    if svm.alpha_.ndim != 1:
        _not_asked("two", lam=lam, mu=mu)
        validation.weston_watkins("lemmas.audit", svm)
        return lemmas_multiclass.audit(svm, p, rival=rival)
    _not_asked("many", rival=rival)
    p = checks.may_be_left_out(svm, p)
    lam, mu = ("proportional" if choice is None else choice for choice in (lam, mu))
    return _audited(BiclassLeftOut(svm, p, lam, mu))


def _not_asked(classes, **choices):
    for name, choice in choices.items():
        if choice is not None:
            raise TypeError(f"{name} belongs to the lemma about {classes} classes, got {choice!r}; leave it out")


def _audited(out):
    goal = 1.0 / out.D**2 if out.D > 0 else np.inf
    steps = printed(out)  # (7) to (21)
    return BiclassAudit(
        lemma=LEMMA_1, hypotheses=_hypotheses(out),
        conclusion=Step("conclusion", "α_p ≥ 1/D²", out.ap, "≥", goal, "(10)"),
        proofs=(steps, repaired(out), shorter(out)), remarks=_remarks(out, steps),
        **told_of_both(out), lam=out.lam, mu=out.mu, mu_active=out.mu_active, lam_norm=out.lam_norm,
        mu_norm=out.mu_norm, mu_active_norm=out.mu_active_norm, beyond=out.beyond, w0=out.w0, wp=out.wp, v=out.v,
        partner=out.partner, companion=out.companion,
    )  # fmt: skip


def _hypotheses(out):
    C, weight = float(out.svm.C_), out.svm.sample_weight_
    counts = weight > 0
    slack = float(np.maximum(0.0, 1.0 - out.margins0[counts]).max())
    largest = (out.alpha0[counts] / weight[counts]).max()
    steps = [
        Step("separation", "max ξ_i⁰ = 0", slack, "=", 0.0, "Lemma 1", max(1.0, np.abs(out.margins0).max())),
        Step("nothing bounded", "max α_i⁰ < C", largest, "<", C, "Lemma 1"),
        Step("support vector", "α_p⁰ > 0", out.ap, ">", 0.0, "after (11)", note="implied by the error"),
        Step(
            "error", "y_p fᵖ(x_p) ≤ 0", 1.0 - out.xi, "≤", 0.0, "after (11)", 1.0,
            "printed with index i and < 0; a tie is enough",
        ),
    ]  # fmt: skip
    return Checklist("Hypotheses", tuple(steps), REPORT)


def _remarks(out, steps):
    remarks = []
    if len(out.beyond):
        points = ", ".join(map(str, out.beyond))
        fate = "true all the same" if steps["both"].holds else "false"
        remarks.append(
            f"The gap of the printed proof: μ is carried by points strictly outside the margin of the machine "
            f"without p ({points}), where (6) fails. The slope along μ is ξ_p − {number(out.missing, 4)}, not ξ_p, and "
            f"(19) is {fate} here."
        )
    if np.isfinite(out.svm.C_):
        bounded = out.alphap[out.upper > 0] >= out.upper[out.upper > 0]
        remarks.append(
            "C is finite. The printed proof takes it for arbitrarily large, "
            + ("which changes the machine without p, where multipliers reach C; " if bounded.any() else "")
            + ("the shorter proof does not." if bounded.any() else "which changes nothing here.")
        )
    return tuple(remarks)
