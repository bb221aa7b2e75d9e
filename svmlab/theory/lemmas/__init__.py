"""The key lemma of the radius-margin theorem, with every number of its proof.

Leave point p out. The printed proof (Darcy and Guermeur 2005, Lemma 1) leads α⁰, with all points, to a feasible
point of the program without p along λᵖ, and αᵖ, without p, back to one of the program with it along μᵖ. Its second
half has a gap, and takes C for arbitrarily large. A shorter proof needs neither μ nor that, so the lemma is true at
every C at which the machine with p has no slack and every α < C; without p it may have slack. With v = w⁰ - wᵖ,
g = f⁰ - fᵖ and ξ_p = 1 - y_p fᵖ(x_p) ≥ 1:

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

from svmlab.theory.flows import constant_K
from svmlab.theory.lemmas.examples import BOUNDED, GAP, Example, sharp
from svmlab.theory.lemmas.lemma_1 import BiclassAudit, audit
from svmlab.theory.lemmas.random_machines import random_machine, random_problem
from svmlab.theory.lemmas.surveys import Survey, survey

__all__ = [
    "BOUNDED",
    "GAP",
    "BiclassAudit",
    "Example",
    "Survey",
    "audit",
    "constant_K",
    "random_machine",
    "random_problem",
    "sharp",
    "survey",
]
