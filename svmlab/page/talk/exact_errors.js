// The exact leave-one-out errors of the present machine for every C, by the page's own engine, a slice at a time.

import { exactErrors } from "../math/bound_curves.js";
import { programOfPoints } from "../engine/dual_program.js";
import { errorCurve } from "../engine/error_curve.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { Work } from "../engine/work.js";
import { Stalled, Unbounded } from "../engine/working_set.js";

const SLICE = 8; // ms of work between which the page draws

export class ExactErrors {
  /** `changed()` is told when they are known, or cannot be. */
  constructor(changed) {
    this.changed = changed;
    this.machine = null; // whose errors are known or under way
    this.work = null;
    this.known = null; // the last ones that are, see `exactErrors`, with their machine
  }

  /** Whether the page's engine can find those of a machine. */
  static knows({ kernel, m, Q, O, known }) {
    return known && O === (Q === 2 ? 1 : Q) && MachineEngine.knows({ kernel, m, Q });
  }

  /** Find those of this machine, from C = low to high, unless they are known or under way; another's are given up. */
  follow(machine, { low, high }) {
    if (machine === this.machine) return;
    this.stop();
    this.machine = machine;
    if (!ExactErrors.knows(machine)) return;
    this.work = new Work(following(machine, low, high));
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

function* following({ X, y, Q, kernel, weight }, low, high) {
  return yield* errorCurve(programOfPoints({ X, y, Q, kernel, weight }), low, high);
}
