// The bounds on the leave-one-out errors of a machine of two classes whose points all weigh the same, with their
// hypotheses by name, see bounds/biclass.py, where the formulas are explained and proved, and bounds/facts.py.

import { BOUNDED, CERTIFIED, FREE, ROUNDING_OF_TERMS } from "../math/constants.js";
import { ActiveSet } from "./active_set.js";
import { smallestBall } from "./ball.js";
import { leaveOneOut, lonely, without } from "./leaving.js";
import { solutionOf } from "./machine_engine.js";
import { affineSpans, boxedSpans } from "./spans.js";
import { NotSeparable, followC, train } from "./training.js";
import { quietly } from "./work.js";
import { Stalled, Unbounded } from "./working_set.js";

const TRAINED = ["certified"];
const ONE_C = [...TRAINED, "fixed b"];
const NO_SLACK = ["no slack", "none bounded"];

/** name -> {kind, hypotheses, of: facts -> {value, terms (m)}}; those that are drawn at first stand before the others. */
export const BICLASS = {
  support_vectors: {
    kind: "proved",
    hypotheses: ONE_C,
    of: (facts) => ({ value: facts.support.length, terms: facts.terms(() => 1) }),
  },
  radius_margin: {
    kind: "proved",
    hypotheses: [...TRAINED, "ball of support vectors", ...NO_SLACK],
    of: (facts) => radiusMargin(facts, facts.ballOfSupport),
  },
  span_bound: {
    kind: "proved",
    hypotheses: ONE_C,
    of: (facts) => {
      const total = facts.free.reduce((sum, p) => sum + facts.alpha[p], 0);
      return { value: facts.span * facts.lever * total + facts.bounded.length, terms: spanTerms(facts) };
    },
  },
  xi_alpha: {
    kind: "proved",
    hypotheses: ONE_C,
    of: (facts) => counted(facts.terms((p) => 2 * facts.alpha[p] * facts.width + facts.slack[p])),
  },
  span_rule: {
    kind: "estimate",
    hypotheses: [...ONE_C, "roles stay"],
    of: (facts) => counted(facts.terms((p) => facts.alpha[p] * facts.spans.squared[p] + facts.slack[p])),
  },
  gacv: {
    kind: "estimate",
    hypotheses: ["can be tested"],
    of: ({ alpha, lengths, margins, slack, terms: each }) => {
      const terms = each((p) => slack[p] + (margins[p] < -1 - CERTIFIED ? 2 : 1) * alpha[p] * lengths[p]);
      return { value: terms.reduce((sum, term) => sum + term, 0), terms };
    },
  },
  radius_margin_all: {
    kind: "proved",
    hypotheses: [...TRAINED, "ball of points", ...NO_SLACK],
    of: (facts) => radiusMargin(facts, facts.ballOfPoints),
  },
  radius_margin_count: {
    kind: "proved",
    hypotheses: [...TRAINED, "ball of support vectors", ...NO_SLACK],
    of: (facts) => counted(radiusMargin(facts, facts.ballOfSupport).terms),
  },
  span_count: { kind: "proved", hypotheses: ONE_C, of: (facts) => counted(spanTerms(facts)) },
  xi_alpha_distance: {
    kind: "proved",
    hypotheses: ONE_C,
    of: (facts) => counted(facts.terms((p) => facts.alpha[p] * facts.reach[p] + facts.slack[p])),
  },
  jaakkola_haussler: {
    kind: "proved",
    hypotheses: ["no b"],
    of: (facts) => counted(facts.terms((p) => facts.alpha[p] * facts.lengths[p] + facts.slack[p])),
  },
  opper_winther: {
    kind: "estimate",
    hypotheses: ["no b"],
    of: (facts) => counted(facts.terms((p) => facts.alpha[p] * facts.linearSpans.squared[p] + facts.slack[p])),
  },
};

/** Whether a hypothesis is true, by its name; "every b" is asked of the bounds that are left. */
const HYPOTHESES = {
  certified: ({ certified }) => certified,
  "fixed b": ({ free }) => free.length > 0,
  "ball of support vectors": ({ ballOfSupport }) => ballOfSupport.certified,
  "ball of points": ({ ballOfPoints }) => ballOfPoints.certified,
  "no slack": ({ slacking }) => slacking === 0,
  "none bounded": ({ slacking, bounded }) => slacking > 0 || bounded.length === 0,
  "roles stay": ({ support, unchanged }) => unchanged === support.length,
  "no b": () => false,
  "can be tested": () => false,
};

