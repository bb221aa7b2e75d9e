// A panel with linear axes: begin(), paint inside the clipped plot, end() draws the frame over it.

import { gridOver } from "../math/axes.js";
import { ASPECT } from "../math/constants.js";
import { contourLines } from "../math/contours.js";
import { limitsFilling } from "../math/limits.js";
import { Stage } from "./canvas.js";
import {
  boxScales,
  drawAxesInside,
  drawFrame,
  isInBox,
  linearTicks,
  marginsFor,
  nearestInBox,
  nearestPoint,
  plotBox,
} from "./frame.js";

const COLUMNS = 100; // of the grid on which level curves are followed

/** As high as its place, where that has a height of its own; else `or(width)`. */
export function heightOfPlace(or) {
  return (width, height) => (height >= LOWEST_PLACE ? height : or(width));
}
const LOWEST_PLACE = 60; // pixels: lower, a place has no height of its own

export class Panel {
  /**
   * `heightOf(width)` gives the height of the panel, usually that of its place. With `inside` the axes stand inside the
   * plot, which goes from edge to edge; with `equal` limits are widened so that a unit is as long on both axes.
   */
  constructor(host, changed, { heightOf = heightOfPlace((width) => width / ASPECT), inside, equal } = {}) {
    Object.assign(this, { axesInside: inside, equal });
    this.stage = new Stage(host, heightOf, changed);
  }

  /** Clear, and clip to the plot; null where the panel has no place yet. */
  begin(look, limits) {
    if (!this.stage.fit()) return null;
    const { ctx, width, height } = this.stage;
    const margins = marginsFor(look, { title: false });
    const around = { ...margins, left: margins.left + look.type.tick };
    const box = this.axesInside ? { x: 0, y: 0, width, height } : plotBox(width, height, around);
    Object.assign(this, { look, box, limits: this.equal ? limitsFilling(limits, ASPECT, box) : limits });
    this.scales = boxScales(box, this.limits);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.width, box.height);
    ctx.clip();
    return ctx;
  }

  end(xTitle, yTitle) {
    const { ctx } = this.stage;
    const { box, look, limits } = this;
    ctx.restore();
    (this.axesInside ? drawAxesInside : drawFrame)(ctx, look, box, this.scales, {
      xTicks: linearTicks(limits[0], box.width, look.type.tick),
      yTicks: linearTicks(limits[1], box.height, look.type.tick * 0.7),
      xTitle,
      yTitle,
    });
  }

  toPixels([x, y]) {
    return [this.scales.x.to(x), this.scales.y.to(y)];
  }

  toPlane([px, py]) {
    return [this.scales.x.from(px), this.scales.y.from(py)];
  }

  /** The nearest place within the plot. */
  inside(place) {
    return nearestInBox(this.box, place);
  }

  contains(place) {
    return isInBox(this.box, place);
  }

  /** The point (of X, m) within `reach` pixels of a place of the canvas, or -1. */
  nearest(place, reach, points) {
    return this.scales ? nearestPoint(this.scales, points, place, reach) : -1;
  }

  /** Values of a function (x, y) on a grid over the plot. */
  field(value) {
    const { box, limits } = this;
    const grid = gridOver(limits, COLUMNS, Math.max(20, Math.round((COLUMNS * box.height) / box.width)));
    const F = new Float64Array(grid.size);
    for (let r = 0, p = 0; r < grid.ny; r++) {
      for (let c = 0; c < grid.nx; c++, p++) F[p] = value(grid.gx[c], grid.gy[r]);
    }
    return { F, grid };
  }

  strokeLevels({ F, grid: { nx, ny } }, levels, { color, width, dash = [] }) {
    const { ctx } = this.stage;
    const { box } = this;
    const [sx, sy] = [box.width / (nx - 1), box.height / (ny - 1)];
    Object.assign(ctx, { strokeStyle: color, lineWidth: width, lineJoin: "round" });
    ctx.setLineDash(dash);
    ctx.beginPath();
    for (const level of levels) {
      for (const line of contourLines(F, nx, ny, level)) {
        for (let k = 0; k < line.length; k += 2) {
          const [x, y] = [box.x + line[k] * sx, box.y + box.height - line[k + 1] * sy];
          if (k === 0) ctx.moveTo(x, y);
          else ctx.lineTo(x, y);
        }
      }
    }
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** A line through places of the plane. */
  stroke(places, { color, width, dash = [] }) {
    const { ctx } = this.stage;
    Object.assign(ctx, { strokeStyle: color, lineWidth: width, lineJoin: "round", lineCap: "butt" });
    ctx.setLineDash(dash);
    ctx.beginPath();
    for (const place of places) ctx.lineTo(...this.toPixels(place));
    ctx.stroke();
    ctx.setLineDash([]);
  }

  fill(places, color, opacity) {
    const { ctx } = this.stage;
    if (!places.length) return;
    ctx.globalAlpha = opacity;
    ctx.fillStyle = color;
    ctx.beginPath();
    for (const place of places) ctx.lineTo(...this.toPixels(place));
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  dispose() {
    this.stage.dispose();
  }
}
