// The leave-one-out errors over a parameter of the kernel, see exact/kernel_curve.py: exact at samples, where every point
// is left out. Where a point errs at one of two neighbours and not at the other, a change between them is bracketed;
// of a point that changes twice there nothing is known.

import { coarseFirst } from "../math/stops.js";
import { boundsOf, commonOf, countsOf } from "./biclass_bounds.js";
import { programOfPoints } from "./dual_program.js";
import { bestIntervals, errorCurve } from "./error_curve.js";
import { leaveOneOut } from "./leaving.js";
import { solutionOf } from "./machine_engine.js";
import { NotSeparable, train, transplanted } from "./training.js";
import { quietly } from "./work.js";
import { Stalled, Unbounded } from "./working_set.js";

/** The machines of the same points and C, {X, y, Q, outputs, kernel, C}, for each value of a parameter of the kernel. */
class Family {
  constructor({ X, y, ...more }, parameter) {
    Object.assign(this, { X: Float64Array.from(X), y: Int32Array.from(y), ...more, parameter });
    this.origin = Array.from(this.y, (_, i) => i);
    this.starts = []; // [{value, unit, a, b, side}] of those that have been solved
  }

  /** {program, active, solution} at a value, begun at the nearest one that is known; null where there is no machine. */
  at(value) {
    const program = programOfPoints({ ...this, kernel: { ...this.kernel, [this.parameter]: value } });
    const C = this.C / program.unit;
    try {
      const near = this.#nearest(value);
      const active = near ? transplanted(program, C, near, this.origin) : train(program, C);
      if (near?.value !== value) this.starts.push(startOf(active, value));
      return { program, active, solution: solutionOf(active) };
    } catch (error) {
      if (error instanceof NotSeparable || error instanceof Stalled || error instanceof Unbounded) return null;
      throw error;
    }
  }

  #nearest(value) {
    const apart = (start) => Math.abs(Math.log(start.value / value));
    return this.starts.reduce((best, start) => (best && apart(best) <= apart(start) ? best : start), null);
  }

  /** {value, errors (m: 1, 0, -1 where undefined), count}, of all points or those asked for; errors is null where they
   * are not certified, or there is no machine. A generator that yields now and then. */
  *leftOut(value, asked) {
    const machine = this.at(value);
    const found = machine && (yield* quietly(leaveOneOut(machine.active, machine.solution, asked)));
    if (!found?.certified) return { value, errors: null, count: NaN };
    const errors = Int8Array.from(found.errors, (error, p) => (found.undefined[p] ? -1 : error));
    return { value, errors, count: found.nErrors };
  }
}

function startOf({ program, a, b, side }, value) {
  return { value, unit: program.unit, a: Float64Array.from(a), b: Float64Array.from(b), side: Int8Array.from(side) };
}

/** What is known of the errors from the first of the values to the last. */
export class KernelCurve {
  constructor(family, values) {
    Object.assign(this, { family, values });
    this.samples = []; // by the place of their value, those that are known
    this.changes = new Map(); // sample -> [{value, p, error}] between it and the one after it, once they are bracketed
  }

  get known() {
    return this.samples.filter(Boolean);
  }

  /** Between two samples that have errors who errs at one of them only, {value, p, error: at the second}, where it is known. */
  between(left, right) {
    const middle = Math.sqrt(left.value * right.value);
    return this.changes.get(left) ?? changedIn(left, right).map((p) => ({ value: middle, p, error: right.errors[p] }));
  }

  /**
   * {at (P + 1), counts (P; NaN where they are not known), best: [[from, to]], fewest, m, defined, samples: [{at, count}]}:
   * steps between the samples that are known, of which there are two or more.
   */
  steps() {
    const { known, family } = this;
    const steps = new Steps(known[0].value);
    for (let k = 1; k < known.length; k++) {
      const [left, right] = [known[k - 1], known[k]];
      let count = left.errors && right.errors ? left.count : NaN;
      for (const { value, error } of Number.isNaN(count) ? [] : this.between(left, right)) {
        steps.upTo(value, count);
        count += error ? 1 : -1;
      }
      steps.upTo(right.value, count);
    }
    const { at, counts } = steps;
    const m = family.y.length;
    const errors = known.find((sample) => sample.errors)?.errors ?? [];
    const defined = m - errors.reduce((sum, error) => sum + (error < 0 ? 1 : 0), 0);
    const told = counts.map((count) => (Number.isNaN(count) ? Infinity : count));
    const best = told.some(Number.isFinite) ? bestIntervals(at, told) : [];
    const samples = known.map(({ value, count }) => ({ at: value, count }));
    return { at, counts, best, fewest: Math.min(...told), m, defined, samples };
  }
}

