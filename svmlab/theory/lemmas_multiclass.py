"""The key lemma for many classes: every number of its proof, where it is false, and what is true without K.

Leave point p, of class y, out of a hard margin M-SVM. Lemma 2 of Darcy and Guermeur 2005 says: if the machine without
p puts x_p into class n, then α_pn ≥ 1/(K D²). Its proof divides by α_pn, which may be zero: ``COUNTEREXAMPLE``.

What follows needs neither that division, nor μ, nor K. Let V = W⁰ - Wᵖ, g_k = h⁰_k - hᵖ_k, and P_p the least
Σ_l (what flows into class l)² of the circulations δ ≤ α⁰ that contain the whole row α_p (``flows.withdrawal``).

1. *D² P_p ≥ ‖V‖²*. α⁰ - δ is feasible without p and costs ½ Σ_k ‖u_k‖² of the dual, where u_k is what flows into class
   k times a difference of two convex combinations of support vectors: Σ ‖u_k‖² ≤ D² P_p. The dual loses no less than
   ½ ‖W⁰‖² - ½ ‖Wᵖ‖², and Wᵖ is the shortest of a convex set that contains W⁰, so this is at least ½ ‖V‖².
2. *If n can be reached* from y by a path y = k_0, k_1, ..., k_L = n along which points j_t ≠ p of class k_{t-1} have
   α_{j_t k_t} > 0: g_y - g_n is at least 1 at x_p, and g_{k_{t-1}} - g_{k_t} at most 0 at x_{j_t}. Added up,
   Σ_t ⟨v_{k_{t-1}} - v_{k_t}, φ_p - φ_{j_t}⟩ ≥ 1. The left side is ⟨V, Z⟩ where ‖Z‖² is the sum of the squared sides of
   the polygon p, j_1, ..., j_L in a ball of diameter D: at most c_L D², see ``polygon``. So D⁴ c_L P_p ≥ 1.
   c_1 = 2 and c_2 = 9/4: for three classes √c_L is at most 3/2.
3. *If not, and Q = 3*, D⁴ P_p ≥ 3/2. Let S be what can be reached from y; from S to the other classes only p carries.
   Scores add up to zero, so where h_c - h_n = 1 or h_n - h_c = 1 at a support vector of one of these two classes, the
   third has h_y ≤ -1/3, and h_y ≥ 2/3 at every point of its own. Hence no class is without flow.
   S = {y}: w_y = s_p (φ_p - a convex combination), s_p = Σ_l α_pl, so ‖w_y‖ ≤ s_p D. If a support vector of c or n
   stands between these two, ⟨w_y, φ_p - φ_k⟩ ≥ 1, so s_p D² ≥ 1 and P_p ≥ s_p² + Σ_l α_pl² ≥ (3/2) s_p². If none does,
   everything flows through p: 2 s_p = Σα = ‖W⁰‖² ≤ D² P_p and P_p ≤ 2 s_p², so D⁴ P_p ≥ 2.
   S = {y, c}: w_n = α_pn (a convex combination - φ_p), h_n ≥ 2/3 at a support vector of n, ≤ -1/3 at one between y and
   c, so α_pn D² ≥ 1 and P_p ≥ 2 α_pn²: D⁴ P_p ≥ 2.

So for three classes **(3/2) D² √P_p ≥ 1 at every leave-one-out error**. For more this is proved where every rival can
be reached (with √c_L); elsewhere only observed. There b need not be unique (``UNTIED``), and the statement is about
errors that every optimal b makes: a point with α_p = 0 makes none, since (W⁰, b⁰) stays optimal without it.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from svmlab import kernels, validation
from svmlab.datasets import Dataset
from svmlab.engine.program import CERTIFIED, Solution, centred
from svmlab.exact.loo import TIE, leave_one_out
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.theory import ball, flows
from svmlab.theory.kkt import Checklist, Step, number
from svmlab.theory.lemma_audit import Audit, without

REPORT = "Darcy and Guermeur 2005"
LEMMA_2 = f"Lemma 2 ({REPORT})"
LONE = {2: 2.0, 3: 1.5}  # D⁴ P_p is at least this where p alone carries out of what is reachable from its class


def polygon(L):
    """c_L: the largest sum of the squared sides of a closed polygon of L + 1 corners in a ball of diameter 1.

    L + 1 if that is even (to and fro), else (L + 1) cos²(π / (2 (L + 1))): 2, 9/4, 4, 4.52, ...
    """
    n = np.asarray(L, dtype=float) + 1.0
    return np.where(n % 2 == 0, n, n * np.cos(np.pi / (2.0 * n)) ** 2)


@dataclass(frozen=True)
class Rivals:
    """How the rivals of a point are reached from its class without it.

    steps : (Q,) arcs to each class, 0 for its own, inf where there is no path
    constant : c for which D⁴ c P_p ≥ 1 is proved at an error, whatever the rival; nan where nothing is
    """

    steps: np.ndarray
    constant: float

    @property
    def open(self):
        """Whether nothing is proved, for want of a path."""
        return bool(np.isnan(self.constant))


def rivals(alpha, codes, p):
    """Return the Rivals of point p from multipliers alpha (m, Q)."""
    steps, Q = flows.reachable(alpha, codes, p), alpha.shape[1]
    others = np.delete(steps, codes[p])
    found = polygon(others[np.isfinite(others)]).tolist()
    if np.isinf(others).any():
        found.append(1.0 / LONE[Q] if Q in LONE else np.nan)
    return Rivals(steps, float(np.max(found)))


# --- Definition 1 -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairwiseMargins:
    """Margins between two categories, (Q, Q) each, symmetric: γ_kl = (1 + δ_kl)/‖w_k - w_l‖, (29) and (30).

    gamma, delta : nan on the diagonal; nearest : the point of either class next to their hyperplane, -1 there
    norms : ‖w_k - w_l‖
    """

    gamma: np.ndarray
    delta: np.ndarray
    norms: np.ndarray
    nearest: np.ndarray


def pairwise_margins(svm):
    """Return the PairwiseMargins of a trained MulticlassSVM, Darcy and Guermeur 2005, Definition 1.

    δ_kl is how much farther than 1 the nearest point of the two classes is; negative where it has slack.
    """
    validation.fitted(svm)
    validation.multiclass_machine("pairwise_margins", svm)
    program, codes, Q = svm.solution_.program, svm.codes_, len(svm.classes_)
    margins = np.full((len(codes), Q), np.inf)
    margins[program.example, program.tail] = np.where(program.upper > 0, svm.solution_.margins, np.inf)
    B = program.coefficients(svm.solution_.alpha)
    gram = B.T @ program.K @ B
    norms = np.sqrt(np.maximum(0.0, gram.diagonal()[:, None] + gram.diagonal() - 2.0 * gram))
    delta, nearest = np.full((Q, Q), np.nan), np.full((Q, Q), -1)
    for k in range(Q):
        for l in range(k + 1, Q):
            between = np.where(codes == k, margins[:, l], np.where(codes == l, margins[:, k], np.inf))
            nearest[k, l] = nearest[l, k] = between.argmin()
            delta[k, l] = delta[l, k] = between.min() - 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        return PairwiseMargins((1.0 + delta) / norms, delta, norms, nearest)


# --- errors whatever b is ---------------------------------------------------------------------------------------


def sure_errors(svm, loo=None):
    """(m,) bool: leave-one-out errors that every optimal intercept makes, those of the exact ``loo`` among them.

    With four or more classes b need not be unique without a point, and the midpoint rule may err where another
    optimal b does not. Where it is unique these are the errors.
    """
    loo = leave_one_out(svm) if loo is None else loo
    sure = loo.errors.copy()
    if len(svm.classes_) > 3 or np.isfinite(svm.C_):
        for p in np.flatnonzero(sure):
            sure[p] = errs_surely(svm, p)
    return sure


def errs_surely(svm, p):
    """Whether every optimal intercept of the machine without point p misclassifies it, or ties."""
    return _is_sure(without(svm, p), p, svm.codes_[p])


def _is_sure(solutionp, p, y):
    """Whether p is wrong, or tied, for every optimal b: the one most in favour of class y has the tight limits."""
    program = solutionp.program
    own = program.example == p
    tail, b = program.tail[own], solutionp.b
    best = solutionp.margins[own] + solutionp.limits[y, tail] - (b[y] - b[tail])
    return bool(best.min() <= TIE * max(1.0, float(np.abs(solutionp.margins[own]).max())))


# --- the audit --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassAudit(Audit):
    """The audit of Lemma 2, with its quantities in the notation of the report.

    rival : label of n, the class that p is compared with; predicted : label that x_p is given without p
    sure : whether every optimal b puts x_p into a wrong class or between two
    product : D² √(2 P_p) ≥ 1, the lemma without the division, as a Step; K_free : what is proved without K, a Step, or
    None where nothing is
    alpha0, alphap, margins0, marginsp : (m, Q) multipliers and h_{y_i}(x_i) - h_k(x_i), with all points and without p
    scores : (Q,) hᵖ_k(x_p); solutionp : the certified Solution without p
    delta : (m, Q) α_pn λᵖ, which exists where λᵖ does not; mu : (m, Q) μᵖ
    delta_norms, mu_norms : (Q,) ‖Σ_{i∈k} Σ_l δ_il φ_i - Σ_i δ_ik φ_i‖ and its like
    inflows : (Q,) what flows into each class, Σ_i δ_ik; its squares sum to P_p
    withdrawal : the flows.Withdrawal, None where α_p = 0; K : the flows.ConstantK
    xi : ξ_pn = 1 - hᵖ_y(x_p) + hᵖ_n(x_p); c : the best step c*
    missing : Σ μ_ik (margin - 1)₊ without p, which the printed proof leaves out of μᵀ(1 - Hαᵖ)
    path : classes y, ..., n reached without p, and carriers : the point of each arc; empty where n is not reached
    v : (Q,) ‖w⁰_k - wᵖ_k‖; ball : the smallest Ball of the support vectors, of diameter D
    """

    svm: MulticlassSVM
    rival: object
    predicted: object
    sure: bool
    product: Step
    K_free: Step | None
    solutionp: Solution
    ball: ball.Ball
    alpha0: np.ndarray
    alphap: np.ndarray
    margins0: np.ndarray
    marginsp: np.ndarray
    scores: np.ndarray
    delta: np.ndarray
    mu: np.ndarray
    delta_norms: np.ndarray
    mu_norms: np.ndarray
    inflows: np.ndarray
    withdrawal: flows.Withdrawal | None
    K: flows.ConstantK
    xi: float
    c: float
    missing: float
    path: tuple
    carriers: tuple
    v: np.ndarray

    @property
    def P(self):
        """P_p, the cost of withdrawing p."""
        return 0.0 if self.withdrawal is None else self.withdrawal.cost

    @property
    def printed(self):
        """The steps of the printed proof, (43) to (49)."""
        return self.proofs[0]

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
    validation.fitted(svm)
    if svm.alpha_.ndim != 2:
        raise TypeError(f"Lemma 2 is about many classes, got a {type(svm).__name__}; use MulticlassSVM")
    p = validation.may_be_left_out(svm, p)
    if rival is not None:
        others = tuple(np.delete(svm.classes_, svm.codes_[p]).tolist())
        rival = int(np.flatnonzero(svm.classes_ == validation.one_of("rival", rival, others))[0])
    return _LeftOut(svm, p, rival).audit()


class _LeftOut:
    """The numbers that the steps share; K is centred, which no step sees, for the columns of B sum to zero."""

    def __init__(self, svm, p, rival):
        self.svm, self.p, self.y = svm, p, int(svm.codes_[p])
        self.K = centred(svm.K_)[1]
        self.codes, self.Q = svm.codes_, len(svm.classes_)
        self.solution, self.solutionp = svm.solution_, without(svm, p)
        self.program = self.solution.program
        self.alpha0, self.alphap = svm.alpha_, self._table(self.solutionp.alpha)
        self.margins0, self.marginsp = self._table(self.solution.margins), self._table(self.solutionp.margins)
        self.h0, self.hp = self._scores(self.margins0), self._scores(self.marginsp)
        self.scores = self.hp[p]
        ranked = np.delete(np.arange(self.Q), self.y)
        self.n = int(ranked[self.scores[ranked].argmax()]) if rival is None else rival
        self.apn, self.s = float(self.alpha0[p, self.n]), float(self.alpha0[p].sum())
        self.ball = ball.of_support_vectors(svm)
        self.D = self.ball.diameter
        self.withdrawal = flows.withdrawal(self.alpha0, self.codes, p) if self.s > 0 else None
        self.P = self.withdrawal.cost if self.s > 0 else 0.0
        self.constant = flows.constant_K(svm)
        self.delta, self.mu = self._delta(), self._mu()
        self.V = self._B(self.alpha0) - self._B(self.alphap)
        self.v = self._norms(self.V)
        self.U, self.M = self._norms(self._B(self.delta)), self._norms(self._B(self.mu))
        self.w0, self.wp = (self._squared(self._B(a)) for a in (self.alpha0, self.alphap))
        self.J0, self.Jp = self._J(self.alpha0), self._J(self.alphap)
        self.xi = 1.0 - float(self.marginsp[p, self.n])
        self.outside = np.maximum(0.0, self.marginsp - 1.0)
        self.outside[p] = 0.0
        upper = self._table(self.program.upper)
        paying = np.isfinite(upper) & (upper > 0)
        paying[p] = False
        self.cost = float(upper[paying] @ np.maximum(0.0, 1.0 - self.marginsp[paying]))
        self.unit = max(1.0, float(np.abs(self.margins0).max()), float(np.abs(self.marginsp).max()))
        self.path, self.carriers = self._path()

    def _table(self, values):
        """(m, Q) from (n,) values of the dual variables; zero in the column of the own class."""
        table = np.zeros((len(self.codes), self.Q))
        table[self.program.example, self.program.tail] = values
        return table

    def _scores(self, margins):
        """(m, Q) scores, which sum to zero."""
        own = margins.sum(axis=1, keepdims=True) / self.Q
        return own - margins

    def _B(self, alpha):
        """(m, Q) coefficients of the φ(x_i) in each w_k, (25)."""
        B = -alpha
        B[np.arange(len(B)), self.codes] += alpha.sum(axis=1)
        return B

    def _norms(self, B):
        return np.sqrt(np.maximum(0.0, np.einsum("ik,ik->k", B, self.K @ B)))

    def _squared(self, B):
        return float((self._norms(B) ** 2).sum())

    def _J(self, alpha):
        """The dual objective of Problem 4."""
        return float(alpha.sum()) - 0.5 * self._squared(self._B(alpha))

    def _delta(self):
        """(m, Q) α_pn λ: the row of p and, of each flow between classes, every point's share."""
        delta = np.zeros_like(self.alpha0)
        if self.withdrawal is not None:
            capacity = flows.class_flows(self.alpha0, self.codes, without=self.p)
            with np.errstate(invalid="ignore", divide="ignore"):
                share = np.where(capacity > 0, self.withdrawal.flows / capacity, 0.0)
            delta = self.alpha0 * share[self.codes]
            delta[self.p] = self.alpha0[self.p]
        return delta

    def _mu(self):
        """(m, Q) there and straight back: 1 at (p, n), and 1 on points of class n towards y, support vectors first."""
        mu, weight = np.zeros_like(self.alpha0), self.svm.sample_weight_ > 0
        mu[self.p, self.n] = 1.0
        of_n = (self.codes == self.n) & weight
        for carries in (self.alpha0[:, self.y], self.alpha0.sum(axis=1), weight.astype(float)):
            share = np.where(of_n, carries, 0.0)
            if share.sum() > 0:
                mu[:, self.y] += share / share.sum()
                return mu
        raise AssertionError("a class without points")

    def _path(self):
        """(classes y, ..., n), (point of each arc): a shortest path by points other than p; empty if there is none."""
        steps = flows.reachable(self.alpha0, self.codes, self.p)
        if np.isinf(steps[self.n]):
            return (), ()
        arcs = flows.class_flows(self.alpha0, self.codes, without=self.p) > 0
        classes = [self.n]
        while classes[0] != self.y:
            before = np.flatnonzero(arcs[:, classes[0]] & (steps == steps[classes[0]] - 1))
            classes.insert(0, int(before[0]))
        points = [self._nearest(a, b) for a, b in pairwise(classes)]
        return tuple(classes), tuple(points)

    def _nearest(self, a, b):
        """The point of class a with a multiplier towards b, other than p and nearest to it."""
        points = np.flatnonzero((self.codes == a) & (self.alpha0[:, b] > 0))
        points = points[points != self.p]
        return int(points[self._distances(points).argmin()])

    def _distances(self, points):
        """Squared distances from p."""
        K, p = self.K, self.p
        return np.maximum(0.0, K.diagonal()[points] - 2.0 * K[points, p] + K[p, p])

    def audit(self):
        D2, K = self.D**2, self.constant.value
        goal = 1.0 / (K * D2) if D2 > 0 else np.inf
        product = Step("product form", "D² √(2 P_p) ≥ 1", D2 * (2.0 * self.P) ** 0.5, "≥", 1.0, "(41) times K/α_pn")
        mu_square = float((self.M**2).sum())
        missing = float((self.mu * self.outside).sum())
        c = self.xi / mu_square if mu_square > 0 else np.inf
        sure = _is_sure(self.solutionp, self.p, self.y)
        printed, (K_free, proof) = self._printed(c, missing), self._without_K()
        classes = self.svm.classes_
        return MulticlassAudit(
            lemma=LEMMA_2, p=self.p, label=self.svm.y_fit_[self.p], hypotheses=self._hypotheses(),
            conclusion=Step("conclusion", "α_pn ≥ 1/(K D²)", self.apn, "≥", goal, "(41)"),
            proofs=(printed, proof), remarks=self._remarks(printed, missing, sure, proof), svm=self.svm,
            rival=classes[self.n], predicted=classes[int(self.scores.argmax())], sure=sure, product=product,
            K_free=K_free, solutionp=self.solutionp, ball=self.ball, alpha0=self.alpha0, alphap=self.alphap,
            margins0=self.margins0, marginsp=self.marginsp, scores=self.scores, delta=self.delta, mu=self.mu,
            delta_norms=self.U, mu_norms=self.M, inflows=self.delta.sum(axis=0), withdrawal=self.withdrawal,
            K=self.constant, xi=self.xi, c=c, missing=missing, path=tuple(classes[list(self.path)].tolist()),
            carriers=self.carriers, v=self.v,
        )  # fmt: skip

    def _hypotheses(self):
        weighs = self.svm.sample_weight_ > 0
        weight = self.svm.sample_weight_[weighs, None]
        rivals = self.codes[weighs, None] != np.arange(self.Q)
        slack = float(np.maximum(0.0, 1.0 - self.margins0[weighs][rivals]).max())
        steps = (
            Step("separation", "max ξ_ik⁰ = 0", slack, "=", 0.0, "Lemma 2", self.unit),
            Step("nothing bounded", "max α_ik⁰ < C", (self.alpha0[weighs] / weight).max(), "<", float(self.svm.C_)),
            Step(
                "error", "hᵖ_y(x_p) ≤ hᵖ_n(x_p)", self.scores[self.y], "≤", self.scores[self.n], "after (48)", 1.0,
                "printed with a wrong sign and < 0; a tie is enough",
            ),
            Step("class n", "hᵖ_n(x_p) = max_k hᵖ_k(x_p)", self.scores[self.n], "=", self.scores.max(), "", 1.0),
        )  # fmt: skip
        return Checklist("Hypotheses", steps, REPORT)

    def _printed(self, c, missing):
        step = c if 0 < c < np.inf else 0.0
        J0, Jp, size = self.J0, self.Jp, max(abs(self.J0), abs(self.Jp))
        delta2, mu2, D2 = float((self.U**2).sum()), float((self.M**2).sum()), self.D**2
        down = J0 - self._J(self.alpha0 - self.delta)
        up = self._J(self.alphap + step * self.mu) - Jp
        flat = self.mu[self.program.example, self.program.tail]
        slope = float(flat @ (1.0 - self.program.product(self.solutionp.alpha)))
        gain = step * self.xi - 0.5 * step**2 * mu2
        excess = np.where(np.arange(len(self.codes))[:, None] == self.p, -np.inf, self.delta - self.alpha0)
        worst = np.unravel_index(excess.argmax(), excess.shape)
        note = f"the true value lacks {number(missing, 3)} more" if missing > CERTIFIED * self.unit else ""
        divided = "nothing in the report says so, and λ_pk = α_pk/α_pn divides by it"
        steps = [
            Step("divisor", "α_pn⁰ > 0", self.apn, ">", 0.0, "(43)", note=divided),
            Step("λ balanced", "Σ_{i∈l} Σ_o λ_io = Σ_i λ_il", *self._unbalanced(self.delta), "(43)", self.s),
            Step("λ possible", "α_pn λ_ik ≤ α_ik⁰", self.delta[worst], "≤", self.alpha0[worst], "(43)", self.s),
            Step("μ balanced", "Σ_{i∈l} Σ_o μ_io = Σ_i μ_il", *self._unbalanced(self.mu), "(44)", 1.0),
            Step("μ possible", "μ_ik ≥ 0", self.mu.min(), "≥", 0.0, "(44)", 1.0),
            Step("λ costs no less", "J(α⁰) − J(α⁰ − α_pn λ) ≥ J(α⁰) − J(αᵖ)", down, "≥", J0 - Jp, "(45)", size),
            Step("μ gains no more", "J(α⁰) − J(αᵖ) ≥ J(αᵖ + c* μ) − J(αᵖ)", J0 - Jp, "≥", up, "(45)", size),
            Step("cost of λ", "J(α⁰) − J(α⁰ − α_pn λ) = ½ α_pn² Σ_k ‖λ…‖²", down, "=", 0.5 * delta2, "(46)", size),
            Step("slope along μ", "μᵀ(1 − Hαᵖ) = ξ_pnᵖ", slope, "=", self.xi, "before (47)", self.unit, note),
            Step("gain of μ", "J(αᵖ + c* μ) − J(αᵖ) = c* ξ_pn − ½ c*² Σ_k ‖μ…‖²", up, "=", gain, "(47)", size),
            Step("both", "½ α_pn² Σ_k ‖λ…‖² ≥ c* ξ_pn − ½ c*² Σ_k ‖μ…‖²", 0.5 * delta2, "≥", gain, "(48)", size),
            Step("error", "ξ_pn ≥ 1", self.xi, "≥", 1.0, "before (49)", note="printed as ξ_pn² > 1"),
            Step("multiplied", "α_pn² Σ_k ‖λ…‖² Σ_k ‖μ…‖² ≥ 1", delta2 * mu2, "≥", 1.0, "(49) times both sums"),
        ]
        if self.apn > 0:
            right = self.apn**2 / (delta2 * mu2) if delta2 * mu2 > 0 else np.inf
            steps.append(Step("without ξ_pn", "α_pn² ≥ 1 / (Σ_k ‖λ…‖² Σ_k ‖μ…‖²)", self.apn**2, "≥", right, "(49)"))
        steps += [
            Step("λ in the ball", "α_pn² Σ_k ‖λ…‖² ≤ D² Σ_k (α_pn Σ_i λ_ik)²", delta2, "≤", D2 * self.P, "after (49)"),
            Step("μ in the ball", "Σ_k ‖μ…‖² ≤ D² Σ_k (Σ_i μ_ik)² = 2 D²", mu2, "≤", 2.0 * D2, "after (49)"),
        ]
        if self.apn > 0:
            K2 = 2.0 * self.P / self.apn**2
            steps.append(Step("K", "K_λ,p,n K_μ,p,n ≤ K²", K2, "≤", self.constant.value**2, "(42)"))
        return Checklist(f"The printed proof, c* = {number(c)}", tuple(steps), LEMMA_2)

    def _unbalanced(self, alpha):
        """(what flows out of the class where it differs most from what flows in, "=", what flows in)."""
        F = flows.class_flows(alpha, self.codes)
        out, into = F.sum(axis=1), F.sum(axis=0)
        k = int(np.abs(out - into).argmax())
        return float(out[k]), "=", float(into[k])

    def _without_K(self):
        """(the conclusion or None, Checklist)."""
        D2, v2 = self.D**2, float((self.v**2).sum())
        delta2, size = float((self.U**2).sum()), max(self.w0, self.wp, self.cost)
        fall = 2.0 * (self.J0 - self.Jp)
        primal = "‖W⁰‖² − ‖Wᵖ‖²" + (" − 2 C Σ ξᵖ" if self.cost else "")
        difference = self.w0 - self.wp - 2.0 * self.cost
        steps = [
            Step(
                "δ in the ball", "Σ_k ‖u_k‖² ≤ D² P_p", delta2, "≤", D2 * self.P, "", self.w0, "u_k = Σ_i B_ik(δ) φ_i"
            ),
            Step("δ costs no less", "Σ_k ‖u_k‖² ≥ 2 (J(α⁰) − J(αᵖ))", delta2, "≥", fall, "(45), (46)", size),
            Step("no duality gap", f"2 (J(α⁰) − J(αᵖ)) = {primal}", fall, "=", difference, "", size),
            Step("parabola", f"{primal} ≥ ‖V‖²", difference, "≥", v2, "", size, "(W⁰, b⁰) is feasible without p"),
            Step("first half", "D² P_p ≥ ‖V‖²", D2 * self.P, "≥", v2, "", size),
        ]
        if self.path:
            c, more = self._along_the_path()
            last = Step("conclusion", "D² √(c_L P_p) ≥ 1", D2 * (c * self.P) ** 0.5, "≥", 1.0, "", 0.0, f"c_L = {c:g}")
        elif self.Q in LONE:
            more, least = self._lone_carrier(), LONE[self.Q]
            last = Step("conclusion", f"D⁴ P_p ≥ {least:g}", D2**2 * self.P, "≥", least)
        else:
            n = self.svm.classes_[self.n]
            title = f"Without K: no path from class {self.svm.classes_[self.y]} to {n} without p, nothing is proved"
            return None, Checklist(title, tuple(steps))
        title = f"Without K: {self._road}"
        return last, Checklist(title, (*steps, *more, last))

    @property
    def _road(self):
        names = self.svm.classes_
        if not self.path:
            return "p alone carries out of what is reachable from its class"
        return "the path " + " → ".join(str(names[k]) for k in self.path)

    def _along_the_path(self):
        p, g = self.p, self.h0 - self.hp
        arcs = list(zip(self.path, self.path[1:], self.carriers, strict=False))
        gained = float(g[p, self.y] - g[p, self.n])
        steps = [Step("at p", "(g_y − g_n)(x_p) ≥ 1", gained, "≥", 1.0, "", self.unit, "≥ 1 with p, ≤ 0 without")]
        for t, (a, b, j) in enumerate(arcs, start=1):
            carried = f"x_{j} carries {self.svm.classes_[a]} → {self.svm.classes_[b]}: 1 with p, ≥ 1 without"
            value = float(g[j, a] - g[j, b])
            steps.append(Step(f"arc {t}", "(g_k − g_l)(x_j) ≤ 0", value, "≤", 0.0, "", self.unit, carried))
        Z = np.zeros_like(self.V)
        for a, b, j in arcs:
            Z[[p, j], a] += [1.0, -1.0]
            Z[[p, j], b] -= [1.0, -1.0]
        inner = float(np.einsum("ik,ik->", self.V, self.K @ Z))
        z2, c, v = self._squared(Z), float(polygon(len(arcs))), float((self.v**2).sum()) ** 0.5
        steps += [
            Step("added up", "Σ_t ⟨v_k − v_l, φ_p − φ_j⟩ ≥ 1", inner, "≥", 1.0, "", self.unit),
            Step("Cauchy, Schwarz", "‖V‖ ‖Z‖ ≥ Σ_t ⟨v_k − v_l, φ_p − φ_j⟩", v * z2**0.5, "≥", inner, "", self.unit),
            Step("polygon in the ball", "‖Z‖² ≤ c_L D²", z2, "≤", c * self.D**2, "", 0.0, f"{len(arcs) + 1} corners"),
            Step("second half", "√c_L D ‖V‖ ≥ 1", c**0.5 * self.D * v, "≥", 1.0),
        ]
        return c, steps

    def _lone_carrier(self):
        """Steps of part 3; they hold whether or not p is an error."""
        p, y, s, D2, a = self.p, self.y, self.s, self.D**2, self.alpha0
        steps = flows.reachable(a, self.codes, p)
        inside = np.flatnonzero(np.isfinite(steps))
        between = np.setdiff1d(np.arange(self.Q), inside) if len(inside) == 1 else inside
        third = y if len(inside) == 1 else self.n
        k = self._between(*between) if self.Q == 3 else None
        if k is None:
            total = float(a.sum())
            return [
                Step("everything through p", "Σα = 2 s_p", total, "=", 2.0 * s, "(26)"),
                Step("norm and multipliers", "Σα = ‖W⁰‖² ≤ D² P_p", total, "≤", D2 * self.P, "Proposition 2"),
                Step("at most twice", "P_p ≤ 2 s_p²", self.P, "≤", 2.0 * s**2),
            ]
        if third == y:
            high, flow, what, least, form = p, s, "s_p", 1.5 * s**2, "P_p ≥ (3/2) s_p²"
        else:
            flow, what, least, form = self.apn, "α_pn", 2.0 * self.apn**2, "P_p ≥ 2 α_pn²"
            high = int(np.flatnonzero((self.codes == self.n) & a.any(axis=1))[0])
        w = self._norms(self._B(a))[third]
        letter = "y" if third == y else "n"
        at_high, at_k = float(self.h0[high, third]), float(self.h0[k, third])
        return [
            Step("of its own class", f"h_{letter}(x_{high}) ≥ 2/3", at_high, "≥", 2.0 / 3.0, "", self.unit),
            Step("between the others", f"h_{letter}(x_{k}) ≤ −1/3", at_k, "≤", -1.0 / 3.0, "", self.unit),
            Step("short", f"‖w_{letter}‖ ≤ {what} D", w, "≤", flow * self.D, "(25)"),
            Step("carried", f"{what} D² ≥ 1", flow * D2, "≥", 1.0),
            Step("withdrawn", form, self.P, "≥", least),
        ]

    def _between(self, c, d):
        """A support vector other than p of class c with a multiplier towards d or the reverse, or None."""
        found = ((self.codes == c) & (self.alpha0[:, d] > 0)) | ((self.codes == d) & (self.alpha0[:, c] > 0))
        found[self.p] = False
        return int(np.flatnonzero(found)[0]) if found.any() else None

    def _remarks(self, printed, missing, sure, proof):
        names, remarks = self.svm.classes_, []
        to, own = names[int(self.scores.argmax())], names[self.y]
        text = ", ".join(f"{names[k]}: {number(self.scores[k], 4)}" for k in range(self.Q))
        remarks.append(f"Without p its scores are {text}; it falls into class {to}.")
        error = self.scores[self.n] >= self.scores[self.y]
        if error and self.apn == 0:
            tied = [k for k in range(self.Q) if k != self.y and self.alpha0[self.p, k] > 0]
            tied = [k for k in tied if self.scores[k] >= self.scores[self.y] - TIE * self.unit]
            remarks.append(
                f"α_pn = 0 for n = {names[self.n]}: the proof divides by it, and the lemma as printed is false here. "
                f"Multiplied out it reads D² √(2 P_p) ≥ 1."
                + (f" A class with a score of at least its own and α_pk > 0: {names[tied[0]]}." if tied else "")
            )
        if missing > CERTIFIED * self.unit:
            fate = "true all the same" if printed["both"].holds else "false"
            remarks.append(
                f"The gap of the printed proof: μ is carried by points strictly outside the margin of the machine "
                f"without p, where (31) fails. The slope along μ is ξ_pn − {number(missing, 4)}; (48) is {fate} here."
            )
        if error and not sure:
            remarks.append(
                f"Without p b is not unique, and another optimal b puts x_p into class {own}: no sure error."
            )
        if not self.path and self.Q not in LONE:
            remarks.append("Only observed, not proved, for this point: D² √(2 P_p) ≥ 1 at an error of every optimal b.")
        if np.isfinite(self.svm.C_):
            remarks.append("C is finite: without p points may get slack; what is proved here is for the hard margin.")
        return tuple(remarks)


