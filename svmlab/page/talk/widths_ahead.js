// What the page works out over the width of a kernel while a reader looks at it: the leave-one-out errors at samples, then
// where they change between two of them, then, of two classes, the bounds at the samples; or the errors for every C at
// samples of the width. What plays no part may move meanwhile.

import { curvesOf } from "../math/bound_curves.js";
import { boundsOverKernel, errorPlane, kernelCurve } from "../engine/kernel_curve.js";
import { Work } from "../engine/work.js";
import { BOUNDS_TOLD } from "../words/bound_reasons.js";

export const WIDTH = "sigma"; // the parameter by this name
const SAMPLES = 41; // as Python has them
const ROWS = 25; // samples of the plane
export const MOST_OF_PLANE = 250; // multipliers: with more it takes minutes
const TOLD_APART = 2048; // places of the range that are told from each other: more than a panel has pixels

/** What the page works out of some points over ranges {C, sigma}. */
class OverWidths {
  constructor() {
    this.of = null; // what it is of
    this.drop();
  }

  /** Give up what is under way. */
  drop() {
    this.counting = null;
    this.failed = false;
  }

  /** Begin anew where something else is to be worked out. */
  follow(workshop, ranges) {
    if (this.isOf(workshop) && this.of.low === ranges[WIDTH].low && this.of.high === ranges[WIDTH].high) return;
    const { points, C, kernel, engine } = workshop;
    this.drop();
    this.of = { points, C, name: kernel.name, ...ranges[WIDTH] };
    this.boundless = engine.outputs > 1; // the page has no bounds of many classes
  }

  isOf({ points, kernel }) {
    return this.of?.points === points && this.of.name === kernel.name;
  }

  /** {X, y, Q, outputs, kernel, C} of a workshop. */
  machineOf({ engine: { X, y, Q, outputs, C }, kernel }) {
    return { X: Float64Array.from(X), y, Q, outputs, kernel, C };
  }

  /** What is known, perhaps of other points: not ``current`` then. */
  asOf(workshop, what) {
    return what ? { ...what, current: this.isOf(workshop) && what.of === this.of } : null;
  }

  /** Are errors still to come? */
  get pending() {
    return !this.failed && !this.counting?.done;
  }

  get wants() {
    return this.pending;
  }

  giveUp() {
    this.failed = true;
  }
}

/** The errors and the bounds over the width, for the present C. */
export class WidthsAhead extends OverWidths {
  drop() {
    super.drop();
    this.bounding = null;
  }

  isOf(workshop) {
    return super.isOf(workshop) && this.of.C === workshop.C;
  }

  /** Is anything? */
  get wants() {
    return this.pending || !(this.failed || this.boundless || this.bounding?.done);
  }

  /** {errors, bounds} as far as they are known. */
  told(workshop) {
    return { errors: this.asOf(workshop, this.known), bounds: this.asOf(workshop, this.curves) };
  }

  /** The work that comes next for this workshop; null where there is none. */
  next(workshop) {
    if (this.failed) return null;
    if (this.pending) {
      const within = (this.of.high / this.of.low) ** (1 / TOLD_APART);
      const values = valuesOf(this.of, SAMPLES);
      return (this.counting ??= new Work(kernelCurve(this.machineOf(workshop), WIDTH, values, within)));
    }
    if (this.boundless || this.bounding?.done) return null;
    return (this.bounding ??= new Work(boundsOverKernel(this.counting.value)));
  }

  /** Take what work has found so far; is it more than before? */
  take(work) {
    const found = work.done ? work.value : work.progress;
    return work === this.counting ? this.#takeErrors(found) : this.#takeBounds(found);
  }

  #takeErrors(curve) {
    if (!(curve?.known.length > 1)) return false;
    this.known = { of: this.of, ...curve.steps(), total: SAMPLES };
    return true;
  }

  #takeBounds(found) {
    if (!(found?.length > 1)) return false;
    const labelOf = (name) => BOUNDS_TOLD[name].label;
    const { known } = this.counting.value;
    const open = known.filter(({ errors }) => !errors).map(({ value }) => unknownAt(value, found[0]));
    const total = known.length - open.length;
    const curves = curvesOf([...found, ...open], { m: this.known.m, total, labelOf });
    this.curves = { of: this.of, ...curves, done: found.length };
    return true;
  }
}

/** The errors for every C at samples of the width. */
export class PlaneAhead extends OverWidths {
  follow(workshop, ranges) {
    super.follow(workshop, ranges);
    this.range = ranges.C;
  }

  /** {plane: {rows, total, fewest, most, defined, current}}, as far as it is known. */
  told(workshop) {
    return { plane: this.asOf(workshop, this.known) };
  }

  next(workshop) {
    const { low, high } = this.range;
    if (!this.pending) return null;
    const values = valuesOf(this.of, ROWS);
    return (this.counting ??= new Work(errorPlane(this.machineOf(workshop), WIDTH, values, [low, high])));
  }

  take(work) {
    const rows = (work.done ? work.value : work.progress)?.filter(Boolean);
    if (!(rows?.length > 1)) return false;
    const counted = rows.filter((row) => row.counts);
    const fewest = Math.min(...counted.map(({ counts }) => Math.min(...counts)));
    const most = Math.max(...counted.map(({ counts }) => Math.max(...counts)));
    this.known = { of: this.of, rows, total: ROWS, fewest, most, defined: counted[0]?.defined };
    return true;
  }
}

/** What there is of the bounds where there is no machine, so that no curve is drawn there. */
function unknownAt(at, { bounds }) {
  return { at, nErrors: NaN, defined: 1, bounds: bounds.map((bound) => ({ ...bound, value: NaN, rate: NaN })) };
}

/** So many samples, equally far apart in the logarithm. */
function valuesOf({ low, high }, n) {
  return Array.from({ length: n }, (_, k) => (k === n - 1 ? high : low * (high / low) ** (k / (n - 1))));
}
