// The dual function of a problem over one of its multipliers, chosen from a menu; a handle tries another value.

import { clamp } from "../math/halfplanes.js";
import { dualOf, norm, rowsOf } from "../math/quadratic.js";
import { significant } from "../words/format.js";
import { constraintTexts, pointText, symbolsOf } from "../words/problem.js";
import { DualPanel, dualCurve, reachOf } from "../draw/dual_panel.js";
import { element, tell } from "../draw/elements.js";
import { Handle } from "./handles.js";
import { Menu } from "./menu.js";

export class DualControl {
  constructor(session, id, changed) {
    Object.assign(this, { session, changed });
    this.menu = new Menu("Multiplier of", `${id}-r`, (k) => this.choose(Number(k)));
    this.host = element("div", { class: "svm-dual", hidden: true });
    this.told = element("div", { class: "svm-tried" });
    this.node = element(
      "div",
      { class: "svm-curves" },
      element("div", { class: "svm-bar" }, this.menu.label),
      this.host,
      this.told,
    );
    this.panel = new DualPanel(this.host, changed);
    this.handle = new Handle(this.host, "try", {
      moved: ([x]) => this.try(this.panel.scales.x.from(x)),
      stepped: ([dx, dy], size) => this.try(this.now + (dx + dy) * size * 0.02 * (this.range[1] - this.range[0])),
      ended: () => {},
    });
    this.begin(null);
  }

  /** Another problem: the first row that has a multiplier. */
  begin(solution) {
    const k = solution ? solution.multipliers.findIndex((v) => v !== 0) : 0;
    this.chosen = Math.max(0, k);
    this.reach = this.trying = null;
  }

  choose(k) {
    this.chosen = k;
    this.reach = this.trying = null;
    this.changed();
  }

  try(alpha) {
    this.trying = clamp(alpha, this.range);
    this.changed();
  }

  /** The multiplier at which the handle stands. */
  get now() {
    return this.trying ?? this.session.last.solution.multipliers[this.chosen];
  }

  /** Compute what there is to show of the last solution there was; of none, nothing. */
  prepare(last) {
    if (!last || !rowsOf(last.problem).length) {
      this.tried = this.curve = null;
      return;
    }
    const { problem, solution } = last;
    const k = this.rowOf(problem);
    const [span] = problem.limits;
    const { a, equality } = rowsOf(problem)[k];
    const usual = (Math.max(...problem.P.map((row, i) => row[i])) * (span[1] - span[0])) / (4 * norm(a));
    this.reach = reachOf(solution.multipliers[k], this.reach, usual);
    this.range = equality ? [-this.reach, this.reach] : [0, this.reach];
    if (this.trying !== null) this.trying = clamp(this.trying, this.range);
    this.curve = dualCurve(problem, k, this.range);
    this.tried = this.trying === null ? null : { alpha: this.trying, ...dualOf(problem, k, this.trying) };
  }

  rowOf(problem) {
    return Math.min(this.chosen, rowsOf(problem).length - 1);
  }

  showMenu(problem) {
    const texts = constraintTexts(problem);
    this.menu.show(
      texts.map((text, k) => [String(k), text]),
      String(this.chosen),
    );
    this.menu.label.hidden = texts.length < 2;
    this.node.hidden = !texts.length;
  }

  show(look) {
    this.host.hidden = !this.curve;
    if (!this.curve) return;
    const { problem, solution } = this.session.last;
    const k = this.rowOf(problem);
    const symbol = symbolsOf(problem, k).multiplier;
    const { panel, range, curve, tried, now } = this;
    if (!panel.draw({ solution, k, range, curve, tried, look, symbol })) return;
    const place = [panel.scales.x.to(now), panel.box.y + panel.box.height - 9];
    const vector = problem.names.length === 1 ? problem.names[0] : `(${problem.names.join(", ")})`;
    const text = tried
      ? `${symbol} = ${significant(now)}: L is lowest at ${vector} = ${pointText(tried.x)}, so W = ${significant(tried.value)}, which f(x*) = ${significant(solution.f)} cannot be below.`
      : `${symbol} = ${significant(now)}: the lowest L is highest here, W = f(x*) = ${significant(solution.f)}: a saddle. Drag the handle to try another multiplier.`;
    tell(this.told, text);
    this.handle.show(place, { label: `Try a multiplier ${symbol}`, text, now, range, color: look.theme.ink });
  }

  dispose() {
    this.handle.remove();
    this.panel.dispose();
  }
}
