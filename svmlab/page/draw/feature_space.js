// The space of the homogeneous quadratic kernel, (x₁², √2 x₁x₂, x₂²) up to a factor: the points, all on one cone, the plane
// that separates them there and those of its margin. Where the plane cuts the cone is the boundary in the plane.

import { misclassified, trainingScores } from "../math/machine.js";
import { eyeAt, featureMap, normalInSpace, planeInBox } from "../math/relief.js";
import { general, significant } from "../words/format.js";
import { areaRadii, drawArea } from "./areas.js";
import { drawFormula, plateOf } from "./formula.js";
import { Marker } from "./marks.js";

const ROOM_IN_SPACE = 0.06; // around the points, of their range
const TILT = 0.4;
const FACED = 0.26; // cosine between the eye and the normal of the plane at first
const RAYS = 24; // of the cone
const CIRCLES = 5;

export class FeatureSpace {
  /** From where it is seen at first: the plane nearly from its edge. */
  begin({ machine, solution }) {
    const w = normalInSpace(featureMap(machine.kernel), machine, solution);
    const norm = Math.hypot(...w) || 1;
    const turns = Array.from({ length: 72 }, (_, k) => (Math.PI * (k - 36)) / 36);
    const faced = (azimuth) => eyeAt(azimuth, TILT).towards.reduce((sum, x, j) => sum + (x * w[j]) / norm, 0);
    const miss = (azimuth) => Math.abs(Math.abs(faced(azimuth)) - FACED);
    return { azimuth: turns.reduce((best, one) => (miss(one) < miss(best) - 1e-9 ? one : best)), tilt: TILT };
  }

  /** Paint into a Space what a PlanePanel knows of the machine in its picture. */
  draw(space, panel, picture) {
    const { machine, solution, look } = picture;
    const map = featureMap(machine.kernel);
    Object.assign(this, { space, panel, look, machine, map });
    this.images = Array.from({ length: machine.m }, (_, i) => map(picture.placeOf(i)));
    this.box = boxAround(this.images);
    this.w = normalInSpace(map, machine, solution);
    [this.b] = solution.b;
    space.look(this.box, 2.2 * look.type.label);
    this.side = this.w.reduce((sum, w, j) => sum + w * space.eye.towards[j], 0) >= 0 ? 1 : -1;
    this.drawAxes();
    this.drawCone();
    this.drawFromAfar(picture);
    if (picture.overlays.has("margin")) this.drawWidth();
    return { lowest: 0, highest: 0, space: true };
  }

  drawAxes() {
    const { space, look, box, machine } = this;
    const line = look.line("frame");
    const factor = machine.kernel.gamma === 1 ? "" : `${general(machine.kernel.gamma)} `;
    const start = box.map(([low, high]) => Math.min(Math.max(0, low), high));
    ["x₁²", "√2 x₁x₂", "x₂²"].forEach((name, j) => {
      const end = start.map((x, k) => (k === j ? box[j][1] : x));
      const low = start.map((x, k) => (k === j ? box[j][0] : x));
      space.stroke([low, end], line);
      space.write(look, factor + name, end, {
        size: look.type.label,
        off: j === 2 ? [0, -look.type.label] : [0, look.type.label],
      });
    });
  }

  /** The images of circles and of straight lines through the origin. */
  drawCone() {
    const { space, map, look, box } = this;
    const reach = Math.sqrt(Math.max(box[0][1], box[2][1]) / map([1, 0])[0]);
    const line = { ...look.line("grid"), color: look.theme.muted };
    const within = (p) => p.every((x, j) => x >= box[j][0] && x <= box[j][1]);
    const draw = (places) => space.strokeSeen(places, line, within);
    for (let k = 0; k < RAYS; k++) {
      const angle = (Math.PI * k) / RAYS;
      draw(
        Array.from({ length: 24 }, (_, t) =>
          map([reach * Math.sqrt(t / 23) * Math.cos(angle), reach * Math.sqrt(t / 23) * Math.sin(angle)]),
        ),
      );
    }
    for (let k = 1; k <= CIRCLES; k++) {
      const r = reach * Math.sqrt(k / CIRCLES);
      draw(
        Array.from({ length: 49 }, (_, t) => map([r * Math.cos((Math.PI * t) / 48), r * Math.sin((Math.PI * t) / 48)])),
      );
    }
  }

