// Lengths of a linear machine in the plane. f_k - f_l = ⟨w, x⟩ + b for each pair of classes; from its boundary, where that
// is 0, to an edge of its margin, where it is 1, it is 1/‖w‖, and a point with slack ξ lies ξ/‖w‖ short of its edge.

import { ON_THE_MARGIN } from "./constants.js";
import { linearWeights, marginsOf, slack, trainingScores } from "./machine.js";

/** {k, l, w, b, norm} of each pair, class k where ⟨w, x⟩ + b is positive; of two classes with one score f₁ - f₀ = f. */
export function normalsOf(machine, { B, b }) {
  const { O } = machine;
  const W = linearWeights(machine, B);
  const pair = (k, l, w, offset) => ({ k, l, w, b: offset, norm: Math.hypot(...w) });
  if (O === 1) return [pair(1, 0, [W[0], W[1]], b[0])];
  const pairs = [];
  for (let l = 0; l < O; l++) {
    for (let k = l + 1; k < O; k++) {
      pairs.push(pair(k, l, [W[2 * k] - W[2 * l], W[2 * k + 1] - W[2 * l + 1]], b[k] - b[l]));
    }
  }
  return pairs;
}

/** From a place of the boundary of a pair to both edges of its margin: [on the side of l, on that of k]. */
export function acrossTheBand({ w: [w1, w2], norm }, [x, y]) {
  const [s1, s2] = [w1 / norm ** 2, w2 / norm ** 2];
  return [
    [x - s1, y - s2],
    [x + s1, y + s2],
  ];
}

/** {i, rival, slack, from, to, length}: from each point that falls short of an edge straight to it, ξ/‖w‖ long. */
export function slackSegments(machine, solution) {
  const { X, y, m } = machine;
  const S = trainingScores(machine, solution);
  const normals = normalsOf(machine, solution);
  const found = [];
  for (let i = 0; i < m; i++) {
    if (i === solution.absent) continue;
    for (const { rival, margin } of marginsOf(machine, S, i)) {
      const xi = slack(margin);
      const { k, w, norm } = normals.find((pair) => [pair.k, pair.l].every((of) => of === y[i] || of === rival));
      if (xi <= ON_THE_MARGIN || norm === 0) continue;
      const step = ((k === y[i] ? 1 : -1) * xi) / norm ** 2;
      const from = [X[2 * i], X[2 * i + 1]];
      const to = [from[0] + step * w[0], from[1] + step * w[1]];
      found.push({ i, rival, slack: xi, from, to, length: xi / norm });
    }
  }
  return found;
}

/** The end of the line ⟨w, x⟩ + b = 0 within [[x0, x1], [y0, y1]], and the other; null where it passes by. */
export function lineWithin({ w: [w1, w2], b, norm }, [[x0, x1], [y0, y1]]) {
  const foot = (w1 * (x0 + x1) + w2 * (y0 + y1)) / 2 + b;
  const start = [(x0 + x1) / 2 - (foot * w1) / norm ** 2, (y0 + y1) / 2 - (foot * w2) / norm ** 2];
  const direction = [-w2 / norm, w1 / norm];
  let [low, high] = [-Infinity, Infinity];
  for (const [at, along, from, to] of [
    [start[0], direction[0], x0, x1],
    [start[1], direction[1], y0, y1],
  ]) {
    if (along === 0 && (at < from || at > to)) return null;
    if (along === 0) continue;
    const ends = [(from - at) / along, (to - at) / along];
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  if (!(low < high)) return null;
  return [low, high].map((t) => [start[0] + t * direction[0], start[1] + t * direction[1]]);
}

/** Of n places along the boundary of a pair within limits those where no third class is ahead of the two. */
export function boundaryPlaces(machine, { B, b }, normal, limits, n) {
  const ends = normal.norm > 0 && lineWithin(normal, limits);
  if (!ends) return [];
  const { O } = machine;
  const W = linearWeights(machine, B);
  const score = (o, [x, y]) => W[2 * o] * x + W[2 * o + 1] * y + b[o];
  const third = Array.from({ length: O }, (_, o) => o).filter((o) => O > 1 && o !== normal.k && o !== normal.l);
  const along = Array.from({ length: n }, (_, k) =>
    [0, 1].map((j) => ends[0][j] + ((ends[1][j] - ends[0][j]) * (k + 0.5)) / n),
  );
  return along.filter((place) => third.every((o) => score(o, place) <= score(normal.k, place)));
}
