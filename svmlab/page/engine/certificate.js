// What a solution says of itself, in the words of engine/certificate.py: objectives, gap, the largest violation of each
// Karush-Kuhn-Tucker condition; and the rule for an intercept that is not unique.

import { CERTIFIED, NOISE } from "../math/constants.js";
import { alongScores, balanced, coefficientsOf, scoresWithout, shiftOf } from "./dual_program.js";
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
 * units of the user: alpha (n), b (outputs), limits (Q x Q), margins (n), B (m x outputs), primal, dual, residuals.
 */
export function certify(program, a, upper, note = "") {
  const { unit, Q, outputs } = program;
  const alpha = program.identical.length ? distribute(program.identical, Float64Array.from(a), upper) : a;
  const B = coefficientsOf(program, alpha);
  const S = scoresWithout(program, B);
  const Ha = alongScores(program, S);
  const limits = interceptLimits(program, alpha, upper, Ha);
  const b = interceptOf(program, limits);
  for (let e = 0; e < S.length; e++) S[e] += b[e % outputs];
  const margins = alongScores(program, S);
  const { primal, dual, squaredNorm } = objectives(program, alpha, upper, Ha, margins);
  const residuals = residualsOf(program, alpha, upper, margins, S);
  for (let e = 0; e < B.length; e++) B[e] *= unit;
  const shift = shiftOf(program, B); // the data's distance from the origin belongs to the intercept alone
  const node = outputs === 1 ? [0, shift[0]] : shift;
  for (let k = 0; k < Q; k++) for (let l = 0; l < Q; l++) limits[k * Q + l] += node[l] - node[k];
  const solution = {
    alpha: alpha.map((value) => value * unit),
    upper: upper.map((value) => value * unit),
    b: balanced(b.map((value, o) => value - shift[o])),
    limits,
    margins,
    B,
    squaredNorm,
    primal,
    dual,
    residuals,
    note,
  };
  return Object.assign(solution, verdict(solution));
}

function objectives({ unit, n }, alpha, upper, Ha, margins) {
  let [norm, total, slack] = [0, 0, 0];
  for (let v = 0; v < n; v++) {
    norm += alpha[v] * Ha[v];
    total += alpha[v];
    if (Number.isFinite(upper[v])) slack += upper[v] * Math.max(0, 1 - margins[v]);
  }
  return { squaredNorm: unit * norm, dual: unit * (total - 0.5 * norm), primal: unit * (0.5 * norm + slack) };
}

/** The largest violation of each condition; what rounding alone may do to it would be taken off here. */
function residualsOf({ unit, n, ties, E }, alpha, upper, margins, S) {
  let [atZero, free, atUpper, outside, most, scale] = [0, 0, 0, 0, 0, 1];
  for (const score of S) scale = Math.max(scale, Math.abs(score));
  const sums = new Float64Array(ties + 1);
  for (let v = 0; v < n; v++) {
    if (Number.isFinite(upper[v])) scale = Math.max(scale, upper[v] * unit);
    most = Math.max(most, Math.abs(alpha[v]));
    outside = Math.max(outside, -alpha[v], alpha[v] - upper[v]);
    for (let t = 0; t < ties; t++) sums[t] += E[t * n + v] * alpha[v];
    if (!(upper[v] > 0)) continue;
    if (alpha[v] <= 0) atZero = Math.max(atZero, 1 - margins[v]);
    if (alpha[v] >= upper[v]) atUpper = Math.max(atUpper, margins[v] - 1);
    if (alpha[v] > 0 && alpha[v] < upper[v]) free = Math.max(free, Math.abs(margins[v] - 1));
  }
  for (let t = 0; t < ties; t++) sums[ties] -= sums[t]; // the tie of the last class
  const unbalanced = Math.max(...sums.map(Math.abs));
  return {
    "α = 0 needs margin ≥ 1": atZero / scale,
    "0 < α < C needs margin = 1": free / scale,
    "α = C needs margin ≤ 1": atUpper / scale,
    "Eᵀα = 0": unbalanced / (most || 1),
    "0 ≤ α ≤ C": outside / (most || 1),
  };
}

/** Whether the residuals are small enough, and the status in words. */
function verdict({ primal, dual, residuals, note }) {
  const gap = Math.abs(primal - dual) / Math.max(1, Math.abs(dual));
  const worst = Object.keys(residuals).reduce((u, v) => (residuals[v] > residuals[u] ? v : u));
  const kkt = Object.values(residuals).some(Number.isNaN) ? NaN : residuals[worst];
  const certified = kkt <= CERTIFIED && gap <= CERTIFIED;
  const measured = `relative duality gap ${scientific(gap)}, largest KKT residual ${scientific(kkt)}`;
  const advice = "standardise the features, or try a smaller C or a kernel matrix of smaller range";
  const what = certified ? `certified: ${measured}` : `not certified: ${measured} (${worst}); ${advice}`;
  return { gap, kkt, certified, text: note ? `${what}; ${note}` : what };
}

/** As Python's .1e. */
export function scientific(value) {
  return value.toExponential(1).replace(/e([+-])(\d)$/, "e$10$2");
}
