// The frame of a picture: axes with ticks and names, a title; shared by the plane and the curve panel.

import { linearScale, niceTicks } from "../math/axes.js";
import { minus, powerOfTen } from "../words/format.js";

/** Room around the plot for type of this look. */
export function marginsFor(look, { title = true, yTitle = true } = {}) {
  const { tick, label, title: titleSize } = look.type;
  return {
    left: tick * 2.5 + (yTitle ? label * 1.5 : 4),
    right: tick * 0.8,
    top: title ? titleSize * 1.9 : tick * 0.8,
    bottom: tick * 1.7 + label * 1.5,
  };
}

/** The plot's rectangle inside a picture of this size. */
export function plotBox(width, height, { left, right, top, bottom }) {
  return { x: left, y: top, width: width - left - right, height: height - top - bottom };
}

export function boxScales(box, [xLimits, yLimits]) {
  return {
    x: linearScale(xLimits, [box.x, box.x + box.width]),
    y: linearScale(yLimits, [box.y + box.height, box.y]),
  };
}

/** The nearest place within a box. */
export function nearestInBox({ x, y, width, height }, [px, py]) {
  return [Math.min(x + width, Math.max(x, px)), Math.min(y + height, Math.max(y, py))];
}

export function isInBox({ x, y, width, height }, [px, py]) {
  return px >= x && px <= x + width && py >= y && py <= y + height;
}

/** The point (of X, m) within `reach` pixels of a place of the canvas, or -1. */
export function nearestPoint(scales, { X, m }, [px, py], reach) {
  let [best, distance] = [-1, reach * reach];
  for (let i = 0; i < m; i++) {
    const d = (scales.x.to(X[2 * i]) - px) ** 2 + (scales.y.to(X[2 * i + 1]) - py) ** 2;
    if (d < distance) [best, distance] = [i, d];
  }
  return best;
}

export function tickText(value, decimals) {
  return minus(value.toFixed(decimals));
}

/** Ticks {value, text} for a linear axis of this length in pixels. */
export function linearTicks([low, high], length, tickSize) {
  let count = Math.max(2, Math.min(7, Math.floor(length / (tickSize * 4.5))));
  while (count < 7 && niceTicks(low, high, count).values.length < 3) count++;
  const { values, decimals, step } = niceTicks(low, high, count);
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size >= 1e5 || step < 1e-3) {
    const exponent = Math.floor(Math.log10(size));
    const scaled = (v) => minus(String(Number((v / 10 ** exponent).toPrecision(3))));
    return values.map((v) => ({ value: v, text: v === 0 ? "0" : `${scaled(v)}·${powerOfTen(exponent)}` }));
  }
  return values.map((v) => ({ value: v, text: tickText(v, decimals) }));
}

export function drawFrame(ctx, look, box, scales, { xTicks, yTicks, xTitle, yTitle, title }) {
  const line = look.line("frame");
  const { ink } = look.theme;
  const { tick, label, title: titleSize } = look.type;
  const long = Math.max(3, 0.3 * tick);
  ctx.setLineDash([]);
  ctx.lineWidth = line.width;
  ctx.strokeStyle = line.color;
  ctx.strokeRect(box.x, box.y, box.width, box.height);
  ctx.beginPath();
  for (const { value } of xTicks) {
    const x = scales.x.to(value);
    ctx.moveTo(x, box.y + box.height);
    ctx.lineTo(x, box.y + box.height + long);
  }
  for (const { value } of yTicks) {
    const y = scales.y.to(value);
    ctx.moveTo(box.x, y);
    ctx.lineTo(box.x - long, y);
  }
  ctx.stroke();

  ctx.fillStyle = ink;
  ctx.font = `${tick}px ${look.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const { value, text } of xTicks) ctx.fillText(text, scales.x.to(value), box.y + box.height + long + 3);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const { value, text } of yTicks) ctx.fillText(text, box.x - long - 3, scales.y.to(value));

  ctx.font = `${label}px ${look.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(xTitle, box.x + box.width / 2, box.y + box.height + long + tick * 1.2 + label * 1.3, box.width);
  if (yTitle) {
    ctx.save();
    ctx.translate(label * 0.95, box.y + box.height / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(yTitle, 0, 0, box.height);
    ctx.restore();
  }
  if (title) {
    ctx.font = `${titleSize}px ${look.font}`;
    ctx.textAlign = "left";
    ctx.fillText(title, box.x, box.y - titleSize * 0.6, box.width);
  }
}

/** Axes within the plot, at its left and its lower edge: numbers over a halo, the names in the corners. */
export function drawAxesInside(ctx, look, box, scales, { xTicks, yTicks, xTitle, yTitle }) {
  const { tick, text } = look.type;
  const { ink, muted, halo } = look.theme;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const long = 0.4 * tick;
  const write = (words, x, y, align, most) => {
    Object.assign(ctx, { textAlign: align, textBaseline: "middle", lineJoin: "round" });
    Object.assign(ctx, { strokeStyle: halo, lineWidth: 0.3 * tick, fillStyle: ink });
    ctx.strokeText(words, x, y, most);
    ctx.fillText(words, x, y, most);
  };
  ctx.font = `${text}px ${look.font}`;
  write(xTitle, right - 0.6 * tick, bottom - long - 0.75 * tick, "right", 0.5 * box.width);
  write(yTitle, box.x + 0.6 * tick, box.y + text, "left", 0.5 * box.width);
  const name = Math.min(0.5 * box.width, ctx.measureText(xTitle).width);
  Object.assign(ctx, { strokeStyle: muted, lineWidth: look.line("frame").width });
  ctx.setLineDash([]);
  ctx.font = `${tick}px ${look.font}`;
  ctx.beginPath();
  for (const { value, text: words } of xTicks) {
    const x = scales.x.to(value);
    const half = 0.5 * ctx.measureText(words).width;
    if (x - half < box.x + 3 * tick || x + half > right - name - 1.6 * tick) continue;
    ctx.moveTo(x, bottom);
    ctx.lineTo(x, bottom - long);
    write(words, x, bottom - long - 0.75 * tick, "center");
  }
  for (const { value, text: words } of yTicks) {
    const y = scales.y.to(value);
    if (y < box.y + 2.2 * text || y > bottom - 2 * tick) continue;
    ctx.moveTo(box.x, y);
    ctx.lineTo(box.x + long, y);
    write(words, box.x + long + 0.3 * tick, y, "left");
  }
  ctx.strokeStyle = muted;
  ctx.lineWidth = look.line("frame").width;
  ctx.stroke();
}
