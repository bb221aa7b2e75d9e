// The two numbers of a scene: how many points are wrong in training, and how many when they are left out.

import { meaningOf } from "../words/meanings.js";
import { tell } from "../draw/elements.js";
import { CountPair } from "./count_pair.js";
import { explainedWord } from "./explained.js";

export class ErrorCounts extends CountPair {
  constructor() {
    const told = (words, name) => [explainedWord(words, meaningOf(name))];
    super(["trained", "left"], [told("in training", "trained"), told("left out", "left")]);
  }

  /** `left` is a number, "…" while it is worked out, null where nobody knows it. */
  show(wrong, left, m) {
    const [trained, out] = this.counts;
    tell(this.head, `errors of ${m} points`);
    tell(trained.number, String(wrong));
    out.node.hidden = left === null;
    tell(out.number, String(left ?? ""));
  }
}
