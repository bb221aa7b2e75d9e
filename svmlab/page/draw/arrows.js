// Arrows, marks and names on a canvas.

/** An arrow with a filled head; returns whether it is long enough to be seen. */
export function drawArrow(ctx, [x0, y0], [x1, y1], color, width, dash = []) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 1.5) return false;
  const head = Math.min(4 * width + 3, 0.7 * length);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  ctx.strokeStyle = ctx.fillStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1 - 0.8 * head * ux, y1 - 0.8 * head * uy);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x1 - head * ux - 0.45 * head * uy, y1 - head * uy + 0.45 * head * ux);
  ctx.lineTo(x1 - head * ux + 0.45 * head * uy, y1 - head * uy - 0.45 * head * ux);
  ctx.fill();
  return true;
}

/** Text over a halo, so that it reads on whatever lies below; kept inside a box {x, y, width, height}. */
export function drawName(ctx, look, text, [x, y], color, { align = "center", box = null, plate = false } = {}) {
  const size = look.type.label;
  ctx.font = `${size}px ${look.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const width = ctx.measureText(text).width;
  let left = align === "center" ? x - width / 2 : align === "right" ? x - width : x;
  let level = y;
  if (box) {
    left = Math.min(box.x + box.width - width - 4, Math.max(box.x + 4, left));
    level = Math.min(box.y + box.height - 0.7 * size, Math.max(box.y + 0.7 * size, level));
  }
  if (plate) {
    // where a halo would leave what is below between the strokes of a digit
    ctx.fillStyle = look.theme.halo;
    ctx.fillRect(left - 0.16 * size, level - 0.55 * size, width + 0.32 * size, 1.1 * size);
  }
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.32 * size;
  ctx.strokeStyle = look.theme.halo;
  ctx.strokeText(text, left, level);
  ctx.fillStyle = color;
  ctx.fillText(text, left, level);
}

/** A filled disc with a halo: a point that has been found. */
export function drawDisc(ctx, look, [x, y], radius, color) {
  ctx.beginPath();
  ctx.arc(x, y, radius + 0.5 * look.marks.free.halo_width, 0, 2 * Math.PI);
  ctx.fillStyle = look.theme.halo;
  ctx.fill();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
}

/** An open diamond: a point that is only tried. */
export function drawDiamond(ctx, look, [x, y], radius, color) {
  ctx.beginPath();
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ])
    ctx.lineTo(x + dx * radius, y + dy * radius);
  ctx.closePath();
  ctx.fillStyle = look.theme.hollow;
  ctx.fill();
  ctx.strokeStyle = color;
  ctx.lineWidth = look.marks.bounded.stroke_width * 1.2;
  ctx.stroke();
}

/** An upright cross: the lowest point if there were no constraint. */
export function drawPlus(ctx, look, [x, y], arm, color) {
  ctx.strokeStyle = color;
  ctx.lineWidth = look.marks.bounded.stroke_width;
  ctx.beginPath();
  ctx.moveTo(x - arm, y);
  ctx.lineTo(x + arm, y);
  ctx.moveTo(x, y - arm);
  ctx.lineTo(x, y + arm);
  ctx.stroke();
}
