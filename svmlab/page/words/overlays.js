// What can be shown beside the machine in the plane: its names, what each tells, and why one has nothing to tell here.

import { featureMap } from "../math/relief.js";
import { plural, significant, softMarginText } from "./format.js";

const TITLES_OF_OVERLAYS = {
  margin: "margin",
  w: "*w*",
  slack: "slack *ξ*",
  alpha: "area *α*",
  hulls: "hulls",
  before: "before",
  lifted: "lifted",
  feature_space: "in space",
};

/** The name of an overlay; what stands between stars is a symbol. */
export const overlayTitle = (name) => TITLES_OF_OVERLAYS[name];

/** What an overlay shows of a machine with this solution. */
export function overlayTells(name, { O, kernel }, { C } = {}) {
  const linear = kernel?.name === "linear";
  const several = O > 1;
  switch (name) {
    case "margin":
      return `The margin as a length: from the boundary to an edge, 1/‖w‖${several ? " with w = wₖ − wₗ, for each pair of classes" : ""}`;
    case "w":
      return several
        ? "The vectors w = wₖ − wₗ, normal to the boundary of each pair of classes, as long as they are"
        : "The vector w, normal to the boundary, as long as it is";
    case "slack":
      return linear
        ? "From each point that falls short of an edge of its margin to that edge: ξ/‖w‖ long"
        : "From each point that falls short of the edge of its margin up the steepest way to it: on the way the score rises by ξ, and the length is none. Lifted, ξ is a length";
    case "alpha":
      return `The area of each marker is its α${several ? ", summed over the rival classes" : ""}; a speck has none`;
    case "hulls":
      return C === Infinity
        ? "The convex hulls of the classes and the shortest segment between them, 2/‖w‖ long: what the dual looks for"
        : "The reduced hulls, of weights at most C/Σα, and the shortest segment between them: what the dual looks for";
    case "before":
      return "The boundary before the last change, and what that has changed";
    case "lifted":
      return several
        ? "The lead of the best class over the next as a surface, cut at 0 and 1. Points stand at the lead of their own class"
        : "The score f as a surface, cut at 0 and ±1. Points stand at their score";
    default:
      return "The points in the space (x₁², √2 x₁x₂, x₂²) of this kernel, with the plane that separates them there";
  }
}

/** Why an overlay says nothing of a machine; "" where it does. */
export function notApplicable(name, { kernel, O }) {
  const linear = kernel?.name === "linear";
  if ((name === "margin" || name === "w") && !linear)
    return "it lies in this plane for the linear kernel only; choose that";
  if (name === "hulls" && !(linear && O === 1))
    return "it is drawn for two classes and the linear kernel; choose those";
  if (name === "feature_space" && !(kernel && O === 1 && featureMap(kernel)))
    return "it is drawn for two classes and the homogeneous quadratic kernel; choose polynomial, degree 2, r = 0";
  return "";
}

/** What the dual's segment says: its length, and of what it is a multiple. */
export function segmentText({ norm, total }, C) {
  const length = significant(norm / total);
  return C === Infinity ? `2/‖*w*‖ = ${length}` : `‖*c*₊ − *c*₋‖ = ‖*w*‖/Σ₊*α* = ${length}`;
}

/** What has changed since a solution: support vectors in and out, errors. */
export function changeText({ entered, left, errors, C }, pinned = false) {
  const errorsTold = errors[0] === errors[1] ? `errors as before, ${errors[1]}` : `errors ${errors[0]} → ${errors[1]}`;
  return `${pinned ? "pinned" : "before"}: ${softMarginText(C)}. Support vectors: ${entered} new, ${left} gone; ${errorsTold}`;
}

/** The lifted view in words. */
export function reliefText(machine, { highest, lowest, space }) {
  if (space)
    return `The ${plural(machine.m, "point")} in the space of the homogeneous quadratic kernel, with the separating plane, its margin planes and the cone on which all points lie.`;
  const what =
    machine.O === 1 ? "The score f of two classes" : `The lead of the best of ${machine.Q} classes over the next`;
  return `${what} as a surface over the plane, from ${significant(lowest)} to ${significant(highest)} in the picture, cut at 0 and ${machine.O === 1 ? "±1" : "1"}.`;
}
