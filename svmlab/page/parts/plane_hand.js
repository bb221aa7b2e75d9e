// What a reader does in the plane by pointer and key: choose a point, drag it, walk from one to the next, edit.

import { editOfKey, placeBeside } from "./edit_bar.js";
import { isWalkKey, placeText, walk } from "./inspector.js";

const REACH = { mouse: 11, pen: 14, touch: 22 }; // pixels within which a pointer means a point
const DRAG_AFTER = 4; // pixels that a pressed pointer moves before a point goes along
const NUDGE = 0.01; // of the picture's width, a step by key
const BESIDE = 0.04; // of the picture's width, from the chosen point to one that is added by key
const NUDGES = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class PlaneHand {
  /** Of a view with a `plane` in its `planeHost`, and an `editBar` among its `bars`. */
  constructor({ session, plane, planeHost, editBar, bars, redraw }) {
    Object.assign(this, { session, plane, planeHost, editBar, bars, redraw, hovered: -1 });
    this.listen();
  }

  listen() {
    const { planeHost, bars } = this;
    planeHost.addEventListener("pointerdown", (event) => this.grasp(event));
    planeHost.addEventListener("pointermove", (event) => (this.grasped ? this.drag(event) : this.hover(event)));
    for (const end of ["pointerup", "pointercancel"]) planeHost.addEventListener(end, (event) => this.letGo(event));
    planeHost.addEventListener("touchstart", (event) => this.grasped && event.preventDefault(), { passive: false });
    planeHost.addEventListener("pointerleave", () => this.hoverAt(-1));
    planeHost.addEventListener("click", (event) => this.click(event));
    planeHost.addEventListener("keydown", (event) => this.key(event));
    bars.addEventListener("keydown", (event) => this.editKey(event));
    planeHost.addEventListener("blur", () => this.redraw());
  }

  pointUnder(event) {
    return this.plane.nearest(
      this.plane.stage.place(event),
      REACH[event.pointerType] ?? REACH.mouse,
      this.session.points,
    );
  }

  hover(event) {
    if (event.pointerType === "touch" || !this.session.solution) return;
    this.hoverAt(this.pointUnder(event));
  }

  hoverAt(i) {
    if (i === this.hovered) return;
    this.hovered = i;
    this.redraw();
  }

  /** A pointer pressed on a point may become a drag. */
  grasp(event) {
    this.dragged = false;
    if (event.button !== 0 || !this.session.solution || !this.session.mayMove) return;
    const point = this.pointUnder(event);
    if (point >= 0) this.grasped = { point, from: this.plane.stage.place(event), id: event.pointerId };
  }

  drag(event) {
    const { point, from, id } = this.grasped;
    const at = this.plane.stage.place(event);
    if (!this.dragged) {
      if (Math.hypot(at[0] - from[0], at[1] - from[1]) < DRAG_AFTER) return;
      this.dragged = true;
      this.planeHost.setPointerCapture(id);
      this.hoverAt(-1);
      this.session.select(point);
    }
    this.grasped.place = this.plane.toPlane(this.plane.inside(at));
    this.session.movePoint(point, this.grasped.place, false);
    this.redraw();
  }

  letGo({ type, pointerType }) {
    if (this.grasped && this.dragged) this.session.movePoint(this.grasped.point, this.grasped.place);
    else if (this.grasped && type === "pointerup" && pointerType === "touch") this.session.select(this.grasped.point); // there will be no click: the touch is the scene's
    this.grasped = null;
  }

  nudge([right, up]) {
    const { session } = this;
    const { selected } = session;
    if (selected < 0 || !session.mayMove) return;
    const pixels = NUDGE * this.plane.box.width;
    const [x, y] = this.plane.toPixels(session.placeOf(selected));
    session.movePoint(selected, this.plane.toPlane(this.plane.inside([x + right * pixels, y - up * pixels])));
  }

  click(event) {
    if (!this.session.solution || this.dragged) return;
    const [point, at] = [this.pointUnder(event), this.plane.stage.place(event)];
    if (point < 0 && this.editBar.on && this.plane.contains(at)) this.addAt(at);
    else this.session.select(point);
    this.redraw();
  }

  /** Add a point of the class that is chosen in the tools. */
  addAt(pixels) {
    const place = this.plane.toPlane(pixels);
    const { axes } = this.session.points;
    const { classes } = this.session.editor;
    this.session.addPoint(place, this.editBar.k);
    const kind = classes.length > 1 ? ` of class ${classes[this.editBar.k]}` : "";
    this.editBar.say(`added a point${kind}, ${placeText({ axes }, { x: place })}`);
  }

  /** Insert adds beside the chosen point, or in the middle. */
  insert() {
    const { box } = this.plane;
    const { selected } = this.session;
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    this.addAt(
      selected < 0 ? middle : placeBeside(this.plane.toPixels(this.session.placeOf(selected)), box, BESIDE * box.width),
    );
  }

  edit({ do: what, k }) {
    const { session, editBar } = this;
    if (what === "choose") editBar.choose(k);
    else if (what === "insert") this.insert();
    else if (what === "remove" || what === "relabel") {
      if (session.selected >= 0)
        editBar.say(
          what === "remove" ? `deleted point ${session.selected}` : `point ${session.selected} has the next class`,
        );
      session.editChosen(what);
    } else {
      session.edit(what);
      editBar.say({ undo: "undone", redo: "made again", clear: "deleted all points" }[what]);
    }
    this.redraw();
  }

  /** Take a key that edits; true if it was one. */
  editKey(event) {
    const { session, editBar } = this;
    if (!session.solution || !session.mayMove || !session.editor.classes) return false;
    const asked = editOfKey(event, editBar.on, session.editor.classes.length);
    if (!asked) return false;
    event.preventDefault();
    event.stopPropagation();
    this.edit(asked);
    return true;
  }

  key(event) {
    if (this.editKey(event) || event.ctrlKey || event.metaKey || event.altKey || !this.session.solution) return;
    if (event.key === "Escape") this.session.select(-1);
    else if (event.shiftKey && event.key in NUDGES) this.nudge(NUDGES[event.key]);
    else if (isWalkKey(event.key)) {
      const { points, draft, solution, selected } = this.session;
      this.session.select(points.m ? walk(points, draft ? { pointStatus: [] } : solution, selected, event.key) : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }
}
