// The button that brings a scene back to how it began.

import { element } from "../draw/elements.js";

export class ResetButton {
  constructor(host, reset) {
    const attributes = { type: "button", class: "svm-button", title: "Back to how this began" };
    this.button = element("button", { ...attributes, "data-lm-suppress-shortcuts": "true" }, "reset");
    this.button.addEventListener("click", () => reset());
    host.append(element("div", { class: "svm-edit svm-reset" }, this.button));
  }
}
