// Which two multipliers SMO moves: each way is called with (problem, a, g, tol) and returns {variables, signs}.
//
// With F_i = y_i (1 - Hα)_i, y_i α_i rises and y_j α_j falls; the slope is F_i - F_j, and the optimum has none above zero.

import { Random } from "../math/random.js";

const TIE_OF_SLOPES = 1e-10; // by how much two slopes differ through rounding, of the largest

/** {F (m), rise, fall}: whether y α may rise, may fall. */
function sides({ signs, upper }, a, g) {
  const below = (i) => a[i] < upper[i];
  const above = (i) => a[i] > 0;
  return {
    F: g.map((value, i) => signs[i] * value),
    rise: (i) => (signs[i] > 0 ? below(i) : above(i)),
    fall: (i) => (signs[i] > 0 ? above(i) : below(i)),
  };
}

const pairOf = ({ signs }, i, j) => ({ variables: [i, j], signs: [signs[i], -signs[j]] });
const those = (F, holds) => Array.from(F.keys()).filter(holds);
const tieOf = (F) => TIE_OF_SLOPES * F.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
const most = (values, among) => among.reduce((value, j) => Math.max(value, values[j]), -Infinity);
const least = (values, among) => among.reduce((value, j) => Math.min(value, values[j]), Infinity);

/**
 * The first of the places that has the highest value, or falls short of it by no more than ``tie``: both multipliers of
 * a step have the same slope after it, up to rounding, which is not to choose between them.
 */
function firstHighest(values, among, tie) {
  const level = most(values, among) - tie;
  return among.find((j) => values[j] >= level);
}

/** {violation, pair}: half the largest slope, and the pair that has it. Of multipliers that tie, one that is raised. */
export function mostViolating(problem, a, g) {
  const { F, rise, fall } = sides(problem, a, g);
  const raisedFirst = (among, positive) => [
    ...among.filter((i) => problem.signs[i] > 0 === positive),
    ...among.filter((i) => problem.signs[i] > 0 !== positive),
  ];
  const [up, down] = [raisedFirst(those(F, rise), true), raisedFirst(those(F, fall), false)];
  if (!up.length || !down.length) return { violation: 0, pair: null };
  const tie = tieOf(F);
  const i = firstHighest(F, up, tie);
  const j = firstHighest(
    F.map((value) => -value),
    down,
    tie,
  );
  return { violation: Math.max(0, 0.5 * (most(F, up) - least(F, down))), pair: pairOf(problem, i, j) };
}

/** i of largest F, then the j with which Q(α) would gain most if no bound were in the way. */
function secondOrder(problem, a, g) {
  const { F, rise, fall } = sides(problem, a, g);
  const { K, diagonal } = problem;
  const i = firstHighest(F, those(F, rise), tieOf(F));
  const gain = (j) => Math.max(F[i] - F[j], 0) ** 2 / Math.max(diagonal[i] + diagonal[j] - 2 * K[i][j], 1e-12);
  const gains = F.map((_, j) => (fall(j) ? gain(j) : -1));
  const all = those(F, () => true);
  return pairOf(problem, i, firstHighest(gains, all, TIE_OF_SLOPES * most(gains, all)));
}

/** Any i that violates its condition against some j by more than tol, then any such j. */
function atRandom(random) {
  return (problem, a, g, tol) => {
    const { F, rise, fall } = sides(problem, a, g);
    const bottom = least(F, those(F, fall));
    const i = random.choice(those(F, (k) => rise(k) && F[k] - bottom > tol));
    return pairOf(problem, i, random.choice(those(F, (k) => fall(k) && F[i] - F[k] > tol)));
  };
}

/** Platt 1999: i from sweeps over all points and over the free ones, j the free point of largest |F_i - F_j|. */
function platt(random) {
  let [sweep, overAll, changed] = [[], false, false];
  return (problem, a, g, tol) => {
    const { F, rise, fall } = sides(problem, a, g);
    const middle = 0.5 * (most(F, those(F, rise)) + least(F, those(F, fall)));
    const free = those(F, (i) => a[i] > 0 && a[i] < problem.upper[i]);
    const partnerOf = (i) => {
      if (!(rise(i) && F[i] - middle > tol) && !(fall(i) && middle - F[i] > tol)) return null;
      const useful = (j) => (rise(i) && fall(j) && F[i] - F[j] > tol) || (fall(i) && rise(j) && F[j] - F[i] > tol);
      if (free.length) {
        const far = F.map((value) => Math.abs(F[i] - value));
        const furthest = firstHighest(far, free, tieOf(F));
        if (useful(furthest)) return furthest;
      }
      for (const some of [free, those(F, () => true)]) {
        const start = some.length ? random.below(some.length) : 0;
        const found = [...some.slice(start), ...some.slice(0, start)].find(useful);
        if (found !== undefined) return found;
      }
      return null;
    };
    for (;;) {
      while (sweep.length) {
        const i = sweep.shift();
        const j = partnerOf(i);
        if (j === null) continue;
        changed = true;
        return F[i] > F[j] ? pairOf(problem, i, j) : pairOf(problem, j, i);
      }
      overAll = !(overAll || changed);
      changed = false;
      sweep = overAll ? those(F, () => true) : [...free];
    }
  };
}

/** Each from a seed. */
export const CHOICES = {
  violating: () => (problem, a, g) => mostViolating(problem, a, g).pair,
  "second order": () => secondOrder,
  platt: (seed) => platt(new Random(seed)),
  random: (seed) => atRandom(new Random(seed)),
};
