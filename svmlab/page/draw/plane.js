// The plane panel: regions, level lines, points and their part in the solution.
//
// A machine is what math/machine.js unpacks from wire_format.py's, a solution is one of its `unpackSolution`, or the
// engine's.
// draw({machine, solution, look, faded, hovered, selected, ...}) paints everything, `draft` and `added` too, the
// points that have no machine yet, in the look `palette`; `under` and `layers` are functions
// (ctx, panel, picture) that draw below and above the points (lengths, hulls, words). Places of the plane are
// turned into pixels by `toPixels` and back by `toPlane`; `nearest` finds the point under a pointer. `lens` says which
// limits are seen; `names` knows what stands where.

import { BOUNDED, FREE } from "../math/constants.js";
import { limitsFilling } from "../math/limits.js";
import { misclassified, trainingScores } from "../math/machine.js";
import { Lens } from "../math/zoom.js";
import { drawAreas } from "./areas.js";
import { Stage } from "./canvas.js";
import { PlaneNames, curveTexts, interrupted, writeAlong } from "./curve_names.js";
import { boxScales, drawAxesInside, isInBox, linearTicks, nearestInBox, nearestPoint } from "./frame.js";
import { Marker } from "./marks.js";
import { Regions, regionColors } from "./regions.js";
import { Scores } from "./scores.js";

const DIMMED = 0.25; // opacity of points beside those that are brought out
const TICKS_APART = 5; // sizes of tick labels from one to the next, at least

/** The box of the picture in its canvas: all of it, or as much as has the aspect of a field that Python has computed. */
function boxFor({ width, height }, aspect, given) {
  if (!given) return { x: 0, y: 0, width, height };
  const [w, h] = [Math.min(width, height * aspect), Math.min(height, width / aspect)];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}

export class PlanePanel {
  constructor(host, changed) {
    this.under = [];
    this.layers = [];
    this.lens = new Lens();
    this.scores = new Scores();
    this.stage = new Stage(host, (_, height) => height, changed);
    this.regions = new Regions();
    this.names = new PlaneNames();
  }

  draw(picture) {
    const { machine, solution, look } = picture;
    if (!this.makeRoom(machine, solution.field)) return false;
    const { ctx } = this.stage;
    this.machine = machine;
    this.scores.evaluate(machine, solution, this.limits, this.box.width / this.box.height);
    this.survey(ctx, look, picture);
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.clip();
    this.drawRegions(ctx, look);
    this.drawOthers(ctx, look, picture.lines ?? []);
    const curves = this.layCurves(ctx, look);
    for (const layer of this.under) layer(ctx, this, picture);
    this.drawCurves(ctx, curves, look);
    if (picture.areas) drawAreas(ctx, this, picture);
    else if (!picture.draft) this.drawPoints(ctx, picture);
    this.names.writeClasses(ctx, look);
    for (const layer of this.layers) layer(ctx, this, picture);
    if (picture.faded) this.fade(ctx, look);
    this.drawUntrained(ctx, picture);
    ctx.restore();
    this.drawAround(machine, look);
    return true;
  }

  /** Points that no machine has been trained on yet, in the plane of a draft; false where there is no room. */
  drawAlone(picture) {
    const { look } = picture;
    const { plane } = picture.draft;
    if (!this.makeRoom(plane)) return false;
    const { ctx } = this.stage;
    this.survey(ctx, look, picture);
    this.drawUntrained(ctx, { ...picture, palette: look });
    this.names.writeClasses(ctx, look);
    this.drawAround(plane, look);
    return true;
  }

  /** Fit the canvas and its scales to a plane; `given` is a field that Python has computed. False where there is no room. */
  makeRoom({ aspect, limits }, given = null) {
    if (!this.stage.fit()) return false;
    this.box = boxFor(this.stage, aspect, given);
    this.limits = this.lens.over(this.filling(limits, aspect), limits);
    this.scales = boxScales(this.box, this.limits);
    return true;
  }

  /** The limits that fill the box, the same array for as long as they are the same. */
  filling(limits, aspect) {
    const key = `${limits} ${aspect} ${this.box.width} ${this.box.height}`;
    if (this.filledBy !== key) Object.assign(this, { filledBy: key, whole: limitsFilling(limits, aspect, this.box) });
    return this.whole;
  }

