// The perceptron: it stops at the first line that separates, one of many. With w, and in its dual form for any kernel.

import { inner, Problem } from "./problems.js";
import { Diary } from "./states.js";

/** The State of Rosenblatt's perceptron at each mistake, with w; the kernel is the linear one. */
export function* perceptron(asked, { intercept = true } = {}) {
  const problem = new Problem(asked, { intercept });
  const { X, signs } = problem;
  const w = [0, 0];
  yield* mistakes(problem, {
    begin: "w = 0",
    wrong: "add it to w",
    margin: (i, b) => signs[i] * (w[0] * X[2 * i] + w[1] * X[2 * i + 1] + b),
    learn: (i) => {
      w[0] += signs[i] * X[2 * i];
      w[1] += signs[i] * X[2 * i + 1];
    },
    cost: () => 1,
  });
}

/** The State of the dual perceptron at each mistake: α_i ← α_i + 1 where y_i f(x_i) ≤ 0. */
export function* dualPerceptron(asked, { intercept = true } = {}) {
  const problem = new Problem(asked, { intercept });
  const { K, signs, m } = problem;
  const margins = problem.zero;
  yield* mistakes(problem, {
    begin: "every α is 0",
    wrong: "add 1 to its α",
    margin: (i) => margins[i],
    learn: (j) => {
      for (let i = 0; i < m; i++) margins[i] += signs[i] * signs[j] * (K[j][i] + Number(intercept));
    },
    cost: (counts) => counts.reduce((terms, count) => terms + (count > 0), 0),
  });
}

/** Round by round, until there is one without a mistake. */
function* mistakes(problem, { begin, wrong, margin, learn, cost }) {
  const { m, signs, intercept } = problem;
  const diary = new Diary(problem);
  const counts = problem.zero;
  let [b, lookedAt, since] = [0, [], 0];
  const told = (what, done) =>
    diary.state(counts, what, lookedAt, lookedAt.length * cost(counts), { done, ownIntercept: b });
  yield told(begin, false);
  for (let i = 0; since < m; i = (i + 1) % m) {
    lookedAt.push(i);
    since++;
    if (margin(i, b) > 0) continue;
    counts[i]++;
    learn(i);
    b = intercept ? inner(counts, signs) : 0;
    yield told(`point ${i} is wrong: ${wrong}`, false);
    [lookedAt, since] = [[], 0];
  }
  yield told("a round without a mistake: done", true);
}
