// The scene with the panel of bounds: the plane, and beside it the exact leave-one-out error and its bounds against C.

import { LogStops } from "../math/stops.js";
import { bestText, progressText, termText, termWorth } from "../words/bounds.js";
import { significant, softMarginText } from "../words/format.js";
import { BoundsSession } from "../talk/bounds_session.js";
import { BoundPanel } from "../draw/bound_panel.js";
import { element, tell } from "../draw/elements.js";
import { heightOfPlace } from "../draw/panel.js";
import { BoundKey } from "../parts/bound_key.js";
import { ReadingButton } from "../parts/reading_button.js";
import { SceneView, WATCHED } from "./scene.js";
import { sceneOf } from "./view.js";

const CURVES = 0.8; // height of the panel, in parts of its width, where it stands by itself
const CLICK =
  "Click a training point, or walk with the arrow keys: what leaving it out does, and its term in each bound.";
const DRAG_IT = " Drag it to another place.";

export class BoundsView extends SceneView {
  build() {
    super.build();
    this.circulation.node.open = false; // there is enough to see
    this.root.classList.add("svm-bounds");
    this.curveHost = element("div", { class: "svm-curves" });
    this.bar = element("progress", { "aria-label": "Bounds computed", max: 1, value: 0 });
    this.pendingText = element("span");
    this.pending = element("div", { class: "svm-pending" }, this.bar, this.pendingText);
    this.trouble = element("div", { class: "svm-notice", role: "alert", "data-kind": "error", hidden: true });
    this.best = element("p", { class: "svm-best" });
    const told = element("div", { class: "svm-told" }, this.best, this.pending);
    this.field.append(this.trouble);
    this.boundKey = new BoundKey(told, `${this.id}-b`, (name) => this.session.toggle(name));
    this.boundKey.changed = () => this.redraw();
    this.field.after(this.curveHost);
    this.about.before(told);
    this.title.before(new ReadingButton(this.id, "bounds", told).node);
  }

  get hint() {
    return CLICK + (this.session.mayMove ? DRAG_IT : "");
  }

  get showsMore() {
    return true;
  }

  get showsErrors() {
    return false;
  }

  drawMore(look) {
    const { session } = this;
    const { bounds, errors, ticked: shown, readings, report, limit, range, C, machine } = session;
    const heightOf = heightOfPlace((width) => CURVES * width);
    this.panel ??= new BoundPanel(this.curveHost, heightOf, this.redraw, (to) => session.moveTo(this.stop(to)));
    const current = bounds?.epoch === machine.epoch;
    const verdicts = session.model.get("verdicts");
    const picture = {
      bounds,
      errors,
      shown,
      readings,
      report,
      limit,
      range,
      C,
      look,
      current,
      verdicts,
      yTitle: "share of the points (%)",
    };
    this.panel.draw(picture);
    this.boundKey.show(picture);
    const { pending } = session.ahead;
    this.best.classList.toggle("svm-computing", pending);
    tell(this.best, bestText(errors, pending));
    this.showPending(bounds, current, C);
    this.describe(picture);
  }

  /** The stop of the slider nearest to a C. */
  stop(C) {
    const stops = new LogStops(this.session.range);
    return stops.valueAt(stops.stepOf(C));
  }

  showPending(bounds, current, C) {
    const { boundsError } = this.session;
    const computed = this.session.live || this.session.own;
    const done = current && bounds.done === bounds.total;
    this.bar.hidden = !computed || done || Boolean(boundsError);
    this.bar.value = current ? bounds.done / bounds.total : 0;
    tell(this.pendingText, boundsError ? "\u00a0" : progressText(bounds, current, C, computed));
    this.trouble.hidden = !boundsError;
    if (boundsError)
      tell(
        this.trouble,
        `No bounds: ${boundsError}${bounds && !current ? " The curves are of the last machine that has them." : ""}`,
      );
  }

  /** The panel in words. */
  describe({ bounds, errors, readings, shown, C }) {
    const { canvas } = this.panel.stage;
    const exact = readings[""];
    const count = bounds ? bounds.curves.filter(({ name }) => shown.has(name)).length : 0;
    const text =
      `Leave-one-out error and ${count} bounds on it against C. ` +
      (exact ? `At ${softMarginText(C)}: ${Math.round(exact.value)} errors; the table below has the bounds. ` : "") +
      bestText(errors, false);
    if (canvas.getAttribute("aria-label") === text) return;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", text);
  }

  showPoint(machine, solution, hovered, selected) {
    super.showPoint(machine, solution, hovered, selected);
    const { report, ticked: shown, absence } = this.session;
    if (selected < 0 || !report || absence) return;
    const rows = report.bounds
      .filter(({ name }) => shown.has(name) && report.terms[name])
      .map((bound) => {
        const term = report.terms[bound.name][selected];
        const cells = [significant(term), termText(bound, term)].map((text) => element("td", {}, text));
        return element(
          "tr",
          { class: `svm-term-${termWorth(bound, term)}` },
          element("th", { scope: "row" }, bound.label),
          ...cells,
        );
      });
    if (!rows.length) return;
    this.card.append(
      element(
        "table",
        { class: "svm-terms" },
        element("caption", {}, "Terms, at least 1 for an error"),
        element("tbody", {}, ...rows),
      ),
    );
  }

  dispose() {
    super.dispose();
    this.panel?.dispose();
  }
}

export default sceneOf(BoundsSession, BoundsView, { watched: [...WATCHED, "shown"] });
