"""Lemma 2 audited on a machine at hand: its hypotheses, its conclusion, two proofs, and what to see there."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact.loo import TIE
from svmlab.theory import flows
from svmlab.theory import validation as checks
from svmlab.theory.kkt.checklist import Checklist, Step, number
from svmlab.theory.lemma_audit import REPORT, Audit, told_of_both
from svmlab.theory.lemmas_multiclass.intercepts import wrong_for_every_b
from svmlab.theory.lemmas_multiclass.left_out import MulticlassLeftOut
from svmlab.theory.lemmas_multiclass.paths import LONE
from svmlab.theory.lemmas_multiclass.printed_proof import printed
from svmlab.theory.lemmas_multiclass.proof_without_k import without_K

LEMMA_2 = f"Lemma 2 ({REPORT})"


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassAudit(Audit):
    """The audit of Lemma 2, with its quantities in the notation of the report.

    rival : label of n, the class that p is compared with; predicted : label that x_p is given without p
    sure : whether every optimal b puts x_p into a wrong class or between two
    product : D² √(2 P_p) ≥ 1, the lemma without the division, as a Step; K_free : what is proved without K, a Step, or
    None where nothing is
    margins0, marginsp : (m, Q) h_{y_i}(x_i) - h_k(x_i)
    scores : (Q,) hᵖ_k(x_p)
    delta : (m, Q) α_pn λᵖ, which exists where λᵖ does not; mu : (m, Q) μᵖ
    delta_norms, mu_norms : (Q,) ‖Σ_{i∈k} Σ_l δ_il φ_i - Σ_i δ_ik φ_i‖ and its like
    inflows : (Q,) what flows into each class, Σ_i δ_ik; its squares sum to P_p
    withdrawal : the flows.Withdrawal, None where α_p = 0; K : the flows.ConstantK
    xi : ξ_pn = 1 - hᵖ_y(x_p) + hᵖ_n(x_p); c : the best step c*
    missing : Σ μ_ik (margin - 1)₊ without p, which the printed proof leaves out of μᵀ(1 - Hαᵖ)
    path : classes y, ..., n reached without p, and carriers : the point of each arc; empty where n is not reached
    v : (Q,) ‖w⁰_k - wᵖ_k‖
    """

    rival: object
    predicted: object
    sure: bool
    product: Step
    K_free: Step | None
    scores: np.ndarray
    delta: np.ndarray
    mu: np.ndarray
    delta_norms: np.ndarray
    mu_norms: np.ndarray
    inflows: np.ndarray
    withdrawal: flows.Withdrawal | None
    K: flows.ConstantK
    path: tuple
    carriers: tuple
    v: np.ndarray

    @property
    def P(self):
        """P_p, the cost of withdrawing p."""
        return 0.0 if self.withdrawal is None else self.withdrawal.cost

    @property
    def without_K(self):
        """The steps of the proof without K."""
        return self.proofs[1]

    @property
    def outcome(self):
        """Lemma 2 as printed on this point: "holds", "fails" or "claims nothing"."""
        return "claims nothing" if not self.applies else "holds" if self.conclusion.holds else "fails"


def audit(svm, p, *, rival=None):
    """Audit the key lemma for leaving out point p of a trained MulticlassSVM: every quantity of its proof.

    Lemma 2 as printed: if the machine discriminates without error, every α_ik < C, and without p it puts x_p into
    class n, then α_pn ≥ 1/(K D²) (Darcy and Guermeur 2005, (41)).

    rival : label of the class n to compare with; by default the one of largest score, y's own apart
    Returns a MulticlassAudit. Raises ValueError where p is the only point of its class, or has no weight.
    """
    svm = validation.fitted(svm)
    if svm.alpha_.ndim != 2:
        raise TypeError(f"Lemma 2 is about many classes, got a {type(svm).__name__}; use MulticlassSVM")
    p = checks.may_be_left_out(svm, p)
    if rival is not None:
        others = tuple(np.delete(svm.classes_, svm.codes_[p]).tolist())
        rival = int(np.flatnonzero(svm.classes_ == validation.one_of("rival", rival, others))[0])
    return _audited(MulticlassLeftOut(svm, p, rival))


def _audited(out):
    D2, K = out.D**2, out.constant.value
    goal = 1.0 / (K * D2) if D2 > 0 else np.inf
    product = Step("product form", "D² √(2 P_p) ≥ 1", D2 * (2.0 * out.P) ** 0.5, "≥", 1.0, "(41) times K/α_pn")
    sure = wrong_for_every_b(out.solutionp, out.p, out.y)
    steps, (K_free, proof) = printed(out), without_K(out)  # printed are (43) to (49)
    classes = out.svm.classes_
    return MulticlassAudit(
        lemma=LEMMA_2, hypotheses=_hypotheses(out),
        conclusion=Step("conclusion", "α_pn ≥ 1/(K D²)", out.apn, "≥", goal, "(41)"),
        proofs=(steps, proof), remarks=_remarks(out, steps, sure),
        **told_of_both(out), rival=classes[out.n], predicted=classes[int(out.scores.argmax())], sure=sure,
        product=product, K_free=K_free, scores=out.scores, delta=out.delta, mu=out.mu, delta_norms=out.U,
        mu_norms=out.M, inflows=out.delta.sum(axis=0), withdrawal=out.withdrawal, K=out.constant,
        path=tuple(classes[list(out.path)].tolist()), carriers=out.carriers, v=out.v,
    )  # fmt: skip


def _hypotheses(out):
    weighs = out.svm.sample_weight_ > 0
    weight = out.svm.sample_weight_[weighs, None]
    rivals = out.codes[weighs, None] != np.arange(out.Q)
    slack = float(np.maximum(0.0, 1.0 - out.margins0[weighs][rivals]).max())
    steps = (
        Step("separation", "max ξ_ik⁰ = 0", slack, "=", 0.0, "Lemma 2", out.unit),
        Step("nothing bounded", "max α_ik⁰ < C", (out.alpha0[weighs] / weight).max(), "<", float(out.svm.C_)),
        Step(
            "error", "hᵖ_y(x_p) ≤ hᵖ_n(x_p)", out.scores[out.y], "≤", out.scores[out.n], "after (48)", 1.0,
            "printed with a wrong sign and < 0; a tie is enough",
        ),
        Step("class n", "hᵖ_n(x_p) = max_k hᵖ_k(x_p)", out.scores[out.n], "=", out.scores.max(), "", 1.0),
    )  # fmt: skip
    return Checklist("Hypotheses", steps, REPORT)


def _remarks(out, steps, sure):
    names, remarks = out.svm.classes_, []
    to, own = names[int(out.scores.argmax())], names[out.y]
    text = ", ".join(f"{names[k]}: {number(out.scores[k], 4)}" for k in range(out.Q))
    remarks.append(f"Without p its scores are {text}; it falls into class {to}.")
    error = out.scores[out.n] >= out.scores[out.y]
    if error and out.apn == 0:
        tied = [k for k in range(out.Q) if k != out.y and out.alpha0[out.p, k] > 0]
        tied = [k for k in tied if out.scores[k] >= out.scores[out.y] - TIE * out.unit]
        remarks.append(
            f"α_pn = 0 for n = {names[out.n]}: the proof divides by it, and the lemma as printed is false here. "
            f"Multiplied out it reads D² √(2 P_p) ≥ 1."
            + (f" A class with a score of at least its own and α_pk > 0: {names[tied[0]]}." if tied else "")
        )
    if out.missing > CERTIFIED * out.unit:
        fate = "true all the same" if steps["both"].holds else "false"
        remarks.append(
            f"The gap of the printed proof: μ is carried by points strictly outside the margin of the machine "
            f"without p, where (31) fails. The slope along μ is ξ_pn − {number(out.missing, 4)}; (48) is {fate} here."
        )
    if error and not sure:
        remarks.append(f"Without p b is not unique, and another optimal b puts x_p into class {own}: no sure error.")
    if not out.path and out.Q not in LONE:
        remarks.append("Only observed, not proved, for this point: D² √(2 P_p) ≥ 1 at an error of every optimal b.")
    if np.isfinite(out.svm.C_):
        remarks.append("C is finite: without p points may get slack; what is proved here is for the hard margin.")
    return tuple(remarks)
