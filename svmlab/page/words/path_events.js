// What happens next along the path, in words: which point becomes free or bounded, and at which C.

import { boundedOn, segmentOf } from "../math/machine.js";
import { significant } from "./format.js";

/** {free, bounded}, the variables of each kind on segment p. */
function setsOn(path, p) {
  return { free: new Set(path.index.subarray(path.ptr[p], path.ptr[p + 1])), bounded: boundedOn(path, p) };
}

function variableName(machine, v) {
  if (machine.O === 1) return `point ${v}`;
  return `point ${Math.floor(v / machine.Q)} against class ${machine.classes[v % machine.Q]}`;
}

/** What happens as segment p begins; "" where nothing does (an exchange at a place, a bend of the intercept). */
export function eventText(machine, path, p) {
  const [was, now] = [setsOn(path, p - 1), setsOn(path, p)];
  const supported = (sets, v) => sets.free.has(v) || sets.bounded.has(v);
  const tell = (variables, wanted, words) =>
    [...variables]
      .filter(wanted)
      .sort((v, w) => v - w)
      .map((v) => `${variableName(machine, v)} ${words}`);
  return [
    ...tell(now.bounded, (v) => !was.bounded.has(v), "becomes bounded"),
    ...tell(now.free, (v) => was.bounded.has(v), "becomes free"),
    ...tell(now.free, (v) => !supported(was, v), "becomes a support vector"),
    ...tell([...was.free, ...was.bounded], (v) => !supported(now, v), "ceases to be a support vector"),
  ].join(", ");
}

/** The next breakpoint after C where something changes, {C, text}, or null. */
export function nextEvent(machine, path, C) {
  for (let p = segmentOf(path, C) + 1; p < path.segments; p++) {
    const text = eventText(machine, path, p);
    if (text) return { C: path.C[p], text };
  }
  return null;
}

export function nextText(machine, path, C) {
  const next = nextEvent(machine, path, C);
  return next ? `next: ${next.text} at C = ${significant(next.C)}` : "nothing more happens up to the largest C";
}
