// The lab in one element: C, the plane with its handles, who errs how often, the guaranteed risk over C, the controls.

import { histogramOf } from "../math/gaussians.js";
import { magnitude, significant } from "../words/format.js";
import { drawOrTell, element, oncePerFrame } from "../draw/elements.js";
import { DrawsPanel, GaussianPlane, STALE, classifierLine } from "../draw/gaussian_plane.js";
import { swatch } from "../draw/legend.js";
import { Marker } from "../draw/marks.js";
import { RiskPanel } from "../draw/risk_panel.js";
import { Dress, watchTheme } from "../draw/theme.js";
import { CSlider } from "../parts/c_slider.js";
import { percent, ClassControls, SampleControls } from "../parts/class_controls.js";
import { Handle } from "../parts/handles.js";

const ASPECT = 1.2; // width over height of the plane, as Python has it
const SPEAK_AFTER = 600; // ms of rest before a screen reader is told of a change
const KEY_STEP = 0.01; // of the picture's width, for a mean
const KEY_SPREAD = 1.03; // factor of a deviation by key
const TURN = Math.PI / 4; // where on its circle the handle of a spread stands
const LEAST = 0.1; // deviation that can be dragged
const FOLLOWING = 0.65; // opacity of what is a moment behind a drag
const NAMES = ["bayes", "linear", "machine"];
const DRAWN_CURVES = ["value", "interval", "margin", "true"];
const TOPS = [0.25, 0.4, 0.6, 0.8, 1, 1.25]; // of the axis of risks
const BINS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]; // widths, in percent
const FEW = 14; // bins

/** The line of each curve over C; what the machine does is in its own colour. */
function curveLine(look, name) {
  const width = look.line("curve").width;
  if (name === "value") return { color: look.theme.ink, dash: [], width };
  if (name === "true") return { color: look.theme.ink, dash: [1.2 * width, 1.6 * width], width };
  if (name === "interval") return { ...look.series[4], width };
  return { color: look.series[3].color, dash: look.series[2].dash, width };
}

export class GaussianView {
  constructor(session, host) {
    this.session = session;
    this.id = "svm" + Math.random().toString(36).slice(2, 9);
    this.frames = 0;
    this.build(host);
    this.redraw = oncePerFrame(() => drawOrTell(this));
    this.plane = new GaussianPlane(this.planeHost, ASPECT, this.redraw);
    this.curves = new RiskPanel(this.curveHost, (width) => this.curveHeight(width), this.redraw, (C) => session.moveTo(this.indexOf(C)));
    this.drawsPanel = new DrawsPanel(this.drawsPlot, this.redraw);
    this.buildHandles();
    this.stops = [session.subscribe(this.redraw), watchTheme(this.redraw)];
    this.redraw();
  }

  build(host) {
    const { session, id } = this;
    const bar = element("div", { class: "svm-bar" });
    this.slider = new CSlider(bar, `${id}-c`, (C) => session.moveTo(this.indexOf(C)), () => session.tell());
    this.title = element("div", { class: "svm-title" });
    this.planeHost = element("div", { class: "svm-plane svm-problem", role: "group", "aria-label": "The plane: means and spreads" });
    const side = element("div", { class: "svm-side" });
    this.buildRisks(side);
    this.curveHost = element("div", { class: "svm-curves" });
    this.terms = element("table", { class: "svm-terms", "aria-label": "Guaranteed risk and its terms at C" });
    this.termsNote = element("p", { class: "svm-hint" });
    side.append(this.curveHost, this.terms, this.termsNote);
    this.notice = element("div", { class: "svm-notice", role: "alert", hidden: true });
    this.status = element("div", { class: "svm-status" });
    const controls = element("div", { class: "svm-controls" });
    this.sampleControls = new SampleControls(controls, session, id);
    this.classControls = new ClassControls(controls, session);
    this.drawsPlot = element("div", { class: "svm-draws-plot" });
    this.progress = element("progress", { class: "svm-progress", max: 50, "aria-label": "Samples done" });
    this.drawsText = element("span");
    this.drawsHost = element("div", { class: "svm-draws", hidden: true },
      element("div", { class: "svm-bar" }, this.progress, this.drawsText), this.drawsPlot);
    this.summary = element("p", { class: "svm-spoken", role: "status" });
    this.root = element("div", { class: "svm-scene svm-lagrange svm-gaussians" }, bar, this.title,
      element("div", { class: "svm-body" }, this.planeHost, side), this.status, this.notice, controls, this.drawsHost, this.summary);
    this.dress = new Dress(this.root);
    this.root.svmView = this; // for tests, and for whoever looks in the console
    host.append(this.root);
  }

