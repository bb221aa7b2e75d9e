// The switches of what is shown beside the machine; one that has nothing to tell of it is grey and says why.

import { OVERLAYS } from "../math/constants.js";
import { notApplicable, overlayTells, overlayTitle } from "../words/overlays.js";
import { element, isPermitted, permit, strokesOf, tell } from "../draw/elements.js";
import { runsOf } from "../draw/formula.js";
import { explain } from "./explained.js";

// Of 28 × 20: "ink" is drawn in the colour of the text, "accent" in that of what is measured, "fill" is filled.
const ICONS = {
  margin: [
    ["ink dashed", "M2 3H26M2 17H26"],
    ["accent", "M14 5V15"],
    ["accent fill", "M14 3l-3 4.6h6zM14 17l-3-4.6h6z"],
  ],
  w: [
    ["ink", "M2 16.5H26"],
    ["accent", "M14 16.5V6"],
    ["accent fill", "M14 1l-4 7h8z"],
  ],
  slack: [
    ["ink dashed", "M2 16.5H26"],
    ["accent", "M8 7V16.5M19 11V16.5"],
    ["ink", "M11 4a3 3 0 1 1-6 0a3 3 0 1 1 6 0M22 8a3 3 0 1 1-6 0a3 3 0 1 1 6 0"],
  ],
  alpha: [
    [
      "ink fill",
      "M5 10a1.4 1.4 0 1 1-2.8 0a1.4 1.4 0 1 1 2.8 0M14 10a3.4 3.4 0 1 1-6.8 0a3.4 3.4 0 1 1 6.8 0M27 10a5.6 5.6 0 1 1-11.2 0a5.6 5.6 0 1 1 11.2 0",
    ],
  ],
  hulls: [
    ["ink", "M2 4l6-3 4 7-3 9-6 1zM26 3l-6 1-1 8 4 7 4-2z"],
    ["accent", "M12 8l7 3"],
  ],
  before: [
    ["ink", "M2 17C10 15 16 10 26 9"],
    ["ink dotted", "M2 10C9 10 16 5 26 3"],
  ],
  lifted: [
    ["ink", "M2 14C8 14 8 3 13 3S19 14 26 14M2 14L6 18C11 18 12 9 16 9"],
    ["accent", "M4 10H24"],
  ],
  feature_space: [
    ["ink", "M8 2V13L25 13M8 13L2 19"],
    ["accent", "M12 16L25 9V2L12 9z"],
  ],
};

export class OverlaySwitches {
  /** `toggle(name)` is called for each press, `pin()` for that of the button beside what has changed. */
  constructor(id, toggle, pin) {
    this.buttons = Object.fromEntries(OVERLAYS.map((name) => [name, switchOf(name)]));
    for (const [name, button] of Object.entries(this.buttons))
      button.addEventListener("click", () => {
        this.asked = isPermitted(button) ? null : name;
        if (this.asked) this.explain();
        else toggle(name);
      });
    this.changed = element("span", {});
    const text = "Keep this boundary to compare with";
    this.pinButton = element(
      "button",
      { type: "button", class: "svm-button", title: text, "aria-pressed": "false" },
      "pin",
    );
    this.pinButton.addEventListener("click", pin);
    this.change = element("p", { class: "svm-change", hidden: true }, this.changed, " ", this.pinButton);
    this.reason = element("p", { class: "svm-change", "aria-live": "polite" });
    this.node = element(
      "div",
      { class: "svm-show", role: "group", "aria-labelledby": `${id}-show` },
      element("span", { class: "svm-show-title", id: `${id}-show` }, "show"),
      element("div", { class: "svm-switches" }, ...Object.values(this.buttons)),
      this.change,
      this.reason,
    );
  }

  /** `change` is what the picture before is compared by, in words, or ""; `pinned` whether that stays. */
  show({ machine, solution, overlays, change, pinned }) {
    for (const [name, button] of Object.entries(this.buttons)) {
      const reason = notApplicable(name, machine);
      permit(button, !reason);
      button.setAttribute("aria-pressed", String(overlays.has(name) && !reason));
      explain(button, reason || overlayTells(name, machine, solution));
    }
    this.explain();
    this.change.hidden = !overlays.has("before");
    tell(this.changed, change || "nothing has changed yet");
    this.pinButton.setAttribute("aria-pressed", String(pinned));
  }

  /** Why a grey switch that has been pressed is grey, as long as it is. */
  explain() {
    const button = this.buttons[this.asked];
    tell(this.reason, !button || isPermitted(button) ? "" : `${button.textContent}: ${button.dataset.meaning}.`);
  }
}

function switchOf(name) {
  const words = runsOf(overlayTitle(name)).map(([text, symbol]) => (symbol ? element("i", {}, text) : text));
  return element(
    "button",
    {
      type: "button",
      class: "svm-switch",
      "aria-pressed": "false",
      "data-overlay": name,
      "aria-label": `show ${overlayTitle(name).replaceAll("*", "")}`,
      "data-lm-suppress-shortcuts": "true",
    },
    iconOf(ICONS[name]),
    element("span", {}, ...words),
  );
}

function iconOf(strokes) {
  const paths = strokes.map(([look, d]) => `<path class="${look}" d="${d}"/>`).join("");
  return element("span", { class: "svm-switch-icon" }, strokesOf("0 0 28 20", paths));
}
