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
be reached (with √c_L); for Q ≥ 4 elsewhere it is false with D of the support vectors: eight points (notebook 08,
section 4). There b need not be unique (``UNTIED``), and the statement is about errors that every optimal b makes: a
point with α_p = 0 makes none, since (W⁰, b⁰) stays optimal without it.
"""

from svmlab.theory.lemmas_multiclass.counterexamples import confirmed, find_counterexamples
from svmlab.theory.lemmas_multiclass.examples import COUNTEREXAMPLE, UNTIED, MulticlassExample
from svmlab.theory.lemmas_multiclass.intercepts import errs_surely, sure_errors
from svmlab.theory.lemmas_multiclass.lemma_2 import MulticlassAudit, audit
from svmlab.theory.lemmas_multiclass.margins import PairwiseMargins, pairwise_margins
from svmlab.theory.lemmas_multiclass.paths import Rivals, polygon, rivals
from svmlab.theory.lemmas_multiclass.proof_of_s1 import polygon_proof
from svmlab.theory.lemmas_multiclass.proof_of_s2 import held_proof
from svmlab.theory.lemmas_multiclass.proof_of_s8 import three_class_proof
from svmlab.theory.lemmas_multiclass.random_machines import random_machine, random_problem
from svmlab.theory.lemmas_multiclass.rational import ExactMachine, exact_machine
from svmlab.theory.lemmas_multiclass.surveys import MulticlassSurvey, survey

__all__ = [
    "COUNTEREXAMPLE",
    "UNTIED",
    "ExactMachine",
    "MulticlassAudit",
    "MulticlassExample",
    "MulticlassSurvey",
    "PairwiseMargins",
    "Rivals",
    "audit",
    "confirmed",
    "errs_surely",
    "exact_machine",
    "find_counterexamples",
    "held_proof",
    "pairwise_margins",
    "polygon",
    "polygon_proof",
    "random_machine",
    "random_problem",
    "rivals",
    "sure_errors",
    "survey",
    "three_class_proof",
]
