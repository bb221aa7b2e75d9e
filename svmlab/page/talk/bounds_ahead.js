// What the page works out of the present machine while a reader looks at its bounds, a slice at a time: the exact
// leave-one-out errors at every C, and of two classes, once all is at rest, all bounds at the present C with the term of
// every point, and the bounds at every C, coarse to fine; or, in the place of what is drawn over C, what is drawn over
// the width of the kernel.

import { curvesOf, exactErrors, gridOf, reportOf } from "../math/bound_curves.js";
import { boundsAlong, boundsOf, commonOf, countsOf } from "../engine/biclass_bounds.js";
import { errorsAt } from "../engine/error_curve.js";
import { Work } from "../engine/work.js";
import { Stalled, Unbounded } from "../engine/working_set.js";
import { BOUNDS_TOLD, boundInWords } from "../words/bound_reasons.js";
import { SLICE, Slices } from "./slices.js";
import { PlaneAhead, WidthsAhead } from "./widths_ahead.js";

const LOOK = 100; // ms between two looks at curves that are being worked out

export class BoundsAhead {
  /** `changed()` is told when something is known, or cannot be. */
  constructor(changed) {
    this.changed = changed;
    this.slices = new Slices(() => this.#workOn());
    this.known = null; // the last errors at every C, see `exactErrors`, with their machine
    this.others = { sigma: new WidthsAhead(), plane: new PlaneAhead() };
    this.stop();
  }

  /** Give up what is under way, and what is known of one machine only. */
  stop() {
    this.slices.stop();
    for (const name of ["machine", "workshop", "errors", "common", "along", "curves", "limit", "over"])
      this[name] = null;
    this.failed = false;
    this.lookAgain = 0;
    this.forget();
  }

  /** The same of what is known at one C only. */
  forget() {
    this.solution = this.reporting = this.report = null;
  }

  /**
   * Go on with the machine of a workshop; another's is given up. ``rested``: has all been at rest for a while? ``over``: what
   * is drawn is over that, within these ranges {C, sigma}.
   */
  follow(workshop, rested, over = "C", ranges = null) {
    const { machine, solution, engine, range } = workshop;
    if (machine !== this.machine) {
      this.stop();
      this.machine = machine;
      this.errors = engine.errorCurve(...range);
    }
    if (solution !== this.solution) {
      this.forget();
      this.solution = solution;
    }
    Object.assign(this, { workshop, rested, over: this.others[over] ?? null });
    this.over?.follow(workshop, ranges);
    this.#goOn();
  }

  /** Are the errors that are drawn still to come? */
  get pending() {
    return this.over ? this.over.pending : Boolean(this.errors) && !this.errors.done;
  }

  /** Are the bounds those that the page works out by itself? */
  get own() {
    return this.machine?.O === 1 && !this.failed;
  }

  /** Is anything still to come that waits for rest? */
  get wants() {
    if (this.own && this.wantsReport) return true;
    return this.over ? this.over.wants : this.own && !this.along?.done;
  }

  get wantsReport() {
    const { leftOut } = this.workshop;
    return !this.report && !(leftOut && leftOut.error instanceof Uint8Array === false);
  }

  #goOn() {
    if (this.#next()) this.slices.goOn();
  }

  /** A slice of what comes next; is there more? */
  #workOn() {
    const work = this.#next();
    try {
      if (work?.run(SLICE)) this.#take(work);
      else if (work) this.#look(work);
    } catch (error) {
      if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
      this.#giveUp(work);
    }
    return Boolean(this.#next());
  }

  /** What comes next, or null where there is nothing to do for the moment. */
  #next() {
    const { own, rested, workshop } = this;
    if (own && rested && workshop.leftOut && this.wantsReport) return (this.reporting ??= new Work(this.#reported()));
    if (this.over) return rested ? this.over.next(workshop) : null;
    if (this.pending) return this.errors;
    if (own && rested && !this.along?.done) return (this.along ??= new Work(this.#followed()));
    return null;
  }

  *#reported() {
    const { engine, leftOut } = this.workshop;
    const found = yield* boundsOf(engine.active, engine.solution, leftOut.error, yield* this.#shared());
    return inWords({ ...found, ...countsOf(engine.active, leftOut.error) });
  }

  *#followed() {
    const { engine, range } = this.workshop;
    const curve = this.errors.value;
    const who = curve?.certified ? (C) => errorsAt(curve, C) : null;
    return yield* boundsAlong(engine.program, yield* this.#shared(), gridOf(...range), who);
  }

  /** What all machines on these points with this kernel share. */
  *#shared() {
    return (this.common ??= yield* commonOf(this.workshop.engine.program));
  }

  /** Something is known. */
  #take(work) {
    const { value } = work;
    if (work === this.errors)
      this.known = value.certified ? { machine: this.machine, ...exactErrors(value) } : this.known;
    else if (work === this.reporting) this.report = value;
    else if (work === this.along) {
      this.curves = this.#curves(value.done);
      if (value.limit) this.limit = inWords(value.limit);
    } else this.over.take(work);
    this.changed();
  }

  /** The curves so far, now and then. */
  #look(work) {
    if (performance.now() < this.lookAgain || !this.#takeSoFar(work)) return;
    this.lookAgain = performance.now() + LOOK;
    this.changed();
  }

  /** Take what there is of curves; is it more than before? */
  #takeSoFar(work) {
    if (work === this.errors || work === this.reporting) return false;
    if (work !== this.along) return this.over.take(work);
    const done = work.progress;
    if (!(done?.length > 1) || done.length === this.curves?.done) return false;
    this.curves = this.#curves(done);
    return true;
  }

  #curves(found) {
    const { epoch, m } = this.machine;
    const labelOf = (name) => BOUNDS_TOLD[name].label;
    const done = found.map(({ C, ...more }) => ({ at: C, ...more }));
    return { epoch, ...curvesOf(done, { m, total: gridOf(...this.workshop.range).length, labelOf }) };
  }

  /** Where the engine does not come to an end Python's values stand, if there is one. */
  #giveUp(work) {
    if (work === this.errors) this.errors = { done: true, value: null };
    else if (work === this.reporting || work === this.along) this.failed = true;
    else this.over.giveUp();
    this.changed();
  }
}

/** What ``boundsOf`` has found, with reasons. */
function inWords({ bounds, facts, nErrors, defined }) {
  const told = bounds.map(({ terms, ...bound }) => boundInWords(bound, facts));
  const terms = Object.fromEntries(bounds.map(({ name, terms: of }) => [name, of]));
  return reportOf({ m: facts.m, n_errors: nErrors, error_rate: nErrors / defined, bounds: told, terms });
}
