// Handles over a canvas: dragged with mouse, pen or finger, reached by Tab and moved by the arrow keys.

import { element } from "../draw/elements.js";

const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const COMMIT_AFTER = 400; // ms after the last key

export class Handle {
  /**
   * `moved(place)` is told where the handle is dragged to, in pixels of the host; `stepped([dx, dy], size)` which
   * arrow key moves it, size 1, 0.2 with Shift and 5 with Page Up or Down; `ended()` when a move is over.
   */
  constructor(host, kind, { moved, stepped, ended }) {
    this.host = host;
    this.node = element("div", {
      class: `svm-handle svm-handle-${kind}`,
      role: "slider",
      tabindex: 0,
      "data-lm-suppress-shortcuts": "true",
    });
    this.face = element("span", { "aria-hidden": "true" });
    this.node.append(this.face);
    host.append(this.node);
    Object.assign(this, { moved, stepped, ended, place: [0, 0] });
    this.node.addEventListener("pointerdown", (event) => this.grab(event, this.place));
    this.node.addEventListener("pointermove", (event) => this.follow(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.node.addEventListener(end, () => this.release());
    }
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("blur", () => this.settle());
  }

  pixels(event) {
    const box = this.host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Begin to drag, from `place`: the handle's own, or any place that moves with it. */
  grab(event, place) {
    if (event.button > 0 || this.pointer !== undefined) return;
    const [x, y] = this.pixels(event);
    this.pointer = event.pointerId;
    this.offset = [place[0] - x, place[1] - y];
    this.node.setPointerCapture(event.pointerId);
    this.node.classList.add("svm-held");
    this.node.focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  }

  follow(event) {
    if (event.pointerId !== this.pointer) return;
    const [x, y] = this.pixels(event);
    this.changed = true;
    this.moved([x + this.offset[0], y + this.offset[1]]);
  }

  release() {
    if (this.pointer === undefined) return;
    this.pointer = undefined;
    this.node.classList.remove("svm-held");
    this.settle();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = { PageUp: [0, 1], PageDown: [0, -1] }[event.key];
    const step = STEPS[event.key] ?? page;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.changed = true;
    this.stepped(step, page ? 5 : event.shiftKey ? 0.2 : 1);
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.settle(), COMMIT_AFTER);
  }

  /** Say once that the move is over. */
  settle() {
    clearTimeout(this.clock);
    if (!this.changed || this.pointer !== undefined) return;
    this.changed = false;
    this.ended();
  }

  /** Stand at a place, in pixels of the host, with what it is called and where it is in words. */
  show([x, y], { label, text, now = 0, range = [now - 1, now + 1], face = "", color = "", state = "" }) {
    this.place = [x, y];
    Object.assign(this.node.style, { left: `${x}px`, top: `${y}px` });
    this.node.style.setProperty("--svm-own", color);
    this.node.dataset.state = state;
    if (this.face.textContent !== face) this.face.textContent = face;
    const attributes = {
      "aria-label": label,
      "aria-valuetext": text,
      "aria-valuenow": now,
      "aria-valuemin": range[0],
      "aria-valuemax": range[1],
    };
    for (const [name, value] of Object.entries(attributes)) this.node.setAttribute(name, value);
    this.node.title = label;
    this.node.hidden = false;
  }

  hide() {
    this.node.hidden = true;
  }

  remove() {
    clearTimeout(this.clock);
    this.node.remove();
  }
}
