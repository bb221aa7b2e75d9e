// The switch between the regular size and that of a lecture: large type, thick lines, few controls.

import { element, strokesOf } from "../draw/elements.js";

const SCREEN = "M2 4H22V16H2zM12 16V21M7 21H17";

export class SizeSwitch {
  /** `switched(size)` is told the size that is wanted. */
  constructor(host, switched) {
    this.button = element(
      "button",
      {
        type: "button",
        class: "svm-button",
        "aria-label": "lecture",
        "aria-pressed": "false",
        "data-lm-suppress-shortcuts": "true",
        title: "Large type and thick lines, and few controls; once more brings them back",
      },
      strokesOf("0 0 24 24", `<path d="${SCREEN}"/>`),
      element("span", { "aria-hidden": "true" }, "lecture"),
    );
    this.button.addEventListener("click", () => switched(this.on ? "regular" : "lecture"));
    host.append(element("div", { class: "svm-edit svm-size" }, this.button));
  }

  get on() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  show(size) {
    this.button.setAttribute("aria-pressed", String(size === "lecture"));
  }
}
