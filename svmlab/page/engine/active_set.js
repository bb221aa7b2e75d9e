// Parametric active set: the exact optimum of a dual program, followed while its data move linearly, as
// engine/active_set.py has it. The program is min ½ aᵀHa + fᵀa, Eᵀa = r, 0 ≤ a ≤ u. The free variables F and b solve
//
//   [ 0    E_Fᵀ ] [ b   ]
//   [ E_F  H_FF ] [ a_F ]  =  data,          R = the inverse of that matrix, kept by updates of rank one.
//
// A step runs to the first event: a free variable meets a bound, or the multiplier of a bounded one reaches zero; then
// the two sets exchange a variable. Some members of F may sit at a bound: the basis that keeps b determined.

import { CALM, FRESH, PATIENCE, POOR, REFINEMENTS, ROUNDING_OF_CONDITIONS, SHAKE } from "../math/constants.js";
import { Stalled, WorkingSet } from "./working_set.js";

const DIRECTED = 1e-13; // relative error of a direction that is good enough
const CLEAN = 1e-13; // violation that is not worth a correction

/** A working set whose ``follow`` moves the data, and the optimum with them. */
export class ActiveSet extends WorkingSet {
  // --- following --------------------------------------------------------------------------------------------------

  /**
   * Move the data at constant rates over ``length``; yields {t, length, event} of each straight piece before it is
   * taken. linear (n), balance (ties), upper (n): rates of f, r and u; held: {variables, rates} of values imposed.
   */
  *follow(length, { linear = null, balance = null, upper = null, held = null, limit = 50 * this.n + 1000 } = {}) {
    const seed = { value: 1 };
    let t = 0,
      idle = 0,
      changes = 0,
      calm = Infinity,
      shake = SHAKE;
    this.#rates(linear, balance, upper, held);
    for (let round = 0; round < limit; round++) {
      const largest = this.#direction();
      if (!(largest < 1e100)) throw new Stalled("the working set lost its precision");
      const piece = this.#firstEvent(Math.min(length, calm) - t, upper, 1e-15 * (1 + largest));
      const { event, length: step } = piece;
      const which = this.which;
      piece.t = t;
      yield piece;
      this.#advance(step, linear, balance, upper, held);
      t += step;
      this.events++;
      if (event === null) {
        if (calm >= length) return;
        this.settle(); // after a shake
        this.#rates(linear, balance, upper, held);
        [calm, shake] = [Infinity, SHAKE];
        continue;
      }
      idle = step <= 1e-14 * length ? idle + 1 : 0;
      this.changed.length = 0;
      if (event === 0) this.enter(which);
      else this.leave(which, event);
      if (upper !== null) changes += this.#reboundRates(upper);
      if (changes >= FRESH) {
        this.#rates(linear, balance, upper, held);
        changes = 0;
      }
      if (idle > PATIENCE) {
        this.#shake(shake, seed);
        [idle, shake] = [0, Math.min(10 * shake, 1e-6)];
        if (linear === null && balance === null) calm = t + CALM * this.#reach(length, upper);
      }
    }
    throw new Stalled(`no end after ${limit} exchanges`);
  }

