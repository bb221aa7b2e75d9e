// The button that brings what is read, a table or a legend, over a picture on a screen too narrow to have it beside.

import { element } from "../draw/elements.js";

export class ReadingButton {
  /** `read` is what it brings, `name` what it is called. */
  constructor(id, name, read) {
    read.id ||= `${id}-read`;
    const state = { "aria-expanded": "false", "aria-controls": read.id, "data-lm-suppress-shortcuts": "true" };
    this.node = element("button", { type: "button", class: "svm-button svm-reading-button", ...state }, name);
    this.node.addEventListener("click", () => {
      const on = this.node.closest(".svm-scene").classList.toggle("svm-reading");
      this.node.setAttribute("aria-expanded", String(on));
    });
  }
}
