"""S2, S7 and S9 of notebooks/THEOREMS.md: any number of classes, any C, points that the others hold; each step."""

import numpy as np

from svmlab import validation
from svmlab.theory import validation as checks
from svmlab.theory.distances import polygons
from svmlab.theory.held import held_points
from svmlab.theory.kkt.checklist import Checklist, Step
from svmlab.theory.lemmas_multiclass.intercepts import wrong_for_every_b
from svmlab.theory.lemmas_multiclass.left_out import LeftOutOfMany
from svmlab.theory.lemmas_multiclass.proof_of_s1 import BestIntercept, along_polygons, pairs_and_change
from svmlab.theory.spans_of_many import squared_spans


def held_proof(svm, p):
    """The proof of S2, S7 and S9 for leaving out point p of a MulticlassSVM at any C, a Checklist of its steps.

    Where the others do not hold p only the steps are there that do not ask for it, and where p is no error of every
    optimal intercept those are not that suppose one. Raises ValueError where p is the only point of its class, or has
    no weight.
    """
    svm = validation.fitted(svm)
    validation.multiclass_machine("S2", svm)
    out = LeftOutOfMany(svm, checks.may_be_left_out(svm, p))
    title = f"S2, point {out.p} of class {svm.classes_[out.y]}"
    best, span = _HeldIntercept(out), float(squared_spans(svm, [out.p])[out.p])
    steps = [*pairs_and_change(out, best), *_span(out, span), *_optimal(out, best)]
    if not held_points(svm)[out.p]:
        return Checklist(f"{title}: the others do not hold it, so nothing is claimed", tuple(steps), "THEOREMS.md")
    steps += [*_arcs(out, best), *along_polygons(out, best), _stability(out)]
    if not wrong_for_every_b(out.solutionp, out.p, out.y):
        return Checklist(f"{title}: no error, so nothing is claimed", tuple(steps), "THEOREMS.md")
    return Checklist(title, (*steps, *_at_an_error(out, best, span)), "THEOREMS.md")


class _HeldIntercept(BestIntercept):
    """The same at a finite C, where an arc (a, b, r) is a point r ≠ p of any class with g_a(x_r) ≥ g_b(x_r).

    gains (Q, Q) and points (Q, Q): the largest g_a - g_b of such a point, and who has it
    """

    def _ways(self, out):
        """Widest ways: y is reached first, then always by the arc of the largest gain from a class that is not yet."""
        others = (out.svm.sample_weight_ > 0) & (np.arange(len(out.codes)) != out.p)
        gain = np.where(others[:, None, None], self.change[:, None, :] - self.change[:, :, None], -np.inf)
        self.points, self.gains = gain.argmax(axis=0), gain.max(axis=0)
        ways = {out.y: ()}
        while len(ways) < out.Q:
            rest = [k for k in range(out.Q) if k not in ways]
            a, b = max(((a, b) for a in rest for b in ways), key=lambda arc: self.gains[arc])
            ways[a] = ((a, b, int(self.points[a, b])), *ways[b])
        del ways[out.y]
        return ways


def _span(out, span):
    """S7, steps 1 to 3: what the free multipliers must move is no less than what W moves."""
    v2, fall = float((out.v**2).sum()), out.J0 - out.Jp
    slack = np.maximum(0.0, 1.0 - out.margins0[out.p])
    lost = float((out.upper[out.p] * slack).sum()) if np.isfinite(out.svm.C_) else 0.0
    paid = float(out.alpha0[out.p] @ (1.0 - out.margins0[out.p]))
    size = out.unit * float(out.alpha0.sum())
    return [
        Step("its slack", "Σ_k α⁰_pk (1 − m⁰_pk) = C Σ_k ξ_pk", paid, "=", lost, "S7, 2", size),
        Step("dual falls", "J(α⁰) − J(αᵖ) ≤ C Σ_k ξ_pk + ½ U_p²", fall, "≤", lost + 0.5 * span, "S7, 1 and 2", size),
        Step("primal", "J(α⁰) − J(αᵖ) − C Σ_k ξ_pk ≥ ½ ‖V‖²", fall - lost, "≥", 0.5 * v2, "S7, 3", size),
        Step("span", "‖V‖² ≤ U_p²", v2, "≤", span, "S7, 3", size),
    ]


def _optimal(out, best):
    """Step 3: the margins at the intercept that is best for y are those of an optimum without p."""
    rest = np.isfinite(best.marginsp) & (out.svm.sample_weight_ > 0)[:, None]
    below, above = rest & (out.alphap < out.upper), rest & (out.alphap > 0)
    least, most = best.marginsp[below].min(initial=1.0), best.marginsp[above].max(initial=1.0)
    return [
        Step("an optimal b", "mᵖ ≥ 1 where αᵖ < C, smallest", least, "≥", 1.0, "3", out.unit),
        Step("complementary", "mᵖ ≤ 1 where αᵖ > 0, largest", most, "≤", 1.0, "3", out.unit),
    ]


def _arcs(out, best):
    """Step 4: from every class arcs lead to y."""
    narrowest = min((best.gains[a, b] for way in best.ways.values() for a, b, _ in way), default=0.0)
    longest = max(map(len, best.ways.values()), default=0)
    return [
        Step("arcs", "g_a(x_r) − g_b(x_r) ≥ 0 on ways from all classes", narrowest, "≥", 0.0, "4", out.unit),
        Step("their length", "arcs of a way, most", longest, "≤", out.Q - 1, "4"),
    ]


def _stability(out):
    """Step 7, which is S9: of any point that the others hold, error or not."""
    z, s = float(polygons(out.K, out.Q)[out.p]), float(out.alpha0[out.p].sum())
    return Step("S9", "‖V‖ ≤ s_p √z_p", float((out.v**2).sum()) ** 0.5, "≤", s * z**0.5, "7", out.unit)


def _at_an_error(out, best, span):
    """Steps 6 and 7, and S7."""
    z, s = float(polygons(out.K, out.Q)[out.p]), float(out.alpha0[out.p].sum())
    v, n = float((out.v**2).sum()) ** 0.5, best.rivals[best.lead.argmin()]
    xi = max(0.0, 1.0 - float(out.margins0[out.p, best.rivals].min()))
    return [
        Step("an error", "Δ_n ≥ 1 − max_k ξ_pk", best.delta[n], "≥", 1.0 - xi, "6", out.unit, "mᵖ ≤ 0 without"),
        Step("no small change", "‖V‖ √z_p + max_k ξ_pk ≥ 1", v * z**0.5 + xi, "≥", 1.0, "6", out.unit),
        Step("S2", "s_p z_p + max_k ξ_pk ≥ 1", s * z + xi, "≥", 1.0, "7", out.unit),
        Step("S7", "U_p √z_p + max_k ξ_pk ≥ 1", (span * z if z > 0 else 0.0) ** 0.5 + xi, "≥", 1.0, "7", out.unit),
    ]