  buildRisks(side) {
    const { session } = this;
    const row = (name) => {
      const box = element("input", { type: "checkbox", id: `${this.id}-${name}`, "data-lm-suppress-shortcuts": "true" });
      box.addEventListener("change", () => {
        session.shown[name] = box.checked;
        session.announce();
      });
      const swatch = element("span", { class: "svm-swatch" });
      const label = element("label", { for: box.id });
      const risk = element("td", { class: "svm-risk" });
      const node = element("tr", {}, element("td", {}, box), element("td", {}, swatch), element("th", { scope: "row" }, label), risk);
      return { name, box, swatch, label, risk, node };
    };
    this.risks = [...NAMES, "points"].map(row);
    side.append(element("table", { class: "svm-risks" },
      element("thead", {}, element("tr", {}, element("th", { colspan: 3 }, "show"), element("th", { scope: "col" }, "expected risk"))),
      element("tbody", {}, ...this.risks.map(({ node }) => node))));
  }

  // Handles.

  buildHandles() {
    const { session } = this;
    const now = () => session.drawn;
    const ended = () => session.commit();
    const move = (k, place) => {
      const means = now().means.map((mean, l) => (l === k ? place.map((v) => Number(v.toFixed(2))) : mean));
      session.change({ means }, true);
    };
    const spread = (k, deviation) => {
      const [[x0, x1]] = now().limits;
      const bounded = Math.min(0.5 * (x1 - x0), Math.max(LEAST, deviation));
      session.change({ variances: now().variances.map((s, l) => (l === k ? Number((bounded ** 2).toPrecision(3)) : s)) }, true);
    };
    this.means = now().means.map((_, k) => new Handle(this.planeHost, "mean", {
      moved: (place) => move(k, this.plane.toPlane(this.inside(place))),
      stepped: ([dx, dy], size) => {
        const [[x0, x1]] = now().limits;
        const by = size * KEY_STEP * (x1 - x0);
        const [x, y] = now().means[k];
        move(k, this.plane.toPlane(this.inside(this.plane.toPixels([x + dx * by, y + dy * by]))));
      },
      ended,
    }));
    this.spreads = now().means.map((_, k) => new Handle(this.planeHost, "spread", {
      moved: (place) => {
        const [x, y] = this.plane.toPlane(place);
        spread(k, Math.hypot(x - now().means[k][0], y - now().means[k][1]));
      },
      stepped: ([dx, dy], size) => {
        const before = Math.sqrt(now().variances[k]);
        const after = before * KEY_SPREAD ** ((dx + dy) * size);
        spread(k, after);
      },
      ended,
    }));
  }

  inside([px, py]) {
    const { x, y, width, height } = this.plane.box;
    return [Math.min(x + width, Math.max(x, px)), Math.min(y + height, Math.max(y, py))];
  }

