// The player of a `Stepping` session: back, play, on, to the next change of sets, if it knows of any, to the end; how fast;
// a slider over its states.

import { element, permit, tell } from "../draw/elements.js";
import { rangeInput } from "./range_input.js";

const FASTEST = 5; // 2⁵ states a second

export class Player {
  constructor(session, id) {
    this.session = session;
    const button = (text, title, act) => {
      const attributes = { type: "button", class: "svm-button", title, "data-lm-suppress-shortcuts": "true" };
      const made = element("button", { ...attributes, "aria-label": title }, text);
      made.addEventListener("click", act);
      return made;
    };
    const slider = (name, text, moved) => {
      const made = rangeInput({ id: `${id}-${name}`, min: 0, step: 1, "aria-label": text });
      made.addEventListener("input", () => moved(made.valueAsNumber));
      return made;
    };
    const ofSets = "To the next state in which a point is in another set";
    const changes = session.toNextChange ? [button("next change", ofSets, () => session.toNextChange())] : [];
    this.play = button("play", "Play", () => (session.playing ? session.pause() : session.play()));
    this.buttons = [
      button("◀", "One state back", () => session.by(-1)),
      this.play,
      button("▶", "One state on", () => session.by(1)),
      ...changes,
      button("▶|", "To the end", () => session.toEnd()),
    ];
    this.speed = slider("v", "Speed", (power) => session.setSpeed(2 ** power));
    this.speed.max = FASTEST;
    this.told = element("span", { class: "svm-hint" });
    this.state = slider("s", "State", (k) => session.to(k));
    this.state.classList.add("svm-scrub");
    const parts = [...this.buttons, this.speed, this.told, this.state];
    this.node = element(
      "div",
      { class: "svm-bar svm-player svm-levers", role: "group", "aria-label": "Player" },
      ...parts,
    );
  }

  show() {
    const { session } = this;
    const { run, at, playing, speed } = session;
    const last = run ? run.length - 1 : 0;
    for (const node of this.buttons) permit(node, last > 0);
    tell(this.play, playing ? "pause" : "play");
    for (const name of ["aria-label", "title"]) this.play.setAttribute(name, playing ? "Pause" : "Play");
    this.speed.value = Math.log2(speed);
    tell(this.told, `${speed} a second`);
    this.speed.setAttribute("aria-valuetext", `${speed} states a second`);
    this.state.max = last;
    this.state.value = at;
    for (const slider of [this.speed, this.state]) slider.style.setProperty("--at", slider.value / (slider.max || 1));
    const name = (k) => run.step?.[k] ?? k;
    if (run) this.state.setAttribute("aria-valuetext", `step ${name(at)} of ${name(last)}`);
  }
}
