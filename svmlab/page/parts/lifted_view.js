// The views in space, in the place of the plane: a drag turns them, so do the arrow keys; a click chooses a point.

import { notApplicable, reliefText } from "../words/overlays.js";
import { element } from "../draw/elements.js";
import { FeatureSpace } from "../draw/feature_space.js";
import { Space } from "../draw/space.js";
import { Surface } from "../draw/surface.js";

const PER_PIXEL = 0.008; // radians
const TURN_BY_KEY = Math.PI / 36; // by key
const TURNS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const POINT_REACH = 12; // pixels within which a click means a point
const STILL = 4; // pixels that a pressed pointer may move and still clicks
const degrees = (angle) => Math.round((angle * 180) / Math.PI);

export class LiftedView {
  /** Over a view's `planeHost`, of the same size; `choose(i)` is called with a point that is clicked, or -1. */
  constructor({ planeHost, plane, redraw }, choose) {
    Object.assign(this, { planeHost, plane, redraw, choose });
    this.node = element("div", {
      class: "svm-lifted",
      role: "slider",
      tabindex: 0,
      hidden: true,
      "aria-label": "Turn the view in space",
      "aria-valuemin": 0,
      "aria-valuemax": 360,
      "data-lm-suppress-shortcuts": "true",
      title: "Drag to turn, or use the arrow keys; 0 turns it back",
    });
    planeHost.after(this.node);
    this.painters = { lifted: new Surface(), feature_space: new FeatureSpace() };
    this.node.addEventListener("pointerdown", (event) => this.press(event));
    this.node.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.node.addEventListener(end, (event) => this.release(event));
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  /** Which of the two views is wanted of a machine, or null. */
  static wanted({ overlays, machine }) {
    return ["feature_space", "lifted"].find((name) => overlays.has(name) && !notApplicable(name, machine)) ?? null;
  }

  /** Draw the picture that the plane has drawn, if it is wanted in space. */
  show(picture) {
    const name = picture.draft ? null : LiftedView.wanted(picture);
    this.node.hidden = !name;
    if (!name) return;
    this.space ??= new Space(this.node, this.redraw, () => this.plane.stage.height);
    const { offsetTop, offsetLeft, offsetWidth } = this.planeHost;
    Object.assign(this.node.style, { top: `${offsetTop}px`, left: `${offsetLeft}px`, width: `${offsetWidth}px` });
    if (!this.space.stage.fit()) return;
    if (this.painter !== this.painters[name]) {
      this.painter = this.painters[name];
      this.turnBack = () => this.space.from(this.painter.begin(picture));
      this.turnBack();
    }
    const told = this.painter.draw(this.space, this.plane, picture);
    const { azimuth, tilt, stage } = this.space;
    stage.canvas.setAttribute("role", "img");
    stage.canvas.setAttribute("aria-label", reliefText(picture.machine, told));
    const turned = (degrees(azimuth) + 360) % 360;
    this.node.setAttribute("aria-valuenow", turned);
    this.node.setAttribute("aria-valuetext", `turned by ${turned} degrees, seen from ${degrees(tilt)} degrees above`);
  }

  press(event) {
    if (event.button !== 0) return;
    this.node.setPointerCapture(event.pointerId);
    this.from = this.start = [event.clientX, event.clientY];
  }

  drag(event) {
    if (!this.from) return;
    const [x, y] = [event.clientX, event.clientY];
    this.space.turn(PER_PIXEL * (this.from[0] - x), PER_PIXEL * (y - this.from[1]));
    this.from = [x, y];
    this.redraw();
  }

  release(event) {
    const clicked =
      this.from &&
      Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]) < STILL &&
      event.type === "pointerup";
    this.from = null;
    if (clicked) this.choose(this.pointAt(this.space.stage.place(event)));
  }

  /** The point nearest to a place of the canvas, the one in front where there are several; or -1. */
  pointAt([x, y]) {
    let [best, distance] = [-1, POINT_REACH];
    for (const { i, at } of this.painter.marks) {
      const away = Math.hypot(at[0] - x, at[1] - y);
      if (away <= distance) [best, distance] = [i, away];
    }
    return best;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in TURNS) this.space.turn(...TURNS[event.key].map((way) => way * TURN_BY_KEY));
    else if (event.key === "0" || event.key === "Home") this.turnBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }

  dispose() {
    this.space?.dispose();
  }
}
