// Frank and Wolfe: go towards the corner of the feasible set that the gradient points at, or away from the worst one.

import { general } from "../words/format.js";
import { inner, Problem } from "./problems.js";
import { Diary, everyPoint } from "./states.js";
import { bestCorner } from "./vertices.js";

/** α ← α + t (s - α), s from ``bestCorner``, t in [0, 1] with Q(α) largest; with away steps. */
export function* frankWolfe(asked, { intercept = true, tol = 1e-3 } = {}) {
  const problem = new Problem(asked, { intercept });
  const diary = new Diary(problem);
  const { m } = problem;
  let [a, product, made] = [problem.zero, problem.zero, [{ corner: problem.zero, share: 1 }]];
  let [what, cost] = ["every α is 0", 0];
  for (;;) {
    const g = product.map((value) => 1 - value);
    const { s, b } = bestCorner(problem, g);
    const known = { ownIntercept: b, knownProduct: product };
    const state = diary.state(a, what, cost ? everyPoint(problem) : [], cost, known);
    yield state;
    if (state.relativeGap <= tol) {
      yield diary.state(a, `the gap is below ${general(tol, 6)} of the objective: done`, [], 0, {
        ...known,
        done: true,
      });
      return;
    }
    const { direction, longest, worst } = wayOf(made, a, g, s);
    const along = problem.product(direction);
    const curvature = inner(direction, along);
    const t = curvature <= 0 ? longest : Math.min(longest, inner(g, direction) / curvature);
    cost = m * problem.terms(direction);
    a = problem.boxed(a.map((value, i) => value + t * direction[i]));
    product = product.map((value, i) => value + t * along[i]);
    made = sharedAfter(made, s, worst, t, t === longest);
    const drops = t === longest ? ", which drops out" : "";
    what =
      worst < 0
        ? `${general(t, 2)} of the way to a corner`
        : `away from a corner, ${general(t, 2)} of its distance${drops}`;
  }
}

/** {direction, longest, worst}: towards s, or away from the worst corner where that promises more; worst -1 for none. */
function wayOf(made, a, g, s) {
  const heights = made.map(({ corner }) => inner(corner, g));
  const worst = heights.reduce((k, height, j) => (height < heights[k] ? j : k), 0);
  const { corner, share } = made[worst];
  const towards = s.map((value, i) => value - a[i]);
  const away = a.map((value, i) => value - corner[i]);
  if (inner(g, away) > inner(g, towards) && share < 1) return { direction: away, longest: share / (1 - share), worst };
  return { direction: towards, longest: 1, worst: -1 };
}

/** The corners of which α is made, with their shares, after a step t towards s, or away from corner ``worst``. */
function sharedAfter(made, s, worst, t, whole) {
  const scaled = made.map(({ corner, share }) => ({ corner, share: (worst < 0 ? 1 - t : 1 + t) * share }));
  if (worst >= 0) {
    scaled[worst].share -= t;
    return whole ? scaled.filter((_, k) => k !== worst) : scaled;
  }
  if (whole) return [{ corner: s, share: 1 }];
  const same = scaled.find(({ corner }) => corner.every((value, i) => value === s[i]));
  if (!same) return [...scaled, { corner: s, share: t }];
  same.share += t;
  return scaled;
}
