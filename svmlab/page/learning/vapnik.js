// Chunking: the machine of a working set, without those that are no support vectors, with the M that violate most.

import { RISEN } from "../math/constants.js";
import { Random } from "../math/random.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { Problem } from "./problems.js";
import { Diary } from "./states.js";

/** The State after each program of Vapnik's chunking; by the page's exact engine. */
export function* vapnikChunking(asked, { M = 10, begin = 10, tol = 1e-8 } = {}) {
  const problem = new Problem(asked);
  const diary = new Diary(problem);
  const { m, signs } = problem;
  yield diary.state(problem.zero, "every α is 0");
  let [working, best] = [firstPoints(problem, begin), -Infinity];
  for (;;) {
    const { a, b, dual } = trainedOn(asked, working);
    const f = problem.spread(problem.coefficients(a));
    const short = f.map((value, i) => 1 - signs[i] * (value + b));
    const violators = Array.from(short.keys()).filter((i) => short[i] > tol && !working.includes(i));
    const more = violators.length
      ? `${violators.length} others violate their margin`
      : "no other violates its margin: done";
    const cost = working.length ** 2 + (m - working.length) * problem.terms(a);
    const own = { ownIntercept: b, done: !violators.length };
    yield diary.state(a, `the machine of ${working.length} points; ${more}`, working, cost, own);
    if (!violators.length) return;
    if (dual > best + RISEN * Math.abs(dual)) [working, best] = [supporting(problem, working, a), dual];
    violators.sort((i, j) => short[j] - short[i] || i - j);
    working = [...working, ...violators.slice(0, M)].sort((i, j) => i - j);
  }
}

/** {a (m), b, dual} of the machine of some of the points. */
function trainedOn({ X, y, kernel, C }, working) {
  const part = { X: working.flatMap((i) => [X[2 * i], X[2 * i + 1]]), y: working.map((i) => y[i]) };
  const { alpha, b, dual } = new MachineEngine({ ...part, Q: 2, outputs: 1, kernel, C }).solution;
  const a = new Float64Array(y.length);
  working.forEach((i, k) => (a[i] = alpha[k]));
  return { a, b: b[0], dual };
}

/** Some of each class, in its share. */
function firstPoints({ m, y }, begin) {
  const random = new Random(0);
  const chosen = [0, 1].flatMap((k) => {
    const own = Array.from(y.keys()).filter((i) => y[i] === k);
    const count = Math.ceil((begin * own.length) / m);
    return random
      .permutation(own.length)
      .slice(0, count)
      .map((place) => own[place]);
  });
  return chosen.sort((i, j) => i - j);
}

/** The support vectors of a working set, and one point of each class that has none. */
function supporting({ y }, working, a) {
  const kept = working.filter((i) => a[i] > 0);
  const missing = [0, 1].filter((k) => !kept.some((i) => y[i] === k));
  return [...kept, ...missing.map((k) => working.find((i) => y[i] === k))];
}
