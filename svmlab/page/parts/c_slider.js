// The slider of C: a logarithmic scale with the hard margin as its last stop.

import { significant, softMarginText } from "../words/format.js";
import { Slider } from "./slider.js";

/** `moved(C)` is called on the way, `released()` when the reader lets go. */
export function cSlider(id, moved, released) {
  const slider = new Slider({
    id,
    name: "C",
    label: "Soft margin C, logarithmic scale",
    rule: { name: "C", positive: true, hard: true },
    text: significant,
    spoken: softMarginText,
    moved,
    released,
  });
  slider.node.classList.add("svm-c");
  return slider;
}
