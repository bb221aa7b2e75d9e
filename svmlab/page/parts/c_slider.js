// The slider of C: a logarithmic scale of equal steps, with the hard margin as its last stop.

import { decadeTicks } from "../math/axes.js";
import { powerOfTen, significant, softMarginText } from "../words/format.js";
import { element, isPermitted, permit } from "../draw/elements.js";

const PER_DECADE = 50; // steps; one step changes C by 4.7 %
const TICK_GAP = 6; // pixels between the names of ticks
const GAP = 16; // steps of track between the largest C and the hard margin

/** Steps and values of the slider for a range {low, high, hard, perDecade}. */
export class CScale {
  constructor({ low, high, hard, perDecade = PER_DECADE }) {
    this.low = Math.log10(low);
    this.ends = [low, high];
    this.steps = Math.max(1, Math.round(perDecade * (Math.log10(high) - this.low)));
    this.per = (Math.log10(high) - this.low) / this.steps;
    this.hard = hard;
    this.last = this.steps + (hard ? GAP : 0);
  }

  valueAt(step) {
    if (step > this.steps) return Infinity;
    const C = Number((10 ** (this.low + step * this.per)).toPrecision(12));
    return Math.min(this.ends[1], Math.max(this.ends[0], C)); // the path covers no more
  }

  stepOf(C) {
    if (C === Infinity) return this.last;
    return Math.min(this.steps, Math.max(0, Math.round((Math.log10(C) - this.low) / this.per)));
  }

  /** The stop that a raw position of the track means, coming from `before`. */
  snap(raw, before) {
    if (raw <= this.steps || raw >= this.last) return raw;
    if (Math.abs(raw - before) === 1) return raw > before ? this.last : this.steps; // by key
    return raw - this.steps > GAP / 2 ? this.last : this.steps;
  }

  /** Position of C on the track, 0 to 1. */
  fraction(C) {
    return C === Infinity ? 1 : (Math.log10(C) - this.low) / this.per / this.last;
  }
}

export class CSlider {
  /** `moved(C)` is called on the way, `released()` when the reader lets go. */
  constructor(host, id, moved, released = () => {}) {
    this.moved = moved;
    this.input = element("input", {
      type: "range",
      id,
      class: "svm-slider",
      min: 0,
      step: 1,
      "data-lm-suppress-shortcuts": "true",
      "aria-label": "Soft margin C, logarithmic scale",
      "aria-keyshortcuts": "ArrowLeft ArrowRight PageUp PageDown Home End",
    });
    this.output = element("output", { class: "svm-value", for: id });
    this.ticks = element("div", { class: "svm-ticks", "aria-hidden": "true" });
    const track = element("div", { class: "svm-track" }, this.input, this.ticks);
    host.append(element("label", { class: "svm-label", for: id }, "C"), track, this.output);
    this.input.addEventListener("input", () => this.onInput());
    for (const end of ["pointerup", "blur"]) this.input.addEventListener(end, () => released());
  }

  /** Where C has nowhere to go, the slider stands still. */
  permit(may) {
    permit(this.input, may);
  }

  onInput() {
    if (!isPermitted(this.input)) {
      this.input.value = this.step;
      return;
    }
    const step = this.scale.snap(Number(this.input.value), this.step);
    this.input.value = step;
    this.step = step;
    this.moved(this.scale.valueAt(step));
  }

  show(range, C, look) {
    const key = JSON.stringify(range);
    if (this.key !== key) {
      this.key = key;
      this.scale = new CScale(range);
      this.input.max = this.scale.last;
      this.drawTicks(range);
    }
    if (this.C !== C || this.step === undefined) {
      this.C = C;
      this.step = this.scale.stepOf(C);
      this.input.value = this.step;
      this.output.textContent = C === Infinity ? "hard margin" : significant(C);
      this.input.setAttribute("aria-valuetext", softMarginText(C));
    }
    this.thinTicks();
    this.input.style.accentColor = look.theme.classes[0].color;
  }

  /** Of the decades only so many that no two names touch; ∞, the last, stays. */
  thinTicks() {
    const { ticks } = this;
    const key = `${ticks.clientWidth} ${getComputedStyle(ticks).fontSize} ${this.key}`;
    if (this.thinnedAt === key || !ticks.clientWidth) return;
    this.thinnedAt = key;
    const names = [...ticks.children];
    for (const name of names) name.hidden = false;
    const places = names.map((name) => ({
      at: Number(name.style.getPropertyValue("--at")) * ticks.clientWidth,
      width: name.offsetWidth,
    }));
    const shown = ticksThatFit(places, this.scale.hard, TICK_GAP);
    names.forEach((name, k) => (name.hidden = !shown[k]));
  }

  drawTicks({ low, high, hard }) {
    const at = (C, text) => {
      const tick = element("span", {}, text);
      tick.style.setProperty("--at", this.scale.fraction(C));
      return tick;
    };
    const ticks = decadeTicks(low, high).map((e) => at(10 ** e, tickName(e)));
    if (hard) ticks.push(at(Infinity, "∞"));
    this.ticks.replaceChildren(...ticks);
  }
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
