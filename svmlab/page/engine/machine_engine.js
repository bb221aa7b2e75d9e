// The exact machine in the page: it trains, follows C, the kernel and the points, leaves points out, and certifies.
//
//   const engine = new MachineEngine({ X, y, Q, kernel, C, weight });   X: m x 2 row by row; y: classes 0 .. Q-1;
//                                  outputs: 1 for the machine of two classes (as it is for Q = 2 unless told), else Q
//   engine.setC(10); engine.setKernel(kernel); engine.setPoints(X, y, weight);
//   engine.movePoint(i, x1, x2); engine.addPoint(x1, x2, c, at); engine.removePoint(i); engine.relabelPoint(i, c);
//
// Each leads the solution there at once and returns it; engine.solution is the last one:
//
//   {C, alpha, status, b, B, limits, margins, scores, primal, dual, gap, kkt, certified, text, absent}
//
// alpha and status are by the variables of the page (point i, or i·Q + k), C, alpha, b and B as the user has them; an
// answer that is not certified says so, and Python is to be asked. An edit that leaves no machine (a class without a
// point, C = inf without a separation) raises an error in words, and the edit stays: engine.solution is null until a
// later one leads to a machine again.
//
//   engine.without(i)                 the solution without point i
//   engine.withdrawal(i)              {t, alpha, b, end}: how it goes there; end is engine.without(i)
//   engine.leaveOneOut()              Work; its value is that of leaving.js
//   engine.path(C_min, C_max)         Work; a path as math/machine.js reads it
//   engine.errorCurve(C_min, C_max)   Work; the leave-one-out errors for every C, of error_curve.js
//
// Work is run in slices: while (!work.run(8)) await nextFrame(); it becomes stale, and stops, with the next edit. A path
// and an error curve are those of any C: they go on while C moves.

import { BOUNDED, FREE, LARGEST, ROUNDINGS } from "../math/constants.js";
import { isSemidefinite } from "../math/kernels.js";
import { ActiveSet } from "./active_set.js";
import { atBounds, certify } from "./certificate.js";
import { movePoint, programOfPoints, scoresOfMargins } from "./dual_program.js";
import { errorCurve } from "./error_curve.js";
import { leaveOneOut, lonely, withdrawal, without } from "./leaving.js";
import { pathOf } from "./path.js";
import { followC, refit, train, transplanted } from "./training.js";
import { Work } from "./work.js";

export class MachineEngine {
  constructor({ X, y, Q, outputs = Q === 2 ? 1 : Q, kernel, C = 1, weight = null }) {
    Object.assign(this, { Q, outputs, kernel, C });
    this.epoch = 0;
    this.edits = 0; // those that change the program
    this.active = null;
    this.solution = null;
    this.setPoints(X, y, weight);
  }

  /** Whether the page can be asked: a kernel that it knows and that is positive semi-definite, and not too many points. */
  static knows({ kernel, m, Q }) {
    return isSemidefinite(kernel) && m * (Q - 1) <= LARGEST;
  }

  // --- edits ------------------------------------------------------------------------------------------------------

  setPoints(X, y, weight = null) {
    this.X = Float64Array.from(X);
    this.y = Int32Array.from(y);
    this.weight = weight === null ? null : Float64Array.from(weight);
    return this.#edited(() => train(this.#program(), this.#scaledC()));
  }

