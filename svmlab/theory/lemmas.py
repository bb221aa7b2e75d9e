"""The key lemma of the radius-margin theorem, with every number of its proof.

Leave point p out. The printed proof (Darcy and Guermeur 2005, Lemma 1) leads α⁰, with all points, to a feasible
point of the program without p along λᵖ, and αᵖ, without p, back to one of the program with it along μᵖ. Its second
half has a gap, and takes C for arbitrarily large. A shorter proof needs neither μ nor that, so the lemma is true for
every C. With v = w⁰ - wᵖ, g = f⁰ - fᵖ and ξ_p = 1 - y_p fᵖ(x_p) ≥ 1:

1. α_p D ≥ ‖v‖. The λ half gives α_p² D² ≥ 2 (J(α⁰) - J(αᵖ)), which is twice what the primal objective of the machine
   without p gains from (wᵖ, ξᵖ) to (w⁰, 0), a point that is feasible there; ½‖w‖² being a parabola, at least ‖v‖².
2. If y_p g(x_z) ≤ 0 at another support vector z, as at every one of p's class that has no slack without p, then
   1 ≤ y_p ⟨v, φ(x_p) - φ(x_z)⟩ ≤ ‖v‖ D. With 1, α_p D² ≥ 1.
3. If p is alone in its class, α_p = ½ Σ α⁰ = ½ ‖w⁰‖², and D ≥ 2/‖w⁰‖, so α_p D² ≥ 2.
4. Else (C is finite) every support vector r of p's class has αᵖ_r = C, every q of the other class αᵖ_q = 0, and
   ‖v‖² = ⟨v, w⁰⟩ - ⟨v, wᵖ⟩ ≤ α_p ξ_p - Σ_r (C - α_r) ξ_r - Σ_q α_q y_p g(x_q). With t = ξ_p - ‖v‖ D, which no ξ_r and
   no y_p g(x_q) is below, and Σ_q α_q = α_p + Σ_r α_r: ‖v‖² ≤ α_p ‖v‖ D - n C t. Where t ≤ 0 step 1 ends it; else
   C > α_p gives 1 < 2u - u²/a with u = ‖v‖ D, a = α_p D², which no a ≤ 1 allows.

``audit`` evaluates every step of both proofs on a machine at hand, ``survey`` looks at many random problems. Steps and
lists of steps are those of ``kkt``. The lemma for many classes is in ``lemmas_multiclass``; ``audit`` serves both.
"""

from dataclasses import dataclass

import numpy as np

from svmlab import kernels, validation
from svmlab.datasets import Dataset
from svmlab.engine import qp
from svmlab.engine.program import CERTIFIED, Solution, centred
from svmlab.exact.loo import leave_one_out
from svmlab.machines.biclass import BiclassSVM
from svmlab.theory import ball, lemmas_multiclass
from svmlab.theory.flows import constant_K
from svmlab.theory.kkt import Checklist, Step, number
from svmlab.theory.lemma_audit import Audit, without

__all__ = [
    "BOUNDED",
    "GAP",
    "BiclassAudit",
    "Example",
    "Survey",
    "audit",
    "constant_K",
    "random_problem",
    "sharp",
    "survey",
]

REPORT = "Darcy and Guermeur 2005"
LEMMA_1 = f"Lemma 1 ({REPORT})"
CHOICES = ("proportional", "nearest")
TEN_DIGITS = 1e-10  # KKT residual above which a survey leaves a machine aside


