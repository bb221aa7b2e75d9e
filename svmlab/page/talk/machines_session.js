// What a session knows of several machines side by side.
//
// Python works in steps: the page asks for the next one, `machines`, whenever everything else has been answered and
// the reader lets C be.

import { unpackArrays } from "../math/arrays.js";
import { fromWire, toWire } from "./machine_session.js";
import { Session } from "./session.js";

export class MachinesSession extends Session {
  hear() {
    super.hear();
    this.takeMachines();
    const { epoch, C } = this.model.get("machines");
    const busy = epoch === this.machine?.epoch && C === toWire(this.C);
    if (busy && this.quiet && this.wantsMachines) this.askForMore(); // on with it, without waiting for rest
  }

  askForMore() {
    super.askForMore();
    const { epoch } = this.machine;
    if (this.wantsMachines) this.conversation.ask({ type: "machines", epoch, C: toWire(this.C) });
  }

  get wantsMore() {
    return super.wantsMore || (this.live && Boolean(this.machine) && !this.error && this.wantsMachines);
  }

  get wantsMachines() {
    if (!this.current) return false;
    const { epoch, C, error, done, total } = this.model.get("machines");
    return epoch !== this.machine.epoch || C !== toWire(this.C) || (!error && done < total);
  }

  /** Keep the newest comparison, perhaps of an earlier C, whatever comes after. */
  takeMachines() {
    const state = this.model.get("machines");
    if (!state.entries || this.machinesState === state) return;
    const { differ } = unpackArrays(state);
    const entries = state.entries.map((entry) => unpackArrays(entry));
    Object.assign(this, { machinesState: state, compared: { ...state, differ, entries, C: fromWire(state.C) } });
  }

  /** Is the comparison that of the picture? */
  get comparisonIsCurrent() {
    const { compared } = this;
    return Boolean(compared) && compared.epoch === this.machine?.epoch && compared.C === this.C;
  }

  /** Why there is no comparison of this machine, or "". */
  get comparisonError() {
    const { epoch, C, error } = this.model.get("machines");
    return error && epoch === this.machine?.epoch && C === toWire(this.C) ? error : "";
  }
}
