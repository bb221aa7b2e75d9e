// The two numbers of procedures beside each other: how large the gap of each is at the same cost.

import { gapText } from "../words/procedure.js";
import { element, tell } from "../draw/elements.js";

export class GapCounts {
  constructor() {
    this.head = element("div", { class: "svm-errors-of" });
    this.counts = ["played", "left"].map((name) => {
      const parts = { number: element("b"), name: element("span") };
      const node = element("div", { class: `svm-error-count svm-error-${name}` }, parts.number, parts.name);
      return { ...parts, node };
    });
    const pair = element("div", { class: "svm-error-pair" }, ...this.counts.map(({ node }) => node));
    this.node = element("div", { class: "svm-errors svm-gaps" }, this.head, pair);
  }

  /** `cost` in words; `runs`: [{name, run, at}] of one procedure or two. */
  show(cost, runs) {
    tell(this.head, `gap after ${cost}`);
    this.counts.forEach(({ node, number, name }, k) => {
      node.hidden = !runs[k];
      if (!runs[k]) return;
      tell(number, gapText(runs[k].run.gap[runs[k].at]));
      tell(name, runs[k].name);
    });
  }
}
