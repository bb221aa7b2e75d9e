// A slider of the browser in the look of a scene; its style property --at, 0 to 1, is how far it is filled.

import { element } from "../draw/elements.js";

export function rangeInput(attributes) {
  return element("input", { type: "range", class: "svm-slider", "data-lm-suppress-shortcuts": "true", ...attributes });
}
