// What the bounds say, in words.

import { ROUNDING_OF_TERMS } from "../math/constants.js";
import { isWhole, significant } from "./format.js";

const FAR = 10; // a rate so large is not told to the digit

/** What errors can be drawn over. */
export const OVER_TOLD = {
  C: { symbol: "C", title: "The errors at every C, exact, for the present width" },
  sigma: { symbol: "σ", title: "The errors over the width σ of the kernel, for the present C: exact at the dots" },
  plane: { symbol: "C, σ", title: "The errors over the plane of C and the width: exact in C, at some widths" },
};

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

/** How far they are ``computed``, where somebody does, or where the numbers are from; ``axis`` is what they are over. */
export function progressText(bounds, current, { computed, axis: { symbol, at } }) {
  if (!current && !computed)
    return bounds
      ? "the bounds are of an earlier machine; those of this one need Python"
      : "bounds of this machine need Python";
  if (!current)
    return bounds
      ? "the bounds are of an earlier machine; new ones when all is at rest"
      : "the bounds come when all is at rest";
  if (bounds.done < bounds.total) return `computing the bounds: ${bounds.done} of ${bounds.total} values of ${symbol}`;
  return at ? `bounds from ${bounds.total} values of ${symbol}; ≈ is read off them` : "";
}

/** Where the fewest points err, as far as it is known; `pending` while it is being found. */
export function bestText(errors, pending, symbol = "C") {
  if (errors?.samples) return sampledText(errors, pending, symbol);
  if (pending && symbol !== "C") return `the leave-one-out errors over ${symbol} come when all is at rest`;
  if (pending) return "the exact leave-one-out errors at every C are being computed";
  if (!errors?.current) return "";
  return `Fewest leave-one-out errors: ${errors.fewest} of ${errors.defined}, for C ${placesText(errors.best)} (exact; the bar under the curve).`;
}

/** The same of errors that are exact at samples. */
function sampledText({ samples, total, current, fewest, defined, best }, pending, symbol) {
  if (pending) {
    const done = current ? samples.length : 0;
    return `leave-one-out errors over ${symbol}: ${done < total ? `${done} of ${total} values` : "where they change between them"}`;
  }
  if (!current) return "";
  const none = samples.filter(({ count }) => Number.isNaN(count)).length;
  const without = none ? ` No certified machine at ${none} of them.` : "";
  if (!best.length) return `No certified machine at any of ${total} values of ${symbol}.`;
  return (
    `Fewest leave-one-out errors found: ${fewest} of ${defined}, for ${symbol} ${placesText(best)}. Exact at ${total} values, ` +
    `the dots.${without} Between two of them a point that changes twice is not seen.`
  );
}

function placesText(best) {
  const places = best.map(([low, high]) => `from ${significant(low)} to ${significant(high)}`);
  return places.length > 1 ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}` : places[0];
}

/** Where the fewest points err in the plane of C and ``symbol``. */
export function planeText(plane, pending, symbol) {
  const done = plane?.current ? plane.rows.length : 0;
  if (pending)
    return `leave-one-out errors over C and ${symbol}: ${done} of ${plane?.total ?? "all"} values of ${symbol}`;
  if (!plane?.current) return "";
  const { fewest, most, defined, total } = plane;
  if (!Number.isFinite(fewest)) return `No certified machine at any of ${total} values of ${symbol}.`;
  return (
    `Fewest leave-one-out errors found: ${fewest} of ${defined}, framed; the stronger the grey, the more err, up to ${most}. Each band is ` +
    `exact in C at its middle ${symbol}, one of ${total}; between them nothing is claimed.`
  );
}
