// The curve panel: quantities over log C, with a cursor at the present C.
//
// draw({look, series, range, limits, yTitle, C, title}): each series is {name, C, y, style, step, faded}, with
// `style` the index of its line style (or `line`, one of its own, {color, dash}), `opacity` below 1 for what is out of date, `step` for curves that jump at breakpoints, `faded` a function of (k) that
// tells where the curve says nothing (vacuous bounds). Dragging the cursor calls `moved(C)`.

import { decadeTicks, linearScale, logScale } from "./axes.js";
import { powerOfTen } from "./format.js";
import { drawFrame, linearTicks, marginsFor, plotBox } from "./frame.js";
import { Stage } from "./stage.js";

/** Value of a series at C: constant after a breakpoint, or linear in C between two. */
export function valueAt({ C, y, step }, at) {
  if (at <= C[0]) return y[0];
  let [low, high] = [0, C.length - 1];
  if (at >= C[high]) return y[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (C[middle] <= at) low = middle;
    else high = middle;
  }
  return step ? y[low] : y[low] + ((y[high] - y[low]) * (at - C[low])) / (C[high] - C[low]);
}

/** Runs of a series that are drawn alike: [{faded, vertices: [C, y, ...]}]; neighbours share a vertex. */
export function runsOf({ C, y, step, faded = () => false }) {
  const runs = [];
  let run = null;
  for (let k = 0; k < C.length; k++) {
    if (!Number.isFinite(y[k])) {
      run = null;
      continue;
    }
    const isFaded = Boolean(faded(k));
    if (run && step) run.vertices.push(C[k], y[k - 1]);
    if (!run || run.faded !== isFaded) {
      if (run && !step) run.vertices.push(C[k], y[k]);
      run = { faded: isFaded, vertices: [] };
      runs.push(run);
    }
    run.vertices.push(C[k], y[k]);
  }
  return runs;
}

/** Limits of the y axis that hold every finite value, zero included. */
export function rangeOf(series) {
  let [low, high] = [0, 0];
  for (const { y } of series) {
    for (const value of y) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (high === low) high = low + 1;
  return [low, high + 0.05 * (high - low)];
}

export class CurvePanel {
  constructor(host, changed, moved) {
    this.stage = new Stage(host, (width) => Math.max(180, Math.min(360, 0.62 * width)), changed);
    this.layers = [];
    this.moved = moved;
    const { canvas } = this.stage;
    canvas.addEventListener("pointerdown", (event) => this.grab(event));
    canvas.addEventListener("pointermove", (event) => this.dragging === event.pointerId && this.follow(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (this.dragging = null));
  }

  grab(event) {
    if (!this.box) return;
    this.dragging = event.pointerId;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.follow(event);
  }

  follow(event) {
    const [px] = this.stage.place(event);
    const inside = Math.max(this.box.x, Math.min(this.box.x + this.box.width, px));
    this.moved(this.x.from(inside));
  }

  draw(picture) {
    const { look, series, range, title, yTitle } = picture;
    if (!this.stage.fit()) return false;
    const { ctx, width, height } = this.stage;
    const limits = picture.limits ?? rangeOf(series);
    const margins = marginsFor(look, { title: Boolean(title), yTitle: Boolean(yTitle) });
    this.box = plotBox(width, height, { ...margins, right: 1.1 * look.type.tick }); // half of the last power of ten
    const { box } = this;
    this.x = logScale([range.low, range.high], [box.x, box.x + box.width]);
    this.y = linearScale(limits, [box.y + box.height, box.y]);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.width, box.height);
    ctx.clip();
    for (const one of series) this.drawSeries(ctx, look, one);
    this.drawCursor(ctx, look, picture.C);
    for (const layer of this.layers) layer(ctx, this, picture);
    ctx.restore();
    drawFrame(ctx, look, box, this, {
      xTicks: decadeTicks(range.low, range.high).map((e) => ({ value: 10 ** e, text: powerOfTen(e) })),
      yTicks: linearTicks(limits, box.height, look.type.tick * 0.7),
      xTitle: "C",
      yTitle,
      title,
    });
    return true;
  }

  drawSeries(ctx, look, one) {
    const style = one.line ?? look.series[one.style % look.series.length];
    const vacuous = look.line("vacuous");
    ctx.globalAlpha = one.opacity ?? 1;
    for (const { faded, vertices } of runsOf(one)) {
      ctx.strokeStyle = faded ? vacuous.color : style.color;
      ctx.lineWidth = faded ? vacuous.width : look.line("curve").width;
      ctx.setLineDash(faded ? vacuous.dash : style.dash);
      ctx.beginPath();
      for (let k = 0; k < vertices.length; k += 2) ctx.lineTo(this.x.to(vertices[k]), this.y.to(vertices[k + 1]));
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  drawCursor(ctx, look, C) {
    const { width, color } = look.line("cursor");
    const x = Math.min(this.box.x + this.box.width - width / 2, this.x.to(C));
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(x, this.box.y);
    ctx.lineTo(x, this.box.y + this.box.height);
    ctx.stroke();
  }

  dispose() {
    this.stage.dispose();
  }
}
