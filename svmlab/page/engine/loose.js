// The intercept where it is not unique: the limits of b_k - b_l on one straight piece of the way in C, and its rule there.

import { ON_A_BOUND } from "../math/constants.js";
import { atBounds, interceptLimits, interceptOf, shortest } from "./certificate.js";

/** The intercept (outputs) of the rule at the present optimum, without the variables of point p (none where p < 0). */
export function interceptByRule(active, p = -1) {
  const { n, program, g, upper, side } = active;
  const { example } = program;
  const bounds = upper.map((bound, v) => (example[v] === p ? 0 : bound));
  const alpha = atBounds(active.a, bounds, ON_A_BOUND);
  const Ha = new Float64Array(n);
  for (let v = 0; v < n; v++) {
    if (side[v] === -1) alpha[v] = bounds[v];
    Ha[v] = g[v] + 1 - active.tieOf(v, active.b);
  }
  return interceptOf(program, interceptLimits(program, alpha, bounds, Ha));
}

/** The same as a function of how far one goes on the present piece of the way in C; what never limits b is left out. */
export function ruleAlong(active) {
  const { program, piece } = active;
  const { Q } = program;
  const { entries, values, rates } = lastingLimits(limitsAlong(active), piece.length, Q);
  const limits = new Float64Array(Q * Q);
  return (ahead) => {
    limits.fill(Infinity);
    for (let i = 0; i < entries.length; i++) {
      const value = values[i] + ahead * rates[i];
      if (value < limits[entries[i]]) limits[entries[i]] = value;
    }
    return interceptOf(program, shortest(limits, Q));
  };
}

/** {entries, values, rates}: limits of b_k - b_l, at k·Q + l, each by one variable, at the beginning and per unit of C. */
function limitsAlong(active) {
  const { n, k, members, program, side, g, dg, z, b, upper, piece } = active;
  const { Q, head, tail } = program;
  const place = Int8Array.from(side);
  const rounding = active.nothing;
  for (let j = 0; j < k; j++) place[members[j]] = active.placeOf(j, 0.5 * piece.length, rounding);
  const inside = new Uint8Array(n);
  for (let j = 0; j < k; j++) inside[members[j]] = place[members[j]] === 0 ? 1 : 0;
  const [entries, values, rates] = [[], [], []];
  for (let v = 0; v < n; v++) {
    if (!(upper[v] > 0) || (place[v] === 0 && !inside[v])) continue; // held: it limits nothing
    const needed = active.tieOf(v, b) - g[v],
      rate = active.tieOf(v, z) - dg[v];
    if (place[v] !== -1) {
      entries.push(tail[v] * Q + head[v]);
      values.push(-needed);
      rates.push(-rate);
    }
    if (place[v] !== 1) {
      entries.push(head[v] * Q + tail[v]);
      values.push(needed);
      rates.push(rate);
    }
  }
  return { entries, values, rates };
}

/** Those that are the smallest of their pair of classes somewhere within ``length``. */
function lastingLimits({ entries, values, rates }, length, Q) {
  const lowest = new Float64Array(Q * Q).fill(Infinity);
  const most = (i) => Math.max(values[i], values[i] + length * rates[i]);
  const least = (i) => Math.min(values[i], values[i] + length * rates[i]);
  entries.forEach((entry, i) => (lowest[entry] = Math.min(lowest[entry], most(i))));
  const kept = entries.map((_, i) => i).filter((i) => !(least(i) > lowest[entries[i]]));
  return { entries: kept.map((i) => entries[i]), values: kept.map((i) => values[i]), rates: kept.map((i) => rates[i]) };
}