const isLarge = (term) => term >= 1 - ROUNDING_OF_TERMS;

function counted(terms) {
  return { value: terms.reduce((count, term) => count + (isLarge(term) ? 1 : 0), 0), terms };
}

function radiusMargin(facts, { diameter }) {
  const D2 = diameter * diameter;
  return { value: D2 * facts.squaredNorm, terms: facts.alpha.map((alpha) => D2 * alpha) };
}

function spanTerms({ alpha, status, boxed, lever, terms }) {
  return terms((p) => (status[p] === BOUNDED ? 1 : alpha[p] * Math.sqrt(boxed[p]) * lever));
}

/**
 * What the bounds of the optimum of ``active`` share, with its certified ``solution``; ``common`` is what all machines on
 * these points with this kernel share. A generator that yields now and then.
 */
function* factsOf(active, solution, common) {
  const { alpha, upper, margins } = solution;
  const m = alpha.length;
  const status = Uint8Array.from(alpha, (a, i) => (a > 0 ? (a < upper[i] ? FREE : BOUNDED) : 0));
  const those = (wanted) => Array.from(alpha.keys()).filter((i) => wanted(status[i]));
  const slack = margins.map((margin, i) => (status[i] === BOUNDED ? Math.max(0, 1 - margin) : 0));
  const facts = { ...common, m, alpha, upper, margins, status, slack, active };
  Object.assign(facts, { certified: solution.certified, squaredNorm: solution.squaredNorm, b: solution.b[0] });
  facts.support = those((s) => s > 0);
  facts.free = those((s) => s === FREE);
  facts.bounded = those((s) => s === BOUNDED);
  facts.slacking = slack.reduce((count, value) => count + (value > CERTIFIED ? 1 : 0), 0);
  facts.limits = [-solution.limits[1], solution.limits[2]]; // of b
  facts.largest = alpha.reduce((most, value) => Math.max(most, value), 0);
  facts.largestFree = facts.free.reduce((most, p) => Math.max(most, alpha[p]), 0);
  facts.terms = (of) => Float64Array.from(alpha, (_, p) => (status[p] ? of(p) : 0));
  facts.ballOfSupport = yield* common.ballOf(facts.support);
  facts.spans = yield* affineSpans(facts);
  facts.unchanged = facts.support.reduce((count, p) => count + facts.spans.unchanged[p], 0);
  facts.linearSpans = yield* affineSpans(facts, false);
  facts.boxed = yield* boxedSpans(facts, facts.spans);
  facts.span = Math.sqrt(facts.free.reduce((most, p) => Math.max(most, facts.boxed[p]), 0));
  facts.lever = Math.max(facts.ballOfPoints.diameter, active.C === Infinity ? 0 : upper[0] ** -0.5);
  return facts;
}

/** What does not depend on C; a generator that yields now and then. */
export function* commonOf({ m, K, E, unit, offset, lever, constant }) {
  const centred = (i, j) => K[i * m + j] / unit;
  const apart = offset.map((value, i) => value + lever[i] + constant / 2);
  const given = (i, j) => K[i * m + j] / unit + (apart[i] + apart[j]);
  const lengths = Float64Array.from({ length: m }, (_, i) => given(i, i));
  const reach = new Float64Array(m); // squared distance of the farthest point
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const value = given(i, j);
      if (value < low) low = value;
      if (value > high) high = value;
      reach[i] = Math.max(reach[i], centred(i, i) + centred(j, j) - 2 * centred(i, j));
    }
    if (i % 64 === 63) yield;
  }
  const balls = new Map();
  function* ballOf(points) {
    const key = points.join();
    if (!balls.has(key)) {
      const inside = Float64Array.from({ length: points.length ** 2 }, (_, p) =>
        centred(points[Math.floor(p / points.length)], points[p % points.length]),
      );
      balls.set(key, yield* smallestBall(inside, points.length));
    }
    return balls.get(key);
  }
  const ballOfPoints = yield* ballOf(Array.from(lengths.keys()));
  return { y: E, centred, given, lengths, reach, width: high - low, ballOf, ballOfPoints };
}

