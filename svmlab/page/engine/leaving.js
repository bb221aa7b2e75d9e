// Leaving points out, exactly: their multipliers are led to zero and the optimum is followed, see exact/loo.py.

import { CERTIFIED, ON_A_BOUND, TIE } from "../math/constants.js";
import { ActiveSet } from "./active_set.js";
import { atBounds, columnSums, measured } from "./certificate.js";
import { coefficientsOf, fullIntercept, scoresOfMargins, shiftOf } from "./dual_program.js";
import { interceptByRule } from "./loose.js";
import { train } from "./training.js";
import { bendsOf, distribute } from "./twins.js";
import { Stalled, Unbounded } from "./working_set.js";

/** The variables of point p: consecutive ones. */
export function variablesOfPoint({ each }, p) {
  return Int32Array.from({ length: each }, (_, j) => p * each + j);
}

/** Points that cannot be left out, because they are the only one of their class that has a weight. */
export function lonely({ m, each, Q, head }, weight) {
  const counts = new Int32Array(Q);
  for (let i = 0; i < m; i++) if (weight[i * each] > 0) counts[head[i * each]]++;
  return Uint8Array.from({ length: m }, (_, i) => (weight[i * each] > 0 && counts[head[i * each]] === 1 ? 1 : 0));
}

/** The machine without p, in ``scratch``: yields its pieces, t from 0 to 1. */
export function* leaving(active, p, scratch) {
  scratch.copyFrom(active);
  const variables = variablesOfPoint(active.program, p);
  for (const v of variables) scratch.hold(v);
  const rates = Float64Array.from(variables, (v) => -scratch.a[v]);
  if (rates.some((rate) => rate !== 0)) {
    for (const piece of scratch.follow(1, { held: { variables, rates } })) yield piece;
  }
  withoutBounds(scratch, variables);
}

function withoutBounds(active, variables) {
  for (const v of variables) active.a[v] = active.upper[v] = active.weight[v] = 0;
}

/** {active, refitted}: the machine without p, where it can be followed there, or trained anew. */
export function without(active, p, scratch) {
  let violation = Infinity;
  try {
    for (const _ of leaving(active, p, scratch));
    violation = scratch.tidy();
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
  }
  if (violation <= CERTIFIED) return { active: scratch, refitted: false };
  const weight = Float64Array.from(active.weight);
  for (const v of variablesOfPoint(active.program, p)) weight[v] = 0;
  return { active: train(active.program, active.C, weight), refitted: true };
}

/** Margins of p's variables by the rule of the intercept, p constraining nothing. */
export function marginsByRule(active, p) {
  const b = interceptByRule(active, p);
  return Float64Array.from(variablesOfPoint(active.program, p), (v) => {
    return active.g[v] + 1 - active.tieOf(v, active.b) + tieOfFull(active.program, v, b);
  });
}

/** What an intercept (outputs) adds to the margin of variable v. */
export function tieOfFull({ outputs, head, tail }, v, b) {
  if (outputs === 1) return head[v] === 1 ? b[0] : -b[0];
  return b[head[v]] - b[tail[v]];
}

/** Margins of p's variables as they are, by the rule where b is not unique. */
export function marginsOut(active, p) {
  if (!active.tied()) return marginsByRule(active, p);
  return Float64Array.from(variablesOfPoint(active.program, p), (v) => active.g[v] + 1);
}

/** What is worst of the machine without p, and of what rounding may do to p's margins, see certificate.worst_without. */
function worstWithout(active, p, told) {
  const { program, a: alpha, upper, b, g } = active;
  const sums = columnSums(coefficientsOf(program, alpha), program.outputs);
  const [margins, Ha] = [new Float64Array(program.n), new Float64Array(program.n)];
  for (let v = 0; v < program.n; v++) {
    margins[v] = g[v] + 1;
    Ha[v] = margins[v] - active.tieOf(v, b);
  }
  const { worst, unsure } = measured(program, { alpha, upper, Ha, margins, b, sums });
  const shares = Array.from(variablesOfPoint(program, p), (v) => unsure[v] / Math.max(1, Math.abs(told[v])));
  return Math.max(worst, ...shares);
}

