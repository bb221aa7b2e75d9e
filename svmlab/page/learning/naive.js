// Gradient ascent on one multiplier at a time, as the slides print it: the machine without b.

import { general } from "../words/format.js";
import { ON_ITS_BOUND, Problem } from "./problems.js";
import { Diary } from "./states.js";

/** α_i ← min(max(α_i + η_i (1 - (Hα)_i), 0), C), in an epoch by descending α; `rate` η, by default 1/κ(x_i, x_i). */
export function* naiveAscent(asked, { rate = null, tol = 1e-3 } = {}) {
  const problem = new Problem(asked, { intercept: false });
  const { m, upper, diagonal } = problem;
  const eta = diagonal.map((kappa) => rate ?? 1 / (kappa > 0 ? kappa : 1));
  const diary = new Diary(problem);
  const a = problem.zero;
  const g = problem.zero.fill(1);
  const known = () => ({ knownProduct: g.map((value) => 1 - value) });
  let state = diary.state(a, "every α is 0", [], 0, known());
  yield state;
  while (state.violation > tol) {
    for (const i of descending(a)) {
      const [cost, before] = [problem.terms(a), a[i]];
      a[i] = Math.min(Math.max(before + eta[i] * g[i], 0), upper[i]);
      const column = problem.column(i);
      for (let j = 0; j < m; j++) g[j] -= (a[i] - before) * column[j];
      state = diary.state(a, ascentText(i, before, a[i], upper[i]), [i], cost, known());
      yield state;
    }
  }
  yield diary.state(a, `no condition is violated by more than ${general(tol, 6)}: done`, [], 0, {
    ...known(),
    done: true,
  });
}

const descending = (a) => Array.from(a.keys()).sort((i, j) => a[j] - a[i]);

function ascentText(i, before, after, upper) {
  if (Math.abs(after - before) <= ON_ITS_BOUND * upper)
    return `α of point ${i} stays at ${after === 0 ? "0" : after === upper ? "C" : general(after)}`;
  const end = after === 0 ? " = 0, its bound" : after === upper ? " = C, its bound" : ` ${general(after)}`;
  return `α of point ${i} ${after > before ? "rises" : "falls"} from ${general(before)} to${end}`;
}
