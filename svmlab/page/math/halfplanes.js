// Half-planes a·x - c ≤ 0 in a rectangle of the plane [[x0, x1], [y0, y1]], and where their handles stand.

import { dot, norm, plus } from "./quadratic.js";

/** The corners of the part of the picture with a·x > c. */
export function forbiddenSide([[x0, x1], [y0, y1]], a, c) {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  const polygon = [];
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % 4];
    const [here, there] = [dot(a, from) - c, dot(a, to) - c];
    if (here > 0) polygon.push(from);
    if (here > 0 !== there > 0) polygon.push(plus(from, plus(to, from, -1), here / (here - there)));
  });
  return polygon;
}

function middleOf(limits) {
  return limits.map(([low, high]) => 0.5 * (low + high));
}

/** Foot of the picture's middle on the line, unit vector along it, and the interval of the line that is inside. */
function alongBorder(limits, a, c) {
  const middle = middleOf(limits);
  const foot = plus(middle, a, (c - dot(a, middle)) / dot(a, a));
  const along = [-a[1] / norm(a), a[0] / norm(a)];
  let [from, to] = [-Infinity, Infinity];
  limits.forEach(([low, high], i) => {
    if (along[i] === 0) {
      if (foot[i] < low || foot[i] > high) to = -Infinity;
      return;
    }
    const ends = [(low - foot[i]) / along[i], (high - foot[i]) / along[i]];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  });
  return { foot, along, from, to };
}

/** The part of the line a·x = c in the picture, [end, end], or null. */
export function borderSegment(limits, a, c) {
  const { foot, along, from, to } = alongBorder(limits, a, c);
  return from < to ? [plus(foot, along, from), plus(foot, along, to)] : null;
}

/** A place at this fraction of the part of the border that is in the picture. */
export function placeOnBorder(limits, a, c, fraction) {
  const { foot, along, from, to } = alongBorder(limits, a, c);
  return plus(foot, along, from + fraction * (to - from));
}

/** The values of c for which the line a·x = c crosses the picture, a little inside. */
export function offsetRange(limits, a) {
  const middle = dot(a, middleOf(limits));
  const reach = 0.47 * limits.reduce((sum, [low, high], i) => sum + Math.abs(a[i]) * (high - low), 0);
  return [middle - reach, middle + reach];
}

export function clamp(value, [low, high]) {
  return Math.min(high, Math.max(low, value));
}
