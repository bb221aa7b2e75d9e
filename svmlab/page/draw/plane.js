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
import { fieldBasis, misclassified, scoreField, trainingScores } from "../math/machine.js";
import { Stage } from "./canvas.js";
import { boxScales, drawFrame, linearTicks, marginsFor, nearestPoint, plotBox } from "./frame.js";
import { Marker } from "./marks.js";
import { Regions, regionColors } from "./regions.js";

/** The grid for a machine: given by Python with its field, else GRID_COLUMNS wide with square cells. */
export function gridFor(machine, { field, shape }) {
  if (field) return gridOver(machine.limits, shape[1], shape[0]);
  return gridOver(machine.limits, GRID_COLUMNS, Math.round(GRID_COLUMNS / machine.aspect));
}

export class PlanePanel {
  constructor(host, changed) {
    this.layers = [];
    this.stage = new Stage(host, (width) => this.heightFor(width), changed);
    this.regions = new Regions();
  }

  heightFor(width) {
    const { left, right, top, bottom } = this.margins;
    return (width - left - right) / this.aspect + top + bottom;
  }

  draw(picture) {
    const { machine, solution, look } = picture;
    if (!this.makeRoom(machine, look)) return false;
    const { ctx } = this.stage;
    this.machine = machine;
    this.evaluate(machine, solution);
    this.drawRegions(ctx, look);
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.clip();
    this.drawOthers(ctx, look, picture.lines ?? []);
    this.drawLines(ctx, look);
    if (!picture.draft) this.drawPoints(ctx, picture);
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
    if (!this.makeRoom(plane, look)) return false;
    this.drawUntrained(this.stage.ctx, { ...picture, palette: look });
    this.drawAround(plane, look);
    return true;
  }

  /** Fit the canvas and its scales to a plane; false where there is no room. */
  makeRoom({ aspect, limits }, look) {
    this.margins = marginsFor(look, { title: false });
    this.aspect = aspect;
    if (!this.stage.fit()) return false;
    this.box = plotBox(this.stage.width, this.stage.height, this.margins);
    this.scales = boxScales(this.box, limits);
    return true;
  }

  drawAround({ limits, axes }, look) {
    drawFrame(this.stage.ctx, look, this.box, this.scales, {
      xTicks: linearTicks(limits[0], this.box.width, look.type.tick),
      yTicks: linearTicks(limits[1], this.box.height, look.type.tick * 0.7),
      xTitle: axes[0],
      yTitle: axes[1],
    });
  }

  /** Scores on the grid; evaluated anew only for another solution. */
  evaluate(machine, solution) {
    if (this.evaluated === solution) return;
    if (this.basisOf !== machine) {
      this.layGrid(machine, solution);
      this.basis = machine.known ? fieldBasis(machine, this.grid, this.basis) : null;
      this.basisOf = machine;
    }
    if (solution.field) this.F.set(solution.field);
    else scoreField(machine, solution, this.grid, this.basis, this.F);
    this.lines = machineLines(this.F, machine.O, this.grid, this.G);
    this.evaluated = solution;
  }

  /** The grid stays where a machine differs from the one before in its points or its kernel only. */
  layGrid(machine, solution) {
    const { limits, aspect, O } = this.basisOf ?? {};
    if (!solution.field && machine.limits === limits && machine.aspect === aspect && machine.O === O) return;
    this.grid = gridFor(machine, solution);
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

  drawLines(ctx, look) {
    for (const name of ["margin", "boundary"]) {
      const line = look.line(name);
      ctx.strokeStyle = line.color;
      ctx.lineWidth = line.width;
      ctx.setLineDash(line.dash);
      ctx.lineJoin = "round";
      ctx.beginPath();
      for (const polyline of this.lines[name]) this.trace(ctx, polyline);
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }

  /** Straight lines w1 x + w2 y + b = 0, [w1, w2, b] each, right through the picture. */
  drawOthers(ctx, look, lines) {
    const { color, width } = look.line("cursor");
    const [[x0, x1], [y0, y1]] = this.machine.limits;
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

  trace(ctx, polyline) {
    const { box, grid } = this;
    const [sx, sy] = [box.width / (grid.nx - 1), box.height / (grid.ny - 1)];
    const bottom = box.y + box.height;
    ctx.moveTo(box.x + polyline[0] * sx, bottom - polyline[1] * sy);
    for (let k = 2; k < polyline.length; k += 2) ctx.lineTo(box.x + polyline[k] * sx, bottom - polyline[k + 1] * sy);
  }

  drawPoints(ctx, { machine, solution, look, hovered, selected, placeOf }) {
    const { y, m, Q } = machine;
    const marker = this.markerFor(look, m, Q);
    const wrong = misclassified(machine, trainingScores(machine, solution));
    const at = (i) => this.toPixels(placeOf(i));
    const each = (wanted, draw) => {
      for (let i = 0; i < m; i++) if (wanted(i)) draw(i, ...at(i));
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