# --- examples ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class MulticlassExample:
    """A training set for which leaving out point p shows something (hard margin, linear kernel)."""

    data: Dataset
    p: int

    @cached_property
    def machine(self):
        """The MulticlassSVM, trained."""
        return MulticlassSVM(C=np.inf).fit(self.data.X, self.data.y)

    def audit(self, **keywords):
        """The audit of leaving out p."""
        return audit(self.machine, self.p, **keywords)

    def exact(self):
        """(ExactMachine with all points, ExactMachine without p), in fractions."""
        found = self.audit()
        return tuple(
            exact_machine(self.data.X, self.machine.codes_, alpha > 0, without=p)
            for alpha, p in ((found.alpha0, None), (found.alphap, self.p))
        )


COUNTEREXAMPLE = MulticlassExample(
    Dataset(
        [[-3, -2], [-1, 2], [-1, 1], [0, 0], [0, -1], [-2, -1]],
        [0, 0, 1, 1, 2, 2],
        description="six points for which Lemma 2 as printed is false",
    ),
    5,
)
"""Without the last point class 1 takes it, yet α_p1 = 0: with it that constraint is not even active (3 > 1)."""


def _untied():
    X, y = [], []
    for k, angle in enumerate(np.radians([60.0, 180.0, 300.0])):
        u = np.array([np.cos(angle), np.sin(angle)])
        t = np.array([-u[1], u[0]])
        X += [20.0 * u - 0.5 * t, 20.0 * u + 0.5 * t]
        y += [k, (k + 1) % 3]
    X, y = [*X, [0.0, 0.0], [3.0, 0.0]], [*y, 3, 0]
    return MulticlassExample(Dataset(X, y, description="four classes, and b is not unique"), len(X) - 1)


