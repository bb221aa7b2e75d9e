// Points whose marker has the area of their multiplier: the largest α of the picture has the largest marker.

import { misclassified, trainingScores } from "../math/machine.js";
import { Marker, markerPath } from "./marks.js";

const LARGEST_RADIUS = 2.3; // in marker radii
const SPECK = 0.34; // radius of a point without α

/** (m,) α of each point, summed over the rivals where there are several classes. */
export function alphaOfPoints({ m, O, Q }, { alpha }) {
  if (O === 1) return Float64Array.from(alpha);
  return Float64Array.from({ length: m }, (_, i) => alpha.slice(i * Q, (i + 1) * Q).reduce((sum, a) => sum + a, 0));
}

/** (m,) radii, so that areas are as the multipliers; `unit` is the radius of a marker. */
export function areaRadii(machine, solution, unit) {
  const alpha = alphaOfPoints(machine, solution);
  const most = Math.max(...alpha, Number.MIN_VALUE);
  return alpha.map((a) => LARGEST_RADIUS * unit * Math.sqrt(a / most));
}

export function drawAreas(ctx, panel, { machine, solution, look, hovered, selected, placeOf }) {
  const { y, m, Q } = machine;
  const unit = look.crowded(m);
  const radii = areaRadii(machine, solution, unit);
  const wrong = misclassified(machine, trainingScores(machine, solution));
  const marker = new Marker(look, unit, Q);
  const order = Array.from(radii.keys()).sort((i, j) => radii[j] - radii[i]); // the large ones below
  for (const i of order) {
    const at = panel.toPixels(placeOf(i));
    drawArea(ctx, marker, y[i], at, radii[i]);
    if (wrong[i]) drawCross(ctx, look, at, Math.max(0.7 * unit, 0.5 * radii[i]));
  }
  const at = (i) => panel.toPixels(placeOf(i));
  if (hovered >= 0 && hovered !== selected) marker.hovered(ctx, ...at(hovered));
  if (selected >= 0) marker.selected(ctx, ...at(selected));
  if (solution.absent !== undefined) marker.absent(ctx, ...at(solution.absent));
}

/** A point of class k whose marker has this radius; one without any is a speck. */
export function drawArea(ctx, marker, k, [x, y], radius) {
  const { color, edge, vertices } = marker.classes[k];
  const opacity = ctx.globalAlpha;
  marker.at(ctx, x, y, () => {
    const path = markerPath(vertices, Math.max(SPECK * marker.radius, radius));
    Object.assign(ctx, { fillStyle: color, strokeStyle: edge, lineWidth: marker.look.marks.plain.stroke_width });
    ctx.globalAlpha = opacity * (radius > 0 ? 0.72 : 1);
    ctx.fill(path);
    ctx.globalAlpha = opacity;
    if (radius > 0) ctx.stroke(path);
  });
}

function drawCross(ctx, look, [x, y], arm) {
  Object.assign(ctx, {
    strokeStyle: look.theme.ink,
    lineWidth: 0.8 * look.marks.misclassified.width,
    lineCap: "butt",
  });
  const d = arm * Math.SQRT1_2;
  ctx.beginPath();
  for (const side of [1, -1]) {
    ctx.moveTo(x - d, y - side * d);
    ctx.lineTo(x + d, y + side * d);
  }
  ctx.stroke();
}