  placeHandles(look, { means, variances, limits }) {
    means.forEach((mean, k) => {
      const color = look.classLook(k).edge;
      const at = this.plane.toPixels(mean);
      this.means[k].show(at, {
        label: `Mean of class ${k + 1}`, text: `at (${significant(mean[0])}, ${significant(mean[1])})`, now: mean[0],
        range: limits[0], face: String(k + 1), color,
      });
      const deviation = Math.sqrt(variances[k]);
      const rim = this.plane.toPixels([mean[0] + deviation * Math.cos(TURN), mean[1] + deviation * Math.sin(TURN)]);
      const away = Math.hypot(rim[0] - at[0], rim[1] - at[1]);
      const clear = 2.4 * look.type.caption; // of the mean's own handle
      const place = away < clear ? [at[0] + clear * Math.cos(TURN), at[1] - clear * Math.sin(TURN)] : rim;
      this.spreads[k].show(this.inside(place), {
        label: `Spread of class ${k + 1}`, text: `standard deviation ${significant(deviation)}, variance ${significant(variances[k])}`,
        now: Number(deviation.toPrecision(3)), range: [0, limits[0][1] - limits[0][0]], color,
      });
    });
  }

  indexOf(C) {
    const { low, perDecade } = this.session.model.get("options");
    return Math.round(perDecade * Math.log10(C / low));
  }

  // Drawing.

  draw() {
    const { session } = this;
    if (session.C === undefined) return;
    const look = this.look();
    const setting = session.drawn;
    this.slider.show(session.values, session.valueAt(session.C), look);
    this.showNotice(session.notice);
    const known = { bayes: session.bayes, linear: session.linear, machine: session.machine };
    const classifiers = NAMES.filter((name) => known[name] && session.shown[name]).map((name) => ({
      name, classifier: known[name].classifier, opacity: known[name].current ? 1 : session.following ? FOLLOWING : STALE,
    }));
    if (!this.plane.draw({ look, setting, sample: session.sample, classifiers, points: session.shown.points })) return;
    this.title.textContent = `Three Gaussian classes, ${setting.m.toLocaleString("en")} points, C = ${significant(session.valueAt(session.C))}`;
    this.title.style.paddingLeft = `${this.plane.box.x}px`;
    this.placeHandles(look, setting);
    this.showRisks(look, known);
    this.drawCurves(look);
    this.showTerms(look);
    this.sampleControls.show(look);
    this.classControls.show(session.wanted ?? session.setting, look, (k) => this.swatch(look, (ctx, x, y) => new Marker(look, look.radius, 3).plain(ctx, k, x, y)));
    this.showDraws(look, known);
    this.showStatus(known);
    this.root.dataset.frames = ++this.frames;
  }

  look() {
    const { model } = this.session;
    return this.dress.look(model.get("look"), model.get("options"));
  }

  swatch(look, draw) {
    return swatch(draw, look.radius, 8, 5);
  }

  lineSwatch(look, { color, dash = [], width }) {
    return this.swatch(look, (ctx, x, y) => {
      Object.assign(ctx, { strokeStyle: color, lineWidth: width });
      ctx.setLineDash(dash);
      ctx.beginPath();
      ctx.moveTo(0, y);
      ctx.lineTo(2 * x, y);
      ctx.stroke();
    });
  }

  /** Put a swatch where it is not yet, or the look has changed. */
  keepSwatch(host, look, make) {
    const key = `${look.themeName} ${look.radius} ${devicePixelRatio}`;
    if (host.dataset.key === key) return;
    host.dataset.key = key;
    host.replaceChildren(make());
  }

  showRisks(look, known) {
    const { session } = this;
    const degree = session.drawn.degree;
    const labels = {
      bayes: "Bayes", linear: "best linear", points: "the sample",
      machine: `${degree === 2 ? "M-SVM, degree 2" : "M-SVM"} at C`,
    };
    for (const { name, box, swatch, label, risk } of this.risks) {
      box.checked = session.shown[name];
      if (label.textContent !== labels[name]) label.textContent = labels[name];
      if (name === "points") {
        this.keepSwatch(swatch, look, () => this.swatch(look, (ctx, x, y) => {
          const marker = new Marker(look, 0.85 * look.radius, 3);
          for (const k of [0, 1, 2]) marker.plain(ctx, k, x + (k - 1) * 2.6 * look.radius, y);
        }));
        continue;
      }
      this.keepSwatch(swatch, look, () => this.lineSwatch(look, classifierLine(look, name)));
      const one = known[name];
      const text = one ? percent(one.risk) : "…";
      if (risk.textContent !== text) risk.textContent = text;
      risk.classList.toggle("svm-stale", !one?.current);
      risk.title = one?.current ? "" : "of the last setting";
    }
  }

