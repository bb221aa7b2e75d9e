// What was in the picture before the last change. A burst of changes, as those of a drag, is one; what stands pinned stays.

import { ZERO, misclassified, trainingScores } from "../math/machine.js";

const CALM_AFTER = 1200; // ms without a change, after which the next one is another

export class Before {
  /** `now()` tells the time in ms. */
  constructor(now = () => performance.now()) {
    this.now = now;
    this.current = this.last = this.pinned = null;
    this.changedAt = -Infinity;
  }

  /** A picture is drawn; `press` numbers the times that the reader has pressed on something, 0 while nothing is pressed. */
  see(machine, solution, press = 0) {
    const picture = { machine, solution };
    for (const name of ["last", "current", "pinned"])
      if (this[name] && !samePlane(this[name].machine, machine)) this[name] = null;
    if (this.current && samePicture(this.current, picture)) {
      this.current = picture;
      return;
    }
    const at = this.now();
    const goesOn = press ? press === this.press : at - this.changedAt <= CALM_AFTER;
    if (this.current && !goesOn) this.last = this.current;
    if (this.current) Object.assign(this, { press, changedAt: at }); // the first picture is no change
    this.current = picture;
  }

  /** The picture to compare with, {machine, solution}, or null. */
  get shown() {
    return this.pinned ?? this.last;
  }

  /** Keep the picture before to compare with, that of now where there is none; once more lets it go. */
  pin() {
    this.pinned = this.pinned ? null : (this.last ?? this.current);
  }

  /** {entered, left, errors: [before, now], C}: what is other now, null without a picture to compare with. */
  get change() {
    const { shown, current } = this;
    if (!shown) return null;
    const [was, is] = [shown, current].map(supportVectorsOf);
    return {
      entered: countBeyond(is, was),
      left: countBeyond(was, is),
      errors: [shown, current].map(errorsOf),
      C: shown.solution.C,
    };
  }
}

const sameNumbers = (v, w) => v === w || (v.length === w.length && v.every((value, k) => value === w[k]));

function samePicture(a, b) {
  return (
    a.machine.O === b.machine.O &&
    sameNumbers(a.solution.alpha, b.solution.alpha) &&
    sameNumbers(a.solution.b, b.solution.b) &&
    sameNumbers(a.machine.X, b.machine.X) &&
    sameNumbers(a.machine.y, b.machine.y) &&
    JSON.stringify(a.machine.kernel) === JSON.stringify(b.machine.kernel)
  );
}

/** Whether a boundary of one may be drawn beside that of the other. */
function samePlane(a, b) {
  return a.Q === b.Q && a.limits.every((ends, j) => sameNumbers(ends, b.limits[j]));
}

/** Support vectors by place and class, which stay the same when others come or go. */
function supportVectorsOf({ machine: { X, y, m }, solution: { pointStatus } }) {
  const all = Array.from({ length: m }, (_, i) => i).filter((i) => pointStatus[i] !== ZERO);
  return all.map((i) => `${X[2 * i]} ${X[2 * i + 1]} ${y[i]}`);
}

function countBeyond(some, others) {
  const known = new Set(others);
  return some.filter((one) => !known.has(one)).length;
}

function errorsOf({ machine, solution }) {
  return misclassified(machine, trainingScores(machine, solution)).reduce((sum, wrong) => sum + wrong, 0);
}
