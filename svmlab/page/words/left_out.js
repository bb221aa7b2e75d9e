// What a point gets from the machine without it, in words.

import { significant } from "./format.js";

const OF_A_TIE = 1e-6; // where the best two scores are equal, a lead so small is none

/** "without this point: f = −0.200, an error". */
export function leftOutText(machine, told, i) {
  if (told.error instanceof Uint8Array === false) return `without this point: ${told.error}`;
  if (told.undefined[i]) return "without this point its class would have no point left";
  const of = (value) => significant(told.tied[i] && Math.abs(value) < OF_A_TIE ? 0 : value);
  const score = machine.O === 1 ? `f = ${of(told.scores[i])}` : `margin ${of(told.margin[i])}`;
  const tie = told.tied[i] ? "a tie, " : "";
  const verdict = told.error[i] ? `an error: class ${machine.classes[told.predicted[i]]}` : "no error";
  return `without this point: ${score}, ${tie}${verdict}`;
}
