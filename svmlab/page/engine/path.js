// The exact solution for every C between two, in the form in which math/machine.js reads a path; see exact/path.py.

import { CERTIFIED, CHECKED, ON_A_BOUND, SHORTEST } from "../math/constants.js";
import { solutionAt, unpackPath } from "../math/machine.js";
import { atBounds, certify, scientific } from "./certificate.js";
import { balanced, coefficientsOf, fullIntercept, shiftOf } from "./dual_program.js";
import { ruleAlong } from "./loose.js";
import { linearPieces } from "./straight.js";
import { onward, train } from "./training.js";
import { bendsOf, distribute } from "./twins.js";

const ENDLESS = 1e3; // multiples of C beyond which a piece without end is not looked at

/**
 * Follow from C_min to C_max (in units of the user; inf goes on to the hard margin): a generator that yields the C
 * reached and returns the path: C (P + 1), ptr, index, alpha, slope, toggle_ptr, toggle, b, b_slope, tied (P), certificate.
 */
export function* pathOf(program, C_min, C_max) {
  const { unit } = program;
  const path = new PathWriter(program);
  for (const active of onward(train(program, C_min / unit), C_max / unit)) {
    if (active.piece.length > SHORTEST * active.C) path.add(active);
    yield active.C * unit;
  }
  const finished = path.finished(C_max);
  return Object.assign(finished, { certificate: certificateOf(program, finished) });
}

/** {certified, kkt, text} of a path: the largest residual, or gap, at a few places, each measured from scratch. */
function certificateOf(program, path) {
  const { m, n, each, unit, Q, outputs, head, page, weight } = program;
  const machine = { m, Q, O: outputs, n: m * (outputs === 1 ? 1 : Q) };
  machine.y = Int32Array.from({ length: m }, (_, i) => head[i * each]);
  machine.weight = Float64Array.from({ length: m }, (_, i) => weight[i * each]);
  const first = path.C[0];
  const last = Number.isFinite(path.C.at(-1)) ? path.C.at(-1) : 10 * path.C.at(-2);
  let kkt = 0;
  for (let i = 0; i < CHECKED; i++) {
    const C = Math.min(last, first * (last / first) ** (i / (CHECKED - 1)));
    const { alpha } = solutionAt(machine, path, C);
    const upper = weight.map((w) => (w * C) / unit);
    const a = Float64Array.from({ length: n }, (_, v) => alpha[page[v]] / unit);
    kkt = Math.max(kkt, certify(program, atBounds(a, upper, ON_A_BOUND), upper).worst);
  }
  const text = `exact path, ${path.C.length} breakpoints, residual ${scientific(kkt)}`;
  return { certified: kkt <= CERTIFIED, kkt, text };
}

class PathWriter {
  constructor(program) {
    this.program = program;
    this.bounded = new Uint8Array(program.n);
    for (const name of ["C", "index", "alpha", "slope", "toggle", "b", "b_slope", "tied"]) this[name] = [];
    this.ptr = [0];
    this.toggle_ptr = [0];
    const vector = () => new Float64Array(program.n);
    this.now = { alpha: vector(), slope: vector(), upper: vector(), inside: new Int8Array(program.n) };
  }

  /** The piece that begins at the present state of an active set. */
  add(active) {
    const { n, unit, identical, ties } = this.program;
    const { alpha, slope, upper, inside } = this.now;
    const { side, weight, members, k, piece, C } = active;
    const length = piece.length * unit;
    const rounding = active.nothing;
    for (let v = 0; v < n; v++) {
      alpha[v] = active.a[v] * unit;
      upper[v] = active.upper[v] * unit;
      slope[v] = side[v] === -1 ? weight[v] : 0;
      inside[v] = side[v] === 0 ? 1 : side[v]; // 0 between its bounds, 1 at zero, -1 at the upper bound
    }
    for (let j = 0; j < k; j++) {
      const v = members[j];
      slope[v] = active.z[ties + j];
      inside[v] = active.placeOf(j, 0.5 * Math.min(piece.length, C), rounding);
    }
    const shift = shiftOf(this.program, coefficientsOf(this.program, alpha));
    const rise = shiftOf(this.program, coefficientsOf(this.program, slope));
    const intercepts = this.#intercepts(active, shift, rise);
    const scale = Math.min(length, C * unit); // the last piece goes on to infinity
    const times = identical.length ? bendsOf(identical, alpha, slope, upper, weight, length, scale) : [0, length];
    for (let i = 0; i + 1 < times.length; i++) {
      const part = identical.length
        ? this.#filled(weight, times[i], Math.min(times[i + 1] - times[i], C * unit))
        : this.now;
      this.#write(C * unit, part, intercepts, times[i], times[i + 1]);
    }
  }

