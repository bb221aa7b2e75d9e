// What a session knows of the bounds on the leave-one-out errors, against C and at the present one.
//
// The exact errors at every C and the bounds of two classes are the page's own where it makes the machine. Others Python
// computes in slices: the page asks for the next one, `bounds`, whenever everything else has been answered and the reader
// lets C be, and for `report`, all bounds at the present C with the terms of every point, once per C.
//
// Where the page makes a machine whose kernel has a width, errors and bounds are drawn over that as well, see `over`.

import { exactReading, readingAt, unpackBounds, unpackReport } from "../math/bound_curves.js";
import { OVER } from "../math/constants.js";
import { LogStops, rangeOf } from "../math/stops.js";
import { BoundsAhead } from "./bounds_ahead.js";
import { toWire } from "./machine_session.js";
import { Session } from "./session.js";
import { MOST_OF_PLANE, WIDTH } from "./widths_ahead.js";

export class BoundsSession extends Session {
  hear() {
    super.hear();
    this.takeBounds();
    const { epoch } = this.machine ?? {};
    if (this.model.get("bounds").epoch === epoch && this.quiet && this.wantsBounds) this.askForMore(); // on with it, without waiting for rest
  }

  announce() {
    this.followBounds();
    super.announce();
  }

  /** Go on with what the page works out by itself; a point that is dragged is let go first. */
  followBounds() {
    this.ahead ??= new BoundsAhead(() => this.announce());
    const { workshop, ahead, rested } = this;
    if (!workshop || workshop.error || workshop.dragging) ahead.stop();
    else ahead.follow(workshop, rested && !this.held, this.over, this.ranges);
    this.bounds = ahead.curves ?? this.bounds;
  }

  /** The reader has a hand on the scene, or has not: what takes long waits until it is gone. */
  hold(is) {
    if (Boolean(this.held) === is) return;
    this.held = is;
    this.announce();
  }

  // What the panel is drawn over.

  /** What can be chosen, of `OVER`. */
  get choices() {
    const { workshop } = this;
    if (!workshop || !(WIDTH in workshop.kernel)) return OVER.slice(0, 1);
    const { points, present } = workshop;
    return points.y.length * (present.length - 1) > MOST_OF_PLANE ? OVER.slice(0, 2) : OVER;
  }

  get over() {
    const over = this.model.get("over");
    return this.choices.includes(over) ? over : OVER[0];
  }

  setOver(name) {
    this.model.set("over", name);
    if (this.live) this.model.save_changes();
    this.settle();
    this.announce();
  }

  get seen() {
    return { ...super.seen, over: this.over };
  }

  see({ over, ...seen }) {
    super.see(seen);
    this.setOver(over);
  }

  get viewed() {
    return { ...super.viewed, over: this.model.get("over") };
  }

  /** What can be drawn over, {C, sigma}. */
  get ranges() {
    return { C: this.range, [WIDTH]: rangeOf(this.controls.menus.parameters[WIDTH]) };
  }

  /** {symbol, range: {low, high, hard}, at}: the axis of the panel, and where the machine stands on it; ``up``, the same
   * of the other one, where it has one. */
  get axis() {
    const C = { symbol: "C", range: this.ranges.C, at: this.C };
    if (this.over === OVER[0]) return C;
    const { symbol } = this.controls.menus.parameters[WIDTH];
    const width = { symbol, range: this.ranges[WIDTH], at: this.workshop.kernel[WIDTH] };
    return this.over === WIDTH ? width : { ...C, range: { ...C.range, hard: false }, up: width };
  }

  /** The reader takes the machine to a place of the axis, and of the other one: to the nearest stops of their sliders. */
  moveAlong(place, up) {
    const { axis } = this;
    if (this.over === WIDTH) this.#moveWidth(place, axis);
    else this.moveTo(nearestStop(place, axis));
    if (axis.up) this.#moveWidth(up, axis.up);
  }