UNTIED = _untied()
"""No flow reaches class 3: w_3 = 0, and b_3 may be anything between two limits. p has α_p = 0; without it one of the
limits moves, and with it the midpoint: the midpoint rule errs at p, and other optimal b do not."""


# --- in fractions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExactMachine:
    """A linear M-SVM whose active constraints are known, in fractions.

    alpha, margins : {(i, k): Fraction} of every constraint; W : Q lists; b : Q Fractions of sum 0
    left_out : the point whose constraints do not count, or None
    """

    alpha: dict
    margins: dict
    W: list
    b: list
    left_out: int | None

    @property
    def optimal(self):
        """Whether every Karush-Kuhn-Tucker condition is true, exactly."""
        for (i, k), margin in self.margins.items():
            alpha = self.alpha[i, k]
            if i != self.left_out and (alpha < 0 or margin < 1 or (alpha > 0 and margin != 1)):
                return False
        return True

    def scores(self, x):
        """The Q scores of a point."""
        return [sum(w * Fraction(v) for w, v in zip(row, x, strict=True)) + b for row, b in zip(self.W, self.b)]  # noqa: B905


def exact_machine(X, codes, active, *, without=None):
    """Return the ExactMachine of points X (m, d) of classes codes (m,) whose active constraints (m, Q) bool are given.

    Solves, in fractions, margin = 1 on the active ones, (26) and Σ b = 0. Raises ValueError where the system has not
    full rank, so that the multipliers are not unique.
    """
    X = [[Fraction(float(v)) for v in row] for row in np.asarray(X, dtype=float)]
    codes, (m, Q) = [int(c) for c in codes], active.shape
    dot = [[sum(a * b for a, b in zip(u, v, strict=True)) for v in X] for u in X]
    every = [(i, k) for i in range(m) for k in range(Q) if k != codes[i]]
    arcs = [(i, k) for i, k in every if active[i, k] and i != without]

    def flow(i, k):
        return [(c == codes[i]) - (c == k) for c in range(Q)]

    def coupling(i, k, j, o):
        return dot[i][j] * sum(a * b for a, b in zip(flow(i, k), flow(j, o), strict=True))

    rows = [[coupling(*a, *c) for c in arcs] + flow(*a) + [1] for a in arcs]
    rows += [[flow(*a)[c] for a in arcs] + [0] * (Q + 1) for c in range(Q - 1)]
    rows.append([0] * len(arcs) + [1] * Q + [0])
    x = _solve_exactly([[Fraction(v) for v in row] for row in rows])
    found, b = dict(zip(arcs, x, strict=False)), x[len(arcs) :]
    alpha = {a: found.get(a, Fraction(0)) for a in every}
    W = [[sum(v * flow(*a)[c] * X[a[0]][f] for a, v in found.items()) for f in range(len(X[0]))] for c in range(Q)]
    machine = ExactMachine(alpha, {}, W, b, without)
    for i, k in every:
        h = machine.scores(X[i])
        machine.margins[i, k] = h[codes[i]] - h[k]
    return machine