/**
 * {bounds: [{name, kind, value, rate, holds, vacuous, terms, failed: the hypotheses that are not true}], facts} of the
 * optimum of ``active``; errors (m): 1 where a point errs when it is left out. A generator that yields now and then.
 */
export function* boundsOf(active, solution, errors, common) {
  const facts = yield* factsOf(active, solution, common);
  const right = new Map();
  const bounds = [];
  for (const [name, { kind, hypotheses, of }] of Object.entries(BICLASS)) {
    const { value, terms } = of(facts);
    const failed = hypotheses.filter((one) => !HYPOTHESES[one](facts));
    if (Number.isNaN(value)) failed.push("a number");
    const bound = { name, kind, value, rate: value / facts.m, terms, failed, disputed: [] };
    if (kind === "proved" && !failed.length) yield* dispute(bound, errors, facts, right);
    bounds.push({ ...bound, holds: !bound.failed.length, vacuous: bound.rate > 1 + ROUNDING_OF_TERMS });
  }
  return { bounds, facts };
}

/** A bound no longer claims to hold where the count depends on the choice of b at all its safe points that err. */
function* dispute(bound, errors, { active }, right) {
  bound.disputed = Array.from(errors.keys()).filter((p) => errors[p] === 1 && !isLarge(bound.terms[p]));
  if (!bound.disputed.length) return;
  for (const p of bound.disputed) {
    if (!right.has(p)) right.set(p, someBIsRight(active, p));
    if (!right.get(p)) return;
    yield;
  }
  bound.failed = ["every b"];
}

/** Whether b is not unique without point p, and one of its optimal values classifies p right. */
function someBIsRight(active, p) {
  const { margins, limits } = solutionOf(without(active, p, new ActiveSet(active.program)).active);
  const apart = limits[1] + limits[2];
  const size = Math.max(1, Math.abs(limits[1]), Math.abs(limits[2]));
  return margins[p] + 0.5 * apart > 0 && apart > CERTIFIED * size;
}

/**
 * The bounds at each C of ``grid`` (in units of the user), in this order, and at the hard margin if nothing is bounded at
 * the largest of them: a generator that yields [{C, bounds, nErrors, defined}] so far, now and then, and returns
 * {done: all of them, limit: what ``boundsOf`` has of the hard margin, {errors, ...}, or null}.
 *
 * errorsAt(C): who errs when it is left out, (m), where that is known.
 */
export function* boundsAlong(program, common, grid, errorsAt = null) {
  const end = Math.max(...grid);
  const done = [];
  let [active, hard] = [null, false];
  for (const C of grid) {
    active = active ? followC(active, C / program.unit) : train(program, C / program.unit);
    const solution = solutionOf(active);
    const errors = errorsAt ? errorsAt(C) : (yield* quietly(leaveOneOut(active, solution))).errors;
    const { bounds } = yield* boundsOf(active, solution, errors, common);
    done.push({ C, bounds: bounds.map(({ terms, ...bound }) => bound), ...countsOf(active, errors) });
    if (C === end) hard = !active.side.includes(-1);
    yield done;
  }
  return { done, limit: hard ? yield* atTheHardMargin(program, common) : null };
}

function* atTheHardMargin(program, common) {
  try {
    const active = train(program, Infinity);
    const solution = solutionOf(active);
    const { errors } = yield* quietly(leaveOneOut(active, solution));
    return { ...(yield* boundsOf(active, solution, errors, common)), ...countsOf(active, errors) };
  } catch (error) {
    if (error instanceof NotSeparable || error instanceof Stalled || error instanceof Unbounded) return null;
    throw error;
  }
}

/** {nErrors, defined}: how many err of how many that can be left out. */
export function countsOf({ program, weight }, errors) {
  const sole = lonely(program, weight);
  const nErrors = errors.reduce((count, error) => count + (error === 1 ? 1 : 0), 0);
  return { nErrors, defined: sole.reduce((count, alone) => count + 1 - alone, 0) };
}
