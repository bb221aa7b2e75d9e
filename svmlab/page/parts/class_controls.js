// The controls of the classes and of the sample: numbers to type and sliders to drag, the same thing twice.

import { withPrior } from "../math/gaussians.js";
import { percent, significant } from "../words/format.js";
import { element, hasFocus, isPermitted, permit } from "../draw/elements.js";
import { rangeInput } from "./range_input.js";

export const SIZES = [30, 60, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000];
const QUIET = { "data-lm-suppress-shortcuts": "true" }; // JupyterLab leaves such an input its keys
const VARIANCES = [0.1, 40]; // ends of the slider
const FINENESS = 200;

const toVariance = (step) => Number((VARIANCES[0] * (VARIANCES[1] / VARIANCES[0]) ** (step / FINENESS)).toPrecision(3));
const fromVariance = (s) => Math.round((FINENESS * Math.log(s / VARIANCES[0])) / Math.log(VARIANCES[1] / VARIANCES[0]));

/** A slider; `moved(value)` on the way, `ended()` when it is let go. */
function slider(label, attributes, moved, ended) {
  const node = rangeInput({ "aria-label": label, ...attributes });
  node.addEventListener("input", () => moved(Number(node.value)));
  node.addEventListener("change", ended);
  return node;
}

/** A number to type; `typed(value)` when it has been, also nonsense. */
function number(label, attributes, typed) {
  const node = element("input", { type: "number", class: "svm-number", "aria-label": label, ...attributes, ...QUIET });
  node.addEventListener("change", () => typed(node.value === "" ? NaN : Number(node.value)));
  node.addEventListener("keydown", (event) => event.stopPropagation());
  return node;
}

/** Show a value unless the reader is typing it. */
function fill(node, value) {
  const text = String(value);
  if (hasFocus(node) && node.type === "number") return;
  if (node.value !== text) node.value = text;
}

export class ClassControls {
  constructor(host, session) {
    this.session = session;
    this.table = element(
      "table",
      { class: "svm-classes" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["class", "mean (x₁, x₂)", "variance σ²", "prior π"].map((text) => element("th", { scope: "col" }, text)),
        ),
      ),
    );
    const body = element("tbody");
    this.rows = [0, 1, 2].map((k) => this.buildRow(body, k));
    this.table.append(body);
    host.append(this.table);
  }

  buildRow(body, k) {
    const { session } = this;
    const name = `class ${k}`;
    const now = () => session.wanted ?? session.setting;
    const change = (what, value, moving = false) => {
      const list = now()[what].slice();
      list[k] = value;
      session.change({ [what]: list }, moving);
    };
    const ended = () => session.commit();
    const mean = [0, 1].map((i) =>
      number(`Mean of ${name}, x${i + 1}`, { step: 0.5 }, (value) =>
        change(
          "means",
          now().means[k].map((old, j) => (j === i ? value : old)),
        ),
      ),
    );
    const variance = number(`Variance of ${name}`, { step: 0.5 }, (value) => change("variances", value));
    const variances = slider(
      `Variance of ${name}, logarithmic scale`,
      { min: 0, max: FINENESS },
      (step) => change("variances", toVariance(step), true),
      ended,
    );
    const setPrior = (value, moving) => {
      const { priors } = now();
      const fits = value > 0 && value < 1;
      session.change(
        { priors: fits ? withPrior(priors, k, value) : priors.map((p, l) => (l === k ? value : p)) },
        moving,
      );
    };
    const prior = number(`Prior of ${name} in percent`, { step: 5 }, (value) => setPrior(value / 100, false));
    const priors = slider(
      `Prior of ${name}; the others keep their proportion`,
      { min: 1, max: 98 },
      (value) => setPrior(value / 100, true),
      ended,
    );
    const swatch = element("span", { class: "svm-swatch" });
    const cell = (title, ...nodes) =>
      element("td", { "data-name": title }, element("div", { class: "svm-pair" }, ...nodes));
    body.append(
      element(
        "tr",
        {},
        element("th", { scope: "row" }, element("span", { class: "svm-pair" }, swatch, String(k))),
        cell("mean (x₁, x₂)", ...mean),
        cell("variance σ²", variance, variances),
        cell("prior π", prior, element("span", {}, "%"), priors),
      ),
    );
    return { mean, variance, variances, prior, priors, swatch };
  }

  show(setting, look, swatches) {
    this.rows.forEach(({ mean, variance, variances, prior, priors, swatch }, k) => {
      const digits = (value, n) => (Number.isFinite(value) ? Number(value.toFixed(n)) : "");
      mean.forEach((node, i) => fill(node, digits(setting.means[k][i], 2)));
      fill(variance, digits(setting.variances[k], 2));
      if (Number.isFinite(setting.variances[k]))
        fill(variances, Math.min(FINENESS, Math.max(0, fromVariance(setting.variances[k]))));
      variances.setAttribute("aria-valuetext", significant(setting.variances[k]));
      fill(prior, digits(100 * setting.priors[k], 1));
      fill(priors, Math.round(100 * setting.priors[k]));
      priors.setAttribute("aria-valuetext", percent(setting.priors[k], 0));
      for (const node of [variances, priors])
        node.style.accentColor = look.dark ? look.classLook(k).color : look.classLook(k).edge;
      const key = `${look.themeName} ${look.radius} ${devicePixelRatio}`;
      if (swatch.dataset.key !== key) {
        swatch.dataset.key = key;
        swatch.replaceChildren(swatches(k));
      }
    });
  }
}

