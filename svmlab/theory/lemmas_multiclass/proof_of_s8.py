"""S8 of notebooks/THEOREMS.md: three classes, hard margin, (9/4) D² s_p ≥ 1 at every error; each of its steps."""

import numpy as np

from svmlab import validation
from svmlab.theory import validation as checks
from svmlab.theory.kkt.checklist import Checklist, Step
from svmlab.theory.lemmas_multiclass.intercepts import wrong_for_every_b
from svmlab.theory.lemmas_multiclass.left_out import MulticlassLeftOut
from svmlab.theory.lemmas_multiclass.proof_of_s1 import polygon_sides


def three_class_proof(svm, p):
    """The proof of S8 for leaving out point p of a hard margin MulticlassSVM of three classes, a Checklist.

    It is one of four: support vectors other than p lead from its class to both others, to one, or to none, and then
    some support vector stands between the other two or none does. Where p is no error the first claims nothing; where
    p has no multiplier it is none. Raises ValueError for a finite C, for other numbers of classes, and where p is the
    only point of its class, or has no weight.
    """
    svm = validation.fitted(svm)
    validation.multiclass_machine("S8", svm)
    checks.hard_margin("S8", svm)
    if len(svm.classes_) != 3:
        raise ValueError(f"S8 is about three classes, got {len(svm.classes_)}; polygon_proof is about any number")
    p = checks.may_be_left_out(svm, p)
    out = MulticlassLeftOut(svm, p, None)
    error = wrong_for_every_b(out.solutionp, p, out.y)
    title = f"S8, point {p} of class {svm.classes_[out.y]}"
    if out.s <= 0:
        return Checklist(f"{title}: no support vector, so no error", (), "THEOREMS.md")
    ways = _ways(out)
    if len(ways) < 2:
        steps = [*_alone(out, ways), *_ends(out)]
    else:
        steps = [*_polygons(out, ways), *([*_error(out, ways), *_ends(out)] if error else [])]
    return Checklist(title if error else f"{title}: no error", tuple(steps), "THEOREMS.md")


def _ways(out):
    """{rival: arcs (k, l, j) from it to y} for rivals that support vectors j ≠ p of class l lead to from y."""
    ways = {}
    for k in np.delete(np.arange(3), out.y).tolist():
        path, carriers = out.path_to(k)
        if path:
            ways[k] = tuple(zip(path[1:], path[:-1], carriers, strict=True))[::-1]
    return ways


def _polygons(out, ways):
    """Step 1: as in S1, with support vectors as corners, which the ball of the support vectors contains."""
    steps, v = [], float((out.v**2).sum()) ** 0.5
    for k, way in ways.items():
        Z = polygon_sides(out, way)
        delta, inner = out.margins0[out.p, k] - out.marginsp[out.p, k], float(np.einsum("ik,ik->", out.V, out.K @ Z))
        carried = min(float(out.marginsp[j, to] - out.margins0[j, to]) for to, _, j in way)
        length2 = float((out.norms(Z) ** 2).sum())
        steps += [
            Step(f"arcs of {k}", "g_k(x_j) − g_l(x_j) ≥ 0, smallest", carried, "≥", 0.0, "1", out.unit),
            Step(f"polygon of {k}", "Δ_k ≤ ⟨V, Z_k⟩", delta, "≤", inner, "1", out.unit),
            Step(f"sides of {k}", "‖Z_k‖² ≤ (9/4) D²", length2, "≤", 2.25 * out.D**2, "1"),
        ]
    return [*steps, Step("no large change", "‖V‖ ≤ (3/2) s_p D", v, "≤", 1.5 * out.s * out.D, "1", out.unit)]


