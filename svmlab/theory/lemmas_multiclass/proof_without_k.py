"""The proof for many classes without K, step by step."""

import numpy as np

from svmlab.theory import flows
from svmlab.theory.kkt.checklist import Checklist, Step
from svmlab.theory.lemmas_multiclass.paths import LONE, polygon


def without_K(out):
    """(the conclusion or None, Checklist) of a MulticlassLeftOut."""
    D2, v2 = out.D**2, float((out.v**2).sum())
    delta2, size = out.delta2, max(out.w0, out.wp, out.paid)
    fall = 2.0 * (out.J0 - out.Jp)
    primal = "‖W⁰‖² − ‖Wᵖ‖²" + (" − 2 C Σ ξᵖ" if out.paid else "")
    difference = out.w0 - out.wp - 2.0 * out.paid
    steps = [
        Step("δ in the ball", "Σ_k ‖u_k‖² ≤ D² P_p", delta2, "≤", D2 * out.P, "", out.w0, "u_k = Σ_i B_ik(δ) φ_i"),
        Step("δ costs no less", "Σ_k ‖u_k‖² ≥ 2 (J(α⁰) − J(αᵖ))", delta2, "≥", fall, "(45), (46)", size),
        Step("no duality gap", f"2 (J(α⁰) − J(αᵖ)) = {primal}", fall, "=", difference, "", size),
        Step("parabola", f"{primal} ≥ ‖V‖²", difference, "≥", v2, "", size, "(W⁰, b⁰) is feasible without p"),
        Step("first half", "D² P_p ≥ ‖V‖²", D2 * out.P, "≥", v2, "", size),
    ]
    if out.path:
        c, more = _along_the_path(out)
        last = Step("conclusion", "D² √(c_L P_p) ≥ 1", D2 * (c * out.P) ** 0.5, "≥", 1.0, "", 0.0, f"c_L = {c:g}")
    elif out.Q in LONE:
        more, least = _lone_carrier(out), LONE[out.Q]
        last = Step("conclusion", f"D⁴ P_p ≥ {least:g}", D2**2 * out.P, "≥", least)
    else:
        n = out.svm.classes_[out.n]
        title = f"Without K: no path from class {out.svm.classes_[out.y]} to {n} without p, nothing is proved"
        return None, Checklist(title, tuple(steps))
    title = f"Without K: {_road(out)}"
    return last, Checklist(title, (*steps, *more, last))


def _road(out):
    names = out.svm.classes_
    if not out.path:
        return "p alone carries out of what is reachable from its class"
    return "the path " + " → ".join(str(names[k]) for k in out.path)


def _along_the_path(out):
    p, g = out.p, out.h0 - out.hp
    arcs = list(zip(out.path, out.path[1:], out.carriers, strict=False))
    gained = float(g[p, out.y] - g[p, out.n])
    steps = [Step("at p", "(g_y − g_n)(x_p) ≥ 1", gained, "≥", 1.0, "", out.unit, "≥ 1 with p, ≤ 0 without")]
    for t, (a, b, j) in enumerate(arcs, start=1):
        carried = f"x_{j} carries {out.svm.classes_[a]} → {out.svm.classes_[b]}: 1 with p, ≥ 1 without"
        value = float(g[j, a] - g[j, b])
        steps.append(Step(f"arc {t}", "(g_k − g_l)(x_j) ≤ 0", value, "≤", 0.0, "", out.unit, carried))
    Z = np.zeros_like(out.V)
    for a, b, j in arcs:
        Z[[p, j], a] += [1.0, -1.0]
        Z[[p, j], b] -= [1.0, -1.0]
    inner = float(np.einsum("ik,ik->", out.V, out.K @ Z))
    z2, c, v = float((out.norms(Z) ** 2).sum()), float(polygon(len(arcs))), float((out.v**2).sum()) ** 0.5
    steps += [
        Step("added up", "Σ_t ⟨v_k − v_l, φ_p − φ_j⟩ ≥ 1", inner, "≥", 1.0, "", out.unit),
        Step("Cauchy, Schwarz", "‖V‖ ‖Z‖ ≥ Σ_t ⟨v_k − v_l, φ_p − φ_j⟩", v * z2**0.5, "≥", inner, "", out.unit),
        Step("polygon in the ball", "‖Z‖² ≤ c_L D²", z2, "≤", c * out.D**2, "", 0.0, f"{len(arcs) + 1} corners"),
        Step("second half", "√c_L D ‖V‖ ≥ 1", c**0.5 * out.D * v, "≥", 1.0),
    ]
    return c, steps


def _lone_carrier(out):
    """Steps of part 3; they hold whether or not p is an error."""
    p, y, s, D2, a = out.p, out.y, out.s, out.D**2, out.alpha0
    steps = flows.reachable(a, out.codes, p)
    inside = np.flatnonzero(np.isfinite(steps))
    between = np.setdiff1d(np.arange(out.Q), inside) if len(inside) == 1 else inside
    third = y if len(inside) == 1 else out.n
    k = _between(out, *between) if out.Q == 3 else None
    if k is None:
        total = float(a.sum())
        return [
            Step("everything through p", "Σα = 2 s_p", total, "=", 2.0 * s, "(26)"),
            Step("norm and multipliers", "Σα = ‖W⁰‖² ≤ D² P_p", total, "≤", D2 * out.P, "Proposition 2"),
            Step("at most twice", "P_p ≤ 2 s_p²", out.P, "≤", 2.0 * s**2),
        ]
    if third == y:
        high, flow, what, least, form = p, s, "s_p", 1.5 * s**2, "P_p ≥ (3/2) s_p²"
    else:
        flow, what, least, form = out.apn, "α_pn", 2.0 * out.apn**2, "P_p ≥ 2 α_pn²"
        high = int(np.flatnonzero((out.codes == out.n) & a.any(axis=1))[0])
    w = out.norms(out.B(a))[third]
    letter = "y" if third == y else "n"
    at_high, at_k = float(out.h0[high, third]), float(out.h0[k, third])
    return [
        Step("of its own class", f"h_{letter}(x_{high}) ≥ 2/3", at_high, "≥", 2.0 / 3.0, "", out.unit),
        Step("between the others", f"h_{letter}(x_{k}) ≤ −1/3", at_k, "≤", -1.0 / 3.0, "", out.unit),
        Step("short", f"‖w_{letter}‖ ≤ {what} D", w, "≤", flow * out.D, "(25)"),
        Step("carried", f"{what} D² ≥ 1", flow * D2, "≥", 1.0),
        Step("withdrawn", form, out.P, "≥", least),
    ]


def _between(out, c, d):
    """A support vector other than p of class c with a multiplier towards d or the reverse, or None."""
    found = ((out.codes == c) & (out.alpha0[:, d] > 0)) | ((out.codes == d) & (out.alpha0[:, c] > 0))
    found[out.p] = False
    return int(np.flatnonzero(found)[0]) if found.any() else None
