// What words of a scene mean, a line each, for whoever hears them for the first time; the only place where it is said.

const MEANINGS = {
  free: "Free support vectors, 0 < α < C: they stand on the edge of the margin and hold the boundary",
  bounded: "Bounded support vectors, α = C: within the margin or on the wrong side, and C lets them pull no harder",
  wrong: "On the wrong side of the boundary",
  others: "No support vectors, α = 0: without them the machine would be the same",
  margin: "The distance from the boundary to an edge, 1/‖w‖: the machine makes it as large as the slack allows",
  alpha: "α, the force with which a point holds the boundary: 0 where it might as well not be there, C at the most",
  slack: "ξ, by how much a point falls short of a lead of 1: 0 beyond the edge of the margin, above 1 for an error",
  lead: "By how much the score of its own class is ahead, y f(x) of two classes: ahead by 1 on the edge of the margin, 0 on the boundary, below 0 for an error",
  trained: "Points that the machine gets wrong although it was trained on them",
  left: "Leave-one-out: each point is judged by the machine that was trained without it; these it gets wrong, exactly",
  certified:
    "The numbers prove it: no machine has a lower objective by more than the gap, and every condition is met up to the residual",
  flows: "What each α moves from the rival class to the point's own; into each class flows as much as out of it",
  vacuous: "A bound is vacuous where it says no more than that not all points are lost",
};

const MEANINGS_OF_BOUNDS = {
  "": "The leave-one-out errors themselves, no bound",
  support_vectors: "Only a support vector can be lost when it is left out",
  radius_margin: "D²/γ²: diameter of the smallest ball around the support vectors over the margin, squared",
  radius_margin_all: "D²/γ² with the ball around all points",
  radius_margin_count: "Counts the points with αD² ≥ 1: only these can be lost",
  span_bound:
    "The span of a support vector is its distance to the others, combined with weights that sum to 1; a point with a small one is not lost",
  span_count: "Counts the points whose α times span is large enough to lose them",
  span_rule:
    "An estimate: what leave-one-out gives where no other point changes its role; α times squared span, plus slack, at least 1",
  span_rule_many: "An estimate: what leave-one-out gives where no other point changes its role",
  xi_alpha: "ξα: counts the points with 2αR² + ξ ≥ 1, R² the range of the kernel; read off α and ξ alone",
  xi_alpha_distance: "ξα with the distance to the farthest point in place of the range of the kernel",
  gacv: "Generalised approximate cross-validation: an estimate of the slack when each point is left out",
  gacv_many: "An estimate of the slack, over points and classes, when each point is left out and nothing else moves",
  jaakkola_haussler: "Counts the points with α κ(x, x) + ξ ≥ 1; proved for machines without intercept",
  opper_winther:
    "An estimate from the distance to the span of the free support vectors, for machines without intercept",
};

/** What a word means. */
export const meaningOf = (word) => MEANINGS[word];

/** What a bound of this name says; "" of one that has no line. */
export const meaningOfBound = (name) => MEANINGS_OF_BOUNDS[name] ?? "";
