// What a session knows of its points while a reader moves, adds and deletes them. What the page's own machine follows happens
// at once; points of a machine that only Python makes are asked for, and stand where they will.

import { unpackArrays } from "../math/arrays.js";
import { samePoints } from "../math/points.js";
import { LeavingSession } from "./leaving_session.js";

export class EditingSession extends LeavingSession {
  constructor(model) {
    super(model);
    this.draftTold = null;
    this.added = [];
    this.moved = new Map(); // by the index of a point that Python is still to move: where it has stood since it was asked
    this.drag = null; // the last, {number, i, at, place, done}: of which point when it began, which one that is now, and where
  }

  takeMore() {
    this.takeDraft(this.model.get("draft"));
    super.takeMore();
    if (!this.conversation.outstanding("edit")) {
      this.moved.clear();
      this.added = [];
    } else if (this.movedOf !== this.points) this.findMoved();
    this.keepChosen();
  }

  /** The points that could not be trained, or null. */
  get draft() {
    return this.workshop ? this.workshop.draft : this.draftTold;
  }

  /** The points in the picture: those of the machine, or those that could not be trained. */
  get points() {
    return this.draft ?? this.machine;
  }

  select(i) {
    if (this.unfollowed.steps.length || this.conversation.outstanding("edit"))
      this.chosenAt = i < 0 ? [] : this.placeOf(i);
    super.select(i);
  }

  /** Where a point stands, which is under the pointer while it is dragged. */
  placeOf(i) {
    const { X } = this.points;
    return this.moved.get(i)?.at(-1) ?? [X[2 * i], X[2 * i + 1]];
  }

  /** The index of the point at a place, i where that one stands there; or -1. */
  indexOf(place, i) {
    const stands = (k) => this.placeOf(k).every((value, j) => value === place[j]);
    const { m } = this.points;
    return i >= 0 && i < m && stands(i) ? i : Array.from({ length: m }, (_, k) => k).findIndex(stands);
  }

  get mayMove() {
    return Boolean(this.machine) && (this.live || Boolean(this.workshop));
  }

  /** What can be undone, and the classes that a point can have; Python may have something to undo that the page has not. */
  get editor() {
    const told = this.model.get("editor") ?? {};
    const { workshop, live } = this;
    if (!workshop) return told;
    const { classes, whole } = workshop.plane;
    const undo = workshop.canUndo || (live && Boolean(told.undo));
    const redo = workshop.canRedo || (live && Boolean(told.redo));
    return { classes, whole: whole?.classes, undo, redo };
  }

  // What a reader does.

  /**
   * The reader takes point i to another place of the plane; `done` when it is let go. A drag keeps its point, whatever becomes
   * of the others meanwhile, and goes nowhere once that one is gone.
   */
  movePoint(i, place, done = true) {
    const held = this.drag?.i === i && !this.drag.done ? this.drag : null;
    const at = held ? this.indexOf(held.place, held.at) : i;
    const gone = at < 0 || at >= this.points.m;
    const number = held?.number ?? (this.drag?.number ?? 0) + 1;
    this.drag = { number, i, at, place: gone ? held?.place : place, done };
    if (!gone) this.make({ do: "move", i: at, x: this.placeOf(at), to: place, drag: number });
    else if (done) this.workshop?.letGo();
  }

  addPoint(place, k) {
    this.make({ do: "add", x: place, k });
    this.chosenAt = undefined; // the new point will be the chosen one
    if (this.workshop) this.select(this.points.m - 1);
  }

  /** Delete the chosen point, or give it the next class. */
  editChosen(what) {
    const i = this.selected;
    if (i < 0) return;
    this.make({ do: what, i, x: this.placeOf(i) });
    if (what === "remove") this.select(-1);
  }

  /** "undo", "redo" or "clear". */
  edit(what) {
    if (this.mayMove && this.make({ do: what })) this.select(-1);
  }

