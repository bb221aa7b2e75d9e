// A value as text that can be clicked and typed: Enter takes it, Escape puts back what was there, arrows step it.

import { readTyped } from "../words/typed.js";
import { element } from "../draw/elements.js";

const ARROWS = { ArrowUp: 1, ArrowDown: -1 };

export class TypedValue {
  /**
   * `rule` is that of `readTyped`, `text(value)` how it is shown, `label` what a screen reader calls it; `typed(value)`
   * is called for a new value, `stepped(by)` for an arrow key.
   */
  constructor({ id, label, rule, text, typed, stepped }) {
    Object.assign(this, { rule, text, typed });
    this.node = element("input", {
      type: "text",
      class: "svm-value",
      id,
      inputmode: "decimal",
      autocomplete: "off",
      spellcheck: "false",
      "data-lm-suppress-shortcuts": "true",
      "aria-label": label,
    });
    this.refusal = element("span", { class: "svm-refusal", role: "alert", hidden: true });
    for (const name of ["focus", "click"]) this.node.addEventListener(name, () => this.typing || this.node.select());
    this.node.addEventListener("input", () => (this.typing = true));
    this.node.addEventListener("change", () => this.take());
    this.node.addEventListener("blur", () => this.putBack());
    this.node.addEventListener("keydown", (event) => this.onKey(event, stepped));
  }

  onKey(event, stepped) {
    event.stopPropagation(); // letters are not for the scene here
    if (event.key === "Enter") this.take();
    else if (event.key === "Escape") this.putBack();
    else if (event.key in ARROWS) {
      event.preventDefault();
      this.putBack();
      stepped(ARROWS[event.key]);
    }
  }

  take() {
    if (!this.typing) return;
    const { value, error } = readTyped(this.node.value, this.rule);
    this.refuse(error);
    this.putBack();
    if (!error) this.typed(value);
  }

  refuse(error = "") {
    this.refusal.textContent = error;
    this.refusal.hidden = !error;
  }

  putBack() {
    this.typing = false;
    this.node.value = this.text(this.value);
    this.node.style.setProperty("--svm-chars", this.node.value.length); // a long one is set smaller than it would be
  }

  /** Show a value, unless the reader is typing. */
  show(value) {
    if (this.value === value) return;
    this.value = value;
    this.refuse();
    if (!this.typing) this.putBack();
  }
}
