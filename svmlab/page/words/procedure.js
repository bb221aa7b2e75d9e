// A state of a procedure in words.

import { magnitude, powerOfTen, significant } from "./format.js";

export const MEASURES = { passes: "passes", evaluations: "kernel evaluations", step: "steps" };

/** What a state costs and is worth, in phrases. */
export function costTexts(run, k) {
  const gap = run.gap[k];
  return [
    `step ${run.step[k]} of ${run.step[run.length - 1]}${run.ends ? "" : ", which is not its end"}`,
    `${significant(run.passes[k])} passes, ${run.evaluations[k].toLocaleString("en")} kernel evaluations`,
    `Q = ${significant(run.dual[k])}, P = ${significant(run.primal[k])}`,
    Number.isNaN(gap) ? "no gap: α is not feasible" : `gap ${magnitude(gap)}`,
    `violation ${magnitude(run.violation[k])}`,
  ];
}

/** A cost in words: "0.60 passes". */
export function costText(run, k, measure) {
  const cost = run[measure][k];
  return `${measure === "passes" ? significant(cost, 2) : cost.toLocaleString("en")} ${MEASURES[measure]}`;
}

/** A relative gap in a few characters: "3.4 %", its power of ten where it is small, a dash where there is none. */
export function gapText(gap) {
  if (Number.isNaN(gap)) return "–";
  if (gap <= 0) return "0";
  return gap >= 1e-3 ? `${significant(100 * gap, 2)} %` : powerOfTen(Math.floor(Math.log10(gap)));
}

const TABLE_COLUMNS = ["step", "passes", "evaluations", "dual", "primal", "gap", "violation"];

/** A run as a table, a row a state, as ``learning.Curves.csv`` writes it. */
export function tableText(run) {
  const row = (k) =>
    TABLE_COLUMNS.map((name) => (Number.isNaN(run[name][k]) ? "" : Number(run[name][k].toPrecision(12)))).join(",");
  return [TABLE_COLUMNS.join(","), ...Array.from(run.step, (_, k) => row(k)), ""].join("\n");
}

/** Why a procedure is not shown: Python has still to run it, or cannot be asked. */
export function awaitedText(name, live) {
  if (live) return `Python runs ${name} …`;
  return `Only Python runs “${name}”: this page has it for the points, kernel and C that it was made with. Choose another procedure, or go back to those.`;
}

/** The whole picture, for a screen reader. */
export function procedureText(name, run, k) {
  return `${name}: ${run.what[k]}; ${costTexts(run, k).join("; ")}; the optimum is ${significant(run.optimum)}.`;
}

/** What is drawn in the square of a step, in one line. */
export function moveText({ points, unclipped, after }) {
  const inside = unclipped.every((value, i) => Math.abs(value - after[i]) <= 1e-12 * Math.abs(value));
  const top = `the top of Q on the line is at (${unclipped.map((value) => significant(value)).join(", ")})`;
  return `α of points ${points.join(" and ")}: ${top}, ${inside ? "inside the square" : "outside: the step is clipped"}.`;
}