def _solve_exactly(rows):
    """The solution of n equations (n rows of n + 1 Fractions) by elimination."""
    n = len(rows)
    for c in range(n):
        pivot = next((r for r in range(c, n) if rows[r][c] != 0), None)
        if pivot is None:
            raise ValueError("the active constraints have not full rank, so the multipliers are not unique")
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [v / rows[c][c] for v in rows[c]]
        for r in range(n):
            if r != c and rows[r][c] != 0:
                factor = rows[r][c]
                rows[r] = [v - factor * w for v, w in zip(rows[r], rows[c], strict=True)]
    return [row[-1] for row in rows]


# --- many problems ----------------------------------------------------------------------------------------------


def random_problem(seed, n_classes=None, size=None):
    """Return (Dataset, kernel) of a small problem that a hard margin machine separates, always the same for a seed.

    In turn: integer points of the plane, each of the class whose random linear function is largest (linear kernel),
    and points of the plane with random labels (Gaussian kernel). Every class has at least one point.
    n_classes : Q, by default 3, 4 or 5; size : number of points, by default 2Q to 3Q
    """
    rng = np.random.default_rng(validation.integer("seed", seed, at_least=0))
    Q = int(rng.integers(3, 6)) if n_classes is None else validation.integer("n_classes", n_classes, at_least=3)
    m = int(rng.integers(2 * Q, 3 * Q + 1)) if size is None else validation.integer("size", size, at_least=Q)
    if seed % 2:
        y = rng.permutation(np.concatenate([np.arange(Q), rng.integers(0, Q, m - Q)]))
        sigma = float(np.exp(rng.uniform(-1.0, 1.0)))
        return Dataset(rng.normal(size=(m, 2)), y, description=f"random labels {seed}"), kernels.Gaussian(sigma=sigma)
    return _integer_points(rng, m, Q, seed), kernels.Linear()


