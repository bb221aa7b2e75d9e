// The scene of one constrained problem: menu, picture with its handles, legend, the cases in words, the dual function.

import { clamp, offsetRange, placeOnBorder } from "../math/halfplanes.js";
import { dot, dualOf, freeMinimum, norm, plus, rowsOf, snapped, stepFor, withBorder, withCentre, withTurn } from "../math/quadratic.js";
import { significant } from "../words/format.js";
import { INFEASIBLE, SLACKNESS, balanceTexts, caseOf, caseText, constraintTexts, minimumTexts, objectiveText, pointText, problemText, symbolsOf } from "../words/problem.js";
import { drawArrow, drawDiamond, drawDisc, drawPlus } from "../draw/arrows.js";
import { DualPanel, dualCurve, reachOf } from "../draw/dual_panel.js";
import { drawOrTell, element, oncePerFrame } from "../draw/elements.js";
import { Legend } from "../draw/legend.js";
import { ProblemPlane, borderLine } from "../draw/problem_plane.js";
import { SaddlePlane } from "../draw/saddle_plane.js";
import { Dress, watchTheme } from "../draw/theme.js";
import { Handle } from "../parts/handles.js";

const ASPECT = 1.2; // width over height of the picture, as Python has it
const SPEAK_AFTER = 500; // ms of rest before a screen reader is told of a change
const KEY_STEPS = 3; // steps of a key
const TURN = Math.PI / 60; // of a key
const NEAR = 9; // pixels within which a pointer means a border
const PLACES = [[0.76, 0.92], [0.24, 0.08], [0.64, 0.9]]; // of the two handles, in parts of each border in the picture
const HINTS = {
  plane: "Drag a border, the square near its end to turn it, or the free minimum; or Tab to a handle and use the arrow keys.",
  line: "Drag the border or the free minimum sideways; or Tab to a handle and use the arrow keys.",
  free: "Drag the minimum, or Tab to it and use the arrow keys.",
};

/** The reading of a row: its constraint, multiplier and state. */
export function rowText(problem, solution, k) {
  const text = constraintTexts(problem)[k].replace(/ ([≤≥=]) 0$/, "\u00a0$1\u00a00");
  if (!solution) return text;
  const which = { equality: "equality", active: "active", border: "on the border", inactive: "inactive" };
  const { multiplier } = symbolsOf(problem, k);
  return `${text}: ${which[caseOf(problem, solution, k)]}, ${multiplier}\u00a0=\u00a0${significant(solution.multipliers[k])}`;
}

class ProblemLegend extends Legend {
  show(entries, look) {
    const key = JSON.stringify([entries.map(({ text, key }) => [text, key]), look.themeName, look.radius, devicePixelRatio]);
    if (key === this.key) return;
    this.key = key;
    this.node.replaceChildren(...entries.map(({ text, draw }) => element("li", {}, this.swatch(draw, look.radius), element("span", {}, text))));
  }
}

export class LagrangeView {
  constructor(session, host) {
    this.session = session;
    this.id = "svm" + Math.random().toString(36).slice(2, 9);
    this.frames = 0;
    this.chosen = 0; // the row whose dual function is shown
    this.handles = [];
    this.build(host);
    this.redraw = oncePerFrame(() => drawOrTell(this));
    this.dual = new DualPanel(this.dualHost, this.redraw);
    this.tryHandle = new Handle(this.dualHost, "try", {
      moved: ([x]) => this.tryAt(this.dual.scales.x.from(x)),
      stepped: ([dx, dy], size) => this.tryAt(this.triedNow() + (dx + dy) * size * 0.02 * (this.range[1] - this.range[0])),
      ended: () => {},
    });
    this.planeHost.addEventListener("pointerdown", (event) => this.grabBorder(event));
    this.stops = [session.subscribe(() => this.changed()), watchTheme(this.redraw)];
    this.changed();
  }

