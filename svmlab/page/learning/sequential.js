// SMO: the smallest step that keeps Σ y α = 0 moves two multipliers.

import { general, subscripts } from "../words/format.js";
import { CHOICES, mostViolating } from "./pairs.js";
import { ON_ITS_BOUND, Problem, inner } from "./problems.js";
import { Diary } from "./states.js";

const LEVEL_CURVATURE = 1e-12; // of the largest κ of both, that is none

/** Two multipliers to the top of Q(α) on their line, or to the border of [0, C]²; `choice` of ``pairs.js``. */
export function* smo(asked, { choice = "violating", tol = 1e-3, seed = 0 } = {}) {
  const problem = new Problem(asked);
  const choose = CHOICES[choice](seed);
  const diary = new Diary(problem);
  let [a, g] = [problem.zero, problem.zero.fill(1)];
  const known = () => ({ knownProduct: g.map((value) => 1 - value) });
  yield diary.state(a, "every α is 0", [], 0, known());
  while (mostViolating(problem, a, g).violation > tol) {
    let move;
    ({ a, g, move } = movedBest(problem, a, g, choose(problem, a, g, tol)));
    yield diary.state(a, moveTold(move), move.variables, 2 * problem.m, { ...known(), move });
  }
  yield diary.state(a, `no condition is violated by more than ${general(tol, 6)}: done`, [], 0, {
    ...known(),
    done: true,
  });
}

/** {a, g, move} after the best step along ``signs`` for ``variables``, inside the box. */
function movedBest(problem, a, g, { variables, signs }) {
  const columns = variables.map((v) => problem.column(v));
  const along = g.map((_, i) => signs[0] * columns[0][i] + signs[1] * columns[1][i]);
  const of = (values) => variables.map((v) => values[v]);
  const [slope, curvature, before, upper] = [inner(signs, of(g)), inner(signs, of(along)), of(a), of(problem.upper)];
  const rooms = before.map((value, k) => (signs[k] > 0 ? upper[k] - value : value));
  const flat = curvature <= LEVEL_CURVATURE * Math.max(...of(problem.diagonal));
  const top = flat ? Infinity : slope / curvature;
  const step = Math.min(top, ...rooms);
  const met = rooms.map((room, k) => room <= step + ON_ITS_BOUND * upper[k]);
  const after = before.map((value, k) => (met[k] ? (signs[k] > 0 ? upper[k] : 0) : value + step * signs[k]));
  const unclipped = flat ? [...after] : before.map((value, k) => value + top * signs[k]);
  const next = a.slice();
  variables.forEach((v, k) => (next[v] = after[k]));
  return { a: next, g: g.map((value, i) => value - step * along[i]), move: { variables, before, unclipped, after } };
}

function moveTold({ variables, before, unclipped, after }) {
  const clipped = unclipped.some((value, k) => Math.abs(value - after[k]) > 1e-12 * Math.abs(after[k]));
  const walk = variables.map((v, k) => `α${subscripts(v)} ${general(before[k])} → ${general(after[k])}`);
  return `${walk.join(", ")}${clipped ? " (clipped)" : ""}`;
}
