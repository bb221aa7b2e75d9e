// The session of scenes/scene.js: one whose points a reader may move, add and delete, and keep in files.

import { unpackArrays } from "../math/arrays.js";
import { LeavingSession } from "./leaving_session.js";

export class Session extends LeavingSession {
  constructor(model) {
    super(model);
    this.draft = null;
    this.added = [];
    this.filings = new Map(); // what to do with what comes of a file, by token
    this.hear();
    this.greet();
  }

  takeMore() {
    this.takeDraft(this.model.get("draft"));
    super.takeMore();
    if (!this.conversation.outstanding("move") && !this.dragging) this.moved = null;
    this.keepChosen();
    if (!this.conversation.outstanding("edit")) this.added = [];
    this.takeFiled(this.model.get("filed"));
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

  /** What can be undone, and the classes that a point can have. */
  get editor() {
    return this.model.get("editor") ?? {};
  }

  takeDraft(state) {
    if (this.draftState === state) return;
    this.draftState = state;
    const plane = this.machine ?? state?.plane;
    this.draft = state?.X && plane ? { ...unpackArrays(state), axes: plane.axes, classes: this.editor.classes } : null;
  }

  /** Where a point stands, which is under the pointer while it is dragged. */
  placeOf(i) {
    if (this.moved?.i === i) return this.moved.place;
    const { X } = this.points;
    return [X[2 * i], X[2 * i + 1]];
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
}