/** A step function that is told from left to right. */
class Steps {
  constructor(begin) {
    this.at = [begin];
    this.counts = [];
  }

  upTo(end, count) {
    const { at, counts } = this;
    if (end <= at.at(-1)) return;
    if (Object.is(counts.at(-1), count)) at[at.length - 1] = end;
    else {
      at.push(end);
      counts.push(count);
    }
  }
}

function changedIn(left, right) {
  return Array.from(left.errors.keys()).filter((p) => left.errors[p] !== right.errors[p]);
}

/**
 * The errors from the first of increasing values to the last: a generator that yields the KernelCurve now and then and
 * returns it. All points are left out at the values, both ends first, then every 8th, 4th, 2nd; then changes between
 * neighbours are bracketed to ``within``, a ratio.
 */
export function* kernelCurve(machine, parameter, values, within) {
  const curve = new KernelCurve(new Family(machine, parameter), values);
  for (const k of coarseFirst(values.length)) {
    curve.samples[k] = yield* curve.family.leftOut(values[k]);
    yield curve;
  }
  for (let k = 1; k < values.length; k++) {
    const [left, right] = [curve.samples[k - 1], curve.samples[k]];
    if (!left.errors || !right.errors) continue;
    const found = [];
    yield* bracket(curve.family, { left, right, points: changedIn(left, right), within }, found);
    curve.changes.set(
      left,
      found.sort((one, other) => one.value - other.value),
    );
    yield curve;
  }
  return curve;
}

/** Where between left and right the points change, each of which errs at one of them only: pushes {value, p, error}. */
function* bracket(family, { left, right, points, within }, found) {
  if (!points.length) return;
  const value = Math.sqrt(left.value * right.value);
  const close = right.value <= left.value * within;
  const middle = close ? null : yield* family.leftOut(value, (p) => points.includes(p));
  if (!middle?.errors) {
    for (const p of points) found.push({ value, p, error: right.errors[p] });
    return;
  }
  const early = points.filter((p) => middle.errors[p] !== left.errors[p]);
  const late = points.filter((p) => middle.errors[p] === left.errors[p]);
  yield* bracket(family, { left, right: middle, points: early, within }, found);
  yield* bracket(family, { left: middle, right, points: late, within }, found);
}

/** The bounds of two classes at the samples of a curve: yields [{at, bounds, nErrors, defined}] so far, coarse to fine,
 * and returns all of them; where a sample has no errors it has no bounds. */
export function* boundsOverKernel({ family, samples, values }) {
  const done = [];
  for (const k of coarseFirst(values.length)) {
    const { value, errors } = samples[k];
    if (!errors) continue;
    const { program, active, solution } = family.at(value);
    const { bounds } = yield* boundsOf(active, solution, errors, yield* commonOf(program));
    done.push({ at: value, bounds: bounds.map(({ terms, ...bound }) => bound), ...countsOf(active, errors) });
    yield done;
  }
  return done;
}

/**
 * The errors for every C at each of increasing values of a parameter: a generator that yields now and then, and returns,
 * [{value, C (P + 1), counts (P)}] in their order, as far as it has come, coarse to fine; counts are null where they are
 * not known.
 */
export function* errorPlane({ X, y, kernel, ...more }, parameter, values, [C_min, C_max]) {
  const rows = [];
  for (const k of coarseFirst(values.length)) {
    const program = programOfPoints({ X, y, ...more, kernel: { ...kernel, [parameter]: values[k] } });
    rows[k] = { value: values[k], ...(yield* curveOver(program, C_min, C_max)) };
    yield rows;
  }
  return rows;
}

function* curveOver(program, C_min, C_max) {
  try {
    const { C, counts, initial, certified } = yield* quietly(errorCurve(program, C_min, C_max));
    return certified ? { C, counts, defined: initial.filter((error) => error >= 0).length } : { C, counts: null };
  } catch (error) {
    if (error instanceof Stalled || error instanceof Unbounded) return { C: null, counts: null };
    throw error;
  }
}
