// The two numbers of procedures beside each other: how large the gap of each is at the same cost.

import { gapText } from "../words/procedure.js";
import { tell } from "../draw/elements.js";
import { CountPair } from "./count_pair.js";

export class GapCounts extends CountPair {
  constructor() {
    super(["played", "left"]);
    this.node.classList.add("svm-gaps");
  }

  /** `cost` in words; `runs`: [{name, run, at}] of one procedure or two. */
  show(cost, runs) {
    tell(this.head, `gap after ${cost}`);
    this.counts.forEach(({ node, number, told }, k) => {
      node.hidden = !runs[k];
      if (!runs[k]) return;
      tell(number, gapText(runs[k].run.gap[runs[k].at]));
      tell(told, runs[k].name);
    });
  }
}
