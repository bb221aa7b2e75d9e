// A menu with its label.

import { element } from "../draw/elements.js";

export class Menu {
  /** `chosen(value)` is called when the reader chooses. */
  constructor(text, id, chosen) {
    this.select = element("select", { class: "svm-select", id, "data-lm-suppress-shortcuts": "true" });
    this.select.addEventListener("change", () => chosen(this.select.value));
    this.label = element("label", { for: id }, text, " ", this.select);
  }

  /** Offer `options`, [value, text], with `value` chosen. */
  show(options, value) {
    const key = JSON.stringify(options);
    if (this.key !== key) {
      this.key = key;
      this.select.replaceChildren(...options.map(([name, text]) => element("option", { value: name }, text)));
    }
    this.select.value = value;
  }
}
