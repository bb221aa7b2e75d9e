// The scene with the panel of bounds: the plane, and beside it the exact leave-one-out error and its bounds against C.
//
// Python computes in slices: the page asks for the next one, `bounds`, whenever everything else has been answered and
// the reader lets C be, and for `report`, all bounds at the present C with the terms of every point, once per C.

import { readingAt, unpackBounds, unpackReport } from "../math/bound_curves.js";
import { progressText, termText } from "../words/bounds.js";
import { significant, softMarginText } from "../words/format.js";
import { Session, toWire } from "../talk/session.js";
import { BoundPanel } from "../draw/bound_panel.js";
import { element, tell } from "../draw/elements.js";
import { BoundKey } from "../parts/bound_key.js";
import { CScale } from "../parts/c_slider.js";
import { SceneView, sceneOf } from "./scene.js";

const LOWEST = 260; // pixels, of the panel
const CLICK = "Click a training point, or walk with the arrow keys: what leaving it out does, and its term in each bound.";
const DRAG_IT = " Drag it to another place.";

export class BoundsSession extends Session {
  hear() {
    super.hear();
    this.takeBounds();
    const { epoch } = this.machine ?? {};
    const busy = [this.pathState, this.model.get("bounds")].some((state) => state && state.epoch === epoch);
    if (busy && this.quiet && this.wantsBounds) this.askForMore(); // on with it, without waiting for rest
  }

  askForMore() {
    super.askForMore();
    const { epoch } = this.machine;
    if (this.wantsReport) this.conversation.ask({ type: "report", epoch, C: toWire(this.C) });
    if (this.wantsBounds) this.conversation.ask({ type: "bounds", epoch });
  }

  get wantsMore() {
    return super.wantsMore || (Boolean(this.machine) && !this.error && (this.wantsReport || this.wantsBounds));
  }

  get wantsBounds() {
    if (this.wantsPath) return false;
    const { epoch, error, done, total } = this.model.get("bounds");
    return epoch !== this.machine.epoch || (!error && done < total);
  }

  get wantsReport() {
    if (!this.current) return false;
    const { epoch, C } = this.model.get("report");
    return epoch !== this.machine.epoch || C !== toWire(this.C);
  }

  /** Keep the newest curves, perhaps of an earlier machine, whatever comes after. */
  takeBounds() {
    const state = this.model.get("bounds");
    if (state.C && this.boundsState !== state) Object.assign(this, { boundsState: state, bounds: unpackBounds(state) });
  }

  /** All bounds at the present C of the present machine, or null. */
  get report() {
    const state = this.model.get("report");
    const present = this.current && state.epoch === this.machine.epoch && state.C === toWire(this.C);
    if (present && this.reportState !== state) Object.assign(this, { reportState: state, reportTold: unpackReport(state) });
    return present && !state.error ? this.reportTold : null;
  }

  /** The hard margin's, once it is known. */
  get limit() {
    const state = this.model.get("limit");
    if (!this.machine || state.epoch !== this.machine.epoch) return null;
    if (this.limitState !== state) Object.assign(this, { limitState: state, limitTold: unpackReport(state) });
    return this.limitTold;
  }

  /** Why there are no bounds of this machine, or none at this C; or "". */
  get boundsError() {
    const [bounds, report] = [this.model.get("bounds"), this.model.get("report")];
    if (bounds.epoch === this.machine?.epoch && bounds.error) return bounds.error;
    return report.epoch === this.machine?.epoch && report.C === toWire(this.C) && report.error ? report.error : "";
  }

  /** Names of the bounds that are drawn. */
  get ticked() {
    return new Set(this.model.get("shown"));
  }

  toggle(name) {
    const shown = this.ticked;
    if (!shown.delete(name)) shown.add(name);
    this.model.set("shown", [...shown]);
    if (this.live) this.model.save_changes();
    this.announce();
  }

  /** What is known of each curve at the present C, by name; "" is the exact count. */
  get readings() {
    const { bounds, report, C, limit } = this;
    if (report) return report.byName;
    if (!bounds || bounds.epoch !== this.machine?.epoch) return {};
    if (C === Infinity) return limit?.byName ?? {};
    return Object.fromEntries([bounds.exact, ...bounds.curves].map((curve) => [curve.name, readingAt(bounds, curve, C)]));
  }
}

