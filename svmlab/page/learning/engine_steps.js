// The exact engine's own active set, from nothing: the optimum of an easier program, which is made the one asked for.

import { NOISE } from "../math/constants.js";
import { atBounds } from "../engine/certificate.js";
import { programOfPoints } from "../engine/dual_program.js";
import { coldSteps } from "../engine/training.js";
import { Problem } from "./problems.js";
import { Diary } from "./states.js";

/** The State at each exchange of the active set, begun at α = 0; ends at the optimum, up to rounding. */
export function* activeSet(asked) {
  const problem = new Problem(asked);
  const diary = new Diary(problem);
  const program = programOfPoints({ ...asked, Q: 2, outputs: 1, weight: null });
  const seen = new Set();
  let [a, what] = [problem.zero, "every α is 0"];
  for (const active of coldSteps(program, problem.C / program.unit)) {
    a = multipliersOf(active, program.unit, problem.upper);
    const free = Array.from(active.members.slice(0, active.k));
    const fresh = free.filter((v) => !seen.has(v));
    for (const v of fresh) seen.add(v);
    const bounded = active.side.reduce((count, side) => count + Number(side === -1), 0);
    if (diary.step >= 0) what = `${free.length} between 0 and C, ${bounded} at C: the next exchange`;
    yield diary.state(a, what, free, problem.m * fresh.length);
  }
  yield diary.state(a, "f is -1: this is the optimum", [], 0, { done: true });
}

/** In units of the user, exact at their bounds. */
function multipliersOf(active, unit, upper) {
  const scaled = atBounds(active.a, active.upper, NOISE);
  return scaled.map((value, v) =>
    active.side[v] === -1 || value >= active.upper[v] ? upper[v] : Math.min(value * unit, upper[v]),
  );
}
