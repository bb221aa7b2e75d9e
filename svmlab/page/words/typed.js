// What a reader types into a value: a number by the rule of its control, or why it is none.

import { minus, softMarginText } from "./format.js";

const INFINITE = ["inf", "infinity", "∞", "hard", "hard margin"];

/**
 * {value} or {error} of a text by a rule {name, low, high, whole, positive, hard}: the name of the value, its ends if it
 * has any, whether it is whole, positive, may be infinite.
 */
export function readTyped(text, rule) {
  const said = text.trim().toLowerCase();
  if (rule.hard && INFINITE.includes(said)) return { value: Infinity };
  const value = said === "" ? NaN : Number(said.replace("−", "-").replace(",", "."));
  return fits(value, rule)
    ? { value }
    : { error: `${rule.name} must be ${asked(rule)}, got ${minus(text.trim()) || "nothing"}.` };
}

/** The rule for a parameter of a kernel; without a step its slider is logarithmic. */
export function parameterRule({ low, step }) {
  const whole = Number.isInteger(step);
  return { positive: step === null, whole, low: whole ? low : undefined };
}

/** The rule for a value by which a data set is drawn. */
export function drawingRule({ low, high, step }) {
  return { low, high, whole: Number.isInteger(step) };
}

function fits(value, { low = -Infinity, high = Infinity, whole, positive }) {
  if (!Number.isFinite(value) || value < low || value > high) return false;
  return (!whole || Number.isInteger(value)) && (!positive || value > 0);
}

function asked({ low, high, whole, positive, hard }) {
  const kind = positive ? "a positive number" : whole ? "a whole number" : "a number";
  const ends = low === undefined ? "" : high === undefined ? `, at least ${low}` : ` from ${low} to ${high}`;
  return `${kind}${ends}${hard ? `, or inf for the ${softMarginText(Infinity)}` : ""}`;
}
