// What a solution says of itself, by the rule and in the words of engine/certificate.py: objectives, gap, the largest
// violation of each Karush-Kuhn-Tucker condition, and what rounding may hide of them; all in doubles, so that what these
// leave open is not certified here. And the rule for an intercept that is not unique.

import { CERTIFIED, NOISE } from "../math/constants.js";
import { alongScores, balanced, coefficientsOf, scoresWithout, shiftOf, uncertainty } from "./dual_program.js";
import { distribute } from "./twins.js";

export const NOT_SEPARABLE =
  "C=inf asks for a hard margin, but the classes cannot be separated with this kernel (in double precision); " +
  "use a finite C, or a kernel that separates them such as a narrower Gaussian";

/** Distance from a bound that counts as none: relative to the largest of a (n), and less than the smallest bound, but not
 * less than rounding. */
export function nearABound(a, upper, rounding) {
  let [most, smallest] = [0, Infinity];
  for (let v = 0; v < a.length; v++) {
    most = Math.max(most, a[v]);
    if (upper[v] > 0) smallest = Math.min(smallest, upper[v]);
  }
  return Math.max(Math.min(rounding * most, 1e-3 * smallest), NOISE * most);
}

/** a (n) with what is near 0 or ``upper`` put there exactly; see nearABound. */
export function atBounds(a, upper, rounding = 1e-14) {
  const near = nearABound(a, upper, rounding);
  return a.map((value, v) => {
    const nearest = Math.min(near, 1e-3 * upper[v]);
    return value <= nearest ? 0 : value >= upper[v] - nearest ? upper[v] : value;
  });
}

/**
 * limits[k·Q + l]: tight upper limits of b_k - b_l over all optimal intercepts, from margins without b.
 *
 * A variable below its upper bound asks for b_head - b_tail ≥ 1 - (Hα)_v, one above zero for ≤: difference
 * constraints, made tight by shortest paths (Floyd and Warshall).
 */
export function interceptLimits({ n, Q, head, tail }, alpha, upper, Ha) {
  const limits = new Float64Array(Q * Q).fill(Infinity);
  for (let v = 0; v < n; v++) {
    if (!(upper[v] > 0)) continue;
    const needed = 1 - Ha[v];
    const [down, up] = [tail[v] * Q + head[v], head[v] * Q + tail[v]];
    if (alpha[v] < upper[v] && -needed < limits[down]) limits[down] = -needed;
    if (alpha[v] > 0 && needed < limits[up]) limits[up] = needed;
  }
  return shortest(limits, Q);
}

export function shortest(limits, Q) {
  for (let c = 0; c < Q; c++) limits[c * Q + c] = 0;
  for (let c = 0; c < Q; c++) {
    for (let k = 0; k < Q; k++) {
      for (let l = 0; l < Q; l++) {
        const around = limits[k * Q + c] + limits[c * Q + l];
        if (around < limits[k * Q + l]) limits[k * Q + l] = around;
      }
    }
  }
  for (let c = 0; c < Q; c++) limits[c * Q + c] = 0;
  return limits;
}

/** One optimal intercept (outputs): the mean of the extreme potentials; the midpoint for two classes. */
export function interceptOf({ Q, outputs }, limits) {
  if (outputs === 1) return Float64Array.of(finiteOr(0.5 * (limits[2] - limits[1])));
  const b = new Float64Array(Q);
  for (let c = 0; c < Q; c++) {
    for (let sign = 1; sign >= -1; sign -= 2) {
      const potential = Array.from({ length: Q }, (_, k) => (sign > 0 ? limits[k * Q + c] : -limits[c * Q + k]));
      const mean = potential.reduce((s, v) => s + v, 0) / Q;
      for (let k = 0; k < Q; k++) b[k] += (potential[k] - mean) / (2 * Q);
    }
  }
  return balanced(b.map(finiteOr));
}

function finiteOr(value) {
  return Number.isFinite(value) ? value : NaN;
}

/**
 * Complete multipliers ``a`` (n, of the scaled program; upper (n) too) to a solution that certifies itself, in the
 * units of the user: alpha (n), b (outputs), limits (Q x Q), margins (n), B (m x outputs), primal, dual; gap and kkt, the
 * relative duality gap and the largest residual, both with what rounding may add, and worst, the larger.
 */
