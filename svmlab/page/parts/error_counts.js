// The two numbers of a scene: how many points are wrong in training, and how many when they are left out.

import { meaningOf } from "../words/meanings.js";
import { element, tell } from "../draw/elements.js";
import { explainedWord } from "./explained.js";

export class ErrorCounts {
  constructor() {
    this.head = element("div", { class: "svm-errors-of" });
    const count = (name, words) => {
      const number = element("b");
      const told = element("span", {}, explainedWord(words, meaningOf(name)));
      const node = element("div", { class: `svm-error-count svm-error-${name}` }, number, told);
      return { number, node };
    };
    this.trained = count("trained", "in training");
    this.left = count("left", "left out");
    const pair = element("div", { class: "svm-error-pair" }, this.trained.node, this.left.node);
    this.node = element("div", { class: "svm-errors" }, this.head, pair);
  }

  /** `left` is a number, "…" while it is worked out, null where nobody knows it. */
  show(wrong, left, m) {
    tell(this.head, `errors of ${m} points`);
    tell(this.trained.number, String(wrong));
    this.left.node.hidden = left === null;
    tell(this.left.number, String(left ?? ""));
  }
}
