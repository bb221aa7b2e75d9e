// A small program of one tie, solved without any solver: min ½ aᵀHa + fᵀa, Eᵀa = r, 0 ≤ a ≤ u, E of +1 and -1. At a = 0 an
// easier f has its optimum; from there f and r are led to their values, and the optimum follows.

import { ActiveSet } from "./active_set.js";

const ROUNDS = 4; // how often what rounding did is taken back
const LED = 1e-15; // violation, where the largest κ is one, that is none

/** The working set of the optimum; H (n x n), E, f, upper (n), r; ``first``: whose multiplier is to be the first. */
export function* led({ H, E, f, r, upper, first = 0 }) {
  const n = E.length;
  const active = new ActiveSet({ n, ties: 1, H, E, weight: upper });
  active.upper.set(upper);
  active.linear.forEach((_, v) => (active.linear[v] = v === first ? 0 : 0.5 + ((v * 0.618034) % 1)));
  for (let v = 0; v < n; v++) active.side[v] = v === first || !(upper[v] > 0) ? 0 : 1;
  active.begin([first]);
  yield* lead(
    active,
    active.linear.map((height, v) => f[v] - height),
    r,
  );
  for (let round = 1; round < ROUNDS && !isThere(active, f, r); round++) {
    yield* lead(active, shifted(active, f), r - active.balance[0]);
  }
  return active;
}

function* lead(active, linear, balance) {
  for (const _ of active.follow(1, { linear, balance: [balance] })) yield;
}

/** Measure anew, with f and r as they are to be; whether the conditions hold. */
function isThere(active, f, r) {
  const { a, g, side, members, k, upper } = active;
  for (let j = 0; j < k; j++) a[members[j]] = Math.min(upper[members[j]], Math.max(0, a[members[j]]));
  active.linear.set(f);
  active.gradient();
  active.balance.fill(0);
  active.addBalance(active.balance, a);
  let wrong = Math.abs(active.balance[0] - r);
  for (let v = 0; v < active.n; v++) wrong = Math.max(wrong, -side[v] * g[v]);
  for (let j = 0; j < k; j++) wrong = Math.max(wrong, Math.abs(g[members[j]]));
  return wrong < LED;
}

/** Shift f so that the present point is optimal; returns the way back (n). */
function shifted({ n, g, side, linear, members, k }) {
  const error = Float64Array.from({ length: n }, (_, v) => side[v] * Math.min(0, side[v] * g[v]));
  for (let j = 0; j < k; j++) error[members[j]] = g[members[j]];
  for (let v = 0; v < n; v++) {
    g[v] -= error[v];
    linear[v] -= error[v];
  }
  return error;
}
