// What a session knows of several machines side by side.
//
// Python works in steps: the page asks for the next one, `machines`, whenever everything else has been answered and
// the reader lets C be. Without Python the page trains those that it can by itself, once all is at rest.

import { unpackArrays } from "../math/arrays.js";
import { Work } from "../engine/work.js";
import { fromWire, toWire } from "./machine_session.js";
import { ownComparison } from "./own_comparison.js";
import { Session } from "./session.js";
import { SLICE, Slices } from "./slices.js";

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
    if (super.wantsMore) return true;
    if (!this.machine || this.error) return false;
    return this.live ? this.wantsMachines : this.comparesHere && !this.comparisonIsDone;
  }

  announce() {
    this.followComparison();
    super.announce();
  }

  /** Does the page compare by itself? */
  get comparesHere() {
    return !this.live && Boolean(this.workshop && this.told);
  }

  get comparisonIsDone() {
    return this.comparisonIsCurrent && this.compared.done === this.compared.total;
  }

  /** Compare anew once all is at rest, and give up what is under way of another machine. */
  followComparison() {
    const { workshop, told, machine, C, rested, error } = this;
    if (!this.comparesHere) return;
    if (this.comparedOf !== workshop.solution || error) this.giveUpComparison();
    if (told.epoch === machine?.epoch && told.C === C) this.compared = told;
    if (this.comparing || !rested || error || workshop.dragging || !workshop.leftOut || this.comparisonIsDone) return;
    this.comparedOf = workshop.solution;
    this.comparing = new Work(ownComparison(workshop, told.entries, told.shape));
    this.comparisonSlices ??= new Slices(() => this.compareOn());
    this.comparisonSlices.goOn();
  }

  /** A slice of the comparison; is there more? */
  compareOn() {
    const { comparing } = this;
    const newer = (comparing.run(SLICE) && comparing.value) || comparing.progress;
    if (comparing.done || comparing.stale) this.comparing = null;
    if (newer && newer !== this.compared) {
      this.compared = newer;
      this.announce();
    }
    return Boolean(this.comparing);
  }

  giveUpComparison() {
    this.comparisonSlices?.stop();
    this.comparing = this.comparedOf = null;
  }

  dispose() {
    this.giveUpComparison();
    super.dispose();
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
    this.machinesState = state;
    this.compared = this.told = { ...state, differ, entries, C: fromWire(state.C) };
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