def _integer_points(rng, m, Q, seed):
    """m different integer points of a square, labelled by Q random linear functions none of which is never largest."""
    reach = max(3, int(np.ceil(m**0.5)))
    square = np.stack(np.meshgrid(*[np.arange(-reach, reach + 1)] * 2), axis=-1).reshape(-1, 2)
    while True:
        labels = (square @ rng.normal(size=(2, Q)) + rng.normal(size=Q)).argmax(axis=1)
        if len(np.unique(labels)) < Q:
            continue
        first = [rng.choice(np.flatnonzero(labels == k), min(2, (labels == k).sum()), replace=False) for k in range(Q)]
        chosen = np.concatenate(first)[:m]
        rest = rng.permutation(np.setdiff1d(np.arange(len(square)), chosen))
        chosen = np.concatenate([chosen, rest[: m - len(chosen)]])
        if len(np.unique(labels[chosen])) == Q:
            return Dataset(square[chosen], labels[chosen], description=f"integer points {seed}")


def _machine(seed, n_classes=None, size=None):
    """The hard margin machine of a random problem; None where a tiny margin is none in double precision."""
    data, kernel = random_problem(seed, n_classes, size)
    try:
        svm = MulticlassSVM(C=np.inf, kernel=kernel).fit(data.X, data.y)
    except ValueError:
        return None
    return svm if svm.solution_.kkt_residual < 1e-10 else None


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassSurvey:
    """Every leave-one-out error that all optimal b make, of many random hard margin machines; one entry per error.

    seed, p : (n,) the problem and the point; n_classes : (n,) Q
    products : (n,) D² √P_p, and closed : the same with s_p² + Σ_l α_pl² in place of P_p
    multiplier, least : (n,) α_pn for the class n that takes x_p, and 1/(K D²), which it should not be below
    loose : (n,) the largest α_pk of the classes k whose score is at least that of p's own
    steps : (n,) arcs from p's class to n without p, inf where there is no path; direct : (n,) bool, direct returns
    n_problems, n_points : problems, and points left out; n_midpoint : errors of the midpoint rule only
    """

    n_problems: int
    n_points: int
    n_midpoint: int
    seed: np.ndarray
    p: np.ndarray
    n_classes: np.ndarray
    products: np.ndarray
    closed: np.ndarray
    multiplier: np.ndarray
    least: np.ndarray
    loose: np.ndarray
    steps: np.ndarray
    direct: np.ndarray

    def __len__(self):
        return len(self.p)

    @property
    def fails(self):
        """(n,) bool: Lemma 2 as printed is false."""
        return self.multiplier < self.least * (1.0 - CERTIFIED)

    @property
    def fails_loosely(self):
        """(n,) bool: even for the most favourable class whose score is at least that of p's own."""
        return self.loose < self.least * (1.0 - CERTIFIED)

    def __repr__(self):
        if not len(self):
            return f"{self.n_problems} problems, {self.n_points} points left out, no leave-one-out error"
        return (
            f"{self.n_problems} problems, {self.n_points} points left out, {len(self)} leave-one-out errors "
            f"(and {self.n_midpoint} of the midpoint rule only)\n"
            f"Lemma 2 as printed fails at {int(self.fails.sum())}, in the looser reading at "
            f"{int(self.fails_loosely.sum())}\n"
            f"D² √(2 P_p): smallest {number(2**0.5 * self.products.min(), 4)}, with the closed form "
            f"{number(2**0.5 * self.closed.min(), 4)}; at least 1 if the product form is true\n"
            f"direct returns lack at {number(100 * (1 - self.direct.mean()), 3)} %, a path at "
            f"{number(100 * np.isinf(self.steps).mean(), 3)} % of the errors"
        )