export class BoundsView extends SceneView {
  constructor(session, host) {
    super(session, host);
    this.circulation.node.open = false; // there is enough to see
  }

  build(host) {
    super.build(host);
    this.root.classList.add("svm-bounds");
    this.curveHost = element("div", { class: "svm-curves" });
    this.bar = element("progress", { "aria-label": "Bounds computed", max: 1, value: 0 });
    this.pendingText = element("span");
    this.pending = element("div", { class: "svm-pending" }, this.bar, this.pendingText);
    this.trouble = element("div", { class: "svm-notice", role: "alert", "data-kind": "error", hidden: true });
    const told = element("div", { class: "svm-told" }, this.pending, this.trouble);
    this.boundKey = new BoundKey(told, `${this.id}-b`, (name) => this.session.toggle(name));
    this.boundKey.changed = () => this.redraw();
    this.body.append(this.curveHost, told);
  }

  get hint() {
    return CLICK + (this.session.live ? DRAG_IT : "");
  }

  drawMore(look) {
    const { session } = this;
    const { bounds, ticked: shown, readings, report, limit, range, C, machine } = session;
    const heightOf = () => Math.max(LOWEST, this.plane.stage.height);
    this.panel ??= new BoundPanel(this.curveHost, heightOf, this.redraw, (to) => session.moveTo(this.stop(to)));
    const current = bounds?.epoch === machine.epoch;
    const verdicts = session.model.get("verdicts");
    const picture = { bounds, shown, readings, report, limit, range, C, look, current, verdicts, yTitle: "share of the points (%)" };
    this.panel.draw(picture);
    this.boundKey.show(picture);
    this.showPending(bounds, current, C);
    this.describe(picture);
  }

  /** The stop of the slider nearest to a C. */
  stop(C) {
    const scale = new CScale(this.session.range);
    return scale.valueAt(scale.stepOf(C));
  }

  showPending(bounds, current, C) {
    const { live, boundsError } = this.session;
    const done = current && bounds.done === bounds.total;
    this.bar.hidden = !live || done || Boolean(boundsError);
    this.bar.value = current ? bounds.done / bounds.total : 0;
    tell(this.pendingText, boundsError ? "\u00a0" : progressText(bounds, current, C));
    this.trouble.hidden = !boundsError;
    if (boundsError) tell(this.trouble, `No bounds: ${boundsError}${bounds && !current ? " The curves are of the last machine that has them." : ""}`);
  }

  /** The panel in words. */
  describe({ bounds, readings, shown, C }) {
    const { canvas } = this.panel.stage;
    const exact = readings[""];
    const count = bounds ? bounds.curves.filter(({ name }) => shown.has(name)).length : 0;
    const text = `Leave-one-out error and ${count} bounds on it against C. ` +
      (exact ? `At ${softMarginText(C)}: ${Math.round(exact.value)} errors; the table below has the bounds.` : "");
    if (canvas.getAttribute("aria-label") === text) return;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", text);
  }

  showPoint(machine, solution, hovered, selected) {
    super.showPoint(machine, solution, hovered, selected);
    const { report, ticked: shown, absence } = this.session;
    if (selected < 0 || !report || absence) return;
    const rows = report.bounds.filter(({ name }) => shown.has(name) && report.terms[name]).map((bound) => {
      const term = report.terms[bound.name][selected];
      const cells = [significant(term), termText(bound, term)].map((text) => element("td", {}, text));
      return element("tr", {}, element("th", { scope: "row" }, bound.label), ...cells);
    });
    if (!rows.length) return;
    this.card.node.append(
      element("table", { class: "svm-terms" },
        element("caption", {}, `What the bounds say of point ${selected}: an error needs a term of at least 1`),
        element("tbody", {}, ...rows)),
    );
  }

  dispose() {
    super.dispose();
    this.panel?.dispose();
  }
}

export default sceneOf(BoundsSession, BoundsView, ["shown"]);