@dataclass(frozen=True, eq=False, repr=False)
class BiclassAudit(Audit):
    """The audit of Lemma 1, with its quantities in the notation of the report.

    alpha0, alphap, margins0, marginsp : (m,) multipliers and y_i f(x_i), with all points and without p
    solutionp : the certified Solution without p (its bound at p is 0)
    lam, mu, mu_active : (m,) λᵖ, μᵖ, and a μ on the support vectors of the machine without p, where (18) is true
    lam_norm, mu_norm, mu_active_norm : the lengths ‖Σ λ_i y_i φ(x_i)‖ and its like
    xi : ξ_p = 1 - y_p fᵖ(x_p); c : the best step c*
    missing : Σ μ_i (y_i fᵖ(x_i) - 1)₊, which the printed proof leaves out of μᵀ(1 - Hαᵖ)
    beyond : points that carry μ strictly outside the margin of the machine without p, where (6) fails
    w0, wp, v : ‖w⁰‖, ‖wᵖ‖ and ‖w⁰ - wᵖ‖; partner : the nearest support
    vector of p's class, None where p is alone; companion : z of step 2 of the shorter proof, or None
    ball : the smallest Ball of the support vectors, of diameter D
    """

    svm: BiclassSVM
    solutionp: Solution
    ball: ball.Ball
    alpha0: np.ndarray
    alphap: np.ndarray
    margins0: np.ndarray
    marginsp: np.ndarray
    lam: np.ndarray
    mu: np.ndarray
    mu_active: np.ndarray
    lam_norm: float
    mu_norm: float
    mu_active_norm: float
    xi: float
    c: float
    missing: float
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
    def printed(self):
        """The steps of the printed proof, (7) to (21)."""
        return self.proofs[0]

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
        return qp.solve(self.solutionp.program)


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
    validation.fitted(svm)
    if svm.alpha_.ndim != 1:
        _not_asked("two", lam=lam, mu=mu)
        validation.weston_watkins("lemmas.audit", svm)
        return lemmas_multiclass.audit(svm, p, rival=rival)
    _not_asked("many", rival=rival)
    p = validation.may_be_left_out(svm, p)
    lam, mu = ("proportional" if choice is None else choice for choice in (lam, mu))
    return _LeftOut(svm, p, lam, mu).audit()


def _not_asked(classes, **choices):
    for name, choice in choices.items():
        if choice is not None:
            raise TypeError(f"{name} belongs to the lemma about {classes} classes, got {choice!r}; leave it out")


