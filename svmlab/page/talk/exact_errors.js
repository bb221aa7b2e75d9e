// The exact leave-one-out errors of the present machine for every C, by the page's own engine, a slice at a time.

import { exactErrors } from "../math/bound_curves.js";
import { Stalled, Unbounded } from "../engine/working_set.js";
import { SLICE } from "./machine_session.js";

export class ExactErrors {
  /** `changed()` is told when they are known, or cannot be. */
  constructor(changed) {
    this.changed = changed;
    this.machine = null; // whose errors are known or under way
    this.work = null;
    this.known = null; // the last ones that are, see `exactErrors`, with their machine
  }

  /** Find those of a machine that this engine holds, unless they are known or under way; another's are given up. */
  follow(machine, engine, [low, high]) {
    if (machine === this.machine) return;
    this.stop();
    this.machine = machine;
    this.work = engine.errorCurve(low, high);
    this.goOn();
  }

  goOn() {
    this.clock = setTimeout(() => {
      let done = true;
      try {
        done = this.work.run(SLICE);
        if (this.work.value?.certified) this.known = { machine: this.machine, ...exactErrors(this.work.value) };
      } catch (error) {
        if (!(error instanceof Stalled || error instanceof Unbounded)) throw error; // those: Python's values stand
      } finally {
        if (done) this.work = null;
      }
      if (done) this.changed();
      else this.goOn();
    });
  }

  stop() {
    clearTimeout(this.clock);
    [this.machine, this.work] = [null, null];
  }

  get pending() {
    return this.work !== null;
  }
}
