// How many points err at each C, in training and left out, worked out in slices once there is a path; a change of the
// points or of the kernel drops it.

import { covers, misclassified, solutionAt, trainingScores } from "../math/machine.js";
import { LogStops } from "../math/stops.js";
import { Work } from "../engine/work.js";
import { Stalled, Unbounded } from "../engine/working_set.js";

const MOST_POINTS = 400; // with more the curve of those left out takes too long

export class ErrorCurves {
  constructor() {
    this.drop();
  }

  /** Give up what is known or under way. */
  drop() {
    Object.assign(this, { trained: null, left: null, value: null, failed: false });
  }

  /** Are they still to come? */
  wanted(machine) {
    return !this.value && !this.failed && machine.m <= MOST_POINTS;
  }

  /** Go on for so many milliseconds; `value` is at last {trained, left}, each {C (P + 1), counts (P)}. */
  run({ engine, machine, range }, path, milliseconds) {
    try {
      this.trained ??= new Work(trainedAlong(machine, path, new LogStops({ low: range[0], high: range[1] })));
      this.left ??= engine.errorCurve(...range);
      if (!this.trained.run(milliseconds) || !this.left.run(milliseconds)) return;
      const { C, counts, certified } = this.left.value;
      if (certified) this.value = { trained: this.trained.value, left: { C, counts } };
      else this.failed = true;
    } catch (error) {
      if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
      this.failed = true;
    }
  }
}

/** {C (P + 1), counts (P)} of the training errors: exact at every stop of the slider of C, and steps half-way between. */
function* trainedAlong(machine, path, stops) {
  const C = Array.from({ length: stops.steps + 1 }, (_, k) => stops.valueAt(k)).filter((value) => covers(path, value));
  const counts = [];
  for (const value of C) {
    const wrong = misclassified(machine, trainingScores(machine, solutionAt(machine, path, value)));
    counts.push(wrong.reduce((sum, is) => sum + is, 0));
    yield;
  }
  return steppedThrough(C, counts);
}

/** Steps {C (P + 1), counts (P)} through counts at some values of C. */
export function steppedThrough(C, counts) {
  const steps = { C: [C[0]], counts: [counts[0]] };
  for (let k = 1; k < C.length; k++) {
    if (counts[k] === counts[k - 1]) continue;
    steps.C.push(Math.sqrt(C[k - 1] * C[k]));
    steps.counts.push(counts[k]);
  }
  steps.C.push(C.at(-1));
  return steps;
}