  build(host) {
    const { session, id } = this;
    const menu = (label, name, onchange) => {
      const select = element("select", { class: "svm-select", id: `${id}-${name}`, "data-lm-suppress-shortcuts": "true" });
      select.addEventListener("change", () => onchange(select.value));
      return [select, element("label", { for: select.id }, label, " ", select)];
    };
    const [presets, presetLabel] = menu("Problem", "p", (name) => session.choose(name));
    const [rows, rowLabel] = menu("Multiplier of", "r", (k) => this.choose(Number(k)));
    Object.assign(this, { presets, rows, rowLabel });
    const back = element("button", { type: "button", class: "svm-button", title: "Back to the problem as it was" }, "reset");
    back.addEventListener("click", () => session.restart());
    this.title = element("div", { class: "svm-title" });
    this.planeHost = element("div", { class: "svm-plane svm-problem" });
    const side = element("div", { class: "svm-side" });
    this.legend = new ProblemLegend(side);
    this.hint = element("p", { class: "svm-hint" });
    side.append(this.hint);
    this.cases = element("div", { class: "svm-cases" });
    this.status = element("div", { class: "svm-status" });
    this.notice = element("div", { class: "svm-notice", role: "alert", hidden: true });
    this.dualHost = element("div", { class: "svm-dual", hidden: true });
    this.tried = element("div", { class: "svm-tried" });
    this.dualBox = element("div", {}, element("div", { class: "svm-bar" }, rowLabel), this.dualHost, this.tried);
    this.summary = element("p", { class: "svm-spoken", role: "status" });
    this.root = element("div", { class: "svm-scene svm-lagrange" }, element("div", { class: "svm-bar" }, presetLabel, back), this.title,
      element("div", { class: "svm-body" }, this.planeHost, side), this.notice, this.status, this.cases, this.dualBox, this.summary);
    this.dress = new Dress(this.root);
    this.root.svmView = this; // for tests, and for whoever looks in the console
    host.append(this.root);
  }

  /** Another problem, or the same one moved. */
  changed() {
    const { session } = this;
    if (this.began !== session.began) {
      this.began = session.began;
      this.chosen = 0;
      this.reach = null;
      this.trying = null;
      const { solution } = session;
      if (solution) this.chosen = Math.max(0, solution.multipliers.findIndex((v) => v !== 0));
      this.buildPlane();
    }
    this.redraw();
  }

  buildPlane() {
    this.plane?.stage.canvas.remove();
    this.plane?.dispose();
    this.handles.forEach((handle) => handle.remove());
    const { problem } = this.session;
    this.line = problem.names.length === 1;
    this.plane = new (this.line ? SaddlePlane : ProblemPlane)(this.planeHost, ASPECT, this.redraw);
    this.planeHost.prepend(this.plane.stage.canvas);
    const ended = () => this.session.commit();
    const handle = (kind, moved, stepped) => new Handle(this.planeHost, kind, { moved, stepped, ended });
    const toPlane = (place) => this.plane.toPlane(place);
    this.centre = handle("centre", (place) => this.moveCentre(toPlane(place)), (step, size) => this.stepCentre(step, size));
    this.borders = rowsOf(problem).map((_, k) => ({
      move: handle("border", (place) => this.moveBorder(k, toPlane(place)), (step, size) => this.stepBorder(k, step, size)),
      turn: this.line ? null : handle("turn", (place) => this.turnTo(k, toPlane(place)), (step, size) => this.stepTurn(k, step, size)),
    }));
    this.handles = [this.centre, ...this.borders.flatMap(({ move, turn }) => (turn ? [move, turn] : [move]))];
  }

  // What a reader may move.

  get limits() {
    const { limits } = this.session.problem;
    return this.line ? [limits[0], [0, this.reach]] : limits;
  }

  get step() {
    return stepFor(this.session.problem.limits[0]);
  }

  /** The place of the plane that a place of the picture means: with one variable only x counts. */
  moveCentre(place) {
    const { limits } = this.session.problem;
    const inside = (i) => clamp(place[i], [0.02, 0.98].map((t) => limits[i][0] + t * (limits[i][1] - limits[i][0])));
    const centre = this.session.problem.names.map((_, i) => snapped(inside(i), this.step));
    this.session.show(withCentre(this.session.problem, centre));
  }

  stepCentre([dx, dy], size) {
    const centre = freeMinimum(this.session.problem);
    const by = Math.max(1, KEY_STEPS * size) * this.step;
    this.moveCentre(this.line ? [centre[0] + (dx + dy) * by] : plus(centre, [dx, dy], by));
  }

  moveBorder(k, place) {
    const { a } = rowsOf(this.session.problem)[k];
    this.offset(k, dot(a, this.line ? [place[0]] : place));
  }