def survey(n_problems=100, *, random_state=0, n_classes=None, size=None, progress=None):
    """Look at every leave-one-out error of random hard margin machines and return a MulticlassSurvey.

    Problem i is ``random_problem(random_state + i, n_classes, size)``; ``progress(done, total)`` is called after each.
    """
    total = validation.integer("n_problems", n_problems, at_least=1)
    first = validation.integer("random_state", random_state, at_least=0)
    rows, points, midpoint = [], 0, 0
    for i in range(total):
        svm = _machine(first + i, n_classes, size)
        if svm is not None:
            loo = leave_one_out(svm)
            sure = sure_errors(svm, loo)
            points += int((~loo.undefined).sum())
            midpoint += int((loo.errors & ~sure).sum())
            rows += [(first + i, *entry) for entry in _entries(svm, loo, sure)]
        if progress is not None:
            progress(i + 1, total)
    columns = [np.array(column) for column in zip(*rows, strict=True)] if rows else [np.zeros(0)] * 10
    return MulticlassSurvey(total, points, midpoint, *columns)


def _entries(svm, loo, sure):
    if not sure.any():
        return
    D2, K = ball.of_support_vectors(svm).diameter ** 2, flows.constant_K(svm).value
    alpha, codes = svm.alpha_, svm.codes_
    for p in np.flatnonzero(sure):
        y, scores = codes[p], loo.scores[p]
        others = np.delete(np.arange(alpha.shape[1]), y)
        n = others[scores[others].argmax()]
        beat = others[scores[others] >= scores[y] - TIE * max(1.0, np.abs(scores).max())]
        least = 1.0 / (K * D2)
        if not alpha[p].any():
            yield p, alpha.shape[1], 0.0, 0.0, 0.0, least, 0.0, np.inf, True
            continue
        found = flows.withdrawal(alpha, codes, p)
        products = D2 * found.cost**0.5, D2 * found.closed_form**0.5
        steps = flows.reachable(alpha, codes, p)[n]
        yield p, alpha.shape[1], *products, alpha[p, n], least, alpha[p, beat].max(), steps, found.direct