  /** pull and imbalance: the rates of g and of Eᵀa - r at constant F and b. */
  #rates(linear, balance, upper, held) {
    const { n, ties, side, pull, imbalance, dg: moved } = this;
    moved.fill(0);
    if (upper !== null) for (let v = 0; v < n; v++) if (side[v] === -1) moved[v] = upper[v];
    if (held !== null) held.variables.forEach((v, i) => (moved[v] = held.rates[i]));
    if (linear === null) pull.fill(0);
    else pull.set(linear);
    for (let t = 0; t < ties; t++) imbalance[t] = balance === null ? 0 : -balance[t];
    this.addProduct(pull, moved);
    this.addBalance(imbalance, moved);
  }

  /** The same after an exchange; returns how many variables changed. */
  #reboundRates(upper) {
    const { n, ties, side, pull, imbalance } = this;
    let changes = 0;
    for (const [v, before] of this.changed) {
      const turn = (side[v] === -1 ? upper[v] : 0) - (before === -1 ? upper[v] : 0);
      if (turn === 0) continue;
      this.addRow(pull, v, turn);
      for (let t = 0; t < ties; t++) imbalance[t] += turn * this.program.E[t * n + v];
      changes++;
    }
    return changes > 0 && !side.includes(-1) ? FRESH : changes;
  }

  /** How far the data move before they are others. */
  #reach(length, rates) {
    let reach = length;
    if (rates !== null) rates.forEach((rate, v) => rate > 0 && (reach = Math.min(reach, this.upper[v] / rate)));
    return reach;
  }

  /** Rates z of (b, a_F) and dg of g; refined where R gives them inexactly, R made anew where it is poor. */
  #direction() {
    const { n, ties, k, inverse, rhs, pull, imbalance, members, z, dg } = this;
    const { E } = this.program;
    this.#load(pull, imbalance);
    inverse.solve(rhs, z, -1);
    for (let round = 0; ; round++) {
      dg.set(pull);
      this.addTies(dg, z);
      this.addRows(dg, z, ties, members, k);
      let largest = 0,
        error = 0;
      for (let t = 0; t < ties; t++) {
        let sum = imbalance[t];
        for (let j = 0, p = t * n; j < k; j++) sum += E[p + members[j]] * z[ties + j];
        rhs[t] = sum;
      }
      for (let j = 0; j < k; j++) rhs[ties + j] = dg[members[j]];
      for (let i = 0; i < ties + k; i++) {
        largest = Math.max(largest, Math.abs(z[i]));
        error = Math.max(error, Math.abs(rhs[i]));
      }
      if (error <= DIRECTED * (1 + largest) || round === REFINEMENTS) {
        this.error = error;
        for (let j = 0; j < k; j++) dg[members[j]] = 0;
        return largest;
      }
      if (!(error <= POOR * (1 + largest)) && inverse.updates > 0) {
        this.refactor();
        this.#load(pull, imbalance);
        inverse.solve(rhs, z, -1);
      } else inverse.solve(rhs, z, -1, true);
    }
  }

  #load(values, sums) {
    const { ties, k, rhs, members } = this;
    for (let t = 0; t < ties; t++) rhs[t] = sums[t];
    for (let j = 0; j < k; j++) rhs[ties + j] = values[members[j]];
  }

  /** The first of: a free variable meets a bound (event ±1), a bounded one's multiplier vanishes (0), the end (null). */
  #firstEvent(left, upperRate, noise) {
    const { n, ties, k, members, a, upper, side, g, z, dg, piece } = this;
    let step = left,
      event = null,
      which = -1,
      speed = 0;
    for (let j = 0; j < k; j++) {
      const v = members[j];
      const rate = z[ties + j];
      const rising = upperRate === null ? rate : rate - upperRate[v];
      for (let bound = 1; bound >= -1; bound -= 2) {
        const fast = bound === 1 ? -rate : rising;
        if (fast <= noise) continue;
        const time = Math.max(0, bound === 1 ? a[v] : upper[v] - a[v]) / fast;
        if (time < step - 1e-15 || (time <= step + 1e-15 && event !== null && fast > speed)) {
          step = Math.min(step, time);
          event = bound;
          which = j;
          speed = fast;
        }
      }
    }
    speed = 0;
    const silent = Math.max(10 * noise, 4 * this.error); // below it, duplicates part by rounding
    for (let v = 0; v < n; v++) {
      const at = side[v];
      const fast = -at * dg[v];
      if (fast <= silent) continue; // at = 0, too
      const time = Math.max(0, at * g[v]) / fast;
      if (time < step - 1e-15 || (time <= step + 1e-15 && event === 0 && fast > speed)) {
        step = Math.min(step, time);
        event = 0;
        which = v;
        speed = fast;
      }
    }
    piece.length = Math.max(0, step);
    piece.event = event;
    this.which = which;
    return piece;
  }

  #advance(step, linear, balance, upper, held) {
    const { n, ties, k, a, b, g, z, dg, members, side } = this;
    for (let t = 0; t < ties; t++) b[t] += step * z[t];
    for (let j = 0; j < k; j++) a[members[j]] += step * z[ties + j];
    for (let v = 0; v < n; v++) g[v] += step * dg[v];
    if (linear !== null) for (let v = 0; v < n; v++) this.linear[v] += step * linear[v];
    if (balance !== null) for (let t = 0; t < ties; t++) this.balance[t] += step * balance[t];
    if (upper !== null) {
      const bounds = this.upper;
      for (let v = 0; v < n; v++) {
        bounds[v] += step * upper[v];
        if (side[v] === -1) a[v] = bounds[v];
      }
    }
    if (held !== null) held.variables.forEach((v, i) => (a[v] += step * held.rates[i]));
  }

  /** Part what is tied at this place: f and r shift by a little, at random; ``settle`` takes the shift back. */
  #shake(size, seed) {
    const { n, k, g, a, side, linear, members, upper } = this;
    let most = 0;
    for (let v = 0; v < n; v++) {
      most = Math.max(most, a[v]);
      seed.value = (seed.value * 16807) % 2147483647;
      const height = size * (0.5 + seed.value / 2147483647);
      const part = side[v] * Math.max(0, height - Math.max(0, side[v] * g[v]));
      g[v] += part;
      linear[v] += part;
    }
    for (let j = 0; j < k; j++) {
      const v = members[j];
      const inside = Math.min(size * most, 0.25 * upper[v]);
      const move = Math.min(upper[v] - inside, Math.max(inside, a[v])) - a[v];
      if (move === 0) continue;
      a[v] += move;
      this.addRow(linear, v, -move);
      for (let t = 0; t < this.ties; t++) this.balance[t] += move * this.program.E[t * n + v];
    }
    this.shaken = true;
  }

  // --- settling ---------------------------------------------------------------------------------------------------

  /** Lead f to -1 and r to 0 from wherever they are: shift them so that this point is optimal, and follow them back. */
  settle(rounds = 4) {
    const { n, ties, a, g, side, members, upper } = this;
    const error = new Float64Array(n);
    const back = new Float64Array(ties);
    for (let round = 0; round < rounds; round++) {
      for (let j = 0; j < this.k; j++) a[members[j]] = Math.min(upper[members[j]], Math.max(0, a[members[j]]));
      this.linear.fill(-1);
      this.gradient();
      let largest = 0,
        scale = 1,
        most = 0,
        excess = 0;
      for (let v = 0; v < n; v++) {
        error[v] = side[v] * Math.min(0, side[v] * g[v]);
        scale = Math.max(scale, Math.abs(g[v]));
        most = Math.max(most, a[v]);
      }
      for (let j = 0; j < this.k; j++) error[members[j]] = g[members[j]];
      for (let v = 0; v < n; v++) {
        largest = Math.max(largest, Math.abs(error[v]));
        g[v] -= error[v];
        this.linear[v] -= error[v];
      }
      this.balance.fill(0);
      this.addBalance(this.balance, a);
      for (let t = 0; t < ties; t++) {
        back[t] = -this.balance[t];
        excess = Math.max(excess, Math.abs(back[t]));
      }
      this.shaken = false;
      if (largest < 1e-13 * scale && excess <= 1e-14 * most) break;
      for (const _ of this.follow(1, { linear: error, balance: back }));
    }
    this.linear.fill(-1);
    this.balance.fill(0);
  }

  /** Take back what rounding, or a shake, has done: by a Newton step on F, else by settling. Returns the violation. */
  tidy() {
    let violation = this.violation();
    if (violation > CLEAN) {
      this.#correct();
      violation = this.violation(); // measured, not carried on: the certificate rests on it
    }
    if (this.shaken || !(violation <= ROUNDING_OF_CONDITIONS)) {
      this.settle();
      violation = this.violation();
    }
    return violation;
  }

  #correct() {
    const { ties, k, members, rhs, z, a, b, inverse } = this;
    rhs.fill(0, 0, ties);
    this.addBalance(rhs, a);
    for (let j = 0; j < k; j++) rhs[ties + j] = this.g[members[j]];
    inverse.solve(rhs, z, -1);
    for (let t = 0; t < ties; t++) b[t] += z[t];
    for (let j = 0; j < k; j++) a[members[j]] += z[ties + j];
  }
}
