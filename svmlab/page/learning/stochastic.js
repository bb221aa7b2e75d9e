// Pegasos: the subgradient of one point at a time, with a step that falls like 1/t, and back into the ball ‖w‖² ≤ C m.

import { Random } from "../math/random.js";
import { general } from "../words/format.js";
import { Problem, total } from "./problems.js";
import { Diary } from "./states.js";

/** w ← (1 - 1/t) w, and where y_i f(x_i) < 1 w ← w + C m y_i φ(x_i) / t. Never ends. */
export function* pegasos(asked, { intercept = false, seed = 0 } = {}) {
  const problem = new Problem(asked, { intercept });
  const { signs: y, upper: u, K, m } = problem;
  const [random, diary, ball] = [new Random(seed), new Diary(problem), total(u)];
  let [c, f, b, squared] = [problem.zero, problem.zero, 0, 0];
  const scale = (factor) => {
    [c, f] = [c, f].map((values) => values.map((value) => factor * value));
  };
  const told = (what, lookedAt, cost) =>
    diary.state(problem.coefficients(c), what, lookedAt, cost, { ownCoefficients: c, ownIntercept: b });
  yield told("w = 0", [], 0);
  for (let t = 1; ; t++) {
    const i = random.below(m);
    const [cost, margin] = [problem.terms(c), y[i] * (f[i] + b)];
    scale(1 - 1 / t);
    squared *= (1 - 1 / t) ** 2;
    let what = `point ${i} has the margin ${general(margin)}: w shrinks`;
    if (margin < 1) {
      const push = (m * u[i] * y[i]) / t;
      squared += 2 * push * f[i] + push * push * K[i][i];
      c[i] += push;
      f = f.map((value, j) => value + push * K[i][j]);
      if (intercept) b += push;
      what += `, and point ${i} is added`;
    }
    if (squared > ball) {
      scale(Math.sqrt(ball / squared));
      squared = ball;
      what += ", back into the ball";
    }
    yield told(what, [i], cost);
  }
}
