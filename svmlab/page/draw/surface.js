// The lifted view: the score of a machine of two classes, of several the lead of the best over the next, as a surface over
// the plane, cut at 0 and ±1, with the points at their height.

import { leadField } from "../math/contours.js";
import { marginsOf, misclassified, trainingScores } from "../math/machine.js";
import { Heights, inBands, leads } from "../math/relief.js";
import { areaRadii, drawArea } from "./areas.js";
import { Marker } from "./marks.js";
import { mixed } from "./theme.js";

const STRIDE = 2; // nodes of the grid along a cell of the surface
const SHADES = 12;
const DARKEST = 0.72; // of a slope that turns away from the light
const BRIGHTEST = 0.2; // in the dark theme: share of ink of a slope that faces it
const HEIGHT = 0.62; // of the highest place, where the plane is 2 deep
const LOWEST_TOP = 1.4; // the picture reaches at least so far up
const HIGHEST_TOP = 6; // what is higher is cut off
const LIGHT = [-0.35, 0.25, 0.9];

/** The heights at which points stand: the score, or the lead of their own class over the best rival. */
export function heightsOfPoints(machine, solution) {
  const S = trainingScores(machine, solution);
  if (machine.O === 1) return Float64Array.from(S);
  return Float64Array.from({ length: machine.m }, (_, i) =>
    Math.min(...marginsOf(machine, S, i).map(({ margin }) => margin)),
  );
}

export class Surface {
  /** From where it is seen at first. */
  begin() {
    return { azimuth: -0.55, tilt: 0.62 };
  }

  /** Paint into a Space what a PlanePanel knows of the machine in its picture; returns {lowest, highest} score in it. */
  draw(space, panel, picture) {
    const { machine, solution, look } = picture;
    Object.assign(this, { space, panel, look, machine });
    this.stretch = panel.box.width / panel.box.height;
    const { F, grid } = panel.scores;
    const { Z } = leads(F, machine.O, grid.size);
    this.heights = new Heights(Z, grid.nx, grid.ny);
    this.ofPoints = heightsOfPoints(machine, solution);
    const reach = this.ofPoints.reduce((most, z) => Math.max(most, Math.abs(z)), 0);
    this.top = Math.min(HIGHEST_TOP, Math.max(LOWEST_TOP, 1.08 * reach));
    this.bottom = machine.O === 1 || this.ofPoints.some((z) => z < 0) ? -this.top : 0;
    if (machine.O > 1 && this.bottom) this.bottom = Math.max(-this.top, 1.08 * Math.min(...this.ofPoints));
    this.perHeight = HEIGHT / this.top;
    space.look(
      [
        [-this.stretch, this.stretch],
        [-1, 1],
        [this.bottom * this.perHeight, HEIGHT],
      ],
      1.6 * look.type.label,
    );
    this.drawBox();
    this.drawSlabs(F, grid);
    this.drawLevels();
    if (picture.overlays.has("slack")) this.drawSlacks(picture);
    this.drawMarks(picture);
    this.drawNames();
    return Z.reduce(({ lowest, highest }, z) => ({ lowest: Math.min(lowest, z), highest: Math.max(highest, z) }), {
      lowest: Infinity,
      highest: -Infinity,
    });
  }

  /** A place of space over a column and a row of the grid. */
  over(c, r, z) {
    const { nx, ny } = this.heights;
    return [((2 * c) / (nx - 1) - 1) * this.stretch, (2 * r) / (ny - 1) - 1, z * this.perHeight];
  }

  cellOf([x, y]) {
    const { gx, gy } = this.panel.scores.grid;
    const along = (g, value) => ((value - g[0]) / (g.at(-1) - g[0])) * (g.length - 1);
    return [along(gx, x), along(gy, y)];
  }

  corners(z) {
    const { nx, ny } = this.heights;
    return [this.over(0, 0, z), this.over(nx - 1, 0, z), this.over(nx - 1, ny - 1, z), this.over(0, ny - 1, z)];
  }

  get levels() {
    return this.machine.O === 1 ? [-1, 0, 1] : [0, 1];
  }

  drawBox() {
    const frame = this.look.line("frame");
    for (const level of this.levels) this.space.stroke(this.corners(level), frame, { closed: true, opacity: 0.5 });
  }

  /** From below to above: nothing below a level hides what is above it. Between them the plane of the boundary. */
  drawSlabs(F, grid) {
    const { machine, look, space } = this;
    const cells = this.cellsFromAfar(grid);
    const slabs = machine.O === 1 ? [-this.top, -1, 0, 1, this.top] : [0, 1, this.top];
    const pieces = slabs.slice(1).map(() => []);
    for (const { z, tints } of this.sheets(F, grid)) {
      for (const [order, cell] of cells.entries()) {
        const polygon = cell.map((q) => [q % grid.nx, Math.floor(q / grid.nx), z[q]]);
        if (polygon.every((p) => p[2] < slabs[0])) continue;
        const shade = this.shadeOf(polygon);
        for (const { band, polygon: part } of cutIntoBands(polygon, slabs))
          pieces[band].push({ places: part, order, color: this.colorOf(tints[band], shade) });
      }
    }
    pieces.forEach((slab, band) => {
      if (slabs[band] === 0) space.fill(this.corners(0), look.theme.muted, 0.11);
      if (machine.O > 1) slab.sort((a, b) => a.order - b.order);
      this.paint(slab);
    });
  }

