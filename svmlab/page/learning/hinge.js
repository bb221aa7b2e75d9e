// The full subgradient of the hinge loss: descent on w, and on b where there is one, with all points at once.

import { general } from "../words/format.js";
import { Problem } from "./problems.js";
import { Diary, everyPoint } from "./states.js";

/** w ← w - (w - C Σ y_i φ(x_i)) / t, the sum over the points with y_i f(x_i) < 1; step 1/t. */
export function* subgradient(asked, { intercept = false, tol = 1e-3 } = {}) {
  const problem = new Problem(asked, { intercept });
  const { signs: y, upper: u, m } = problem;
  const diary = new Diary(problem);
  let [c, b] = [problem.zero, 0];
  const told = (what, cost, done = false) => {
    const own = { ownCoefficients: c, ownIntercept: b, done };
    return diary.state(problem.coefficients(c), what, cost ? everyPoint(problem) : [], cost, own);
  };
  let state = told("w = 0", 0);
  yield state;
  for (let t = 1; ; t++) {
    if (!(state.relativeGap > tol)) {
      yield told(`the gap is below ${general(tol, 6)} of the objective: done`, 0, true);
      return;
    }
    const cost = m * problem.terms(c);
    const f = problem.spread(c);
    const short = f.map((value, i) => Number(y[i] * (value + b) < 1));
    c = c.map((value, i) => (1 - 1 / t) * value + (short[i] * u[i] * y[i]) / t);
    if (intercept) b += short.reduce((sum, one, i) => sum + one * u[i] * y[i], 0) / t;
    const count = short.reduce((sum, one) => sum + one, 0);
    state = told(`${count} points are short of the margin 1: a step of 1/${t}`, cost);
    yield state;
  }
}
