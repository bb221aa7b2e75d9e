// A slider with its name and its value: a logarithmic or an even scale, its ticks below, the value to be typed, too.

import { decadeTicks, niceTicks } from "../math/axes.js";
import { EvenStops, LogStops, reaching } from "../math/stops.js";
import { powerOfTen } from "../words/format.js";
import { element, isPermitted, permit, tell } from "../draw/elements.js";
import { rangeInput } from "./range_input.js";
import { TypedValue } from "./typed_value.js";

const TICK_GAP = 6; // pixels between the names of ticks
const FEW_TICKS = 5; // ticks of an even scale
const KEYS = "ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight PageUp PageDown Home End";
const LONG_STEPS = 10; // long steps, with Shift, from end to end
const SIGNS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
const SWEEP = 9000; // ms that a slider takes from end to end when it plays
const PLAY = "▶";
const PAUSE = "❚❚";

/** The button that lets a slider run to its end, from its beginning where it stands there. */
class Play {
  constructor(slider, name) {
    this.slider = slider;
    this.name = name;
    this.sign = element("span", { "aria-hidden": "true" }, PLAY);
    this.node = element(
      "button",
      { type: "button", class: "svm-play", "aria-pressed": "false", "data-lm-suppress-shortcuts": "true" },
      this.sign,
      " play",
    );
    this.node.setAttribute("aria-label", `play ${name}`);
    this.node.addEventListener("click", () => (this.frame ? this.stop() : this.start()));
  }

  start() {
    const { slider } = this;
    if (!isPermitted(slider.input)) return;
    const from = slider.at < slider.stops.last ? slider.at : 0;
    const began = performance.now();
    const step = (now) => {
      this.frame = requestAnimationFrame(step);
      const wanted = from + ((now - began) / SWEEP) * slider.stops.last;
      const at = slider.stops.snap(Math.min(slider.stops.last, Math.max(from, Math.round(wanted))), slider.at);
      if (!this.node.isConnected || !isPermitted(slider.input)) this.stop();
      else if (at !== slider.at) slider.moved(slider.stops.valueAt(at));
      if (at >= slider.stops.last) this.stop();
    };
    this.frame = requestAnimationFrame(step);
    this.show(true);
  }

  stop() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.show(false);
    this.slider.released();
  }

  show(playing) {
    this.node.setAttribute("aria-pressed", String(playing));
    tell(this.sign, playing ? PAUSE : PLAY);
  }
}

export class Slider {
  /**
   * {id, name, label, rule, text, spoken, ticks, grows, moved, released}: `name` is what stands before the value,
   * `label` what a screen reader calls the slider, `rule` that of `readTyped`, `text(value)` and `spoken(value)` how a
   * value is shown and said; `moved(value)` is called on the way, `released()` when the reader lets go. Without `ticks`
   * the track has no numbers; one that `grows` reaches as far as the values that it has shown. With ticks it can play.
   */
  constructor({ id, name, label, rule, text, spoken = text, ticks = true, grows, moved, released = () => {} }) {
    Object.assign(this, { rule, spoken, grows, moved, released });
    this.input = rangeInput({ id, min: 0, step: 1, "aria-label": label, "aria-keyshortcuts": KEYS });
    const typed = (value) => this.set(value);
    this.typed = new TypedValue({ label: `${name}, to be typed`, rule, text, typed, stepped: (by) => this.step(by) });
    this.ticks = ticks ? element("div", { class: "svm-ticks", "aria-hidden": "true" }) : "";
    const head = element(
      "div",
      { class: "svm-head" },
      element("label", { class: "svm-label", for: id }, name),
      this.typed.node,
    );
    this.track = element("div", { class: "svm-track" }, this.input, this.ticks);
    if (ticks) new ResizeObserver(() => this.thinAgain()).observe(this.ticks);
    this.play = ticks ? new Play(this, name) : null;
    const hold = element("div", { class: "svm-hold" }, head, ...(ticks ? [this.play.node] : []));
    this.node = element("div", { class: "svm-control" }, hold, this.track, this.typed.refusal);
    this.input.addEventListener("input", () => this.onInput());
    this.input.addEventListener("keydown", (event) => this.stepLong(event));
    for (const end of ["pointerup", "blur"]) this.input.addEventListener(end, () => this.released());
  }

  /** Where the value has nowhere to go, the slider stands still. */
  permit(may) {
    permit(this.input, may);
    if (this.play) permit(this.play.node, may);
    this.typed.node.readOnly = !may;
  }

