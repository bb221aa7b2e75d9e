// What the bounds say, in words.

import { ROUNDING_OF_TERMS } from "../math/constants.js";
import { isWhole, significant } from "./format.js";

const FAR = 10; // a rate so large is not told to the digit
/** "26", "≈ 26", "3.54"; a dash for what is not finite. */
export function countText({ value, exact }) {
  if (!Number.isFinite(value ?? NaN)) return "–";
  if (exact) return isWhole(value) ? String(Math.round(value)) : significant(value, value < 1e5 ? 3 : 2);
  return "≈ " + (value >= 10 && value < 1e5 ? String(Math.round(value)) : significant(value, 2));
}

/** "26 %", to three digits, two where it is read off; of what is far above 100 % only that. */
export function rateText({ rate, exact }) {
  if (!Number.isFinite(rate ?? NaN)) return "–";
  if (rate > FAR) return `> ${100 * FAR} %`;
  return `${Number((100 * rate).toPrecision(exact ? 3 : 2))} %`;
}

/** Kind, hypotheses and vacuity of a reading in words; `verdicts` are Python's. */
export function verdictText({ kind, holds, vacuous }, verdicts) {
  return verdicts[`${kind} ${Boolean(holds)}`] + (vacuous ? ", vacuous" : "");
}

/** What the term of a point is worth: a promise (proved, and its hypotheses hold), an estimate, or less. */
export function termWorth({ kind, holds }, term) {
  if (kind === "estimate") return "estimate";
  return kind === "proved" && holds && !Number.isNaN(term) ? "promise" : "less";
}

/** What it says, in words. */
export function termText({ kind, holds }, term) {
  const large = term >= 1 - ROUNDING_OF_TERMS;
  if (Number.isNaN(term)) return "says nothing";
  if (kind === "estimate") return large ? "expects an error" : "expects none";
  if (!holds) return "no promise";
  if (large) return "may be an error";
  return kind === "proved" ? "cannot be an error" : "no error, if it is true";
}

/** How far they are ``computed``, where somebody does, or where the numbers are from. */
export function progressText(bounds, current, C, computed) {
  if (!current && !computed)
    return bounds
      ? "the bounds are of an earlier machine; those of this one need Python"
      : "bounds of this machine need Python";
  if (!current)
    return bounds
      ? "the bounds are of an earlier machine; new ones when all is at rest"
      : "the bounds come when all is at rest";
  if (bounds.done < bounds.total) return `computing the bounds: ${bounds.done} of ${bounds.total} values of C`;
  return C ? `bounds from ${bounds.total} values of C; ≈ is read off them` : "";
}

/** Where the fewest points err, as far as it is known; `pending` while it is being found. */
export function bestText(errors, pending) {
  if (pending) return "the exact leave-one-out errors at every C are being computed";
  if (!errors?.current) return "";
  const places = errors.best.map(([low, high]) => `from ${significant(low)} to ${significant(high)}`);
  const listed = places.length > 1 ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}` : places[0];
  return `Fewest leave-one-out errors: ${errors.fewest} of ${errors.defined}, for C ${listed} (exact; the bar under the curve).`;
}
