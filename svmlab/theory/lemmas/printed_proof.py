"""The printed proof of Lemma 1, step by step, and its second half with μ where it should be."""

import numpy as np

from svmlab.engine.certificate import CERTIFIED
from svmlab.theory.kkt.checklist import Checklist, Step, number
from svmlab.theory.lemma_audit import REPORT


def printed(out):
    """The Checklist of (7) to (21) of a BiclassLeftOut."""
    lam_norm, mu_norm, step, missing = out.lam_norm, out.mu_norm, out.step, out.missing
    J0, Jp, J, size = out.J0, out.Jp, out.J, out.size
    down = J0 - J(out.alpha0 - out.ap * out.lam)
    up = J(out.alphap + step * out.mu) - Jp
    slope0, slopep = 1.0 - out.H @ out.alpha0, 1.0 - out.H @ out.alphap
    unit = out.unit
    xi0 = np.maximum(0.0, 1.0 - out.margins0)
    half = 0.5 * out.ap**2 * lam_norm**2
    gain = step * out.xi - 0.5 * step**2 * mu_norm**2
    product = lam_norm**2 * mu_norm**2
    D2 = out.D**2
    note = f"the true value lacks {number(missing, 3)} more" if missing > CERTIFIED * unit else ""
    ratio = out.xi**2 / product if product > 0 else np.inf
    plain = 1.0 / product if product > 0 else np.inf
    steps = (
        Step("norm and multipliers", "‖w⁰‖² = Σ α_i⁰", out.w0**2, "=", out.alpha0.sum(), "(7)"),
        Step("λ balanced", "Σ y_i λ_i = 0", float(out.y @ out.lam), "=", 0.0, "(13)", 1.0),
        Step("λ possible", "λ_i ≤ α_i⁰/α_p⁰", *_most_excess(out), "(13)"),
        Step("μ balanced", "Σ y_i μ_i = 0", float(out.y @ out.mu), "=", 0.0, "(14)", 1.0),
        Step("μ possible", "μ_i ≥ 0", float(out.mu.min()), "≥", 0.0, "(14)", 1.0),
        Step("λ costs no less", "J(α⁰) − J(α⁰ − α_p λ) ≥ J(α⁰) − J(αᵖ)", down, "≥", J0 - Jp, "(15)", size),
        Step("μ gains no more", "J(α⁰) − J(αᵖ) ≥ J(αᵖ + c* μ) − J(αᵖ)", J0 - Jp, "≥", up, "(15)", size),
        Step("no slope along λ", "λᵀ(1 − Hα⁰) = Σ λ_i ξ_i⁰", out.lam @ slope0, "=", out.lam @ xi0, "(16)", unit),
        Step("cost of λ", "J(α⁰) − J(α⁰ − α_p λ) = ½ α_p² ‖Σ λ_i y_i φ_i‖²", down, "=", half, "(17)", size),
        Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pᵖ", out.mu @ slopep, "=", out.xi, "before (18)", unit, note),
        Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", up, "=", gain, "(18)", size),
        Step("both", "½ α_p² ‖Σ λ_i y_i φ_i‖² ≥ c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", half, "≥", gain, "(19)", size),
        Step("with c* put in", "α_p² ≥ ξ_p² / (‖Σ λ…‖² ‖Σ μ…‖²)", out.ap**2, "≥", ratio, "after (19)"),
        Step("error", "ξ_p ≥ 1", out.xi, "≥", 1.0, "before (20)", note="printed as ξ_p² > 1"),
        Step("without ξ_p", "α_p² ≥ 1 / (‖Σ λ…‖² ‖Σ μ…‖²)", out.ap**2, "≥", plain, "(20)"),
        Step("λ in the ball", "‖Σ λ_i y_i φ_i‖² ≤ D²", lam_norm**2, "≤", D2, "(21)"),
        Step("μ in the ball", "‖Σ μ_i y_i φ_i‖² ≤ D²", mu_norm**2, "≤", D2, "(21)"),
    )
    return Checklist(f"The printed proof, c* = {number(out.c)}", steps, f"{REPORT}, Lemma 1")


def _most_excess(out):
    """(λ_i, "≤", α_i/α_p) at the i where λ exceeds its cap most, or comes nearest to it."""
    rest = np.delete(np.arange(len(out.y)), out.p)
    worst = rest[np.argmax(out.lam[rest] - np.minimum(out.cap[rest], 1e300))]
    return float(out.lam[worst]), "≤", float(out.cap[worst])


def repaired(out):
    """The Checklist of (18) to (21) with μ on the support vectors of the machine without p."""
    lam_norm, norm, mu, J, size = out.lam_norm, out.mu_active_norm, out.mu_active, out.J, out.size
    c = out.xi / norm**2 if norm > 0 and out.xi > 0 else 0.0
    up, gain = J(out.alphap + c * mu) - out.Jp, c * out.xi - 0.5 * c**2 * norm**2
    half = 0.5 * out.ap**2 * lam_norm**2
    slope = float(mu @ (1.0 - out.H @ out.alphap))
    steps = (
        Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pᵖ", slope, "=", out.xi, "before (18)", out.unitp),
        Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", up, "=", gain, "(18)", size),
        Step("both", "½ α_p² ‖Σ λ_i y_i φ_i‖² ≥ c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", half, "≥", gain, "(19)", size),
        Step(
            "μ in the ball", "‖Σ μ_i y_i φ_i‖² ≤ D²", norm**2, "≤", out.D**2, "(21)",
            note="nothing says so: these points need not be support vectors of the machine with p",
        ),
    )  # fmt: skip
    return Checklist("Its second half with μ on the support vectors without p", steps)
