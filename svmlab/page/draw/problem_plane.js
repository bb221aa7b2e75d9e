// A problem of two variables: level curves of f, half-planes, the minimum, and at it the gradient of f against what
// the constraints pull. The arrows start at the minimum, so that one sees them hold the balance.

import { borderSegment, forbiddenSide } from "../math/halfplanes.js";
import { dot, freeMinimum, gradient, norm, objective, plus, rowsOf, times } from "../math/quadratic.js";
import { caseOf, symbolsOf } from "../words/problem.js";
import { drawArrow, drawDiamond, drawDisc, drawName, drawPlus } from "./arrows.js";
import { Panel } from "./panel.js";

const RINGS = 8; // level curves from the middle of the picture to its corner
export const TINT = 0.16; // of a forbidden side
const LONGEST = 0.42; // of an arrow, in heights of the picture
const PROBES = 7; // gradients shown where there is no constraint
const SHRUNK = 0.35; // how much arrows may shrink to stay in the picture
const HATCH = 13; // pixels between the strokes on the forbidden side of a border

/** Colour and dash of row k; equalities are drawn in ink. */
export function rowLook(look, row, k) {
  return row.equality ? look.theme.ink : look.series[2 + (k % (look.series.length - 2))].color;
}

/** The line of a border: thick where it holds x* back, dashed where it does not matter. */
export function borderLine(look, problem, solution, k) {
  const row = rowsOf(problem)[k];
  const which = solution ? caseOf(problem, solution, k) : "border";
  const width = look.line("curve").width;
  const color = rowLook(look, row, k);
  if (which === "active" || which === "equality") return { color, width: 1.7 * width };
  return { color, width: 0.8 * width, dash: which === "inactive" ? [4 * width, 2.5 * width] : [] };
}

/** The direction, of sixteen, that is farthest from all of these vectors. */
export function freeDirection(vectors) {
  const taken = vectors.filter((v) => norm(v) > 0);
  const nearest = (u) => Math.max(-1, ...taken.map((v) => dot(u, v) / norm(v)));
  const directions = Array.from({ length: 16 }, (_, i) => [
    Math.cos((i * Math.PI) / 8 - 0.8),
    Math.sin((i * Math.PI) / 8 - 0.8),
  ]);
  return directions.reduce((best, u) => (nearest(u) < nearest(best) - 1e-9 ? u : best));
}

export class ProblemPlane extends Panel {
  constructor(host, changed) {
    super(host, changed, { inside: true, equal: true });
  }

  /** `given`: {problem, limits, look, solution, shown, trail, tried}; `shown` is the last solution there was. */
  draw(given) {
    const { problem, look, shown } = given;
    const ctx = this.begin(look, given.limits);
    if (!ctx) return false;
    const { limits } = this;
    const picture = { ...given, limits };
    const rows = rowsOf(problem);
    rows.forEach(({ a, c, equality }) => {
      if (!equality) this.fill(forbiddenSide(limits, a, c), look.theme.muted, TINT);
    });
    this.drawCurves(picture);
    rows.forEach((row, k) => this.drawBorder(ctx, picture, row, k));
    if (!rows.length) this.drawGradients(ctx, picture);
    if (picture.trail) this.stroke(picture.trail, { ...look.line("vacuous"), color: look.theme.ink });
    drawPlus(ctx, look, this.toPixels(freeMinimum(problem)), 1.6 * look.radius, look.theme.muted);
    ctx.globalAlpha = picture.solution ? 1 : 0.35;
    if (shown) this.drawBalance(ctx, shown.problem, shown.solution, look);
    ctx.globalAlpha = 1;
    if (picture.tried) drawDiamond(ctx, look, this.toPixels(picture.tried.x), 2.1 * look.radius, look.theme.ink);
    this.end(...problem.names);
    return true;
  }