  drawAround({ axes }, look) {
    const { limits, box, scales } = this;
    const size = (TICKS_APART / 4.5) * look.type.tick;
    drawAxesInside(this.stage.ctx, look, box, scales, {
      xTicks: linearTicks(limits[0], box.width, size),
      yTicks: linearTicks(limits[1], box.height, size),
      xTitle: axes[0],
      yTitle: axes[1],
    });
  }

  /** See where points stand, and where the classes can be named. */
  survey(ctx, look, { machine, solution, draft, placeOf }) {
    const { y, m, classes, title } = draft ?? machine;
    if (title !== this.named) this.names.forget();
    this.named = title;
    const wrong = draft ? [] : misclassified(machine, trainingScores(machine, solution));
    const points = Array.from({ length: m }, (_, i) => ({
      i,
      k: y[i],
      wrong: wrong[i],
      place: this.toPixels(placeOf(i)),
    }));
    const places = points.map(({ place }) => place);
    this.names.survey(this.box, look, places, look.crowded(m));
    if (!draft)
      for (const name of ["boundary", "margin"])
        this.names.avoid(this.scores.lines[name].map((line) => this.inPixels(line)));
    this.names.nameClasses(ctx, look, points, classes);
  }

  drawRegions(ctx, look) {
    const { F, grid, of } = this.scores;
    const { O, Q } = this.machine;
    this.regions.draw(ctx, this.spreadOf(this.scores), { F, O, grid, of }, look, regionColors(look, Q));
  }

  /** The rectangle of the canvas over which scores are known: the plot, or more than it under a lens. */
  spreadOf({ extent }) {
    if (extent === this.limits) return this.box;
    const [[x0, y1], [x1, y0]] = [0, 1].map((end) => this.toPixels(extent.map((ends) => ends[end])));
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  }

  /** The curves, {line, polylines, gap} each, with a place for its name. */
  layCurves(ctx, look) {
    return ["margin", "boundary"].flatMap((name) =>
      this.curves(name).map(({ level, polylines }) => {
        const gap = this.names.gapOn(ctx, look, `${name} ${level}`, polylines, curveTexts(name, level));
        return { line: look.line(name), polylines, gap };
      }),
    );
  }

