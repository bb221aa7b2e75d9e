"""The printed proof of Lemma 2, step by step."""

import numpy as np

from svmlab.engine.certificate import CERTIFIED
from svmlab.theory import flows
from svmlab.theory.kkt.checklist import Checklist, Step, number
from svmlab.theory.lemma_audit import REPORT


def printed(out):
    """The Checklist of (43) to (49) of a MulticlassLeftOut."""
    step, missing, J0, Jp, size = out.step, out.missing, out.J0, out.Jp, out.size
    delta2, mu2, D2 = out.delta2, out.mu2, out.D**2
    down = J0 - out.J(out.alpha0 - out.delta)
    up = out.J(out.alphap + step * out.mu) - Jp
    flat = out.mu[out.program.example, out.program.tail]
    slope = float(flat @ (1.0 - out.program.product(out.solutionp.alpha)))
    gain = step * out.xi - 0.5 * step**2 * mu2
    excess = np.where(np.arange(len(out.codes))[:, None] == out.p, -np.inf, out.delta - out.alpha0)
    worst = np.unravel_index(excess.argmax(), excess.shape)
    note = f"the true value lacks {number(missing, 3)} more" if missing > CERTIFIED * out.unit else ""
    divided = "nothing in the report says so, and λ_pk = α_pk/α_pn divides by it"
    steps = [
        Step("divisor", "α_pn⁰ > 0", out.apn, ">", 0.0, "(43)", note=divided),
        Step("λ balanced", "Σ_{i∈l} Σ_o λ_io = Σ_i λ_il", *_unbalanced(out, out.delta), "(43)", out.s),
        Step("λ possible", "α_pn λ_ik ≤ α_ik⁰", out.delta[worst], "≤", out.alpha0[worst], "(43)", out.s),
        Step("μ balanced", "Σ_{i∈l} Σ_o μ_io = Σ_i μ_il", *_unbalanced(out, out.mu), "(44)", 1.0),
        Step("μ possible", "μ_ik ≥ 0", out.mu.min(), "≥", 0.0, "(44)", 1.0),
        Step("λ costs no less", "J(α⁰) − J(α⁰ − α_pn λ) ≥ J(α⁰) − J(αᵖ)", down, "≥", J0 - Jp, "(45)", size),
        Step("μ gains no more", "J(α⁰) − J(αᵖ) ≥ J(αᵖ + c* μ) − J(αᵖ)", J0 - Jp, "≥", up, "(45)", size),
        Step("cost of λ", "J(α⁰) − J(α⁰ − α_pn λ) = ½ α_pn² Σ_k ‖λ…‖²", down, "=", 0.5 * delta2, "(46)", size),
        Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pnᵖ", slope, "=", out.xi, "before (47)", out.unit, note),
        Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_pn − ½ c*² Σ_k ‖μ…‖²", up, "=", gain, "(47)", size),
        Step("both", "½ α_pn² Σ_k ‖λ…‖² ≥ c* ξ_pn − ½ c*² Σ_k ‖μ…‖²", 0.5 * delta2, "≥", gain, "(48)", size),
        Step("error", "ξ_pn ≥ 1", out.xi, "≥", 1.0, "before (49)", note="printed as ξ_pn² > 1"),
        Step("multiplied", "α_pn² Σ_k ‖λ…‖² Σ_k ‖μ…‖² ≥ 1", delta2 * mu2, "≥", 1.0, "(49) times both sums"),
    ]
    if out.apn > 0:
        right = out.apn**2 / (delta2 * mu2) if delta2 * mu2 > 0 else np.inf
        steps.append(Step("without ξ_pn", "α_pn² ≥ 1 / (Σ_k ‖λ…‖² Σ_k ‖μ…‖²)", out.apn**2, "≥", right, "(49)"))
    steps += [
        Step("λ in the ball", "α_pn² Σ_k ‖λ…‖² ≤ D² Σ_k (α_pn Σ_i λ_ik)²", delta2, "≤", D2 * out.P, "after (49)"),
        Step("μ in the ball", "Σ_k ‖μ…‖² ≤ D² Σ_k (Σ_i μ_ik)² = 2 D²", mu2, "≤", 2.0 * D2, "after (49)"),
    ]
    if out.apn > 0:
        K2 = 2.0 * out.P / out.apn**2
        steps.append(Step("K", "K_λ,p,n K_μ,p,n ≤ K²", K2, "≤", out.constant.value**2, "(42)"))
    return Checklist(f"The printed proof, c* = {number(out.c)}", tuple(steps), f"Lemma 2 ({REPORT})")


def _unbalanced(out, alpha):
    """(what flows out of the class where it differs most from what flows in, "=", what flows in)."""
    F = flows.class_flows(alpha, out.codes)
    away, into = F.sum(axis=1), F.sum(axis=0)
    k = int(np.abs(away - into).argmax())
    return float(away[k]), "=", float(into[k])
