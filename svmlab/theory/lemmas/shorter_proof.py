"""The shorter proof of Lemma 1, without μ and for a finite C, too, step by step."""

import numpy as np

from svmlab.theory.kkt.checklist import Checklist, Step, number


def shorter(out):
    """The Checklist of steps 1 to 4 of a BiclassLeftOut; which of 2, 3 and 4 it takes depends on p."""
    lam_norm, w0, wp, v, D, paid = out.lam_norm, out.w0**2, out.wp**2, out.v, out.D, out.paid
    size = max(w0, wp, paid)
    inner = float(out.alphap @ out.H @ (out.alpha0 - out.alphap))
    fall = 2.0 * (out.J0 - out.Jp)
    primal = "‖w⁰‖² − ‖wᵖ‖²" + (" − 2 C Σ ξ_iᵖ" if paid else "")
    lost = (out.ap * lam_norm) ** 2
    why = "(w⁰, 0) is feasible without p, where (wᵖ, ξᵖ) is best"
    steps = [
        Step("λ in the ball", "‖Σ λ_i y_i φ_i‖ ≤ D", lam_norm, "≤", D, "(21)"),
        Step("λ costs no less", "α_p² ‖Σ λ_i y_i φ_i‖² ≥ 2 (J(α⁰) − J(αᵖ))", lost, "≥", fall, "(15), (17)", size),
        Step("no duality gap", f"2 (J(α⁰) − J(αᵖ)) = {primal}", fall, "=", w0 - wp - 2 * paid, "(7)", size),
        Step("wᵖ is best", f"⟨wᵖ, v⟩{' − C Σ ξ_iᵖ' * bool(paid)} ≥ 0", inner - paid, "≥", 0.0, "", size, why),
        Step("parabola", f"{primal} ≥ ‖v‖²", w0 - wp - 2 * paid, "≥", v**2, "", size, "v = w⁰ − wᵖ"),
        Step("first half", "α_p D ≥ ‖v‖", out.ap * D, "≥", v, "", out.w0),
    ]
    if out.partner is None:
        steps += _alone(out)
    elif out.companion is not None:
        steps += _with_companion(out)
    else:
        steps += _crossed(out)
    return Checklist("A shorter proof, without μ", tuple(steps))


def _with_companion(out):
    p, z, D, v = out.p, out.companion, out.D, out.v
    gained = out.y[p] * out.y * (out.margins0 - out.marginsp)
    unit = out.unitp
    difference = float((out.K[p] - out.K[z]) @ (out.y * (out.alpha0 - out.alphap))) * out.y[p]
    distance = float(out.squared_distances([z])[0]) ** 0.5
    which = "of p's class: 1 with p, ≥ 1 without" if out.y[z] == out.y[p] else "of the other: 1 with p, ≤ 1 without"
    at_z = f"z = {z}, a support vector {which}"
    return [
        Step("at p", "y_p g(x_p) ≥ 1, g = f⁰ − fᵖ", gained[p], "≥", 1.0, "", unit, "≥ 1 with p, ≤ 0 without"),
        Step("at z", "y_p g(x_z) ≤ 0", gained[z], "≤", 0.0, "", unit, at_z),
        Step("difference", "y_p ⟨v, φ_p − φ_z⟩ ≥ 1", difference, "≥", 1.0, "", unit),
        Step("Cauchy, Schwarz", "‖v‖ ‖φ_p − φ_z‖ ≥ y_p ⟨v, φ_p − φ_z⟩", v * distance, "≥", difference, "", unit),
        Step("both in the ball", "‖φ_p − φ_z‖ ≤ D", distance, "≤", D),
        Step("second half", "‖v‖ ≥ 1/D", v, "≥", 1.0 / D if D > 0 else np.inf),
    ]


def _alone(out):
    total, D = float(out.alpha0.sum()), out.D
    return [
        Step("p carries its class", "α_p = ½ Σ α_i⁰", out.ap, "=", 0.5 * total, "(3)"),
        Step("norm and multipliers", "Σ α_i⁰ = ‖w⁰‖²", total, "=", out.w0**2, "(7)"),
        Step("the ball spans the margin", "D ≥ 2/‖w⁰‖ = 2γ", D, "≥", 2.0 / out.w0 if out.w0 > 0 else np.inf),
        Step("second half", "α_p ≥ 2/D²", out.ap, "≥", 2.0 / D**2 if D > 0 else np.inf),
    ]


def _crossed(out):
    """Step 4: without p, its class's other support vectors are bounded and the other class's carry nothing."""
    support = (out.alpha0 > 0) & (np.arange(len(out.y)) != out.p)
    r, q = support & ~out.other, support & out.other
    C, a, v, D, xi = out.upper[r].sum(), out.ap, out.v, out.D, out.xi
    xi_r, g_q = 1.0 - out.marginsp[r], out.marginsp[q] - 1.0
    room = float((out.upper[r] - out.alpha0[r]) @ xi_r + out.alpha0[q] @ g_q)
    t, nearest = xi - v * D, float(min(xi_r.min(), g_q.min()))
    unit = out.unitp
    carried = float(out.alphap[q].max())
    bounded = f"{number(out.alphap[r].sum())} of Σ C = {number(C)}"
    steps = [
        Step("r bounded", "Σ_r αᵖ_r = n C", out.alphap[r].sum(), "=", C, note=bounded),
        Step("q idle", "αᵖ_q = 0", carried, "=", 0.0, "", float(out.alphap.max())),
        Step(
            "inner products", "‖v‖² ≤ α_p ξ_p − Σ_r (C − α_r) ξ_r − Σ_q α_q y_p g(x_q)", v**2, "≤",
            a * xi - room, "", a * xi + abs(room),
        ),
        Step("t is lowest", "t = ξ_p − ‖v‖ D ≤ ξ_r, y_p g(x_q)", t, "≤", nearest, "", unit),
    ]  # fmt: skip
    if t <= 0:
        return [*steps, Step("second half", "‖v‖ ≥ 1/D, for t ≤ 0", v, "≥", 1.0 / D)]
    u = v * D
    return [
        *steps,
        Step("summed", "n C t ≤ ‖v‖ (α_p D − ‖v‖)", C * t, "≤", v * (a * D - v), "", v * a * D),
        Step("more than α_p", "n C > α_p", C, ">", a, "Lemma 1"),
        Step("second half", "2u − u²/a > 1, u = ‖v‖ D, a = α_p D²", 2 * u - u**2 / (a * D**2), ">", 1.0),
    ]
