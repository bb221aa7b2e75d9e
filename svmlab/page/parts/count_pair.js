// Two large numbers beside each other, each with what it counts, below what they are of.

import { element } from "../draw/elements.js";

export class CountPair {
  /** By two names, and what is said beside each number; {head, counts: [{node, number, told}], node}. */
  constructor(names, told = [[], []]) {
    this.head = element("div", { class: "svm-errors-of" });
    this.counts = names.map((name, k) => {
      const parts = { number: element("b"), told: element("span", {}, ...told[k]) };
      const node = element("div", { class: `svm-error-count svm-error-${name}` }, parts.number, parts.told);
      return { ...parts, node };
    });
    const pair = element("div", { class: "svm-error-pair" }, ...this.counts.map(({ node }) => node));
    this.node = element("div", { class: "svm-errors" }, this.head, pair);
  }
}
