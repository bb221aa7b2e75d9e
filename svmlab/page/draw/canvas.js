// A canvas that is as wide as its place allows, and sharp on any screen.

import { element } from "./elements.js";

export class Stage {
  /** `heightOf(width, height)` of the place gives the canvas's height, CSS pixels; `changed` is called when they change. */
  constructor(host, heightOf, changed) {
    this.canvas = element("canvas", { class: "svm-canvas" });
    this.ctx = this.canvas.getContext("2d");
    this.heightOf = heightOf;
    host.append(this.canvas);
    this.host = host;
    this.width = this.height = 0;
    this.room = null;
    this.observer = new ResizeObserver(changed);
    this.observer.observe(host);
  }

  /** Read the size of the place for the next `fit`: before a frame writes, since to read it after forces a layout. */
  measure() {
    this.room = { width: Math.floor(this.host.clientWidth), height: this.host.clientHeight };
  }

  /** Fit the canvas to its place; false where it has none yet (hidden output). */
  fit() {
    if (!this.room) this.measure();
    const { width, height: tall } = this.room;
    this.room = null;
    if (width < 40) return false;
    const height = Math.round(this.heightOf(width, tall));
    const dpr = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * dpr), Math.round(height * dpr)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      Object.assign(this.canvas, { width: w, height: h });
      this.canvas.style.height = `${height}px`;
    }
    Object.assign(this, { width, height, dpr });
    this.ctx.setTransform(w / width, 0, 0, h / height, 0, 0);
    this.ctx.clearRect(0, 0, width, height);
    return true;
  }

  /** Where a pointer event is, in CSS pixels of the canvas. */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) * this.width) / box.width,
      ((event.clientY - box.top) * this.height) / box.height,
    ];
  }

  dispose() {
    this.observer.disconnect();
  }
}
