// The button that leaves the chosen point out or puts it back, and the slider of how far it has gone.

import { element, tell } from "../draw/elements.js";

export class WithdrawalControl {
  constructor(host, session, id) {
    this.session = session;
    this.button = element("button", { type: "button", class: "svm-button" });
    this.slider = element("input", {
      type: "range",
      id: `${id}-w`,
      min: 0,
      max: 100,
      step: 1,
      "data-lm-suppress-shortcuts": "true",
      "aria-label": "How far the point is withdrawn, in percent",
    });
    this.note = element("p", { class: "svm-withdrawal-note" });
    this.node = element("div", { class: "svm-withdrawal", hidden: true }, this.button, this.slider, this.note);
    host.append(this.node);
    this.button.addEventListener("click", () => this.press());
    this.slider.addEventListener("input", () => session.absence?.set(Number(this.slider.value) / 100));
  }

  press() {
    const { session } = this;
    const { absence } = session;
    if (!absence) session.leaveOut();
    else absence.play(absence.time === 0 || (absence.playing && absence.goal === 0) ? 1 : 0);
  }

  show() {
    const { session } = this;
    const { absence, withdrawalError } = session;
    this.node.hidden = !absence && !session.mayLeaveOut;
    this.slider.hidden = !absence;
    tell(this.button, buttonText(absence));
    tell(this.note, (absence ? withdrawalText(absence) : withdrawalError) ?? "");
    if (absence) {
      this.slider.value = 100 * absence.time;
      this.slider.setAttribute("aria-valuetext", withdrawalText(absence));
    }
  }
}

export function buttonText(absence) {
  if (!absence) return "leave this point out";
  const leaving = absence.playing ? absence.goal === 1 : absence.time > 0;
  return leaving ? `put point ${absence.point} back` : `leave point ${absence.point} out`;
}

/** "point 17 is out", or how much of its multipliers is left. */
export function withdrawalText({ point, time }) {
  if (time === 1) return `point ${point} is out`;
  return `point ${point} keeps ${Math.round(100 * (1 - time))} % of its α`;
}