  /** Planes and points, those behind a plane before it. */
  drawFromAfar(picture) {
    const { machine, solution, look, selected, overlays } = picture;
    const { space, images, side } = this;
    const { ctx } = space.stage;
    const S = trainingScores(machine, solution);
    const unit = look.crowded(machine.m);
    const marker = new Marker(look, unit, machine.Q);
    const radii = overlays.has("alpha") ? areaRadii(machine, solution, unit) : null;
    const wrong = misclassified(machine, S);
    const point = (i) => () => {
      const at = space.toPixels(images[i]);
      this.marks.push({ i, at });
      if (wrong[i]) marker.cross(ctx, ...at);
      if (radii) drawArea(ctx, marker, machine.y[i], at, radii[i]);
      else marker.point(ctx, machine.y[i], solution.pointStatus[i], ...at);
      if (i === selected) marker.selected(ctx, ...at);
    };
    this.marks = [];
    const things = images.map((place, i) => ({ depth: side * S[i], near: space.eye.seen(place)[2], draw: point(i) }));
    for (const level of [-1, 0, 1]) things.push({ depth: side * level, near: 0, draw: () => this.drawPlane(level) });
    things.sort((a, b) => a.depth - b.depth || a.near - b.near);
    for (const { draw } of things) draw();
  }

  drawPlane(level) {
    const { space, look, w, b, box, panel, map } = this;
    const polygon = planeInBox(w, b, level, box);
    const boundary = level === 0;
    const line = look.line(boundary ? "boundary" : "margin");
    if (polygon.length) {
      space.fill(polygon, look.theme.muted, boundary ? 0.28 : 0.06);
      space.stroke(polygon, { ...look.line("frame"), dash: boundary ? [] : line.dash }, { closed: true });
    }
    const { lines, grid } = panel.scores;
    const at = (g, t) => g[0] + (t * (g.at(-1) - g[0])) / (g.length - 1);
    for (const polyline of boundary ? lines.boundary : lines.margin) {
      const places = [];
      for (let k = 0; k < polyline.length; k += 2)
        places.push(map([at(grid.gx, polyline[k]), at(grid.gy, polyline[k + 1])]));
      const middle = places[Math.floor(places.length / 2)];
      const value = w[0] * middle[0] + w[1] * middle[1] + w[2] * middle[2] + b;
      if (Math.abs(value - level) < 0.5)
        space.strokeSeen(places, line, (p) => p.every((x, j) => x >= box[j][0] && x <= box[j][1]));
    }
  }

  /** The width of the margin, a length in this space. */
  drawWidth() {
    const { space, look, w, b, box } = this;
    const norm = Math.hypot(...w);
    const polygon = planeInBox(w, b, 0, box);
    if (!polygon.length) return;
    const line = look.line("measure");
    const middle = [0, 1, 2].map((j) => polygon.reduce((sum, p) => sum + p[j], 0) / polygon.length);
    const ends = [-1, 1].map((side) => middle.map((x, j) => x + (side * w[j]) / norm ** 2));
    space.stroke(ends, { ...line, width: 1.3 * line.width });
    for (const end of [...ends, middle]) {
      const [x, y] = space.toPixels(end);
      space.stage.ctx.fillStyle = line.color;
      space.stage.ctx.beginPath();
      space.stage.ctx.arc(x, y, 1.7 * line.width, 0, 2 * Math.PI);
      space.stage.ctx.fill();
    }
    const [from, to] = [middle, ends[1]].map((place) => space.toPixels(place));
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const text = `1/‖*w*‖ = ${significant(1 / norm)}`;
    const { width, height } = plateOf(space.stage.ctx, look, text, look.type.label);
    const spot = [
      to[0] + ((to[0] - from[0]) / long) * (0.5 * width + 6),
      to[1] + ((to[1] - from[1]) / long) * (0.5 * height + 8),
    ];
    drawFormula(space.stage.ctx, look, text, spot, line.color, look.type.label);
  }
}

function boxAround(places) {
  return [0, 1, 2].map((j) => {
    const values = places.map((place) => place[j]);
    const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
    const room = ROOM_IN_SPACE * (high - low || 1);
    return [low - room, high + room];
  });
}
