// What a session knows of leaving points out: what each gets without it, and the machine while one is withdrawn.

import { unpackArrays } from "../math/arrays.js";
import { softMarginText } from "../words/format.js";
import { leftOutCount, leftOutText, leftOutTotal } from "../words/left_out.js";
import { sentence } from "../words/notes.js";
import { MachineSession, fromWire, toWire } from "./machine_session.js";
import { Withdrawal } from "./withdrawal.js";

export class LeavingSession extends MachineSession {
  // What the points get when they are left out of the machine in the picture.

  askForMore() {
    super.askForMore();
    if (this.wantsLeftOut) this.conversation.ask({ type: "loo", C: toWire(this.C), epoch: this.machine.epoch });
  }

  get wantsMore() {
    return super.wantsMore || (this.live && Boolean(this.machine) && this.wantsLeftOut);
  }

  /** Is Python to be asked? */
  get wantsLeftOut() {
    return !this.workshop && this.current && !this.leftOut;
  }

  get leftOut() {
    if (this.workshop) return this.workshop.leftOut;
    const state = this.model.get("left_out");
    if (!this.machine || state?.epoch !== this.machine.epoch || state.C !== toWire(this.C)) return null;
    if (this.leftOutState !== state) Object.assign(this, { leftOutState: state, leftOutTold: unpackArrays(state) });
    return this.leftOutTold;
  }

  /** What the chosen point gets when it is left out; without Python a kernel that only Python knows has it at one C. */
  leftOutText(machine) {
    if (this.leftOut) return leftOutText(machine, this.leftOut, this.selected);
    const { epoch, C } = this.model.get("left_out");
    if (this.workshop || this.live || epoch !== machine.epoch) return "";
    return `what it gets without this point is told at ${softMarginText(fromWire(C))}, where this page began`;
  }

  /** How many points are lost when they are left out, see `leftOutCount`; null where one is out. */
  leftOutCount({ absent }) {
    if (absent !== undefined) return null;
    return this.current ? leftOutCount(this.leftOut, Boolean(this.workshop) || this.live) : "…";
  }

  /** How many points are lost when they are left out, in words; null where one is out, or where nobody knows. */
  leftOutTotal({ m }, { absent }) {
    if (absent !== undefined || !this.current) return null;
    return leftOutTotal(this.leftOut, m, Boolean(this.workshop) || this.live);
  }

  // The machine while a point is withdrawn.

  get mayLeaveOut() {
    return Boolean(this.workshop) && this.selected >= 0 && this.current;
  }

  /** Withdraw the chosen point, before the reader's eyes. */
  leaveOut() {
    if (!this.mayLeaveOut) return;
    this.withdraw(this.selected)?.play(1);
    this.announce();
  }

  /** The way from the machine with a point to the one without it; null where there is none, and that is said. */
  withdraw(point) {
    this.absence = this.refused = null;
    const { machine, solution, workshop } = this;
    try {
      const returned = () => (this.absence = null);
      this.absence = new Withdrawal(machine, workshop.withdrawal(point), () => this.announce(), returned);
    } catch (error) {
      this.refused = { solution, point, error: sentence(error) };
    }
    return this.absence;
  }

  /** Why the chosen point could not be left out, or "". */
  get withdrawalError() {
    const { refused, solution, selected } = this;
    return refused && refused.solution === solution && refused.point === selected ? refused.error : "";
  }

  /** Something may have changed: with other points the one that left is there again; where only C has moved, it stays out. */
  announce() {
    this.followAbsence();
    super.announce();
  }

  followAbsence() {
    const { absence, machine, solution, workshop } = this;
    if (!absence || absence.C === solution?.C) {
      if (absence && absence.machine !== machine) this.endAbsence();
      return;
    }
    this.endAbsence();
    if (absence.isOut && absence.machine === machine && workshop && !this.error) this.withdraw(absence.point)?.set(1);
  }

  endAbsence() {
    this.absence.stop();
    this.absence = null;
  }

  /** What the picture shows: the solution, or the machine while a point leaves it, and what is known of it. */
  get shown() {
    const { absence, solution } = this;
    if (!absence) return { solution, certificate: solution?.certificate };
    return { solution: absence.solution, certificate: absence.time === 1 ? absence.certificate : null };
  }

  dispose() {
    this.absence?.stop();
    super.dispose();
  }
}
