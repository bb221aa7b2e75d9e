// The status line, and the text alternative of the whole scene.

import { magnitude, plural, significant, softMarginText } from "./format.js";
import { summary } from "./machine.js";

/** Phrases of the status line: what the picture shows. */
export function statusPhrases(machine, solution) {
  const s = summary(machine, solution);
  const norm = machine.O === 1 ? "1/‖w‖" : "smallest margin 1/‖wₖ − wₗ‖";
  return [
    softMarginText(s.C) + (s.absent === undefined ? "" : `, without point ${s.absent}`),
    `${s.free} free and ${plural(s.bounded, "bounded support vector")}`,
    `${machine.O === 1 ? "margin " : ""}${norm} = ${significant(s.margin)}`,
    `${plural(s.errors, "training error")} of ${s.m}`,
  ];
}

/** How well it is known. */
export function certificateText({ certified, gap, kkt, text }) {
  if (gap === undefined) return text; // of a path
  const measured = `relative duality gap ${magnitude(gap)}, KKT residual ${magnitude(kkt)}`;
  return certified ? `certified: ${measured}` : `not certified: ${measured}`;
}

/** The scene in a sentence or two. */
export function sceneText(machine, solution) {
  const what = machine.O === 1 ? "two classes" : `${machine.Q} classes`;
  return `${machine.title}: decision regions of ${what}, ${plural(machine.m, "point")}. ${statusPhrases(machine, solution).join(", ")}.`;
}