  drawCurves({ problem, limits, look, shown }) {
    const key = JSON.stringify([problem.P, problem.q, problem.constant, limits, this.box]);
    if (this.curvesKey !== key) {
      this.curvesKey = key;
      this.curves = this.field((x, y) => objective(problem, [x, y]));
    }
    const [w, h] = limits.map(([low, high]) => 0.5 * (high - low));
    const rise = Math.max(
      ...[
        [w, h],
        [w, -h],
      ].map((d) => 0.5 * (d[0] * times(problem.P, d)[0] + d[1] * times(problem.P, d)[1])),
    );
    const lowest = objective(problem, freeMinimum(problem));
    const levels = Array.from({ length: 3 * RINGS }, (_, i) => lowest + rise * ((i + 1) / RINGS) ** 2);
    const width = look.line("frame").width;
    this.strokeLevels(this.curves, levels, { color: look.theme.vacuous, width });
    if (shown) {
      const through = objective(problem, shown.solution.x);
      if (through > lowest + 1e-9 * rise)
        this.strokeLevels(this.curves, [through], { color: look.theme.ink, width: 1.8 * width });
    }
  }

  drawBorder(ctx, { problem, limits, look, solution }, row, k) {
    const segment = borderSegment(limits, row.a, row.c);
    if (!segment) return;
    const line = borderLine(look, problem, solution, k);
    this.stroke(segment, line);
    if (!row.equality) this.hatch(ctx, segment, row.a, line);
  }

  /** Short slanting strokes on the side where a·x is larger. */
  hatch(ctx, segment, a, { color, width }) {
    const [[x0, y0], [x1, y1]] = segment.map((place) => this.toPixels(place));
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const out = this.outward(a);
    const size = 8 + width;
    Object.assign(ctx, { strokeStyle: color, lineWidth: Math.max(1, 0.4 * width) });
    ctx.beginPath();
    for (let t = HATCH / 2; t < length; t += HATCH) {
      const [x, y] = [x0 + t * ux, y0 + t * uy];
      ctx.moveTo(x, y);
      ctx.lineTo(x + size * (0.8 * out[0] + 0.6 * ux), y + size * (0.8 * out[1] + 0.6 * uy));
    }
    ctx.stroke();
  }

  /** Direction of a vector of the plane on the screen. */
  outward(a) {
    const { box, limits } = this;
    const v = [
      (a[0] * box.width) / (limits[0][1] - limits[0][0]),
      (-a[1] * box.height) / (limits[1][1] - limits[1][0]),
    ];
    return v.map((x) => x / norm(v));
  }

  /** Pixels of one unit of the gradient, the same for all arrows of a picture. */
  arrowScale(problem, vectors, at) {
    const unit = this.box.width / (this.limits[0][1] - this.limits[0][0]);
    const steepness = problem.P.reduce((sum, row, i) => sum + row[i] / problem.P.length, 0);
    const longest = Math.max(...vectors.map(norm));
    const scale = Math.min((0.65 * unit) / steepness, (LONGEST * this.box.height) / (longest || 1));
    if (!at) return scale;
    const { box } = this;
    const room = ([x, y]) =>
      Math.min(
        (x > 0 ? box.x + box.width - at[0] : at[0] - box.x) / (Math.abs(x) || 1e-300),
        (y < 0 ? box.y + box.height - at[1] : at[1] - box.y) / (Math.abs(y) || 1e-300),
      );
    return Math.min(scale, Math.max(SHRUNK * scale, 0.9 * Math.min(...vectors.map(room))));
  }

  /** Where a place outside the picture is, said at its edge. */
  nameOutside(ctx, look, at) {
    const { box } = this;
    const inside = at[0] >= box.x && at[0] <= box.x + box.width && at[1] >= box.y && at[1] <= box.y + box.height;
    if (!inside) drawName(ctx, look, "x* lies outside, this way", at, look.theme.ink, { box });
    return !inside;
  }