  onInput() {
    this.play?.stop();
    if (!isPermitted(this.input)) {
      this.input.value = this.at;
      return;
    }
    this.at = this.stops.snap(Number(this.input.value), this.at);
    this.input.value = this.at;
    this.typed.refuse();
    this.moved(this.stops.valueAt(this.at));
  }

  /** By so many stops on. */
  step(by) {
    if (!isPermitted(this.input)) return;
    const to = this.stops.snap(Math.min(this.stops.last, Math.max(0, this.at + by)), this.at);
    if (to === this.at) return;
    this.at = to; // the next key may come before the next picture
    this.input.value = to;
    this.set(this.stops.valueAt(to));
  }

  /** With Shift the arrows step far: page keys, which do so too, belong to the lecture that a slider may stand in. */
  stepLong(event) {
    if (!event.shiftKey || !(event.key in SIGNS)) return;
    event.preventDefault();
    this.step(SIGNS[event.key] * Math.max(1, Math.round(this.stops.last / LONG_STEPS)));
  }

  set(value) {
    this.play?.stop();
    this.moved(value);
    this.released();
  }

  /** Show a value in a range {low, high, hard, perDecade} or {low, high, step}. */
  show(range, value) {
    this.reach(range, value);
    if (this.value !== value || this.at === undefined) {
      this.value = value;
      this.at = this.stops.stepOf(value);
      this.input.value = this.at;
      this.input.setAttribute("aria-valuetext", this.spoken(value));
    }
    this.typed.show(value);
    this.thinTicks();
    this.input.style.setProperty("--at", this.at / this.stops.last);
  }

  reach(range, value) {
    const given = JSON.stringify(range);
    if (this.given !== given) [this.given, this.range] = [given, range];
    const reached = this.grows ? reaching(this.range, value) : this.range;
    const key = JSON.stringify(reached);
    if (this.key === key) return;
    [this.key, this.range, this.at] = [key, reached, undefined];
    this.stops = reached.step ? new EvenStops(reached) : new LogStops(reached);
    this.input.max = this.stops.last;
    this.typed.rule = { ...this.rule, hard: Boolean(reached.hard) };
    if (this.ticks) this.drawTicks(reached);
  }

  drawTicks(range) {
    const ticks = ticksOf(range).map(([value, text]) => {
      const tick = element("span", {}, text);
      tick.style.setProperty("--at", this.stops.fraction(value));
      return tick;
    });
    this.ticks.replaceChildren(...ticks);
    this.thinned = false;
  }

  thinAgain() {
    this.thinned = false;
    this.thinTicks();
  }

  /** Of the ticks only so many that no two names touch; ∞, the last, stays. Anew in another room, or of another range. */
  thinTicks() {
    const { ticks } = this;
    if (this.thinned || !this.range || !ticks?.clientWidth) return; // no range: nothing has been shown yet
    this.thinned = true;
    const names = [...ticks.children];
    for (const name of names) name.hidden = false;
    const places = names.map((name) => ({
      at: Number(name.style.getPropertyValue("--at")) * ticks.clientWidth,
      width: name.offsetWidth,
    }));
    const shown = ticksThatFit(places, this.range.hard, TICK_GAP);
    names.forEach((name, k) => (name.hidden = !shown[k]));
  }
}

/** [value, name] of each tick of a range. */
export function ticksOf({ low, high, step, hard }) {
  if (step) {
    const { values, decimals } = niceTicks(low, high, FEW_TICKS);
    return values.map((value) => [value, value.toFixed(decimals).replace("-", "−")]);
  }
  const ticks = decadeTicks(low, high).map((e) => [10 ** e, tickName(e)]);
  return hard ? [...ticks, [Infinity, "∞"]] : ticks;
}

/** Which of the names {at, width} are shown, `gap` apart: every one, or every second, ... from the first; `last` stays. */
export function ticksThatFit(places, last, gap) {
  const apart = (a, b) => Math.abs(a.at - b.at) >= 0.5 * (a.width + b.width) + gap;
  const end = last ? places.at(-1) : null;
  const decades = places.filter((place) => place !== end && (!end || apart(place, end)));
  for (let stride = 1; ; stride++) {
    const chosen = decades.filter((_, k) => k % stride === 0);
    if (chosen.every((place, k) => k === 0 || apart(chosen[k - 1], place)))
      return places.map((place) => place === end || chosen.includes(place));
  }
}

export function tickName(exponent) {
  return Math.abs(exponent) <= 3 ? String(Number(`1e${exponent}`)) : powerOfTen(exponent);
}