  drawCurves(look) {
    const { session } = this;
    const { along, before } = session;
    const C = Array.from({ length: along.n }, (_, i) => session.valueAt(i));
    const { low, high } = session.values;
    const all = [...along.curves.value, ...(before?.curves.value ?? [])];
    const largest = all.reduce((most, value) => (value > most ? value : most), 0);
    const top = TOPS.find((one) => one >= 1.03 * largest) ?? TOPS.at(-1);
    const curvesOf = ({ curves }, opacity) => DRAWN_CURVES.map((name) => ({
      C, y: curves[name], line: curveLine(look, name), opacity,
      vacuous: name === "value" ? (k) => curves.value[k] >= 1 : undefined,
    }));
    const curves = [...(before ? curvesOf(before, 0.3) : []), ...curvesOf(along, session.current ? 1 : 0.5)];
    const best = session.best < 0 ? null : [session.valueAt(session.best), along.curves.value[session.best]];
    this.curves.draw({ look, curves, best, range: { low, high }, limits: [0, top], yTitle: "risk", C: session.valueAt(session.C) });
  }

  curveHeight(width) {
    return Math.max(200, Math.min(0.56 * this.plane.stage.height, 0.75 * width));
  }

  showTerms(look) {
    const { session } = this;
    const { terms, along, best } = session;
    const m = session.setting.m;
    const rows = [
      ["value", "guaranteed risk", terms && significant(terms.value)],
      ["margin", terms ? `margin risk at γ = ${significant(terms.gamma, 2)}` : "margin risk", terms && significant(terms.margin)],
      ["interval", "interval (capacity, confidence)", terms && significant(terms.interval)],
      [null, "1/m", terms && significant(1 / m, 1)],
      ["true", "true risk of the M-SVM", terms && significant(terms.true)],
    ];
    const key = JSON.stringify([rows, look.themeName, look.radius, devicePixelRatio]);
    if (this.termsKey !== key) {
      this.termsKey = key;
      this.terms.replaceChildren(...rows.map(([name, text, value]) => element("tr", {},
        element("td", {}, name ? this.lineSwatch(look, curveLine(look, name)) : ""),
        element("th", { scope: "row" }, text), element("td", { class: "svm-risk" }, value ?? "…"))));
    }
    this.terms.classList.toggle("svm-stale", !session.current || along.epoch !== session.epoch);
    const parts = [];
    if (terms) parts.push(`Under the root of the interval: ln N = ${significant(terms.covering)}, ln(2/γδ) = ${significant(terms.confidence)}.`);
    if (best >= 0) parts.push(`Least guaranteed risk ${significant(along.curves.value[best])} at C = ${significant(session.valueAt(best), 2)} (ring).`);
    const text = parts.join(" ") || "\u00a0";
    if (this.termsNote.textContent !== text) this.termsNote.textContent = text;
  }