  /** Draw them, each with its name in a gap. */
  drawCurves(ctx, curves, look) {
    for (const { line, polylines, gap } of curves) {
      Object.assign(ctx, { strokeStyle: line.color, lineWidth: line.width, lineJoin: "round", lineCap: "butt" });
      ctx.setLineDash(line.dash);
      ctx.beginPath();
      for (const polyline of interrupted(polylines, gap)) this.trace(ctx, polyline);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    for (const { gap } of curves) if (gap) writeAlong(ctx, look, gap);
  }

  /** [{level, polylines in pixels}] of the boundary or the margin; of several classes they have no level. */
  curves(name) {
    const { grid, F, lines } = this.scores;
    const { O } = this.machine;
    const levelOf = ([c, r]) => Math.sign(F[Math.round(r) * grid.nx + Math.round(c)]);
    const levels = O > 1 ? [null] : name === "boundary" ? [0] : [-1, 1];
    return levels.map((level) => ({
      level,
      polylines: lines[name].filter((line) => !level || levelOf(line) === level).map((line) => this.inPixels(line)),
    }));
  }

  /** Straight lines w1 x + w2 y + b = 0, [w1, w2, b] each, right through the picture. */
  drawOthers(ctx, look, lines) {
    const { color, width } = look.line("cursor");
    const [[x0, x1], [y0, y1]] = this.limits;
    const reach = Math.hypot(x1 - x0, y1 - y0);
    Object.assign(ctx, { strokeStyle: color, lineWidth: width });
    ctx.setLineDash([]);
    ctx.beginPath();
    for (const [w1, w2, b] of lines) {
      const norm = Math.hypot(w1, w2);
      const off = (w1 * (x0 + x1) + w2 * (y0 + y1)) / 2 + b; // of the middle, times the norm
      const foot = [(x0 + x1) / 2 - (off * w1) / norm ** 2, (y0 + y1) / 2 - (off * w2) / norm ** 2];
      const along = [(-w2 / norm) * reach, (w1 / norm) * reach];
      ctx.moveTo(...this.toPixels([foot[0] - along[0], foot[1] - along[1]]));
      ctx.lineTo(...this.toPixels([foot[0] + along[0], foot[1] + along[1]]));
    }
    ctx.stroke();
  }

  /** A polyline of the grid of some scores, [x, y, x, y, ...], in pixels. */
  inPixels(polyline, scores = this.scores) {
    const { nx, ny } = scores.grid;
    const { x, y, width, height } = this.spreadOf(scores);
    const [sx, sy] = [width / (nx - 1), height / (ny - 1)];
    return polyline.map((value, k) => (k % 2 ? y + height - value * sy : x + value * sx));
  }

  /** The same as [[x, y], ...]. */
  placesOf(polyline, scores = this.scores) {
    const flat = this.inPixels(polyline, scores);
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
  }

  trace(ctx, polyline) {
    ctx.moveTo(polyline[0], polyline[1]);
    for (let k = 2; k < polyline.length; k += 2) ctx.lineTo(polyline[k], polyline[k + 1]);
  }

  /** `brought` has 1 for each point that is brought out, if any is: the others are dimmed. */
  drawPoints(ctx, { machine, solution, look, hovered, selected, placeOf, brought }) {
    const { y, m, Q } = machine;
    const marker = this.markerFor(look, m, Q);
    const wrong = misclassified(machine, trainingScores(machine, solution));
    const at = (i) => this.toPixels(placeOf(i));
    const each = (wanted, draw) => {
      for (let i = 0; i < m; i++) {
        if (!wanted(i)) continue;
        ctx.globalAlpha = brought && !brought[i] ? DIMMED : 1;
        draw(i, ...at(i));
      }
      ctx.globalAlpha = 1;
    };
    const { pointStatus } = solution;
    const point = (i, px, py) => marker.point(ctx, y[i], pointStatus[i], px, py);
    each((i) => !wrong[i] && pointStatus[i] !== BOUNDED, point);
    each((i) => !wrong[i] && pointStatus[i] === BOUNDED, point);
    each(
      (i) => wrong[i],
      (_, px, py) => marker.cross(ctx, px, py),
    );
    each((i) => wrong[i], point); // the wrong ones, fewer, on top
    each(
      (i) => pointStatus[i] === FREE && i !== solution.absent,
      (_, px, py) => marker.free(ctx, px, py),
    );
    if (hovered >= 0 && hovered !== selected) marker.hovered(ctx, ...at(hovered));
    if (selected >= 0) marker.selected(ctx, ...at(selected));
    if (solution.absent !== undefined) marker.absent(ctx, ...at(solution.absent));
  }

  /** Points without a machine: those that could not be trained, and those just added. */
  drawUntrained(ctx, { machine, draft, added = [], palette, look, hovered, selected, placeOf }) {
    if (!draft && !added.length) return;
    const marker = new Marker(
      palette,
      look.crowded((draft ?? machine).m),
      1 + Math.max(...(draft?.y ?? []), ...added.map(({ k }) => k)),
    );
    draft?.y.forEach((k, i) => marker.plain(ctx, k, ...this.toPixels(placeOf(i))));
    for (const { k, place } of added) marker.plain(ctx, k, ...this.toPixels(place));
    if (!draft) return;
    if (hovered >= 0 && hovered !== selected) marker.hovered(ctx, ...this.toPixels(placeOf(hovered)));
    if (selected >= 0) marker.selected(ctx, ...this.toPixels(placeOf(selected)));
  }

  markerFor(look, m, Q) {
    const radius = look.crowded(m);
    if (this.marker?.look !== look || this.marker.radius !== radius || this.marker.classes.length !== Q) {
      this.marker = new Marker(look, radius, Q);
    }
    return this.marker;
  }

  fade(ctx, look) {
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = look.theme.background;
    ctx.fillRect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.globalAlpha = 1;
  }

  toPixels([x, y]) {
    return [this.scales.x.to(x), this.scales.y.to(y)];
  }

  toPlane([px, py]) {
    return [this.scales.x.from(px), this.scales.y.from(py)];
  }

  /** The nearest place within the frame. */
  inside(place) {
    return nearestInBox(this.box, place);
  }

  contains(place) {
    return isInBox(this.box, place);
  }

  /** The point within `reach` pixels of a place of the canvas, or -1. */
  nearest(place, reach, points = this.machine) {
    return this.scales ? nearestPoint(this.scales, points, place, reach) : -1;
  }

  dispose() {
    this.stage.dispose();
  }
}
