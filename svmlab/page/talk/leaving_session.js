// What a session knows of leaving points out: what each gets without it, and the machine while one is withdrawn.

import { unpackArrays } from "../math/arrays.js";
import { softMarginText } from "../words/format.js";
import { leftOutText } from "../words/left_out.js";
import { MachineSession, fromWire, toWire } from "./machine_session.js";
import { Withdrawal } from "./withdrawal.js";

export class LeavingSession extends MachineSession {
  askForMore() {
    if (this.wantsOutAgain) this.askWithdrawal(this.keptOut.point);
    if (this.wantsLeftOut) {
      this.conversation.ask({ type: "loo", i: this.selected, C: toWire(this.C), epoch: this.machine.epoch });
    }
    super.askForMore();
  }

  get wantsMore() {
    return super.wantsMore || (Boolean(this.machine) && !this.error && (this.wantsLeftOut || this.wantsOutAgain));
  }

  get wantsLeftOut() {
    return this.selected >= 0 && this.current && !this.leftOut;
  }

  /** What the points get when they are left out of the machine in the picture, if Python has told. */
  get leftOut() {
    const state = this.model.get("left_out");
    if (!this.machine || state?.epoch !== this.machine.epoch || state.C !== toWire(this.C)) return null;
    if (this.leftOutState !== state) Object.assign(this, { leftOutState: state, leftOutTold: unpackArrays(state) });
    return this.leftOutTold;
  }

  /** What the chosen point gets when it is left out; without Python it is told at one C. */
  leftOutText(machine) {
    if (this.leftOut) return leftOutText(machine, this.leftOut, this.selected);
    const { epoch, C } = this.model.get("left_out");
    if (this.live || epoch !== machine.epoch) return "";
    return `what it gets without this point is told at ${softMarginText(fromWire(C))}, where this page began`;
  }

  // The machine while a point is withdrawn.

  get mayLeaveOut() {
    return this.live && this.selected >= 0 && this.current && this.machine.known;
  }

  /** Is Python at work on a withdrawal? */
  get awaitsWithdrawal() {
    return this.conversation.outstanding("withdraw");
  }

  /** Ask how the machine changes while the chosen point is withdrawn; the answer is played. */
  leaveOut() {
    if (!this.mayLeaveOut) return;
    this.askWithdrawal(this.selected);
    this.announce();
  }

  askWithdrawal(point) {
    const machine = { epoch: this.machine.epoch, C: toWire(this.C) };
    this.leaving = { ...machine, point };
    this.conversation.ask({ type: "withdraw", i: point, ...machine });
  }

  /** Is a point that was out when C moved on still in? What the page knows of other C is the machine of all points. */
  get wantsOutAgain() {
    return this.live && Boolean(this.keptOut) && !this.absence && this.current && !this.awaitsWithdrawal;
  }

  /** The point that was out stays in. */
  putBack() {
    this.keptOut = this.leaving = null;
    this.announce();
  }

  takeWithdrawal(state) {
    this.endAbsence();
    const { leaving } = this;
    if (!leaving || !state || Object.entries(leaving).some(([name, value]) => state[name] !== value)) return;
    const again = this.keptOut?.point === leaving.point;
    this.leaving = this.keptOut = null;
    if (state.error) {
      this.refused = { ...leaving, error: state.error };
      return;
    }
    const returned = () => (this.absence = null);
    this.absence = new Withdrawal(this.machine, { ...state, C: this.C }, () => this.announce(), returned);
    if (again) this.absence.set(1);
    else this.absence.play(1);
  }

  /** Why the chosen point could not be left out, or "". */
  get withdrawalError() {
    const { refused, machine, selected, C } = this;
    const same = refused && refused.epoch === machine.epoch && refused.point === selected && refused.C === toWire(C);
    return same ? refused.error : "";
  }

  /** With another machine in the picture, the point is there again; where only C has moved, it goes once C rests. */
  endAbsence() {
    const { leaving, keptOut } = this;
    if (keptOut && keptOut.epoch !== this.machine?.epoch) this.keptOut = null;
    if (leaving && (leaving.epoch !== this.machine?.epoch || leaving.C !== toWire(this.C))) this.leaving = null;
    if (!this.absence || (this.absence.machine === this.machine && this.absence.C === this.solution?.C)) return;
    this.absence.stop();
    const stays = this.absence.isOut && this.absence.machine === this.machine;
    this.keptOut = stays ? { epoch: this.machine.epoch, point: this.absence.point } : null;
    this.absence = null;
  }

  /** What the picture shows: the solution, or the machine while a point leaves it, and what is known of it. */
  get shown() {
    const { absence, solution, path } = this;
    if (!absence) return { solution, certificate: path?.certificate };
    return { solution: absence.solution, certificate: absence.time === 1 ? absence.certificate : null };
  }

  takeMore() {
    this.takeWithdrawal(this.model.get("withdrawal"));
  }

  show() {
    super.show();
    this.endAbsence();
  }

  dispose() {
    this.absence?.stop();
    super.dispose();
  }
}
