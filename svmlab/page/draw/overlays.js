// What is shown in the plane beside the machine: lengths, hulls and the boundary before the last change, below the points;
// their words above them. Two layers of a PlanePanel, whose picture tells `overlays`, a set of names, and `before`, the
// picture to compare with, {machine, solution, name}.

import { notApplicable } from "../words/overlays.js";
import { drawFormula, plateOf } from "./formula.js";
import { drawHulls } from "./hulls.js";
import { drawMargin, drawNormals, drawSlack } from "./lengths.js";
import { Placing, beads } from "./plates.js";
import { Scores } from "./scores.js";

const DRAWN_BELOW = { hulls: drawHulls, slack: drawSlack, margin: drawMargin, w: drawNormals };

export class Overlays {
  constructor(panel) {
    this.placing = new Placing();
    this.ghost = new Scores();
    panel.under.push((ctx, of, picture) => this.drawUnder(ctx, of, picture));
    panel.layers.push(() => this.drawOver());
  }

  drawUnder(ctx, panel, picture) {
    const { machine, overlays, draft, look } = picture;
    this.words = [];
    if (draft || !overlays?.size) return;
    this.placing.begin(panel.names.box, panel.names.others, look.crowded(machine.m));
    const tools = { ctx, panel, look, placing: this.placing, words: this.words };
    if (overlays.has("before") && picture.before) this.drawBefore(tools, picture.before);
    for (const [name, draw] of Object.entries(DRAWN_BELOW)) {
      if (overlays.has(name) && !notApplicable(name, machine)) draw(tools, picture);
    }
  }

  drawOver() {
    for (const draw of this.words) draw();
  }

  /** The boundary before, dotted, with its name on it. */
  drawBefore({ ctx, panel, look, placing, words }, { machine, solution, name }) {
    const ghost = this.ghost.evaluate(machine, solution, panel.limits);
    const line = look.line("before");
    const ways = ghost.lines.boundary.map((polyline) => panel.placesOf(polyline, ghost));
    Object.assign(ctx, { strokeStyle: line.color, lineWidth: line.width, lineCap: "round", lineJoin: "round" });
    ctx.setLineDash(line.dash);
    ctx.beginPath();
    for (const way of ways) way.forEach(([x, y], k) => (k ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.lineCap = "butt";
    const size = look.type.caption;
    const { width, height } = plateOf(ctx, look, name, size);
    const plate = { width, height };
    const beside = (way) =>
      beads(way, 25, 1).flatMap(([x, y], k, all) => {
        const [nx, ny] = all[k + 1] ?? [x, y + 1];
        const long = Math.hypot(nx - x, ny - y) || 1;
        const [tx, ty] = [(nx - x) / long, (ny - y) / long];
        const off = Math.abs(ty) * (width / 2) + Math.abs(tx) * (height / 2) + 3;
        return [0, 1, -1].map((side) => {
          const spot = placing.within([x - side * off * ty, y + side * off * tx], plate);
          return { boxes: [[...spot, width / 2, height / 2, 1]], spot, cost: side === 0 ? 0.8 : 0 };
        });
      });
    const best = placing.choose("before", ways.flatMap(beside));
    if (best) words.push(() => drawFormula(ctx, look, name, best.spot, line.color, size));
  }
}
