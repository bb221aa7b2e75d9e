// Lengths of a linear machine, drawn as the lengths they are: the margin across its band, w as an arrow, slack from each
// point to its edge. Of other kernels slack goes up the steepest way to the edge.
//
// `tools` are {ctx, panel, look, placing, words}: words are drawn once the points are, each a function.

import { ascent } from "../math/ascent.js";
import { leadField } from "../math/contours.js";
import { acrossTheBand, boundaryPlaces, normalsOf, slackSegments } from "../math/lengths.js";
import { marginsOf, slack, trainingScores } from "../math/machine.js";
import { Crowd } from "../math/placing.js";
import { significant, subscripts } from "../words/format.js";
import { drawFormula, plateOf } from "./formula.js";
import { beads } from "./plates.js";

const PLACES = 40; // along a boundary at which a length may stand
const GAP_TO_WORDS = 5; // pixels between a length and its words

const unit = ([x0, y0], [x1, y1]) => {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  return [(x1 - x0) / length, (y1 - y0) / length, length];
};

/** "*w*", or "*w*₁ − *w*₀" of a pair of several classes. */
const nameOfNormal = (machine, { k, l }) => (machine.O === 1 ? "*w*" : `*w*${subscripts(k)} − *w*${subscripts(l)}`);

/** How far from a place the middle of a plate has to be, in a direction, to be clear of it. */
const clearance = ([ux, uy], { width, height }) =>
  Math.min(width / 2 / Math.max(1e-9, Math.abs(ux)), height / 2 / Math.max(1e-9, Math.abs(uy))) + GAP_TO_WORDS;

/** How far beside a line in a direction the middle of a plate has to be to be clear of the line. */
export const clearOfLine = ([dx, dy], { width, height }) =>
  (Math.abs(dy) * width) / 2 + (Math.abs(dx) * height) / 2 + GAP_TO_WORDS;

const asBox = ([x, y], { width, height }, weight = 1) => [x, y, width / 2, height / 2, weight];

function head(ctx, [x, y], [dx, dy], long) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - long * (dx + 0.42 * dy), y - long * (dy - 0.42 * dx));
  ctx.lineTo(x - long * (dx - 0.42 * dy), y - long * (dy + 0.42 * dx));
  ctx.closePath();
  ctx.fill();
}

