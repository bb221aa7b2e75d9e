"""Guaranteed risk: Theorems 1 to 3 of Guermeur, Maumy and Sur 2005, each factor in sight, and model selection by it.

Theorem 1, with probability at least 1 - δ, for every γ in (0, 1]::

    R(h) ≤ R_γ(h) + √( (2/m) (ln(2 N(γ/4, Δ_γ H, 2m)) + ln(2/(γδ))) ) + 1/m

The covering number N is bounded by Theorem 3 in a feature space of finite dimension, by Theorem 2 in any. Both
need constants fixed before the data are seen: ‖w‖ ≤ Λ_w, |b_k| ≤ β, ‖Φ(x)‖ ≤ Λ_Φ. Values read off a trained
machine make the rule a heuristic that the theorem inspires; ``GuaranteedRisk.why`` says so. A union bound over the
powers of two repairs it for Λ_w and β at little cost (``constants="union"``). All in logarithms.
"""

from svmlab.risk.covering import (
    LEMMA_1,
    MAUREY_CARL,
    THEOREMS,
    Constants,
    confidence_interval,
    log_covering,
    log_covering_any,
    log_covering_finite,
    log_covering_lemma,
    log_intercepts,
    sample_size_needed,
)
from svmlab.risk.guaranteed import GuaranteedRisk, guaranteed_risk
from svmlab.risk.margins import delta, margin_risk, own_delta, squash
from svmlab.risk.rules import Comparison, Rule, compare_rules, cross_validation
from svmlab.risk.selected import Selected, selected_risks
from svmlab.risk.tuning import Tuning, tune_C

__all__ = [
    "LEMMA_1",
    "MAUREY_CARL",
    "THEOREMS",
    "Comparison",
    "Constants",
    "GuaranteedRisk",
    "Rule",
    "Selected",
    "Tuning",
    "compare_rules",
    "confidence_interval",
    "cross_validation",
    "delta",
    "guaranteed_risk",
    "log_covering",
    "log_covering_any",
    "log_covering_finite",
    "log_covering_lemma",
    "log_intercepts",
    "margin_risk",
    "own_delta",
    "sample_size_needed",
    "selected_risks",
    "squash",
    "tune_C",
]
