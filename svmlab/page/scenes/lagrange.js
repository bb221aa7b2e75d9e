// The scene of one constrained problem: menu, picture with its handles, legend, the cases in words, the dual function.

import { rowsOf } from "../math/quadratic.js";
import {
  INFEASIBLE,
  SLACKNESS,
  balanceTexts,
  caseOf,
  caseText,
  constraintTexts,
  minimumTexts,
  objectiveText,
  problemText,
} from "../words/problem.js";
import { ProblemSession } from "../talk/problem_session.js";
import { element } from "../draw/elements.js";
import { wordsAndMath } from "../draw/mathml.js";
import { ProblemPlane } from "../draw/problem_plane.js";
import { SaddlePlane } from "../draw/saddle_plane.js";
import { DualControl } from "../parts/dual_control.js";
import { Menu } from "../parts/menu.js";
import { ProblemHandles } from "../parts/problem_handles.js";
import { ProblemLegend, problemEntries } from "../parts/problem_legend.js";
import { ReadingButton } from "../parts/reading_button.js";
import { View, sceneOf } from "./view.js";

const OWN = "A constrained problem";
const HINTS = {
  plane:
    "Drag a border, the square near its end to turn it, or the free minimum; or Tab to a handle and use the arrow keys.",
  line: "Drag the border or the free minimum sideways; or Tab to a handle and use the arrow keys.",
  free: "Drag the minimum, or Tab to it and use the arrow keys.",
};

export class LagrangeView extends View {
  build() {
    const { session, id } = this;
    this.presets = new Menu("Problem", `${id}-p`, (name) => session.choose(name));
    const back = element(
      "button",
      { type: "button", class: "svm-button", title: "Back to the problem as it was" },
      "reset",
    );
    back.addEventListener("click", () => session.restart());
    this.title = element("div", { class: "svm-title" });
    this.planeHost = element("div", { class: "svm-plane svm-problem" });
    this.planeHost.addEventListener("pointerdown", (event) => this.handles.grabBorder(event));
    const about = element("div", { class: "svm-about" });
    this.legend = new ProblemLegend(about);
    this.hint = element("p", { class: "svm-hint" });
    this.status = element("div", { class: "svm-status" });
    this.cases = element("div", { class: "svm-cases" });
    about.append(this.status, this.cases, this.hint);
    this.dual = new DualControl(session, id, this.redraw);
    const reading = new ReadingButton(id, "legend", about);
    const head = element("div", { class: "svm-tools-head" }, this.fullScreen.button, reading.node, this.title);
    const setup = element("div", { class: "svm-bar svm-setup" }, this.presets.label, back);
    this.stage = element(
      "div",
      { class: "svm-stage svm-two" },
      setup,
      element("div", { class: "svm-field" }, this.planeHost, this.notice),
      this.dual.node,
      element("div", { class: "svm-side" }, head, about),
    );
    this.root = element("div", { class: "svm-scene svm-with-menus svm-lagrange" }, this.stage, this.summary);
  }

  /** Another problem, or the same one moved. */
  changed() {
    const { session } = this;
    if (this.began !== session.began) {
      this.began = session.began;
      this.dual.begin(session.solution);
      this.buildPlane();
    }
    super.changed();
  }

  buildPlane() {
    this.disposePlane();
    this.line = this.session.problem.names.length === 1;
    this.plane = new (this.line ? SaddlePlane : ProblemPlane)(this.planeHost, this.redraw);
    this.planeHost.prepend(this.plane.stage.canvas);
    this.handles = new ProblemHandles(this.planeHost, this.plane, this.session, this.line);
  }

  disposePlane() {
    this.plane?.stage.canvas.remove();
    this.plane?.dispose();
    this.handles?.dispose();
  }

  draw() {
    const { problem, solution, last } = this.session;
    if (!problem) return;
    const { dual, line } = this;
    const look = this.look();
    this.showMenus();
    this.root.classList.toggle("svm-single", dual.node.hidden);
    this.showTitle(`Minimise ${objectiveText(problem)}`);
    const kept = last ? " The faded minimum is the last one there was." : "";
    this.showNotice(solution ? null : { kind: "error", text: INFEASIBLE + kept });
    dual.prepare(last);
    const trying = dual.trying !== null;
    const limits = line ? [problem.limits[0], [0, dual.reach]] : problem.limits;
    const trail = trying && solution ? dual.curve.places : null;
    if (!this.plane.draw({ problem, solution, look, shown: last, limits, tried: dual.tried, trail })) return;
    this.handles.show(problem, solution, look);
    this.legend.show(problemEntries({ problem, solution, look, line, trying }), look);
    this.showWords(problem, solution);
    dual.show(look);
    this.drawn();
  }

  showTitle(text) {
    if (this.titled === text) return;
    this.titled = text;
    this.title.replaceChildren(...wordsAndMath(text));
  }

  showMenus() {
    const { preset, presets, problem } = this.session;
    const own = preset ? [] : [["", "a problem of one's own"]];
    this.presets.show([...own, ...presets.map(({ name, label }) => [name, label])], preset);
    this.dual.showMenu(problem);
    this.hint.textContent = HINTS[this.line ? "line" : rowsOf(problem).length ? "plane" : "free"];
  }

  get shownName() {
    const { preset, presets } = this.session;
    return presets.find(({ name }) => name === preset)?.label ?? OWN;
  }

  showWords(problem, solution) {
    const texts = constraintTexts(problem);
    if (solution) {
      const phrases = [...minimumTexts(problem, solution), ...balanceTexts(problem, solution)];
      this.status.replaceChildren(
        element("div", {}, ...phrases.map((text) => element("span", {}, ...wordsAndMath(text)))),
      );
      const sentences = texts.map((_, k) =>
        element("li", { "data-case": caseOf(problem, solution, k) }, caseText(problem, solution, k)),
      );
      const lead = texts.length ? SLACKNESS : "No constraint: x* is where the gradient vanishes.";
      this.cases.replaceChildren(element("p", {}, lead), element("ul", {}, ...sentences));
    }
    for (const node of [this.status, this.cases, this.dual.node]) node.classList.toggle("svm-stale", !solution);
    this.speakLater(() => problemText(problem, solution));
  }

  dispose() {
    super.dispose();
    this.disposePlane();
    this.dual.dispose();
  }
}

export default sceneOf(ProblemSession, LagrangeView, { heard: "problem" });