  // How it is done: at once, or by Python.

  /** Make a step {do, ...}, as Python takes it, or ask for it; was it made here? */
  make(step) {
    const here = this.step(step);
    if (step.do === "move" && this.chosenAt && step.i === this.selected) this.chosenAt = step.to;
    if (here) {
      if (this.live) this.unfollowed.add(step);
      this.changedHere();
    } else if (this.live) {
      if (step.do === "move") this.moved.set(step.i, [...(this.moved.get(step.i) ?? [step.x]), step.to]);
      this.askToEdit(step);
    }
    return here;
  }

  /** Make a step with the page's own machine; false where there is none, or nothing to undo. */
  step({ do: what, i, x, k, to, drag }) {
    const { workshop } = this;
    const may = { undo: workshop?.canUndo, redo: workshop?.canRedo }[what] ?? Boolean(workshop);
    if (!may) return false;
    if (what === "move") workshop.movePoint(i, to, drag !== this.drag?.number || this.drag.done);
    else if (what === "add") workshop.addPoint(x, k);
    else if (what === "remove") workshop.removePoint(i);
    else if (what === "relabel") workshop.relabelPoint(i);
    else workshop[what]();
    return true;
  }

  /** Ask for a step: what is done before the answer comes goes along with the next question. */
  askToEdit(step, at) {
    if (!this.mayMove) return;
    if (step.do === "add") this.added.push({ place: step.x, k: step.k });
    this.movedOf = this.points;
    this.askNext({ type: "edit", steps: [step] }, "askAlso", at);
    this.announce();
  }

  // What Python says.

  /** Python has come with other points: a step that it has not followed is made upon them, where its point is there. */
  makeAgain({ at, step }) {
    if (this.workshop) this.tellLater();
    const here = this.workshop ? this.onThesePoints(step) : step;
    if (!here || this.step(here)) return;
    this.unfollowed.handOver(at);
    this.askToEdit(step, at);
  }

  /** A step upon the points of the page's own machine, or null: its point is gone, or there is no such class. */
  onThesePoints(step) {
    if (step.do === "add") return step.k < this.workshop.plane.classes.length ? step : null;
    if (!step.x) return step;
    const i = this.indexOf(step.x, step.i);
    if (step.drag !== undefined && step.drag === this.drag?.number) this.drag.at = i;
    return i < 0 ? null : { ...step, i };
  }

  /** Points that Python is still to move stand where the reader took them, whatever their index is now. */
  findMoved() {
    const found = [...this.moved].map(([i, places]) => {
      const { X, m } = this.points;
      const stands = (k) => places.some(([x, y]) => X[2 * k] === x && X[2 * k + 1] === y);
      const first = () => Array.from({ length: m }, (_, k) => k).findIndex(stands);
      return [i < m && stands(i) ? i : first(), places];
    });
    this.moved = new Map(found.filter(([i]) => i >= 0));
    this.movedOf = this.points;
  }

  /** What the reader has chosen while edits were under way stays chosen, whatever its index is now. */
  keepChosen() {
    if (this.chosenAt === undefined || !this.points) return;
    const i = this.indexOf(this.chosenAt, this.selected);
    if (!this.conversation.outstanding("edit")) this.chosenAt = undefined;
    if (i !== this.selected) this.select(i);
  }

  /** Points that Python could not train: the page's own machine says why by itself, once it has not gone on from them. */
  takeDraft(state) {
    if (this.draftState === state || (this.workshop && this.isAhead)) return;
    this.draftState = state;
    const plane = this.machine ?? state?.plane;
    const draft = state?.X && plane ? unpackArrays(state) : null;
    this.draftTold = draft && { ...draft, axes: plane.axes, classes: this.editor.classes };
    const { workshop } = this;
    if (draft && workshop && !samePoints(draft, workshop.points)) {
      workshop.setPoints({ X: draft.X, y: Int32Array.from(draft.y) });
    }
  }
}
