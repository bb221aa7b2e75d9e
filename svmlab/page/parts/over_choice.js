// What the errors are drawn over: a button for each that can be chosen; where that is one only, there is nothing to see.

import { OVER_TOLD } from "../words/bounds.js";
import { element } from "../draw/elements.js";

export class OverChoice {
  /** `chosen(name)` is told which one is wanted. */
  constructor(id, chosen) {
    this.buttons = Object.entries(OVER_TOLD).map(([name, { symbol, title }]) => {
      const attributes = { type: "button", class: "svm-button", "aria-pressed": "false", title };
      const button = element(
        "button",
        { ...attributes, "data-over": name, "data-lm-suppress-shortcuts": "true" },
        symbol,
      );
      button.addEventListener("click", () => chosen(name));
      return button;
    });
    const label = element("span", { id: `${id}-over` }, "errors over");
    this.node = element(
      "div",
      { class: "svm-over", role: "group", "aria-labelledby": label.id, hidden: true },
      label,
      ...this.buttons,
    );
  }

  show({ choices, over }) {
    this.node.hidden = choices.length < 2;
    for (const button of this.buttons) {
      button.hidden = !choices.includes(button.dataset.over);
      button.setAttribute("aria-pressed", String(button.dataset.over === over));
    }
  }
}
