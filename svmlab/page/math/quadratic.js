// A small quadratic program, solved in the page: f(x) = ½ xᵀPx + qᵀx + constant, strictly convex, one or two
// variables, with Gx - h ≤ 0 and Ax - b = 0, a handful of rows in all. A problem is what Python sent:
// {P, q, constant, G, h, A, b, names, form, source, limits}, lists of numbers. Problems are never changed, only made
// anew.

const DEPENDENT = 1e-12; // borders whose normals are so nearly parallel are taken for parallel
const ROUNDING = 1e-9;

export const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
export const times = (M, v) => M.map((row) => dot(row, v));
export const plus = (u, v, t = 1) => u.map((x, i) => x + t * v[i]);
export const norm = (u) => Math.hypot(...u);

/** The constraints in one list {a, c, equality}, inequalities first: a·x - c ≤ 0, or = 0. */
export function rowsOf({ G, h, A, b }) {
  const row = (equality, sides) => (a, i) => ({ a, c: sides[i], equality });
  return [...G.map(row(false, h)), ...A.map(row(true, b))];
}

/** The same problem with these constraints. */
export function withRows(problem, rows) {
  const [unequal, equal] = [rows.filter((row) => !row.equality), rows.filter((row) => row.equality)];
  const [normals, sides] = [(list) => list.map((row) => row.a), (list) => list.map((row) => row.c)];
  return { ...problem, G: normals(unequal), h: sides(unequal), A: normals(equal), b: sides(equal) };
}

export function objective({ P, q, constant }, x) {
  return 0.5 * dot(x, times(P, x)) + dot(q, x) + constant;
}

export function gradient({ P, q }, x) {
  return plus(times(P, x), q);
}

/** L(x, α) = f(x) + Σ α_k (a_k·x - c_k) over all rows. */
export function lagrangian(problem, x, multipliers) {
  return rowsOf(problem).reduce((sum, { a, c }, k) => sum + multipliers[k] * (dot(a, x) - c), objective(problem, x));
}

/** Where f would be smallest if there were no constraint. */
export function freeMinimum({ P, q }) {
  return times(
    inverse(P),
    q.map((x) => -x),
  );
}

/** Inverse of a symmetric positive definite matrix of order 0, 1 or 2, null if it is singular. */
export function inverse(M) {
  if (M.length === 0) return [];
  if (M.length === 1) return M[0][0] > 0 ? [[1 / M[0][0]]] : null;
  const [[p, r], [, s]] = M;
  const determinant = p * s - r * r;
  if (!(determinant > DEPENDENT * p * s)) return null;
  return [
    [s, -r],
    [-r, p],
  ].map((row) => row.map((x) => x / determinant));
}

/** Sets of at most `most` of the numbers 0 ... count - 1, small ones first. */
export function subsets(count, most) {
  let [layer, all] = [[[]], [[]]];
  for (let size = 1; size <= Math.min(count, most); size++) {
    layer = layer.flatMap((set) =>
      Array.from({ length: count - 1 - (set.at(-1) ?? -1) }, (_, i) => [...set, (set.at(-1) ?? -1) + 1 + i]),
    );
    all = [...all, ...layer];
  }
  return all;
}

/** The minimum of f where the rows of `set` are equations, {x, y}, or null if their normals depend on each other. */
function minimumOn(rows, set, free, inverseP) {
  const normals = set.map((k) => rows[k].a);
  const spread = normals.map((a) => times(inverseP, a)); // P⁻¹a
  const S = inverse(normals.map((a) => spread.map((v) => dot(a, v))));
  if (S === null) return null;
  const y = times(
    S,
    set.map((k) => dot(rows[k].a, free) - rows[k].c),
  );
  return { x: spread.reduce((x, v, i) => plus(x, v, -y[i]), free), y };
}

/**
 * The minimum, {x, multipliers, values, touches, f, gradient, pulls} with one entry for each row in all but x, f
 * and gradient; null if no point meets all constraints. Every set of linearly independent constraints is tried as
 * the active one: a convex program that has a point at all has one of them for its solution.
 */
export function solveProblem(problem) {
  const [rows, free, inverseP] = [rowsOf(problem), freeMinimum(problem), inverse(problem.P)];
  const size = ({ a, c }, x) => norm(a) * (norm(x) + norm(free)) + Math.abs(c);
  for (const set of subsets(rows.length, free.length)) {
    const found = minimumOn(rows, set, free, inverseP);
    if (found === null) continue;
    const { x, y } = found;
    const values = rows.map(({ a, c }) => dot(a, x) - c);
    const touches = rows.map((row, k) => set.includes(k) || Math.abs(values[k]) <= ROUNDING * size(row, x));
    const allowed = rows.every((row, k) => touches[k] || (!row.equality && values[k] < 0));
    const signs = set.every((k, i) => rows[k].equality || y[i] >= 0);
    if (!allowed || !signs) continue;
    const multipliers = rows.map((_, k) => (set.includes(k) ? y[set.indexOf(k)] : 0));
    const pulls = rows.map(({ a }, k) => a.map((v) => multipliers[k] * v));
    const exact = values.map((value, k) => (touches[k] ? 0 : value));
    return { x, multipliers, values: exact, touches, f: objective(problem, x), gradient: gradient(problem, x), pulls };
  }
  return null;
}

/** f(x) + α (a_k·x - c_k) as the objective, row k no longer a constraint. */
export function relaxed(problem, k, alpha) {
  const rows = rowsOf(problem);
  const { a, c } = rows[k];
  const rest = withRows(
    problem,
    rows.filter((_, i) => i !== k),
  );
  return { ...rest, q: plus(problem.q, a, alpha), constant: problem.constant - alpha * c };
}

/**
 * Dual function of row k alone, the others staying constraints: {x, value}, where L = f + α h_k is lowest among the
 * points that meet the others, and its value there.
 */
export function dualOf(problem, k, alpha) {
  const found = solveProblem(relaxed(problem, k, alpha));
  return found && { x: found.x, value: found.f };
}

// --- a reader moves things ---------------------------------------------------------------------------------------

/** A value rounded to whole steps, without the digits that binary fractions leave. */
export function snapped(value, step) {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The step of a picture of this width: a power of ten, about a hundredth to a thousandth of it. */
export function stepFor([low, high]) {
  return 10 ** Math.floor(Math.log10((high - low) / 99));
}

function replaced(problem, k, row) {
  return withRows(
    problem,
    rowsOf(problem).map((old, i) => (i === k ? { ...old, ...row } : old)),
  );
}

/** Border k moved parallel, to a·x = c. */
export function withBorder(problem, k, c) {
  return replaced(problem, k, { c });
}

/** Border k turned so that its normal has this angle, about a point of the plane. */
export function withTurn(problem, k, pivot, angle) {
  const length = norm(rowsOf(problem)[k].a);
  const a = [Math.cos(angle), Math.sin(angle)].map((v) =>
    snapped(length * v, 1e-3 * 10 ** Math.floor(Math.log10(length))),
  );
  return replaced(problem, k, { a, c: dot(a, pivot) });
}

/** The objective moved, its free minimum to `centre`; its lowest value stays. */
export function withCentre(problem, centre) {
  const lowest = objective(problem, freeMinimum(problem));
  const Pc = times(problem.P, centre);
  return { ...problem, q: Pc.map((v) => 0 - v), constant: lowest + 0.5 * dot(centre, Pc) };
}
