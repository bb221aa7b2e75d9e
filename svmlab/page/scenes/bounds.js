// The scene with the panel of bounds: the plane, and beside it the leave-one-out error and its bounds against C, where they
// are exact at every C, or against the width of the kernel.

import { bestText, planeText, progressText, termText, termWorth } from "../words/bounds.js";
import { significant, softMarginText } from "../words/format.js";
import { BoundsSession } from "../talk/bounds_session.js";
import { BoundPanel } from "../draw/bound_panel.js";
import { element, tell } from "../draw/elements.js";
import { ErrorPlanePanel } from "../draw/error_plane_panel.js";
import { heightOfPlace } from "../draw/panel.js";
import { BoundKey } from "../parts/bound_key.js";
import { OverChoice } from "../parts/over_choice.js";
import { ReadingButton } from "../parts/reading_button.js";
import { SceneView, WATCHED } from "./scene.js";
import { sceneOf } from "./view.js";

const HAND_GONE = ["pointerup", "pointercancel"];
const CURVES = 0.8; // height of the panel, in parts of its width, where it stands by itself
const CLICK =
  "Click a training point, or walk with the arrow keys: what leaving it out does, and its term in each bound.";
const DRAG_IT = " Drag it to another place.";

export class BoundsView extends SceneView {
  build() {
    super.build();
    this.circulation.node.open = false; // there is enough to see
    this.root.classList.add("svm-bounds");
    this.panelHost = element("div", { class: "svm-panel" });
    this.planePanelHost = element("div", { class: "svm-panel", hidden: true });
    this.overChoice = new OverChoice(this.id, (name) => this.session.setOver(name));
    this.curveHost = element("div", { class: "svm-curves" }, this.overChoice.node, this.panelHost, this.planePanelHost);
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
    this.root.addEventListener("pointerdown", () => this.session.hold(true));
    this.released = () => this.session.hold(false);
    for (const end of HAND_GONE) document.addEventListener(end, this.released, { capture: true });
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
    const { ticked: shown, readings, report, axis, drawn } = session;
    const { range, at, up, symbol: xTitle } = axis;
    const verdicts = session.model.get("verdicts");
    const yTitle = up ? up.symbol : "share of the points (%)";
    const picture = { ...drawn, shown, readings, report, range, at, up, look, verdicts, xTitle, yTitle };
    this.overChoice.show(session);
    this.panelFor(up).draw(picture);
    const where = [axis, ...(up ? [up] : [])].map(({ symbol, at: value }) => `${symbol} = ${significant(value)}`);
    const known = drawn.current || Boolean(report);
    this.boundKey.show({ ...picture, bounds: session.listed, current: known, where: where.join(", ") });
    const { pending } = session.ahead;
    this.best.classList.toggle("svm-computing", pending);
    this.found = (still) => (up ? planeText(drawn.plane, still, up.symbol) : bestText(drawn.errors, still, xTitle));
    tell(this.best, this.found(pending));
    this.showPending(drawn, axis);
    this.describe(picture, where);
  }

  /** The panel of curves, or where there are two axes that of the plane; there is one at a time to be seen. */
  panelFor(up) {
    this.panelHost.hidden = Boolean(up);
    this.planePanelHost.hidden = !up;
    const heightOf = heightOfPlace((width) => CURVES * width);
    const moved = (...to) => this.session.moveAlong(...to);
    if (up) return (this.planePanel ??= new ErrorPlanePanel(this.planePanelHost, heightOf, this.redraw, moved));
    return (this.panel ??= new BoundPanel(this.panelHost, heightOf, this.redraw, moved));
  }

  showPending({ bounds, current }, axis) {
    const { session } = this;
    const { boundsError } = session;
    const computed = session.live || session.own;
    const done = current && bounds.done === bounds.total;
    this.bar.hidden = !computed || done || Boolean(boundsError) || !session.computesBounds;
    this.bar.value = current ? bounds.done / bounds.total : 0;
    const told = boundsError || !session.computesBounds ? "\u00a0" : progressText(bounds, current, { computed, axis });
    tell(this.pendingText, told);
    this.trouble.hidden = !boundsError;
    if (boundsError)
      tell(
        this.trouble,
        `No bounds: ${boundsError}${bounds && !current ? " The curves are of the last machine that has them." : ""}`,
      );
  }

  /** The panel in words. */
  describe({ bounds, readings, shown, at, up, xTitle }, where) {
    const { canvas } = this.panelFor(up).stage;
    const exact = readings[""];
    const count = bounds ? bounds.curves.filter(({ name }) => shown.has(name)).length : 0;
    const what = up ? `error against C and ${up.symbol}. ` : `error and ${count} bounds on it against ${xTitle}. `;
    const there = xTitle === "C" && !up ? softMarginText(at) : where.join(", ");
    const text =
      `Leave-one-out ${what}` +
      (exact ? `At ${there}: ${Math.round(exact.value)} errors; the table below has the bounds. ` : "") +
      this.found(false);
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
    for (const end of HAND_GONE) document.removeEventListener(end, this.released, { capture: true });
    this.panel?.dispose();
    this.planePanel?.dispose();
  }
}

export default sceneOf(BoundsSession, BoundsView, { watched: [...WATCHED, "shown", "over"] });
