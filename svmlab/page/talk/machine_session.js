// One model in one page, whatever the number of its views: the machine, the solution shown, C, and what is said
// about them. `model` is anywidget's, or anything with get, set, on, off, send and save_changes.
//
// Whose machine it is: where the exact engine knows it, the page makes it by itself, in `workshop`, with Python or
// without, and tells Python at rest what it stands at, `state`. Else Python makes it, and the page asks for each C.
// Python sets `machine`, `solution` and `answer` in one message; `answer.turn` numbers the messages.

import { OVERLAYS } from "../math/constants.js";
import { unpackMachine, unpackSolution } from "../math/machine.js";
import { samePoints } from "../math/points.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { silentText } from "./conversation.js";
import { RestingSession } from "./resting_session.js";
import { Unfollowed } from "./unfollowed.js";
import { Workshop } from "./workshop.js";

const TELL = 150; // ms of rest after which Python is told of what the page stands at
const IN_SPACE = ["lifted", "feature_space"]; // overlays that take the place of the plane

/** C as it travels: JSON has no infinity. */
export const toWire = (C) => (C === Infinity ? "inf" : C);
export const fromWire = (C) => (C === "inf" ? Infinity : C);

/** Those that extend it `hear()` what there is, and `greet()`, once they are made. */
export class MachineSession extends RestingSession {
  unfollowed = new Unfollowed();
  refusal = null; // why Python has no newer machine

  greet() {
    if (this.live) this.conversation.ask({ type: "hello" });
  }

  // --- what there is ----------------------------------------------------------------------------------------------

  get machine() {
    return this.workshop ? this.workshop.machine : this.machineTold;
  }

  get solution() {
    return this.workshop ? this.workshop.solution : this.solutionTold;
  }

  get error() {
    return this.workshop?.error ?? this.refusal;
  }

  get range() {
    const { C_min, C_max, hard } = this.model.get("options");
    return { low: C_min, high: C_max, hard };
  }

  /** The solution for every C, once the page has worked it out. */
  get whole() {
    return this.workshop?.path ?? null;
  }

  /** Is the page at work on the path? */
  get awaitsPath() {
    return Boolean(this.workshop) && !this.error && this.rested && this.workshop.ahead.wantsPath;
  }

  /** Does C have nowhere to go, because nobody knows the solution elsewhere? */
  get stands() {
    return !this.live && !this.workshop && Boolean(this.machine);
  }

  /** The points that can be chosen. */
  get points() {
    return this.machine;
  }

  /** Does the picture show what the controls say? */
  get current() {
    return !this.error && Boolean(this.solution) && this.solution.C === this.C;
  }

  get lines() {
    return (this.workshop ? this.workshop.points.lines : this.model.get("lines")) ?? [];
  }

  /** What to say beside the picture, {kind, text}, or null. */
  get notice() {
    const { workshop, live, conversation } = this;
    if (this.error) return { kind: "error", text: this.error };
    if (live && conversation.silent)
      return { kind: "away", text: `${silentText()} ${workshop ? GOES_ON : LAST_PICTURE}` };
    if (!live && !this.current) return { kind: "away", text: NEEDS_PYTHON };
    const note = workshop ? workshop.note : this.note;
    return note ? { kind: "note", text: note } : null;
  }

  // --- what Python says -------------------------------------------------------------------------------------------

  /** Take what Python has set. */
  hear() {
    const answer = this.model.get("answer");
    if (answer.turn === undefined) return; // nothing said yet
    this.conversation.hear(answer, () => this.takeAnswer(answer));
  }

  takeAnswer(answer) {
    if (answer.page === this.conversation.page) this.unfollowed.answered(answer.number);
    this.refusal = answer.error;
    this.note = answer.note;
    if (!this.isAhead) {
      this.C = fromWire(answer.C);
      this.kernelSet = this.kernelAsked = null;
    }
    const others = this.take(this.model.get("machine"), this.model.get("solution"));
    if (this.workshop && this.workshop.C !== this.C) this.workshop.setC(this.C);
    if (others) this.unfollowed.overtaken((made) => this.makeAgain(made));
    this.takeMore();
    this.settle();
    this.announce();
  }

  /** Has the page gone on since what Python has heard of, or answered? */
  get isAhead() {
    return this.untold || ["C", "state"].some((type) => this.conversation.outstanding(type));
  }

