// The points of a proposed kernel in the plane: the level curves of κ(x, ·) around the chosen one, and the weights of a
// witness, filled discs above 0 and open ones below.

import { proposedFunction } from "../math/mercer.js";
import { Crowd } from "../math/placing.js";
import { signed } from "../words/mercer.js";
import { drawDisc, drawName } from "./arrows.js";
import { Marker } from "./marks.js";
import { Panel } from "./panel.js";

const LEVEL_CURVES = 9;
const NAMED = 6; // weights that are written beside their points
const OUT_OF_SIGHT = 1e3; // cost of a name that would not be seen whole
const LARGEST_WEIGHT = 1.7; // radius of the disc of weight 1, beyond that of a point

export class ProposalPlane extends Panel {
  constructor(host, changed) {
    super(host, changed, { inside: true, equal: true });
  }

  /** `given`: {places, kernel, test, look, limits, selected, hovered, axes}; without a test the points alone. */
  draw(given) {
    const { look, places, test, selected, hovered, axes } = given;
    const ctx = this.begin(look, given.limits);
    if (!ctx) return false;
    if (test && selected >= 0) this.drawLevels(given);
    const weights = test?.witness;
    const marker = new Marker(look, look.radius, 1);
    places.forEach((place, i) => this.drawPoint(ctx, look, this.toPixels(place), weights ? weights[i] : null));
    if (hovered >= 0 && hovered !== selected) marker.hovered(ctx, ...this.toPixels(places[hovered]));
    if (selected >= 0) marker.selected(ctx, ...this.toPixels(places[selected]));
    this.drawNames(ctx, look, places, weights);
    this.end(...axes);
    return true;
  }

  drawLevels({ kernel, places, look, selected }) {
    const of = proposedFunction(kernel);
    const [p1, p2] = places[selected];
    const key = JSON.stringify([kernel, p1, p2, this.limits, this.box]);
    if (this.levelsKey !== key) Object.assign(this, { levelsKey: key, levels: this.field((x, y) => of(p1, p2, x, y)) });
    const values = this.levels.F.filter(Number.isFinite);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const step = (high - low) / LEVEL_CURVES;
    const levels = Array.from({ length: LEVEL_CURVES }, (_, k) => low + (k + 0.5) * step);
    const { width } = look.line("frame");
    const above = levels.filter((level) => level >= 0);
    this.strokeLevels(this.levels, above, { color: look.theme.vacuous, width: 1.3 * width });
    const below = levels.filter((level) => level < 0);
    this.strokeLevels(this.levels, below, {
      color: look.theme.accent,
      width: 1.3 * width,
      dash: [4 * width, 3 * width],
    });
  }

  drawPoint(ctx, look, at, weight) {
    const { theme, radius } = look;
    if (weight === null) drawDisc(ctx, look, at, 1.2 * radius, theme.ink);
    else if (weight === 0) drawDisc(ctx, look, at, 0.8 * radius, theme.muted);
    else {
      const size = radius * (1 + LARGEST_WEIGHT * Math.sqrt(Math.abs(weight)));
      drawDisc(ctx, look, at, size, theme.accent);
      if (weight < 0) drawDisc(ctx, look, at, Math.max(0.5, size - look.marks.bounded.stroke_width * 3), theme.hollow);
    }
  }

  /** The number of each point, and its weight where few have one; numbers without room are left out. */
  drawNames(ctx, look, places, weights) {
    const few = weights && weights.filter((weight) => weight !== 0).length <= NAMED;
    const marks = places.map((place, i) => {
      const weight = weights?.[i] ?? 0;
      const size = look.radius * (weight ? 1 + LARGEST_WEIGHT * Math.sqrt(Math.abs(weight)) : 1.2);
      return { at: this.toPixels(place), i, size, told: few && weight !== 0, weight };
    });
    const crowd = new Crowd(this.box);
    for (const { at, size } of marks) crowd.add(...at, 0.6 * size);
    for (const mark of [...marks.filter(({ told }) => told), ...marks.filter(({ told }) => !told)])
      this.drawNameOf(ctx, look, crowd, mark);
  }

  drawNameOf(ctx, look, crowd, { at: [x, y], i, size, told, weight }) {
    const type = told ? look.type : { ...look.type, label: look.type.small };
    const text = told ? `${i}: ${signed(weight)}` : String(i);
    ctx.font = `${type.label}px ${look.font}`;
    const [width, half] = [ctx.measureText(text).width, 0.5 * type.label];
    const reach = size + 3;
    const beside = [
      [x + reach, y],
      [x - reach - width, y],
      [x - 0.5 * width, y - reach - half],
      [x - 0.5 * width, y + reach + half],
    ];
    const inside = ([left, middle]) =>
      [
        [left - 2, middle - half],
        [left + width + 2, middle + half],
      ].every((corner) => this.contains(corner));
    const hidden = (at) =>
      crowd.sum(at[0], at[1] - half, at[0] + width, at[1] + half) + (inside(at) ? 0 : OUT_OF_SIGHT);
    const place = beside.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
    if (!told && hidden(place) > 0) return;
    crowd.cover(place[0], place[1] - half, place[0] + width, place[1] + half, 1);
    const color = told ? look.theme.accent : look.theme.muted;
    drawName(ctx, { ...look, type }, text, place, color, { align: "left", box: this.box });
  }
}