export class SampleControls {
  constructor(host, session, id) {
    this.session = session;
    const now = () => session.wanted ?? session.setting;
    this.size = slider(
      "Points of the sample",
      { min: 0, max: SIZES.length - 1, id: `${id}-m` },
      (i) => session.change({ m: SIZES[i] }, true),
      () => session.commit(),
    );
    this.sizeText = element("output", { for: `${id}-m`, class: "svm-count" });
    const button = (text, title, clicked) => {
      const node = element("button", { type: "button", class: "svm-button", title }, text);
      node.addEventListener("click", clicked);
      return node;
    };
    this.again = button("resample", "Draw the sample of the next seed", () => session.resample());
    this.more = button(
      "50 samples",
      "",
      () => isPermitted(this.more) && (session.running ? this.halt() : session.drawMore()),
    );
    this.degree = element(
      "select",
      { class: "svm-select", ...QUIET },
      element("option", { value: 1 }, "linear"),
      element("option", { value: 2 }, "of degree 2"),
    );
    this.degree.addEventListener("change", () => session.change({ degree: Number(this.degree.value) }));
    this.reset = button("reset", "Back to how this lab began", () => session.restart());
    this.seed = element("span", { class: "svm-muted" });
    const points = element("label", { class: "svm-pair", for: `${id}-m` }, "points", this.size, this.sizeText);
    const machine = element("label", { class: "svm-pair" }, "M-SVM", this.degree);
    const ofPython = session.live ? [points, this.seed, this.again, this.more, machine] : []; // who draws and trains
    host.append(element("div", { class: "svm-bar svm-sample" }, ...ofPython, this.reset));
    this.now = now;
  }

  halt() {
    this.session.stop();
    this.session.announce();
  }

  show(look) {
    const { session } = this;
    const { m, seed, degree } = this.now();
    let near = 0;
    SIZES.forEach((size, i) => {
      if (Math.abs(Math.log(size / m)) < Math.abs(Math.log(SIZES[near] / m))) near = i;
    });
    fill(this.size, near);
    this.size.setAttribute("aria-valuetext", `${m} points`);
    this.size.style.accentColor = look.theme.muted;
    this.sizeText.textContent = m.toLocaleString("en");
    this.seed.textContent = `seed ${seed}`;
    this.degree.value = degree;
    this.more.textContent = session.running ? "stop" : "50 samples";
    this.more.title = session.running ? "Stop training" : "Train at this C on the samples of the next 50 seeds";
    permit(this.more, session.running || (session.current && !session.along.error));
  }
}
