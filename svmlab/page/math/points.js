// Points of the plane as one value: X (m x 2, row by row), y (places in the list of classes that a point can have), and
// what is said of them. An edit makes a new value; those before it stay, for undo.

/** The same with another X and y; what was said of the ones before may be another, too. */
const edited = (points, X, y, more = {}) => ({ ...points, ...more, X, y });

export function withMoved(points, i, [x1, x2], more) {
  const X = Float64Array.from(points.X);
  [X[2 * i], X[2 * i + 1]] = [x1, x2];
  return edited(points, X, points.y, more);
}

export function withAdded(points, [x1, x2], k, more) {
  return edited(points, Float64Array.of(...points.X, x1, x2), Int32Array.of(...points.y, k), more);
}

export function withRemoved(points, i, more) {
  const X = points.X.filter((_, p) => p >> 1 !== i);
  return edited(
    points,
    X,
    points.y.filter((_, j) => j !== i),
    more,
  );
}

export function withRelabelled(points, i, k, more) {
  return edited(
    points,
    points.X,
    points.y.map((of, j) => (j === i ? k : of)),
    more,
  );
}

/** Whether two values are the same points. */
export function samePoints(a, b) {
  const equal = (v, w) => v.length === w.length && v.every((value, k) => value === w[k]);
  return equal(a.X, b.X) && equal(a.y, b.y);
}

/** Places of the classes that have a point, ascending. */
export function placesOf({ y }) {
  return [...new Set(y)].sort((k, l) => k - l);
}
