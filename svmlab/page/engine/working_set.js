// The working set of an optimum: multipliers, sides, the free variables F with the inverse R of their equations, and the
// exchanges that keep R regular where it would not be; see engine/active_set.py.

import { ON_A_BOUND, SINGULAR, UNTIED } from "../math/constants.js";
import { BorderedInverse, largestRowSum } from "./bordered_inverse.js";
import { nearABound } from "./certificate.js";

/** The objective falls without limit: with infinite bounds, the training set cannot be separated. */
export class Unbounded extends Error {}

/** The engine made no progress; the caller solves the program another way. */
export class Stalled extends Error {}

/**
 * An optimum with its working set.
 *
 * a (n): multipliers; b (ties); g (n) = Ha + f + Eb, which is margin - 1 when f = -1; side (n): 1 at zero, -1 at the
 * upper bound, 0 free (in F) or held (its value imposed, its multiplier of any sign); members (k): F, as in R.
 * weight (n): the upper bounds at C = 1, zero for what is left out; z and dg: rates of (b, a_F) and of g.
 */
export class WorkingSet {
  constructor(program) {
    const { n, ties } = program;
    this.program = program;
    this.n = n;
    this.ties = ties;
    this.C = 1;
    this.k = 0;
    this.error = 0;
    this.events = 0;
    this.shaken = false;
    for (const name of ["a", "g", "linear", "upper", "pull", "dg", "some"]) this[name] = new Float64Array(n);
    for (const name of ["b", "balance", "imbalance"]) this[name] = new Float64Array(ties);
    for (const name of ["z", "rhs"]) this[name] = new Float64Array(n + ties + 1);
    this.weight = Float64Array.from(program.weight);
    this.linear.fill(-1);
    this.side = new Int8Array(n);
    this.members = new Int32Array(n + 1);
    this.rows = new Int32Array(n);
    this.inverse = new BorderedInverse(Math.min(n, 32) + ties);
    this.piece = { t: 0, length: 0, event: 0 };
    this.which = -1;
    this.changed = [];
  }

  /** The state of another active set of the same program. */
  copyFrom(other) {
    for (const name of ["C", "k", "error", "shaken"]) this[name] = other[name];
    for (const name of ["a", "b", "g", "side", "upper", "weight", "linear", "balance"]) this[name].set(other[name]);
    this.members.set(other.members.subarray(0, other.k));
    this.inverse.copyFrom(other.inverse);
    this.program = other.program;
    this.events = 0;
    return this;
  }

  /** Begin with these members of F, all else as it is; ``settle`` leads home from anywhere. */
  begin(members) {
    this.k = members.length;
    this.members.set(members);
    this.refactor();
    this.gradient();
  }

  // --- products ---------------------------------------------------------------------------------------------------

  /** out += Σ_j w[from + j] · row rows[j] of H; four rows at a time. */
  addRows(out, w, from, rows, count) {
    const { n } = this;
    const { H } = this.program;
    let j = 0;
    for (; j + 4 <= count; j += 4) {
      const w0 = w[from + j],
        w1 = w[from + j + 1],
        w2 = w[from + j + 2],
        w3 = w[from + j + 3];
      const p0 = rows[j] * n,
        p1 = rows[j + 1] * n,
        p2 = rows[j + 2] * n,
        p3 = rows[j + 3] * n;
      for (let i = n & 1; i < n; i += 2) {
        const u = w0 * H[p0 + i] + w1 * H[p1 + i] + (w2 * H[p2 + i] + w3 * H[p3 + i]);
        const v = w0 * H[p0 + i + 1] + w1 * H[p1 + i + 1] + (w2 * H[p2 + i + 1] + w3 * H[p3 + i + 1]);
        out[i] += u;
        out[i + 1] += v;
      }
      if (n & 1) out[0] += w0 * H[p0] + w1 * H[p1] + (w2 * H[p2] + w3 * H[p3]);
    }
    for (; j < count; j++) this.addRow(out, rows[j], w[from + j]);
  }

