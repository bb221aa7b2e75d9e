// A run of a procedure: its states as columns, those that travel (explorers/learning_runs.py) and those that the page has
// found itself (learning/catalogue.js), and where a player may go among them.

import { unpackArrays } from "./arrays.js";
import { unpackSolution } from "./machine.js";

/** A run with its arrays unpacked; `length` is the number of its states. */
export function unpackRun(state) {
  const run = unpackArrays(state);
  const { length } = run.step;
  return { ...run, length, moves: new Array(length).fill(null), intercept: true };
}

/** State k as a solution that the plane can draw; made once. */
export function solutionOfState(machine, run, k) {
  const { m } = machine;
  run.solutions ??= [];
  run.solutions[k] ??= unpackSolution(machine, { C: run.C, alpha: run.alpha.slice(k * m, (k + 1) * m), b: [run.b[k]] });
  return run.solutions[k];
}

/** The next state in which some point is in another set than in state k: α = 0, between, at C; else the last. */
export function nextChange(machine, run, k) {
  const now = solutionOfState(machine, run, k).pointStatus;
  for (let next = k + 1; next < run.length; next++) {
    const there = solutionOfState(machine, run, next).pointStatus;
    if (there.some((status, i) => status !== now[i])) return next;
  }
  return run.length - 1;
}

/** The last state that has cost no more than `value` of `measure`: where a run beside another one stands. */
export function stateAt(run, measure, value) {
  let k = 0;
  while (k + 1 < run.length && run[measure][k + 1] <= value) k++;
  return k;
}

/** Q(α_i, α_j) - Q(before) of a move of two multipliers, at a place (α_i, α_j). */
export function heightOf({ before, slope, H }, x, y) {
  const [p, q] = [x - before[0], y - before[1]];
  return slope[0] * p + slope[1] * q - 0.5 * (H[0] * p * p + (H[1] + H[2]) * p * q + H[3] * q * q);
}

/** Both ends of the line on which a move of two multipliers could go inside [0, C]². */
export function segmentOfMove({ before, unclipped, after }, C) {
  const go = [0, 1].map((i) => Math.sign(unclipped[i] - before[i] || after[i] - before[i]) || 1);
  const forth = Math.min(...go.map((sign, i) => (sign > 0 ? C - before[i] : before[i])));
  const back = Math.min(...go.map((sign, i) => (sign > 0 ? before[i] : C - before[i])));
  const at = (t) => before.map((value, i) => value + t * go[i]);
  return [at(-back), at(forth)];
}
