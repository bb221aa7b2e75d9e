// The dual of a linear machine of two classes as a picture: the hulls of the classes, reduced by C, and the shortest segment
// between them, along which w lies.

import { dualPicture } from "../math/hulls.js";
import { segmentText } from "../words/overlays.js";
import { drawFormula, plateOf } from "./formula.js";
import { clearOfLine } from "./lengths.js";
import { placesBetween } from "./plates.js";

const UNRESTRICTED = 1 - 1e-9; // weights up to this are no restriction

export function drawHulls(tools, { machine, solution }) {
  const { panel, look, words, placing } = tools;
  const dual = dualPicture(machine, solution);
  if (!dual) return;
  const pixels = (places) => places.map((place) => panel.toPixels(place));
  const whole = dual.most.every((most) => most.every((u) => u >= UNRESTRICTED));
  for (const k of [0, 1]) {
    drawHull(tools, look.classLook(k), pixels(dual.hulls[k]), whole ? 0.26 : 0.08, whole ? 1 : 0.5);
    if (!whole) drawHull(tools, look.classLook(k), pixels(dual.reduced[k]), 0.34, 1);
  }
  const ends = pixels(dual.ends);
  for (const [x, y] of placesBetween(...ends, 9)) placing.crowd.add(x, y, 6, 2);
  const named = nameSegment(tools, ends, segmentText(dual, solution.C));
  words.push(() => drawSegment(tools, ends, named));
}

function drawHull({ ctx, look }, { color, edge }, places, opacity, stroke) {
  if (places.length === 1) return; // a reduced hull of one point is the end of the segment
  Object.assign(ctx, { fillStyle: color, strokeStyle: edge, lineJoin: "round" });
  ctx.setLineDash([]);
  ctx.lineWidth = look.line("margin").width;
  ctx.beginPath();
  for (const place of places) ctx.lineTo(...place);
  ctx.closePath();
  ctx.globalAlpha = opacity;
  ctx.fill();
  ctx.globalAlpha = stroke;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Where the length of the segment stands: beside it. */
function nameSegment({ ctx, look, placing }, [from, to], text) {
  const size = look.type.label;
  const { width, height } = plateOf(ctx, look, text, size);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const off = clearOfLine([dx, dy], { width, height });
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const candidates = [1, -1, 1.8, -1.8, 3, -3, 4.5, -4.5, 6, -6].flatMap((side) =>
    placesBetween(from, to, 5).map(([x, y], k) => {
      const wanted = [x - side * off * dy, y + side * off * dx];
      const spot = placing.within(wanted, { width, height });
      const away = Math.hypot(spot[0] - middle[0], spot[1] - middle[1]);
      const cost = 0.2 * Math.abs(k - 2) + (Math.abs(side) - 1) * 0.6;
      return { boxes: [[...spot, width / 2, height / 2, 1]], spot, cost, led: Math.abs(side) > 1 && away > height };
    }),
  );
  return { text, size, middle, ...placing.choose("hulls", candidates) };
}

function drawSegment({ ctx, look }, [from, to], { text, size, spot, middle, led }) {
  const line = look.line("measure");
  Object.assign(ctx, { strokeStyle: line.color, lineWidth: 1.5 * line.width, lineCap: "butt" });
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
  if (led) {
    // a thin line from the words to what they name
    ctx.lineWidth = 0.6 * line.width;
    ctx.beginPath();
    ctx.moveTo(...middle);
    ctx.lineTo(...spot);
    ctx.stroke();
  }
  for (const end of [from, to]) {
    ctx.beginPath();
    ctx.arc(...end, 1.7 * line.width, 0, 2 * Math.PI);
    ctx.fillStyle = line.color;
    ctx.fill();
    Object.assign(ctx, { strokeStyle: look.theme.halo, lineWidth: 0.6 * line.width });
    ctx.stroke();
  }
  drawFormula(ctx, look, text, spot, line.color, size);
}
