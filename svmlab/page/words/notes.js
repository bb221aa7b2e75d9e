// What is to be said beside a picture: why there is no machine, and where its intercept is not unique.

import { capital, general } from "./format.js";

/** An error as a sentence for the reader. */
export function sentence({ message }) {
  return capital(message) + (message.endsWith(".") ? "" : ".");
}

/** Why points of fewer than two classes have no machine; ``present`` are places of those that have a point. */
export function missingText(classes, present) {
  const there = present.length ? `all points are of class ${classes[present[0]]}` : "there are no points";
  const missing = classes.filter((_, k) => !present.includes(k)).join(", ");
  return `Each class needs points, and ${there}; add some of ${missing ? `class ${missing}` : "another class"}.`;
}

/** Where the intercept is not unique, from the tight upper limits[k·Q + l] of b_k - b_l; else "". */
export function interceptNote({ Q, O }, { limits }) {
  for (let k = 0; k < Q; k++) {
    for (let l = 0; l < k; l++) {
      const [low, high] = [-limits[l * Q + k], limits[k * Q + l]];
      if (!(high - low > 1e-9 * Math.max(1, Math.abs(high)))) continue;
      if (O > 1)
        return "The intercepts are not unique here: the picture shows one optimal choice, in the middle of their range.";
      return `No support vector is free: every b from ${general(low)} to ${general(high)} is optimal; drawn is the middle.`;
    }
  }
  return "";
}
