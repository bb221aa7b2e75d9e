// A panel that is looked at in space: it turns by drag and by key, and knows where places of it are on its canvas.

import { eyeAt } from "../math/relief.js";
import { Stage } from "./canvas.js";

const LOWEST_TILT = 0.06;
const HIGHEST_TILT = Math.PI / 2 - 0.02;
const HIDDEN = 0.2; // opacity of what stands behind

export class Space {
  /** `heightOf()` gives the height of the canvas in CSS pixels. */
  constructor(host, changed, heightOf) {
    this.stage = new Stage(host, heightOf, changed);
  }

  /** Look from {azimuth, tilt}. */
  from({ azimuth, tilt }) {
    Object.assign(this, { azimuth, tilt });
  }

  turn(about, up) {
    this.azimuth = (this.azimuth + about) % (2 * Math.PI);
    this.tilt = Math.min(HIGHEST_TILT, Math.max(LOWEST_TILT, this.tilt + up));
  }

  /** Clear the canvas and look at a box of space, [[low, high], ...]: all of it fits, `room` pixels off the frame. */
  look(box, room) {
    const { width, height } = this.stage;
    this.eye = eyeAt(this.azimuth, this.tilt);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => this.eye.seen(box.map((ends, j) => ends[(bits >> j) & 1])));
    const span = [0, 1].map((j) => {
      const values = corners.map((corner) => corner[j]);
      return [Math.min(...values), Math.max(...values)];
    });
    this.scale = Math.min(
      (width - 2 * room) / (span[0][1] - span[0][0]),
      (height - 2 * room) / (span[1][1] - span[1][0]),
    );
    this.origin = [
      width / 2 - (this.scale * (span[0][0] + span[0][1])) / 2,
      height / 2 + (this.scale * (span[1][0] + span[1][1])) / 2,
    ];
  }

  toPixels(place) {
    const [right, up] = this.eye.seen(place);
    return [this.origin[0] + this.scale * right, this.origin[1] - this.scale * up];
  }

  fill(places, color, opacity = 1) {
    const { ctx } = this.stage;
    ctx.globalAlpha = opacity;
    ctx.fillStyle = color;
    this.trace(places);
    ctx.closePath();
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  trace(places) {
    const { ctx } = this.stage;
    ctx.beginPath();
    for (const place of places) ctx.lineTo(...this.toPixels(place));
  }

  stroke(places, { color, width, dash = [] }, { closed = false, opacity = 1 } = {}) {
    const { ctx } = this.stage;
    Object.assign(ctx, { strokeStyle: color, lineWidth: width, lineJoin: "round", lineCap: "butt" });
    ctx.setLineDash(dash);
    ctx.globalAlpha = opacity;
    this.trace(places);
    if (closed) ctx.closePath();
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  /** A line of which `isSeen(place)` tells the places in sight; the rest shows faintly. */
  strokeSeen(places, line, isSeen) {
    for (const { run, seen } of runsInSight(places, isSeen))
      this.stroke(run, seen ? line : { ...line, dash: [] }, { opacity: seen ? 1 : HIDDEN });
  }

  /** Words with a halo, their middle at a place of space or, `off` pixels from it. */
  write(look, text, place, { size = look.type.tick, color = look.theme.ink, off = [0, 0], symbol = false } = {}) {
    const { ctx } = this.stage;
    const [x, y] = this.toPixels(place);
    ctx.font = `${symbol ? "italic " : ""}${size}px ${look.font}`;
    Object.assign(ctx, { textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: 0.3 * size });
    ctx.strokeStyle = look.theme.halo;
    ctx.strokeText(text, x + off[0], y + off[1]);
    ctx.fillStyle = color;
    ctx.fillText(text, x + off[0], y + off[1]);
  }

  dispose() {
    this.stage.dispose();
  }
}

/** {run, seen}: pieces of a line that are in sight throughout, or not. */
function runsInSight(places, isSeen) {
  const runs = [];
  let run = null;
  for (const place of places) {
    const seen = isSeen(place);
    if (run?.seen === seen) run.run.push(place);
    else {
      run?.run.push(place);
      run = { run: [place], seen };
      runs.push(run);
    }
  }
  return runs.filter((one) => one.run.length > 1);
}
