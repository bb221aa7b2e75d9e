// One model in one page, whatever the number of its views: the machine, the solution shown, C, and what is said
// about them. `model` is anywidget's, or anything with get, set, on, off, send and save_changes.
//
// Python sets `machine`, `solution`, `path` and `answer` in one message; `answer.turn` numbers the messages. The page
// sets `selected` and asks through Conversation. When all is at rest it asks for the path; from then on C moves
// without Python, which is told where C came to rest.

import { covers, solutionAt, unpackMachine, unpackPath } from "../math/machine.js";
import { Conversation, silentText } from "./conversation.js";
import { Observed } from "./observable.js";

const REST = 250; // ms after the last answer until the page asks for what can wait
const TELL = 150; // ms of rest after which Python is told of a C that the page drew by itself

/** C as it travels: JSON has no infinity. */
export const toWire = (C) => (C === Infinity ? "inf" : C);
export const fromWire = (C) => (C === "inf" ? Infinity : C);

/** Those that extend it `hear()` what there is, and `greet()`, once they are made. */
export class MachineSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.conversation = new Conversation({
      send: ({ bytes, ...question }) => model.send(question, undefined, bytes ? [bytes] : undefined),
      changed: () => this.announce(),
    });
    this.error = null;
  }

  /** Once all has been at rest for a while, ask for what is missing. */
  settle() {
    clearTimeout(this.restClock);
    if (this.live) this.restClock = setTimeout(() => this.atRest(), REST);
  }

  atRest() {
    if (!this.quiet) return;
    this.askForMore();
    this.announce();
  }

  /** Has everything been said and answered? */
  get quiet() {
    return this.live && this.conversation.settled && !this.untold && !this.error && Boolean(this.machine);
  }

  askForMore() {
    if (this.wantsPath) this.conversation.ask({ type: "path", epoch: this.machine.epoch });
  }

  /** Is there anything that the page will ask for once all is at rest? */
  get wantsMore() {
    return Boolean(this.machine) && !this.error && this.wantsPath;
  }

  get wantsPath() {
    return this.machine.known && this.pathState?.epoch !== this.machine.epoch;
  }

  /** Is Python at work on the path? */
  get awaitsPath() {
    return this.conversation.outstanding("path");
  }

  greet() {
    if (this.live) this.conversation.ask({ type: "hello" });
  }

  /** Does C have nowhere to go, because nobody knows the solution elsewhere? */
  get stands() {
    return !this.live && Boolean(this.machine) && this.pathState?.epoch === this.machine.epoch && !this.whole;
  }

  get range() {
    const { C_min, C_max, hard } = this.model.get("options");
    return { low: C_min, high: C_max, hard };
  }

  /** Take what Python has set. */
  hear() {
    const answer = this.model.get("answer");
    if (answer.turn === undefined || !this.conversation.hear(answer)) return; // undefined: nothing said yet
    this.error = answer.error;
    this.note = answer.note;
    const [machine, solution] = [this.model.get("machine"), this.model.get("solution")];
    if (machine.epoch !== undefined && machine.epoch === solution.epoch) this.take(machine, solution);
    this.takePath(this.model.get("path"));
    if (!this.conversation.outstanding("C") && !this.untold) this.C = fromWire(answer.C);
    this.show();
    this.takeMore();
    this.settle();
    this.announce();
  }

  /** What else Python may have set, of a session that knows more. */
  takeMore() {}

  take(machine, solution) {
    const another = this.machineState !== machine;
    if (another) {
      this.machineState = machine;
      this.machine = unpackMachine(machine);
      this.whole = null;
    }
    if (another || this.solutionState !== solution) this.takeSolution(solution, another);
  }

  takeSolution(state, another) {
    this.solutionState = state;
    this.single = unpackPath(state);
    const drawn = !another && this.path === this.whole && this.solution?.C === this.single.C[0];
    if (drawn)
      this.path = this.single; // the page was ahead: the same picture, certified by itself
    else this.solution = null;
  }

  /** "regular" or "lecture", for all views. */
  setSize(size) {
    this.model.set("options", { ...this.model.get("options"), size });
    if (this.live) this.model.save_changes();
    this.announce();
  }

  /** The path, if it is of the present machine. */
  takePath(state) {
    if (!this.machine || state?.epoch !== this.machine.epoch || this.pathState === state) return;
    this.pathState = state;
    this.whole = state.error ? null : unpackPath(state);
  }

  /** The solution for the present C if the page knows it; else the last one stays. */
  show() {
    if (!this.single) return;
    const path = [this.single, this.whole].find((known) => known && covers(known, this.C));
    if (path) {
      if (this.solution?.C === this.C) return;
      this.path = path;
      this.solution = solutionAt(this.machine, path, this.C);
    } else if (!this.solution) {
      this.path = this.single;
      this.solution = solutionAt(this.machine, this.path, this.path.C[0]);
    }
  }

  /** The reader moves C. */
  moveTo(C) {
    if (C === this.C) return;
    this.C = C;
    this.show();
    clearTimeout(this.tellClock);
    this.untold = this.live;
    if (!this.error && this.whole && covers(this.whole, C)) this.tellClock = setTimeout(() => this.tell(), TELL);
    else this.tell();
    this.announce();
  }

  /** Let Python know of C. */
  tell() {
    clearTimeout(this.tellClock);
    if (!this.untold) return;
    this.untold = false;
    this.conversation.ask({ type: "C", C: toWire(this.C) });
  }

  /** The points that can be chosen. */
  get points() {
    return this.machine;
  }

  get selected() {
    const i = this.model.get("selected");
    return this.machine && i >= 0 && i < this.points.m ? i : -1;
  }

  select(i) {
    if (i === this.model.get("selected")) return;
    this.model.set("selected", i);
    if (this.live) this.model.save_changes();
    this.settle();
    this.announce();
  }

  /** Does the picture show what the controls say? */
  get current() {
    return !this.error && this.solution && this.solution.C === this.C;
  }

  /** What to say beside the picture, {kind, text}, or null. */
  get notice() {
    if (this.error) return { kind: "error", text: this.error };
    if (this.live && this.conversation.silent) return { kind: "away", text: `${silentText()} ${LAST_PICTURE}` };
    if (!this.live && !this.current) return { kind: "away", text: NEEDS_PYTHON };
    return this.note ? { kind: "note", text: this.note } : null;
  }

  dispose() {
    this.conversation.dispose();
    for (const clock of [this.restClock, this.tellClock]) clearTimeout(clock);
    this.listeners.clear();
  }
}

const LAST_PICTURE = "The picture is the last one computed.";
const NEEDS_PYTHON = "This page has no Python behind it: what it was not given it cannot compute.";