  addRow(out, v, weight) {
    const { n } = this;
    const { H } = this.program;
    for (let i = 0, p = v * n; i < n; i++) out[i] += weight * H[p++];
  }

  /** out += E b. */
  addTies(out, b) {
    const { n, ties } = this;
    const { E } = this.program;
    for (let t = 0; t < ties; t++) {
      const value = b[t];
      if (value !== 0) for (let i = 0, p = t * n; i < n; i++) out[i] += value * E[p++];
    }
  }

  /** The row of E of variable v times b. */
  tieOf(v, b) {
    const { n, ties } = this;
    let sum = 0;
    for (let t = 0; t < ties; t++) sum += this.program.E[t * n + v] * b[t];
    return sum;
  }

  /** out (n) += H a, from the rows that count. */
  addProduct(out, a) {
    const { n, rows, some } = this;
    let count = 0;
    for (let v = 0; v < n; v++) {
      if (a[v] === 0) continue;
      rows[count] = v;
      some[count++] = a[v];
    }
    this.addRows(out, some, 0, rows, count);
  }

  /** out (ties) += Eᵀa. */
  addBalance(out, a) {
    const { n, ties } = this;
    const { E } = this.program;
    for (let t = 0; t < ties; t++) {
      let sum = 0;
      for (let v = 0, p = t * n; v < n; v++, p++) sum += E[p] * a[v];
      out[t] += sum;
    }
  }

  /** g from scratch. */
  gradient() {
    this.g.set(this.linear);
    this.addTies(this.g, this.b);
    this.addProduct(this.g, this.a);
  }

  // --- exchanges; ``changed`` tells [variable, side before] -------------------------------------------------------

  /** A free variable stays at the bound it met. */
  leave(position, bound) {
    const { a, side, ties, inverse } = this;
    const v = this.members[position];
    a[v] = bound === 1 ? 0 : this.upper[v];
    this.changed.push([v, 0]);
    if (inverse.at(ties + position, ties + position) > UNTIED) this.#drop(position);
    else {
      const entering = this.#moveIntercept(this.#column(position, bound), v);
      this.#replace(position, entering);
    }
    side[v] = bound;
  }