def find_counterexamples(n_problems=1000, *, random_state=0, size=6, n_classes=3, at_most=None, progress=None):
    """Hunt for counterexamples to Lemma 2 as printed among small sets of integer points; linear kernel, hard margin.

    Returns a list of MulticlassExample, each confirmed in fractions: both machines are optimal, the point falls into
    class n without it, all others strictly below, and α_pn = 0. Those whose active constraints have not full rank
    are left out. at_most : end when so many are found; ``progress(done, total)`` is called after each problem.
    """
    total = validation.integer("n_problems", n_problems, at_least=1)
    first = 2 * validation.integer("random_state", random_state, at_least=0)
    found = []
    for i in range(total):
        svm = _machine(first + 2 * i, n_classes, size)
        if svm is not None:
            found += list(_counterexamples(svm))
        if progress is not None:
            progress(i + 1, total)
        if at_most is not None and len(found) >= at_most:
            break
    return found


def _counterexamples(svm):
    loo = leave_one_out(svm)
    for p in np.flatnonzero(loo.errors):
        n = int(loo.scores[p].argmax())
        if svm.alpha_[p, n] > 0 or not svm.alpha_[p].any() or loo.ties[p]:
            continue
        data = Dataset(svm.X_fit_, svm.y_fit_, description="found by find_counterexamples")
        example = MulticlassExample(data, int(p))
        if confirmed(example):
            yield example


def confirmed(example):
    """Whether a MulticlassExample refutes Lemma 2 as printed, in fractions."""
    try:
        full, left = example.exact()
    except ValueError:
        return False
    h = left.scores([Fraction(float(v)) for v in example.data.X[example.p]])
    y, n = int(example.machine.codes_[example.p]), max(range(len(h)), key=h.__getitem__)
    wins = n != y and all(h[n] > h[k] for k in range(len(h)) if k != n)
    return full.optimal and left.optimal and wins and full.alpha[example.p, n] == 0