  stepBorder(k, [dx, dy], size) {
    const { a, c } = rowsOf(this.session.problem)[k];
    const by = this.line ? Math.sign(a[0]) * (dx + dy) : Math.sign(dot(a, [dx, dy])) || dx + dy;
    this.offset(k, c + by * Math.max(1, KEY_STEPS * size) * this.step * norm(a));
  }

  offset(k, c) {
    const { problem } = this.session;
    const { a } = rowsOf(problem)[k];
    const [x0, x1] = problem.limits[0];
    const ends = [0.06, 0.94].map((t) => a[0] * (x0 + t * (x1 - x0))).sort((u, v) => u - v);
    const range = this.line ? ends : offsetRange(problem.limits, a);
    this.session.show(withBorder(problem, k, snapped(clamp(c, range), this.step)));
  }

  pivotOf(k) {
    const { a, c } = rowsOf(this.session.problem)[k];
    return placeOnBorder(this.limits, a, c, PLACES[k][0]);
  }

  turnTo(k, place) {
    this.pivot ??= this.pivotOf(k);
    const [x, y] = plus(place, this.pivot, -1);
    const sign = PLACES[k][1] > PLACES[k][0] ? 1 : -1; // the end handle lies this way along (-a₁, a₀)
    this.session.show(withTurn(this.session.problem, k, this.pivot, Math.atan2(-sign * x, sign * y)));
  }

  stepTurn(k, [dx, dy], size) {
    const { a } = rowsOf(this.session.problem)[k];
    this.session.show(withTurn(this.session.problem, k, this.pivotOf(k), Math.atan2(a[1], a[0]) + (dy - dx) * size * TURN));
  }

  /** A pointer on a border drags it, wherever it is. */
  grabBorder(event) {
    if (this.line || !this.plane.scales || event.pointerType === "touch") return;
    const place = this.plane.stage.place(event);
    const distances = rowsOf(this.session.problem).map(({ a, c }) => {
      const p = this.plane.toPlane(place);
      const foot = plus(p, a, (c - dot(a, p)) / dot(a, a));
      return norm(plus(this.plane.toPixels(foot), place, -1));
    });
    const k = distances.findIndex((d) => d === Math.min(...distances) && d < NEAR);
    if (k >= 0) this.borders[k].move.grab(event, place);
  }

  choose(k) {
    this.chosen = k;
    this.reach = this.trying = null;
    this.redraw();
  }

  tryAt(alpha) {
    this.trying = clamp(alpha, this.range);
    this.redraw();
  }

  triedNow() {
    return this.trying ?? this.session.last.solution.multipliers[this.chosen];
  }

  // Drawing.

  draw() {
    const { session } = this;
    const { problem, solution, last } = session;
    if (!problem) return;
    const look = this.look();
    this.showMenus();
    this.title.textContent = `Minimise ${objectiveText(problem)}`;
    const kept = last ? " The faded minimum is the last one there was." : "";
    this.showNotice({ text: solution ? "" : INFEASIBLE + kept });
    const rows = rowsOf(problem);
    if (rows.length && last) this.prepareDual(last);
    else this.tryResult = this.curve = null;
    const picture = {
      problem, solution, look, shown: last, limits: this.limits, tried: this.trying === null ? null : this.tryResult,
      trail: this.trying === null || !solution ? null : this.curve.places,
    };
    if (!this.plane.draw(picture)) return;
    this.title.style.paddingLeft = `${this.plane.box.x}px`;
    this.placeHandles(problem, solution, look);
    this.legend.show(this.legendEntries(problem, solution, look), look);
    this.showWords(problem, solution);
    this.drawDual(look);
    if (!this.handles.some((one) => one.pointer !== undefined)) this.pivot = null;
    this.root.dataset.frames = ++this.frames;
  }

  look() {
    const { model } = this.session;
    return this.dress.look(model.get("look"), model.get("options"));
  }

  showMenus() {
    const { session } = this;
    const own = session.preset ? [] : [["", "a problem of one's own"]];
    this.fillMenu(this.presets, [...own, ...session.presets.map(({ name, label }) => [name, label])], session.preset);
    const texts = constraintTexts(session.problem);
    this.fillMenu(this.rows, texts.map((text, k) => [String(k), text]), String(this.chosen));
    this.rowLabel.hidden = texts.length < 2;
    this.dualBox.hidden = !texts.length;
    this.hint.textContent = HINTS[this.line ? "line" : texts.length ? "plane" : "free"];
  }

