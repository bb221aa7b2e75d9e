// What a session does once all is at rest: the page works out what holds at every C, or asks for what only Python knows.
// Those that extend it know the machine, and the error in its place.

import { conversationWith } from "./conversation.js";
import { Observed } from "./observable.js";
import { SLICE, Slices } from "./slices.js";

const REST = 250; // ms after the last change until the page works out, or asks for, what can wait

export class RestingSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // is there Python? not behind an exported page
    this.workshop = null;
    this.slices = new Slices(() => this.workOn());
    this.conversation = conversationWith(model, () => this.announce());
  }

  /** Go on with what is worked out in the page; once all has been at rest for a while, with what can wait. */
  settle() {
    clearTimeout(this.restClock);
    this.rested = false;
    this.restClock = setTimeout(() => this.atRest(), REST);
    this.goOn();
  }

  atRest() {
    this.rested = true;
    if (this.quiet) this.askForMore();
    this.goOn();
    this.announce();
  }

  goOn() {
    if (this.wantsWork) this.slices.goOn();
  }

  /** A slice of work; is there more? */
  workOn() {
    const { workshop } = this;
    const known = () => workshop && [workshop.leftOut, workshop.path, workshop.errorCurves];
    const before = known();
    workshop?.work(SLICE, { path: this.rested, curves: this.rested && this.drawsErrors });
    if (before?.some((value, k) => value !== known()[k])) this.announce();
    return this.wantsWork;
  }

  /** Is there anything that the page works out at the moment? */
  get wantsWork() {
    const { workshop, rested } = this;
    return Boolean(workshop) && !workshop.error && (!workshop.leftOut || (rested && this.wantsAlong));
  }

  /** Has everything been said and answered? */
  get quiet() {
    return this.live && this.conversation.settled && !this.untold && !this.error && Boolean(this.machine);
  }

  askForMore() {}

  /** Is there anything to come once all is at rest? */
  get wantsMore() {
    const { workshop } = this;
    return Boolean(workshop) && !workshop.error && (!workshop.leftOut || this.wantsAlong);
  }

  /** Is anything of what holds at every C still to come? */
  get wantsAlong() {
    const { ahead, machine } = this.workshop;
    return ahead.wantsPath || (this.drawsErrors && ahead.wantsCurves(machine));
  }

  /** Errors at each C are drawn from now on, and so worked out, or they are not. */
  drawErrors(are) {
    if (this.drawsErrors === are) return;
    this.drawsErrors = are;
    if (this.rested) this.goOn();
  }

  /** Are there, or will there be, errors at each C to be drawn? */
  get mayDrawErrors() {
    const { workshop } = this;
    return (
      Boolean(workshop) &&
      !workshop.error &&
      Boolean(workshop.errorCurves || workshop.ahead.wantsCurves(workshop.machine))
    );
  }

  /** How many err at each C, {trained, left}; null while that is being worked out. */
  get errorCurves() {
    return this.workshop?.errorCurves ?? null;
  }

  dispose() {
    this.conversation.dispose();
    this.slices.stop();
    clearTimeout(this.restClock);
    this.workshop = null;
    this.listeners.clear();
  }
}
