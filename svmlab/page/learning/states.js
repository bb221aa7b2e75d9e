// What a procedure hands over after each step: its iterate, how good that is, and what it just did.

import { inner, total } from "./problems.js";
import { bestCorner } from "./vertices.js";

/**
 * One iterate of a procedure, by the names of ``svmlab.learning.State``: step, what, dualNumbers (m), lookedAt, looks,
 * evaluations, done, and where a procedure has them ownCoefficients (m), ownIntercept, knownProduct (m) and move. All
 * is measured when it is asked for, and once.
 */
export class State {
  #known = new Map();

  constructor(problem, fields) {
    const { dualNumbers, ownCoefficients, ownIntercept = null, knownProduct = null, move = null } = fields;
    Object.assign(this, { ...fields, problem, ownIntercept, knownProduct, move });
    this.dualNumbers = dualNumbers.slice();
    this.lookedAt = [...fields.lookedAt];
    this.ownCoefficients = ownCoefficients ? ownCoefficients.slice() : null;
    Object.freeze(this);
  }

  #once(name, measure) {
    if (!this.#known.has(name)) this.#known.set(name, measure());
    return this.#known.get(name);
  }

  /** How often it has gone through the points. */
  get passes() {
    return this.looks / this.problem.m;
  }

  /** Those of the dual program, by which it is measured. */
  get multipliers() {
    const { problem, dualNumbers, ownCoefficients } = this;
    return this.#once("multipliers", () => (ownCoefficients ? problem.nearest(dualNumbers) : dualNumbers));
  }

  /** (m) of the φ(x_i) in w. */
  get coefficients() {
    return this.ownCoefficients ?? this.problem.coefficients(this.multipliers);
  }

  /** Hα. */
  get product() {
    return this.#once("product", () => this.knownProduct ?? this.problem.product(this.multipliers));
  }

  /** Margins without b. */
  get along() {
    const { problem, ownCoefficients } = this;
    return this.#once("along", () => (ownCoefficients ? problem.along(problem.spread(ownCoefficients)) : this.product));
  }

  /** The procedure's own b, or that of the smallest primal objective. */
  get b() {
    const { problem, along, ownIntercept } = this;
    return this.#once(
      "b",
      () =>
        ownIntercept ??
        bestCorner(
          problem,
          along.map((value) => 1 - value),
        ).b,
    );
  }

  get margins() {
    const { problem, along, b } = this;
    return this.#once("margins", () => along.map((value, i) => value + problem.signs[i] * b));
  }

  get squaredNorm() {
    const { ownCoefficients, multipliers, product, problem, along } = this;
    if (!ownCoefficients) return inner(multipliers, product);
    return inner(ownCoefficients, problem.along(along));
  }

  /** Q(α) = Σ α - ½ αᵀHα. */
  get dual() {
    return total(this.multipliers) - 0.5 * inner(this.multipliers, this.product);
  }

  /** ½ ‖w‖² + C Σ max(0, 1 - margin). */
  get primal() {
    const slack = this.margins.map((margin) => Math.max(0, 1 - margin));
    return 0.5 * this.squaredNorm + inner(this.problem.upper, slack);
  }

  /** primal - dual over primal; NaN where α is not feasible. */
  get relativeGap() {
    return this.problem.feasible(this.multipliers) ? (this.primal - this.dual) / this.primal : NaN;
  }

  /** By how much a Karush-Kuhn-Tucker condition on the margins is violated, at b, at the most. */
  get violation() {
    const { multipliers: a, margins, problem } = this;
    return a.reduce((worst, value, i) => {
      const short = 1 - margins[i];
      const above = Math.max(problem.upper[i] - value, 0) * problem.diagonal[i];
      const below = Math.max(value, 0) * problem.diagonal[i];
      return Math.max(worst, Math.min(short, above), Math.min(-short, below));
    }, 0);
  }
}

/** Counts steps, looks and kernel evaluations of a procedure, and writes its states. */
export class Diary {
  constructor(problem) {
    Object.assign(this, { problem, step: -1, looks: 0, evaluations: 0 });
  }

  /** The next State: dual numbers (m), the points just looked at, what that cost. */
  state(dualNumbers, what, lookedAt = [], evaluations = 0, { done = false, ...more } = {}) {
    this.step++;
    this.looks += lookedAt.length;
    this.evaluations += evaluations;
    const { step, looks, problem } = this;
    return new State(problem, {
      ...{ step, what, dualNumbers, lookedAt, looks, evaluations: this.evaluations, done },
      ...more,
    });
  }
}

export const everyPoint = ({ m }) => Array.from({ length: m }, (_, i) => i);