  drawBalance(ctx, problem, solution, look) {
    const at = this.toPixels(solution.x);
    if (this.nameOutside(ctx, look, at)) return;
    const width = look.line("curve").width;
    const rows = rowsOf(problem);
    const blue = look.series[1].color;
    const forces = [{ name: "∇f", vector: solution.gradient, color: blue }];
    rows.forEach((row, k) => {
      const vector = solution.pulls[k];
      if (solution.multipliers[k] !== 0)
        forces.push({ name: symbolsOf(problem, k).pull, vector, color: rowLook(look, row, k) });
    });
    const scale = this.arrowScale(
      problem,
      forces.map(({ vector }) => vector),
      at,
    );
    const head = ([x, y]) => [at[0] + scale * x, at[1] - scale * y];
    if (forces.length > 2) {
      const [, first, second] = forces;
      const end = head(plus(first.vector, second.vector));
      for (const { vector } of [first, second]) this.dotted(ctx, head(vector), end, look.theme.muted, 0.6 * width);
      drawArrow(ctx, at, end, look.theme.muted, 0.8 * width, [3 * width, 2 * width]);
    }
    for (const { vector, color } of forces) drawArrow(ctx, at, head(vector), color, 1.5 * width);
    drawDisc(ctx, look, at, 1.35 * look.radius, look.theme.ink);
    for (const { name, vector, color } of forces) {
      const length = norm(vector);
      if (scale * length < 14) continue;
      const [ux, uy] = [vector[0] / length, -vector[1] / length];
      const tip = head(vector);
      const away = 0.95 * look.type.label;
      const place = [tip[0] + away * ux * 1.3, tip[1] + away * uy];
      if (norm(plus(place, this.toPixels(freeMinimum(problem)), -1)) < 3.2 * away) {
        place[0] = tip[0] - 1.2 * away * uy; // beside the head, so that the handle of the free minimum stays clear
        place[1] = tip[1] + 1.2 * away * ux;
      }
      drawName(ctx, look, name, place, color, {
        box: this.box,
        align: ux > 0.4 ? "left" : ux < -0.4 ? "right" : "center",
      });
    }
    const borders = rows
      .filter((_, k) => solution.touches[k])
      .flatMap(({ a }) => [
        [-a[1], a[0]],
        [a[1], -a[0]],
      ]);
    const [ux, uy] = freeDirection([...forces.map(({ vector }) => vector), ...borders]);
    const away = (forces[0].vector.some((v) => v !== 0) ? 1.4 : 1.9) * look.type.label;
    drawName(ctx, look, "x*", [at[0] + away * ux, at[1] - away * uy], look.theme.ink, { box: this.box });
  }

  dotted(ctx, from, to, color, width) {
    Object.assign(ctx, { strokeStyle: color, lineWidth: width });
    ctx.setLineDash([1.5 * width, 2.5 * width]);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Without a constraint no arrow starts at the minimum: gradients at some places of one level curve instead. */
  drawGradients(ctx, { problem, limits, look }) {
    const width = look.line("curve").width;
    const middle = freeMinimum(problem);
    const reach = 0.27 * (limits[1][1] - limits[1][0]);
    const places = Array.from({ length: PROBES }, (_, i) => {
      const angle = 0.35 + (2 * Math.PI * i) / PROBES;
      return plus(middle, [Math.cos(angle), Math.sin(angle)], reach);
    });
    const vectors = places.map((place) => gradient(problem, place));
    const scale = 0.55 * this.arrowScale(problem, vectors);
    places.forEach((place, i) => {
      const [x, y] = this.toPixels(place);
      const tip = [x + scale * vectors[i][0], y - scale * vectors[i][1]];
      drawArrow(ctx, [x, y], tip, look.series[1].color, width);
      if (i === 0)
        drawName(ctx, look, "∇f", [tip[0] + 6, tip[1]], look.series[1].color, { box: this.box, align: "left" });
    });
  }
}
