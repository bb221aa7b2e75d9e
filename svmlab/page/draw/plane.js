// The plane panel: regions, level lines, points and their part in the solution.
//
// A machine is what math/machine.js unpacks from wire_format.py's, a solution is one of its `unpackSolution`, or the
// engine's.
// draw({machine, solution, look, faded, hovered, selected, ...}) paints everything, `draft` and `added` too, the
// points that have no machine yet, in the look `palette`; `under` and `layers` are functions
// (ctx, panel, picture) that draw below and above the points (lengths, hulls, words). Places of the plane are
// turned into pixels by `toPixels` and back by `toPlane`; `nearest` finds the point under a pointer. `lens` says which
// limits are seen; `taken` are the boxes [x, y, half width, half height] that words have taken in this picture.

import { BOUNDED, FREE } from "../math/constants.js";
import { misclassified, trainingScores } from "../math/machine.js";
import { Lens } from "../math/zoom.js";
import { drawAreas } from "./areas.js";
import { Stage } from "./canvas.js";
import { boxScales, drawFrame, linearTicks, marginsFor, nearestPoint, plotBox } from "./frame.js";
import { Marker } from "./marks.js";
import { Regions, regionColors } from "./regions.js";
import { Scores } from "./scores.js";

export class PlanePanel {
  constructor(host, changed) {
    this.under = [];
    this.layers = [];
    this.lens = new Lens();
    this.scores = new Scores();
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
    this.taken = [];
    this.scores.evaluate(machine, solution, this.limits);
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.x, this.box.y, this.box.width, this.box.height);
    ctx.clip();
    this.drawRegions(ctx, look);
    this.drawOthers(ctx, look, picture.lines ?? []);
    this.drawLines(ctx, look);
    for (const layer of this.under) layer(ctx, this, picture);
    if (picture.areas) drawAreas(ctx, this, picture);
    else if (!picture.draft) this.drawPoints(ctx, picture);
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
    this.limits = this.lens.over(limits);
    this.scales = boxScales(this.box, this.limits);
    return true;
  }

  drawAround({ axes }, look) {
    const { limits } = this;
    drawFrame(this.stage.ctx, look, this.box, this.scales, {
      xTicks: linearTicks(limits[0], this.box.width, look.type.tick),
      yTicks: linearTicks(limits[1], this.box.height, look.type.tick * 0.7),
      xTitle: axes[0],
      yTitle: axes[1],
    });
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

  drawLines(ctx, look) {
    for (const name of ["margin", "boundary"]) {
      const line = look.line(name);
      ctx.strokeStyle = line.color;
      ctx.lineWidth = line.width;
      ctx.setLineDash(line.dash);
      ctx.lineJoin = "round";
      ctx.beginPath();
      for (const polyline of this.scores.lines[name]) this.trace(ctx, polyline);
      ctx.stroke();
    }
    ctx.setLineDash([]);
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

  trace(ctx, polyline) {
    this.placesOf(polyline).forEach(([x, y], k) => (k ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  }

  /** The pixels of a polyline of the grid of some scores. */
  placesOf(polyline, scores = this.scores) {
    const { nx, ny } = scores.grid;
    const { x, y, width, height } = this.spreadOf(scores);
    const places = [];
    for (let k = 0; k < polyline.length; k += 2)
      places.push([x + (polyline[k] * width) / (nx - 1), y + height - (polyline[k + 1] * height) / (ny - 1)]);
    return places;
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