export function certify(program, a, upper, note = "") {
  const { unit, Q, outputs } = program;
  const alpha = program.identical.length ? distribute(program.identical, Float64Array.from(a), upper) : a;
  const B = coefficientsOf(program, alpha);
  const sums = columnSums(B, outputs);
  const S = scoresWithout(program, B);
  const mean = addImbalance(program, S, sums);
  const Ha = alongScores(program, S);
  const limits = interceptLimits(program, alpha, upper, Ha);
  const b = interceptOf(program, limits);
  for (let e = 0; e < S.length; e++) S[e] += b[e % outputs];
  const margins = alongScores(program, S);
  const { squaredNorm, primal, dual, ...measures } = measured(program, { alpha, upper, Ha, margins, b, sums });
  for (let e = 0; e < B.length; e++) B[e] *= unit;
  const shift = shiftOf(program, B); // the data's distance from the origin belongs to the intercept alone
  for (let o = 0; o < outputs; o++) shift[o] += mean * unit * sums[o];
  const node = outputs === 1 ? [0, shift[0]] : shift;
  for (let k = 0; k < Q; k++) for (let l = 0; l < Q; l++) limits[k * Q + l] += node[l] - node[k];
  return {
    alpha: alpha.map((value) => value * unit),
    upper: upper.map((value) => value * unit),
    b: balanced(b.map((value, o) => value - shift[o])),
    limits,
    margins,
    B,
    squaredNorm: unit * squaredNorm,
    primal: unit * primal,
    dual: unit * dual,
    ...measures,
    ...verdict(measures, note),
  };
}

/** (outputs) the sums of the columns of B (m x outputs): Eᵀα, zero but for rounding. */
export function columnSums(B, outputs) {
  const sums = new Float64Array(outputs);
  for (let e = 0; e < B.length; e++) sums[e % outputs] += B[e];
  return sums;
}

/** K B is more than K_c B where Eᵀα ≠ 0: S (m x outputs), changed in place, up to a constant; returns the mean offset. */
function addImbalance({ m, outputs, unit, offset }, S, sums) {
  const mean = offset.reduce((sum, value) => sum + value, 0) / m;
  for (let i = 0, e = 0; i < m; i++) {
    for (let o = 0; o < outputs; o++) S[e++] += (offset[i] - mean) * unit * sums[o];
  }
  return mean;
}

/**
 * {squaredNorm, primal, dual, residuals, gap, kkt, worst, unsure (n)} of alpha, upper, Ha, margins (n) with the intercept
 * b and the sums Eᵀα; in the units of the scaled program. unsure: how far rounding may have moved each margin.
 */
export function measured(program, { alpha, upper, Ha, margins, b, sums }) {
  const unsure = uncertainty(program, alpha);
  let [size, untied] = [0, 0];
  for (const value of b) size = Math.max(size, Math.abs(value));
  for (let t = 0; t < b.length; t++) untied += Math.abs(sums[t] * b[t]);
  for (let v = 0; v < unsure.length; v++) unsure[v] += Number.EPSILON * size;
  const { between, ...found } = objectives({ alpha, upper, Ha, margins, unsure, untied });
  const residuals = residualsOf({ alpha, upper, margins, unsure, sums });
  const gap = relative(found.primal - found.dual, between, found.dual);
  const kkt = Math.max(...Object.values(residuals)); // NaN where one is
  const worst = Math.max(kkt, gap);
  return { ...found, residuals, gap, kkt, worst: Number.isNaN(worst) ? Infinity : worst, unsure };
}

/**
 * {squaredNorm, primal, dual, between: what is between an upper and a lower limit of the optimum, rounding included};
 * untied: what Eᵀα ≠ 0 takes from the dual. The upper limit is the primal objective of (w, b)/(1 - v), see Python's.
 */
