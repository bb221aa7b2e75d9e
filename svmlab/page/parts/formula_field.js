// A formula that is typed: Enter takes it, Escape puts back what was there, and what is wrong in it is said below.

import { formulaFunction } from "../math/formula.js";
import { element } from "../draw/elements.js";

export class FormulaField {
  /** `typed(text)` is called for a formula that can be read. */
  constructor(id, typed) {
    this.typed = typed;
    this.input = element("input", {
      type: "text",
      class: "svm-formula",
      id,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 200,
      "data-lm-suppress-shortcuts": "true",
      title: "x, z, x1, z2, numbers, + - * / **, dot, norm, exp, log, sqrt, tanh, sin, cos, abs, min, max",
    });
    this.refusal = element("span", { class: "svm-refusal", role: "alert", hidden: true });
    this.input.addEventListener("change", () => this.take());
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.node = element(
      "div",
      { class: "svm-formula-field" },
      element("label", { for: id }, "κ(x, z) = ", this.input),
      this.refusal,
    );
  }

  onKey(event) {
    event.stopPropagation(); // letters are not for the scene here
    if (event.key === "Enter") this.take();
    else if (event.key === "Escape") this.putBack();
  }

  take() {
    const text = this.input.value.trim();
    if (text === this.text) {
      this.refuse();
      return;
    }
    try {
      formulaFunction(text);
    } catch (error) {
      this.refuse(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
      return;
    }
    this.refuse();
    this.typed(text);
  }

  refuse(text = "") {
    this.refusal.textContent = text;
    this.refusal.hidden = !text;
    this.input.setAttribute("aria-invalid", String(Boolean(text)));
  }

  putBack() {
    this.refuse();
    this.input.value = this.text;
  }

  /** Show a formula, unless it is there; what a reader is typing stays until another comes. */
  show(text) {
    if (this.text === text) return;
    this.text = text;
    this.putBack();
  }
}