  /** The straight pieces [{start, value, slope}] of the intercept, and whether it is unique. */
  #intercepts(active, shift, rise) {
    const { program } = this;
    const { unit, ties } = program;
    const { length } = active.piece;
    this.unique = active.tied(0.5 * Math.min(length, active.C));
    if (this.unique) {
      const rates = active.z.subarray(0, ties).map((rate) => rate / unit);
      return [{ start: 0, value: fullIntercept(program, active.b, shift), slope: fullIntercept(program, rates, rise) }];
    }
    const rule = ruleAlong(active);
    const end = Math.min(length, ENDLESS * active.C) * unit;
    return linearPieces((t) => balanced(rule(t / unit).map((b, o) => b - shift[o] - t * rise[o])), 0, end);
  }

  /** What ``now`` is from ``begin`` on, over ``length``, with identical points in their order. */
  #filled(weight, begin, length) {
    const { identical } = this.program;
    const [alpha, slope, inside] = [
      Float64Array.from(this.now.alpha),
      Float64Array.from(this.now.slope),
      Int8Array.from(this.now.inside),
    ];
    const upper = (v, part) => this.now.upper[v] + (begin + part * length) * weight[v];
    const at = (group, part) => {
      const filled = new Map(group.map((v) => [v, this.now.alpha[v] + (begin + part * length) * this.now.slope[v]]));
      const values = { ...Object.fromEntries(filled) };
      const bounds = Object.fromEntries(group.map((v) => [v, upper(v, part)]));
      return { values: distribute([group], values, bounds), bounds };
    };
    for (let v = 0; v < alpha.length; v++) alpha[v] += begin * slope[v];
    for (const group of identical) {
      const [near, middle, far] = [0.25, 0.5, 0.75].map((part) => at(group, part));
      for (const v of group) {
        const value = middle.values[v];
        inside[v] = !(value > ON_A_BOUND * middle.bounds[v]) ? 1 : value >= middle.bounds[v] ? -1 : 0;
        slope[v] =
          inside[v] === 1 ? 0 : inside[v] === -1 ? weight[v] : (far.values[v] - near.values[v]) / (0.5 * length);
        alpha[v] = inside[v] === 1 ? 0 : middle.values[v] - 0.5 * length * slope[v];
      }
    }
    return { alpha, slope, inside };
  }

  #write(C, { alpha, slope, inside }, intercepts, begin, end) {
    const { n, page } = this.program;
    const ahead = intercepts.filter(({ start }) => start < end);
    const first = ahead.findLast(({ start }) => start <= begin);
    for (let v = 0; v < n; v++) {
      const now = inside[v] === -1 ? 1 : 0;
      if (now !== this.bounded[v]) this.toggle.push(page[v]);
      this.bounded[v] = now;
    }
    for (const { start, value, slope: rise } of ahead) {
      if (start < begin && start !== first.start) continue;
      const at = Math.max(start, begin);
      this.C.push(C + at);
      for (let v = 0; v < n; v++) {
        if (inside[v] !== 0) continue;
        this.index.push(page[v]);
        this.alpha.push(alpha[v] + (at - begin) * slope[v]);
        this.slope.push(slope[v]);
      }
      this.ptr.push(this.index.length);
      this.toggle_ptr.push(this.toggle.length);
      value.forEach((b, o) => this.b.push(b + (at - start) * rise[o]));
      this.b_slope.push(...rise);
      this.tied.push(this.unique ? 1 : 0);
    }
  }

  finished(C_max) {
    const path = { C: Float64Array.from([...this.C, C_max]) };
    for (const name of ["alpha", "slope", "b", "b_slope"]) path[name] = Float64Array.from(this[name]);
    for (const name of ["ptr", "index", "toggle_ptr", "toggle"]) path[name] = Int32Array.from(this[name]);
    path.tied = Uint8Array.from(this.tied);
    return unpackPath(path);
  }
}
