// The session of scenes/scene.js: one whose points a reader may move, add and delete, and keep in files. What the page's
// own machine follows happens at once; points of a machine that only Python makes are asked for, and stand where they will.

import { unpackArrays } from "../math/arrays.js";
import { samePoints } from "../math/points.js";
import { MOST_IN_ADDRESS, addressOf, readAddress } from "./address.js";
import { Controls } from "./controls.js";
import { Filing } from "./filing.js";
import { LeavingSession } from "./leaving_session.js";
import { OWN_POINTS } from "./workshop.js";

export class Session extends LeavingSession {
  constructor(model) {
    super(model);
    this.draftTold = null;
    this.added = [];
    this.filing = new Filing(this.conversation);
    this.controls = new Controls(this);
    this.hear();
    this.greet();
    this.began = { solution: this.solution, points: this.workshop?.points, classes: this.workshop?.plane.classes };
    this.follow(model.get("address"));
  }

  // The address of a page without Python.

  /** Does the page know itself by its address? */
  get hasAddress() {
    return !this.live && Boolean(this.workshop && this.model.get("remember"));
  }

  /** The end of the page's address, null where it cannot hold the points: too many, or of other classes. */
  get address() {
    const { C, kernel, points, plane } = this.workshop;
    const told = { C, kernel, ...this.seen };
    if (this.began.points && samePoints(points, this.began.points)) return addressOf(told);
    const data = this.controls.drawnHere(points);
    if (data) return addressOf({ ...told, data });
    const others = String(plane.classes) !== String(this.began.classes);
    return others || points.y.length > MOST_IN_ADDRESS ? null : addressOf({ ...told, points });
  }

  /** How the machine is looked at, as the address tells it. */
  get seen() {
    const { overlays, zoom } = this;
    return { overlays, zoom };
  }

  /** Look at it so. */
  see({ overlays, zoom }) {
    this.showOverlays(overlays);
    this.zoom = zoom;
  }

  /** The same as a file keeps it, with the point that is chosen. */
  get viewed() {
    const { overlays, selected } = this;
    return { overlays, selected };
  }

  /** The plane is seen so, {near, at}, or as a whole, null; an address tells it. */
  keepZoom(zoom) {
    if (JSON.stringify(zoom ?? null) === JSON.stringify(this.zoom ?? null)) return;
    this.zoom = zoom;
    if (this.hasAddress) this.settle();
  }

  /** Stand where an address says; one that cannot be is refused in words. */
  follow(address) {
    if (!this.hasAddress || !address) return;
    try {
      const { controls, workshop } = this;
      const { C, kernel, data, points, ...seen } = readAddress(address, workshop.plane.classes.length, controls.menus);
      if (points) workshop.setPoints({ ...points, ...OWN_POINTS });
      if (data) controls.draw(data);
      controls.setKernel(kernel);
      this.moveTo(C);
      this.see(seen);
    } catch (error) {
      this.refusal = error.message;
    }
  }

  atRest() {
    super.atRest();
    if (this.hasAddress && !this.refusal) this.model.get("remember")(this.address ?? "#"); // none is better than a wrong one
  }

  takeMore() {
    this.takeDraft(this.model.get("draft"));
    super.takeMore();
    if (!this.conversation.outstanding("move") && !this.dragging) this.moved = null;
    this.keepChosen();
    if (!this.conversation.outstanding("edit")) this.added = [];
    this.filing.take(this.model.get("filed"));
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
    if (this.conversation.outstanding("edit")) this.chosenAt = i < 0 ? [] : this.placeOf(i);
    super.select(i);
  }

  // Moving a point.

  get mayMove() {
    return Boolean(this.machine) && (this.live || Boolean(this.workshop));
  }

  /** The reader takes point i to another place of the plane; `done` when it is let go. */
  movePoint(i, place, done = true) {
    if (i >= this.points.m) return;
    if (this.workshop) {
      this.workshop.movePoint(i, place, done);
      this.changedHere();
    } else this.askToMove(i, place, done);
  }

  askToMove(i, place, done) {
    if (!this.moved) this.movedFrom = this.machine.epoch;
    if (!this.dragging) this.drag = (this.drag ?? 0) + 1;
    this.moved = { i, place };
    this.dragging = !done;
    this.conversation.ask({ type: "move", i, x: place, epoch: this.movedFrom, drag: this.drag });
    this.announce();
  }

  /** Where a point stands, which is under the pointer while it is dragged. */
  placeOf(i) {
    if (this.moved?.i === i) return this.moved.place;
    const { X } = this.points;
    return [X[2 * i], X[2 * i + 1]];
  }

  // Editing points.

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

  addPoint(place, k) {
    if (this.workshop) {
      this.workshop.addPoint(place, k);
      this.select(this.points.m - 1);
      this.changedHere();
      return;
    }
    this.added.push({ place, k });
    this.chosenAt = undefined; // the new point will be the chosen one
    this.askToEdit({ do: "add", x: place, k });
  }

  /** Delete the chosen point, or give it the next class. */
  editChosen(what) {
    const i = this.selected;
    if (i < 0) return;
    if (!this.workshop) this.askToEdit({ do: what, i, x: this.placeOf(i) });
    else {
      if (what === "remove") this.workshop.removePoint(i);
      else this.workshop.relabelPoint(i);
      this.changedHere();
    }
    if (what === "remove") this.select(-1);
  }

  /** "undo", "redo" or "clear". */
  edit(what) {
    if (!this.mayMove) return;
    const { workshop } = this;
    const here = workshop && { undo: workshop.canUndo, redo: workshop.canRedo, clear: true }[what];
    if (here) {
      workshop[what]();
      this.select(-1);
      this.changedHere();
    } else if (this.live) this.askToEdit({ do: what });
  }

  /** Ask for {do, ...}: what is done before the answer comes goes along with the next question. */
  askToEdit(step) {
    if (!this.mayMove) return;
    this.tell();
    this.conversation.askAlso({ type: "edit", epoch: this.machine.epoch, steps: [step] });
    this.announce();
  }

  /** What the reader has chosen while edits were under way stays chosen, whatever its index is now. */
  keepChosen() {
    if (this.chosenAt === undefined || !this.points) return;
    const { X, m } = this.points;
    const [x, y] = this.chosenAt;
    const i = Array.from({ length: m }, (_, k) => k).findIndex((k) => X[2 * k] === x && X[2 * k + 1] === y);
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

  // Files.

  /**
   * Ask for {do, name, with} with the bytes of a file; resolves to what came of it, {..., error}. What is saved is what
   * the picture shows: what the model tells of it by itself may come after the question.
   */
  askFile(question, bytes) {
    this.tell();
    return this.filing.ask({ ...question, shown: this.viewed }, bytes);
  }
}
