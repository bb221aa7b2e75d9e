"""S1 of notebooks/THEOREMS.md: any number of classes, hard margin, z_p s_p ≥ 1 at every error; each of its steps."""

import numpy as np

from svmlab import validation
from svmlab.theory import validation as checks
from svmlab.theory.distances import polygons
from svmlab.theory.kkt.checklist import Checklist, Step
from svmlab.theory.lemmas_multiclass.intercepts import wrong_for_every_b
from svmlab.theory.lemmas_multiclass.left_out import LeftOutOfMany

TIGHT = 1e-7  # of the largest margin: how far from 1 a margin may be that the proof calls 1


def polygon_proof(svm, p):
    """The proof of S1 for leaving out point p of a hard margin MulticlassSVM, a Checklist of its steps.

    Where p is no error of every optimal intercept the last three steps, which suppose one, are not there.
    Raises ValueError for a finite C and where p is the only point of its class, or has no weight.
    """
    svm = validation.fitted(svm)
    validation.multiclass_machine("S1", svm)
    checks.hard_margin("S1", svm)
    out = LeftOutOfMany(svm, checks.may_be_left_out(svm, p))
    best = BestIntercept(out)
    steps = [*pairs_and_change(out, best), *_ways(out, best), *along_polygons(out, best)]
    error = wrong_for_every_b(out.solutionp, out.p, out.y)
    if error:
        steps += _at_an_error(out, best)
    title = f"S1, point {out.p} of class {svm.classes_[out.y]}"
    return Checklist(title if error else f"{title}: no error, so nothing is claimed", tuple(steps), "THEOREMS.md")


class BestIntercept:
    """The machine without p at the optimal intercept that is best for class y, and how every class reaches y.

    marginsp (m, Q) margins there, inf for p and for the own class; lead (Q-1,) those of p; rivals (Q-1,) its classes
    change (m, Q) m⁰ - mᵖ; delta (Q,) Δ_k = m⁰_pk - mᵖ_pk
    ways : for each rival k the arcs (a, b, r) of a path from k to y: r ≠ p of class a has margin 1 against b
    """

    def __init__(self, out):
        b, limits, codes = out.solutionp.b, out.solutionp.limits, out.codes
        shift = -limits[out.y] - b  # best for y: b_y - b_k at its upper limit, for every k at once
        own = np.eye(out.Q, dtype=bool)[codes]
        self.marginsp = np.where(own, np.inf, out.marginsp + shift[codes][:, None] - shift)
        self.rivals = np.delete(np.arange(out.Q), out.y)
        self.lead = self.marginsp[out.p, self.rivals]
        self.change = np.where(own, 0.0, out.margins0 - np.where(own, 0.0, self.marginsp))
        self.delta = self.change[out.p]
        self.marginsp[out.p] = np.inf
        self.least, self.ways = float(self.marginsp[out.svm.sample_weight_ > 0].min()), self._ways(out)

    def _ways(self, out):
        weighs = out.svm.sample_weight_ > 0
        carries = np.full((out.Q, out.Q), -1)  # the point of an arc
        for k in range(out.Q):
            of_k = np.flatnonzero((out.codes == k) & weighs)
            nearest = of_k[self.marginsp[of_k].argmin(axis=0)]
            tight = self.marginsp[nearest, np.arange(out.Q)] <= 1.0 + TIGHT * out.unit
            carries[k, tight] = nearest[tight]
        ways = {out.y: ()}
        for _ in range(out.Q - 1):
            for k in set(range(out.Q)) - set(ways):
                after = next((known for known in ways if carries[k, known] >= 0), None)
                if after is not None:
                    ways[k] = ((k, after, int(carries[k, after])), *ways[after])
        return {k: ways[k] for k in self.rivals.tolist() if k in ways}


def pairs_and_change(out, best):
    """Steps 1 and 2: ‖V‖² is small."""
    rows = np.arange(len(out.codes)) != out.p
    pairs = ((out.alpha0 - out.alphap) * best.change)[rows]
    v2, moved = float((out.v**2).sum()), float(out.alpha0[out.p] @ best.delta)
    size = out.unit * max(float(out.alpha0.max()), float(out.alphap.max()))
    return [
        Step("pairs fall", "(α⁰ − αᵖ)(m⁰ − mᵖ) ≤ 0, largest", pairs.max(), "≤", 0.0, "1", size),
        Step("change", "‖V‖² ≤ Σ_k α⁰_pk Δ_k", v2, "≤", moved, "2", size),
    ]


def _ways(out, best):
    """Steps 3 and 4: an intercept is optimal, and from every class arcs lead to y."""
    arcs = [best.change[r, to] for way in best.ways.values() for _, to, r in way]
    longest = max(map(len, best.ways.values()), default=0)
    return [
        Step("an optimal b", "mᵖ ≥ 1, smallest of the others", best.least, "≥", 1.0, "3", out.unit),
        Step("ways to y", "classes with a path to y", len(best.ways), "=", out.Q - 1, "4"),
        Step("their length", "arcs of a path, most", longest, "≤", out.Q - 1, "4"),
        Step("arcs", "g_k(x_r) − g_l(x_r) ≥ 0, smallest", min(arcs, default=0.0), "≥", 0.0, "4", out.unit),
    ]


def along_polygons(out, best):
    """Step 5, of the class at which each of its parts has the least room."""
    z, v = float(polygons(out.K, out.Q)[out.p]), float((out.v**2).sum()) ** 0.5
    sides = {k: polygon_sides(out, way) for k, way in best.ways.items()}
    inner = {k: float(np.einsum("ik,ik->", out.V, out.K @ Z)) for k, Z in sides.items()}
    length2 = {k: float((out.norms(Z) ** 2).sum()) for k, Z in sides.items()}
    steps = [
        [Step("polygon", f"Δ_k ≤ ⟨V, Z_k⟩, k = {k}", best.delta[k], "≤", inner[k], "5", out.unit) for k in sides],
        [Step("Cauchy, Schwarz", f"⟨V, Z_k⟩ ≤ ‖V‖ ‖Z_k‖, k = {k}", inner[k], "≤", v * length2[k] ** 0.5, "5", out.unit)
         for k in sides],
        [Step("sides", f"‖Z_k‖² ≤ z_p, k = {k}", length2[k], "≤", z, "5") for k in sides],
    ]  # fmt: skip
    return [min(of_all, key=lambda step: step.room) for of_all in steps if of_all]


def polygon_sides(out, way):
    """(m, Q) coefficients of the sides Z_k of the closed polygon p, r_1, ..., r_L, a class a side."""
    Z, before = np.zeros_like(out.V), out.p
    for k, _, r in way:
        Z[[r, before], k] += [1.0, -1.0]
        before = r
    Z[[out.p, before], out.y] += [1.0, -1.0]
    return Z


def _at_an_error(out, best):
    """Steps 6 and 7."""
    z, s = float(polygons(out.K, out.Q)[out.p]), float(out.alpha0[out.p].sum())
    v, n = float((out.v**2).sum()) ** 0.5, best.rivals[best.lead.argmin()]
    return [
        Step("an error", "Δ_n ≥ 1", best.delta[n], "≥", 1.0, "6", out.unit, "m⁰ ≥ 1 with p, mᵖ ≤ 0 without"),
        Step("no small change", "‖V‖ √z_p ≥ 1", v * z**0.5, "≥", 1.0, "6", out.unit),
        Step("no large change", "‖V‖ ≤ s_p √z_p", v, "≤", s * z**0.5, "7"),
        Step("S1", "s_p z_p ≥ 1", s * z, "≥", 1.0, "7"),
    ]