  /** ``sign`` times the answer of b to member ``position`` of F. */
  #column(position, sign) {
    return Float64Array.from({ length: this.ties }, (_, t) => sign * this.inverse.at(t, this.ties + position));
  }

  /** Move b until the multiplier of a bounded variable vanishes; that one becomes free. */
  #moveIntercept(db, leaving) {
    const { n, side, g, b, ties } = this;
    let [best, which] = [Infinity, -1];
    for (let v = 0; v < n; v++) {
      if (side[v] === 0 || v === leaving) continue;
      const fast = -side[v] * this.tieOf(v, db);
      if (fast <= UNTIED) continue;
      const time = Math.max(0, side[v] * g[v]) / fast;
      if (time < best) [best, which] = [time, v];
    }
    if (which < 0) throw new Stalled("nothing bounds the intercept");
    for (let t = 0; t < ties; t++) {
      db[t] *= best;
      b[t] += db[t];
    }
    this.addTies(g, db);
    this.changed.push([which, side[which]]);
    side[which] = 0;
    return which;
  }

  /** A bounded variable, whose multiplier vanished, becomes free. */
  enter(v) {
    const before = this.side[v];
    const curvature = this.#nullDirection(v);
    if (curvature > SINGULAR * this.#stretch()) {
      this.#border(v, curvature);
      this.side[v] = 0;
      this.changed.push([v, before]);
    } else this.#slide(v, before);
  }

  /** 1 + the squared length of z_F. */
  #stretch() {
    let sum = 1;
    for (let j = 0; j < this.k; j++) sum += this.z[this.ties + j] ** 2;
    return sum;
  }

  /** Move a along a null direction, v at rate ``sign``, until a variable meets a bound and leaves for v. */
  #slide(v, sign) {
    const { a, g, k, ties, members, z, rhs, side, upper } = this;
    const before = side[v];
    let [step, position, bound, speed] = [sign > 0 ? upper[v] - a[v] : a[v], -1, -sign, 0];
    let tiny = 0;
    for (let j = 0; j < k; j++) tiny = Math.max(tiny, 1e-10 * Math.abs(z[ties + j]));
    for (let j = 0; j < k; j++) {
      const rate = -sign * z[ties + j];
      const fast = Math.abs(rate);
      if (fast <= tiny) continue;
      const u = members[j];
      const time = Math.max(0, rate < 0 ? a[u] : upper[u] - a[u]) / fast;
      if (time < step - 1e-15 || (time <= step + 1e-15 && fast > speed)) {
        [step, position, bound, speed] = [Math.min(step, time), j, rate < 0 ? 1 : -1, fast];
      }
    }
    if (!Number.isFinite(step)) throw new Unbounded("the objective falls without limit");
    for (let i = 0; i < ties + k; i++) rhs[i] = -sign * step * z[i];
    a[v] += sign * step;
    for (let j = 0; j < k; j++) a[members[j]] += rhs[ties + j];
    this.addRow(g, v, sign * step); // with the next two lines zero, but for rounding
    this.addTies(g, rhs);
    this.addRows(g, rhs, ties, members, k);
    this.changed.push([v, before]);
    const stays = position < 0 ? v : members[position];
    a[stays] = bound === 1 ? 0 : upper[stays];
    if (position >= 0) {
      this.changed.push([stays, 0]);
      side[v] = 0;
      this.#replace(position, v);
    }
    side[stays] = bound;
  }

  /** z: the response of (b, a_F) to a unit of v, with the opposite sign; returns the curvature along it. */
  #nullDirection(v) {
    const { n, ties, k, members, rhs, z, inverse } = this;
    const { H, E } = this.program;
    const diagonal = H[v * n + v];
    for (let t = 0; t < ties; t++) rhs[t] = E[t * n + v];
    for (let j = 0; j < k; j++) rhs[ties + j] = H[v * n + members[j]];
    inverse.solve(rhs, z, 1);
    const along = (column) => {
      let curvature = diagonal;
      for (let i = 0; i < ties + k; i++) curvature -= z[i] * column[i];
      return curvature;
    };
    const curvature = along(rhs);
    if (curvature >= 1e-6 * diagonal) return curvature;
    const column = rhs.slice(0, ties + k); // refined once
    for (let t = 0; t < ties; t++) for (let j = 0; j < k; j++) rhs[t] -= E[t * n + members[j]] * z[ties + j];
    for (let i = 0; i < k; i++) {
      const u = members[i];
      rhs[ties + i] -= this.tieOf(u, z);
      for (let j = 0; j < k; j++) rhs[ties + i] -= H[u * n + members[j]] * z[ties + j];
    }
    inverse.solve(rhs, z, 1, true);
    return along(column);
  }

  // --- the working set --------------------------------------------------------------------------------------------

  /** Add to F a variable between its bounds; where it depends on F, slide until one meets a bound instead. */
  insert(v) {
    const curvature = this.#nullDirection(v);
    if (curvature > 1e-9 * this.#stretch()) {
      this.#border(v, curvature);
      this.side[v] = 0;
    } else this.#slide(v, Number.isFinite(this.upper[v]) ? 1 : -1);
  }

  /** Take v out of the working set: from now on its value is imposed and its multiplier may have any sign. */
  hold(v) {
    const position = this.members.subarray(0, this.k).indexOf(v);
    const row = this.ties + position;
    if (position >= 0 && this.inverse.at(row, row) > UNTIED) this.#drop(position);
    else if (position >= 0) this.#replace(position, this.#tieElsewhere(position, v));
    this.side[v] = 0;
  }

  /** Move b, one way or the other, until another variable ties it; returns that variable. */
  #tieElsewhere(position, leaving) {
    try {
      return this.#moveIntercept(this.#column(position, 1), leaving);
    } catch (error) {
      if (!(error instanceof Stalled)) throw error;
      return this.#moveIntercept(this.#column(position, -1), leaving);
    }
  }

  #border(v, curvature) {
    this.inverse.border(this.z, curvature);
    this.members[this.k++] = v;
    if (this.inverse.worn) this.refactor();
  }

  #drop(position) {
    this.inverse.drop(this.ties + position);
    this.members[position] = this.members[--this.k];
    if (this.inverse.worn) this.refactor();
  }

  #replace(position, v) {
    this.members[position] = v;
    this.refactor();
  }

  /** The matrix whose inverse is R, row by row. */
  matrix() {
    const { n, ties, k, members } = this;
    const { H, E } = this.program;
    const order = ties + k;
    const A = new Float64Array(order * order);
    for (let i = 0; i < k; i++) {
      const row = (ties + i) * order;
      for (let t = 0; t < ties; t++) A[row + t] = A[t * order + ties + i] = E[t * n + members[i]];
      for (let j = 0, p = members[i] * n; j < k; j++) A[row + ties + j] = H[p + members[j]];
    }
    return A;
  }

  refactor() {
    if (!this.inverse.invert(this.matrix(), this.ties + this.k)) throw new Stalled("the working set became singular");
  }

  // --- what is told -----------------------------------------------------------------------------------------------

  /** Largest violation of an optimality condition, with g computed anew (and kept); relative as in Python. */
  violation() {
    const { n, ties, a, g, side, members, upper } = this;
    this.gradient();
    let wrong = 0,
      scale = 1,
      outside = 0,
      most = 0;
    for (let v = 0; v < n; v++) {
      scale = Math.max(scale, Math.abs(g[v]));
      most = Math.max(most, a[v]);
      wrong = Math.max(wrong, -side[v] * g[v]);
      outside = Math.max(outside, -a[v], a[v] - upper[v]);
    }
    for (let j = 0; j < this.k; j++) wrong = Math.max(wrong, Math.abs(g[members[j]]));
    const sums = new Float64Array(ties);
    this.addBalance(sums, a);
    for (const sum of sums) outside = Math.max(outside, Math.abs(sum));
    return Math.max(wrong / scale, outside / (most || 1));
  }

  /** Condition number of the matrix of the working set, in the maximum norm. */
  condition() {
    return largestRowSum(this.matrix(), this.ties + this.k) * this.inverse.norm;
  }

  /** Where member j of F lies, ``ahead`` on the present piece: 1 at zero, -1 at the upper bound, 0 between. */
  placeOf(j, ahead, rounding) {
    const v = this.members[j];
    const value = this.a[v] + (ahead ? ahead * this.z[this.ties + j] : 0);
    if (value <= rounding) return 1;
    return this.upper[v] + (ahead ? ahead * this.weight[v] : 0) - value <= rounding ? -1 : 0;
  }

  /** Distance from a bound that counts as none. */
  get nothing() {
    return nearABound(this.a, this.upper, ON_A_BOUND);
  }

  /** Whether members of F between their bounds connect all classes, so that b is unique; ``ahead`` on the way in C. */
  tied(ahead = 0) {
    const { Q, head, tail } = this.program;
    const rounding = this.nothing;
    const group = Array.from({ length: Q }, (_, c) => c);
    let parts = Q;
    for (let j = 0; j < this.k && parts > 1; j++) {
      const from = group[head[this.members[j]]],
        to = group[tail[this.members[j]]];
      if (from === to || this.placeOf(j, ahead, rounding) !== 0) continue;
      parts--;
      for (let c = 0; c < Q; c++) if (group[c] === from) group[c] = to;
    }
    return parts === 1;
  }
}
