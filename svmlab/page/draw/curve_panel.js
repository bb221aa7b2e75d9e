// A panel over log C, or over another positive number: a frame with a cursor where that stands, which can be dragged, and
// beside the largest C a strip for the hard margin. `paint(ctx, picture)` of a kind of panel draws what stands in it.

import { decadeTicks, logScale } from "../math/axes.js";
import { powerOfTen } from "../words/format.js";
import { Stage } from "./canvas.js";
import { drawFrame, marginsFor, plotBox } from "./frame.js";

const LAST = 1.1; // room for half of the last power of ten, in sizes of tick labels
const APART = 2.6; // least distance of two powers of ten, in sizes of tick labels
const STRIP = 4.5; // width of the strip of the hard margin, in sizes of tick labels

export class CurvePanel {
  /** `heightOf(width)` gives the height of the panel; `moved(x)` is told where the cursor is dragged to. */
  constructor(host, heightOf, changed, moved) {
    this.stage = new Stage(host, heightOf, changed);
    this.moved = moved;
    const { canvas } = this.stage;
    canvas.addEventListener("pointerdown", (event) => this.grab(event));
    canvas.addEventListener("pointermove", (event) => this.dragging === event.pointerId && this.follow(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (this.dragging = null));
  }

  grab(event) {
    if (!this.box || event.button > 0) return;
    this.dragging = event.pointerId;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.follow(event);
  }

  follow(event) {
    this.moved(this.valueAt(this.stage.place(event)[0]));
  }

  /** Which number a place across the panel means. */
  valueAt(px) {
    const { box, end, strip, x } = this;
    if (strip && px > end + 0.5 * strip) return Infinity;
    return x.from(Math.max(box.x, Math.min(end, px)));
  }

  /** Where a number stands; the hard margin in the middle of its strip. */
  placeOf(x) {
    return x === Infinity ? this.end + 0.5 * this.strip : this.x.to(x);
  }

  draw(picture) {
    const { look, range, xTitle = "C", yTitle } = picture;
    if (!this.stage.fit()) return false;
    const { ctx, width, height } = this.stage;
    const margins = marginsFor(look, { title: false, yTitle: Boolean(yTitle) });
    const box = plotBox(width, height, range.hard ? margins : { ...margins, right: LAST * look.type.tick });
    this.strip = range.hard ? STRIP * look.type.tick : 0;
    this.end = box.x + box.width - this.strip;
    Object.assign(this, { look, box, x: logScale([range.low, range.high], [box.x, this.end]) });
    this.y = this.scaleOf(picture);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.width, box.height);
    ctx.clip();
    this.paint(ctx, picture);
    ctx.restore();
    const count = Math.max(2, Math.min(7, Math.floor((this.end - box.x) / (APART * look.type.tick))));
    const decades = decadeTicks(range.low, range.high, count).map((e) => ({ value: 10 ** e, text: powerOfTen(e) }));
    const xTicks = range.hard ? [...decades, { value: Infinity, text: "∞" }] : decades;
    drawFrame(
      ctx,
      look,
      box,
      { x: { to: (x) => this.placeOf(x) }, y: this.y },
      {
        xTicks,
        yTicks: this.ticksOf(picture),
        xTitle,
        yTitle,
      },
    );
    return true;
  }

  /** The longest text that fits into a part of the width, on a line from above. */
  drawSaying(ctx, texts, part, line, { color, halo } = this.quiet) {
    const { box, look } = this;
    const size = look.type.caption;
    ctx.font = `${size}px ${look.font}`;
    Object.assign(ctx, { fillStyle: color, textAlign: "left", textBaseline: "top", lineJoin: "round" });
    Object.assign(ctx, { strokeStyle: halo, lineWidth: 0.3 * size });
    const room = part * (this.end - box.x);
    const text = texts.find((one) => ctx.measureText(one).width < room) ?? texts.at(-1);
    for (const write of ["strokeText", "fillText"])
      ctx[write](text, box.x + 0.6 * size, box.y + (0.5 + 1.3 * line) * size);
  }

  /** Colours of words beside the curves. */
  get quiet() {
    const { muted, grid } = this.look.theme;
    return { color: muted, halo: grid };
  }

  drawStrip(ctx) {
    if (!this.strip) return;
    const { width, color } = this.look.line("frame");
    this.vertical(ctx, this.end, { width, color, dash: [1.5 * width, 3 * width] });
  }

  drawCursor(ctx, x) {
    this.vertical(ctx, this.placeOf(x), this.look.line("cursor"));
  }

  vertical(ctx, x, { width, color, dash = [] }) {
    const { y, height } = this.box;
    Object.assign(ctx, { strokeStyle: color, lineWidth: width });
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x, y + height);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  dispose() {
    this.stage.dispose();
  }
}