  /** Fill pieces one after the other, neighbours of one colour at once; their edges meet without a gap. */
  paint(pieces) {
    const { space } = this;
    const { ctx } = space.stage;
    Object.assign(ctx, { lineWidth: 0.7, lineJoin: "round" });
    let color = null;
    const flush = () => {
      if (!color) return;
      ctx.fillStyle = ctx.strokeStyle = color;
      ctx.fill();
      ctx.stroke();
    };
    for (const piece of pieces) {
      if (piece.color !== color) {
        flush();
        color = piece.color;
        ctx.beginPath();
      }
      piece.places.forEach(([c, r, z], k) => {
        const [x, y] = space.toPixels(this.over(c, r, z));
        if (k) ctx.lineTo(x, y);
        else ctx.moveTo(x, y);
      });
      ctx.closePath();
    }
    flush();
  }

  /** Sheets of the surface with the tint of each slab: one, or of several classes the part of each that is ahead. */
  sheets(F, { size }) {
    const { machine, look } = this;
    const tint = (k, inside) => look.classLook(k)[inside ? "tint_inside" : "tint_outside"];
    if (machine.O === 1) return [{ z: F, tints: [tint(0), tint(0, true), tint(1, true), tint(1)] }];
    return Array.from({ length: machine.O }, (_, k) => ({
      z: leadField(F, machine.O, size, k, new Float64Array(size)),
      tints: [tint(k, true), tint(k)],
    }));
  }

  /** The cells of the surface as four nodes each, those far from the eye first. */
  cellsFromAfar({ nx, ny }) {
    const [dx, dy] = this.space.eye.towards;
    const starts = (n, nearIsHigh) => {
      const found = [];
      for (let k = 0; k < n - 1; k += STRIDE) found.push([k, Math.min(k + STRIDE, n - 1)]);
      return nearIsHigh ? found : found.reverse();
    };
    const cells = [];
    for (const [r, s] of starts(ny, dy > 0))
      for (const [c, d] of starts(nx, dx > 0)) cells.push([r * nx + c, r * nx + d, s * nx + d, s * nx + c]);
    return cells;
  }

  /** How much light a cell gets, 0 to 1, by the normal to its diagonals. */
  shadeOf(corners) {
    const [a, b, c, d] = corners.map((place) => this.over(...place));
    const [u, v] = [c.map((x, j) => x - a[j]), d.map((x, j) => x - b[j])];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const light = n[0] * LIGHT[0] + n[1] * LIGHT[1] + n[2] * LIGHT[2];
    return Math.max(0, light / Math.hypot(...n) / Math.hypot(...LIGHT));
  }

  /** A tint in one of a few shades. */
  colorOf(tint, shade) {
    this.shades ??= new Map();
    const { dark, themeName, theme } = this.look;
    const step = Math.round(shade * SHADES);
    const key = `${tint} ${step} ${themeName}`;
    if (!this.shades.has(key)) {
      const lit = step / SHADES; // a dark tint is lit up, a light one darkens in the shade
      const color = dark
        ? mixed(tint, theme.ink, BRIGHTEST * lit)
        : mixed("#000000", tint, DARKEST + (1 - DARKEST) * lit);
      this.shades.set(key, color);
    }
    return this.shades.get(key);
  }

  /** Is a place over (c, r) at height z in sight? */
  sees(c, r, z) {
    const { heights, space, stretch, perHeight, top } = this;
    const { towards } = space.eye;
    const step = [
      (towards[0] * (heights.nx - 1)) / (2 * stretch),
      (towards[1] * (heights.ny - 1)) / 2,
      towards[2] / perHeight,
    ];
    const cell = Math.max(Math.abs(step[0]), Math.abs(step[1]), 0.2);
    return !heights.hides(
      [c, r, z],
      step.map((x) => x / cell),
      top,
      0.05 * top,
    );
  }

  drawLevels() {
    const { lines } = this.panel.scores;
    const { look, space, machine } = this;
    const draw = (polylines, line, heightOf) => {
      for (const polyline of polylines) {
        const places = [];
        for (let k = 0; k < polyline.length; k += 2) places.push([polyline[k], polyline[k + 1]]);
        const z = heightOf(places[0]);
        space.strokeSeen(
          places.map(([c, r]) => Object.assign(this.over(c, r, z), { cell: [c, r, z] })),
          line,
          ({ cell }) => this.sees(...cell),
        );
      }
    };
    const edge = machine.O === 1 ? (place) => Math.sign(this.heights.at(...place)) : () => 1;
    draw(lines.margin, look.line("margin"), edge);
    draw(lines.boundary, look.line("boundary"), () => 0);
  }

