// The points of an entry of the data menu in a page without Python: drawn here, or of the table that the page was given.

import { unpackArrays } from "../math/arrays.js";
import { canDraw, drawSample, sampleClasses } from "../math/samples.js";

const AXES = ["x₁", "x₂"];

/** {X, y, classes, axes, lines} of an entry of the menu at these values of the controls. */
export function pointsOfEntry(entry, values, tables) {
  if (!canDraw(entry.name)) return unpackArrays(tables[entry.name]);
  const chosen = entry.used.filter((name) => name in entry.parameters).map((name) => [name, values[name]]);
  const parameters = { ...entry.parameters, ...Object.fromEntries(chosen) };
  const { X, y, Q } = drawSample(entry.name, values.m, values.seed, parameters);
  return { X, y, classes: sampleClasses(Q), axes: AXES };
}
