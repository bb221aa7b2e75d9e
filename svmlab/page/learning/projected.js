// Gradient ascent on the dual that keeps its equation: each step is followed by a projection.

import { general } from "../words/format.js";
import { inner, Problem } from "./problems.js";
import { Diary, everyPoint } from "./states.js";

const SQUARINGS = 24; // of K: its power 2²⁴ knows nothing but the largest eigenvalue

/** α ← P(α + η (1 - Hα)); `rate` η, by default 1/λ, λ the largest eigenvalue of H. */
export function* projectedAscent(asked, { rate = null, tol = 1e-3 } = {}) {
  const problem = new Problem(asked);
  const eta = rate ?? 1 / largestEigenvalue(problem.K);
  const diary = new Diary(problem);
  let a = problem.zero;
  let state = diary.state(a, "every α is 0");
  yield state;
  while (state.relativeGap > tol) {
    const cost = problem.m * problem.terms(a);
    const product = problem.product(a);
    a = problem.nearest(a.map((value, i) => value + eta * (1 - product[i])));
    state = diary.state(a, "a step along the gradient, and back to Σ y α = 0", everyPoint(problem), cost);
    yield state;
  }
  yield diary.state(a, `the gap is below ${general(tol, 6)} of the objective: done`, [], 0, { done: true });
}

/** λ of a positive semi-definite matrix (rows): the Rayleigh quotient of a column of a high power. */
export function largestEigenvalue(K) {
  let power = K;
  for (let k = 0; k < SQUARINGS; k++) {
    const scale = Math.max(...power.map((row, i) => row[i])) || 1;
    const scaled = power.map((row) => row.map((value) => value / scale));
    power = scaled.map((row) => Float64Array.from(scaled, (other) => inner(row, other)));
  }
  const largest = power.reduce((most, row, i) => (row[i] > power[most][most] ? i : most), 0);
  const v = power[largest];
  return (
    inner(
      v,
      Float64Array.from(K, (row) => inner(row, v)),
    ) / inner(v, v) || 1
  );
}