/**
 * Exact leave-one-out of all points: a generator that yields [done, of] and returns {margins (n), scores (m x Q),
 * errors, ties, undefined (m), nErrors, refits, residual, certified}. ``solution`` is the certified one of ``active``; of
 * points that are not ``asked`` for nothing is found out.
 */
export function* leaveOneOut(active, solution, asked = () => true) {
  const { program } = active;
  const { m, each } = program;
  const scratch = new ActiveSet(program);
  const margins = Float64Array.from(solution.margins);
  const sole = lonely(program, active.weight);
  const tied = active.tied();
  let refits = 0,
    residual = solution.worst;
  for (let p = 0; p < m; p++) {
    if (sole[p] || !(active.weight[p * each] > 0) || !asked(p)) continue;
    const supports = variablesOfPoint(program, p).some((v) => solution.alpha[v] > 0 || active.a[v] > 0);
    if (!supports && !tied) margins.set(marginsByRule(active, p), p * each);
    if (!supports) continue;
    const result = without(active, p, scratch);
    margins.set(marginsOut(result.active, p), p * each);
    residual = Math.max(residual, worstWithout(result.active, p, margins));
    if (result.refitted) refits++;
    yield [p + 1, m];
  }
  const report = predictionsOf(program, margins, sole);
  return { margins, ...report, undefined: sole, refits, residual, certified: residual <= CERTIFIED };
}

/** {scores (m x Q), that sum to zero, predictions, errors, ties (m), nErrors}: a tie goes to the class that stands first. */
function predictionsOf(program, margins, sole) {
  const { m, Q, outputs, each, head } = program;
  const scores = scoresOfMargins(program, margins);
  const predictions = new Int32Array(m);
  const errors = new Uint8Array(m);
  const ties = new Uint8Array(m);
  let nErrors = 0;
  for (let i = 0; i < m; i++) {
    const own = head[i * each];
    const row = scores.subarray(i * Q, (i + 1) * Q);
    const best = Math.max(...row);
    const equal = TIE * Math.max(1, Math.abs(best));
    predictions[i] = sole[i] ? own : row.findIndex((score) => score >= best - equal);
    ties[i] = !sole[i] && row.filter((score) => score >= best - equal).length > 1 ? 1 : 0;
    errors[i] = predictions[i] === own ? 0 : 1;
    nErrors += errors[i];
    if (sole[i]) row.fill(NaN);
  }
  return { scores, predictions, errors, ties, nErrors, outputs };
}

/** {t (T), alpha (T x n), b (T x outputs)} while p is withdrawn, linear in between; in the units of the user. */
export function withdrawal(active, p, scratch = new ActiveSet(active.program)) {
  const { program } = active;
  const variables = variablesOfPoint(program, p);
  const frames = [];
  const groups = program.identical.map((group) => group.filter((v) => !variables.includes(v)));
  const slope = new Float64Array(program.n);
  const still = new Float64Array(program.n);
  const rates = Float64Array.from(variables, (v) => -active.a[v]);
  for (const piece of leaving(active, p, scratch)) {
    slope.fill(0);
    for (let j = 0; j < scratch.k; j++) slope[scratch.members[j]] = scratch.z[program.ties + j];
    variables.forEach((v, j) => (slope[v] = rates[j]));
    for (const ahead of bendsOf(groups, scratch.a, slope, scratch.upper, still, piece.length)) {
      const a = atBounds(
        scratch.a.map((value, v) => value + ahead * slope[v]),
        scratch.upper,
        ON_A_BOUND,
      );
      const alpha = distribute(groups, a, scratch.upper).map((value) => value * program.unit);
      const B = coefficientsOf(program, alpha);
      const b = scratch.b.map((value, t) => value + ahead * scratch.z[t]);
      frames.push({ t: Math.min(1, piece.t + ahead), alpha, b: fullIntercept(program, b, shiftOf(program, B)) });
    }
  }
  return frames;
}
