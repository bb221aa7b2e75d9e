// Nearer, farther and aside: the wheel, two fingers, a drag of an empty place, double click and keys move the lens of a
// plane. In a page that scrolls the wheel is the page's unless Ctrl is held, the plane has the focus, or fills the screen.

import { element, hasFocus } from "../draw/elements.js";

const PER_WHEEL = 0.0018; // of a pixel of the wheel, in log of the nearness
const PER_KEY = 1.25;
const LINE = 16; // pixels that a line of the wheel counts
const PAN_AFTER = 4; // pixels that a pressed pointer moves before the plane goes along
const STEP_OF_PAN = 0.1; // of the picture, a step by key
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** What a key asks of the lens: {factor}, {pan}, {reset}, or null. */
export function zoomOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }, chosen) {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "+" || key === "=") return { factor: PER_KEY };
  if (key === "-" || key === "_") return { factor: 1 / PER_KEY };
  if (key === "0") return { reset: true };
  return shiftKey && !chosen && key in STEPS ? { pan: STEPS[key] } : null;
}

export class ZoomHand {
  /** Of a view with a `plane` in its `planeHost`, where `hand` moves points and `editBar` says whether clicks add them. */
  constructor({ session, plane, planeHost, hand, editBar, redraw }) {
    Object.assign(this, { session, plane, planeHost, hand, editBar, redraw, touches: new Map() });
    this.button = element("button", { type: "button", class: "svm-button svm-unzoom", hidden: true }, "");
    this.button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.reset();
      planeHost.focus({ preventScroll: true });
    });
    planeHost.append(this.button);
    if (session.zoom) plane.lens.standAt(session.zoom); // what the address of the page says
    this.listen();
  }

  listen() {
    const { planeHost } = this;
    const twoFingers = (event) => event.touches.length > 1 && event.preventDefault(); // the page stays where it is
    planeHost.addEventListener("touchstart", twoFingers, { passive: false });
    planeHost.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    planeHost.addEventListener("pointerdown", (event) => this.press(event));
    planeHost.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) planeHost.addEventListener(end, (event) => this.release(event));
    planeHost.addEventListener("click", (event) => this.panned && event.stopImmediatePropagation(), { capture: true });
    planeHost.addEventListener("dblclick", (event) => this.twice(event));
    planeHost.addEventListener("keydown", (event) => this.key(event));
  }

  get ready() {
    return Boolean(this.session.solution && this.plane.scales);
  }

  /** Does the wheel belong to the plane? */
  takesWheel({ ctrlKey, metaKey }) {
    const full = this.planeHost.getRootNode().fullscreenElement ?? document.fullscreenElement;
    return ctrlKey || metaKey || hasFocus(this.planeHost) || Boolean(full?.contains(this.planeHost));
  }

  wheel(event) {
    const at = this.plane.stage.place(event);
    if (!this.ready || !this.takesWheel(event) || !this.plane.contains(at)) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? LINE : 1);
    this.zoom(at, Math.exp(-PER_WHEEL * pixels * (event.ctrlKey ? 4 : 1))); // a pinch comes as a slow wheel with Ctrl
  }

  zoom(at, factor) {
    this.plane.lens.zoom(this.plane.toPlane(at), factor);
    this.redraw();
  }

  reset() {
    this.plane.lens.reset();
    this.redraw();
  }

  press(event) {
    this.panned = false;
    if (!this.ready) return;
    if (event.pointerType === "touch") {
      this.touches.set(event.pointerId, this.plane.stage.place(event));
      if (this.touches.size > 1) this.hand.letGo(event); // two fingers take no point along
    } else if (event.button === 0 && !this.hand.grasped && event.target !== this.button)
      this.from = { at: this.plane.stage.place(event), id: event.pointerId };
  }

  move(event) {
    if (this.touches.has(event.pointerId)) this.pinch(event);
    else if (this.from) this.drag(event);
  }

  drag(event) {
    const at = this.plane.stage.place(event);
    if (!this.panned && Math.hypot(at[0] - this.from.at[0], at[1] - this.from.at[1]) < PAN_AFTER) return;
    if (!this.panned) this.planeHost.setPointerCapture(this.from.id);
    this.panned = true;
    this.follow(this.from.at, at);
    this.from.at = at;
  }

  /** The place of the plane under one pixel comes to stand under another. */
  follow(from, to) {
    const [a, b] = [this.plane.toPlane(from), this.plane.toPlane(to)];
    this.plane.lens.pan([a[0] - b[0], a[1] - b[1]]);
    this.redraw.now();
  }

  /** Two fingers: their distance zooms, their middle pans. */
  pinch(event) {
    const before = [...this.touches.values()];
    this.touches.set(event.pointerId, this.plane.stage.place(event));
    if (before.length !== 2) return;
    const now = [...this.touches.values()];
    const apart = ([p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
    const middle = ([p, q]) => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    this.panned = true;
    this.plane.lens.zoom(this.plane.toPlane(middle(before)), apart(now) / apart(before));
    this.follow(middle(before), middle(now));
  }

  release(event) {
    this.touches.delete(event.pointerId);
    this.from = null;
  }

  /** Twice on an empty place: the whole again, unless clicks add points. */
  twice(event) {
    if (this.ready && !this.editBar.on && this.hand.pointUnder(event) < 0) this.reset();
  }

  key(event) {
    const { session, plane } = this;
    if (!this.ready || event.target !== this.planeHost) return;
    const asked = zoomOfKey(event, session.selected >= 0);
    if (!asked) {
      this.bringChosen();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { box, limits } = plane;
    if (asked.reset) this.reset();
    else if (asked.pan) {
      plane.lens.pan(limits.map(([low, high], j) => STEP_OF_PAN * (high - low) * asked.pan[j]));
      this.redraw();
    } else {
      const middle = [box.x + box.width / 2, box.y + box.height / 2];
      this.zoom(session.selected < 0 ? middle : plane.toPixels(session.placeOf(session.selected)), asked.factor);
    }
  }

  /** A point that a key has chosen is in sight. */
  bringChosen() {
    const { selected } = this.session;
    if (selected < 0) return;
    this.plane.lens.bring(this.session.placeOf(selected));
    this.redraw();
  }

  show() {
    if (this.ready) this.session.keepZoom(this.plane.lens.stand);
    const near = this.ready ? this.plane.lens.near : 1;
    this.button.hidden = !this.ready || !this.plane.lens.seen;
    const text = `${near.toFixed(1)} × · whole`;
    if (this.button.textContent !== text) this.button.textContent = text;
    this.button.title = "Show the whole picture again (0, or a double click)";
  }
}
