// The scene of procedures: menus, the plane at the present state, its curves beside another's, the square, the player.

import { stateAt } from "../math/procedure.js";
import { MEASURES, awaitedText, costText, costTexts, moveText, procedureText, tableText } from "../words/procedure.js";
import { LearningSession } from "../talk/learning_session.js";
import { element, tell } from "../draw/elements.js";
import { lineSwatch } from "../draw/legend.js";
import { PlanePanel } from "../draw/plane.js";
import { ProcedurePanel, runLine } from "../draw/procedure_panel.js";
import { SquarePanel } from "../draw/square_panel.js";
import { download } from "../parts/download.js";
import { GapCounts } from "../parts/gap_counts.js";
import { Menu } from "../parts/menu.js";
import { Player } from "../parts/player.js";
import { Setup } from "../parts/setup.js";
import { View, sceneOf } from "./view.js";

const STRENGTHS = "strong: Q and the gap; thin: P and the violation";
const SHARE = 2.6; // radius of the disc of α = C behind a point, in radii of its mark

const textOf = ([value, text]) => [String(value), text];

function pressed(text, act) {
  const button = element("button", { type: "button", class: "svm-button" }, text);
  button.addEventListener("click", act);
  return button;
}

export class LearningView extends View {
  build() {
    const { session, id } = this;
    const menu = (text, name, chosen) => new Menu(text, `${id}-${name}`, chosen);
    this.procedure = menu("Procedure", "p", (name) => session.choose("procedure", name));
    this.beside = menu("beside", "o", (name) => session.choose("beside", name));
    this.data = menu("Points", "d", (data) => session.learn({ data }));
    this.kernel = menu("Kernel", "k", (kernel) => session.learn({ kernel }));
    this.cost = menu("C", "c", (C) => session.learn({ C: Number(C) }));
    this.rate = menu("η", "r", (rate) => session.learn({ rate: rate === "" ? null : Number(rate) }));
    this.measure = menu("against", "a", (name) => this.setMeasure(name));
    this.seed = pressed("another sample", () => session.learn({ seed: session.setting.seed + 1 }));
    const table = pressed("save table", () => this.saveTable());
    const planeHost = element("div", { class: "svm-plane" });
    this.plane = new PlanePanel(planeHost, this.redraw);
    this.plane.layers.push((ctx, panel, picture) => this.drawLooked(ctx, panel, picture));
    const hosts = ["objective", "gap", "square"].map((name) =>
      element("div", { class: "svm-panel", "data-panel": name }),
    );
    this.objective = new ProcedurePanel(hosts[0], this.redraw);
    this.gap = new ProcedurePanel(hosts[1], this.redraw);
    this.square = new SquarePanel(hosts[2], this.redraw);
    this.squareHost = hosts[2];
    this.what = element("div", { class: "svm-title" });
    this.legend = element("ul", { class: "svm-legend", "aria-label": "Legend" });
    this.moveText = element("p", { class: "svm-hint" });
    this.status = element("div", { class: "svm-status" });
    this.player = new Player(session, id);
    this.gaps = new GapCounts();
    const about = element("div", { class: "svm-about" }, this.legend, this.moveText);
    const head = element("div", { class: "svm-tools-head" }, this.fullScreen.button);
    const learnt = [this.data, this.kernel, this.cost, this.rate].map(({ label }) => label);
    const procedures = element(
      "div",
      { class: "svm-less svm-bar" },
      ...[this.procedure, this.beside, this.measure].map(({ label }) => label),
      table,
    );
    const more = element("div", { class: "svm-bars svm-bar" }, ...learnt, this.seed);
    this.stage = element(
      "div",
      { class: "svm-stage svm-two" },
      new Setup(id, procedures, more, "", "procedure and points").node,
      element("div", { class: "svm-field" }, planeHost, this.notice),
      element("div", { class: "svm-curves" }, ...hosts),
      this.player.node,
      element("div", { class: "svm-side" }, head, this.what, about, this.gaps.node, this.status),
    );
    this.root = element("div", { class: "svm-scene svm-with-menus svm-learning" }, this.stage, this.summary);
  }

  saveTable() {
    const { run, procedure } = this.session;
    if (!run) return;
    const name = `${procedure}.csv`;
    download(name, tableText(run), "text/csv");
    this.showNotice({ kind: "note", text: `saved as ${name}: a row for each state` });
  }

  setMeasure(name) {
    this.session.against = name;
    this.redraw();
  }

