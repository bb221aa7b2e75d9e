// What points get from the machine without them, in words.

import { significant } from "./format.js";

const OF_A_TIE = 1e-6; // where the best two scores are equal, a lead so small is none

/** "without this point: f = −0.200, an error". */
export function leftOutText(machine, told, i) {
  if (told.error instanceof Uint8Array === false) return `without this point: ${told.error}`;
  if (told.undefined[i]) return "without this point its class would have no point left";
  const of = (value) => significant(told.tied[i] && Math.abs(value) < OF_A_TIE ? 0 : value);
  const score = machine.O === 1 ? `f = ${of(told.scores[i])}` : `lead ${of(told.margin[i])}`;
  const tie = told.tied[i] ? "a tie, " : "";
  const verdict = told.error[i] ? `an error: class ${machine.classes[told.predicted[i]]}` : "no error";
  return `without this point: ${score}, ${tie}${verdict}`;
}

/** How many points are lost when they are left out: a number, "…" while it is worked out, "?" or null where unknown. */
export function leftOutCount(told, pending) {
  if (!told) return pending ? "…" : null;
  return told.error instanceof Uint8Array ? told.error.reduce((sum, wrong) => sum + wrong, 0) : "?";
}

/** "leave-one-out errors: 12 of 200": the total; "…" while it is worked out, null where nobody knows it. */
export function leftOutTotal(told, m, pending) {
  const errors = leftOutCount(told, pending);
  if (errors === null) return null;
  if (errors === "?") return "leave-one-out errors: not known";
  return `leave-one-out errors: ${errors} of ${m}${told?.certified === false ? ", not certified" : ""}`;
}
