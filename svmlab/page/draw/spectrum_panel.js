// The eigenvalues of a kernel matrix as bars, the largest first; those below 0 hatched, in the accent.

import { significant } from "../words/format.js";
import { drawName } from "./arrows.js";
import { Panel, heightOfPlace } from "./panel.js";

const WIDE = 0.36; // half of a bar, of the distance from one to the next
const STROKES = 6; // pixels between those of a hatched bar
const HEADROOM = 0.12; // above and below the bars, of their range

export class SpectrumPanel extends Panel {
  constructor(host, changed) {
    super(host, changed, { heightOf: heightOfPlace((width) => 0.6 * width) });
  }

  /** `picture`: {test, look}. */
  draw({ test: { values, negative }, look }) {
    const m = values.length;
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const pad = HEADROOM * (high - low || 1);
    const ctx = this.begin(look, [
      [0.4, Math.max(1, m) + 0.6],
      [low < 0 ? low - 1.6 * pad : 0, high + pad],
    ]);
    if (!ctx) return false;
    values.forEach((value, k) => this.drawBar(ctx, look, k + 1, value, k >= m - negative));
    this.stroke(
      [
        [0, 0],
        [m + 1, 0],
      ],
      look.line("frame"),
    );
    if (negative) this.drawLowest(ctx, look, m, values[m - 1]);
    this.end("number", "eigenvalue of K");
    return true;
  }

  drawBar(ctx, { theme }, k, value, below) {
    const [left, top] = this.toPixels([k - WIDE, Math.max(0, value)]);
    const [right, bottom] = this.toPixels([k + WIDE, Math.min(0, value)]);
    const [width, height] = [right - left, Math.max(1, bottom - top)];
    ctx.fillStyle = below ? theme.background : theme.ink;
    ctx.fillRect(left, top, width, height);
    if (!below) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    Object.assign(ctx, { strokeStyle: theme.accent, lineWidth: 2 });
    ctx.strokeRect(left, top, width, height);
    ctx.beginPath();
    for (let y = top - width; y < bottom; y += STROKES) {
      ctx.moveTo(left, y + width);
      ctx.lineTo(right, y);
    }
    ctx.stroke();
    ctx.restore();
  }

  drawLowest(ctx, look, k, value) {
    const [x, y] = this.toPixels([k + WIDE, value]);
    drawName(ctx, look, significant(value), [x, y + 0.8 * look.type.label], look.theme.accent, {
      align: "right",
      box: this.box,
    });
  }
}