  draw() {
    const { session } = this;
    const look = this.look();
    this.showMenus();
    this.player.show();
    const { run, other, at, machine } = session;
    this.showNotice(run ? null : { kind: "note", text: awaitedText(session.procedure, session.live) });
    this.root.dataset.state = run ? String(at) : "";
    this.root.classList.toggle("svm-awaiting", !run);
    if (!run) return;
    const solution = session.solution();
    const placeOf = (i) => [machine.X[2 * i], machine.X[2 * i + 1]];
    if (!this.plane.draw({ machine, solution, look, placeOf, hovered: -1, selected: -1 })) return;
    tell(this.what, run.what[at]);
    this.showCurves(look, run, other, at);
    this.showSquare(look, run.moves, at);
    this.status.replaceChildren(element("div", {}, ...costTexts(run, at).map((text) => element("span", {}, text))));
    if (!session.playing) this.speakLater(() => procedureText(session.procedure, run, at));
    this.drawn();
  }

  get shownName() {
    return this.session.procedure;
  }

  showMenus() {
    const { session } = this;
    const menus = session.model.get("menus");
    const { setting } = session;
    const named = (names) => names.map((name) => [name, name]);
    this.procedure.show(named(menus.procedures), session.procedure);
    this.beside.show([["", "none"], ...named(menus.procedures)], session.beside);
    this.rate.label.hidden = !session.usualRate;
    this.rate.show(
      [["", session.usualRate], ...menus.rate.map(textOf)],
      setting.rate === null ? "" : String(setting.rate),
    );
    this.measure.show(Object.entries(MEASURES), session.against);
    for (const [menu, name] of [
      [this.data, "data"],
      [this.kernel, "kernel"],
      [this.cost, "C"],
    ])
      menu.show(menus[name].map(textOf), String(setting[name]));
    this.seed.hidden = setting.data === "own";
  }

  /** Behind the points, discs as large as their α; around those just looked at, rings. */
  drawLooked(ctx, panel, { machine, solution, look }) {
    const { run, at } = this.session;
    const C = Number.isFinite(run.C) ? run.C : Math.max(...solution.alpha, 1);
    const radius = look.crowded(machine.m);
    const place = (i) => panel.toPixels([machine.X[2 * i], machine.X[2 * i + 1]]);
    ctx.globalAlpha = 0.45;
    Object.assign(ctx, { strokeStyle: look.theme.ink, lineWidth: 0.5 * radius });
    solution.alpha.forEach((a, i) => {
      if (!(a > 0)) return;
      ctx.beginPath();
      ctx.arc(...place(i), radius * (1.3 + SHARE * Math.sqrt(Math.min(1.5, a / C))), 0, 2 * Math.PI);
      ctx.stroke();
    });
    ctx.globalAlpha = 1;
    const marker = panel.markerFor(look, machine.m, machine.Q);
    for (const i of run.looked[at]) marker.selected(ctx, ...place(i));
  }

  showCurves(look, run, other, at) {
    const { session } = this;
    const measure = session.against;
    const runs = [{ run, at }];
    if (other) runs.push({ run: other, at: stateAt(other, measure, run[measure][at]) });
    const shared = { look, runs, measure, title: MEASURES[measure] };
    const objectives = { strong: "dual", thin: "primal" };
    this.objective.draw({ ...shared, yTitle: "Q and P", curves: objectives, optimum: run.optimum });
    const errors = { strong: "gap", thin: "violation" };
    this.gap.draw({ ...shared, yTitle: "gap, violation", curves: errors, log: true });
    const names = [session.procedure, ...(other ? [session.beside] : [])];
    this.gaps.show(
      costText(run, at, measure),
      runs.map((one, k) => ({ ...one, name: names[k] })),
    );
    const key = `${names} ${look.themeName} ${look.radius}`;
    if (this.legendKey === key) return;
    this.legendKey = key;
    this.legend.replaceChildren(
      ...names.map((name, k) => element("li", {}, lineSwatch(look, runLine(look, k)), name)),
      element("li", { class: "svm-hint" }, STRENGTHS),
    );
  }

  /** The square of this step, where it has one. */
  showSquare(look, moves, at) {
    const move = moves[at];
    this.squareHost.hidden = !move;
    this.moveText.style.visibility = move ? "" : "hidden";
    if (!move) return;
    this.square.draw({ look, move, C: this.session.run.C });
    tell(this.moveText, moveText(move));
  }

  dispose() {
    super.dispose();
    for (const panel of [this.plane, this.objective, this.gap, this.square]) panel.dispose();
  }
}

export default sceneOf(LearningSession, LearningView, {
  heard: "machine",
  watched: ["runs", "setting", "procedure", "beside", "step", "menus"],
});
