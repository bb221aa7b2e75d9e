// What a procedure is asked: the dual program of a machine of two classes, with the intercept or without it.
//
//   min ½ αᵀHα - 1ᵀα  over  0 ≤ α ≤ u,  and Σ y α = 0 where the machine has an intercept b

import { kernelFunction } from "../math/kernels.js";

export const ON_ITS_BOUND = 1e-13; // distance from a bound, of its bound, or from zero, of the largest, that is rounding
const NEAR = 1e-9; // of the largest multiplier, by which rounding may leave the box

export function inner(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export const total = (a) => a.reduce((sum, value) => sum + value, 0);
const clip = (value, upper) => Math.min(Math.max(value, 0), upper);
const largestOf = (a) => a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export class Problem {
  /** `asked`: {X (m x 2), y (m) of 0 and 1, kernel, C}. */
  constructor({ X, y, kernel, C }, { intercept = true } = {}) {
    const m = y.length;
    Object.assign(this, { X, y, kernel, C, intercept, m, linear: kernel.name === "linear" });
    this.signs = Float64Array.from(y, (k) => 2 * k - 1);
    this.upper = new Float64Array(m).fill(C);
    const k = kernelFunction(kernel);
    this.K = Array.from({ length: m }, (_, i) =>
      Float64Array.from({ length: m }, (_, j) => k(X[2 * i], X[2 * i + 1], X[2 * j], X[2 * j + 1])),
    );
    this.diagonal = Float64Array.from({ length: m }, (_, i) => this.K[i][i]);
  }

  get zero() {
    return new Float64Array(this.m);
  }

  /** Column v of H = y yᵀ K. */
  column(v) {
    const { signs, K } = this;
    return K[v].map((k, i) => signs[i] * signs[v] * k);
  }

  /** Hα. */
  product(a) {
    return this.along(this.spread(this.coefficients(a)));
  }

  /** K c. */
  spread(c) {
    return Float64Array.from(this.K, (row) => inner(row, c));
  }

  coefficients(a) {
    return a.map((value, i) => this.signs[i] * value);
  }

  /** y_i s_i of scores s. */
  along(scores) {
    return scores.map((score, i) => this.signs[i] * score);
  }

  /** How many kernel evaluations one score costs: one with w where there is w, else one for each support vector. */
  terms(a) {
    if (this.linear) return 1;
    const least = ON_ITS_BOUND * largestOf(a);
    return a.reduce((count, value) => count + Number(Math.abs(value) > least), 0);
  }

  /** a between its bounds, and at a bound that it misses by rounding only. */
  boxed(a) {
    return a.map((value, i) => {
      const near = ON_ITS_BOUND * this.upper[i];
      return value <= near ? 0 : value >= this.upper[i] - near ? this.upper[i] : value;
    });
  }

  unbalanced(a) {
    return this.intercept ? Math.abs(inner(this.signs, a)) : 0;
  }

  /** Whether α is in the box, and balanced, up to rounding. */
  feasible(a) {
    const near = NEAR * largestOf(a);
    const inside = a.every((value, i) => value >= -near && value <= this.upper[i] + near);
    return inside && this.unbalanced(a) <= near * Math.sqrt(this.m);
  }

  /** The feasible multipliers nearest to a: a_i - y_i β, clipped, with the β for which Σ y α = 0. */
  nearest(a) {
    const { signs: y, upper: u } = this;
    if (!this.intercept) return this.boxed(a);
    const clipped = (beta) => a.map((value, i) => clip(value - y[i] * beta, u[i]));
    const balance = (beta) => inner(y, clipped(beta));
    const kinks = [...a.map((value, i) => y[i] * value), ...a.map((value, i) => y[i] * (value - u[i]))];
    kinks.sort((p, q) => p - q);
    let [low, high] = [0, kinks.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (balance(kinks[middle]) > 0) low = middle;
      else high = middle;
    }
    const [above, below] = [balance(kinks[low]), balance(kinks[high])];
    const share = above > below ? above / (above - below) : 0;
    return this.boxed(clipped(kinks[low] + share * (kinks[high] - kinks[low])));
  }
}
