// Convex hulls in the plane, and reduced ones: all Σ u_i x_i with Σ u_i = 1 and 0 ≤ u_i ≤ most_i. Where every most_i is
// at least 1 that is the convex hull itself. The dual of a two-class machine looks for the shortest segment between those
// of its classes (Bennett and Bredensteiner 2000, Crisp and Burges 1999).

import { linearWeights, upperBound } from "./machine.js";

const UNBENDING = 1e-11; // how far a vertex sticks out, relative to the hull, that counts as not at all

/** The vertex [x, y] of a reduced hull that lies farthest in a direction: weight goes to the farthest points first. */
export function farthestInHull(points, most, [d1, d2]) {
  const along = Float64Array.from(points, ([x, y]) => d1 * x + d2 * y);
  const vertex = [0, 0];
  let rest = 1;
  const give = (of) => {
    for (const i of of) {
      const u = Math.min(most[i], rest);
      vertex[0] += u * points[i][0];
      vertex[1] += u * points[i][1];
      rest -= u;
    }
  };
  const weightOf = (of) => of.reduce((sum, i) => sum + most[i], 0);
  let open = points.map((_, i) => i); // those that may still get weight, all others are farther and have theirs
  while (open.length && rest > 0) {
    const pivot = along[open[open.length >> 1]];
    const farther = open.filter((i) => along[i] > pivot);
    if (weightOf(farther) >= rest) open = farther;
    else {
      give(farther);
      const equal = open.filter((i) => along[i] === pivot);
      const across = (i) => d1 * points[i][1] - d2 * points[i][0]; // decides between points that lie equally far
      give(equal.length > 1 ? equal.sort((i, j) => across(j) - across(i)) : equal);
      open = open.filter((i) => along[i] < pivot);
    }
  }
  return vertex;
}

/** The vertices of a reduced hull, counterclockwise; one for a single point. */
export function reducedHull(points, most) {
  const farthest = (direction) => farthestInHull(points, most, direction);
  const ends = [farthest([0, -1]), farthest([0, 1])];
  const size = Math.max(...points.map(([x, y]) => Math.hypot(x - points[0][0], y - points[0][1])));
  /** The vertices from p to q on the right of the way: the farthest, and those on both sides of it. */
  const between = (p, q) => {
    const [n1, n2] = [q[1] - p[1], p[0] - q[0]];
    const length = Math.hypot(n1, n2);
    if (length <= UNBENDING * size) return [];
    const r = farthest([n1 / length, n2 / length]);
    const beyond = (n1 * (r[0] - p[0]) + n2 * (r[1] - p[1])) / length;
    return beyond <= UNBENDING * size ? [] : [...between(p, r), r, ...between(r, q)];
  };
  const [low, high] = ends;
  if (Math.hypot(low[0] - high[0], low[1] - high[1]) <= UNBENDING * size) return [low];
  return [low, ...between(low, high), high, ...between(high, low)];
}

/**
 * The dual of a linear machine of two classes as it looks in the plane, null where no multiplier is positive:
 *
 *   total     Σα over the points of a class, the same for both
 *   ends      [c₋, c₊], c = Σα_i x_i / total over the points of a class; w = total · (c₊ - c₋)
 *   most      by class, the largest weight u_i = α_i / total that C allows each of its points
 *   reduced   by class, the vertices of its reduced hull; ends are the nearest points of the two
 *   hulls     by class, the vertices of its convex hull
 */
export function dualPicture(machine, { alpha, C, B, absent }) {
  const { X, y, m } = machine;
  const members = [0, 1].map((k) => Array.from({ length: m }, (_, i) => i).filter((i) => y[i] === k));
  const total = members[1].reduce((sum, i) => sum + alpha[i], 0);
  if (!(total > 0)) return null;
  const [w1, w2] = linearWeights(machine, B);
  const picture = { total, norm: Math.hypot(w1, w2), ends: [], most: [], reduced: [], hulls: [] };
  for (const of of members) {
    const points = of.map((i) => [X[2 * i], X[2 * i + 1]]);
    const most = of.map((i) => (i === absent ? alpha[i] : upperBound(machine, i, C)) / total);
    picture.ends.push([0, 1].map((j) => of.reduce((sum, i, p) => sum + alpha[i] * points[p][j], 0) / total));
    picture.most.push(most);
    picture.reduced.push(reducedHull(points, most));
    picture.hulls.push(
      reducedHull(
        points,
        most.map(() => 1),
      ),
    );
  }
  return picture;
}