  /** What else Python may have set, of a session that knows more. */
  takeMore() {}

  /** An edit that Python has not followed, {at, step}, is to be made upon its points, in a session that has edits. */
  makeAgain() {}

  /** Take a machine and a solution of it; are its points others than those here? */
  take(machine, solution) {
    let others = false;
    const another = machine.epoch !== undefined && this.machineState !== machine;
    if (another) {
      this.machineState = machine;
      this.base = machine.epoch;
      if (machine.by === this.conversation.page) this.tellRest();
      else others = this.takeOver(unpackMachine(machine), solution);
    }
    const ofIt = this.machineTold && solution.epoch === this.machineTold.epoch;
    if (!this.workshop && ofIt && this.solutionState !== solution) {
      this.solutionState = solution;
      this.solutionTold = unpackSolution(this.machineTold, solution);
    }
    return others;
  }

  /** Python has another machine: the page goes on from there by itself, if it can. Has it other points than those here? */
  takeOver(machine, solution) {
    const { workshop: before, kernelSet } = this;
    const here = kernelSet ? { ...machine, kernel: kernelSet, epoch: machine.epoch + 1 } : machine;
    this.workshop = MachineEngine.knows(here) ? this.workshopOf(here) : null;
    if (this.live && this.workshop?.doubtful && solution.epoch === here.epoch) this.workshop = null; // Python's is better
    if (!this.workshop) this.machineTold = machine;
    const same = before && this.workshop && samePoints(before.points, this.workshop.points);
    if (!same || this.unfollowed.steps.length) return true;
    this.workshop.history = before.history;
    return false;
  }

  workshopOf(machine) {
    const { X, kernel, epoch, data, note, limits, aspect, axes, pair, whole } = machine;
    const { classes, whole: names } = this.model.get("editor") ?? {};
    const { low, high } = this.range;
    const hues = machine.hues ?? machine.classes.map((_, k) => k);
    const plane = { classes: classes ?? machine.classes, whole: whole && { ...whole, classes: names ?? classes } };
    const points = {
      X,
      y: Int32Array.from(machine.y, (k) => hues[k]),
      data,
      note,
      lines: this.model.get("lines") ?? [],
      limits,
    };
    return new Workshop({
      plane: { ...plane, aspect, axes, pair: pair ?? 1 },
      points,
      kernel,
      C: this.C,
      range: [low, high],
      epoch,
      before: this.workshop,
    });
  }

  // --- what a reader does -----------------------------------------------------------------------------------------

  /** The reader moves C. */
  moveTo(C) {
    if (C === this.C) return;
    this.C = C;
    this.workshop?.setC(C);
    this.changedHere();
    if (!this.workshop) this.tell();
  }

  /** Another kernel, {name, parameters}: at once where the engine knows it, else Python is asked. */
  setKernel(kernel) {
    const { epoch, ...before } = this.workshop?.machine ?? this.machineTold;
    const machine = { ...before, kernel, epoch: epoch + 1 }; // another than the one that Python has told
    if (!MachineEngine.knows(machine)) {
      this.askForKernel(kernel);
      return;
    }
    if (this.workshop) this.workshop.setKernel(kernel);
    else this.workshop = this.workshopOf(machine);
    this.kernelAsked = null;
    this.kernelSet = this.live ? kernel : null; // it outlasts what Python answers to earlier questions
    this.changedHere();
  }

  /** A page without Python stands at a machine of its own, {X, y, classes, kernel, ...} as Python would tell it. */
  begin(machine) {
    this.takeOver(machine, {});
    this.refusal = this.workshop ? null : NOT_HERE;
    this.select(-1);
    this.changedHere();
  }

  /** A page without Python stands where it began. */
  beginAgain() {
    this.machineState = this.solutionState = null;
    this.C = fromWire(this.model.get("answer").C);
    this.take(this.model.get("machine"), this.model.get("solution"));
    this.refusal = null;
    this.select(-1);
    this.changedHere();
  }

  /** Ask Python for a machine with a kernel that the page does not know; without Python that is said. */
  askForKernel(kernel) {
    this.kernelAsked = kernel;
    if (this.live) this.conversation.ask(this.stateQuestion());
    else this.refusal = NOT_HERE;
    this.announce();
  }

