// A state of a procedure in words.

import { magnitude, significant } from "./format.js";

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
