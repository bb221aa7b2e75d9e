// What a session knows of the bounds on the leave-one-out errors, against C and at the present one.
//
// Python computes in slices: the page asks for the next one, `bounds`, whenever everything else has been answered and
// the reader lets C be, and for `report`, all bounds at the present C with the terms of every point, once per C. The
// exact errors at every C are the page's own where it knows the kernel, else they are among what Python computes.

import { exactReading, readingAt, unpackBounds, unpackReport } from "../math/bound_curves.js";
import { ExactErrors } from "./exact_errors.js";
import { toWire } from "./machine_session.js";
import { Session } from "./session.js";

export class BoundsSession extends Session {
  hear() {
    super.hear();
    this.takeBounds();
    const { epoch } = this.machine ?? {};
    if (this.model.get("bounds").epoch === epoch && this.quiet && this.wantsBounds) this.askForMore(); // on with it, without waiting for rest
  }

  settle() {
    super.settle();
    this.followErrors();
  }

  /** Begin with the exact errors of the machine that the page makes; a point that is dragged is let go first. */
  followErrors() {
    const { workshop, machine } = this;
    this.exact ??= new ExactErrors(() => this.announce());
    if (!workshop || workshop.error || workshop.dragging) this.exact.stop();
    else this.exact.follow(machine, workshop.engine, workshop.range);
  }

  /** The exact errors at every C, perhaps of an earlier machine, {C, counts, best, ..., current}; null where unknown. */
  get errors() {
    const { known } = this.exact;
    const current = known?.machine === this.machine;
    return this.workshop && known && (current || this.exact.machine !== this.machine || this.exact.pending)
      ? { ...known, current }
      : null;
  }

  askForMore() {
    super.askForMore();
    const { epoch } = this.machine;
    if (this.wantsReport) this.conversation.ask({ type: "report", epoch, C: toWire(this.C) });
    if (this.wantsBounds) this.conversation.ask({ type: "bounds", epoch });
  }

  get wantsMore() {
    return (
      super.wantsMore || (this.live && Boolean(this.machine) && !this.error && (this.wantsReport || this.wantsBounds))
    );
  }

  get wantsBounds() {
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
    if (present && this.reportState !== state)
      Object.assign(this, { reportState: state, reportTold: unpackReport(state) });
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
    this.exact.stop();
    super.dispose();
  }
}