  setC(C) {
    this.C = C;
    const follow = (active) => {
      const hard = C === Infinity || active.C === Infinity;
      return hard ? train(this.program, this.#scaledC()) : followC(active, this.#scaledC());
    };
    return this.#edited(follow, { programStays: true });
  }

  setKernel(kernel) {
    this.kernel = kernel;
    return this.#edited((active) => this.#transplanted(active, this.#identity()));
  }

  movePoint(i, x1, x2) {
    this.X[2 * i] = x1;
    this.X[2 * i + 1] = x2;
    return this.#edited((active) => {
      if (movePoint(this.program, this.X, i)) return refit(active);
      return this.#transplanted(active, this.#identity());
    });
  }

  /** A point more, before point ``at`` (the end by default). */
  addPoint(x1, x2, c, at = this.y.length) {
    const origin = [...this.#identity()];
    origin.splice(at, 0, -1);
    return this.#rearranged(origin, (X, y, weight) => {
      [X[2 * at], X[2 * at + 1], y[at]] = [x1, x2, c];
      if (weight) weight[at] = 1;
    });
  }

  removePoint(i) {
    const origin = [...this.#identity()];
    origin.splice(i, 1);
    return this.#rearranged(origin);
  }

  relabelPoint(i, c) {
    const origin = [...this.#identity()];
    origin[i] = this.y[i] === c ? i : -1;
    return this.#rearranged(origin, (X, y, weight) => {
      [X[2 * i], X[2 * i + 1], y[i]] = [this.X[2 * i], this.X[2 * i + 1], c];
      if (weight) weight[i] = this.weight[i];
    });
  }

  #identity() {
    return Array.from(this.y, (_, i) => i);
  }

  /** Points in another order: new point i continues the old point origin[i], or none (-1). */
  #rearranged(origin, complete = () => {}) {
    const X = new Float64Array(2 * origin.length);
    const y = new Int32Array(origin.length);
    const weight = this.weight && new Float64Array(origin.length);
    origin.forEach((from, i) => {
      if (from < 0) return;
      X.set(this.X.subarray(2 * from, 2 * from + 2), 2 * i);
      y[i] = this.y[from];
      if (weight) weight[i] = this.weight[from];
    });
    complete(X, y, weight);
    [this.X, this.y, this.weight] = [X, y, weight];
    return this.#edited((active) => this.#transplanted(active, origin));
  }

  #program() {
    const { X, y, Q, outputs, kernel, weight } = this;
    const counts = new Int32Array(Q);
    y.forEach((c, i) => (counts[c] += weight === null || weight[i] > 0 ? 1 : 0));
    const missing = counts.indexOf(0);
    if (missing >= 0) throw new RangeError(`class ${missing} has no point: add one, or there is no machine`);
    this.program = programOfPoints({ X, y, Q, outputs, kernel, weight });
    return this.program;
  }

  #scaledC() {
    return this.C / this.program.unit;
  }

  /** The machine of a new program, begun where the present one is: new point i continues origin[i]. */
  #transplanted(active, origin) {
    const { unit } = this.program;
    return transplanted(
      this.#program(),
      this.#scaledC(),
      { unit, a: active.a, b: active.b, side: active.side },
      origin,
    );
  }

  /** Lead the solution to the present settings; what is under way becomes stale. */
  #edited(lead, { programStays = false } = {}) {
    this.epoch++;
    if (!programStays) this.edits++;
    const before = this.active;
    [this.active, this.solution] = [null, null];
    this.active = before === null ? train(this.#program(), this.#scaledC()) : lead(before);
    this.solution = this.#told(this.active);
    return this.solution;
  }

  // --- what is told -----------------------------------------------------------------------------------------------

  #told(active, absent) {
    const solution = solutionOf(active);
    return { ...inPage(this.program, solution), C: this.C, ...(absent === undefined ? {} : { absent }) };
  }

  without(i) {
    this.#mayLeave(i);
    return this.#told(without(this.active, i, new ActiveSet(this.program)).active, i);
  }

  /** {t (T), alpha (T x variables of the page), b (T x outputs)}, linear in between; where b jumps, t comes twice. */
  withdrawal(i) {
    this.#mayLeave(i);
    const inside = withdrawal(this.active, i).map((frame) => ({
      ...frame,
      alpha: pageVariables(this.program, frame.alpha),
    }));
    const end = this.without(i);
    const frames = [{ ...this.solution, t: 0 }, ...inside, { ...end, t: 1 }];
    const table = (name) => Float64Array.from(frames.flatMap((frame) => Array.from(frame[name])));
    return { t: Float64Array.from(frames, (frame) => frame.t), alpha: table("alpha"), b: table("b"), end };
  }

  #mayLeave(i) {
    if (!lonely(this.program, this.active.weight)[i]) return;
    throw new RangeError(`point ${i} is the only one of class ${this.y[i]}: without it there is no machine`);
  }

  leaveOneOut() {
    return this.#work(leaveOneOut(this.active, solutionOf(this.active)), "epoch");
  }

  path(C_min, C_max) {
    return this.#work(pathOf(this.program, C_min, C_max), "edits");
  }

  errorCurve(C_min, C_max) {
    return this.#work(errorCurve(this.program, C_min, C_max), "edits");
  }

  /** Work that is stale once this counter has gone on. */
  #work(steps, counter) {
    const begun = this[counter];
    return new Work(steps, () => this[counter] !== begun);
  }
}

export default MachineEngine;

/** The certified solution at an active set: multipliers put at their bounds where they are near. */
export function solutionOf(active) {
  let best = null;
  for (const rounding of ROUNDINGS) {
    const a = atBounds(active.a, active.upper, rounding);
    active.side.forEach((side, v) => side === -1 && (a[v] = active.upper[v]));
    const solution = certify(active.program, a, active.upper);
    if (solution.certified) return solution;
    if (best === null || solution.worst < best.worst) best = solution;
  }
  return best;
}

function pageVariables({ n, m, Q, outputs, page }, values) {
  const table = new Float64Array(outputs === 1 ? m : m * Q);
  for (let v = 0; v < n; v++) table[page[v]] = values[v];
  return table;
}

/** A solution with alpha and status by the variables of the page. */
function inPage(program, solution) {
  const { n, page } = program;
  const alpha = pageVariables(program, solution.alpha);
  const status = new Uint8Array(alpha.length);
  for (let v = 0; v < n; v++) {
    if (solution.alpha[v] > 0) status[page[v]] = solution.alpha[v] >= solution.upper[v] ? BOUNDED : FREE;
  }
  return { ...solution, alpha, status, scores: scoresAtPoints(program, solution) };
}

/** (m x outputs) f at the points, or the scores of all classes. */
function scoresAtPoints(program, { margins }) {
  if (program.outputs > 1) return scoresOfMargins(program, margins);
  return margins.map((margin, i) => (program.head[i] === 1 ? margin : -margin));
}
