// The question of a scene of a lecture: choices to believe in, and the answer, which a key or a button reveals.

import { element, tell } from "../draw/elements.js";

export class Question {
  /** `guessed(choice)` is called for a choice, `revealed()` when the answer is asked for. */
  constructor(guessed, revealed) {
    this.guessed = guessed;
    this.choices = element("div", { class: "svm-choices", role: "group", "aria-label": "What do you believe?" });
    this.button = element(
      "button",
      { type: "button", class: "svm-button svm-reveal", "aria-keyshortcuts": "Space" },
      "reveal ",
      element("kbd", { "aria-hidden": "true" }, "Space"),
    );
    this.button.addEventListener("click", revealed);
    this.answer = element("p", { class: "svm-answer", "aria-live": "polite" });
    this.node = element("div", { class: "svm-question" }, this.choices, this.button, this.answer);
  }

  /** Show what a scene asks, {question, answer, choices}; what is believed, or undefined; and the answer, if revealed. */
  show({ question, answer, choices }, guess, revealed) {
    this.node.hidden = !question;
    this.node.classList.toggle("svm-known", revealed);
    this.offer(choices);
    for (const node of this.choices.children) node.setAttribute("aria-pressed", String(node.textContent === guess));
    this.button.hidden = revealed;
    tell(this.answer, revealed ? answer : "");
  }

  offer(choices) {
    const key = choices.join("\n");
    if (this.key === key) return;
    this.key = key;
    this.choices.hidden = !choices.length;
    this.choices.replaceChildren(
      ...choices.map((choice) => {
        const node = element("button", { type: "button", class: "svm-button svm-belief" }, choice);
        node.addEventListener("click", () => this.guessed(choice));
        return node;
      }),
    );
  }
}
