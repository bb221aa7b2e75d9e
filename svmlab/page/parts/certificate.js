// How well a solution is known: a tick that opens to its numbers. What is not certified is said over the picture instead.

import { meaningOf } from "../words/meanings.js";
import { adviceOf, certificateText } from "../words/status.js";
import { element, tell } from "../draw/elements.js";
import { explain } from "./explained.js";

export class Certificate {
  constructor() {
    const summary = element("summary", {}, element("b", { "aria-hidden": "true" }, "✓"), " certified");
    explain(summary, meaningOf("certified"));
    this.numbers = element("div", { class: "svm-sure-numbers" });
    this.node = element("details", { class: "svm-sure", hidden: true }, summary, this.numbers);
  }

  show(certificate) {
    this.node.hidden = !certificate?.certified;
    if (!certificate?.certified) return;
    tell(this.numbers, certificateText(certificate).replace(/^certified: /, ""));
    this.numbers.title = certificate.text ?? "";
  }
}

/** What is not certified, to stand over the picture; "" where all is well, or nothing known. */
export function doubtText(certificate) {
  if (!certificate || certificate.certified) return "";
  return `⚠ ${certificateText(certificate)}. ${adviceOf(certificate)}`.trim();
}
