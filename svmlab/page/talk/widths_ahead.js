// What the page works out over the width of a kernel while a reader looks at it: the leave-one-out errors at samples, then
// where they change between two of them, then, of two classes, the bounds at the samples. The machine's own width plays no
// part: what is known stays while it moves.

import { curvesOf } from "../math/bound_curves.js";
import { boundsOverKernel, kernelCurve } from "../engine/kernel_curve.js";
import { Work } from "../engine/work.js";
import { BOUNDS_TOLD } from "../words/bound_reasons.js";

export const WIDTH = "sigma"; // the parameter by this name
const SAMPLES = 41; // as Python has them
const TOLD_APART = 2048; // of the range that are told from each other: more than a panel has pixels

export class WidthsAhead {
  constructor() {
    this.of = null; // {points, C, name, low, high} of what is worked out
    this.drop();
  }

  /** Give up what is under way. */
  drop() {
    this.counting = this.bounding = null;
    this.failed = false;
  }

  /** Begin anew where points, C, or the kernel but for its width are others. */
  follow(workshop, { low, high }) {
    if (this.#isOf(workshop) && this.of.low === low && this.of.high === high) return;
    const { points, C, kernel, engine } = workshop;
    this.drop();
    this.of = { points, C, name: kernel.name, low, high };
    this.boundless = engine.outputs > 1; // the page has no bounds of many classes
  }

  #isOf({ points, C, kernel }) {
    const { of } = this;
    return Boolean(of) && of.points === points && of.C === C && of.name === kernel.name;
  }

  /** Are errors still to come? */
  get pending() {
    return !this.failed && !this.counting?.done;
  }

  /** Is anything? */
  get wants() {
    return this.pending || !(this.failed || this.boundless || this.bounding?.done);
  }

  /** {errors, bounds} as far as they are known, perhaps of other points or another C: not ``current`` then. */
  told(workshop) {
    const present = this.#isOf(workshop);
    const told = (what) => (what ? { ...what, current: present && what.of === this.of } : null);
    return { errors: told(this.known), bounds: told(this.curves) };
  }

  /** The work that comes next for this workshop; null where there is none. */
  next({ engine, kernel }) {
    if (this.failed) return null;
    if (this.pending) {
      const { X, y, Q, outputs, C } = engine;
      const machine = { X, y, Q, outputs, kernel, C };
      const values = valuesOf(this.of);
      const within = (this.of.high / this.of.low) ** (1 / TOLD_APART);
      return (this.counting ??= new Work(kernelCurve(machine, WIDTH, values, within)));
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
    const total = this.counting.value.known.filter(({ errors }) => errors).length;
    this.curves = { of: this.of, ...curvesOf(found, { m: this.known.m, total, labelOf }) };
    return true;
  }

  giveUp() {
    this.failed = true;
  }
}

/** The samples: equally far apart in the logarithm. */
function valuesOf({ low, high }) {
  const last = SAMPLES - 1;
  return Array.from({ length: SAMPLES }, (_, k) => (k === last ? high : low * (high / low) ** (k / last)));
}