  #moveWidth(place, axis) {
    const value = nearestStop(place, axis);
    if (value !== axis.at) this.controls.setKernel({ [WIDTH]: value });
  }

  /**
   * What is drawn over the axis, {errors, bounds, limit, plane, current}: `errors` {at, counts, best, ..., current}, `bounds`
   * {at, curves, ...} and `plane` {rows, ..., current} are null where they are unknown, or not drawn; is what is said of
   * the bounds `current`?
   */
  get drawn() {
    if (this.over === OVER[0]) {
      const { errors, bounds, limit } = this;
      return { errors, bounds, limit, plane: null, current: bounds?.epoch === this.machine.epoch };
    }
    const { errors = null, bounds = null, plane = null } = this.ahead.others[this.over].told(this.workshop);
    return { errors, bounds, limit: null, plane, current: Boolean(bounds?.current) };
  }

  /** The bounds that the key lists: those that are drawn, or else those that are known where the machine stands. */
  get listed() {
    const { drawn, report } = this;
    if (drawn.bounds || !report) return drawn.bounds;
    return { curves: report.bounds.map((bound) => ({ ...bound, kind: [bound.kind] })) };
  }

  /** Are there, or will there be, bounds over the axis? Over the width the page has those of two classes only. */
  get computesBounds() {
    return this.over === OVER[0] || (this.over === WIDTH && this.own);
  }

  /** The exact errors at every C, perhaps of an earlier machine, {C, counts, best, ..., current}; null where unknown. */
  get errors() {
    const { known } = this.ahead;
    const current = known?.machine === this.machine;
    return this.workshop && known && (current || this.ahead.machine !== this.machine || this.ahead.pending)
      ? { ...known, current }
      : null;
  }

  /** Does the page compute the bounds of the present machine by itself? */
  get own() {
    return Boolean(this.workshop) && this.machine?.O === 1 && !this.ahead.failed;
  }

  askForMore() {
    super.askForMore();
    const { epoch } = this.machine;
    if (this.wantsReport) this.conversation.ask({ type: "report", epoch, C: toWire(this.C) });
    if (this.wantsBounds) this.conversation.ask({ type: "bounds", epoch });
  }

  get wantsMore() {
    if (super.wantsMore) return true;
    if (!this.machine || this.error) return false;
    return this.ahead.wants || (!this.own && this.live && (this.wantsReport || this.wantsBounds));
  }

  /** Is Python to be asked for curves? */
  get wantsBounds() {
    const { epoch, error, done, total } = this.model.get("bounds");
    return !this.own && (epoch !== this.machine.epoch || (!error && done < total));
  }

  get wantsReport() {
    if (!this.current || this.own) return false;
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
    if (this.own) return this.current ? this.ahead.report : null;
    const state = this.model.get("report");
    const present = this.current && state.epoch === this.machine.epoch && state.C === toWire(this.C);
    if (present && this.reportState !== state)
      Object.assign(this, { reportState: state, reportTold: unpackReport(state) });
    return present && !state.error ? this.reportTold : null;
  }

  /** The hard margin's, once it is known. */
  get limit() {
    if (this.own) return this.C === Infinity && this.report ? this.report : this.ahead.limit;
    const state = this.model.get("limit");
    if (!this.machine || state.epoch !== this.machine.epoch) return null;
    if (this.limitState !== state) Object.assign(this, { limitState: state, limitTold: unpackReport(state) });
    return this.limitTold;
  }

  /** Why there are no bounds of this machine, or none at this C; or "". */
  get boundsError() {
    if (this.own) return "";
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

  /** What is known of each curve where the machine stands, by name; "" is the exact count. */
  get readings() {
    const { told, axis, drawn, over } = this;
    const steps = drawn.errors?.current && axis.at !== Infinity ? exactReading(drawn.errors, axis.at) : null;
    if (over === OVER[0]) return steps ? { ...told, "": steps } : told;
    const between = steps && { ...steps, exact: false }; // two samples it is not known to be so
    const exact = told[""] ?? this.counted ?? between;
    return exact ? { ...told, "": exact } : told;
  }

  /** The exact count of the machine itself, once all points have been left out. */
  get counted() {
    const { leftOut } = this.workshop;
    if (!leftOut?.certified) return null;
    const defined = leftOut.undefined.reduce((count, alone) => count + 1 - alone, 0);
    return { name: "", value: leftOut.nErrors, rate: leftOut.nErrors / defined, exact: true };
  }

  /** The same without the steps of the errors. */
  get told() {
    const { report, C, limit, over, axis, drawn } = this;
    if (report) return report.byName;
    if (over === OVER[0] && C === Infinity) return drawn.current ? (limit?.byName ?? {}) : {};
    const { bounds, current } = drawn;
    if (!bounds || !current) return {};
    const curves = over === WIDTH ? bounds.curves : [bounds.exact, ...bounds.curves];
    return Object.fromEntries(curves.map((curve) => [curve.name, readingAt(bounds, curve, axis.at)]));
  }

  dispose() {
    this.ahead.stop();
    super.dispose();
  }
}

function nearestStop(place, { range }) {
  const stops = new LogStops(range);
  return stops.valueAt(stops.stepOf(place));
}
