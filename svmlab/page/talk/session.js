// The session of scenes/scene.js: one whose points a reader may edit, and that is kept in files and in the address of a page
// without Python.

import { samePoints } from "../math/points.js";
import { MOST_IN_ADDRESS, addressOf, readAddress } from "./address.js";
import { Controls } from "./controls.js";
import { EditingSession } from "./editing_session.js";
import { Filing } from "./filing.js";
import { OWN_POINTS } from "./workshop.js";

export class Session extends EditingSession {
  constructor(model) {
    super(model);
    this.filing = new Filing(this.conversation, (question) => this.askNext(question));
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
    super.takeMore();
    this.filing.take(this.model.get("filed"));
  }

  // Files.

  /**
   * Ask for {do, name, with} with the bytes of a file; resolves to what came of it, {..., error}. What is saved is what
   * the picture shows: what the model tells of it by itself may come after the question.
   */
  askFile(question, bytes) {
    return this.filing.ask({ ...question, shown: this.viewed }, bytes);
  }
}
