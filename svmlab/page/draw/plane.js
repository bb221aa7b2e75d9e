// The plane panel: regions, level lines, points and their part in the solution.
//
// A machine is what math/machine.js unpacks from wire_format.py's, a solution is one of its `unpackSolution`, or the
// engine's.
// draw({machine, solution, look, faded, hovered, selected, ...}) paints everything, `draft` and `added` too, the
// points that have no machine yet, in the look `palette`; `layers` are functions
// (ctx, panel, picture) that other scenes add on top (arrows, flows, a dragged point). Places of the plane are
// turned into pixels by `toPixels` and back by `toPlane`; `nearest` finds the point under a pointer.

import { gridOver } from "../math/axes.js";
import { BOUNDED, FREE, GRID_COLUMNS } from "../math/constants.js";
import { machineLines } from "../math/contours.js";
import { limitsFilling } from "../math/limits.js";
import { fieldBasis, misclassified, scoreField, trainingScores } from "../math/machine.js";
import { Stage } from "./canvas.js";
import { PlaneNames, curveTexts, interrupted, writeAlong } from "./curve_names.js";
import { boxScales, drawAxesInside, linearTicks, nearestPoint } from "./frame.js";
import { Marker } from "./marks.js";
import { Regions, regionColors } from "./regions.js";

const DIMMED = 0.25; // opacity of points beside those that are brought out
const TICKS_APART = 5; // sizes of tick labels from one to the next, at least

/** The grid for a machine over the limits of its picture: as many nodes as Python's field, else square cells. */
export function gridFor(limits, { width, height }, { field, shape }) {
  if (field) return gridOver(limits, shape[1], shape[0]);
  return gridOver(limits, GRID_COLUMNS, Math.round((GRID_COLUMNS * height) / width));
}

/** The box of the picture in its canvas: all of it, or as much as has the aspect of a field that Python has computed. */
function boxFor({ width, height }, aspect, given) {
  if (!given) return { x: 0, y: 0, width, height };
  const [w, h] = [Math.min(width, height * aspect), Math.min(height, width / aspect)];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}

export class PlanePanel {
  constructor(host, changed) {
    this.layers = [];
    this.stage = new Stage(host, () => host.clientHeight, changed);
    this.regions = new Regions();
    this.names = new PlaneNames();
  }

  draw(picture) {
    const { machine, solution, look } = picture;
    if (!this.makeRoom(machine, solution.field)) return false;
    const { ctx } = this.stage;
    this.machine = machine;
    this.evaluate(machine, solution);
    this.drawRegions(ctx, look);
    this.survey(ctx, look, picture);
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.clip();
    this.drawOthers(ctx, look, picture.lines ?? []);
    this.drawLines(ctx, look);
    if (!picture.draft) this.drawPoints(ctx, picture);
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
    this.limits = limitsFilling(limits, aspect, this.box);
    this.scales = boxScales(this.box, this.limits);
    return true;
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
    const { y, m, classes } = draft ?? machine;
    const points = Array.from({ length: m }, (_, i) => ({ i, k: y[i], place: this.toPixels(placeOf(i)) }));
    const places = points.map(({ place }) => place);
    const wrong = draft ? [] : misclassified(machine, trainingScores(machine, solution));
    this.names.survey(this.box, look, places, look.crowded(m));
    if (!draft)
      for (const name of ["boundary", "margin"]) this.names.avoid(this.lines[name].map((line) => this.inPixels(line)));
    this.names.nameClasses(
      ctx,
      look,
      points.filter(({ i }) => !wrong[i]),
      classes,
    );
  }

  /** Scores on the grid; evaluated anew only for another solution, or in another room. */
  evaluate(machine, solution) {
    const key = `${this.box.width} ${this.box.height}`;
    if (this.evaluated === solution && this.evaluatedIn === key) return;
    if (this.basisOf !== machine || this.evaluatedIn !== key) {
      this.layGrid(machine, solution, key);
      this.basis = machine.known ? fieldBasis(machine, this.grid, this.basis) : null;
      this.basisOf = machine;
    }
    if (solution.field) this.F.set(solution.field);
    else scoreField(machine, solution, this.grid, this.basis, this.F);
    this.lines = machineLines(this.F, machine.O, this.grid, this.G);
    Object.assign(this, { evaluated: solution, evaluatedIn: key });
  }

  /** The grid stays where a machine differs from the one before in its points or its kernel only. */
  layGrid(machine, solution, key) {
    const { limits, aspect, O } = this.basisOf ?? {};
    const same = machine.limits === limits && machine.aspect === aspect && machine.O === O;
    if (!solution.field && same && this.evaluatedIn === key) return;
    this.grid = gridFor(this.limits, this.box, solution);
    this.basis = null;
    this.F = new Float64Array(machine.O * this.grid.size);
    this.G = new Float64Array(this.grid.size);
  }

  drawRegions(ctx, look) {
    const { F, grid, machine } = this;
    this.regions.draw(
      ctx,
      this.box,
      { F, O: machine.O, grid, of: this.evaluated },
      look,
      regionColors(look, machine.Q),
    );
  }

  /** The curves, each with its name in a gap. */
  drawLines(ctx, look) {
    const gaps = [];
    for (const name of ["margin", "boundary"]) {
      const line = look.line(name);
      Object.assign(ctx, { strokeStyle: line.color, lineWidth: line.width, lineJoin: "round", lineCap: "butt" });
      ctx.setLineDash(line.dash);
      for (const { level, polylines } of this.curves(name)) {
        const gap = this.names.gapOn(ctx, look, `${name} ${level}`, polylines, curveTexts(name, level));
        if (gap) gaps.push(gap);
        ctx.beginPath();
        for (const polyline of interrupted(polylines, gap)) this.trace(ctx, polyline);
        ctx.stroke();
      }
    }
    ctx.setLineDash([]);
    for (const gap of gaps) writeAlong(ctx, look, gap);
  }

  /** [{level, polylines in pixels}] of the boundary or the margin; of several classes they have no level. */
  curves(name) {
    const { grid, F, machine } = this;
    const levelOf = ([c, r]) => Math.sign(F[Math.round(r) * grid.nx + Math.round(c)]);
    const levels = machine.O > 1 ? [null] : name === "boundary" ? [0] : [-1, 1];
    return levels.map((level) => ({
      level,
      polylines: this.lines[name]
        .filter((line) => !level || levelOf(line) === level)
        .map((line) => this.inPixels(line)),
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

  inPixels(polyline) {
    const { box, grid } = this;
    const [sx, sy] = [box.width / (grid.nx - 1), box.height / (grid.ny - 1)];
    const bottom = box.y + box.height;
    return polyline.map((value, k) => (k % 2 ? bottom - value * sy : box.x + value * sx));
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
    const point = (i, px, py) => {
      if (pointStatus[i] === BOUNDED) marker.bounded(ctx, y[i], px, py);
      else marker.plain(ctx, y[i], px, py);
    };
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
  inside([px, py]) {
    const { x, y, width, height } = this.box;
    return [Math.min(x + width, Math.max(x, px)), Math.min(y + height, Math.max(y, py))];
  }

  contains([px, py]) {
    const { box } = this;
    return px >= box.x && px <= box.x + box.width && py >= box.y && py <= box.y + box.height;
  }

  /** The point within `reach` pixels of a place of the canvas, or -1. */
  nearest(place, reach, points = this.machine) {
    return this.scales ? nearestPoint(this.scales, points, place, reach) : -1;
  }

  dispose() {
    this.stage.dispose();
  }
}