  showDraws(look, known) {
    const { session } = this;
    const draws = session.otherRisks;
    this.drawsHost.hidden = !draws;
    if (!draws) return;
    const values = Array.from(draws.risks, (risk) => 100 * risk);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
    this.progress.hidden = values.length === draws.total;
    this.progress.max = draws.total;
    this.progress.value = values.length;
    const C = `C = ${significant(session.valueAt(draws.running ? session.C : draws.C), 2)}`;
    const of = `${values.length} of ${draws.total} other samples at ${C}`;
    const told = values.length ? `: true risk ${mean.toFixed(2)} ± ${deviation.toFixed(2)} %, from ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} %` : "";
    const stale = draws.current || draws.running ? "" : " (of the last setting)";
    this.drawsText.textContent = of + told + stale;
    this.drawsText.classList.toggle("svm-stale", Boolean(stale));
    const width = look.line("curve").width;
    const lines = { bayes: "Bayes", linear: "best linear", machine: "this sample" };
    const marks = NAMES.filter((name) => known[name]?.current).map((name) => ({
      text: lines[name], value: 100 * known[name].risk, ...classifierLine(look, name),
    }));
    if (values.length) marks.push({ text: "mean", value: mean, color: look.series[4].color, dash: [], width: 1.4 * width });
    const all = [...values, ...marks.map(({ value }) => value)];
    const [low, high] = [Math.min(...all, 100), Math.max(...all, 0)];
    const span = Math.max(0.5, high - low);
    const wide = (Math.max(...values) - Math.min(...values)) / FEW;
    const histogram = histogramOf(values, BINS.find((bin) => bin >= wide) ?? BINS.at(-1));
    const most = Math.max(4, ...histogram.counts);
    this.drawsPanel.draw({
      look, histogram, marks, range: [low - 0.06 * span, high + 0.12 * span], top: 1.75 * most, faded: Boolean(stale),
    });
  }

  showStatus(known) {
    const { session } = this;
    const { along, pending } = session;
    const parts = [];
    if (session.wantsSlice) parts.push(`training along C: ${along.done} of ${along.total}`);
    else if (session.running) parts.push("training on other samples");
    else if (pending) parts.push("computing");
    const text = parts.length ? `${parts.join(", ")} …` : this.certificateText();
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("svm-busy", parts.length > 0);
    this.root.dataset.pending = String(pending);
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.speak(this.sceneText(known)), SPEAK_AFTER);
  }

  certificateText() {
    const { along, live, epoch } = this.session;
    if (along.error) return "no machine";
    if (along.done < along.total || along.epoch !== epoch) return "\u00a0";
    return `✓ ${along.total} machines along C, certified: relative duality gap at most ${magnitude(along.gap)}${live ? "" : "; a page without Python"}`;
  }

  sceneText(known) {
    const { session } = this;
    const { means, variances, priors, m } = session.drawn;
    const classes = means.map(([x, y], k) =>
      `class ${k + 1} at (${significant(x)}, ${significant(y)}), variance ${significant(variances[k])}, prior ${percent(priors[k], 0)}`);
    const risks = [["Bayes", known.bayes], ["best linear", known.linear], [`M-SVM at C = ${significant(session.valueAt(session.C))}`, known.machine]]
      .filter(([, one]) => one?.current).map(([name, one]) => `${name} ${percent(one.risk)}`);
    const { best, along } = session;
    const least = best < 0 ? "" : ` Least guaranteed risk ${significant(along.curves.value[best])} at C = ${significant(session.valueAt(best), 2)}.`;
    return `Three Gaussian classes: ${classes.join("; ")}. ${m} points. Expected risks: ${risks.join(", ")}.${least}`;
  }

  speak(text) {
    this.plane.stage.canvas.setAttribute("role", "img");
    this.plane.stage.canvas.setAttribute("aria-label", text);
    if (this.summary.textContent !== text) this.summary.textContent = text;
  }

  showNotice(notice) {
    this.notice.hidden = !notice;
    if (!notice) return;
    if (this.notice.textContent !== notice.text) this.notice.textContent = notice.text;
    this.notice.dataset.kind = notice.kind;
  }

  dispose() {
    this.stops.forEach((stop) => stop());
    this.redraw.cancel();
    clearTimeout(this.clock);
    [...this.means, ...this.spreads].forEach((handle) => handle.remove());
    this.plane.dispose();
    this.curves.dispose();
    this.drawsPanel.dispose();
    this.root.remove();
  }
}
