// The linear program inside: which corner of the feasible set goes furthest along a gradient, and the b that says so.

import { inner, total } from "./problems.js";

const LEVEL = 1e-12; // of Σ u, that is rounding

/** {s (m), b} of max gᵀs over 0 ≤ s ≤ u, Σ y s = 0; b is that of the smallest slack. */
export function bestCorner(problem, g) {
  const { intercept, signs: y, upper: u, m } = problem;
  if (!intercept) return { s: g.map((value, i) => (value > 0 ? u[i] : 0)), b: 0 };
  const place = problem.along(g);
  const order = Array.from(place.keys()).sort((i, j) => place[i] - place[j]);
  const level = LEVEL * total(u);
  let slope = -total(u.filter((_, i) => y[i] > 0));
  let first = 0; // where u of the positive points in the slack meets u of the negative ones
  for (; first < m; first++) {
    slope += u[order[first]];
    if (slope >= -level) break;
  }
  const pivot = order[first];
  const passed = new Set(order.slice(0, first));
  const s = u.map((upper, i) => (i !== pivot && passed.has(i) === y[i] < 0 ? upper : 0));
  const rest = -y[pivot] * inner(y, s);
  s[pivot] = rest <= level ? 0 : rest >= u[pivot] - level ? u[pivot] : rest;
  const flat = slope <= level && first + 1 < m; // between two places the slack does not change
  return { s, b: flat ? 0.5 * (place[pivot] + place[order[first + 1]]) : place[pivot] };
}
