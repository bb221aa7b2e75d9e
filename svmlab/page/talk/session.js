// One model in one page, whatever the number of its views: the machine, the solution shown, C, and what is said
// about them. `model` is anywidget's, or anything with get, set, on, off, send and save_changes.
//
// Python sets `machine`, `solution`, `path` and `answer` in one message; `answer.turn` numbers the messages. The page
// sets `selected` and asks through Conversation. When all is at rest it asks for the path; from then on C moves
// without Python, which is told where C came to rest.

import { unpackArrays } from "../math/arrays.js";
import { covers, solutionAt, unpackMachine, unpackPath } from "../math/machine.js";
import { softMarginText } from "../words/format.js";
import { leftOutText } from "../words/left_out.js";
import { Conversation, silentText } from "./conversation.js";
import { Observed } from "./observable.js";
import { Withdrawal } from "./withdrawal.js";

const REST = 250; // ms after the last answer until the page asks for what can wait
const TELL = 150; // ms of rest after which Python is told of a C that the page drew by itself

/** C as it travels: JSON has no infinity. */
export const toWire = (C) => (C === Infinity ? "inf" : C);
export const fromWire = (C) => (C === "inf" ? Infinity : C);

export class Session extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.conversation = new Conversation({
      send: ({ bytes, ...question }) => model.send(question, undefined, bytes ? [bytes] : undefined),
      changed: () => this.announce(),
    });
    this.error = null;
    this.draft = null;
    this.added = [];
    this.filings = new Map(); // what to do with what comes of a file, by token
    this.hear();
    this.greet();
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
    if (this.wantsOutAgain) this.askWithdrawal(this.keptOut.point);
    if (this.wantsLeftOut) {
      this.conversation.ask({ type: "loo", i: this.selected, C: toWire(this.C), epoch: this.machine.epoch });
    }
    if (this.wantsPath) this.conversation.ask({ type: "path", epoch: this.machine.epoch });
  }

  /** Is there anything that the page will ask for once all is at rest? */
  get wantsMore() {
    return Boolean(this.machine) && !this.error && (this.wantsPath || this.wantsLeftOut || this.wantsOutAgain);
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
    this.takeDraft(this.model.get("draft"));
    this.takePath(this.model.get("path"));
    if (!this.conversation.outstanding("C") && !this.untold) this.C = fromWire(answer.C);
    this.show();
    this.takeWithdrawal(this.model.get("withdrawal"));
    if (!this.conversation.outstanding("move") && !this.dragging) this.moved = null;
    this.keepChosen();
    if (!this.conversation.outstanding("edit")) this.added = [];
    this.takeFiled(this.model.get("filed"));
    this.settle();
    this.announce();
  }

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
    if (drawn) this.path = this.single; // the page was ahead: the same picture, certified by itself
    else this.solution = null;
  }

  // Leaving a point out.

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

  // Moving a point.

  get mayMove() {
    return this.live && Boolean(this.machine);
  }

  /** The reader takes point i to another place of the plane; `done` when it is let go. */
  movePoint(i, place, done = true) {
    if (!this.moved) this.movedFrom = this.machine.epoch;
    if (!this.dragging) this.drag = (this.drag ?? 0) + 1;
    this.moved = { i, place };
    this.dragging = !done;
    this.conversation.ask({ type: "move", i, x: place, epoch: this.movedFrom, drag: this.drag });
    this.announce();
  }

  // Editing points.

  /** Ask for {do, ...}: what is done before the answer comes goes along with the next question. */
  edit(step) {
    if (!this.mayMove) return;
    this.conversation.askAlso({ type: "edit", epoch: this.machine.epoch, steps: [step] });
    this.announce();
  }

  addPoint(place, k) {
    this.added.push({ place, k });
    this.chosenAt = undefined; // the new point will be the chosen one
    this.edit({ do: "add", x: place, k });
  }

  /** Delete the chosen point, or give it the next class. */
  editChosen(what) {
    const i = this.selected;
    if (i < 0) return;
    this.edit({ do: what, i, x: this.placeOf(i) });
    if (what === "remove") this.select(-1);
  }

  /** What the reader has chosen while edits were under way stays chosen, whatever its index is now. */
  keepChosen() {
    if (this.chosenAt === undefined) return;
    const { X, m } = this.points;
    const [x, y] = this.chosenAt;
    const i = Array.from({ length: m }, (_, k) => k).findIndex((k) => X[2 * k] === x && X[2 * k + 1] === y);
    if (!this.conversation.outstanding("edit")) this.chosenAt = undefined;
    if (i !== this.selected) this.select(i);
  }

  /** "regular" or "lecture", for all views. */
  setSize(size) {
    this.model.set("options", { ...this.model.get("options"), size });
    if (this.live) this.model.save_changes();
    this.announce();
  }

  // Files.

  /** Ask for {do, name, with} with the bytes of a file; resolves to what came of it, {..., error}. */
  askFile(question, bytes) {
    this.tell(); // what is saved is what the picture shows
    const token = (this.filing = (this.filing ?? 0) + 1);
    return new Promise((done) => {
      this.filings.set(token, done);
      this.conversation.ask({ type: "file", token, ...question, bytes });
    });
  }

  takeFiled(state) {
    if (state?.page !== this.conversation.page) return;
    this.filings.get(state.token)?.(state);
    this.filings.delete(state.token);
  }

  /** What can be undone, and the classes that a point can have. */
  get editor() {
    return this.model.get("editor") ?? {};
  }

  /** The points in the picture: those of the machine, or those that could not be trained. */
  get points() {
    return this.draft ?? this.machine;
  }

  takeDraft(state) {
    if (this.draftState === state) return;
    this.draftState = state;
    this.draft = state?.X && this.machine ? { ...unpackArrays(state), axes: this.machine.axes, classes: this.editor.classes } : null;
  }

  /** Where a point stands, which is under the pointer while it is dragged. */
  placeOf(i) {
    if (this.moved?.i === i) return this.moved.place;
    const { X } = this.points;
    return [X[2 * i], X[2 * i + 1]];
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
    this.endAbsence();
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

  get selected() {
    const i = this.model.get("selected");
    return this.machine && i >= 0 && i < this.points.m ? i : -1;
  }

  select(i) {
    if (this.conversation.outstanding("edit")) this.chosenAt = i < 0 ? [] : this.placeOf(i);
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
    this.absence?.stop();
    this.conversation.dispose();
    for (const clock of [this.restClock, this.tellClock]) clearTimeout(clock);
    this.listeners.clear();
  }
}

const LAST_PICTURE = "The picture is the last one computed.";
const NEEDS_PYTHON = "This page has no Python behind it: what it was not given it cannot compute.";