  select(i) {
    if (i === this.model.get("selected")) return;
    this.model.set("selected", i);
    if (this.live) this.model.save_changes();
    this.settle();
    this.announce();
  }

  get selected() {
    const i = this.model.get("selected");
    return this.machine && i >= 0 && i < this.points.m ? i : -1;
  }

  /** Names of what is shown beside the machine. */
  get overlays() {
    return this.model.get("overlays") ?? [];
  }

  /** Show what is beside the machine, or show it no more; of the two views in space there is one at a time. */
  toggleOverlay(name) {
    const shown = new Set(this.overlays);
    if (shown.has(name)) shown.delete(name);
    else {
      if (IN_SPACE.includes(name)) for (const other of IN_SPACE) shown.delete(other);
      shown.add(name);
    }
    this.showOverlays(OVERLAYS.filter((one) => shown.has(one)));
  }

  showOverlays(names) {
    this.model.set("overlays", names);
    if (this.live) this.model.save_changes();
    this.settle();
    this.announce();
  }

  /** "regular" or "lecture", for all views. */
  setSize(size) {
    this.model.set("options", { ...this.model.get("options"), size });
    if (this.live) this.model.save_changes();
    this.announce();
  }

  // --- what Python is told ----------------------------------------------------------------------------------------

  /** Something has changed in the page: the picture now, Python at rest. */
  changedHere() {
    if (this.workshop) this.refusal = null;
    this.tellLater();
    this.settle();
    this.announce();
  }

  tellLater() {
    clearTimeout(this.tellClock);
    this.untold = this.live;
    if (this.untold) this.tellClock = setTimeout(() => this.tell(), TELL);
  }

  /** Let Python know of what the page stands at. */
  tell() {
    clearTimeout(this.tellClock);
    if (!this.untold || this.workshop?.dragging) return;
    this.untold = false;
    if (this.workshop) this.conversation.ask(this.stateQuestion());
    else this.conversation.ask({ type: "C", C: toWire(this.C) });
  }

  /** Python follows: is there more to be told since? */
  tellRest() {
    if (this.workshop && this.workshop.epoch !== this.base && !this.untold) this.changedHere();
  }

  /** The question by which Python is told of what the page stands at: when it is sent, or as it was when it was fixed. */
  stateQuestion() {
    const cover = (number, at) => this.unfollowed.cover(number, at, true);
    const now = (number) => {
      cover(number);
      return this.state();
    };
    const fixed = () => {
      const { standing, overtakings } = this.unfollowed;
      const base = (number) => {
        if (this.unfollowed.overtakings !== overtakings) return {}; // its base is an old one, and Python will know
        cover(number, standing);
        return { base: this.base };
      };
      return { type: "state", ...this.state(), now: base };
    };
    return { type: "state", now, fixed };
  }

  /** Ask for what changes the machine: it comes after all that has been done here. */
  askNext(question, ask = "ask", at = this.unfollowed.standing) {
    this.tell();
    this.conversation.fix("state");
    const now = (number) => {
      this.unfollowed.cover(number, at);
      return { epoch: this.base }; // it is about the points that Python has told last
    };
    this.conversation[ask]({ ...question, now });
  }

  /** What the page stands at: the points and the kernel where they are others than those that Python has. */
  state() {
    const asked = this.kernelAsked ? { kernel: this.kernelAsked, doubtful: true } : {};
    if (!this.workshop) return { base: this.base, epoch: this.base, C: toWire(this.C), doubtful: true, ...asked };
    const { epoch, points, kernel, error, solution, doubtful } = this.workshop;
    const { X, y } = points;
    const moved = epoch === this.base ? {} : { X: Array.from(X), y: Array.from(y), kernel };
    const objective = error ? {} : { primal: solution.primal, dual: solution.dual };
    return { base: this.base, epoch, C: toWire(this.C), doubtful, ...moved, ...objective, ...asked };
  }

  dispose() {
    clearTimeout(this.tellClock);
    super.dispose();
  }
}

const LAST_PICTURE = "The picture is the last one computed.";
const GOES_ON = "The page goes on by itself.";
const NEEDS_PYTHON = "This page has no Python behind it: what it was not given it cannot compute.";
const NOT_HERE = "The page cannot train this machine by itself, and there is no Python behind it.";
