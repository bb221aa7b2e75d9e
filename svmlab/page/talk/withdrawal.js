// A point being left out: the exact machine on the way from the one with it to the one without it, as
// `Workshop.withdrawal` tells it: at each t of a list from 0 to 1 all multipliers and intercepts, linear in between.

import { BOUNDED, FREE } from "../math/constants.js";
import { ZERO, coefficients, pointStatuses, upperBound } from "../math/machine.js";

const DURATION = 1400; // ms from with to without

/** The solution at time `time` of a withdrawal; `absent` is the point that leaves. */
export function withdrawnAt(machine, { t, alpha, b, C, point }, time) {
  const { n, O } = machine;
  let k = 0;
  while (k + 1 < t.length && t[k + 1] <= time) k++;
  const part = k + 1 < t.length ? (time - t[k]) / (t[k + 1] - t[k]) : 0;
  const between = (values, size, v) => {
    const [from, to] = [values[k * size + v], values[(k + (part > 0 ? 1 : 0)) * size + v]];
    return from + part * (to - from);
  };
  const now = Float64Array.from({ length: n }, (_, v) => between(alpha, n, v));
  const status = Uint8Array.from(now, (a, v) => (a <= 0 ? ZERO : a >= upperBound(machine, v, C) ? BOUNDED : FREE));
  return {
    C,
    alpha: now,
    status,
    absent: point,
    b: Float64Array.from({ length: O }, (_, o) => between(b, O, o)),
    B: coefficients(machine, now),
    ...pointStatuses(machine, status),
  };
}

/** Plays a withdrawal forth and back; `time` is where it stands, `changed` is called at every frame, `returned` when
 * the point has been played back. */
export class Withdrawal {
  constructor(machine, state, changed, returned = () => {}) {
    Object.assign(this, { machine, changed, returned, ...state, time: 0 });
  }

  get solution() {
    if (this.drawn?.time !== this.time) {
      this.drawn = { time: this.time, solution: withdrawnAt(this.machine, this, this.time) };
    }
    return this.drawn.solution;
  }

  moveTo(time) {
    this.stop();
    this.arrive(time);
  }

  arrive(time) {
    this.time = time;
    if (time === 0 && this.goal === 0) this.returned();
    this.changed();
  }

  /** The reader sets how far it has gone. */
  set(time) {
    this.goal = null;
    this.moveTo(time);
  }

  /** Go to the end (1) or the beginning (0); at once for those who prefer less motion. */
  play(goal) {
    this.stop();
    this.goal = goal;
    if (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches) return this.moveTo(goal);
    let before = null;
    const step = (now) => {
      const moved = before === null ? 0 : (now - before) / DURATION;
      before = now;
      const time = goal > this.time ? Math.min(goal, this.time + moved) : Math.max(goal, this.time - moved);
      this.frame = time === goal ? 0 : requestAnimationFrame(step);
      this.arrive(time);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Is the point out, or on its way? */
  get isOut() {
    return this.playing ? this.goal === 1 : this.time === 1;
  }

  get playing() {
    return Boolean(this.frame);
  }

  stop() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = 0;
  }
}
