// The smallest ball that contains points of feature space, see theory/ball.py: R² is the optimum of
//
//   max_β Σ β_i κ(x_i, x_i) - Σ β_i β_j κ(x_i, x_j),   β ≥ 0,  Σ β_i = 1,
//
// a program of the form of the machines' own, with +1 in place of the labels. The D of the bounds is its diameter.

import { CERTIFIED } from "../math/constants.js";
import { centre } from "./dual_program.js";
import { led } from "./leading.js";
import { Stalled, Unbounded } from "./working_set.js";

const NOTHING = 1e-14; // a coefficient of the centre that is rounding
const STARTS = 5; // points to begin with, as long as no ball is certified

/**
 * The ball of n points from their kernel matrix K (n x n, overwritten): a generator that yields now and then and returns
 * {beta (n), squaredRadius, lower: no ball's R² is below it, diameter, certified}.
 */
export function* smallestBall(K, n) {
  centre(K, n); // distances do not see the origin, but rounding does
  const farthest = Array.from({ length: n }, (_, i) => i).sort((i, j) => K[j * n + j] - K[i * n + i]);
  const scale = K[farthest[0] * n + farthest[0]];
  if (!(scale > 0)) return measuredBall(K, onSimplex(new Float64Array(n).fill(1)), 1);
  for (let p = 0; p < n * n; p++) K[p] /= scale;
  let best = null;
  for (const first of farthest.slice(0, STARTS)) {
    const found = measuredBall(K, yield* centreFrom(K, n, first), scale);
    if (best === null || found.squaredRadius < best.squaredRadius) best = found;
    if (best.certified) break;
  }
  return best;
}

/** β (n), begun with all of it on one point; and left there where the working set stalls. */
function* centreFrom(K, n, first) {
  const E = new Float64Array(n).fill(1);
  const f = E.map((_, i) => -0.5 * K[i * n + i]);
  try {
    return onSimplex((yield* led({ H: K, E, f, r: 1, upper: new Float64Array(n).fill(Infinity), first })).a);
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
    return E.map((_, i) => (i === first ? 1 : 0));
  }
}

function onSimplex(beta) {
  const kept = beta.map((value) => (value > NOTHING ? value : 0));
  const sum = kept.reduce((total, value) => total + value, 0);
  return kept.map((value) => value / sum);
}

/** What β is worth, measured from scratch; K (n x n) about the mean, in units of ``scale``. */
function measuredBall(K, beta, scale) {
  const n = beta.length;
  const toward = new Float64Array(n);
  let [inner, lengths] = [0, 0];
  for (let i = 0, p = 0; i < n; i++) for (let j = 0; j < n; j++) toward[i] += K[p++] * beta[j];
  for (let i = 0; i < n; i++) {
    inner += beta[i] * toward[i];
    lengths += beta[i] * K[i * n + i];
  }
  const squared = toward.map((value, i) => Math.max(0, K[i * n + i] - 2 * value + inner));
  const most = squared.reduce((largest, value) => Math.max(largest, value), 0);
  const lower = lengths - inner;
  let inside = 0;
  for (let i = 0; i < n; i++) if (beta[i] > 0) inside = Math.max(inside, most - squared[i]);
  const certified = Math.max(most - lower, inside) <= CERTIFIED * (most || 1);
  return { beta, squaredRadius: scale * most, lower: scale * lower, diameter: 2 * Math.sqrt(scale * most), certified };
}
