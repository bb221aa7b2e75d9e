// What is known of one point: a short tip beside it, a card in full, a sentence for a screen reader; and the walk
// from point to point by keyboard.

import { ZERO, pointReport } from "../math/machine.js";
import { significant } from "../words/format.js";
import { meaningOf } from "../words/meanings.js";
import { element } from "../draw/elements.js";
import { explainedWord } from "./explained.js";

const ROUNDING = 1e-10; // a slack so small is none
const LEFT_OUT = "left out: no condition asks for its margin any more";

const WALK = {
  ArrowRight: { axis: 0, step: 1 },
  ArrowLeft: { axis: 0, step: -1 },
  ArrowUp: { axis: 1, step: 1 },
  ArrowDown: { axis: 1, step: -1 },
  PageDown: { axis: 0, step: 1, support: true },
  PageUp: { axis: 0, step: -1, support: true },
  Home: { axis: 0, end: "first" },
  End: { axis: 0, end: "last" },
};

export function isWalkKey(key) {
  return key in WALK;
}

/** The next point from `from` (-1: none yet): to the right, left, above, below; or the next support vector. */
export function walk(machine, solution, from, key) {
  const { axis, step, end, support } = WALK[key];
  const along = (i) => machine.X[2 * i + axis];
  const order = Array.from({ length: machine.m }, (_, i) => i).sort((i, j) => along(i) - along(j) || i - j);
  if (end) return end === "first" ? order[0] : order.at(-1);
  const stops = order.filter((i) => i === from || !support || solution.pointStatus[i] !== ZERO);
  if (from < 0) return step > 0 ? (stops[0] ?? -1) : (stops.at(-1) ?? -1);
  const next = stops.indexOf(from) + step;
  return stops[Math.max(0, Math.min(stops.length - 1, next))];
}

/** Each dual variable of a point as a line of words and numbers. */
export function entryTexts(machine, entry, words) {
  return {
    rival: machine.classes[entry.rival],
    alpha: significant(entry.alpha),
    slack: significant(entry.slack < ROUNDING ? 0 : entry.slack),
    lead: significant(entry.margin),
    words: entry.case === null ? LEFT_OUT : words[entry.case],
  };
}

export function pointName(machine, report) {
  return `Point ${report.index}, class ${machine.classes[report.own]}`;
}

export function placeText(machine, { x }) {
  return `${machine.axes[0]} = ${significant(x[0])}, ${machine.axes[1]} = ${significant(x[1])}`;
}

/** One sentence per point for a screen reader. */
export function spoken(machine, report, words) {
  const parts = report.entries.map((entry) => {
    const t = entryTexts(machine, entry, words);
    const against = machine.O === 1 ? "" : `against class ${t.rival}: `;
    return `${against}alpha ${t.alpha}, slack ${t.slack}, lead ${t.lead}; ${t.words}`;
  });
  return `${pointName(machine, report)}, ${placeText(machine, report)}. ${parts.join(". ")}.`;
}

/** A point that could not be trained, by name and place. */
export function draftText({ X, y, classes, axes }, i) {
  const place = placeText({ axes }, { x: [X[2 * i], X[2 * i + 1]] });
  return { name: `Point ${i}, class ${classes[y[i]]}`, place, words: "There is no machine with these points yet." };
}

/** The card beside the picture. */
export class Card {
  constructor(host) {
    [this.told, this.more] = [element("div"), element("div")];
    this.node = element("div", { class: "svm-card" }, this.told, this.more);
    host.append(this.node);
  }

  /** What `make()` returns, made anew only where its key is another: what has the focus in it keeps it. */
  tell(key, make) {
    this.more.replaceChildren();
    if (this.key === key) return;
    this.key = key;
    this.told.replaceChildren(...make());
  }

  /** More below what is told of the point. */
  append(...nodes) {
    this.more.append(...nodes);
  }

  show(machine, solution, i, words, hint) {
    if (i < 0) {
      this.tell(hint, () => [element("p", { class: "svm-hint" }, hint)]);
      return;
    }
    const report = pointReport(machine, solution, i);
    const { classes, axes } = machine.whole ?? {};
    const [name, place] = [pointName(machine, report), placeText(machine, report)];
    const texts = report.entries.map((entry) => entryTexts(machine, entry, words));
    this.tell(JSON.stringify([name, place, classes, axes, machine.O, texts]), () => [
      element("h4", { title: classes?.[report.own] }, name),
      element("p", { class: "svm-place", title: axes?.join(", ") }, place),
      machine.O === 1 ? this.single(texts[0]) : this.table(texts),
    ]);
  }

  showDraft(draft, i, hint) {
    if (i < 0) {
      this.show(null, null, -1, null, hint);
      return;
    }
    const { name, place, words } = draftText(draft, i);
    this.tell(JSON.stringify([name, place, words]), () => [
      element("h4", {}, name),
      element("p", { class: "svm-place" }, place),
      element("p", { class: "svm-case" }, words),
    ]);
  }

  single(t) {
    const row = ([name, word], value) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, explainedWord(name, meaningOf(word))),
        element("td", {}, value),
      );
    const rows = [
      ["multiplier α", "alpha"],
      ["slack ξ", "slack"],
      ["lead y f(x)", "lead"],
    ].map((name) => row(name, t[name[1]]));
    const list = element("table", { class: "svm-list" }, element("tbody", {}, ...rows));
    return element("div", {}, list, element("p", { class: "svm-case" }, t.words));
  }

  table(texts) {
    const cells = (tag, texts) => texts.map((text) => element(tag, tag === "th" ? { scope: "col" } : {}, text));
    const named = [
      ["α", "alpha"],
      ["ξ", "slack"],
      ["lead", "lead"],
    ];
    const heads = ["against", ...named.map(([name, word]) => explainedWord(name, meaningOf(word)))];
    const head = element("tr", {}, ...cells("th", heads));
    const rows = texts.flatMap((t) => [
      element("tr", {}, element("th", { scope: "row" }, t.rival), ...cells("td", [t.alpha, t.slack, t.lead])),
      element("tr", { class: "svm-case" }, element("td", { colspan: 4 }, t.words)),
    ]);
    const long = texts.some((t) => `${t.alpha}${t.slack}${t.lead}`.includes("×")); // a power of ten needs room
    return element(
      "table",
      { class: long ? "svm-alphas svm-tight" : "svm-alphas" },
      element("thead", {}, head),
      element("tbody", {}, ...rows),
    );
  }
}

/** The tip at the pointer. */
export class Tip {
  constructor(host) {
    this.node = element("div", { class: "svm-tip", role: "tooltip", hidden: true });
    host.append(this.node);
    this.host = host;
  }

  show(machine, solution, i, [px, py]) {
    const report = pointReport(machine, solution, i);
    const alphas = report.entries.map((entry) => significant(entry.alpha)).join(", ");
    const lead = Math.min(...report.entries.map((entry) => entry.margin));
    this.node.replaceChildren(
      element("b", {}, pointName(machine, report)),
      element("br"),
      `α = ${alphas}, lead ${significant(lead)}`,
    );
    this.node.hidden = false;
    const beyond = px + 14 + this.node.offsetWidth > this.host.clientWidth;
    this.node.style.left = `${beyond ? Math.max(0, px - 14 - this.node.offsetWidth) : px + 14}px`;
    this.node.style.top = `${py + 14}px`;
  }

  hide() {
    this.node.hidden = true;
  }
}
