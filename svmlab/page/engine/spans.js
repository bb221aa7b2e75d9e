// Spans: how far each support vector is from what the other free ones can make, the S_p of the span bound and rule, see
// theory/spans.py. ``facts`` are those of a machine of two classes, of biclass_bounds.js.

import { CERTIFIED, DEPENDENT_SPANS, FLAT_SPAN, ON_A_BOUND } from "../math/constants.js";
import { ActiveSet } from "./active_set.js";
import { BorderedInverse, largestRowSum } from "./bordered_inverse.js";
import { led } from "./leading.js";
import { Stalled, Unbounded } from "./working_set.js";

/**
 * S_p² of the support vectors to the affine hull of the other free ones, or (``withB`` false) to their span:
 * {squared (m; NaN where α = 0, ∞ where there are no others), unchanged (m): no point changes its role without p,
 * weights: of each free point its nearest in the hull, λ (k), -1 at itself; null where the free ones are dependent}.
 *
 * With K̃ = [K_F 1; 1ᵀ 0] all of them are read off one inverse, S_p² = 1 / (K̃⁻¹)_pp. Vapnik and Chapelle 2000. A generator
 * that yields now and then.
 */
export function* affineSpans(facts, withB = true) {
  const { m, free, bounded } = facts;
  const found = { squared: new Float64Array(m).fill(NaN), unchanged: new Uint8Array(m), weights: [] };
  const system = new Hull(facts, free, withB);
  yield;
  if (!system.solved) {
    for (const p of [...free, ...bounded]) {
      const others = free.filter((i) => i !== p);
      found.squared[p] = projected(facts, others, p, withB);
      yield;
    }
    return { ...found, weights: null };
  }
  for (const [j, p] of free.entries()) {
    const { squared, response, change } = system.without(j);
    found.squared[p] = squared;
    found.weights.push(response.subarray(0, free.length));
    if (withB && squared < Infinity) found.unchanged[p] = isUnchanged(facts, p, response, change);
    yield;
  }
  for (const p of bounded) {
    const { response, change } = system.beside(p);
    found.squared[p] = free.length || !withB ? Math.max(0, change(p)) : Infinity;
    if (withB && free.length) found.unchanged[p] = isUnchanged(facts, p, response, change);
    yield;
  }
  return found;
}

/** The equations of the free points, of the largest |κ(x, x)| as a unit. */
class Hull {
  constructor(facts, free, withB) {
    const { m, centred, given } = facts;
    Object.assign(this, {
      m,
      free,
      kappa: withB ? centred : given,
      k: free.length,
      order: free.length + (withB ? 1 : 0),
    });
    this.scale = 0;
    for (let i = 0; i < m; i++) this.scale = Math.max(this.scale, Math.abs(this.kappa(i, i)));
    this.scale ||= 1;
    this.inverse = new BorderedInverse(this.order);
    this.solved = this.#invert();
  }

  /** False where the matrix is singular to working precision. */
  #invert() {
    const { k, order, free, kappa, scale } = this;
    if (k === 0) return this.inverse.invert(new Float64Array(order * order).fill(1), order); // nothing ties b
    const A = new Float64Array(order * order).fill(order > k ? 1 : 0);
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) A[i * order + j] = kappa(free[i], free[j]) / scale;
    if (order > k) A[order * order - 1] = 0;
    const size = largestRowSum(A, order);
    return this.inverse.invert(A, order) && size * this.inverse.norm * DEPENDENT_SPANS < 1;
  }

  /** Of the j-th free point: S², the λ of the others, and what is lost at each point for a unit of its multiplier. */
  without(j) {
    const { order, inverse, scale } = this;
    const own = inverse.at(j, j);
    const alone = own <= DEPENDENT_SPANS; // nothing else ties b
    const response = Float64Array.from({ length: order }, (_, i) => -inverse.at(i, j) / (alone ? 1 : own));
    return { squared: alone ? Infinity : scale / own, response, change: (at) => -this.#along(at, response) };
  }

  /** The same of another point p, from which the free ones are seen. */
  beside(p) {
    const { order, k, free, kappa, scale, inverse } = this;
    const column = Float64Array.from({ length: order }, (_, i) => (i < k ? kappa(free[i], p) / scale : 1));
    const response = new Float64Array(order);
    if (k) inverse.solve(column, response, 1);
    return { response, change: (at) => kappa(at, p) - this.#along(at, response) };
  }

  /** Σ λ_i κ(x, x_i) + β. */
  #along(at, response) {
    const { k, order, free, kappa, scale } = this;
    let sum = order > k ? scale * response[k] : 0;
    for (let i = 0; i < k; i++) if (response[i] !== 0) sum += kappa(at, free[i]) * response[i];
    return sum;
  }
}

/** Whether the machine that is predicted without p is optimal, every other point in its old role. */
function isUnchanged({ m, y, alpha, upper, margins, free, status, largest }, p, response, change) {
  const tiny = ON_A_BOUND * largest;
  const lost = y[p] * alpha[p];
  for (let i = 0; i < free.length; i++) {
    const v = free[i];
    const moved = v === p ? alpha[v] : alpha[v] + y[v] * response[i] * lost;
    if (!(moved > tiny && moved < upper[v] - tiny)) return 0;
  }
  for (let j = 0; j < m; j++) {
    if (status[j] === 1 || j === p) continue;
    const margin = margins[j] - y[j] * lost * change(j);
    if (status[j] === 2 ? !(margin <= 1 + CERTIFIED) : !(margin >= 1 - CERTIFIED)) return 0;
  }
  return 1;
}