function strokeWith(ctx, { color, width }, from, to) {
  Object.assign(ctx, { strokeStyle: color, fillStyle: color, lineWidth: width, lineCap: "butt" });
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

/** A measured length: a line with a head at both ends. */
function drawMeasure(ctx, line, from, to) {
  const [dx, dy, length] = unit(from, to);
  const long = Math.min(5.5 * line.width, 0.4 * length);
  const inset = 0.8 * long;
  strokeWith(ctx, line, [from[0] + inset * dx, from[1] + inset * dy], [to[0] - inset * dx, to[1] - inset * dy]);
  head(ctx, to, [dx, dy], long);
  head(ctx, from, [-dx, -dy], long);
}

/** A short bar across the end of a length. */
function drawEnd(ctx, line, [x, y], [dx, dy], reach) {
  strokeWith(ctx, line, [x - reach * dy, y + reach * dx], [x + reach * dy, y - reach * dx]);
}

/** The width of the margin: for each boundary in the picture from it to both edges, 1/‖w‖ each. */
export function drawMargin(tools, { machine, solution }) {
  for (const normal of normalsOf(machine, solution)) drawBand(tools, machine, solution, normal);
}

function drawBand(tools, machine, solution, normal) {
  const { ctx, panel, look, placing, words } = tools;
  const line = look.line("measure");
  const size = look.type.label;
  const text = `1/‖${nameOfNormal(machine, normal)}‖ = ${significant(1 / normal.norm)}`;
  const plate = plateOf(ctx, look, text, size);
  const pixels = (place) => panel.toPixels(place);
  const candidates = boundaryPlaces(machine, solution, normal, panel.limits, PLACES).flatMap((place) => {
    const at = pixels(place);
    const edges = acrossTheBand(normal, place).map(pixels);
    const lines = edges.flatMap((edge) => {
      const [dx, dy, length] = unit(at, edge);
      return [0.15, 0.5, 0.85].map((t) => [at[0] + t * length * dx, at[1] + t * length * dy, 4, 4, 0.4]);
    });
    return spotsBeside(at, edges, plate).map(({ spot: wanted, cost }) => {
      const spot = placing.within(wanted, plate);
      const ends = edges.map(([x, y]) => [x, y, 3, 3, 0.4]);
      return { boxes: [asBox(spot, plate), ...lines, ...ends], cost, at, edges, spot };
    });
  });
  const best = placing.choose(`margin ${normal.k} ${normal.l}`, candidates);
  if (!best) return;
  words.push(() => {
    for (const edge of best.edges) {
      drawMeasure(ctx, line, best.at, edge);
      drawEnd(ctx, line, edge, unit(best.at, edge), 4 * line.width);
    }
    drawFormula(ctx, look, text, best.spot, line.color, size);
  });
}

/** Where words of a band may stand: beside a half of it, or beyond an edge. */
function spotsBeside(at, edges, plate) {
  return edges.flatMap((edge) => {
    const [dx, dy, length] = unit(at, edge);
    const beside = clearOfLine([dx, dy], plate);
    const beyond = clearance([dx, dy], plate);
    const middle = [at[0] + 0.5 * length * dx, at[1] + 0.5 * length * dy];
    return [
      { spot: [middle[0] - beside * dy, middle[1] + beside * dx], cost: 0 },
      { spot: [middle[0] + beside * dy, middle[1] - beside * dx], cost: 0 },
      { spot: [edge[0] + beyond * dx, edge[1] + beyond * dy], cost: 0.4 },
    ];
  });
}

/** The vector w of each boundary in the picture, as long as it is; one that does not fit is broken, and says so. */
export function drawNormals(tools, { machine, solution }) {
  for (const normal of normalsOf(machine, solution)) drawNormal(tools, machine, solution, normal);
}

function drawNormal(tools, machine, solution, normal) {
  const { ctx, panel, look, placing, words } = tools;
  const line = look.line("measure");
  const size = look.type.label;
  const name = nameOfNormal(machine, normal);
  const told = (whole) => `${name}, ${significant(normal.norm)} long${whole ? "" : ": more than fits"}`;
  const candidates = boundaryPlaces(machine, solution, normal, panel.limits, PLACES).flatMap((place) => {
    const from = panel.toPixels(place);
    const full = panel.toPixels([place[0] + normal.w[0], place[1] + normal.w[1]]);
    const share = shareWithin(panel.box, from, full, 2 * size);
    const to = [from[0] + share * (full[0] - from[0]), from[1] + share * (full[1] - from[1])];
    const text = told(share === 1);
    const plate = plateOf(ctx, look, text, size);
    const [dx, dy, length] = unit(from, to);
    const along = [0.25, 0.5, 0.75, 1].map((t) => [from[0] + t * length * dx, from[1] + t * length * dy, 5, 5, 0.4]);
    const beside = clearOfLine([dx, dy], plate);
    const beyond = clearance([dx, dy], plate);
    const spots = [0.5, 0.9].flatMap((t) =>
      [-1, 1].map((side) => [
        from[0] + t * length * dx + side * beside * dy,
        from[1] + t * length * dy - side * beside * dx,
      ]),
    );
    spots.push([to[0] + beyond * dx, to[1] + beyond * dy]);
    const cost = share < 1 ? 2 + 3 * (1 - share) : 0;
    return spots.map((wanted) => {
      const spot = placing.within(wanted, plate);
      return { boxes: [asBox(spot, plate), ...along], cost, from, to, spot, text, share };
    });
  });
  const best = placing.choose(`w ${normal.k} ${normal.l}`, candidates);
  if (!best) return;
  words.push(() => {
    drawVector(ctx, line, best, look.theme.halo);
    drawFormula(ctx, look, best.text, best.spot, line.color, size);
  });
}

/** The share of a way that lies within a box, `room` off its sides. */
function shareWithin({ x, y, width, height }, from, to, room) {
  let share = 1;
  for (const [start, end, low, high] of [
    [from[0], to[0], x + room, x + width - room],
    [from[1], to[1], y + room, y + height - room],
  ]) {
    if (end > high) share = Math.min(share, (high - start) / (end - start));
    if (end < low) share = Math.min(share, (low - start) / (end - start));
  }
  return Math.max(0, share);
}

function drawVector(ctx, line, { from, to, share }, halo) {
  const wide = { ...line, width: 1.5 * line.width };
  const [dx, dy, length] = unit(from, to);
  const long = Math.min(4.5 * wide.width, length);
  strokeWith(ctx, wide, from, [to[0] - 0.8 * long * dx, to[1] - 0.8 * long * dy]);
  head(ctx, to, [dx, dy], long);
  ctx.beginPath();
  ctx.arc(...from, 1.5 * wide.width, 0, 2 * Math.PI);
  ctx.fill();
  if (share === 1) return;
  const [mx, my] = [from[0] + 0.6 * length * dx, from[1] + 0.6 * length * dy]; // a break
  const gap = 1.4 * wide.width;
  strokeWith(
    ctx,
    { ...wide, color: halo, width: 2 * gap },
    [mx - gap * dx, my - gap * dy],
    [mx + gap * dx, my + gap * dy],
  );
  for (const side of [-1, 1]) {
    const [bx, by] = [mx + side * gap * dx, my + side * gap * dy];
    const [sx, sy] = [(-dy + 0.5 * dx) * 2.6 * gap, (dx + 0.5 * dy) * 2.6 * gap];
    strokeWith(ctx, { ...line, width: line.width }, [bx - sx, by - sy], [bx + sx, by + sy]);
  }
}

/**
 * Slack, as a length where it is one: [{i, slack, length, places, reached}, ...], from each point that falls short of an
 * edge of its margin to that edge. Of a kernel that is not linear `length` is null, and the way is that of `ascent`.
 */
export function slackWays(machine, solution, scores) {
  if (machine.kernel?.name === "linear") {
    return slackSegments(machine, solution).map((one) => ({ ...one, places: [one.from, one.to], reached: true }));
  }
  const { X, y, m, O } = machine;
  const { F, grid } = scores;
  const S = trainingScores(machine, solution);
  const fields = Array.from({ length: machine.Q }, (_, k) => ownLead(F, O, k, grid.size));
  const ways = [];
  for (let i = 0; i < m; i++) {
    const xi = slack(Math.min(...marginsOf(machine, S, i).map(({ margin }) => margin)));
    if (i === solution.absent || xi <= 1e-6) continue;
    const way = ascent(fields[y[i]], grid, [X[2 * i], X[2 * i + 1]], 1);
    if (way.places.length > 1) ways.push({ i, slack: xi, length: null, ...way });
  }
  return ways;
}

/** The lead of class k over the others on a grid. */
function ownLead(F, O, k, size) {
  const G = new Float64Array(size);
  if (O > 1) return leadField(F, O, size, k, G);
  for (let p = 0; p < size; p++) G[p] = k === 1 ? F[p] : -F[p];
  return G;
}

export function drawSlack(tools, { machine, solution, hovered, selected }) {
  const { ctx, panel, look, words } = tools;
  const line = look.line("slack");
  const ways = slackWays(machine, solution, panel.scores).map((way) => ({
    ...way,
    pixels: way.places.map((place) => panel.toPixels(place)),
  }));
  const chosen = selected >= 0 ? selected : hovered;
  ctx.globalAlpha = 0.7;
  for (const way of ways) drawWay(ctx, way.i === chosen ? { ...line, width: 2.5 * line.width } : line, way);
  ctx.globalAlpha = 1;
  const text = ({ slack: xi, length }) =>
    length === null ? `*ξ* = ${significant(xi)}` : `*ξ*/‖*w*‖ = ${significant(length)}`;
  const told = ways.filter(({ i }) => i === chosen);
  if (told.length) for (const way of told) nameWay(tools, way, text(way), words);
  else nameFreest(tools, ways, machine.kernel?.name === "linear" ? "*ξ*/‖*w*‖" : "up by *ξ*", words);
}

function drawWay(ctx, line, { pixels, reached }) {
  Object.assign(ctx, { strokeStyle: line.color, lineWidth: line.width, lineJoin: "round", lineCap: "butt" });
  ctx.setLineDash(reached ? [] : [3 * line.width, 3 * line.width]);
  ctx.beginPath();
  for (const place of pixels) ctx.lineTo(...place);
  ctx.stroke();
  ctx.setLineDash([]);
  if (reached) drawEnd(ctx, line, pixels.at(-1), unit(pixels.at(-2), pixels.at(-1)), 3.5 * line.width);
}

/** Places along a way of pixels where its words may stand. */
function spotsAlong({ pixels }, plate) {
  const middle = pixels[Math.floor(pixels.length / 2)];
  const [from, to] = [pixels[0], pixels.at(-1)];
  const [dx, dy, length] = unit(from, to);
  const around = pixels.length === 2 ? [from[0] + 0.5 * length * dx, from[1] + 0.5 * length * dy] : middle;
  const beside = clearOfLine([dx, dy], plate);
  return [0, -1, 1].map((side) => ({
    spot: [around[0] - side * beside * dy, around[1] + side * beside * dx],
    cost: side === 0 && length < 1.3 * plate.width ? 4 : 0,
  }));
}

function nameWay({ ctx, look, placing }, way, text, words) {
  const size = look.type.label;
  const plate = plateOf(ctx, look, text, size);
  const candidates = spotsAlong(way, plate).map(({ spot: wanted, cost }) => {
    const spot = placing.within(wanted, plate);
    return { boxes: [asBox(spot, plate)], cost, spot };
  });
  const best = placing.choose(`slack ${way.rival ?? ""}`, candidates);
  words.push(() => drawFormula(ctx, look, text, best.spot, look.theme.accent, size));
}

/** What the lengths are, said once, where it hides nothing; not at all where there is no room. */
function nameFreest({ ctx, look, placing }, ways, text, words) {
  const size = look.type.caption;
  const plate = plateOf(ctx, look, text, size);
  const drawnWays = new Crowd(placing.box);
  const along = ways.map(({ pixels }) => beads(pixels, 10, 1));
  const weigh = (own, weight) => own.forEach(([x, y]) => drawnWays.add(x, y, 0, weight));
  for (const own of along) weigh(own, 1);
  const reach = [plate.width / 2, plate.height / 2];
  const free = ([x, y]) => drawnWays.sum(x - reach[0], y - reach[1], x + reach[0], y + reach[1]) === 0;
  const candidates = ways.flatMap((way, k) => {
    const long = unit(way.pixels[0], way.pixels.at(-1))[2];
    if (long < 0.8 * plate.width) return [];
    weigh(along[k], -1); // a way does not stand in its own way
    const spots = spotsAlong(way, plate).filter(({ spot }) => free(spot));
    weigh(along[k], 1);
    return spots.map(({ spot }) => ({ boxes: [asBox(spot, plate, 2)], spot, cost: 40 / long }));
  });
  const open = candidates.filter(({ boxes }) => placing.hidden(boxes) < 1);
  const best = placing.choose("slack", open);
  if (best) words.push(() => drawFormula(ctx, look, text, best.spot, look.theme.accent, size));
}