  placeOfPoint(i, place, z = this.ofPoints[i]) {
    const [c, r] = this.cellOf(place);
    const height = Math.max(this.bottom, Math.min(this.top, z));
    return Object.assign(this.over(c, r, height), { cell: [c, r, height] });
  }

  /** Slack as it is: from the height of a point up, or down, to its own edge, ξ long. */
  drawSlacks({ machine, solution, placeOf }) {
    const line = this.look.line("slack");
    const wide = { ...line, width: 1.6 * line.width };
    for (let i = 0; i < machine.m; i++) {
      const side = machine.O === 1 && machine.y[i] === 0 ? -1 : 1;
      const z = this.ofPoints[i];
      if (side * z >= 1 - 1e-6 || i === solution.absent || !this.inBox(i, placeOf(i))) continue;
      const way = Array.from({ length: 9 }, (_, k) => this.placeOfPoint(i, placeOf(i), z + ((side - z) * k) / 8));
      this.space.strokeSeen(way, wide, ({ cell }) => this.sees(...cell));
      const [x, y] = this.space.toPixels(way[8]);
      this.space.stage.ctx.fillStyle = line.color;
      this.space.stage.ctx.fillRect(x - 3 * line.width, y - line.width / 2, 6 * line.width, line.width);
    }
  }

  /** Does point i stand in the picture? */
  inBox(i, place) {
    const [c, r] = this.cellOf(place);
    const z = this.ofPoints[i];
    if (z > this.top || z < -this.top) return false;
    return c >= 0 && r >= 0 && c <= this.heights.nx - 1 && r <= this.heights.ny - 1;
  }

  drawMarks(picture) {
    const { machine, solution, look, selected, placeOf, overlays } = picture;
    const { ctx } = this.space.stage;
    const unit = 0.9 * look.crowded(machine.m);
    const marker = new Marker(look, unit, machine.Q);
    const radii = overlays.has("alpha") ? areaRadii(machine, solution, unit) : null;
    const wrong = misclassified(machine, trainingScores(machine, solution));
    this.marks = [];
    for (let i = 0; i < machine.m; i++) {
      if (!this.inBox(i, placeOf(i))) continue;
      const place = this.placeOfPoint(i, placeOf(i));
      this.marks.push({
        i,
        at: this.space.toPixels(place),
        near: this.space.eye.seen(place)[2],
        seen: this.sees(...place.cell),
      });
    }
    this.marks.sort((a, b) => a.near - b.near);
    for (const { i, at, seen } of this.marks) {
      ctx.globalAlpha = seen || i === selected ? 1 : 0.25;
      if (wrong[i]) marker.cross(ctx, ...at);
      if (radii) drawArea(ctx, marker, machine.y[i], at, radii[i]);
      else marker.point(ctx, machine.y[i], solution.pointStatus[i], ...at);
      if (i === selected) marker.selected(ctx, ...at);
    }
    ctx.globalAlpha = 1;
  }

  drawNames() {
    const { space, look, panel } = this;
    const { axes } = panel.machine;
    const { nx, ny } = this.heights;
    const [dx, dy] = space.eye.towards;
    const off = 0.9 * look.type.label;
    const base = this.levels[0];
    const front = dy > 0 ? ny - 1 : 0;
    const side = dx > 0 ? nx - 1 : 0;
    const below = [0, off];
    space.write(look, axes[0], this.over((nx - 1) / 2, front, base), { size: look.type.label, off: below });
    space.write(look, axes[1], this.over(side, (ny - 1) / 2, base), { size: look.type.label, off: below });
    const corner = this.leftmost();
    for (const level of this.levels)
      space.write(look, `${level === 0 ? "0" : level < 0 ? "−1" : "1"}`, this.over(...corner, level), {
        off: [-look.type.tick, 0],
      });
  }

  /** The corner of the plane that stands farthest to the left. */
  leftmost() {
    const { nx, ny } = this.heights;
    const all = [
      [0, 0],
      [nx - 1, 0],
      [nx - 1, ny - 1],
      [0, ny - 1],
    ];
    const right = (cell) => this.space.eye.seen(this.over(...cell, 0))[0];
    return all.reduce((best, cell) => (right(cell) < right(best) ? cell : best));
  }
}

/** {band, polygon} of a cell of four corners: whole where it lies in one band, else cut, half by half. */
function cutIntoBands(cell, levels) {
  const heights = cell.map((p) => p[2]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const band = levels.findIndex((level, k) => level <= low && high <= levels[k + 1]);
  if (band >= 0) return [{ band, polygon: cell }];
  const halves = [cell.slice(0, 3), [cell[0], cell[2], cell[3]]];
  return halves.flatMap((half) => inBands(half, levels));
}