class _LeftOut:
    """The numbers that the steps of all proofs share; K is centred, which no step sees, for Σ y_i z_i = 0."""

    def __init__(self, svm, p, lam, mu):
        self.svm, self.p = svm, p
        self.y = 2.0 * svm.codes_ - 1.0
        self.K = centred(svm.K_)[1]
        self.H = self.K * np.outer(self.y, self.y)
        self.solution, self.solutionp = svm.solution_, without(svm, p)
        self.alpha0, self.alphap = self.solution.alpha, self.solutionp.alpha
        self.margins0, self.marginsp = self.solution.margins, self.solutionp.margins
        self.ap = float(self.alpha0[p])
        self.other = self.y != self.y[p]
        self.ball = ball.of_support_vectors(svm)
        self.D = self.ball.diameter
        cap = self.alpha0 / self.ap if self.ap > 0 else np.full(len(self.y), np.inf)
        self.cap = np.where(self.other, cap, 0.0)
        carriers = self.other & (self.alpha0 > 0)
        self.lam = self._direction("lam", lam, self.alpha0, carriers, self.cap)
        self.mu = self._direction("mu", mu, self.alpha0, carriers, np.full(len(self.y), np.inf))
        self.mu_active = self._direction("mu", "proportional", self.alphap, self.other & (self.alphap > 0), None)
        self.norms = [self._norm(z) for z in (self.lam, self.mu, self.mu_active)]
        self.w0, self.wp, self.v = (self._norm(z) for z in (self.alpha0, self.alphap, self.alpha0 - self.alphap))
        self.xi = 1.0 - float(self.marginsp[p])
        self.outside = np.maximum(0.0, self.marginsp - 1.0)
        self.outside[p] = 0.0
        self.J0, self.Jp = self._J(self.alpha0), self._J(self.alphap)
        self.upper = self.solution.program.upper
        paying = np.isfinite(self.upper) & (np.arange(len(self.y)) != p)
        self.costp = float(self.upper[paying] @ np.maximum(0.0, 1.0 - self.marginsp[paying]))
        self.partner, self.companion = self._partner(), self._companion()

    def _partner(self):
        """The support vector of p's class nearest to p, or None."""
        return self._closest(~self.other & (self.alpha0 > 0))

    def _companion(self):
        """z of step 2: a support vector where y_p g ≤ 0, nearest to p and first of all of p's class, or None."""
        over = self.marginsp - 1.0
        room = CERTIFIED * max(1.0, float(np.abs(self.marginsp).max()))
        mate = self._closest(~self.other & (self.alpha0 > 0) & (over >= -room))
        return mate if mate is not None else self._closest(self.other & (self.alpha0 > 0) & (over <= room))

    def _closest(self, mask):
        points = np.flatnonzero(mask)
        points = points[points != self.p]
        return int(points[self._squared_distances(points).argmin()]) if len(points) else None

    def _direction(self, name, choice, alpha, carriers, cap):
        """(m,) λ or μ: 1 at p, and weights of sum 1 on carriers of the other class."""
        if not isinstance(choice, str):
            values = np.array(choice, dtype=float)
            if values.shape != self.y.shape:
                raise ValueError(f"{name} must have one value per point, {len(self.y)}, got shape {values.shape}")
            return values
        validation.one_of(name, choice, CHOICES)
        z = np.zeros(len(self.y))
        z[self.p] = 1.0
        if choice == "proportional":
            z[carriers] = alpha[carriers] / alpha[carriers].sum()
        else:
            z[carriers] = self._nearest(np.flatnonzero(carriers), cap[carriers])
        return z

    def _nearest(self, carriers, cap):
        """Weights of sum 1, each at most its cap, for which Σ λ_i φ(x_i) is nearest to φ(x_p)."""
        k, capped = len(carriers), np.isfinite(cap)
        G = np.vstack([-np.eye(k), np.eye(k)[capped]])
        h = np.concatenate([np.zeros(k), cap[capped]])
        K = self.K[np.ix_(carriers, carriers)]
        found = qp.quadratic_program(2.0 * K, -2.0 * self.K[carriers, self.p], G, h, np.ones((1, k)), [1.0]).x
        return np.maximum(0.0, found)

    def _norm(self, z):
        """‖Σ z_i y_i φ(x_i)‖; (9)."""
        return max(0.0, float(z @ self.H @ z)) ** 0.5

    def _J(self, alpha):
        """The dual objective of Problem 2."""
        return float(alpha.sum() - 0.5 * alpha @ self.H @ alpha)

    def _squared_distances(self, points):
        K, p = self.K, self.p
        return K.diagonal()[points] - 2.0 * K[points, p] + K[p, p]

    def audit(self):
        lam_norm, mu_norm, mu_active_norm = self.norms
        c = self.xi / mu_norm**2 if mu_norm > 0 else np.inf
        missing = float(self.mu @ self.outside)
        beyond = np.flatnonzero((self.mu > 0) & (self.outside > CERTIFIED * max(1.0, np.abs(self.marginsp).max())))
        goal = 1.0 / self.D**2 if self.D > 0 else np.inf
        printed = self._printed(c, missing)
        return BiclassAudit(
            lemma=LEMMA_1, p=self.p, label=self.svm.y_fit_[self.p], hypotheses=self._hypotheses(),
            conclusion=Step("conclusion", "α_p ≥ 1/D²", self.ap, "≥", goal, "(10)"),
            proofs=(printed, self._repaired(), self._shorter()), remarks=self._remarks(printed, missing, beyond),
            svm=self.svm, solutionp=self.solutionp, ball=self.ball, alpha0=self.alpha0, alphap=self.alphap,
            margins0=self.margins0, marginsp=self.marginsp, lam=self.lam, mu=self.mu, mu_active=self.mu_active,
            lam_norm=lam_norm, mu_norm=mu_norm, mu_active_norm=mu_active_norm, xi=self.xi, c=c, missing=missing,
            beyond=beyond, w0=self.w0, wp=self.wp, v=self.v, partner=self.partner, companion=self.companion,
        )  # fmt: skip

    def _hypotheses(self):
        C, weight = float(self.svm.C_), self.svm.sample_weight_
        counts = weight > 0
        slack = float(np.maximum(0.0, 1.0 - self.margins0[counts]).max())
        largest = (self.alpha0[counts] / weight[counts]).max()
        steps = [
            Step("separation", "max ξ_i⁰ = 0", slack, "=", 0.0, "Lemma 1", max(1.0, np.abs(self.margins0).max())),
            Step("nothing bounded", "max α_i⁰ < C", largest, "<", C, "Lemma 1"),
            Step("support vector", "α_p⁰ > 0", self.ap, ">", 0.0, "after (11)", note="implied by the error"),
            Step(
                "error", "y_p fᵖ(x_p) ≤ 0", 1.0 - self.xi, "≤", 0.0, "after (11)", 1.0,
                "printed with index i and < 0; a tie is enough",
            ),
        ]  # fmt: skip
        return Checklist("Hypotheses", tuple(steps), REPORT)

    def _printed(self, c, missing):
        lam_norm, mu_norm, _ = self.norms
        step = c if 0 < c < np.inf else 0.0
        J0, Jp, J, size = self.J0, self.Jp, self._J, max(abs(self.J0), abs(self.Jp))
        down = J0 - J(self.alpha0 - self.ap * self.lam)
        up = J(self.alphap + step * self.mu) - Jp
        slope0, slopep = 1.0 - self.H @ self.alpha0, 1.0 - self.H @ self.alphap
        unit = max(1.0, float(np.abs(self.margins0).max()), float(np.abs(self.marginsp).max()))
        xi0 = np.maximum(0.0, 1.0 - self.margins0)
        half = 0.5 * self.ap**2 * lam_norm**2
        gain = step * self.xi - 0.5 * step**2 * mu_norm**2
        product = lam_norm**2 * mu_norm**2
        D2 = self.D**2
        note = f"the true value lacks {number(missing, 3)} more" if missing > CERTIFIED * unit else ""
        ratio = self.xi**2 / product if product > 0 else np.inf
        plain = 1.0 / product if product > 0 else np.inf
        steps = (
            Step("norm and multipliers", "‖w⁰‖² = Σ α_i⁰", self.w0**2, "=", self.alpha0.sum(), "(7)"),
            Step("λ balanced", "Σ y_i λ_i = 0", float(self.y @ self.lam), "=", 0.0, "(13)", 1.0),
            Step("λ possible", "λ_i ≤ α_i⁰/α_p⁰", *self._most_excess(), "(13)"),
            Step("μ balanced", "Σ y_i μ_i = 0", float(self.y @ self.mu), "=", 0.0, "(14)", 1.0),
            Step("μ possible", "μ_i ≥ 0", float(self.mu.min()), "≥", 0.0, "(14)", 1.0),
            Step("λ costs no less", "J(α⁰) − J(α⁰ − α_p λ) ≥ J(α⁰) − J(αᵖ)", down, "≥", J0 - Jp, "(15)", size),
            Step("μ gains no more", "J(α⁰) − J(αᵖ) ≥ J(αᵖ + c* μ) − J(αᵖ)", J0 - Jp, "≥", up, "(15)", size),
            Step("no slope along λ", "λᵀ(1 − Hα⁰) = Σ λ_i ξ_i⁰", self.lam @ slope0, "=", self.lam @ xi0, "(16)", unit),
            Step("cost of λ", "J(α⁰) − J(α⁰ − α_p λ) = ½ α_p² ‖Σ λ_i y_i φ_i‖²", down, "=", half, "(17)", size),
            Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pᵖ", self.mu @ slopep, "=", self.xi, "before (18)", unit, note),
            Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", up, "=", gain, "(18)", size),
            Step("both", "½ α_p² ‖Σ λ_i y_i φ_i‖² ≥ c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", half, "≥", gain, "(19)", size),
            Step("with c* put in", "α_p² ≥ ξ_p² / (‖Σ λ…‖² ‖Σ μ…‖²)", self.ap**2, "≥", ratio, "after (19)"),
            Step("error", "ξ_p ≥ 1", self.xi, "≥", 1.0, "before (20)", note="printed as ξ_p² > 1"),
            Step("without ξ_p", "α_p² ≥ 1 / (‖Σ λ…‖² ‖Σ μ…‖²)", self.ap**2, "≥", plain, "(20)"),
            Step("λ in the ball", "‖Σ λ_i y_i φ_i‖² ≤ D²", lam_norm**2, "≤", D2, "(21)"),
            Step("μ in the ball", "‖Σ μ_i y_i φ_i‖² ≤ D²", mu_norm**2, "≤", D2, "(21)"),
        )
        return Checklist(f"The printed proof, c* = {number(c)}", steps, f"{REPORT}, Lemma 1")

    def _most_excess(self):
        """(λ_i, "≤", α_i/α_p) at the i where λ exceeds its cap most, or comes nearest to it."""
        rest = np.delete(np.arange(len(self.y)), self.p)
        worst = rest[np.argmax(self.lam[rest] - np.minimum(self.cap[rest], 1e300))]
        return float(self.lam[worst]), "≤", float(self.cap[worst])

    def _repaired(self):
        lam_norm, _, norm = self.norms
        mu, J, size = self.mu_active, self._J, max(abs(self.J0), abs(self.Jp))
        c = self.xi / norm**2 if norm > 0 and self.xi > 0 else 0.0
        up, gain = J(self.alphap + c * mu) - self.Jp, c * self.xi - 0.5 * c**2 * norm**2
        half = 0.5 * self.ap**2 * lam_norm**2
        unit = max(1.0, float(np.abs(self.marginsp).max()))
        slope = float(mu @ (1.0 - self.H @ self.alphap))
        steps = (
            Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pᵖ", slope, "=", self.xi, "before (18)", unit),
            Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", up, "=", gain, "(18)", size),
            Step("both", "½ α_p² ‖Σ λ_i y_i φ_i‖² ≥ c* ξ_p − ½ c*² ‖Σ μ_i y_i φ_i‖²", half, "≥", gain, "(19)", size),
            Step(
                "μ in the ball", "‖Σ μ_i y_i φ_i‖² ≤ D²", norm**2, "≤", self.D**2, "(21)",
                note="nothing says so: these points need not be support vectors of the machine with p",
            ),
        )  # fmt: skip
        return Checklist("Its second half with μ on the support vectors without p", steps)

    def _shorter(self):
        lam_norm, w0, wp, v, D, cost = self.norms[0], self.w0**2, self.wp**2, self.v, self.D, self.costp
        size = max(w0, wp, cost)
        inner = float(self.alphap @ self.H @ (self.alpha0 - self.alphap))
        fall = 2.0 * (self.J0 - self.Jp)
        primal = "‖w⁰‖² − ‖wᵖ‖²" + (" − 2 C Σ ξ_iᵖ" if cost else "")
        paid = (self.ap * lam_norm) ** 2
        why = "(w⁰, 0) is feasible without p, where (wᵖ, ξᵖ) is best"
        steps = [
            Step("λ in the ball", "‖Σ λ_i y_i φ_i‖ ≤ D", lam_norm, "≤", D, "(21)"),
            Step("λ costs no less", "α_p² ‖Σ λ_i y_i φ_i‖² ≥ 2 (J(α⁰) − J(αᵖ))", paid, "≥", fall, "(15), (17)", size),
            Step("no duality gap", f"2 (J(α⁰) − J(αᵖ)) = {primal}", fall, "=", w0 - wp - 2 * cost, "(7)", size),
            Step("wᵖ is best", f"⟨wᵖ, v⟩{' − C Σ ξ_iᵖ' * bool(cost)} ≥ 0", inner - cost, "≥", 0.0, "", size, why),
            Step("parabola", f"{primal} ≥ ‖v‖²", w0 - wp - 2 * cost, "≥", v**2, "", size, "v = w⁰ − wᵖ"),
            Step("first half", "α_p D ≥ ‖v‖", self.ap * D, "≥", v, "", self.w0),
        ]
        if self.partner is None:
            steps += self._alone()
        elif self.companion is not None:
            steps += self._with_companion()
        else:
            steps += self._crossed()
        return Checklist("A shorter proof, without μ", tuple(steps))

    def _with_companion(self):
        p, z, D, v = self.p, self.companion, self.D, self.v
        gained = self.y[p] * self.y * (self.margins0 - self.marginsp)
        unit = max(1.0, float(np.abs(self.marginsp).max()))
        difference = float((self.K[p] - self.K[z]) @ (self.y * (self.alpha0 - self.alphap))) * self.y[p]
        distance = float(self._squared_distances([z])[0]) ** 0.5
        which = (
            "of p's class: 1 with p, ≥ 1 without" if self.y[z] == self.y[p] else "of the other: 1 with p, ≤ 1 without"
        )
        at_z = f"z = {z}, a support vector {which}"
        return [
            Step("at p", "y_p g(x_p) ≥ 1, g = f⁰ − fᵖ", gained[p], "≥", 1.0, "", unit, "≥ 1 with p, ≤ 0 without"),
            Step("at z", "y_p g(x_z) ≤ 0", gained[z], "≤", 0.0, "", unit, at_z),
            Step("difference", "y_p ⟨v, φ_p − φ_z⟩ ≥ 1", difference, "≥", 1.0, "", unit),
            Step("Cauchy, Schwarz", "‖v‖ ‖φ_p − φ_z‖ ≥ y_p ⟨v, φ_p − φ_z⟩", v * distance, "≥", difference, "", unit),
            Step("both in the ball", "‖φ_p − φ_z‖ ≤ D", distance, "≤", D),
            Step("second half", "‖v‖ ≥ 1/D", v, "≥", 1.0 / D if D > 0 else np.inf),
        ]

    def _alone(self):
        total, D = float(self.alpha0.sum()), self.D
        return [
            Step("p carries its class", "α_p = ½ Σ α_i⁰", self.ap, "=", 0.5 * total, "(3)"),
            Step("norm and multipliers", "Σ α_i⁰ = ‖w⁰‖²", total, "=", self.w0**2, "(7)"),
            Step("the ball spans the margin", "D ≥ 2/‖w⁰‖ = 2γ", D, "≥", 2.0 / self.w0 if self.w0 > 0 else np.inf),
            Step("second half", "α_p ≥ 2/D²", self.ap, "≥", 2.0 / D**2 if D > 0 else np.inf),
        ]

    def _crossed(self):
        """Step 4: without p, its class's other support vectors are bounded and the other class's carry nothing."""
        support = (self.alpha0 > 0) & (np.arange(len(self.y)) != self.p)
        r, q = support & ~self.other, support & self.other
        C, a, v, D, xi = self.upper[r].sum(), self.ap, self.v, self.D, self.xi
        xi_r, g_q = 1.0 - self.marginsp[r], self.marginsp[q] - 1.0
        room = float((self.upper[r] - self.alpha0[r]) @ xi_r + self.alpha0[q] @ g_q)
        t, nearest = xi - v * D, float(min(xi_r.min(), g_q.min()))
        unit = max(1.0, float(np.abs(self.marginsp).max()))
        carried = float(self.alphap[q].max())
        bounded = f"{number(self.alphap[r].sum())} of Σ C = {number(C)}"
        steps = [
            Step("r bounded", "Σ_r αᵖ_r = n C", self.alphap[r].sum(), "=", C, note=bounded),
            Step("q idle", "αᵖ_q = 0", carried, "=", 0.0, "", float(self.alphap.max())),
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

    def _remarks(self, printed, missing, beyond):
        remarks = []
        if len(beyond):
            points = ", ".join(map(str, beyond))
            fate = "true all the same" if printed["both"].holds else "false"
            remarks.append(
                f"The gap of the printed proof: μ is carried by points strictly outside the margin of the machine "
                f"without p ({points}), where (6) fails. The slope along μ is ξ_p − {number(missing, 4)}, not ξ_p, and "
                f"(19) is {fate} here."
            )
        if np.isfinite(self.svm.C_):
            bounded = self.alphap[self.upper > 0] >= self.upper[self.upper > 0]
            remarks.append(
                "C is finite. The printed proof takes it for arbitrarily large, "
                + ("which changes the machine without p, where multipliers reach C; " if bounded.any() else "")
                + ("the shorter proof does not." if bounded.any() else "which changes nothing here.")
            )
        return tuple(remarks)


# --- examples ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Example:
    """A training set for which leaving out point p shows something, and the C to train it with (linear kernel)."""

    data: Dataset
    p: int
    C: float = np.inf

    @property
    def machine(self):
        """The BiclassSVM, trained."""
        return BiclassSVM(C=self.C).fit(self.data.X, self.data.y)

    def audit(self, **keywords):
        """The audit of leaving out p."""
        return audit(self.machine, self.p, **keywords)


def sharp(epsilon=0.1):
    """An Example with α_p D² near 1, for a small epsilon: no larger constant than 1 can stand in Lemma 1.

    φ(x_p) = (1, -ε²), and the two points (0, ±ε) of the two classes: α_p = 1 + ε, and D² = 1 + O(ε²).
    """
    epsilon = validation.positive("epsilon", epsilon)
    X = [[1.0, -(epsilon**2)], [0.0, epsilon], [0.0, -epsilon]]
    return Example(Dataset(X, [1, 1, -1], description=f"three points with α_p D² near 1, ε = {epsilon:g}"), 0)


GAP = Example(
    Dataset(
        [[0, 1], [10, 2], [0, -1], [8, -2]],
        [1, 1, -1, -1],
        description="four points for which (18) and (19) of the printed proof of Lemma 1 are false",
    ),
    0,
)
"""Points 0 and 2 are the only support vectors, so λᵖ and μᵖ are what (13) and (14) make them; without point 0 point 2
lies far outside the margin: (19) reads 1/2 ≥ 18/25."""

BOUNDED = Example(
    Dataset(
        [[0, 1, 0], [10, 1, 0], [5, -1, 1], [5, -1, -1], [9, -1.3, 0], [9, -1.3, 0]],
        [1, 1, -1, -1, -1, -1],
        description="six points for which only the last step of the proof for finite C is left",
    ),
    0,
    C=0.26,
)
"""Without point 0 the other support vector of its class reaches C and has slack, and those of the other class are
idle: step 4 of the shorter proof."""


# --- many problems ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Survey:
    """Every leave-one-out error of many random hard margin machines, one entry of each array per error.

    seed, p : (n,) the problem and the point, see ``audit``; alone : (n,) bool, no other support vector of its class
    size : (n,) points of the problem; products : (n,) α_p D², at least 1 by Lemma 1
    missing : (n,) the term that the printed proof leaves out; fails : (n,) bool, its (19) is false
    outgrown : (n,) ‖Σ μ_i y_i φ_i‖² / D² for μ on the support vectors without p; above 1 the ball does not hold it
    shorter : (n,) bool, every step of the shorter proof holds
    n_problems, n_points : problems, and points left out; n_skipped : errors left aside, because the margin is so small
    that one of the two machines is known to less than ten digits
    """

    n_problems: int
    n_points: int
    n_skipped: int
    seed: np.ndarray
    p: np.ndarray
    size: np.ndarray
    products: np.ndarray
    missing: np.ndarray
    fails: np.ndarray
    outgrown: np.ndarray
    shorter: np.ndarray
    alone: np.ndarray

    def __len__(self):
        return len(self.p)

    def audit(self, j):
        """The BiclassAudit of the j-th error, its problem drawn and trained again."""
        return audit(_machine(int(self.seed[j])), int(self.p[j]))

    def __repr__(self):
        if not len(self):
            return f"{self.n_problems} problems, {self.n_points} points left out, no leave-one-out error"
        gaps = int((self.missing > 0).sum())
        return (
            f"{self.n_problems} problems, {self.n_points} points left out, {len(self)} leave-one-out errors\n"
            f"α_p D²: smallest {number(self.products.min(), 4)}, median {number(np.median(self.products), 4)}\n"
            f"the printed proof leaves a term out at {gaps} of them, and its (19) is false at {int(self.fails.sum())}\n"
            f"every step of the shorter proof holds at {int(self.shorter.sum())}"
        )


def random_problem(seed):
    """Return (Dataset, kernel) of a small problem that a hard margin machine separates, always the same for a seed.

    In turn: points of the plane on two sides of a line, points in general position with random labels (linear
    kernel), and points of the plane with random labels (Gaussian kernel).
    """
    rng = np.random.default_rng(validation.integer("seed", seed, at_least=0))
    kind = seed % 3
    d = 2 if kind != 1 else int(rng.integers(2, 7))
    m = d + 1 if kind == 1 else int(rng.integers(4, 13))
    X = rng.normal(size=(m, d)) * rng.choice([0.3, 1.0, 3.0], d)
    y = rng.permutation(np.where(np.arange(m) < rng.integers(1, m), -1, 1))
    if kind == 0:
        order = (X @ rng.normal(size=d)).argsort()
        y[order] = np.sort(y)
    kernel = kernels.Gaussian(sigma=float(np.exp(rng.uniform(-1.0, 1.5)))) if kind == 2 else kernels.Linear()
    return Dataset(X, y, description=f"random separable problem {seed}"), kernel


def survey(n_problems=300, *, random_state=0, progress=None):
    """Audit Lemma 1 at every leave-one-out error of random hard margin machines and return a Survey.

    Problem i is ``random_problem(random_state + i)``; ``progress(done, total)`` is called after each.
    """
    total = validation.integer("n_problems", n_problems, at_least=1)
    first = validation.integer("random_state", random_state, at_least=0)
    rows, points, skipped = [], 0, 0
    for i in range(total):
        svm = _machine(first + i)
        if svm is not None:
            loo = leave_one_out(svm)
            points += int((~loo.undefined).sum())
            for found in (audit(svm, p) for p in np.flatnonzero(loo.errors)):
                known = found.applies and max(svm.solution_.kkt_residual, found.solutionp.kkt_residual) < TEN_DIGITS
                skipped += not known
                rows += [(first + i, found.p, *_entry(found))] if known else []
        if progress is not None:
            progress(i + 1, total)
    columns = [np.array(column) for column in zip(*rows, strict=True)] if rows else [np.zeros(0)] * 9
    return Survey(total, points, skipped, *columns)


def _machine(seed):
    """The hard margin machine of a random problem; None where a tiny margin is none in double precision."""
    data, kernel = random_problem(seed)
    try:
        return BiclassSVM(C=np.inf, kernel=kernel).fit(data.X, data.y)
    except ValueError:
        return None


def _entry(found):
    missing, false = found.missing if len(found.beyond) else 0.0, not found.printed["both"].holds
    outgrown = (found.mu_active_norm / found.D) ** 2
    alone = found.partner is None
    return len(found.alpha0), found.alpha_D2, missing, false, outgrown, found.shorter.holds, alone
