// Functions that are linear but for bends: what b and the margins are of C where the intercept is not unique.

import { DEPTH, STRAIGHT } from "../math/constants.js";

const ASKED = [0.01, 0.26, 0.5, 0.77, 0.99];

/** [{start, value, slope}] of the straight pieces of f between low and high. */
export function linearPieces(f, low, high, depth = DEPTH) {
  const at = ASKED.map((part) => low + (high - low) * part);
  const values = at.map(f);
  const span = at[4] - at[0];
  const slope = values[4].map((value, o) => (value - values[0][o]) / span);
  let [bend, scale] = [0, 1];
  values.forEach((row, i) =>
    row.forEach((value, o) => {
      bend = Math.max(bend, Math.abs(value - values[0][o] - (at[i] - at[0]) * slope[o]));
      scale = Math.max(scale, Math.abs(value));
    }),
  );
  if (depth === 0 || !(bend > STRAIGHT * scale)) {
    return [{ start: low, value: values[0].map((value, o) => value + (low - at[0]) * slope[o]), slope }];
  }
  const kink = kinkBetween(f, at, values);
  return [...linearPieces(f, low, kink, depth - 1), ...linearPieces(f, kink, high, depth - 1)];
}

/** Where the lines at both ends meet, if they meet between; else the middle. */
function kinkBetween(f, at, values) {
  const span = at[4] - at[0];
  const near = 1e-3 * span;
  const first = f(at[0] + near).map((value, o) => (value - values[0][o]) / near);
  const last = f(at[4] - near).map((value, o) => (values[4][o] - value) / near);
  let which = 0;
  for (let o = 1; o < first.length; o++) {
    if (Math.abs(first[o] - last[o]) > Math.abs(first[which] - last[which])) which = o;
  }
  const bend = first[which] - last[which];
  const kink = bend ? at[0] + (values[4][which] - values[0][which] - last[which] * span) / bend : at[2];
  return at[0] < kink && kink < at[4] ? kink : at[2];
}