def _error(out, ways):
    """Step 2, at an error into n: both bounds on V at once."""
    Z = {k: polygon_sides(out, way) for k, way in ways.items()}
    weighed = sum(out.alpha0[out.p, k] * Z[k] for k in Z)
    length = [float((out.norms(part) ** 2).sum()) ** 0.5 for part in (weighed, Z[out.n])]
    both = 0.5 * (length[0] * length[1] + float(np.einsum("ik,ik->", weighed, out.K @ Z[out.n])))
    v = float((out.v**2).sum()) ** 0.5
    return [
        Step("no small change", "‖V‖ (3/2) D ≥ 1", 1.5 * out.D * v, "≥", 1.0, "2", out.unit),
        Step("both at once", "½ (‖Z_α‖ ‖Z_n‖ + ⟨Z_α, Z_n⟩) ≥ 1", both, "≥", 1.0, "2", out.unit),
        Step("in the ball", "½ (‖Z_α‖ ‖Z_n‖ + ⟨Z_α, Z_n⟩) ≤ (2 s_p + ¼ α_pn) D²", both, "≤", _sharp(out), "2"),
    ]


def _alone(out, ways):
    """Steps 3 to 5, error or not: p alone leads to some class, and s_p D² ≥ 1."""
    w, D2 = out.norms(out.B(out.alpha0)), out.D**2
    rest = [k for k in range(3) if k != out.y and k not in ways]
    if len(rest) == 1:
        (n,) = rest
        a, h = float(out.alpha0[out.p, n]), out.h0[:, n]
        others = np.flatnonzero(np.arange(3) != n)
        of_n = (out.codes == n) & out.alpha0.any(axis=1)
        between = (out.codes != n) & out.alpha0[:, others].any(axis=1)
        fall = float(h[of_n].min(initial=np.inf) - h[between].max(initial=-np.inf))
        return [
            Step("the third falls", "h_n falls by 1 to j between the others", fall, "≥", 1.0, "3", out.unit),
            Step("w of the third", "‖w_n‖ ≤ α_pn D", w[n], "≤", a * out.D, "3", out.unit),
            Step("alone to one", "α_pn D² ≥ 1", a * D2, "≥", 1.0, "3", out.unit),
        ]
    c, n = rest
    between = np.flatnonzero((out.alpha0[:, [c, n]] > 0).any(axis=1) & np.isin(out.codes, rest))
    falls = float((out.h0[out.p, out.y] - out.h0[between, out.y]).max(initial=-np.inf))
    towards = [j for j in between if out.alpha0[j, c if out.codes[j] == n else n] > 0]
    if towards:
        return [
            Step("w of its own", "‖w_y‖ ≤ s_p D", w[out.y], "≤", out.s * out.D, "4", out.unit),
            Step("it falls", "h_y(x_p) − h_y(x_j) ≥ 1, j between the others", falls, "≥", 1.0, "4", out.unit),
            Step("alone to both", "s_p D² ≥ 1", out.s * D2, "≥", 1.0, "4", out.unit),
        ]
    return [
        Step("all through p", "2 s_p = ‖W⁰‖²", 2 * out.s, "=", out.w0, "5", out.unit * out.s),
        Step("withdrawal", "‖W⁰‖² ≤ D² P_p", out.w0, "≤", D2 * out.P, "5", out.unit * out.s),
        Step("its cost", "P_p ≤ 2 s_p²", out.P, "≤", 2 * out.s**2, "5"),
        Step("alone to both", "s_p D² ≥ 1", out.s * D2, "≥", 1.0, "5", out.unit),
    ]


def _sharp(out):
    """(2 s_p + ¼ α_pn) D²."""
    return (2.0 * out.s + 0.25 * out.apn) * out.D**2


def _ends(out):
    """What all four come to."""
    return [
        Step("sharper", "(2 s_p + ¼ α_pn) D² ≥ 1", _sharp(out), "≥", 1.0, "2", out.unit),
        Step("S8", "(9/4) s_p D² ≥ 1", 2.25 * out.s * out.D**2, "≥", 1.0, "2", out.unit),
    ]
