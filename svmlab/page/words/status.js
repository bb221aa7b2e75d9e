// The status line, and the text alternative of the whole scene.

import { summary } from "../math/machine.js";
import { capital, magnitude, plural, significant, softMarginText } from "./format.js";

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

/** The heading of a page that is all about one machine: ``heading`` has {} where its kind stands. */
export function headingText(heading, { O, Q, title }) {
  const kind = O === 1 ? "Two-class machine" : `M-SVM of ${Q} classes`;
  return `${heading.replace("{}", kind)}: ${title}`;
}

/** What to try, of a solution that is not certified: the rest of its status; "" where there is nothing to say. */
export function adviceOf({ certified, text }) {
  const advice = certified ? "" : (text ?? "").split("; ").slice(1).join("; ");
  return advice && `${capital(advice)}.`;
}

/** How well it is known. */
export function certificateText({ certified, gap, kkt, text }) {
  if (gap === undefined) return text; // of a path
  const measured = `relative duality gap ${magnitude(gap)}, KKT residual ${magnitude(kkt)}`;
  return certified ? `certified: ${measured}` : `not certified: ${measured}`;
}

/** The scene in a few sentences; what is certain is not said. */
export function sceneText(machine, solution, certificate, leftOut = null) {
  const doubt =
    certificate && !certificate.certified
      ? ` ${capital(certificateText(certificate))}. ${adviceOf(certificate)}`.trimEnd()
      : "";
  const what = machine.O === 1 ? "two classes" : `${machine.Q} classes`;
  return `${machine.title}: decision regions of ${what}, ${plural(machine.m, "point")}. ${[...statusPhrases(machine, solution), ...(leftOut ? [leftOut] : [])].join(", ")}.${doubt}`;
}
