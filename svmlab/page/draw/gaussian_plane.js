// The plane of the lab: points, spreads, and the boundaries of the three classifiers.

import { gridOver } from "../math/axes.js";
import { machineLines } from "../math/contours.js";
import { boundaryOf, fieldOf } from "../math/gaussians.js";
import { drawName } from "./arrows.js";
import { Marker } from "./marks.js";
import { Panel } from "./panel.js";
import { Regions, regionColors } from "./regions.js";

const FIELD_COLUMNS = 150; // of the grid for regions, and for boundaries of another kind than circles and lines
export const STALE = 0.35; // opacity of what belongs to the last setting

export const CLASSIFIERS = ["bayes", "linear", "machine"];

/** The line of each classifier. */
export function classifierLine(look, name) {
  const { width } = look.line("curve");
  if (name === "machine") return { ...look.line("boundary"), width: 1.5 * width };
  const { color, dash } = look.series[name === "bayes" ? 1 : 2];
  return { color, dash, width: 1.2 * width };
}

export class GaussianPlane extends Panel {
  constructor(host, changed) {
    super(host, changed, { inside: true, equal: true });
    this.regions = new Regions();
  }

  /** `picture`: {look, setting, sample, classifiers: [{name, classifier, opacity}, ...] with the uppermost last}. */
  draw({ look, setting, sample, classifiers, points }) {
    const ctx = this.begin(look, setting.limits);
    if (!ctx) return false;
    const coloured = classifiers.at(-1);
    if (coloured) this.drawRegions(ctx, look, coloured);
    if (points) this.drawPoints(ctx, look, setting, sample);
    this.drawSpreads(ctx, look, setting);
    for (const one of classifiers) this.drawBoundary(ctx, look, one);
    this.end("x₁", "x₂");
    return true;
  }

  gridNow() {
    const rows = Math.round((FIELD_COLUMNS * this.box.height) / this.box.width);
    return gridOver(this.limits, FIELD_COLUMNS, rows);
  }

  drawRegions(ctx, look, { classifier, opacity }) {
    const key = JSON.stringify([...classifier.scores, this.limits]);
    if (this.fieldKey !== key) {
      this.fieldKey = key;
      this.grid = this.gridNow();
      this.F = fieldOf(classifier, this.grid);
    }
    const colors = regionColors(look, classifier.Q).map(({ inside }) => ({ inside, outside: inside }));
    ctx.globalAlpha = opacity;
    this.regions.draw(ctx, this.box, { F: this.F, O: classifier.Q, grid: this.grid, of: key }, look, colors);
    ctx.globalAlpha = 1;
  }

  drawPoints(ctx, look, { means }, { X, y, m }) {
    const radius = 0.85 * look.crowded(m);
    if (this.marker?.look !== look || this.marker.radius !== radius)
      this.marker = new Marker(look, radius, means.length);
    const { box } = this;
    const room = 2 * radius;
    ctx.globalAlpha = m > 600 ? 0.7 : 0.9;
    for (let i = m - 1; i >= 0; i--) {
      const [px, py] = this.toPixels([X[2 * i], X[2 * i + 1]]);
      if (px < box.x - room || px > box.x + box.width + room || py < box.y - room || py > box.y + box.height + room)
        continue;
      this.marker.plain(ctx, y[i], px, py);
    }
    ctx.globalAlpha = 1;
  }

  /** A circle whose radius is the standard deviation of its class, on a halo. */
  drawSpreads(ctx, look, { means, variances }) {
    const width = look.line("curve").width;
    means.forEach((mean, k) => {
      const [x, y] = this.toPixels(mean);
      const deviation = Math.sqrt(variances[k]);
      const [radius] = [this.toPixels([mean[0] + deviation, mean[1]])[0] - x];
      for (const [color, line] of [
        [look.theme.halo, 2.4 * width],
        [look.classLook(k).edge, width],
      ]) {
        Object.assign(ctx, { strokeStyle: color, lineWidth: line });
        ctx.beginPath();
        ctx.arc(x, y, radius, 0, 2 * Math.PI);
        ctx.stroke();
      }
    });
  }

  drawBoundary(ctx, look, { name, classifier, opacity }) {
    const line = classifierLine(look, name);
    const places = boundaryOf(classifier) ?? this.followed(classifier);
    ctx.globalAlpha = opacity;
    for (const part of places) {
      this.stroke(part, { color: look.theme.halo, width: 1.9 * line.width });
    }
    for (const part of places) this.stroke(part, line);
    ctx.globalAlpha = 1;
  }

  /** A boundary followed over a grid. */
  followed(classifier) {
    const grid = this.gridNow();
    const [sx, sy] = [0, 1].map((i) => (this.limits[i][1] - this.limits[i][0]) / ((i ? grid.ny : grid.nx) - 1));
    return machineLines(fieldOf(classifier, grid), classifier.Q, grid).boundary.map((line) => {
      const places = [];
      for (let k = 0; k < line.length; k += 2) {
        places.push([this.limits[0][0] + line[k] * sx, this.limits[1][0] + line[k + 1] * sy]);
      }
      return places;
    });
  }
}

/** Where the risks of machines on other samples lie, beside the best and the present one. */
export class DrawsPanel extends Panel {
  constructor(host, changed) {
    super(host, changed, { heightOf: (width) => Math.max(190, Math.min(340, 0.28 * width)) });
  }

  /** `picture`: {look, histogram, marks: [{text, value, color, dash}, ...], range, top, faded}; values in percent. */
  draw({ look, histogram, marks, range, top, faded }) {
    const ctx = this.begin(look, [range, [0, top]]);
    if (!ctx) return false;
    const { start, width, counts } = histogram;
    ctx.globalAlpha = faded ? STALE : 0.55;
    counts.forEach((count, i) => {
      if (!count) return;
      const [x0, y0] = this.toPixels([start + i * width, count]);
      const [x1, y1] = this.toPixels([start + (i + 1) * width, 0]);
      ctx.fillStyle = look.series[4].color;
      ctx.fillRect(x0, y0, Math.max(1, x1 - x0 - 1), y1 - y0);
    });
    ctx.globalAlpha = 1;
    for (const { value, color, dash, width: line } of marks) {
      this.stroke(
        [
          [value, 0],
          [value, top],
        ],
        { color, dash, width: line },
      );
    }
    this.nameMarks(ctx, look, marks);
    this.end("expected risk (%)", "samples");
    return true;
  }

  /** Names one below the other where they would meet. */
  nameMarks(ctx, look, marks) {
    const size = look.type.label;
    const ends = [];
    ctx.font = `${size}px ${look.font}`;
    for (const { text, value, color } of [...marks].sort((a, b) => a.value - b.value)) {
      const [x] = this.toPixels([value, 0]);
      const width = ctx.measureText(text).width + 14;
      const left = x + width < this.box.x + this.box.width;
      const from = left ? x : x - width;
      let row = ends.findIndex((end) => end < from);
      if (row < 0) row = ends.length;
      ends[row] = from + width;
      const y = this.box.y + (row + 0.85) * 1.25 * size;
      drawName(ctx, look, text, [left ? x + 6 : x - 6, y], color, { align: left ? "left" : "right" });
    }
  }
}
