// The leave-one-out errors over the plane of C, to the right, and the width of the kernel, upwards, both logarithmic: a band
// for each sample of the width, exact in C. The stronger the grey, the more err; where the fewest do there is a frame.

import { decadeTicks, logScale } from "../math/axes.js";
import { bestIntervals } from "../engine/error_curve.js";
import { powerOfTen } from "../words/format.js";
import { CurvePanel } from "./curve_panel.js";
import { element } from "./elements.js";
import { mixed } from "./theme.js";

const STRONGEST = 0.78; // of the way from the background to ink, as matplotlib draws it
const CONTRAST = 0.5; // power of the shades: one error more is seen best where few err
const OF_BANDS = ["each band: one σ, exact in C; between them no claim", "bands: exact in C; between: no claim"];
const LEAST_WIDE = 5; // pixels that a piece with the fewest errors has at least, so that it is found
const OF_BEFORE = 0.35; // opacity of what is of earlier points

export class ErrorPlanePanel extends CurvePanel {
  /** `moved(C, width)` is told where the ring is dragged to. */
  follow(event) {
    const { box, y } = this;
    const [px, py] = this.stage.place(event);
    this.moved(this.valueAt(px), y.from(Math.max(box.y, Math.min(box.y + box.height, py))));
  }

  scaleOf({ up }) {
    return logScale([up.range.low, up.range.high], [this.box.y + this.box.height, this.box.y]);
  }

  ticksOf({ up }) {
    return decadeTicks(up.range.low, up.range.high).map((e) => ({ value: 10 ** e, text: powerOfTen(e) }));
  }

  /** {plane, at, up: {at, range}}: the errors, null where they are unknown, and where the machine stands. */
  paint(ctx, { plane, at, up }) {
    if (plane) {
      const { width, height } = this.stage;
      ctx.globalAlpha = plane.current ? 1 : OF_BEFORE;
      ctx.drawImage(this.bandsDrawn(plane, up.range), 0, 0, width, height);
      ctx.globalAlpha = 1;
      this.drawSaying(ctx, OF_BANDS, 1, 0, { color: this.look.theme.ink, halo: this.look.theme.halo });
    }
    if (at !== Infinity) this.drawRing(ctx, at, up.at); // the hard margin is not in the plane
  }

  /** The bands as a picture: it stays until there is more to see, for C and σ are dragged before it. */
  bandsDrawn(plane, range) {
    const { look, stage } = this;
    const { width, height, canvas } = stage;
    const key = [look.themeName, look.type.text, canvas.width, canvas.height].join();
    if (this.rows === plane.rows && this.key === key) return this.layer;
    Object.assign(this, { rows: plane.rows, key });
    this.layer = element("canvas", { width: canvas.width, height: canvas.height });
    const ctx = this.layer.getContext("2d");
    ctx.scale(canvas.width / width, canvas.height / height);
    const bands = bandsOf(plane.rows, range);
    for (const band of bands) this.drawBand(ctx, band, plane);
    for (const band of bands) this.drawBest(ctx, band, plane);
    return this.layer;
  }

  /** Its height and, of a piece from one C to another, its width, in whole pixels, so that no seam shows. */
  rectangle({ low, high }, from, to) {
    const [left, right] = [this.x.to(from), this.x.to(to)].map(Math.round);
    const [top, bottom] = [this.y.to(high), this.y.to(low)].map(Math.round);
    return [left, top, right - left, bottom - top];
  }

  drawBand(ctx, band, { fewest, most }) {
    const { background, ink } = this.look.theme;
    const { C, counts } = band.row;
    counts?.forEach((count, i) => {
      const part = ((count - fewest) / Math.max(1, most - fewest)) ** CONTRAST;
      ctx.fillStyle = mixed(background, ink, STRONGEST * part);
      ctx.fillRect(...this.rectangle(band, C[i], C[i + 1]));
    });
  }

  drawBest(ctx, band, { fewest }) {
    const { C, counts } = band.row;
    if (!counts || Math.min(...counts) > fewest) return;
    const { look } = this;
    Object.assign(ctx, {
      strokeStyle: look.theme.ink,
      lineWidth: look.line("frame").width,
      fillStyle: look.theme.accent,
    });
    ctx.setLineDash([]);
    for (const [from, to] of bestIntervals(C, counts)) {
      const [x, y, width, height] = this.rectangle(band, from, to);
      const wide = Math.max(LEAST_WIDE, width);
      const left = x + Math.round(0.5 * (width - wide));
      ctx.fillRect(left, y, wide, height);
      ctx.strokeRect(left, y, wide, height);
    }
  }

  drawRing(ctx, C, width) {
    const { look } = this;
    for (const [color, line] of [
      [look.theme.halo, 3],
      [look.theme.ink, 1.4],
    ]) {
      Object.assign(ctx, { strokeStyle: color, lineWidth: line * look.marks.free.width });
      ctx.beginPath();
      ctx.arc(this.placeOf(C), this.y.to(width), 1.6 * look.radius, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
}

/** [{row, low, high}]: each sample stands for the widths up to half the way to its neighbours. */
function bandsOf(rows, range) {
  return rows.map((row, k) => ({
    row,
    low: k ? Math.sqrt(rows[k - 1].value * row.value) : range.low,
    high: k + 1 < rows.length ? Math.sqrt(row.value * rows[k + 1].value) : range.high,
  }));
}