function objectives({ alpha, upper, Ha, margins, unsure, untied }) {
  const n = alpha.length;
  const rounding = Number.EPSILON * (8 + Math.sqrt(n));
  let [squaredNorm, off, total, slack] = [0, 0, 0, 0];
  for (let v = 0; v < n; v++) {
    const term = alpha[v] * Ha[v];
    squaredNorm += term;
    off += alpha[v] * unsure[v] + rounding * Math.abs(term);
    total += alpha[v];
    if (upper[v] < Infinity) slack += upper[v] * Math.max(0, 1 - margins[v]);
  }
  if (-off <= squaredNorm && squaredNorm < 0) squaredNorm = 0;
  const dual = total - 0.5 * squaredNorm;
  const lowest = dual - 0.5 * off - rounding * total - untied;
  let [primal, highest] = [0.5 * squaredNorm + slack, Infinity];
  for (const onlyHard of [false, true]) {
    const exact = { alpha, upper, margins, unsure, onlyHard };
    const short = shortfall(exact);
    if (!(short < 0.5 && squaredNorm >= 0)) continue;
    const stretch = 1 / (1 - short);
    const half = 0.5 * stretch * stretch;
    if (short < CERTIFIED) {
      const same = half * squaredNorm + slackOf(exact, stretch, 0); // the same solution, up to rounding
      primal = Math.min(primal, Math.max(dual, same));
    }
    highest = Math.min(highest, half * (squaredNorm + off) + slackOf(exact, stretch, 1));
  }
  return { squaredNorm, primal, dual, between: highest - lowest };
}

/** Whether a margin is to have no slack: α below its bound, or with ``onlyHard`` only where there is no bound. */
function hasNoSlack(onlyHard, alpha, upper) {
  return onlyHard ? upper === Infinity : upper > 0 && alpha < upper;
}

/** By how much margins without slack are short of 1 at the most, rounding included. */
function shortfall({ alpha, upper, margins, unsure, onlyHard }) {
  let short = 0;
  for (let v = 0; v < alpha.length; v++) {
    if (hasNoSlack(onlyHard, alpha[v], upper[v])) short = Math.max(short, 1 - margins[v] + unsure[v]);
  }
  return short;
}

/** What the slack of the others costs with longer margins, each less by ``doubt`` times its uncertainty. */
function slackOf({ alpha, upper, margins, unsure, onlyHard }, stretch, doubt) {
  let sum = 0;
  for (let v = 0; v < alpha.length; v++) {
    if (hasNoSlack(onlyHard, alpha[v], upper[v]) || upper[v] === Infinity) continue;
    sum += upper[v] * Math.max(0, 1 - stretch * (margins[v] - doubt * unsure[v]));
  }
  return sum;
}

/** The larger of the gap and what the limits of the optimum leave between them, over the objective. */
function relative(gap, between, dual) {
  const larger = Math.max(Math.abs(between), Math.abs(gap));
  const size = Math.abs(dual);
  return size > 0 && Number.isFinite(larger) ? larger / size : Infinity;
}

/** The largest violation of each condition, what rounding may have hidden included. */
function residualsOf({ alpha, upper, margins, unsure, sums }) {
  let [atZero, free, atUpper, outside, most, tied] = [0, 0, 0, 0, 0, 0];
  for (let v = 0; v < alpha.length; v++) {
    most = Math.max(most, Math.abs(alpha[v]));
    if (!(upper[v] > 0)) continue;
    outside = Math.max(outside, Math.max(-alpha[v], alpha[v] - upper[v]) / Math.min(upper[v], 1e300));
    if (alpha[v] <= 0) atZero = Math.max(atZero, 1 - margins[v] + unsure[v]);
    else if (alpha[v] >= upper[v]) atUpper = Math.max(atUpper, margins[v] - 1 + unsure[v]);
    else free = Math.max(free, Math.abs(margins[v] - 1) + unsure[v]);
  }
  for (const sum of sums) tied = Math.max(tied, Math.abs(sum));
  return {
    "α = 0 needs margin ≥ 1": atZero,
    "0 < α < C needs margin = 1": free,
    "α = C needs margin ≤ 1": atUpper,
    "Eᵀα = 0": tied / (most || 1),
    "0 ≤ α ≤ C": outside,
  };
}

/** Whether all is small enough, and the status in words. */
function verdict({ residuals, gap, kkt, worst }, note) {
  const certified = worst <= CERTIFIED;
  const which = Object.keys(residuals).reduce((u, v) => (residuals[v] > residuals[u] ? v : u));
  const measures = `relative duality gap ${scientific(gap)}, largest KKT residual ${scientific(kkt)}`;
  const advice = "standardise the features, or try a smaller C or a kernel matrix of smaller range";
  const what = certified ? `certified: ${measures}` : `not certified: ${measures} (${which}); ${advice}`;
  return { certified, text: note ? `${what}; ${note}` : what };
}

/** As Python's .1e. */
export function scientific(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : "inf";
  return value.toExponential(1).replace(/e([+-])(\d)$/, "e$10$2");
}
