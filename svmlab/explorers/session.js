// One model in one page, whatever the number of its views: the machine, the solution shown, C, and what is said
// about them. `model` is anywidget's, or anything with get, set, on, off, send and save_changes.
//
// Python sets `machine`, `solution` and `answer` in one message; `answer.turn` numbers the messages. The page sets
// `selected` and asks through Conversation.

import { covers, solutionAt, unpackMachine, unpackPath } from "./machine.js";
import { Conversation } from "./messages.js";

/** C as it travels: JSON has no infinity. */
export const toWire = (C) => (C === Infinity ? "inf" : C);
export const fromWire = (C) => (C === "inf" ? Infinity : C);

export class Session {
  constructor(model) {
    this.model = model;
    this.listeners = new Set();
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.conversation = new Conversation({
      send: (question) => model.send(question),
      changed: () => this.announce(),
    });
    this.error = null;
    this.hear();
    this.greet();
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  announce() {
    for (const listener of this.listeners) listener();
  }

  greet() {
    if (this.live) this.conversation.ask({ type: "hello" });
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
    if (!this.conversation.outstanding("C")) this.C = fromWire(answer.C);
    this.show();
    this.announce();
  }

  take(machine, solution) {
    if (this.machineState !== machine) {
      this.machineState = machine;
      this.machine = unpackMachine(machine);
    }
    if (this.solutionState !== solution) {
      this.solutionState = solution;
      this.path = unpackPath(solution);
      this.solution = null;
    }
  }

  /** The solution for the present C if the page knows it; else the last one stays. */
  show() {
    if (!this.path) return;
    if (covers(this.path, this.C)) {
      if (this.solution?.C !== this.C) this.solution = solutionAt(this.machine, this.path, this.C);
    } else this.solution ??= solutionAt(this.machine, this.path, this.path.C[0]);
  }

  /** The reader moves C. */
  moveTo(C) {
    if (C === this.C) return;
    this.C = C;
    this.show();
    if (this.live) this.conversation.ask({ type: "C", C: toWire(C) });
    this.announce();
  }

  get selected() {
    const i = this.model.get("selected");
    return this.machine && i >= 0 && i < this.machine.m ? i : -1;
  }

  select(i) {
    if (i === this.model.get("selected")) return;
    this.model.set("selected", i);
    if (this.live) this.model.save_changes();
    this.announce();
  }

  /** Does the picture show what the controls say? */
  get current() {
    return !this.error && this.solution && this.solution.C === this.C;
  }

  /** What to say beside the picture, {kind, text}, or null. */
  get notice() {
    if (this.error) return { kind: "error", text: this.error };
    if (this.live && this.conversation.silent) return { kind: "away", text: SILENT };
    if (!this.live && !this.current) return { kind: "away", text: NEEDS_PYTHON };
    return this.note ? { kind: "note", text: this.note } : null;
  }

  dispose() {
    this.conversation.dispose();
    this.listeners.clear();
  }
}

const SILENT =
  "No answer from Python: it is busy, or this notebook was opened without running it. " +
  "The picture is the last one computed; run the cell to bring it to life.";
const NEEDS_PYTHON = "This page has no Python behind it: what it was not given it cannot compute.";