  fillMenu(select, options, value) {
    const key = JSON.stringify(options);
    if (select.dataset.key !== key) {
      select.dataset.key = key;
      select.replaceChildren(...options.map(([name, text]) => element("option", { value: name }, text)));
    }
    select.value = value;
  }

  placeHandles(problem, solution, look) {
    const { plane, limits, step } = this;
    const texts = constraintTexts(problem);
    const free = freeMinimum(problem);
    const floor = limits[1][0];
    const [x, y] = plane.toPixels(this.line ? [free[0], floor] : free);
    this.centre.show([x, this.line ? y - 16 : y], {
      label: "Free minimum of the objective", text: `at ${pointText(free)}`, now: free[0], color: look.theme.ink,
    });
    this.borders.forEach(({ move, turn }, k) => {
      const { a, c } = rowsOf(problem)[k];
      const { color } = borderLine(look, problem, solution, k);
      const state = solution ? caseOf(problem, solution, k) : "";
      const face = this.borders.length > 1 ? String(k + 1) : "";
      const reading = solution ? `${texts[k]}. ${caseText(problem, solution, k)}` : `${texts[k]}. ${INFEASIBLE}`;
      const at = this.line ? [[c / a[0], 0.55 * limits[1][1]], [c / a[0], 0.4 * limits[1][1]]]
        : [PLACES[k][0], PLACES[k][0] < 0.5 ? 0.36 : 0.56].map((t) => placeOnBorder(limits, a, c, t));
      move.show(this.clearOf(solution, at, look), {
        label: `Border ${face}, moves parallel`.replace(" ,", ","), text: reading, now: snapped(c, 1e-3 * step),
        range: offsetRange(this.line ? [limits[0]] : limits, a).map((v) => snapped(v, step)), face, color, state,
      });
      const angle = Math.round((Math.atan2(a[1], a[0]) * 180) / Math.PI);
      turn?.show(plane.toPixels(placeOnBorder(limits, a, c, PLACES[k][1])), {
        label: `Border ${face}, turns`.replace(" ,", ","), text: `normal at ${angle} degrees. ${reading}`, now: angle, range: [-180, 180], color, state,
      });
    });
  }

  /** The first of these places that does not hide the minimum, in pixels. */
  clearOf(solution, places, look) {
    const pixels = places.map((place) => this.plane.toPixels(place));
    if (!solution) return pixels[0];
    const mark = this.plane.toPixels(this.line ? [solution.x[0], solution.multipliers[0]] : solution.x);
    return pixels.find((place) => norm(plus(place, mark, -1)) > 6 * look.radius) ?? pixels[0];
  }

  legendEntries(problem, solution, look) {
    const r = look.radius;
    const { ink, muted, vacuous } = look.theme;
    const width = look.line("curve").width;
    const stroke = ({ color, width, dash = [] }) => (ctx, x, y) => {
      Object.assign(ctx, { strokeStyle: color, lineWidth: width });
      ctx.setLineDash(dash);
      ctx.beginPath();
      ctx.moveTo(x - 4 * r, y);
      ctx.lineTo(x + 4 * r, y);
      ctx.stroke();
    };
    const thin = look.line("frame").width;
    const arrow = (ctx, x, y) => drawArrow(ctx, [x - 3.6 * r, y], [x + 3.6 * r, y], look.series[1].color, 1.3 * width);
    const tint = (ctx, x, y) => {
      ctx.globalAlpha = 0.3;
      ctx.fillStyle = muted;
      ctx.fillRect(x - 4 * r, y - 2 * r, 8 * r, 4 * r);
    };
    const rows = rowsOf(problem).map((_, k) => {
      const line = borderLine(look, problem, solution, k);
      return { text: rowText(problem, solution, k), key: [line.color, line.width], draw: stroke(line) };
    });
    const point = { text: this.line ? "saddle point (x*, multiplier)" : "x*, the minimum", draw: (ctx, x, y) => drawDisc(ctx, look, [x, y], 1.35 * r, ink) };
    const entries = [...rows, point];
    if (this.line) entries.push({ text: "level curves of L, dashed below the saddle", draw: stroke({ color: vacuous, width: thin }) });
    else {
      entries.push({ text: "free minimum of f", draw: (ctx, x, y) => drawPlus(ctx, look, [x, y], 1.6 * r, muted) });
      if (solution?.gradient.some((v) => v !== 0)) {
        entries.push({ text: "level curve through x*", draw: stroke({ color: ink, width: 1.8 * thin }) });
        entries.push({ text: "∇f(x*), balanced by the other arrows", draw: arrow });
      }
      if (!rows.length) entries.push({ text: "∇f, across the level curves", draw: arrow });
    }
    if (rowsOf(problem).some((row) => !row.equality)) entries.push({ text: "forbidden side", draw: tint });
    if (this.trying !== null) entries.push({ text: "lowest L for the multiplier tried", draw: (ctx, x, y) => drawDiamond(ctx, look, [x, y], 2 * r, ink) });
    return entries;
  }

