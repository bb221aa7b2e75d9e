// Identical training points: one answer where the optimum leaves open which of them carries the multipliers. The points
// are filled in their order, each as far as its bound, see engine/identical_points.py.

import { SAME } from "../math/constants.js";

/** The first row of X (m x 2) that equals each row. */
export function places(X) {
  const columns = new Map(); // x₁ -> x₂ -> the first; a Map takes -0 for 0
  return Int32Array.from({ length: X.length / 2 }, (_, i) => {
    const [x1, x2] = [X[2 * i], X[2 * i + 1]];
    if (!columns.has(x1)) columns.set(x1, new Map());
    const first = columns.get(x1);
    if (!first.has(x2)) first.set(x2, i);
    return first.get(x2);
  });
}

/** Groups of variables that differ in nothing but their bounds, each in the order of its points. */
export function identicalVariables({ n, example, head, tail, place }) {
  if (place.every((first, i) => first === i)) return [];
  const groups = new Map();
  for (let v = 0; v < n; v++) {
    const key = `${place[example[v]]} ${head[v]} ${tail[v]}`;
    if (groups.has(key)) groups.get(key).push(v);
    else groups.set(key, [v]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** α (n), changed in place: the totals of identical points by the rule. */
export function distribute(groups, alpha, upper) {
  for (const group of groups) {
    let total = 0;
    for (const v of group) total += alpha[v];
    if (total > 0) fillGroup(group, total, alpha, upper);
  }
  return alpha;
}

function fillGroup(group, total, alpha, upper) {
  let room = 0;
  let nearest = 0;
  for (const v of group) {
    room += upper[v];
    if (Math.abs(room - total) < Math.abs(nearest - total)) nearest = room;
  }
  const amount = Math.abs(total - nearest) <= SAME * total ? nearest : total;
  let begin = 0;
  for (const v of group) {
    const end = begin + upper[v];
    alpha[v] = end <= amount ? upper[v] : Math.max(0, amount - begin);
    begin = end;
  }
}

/**
 * Sorted times, 0 and ``length`` among them, between which filled multipliers are straight where the totals are; one
 * nearer to the ends than rounding, of ``scale``, is none.
 */
export function bendsOf(groups, alpha, slope, upper, growth, length, scale = length) {
  const times = [];
  for (const group of groups) {
    if (group.every((v) => upper[v] === upper[group[0]])) continue; // these change places at events only
    let [room, rate] = [0, 0];
    for (const v of group) {
      room -= alpha[v];
      rate += slope[v];
    }
    for (const v of group) times.push((room += upper[v]) / (rate -= growth[v]));
  }
  const inside = times.filter((t) => t > SAME * scale && t < length - SAME * scale).sort((s, t) => s - t);
  return [0, ...inside.filter((t, i) => t !== inside[i - 1]), length];
}
