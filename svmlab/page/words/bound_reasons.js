// The bounds of two classes that the page computes, in words: what each is called, where it is from, and why it holds or
// does not; the same words as in bounds/biclass.py and bounds/facts.py.

import { CERTIFIED } from "../math/constants.js";
import { shortNumber } from "./format.js";

const DG = "Darcy and Guermeur 2005";
const VC = "Vapnik and Chapelle 2000";

/** name -> {label, source, says(facts, bound)}. */
export const BOUNDS_TOLD = {
  support_vectors: {
    label: "support vectors",
    source: "Luntz and Brailovsky 1969; Vapnik 1998, chapter 10",
    says: ({ m, support }) => {
      const n = support.length;
      if (n === m) return `all ${n} points have α > 0`;
      return `${n} of ${m} points have α > 0; leaving out one of the other ${m - n} changes nothing`;
    },
  },
  radius_margin: {
    label: "radius-margin",
    source: `${DG}, Theorem 1, equation (22)`,
    says: (facts) => radiusText(facts, facts.ballOfSupport, "the ball of the support vectors"),
  },
  radius_margin_all: {
    label: "radius-margin, all points",
    source: `${DG}, Theorem 1, equation (22); Vapnik 1998, chapter 10`,
    says: (facts) => radiusText(facts, facts.ballOfPoints, "the ball of all points"),
  },
  radius_margin_count: {
    label: "radius-margin, counted",
    source: `${DG}, Lemma 1, equation (10)`,
    says: ({ ballOfSupport, largest }) =>
      `D² = ${shortNumber(ballOfSupport.diameter ** 2)}, largest α = ${shortNumber(largest)}`,
  },
  span_bound: {
    label: "span bound",
    source: `${VC}, span bound with slack`,
    says: ({ span, lever, alpha, free, bounded }) =>
      `span S = ${shortNumber(span)}, max(D, 1/√C) = ${shortNumber(lever)}, Σα = ${shortNumber(sumOver(free, alpha))} over ` +
      `${free.length} free support vectors, plus ${bounded.length} bounded`,
  },
  span_count: {
    label: "span bound, counted",
    source: `${VC}, lemma of the span bound`,
    says: ({ free, bounded, lever }, { value }) =>
      `${value - bounded.length} of ${free.length} free support vectors have α_p S_p × ${shortNumber(lever)} ≥ 1; ` +
      `${bounded.length} bounded ones all count`,
  },
  xi_alpha: {
    label: "ξα",
    source: "Joachims 2000, ξα-estimator with ρ = 2",
    says: (facts) => `R_Δ² = ${shortNumber(facts.width)} (largest minus smallest κ); ${sureErrors(facts)}`,
  },
  xi_alpha_distance: {
    label: "ξα with distances",
    source: "svmlab: the Jaakkola-Haussler argument with b",
    says: (facts) => {
      const most = facts.support.reduce((reach, p) => Math.max(reach, facts.reach[p]), 0);
      return `no support vector is farther than ${shortNumber(Math.sqrt(most))} from another point; ${sureErrors(facts)}`;
    },
  },
  jaakkola_haussler: {
    label: "Jaakkola-Haussler",
    source: "Jaakkola and Haussler 1999, for machines without b",
    says: (facts) =>
      `κ(x, x) is at most ${shortNumber(facts.lengths.reduce((a, b) => Math.max(a, b)))}; ${sureErrors(facts)}`,
  },
  opper_winther: {
    label: "Opper-Winther",
    source: "Opper and Winther 2000, for machines without b",
    says: ({ linearSpans, support }) =>
      `squared distances to the span of the other free support vectors, ${rangeText(linearSpans, support)}`,
  },
  span_rule: {
    label: "span rule",
    source: `${VC}, span rule`,
    says: ({ spans, support, unchanged }) =>
      `S² ${rangeText(spans, support)}; for ${unchanged} of ${support.length} support vectors the rule is exact`,
  },
  gacv: {
    label: "GACV",
    source: "Wahba, Lin and Zhang 2000, GACV",
    says: ({ slack, support }, { value }) => {
      const inTraining = sumOver(support, slack);
      const more = shortNumber(value - inTraining);
      return (
        `slack ${shortNumber(inTraining)} in training, and ${more} more expected when each point is left out; ` +
        "of slack, not of errors"
      );
    },
  },
};

/** What is said where a hypothesis is not true. */
const UNMET = {
  certified: () => "the machine is not certified",
  "fixed b": ({ limits: [low, high] }) =>
    `no support vector is free, so b may be anything from ${shortNumber(low)} to ${shortNumber(high)}`,
  "ball of support vectors": () => "the ball is not certified",
  "ball of points": () => "the ball is not certified",
  "no slack": ({ slacking }) => (slacking === 1 ? "1 point has slack" : `${slacking} points have slack`),
  "none bounded": ({ bounded }) => `${bounded.length} multipliers equal C`,
  "roles stay": ({ support, unchanged }) =>
    `leaving out one of the other ${support.length - unchanged} changes the roles of other points`,
  "no b": ({ b }) => `it is for machines without b; this one has b = ${shortNumber(b)}`,
  "can be tested": () => "it rests on approximations that no single machine can confirm",
  "a number": () => "its value is no number",
  "every b": (_, { disputed }) =>
    `without ${disputed.length === 1 ? `point ${disputed[0]}` : `any of ${disputed.length} points`} b is not unique, ` +
    "and an error by the midpoint rule is none for another optimal b",
};

/** A bound of ``boundsOf`` with its label, why it holds or does not, and its source. */
export function boundInWords(bound, facts) {
  const { label, source, says } = BOUNDS_TOLD[bound.name];
  const failed = bound.failed.map((one) => UNMET[one](facts, bound));
  const why = says(facts, bound) + (failed.length ? `. But: ${failed.join("; ")}` : "");
  return { ...bound, label, source, why };
}

function radiusText({ squaredNorm }, { diameter }, which) {
  return `D² = ${shortNumber(diameter ** 2)} for ${which}, 1/γ² = ‖w‖² = ${shortNumber(squaredNorm)}`;
}

function sureErrors({ slack }) {
  const sure = slack.filter((value) => value > 1 + CERTIFIED).length;
  return `${sure} error${sure === 1 ? "" : "s"} in training, which stay${sure === 1 ? "s" : ""} when left out`;
}

function rangeText({ squared }, points) {
  const finite = points.map((p) => squared[p]).filter(Number.isFinite);
  return finite.length
    ? `from ${shortNumber(Math.min(...finite))} to ${shortNumber(Math.max(...finite))}`
    : "undefined";
}

function sumOver(points, values) {
  return points.reduce((sum, p) => sum + values[p], 0);
}