  showWords(problem, solution) {
    const texts = constraintTexts(problem);
    if (solution) {
      const phrases = [...minimumTexts(problem, solution), ...balanceTexts(problem, solution)];
      this.status.replaceChildren(element("div", {}, ...phrases.map((text) => element("span", {}, text))));
      const sentences = texts.map((_, k) => element("li", { "data-case": caseOf(problem, solution, k) }, caseText(problem, solution, k)));
      const lead = texts.length ? SLACKNESS : "No constraint: x* is where the gradient vanishes.";
      this.cases.replaceChildren(element("p", {}, lead), element("ul", {}, ...sentences));
    }
    this.status.classList.toggle("svm-stale", !solution);
    this.cases.classList.toggle("svm-stale", !solution);
    this.dualBox.classList.toggle("svm-stale", !solution);
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.speak(problemText(problem, solution)), SPEAK_AFTER);
  }

  speak(text) {
    this.plane.stage.canvas.setAttribute("role", "img");
    this.plane.stage.canvas.setAttribute("aria-label", text);
    if (this.summary.textContent !== text) this.summary.textContent = text;
  }

  showNotice({ text }) {
    this.notice.hidden = !text;
    this.notice.dataset.kind = "error";
    if (this.notice.textContent !== text) this.notice.textContent = text;
  }

  prepareDual({ problem, solution }) {
    const k = Math.min(this.chosen, rowsOf(problem).length - 1);
    const [span] = problem.limits;
    const usual = (Math.max(...problem.P.map((row, i) => row[i])) * (span[1] - span[0])) / (4 * norm(rowsOf(problem)[k].a));
    this.reach = reachOf(solution.multipliers[k], this.reach, usual);
    this.range = rowsOf(problem)[k].equality ? [-this.reach, this.reach] : [0, this.reach];
    if (this.trying !== null) this.trying = clamp(this.trying, this.range);
    this.curve = dualCurve(problem, k, this.range);
    const alpha = this.trying;
    this.tryResult = alpha === null ? null : { alpha, ...dualOf(problem, k, alpha) };
  }

  drawDual(look) {
    const { last } = this.session;
    this.dualHost.hidden = !this.curve;
    if (!this.curve) return;
    const { problem, solution } = last;
    const k = Math.min(this.chosen, rowsOf(problem).length - 1);
    const symbol = symbolsOf(problem, k).multiplier;
    const { range, curve } = this;
    const tried = this.trying === null ? null : this.tryResult;
    if (!this.dual.draw({ solution, k, range, curve, tried, look, symbol })) return;
    const now = this.triedNow();
    const place = [this.dual.scales.x.to(now), this.dual.box.y + this.dual.box.height - 9];
    const vector = problem.names.length === 1 ? problem.names[0] : `(${problem.names.join(", ")})`;
    const text = tried
      ? `${symbol} = ${significant(now)}: L is lowest at ${vector} = ${pointText(tried.x)}, so W = ${significant(tried.value)}, which f(x*) = ${significant(solution.f)} cannot be below.`
      : `${symbol} = ${significant(now)}: the lowest L is highest here, W = f(x*) = ${significant(solution.f)}: a saddle. Drag the handle to try another multiplier.`;
    if (this.tried.textContent !== text) this.tried.textContent = text;
    this.tryHandle.show(place, { label: `Try a multiplier ${symbol}`, text, now, range, color: look.theme.ink });
  }

  dispose() {
    this.stops.forEach((stop) => stop());
    this.redraw.cancel();
    clearTimeout(this.clock);
    this.handles.forEach((handle) => handle.remove());
    this.tryHandle.remove();
    this.plane.dispose();
    this.dual.dispose();
    this.root.remove();
  }
}