/** Squared distance of point p to the others' hull or span, dependent as they may be: by elimination, largest pivots first. */
function projected({ m, centred, given }, others, p, withB) {
  if (withB && !others.length) return Infinity;
  const kappa = withB ? centred : given;
  let size = 0;
  for (let i = 0; i < m; i++) size = Math.max(size, Math.abs(kappa(i, i)));
  const [o, ...rest] = withB ? others : [-1, ...others];
  const about = (i, j) => (o < 0 ? kappa(i, j) : kappa(i, j) - kappa(i, o) - kappa(o, j) + kappa(o, o));
  const points = [...rest, p];
  const n = points.length;
  const A = points.map((i) => Float64Array.from(points, (j) => about(i, j)));
  const left = new Set(rest.keys());
  const least = FLAT_SPAN * Math.max(0, ...rest.map((_, i) => A[i][i]));
  for (;;) {
    let q = -1;
    for (const i of left) if (q < 0 || A[i][i] > A[q][q]) q = i;
    if (q < 0 || !(A[q][q] > least)) break;
    left.delete(q);
    const row = Float64Array.from(A[q]);
    for (const i of [...left, n - 1]) for (let j = 0; j < n; j++) A[i][j] -= (row[i] * row[j]) / row[q];
  }
  const distance = A[n - 1][n - 1];
  return distance > FLAT_SPAN * size ? distance : 0;
}

/**
 * (m) the S_p² of the span bound for the free support vectors, NaN elsewhere, given the affine ones: only such λ count
 * for which α_i + y_i y_p α_p λ_i stays within 0 and C. A generator that yields now and then.
 */
export function* boxedSpans(facts, { squared, weights }) {
  const { m, free } = facts;
  const boxed = new Float64Array(m).fill(NaN);
  const pending = [];
  free.forEach((p, j) => {
    const keeps = weights !== null && squared[p] < Infinity && keepsTheBox(facts, j, weights[j]);
    if (keeps) boxed[p] = squared[p];
    else pending.push(j);
  });
  if (!pending.length) return boxed;
  const others = new LedToZero(facts);
  for (const j of pending) {
    boxed[free[j]] = yield* others.squared(j);
    yield;
  }
  return boxed;
}

function keepsTheBox({ y, alpha, upper, free, largestFree }, j, weights) {
  const tiny = ON_A_BOUND * largestFree;
  const p = free[j];
  return free.every((v, i) => {
    const moved = i === j ? 0 : alpha[v] + y[v] * y[p] * alpha[p] * weights[i];
    return moved >= -tiny && moved <= upper[v] + tiny;
  });
}

/** The free support vectors alone, all of margin 1: what the objective loses while α_p is led to zero is α_p² S_p² / 2. */
class LedToZero {
  constructor({ free, y, alpha, upper, centred }) {
    const k = free.length;
    const signs = Float64Array.from(free, (v) => y[v]);
    this.unit = 0;
    for (const v of free) this.unit = Math.max(this.unit, centred(v, v));
    this.unit = this.unit > 0 ? 1 / this.unit : 1;
    const H = new Float64Array(k * k);
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) H[i * k + j] = signs[i] * signs[j] * centred(free[i], free[j]) * this.unit;
    }
    const upperBounds = Float64Array.from(free, (v) => upper[v] / this.unit);
    this.program = { n: k, ties: 1, H, E: signs, weight: upperBounds };
    this.active = new ActiveSet(this.program);
    this.active.a.set(Float64Array.from(free, (v) => alpha[v] / this.unit));
    this.active.upper.set(upperBounds);
    this.scratch = new ActiveSet(this.program);
    this.regular = this.#begin();
  }

  /** Every point in the working set, and f such that this is an optimum; false where they are dependent. */
  #begin() {
    const { active } = this;
    try {
      active.begin(Array.from(active.a.keys()));
    } catch (error) {
      if (!(error instanceof Stalled)) throw error;
      active.gradient();
    }
    for (let v = 0; v < active.n; v++) active.linear[v] -= active.g[v];
    active.g.fill(0);
    active.addBalance(active.balance, active.a);
    return active.inverse.order === active.n + 1;
  }

  /** S² of the j-th free point. */
  *squared(j) {
    const { active, scratch } = this;
    if (this.regular) {
      try {
        scratch.copyFrom(active);
        scratch.hold(j);
        const held = { variables: [j], rates: [-active.a[j]] };
        for (const _ of scratch.follow(1, { held })) yield;
        return this.#lost(j, scratch.a);
      } catch (error) {
        if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
      }
    }
    return yield* this.#anew(j);
  }

  #lost(j, a) {
    const { active, scratch, unit } = this;
    const change = a.map((value, i) => (i === j ? -1 : (value - active.a[i]) / active.a[j]));
    const product = new Float64Array(active.n);
    scratch.addProduct(product, change);
    return Math.max(0, change.reduce((sum, value, i) => sum + value * product[i], 0) / unit);
  }

  /** The same from nothing, where following loses its way; ∞ where no λ keeps the box. */
  *#anew(j) {
    const { H, E } = this.program;
    const { linear, a } = this.active;
    const upper = this.active.upper.map((value, i) => (i === j ? 0 : value));
    const r = this.active.balance[0];
    const sign = r < 0 ? -1 : 1;
    const full = upper.map((value, i) => (E[i] === sign ? value : 0));
    const left = full.reduce((sum, value) => sum + value, 0) - Math.abs(r);
    const tiny = ON_A_BOUND * a.reduce((most, value) => Math.max(most, value), 0);
    if (left < -tiny) return Infinity;
    if (left <= tiny) return this.#lost(j, full); // there is no other
    try {
      const first = full.findIndex((value) => value > 0);
      return this.#lost(j, (yield* led({ H, E, f: linear, r, upper, first })).a);
    } catch (error) {
      if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
      return NaN;
    }
  }
}
