// A panel with linear axes: begin(), paint inside the clipped plot, end() draws the frame over it.

import { gridOver } from "../math/axes.js";
import { ASPECT } from "../math/constants.js";
import { contourLines } from "../math/contours.js";
import { Stage } from "./canvas.js";
import { boxScales, drawFrame, linearTicks, marginsFor, plotBox } from "./frame.js";

const COLUMNS = 100; // of the grid on which level curves are followed

function heightOfPlane(width, { left, right, top, bottom }) {
  return (width - left - right) / ASPECT + top + bottom;
}

export class Panel {
  /** `heightOf(width, margins)` gives the height of the whole panel, usually that of a picture of the plane. */
  constructor(host, changed, heightOf = heightOfPlane) {
    this.stage = new Stage(host, (width) => heightOf(width, this.margins), changed);
  }

  /** Clear, and clip to the plot; null where the panel has no place yet. */
  begin(look, limits) {
    const margins = marginsFor(look, { title: false });
    this.margins = { ...margins, left: margins.left + look.type.tick };
    if (!this.stage.fit()) return null;
    const { ctx, width, height } = this.stage;
    Object.assign(this, { look, limits, box: plotBox(width, height, this.margins) });
    this.scales = boxScales(this.box, limits);
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.clip();
    return ctx;
  }

  end(xTitle, yTitle) {
    const { ctx } = this.stage;
    const { box, look, limits } = this;
    ctx.restore();
    drawFrame(ctx, look, box, this.scales, {
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
