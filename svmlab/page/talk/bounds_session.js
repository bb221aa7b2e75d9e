// What a session knows of the bounds on the leave-one-out errors, against C and at the present one.
//
// The exact errors at every C and the bounds of two classes are the page's own where it makes the machine. Others Python
// computes in slices: the page asks for the next one, `bounds`, whenever everything else has been answered and the reader
// lets C be, and for `report`, all bounds at the present C with the terms of every point, once per C.

import { exactReading, readingAt, unpackBounds, unpackReport } from "../math/bound_curves.js";
import { BoundsAhead } from "./bounds_ahead.js";
import { toWire } from "./machine_session.js";
import { Session } from "./session.js";

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
    else ahead.follow(workshop, rested);
    this.bounds = ahead.curves ?? this.bounds;
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
    return this.own ? this.ahead.wants : this.live && (this.wantsReport || this.wantsBounds);
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

  /** What is known of each curve at the present C, by name; "" is the exact count. */
  get readings() {
    const { errors, C, told } = this;
    return errors?.current && C !== Infinity ? { ...told, "": exactReading(errors, C) } : told;
  }

  /** The same as Python tells it. */
  get told() {
    const { bounds, report, C, limit } = this;
    if (report) return report.byName;
    if (!bounds || bounds.epoch !== this.machine?.epoch) return {};
    if (C === Infinity) return limit?.byName ?? {};
    return Object.fromEntries(
      [bounds.exact, ...bounds.curves].map((curve) => [curve.name, readingAt(bounds, curve, C)]),
    );
  }

  dispose() {
    this.ahead.stop();
    super.dispose();
  }
}
